"""Curators correct places in the admin, under their own name."""

import pytest
from django.urls import reverse

from institutions.models import Institution, InstitutionCorrection
from tests.factories import make_affiliation, make_institution, make_paper

pytestmark = pytest.mark.django_db

LISTED = "admin:institutions_institutioncorrection_changelist"


@pytest.fixture(autouse=True)
def _styled(collected_static):
    """Pages of the admin link style sheets."""


def post(client, **told):
    blank = {"other": "", "strings": "", "name": "", "reason": "one page"}
    return client.post(reverse("admin:institutions_institutioncorrection_add"), blank | told)


def test_merge_is_made_under_the_curator_s_name_and_undone(admin_client):
    kept, merged = make_institution("Kept"), make_institution("Merged")
    assert post(admin_client, kind="merge", institution=kept.pk, other=merged.pk).status_code == 302
    correction = InstitutionCorrection.objects.get()
    assert (correction.curator, correction.reason) == ("admin", "one page")
    merged.refresh_from_db()
    assert merged.merged_into == kept
    assert admin_client.get(reverse(LISTED)).status_code == 200
    admin_client.post(reverse(LISTED), {"action": "undo", "_selected_action": [correction.pk]})
    merged.refresh_from_db()
    assert merged.merged_into is None


def test_contradiction_is_named_beside_the_form(admin_client):
    kept, merged = make_institution("Kept", ror="03yj89h83"), make_institution("Merged", ror="00b30xv10")
    answer = post(admin_client, kind="merge", institution=kept.pk, other=merged.pk)
    assert "ROR lists them as separate active records" in answer.text
    assert "A merge needs another institution" in post(admin_client, kind="merge", institution=kept.pk).text
    assert not InstitutionCorrection.objects.exists()


def test_strings_are_parted_a_line_each(admin_client):
    one = make_institution("One")
    slot = make_paper().authorships.get()
    for text in ("One", "Two, Oulu", "Two, Finland"):
        make_affiliation(slot, one, text)
    told = {"strings": "Two, Oulu\r\nTwo, Finland\r\n", "name": "Two"}
    assert post(admin_client, kind="split", institution=one.pk, **told).status_code == 302
    two = Institution.objects.get(name="Two")
    assert set(two.affiliations.values_list("text", flat=True)) == {"Two, Oulu", "Two, Finland"}


def test_facts_of_places_are_not_edited_here(admin_client):
    one = make_institution()
    assert admin_client.get(reverse("admin:institutions_institution_changelist")).status_code == 200
    assert admin_client.get(reverse("admin:institutions_institution_add")).status_code == 403
    assert admin_client.post(reverse("admin:institutions_institution_delete", args=[one.pk])).status_code == 403

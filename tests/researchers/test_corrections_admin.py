"""Curators correct in the admin, under their own name."""

import pytest
from django.urls import reverse

from papers.models import AuthorshipCorrection
from researchers.models import Researcher, ResearcherCorrection
from tests.researchers.test_merging import make_researcher

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _styled(collected_static):
    """Pages of the admin link style sheets."""


def post(client, model, **told):
    return client.post(reverse(f"admin:{model}_add"), told)


def test_merge_is_made_under_the_curator_s_name_and_undone(admin_client):
    kept, merged = make_researcher(), make_researcher()
    told = {"kind": "merge", "researcher": kept.pk, "other": merged.pk, "reason": "one page", "arxiv_ids": ""}
    assert post(admin_client, "researchers_researchercorrection", **told).status_code == 302
    correction = ResearcherCorrection.objects.get()
    assert (correction.curator, correction.reason) == ("admin", "one page")
    merged.refresh_from_db()
    assert merged.merged_into == kept
    listed = reverse("admin:researchers_researchercorrection_changelist")
    assert admin_client.get(listed).status_code == 200
    admin_client.post(listed, {"action": "undo", "_selected_action": [correction.pk]})
    merged.refresh_from_db()
    assert merged.merged_into is None


def test_contradiction_is_named_beside_the_form(admin_client):
    kept, merged = make_researcher(orcid="0000-0002-1825-0097"), make_researcher(orcid="0000-0001-5109-3700")
    told = {"kind": "merge", "researcher": kept.pk, "other": merged.pk, "reason": "one page", "arxiv_ids": ""}
    answer = post(admin_client, "researchers_researchercorrection", **told)
    assert "They have different ORCIDs" in answer.text
    assert not ResearcherCorrection.objects.exists()


def test_split_by_papers(admin_client):
    one = make_researcher(papers=2)
    paper = one.authorships.first().paper
    told = {"kind": "split", "researcher": one.pk, "other": "", "reason": "two people", "arxiv_ids": paper.arxiv_id}
    assert post(admin_client, "researchers_researchercorrection", **told).status_code == 302
    assert Researcher.objects.count() == 2


def test_author_is_moved_and_a_missing_one_is_told(admin_client):
    one, other = make_researcher(), make_researcher()
    paper = one.authorships.first().paper
    told = {"kind": "move", "arxiv_id": paper.arxiv_id, "position": 1, "researcher": other.pk, "reason": "her page"}
    assert post(admin_client, "papers_authorshipcorrection", **told).status_code == 302
    assert AuthorshipCorrection.objects.get().curator == "admin"
    assert paper.authorships.get().researcher == other
    answer = post(admin_client, "papers_authorshipcorrection", **(told | {"position": 9}))
    assert "No paper here has an author at that position" in answer.text


def test_facts_are_not_edited_here(admin_client):
    one = make_researcher()
    for model in ("researcher", "profile"):
        assert admin_client.get(reverse(f"admin:researchers_{model}_changelist")).status_code == 200
        assert admin_client.get(reverse(f"admin:researchers_{model}_add")).status_code == 403
    assert admin_client.post(reverse("admin:researchers_researcher_delete", args=[one.pk])).status_code == 403

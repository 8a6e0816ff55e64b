"""Corrections of places outlive the next harvest and the next release of ROR."""

import pytest

from harvest.linking.batch import link, read_nothing
from harvest.linking.places import Found
from harvest.outside_records import InstitutionRecord
from institutions.models import Institution
from papers.models import Affiliation, Authorship, Paper
from papers.place_corrections import merge, split, undo
from tests.factories import make_institution, make_paper
from tests.harvest.outside import OPENALEX, openalex_author, work
from tests.harvest.test_ror_loading import A, B, load, named, organisation

pytestmark = pytest.mark.django_db

WHO = ("mary", "seen on its page")
NAMES = {"I1": "Analytical Institute", "I2": "Institute of Engines"}


def harvest(number, place, text="", read_string=None):
    """A paper of that number, told to name OpenAlex's place; made if it is new."""
    arxiv_id = f"2001.0000{number}"
    if not Paper.objects.filter(arxiv_id=arxiv_id).exists():
        make_paper(arxiv_id)
    author = openalex_author("Ada Lovelace", "A5001", affiliations=[(text or NAMES[place], place)])
    told = work(arxiv_id, [author], institutions=(InstitutionRecord(place, NAMES[place]),))
    return link(OPENALEX, {arxiv_id: [told]}, read_string=read_string or read_nothing)


def places():
    """Papers' numbers by the name of the institution that lists them."""
    found = {}
    for arxiv_id, name in Affiliation.objects.exclude(institution=None).values_list(
        "authorship__paper__arxiv_id", "institution__name"
    ):
        found.setdefault(name, set()).add(int(arxiv_id[-1]))
    for one in Institution.objects.all():
        assert one.paper_count == len(found.get(one.name, ()))
    return {name: sorted(numbers) for name, numbers in found.items()}


def test_merge_lasts_and_new_papers_of_either_join():
    harvest(1, "I1")
    harvest(2, "I2")
    one, two = Institution.objects.order_by("pk")
    correction = merge(one, two, *WHO)
    assert harvest(2, "I2").changed == 0
    harvest(3, "I2")
    harvest(4, "I1")
    assert places() == {one.name: [1, 2, 3, 4]}
    undo(correction, *WHO)
    assert places() == {one.name: [1, 4], two.name: [2, 3]}  # those that came since too
    assert harvest(3, "I2").changed == 0


def test_openalex_id_stays_parted():
    one = make_institution(NAMES["I1"], openalex_id="I1", ror="03yj89h83")
    harvest(1, "I1")
    correction = split(one, *WHO, name="Another institute", openalex=True)
    assert harvest(1, "I1").changed == 0
    harvest(2, "I1")
    assert places() == {"Another institute": [1, 2]}
    undo(correction, *WHO)
    harvest(3, "I1")
    assert places() == {one.name: [1, 2, 3]}


def test_string_stays_parted_however_it_is_found():
    ours = make_institution(NAMES["I1"], openalex_id="I1", ror="03yj89h83")
    other = make_institution("Analytical Institute of York", ror="00b30xv10")
    wrong = "Analytical Institute, York"
    harvest(1, "I1")
    harvest(2, "I1", wrong)
    correction = split(ours, *WHO, other=other, strings=[wrong])
    assert harvest(2, "I1", wrong).changed == 0
    harvest(3, "I1", "ANALYTICAL INSTITUTE (York)")
    harvest(4, "I2", wrong, read_string=lambda text: [Found("03yj89h83", "name", 1.0)] if text == wrong else [])
    assert places() == {ours.name: [1], other.name: [2, 3, 4]}
    undo(correction, *WHO)
    assert places() == {ours.name: [1, 2, 3, 4]}


def test_merge_outlives_a_release_of_ror(tmp_path):
    load(tmp_path, organisation(A, "Kept"))
    kept, merged = named("Kept"), make_institution("Engines", openalex_id="I2")
    harvest(1, "I2")
    merge(kept, merged, *WHO)
    load(tmp_path, organisation(A, "Kept, renamed"), organisation(B, "New"))
    merged.refresh_from_db()
    assert merged.merged_into == kept
    assert places() == {"Kept, renamed": [1]}


def test_papers_of_a_record_that_is_withdrawn_go_to_its_successor_and_come_back(tmp_path):
    load(tmp_path, organisation(A, "Analytical Institute"), organisation(B, "Heir"))
    Institution.objects.filter(name="Analytical Institute").update(openalex_id="I1")
    harvest(1, "I1")
    before = Paper.objects.get().change_seq
    load(tmp_path, organisation(A, "Analytical Institute", ("successor", B), status="withdrawn"))
    assert places() == {"Heir": [1]}
    assert Paper.objects.get().change_seq > before
    harvest(2, "I1")
    assert places() == {"Heir": [1, 2]}
    load(tmp_path, organisation(A, "Analytical Institute"))
    assert places() == {"Analytical Institute": [1, 2]}


def test_curator_s_word_goes_before_ror_s(tmp_path):
    gone = organisation(A, "Analytical Institute", ("successor", B), status="withdrawn")
    load(tmp_path, gone, organisation(B, "Heir"))
    Institution.objects.filter(name="Analytical Institute").update(openalex_id="I1")
    harvest(1, "I1")
    correction = split(named("Heir"), *WHO, other=named("Analytical Institute"))
    assert places() == {"Analytical Institute": [1]}
    load(tmp_path, gone | {"established": 1843}, organisation(B, "Heir"))
    assert named("Analytical Institute").merged_into is None
    third = make_institution("Third")
    joined = merge(third, named("Analytical Institute"), *WHO)
    load(tmp_path, gone, organisation(B, "Heir"))
    assert places() == {"Third": [1]}
    undo(joined, *WHO)
    undo(correction, *WHO)
    assert places() == {"Heir": [1]}


def test_successor_that_a_curator_merged_the_other_way_round_makes_no_ring(tmp_path):
    load(tmp_path, organisation(A, "Old"), organisation(B, "New", status="inactive"))
    merge(named("Old"), named("New"), *WHO)
    load(tmp_path, organisation(A, "Old", ("successor", B), status="withdrawn"))
    assert (named("Old").merged_into, named("New").merged_into) == (None, named("Old"))


def test_author_of_two_places_that_are_merged_keeps_both_strings():
    make_paper("2001.00001")
    author = openalex_author("Ada Lovelace", "A5001", affiliations=[(name, one) for one, name in NAMES.items()])
    records = tuple(InstitutionRecord(one, name) for one, name in NAMES.items())
    told = {"2001.00001": [work("2001.00001", [author], institutions=records)]}
    link(OPENALEX, told)
    one, two = Institution.objects.order_by("pk")
    merge(one, two, *WHO)
    assert link(OPENALEX, told).changed == 0
    assert list(Authorship.objects.get().places.values_list("text", "institution")) == [
        (name, one.pk) for name in NAMES.values()
    ]
    one.refresh_from_db()
    assert one.paper_count == 1

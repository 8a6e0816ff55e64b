"""All formats of a thing tell the same facts; `python -m bench.twins` asks this of a thousand real ones."""

import random
import sys

import pytest

from bench import twins_papers
from bench.twins import disagreeing
from papers.models import Authorship, Paper
from tests.browser.hard_papers import HOSTILE, LONG_LIST, WIDE, WITHDRAWN
from tests.browser.hard_people import LONGEST_LIST, NAMES_OF_ALL_KINDS
from tests.factories import make_affiliation

pytestmark = pytest.mark.django_db
HARD = (HOSTILE, LONG_LIST, WIDE, WITHDRAWN, LONGEST_LIST, NAMES_OF_ALL_KINDS)
THINGS = 60


def test_formats_of_random_things_agree_field_by_field(site):
    found = list(disagreeing(site, THINGS, random.Random(5)))
    assert {kind for kind, _ in found} == {"papers", "researchers", "institutions", "categories"}
    assert [fault for _, faults in found for fault in faults] == []


def test_formats_of_hard_papers_agree_field_by_field(site):
    for paper in Paper.objects.filter(arxiv_id__in=HARD):
        assert twins_papers.paper_disagreements(site, paper) == []


def test_formats_agree_on_a_doi_that_an_address_has_to_escape(site):
    paper = Paper.objects.get(arxiv_id=WIDE)
    Paper.objects.filter(pk=paper.pk).update(dois=["10.1175/1520-0493(2003)131<2479:sosaic>2.0.co;2"])
    assert twins_papers.paper_disagreements(site, paper) == []


def test_a_fact_that_one_format_tells_otherwise_is_found(site, monkeypatch):
    monkeypatch.setattr(sys.modules["papers.exports.ris"], "citable_doi", lambda paper: "10.1/wrong")
    paper = Paper.objects.get(arxiv_id=WITHDRAWN)
    (fault,) = twins_papers.paper_disagreements(site, paper)
    assert "doi: " in fault and "ris '10.1/wrong'" in fault


def test_an_affiliation_that_a_source_tells_stands_in_every_format(site):
    slot = Authorship.objects.filter(paper__arxiv_id=WITHDRAWN).get()
    make_affiliation(slot, text="Department of Engines, Analytical Institute", source="openalex", position=9)
    assert twins_papers.paper_disagreements(site, slot.paper) == []
    assert b"Department of Engines" in site.get(slot.paper.get_absolute_url()).content

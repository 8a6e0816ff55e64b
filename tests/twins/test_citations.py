"""Citation files of real papers as other people's parsers read them; `python -m bench.citations` asks ten thousand."""

import pytest

from bench import citations_reading
from bench.citations import over
from bench.citations_reading import misread
from harvest.records import AuthorKind, AuthorRecord
from tests.machines.conftest import SHARED, held  # noqa: F401 - a fixture

CORPUS = SHARED / "upstream" / "arxiv" / "papers.jsonl.gz"
PAPERS = 300

pytestmark = pytest.mark.django_db


@pytest.mark.skipif(not CORPUS.exists(), reason=f"the corpus is not at {CORPUS}")
def test_fields_of_real_papers_are_read_as_they_are_meant():
    read, faults = 0, []
    for number, found in over(CORPUS, PAPERS):
        read += number
        faults += found
    assert read >= PAPERS * 0.99
    assert faults == []


HARD = [
    {"title": r"Schr\"odinger's DNA & the $O(n_1)$ price of 50% more CO2_x: #1 of {\it two} {B}races"},
    {"title": r"a } stray { brace \ and a $5 bill"},
    {"authors": [AuthorRecord("A & B_C #1 Collaboration, Ltd", AuthorKind.GROUP)]},
    {"authors": [AuthorRecord("Sammy and Davis Jr.", given="Sammy and", family="Davis", suffix="Jr.")]},
    {"authors": [AuthorRecord("Plato", given="", family="Plato"), AuthorRecord("others", given="", family="others")]},
    {"authors": [AuthorRecord("Jan Peter van der Dam", given="Jan Peter", family="van der Dam")]},
    {"authors": [AuthorRecord("Ana de los Ángeles y Gómez", given="Ana", family="de los Ángeles y Gómez")]},
    {"authors": []},
    {"journal_ref": "Phys. Rev. D 75, 094019 (2007)", "dois": ("10.1103/physrevd.75.094019",)},
    {
        "journal_ref": "Fruit & Veg_1, special #2 issue 100%, to appear",
        "dois": ("10.1002/(sici)1<1::aid-x>3.0.co;2-7",),
    },
    {"journal_ref": "2016 American Control Conference (ACC), Boston, MA, 2016, pp. 4494-4499"},
    {"abstract": "TY  - JOUR\r\nER  - \r\n\nSecond paragraph", "comments": "in French"},
]


@pytest.mark.parametrize("facts", HARD, ids=range(len(HARD)))
def test_hard_facts_are_read_as_they_are_meant(held, facts):  # noqa: F811
    assert list(misread(held(**facts))) == []


def test_a_field_that_is_written_otherwise_is_found(held, monkeypatch):  # noqa: F811
    paper = held(authors="Ada King, Bo Li")
    for name in ("bibtex", "ris", "csl_json"):
        written = getattr(citations_reading, name)(paper)
        monkeypatch.setattr(citations_reading, name, lambda paper, text=written: text.replace("King", "Queen"))
    found = list(misread(paper))
    assert {fault.split()[1] for fault in found} == {"pybtex", "bibtexparser", "rispy", "citeproc"}

"""One bad record costs itself, never its neighbours."""

from dataclasses import replace
from datetime import date

import pytest

from harvest.ingest.batches import ingest_papers
from harvest.models import RejectedRecord
from harvest.records import Refused
from harvest.sources.arxiv.snapshot import parse_line
from papers.models import Authorship, Paper
from tests.harvest.making import paper, person, snapshot_of_rows, version

pytestmark = pytest.mark.django_db

UNWRITABLE = {
    "NUL in the title": paper("2401.09991", title="A\x00B"),
    "half a surrogate pair in an author": paper("2401.09992", authors=(person("A \ud800"),)),
    "a version number no column holds": replace(paper("2401.09993"), versions=(version(1), version(99_999))),
    "a category no column holds": paper("2401.09994", categories=("x" * 40,)),
}


def ingest(*records):
    return ingest_papers(records, source="arxiv")


@pytest.mark.parametrize("bad", UNWRITABLE.values(), ids=UNWRITABLE)
def test_record_that_cannot_be_written_is_kept_apart_and_its_neighbours_are_written(bad):
    before = [paper(f"2401.{number:05}") for number in range(1, 8)]
    after = [paper(f"2402.{number:05}") for number in range(1, 8)]
    result = ingest(*before, bad, *after)
    assert (result.created, result.refused) == (14, 1)
    assert Paper.objects.count() == 14
    kept = RejectedRecord.objects.get()
    assert kept.external_id == bad.arxiv_id
    assert kept.reason and bytes(kept.raw)


def test_several_bad_records_in_a_batch_are_all_found():
    good = [paper(f"2401.{number:05}") for number in range(1, 40)]
    batch = good.copy()
    for place, bad in zip((0, 11, 25, 42), UNWRITABLE.values(), strict=True):
        batch.insert(place, bad)
    result = ingest(*batch)
    assert (result.created, result.refused) == (len(good), len(UNWRITABLE))


def test_bad_record_among_changed_papers_leaves_the_old_row():
    ingest(paper(), paper("2401.00002"))
    good = paper("2401.00002", title="Changed", datestamp=date(2024, 2, 1))
    bad = replace(UNWRITABLE["a version number no column holds"], arxiv_id="2401.00001", title="Bad")
    bad = replace(bad, datestamp=date(2024, 2, 1))
    result = ingest(bad, good)
    assert (result.changed, result.refused) == (1, 1)
    assert set(Paper.objects.values_list("title", flat=True)) >= {"Changed"}
    assert not Paper.objects.filter(title="Bad").exists()


def test_refused_record_is_kept_once_however_often_it_comes():
    refused = Refused("oai:arXiv.org:2401.00001", "no title", b"<record/>")
    ingest(refused)
    ingest(refused, refused)
    kept = RejectedRecord.objects.get()
    assert (kept.external_id, kept.times, bytes(kept.raw)) == ("2401.00001", 2, b"<record/>")


def test_refused_record_without_decent_text_is_kept_too():
    ingest(Refused("\x00\ud800" * 100, "because\x00", b"\x00\xff"))
    assert bytes(RejectedRecord.objects.get().raw) == b"\x00\xff"


def test_rejected_record_is_resolved_when_its_paper_comes_in_after_all():
    ingest(Refused("oai:arXiv.org:2401.00001", "no title", b"<record/>"))
    ingest(paper())
    assert RejectedRecord.objects.get().resolved_at is not None
    before = snapshot_of_rows()
    ingest(paper())
    assert snapshot_of_rows() == before


def test_hostile_but_storable_records_are_written_as_text():
    hostile = {
        "2401.00001": {"title": "</script><script>alert(1)</script>", "abstract": "<img src=x onerror=alert(1)>"},
        "2401.00002": {"title": "Unbalanced $x_{ \\frac{1 \\emph{", "abstract": "$" * 999},
        "2401.00003": {"title": "word " * 1000, "abstract": " ".join(f"word{n}" for n in range(120_000))},
        "2401.00004": {"authors": tuple(person(f"Author Number{n}") for n in range(10_000))},
        "2401.00005": {"authors": (person("</script> Little"),), "title": "0"},
        "2401.00006": {"title": "\u202eright to left\u202c \u05d0\u05d1", "authors": ()},
        "2401.00007": {"title": "{" * 3000, "abstract": "\\frac" * 3000 + "x" * 9000},
    }
    result = ingest(*(paper(arxiv_id, **facts) for arxiv_id, facts in hostile.items()))
    assert (result.created, result.refused) == (len(hostile), 0)
    first = Paper.objects.get(arxiv_id="2401.00001")
    assert first.title_tex == "</script><script>alert(1)</script>"
    assert "<script" not in first.title_html and "<img" not in first.abstract_html
    assert Authorship.objects.filter(paper__arxiv_id="2401.00004").count() == 10_000
    assert Paper.objects.get(arxiv_id="2401.00005").title == "0"


def test_snapshot_line_with_an_escaped_nul_costs_only_itself():
    line = (
        b'{"id": "2401.00009", "title": "A \\u0000 B", "abstract": "x", "authors": "A B", "categories": "cs.DL",'
        b' "versions": [{"version": "v1", "created": "Mon, 1 Jan 2024 12:00:00 GMT"}], "update_date": "2024-01-03"}'
    )
    result = ingest(parse_line(line), paper())
    assert Paper.objects.filter(arxiv_id="2401.00001").exists()
    assert result.records == 2

"""Writing a batch of records, and writing it again."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from django.db import connection, transaction

from harvest.ingest.batches import ingest_papers
from harvest.ingest.held import Detail
from harvest.records import AuthorKind, AuthorRecord
from papers.models import Authorship, Category, Paper, PaperCategory, Version
from tests.harvest.making import paper, person, snapshot_of_rows, version

pytestmark = pytest.mark.django_db


def ingest(*records, **how):
    return ingest_papers(records, source="arxiv", **how)


def the_paper(arxiv_id="2401.00001"):
    return Paper.objects.get(arxiv_id=arxiv_id)


def test_new_paper_is_written_with_all_that_hangs_on_it():
    group = AuthorRecord("The ABC Collaboration", kind=AuthorKind.GROUP)
    author = person("Ada Example", affiliations=('MIT "Lab", Cambridge', "a\\b {c}"))
    dois = ("10.1000/one", "10.1000/2<3>;4")
    result = ingest(paper(versions=2, authors=(author, group), dois=dois, own_words=False))
    assert (result.created, result.records) == (1, 1)
    held = the_paper()
    assert held.slug == "on-the-energy-of-alpha-particles"
    assert "<math" in held.title_html and "$\\alpha$" in held.title_tex and "<" not in held.title
    assert held.abstract_html.count("<p>") == 2
    assert tuple(held.dois) == dois
    assert held.category_codes == ["hep-th", "math.QA"]
    assert (held.latest_version, held.author_count) == (2, 2)
    assert [one.number for one in held.versions.all()] == [1, 2]
    assert [one.seen_as_newest for one in held.versions.all()] == [False, True]
    first, second = held.authorships.all()
    assert (first.given, first.family, first.affiliations) == ("Ada", "Example", list(author.affiliations))
    assert second.kind == Authorship.Kind.GROUP
    placed = PaperCategory.objects.filter(paper=held).values_list("category_id", "position")
    assert dict(placed) == {"hep-th": 0, "math.QA": 1, "math": None}


def test_same_batch_twice_writes_no_row():
    batch = [paper(f"2401.{number:05}", versions=1 + number % 3) for number in range(1, 30)]
    ingest(*batch)
    before = snapshot_of_rows()
    result = ingest(*batch)
    assert (result.unchanged, result.records) == (29, 29)
    assert snapshot_of_rows() == before


def test_change_sequence_moves_for_changed_papers_only():
    ingest(paper(), paper("2401.00002"))
    seen = dict(Paper.objects.values_list("arxiv_id", "change_seq"))
    ingest(paper(), paper("2401.00002", title="Another", datestamp=date(2024, 1, 4)))
    now = dict(Paper.objects.values_list("arxiv_id", "change_seq"))
    assert now["2401.00001"] == seen["2401.00001"]
    assert now["2401.00002"] > max(seen.values())


def test_older_record_never_overwrites_a_newer_one():
    ingest(paper(title="Newer", datestamp=date(2024, 2, 1)))
    before = snapshot_of_rows()
    assert ingest(paper(title="Older", datestamp=date(2024, 1, 31), versions=2)).unchanged == 1
    assert snapshot_of_rows() == before


def test_older_version_of_the_same_day_never_overwrites_a_newer_one():
    ingest(paper(title="Two", datestamp=date(2024, 2, 1), versions=2))
    assert ingest(paper(title="One", datestamp=date(2024, 2, 1), versions=1)).unchanged == 1
    assert the_paper().title == "Two"


def test_later_datestamp_of_the_same_facts_is_noted_and_guards_against_what_lies_between():
    ingest(paper())
    sequence = the_paper().change_seq
    assert ingest(paper(datestamp=date(2024, 3, 1))).unchanged == 1
    assert the_paper().source_datestamp == date(2024, 3, 1)
    assert the_paper().change_seq == sequence
    assert ingest(paper(title="From between", datestamp=date(2024, 2, 1))).unchanged == 1
    before = snapshot_of_rows()
    ingest(paper(datestamp=date(2024, 3, 1)))
    assert snapshot_of_rows() == before


def test_paper_twice_in_a_batch_is_written_once_and_the_newest_wins():
    newer = paper(title="Newer", datestamp=date(2024, 2, 1), versions=2)
    result = ingest(newer, paper(title="Older"))
    assert (result.created, result.unchanged) == (1, 1)
    assert the_paper().title == "Newer"
    ingest(paper("2401.00002", title="First of equals"), paper("2401.00002", title="Last of equals"))
    assert the_paper("2401.00002").title == "Last of equals"


def test_newer_version_tells_what_it_changed():
    ingest(paper())
    ingest(
        paper(
            versions=2, title="Another title", authors=(person("Ada Example"),), authors_printed="Ada Example",
            datestamp=date(2024, 2, 1),
        )
    )  # fmt: skip
    assert list(Version.objects.values_list("number", "seen_as_newest", "changes")) == [
        (1, True, []),
        (2, True, ["title", "authors"]),
    ]
    ingest(paper(versions=2, comments="14 pages", authors_printed="Ada Example", datestamp=date(2024, 3, 1)))
    assert Version.objects.get(number=2).changes == ["title", "authors"]


def test_versions_that_were_never_the_newest_here_say_nothing_of_changes():
    ingest(paper())
    ingest(paper(versions=4, abstract="Other.", datestamp=date(2024, 2, 1)))
    assert list(Version.objects.values_list("seen_as_newest", flat=True)) == [True, False, False, True]


def test_author_that_stays_the_same_is_not_written_again():
    ingest(paper(authors=(person("Ada Example"), person("Bob Sample"), person("Cy Third"))))
    held = dict(Authorship.objects.values_list("position", "id"))
    ingest(paper(authors=(person("Ada Example"), person("Robert Sample")), datestamp=date(2024, 2, 1)))
    assert dict(Authorship.objects.values_list("position", "id")) == {1: held[1], 2: held[2]}
    assert Authorship.objects.get(position=2).printed == "Robert Sample"


def test_category_that_a_paper_leaves_loses_it():
    ingest(paper())
    ingest(paper(categories=("cs.LG", "hep-th"), datestamp=date(2024, 2, 1)))
    placed = PaperCategory.objects.values_list("category_id", "position")
    assert dict(placed) == {"cs.LG": 0, "hep-th": 1, "cs": None}


def test_first_date_that_is_mended_moves_the_paper_in_its_lists():
    ingest(paper())
    mended = datetime(1999, 5, 1, tzinfo=UTC)
    ingest(replace(paper(datestamp=date(2024, 2, 1)), versions=(version(1, mended),)))
    assert set(PaperCategory.objects.values_list("first_submitted_at", flat=True)) == {mended}


def test_code_that_arxiv_has_come_to_use_since_becomes_a_category():
    ingest(paper(categories=("cs.ZZ", "new-arch.AB")))
    assert Category.objects.get(code="cs.ZZ").archive == "cs"
    assert Category.objects.get(code="new-arch").is_archive
    assert ingest(paper(categories=("cs.ZZ",), datestamp=date(2024, 2, 1))).changed == 1


def test_poorer_record_of_the_same_day_changes_nothing():
    ingest(paper(msc_class="11A41"))
    poorer = paper(license="", submitter="")
    assert ingest(poorer, detail=Detail.SNAPSHOT).unchanged == 1
    assert ingest(replace(poorer, datestamp=None), detail=Detail.QUERY_API).unchanged == 1
    assert the_paper().license
    ingest(poorer)  # what the richest format leaves empty is empty
    assert not the_paper().license


def test_poorer_record_that_is_newer_keeps_what_its_format_cannot_tell():
    ingest(paper(msc_class="11A41", dois=("10.1000/one",), versions=1))
    newer = paper(versions=2, title="New title", license="", submitter="", msc_class="", datestamp=None)
    assert ingest(newer, detail=Detail.QUERY_API).changed == 1
    held = the_paper()
    assert (held.title, held.msc_class, held.dois) == ("New title", "11A41", ["10.1000/one"])
    assert held.license and held.submitter == "Ada Example"


def test_real_record_replaces_the_sample_and_not_the_other_way():
    ingest(paper(own_words=True, abstract="Our words.", datestamp=date(2026, 1, 1)))
    assert the_paper().own_words
    ingest(paper())
    assert not the_paper().own_words
    assert Version.objects.get().changes == []
    assert ingest(paper(own_words=True, abstract="Our words.", datestamp=date(2026, 1, 1))).unchanged == 1
    assert not the_paper().own_words


def test_ingest_joins_the_transaction_of_its_caller():
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        ingest(paper())
        raise ZeroDivisionError
    assert not Paper.objects.exists()


@pytest.mark.parametrize("words", ["Schrodinger weighed", "energy particles", "weighing"])
def test_stand_in_search_finds_authors_titles_and_stems_without_accents(words):
    ingest(paper(authors=(person("Erwin Schrödinger"),), abstract="He weighed them all, and went on weighing."))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM papers_paper WHERE search_vector @@ plainto_tsquery('public.wovepaper', %s)", [words]
        )
        assert cursor.fetchone()[0] == 1

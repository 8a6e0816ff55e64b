"""Sitemaps: by the schema, cut so that a change touches one file, and truthful about when things changed."""

import gzip
from datetime import UTC, datetime
from pathlib import Path

import pytest
import xmlschema
from django.db import connection
from django.test.utils import CaptureQueriesContext
from lxml import etree

from harvest.linking.batch import link
from papers.models import MonthCount, Paper
from researchers.models import Researcher
from tests.factories import make_institution, make_researcher
from tests.harvest.outside import OPENALEX, openalex_author, work
from tests.machines.conftest import record
from tests.weaving import weave, written
from wovepaper.sitemaps import sitemap_line, things

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collected_static")]
SITE = "http://127.0.0.1:8000"
SCHEMA = xmlschema.XMLSchema(Path(__file__).with_name("sitemap.xsd"))


def read(answer):
    """{path: lastmod} of a valid sitemap or index."""
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/xml; charset=utf-8"
    content = answer.getvalue()
    SCHEMA.validate(content.decode())
    entries = {}
    for entry in etree.fromstring(content):
        place = entry.findtext("{*}loc")
        assert place.startswith(SITE)
        entries[place.removeprefix(SITE)] = entry.findtext("{*}lastmod")
    return entries


def all_files(client):
    return {path: read(client.get(path)) for path in read(client.get("/sitemap.xml"))}


def backdate():
    """All that is held came and changed long ago."""
    long_ago = datetime(2020, 1, 1, tzinfo=UTC)
    Paper.objects.update(changed_at=long_ago, first_held_at=long_ago)
    Researcher.objects.update(changed_at=long_ago)
    MonthCount.objects.update(changed_at=long_ago)


def changed_since(before, after):
    """Paths whose lastmod differs, of the index and of all files."""
    return {path for path in before | after if before.get(path) != after.get(path)}


def everything(client):
    entries = dict(read(client.get("/sitemap.xml")))
    for path in list(entries):
        entries |= read(client.get(path))
    return entries


def test_files_are_cut_by_id_range_with_the_newest_change_of_each(client, held, monkeypatch):
    monkeypatch.setattr(things, "ADDRESSES_A_FILE", 10)
    papers = [held() for _ in range(25)]
    by_file = {}
    for number, paper in enumerate(papers):
        changed = datetime(2024, 1, 1 + number, 12, 30, tzinfo=UTC)
        Paper.objects.filter(pk=paper.pk).update(changed_at=changed)
        by_file.setdefault(f"/sitemaps/papers-{paper.pk // 10}.xml", {})[paper.get_absolute_url()] = (
            f"2024-01-{1 + number:02}T12:30:00Z"
        )
    files = all_files(client)
    index = read(client.get("/sitemap.xml"))
    for path, entries in by_file.items():
        assert files[path] == entries
        assert index[path] == max(entries.values())
    assert {path for path in files if "papers" in path} == set(by_file)


def test_change_to_a_paper_touches_the_one_file_that_names_it(client, held, monkeypatch):
    monkeypatch.setattr(things, "ADDRESSES_A_FILE", 10)
    others = held(*(record() for _ in range(25)))
    backdate()
    before = everything(client)
    one = others[12]
    held(record(arxiv_id=one.arxiv_id, abstract="What is known of it now.", versions=["2020-01-15", "2020-02-01"]))
    assert changed_since(before, everything(client)) == {
        f"/sitemaps/papers-{one.pk // 10}.xml",
        one.get_absolute_url(),
    }


def test_new_paper_is_news_of_its_file_and_of_the_lists_that_hold_it(client, held):
    held(categories=("hep-th",), first="2019-05-06"), held(first="2020-01-14")
    backdate()
    before = everything(client)
    new = held(first="2020-01-15", categories=("cs.LG",))
    assert changed_since(before, everything(client)) == {
        f"/sitemaps/papers-{new.pk // things.ADDRESSES_A_FILE}.xml",
        "/sitemaps/categories-0.xml",
        "/sitemaps/dates-0.xml",
        "/sitemaps/months-2020.xml",
        new.get_absolute_url(),
        "/categories/cs.LG",
        "/categories/cs",
        "/categories/cs.LG/2020/01",
        "/categories/cs/2020/01",
        "/papers/2020",
        "/papers/2020/01",
        "/papers/2020/01/15",
    }


def test_harvest_without_news_and_counts_of_citations_are_no_news(client, held):
    cited, citing = held(record(arxiv_id="2001.07001"), record(arxiv_id="2001.07002"))
    told = {"title": "On engines", "outside_id": "W1"}
    first = work("2001.07001", [openalex_author("Ada Lovelace", "A5001")], cited_by_count=3, **told)
    link(OPENALEX, {"2001.07001": [first]})
    backdate()
    before = everything(client)
    validator = client.get(cited.get_absolute_url()).headers["ETag"]
    held(record(arxiv_id="2001.07001"), record(arxiv_id="2001.07002"))
    link(OPENALEX, {"2001.07001": [first]})
    assert changed_since(before, everything(client)) == set()
    more = work("2001.07001", [openalex_author("Ada Lovelace", "A5001")], cited_by_count=4, **told)
    link(OPENALEX, {"2001.07001": [more]})
    link(OPENALEX, {"2001.07002": [work("2001.07002", [], title="On engines", reference_ids=("W1",))]})
    assert cited.citations.count() == 1
    assert changed_since(before, everything(client)) <= {
        citing.get_absolute_url(),
        f"/sitemaps/papers-{citing.pk // things.ADDRESSES_A_FILE}.xml",
    }
    assert client.get(cited.get_absolute_url(), headers={"If-None-Match": validator}).status_code == 200


def test_index_takes_four_queries_and_a_file_one_beside_its_validator(client, held):
    held()
    with CaptureQueriesContext(connection) as queries:
        index = read(client.get("/sitemap.xml"))
    assert len(queries) == 5  # its validator, papers, researchers, institutions, lists
    for path in index:
        with CaptureQueriesContext(connection) as queries:
            read(client.get(path))
        assert len(queries) <= 3, path


def test_papers_without_title_and_removed_ones_are_not_listed(client, held):
    kept, untitled, removed, zero = held(), held(), held(categories=("hep-th",), first="1999-01-01"), held(title="0")
    Paper.objects.filter(pk=untitled.pk).update(title="")
    Paper.objects.filter(pk=removed.pk).update(removed_at=removed.changed_at)
    MonthCount.objects.filter(month="1999-01-01").update(papers=0)
    named = {path for entries in all_files(client).values() for path in entries}
    assert {kept.get_absolute_url(), zero.get_absolute_url()} <= named
    assert not named & {untitled.get_absolute_url(), removed.get_absolute_url(), "/papers/1999", "/categories/hep-th"}


@pytest.mark.parametrize(
    "name",
    [
        "papers-7",
        "papers-999999999",
        "dates-0",
        "dates-1",
        "pages-1",
        "pages-00",
        "nothing-0",
        "months-2020",
        "months-999999999",
    ],
)
def test_file_that_would_be_empty_is_not_there(client, name):
    assert client.get(f"/sitemaps/{name}.xml").status_code == 404


def test_empty_site_has_a_valid_sitemap(client):
    assert set(all_files(client)) == {"/sitemaps/pages-0.xml"}


def test_line_of_a_paper_stands_in_its_file(client, held):
    paper = held(arxiv_id="hep-th/9901001", title="A & B <i>")
    name = f"/sitemaps/papers-{paper.pk // things.ADDRESSES_A_FILE}.xml"
    assert sitemap_line(paper).encode() in client.get(name).getvalue()


def test_sitemaps_answer_304_in_one_query(client, held):
    held()
    for path in ["/sitemap.xml", *read(client.get("/sitemap.xml"))]:
        first = client.get(path)
        first.getvalue()
        assert first.headers["Cache-Control"] == "public, max-age=3600, stale-if-error=604800"
        for name, header in (("If-None-Match", "ETag"), ("If-Modified-Since", "Last-Modified")):
            with CaptureQueriesContext(connection) as queries:
                assert client.get(path, headers={name: first.headers[header]}).status_code == 304
            assert len(queries) <= 1


def test_removal_changes_a_files_validator(client, held):
    held(), (gone := held())
    name = f"/sitemaps/papers-{gone.pk // things.ADDRESSES_A_FILE}.xml"
    first = client.get(name)
    first.getvalue()  # a cursor left open would be closed in another test's transaction
    etag = first.headers["ETag"]
    later = datetime(2030, 1, 1, tzinfo=UTC)
    Paper.objects.filter(pk=gone.pk).update(removed_at=later, changed_at=later)
    again = client.get(name, headers={"If-None-Match": etag})
    assert again.status_code == 200
    again.getvalue()


def test_people_with_two_papers_and_places_with_five_are_listed_and_may_be_indexed(client, db, collected_static):
    place, small = make_institution("Institute"), make_institution("Small Institute")
    ada, charles = make_researcher("Ada Lovelace"), make_researcher("Charles Babbage")
    for number in range(5):
        written(ada, at=[place, small] if number == 0 else [place])
    written(charles)
    weave()
    found = {path for name, entries in all_files(client).items() if "papers" not in name for path in entries}
    assert {ada.get_absolute_url(), place.get_absolute_url(), "/researchers", "/institutions"} <= found
    assert not {charles.get_absolute_url(), small.get_absolute_url()} & found
    for path, indexed in ((ada, True), (place, True), (charles, False), (small, False)):
        assert ("X-Robots-Tag" not in client.get(path.get_absolute_url())) is indexed, path


def test_file_is_compressed_while_it_is_sent(client, held):
    paper = held()
    name = f"/sitemaps/papers-{paper.pk // things.ADDRESSES_A_FILE}.xml"
    plain = client.get(name)
    assert plain.streaming
    written_plain = plain.getvalue()
    packed = client.get(name, headers={"Accept-Encoding": "gzip"})
    assert packed.streaming
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.getvalue()) == written_plain
    assert packed.headers["ETag"] == plain.headers["ETag"]
    for answer in (plain, packed):
        assert "Accept-Encoding" in answer.headers["Vary"]

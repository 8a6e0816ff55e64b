"""Sitemaps: by the schema, cut by id range, and all they name answers."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
import xmlschema
from django.db import connection
from django.test.utils import CaptureQueriesContext
from lxml import etree

from papers.models import Paper
from tests.factories import make_institution, make_researcher
from tests.weaving import weave, written
from wovepaper import sitemaps
from wovepaper.sitemaps import sitemap_line

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


def test_files_are_cut_by_id_range_with_the_newest_change_of_each(client, held, monkeypatch):
    monkeypatch.setattr(sitemaps, "ADDRESSES_A_FILE", 10)
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


def test_index_takes_one_query_a_kind_and_a_file_one_beside_its_validator(client, held):
    held()
    with CaptureQueriesContext(connection) as queries:
        index = read(client.get("/sitemap.xml"))
    assert len(queries) == 4
    for path in index:
        with CaptureQueriesContext(connection) as queries:
            read(client.get(path))
        assert len(queries) <= 2, path


def test_everything_named_answers_and_lets_itself_be_indexed(client, held):
    held(categories=("cs.LG", "hep-th"), first="2020-01-15")
    held(categories=("math.OC",), first="2021-11-03")
    named = [path for entries in all_files(client).values() for path in entries]
    wanted = {"/", "/papers", "/about", "/categories/cs", "/categories/hep-th", "/papers/2020/01/15", "/papers/2021"}
    assert wanted <= set(named)
    assert len(named) == len(set(named))
    for path in named:
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert "X-Robots-Tag" not in answer.headers, path
        assert b'content="noindex' not in answer.content, path


def test_papers_without_title_and_removed_ones_are_not_listed(client, held):
    kept, untitled, removed, zero = held(), held(), held(categories=("hep-th",), first="1999-01-01"), held(title="0")
    Paper.objects.filter(pk=untitled.pk).update(title="")
    Paper.objects.filter(pk=removed.pk).update(removed_at=removed.changed_at)
    named = {path for entries in all_files(client).values() for path in entries}
    assert {kept.get_absolute_url(), zero.get_absolute_url()} <= named
    assert not named & {untitled.get_absolute_url(), removed.get_absolute_url(), "/papers/1999", "/categories/hep-th"}


def test_days_months_and_years_carry_the_newest_change_of_their_papers(client, held):
    first, second = held(first="2020-01-15"), held(first="2020-02-01")
    Paper.objects.filter(pk=first.pk).update(changed_at=datetime(2024, 1, 1, tzinfo=UTC))
    Paper.objects.filter(pk=second.pk).update(changed_at=datetime(2024, 6, 1, tzinfo=UTC))
    assert read(client.get("/sitemaps/dates-0.xml")) == {
        "/papers/2020": "2024-06-01T00:00:00Z",
        "/papers/2020/01": "2024-01-01T00:00:00Z",
        "/papers/2020/01/15": "2024-01-01T00:00:00Z",
        "/papers/2020/02": "2024-06-01T00:00:00Z",
        "/papers/2020/02/01": "2024-06-01T00:00:00Z",
    }


@pytest.mark.parametrize("name", ["papers-7", "papers-999999999", "dates-0", "dates-1", "pages-1", "nothing-0"])
def test_file_that_would_be_empty_is_not_there(client, name):
    assert client.get(f"/sitemaps/{name}.xml").status_code == 404


def test_empty_site_has_a_valid_sitemap(client):
    assert set(all_files(client)) == {"/sitemaps/pages-0.xml"}


def test_line_of_a_paper_stands_in_its_file(client, held):
    paper = held(arxiv_id="hep-th/9901001", title="A & B <i>")
    name = f"/sitemaps/papers-{paper.pk // sitemaps.ADDRESSES_A_FILE}.xml"
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
    name = f"/sitemaps/papers-{gone.pk // sitemaps.ADDRESSES_A_FILE}.xml"
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

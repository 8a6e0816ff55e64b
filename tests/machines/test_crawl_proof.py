"""Sitemaps against a walk along all links of a woven site: what may be indexed is named once, nothing else is."""

import re
from collections import Counter
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client
from lxml import etree, html

from harvest.ingest.month_counts import remake
from harvest.summaries import totals
from papers.models import Paper
from researchers.models import Researcher
from tests.factories import make_categories, make_institution, make_institution_name, make_researcher
from tests.weaving import weave, written

pytestmark = pytest.mark.django_db

CLOSED = re.compile(r"/(?:search|suggest|me|accounts|admin|static|api)(?:[/?.]|$)")
ONLY_PAGES = re.compile(r"\?(?:page|after)=[^&]*$")
NEXT_PAGES = re.compile(r"[?&](?:page|after)=")
FILE = re.compile(r"\.(?:xml|atom|json|jsonld|md|csv|bib|ris|pdf|png|txt)$")
MOST_CLICKS, OF_A_KIND = 6, 4


class Walked:
    """Answers by address; `clicks` is how many plain links lead there from home.

    Of files and of links that are not to be followed some of each kind are asked for: those of one folder and form.
    """

    def __init__(self):
        self.client = Client()
        self.answers, self.clicks, self.kinds = {}, {}, Counter()

    def start(self):
        waiting = [("/", 0, True)]
        for address, clicks, plain in waiting:
            if plain:
                self.clicks[address] = min(clicks, self.clicks.get(address, clicks))
            if address in self.answers:
                continue
            if not plain and self.is_known_kind(address):
                continue
            answer = self.answers[address] = self.client.get(address)
            if answer.streaming:
                answer.getvalue()  # or its place among what may be made at once stays taken
            if answer.status_code in (301, 302):
                waiting.append((answer.headers["Location"], clicks, plain))
            elif plain and is_page(answer):
                waiting += [(href, clicks + 1, follow) for href, follow in links(answer, address)]
        return self

    def is_known_kind(self, address):
        path, _, query = address.partition("?")
        form = FILE.findall(path) or re.findall(r"/([a-z]+)$", path)
        kind = (path.split("/")[1], *form, *re.findall(r"(\w+)=", query))
        self.kinds[kind] += 1
        return self.kinds[kind] > OF_A_KIND

    def indexable(self):
        return {a for a, answer in self.answers.items() if is_page(answer) and not is_closed_to_indexes(answer)}


def is_page(answer):
    return answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html")


def is_closed_to_indexes(answer):
    metas = html.fromstring(answer.content).xpath("//meta[@name='robots']/@content")
    return "noindex" in answer.headers.get("X-Robots-Tag", "") or any("noindex" in meta for meta in metas)


def links(answer, address):
    """Addresses of this site that robots.txt opens, without fragments, and whether they are to be followed."""
    for link in html.fromstring(answer.content).xpath("//a[@href] | //link[@rel='alternate' or @rel='search']"):
        href = link.get("href").partition("#")[0].removeprefix(settings.SITE_URL)
        if href.startswith("?"):
            href = urlsplit(address).path + href
        if href.startswith("/") and not href.startswith("//") and not CLOSED.match(href):
            yield (
                href,
                link.tag == "a" and "nofollow" not in link.get("rel", "") and not FILE.search(href.partition("?")[0]),
            )


def named_by_sitemaps(client):
    places = etree.fromstring(client.get("/sitemap.xml").content).findall("{*}sitemap/{*}loc")
    found = []
    for place in places:
        content = client.get(place.text.removeprefix(settings.SITE_URL)).getvalue()
        found += [
            one.text.removeprefix(settings.SITE_URL) for one in etree.fromstring(content).findall("{*}url/{*}loc")
        ]
    return found


@pytest.fixture(scope="module")
def site(django_db_setup, django_db_blocker, collected_static):
    """Papers of some fields and years, a day of two pages; people and places, thin ones too; what is gone or moved."""
    with django_db_blocker.unblock(), transaction.atomic():
        make_categories()
        university = make_institution("University of Examples", country_code="CH", country="Switzerland")
        institute = make_institution("Institute of Tests", parent=university)
        make_institution_name(institute, "IT")
        make_institution("Institution without papers")
        ada, bo, carl = (make_researcher(name) for name in ("Ada Lovelace", "Bo Li", "Carl Friedrich Gauß"))
        make_researcher("Bo Li")
        for number in range(27):
            written(ada, bo, title=f"Weaving, part {number}", day="2021-03-04", at=[institute], cited=number)
        written(
            carl, title="Numbers of $x^2$ & more", day="1999-01-01", categories=("math.NT", "cs.DM"), at=[university]
        )
        written("Nobody Known", "", title="0", day="2019-12-31", categories=("hep-th",), arxiv_id="hep-th/9912001")
        untitled, removed = written(carl, day="2018-01-01"), written(bo, day="2017-05-05", categories=("econ.EM",))
        Paper.objects.filter(pk=untitled.pk).update(title="", slug="")
        Paper.objects.filter(pk=removed.pk).update(removed_at=removed.changed_at)
        hidden, merged = make_researcher("Hidden Person"), make_researcher("A. Lovelace")
        written(hidden, day="2016-02-03"), written(hidden, day="2016-02-03")
        Researcher.objects.filter(pk=hidden.pk).update(hidden_at=hidden.changed_at)
        Researcher.objects.filter(pk=merged.pk).update(merged_into=ada)
        weave()
        remake()
        totals.count()
        yield Walked().start()
        transaction.set_rollback(True)


@pytest.fixture
def named(site):
    return named_by_sitemaps(site.client)


def test_sitemaps_name_every_indexable_page_that_links_lead_to(site, named):
    first_pages = {address for address in site.indexable() if not NEXT_PAGES.search(address)}
    assert first_pages - set(named) == set()
    assert len(first_pages) > 80


def test_sitemaps_name_each_page_once_and_only_what_may_be_indexed(site, named):
    assert [address for address, times in Counter(named).items() if times > 1] == []
    assert [address for address in named if NEXT_PAGES.search(address)] == []
    for address in named:
        answer = site.answers.get(address) or site.client.get(address)
        assert is_page(answer), (address, answer.status_code)
        assert not is_closed_to_indexes(answer), address
        canonical = html.fromstring(answer.content).xpath("//link[@rel='canonical']/@href")
        assert canonical == [settings.SITE_URL + address]


def test_plain_links_lead_to_all_that_sitemaps_name_within_six_clicks(site, named):
    assert {address for address in named if site.clicks.get(address, MOST_CLICKS + 1) > MOST_CLICKS} == set()


def test_pages_not_to_be_indexed_say_so_in_header_and_head_and_files_in_the_header(site):
    for address, answer in site.answers.items():
        if answer.status_code != 200:
            continue
        closed = "noindex" in answer.headers.get("X-Robots-Tag", "")
        if is_page(answer):
            assert closed is is_closed_to_indexes(answer), address
        else:
            assert closed or address == "/robots.txt", address


def test_links_to_a_filtered_or_sorted_list_are_not_to_be_followed(site):
    followed = {
        (address, href)
        for address in site.indexable()  # others are led to by no link that is followed
        for href, follow in links(site.answers[address], address)
        if follow and "?" in href and not ONLY_PAGES.search(href) and not href.startswith("/oai?")
    }
    assert followed == set()


def test_every_indexable_page_is_its_own_canonical_and_no_link_is_broken(site):
    assert {a: answer.status_code for a, answer in site.answers.items() if answer.status_code >= 400} == {}
    for address in site.indexable():
        canonical = html.fromstring(site.answers[address].content).xpath("//link[@rel='canonical']/@href")
        assert canonical == [settings.SITE_URL + address]

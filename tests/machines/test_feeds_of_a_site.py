"""All feeds of a site of 2,000 papers: nothing bozo, equal bytes, ids that stay, links to them from the pages."""

import io
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

import feedparser
import pytest
from django.conf import settings
from django.db import connection, transaction
from django.db.models import DurationField, ExpressionWrapper, F
from django.db.models.functions import Now
from django.test import Client
from lxml import etree, html

from harvest.ingest.batches import ingest_papers
from papers.models import Authorship, Citation, Paper, Version
from search.writer import rebuild
from tests.factories import make_affiliation, make_categories, make_institution, make_researcher
from tests.machines.conftest import record
from tests.weaving import weave

pytestmark = pytest.mark.django_db
SITE = "http://127.0.0.1:8000"
PAPERS = 2_000
TITLES = (
    "On $\\alpha < \\beta$ & friends",
    "]]><b>Bold</b>",
    "\\'Etude du fa\\c{c}onnage",
    'Of "quotes" \x0b',
    "円周率 $\\pi$",
)
CATEGORIES = (("cs.LG",), ("hep-th", "math.AG"), ("cs.CL", "cs.LG"), ("econ.EM",))
DAYS_AGO = ExpressionWrapper(F("id") % 400 * timedelta(days=1), DurationField())
TYPES = {"xml": "application/rss+xml", "atom": "application/atom+xml", "json": "application/feed+json"}


def records():
    first = datetime(2020, 1, 1, tzinfo=UTC)
    for number in range(PAPERS):
        sent = first + timedelta(hours=number)
        yield replace(
            record(
                arxiv_id=f"20{number % 12 + 1:02}.{number + 1:05}",
                title=f"{TITLES[number % len(TITLES)]} {number}",
                abstract=f"We show $x^{{{number}}}$ & <more>.\n\nThen https://example.org/?a=1&b=2.",
                categories=CATEGORIES[number % len(CATEGORIES)],
                versions=[f"{sent:%Y-%m-%d}", f"{sent + timedelta(days=9):%Y-%m-%d}"][: 1 + (number % 3 > 0)],
            )
        )


class Made:
    def __init__(self):
        make_categories()
        made = list(records())
        self.records = {one.arxiv_id: one for one in made}
        ingest_papers(made, source="arxiv")
        # As many days of harvests: or all would be of the last day, and in every feed.
        Paper.objects.update(first_held_at=Now() - DAYS_AGO)
        Version.objects.update(first_held_at=Now() - DAYS_AGO)
        self.papers = list(Paper.objects.order_by("id"))
        self.ada, self.place = make_researcher("Ada Lovelace"), make_institution("Institute & Sons")
        slots = Authorship.objects.filter(position=1, paper__in=self.papers[:300])
        for slot in slots:
            make_affiliation(slot, self.place)
        slots.update(researcher=self.ada, evidence="agreement")
        self.cited = self.papers[0]
        Citation.objects.bulk_create(
            Citation(citing=paper, cited=cited, source="openalex")
            for cited in self.papers[:3]
            for paper in self.papers[10:160]
        )
        weave()
        with connection.cursor() as cursor:
            # As autovacuum does once rows are committed: till then plans are made for what tests before left.
            cursor.execute("ANALYZE")

    @property
    def pages(self):
        return [
            "/papers",
            "/categories/cs.LG",
            "/categories/cs",
            self.cited.get_absolute_url(),
            self.ada.get_absolute_url(),
            self.place.get_absolute_url(),
            "/search?q=friends",
        ]


@pytest.fixture(scope="module")
def site(django_db_setup, django_db_blocker, collected_static, tmp_path_factory):
    home = tmp_path_factory.mktemp("index")
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch, transaction.atomic():
        patch.setattr(settings, "SEARCH_INDEX_DIR", home)
        made = Made()
        rebuild(home)
        yield made
        transaction.set_rollback(True)


@pytest.fixture
def feeds(site, client):
    """Address and type of every feed that pages of each kind name in their heads."""
    found = {}
    for page in site.pages:
        answer = client.get(page)
        assert answer.status_code == 200, page
        tree = html.fromstring(answer.content)
        for link in tree.xpath("//link[@rel='alternate'][contains(@type, 'rss') or contains(@type, 'atom') or "
                               "contains(@type, 'feed')]"):  # fmt: skip
            found[link.get("href").removeprefix(SITE)] = link.get("type")
    return found


def ids(content, media_type):
    """Ids of the items, which are well-formed and valid enough for a reader that minds."""
    if media_type == TYPES["json"]:
        feed = json.loads(content)
        assert feed["version"] == "https://jsonfeed.org/version/1.1"
        return [item["id"] for item in feed["items"]]
    feed = feedparser.parse(io.BytesIO(content))
    assert not feed.bozo, feed.get("bozo_exception")
    return [entry.id for entry in feed.entries]


def test_every_feed_that_pages_name_is_valid_repeats_itself_and_is_of_its_type(site, feeds, client):
    cited, ada, place = (one.get_absolute_url() for one in (site.cited, site.ada, site.place))
    assert {address for address, media_type in feeds.items() if media_type == TYPES["xml"]} == {
        "/rss/latest.xml",
        "/rss/updates.xml",
        *(f"/categories/{code}/{name}.xml" for code in ("cs.LG", "cs") for name in ("feed", "updates")),
        f"{cited}/citations.xml",
        f"{ada}/feed.xml",
        f"{ada}/citations.xml",
        f"{place}/feed.xml",
        "/search.xml?q=friends",
    }
    for address, media_type in feeds.items():
        first, second = client.get(address), Client().get(address)
        assert first.status_code == 200, address
        assert first.headers["Content-Type"].startswith(media_type)
        assert first.content == second.content, address
        assert not first.cookies and "Cookie" not in first.headers.get("Vary", "")
        found = ids(first.content, media_type)
        assert len(found) == len(set(found)) > 0, address
        assert all(one.startswith(f"{SITE}/papers/") for one in found)


def test_the_three_formats_of_a_feed_hold_the_same_items_in_one_order(site, feeds, client):
    by_feed = {}
    for address, media_type in feeds.items():
        path, sign, query = address.partition("?")
        stem = path.partition(".feed.json")[0] if ".feed.json" in path else path.rpartition(".")[0]
        by_feed.setdefault(stem + sign + query, []).append(ids(client.get(address).content, media_type))
    assert len(by_feed) == len(feeds) / 3
    for stem, several in by_feed.items():
        assert len(several) == 3 and several[0] == several[1] == several[2], stem


def test_last_build_date_is_the_newest_change_of_an_item(site, feeds, client):
    long_ago, later = datetime(2024, 1, 1, tzinfo=UTC), datetime(2024, 2, 1, 3, 4, 5, tzinfo=UTC)
    Paper.objects.update(changed_at=long_ago)
    Citation.objects.update(first_told_at=long_ago)
    for address, media_type in feeds.items():
        if media_type != TYPES["xml"]:
            continue
        Paper.objects.update(changed_at=long_ago)
        assert built(client, address) == long_ago, address
        newest = ids(client.get(address).content, media_type)[0].removeprefix(f"{SITE}/papers/").partition("v")[0]
        Paper.objects.filter(arxiv_id=newest).update(changed_at=later)
        assert built(client, address) == later, address


def built(client, address):
    channel = etree.fromstring(client.get(address).content).find("channel")
    return parsedate_to_datetime(channel.findtext("lastBuildDate"))


def test_ids_stay_over_new_versions(site, feeds, client):
    before = {address: set(ids(client.get(address).content, kind)) for address, kind in feeds.items()}
    renewed = [
        replace(
            one,
            title=f"Renamed {number}",
            versions=record(versions=["2020-01-01", "2020-06-01", "2021-01-01"]).versions,
        )
        for number, one in enumerate(site.records.values())
        if number % 3 == 0
    ]
    ingest_papers(renewed, source="arxiv")
    for address, kind in feeds.items():
        if "updates" in address or "search" in address:
            continue
        followed = client.get(address, follow=True)  # the paper's page has another name now
        assert set(ids(followed.content, kind)) == before[address], address
    known = set().union(*(found for address, found in before.items() if "/rss/updates" in address))
    new = set(ids(client.get("/rss/updates.xml").content, TYPES["xml"])) - known
    assert len([one for one in new if one.endswith("v3")]) == len(renewed)

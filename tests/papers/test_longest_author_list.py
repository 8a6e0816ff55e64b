"""The longest author list on record: 5,103 people, stored whole, on a page that is no burden."""

import gzip
import json
from datetime import UTC, datetime

import pytest
from bs4 import BeautifulSoup
from django.core.cache import cache
from django.db import connection

from harvest.ingest.batches import ingest_papers
from harvest.linking.batch import link
from harvest.records import PaperRecord, VersionRecord
from harvest.sources.arxiv.authors import split_authors
from harvest.sources.openalex.works import parse_work
from papers.models import Authorship, Paper
from researchers.models import Researcher
from tests.harvest.outside import OPENALEX, SCHOLAR, scholar_author, work
from tests.machines.conftest import SHARED

pytestmark = pytest.mark.django_db

RECORDED = SHARED / "upstream" / "openalex" / "works-2025-single-incl-5103-authors.jsonl.gz"
ARXIV_ID, AUTHORS = "1503.07589", 5103
LARGEST = 130_000  # bytes, as gzip -6 makes them


@pytest.fixture
def record():
    if not RECORDED.exists():
        pytest.skip("the recorded answers of OpenAlex (../shared/upstream/openalex) are not here")
    with gzip.open(RECORDED, "rb") as lines:
        payloads = [json.loads(line) for line in lines]
    (payload,) = [one for one in payloads if len(one["authorships"]) == AUTHORS]
    return parse_work(payload, whole=True)


@pytest.fixture
def paper(record):
    """As arXiv would list it: by the names printed."""
    printed = ", ".join(author.name for author in record.authors)
    authors = split_authors(printed)
    told = PaperRecord(
        ARXIV_ID, record.title, "A mass is measured.", authors, printed, categories=("hep-ex",),
        versions=(VersionRecord(1, datetime(2015, 3, 26, tzinfo=UTC)),),
    )  # fmt: skip
    assert not ingest_papers((told,), source="arxiv").refused
    return Paper.objects.get(arxiv_id=ARXIV_ID)


def compressed_page(client, paper, django_assert_max_num_queries):
    cache.clear()
    client.get("/about")  # what every page remembers for a minute
    with django_assert_max_num_queries(8):
        content = client.get(paper.get_absolute_url()).content
    return content, len(gzip.compress(content, 6))


def test_every_author_is_stored_in_order(paper, record):
    slots = list(paper.authorships.order_by("position").values_list("position", "printed"))
    assert slots == list(enumerate((author.name for author in record.authors), 1))
    assert paper.author_count == AUTHORS


def test_page_with_every_author_linked_stays_small(
    client, collected_static, paper, record, django_assert_max_num_queries
):
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # the planner believes that a new site stays as small as it is
    link(OPENALEX, {ARXIV_ID: [record]})
    seen = [scholar_author(one.name, str(number)) for number, one in enumerate(record.authors, 10**8)]
    link(SCHOLAR, {ARXIV_ID: [work(ARXIV_ID, seen, SCHOLAR, title=record.title)]})
    linked = paper.authorships.exclude(researcher=None).count()
    assert linked > 0.99 * AUTHORS
    _give_the_rest_researchers(paper)
    content, size = compressed_page(client, paper, django_assert_max_num_queries)
    tree = BeautifulSoup(content, "html.parser")
    assert len(tree.select("ol.authors > li > a[href^='/researchers/']")) == AUTHORS
    assert len(tree.select("meta[name=citation_author]")) == AUTHORS
    assert size < LARGEST
    assert not tree.select(".bibtex")
    assert client.get(f"{paper.get_absolute_url()}.bib").content.count(b" and ") == AUTHORS - 1 + 2  # two in the title


def test_page_of_three_thousand_authors_nobody_of_whom_is_matched_stays_small(
    client, collected_static, paper, django_assert_max_num_queries
):
    Authorship.objects.filter(paper=paper, position__gt=3000).delete()
    content, size = compressed_page(client, paper, django_assert_max_num_queries)
    assert len(BeautifulSoup(content, "html.parser").select("ol.authors > li")) == 3000
    assert size < LARGEST * 3000 / AUTHORS


def _give_the_rest_researchers(paper):
    """Names that several of the list bear stay open in matching."""
    rest = list(paper.authorships.filter(researcher=None))
    made = Researcher.objects.bulk_create(
        Researcher(
            name=slot.printed, slug=f"somebody-{slot.position}", folded=slot.printed, changed_at=paper.changed_at
        )
        for slot in rest
    )
    for slot, researcher in zip(rest, made, strict=True):
        slot.researcher, slot.evidence = researcher, "agreement"
    Authorship.objects.bulk_update(rest, ["researcher", "evidence"])

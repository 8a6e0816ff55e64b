"""Six hundred real papers: each citation file is read back by a parser, each head and item holds together.

`python -m bench.citations` compares every field of ten thousand.
"""

import gzip
import json
import re
from itertools import islice

import pytest
import rispy
from django.template import Context, Template
from lxml import etree
from pybtex.database import parse_string

from harvest.ingest.batches import ingest_papers
from harvest.ingest.held import Detail
from harvest.records import PaperRecord
from harvest.sources.arxiv.snapshot import parse_line
from papers.exports import api_object, bibtex, csl_json, markdown, ris
from papers.models import Paper
from papers.publication import in_order, one_line
from papers.structured_data import citation_tags, coins, paper_graph, paper_links
from papers.woven import woven
from tests.machines.conftest import SHARED, every_value

CORPUS = SHARED / "upstream" / "arxiv" / "papers.jsonl.gz"
PAPERS = 600

pytestmark = pytest.mark.skipif(not CORPUS.exists(), reason=f"the corpus is not at {CORPUS}")


@pytest.fixture
def papers(db):
    with gzip.open(CORPUS, "rb") as lines:
        records = [parse_line(line) for line in islice(lines, PAPERS)]
    ingest_papers([r for r in records if isinstance(r, PaperRecord)], source="arxiv", detail=Detail.SNAPSHOT)
    found = list(woven(Paper.objects.prefetch_related("authorships", "versions").order_by("id")))
    assert len(found) > PAPERS * 0.99
    return found


def test_citation_files_of_real_papers_read_back(papers):
    keys = set()
    for paper in papers:
        authors = in_order(paper.authorships.all())
        written = bibtex(paper)
        (key, entry), *others = parse_string(written, "bibtex").entries.items()
        assert not others
        assert re.fullmatch(r"[a-z0-9]+", key)
        keys.add(key)
        assert entry.fields["eprint"] == paper.arxiv_id
        assert len(entry.persons.get("author", [])) == len(authors)
        for person, author in zip(entry.persons.get("author", []), authors, strict=True):
            if author.given and author.family:
                assert person.first_names and person.last_names, str(person)
        (item,) = rispy.loads(ris(paper))
        assert item["title"] == one_line(paper.title)
        assert len(item.get("authors", [])) == len(authors)
        (item,) = json.loads(csl_json(paper))
        assert item["title"] == one_line(paper.title)
        assert len(item.get("author", [])) == len(authors)
        assert markdown(paper).startswith("# ")
        assert "" not in every_value(api_object(paper))
    assert len(keys) > PAPERS * 0.97


def test_heads_of_real_papers_hold_together(papers):
    template = Template("{% load json_ld %}{% json_ld graph %}")
    for paper in papers:
        tags = citation_tags(paper)
        assert all(value.strip() and "\n" not in value for _, value in tags)
        assert {"citation_title", "citation_publication_date", "citation_doi", "citation_pdf_url"} <= dict(tags).keys()
        script = template.render(Context({"graph": paper_graph(paper)}))
        etree.fromstring(script.replace('type="application/ld+json"', ""))
        assert len(paper_links(paper)) >= 10
        assert coins(paper).isascii()

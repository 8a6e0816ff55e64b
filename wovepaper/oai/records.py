"""A record or its header as XML. A paper that was removed is a header marked as deleted, for ever.

Identifiers are arXiv's own, `oai:arXiv.org:2401.16265`, since the item is: who harvests both sees that it is one.
"""

from lxml import etree

from common.identifiers import parse_arxiv_id
from common.moments import rfc3339
from papers.models import Paper
from wovepaper.oai.elements import add
from wovepaper.oai.formats import Metadata
from wovepaper.oai.sets import specs_of

PREFIX = "oai:arXiv.org:"


def identifier(arxiv_id: str) -> str:
    return PREFIX + arxiv_id


def arxiv_id_in(name: str) -> str | None:
    """The id in an identifier of ours, in that spelling alone."""
    found = parse_arxiv_id(name.removeprefix(PREFIX))
    return found.id if found and identifier(found.id) == name else None


def header(paper: Paper) -> etree._Element:
    element = etree.Element("header", {"status": "deleted"} if paper.removed_at else {})
    add(element, "identifier", identifier(paper.arxiv_id))
    add(element, "datestamp", rfc3339(paper.changed_at))
    for spec in specs_of(paper.category_codes):
        add(element, "setSpec", spec)
    return element


def record(paper: Paper, metadata: Metadata) -> etree._Element:
    element = etree.Element("record")
    element.append(header(paper))
    if not paper.removed_at:
        add(element, "metadata").append(metadata.write(paper))
    return element

"""A paper as `oai_dc`, which every harvester understands: unqualified Dublin Core, text in plain Unicode."""

from lxml import etree

from common.addresses import absolute
from common.identifiers import arxiv_url, doi_url
from papers.models import Paper
from papers.publication import citable_doi, in_order, inverted_name, language
from papers.taxonomy import CATEGORY_BY_CODE
from wovepaper.oai.elements import add, add_known, root

NAMESPACE = "http://www.openarchives.org/OAI/2.0/oai_dc/"
SCHEMA = "http://www.openarchives.org/OAI/2.0/oai_dc.xsd"
DC = "http://purl.org/dc/elements/1.1/"


def dublin_core(paper: Paper) -> etree._Element:
    """Of a paper with its authors."""
    record = root(NAMESPACE, "dc", "oai_dc", SCHEMA, dc=DC)
    add(record, _name("title"), paper.title)
    for author in in_order(paper.authorships.all()):
        add_known(record, _name("creator"), inverted_name(author))
    for code in paper.category_codes:
        known = CATEGORY_BY_CODE.get(code)
        add(record, _name("subject"), f"{known.name} ({code})" if known else code)
    add_known(record, _name("description"), paper.abstract)
    add_known(record, _name("description"), paper.comments)
    days = {paper.first_submitted_at.date(), paper.latest_submitted_at.date()}
    for day in sorted(days):
        add(record, _name("date"), day.isoformat())
    add(record, _name("type"), "text")
    add(record, _name("identifier"), absolute(paper.get_absolute_url()))
    add(record, _name("identifier"), arxiv_url(paper.arxiv_id))
    add(record, _name("identifier"), doi_url(citable_doi(paper)))
    add_known(record, _name("source"), paper.journal_ref)
    add(record, _name("language"), language(paper))
    add_known(record, _name("rights"), paper.license)
    return record


def _name(element: str) -> str:
    return f"{{{DC}}}{element}"

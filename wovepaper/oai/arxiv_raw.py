"""A paper as `arXivRaw`, arXiv's own format, so that what reads arXiv's list reads ours too, wovepaper's harvester
among them. Comments, journal references and submitters have their accents resolved, all else is as arXiv sent it.
"""

from datetime import datetime
from email.utils import format_datetime

from lxml import etree

from papers.models import Paper
from wovepaper.oai.elements import add, add_known, root

NAMESPACE = "http://arxiv.org/OAI/arXivRaw/"
SCHEMA = "http://arxiv.org/OAI/arXivRaw.xsd"


def arxiv_raw(paper: Paper) -> etree._Element:
    """Of a paper with its versions."""
    record = root(NAMESPACE, "arXivRaw", schema=SCHEMA)
    add(record, "id", paper.arxiv_id)
    add_known(record, "submitter", paper.submitter)
    for version in paper.versions.all():
        told = add(record, "version", version=f"v{version.number}")
        add(told, "date", _mail_date(version.submitted_at))
        if version.size_kb is not None:
            add(told, "size", f"{version.size_kb}kb")
        add_known(told, "source_type", version.source_type)
    add(record, "title", paper.title_tex)
    add(record, "authors", paper.authors_printed)
    add(record, "categories", " ".join(paper.category_codes))
    add_known(record, "comments", paper.comments)
    add_known(record, "report-no", paper.report_number)
    add_known(record, "acm-class", paper.acm_class)
    add_known(record, "msc-class", paper.msc_class)
    add_known(record, "journal-ref", paper.journal_ref)
    add_known(record, "doi", " ".join(paper.dois))
    add_known(record, "license", paper.license)
    add(record, "abstract", "" if paper.own_words else _wrapped(paper.abstract_tex))
    return record


def _mail_date(moment: datetime) -> str:
    return format_datetime(moment, usegmt=True)


def _wrapped(abstract: str) -> str:
    """Paragraphs as arXiv parts them: a line that begins with blanks."""
    return abstract.replace("\n\n", "\n  ")

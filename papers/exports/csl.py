"""CSL-JSON for one paper: an array with one item, as citation processors read it."""

import json
from typing import Any

from common.addresses import absolute
from common.identifiers import arxiv_url
from papers.exports.keys import citation_key
from papers.journal_refs import Container
from papers.models import Authorship, Paper
from papers.publication import citable_doi, in_order, language, one_line, publication, publication_date


def csl_json(paper: Paper) -> str:
    return json.dumps([csl_item(paper)], ensure_ascii=False, indent=1) + "\n"


def csl_item(paper: Paper) -> dict[str, Any]:
    """No empty values."""
    published = publication(paper)
    ref = published.ref if published else None
    when = publication_date(paper, published)
    parts = [when.day.year, when.day.month, when.day.day] if when.day else [when.year]
    item: dict[str, Any] = {
        "id": citation_key(paper),
        "type": "article",
        "title": one_line(paper.title),
        "author": [_name(author) for author in in_order(paper.authorships.all())],
        "issued": {"date-parts": [parts]},
        "abstract": "" if paper.own_words else paper.abstract,
        "language": language(paper),
        "DOI": citable_doi(paper),
        "URL": arxiv_url(paper.arxiv_id),
        "archive": "arXiv",
        "archive_location": f"arXiv:{paper.arxiv_id}",
        "source": absolute(paper.get_absolute_url()),
    }
    if published:
        conference = ref and ref.container is Container.CONFERENCE
        item["type"] = "paper-conference" if conference else "article-journal"
        item["note"] = published.note
    else:
        item |= {"genre": "preprint", "publisher": "arXiv", "number": f"arXiv:{paper.arxiv_id}"}
    if ref:
        item |= {
            "container-title": ref.name,
            "volume": ref.volume,
            "issue": ref.issue,
            "page": "-".join(page for page in (ref.first_page, ref.last_page) if page),
        }
    return {key: value for key, value in item.items() if value}


def _name(author: Authorship) -> dict[str, str]:
    if author.kind == Authorship.Kind.GROUP or not author.family:
        return {"literal": one_line(author.printed)}
    parts = {"family": author.family, "given": author.given, "suffix": author.suffix}
    return {key: one_line(value) for key, value in parts.items() if value}

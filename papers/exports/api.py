"""The API's object of a paper: what `PAGE.json` answers.

Times are RFC 3339 in UTC, null stands for unknown, ids are full addresses, nothing is an empty string.
"""

from datetime import UTC, datetime
from typing import Any

from common.addresses import absolute
from common.identifiers import arxiv_doi, arxiv_pdf_url, arxiv_url, doi_url
from papers.models import Authorship, Paper, Version
from papers.publication import citable_doi, language, publication
from papers.taxonomy import CATEGORY_BY_CODE


def api_object(paper: Paper) -> dict[str, Any]:
    published = publication(paper)
    ref = published.ref if published else None
    description = paper.abstract or None
    return {
        "id": absolute(paper.id_path),
        "url": absolute(paper.get_absolute_url()),
        "arxiv_id": paper.arxiv_id,
        "arxiv_url": arxiv_url(paper.arxiv_id),
        "pdf_url": arxiv_pdf_url(paper.arxiv_id),
        "doi": doi_url(citable_doi(paper)),
        "publisher_dois": [doi_url(doi) for doi in paper.dois],
        "arxiv_doi": doi_url(arxiv_doi(paper.arxiv_id)),
        "title": paper.title,
        "title_tex": paper.title_tex,
        "abstract": None if paper.own_words else description,
        "abstract_tex": None if paper.own_words else paper.abstract_tex or None,
        "description": description if paper.own_words else None,
        "language": language(paper),
        "authors": [_author(author) for author in paper.authorships.all()],
        "author_count": paper.author_count,
        "categories": [_category(code) for code in paper.category_codes],
        "status": "published" if published else "preprint",
        "withdrawn": paper.withdrawn,
        "journal_ref": paper.journal_ref or None,
        "published_in": None
        if ref is None
        else {
            "kind": str(ref.container),
            "name": ref.name,
            "year": ref.year,
            "volume": ref.volume or None,
            "issue": ref.issue or None,
            "first_page": ref.first_page or None,
            "last_page": ref.last_page or None,
        },
        "comments": paper.comments or None,
        "report_number": paper.report_number or None,
        "msc_class": paper.msc_class or None,
        "acm_class": paper.acm_class or None,
        "license": paper.license or None,
        "submitter": paper.submitter or None,
        "first_submitted_at": rfc3339(paper.first_submitted_at),
        "latest_submitted_at": rfc3339(paper.latest_submitted_at),
        "latest_version": paper.latest_version,
        "versions": [_version(version) for version in paper.versions.all()],
        "changed_at": rfc3339(paper.changed_at),
    }


def rfc3339(when: datetime) -> str:
    return when.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _author(author: Authorship) -> dict[str, Any]:
    return {
        "position": author.position,
        "kind": author.kind,
        "name": author.printed,
        "given": author.given or None,
        "family": author.family or None,
        "suffix": author.suffix or None,
        "affiliations": author.affiliations,
    }


def _category(code: str) -> dict[str, Any]:
    known = CATEGORY_BY_CODE.get(code)
    return {"id": absolute(f"/categories/{code}"), "code": code, "name": known.name if known else None}


def _version(version: Version) -> dict[str, Any]:
    return {
        "number": version.number,
        "submitted_at": rfc3339(version.submitted_at),
        "size_kb": version.size_kb,
        "changes": version.changes,
    }

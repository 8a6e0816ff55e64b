"""The API's object of a paper: what `PAGE.json` answers.

Times are RFC 3339 in UTC, null stands for unknown, ids are full addresses, nothing is an empty string.
"""

from typing import Annotated, Literal, NotRequired, TypedDict

from common.addresses import absolute
from common.identifiers import arxiv_doi, arxiv_pdf_url, arxiv_url, doi_url
from common.json_schema import About, Address, Moment
from common.moments import rfc3339
from papers.journal_refs import Container
from papers.models import Authorship, Paper, Version
from papers.printed_places import affiliations_of
from papers.publication import citable_doi, language, publication
from papers.taxonomy import CATEGORY_BY_CODE


class CategoryName(TypedDict):
    """A category or archive of arXiv."""

    id: Address
    code: Annotated[str, About(example="cs.LG")]
    name: str | None


Evidence = Literal["curator", "orcid", "agreement", "one-source"]


class Author(TypedDict):
    """An entry of the author list, as printed."""

    position: Annotated[int, About("From 1.")]
    kind: Literal["person", "group"]
    name: str
    given: str | None
    family: str | None
    suffix: str | None
    affiliations: Annotated[list[str], About("As printed on this paper, then as sources tell it.")]
    researcher: NotRequired[Annotated[Address | None, About("Whom the entry was matched to.")]]
    evidence: NotRequired[Annotated[Evidence | None, About("Why: the strongest evidence of the match.")]]


class PublishedIn(TypedDict):
    """Where it was published, told only where its parts are sure."""

    kind: Literal["journal", "conference"]
    name: str
    year: int
    volume: str | None
    issue: str | None
    first_page: str | None
    last_page: str | None


class PaperVersion(TypedDict):
    """A version, and which fields changed with it as far as this site saw both."""

    number: int
    submitted_at: Moment
    size_kb: int | None
    changes: list[str]


class PaperObject(TypedDict):
    """A paper as arXiv tells it."""

    id: Annotated[Address, About("Never changes; leads to `url`.")]
    url: Annotated[Address, About("The page here.")]
    arxiv_id: Annotated[str, About(example="2401.16265")]
    arxiv_url: Address
    pdf_url: Address
    doi: Annotated[Address, About("The publisher's where there is one, else arXiv's own.")]
    publisher_dois: list[Address]
    arxiv_doi: Address
    title: Annotated[str, About("In plain Unicode.")]
    title_tex: Annotated[str, About("In the source's TeX.")]
    abstract: str | None
    abstract_tex: str | None
    description: Annotated[str | None, About("This site's own words, where they stand in place of the abstract.")]
    language: Annotated[str, About(example="en")]
    authors: list[Author]
    author_count: int
    categories: Annotated[list[CategoryName], About("The primary one first.")]
    status: Literal["published", "preprint"]
    withdrawn: bool
    journal_ref: Annotated[str | None, About("As printed.")]
    published_in: PublishedIn | None
    comments: str | None
    report_number: str | None
    msc_class: str | None
    acm_class: str | None
    license: str | None
    submitter: str | None
    first_submitted_at: Moment
    latest_submitted_at: Moment
    latest_version: int
    versions: list[PaperVersion]
    changed_at: Annotated[Moment, About("When a fact of the page last changed.")]


def api_object(paper: Paper) -> PaperObject:
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
            "kind": "conference" if ref.container is Container.CONFERENCE else "journal",
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


def _author(author: Authorship) -> Author:
    return {
        "position": author.position,
        "kind": "group" if author.kind == Authorship.Kind.GROUP else "person",
        "name": author.printed,
        "given": author.given or None,
        "family": author.family or None,
        "suffix": author.suffix or None,
        "affiliations": affiliations_of(author),
    }


def _category(code: str) -> CategoryName:
    known = CATEGORY_BY_CODE.get(code)
    return {"id": absolute(f"/categories/{code}"), "code": code, "name": known.name if known else None}


def _version(version: Version) -> PaperVersion:
    return {
        "number": version.number,
        "submitted_at": rfc3339(version.submitted_at),
        "size_kb": version.size_kb,
        "changes": version.changes,
    }

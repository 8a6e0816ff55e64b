"""The `citation_*` tags of a paper's page, as search engines and reference managers read them: pairs, in order."""

from common.addresses import absolute
from common.identifiers import arxiv_url, doi_url
from papers.journal_refs import Container
from papers.models import Authorship, Paper
from papers.printed_places import affiliations_of
from papers.publication import (
    Publication,
    citable_doi,
    in_order,
    inverted_name,
    language,
    one_line,
    publication,
    publication_date,
)
from papers.taxonomy import CATEGORY_BY_CODE


def citation_tags(paper: Paper) -> list[tuple[str, str]]:
    """(name, content) of each `<meta>`; a tag whose value is unknown is left out. Never both kinds of publication."""
    published = publication(paper)
    pairs = [
        ("citation_title", one_line(paper.title)),
        *_authors(in_order(paper.authorships.all())),
        ("citation_publication_date", publication_date(paper, published).written("/")),
        ("citation_online_date", paper.latest_submitted_at.strftime("%Y/%m/%d")),
        ("citation_abstract", "" if paper.own_words else one_line(paper.abstract)),
        ("citation_language", language(paper)),
        ("citation_keywords", "; ".join(_keyword(code) for code in paper.category_codes)),
        ("citation_doi", citable_doi(paper)),
        ("citation_pdf_url", f"{absolute(paper.get_absolute_url())}.pdf"),
        ("citation_public_url", doi_url(paper.doi) if paper.doi else arxiv_url(paper.arxiv_id)),
        *(_published(published) if published else _preprint(paper)),
    ]
    return [(name, content) for name, content in pairs if content]


def _authors(authors: list[Authorship]) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for author in authors:
        name = inverted_name(author)
        # Reference managers part a sole author at the comma where blanks on both sides make it look like two.
        if len(authors) == 1 and all(" " in part.strip() for part in name.split(",", 1)) and "," in name:
            name += ";"
        pairs.append(("citation_author", name))
        pairs += [("citation_author_institution", one_line(affiliation)) for affiliation in affiliations_of(author)]
    return pairs


def _preprint(paper: Paper) -> list[tuple[str, str]]:
    return [
        ("citation_publisher", "arXiv"),
        ("citation_technical_report_number", f"arXiv:{paper.arxiv_id}"),
        ("citation_arxiv_id", paper.arxiv_id),
        ("DC.type", "preprint"),
    ]


def _published(published: Publication) -> list[tuple[str, str]]:
    ref = published.ref
    if ref is None:
        return []
    container = "conference" if ref.container is Container.CONFERENCE else "journal"
    return [
        (f"citation_{container}_title", ref.name),
        ("citation_volume", ref.volume),
        ("citation_issue", ref.issue),
        ("citation_firstpage", ref.first_page),
        ("citation_lastpage", ref.last_page),
    ]


def _keyword(code: str) -> str:
    known = CATEGORY_BY_CODE.get(code)
    return known.name if known else code

"""A paper as JSON-LD: a ScholarlyArticle with its authors, and the way to its page."""

from collections import Counter
from collections.abc import Iterable, Iterator

from django.urls import reverse

from common.addresses import absolute
from common.identifiers import arxiv_doi, arxiv_url, doi_url, orcid_url
from common.outside_ids import OutsideId
from common.slugs import slug
from common.structured_data import Crumb, Node, breadcrumb, collection, graph, summary
from papers.journal_refs import Container
from papers.licences import licence
from papers.models import Authorship, Paper
from papers.printed_places import affiliations_of, places_of
from papers.publication import Publication, in_order, language, one_line, publication, publication_date
from papers.taxonomy import CATEGORY_BY_CODE
from papers.woven import cited, outside_ids
from researchers.models import Researcher

MOST_AUTHORS = 200
METADATA_LICENCE = "https://creativecommons.org/publicdomain/zero/1.0/"  # arXiv's, for its metadata


def paper_graph(paper: Paper) -> Node:
    """The whole script of a paper's page."""
    code = paper.primary_category
    page = paper.get_absolute_url()
    crumbs = [("Papers", "/papers"), (code, f"/categories/{code}"), (paper.title, page)]
    return graph(paper_node(paper), breadcrumb(page, crumbs))


def paper_list_graph(
    page: str, name: str, description: str, papers: Iterable[Paper], crumbs: list[Crumb], start: int = 1
) -> Node:
    """The whole script of a list of papers: the rows shown, by title and address."""
    rows = [(paper.title, paper.get_absolute_url()) for paper in papers]
    return graph(collection(page, name, description, rows, start), breadcrumb(page, crumbs))


def paper_node(paper: Paper) -> Node:
    """Facts come from arXiv; this site only passes them on, and says so in `sd…`."""
    thing = absolute(paper.id_path)
    page = absolute(paper.get_absolute_url())
    published = publication(paper)
    text = one_line(paper.abstract)
    return {
        "@type": "ScholarlyArticle",
        "@id": f"{thing}#paper",
        "url": page,
        "mainEntityOfPage": page,
        "name": one_line(paper.title),
        "headline": summary(paper.title, 110),
        ("description" if paper.own_words else "abstract"): text,
        "datePublished": publication_date(paper, published).written("-"),
        "dateModified": paper.latest_submitted_at.date().isoformat(),
        "inLanguage": language(paper),
        "author": _authors(paper, thing),
        "identifier": _identifiers(paper, thing),
        "sameAs": [
            arxiv_url(paper.arxiv_id),
            *(doi_url(doi) for doi in paper.dois),
            *(one.url for one in outside_ids(paper)),
        ],
        "about": [category_term(code) for code in paper.category_codes],
        "license": licence(paper.license).url,
        "isAccessibleForFree": True,
        "encoding": {
            "@type": "MediaObject",
            "@id": f"{page}.pdf",
            "contentUrl": f"{page}.pdf",
            "encodingFormat": "application/pdf",
        },
        **(_published(published, thing) if published else {}),
        "citation": [
            {
                "@type": "ScholarlyArticle",
                "@id": f"{absolute(one.id_path)}#paper",
                "name": one_line(one.title),
                "url": absolute(one.get_absolute_url()),
            }
            for one in cited(paper)
        ],
        "creativeWorkStatus": "Withdrawn" if paper.withdrawn else "" if published else "Preprint",
        "sdPublisher": {"@id": absolute("/#organization")},
        "sdDatePublished": paper.changed_at.date().isoformat(),
        "sdLicense": METADATA_LICENCE,
    }


def _authors(paper: Paper, thing: str) -> list[Node]:
    """In order; a person of this site once, by the id of their own page, however often they are in the list."""
    seen: set[int] = set()
    nodes = []
    for author in in_order(paper.authorships.all())[:MOST_AUTHORS]:
        known = author.researcher
        if known is not None and (known.hidden_at or known.pk in seen):
            known = None
        if known is not None:
            seen.add(known.pk)
        nodes.append(_author(author, thing, known))
    return nodes


def _author(author: Authorship, thing: str, known: Researcher | None) -> Node:
    group = author.kind == Authorship.Kind.GROUP
    here = f"{thing}#author-{author.position}"
    orcid = author.orcid or (known.orcid if known else "") or ""
    return {
        "@type": "Organization" if group else "Person",
        "@id": f"{absolute(reverse('researcher', args=[known.pk]))}#person" if known else here,
        "name": one_line(author.printed),
        "givenName": "" if group else one_line(author.given),
        "familyName": "" if group else one_line(author.family),
        "honorificSuffix": "" if group else author.suffix,
        "url": absolute(known.get_absolute_url()) if known else "",
        "sameAs": orcid_url(orcid) if orcid else "",
        "affiliation": _affiliations(author, here),
    }


def _affiliations(author: Authorship, here: str) -> list[Node]:
    """The institutions found in what is printed, each once; what none was found in, as printed."""
    found = {place.institution: place for place in places_of(author) if place.institution}
    read = {place.text or place.name for place in places_of(author) if place.institution}
    printed = affiliations_of(author)
    nodes: list[Node] = [
        {
            "@type": "Organization",
            "@id": f"{absolute(reverse('institution', args=[one]))}#organization",
            "name": place.name,
            "url": absolute(reverse("institution", args=[place.key])),
        }
        for one, place in found.items()
    ]
    return nodes + [
        {"@type": "Organization", "@id": f"{here}-affiliation-{number}", "name": one_line(text)}
        for number, text in enumerate(printed, 1)
        if text not in read
    ]


def _identifiers(paper: Paper, thing: str) -> list[Node]:
    doi = arxiv_doi(paper.arxiv_id)
    values = [
        ("arxiv", "arXiv", paper.arxiv_id, arxiv_url(paper.arxiv_id)),
        ("arxiv-doi", "DOI", doi, doi_url(doi)),
        *(
            (f"doi-{number}" if number > 1 else "doi", "DOI", doi, doi_url(doi))
            for number, doi in enumerate(paper.dois, 1)
        ),
        *(
            (f"{slug(one.source)}-{number}" if number > 1 else slug(one.source), one.source, one.id, one.url)
            for number, one in _numbered(outside_ids(paper))
        ),
    ]
    return [
        {"@type": "PropertyValue", "@id": f"{thing}#{key}", "propertyID": kind, "value": value, "url": url}
        for key, kind, value, url in values
    ]


def _numbered(ids: Iterable[OutsideId]) -> Iterator[tuple[int, OutsideId]]:
    """Each with its place among those of its source."""
    seen: Counter[str] = Counter()
    for one in ids:
        seen[one.source] += 1
        yield seen[one.source], one


def category_term(code: str) -> Node:
    known = CATEGORY_BY_CODE.get(code)
    address = absolute(f"/categories/{code}")
    return {
        "@type": "DefinedTerm",
        "@id": f"{address}#term",
        "termCode": code,
        "name": known.name if known else code,
        "url": address,
        "inDefinedTermSet": "https://arxiv.org/category_taxonomy",
    }


def _published(published: Publication, thing: str) -> Node:
    ref = published.ref
    if ref is None:
        return {}
    container = {"@type": "Periodical", "@id": f"{thing}#container", "name": ref.name}
    if ref.container is Container.CONFERENCE:
        container["@type"] = "Book"
    volume = {
        "@type": "PublicationVolume",
        "@id": f"{thing}#volume",
        "volumeNumber": ref.volume,
        "isPartOf": {"@id": f"{thing}#container"},
    }
    return {
        "isPartOf": [container, volume] if ref.volume else container,
        "pageStart": ref.first_page,
        "pageEnd": ref.last_page,
    }

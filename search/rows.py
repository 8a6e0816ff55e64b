"""A page's rows: each paper with the words found marked, and why it is there. Pure but for the papers it is given."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from html import escape
from operator import itemgetter

from django.utils.safestring import SafeString, mark_safe

from papers.models import Paper
from search.answers import SearchRequest
from search.links import why_address
from search.marking import Flat, Span, flatten, marked, teaser
from search.query import Field, ParsedQuery
from search.wanted import Sought, Wanted, names_in, wanted

Places = dict[Sought, list[Span]]


@dataclass(frozen=True, slots=True)
class Row:
    """`why` says what was found; where only meaning found it, with a link to what is close in it."""

    paper: Paper
    title: SafeString
    teaser: SafeString
    why: SafeString


def rows(request: SearchRequest, papers: Iterable[Paper], additions: Collection[int] = ()) -> list[Row]:
    looked_for = wanted(request.query)
    return [_row(request, looked_for, paper, paper.id in additions) for paper in papers]


def _row(request: SearchRequest, looked_for: Wanted, paper: Paper, is_addition: bool) -> Row:
    title, abstract = flatten(paper.title_html or escape(paper.title)), flatten(_abstract(paper))
    in_title, in_abstract = _found(looked_for, title, abstract)
    if is_addition:
        why = _close(why_address(request, paper.arxiv_id))
    else:
        why = _why(request.query.text.lower(), in_title, in_abstract, _names(request.query, paper))
    return Row(paper, marked(title, _spans(in_title)), teaser(abstract, _spans(in_abstract)), why)


def _abstract(paper: Paper) -> str:
    return paper.abstract_html or escape(paper.abstract)


def _found(looked_for: Wanted, title: Flat, abstract: Flat) -> tuple[Places, Places]:
    """Where no phrase stands as it was typed, its words one by one."""
    if not looked_for:
        return {}, {}
    in_title, in_abstract = looked_for.places(title.text), looked_for.places(abstract.text)
    missing = tuple(one for one in looked_for.phrases if one not in in_title and one not in in_abstract)
    if missing:
        apart = looked_for.apart(missing)
        in_title |= apart.places(title.text)
        in_abstract |= apart.places(abstract.text)
    return (
        {one: spans for one, spans in in_title.items() if one.in_title},
        {one: spans for one, spans in in_abstract.items() if one.in_abstract},
    )


def _spans(places: Places) -> list[Span]:
    """In order, none over another."""
    spans: list[Span] = []
    for span in sorted((span for found in places.values() for span in found), key=itemgetter(0)):
        if not spans or span[0] >= spans[-1][1]:
            spans.append(span)
    return spans


def _names(query: ParsedQuery, paper: Paper) -> list[str]:
    """Words of the query that are names in the row's byline."""
    terms = [
        term
        for clause in query.clauses
        for term in clause
        if term.field in (Field.AUTHOR, Field.FIRST_AUTHOR, Field.ANY)
    ]
    printed = [author.printed for author in getattr(paper, "byline", ())]
    return names_in([term.text for term in terms], printed)


def _close(href: str) -> SafeString:
    return mark_safe(f'<b>close in meaning</b>, <a data-why rel="nofollow" href="{escape(href)}">why</a>')  # noqa: S308


def _why(query: str, in_title: Places, in_abstract: Places, names: list[str]) -> SafeString:
    """`found dram, latency in title`; in the order of the query, each word at the first of its places."""

    def in_query(one: Sought) -> int:
        return query.find(one.typed.lower())

    title = [one.typed for one in sorted(in_title, key=in_query)]
    abstract = [one.typed for one in sorted(in_abstract, key=in_query) if one.typed not in title]
    authors = [name for name in names if name not in title and name not in abstract]
    parts = [*_part(title, "title"), *_part(abstract, "abstract"), *_part(authors, "authors")]
    return mark_safe(f"found {'; '.join(parts)}" if parts else "")  # noqa: S308 - words are escaped


def _part(words: list[str], place: str) -> Iterator[str]:
    if words:
        yield f"{', '.join(f'<b>{escape(word, quote=False)}</b>' for word in words)} in {place}"

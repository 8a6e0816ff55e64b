"""Filters that turn what a source wrote about a paper into HTML. The only places that mark text as safe say why."""

import re
from html import escape

from django import template
from django.urls import reverse
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from papers.author_list import ListedAuthor
from papers.bylines import Signed
from papers.evidence import WEAK
from papers.exports.markdown import escaped
from papers.models import Authorship, Paper
from papers.oeuvre import SOURCES, count_to_show
from papers.printed_places import ListedAffiliation, PrintedPlace, parts_with_links
from papers.taxonomy import CATEGORIES, CATEGORY_BY_CODE

register = template.Library()

_SURE, _GUESS = '<a href="{}">{}</a>', '<a class="guess" href="{}">{}</a>'

_DIVIDED = {category.archive for category in CATEGORIES if "." in category.code}

_ADDRESS = re.compile(r"https?://[^\s<>\"{}|\\^`]{4,500}", re.IGNORECASE)


@register.filter
def title_html(paper: Paper) -> SafeString:
    """The title with MathML: made by `common.tex`, which escapes."""
    return mark_safe(paper.title_html) if paper.title_html else conditional_escape(paper.title)  # noqa: S308


@register.filter
def abstract_html(paper: Paper) -> SafeString:
    """The abstract as paragraphs with MathML: made by `common.tex`, which escapes."""
    return mark_safe(paper.abstract_html)  # noqa: S308


@register.filter
def id_html(paper: Paper) -> SafeString:
    """The arXiv id; an old one may break after its slash, and only there."""
    archive, slash, number = paper.arxiv_id.partition("/")
    if not slash:
        return mark_safe(f'<span class="id">{escape(paper.arxiv_id)}</span>')  # noqa: S308
    return format_html(
        '<span class="id"><span class="nb">{}/</span><wbr><span class="nb">{}</span></span>', archive, number
    )


@register.filter
def byline(paper: Paper) -> SafeString:
    """The first authors, linked where matched, and how many more; needs `for_rows()`, or `byline_names`."""
    names = getattr(paper, "byline_names", None)
    if names is None:
        names = [author_link(author) for author in paper.byline]  # type: ignore[attr-defined]
    text = ", ".join(map(conditional_escape, names))
    more = paper.author_count - len(names)
    return mark_safe(f'{text} <span class="quiet">and {more:,} more</span>' if more > 0 else text)  # noqa: S308


@register.filter
def author_link(author: Authorship | Signed) -> SafeString:
    """The name as printed, a link to the researcher where the slot is matched; dotted where the evidence is weak."""
    researcher = author.researcher
    if researcher is None or researcher.hidden_at:
        return conditional_escape(author.printed)
    form = _GUESS if author.evidence in WEAK else _SURE
    # Not by `format_html`: a list has a hundred of them, which took a twelfth of its time.
    return mark_safe(form.format(escape(researcher.get_absolute_url()), escape(author.printed)))  # noqa: S308


@register.filter
def cited_by(paper: Paper) -> str:
    """`cited by 74, by OpenAlex`; empty where no source counts; needs `for_rows()`."""
    counted = count_to_show(getattr(paper, "works", ()))
    if not counted or not counted["cited_by_count"]:
        return ""
    return f"cited by {counted['cited_by_count']:,}, by {SOURCES[counted['source']]}"


@register.filter
def category_name(code: str) -> str:
    known = CATEGORY_BY_CODE.get(code)
    return known.name if known else code


@register.filter
def is_divided(code: str) -> bool:
    """Whether the code is an archive with categories below it, so that a search for it finds more than it alone."""
    return code in _DIVIDED


@register.filter
def author_items(authors: list[ListedAuthor], more: list[ListedAuthor] | None = None) -> SafeString:
    """Items of a list of authors with the numbers of their affiliations, parted by commas; `more` follow elsewhere."""
    last = len(authors) - 1
    return format_html_join(
        "",
        "<li{}>{}{}{}</li>",
        (
            (
                _evidence(author),
                listed_name(author),
                _numbers(author.numbers),
                "," if place < last or more else "",
            )
            for place, author in enumerate(authors)
        ),
    )


@register.filter
def listed_name(author: ListedAuthor) -> SafeString:
    """The name as printed, a link where it is matched."""
    if not author.href:
        return format_html("<span>{}</span>", author.printed)
    return format_html(_GUESS if author.guess else _SURE, author.href, author.printed)


@register.filter
def affiliation_html(affiliation: ListedAffiliation) -> SafeString:
    """As printed, with links to the institutions found in it; those that it names in other words follow."""
    parts, others = parts_with_links(affiliation)
    text = format_html_join("", "{}", ((_place_link(part, place) if place else part,) for part, place in parts))
    if not others:
        return text
    return format_html(
        '{} <span class="fine">that is {}</span>',
        text,
        format_html_join(", ", "{}", ((_place_link(place.name, place),) for place in others)),
    )


@register.filter
def markdown_text(text: str) -> str:
    """Text that stays text in Markdown."""
    return escaped(text)


@register.filter
def linked(text: str) -> SafeString:
    """Text with its web addresses as links. Not `urlize`, which is slow on hostile text."""
    parts, end = [], 0
    for match in _ADDRESS.finditer(text):
        address = _without_stop(match[0])
        parts.append((text[end : match.start()], address))
        end = match.start() + len(address)
    links = format_html_join(
        "",
        '{}<a href="{}" rel="nofollow noopener ugc">{}</a>',
        ((before, address, address) for before, address in parts),
    )
    return links + conditional_escape(text[end:])


def _evidence(author: ListedAuthor) -> SafeString | str:
    return format_html(' data-evidence="{}"', author.evidence) if author.href else ""


def _place_link(text: str, place: PrintedPlace) -> SafeString:
    return format_html('<a href="{}">{}</a>', reverse("institution", args=[place.key]), text)


def _numbers(numbers: tuple[int, ...]) -> SafeString | str:
    return format_html("<sup>{}</sup>", ",".join(map(str, sorted(numbers)))) if numbers else ""


def _without_stop(address: str) -> str:
    """Cut what ends the sentence rather than the address, a bracket that opened before it included."""
    address = address.rstrip(".,;:!?'*")
    for opened, closed in ("()", "[]"):
        if address.endswith(closed) and opened not in address:
            address = address.rstrip(closed + ".,;:")
    return address

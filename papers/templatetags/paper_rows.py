"""A row of a list of papers. Made here, since a template takes five times as long and a list shows 24 of them.

Whatever a source wrote is escaped here, but for what `common.tex` made.
"""

from datetime import datetime, time
from functools import lru_cache
from html import escape
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from papers.evidence import Why
from papers.models import Paper
from papers.structured_data import coins
from papers.templatetags.paper_text import abstract_html, byline, cited_by, id_html, title_html

register = template.Library()

ABSTRACT_SHOWN = 400
TWO_LINES = 150  # letters; what is longer unfolds
MOST_TYPESET = 20_000  # signs of HTML; a longer abstract unfolds as plain text, for the sake of the page

MIDNIGHT = time()

_ROW = (
    '<article class="row{mark}" data-paper="{id}">\n'
    '<p class="row__when">{when}{shown_id}</p>\n'
    '<div class="row__body">{alarm}<h3 class="row__title"><a href="{href}">{title}</a></h3>\n'
    '<p class="row__by">{byline}</p>\n'
    "{abstract}"
    '<div class="row__foot"><span>{codes}</span>{foot}</div><span class="Z3988" title="{coins}"></span></div></article>'
)
_UNFOLD = (
    '<summary><span class="closed">more</span><span class="opened">less</span>'
    '<span class="hidden"> of the abstract</span></summary>'
)


@register.simple_tag
def paper_row(
    paper: Paper,
    title: SafeString | str = "",
    teaser: SafeString | str = "",
    why: SafeString | str = "",
    evidence: Why | str = "",
    of: str = "",
    of_day: bool = False,
) -> SafeString:
    """Of a paper from `for_rows()`.

    `title` and `teaser` are safe HTML in place of its own, `why` says why it was found; `evidence` why it is given to
    the person called `of`. On the page of a day (`of_day`) the hour stands in place of the date.
    """
    shown = teaser or escape(_cut(paper.abstract), quote=False)
    when = paper.first_submitted_at
    row = _ROW.format(
        mark=" row--withdrawn" if paper.withdrawn else "",
        when=_hour(when) if of_day else f'<time datetime="{when:%Y-%m-%d}">{when.day} {when:%b %Y}</time>',
        id=escape(paper.arxiv_id),
        shown_id=id_html(paper),
        alarm='<p class="row__alarm">Withdrawn</p>' if paper.withdrawn else "",
        href=escape(paper.get_absolute_url()),
        title=title or title_html(paper),
        byline=byline(paper),
        abstract=_abstract(paper, shown),
        codes="".join(map(_code, paper.category_codes)),
        foot="".join(_foot(paper, why, evidence, of)),
        coins=escape(coins(paper)),
    )
    return mark_safe(row)  # noqa: S308 - each part is escaped or safe


def _abstract(paper: Paper, shown: str) -> str:
    """Two lines of it; the whole unfolds in place, without scripts too."""
    if not shown:
        return ""
    teaser = f'<p class="row__abstract">{shown}</p>'
    if len(paper.abstract) <= TWO_LINES:
        return f"{teaser}\n"
    whole = f'<div class="unfold__whole">{_whole(paper)}</div>'
    return f'<div class="unfold">{teaser}<details>{_UNFOLD}{whole}</details></div>\n'


def _whole(paper: Paper) -> str:
    """With its formulas, as on its own page."""
    if 0 < len(paper.abstract_html) <= MOST_TYPESET:
        return abstract_html(paper)
    return f"<p>{escape(paper.abstract, quote=False)}</p>"


def _hour(when: datetime) -> str:
    """Nothing at midnight: then the day alone is known."""
    return f'<time datetime="{when:%Y-%m-%dT%H:%MZ}">{when:%H:%M} UTC</time>' if when.time() != MIDNIGHT else ""


def _foot(paper: Paper, why: str, evidence: Any, of: str) -> list[str]:
    counted = cited_by(paper)
    parts = []
    if paper.journal_ref:
        parts.append(f'<span>in <cite class="journal">{escape(paper.journal_ref, quote=False)}</cite></span>')
    if counted:
        parts.append(f"<span>{counted}</span>")
    if paper.own_words:
        parts.append("<span>described in our words</span>")
    if why:
        parts.append(f'<span class="why">{why}</span>')
    if evidence:
        parts.append(render_to_string("components/evidence.html", {"why": evidence, "of": of}))
    return parts


@lru_cache(maxsize=512)
def _code(code: str) -> str:
    return f'<a class="code" href="{escape(reverse("category", args=[code]))}">{escape(code)}</a>'


def _cut(text: str) -> str:
    return text if len(text) <= ABSTRACT_SHOWN else text[: ABSTRACT_SHOWN - 1] + "…"

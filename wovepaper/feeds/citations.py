"""Feeds of new citations, `citations.xml`: papers held here that cite a paper, or any paper of a researcher.

They stand in the order of the day that a source first told the citation here, then by first version, newest first.
Citations come from OpenAlex and Semantic Scholar.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime

from django.conf import settings
from django.db.models import Min, QuerySet
from django.db.models.functions import TruncDate
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import reverse

from papers.models import Authorship, Citation, Paper
from papers.views.paper import gone, read_spelling
from wovepaper.feeds.answers import answer
from wovepaper.feeds.finding import find_researcher, led_on
from wovepaper.feeds.items import Channel, FeedItem, feed_item
from wovepaper.feeds.selection import MOST, how_many, with_authors

CITED_NAMED = 5


def paper_citations(request: HttpRequest, spelling: str, suffix: str) -> HttpResponse:
    """`/papers/<id>-<slug>/citations.xml`, `.atom`, `.json`."""
    arxiv_id = read_spelling(spelling)
    paper = Paper.objects.filter(arxiv_id=arxiv_id).first() if arxiv_id else None
    if paper is None:
        raise Http404(f"This site does not hold {arxiv_id or 'such a paper'}.")
    if paper.removed_at:
        return gone(request, paper)
    path = reverse("paper-citations", args=[paper.get_absolute_url().removeprefix("/papers/"), suffix])
    if request.path != path:
        return HttpResponsePermanentRedirect(path)
    channel = Channel(
        title=f"Citations of {paper.title} · {settings.SITE_NAME}",
        description=f"Papers here that cite {paper.title}, by the day a source first told so.",
        path=path,
        page=paper.get_absolute_url(),
    )
    return _answer(channel, Citation.objects.filter(cited=paper), suffix)


@led_on
def researcher_citations(request: HttpRequest, number: str, suffix: str) -> HttpResponse:
    """`/researchers/<id>-<slug>/citations.xml`, `.atom`, `.json`: an item tells which papers it cites."""
    found = find_researcher(request, number, f"/citations.{suffix}")
    channel = Channel(
        title=f"Citations of {found.name} · {settings.SITE_NAME}",
        description=f"Papers here that cite papers by {found.name}, by the day a source first told so.",
        path=request.path,
        page=found.get_absolute_url(),
    )
    theirs = Authorship.objects.filter(researcher=found, paper__removed_at=None).values("paper")
    return _answer(channel, Citation.objects.filter(cited__in=theirs), suffix, tell_cited=True)


def _answer(channel: Channel, citations: QuerySet[Citation], suffix: str, tell_cited: bool = False) -> HttpResponse:
    told = _newest(citations)
    cited = _cited(citations, told) if tell_cited else {}
    papers = {paper.pk: paper for paper in with_authors(Paper.objects.listed().filter(pk__in=list(told)))}
    items = [_item(papers[pk], cited.get(pk, [])) for pk in told if pk in papers]
    changes = [max(papers[pk].changed_at, told[pk]) for pk in told if pk in papers]
    return answer(channel, items, suffix, max(changes, default=None))


def _newest(citations: QuerySet[Citation]) -> dict[int, datetime]:
    """Ids of the citing papers in the feed's order, with when the first citation of each was told."""
    by_paper = citations.filter(citing__removed_at=None).values("citing").annotate(told_at=Min("first_told_at"))
    newest = by_paper.order_by(TruncDate("told_at", tzinfo=UTC).desc(), "-citing__first_submitted_at", "-citing")
    rows = list(newest.values_list("citing", "told_at")[:MOST])
    return dict(rows[: how_many([told_at for _, told_at in rows])])


def _cited(citations: QuerySet[Citation], citing: Iterable[int]) -> dict[int, list[str]]:
    """Titles of what each of these papers cites."""
    titles: defaultdict[int, list[str]] = defaultdict(list)
    pairs = citations.filter(citing__in=list(citing)).values_list("citing", "cited__title").distinct()
    for pk, title in pairs.order_by("citing", "cited__title"):
        titles[pk].append(title)
    return titles


def _item(paper: Paper, cited: list[str]) -> FeedItem:
    named = [f"“{title}”" for title in cited[:CITED_NAMED]]
    if len(cited) > CITED_NAMED:
        named.append(f"{len(cited) - CITED_NAMED} more")
    return feed_item(paper, f"Cites {', '.join(named)}." if named else "")

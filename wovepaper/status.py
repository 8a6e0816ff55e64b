"""What the status page says: how fresh the facts are, which parts work, what was rejected and why.

Each part is asked by itself, and one that fails is shown as failing: the page answers while anything does.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import redis
from django.conf import settings
from django.db import DatabaseError
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from common.addresses import absolute
from common.documents import data_answer
from common.negotiation import JSON, preferred, say_negotiated
from common.structured_data import breadcrumb, graph, open_graph, web_page
from harvest import status as harvest_status
from harvest.summaries import totals
from papers import lists
from papers.models import Paper
from search import status as search_status
from search.status import IndexStatus
from wovepaper.status_json import status_object

DESCRIPTION = "When each source was last read, what waits, how much is matched, what was rejected and why, what works."
FORMATS = (JSON,)
PATIENCE = 1  # seconds for the queue to answer

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the site in words; `badge` is good, caution or alarm."""

    name: str
    badge: str
    state: str
    detail: str = ""


def status(request: HttpRequest, suffix: str = "") -> HttpResponse:
    path = reverse("status")
    context = {
        "canonical": path,
        "description": DESCRIPTION,
        "structured": graph(web_page(path, "Status", DESCRIPTION), breadcrumb(path, [("Status", path)])),
        "social": open_graph("Status", DESCRIPTION, path),
        "alternates": [(absolute(path) + JSON.suffix, JSON)],
        "release": settings.RELEASE,
        "parts": [_database(), _word_index(), _name_index(), _embeddings(), _queue(), _worker()],
        "papers_held": _asked(lists.count_all),
        "sources": _asked(harvest_status.sources),
        "counted": _asked(totals.read),
    }
    chosen = JSON if suffix else preferred(request, FORMATS)
    if chosen is JSON:
        response = data_answer(status_object(context), JSON)
    else:
        response = render(request, "pages/status.html", context)
    return response if suffix else say_negotiated(response, path, chosen)


def _asked(question: Callable[[], T]) -> T | None:
    """The answer, or None where the database gives none."""
    try:
        return question()
    except DatabaseError:
        return None


def _database() -> Part:
    changed = _asked(lambda: [Paper.objects.aggregate(latest=Max("changed_at"))["latest"]])
    if changed is None:
        return Part("Database", "alarm", "does not answer")
    return Part(
        "Database", "good", "works", f"last change {changed[0]:%-d %b %Y, %H:%M} UTC" if changed[0] else "empty"
    )


def _word_index() -> Part:
    return _index("Word index", "papers", search_status.index_status)


def _name_index() -> Part:
    return _index("Name index", "people and places", search_status.name_index_status)


def _index(name: str, held: str, question: Callable[[], IndexStatus]) -> Part:
    state = _asked(question)
    if state is None:
        return Part(name, "caution", "not known")
    if state.away:
        return Part(name, "caution", "away", f"{state.away}; a simpler search answers meanwhile")
    detail = f"{state.entries:,} {held}, {state.megabytes:g} MB"
    if state.behind:
        many = "or more " if state.behind >= search_status.MOST_COUNTED else ""
        return Part(name, "caution", "catching up", f"{detail}; {state.behind:,} {many}changes behind")
    return Part(name, "good", "works", detail)


def _embeddings() -> Part:
    """What similar papers come from."""
    state = _asked(search_status.embedding_status)
    if state is None:
        return Part("Similar papers", "caution", "not known")
    detail = f"{state.made:,} papers read by {state.model}, {state.lacking:,} to go"
    if state.dead:
        return Part("Similar papers", "alarm", "given up in part", f"{detail}; {state.dead[0][1][:200]}")
    if state.problem:
        return Part("Similar papers", "caution", "away", f"{detail}; {state.problem}")
    if state.lacking:
        return Part("Similar papers", "caution", "catching up", detail)
    return Part("Similar papers", "good", "works", detail)


def _queue() -> Part:
    try:
        with redis.Redis.from_url(
            settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE
        ) as queue:
            queue.ping()
    except (redis.RedisError, OSError):
        return Part("Queue", "caution", "does not answer", "work waits in the database until it is back")
    return Part("Queue", "good", "works")


def _worker() -> Part:
    workers = _asked(harvest_status.workers)
    if workers is None:
        return Part("Workers", "caution", "not known")
    fresh = [worker for worker in workers if worker.is_fresh]
    if fresh:
        return Part("Workers", "good", "work", f"{len(fresh)} gave a sign of life lately")
    if workers:
        return Part("Workers", "alarm", "silent", f"since {workers[0].beat_at:%-d %b %Y, %H:%M} UTC")
    return Part("Workers", "caution", "none seen yet")

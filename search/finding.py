"""From a request to papers: what the engine answers, with the rows that are shown; and a list read batch by batch."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from django.db import DatabaseError, InterfaceError

from papers.bylines import add_bylines
from papers.models import Paper
from search import engine
from search.answers import DEEPEST_PAGE, PAGE_SIZE, Mode, SearchAnswer, SearchRequest
from search.pasted import Pasted, recognise_pasted

Batch = tuple[list[Paper], frozenset[int]]  # papers, and which of them only meaning found
Load = Callable[[list[int]], dict[int, Paper]]

PAGES_AT_ONCE = 4
BOOKKEEPING = (
    "changed_at", "change_seq", "change_xid", "tex_recipe", "submitter", "report_number", "msc_class", "acm_class",
    "license", "latest_submitted_at", "source_datestamp", "source_detail", "content_hash", "first_held_at",
    "recounted_at", "removed_at", "removed_on_request",
)  # fmt: skip


class SearchAway(Exception):  # noqa: N818 - a state, not a mistake
    """Nothing can be found now; half a list is not given for a whole one."""


def find(asked: SearchRequest) -> tuple[SearchAnswer, list[Paper]]:
    """The papers in the order of the answer; what was removed since is left out."""
    try:
        answer = engine.find(asked)
        return answer, in_order(answer.ids, for_rows)
    except (DatabaseError, InterfaceError):
        return engine.AWAY, []


def pasted(asked: SearchRequest) -> Pasted | None:
    try:
        return recognise_pasted(asked.query.text)
    except (DatabaseError, InterfaceError):
        return None  # then it is searched as words, and the page says what is away


def batches(asked: SearchRequest, most: int, load: Load) -> Iterator[Batch]:
    """The list from its beginning, `most` papers at the utmost, a few pages at a time."""
    ids: list[int] = []
    additions: set[int] = set()
    for page in range(1, min(-(-most // PAGE_SIZE), DEEPEST_PAGE) + 1):
        answer = engine.find(replace(asked, page=page))
        if answer.mode is Mode.AWAY:
            raise SearchAway
        ids += answer.ids[: most - (page - 1) * PAGE_SIZE]
        additions |= answer.additions
        is_last = len(answer.ids) < PAGE_SIZE
        if page % PAGES_AT_ONCE == 0 or is_last:
            yield in_order(ids, load), frozenset(additions)
            ids, additions = [], set()
        if is_last:
            return
    if ids:
        yield in_order(ids, load), frozenset(additions)


def for_rows(ids: list[int]) -> dict[int, Paper]:
    found = Paper.objects.listed().for_rows().defer(*BOOKKEEPING).prefetch_related(None).in_bulk(ids)
    add_bylines(found.values())
    return found


def in_order(ids: list[int] | tuple[int, ...], load: Load) -> list[Paper]:
    held = load(list(ids)) if ids else {}
    return [held[paper_id] for paper_id in ids if paper_id in held]

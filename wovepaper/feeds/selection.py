"""Which rows stand in a feed: the newest by the day this site first held them, then by the day they were sent.

100, or those of 14 days if that is more, up to 500; but all that the last day brought, up to 3,000, so that a daily
reader misses nothing. Days count back from the last harvest, not from now: a feed is never empty because of a
weekend, and stays the same until something changes.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import F, Prefetch, QuerySet
from django.db.models.functions import TruncDate

from papers.models import Authorship, Paper
from papers.querysets import PaperQuerySet, midnight
from wovepaper.feeds.items import AUTHORS_NAMED

AT_LEAST = 100
DAYS = 14
MOST_OF_DAYS = 500
MOST = 3_000


def newest_held(papers: PaperQuerySet) -> list[Paper]:
    """Three questions, four where the oldest day does not fit whole: when they came, the papers, their authors."""
    return with_authors(newest(papers, "first_submitted_at"))


def newest(rows: QuerySet[Any], sent: str) -> Any:
    """Of rows that tell when they were first held, those of a feed; `sent` names the field of the second order.

    Asked by ids, since an OR of both parts would read every row.
    """
    held = list(rows.order_by("-first_held_at").values_list("pk", "first_held_at")[: MOST + 1])
    count = how_many([when for _, when in held[:MOST]])
    if not count:
        return rows.none()
    chosen = [pk for pk, _ in held[:count]]
    oldest = held[count - 1][1].astimezone(UTC).date()
    if len(held) > count and held[count][1].astimezone(UTC).date() == oldest:
        # That day does not fit whole: of it, the newest by when they were sent.
        younger = midnight(oldest + timedelta(days=1))
        chosen = [pk for pk, when in held[:count] if when >= younger]
        of_oldest = rows.filter(first_held_at__gte=midnight(oldest), first_held_at__lt=younger)
        chosen += of_oldest.order_by(f"-{sent}", "-id").values_list("pk", flat=True)[: count - len(chosen)]
    several = rows.model._default_manager.filter(pk__in=chosen)
    return several.order_by(TruncDate("first_held_at", tzinfo=UTC).desc(), F(sent).desc(), F("id").desc())


def how_many(held: Sequence[datetime]) -> int:
    """Of the newest arrivals, latest day first, how many a feed shows."""
    if not held:
        return 0
    last_day = midnight(held[0].astimezone(UTC).date())
    fortnight = last_day - timedelta(days=DAYS - 1)
    of_last_day = sum(when >= last_day for when in held)
    of_fortnight = min(sum(when >= fortnight for when in held), MOST_OF_DAYS)
    return min(max(AT_LEAST, of_fortnight, of_last_day), MOST, len(held))


def with_authors(papers: PaperQuerySet) -> list[Paper]:
    """The papers as `feed_item` takes them: as many authors as an item names."""
    named = Authorship.objects.filter(position__lte=AUTHORS_NAMED).order_by("paper_id", "position")
    wanted = papers.defer("search_vector", "title_html", "title_tex", "abstract_tex", "authors_printed")
    return list(wanted.prefetch_related(Prefetch("authorships", queryset=named, to_attr="named_authors")))

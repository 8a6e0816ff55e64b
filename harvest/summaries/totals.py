"""How many people and places are held and how much of the papers is matched: counted now and then, kept in one row.

Counting walks whole tables, so no page does it. It is done anew once a two-hundredth of the time since has gone into
it: each minute on a small site, each ten minutes where it takes three seconds.
"""

import time
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from harvest.models import Totals

AT_MOST_EVERY = timedelta(minutes=1)
REST = 200  # times what counting took


@dataclass(frozen=True, slots=True)
class OfSource:
    """Papers a source was asked for and has a work of, authors of papers that it gives a profile."""

    asked: int = 0
    known: int = 0
    claimed: int = 0


@dataclass(frozen=True, slots=True)
class Counted:
    """`authors` are slots of people in papers' author lists, `linked` those that lead to a researcher."""

    counted_at: datetime
    papers: int = 0
    researchers: int = 0
    institutions: int = 0
    authors: int = 0
    linked: int = 0
    affiliations: int = 0
    placed: int = 0
    sources: dict[str, OfSource] = field(default_factory=dict)


def read() -> Counted | None:
    """What was counted last; None before the first time."""
    row = Totals.objects.first()
    if row is None:
        return None
    numbers = dict(row.numbers)
    sources = {source: OfSource(**told) for source, told in numbers.pop("sources").items()}
    return Counted(row.counted_at, sources=sources, **numbers)


def keep() -> bool:
    """Count anew if it is time to; whether it was."""
    row = Totals.objects.first()
    if row is not None:
        rest = max(AT_MOST_EVERY, timedelta(seconds=REST * row.seconds))
        if timezone.now() - row.counted_at < rest:
            return False
    count()
    return True


def count() -> Counted:
    began, now = time.monotonic(), timezone.now()
    counted = Counted(now, **_numbers())
    numbers = {name: value for name, value in asdict(counted).items() if name != "counted_at"}
    with transaction.atomic():
        held = Totals.objects.select_for_update().first()
        same = held is not None and held.numbers == numbers
        Totals.objects.update_or_create(
            pk=1,
            defaults={
                "numbers": numbers,
                "counted_at": now,
                "changed_at": held.changed_at if held and same else now,
                "seconds": time.monotonic() - began,
            },
        )
    return counted


def _numbers() -> dict[str, Any]:
    with connection.cursor() as cursor:
        cursor.execute(_HELD)
        row = cursor.fetchone()
        names = [column.name for column in cursor.description]
        cursor.execute(_SOURCES)
        sources = {source: OfSource(*told) for source, *told in cursor.fetchall()}
    return {**dict(zip(names, row, strict=True)), "sources": sources}


_HELD = """
    SELECT papers, researchers, institutions, authors, linked, affiliations, placed FROM
        (SELECT count(*) AS papers FROM papers_paper WHERE removed_at IS NULL) AS a,
        (SELECT count(*) AS researchers FROM researchers_researcher
            WHERE merged_into_id IS NULL AND hidden_at IS NULL AND paper_count > 0) AS b,
        (SELECT count(*) AS institutions FROM institutions_institution
            WHERE merged_into_id IS NULL AND status <> 'withdrawn' AND paper_count > 0) AS c,
        (SELECT count(*) AS authors, count(researcher_id) AS linked FROM papers_authorship WHERE kind = 'person') AS d,
        (SELECT count(*) AS affiliations, count(institution_id) AS placed FROM papers_affiliation) AS e
"""
_SOURCES = """
    SELECT source, sum(asked)::bigint, sum(known)::bigint, sum(claimed)::bigint FROM (
        SELECT source, count(*) AS asked, 0 AS known, 0 AS claimed FROM harvest_paperasked GROUP BY source
        UNION ALL SELECT source, 0, count(*), 0 FROM papers_outsidework WHERE chosen GROUP BY source
        UNION ALL SELECT source, 0, 0, count(*) FROM papers_claim GROUP BY source
    ) AS told GROUP BY source ORDER BY source
"""

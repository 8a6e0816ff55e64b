"""When what an address shows last changed: asked at every request, and so in bare SQL.

Lists change whenever any paper does, since counts and neighbours show on all of them.
"""

from datetime import datetime

from django.db import connection
from django.http import HttpRequest

from papers.models import Paper

_LATEST = f"SELECT max(changed_at) FROM {Paper._meta.db_table}"  # noqa: S608 (names of our own tables)
_PAPER = f"SELECT slug, changed_at FROM {Paper._meta.db_table} WHERE arxiv_id = %s AND removed_at IS NULL"  # noqa: S608


def lists_changed_at(request: HttpRequest, **kwargs: str) -> datetime | None:
    with connection.cursor() as cursor:
        cursor.execute(_LATEST)
        return cursor.fetchone()[0]


def paper_stamp(arxiv_id: str) -> tuple[str, datetime] | None:
    """(slug, changed_at) of a paper that readers may see."""
    with connection.cursor() as cursor:
        cursor.execute(_PAPER, [arxiv_id])
        return cursor.fetchone()

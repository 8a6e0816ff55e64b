"""When what an address shows last changed: asked at every request, and so in bare SQL.

Lists change whenever any paper does, since counts and neighbours show on all of them, counts of citations too.
"""

from datetime import datetime

from django.db import connection
from django.http import HttpRequest

from institutions.models import Institution
from papers.models import Paper, RelatedPaper
from researchers.models import Researcher

_PAPERS = Paper._meta.db_table
_LATEST = f"SELECT greatest((SELECT max(changed_at) FROM {_PAPERS}), (SELECT max(recounted_at) FROM {_PAPERS}))"  # noqa: S608 (names of our own tables)
_ANYTHING = "SELECT greatest({})".format(
    ", ".join(f"(SELECT max(changed_at) FROM {model._meta.db_table})" for model in (Paper, Researcher, Institution))  # noqa: S608
)
_WITH_COUNTS = f"{_ANYTHING[:-1]}, (SELECT max(recounted_at) FROM {_PAPERS}))"  # noqa: S608
_PAPER = f"""
    SELECT slug, greatest(changed_at, recounted_at, (
        SELECT max(made_at) FROM {RelatedPaper._meta.db_table} related WHERE related.paper_id = paper.id))
    FROM {Paper._meta.db_table} paper WHERE arxiv_id = %s AND removed_at IS NULL
"""  # noqa: S608


def lists_changed_at(request: HttpRequest, **kwargs: str) -> datetime | None:
    return papers_changed_at()


def papers_changed_at() -> datetime | None:
    """When any paper changed, or was cited more or less often."""
    with connection.cursor() as cursor:
        cursor.execute(_LATEST)
        return cursor.fetchone()[0]


def anything_changed_at(request: HttpRequest, **kwargs: str) -> datetime | None:
    """When the facts of any paper, researcher or institution last changed; no counts of citations."""
    with connection.cursor() as cursor:
        cursor.execute(_ANYTHING)
        return cursor.fetchone()[0]


def things_changed_at(request: HttpRequest, **kwargs: str) -> datetime | None:
    """When any of them changed, or a citation came or went."""
    with connection.cursor() as cursor:
        cursor.execute(_WITH_COUNTS)
        return cursor.fetchone()[0]


def paper_stamp(arxiv_id: str) -> tuple[str, datetime] | None:
    """(slug, when its page last changed, its similar papers included) of a paper that readers may see."""
    with connection.cursor() as cursor:
        cursor.execute(_PAPER, [arxiv_id])
        return cursor.fetchone()

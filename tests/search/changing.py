"""Changes of papers as ingest makes them, and one that commits later than its number."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from papers.models import Paper

_NUMBERED = """
    UPDATE papers_paper SET change_seq = nextval('change_seq'), change_xid = pg_current_xact_id() WHERE id = %s
"""
_COPIED = """
    INSERT INTO papers_paper SELECT (jsonb_populate_record(paper, jsonb_build_object(
        'id', paper.id + 1000, 'arxiv_id', '2001.99999', 'title', %s::text,
        'change_seq', nextval('change_seq'), 'change_xid', pg_current_xact_id()::text))).*
    FROM papers_paper paper WHERE paper.id = %s
"""


def touch(paper: Paper, **fields: Any) -> None:
    """Change a paper, with the next number of the change sequence and this transaction's id."""
    with transaction.atomic(), connection.cursor() as cursor:
        Paper.objects.filter(pk=paper.pk).update(changed_at=timezone.now(), **fields)
        cursor.execute(_NUMBERED, [paper.pk])


@contextmanager
def uncommitted_copy(paper: Paper, title: str) -> Iterator[Any]:
    """A copy of the paper (its id + 1000) in a transaction of another connection; gives what commits it."""
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute(_COPIED, [title, paper.id])
            yield lambda: cursor.execute("COMMIT")
    finally:
        other.close()

"""People and places by trigrams in Postgres while the name index is away: parts of words, most papers first."""

from django.db import connection, transaction
from django.db.models import QuerySet

from common.name_search import Found
from institutions.models import Institution
from institutions.names import fold as fold_place
from researchers.models import Researcher
from researchers.names import fold as fold_person
from search.names.schema import Kind

MOST = 1_000
STATEMENT_TIMEOUT = "800ms"
NOTICE = f"The index of names is being rebuilt. Until it is back, a simpler search lists {MOST:,} at most."


def find(kind: Kind, text: str, limit: int, offset: int) -> Found:
    """Raises DatabaseError where Postgres is away too."""
    listed: QuerySet = (
        Researcher.objects.listed().with_words(fold_person(text)).most_papers_first()
        if kind is Kind.PERSON
        else Institution.objects.listed().with_words(fold_place(text)).most_papers_first()
    )
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL statement_timeout = '{STATEMENT_TIMEOUT}'")
        found = list(listed.values_list("id", flat=True)[:MOST])
    return Found(tuple(found[offset : offset + limit]), len(found), NOTICE)

"""Statistics follow rows that one transaction writes, before it joins them."""

import pytest
from django.db import connection
from django.utils import timezone

from harvest.linking.planner import SMALLEST, know_rows
from researchers.models import Researcher

pytestmark = pytest.mark.django_db
TABLE = Researcher._meta.db_table


@pytest.fixture
def many_researchers():
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE {TABLE}")
    Researcher.objects.bulk_create(
        Researcher(name=f"Ana {number}", slug=f"ana-{number}", folded=f"ana {number}", changed_at=timezone.now())
        for number in range(2 * SMALLEST)
    )


def counted():
    with connection.cursor() as cursor:
        cursor.execute("SELECT reltuples FROM pg_class WHERE oid = %s::regclass", [TABLE])
        return cursor.fetchone()[0]


def test_table_filled_by_this_transaction_is_counted_anew(many_researchers):
    assert counted() < SMALLEST
    know_rows([TABLE], written=2 * SMALLEST)
    assert counted() >= 2 * SMALLEST


def test_few_rows_are_not_worth_a_count(many_researchers):
    know_rows([TABLE], written=SMALLEST - 1)
    assert counted() < SMALLEST

"""A site with papers, people and places of all kinds, made once for a file of tests."""

import pytest
from django.db import connection, transaction
from django.test import Client

from tests.browser import hard_papers, hard_people


@pytest.fixture(scope="module")
def site(request, django_db_setup, django_db_blocker, collected_static):
    """A client of it, in a transaction that is rolled back; a file of tests may name papers that it does not need."""
    with django_db_blocker.unblock(), transaction.atomic():
        hard_papers.take_in()
        hard_people.take_in(getattr(request.module, "WITHOUT", ()))
        with connection.cursor() as cursor:  # what is deferred is checked once, not by the end of each test
            cursor.execute("SET LOCAL statement_timeout = 0")
            connection.check_constraints()
            cursor.execute("SET LOCAL statement_timeout TO DEFAULT")
        yield Client()
        transaction.set_rollback(True)

"""Periodic jobs that begin once, however many schedulers ring.

Every periodic task asks `claim` first. Two that ask at once meet an advisory lock; one that asks again too early
meets the row's time. Both are the database's, so clocks of hosts do not matter.
"""

from datetime import timedelta

from django.db import connection, transaction
from django.db.models.functions import Now

from common.models import PeriodicJob


def claim(name: str, every: timedelta) -> bool:
    """Whether the job may begin now; if so, no other may until `every` has passed."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(hashtext('periodic job'), hashtext(%s))", [name])
        if not cursor.fetchone()[0]:
            return False
        PeriodicJob.objects.get_or_create(name=name)
        return bool(PeriodicJob.objects.filter(name=name, not_before__lte=Now()).update(not_before=Now() + every))

"""Rows of work: the list of what is to do lives in Postgres, the queue is only a doorbell.

A unit of work is a row with a key. A worker takes it under a lease (`FOR UPDATE SKIP LOCKED`); the attempt is counted
before the work starts, in a transaction of its own, so that work which kills its process runs out of attempts and is
shown instead of repeated for ever. Expired leases are due again by themselves; a sweep rings for them.

Times are the database's, since hosts' clocks differ. Each taking has a name of its own in `worker`: whoever lost the
lease meanwhile finds another name there, gets `LeaseLost`, and writes nothing.
"""

import os
import socket
from datetime import timedelta
from typing import Any, Self
from uuid import uuid4

from django.conf import settings
from django.db import models, transaction
from django.db.models import F, Q
from django.db.models.functions import Now

MAX_ATTEMPTS = 5


class LeaseLost(Exception):  # noqa: N818 - says what happened; nothing is wrong with the row
    """Somebody else has the row now; what was done since belongs to nobody."""


def lease() -> timedelta:
    return timedelta(seconds=settings.WORK_LEASE_SECONDS)


class WorkQuerySet(models.QuerySet):
    def open_now(self) -> Self:
        """Open and its time come, under a lease or not."""
        return self.filter(state=WorkRow.State.OPEN, not_before__lte=Now())

    def due(self) -> Self:
        """Open, its time come, and not under somebody's lease."""
        return self.open_now().filter(Q(lease_until=None) | Q(lease_until__lt=Now()))

    def dead(self) -> Self:
        return self.filter(state=WorkRow.State.DEAD)

    def enqueue(
        self, kind: str, key: str, arguments: dict[str, Any] | None = None, *, priority: int = 0, wake: bool = False
    ) -> Any:
        """The open row of this key, made or opened again; one that is open is left as it is, or made due by `wake`."""
        fresh = {"arguments": arguments or {}, "priority": priority}
        row: Any
        row, made = self.get_or_create(kind=kind, key=key, defaults=fresh)
        if not made:
            again = {"state": WorkRow.State.OPEN, "attempts": 0, "not_before": Now(), "lease_until": None, "error": ""}
            self.filter(pk=row.pk).exclude(state=WorkRow.State.OPEN).update(finished_at=None, **again, **fresh)
            if wake:
                self.filter(pk=row.pk, state=WorkRow.State.OPEN).update(not_before=Now())
            row.refresh_from_db()
        return row

    def take(self, *, leases_are_void: bool = False) -> Any:
        """Take the most urgent due row under a lease, its attempt counted; None where nothing is due.

        `leases_are_void` is for whoever knows that no other works on these rows (a lock that dies with its holder), so
        that after a crash nobody waits for leases to run out.
        """
        due = self.open_now() if leases_are_void else self.due()
        while True:
            with transaction.atomic(durable=True):
                waiting = due.select_for_update(skip_locked=True).order_by("-priority", "not_before", "id")
                row: Any = waiting.first()
                if row is None:
                    return None
                mine = self.model._default_manager.filter(pk=row.pk)
                if row.attempts < MAX_ATTEMPTS:
                    name = f"{socket.gethostname()[:60]}:{os.getpid()}:{uuid4().hex[:12]}"
                    mine.update(attempts=F("attempts") + 1, worker=name, lease_until=Now() + lease())
                    row.refresh_from_db()
                    return row
                error = row.error or "its process was lost at every attempt"
                mine.update(state=WorkRow.State.DEAD, lease_until=None, error=error)


class WorkRow(models.Model):
    """One unit of work. Subclasses say what the key means."""

    class State(models.TextChoices):
        OPEN = "open"
        DONE = "done"
        DEAD = "dead"

    kind = models.CharField(max_length=40)
    key = models.CharField(max_length=200)
    arguments = models.JSONField(default=dict, blank=True)
    state = models.CharField(max_length=4, choices=State, default=State.OPEN)
    priority = models.SmallIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    not_before = models.DateTimeField(db_default=Now())
    lease_until = models.DateTimeField(null=True, blank=True)
    worker = models.CharField(max_length=120, blank=True)
    error = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = WorkQuerySet.as_manager()

    class Meta:
        abstract = True
        constraints = [models.UniqueConstraint(fields=["kind", "key"], name="%(app_label)s_%(class)s_once")]
        indexes = [
            models.Index(
                F("priority").desc(),
                "not_before",
                "id",
                condition=Q(state="open"),
                name="%(class)s_due",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"

    def hold(self) -> None:
        """Lock the row for this transaction, so that what it writes counts only while the lease is ours."""
        if not self._ours().select_for_update().exists():
            raise LeaseLost(str(self))

    def progressed(self) -> None:
        """Call in the transaction that wrote a part: attempts are counted per part, and the lease runs anew."""
        self._write(attempts=0, error="", lease_until=Now() + lease())

    def begin_next(self) -> None:
        """Count an attempt at the next part, in a transaction of its own, before it starts."""
        with transaction.atomic(durable=True):
            self._write(attempts=F("attempts") + 1, lease_until=Now() + lease())

    def finish(self) -> None:
        """Call in the transaction that writes the result."""
        self._write(state=self.State.DONE, finished_at=Now(), lease_until=None, error="")

    def put_back(self, error: str, wait: timedelta, *, counts: bool = True) -> None:
        """Give the row back to be tried after `wait`, or mark it dead when its attempts are spent.

        `counts=False` gives the attempt back too: the fault is nobody's here, such as a source that is down.
        """
        attempts = self.attempts if counts else max(self.attempts - 1, 0)
        state = self.State.DEAD if attempts >= MAX_ATTEMPTS else self.State.OPEN
        self._write(error=error[:2000], lease_until=None, not_before=Now() + wait, attempts=attempts, state=state)

    def let_go(self) -> None:
        """Give the row back as it is: our time is over, not the work."""
        self._write(lease_until=None, attempts=max(self.attempts - 1, 0))

    def give_up(self, error: str) -> None:
        """What is wrong does not mend by itself: shown on /status, run again by hand."""
        self._write(error=error[:2000], lease_until=None, state=self.State.DEAD, finished_at=Now())

    def _ours(self) -> Any:
        return type(self)._default_manager.filter(pk=self.pk, state=self.State.OPEN, worker=self.worker)

    def _write(self, **values: Any) -> None:
        if not self._ours().update(**values):
            raise LeaseLost(str(self))
        self.refresh_from_db()

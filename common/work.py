"""Rows of work: the list of what is to do lives in Postgres, the queue is only a doorbell.

A unit of work is a row with a key. A worker takes it under a lease (`FOR UPDATE SKIP LOCKED`); the attempt is counted
before the work starts, in a transaction of its own, so that work which kills its process runs out of attempts and is
shown instead of repeated for ever. A sweep gives expired leases back.
"""

from datetime import timedelta
from typing import Any, Self

from django.db import models, transaction
from django.db.models import F, Q
from django.utils import timezone

LEASE = timedelta(minutes=15)
MAX_ATTEMPTS = 5


class WorkQuerySet(models.QuerySet):
    def due(self) -> Self:
        """Open, its time come, and not under somebody's lease."""
        now = timezone.now()
        return self.filter(state=WorkRow.State.OPEN, not_before__lte=now).filter(
            Q(lease_until=None) | Q(lease_until__lt=now)
        )

    def dead(self) -> Self:
        return self.filter(state=WorkRow.State.DEAD)

    def take(self, worker: str) -> Any:
        """Take the most urgent due row under a lease, its attempt counted; None where nothing is due."""
        with transaction.atomic():
            row = self.due().select_for_update(skip_locked=True).order_by("-priority", "not_before", "id").first()
            if row is None:
                return None
            if row.attempts >= MAX_ATTEMPTS:
                row.state = WorkRow.State.DEAD
                row.lease_until = None
                row.error = row.error or "its process was lost at every attempt"
                row.save(update_fields=["state", "lease_until", "error"])
            else:
                row.attempts += 1
                row.worker = worker
                row.lease_until = timezone.now() + LEASE
                row.save(update_fields=["attempts", "worker", "lease_until"])
                return row
        return self.take(worker)


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
    not_before = models.DateTimeField(default=timezone.now)
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

    def renew(self) -> None:
        type(self)._default_manager.filter(pk=self.pk).update(lease_until=timezone.now() + LEASE)

    def finish(self) -> None:
        """Call in the transaction that writes the result."""
        self.state = self.State.DONE
        self.finished_at = timezone.now()
        self.lease_until = None
        self.error = ""
        self.save(update_fields=["state", "finished_at", "lease_until", "error"])

    def put_back(self, error: str, wait: timedelta) -> None:
        """Give the row back to be tried after `wait`, or mark it dead when its attempts are spent."""
        self.error = error[:2000]
        self.lease_until = None
        self.not_before = timezone.now() + wait
        if self.attempts >= MAX_ATTEMPTS:
            self.state = self.State.DEAD
        self.save(update_fields=["error", "lease_until", "not_before", "state"])

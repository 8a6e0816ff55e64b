"""Model pieces shared by apps: the change sequence that followers read, rows that are one, curators' corrections."""

from typing import Any, Self

from django.db import models
from django.db.models.expressions import Func
from django.db.models.functions import Now


class TransactionIdField(models.Field):
    """A Postgres `xid8`: the number of the transaction that wrote the row. Read-only in Python, an int."""

    def db_type(self, connection: Any) -> str:
        return "xid8"

    def get_prep_value(self, value: Any) -> Any:
        return None if value is None else str(value)

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> int | None:
        return None if value is None else int(value)


class CurrentTransaction(Func):
    """`pg_current_xact_id()`, as a database default."""

    function = "pg_current_xact_id"
    arity = 0
    output_field = TransactionIdField()


class NextChange(Func):
    """The next number of a change sequence, as a database default."""

    template = "nextval('change_seq')"
    arity = 0
    output_field = models.BigIntegerField()


class Changing(models.Model):
    """A row that followers copy elsewhere (the word index, later dumps).

    Each write that changes a fact takes a new `change_seq` and the writing transaction's id in the same transaction.
    Sequence numbers are not commit order: a follower reads rows whose `change_xid` is below the oldest open
    transaction (`pg_snapshot_xmin`), ordered by (change_xid, change_seq), and so never skips a late commit.
    """

    changed_at = models.DateTimeField(db_index=True, help_text="When a fact that the page shows last changed.")
    change_seq = models.BigIntegerField(db_default=NextChange())
    change_xid = TransactionIdField(db_default=CurrentTransaction())

    class Meta:
        abstract = True
        indexes = [
            models.Index("change_xid", "change_seq", name="%(class)s_changes"),
        ]


def touched() -> dict[str, Any]:
    """The values of an update that changes a fact: `rows.update(name=…, **touched())`."""
    return {"changed_at": Now(), "change_seq": NextChange(), "change_xid": CurrentTransaction()}


class Merging(models.Model):
    """A row that may turn out to be another: it keeps its id, and its address leads to the one that stands."""

    merged_into = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="merged")

    class Meta:
        abstract = True

    @property
    def standing(self) -> Self:
        """The row that stands for this one. Every walk ends: in a ring each stands for itself."""
        found: Any = self
        seen = {self.pk}
        while found.merged_into is not None:
            if found.merged_into_id in seen:
                return self
            found = found.merged_into
            seen.add(found.pk)
        return found


class PeriodicJob(models.Model):
    """When a periodic job may next begin; see `common.periodic`."""

    name = models.CharField(primary_key=True, max_length=60)
    not_before = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return self.name


class Correction(models.Model):
    """What a curator set right, with the reason; kept for ever, applied after every harvest until it is undone."""

    curator = models.CharField(max_length=150, help_text="The name as text: it outlives the account.")
    reason = models.TextField()
    details = models.JSONField(default=dict, blank=True, help_text="What is needed to undo it.")
    made_at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.CharField(max_length=150, blank=True)
    undone_reason = models.TextField(blank=True)

    class Meta:
        abstract = True
        ordering = ["-made_at"]

    def __str__(self) -> str:
        return f"{self.made_at:%Y-%m-%d} {self.curator}: {self.reason[:60]}"

    @property
    def stands(self) -> bool:
        return self.undone_at is None

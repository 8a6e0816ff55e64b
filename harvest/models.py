"""What harvesting keeps for itself: runs, work, how far it got, raw answers, refused records, each source's pace."""

from datetime import timedelta

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now

from common.work import WorkRow


class HarvestRun(models.Model):
    """One going over a source, from the first page to the last, however many times it was interrupted."""

    class State(models.TextChoices):
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"

    class Trigger(models.TextChoices):
        SCHEDULE = "schedule"
        COMMAND = "command"
        CURATOR = "curator"

    source = models.CharField(max_length=20)
    trigger = models.CharField(max_length=8, choices=Trigger)
    window = models.CharField(max_length=200, help_text="What was asked for: set and days, ids, or a file.")
    state = models.CharField(max_length=7, choices=State, default=State.RUNNING)
    pages = models.PositiveIntegerField(default=0)
    created = models.PositiveIntegerField(default=0)
    changed = models.PositiveIntegerField(default=0)
    unchanged = models.PositiveIntegerField(default=0)
    refused = models.PositiveIntegerField(default=0)
    removed = models.PositiveIntegerField(default=0)
    error = models.TextField(blank=True)
    started_at = models.DateTimeField(auto_now_add=True)
    progressed_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["source", "-id"], name="harvest_run_newest")]

    def __str__(self) -> str:
        return f"{self.source} {self.window}"

    @property
    def records(self) -> int:
        return self.created + self.changed + self.unchanged + self.refused + self.removed


class WorkItem(WorkRow):
    """A unit of harvest work. Kinds: `arxiv-window` (key: set/from/until), `arxiv-ids` (key: hash of the ids)."""

    run = models.ForeignKey(
        HarvestRun, models.SET_NULL, null=True, blank=True, related_name="+", help_text="The latest one of this row."
    )


class Checkpoint(models.Model):
    """How far the harvest of one window of a source has got. Moves in the transaction that wrote the page."""

    source = models.CharField(max_length=20)
    set_spec = models.CharField(max_length=80, blank=True, help_text="Empty for everything.")
    from_day = models.DateField(null=True, blank=True)
    until_day = models.DateField(null=True, blank=True, help_text="Empty: up to the moment of asking.")
    run = models.ForeignKey(HarvestRun, models.SET_NULL, null=True, blank=True, related_name="+")
    token = models.TextField(blank=True, help_text="Of the next page; empty before the first.")
    pages = models.PositiveIntegerField(default=0)
    pages_seen = ArrayField(
        models.CharField(max_length=16),
        default=list,
        blank=True,
        help_text="Of this going-over, by content: none may repeat.",
    )
    restarts = models.PositiveSmallIntegerField(default=0, help_text="Times the token expired and it began anew.")
    responded_at = models.DateTimeField(
        null=True, blank=True, help_text="The server's clock at the first page of the going-over under way."
    )
    complete_until = models.DateTimeField(
        null=True, blank=True, help_text="The server's clock at the first page of the last one that reached the end."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["source", "set_spec", "from_day", "until_day"], name="checkpoint_once", nulls_distinct=False
            )
        ]

    def __str__(self) -> str:
        return f"{self.source} {self.set_spec or 'all'} from {self.from_day} until {self.until_day or 'now'}"


class RawPayload(models.Model):
    """An answer as it came, compressed; kept for `KEPT` to look into what went wrong."""

    KEPT = timedelta(days=30)

    source = models.CharField(max_length=20)
    url = models.TextField()
    sha256 = models.CharField(max_length=64)
    size = models.PositiveIntegerField(help_text="Bytes before compression.")
    body = models.BinaryField(help_text="gzip")
    run = models.ForeignKey(HarvestRun, models.SET_NULL, null=True, blank=True, related_name="payloads")
    fetched_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.source} {self.sha256[:12]}"


class RejectedRecord(models.Model):
    """A record that could not be read or written, with the reason and its bytes. Rows are never deleted."""

    source = models.CharField(max_length=20)
    external_id = models.CharField(max_length=120, blank=True, help_text="What it calls itself.")
    reason = models.TextField()
    raw = models.BinaryField()
    raw_hash = models.CharField(max_length=64)
    run = models.ForeignKey(HarvestRun, models.SET_NULL, null=True, blank=True, related_name="rejected")
    times = models.PositiveIntegerField(default=1)
    first_seen_at = models.DateTimeField()
    last_seen_at = models.DateTimeField()
    resolved_at = models.DateTimeField(null=True, blank=True, help_text="When the paper came in after all.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["source", "external_id", "raw_hash"], name="rejected_record_once")
        ]
        indexes = [
            models.Index(
                fields=["source", "-last_seen_at"], name="rejected_open", condition=models.Q(resolved_at=None)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source} {self.external_id or 'without an id'}: {self.reason[:80]}"


class SourcePace(models.Model):
    """When a source may next be asked, by whichever worker on whichever host; and how it has answered."""

    source = models.CharField(primary_key=True, max_length=20)
    next_allowed_at = models.DateTimeField(db_default=Now())
    failures = models.PositiveIntegerField(default=0, help_text="In a row.")
    paused_until = models.DateTimeField(null=True, blank=True)
    last_error = models.TextField(blank=True)
    last_failed_at = models.DateTimeField(null=True, blank=True)
    last_good_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.source


class WorkerHeartbeat(models.Model):
    """Written by a task that a worker ran: a worker that only keeps its connection open has none."""

    worker = models.CharField(primary_key=True, max_length=120)
    beat_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.worker


class SourceBudget(models.Model):
    """What was spent at a source since its last reset: by us, and as the source tells, which counts other users too."""

    source = models.CharField(primary_key=True, max_length=20)
    spent = models.DecimalField(max_digits=12, decimal_places=6, default=0, help_text="Dollars, by us.")
    remaining = models.DecimalField(
        max_digits=12, decimal_places=6, null=True, blank=True, help_text="Dollars left, as the source last told."
    )
    resets_at = models.DateTimeField(help_text="From then on all is unspent again.")
    spent_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.source


class PaperAsked(models.Model):
    """When a source was last asked for a paper. What it did not know is asked for again, ever later."""

    source = models.CharField(max_length=20)
    paper = models.ForeignKey("papers.Paper", models.CASCADE, related_name="+")
    asked_at = models.DateTimeField()
    found = models.BooleanField()
    due_at = models.DateTimeField(help_text="When to ask again.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["source", "paper"], name="paper_asked_once")]
        indexes = [models.Index(fields=["source", "due_at"], name="paper_asked_due")]

    def __str__(self) -> str:
        return f"{self.source} {self.paper_id}"


class ProfileAsked(models.Model):
    """When a source is to be asked for a profile by itself (`harvest.linking.profile_asking`)."""

    source = models.CharField(max_length=20)
    profile = models.OneToOneField("researchers.Profile", models.CASCADE, primary_key=True, related_name="+")
    newest_paper_at = models.DateTimeField(help_text="First version of the newest paper that it was claimed on.")
    asked_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(help_text="When to ask, or ask again.")

    class Meta:
        indexes = [models.Index(fields=["source", "due_at"], name="profile_asked_due")]

    def __str__(self) -> str:
        return f"{self.source} {self.profile_id}"


class Followed(models.Model):
    """How far the keeper of summaries has read the change sequence of a table (`harvest.summaries`)."""

    table = models.CharField(primary_key=True, max_length=40)
    change_xid = models.BigIntegerField(default=0)
    change_seq = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.table} up to {self.change_xid}/{self.change_seq}"


class Totals(models.Model):
    """What everything held adds up to, in one row: pages read it and count nothing (`harvest.summaries.totals`)."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    numbers = models.JSONField(default=dict)
    counted_at = models.DateTimeField()
    changed_at = models.DateTimeField(help_text="When counting last gave other numbers.")
    seconds = models.FloatField(help_text="What counting took: dear counts are made seldom.")

    def __str__(self) -> str:
        return f"counted {self.counted_at:%Y-%m-%d %H:%M}"

"""What an operator wants to know about harvesting, as plain values for a page: no writes, few queries."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection
from django.db.models import Count, Max, Q
from django.utils import timezone

from harvest.arxiv import windows
from harvest.limits import budgets
from harvest.models import Checkpoint, HarvestRun, RejectedRecord, SourcePace, WorkerHeartbeat, WorkItem
from harvest.outside_records import OutsideSource
from harvest.summaries import totals
from papers.models import Paper

MOST_LISTED = 10
ROR = "ror"
NAMES = {
    windows.SOURCE: "arXiv",
    str(OutsideSource.OPENALEX): "OpenAlex",
    str(OutsideSource.SEMANTIC_SCHOLAR): "Semantic Scholar",
    ROR: "ROR",
}


@dataclass(frozen=True, slots=True)
class Rejected:
    """Refused records with one kind of reason; `examples` are the latest."""

    reason: str
    count: int
    last_seen_at: datetime
    examples: list[RejectedRecord]


@dataclass(frozen=True, slots=True)
class Freshness:
    """When a source last told something; arXiv's is the moment to which it was read completely."""

    source: str
    at: datetime | None

    @property
    def label(self) -> str:
        return NAMES[self.source]


@dataclass(frozen=True, slots=True)
class SourceState:
    name: str
    last_read_at: datetime | None
    complete_until: datetime | None  # all that the source changed before this moment is here, by its own clock
    paused_until: datetime | None
    last_error: str
    last_failed_at: datetime | None
    running: list[HarvestRun]
    latest_run: HarvestRun | None
    waiting: int
    dead: list[WorkItem]
    rejected_count: int
    rejected: list[Rejected]
    budget: budgets.State | None = None  # of a source where asking costs
    rests_until: datetime | None = None  # all its work waits until then
    rests_because: str = ""
    never_asked: int | None = None  # papers, when they were last counted
    matched: totals.OfSource | None = None
    counted: totals.Counted | None = None

    @property
    def label(self) -> str:
        return NAMES[self.name]

    @property
    def is_late(self) -> bool:
        """More than a day and a half since the last complete reading: one daily harvest was missed.

        A source that is asked paper by paper is late when it has not answered for so long though papers wait.
        """
        if self.name == ROR:
            return False  # it is loaded by hand, a release at a time
        if self.name != windows.SOURCE:
            recently = timezone.now() - timedelta(hours=36)
            return bool(self.waiting) and (self.last_read_at is None or self.last_read_at < recently)
        return self.complete_until is None or timezone.now() - self.complete_until > timedelta(hours=36)


@dataclass(frozen=True, slots=True)
class WorkerState:
    name: str
    beat_at: datetime
    is_fresh: bool


def sources() -> list[SourceState]:
    """arXiv, and the other sources once they have been asked or loaded."""
    asked = set(SourcePace.objects.values_list("source", flat=True))
    if HarvestRun.objects.filter(source=ROR).exists():
        asked.add(ROR)
    counted = totals.read()
    return [_source(name, counted) for name in NAMES if name == windows.SOURCE or name in asked]


def freshness() -> list[Freshness]:
    """Of arXiv, and of each other source that ever answered or was loaded; one question."""
    with connection.cursor() as cursor:
        cursor.execute(_FRESHNESS, {"done": HarvestRun.State.DONE})
        told = dict(cursor.fetchall())
    return [Freshness(name, told.get(name)) for name in NAMES if name == windows.SOURCE or told.get(name)]


def complete_until(source: str = windows.SOURCE) -> datetime | None:
    """All that the source changed before this moment is here; None where it was never read to the end."""
    whole = Checkpoint.objects.filter(source=source, set_spec="", until_day=None)
    return whole.aggregate(last=Max("complete_until"))["last"]


def workers() -> list[WorkerState]:
    """The latest sign of life of each worker; fresh if it missed no two sweeps and no slice of work."""
    oldest_fresh = timezone.now() - timedelta(seconds=2 * settings.SWEEP_SECONDS + 60)
    beats = WorkerHeartbeat.objects.order_by("-beat_at")[:MOST_LISTED]
    return [WorkerState(beat.worker, beat.beat_at, beat.beat_at >= oldest_fresh) for beat in beats]


def is_sample_only() -> bool:
    """Whether all papers here are those of the sample corpus, described in our words."""
    return Paper.objects.exists() and not Paper.objects.filter(own_words=False).exists()


_FRESHNESS = """
    SELECT 'arxiv', max(complete_until) FROM harvest_checkpoint
    WHERE source = 'arxiv' AND set_spec = '' AND until_day IS NULL
    UNION ALL SELECT source, last_good_at FROM harvest_sourcepace WHERE source <> 'arxiv'
    UNION ALL SELECT 'ror', max(finished_at) FROM harvest_harvestrun WHERE source = 'ror' AND state = %(done)s
"""


def _source(name: str, counted: totals.Counted | None) -> SourceState:
    pace = SourcePace.objects.filter(pk=name).first()
    work = WorkItem.objects.filter(kind__startswith=f"{name}-")
    runs = HarvestRun.objects.filter(source=name)
    rejected = RejectedRecord.objects.filter(source=name, resolved_at=None)
    now = timezone.now()
    latest = runs.exclude(state=HarvestRun.State.RUNNING).first()
    last_read_at = pace.last_good_at if pace else None
    if name == ROR:
        last_read_at = runs.filter(state=HarvestRun.State.DONE).aggregate(last=Max("finished_at"))["last"]
    first = work.filter(state=WorkItem.State.OPEN).order_by("not_before").first()
    resting = first if first and first.not_before > now else None
    matched = counted.sources.get(name, totals.OfSource()) if counted and name in map(str, OutsideSource) else None
    return SourceState(
        name=name,
        last_read_at=last_read_at,
        complete_until=complete_until(name),
        paused_until=pace.paused_until if pace and pace.paused_until and pace.paused_until > now else None,
        last_error=pace.last_error if pace else "",
        last_failed_at=pace.last_failed_at if pace else None,
        running=list(runs.filter(state=HarvestRun.State.RUNNING)[:MOST_LISTED]),
        latest_run=latest,
        waiting=work.filter(state=WorkItem.State.OPEN).count(),
        dead=list(work.dead().order_by("-id")[:MOST_LISTED]),
        rejected_count=rejected.count(),
        rejected=_by_reason(name),
        budget=budgets.state(name),
        rests_until=resting.not_before if resting else None,
        rests_because=resting.error if resting else "",
        never_asked=max(counted.papers - matched.asked, 0) if counted and matched else None,
        matched=matched,
        counted=counted,
    )


def _by_reason(source: str) -> list[Rejected]:
    """The words before a colon are the kind of reason; after it comes what was found."""
    open_ones = RejectedRecord.objects.filter(source=source, resolved_at=None)
    kinds: dict[str, Rejected] = {}
    counted = open_ones.values("reason").annotate(count=Count("id"), last=Max("last_seen_at")).order_by("-last")[:1000]
    for row in counted:
        kind = row["reason"].partition(":")[0]
        known = kinds.get(kind)
        if known is None:
            kinds[kind] = Rejected(kind, row["count"], row["last"], [])
        else:
            kinds[kind] = Rejected(kind, known.count + row["count"], max(known.last_seen_at, row["last"]), [])
    found = sorted(kinds.values(), key=lambda one: -one.count)[:MOST_LISTED]
    for one in found:
        same = open_ones.filter(Q(reason=one.reason) | Q(reason__startswith=f"{one.reason}:"))
        one.examples.extend(same.defer("raw").order_by("-last_seen_at")[:3])
    return found

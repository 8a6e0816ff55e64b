"""The daily harvest: when it is due, and that it begins once. A laptop that slept at the hour catches up at waking."""

from datetime import UTC, datetime, timedelta

from common.periodic import claim
from harvest.arxiv import windows
from harvest.arxiv.hours import HOURS
from harvest.models import HarvestRun

LATE = timedelta(hours=1)


def enqueue() -> bool:
    """Enqueue the window since the last harvest; False where that has been done a moment ago."""
    if not claim("daily harvest of arXiv", timedelta(hours=3)):
        return False
    windows.enqueue(windows.next_window(), HarvestRun.Trigger.SCHEDULE)
    return True


def catch_up(now: datetime | None = None) -> bool:
    """Enqueue it where the last hour has passed without one."""
    return is_overdue(now or datetime.now(UTC)) and enqueue()


def is_overdue(now: datetime) -> bool:
    hours = [datetime.combine(now.date() - timedelta(days=back), hour, UTC) for back in (0, 1) for hour in HOURS]
    last_hour = max(hour for hour in hours if hour + LATE <= now)
    recent = HarvestRun.objects.filter(source=windows.SOURCE, window__startswith="all from ", window__endswith=" now")
    return not recent.filter(started_at__gte=last_hour).exists()

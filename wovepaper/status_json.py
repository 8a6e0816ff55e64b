"""What the status page says, as JSON: times in UTC, null for unknown."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from common.moments import rfc3339
from harvest.status import SourceState
from harvest.summaries.totals import Counted


def status_object(context: Mapping[str, Any]) -> dict[str, Any]:
    """From the same context as the page; `sources` and `held` are null where the database does not answer."""
    sources, counted = context["sources"], context["counted"]
    return {
        "release": context["release"],
        "parts": [
            {"name": part.name, "badge": part.badge, "state": part.state, "detail": part.detail or None}
            for part in context["parts"]
        ],
        "papers": context["papers_held"],
        "counted": _counted(counted) if counted else None,
        "sources": None if sources is None else [_source(source) for source in sources],
    }


def _counted(counted: Counted) -> dict[str, Any]:
    numbers = asdict(counted)
    return {**numbers, "counted_at": rfc3339(counted.counted_at)}


def _source(source: SourceState) -> dict[str, Any]:
    return {
        "name": source.name,
        "label": source.label,
        "late": source.is_late,
        "complete_until": _moment(source.complete_until),
        "last_read_at": _moment(source.last_read_at),
        "paused_until": _moment(source.paused_until or source.rests_until),
        "last_failed_at": _moment(source.last_failed_at),
        "last_error": source.last_error or None,
        "running": len(source.running),
        "waiting": source.waiting,
        "given_up": len(source.dead),
        "never_asked": source.never_asked,
        "rejected": source.rejected_count,
        "rejected_by_reason": [{"reason": one.reason, "records": one.count} for one in source.rejected],
        "budget": {
            "limit": float(source.budget.limit),
            "spent": float(source.budget.spent),
            "left": float(source.budget.left),
            "resets_at": _moment(source.budget.resets_at),
        }
        if source.budget
        else None,
    }


def _moment(when: datetime | None) -> str | None:
    return rfc3339(when) if when else None

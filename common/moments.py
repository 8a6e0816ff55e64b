"""Moments as programs read them."""

from datetime import UTC, datetime


def rfc3339(when: datetime) -> str:
    """RFC 3339 in UTC, rounded down to the second; also the datestamps of OAI-PMH."""
    return when.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")

"""Resumption tokens: where a list goes on, signed, with all that the first request said. Nothing is kept for them.

The place is the key of the last record given (its datestamp to the microsecond, its row), not an offset: so a record
that changes meanwhile shifts no other.
"""

from dataclasses import dataclass
from datetime import datetime

from django.core import signing

from wovepaper.oai.protocol import OaiError

_SALT = "wovepaper.oai.tokens 1"  # another number where a token comes to mean something else


@dataclass(frozen=True, slots=True)
class Key:
    """A record's place in the order of change."""

    changed_at: datetime
    id: int


@dataclass(frozen=True, slots=True)
class Place:
    """What was asked for, after which record to go on (None: from the first), and how many were given before."""

    verb: str
    prefix: str
    set_spec: str = ""
    start: datetime | None = None
    end: datetime | None = None
    after: Key | None = None
    given: int = 0


def write(place: Place) -> str:
    if place.after is None:
        raise ValueError("a list that has not begun has no token")
    bounds = [moment and moment.isoformat() for moment in (place.start, place.end)]
    key = [place.after.changed_at.isoformat(), place.after.id]
    return signing.dumps([place.verb, place.prefix, place.set_spec, *bounds, *key, place.given], salt=_SALT)


def read(token: str, verb: str) -> Place:
    """The place of a token that we wrote for this verb, or OaiError."""
    try:
        told, prefix, set_spec, start, end, changed_at, row, given = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        raise OaiError("badResumptionToken", "This token is not one of ours.") from None
    if told != verb:
        raise OaiError("badResumptionToken", f"This token is one of {told}.")
    after = Key(datetime.fromisoformat(changed_at), row)
    return Place(verb, prefix, set_spec, _moment(start), _moment(end), after, given)


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None

"""What a request may say: verbs, their arguments, moments; and the errors of the protocol. Pure."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

OAI = "http://www.openarchives.org/OAI/2.0/"


class OaiError(Exception):
    """One of the protocol's errors, with what to say to whom reads it."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(frozen=True, slots=True)
class Verb:
    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    exclusive: str = ""  # stands alone, in place of all others


_LISTING = Verb(("metadataPrefix",), ("from", "until", "set"), "resumptionToken")
VERBS = {
    "Identify": Verb(),
    "ListMetadataFormats": Verb(optional=("identifier",)),
    "ListSets": Verb(exclusive="resumptionToken"),
    "GetRecord": Verb(("identifier", "metadataPrefix")),
    "ListIdentifiers": _LISTING,
    "ListRecords": _LISTING,
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A verb with arguments that belong to it, each once and none empty."""

    verb: str
    arguments: dict[str, str] = field(default_factory=dict)


def read(pairs: Iterable[tuple[str, str]]) -> Asked:
    """The request in these pairs, or OaiError: badVerb, badArgument."""
    arguments: dict[str, str] = {}
    repeated = set()
    for name, value in pairs:
        repeated |= {name} & arguments.keys()
        arguments[name] = value
    verb = arguments.pop("verb", "")
    if "verb" in repeated or verb not in VERBS:
        raise OaiError("badVerb", f"The verb is one of {', '.join(VERBS)}, once.")
    rules = VERBS[verb]
    allowed = {*rules.required, *rules.optional, rules.exclusive} - {""}
    if unknown := arguments.keys() - allowed:
        raise OaiError("badArgument", f"{verb} has no argument {_shown(min(unknown))}.")
    if repeated:
        raise OaiError("badArgument", f"{_shown(min(repeated))} was given more than once.")
    if empty := [name for name, value in arguments.items() if not value]:
        raise OaiError("badArgument", f"{empty[0]} is empty.")
    if rules.exclusive in arguments:
        if len(arguments) > 1:
            raise OaiError("badArgument", f"{rules.exclusive} excludes every other argument.")
    elif missing := [name for name in rules.required if name not in arguments]:
        raise OaiError("badArgument", f"{verb} needs {' and '.join(missing)}.")
    return Asked(verb, arguments)


def span(from_text: str, until_text: str) -> tuple[datetime | None, datetime | None]:
    """The first moment that is meant, and the first after it; None where there is no bound. Both as exact as each."""
    if from_text and until_text and len(from_text) != len(until_text):
        raise OaiError("badArgument", "from and until have different granularities.")
    start, _ = _moment("from", from_text)
    begins, step = _moment("until", until_text)
    if start and begins and begins < start:
        raise OaiError("badArgument", "until is before from.")
    try:
        return start, begins + step if begins else None
    except OverflowError:
        return start, None


def _moment(name: str, text: str) -> tuple[datetime | None, timedelta]:
    if not text:
        return None, timedelta()
    for written, shape, step in _GRANULARITIES:
        if written.fullmatch(text):
            try:
                return datetime.strptime(text, shape).replace(tzinfo=UTC), step
            except ValueError:
                break
    raise OaiError("badArgument", f"{name} is a day or a second in UTC, as 2024-01-31 or 2024-01-31T12:00:00Z.")


_GRANULARITIES = (
    (re.compile(r"\d{4}-\d\d-\d\d", re.ASCII), "%Y-%m-%d", timedelta(days=1)),
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII), "%Y-%m-%dT%H:%M:%SZ", timedelta(seconds=1)),
)


def _shown(name: str) -> str:
    return repr(name[:40])

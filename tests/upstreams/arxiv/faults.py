"""What can go wrong at an upstream, on demand: a script of faults, each used up by the requests it meets.

`faults.push(kind, times=1, after=0, where=None, **options)`: `after` requests pass first, then `times` meet the fault
(None: all of them); `where` is "oai" or "api". Faults are tried in the order pushed. Kinds:

status kinds   "429", "500", "502", "503", "504", "404" (retry_after=seconds or date text, body=bytes)
"timeout"      say nothing for `seconds`, then hang up
"reset"        half of the body, then a TCP reset
"short"        half of the body, then hang up, though the header promised all
"truncated"    half of the body as a whole answer
"html"         an HTML page with status 200
"empty"        status 200, no body
"expired"      badResumptionToken, where the request has a token (without one it passes and is not used up)
"repeat"       the last OAI page once more
"same_token"   the right page, but with the token of the first page ever given
"drip"         one byte every `seconds` (0.05) for the first `count` (200) bytes, then the rest
"gzip_bomb"    `megabytes` (200) of blanks, compressed
"redirect"     302 to `location`
"charset"      the page in Latin-1, said to be UTF-8
"call"         call `action(server)` first, then answer rightly: a record changes in mid-harvest
"""

import threading
from dataclasses import dataclass, field
from typing import Any

KINDS = frozenset(
    [
        *("timeout", "reset", "short", "truncated", "html", "empty", "expired", "repeat", "same_token", "drip"),
        *("gzip_bomb", "redirect", "charset", "call", "404", "429", "500", "502", "503", "504"),
    ]
)


@dataclass
class Fault:
    kind: str
    times: int | None = 1
    after: int = 0
    where: str | None = None
    options: dict[str, Any] = field(default_factory=dict)


class Faults:
    """The script. Safe to push from a test while the server answers."""

    def __init__(self):
        self._waiting = []
        self._lock = threading.Lock()

    def push(self, kind, times=1, after=0, where=None, **options):
        if kind not in KINDS:
            raise ValueError(f"unknown fault {kind!r}; there are {', '.join(sorted(KINDS))}")
        fault = Fault(kind, times, after, where, options)
        with self._lock:
            self._waiting.append(fault)
        return fault

    def clear(self):
        with self._lock:
            self._waiting.clear()

    @property
    def left(self):
        """How many scripted faults have not been used up."""
        with self._lock:
            return len(self._waiting)

    def take(self, where, query):
        """The fault this request meets, or None."""
        with self._lock:
            for fault in self._waiting:
                if fault.where not in (None, where) or (fault.kind == "expired" and "resumptionToken" not in query):
                    continue
                if fault.after:
                    fault.after -= 1
                    continue
                if fault.times is not None:
                    fault.times -= 1
                    if fault.times <= 0:
                        self._waiting.remove(fault)
                return fault
        return None

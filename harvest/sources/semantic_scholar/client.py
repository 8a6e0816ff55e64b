"""Asks Semantic Scholar for batches of papers and authors; gives its rows beside the ids asked, understands nothing.

An id that is none is never sent: one of them spoils a whole batch. A batch of which no id is known is answered 400,
which is no failure. A batch too large to be answered is asked for by halves, a single one with fewer fields.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Self

import httpx
from django.conf import settings

from common.identifiers import parse_arxiv_id, parse_s2_id
from harvest.http import USUAL, Broken, Denied, Limits, Unreachable
from harvest.sources.halving import TooMuch, in_halves
from harvest.sources.json_api import Gate, JsonApi, OpenGate, Reply

MOST_PAPERS = 500
MOST_AUTHORS = 1000
FEWER_PAPER_FIELDS = (
    "corpusId,externalIds,title,year,publicationDate,venue,journal,publicationVenue,publicationTypes,citationCount,"
    "authors.name,authors.externalIds"
)
PAPER_FIELDS = f"{FEWER_PAPER_FIELDS},references.paperId"
AUTHOR_FIELDS = "name,externalIds,affiliations,homepage,paperCount,citationCount,hIndex"

_ALL_UNKNOWN = re.compile(r"no valid (?:paper|author) ids", re.IGNORECASE)
_TOO_LARGE = re.compile(r"maximum size", re.IGNORECASE)
_NUMBER = re.compile(r"[1-9][0-9]{0,17}")


@dataclass(frozen=True, slots=True)
class Rows:
    """Per id asked its row, None where it is unknown; and the ids that could not be had, with the reason."""

    rows: dict[str, object] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    replies: tuple[Reply, ...] = ()


class SemanticScholarClient:
    def __init__(
        self, gate: Gate | None = None, transport: httpx.BaseTransport | None = None, limits: Limits = USUAL
    ) -> None:
        self._gate: Gate = gate or OpenGate()
        self._api = JsonApi(settings.S2_API_URL, transport, limits)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._api.__exit__(*error)

    def papers(self, keys: Sequence[str], most: int = MOST_PAPERS) -> Rows:
        """`keys` as `paper_key` gives them, or paperIds, or `CorpusId:…`."""
        return self._batches("paper/batch", keys, is_paper_key, most, [PAPER_FIELDS, FEWER_PAPER_FIELDS])

    def authors(self, author_ids: Sequence[str], most: int = MOST_AUTHORS) -> Rows:
        return self._batches("author/batch", author_ids, is_author_id, most, [AUTHOR_FIELDS])

    def _batches(
        self, path: str, keys: Sequence[str], is_key: Callable[[str], bool], most: int, fields: Sequence[str]
    ) -> Rows:
        failed = {key: "no id of Semantic Scholar's" for key in keys if not is_key(key)}
        good = list(dict.fromkeys(key for key in keys if key not in failed))
        rows: dict[str, object] = {}
        replies: list[Reply] = []
        for start in range(0, len(good), most):
            left = in_halves(
                good[start : start + most], lambda some: self._ask(path, some, fields[0], rows, replies), self._gate
            ).failed
            for key, reason in left.items():
                failed |= self._ask_less(path, key, fields[1:], rows, replies, reason)
        return Rows(rows, failed, tuple(replies))

    def _ask_less(
        self, path: str, key: str, fields: Sequence[str], rows: dict[str, object], replies: list[Reply], reason: str
    ) -> dict[str, str]:
        for fewer in fields:
            try:
                self._ask(path, [key], fewer, rows, replies)
            except (Unreachable, Broken, TooMuch) as error:
                if not isinstance(error, TooMuch):
                    self._gate.bad(error)
            else:
                return {}
        return {key: reason}

    def _ask(self, path: str, keys: Sequence[str], fields: str, rows: dict[str, object], replies: list[Reply]) -> None:
        api_key = settings.S2_API_KEY
        headers = {"x-api-key": api_key} if api_key else {}
        reply = self._api.send(path, {"fields": fields}, self._gate, body={"ids": list(keys)}, headers=headers)
        if reply.status == 400 and _ALL_UNKNOWN.search(reply.message):
            rows.update(dict.fromkeys(keys))
        elif reply.status == 400 and _TOO_LARGE.search(reply.message):
            raise TooMuch(reply.message)
        elif reply.status != 200:
            raise Denied(f"HTTP {reply.status} {reply.message}".strip())
        elif not isinstance(reply.payload, list) or len(reply.payload) != len(keys):
            raise Broken(f"no list of {len(keys)} rows")
        else:
            rows.update(zip(keys, reply.payload, strict=True))
            replies.append(reply)


def paper_key(arxiv_id: str) -> str:
    """How a paper is asked for by its arXiv id; a version would make it unknown."""
    return f"ARXIV:{arxiv_id}"


def is_paper_key(key: str) -> bool:
    prefix, _, rest = key.partition(":")
    if prefix == "ARXIV":
        found = parse_arxiv_id(rest)
        return found is not None and found.id == rest
    return parse_s2_id(key) == key


def is_author_id(text: str) -> bool:
    return bool(_NUMBER.fullmatch(text))

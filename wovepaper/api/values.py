"""Kinds of values that parameters take: each reads text, or says what it takes, and tells its JSON Schema. Pure."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from common.json_schema import Schema
from papers.fields import field
from search.query import FIRST_YEAR, LAST_YEAR, Years, clean, parse_years

LONGEST_TEXT = 2_000
_ROW = re.compile(r"(?:https?://[^/\s]{1,200})?(?:/?[a-z]{1,20}/)?([1-9][0-9]{0,17})(?:-[^/]*)?", re.ASCII)


class Unreadable(ValueError):  # noqa: N818 - says what the text is
    """The text is no such value; the message says what is."""


class Value(Protocol):
    """`takes` goes on after the name of what has the value."""

    @property
    def takes(self) -> str: ...

    def read(self, text: str) -> Any: ...

    def schema(self) -> Schema: ...


@dataclass(frozen=True, slots=True)
class Text:
    """Words, cleaned of control characters; never empty."""

    longest: int = LONGEST_TEXT
    takes: str = "takes some words"

    def read(self, text: str) -> str:
        cleaned = clean(text)
        if not cleaned or len(text) > self.longest:
            raise Unreadable(f"{self.takes}, {self.longest:,} characters at most")
        return cleaned

    def schema(self) -> Schema:
        return {"type": "string", "minLength": 1, "maxLength": self.longest}


@dataclass(frozen=True, slots=True)
class Number:
    least: int
    most: int

    @property
    def takes(self) -> str:
        return f"takes a whole number from {self.least} to {self.most:,}"

    def read(self, text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) <= 9 and self.least <= int(text) <= self.most):
            raise Unreadable(self.takes)
        return int(text)

    def schema(self) -> Schema:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of some words, with what each means."""

    words: Mapping[str, str]

    @property
    def takes(self) -> str:
        return f"takes {' or '.join(self.words)}"

    def read(self, text: str) -> str:
        if text not in self.words:
            raise Unreadable(self.takes)
        return text

    def schema(self) -> Schema:
        return {"type": "string", "enum": list(self.words)}


@dataclass(frozen=True, slots=True)
class Names:
    """Some of these names, joined by commas."""

    known: Collection[str]

    @property
    def takes(self) -> str:
        return f"takes names of fields joined by commas: {', '.join(self.known)}"

    def read(self, text: str) -> tuple[str, ...]:
        names = tuple(dict.fromkeys(text.split(",")))
        for name in names:
            if name not in self.known:
                raise Unreadable(name)
        return names

    def schema(self) -> Schema:
        return {"type": "array", "items": {"type": "string", "enum": list(self.known)}, "minItems": 1}


@dataclass(frozen=True, slots=True)
class YearSpan:
    takes: str = "takes a year such as 2024 or a span such as 2015-2020"

    def read(self, text: str) -> Years:
        years = parse_years(text)
        if years is None or not text.isascii():
            raise Unreadable(f"{self.takes}, from {FIRST_YEAR} to {LAST_YEAR}")
        return years

    def schema(self) -> Schema:
        return {"type": "string", "pattern": "^[0-9]{4}(?:-[0-9]{4})?$"}


@dataclass(frozen=True, slots=True)
class CategoryCode:
    """The code in use, whatever spelling or alias was given."""

    takes: str = "takes a category or archive of arXiv such as cs.LG or astro-ph"

    def read(self, text: str) -> str:
        known = field(text)
        if known is None:
            raise Unreadable(self.takes)
        return known.code

    def schema(self) -> Schema:
        return {"type": "string", "pattern": "^[A-Za-z][A-Za-z.-]{0,23}$"}


@dataclass(frozen=True, slots=True)
class RowNumber:
    """A number that this site gave, bare or in the address that is the thing's id."""

    takes: str = "takes a number that this site gave, or the address that ends with it"

    def read(self, text: str) -> int:
        match = _ROW.fullmatch(text)
        if match is None:
            raise Unreadable(self.takes)
        return int(match[1])

    def schema(self) -> Schema:
        return {"type": "string", "pattern": "^[1-9][0-9]{0,17}$"}


@dataclass(frozen=True, slots=True)
class Country:
    takes: str = "takes two letters such as CH"

    def read(self, text: str) -> str:
        if not (len(text) == 2 and text.isascii() and text.isalpha()):
            raise Unreadable(self.takes)
        return text.upper()

    def schema(self) -> Schema:
        return {"type": "string", "pattern": "^[A-Za-z]{2}$"}


@dataclass(frozen=True, slots=True)
class Several:
    """Several values of one kind, joined by `|`: any of them will do."""

    one: Value
    most: int = 5

    @property
    def takes(self) -> str:
        return f"{self.one.takes}; several joined by |"

    def read(self, text: str) -> tuple[Any, ...]:
        parts = text.split("|")
        if len(parts) > self.most:
            raise Unreadable(f"{self.takes}, {self.most} at most")
        return tuple(dict.fromkeys(self.one.read(part) for part in parts))

    def schema(self) -> Schema:
        pattern = str(self.one.schema()["pattern"]).strip("^$")
        return {"type": "string", "pattern": f"^{pattern}(?:\\|{pattern})*$"}


YES_OR_NO = OneOf({"yes": "only such", "no": "none such"})

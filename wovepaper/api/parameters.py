"""Parameters and filters as operations declare them; a request is read by the same lines that the document shows.

What is not declared, stands twice or cannot be read is told to the asker by name (`Problem`); nothing is guessed.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from common.json_schema import Schema
from common.problems import Problem
from wovepaper.api.values import Names, Number, OneOf, Text, Unreadable, Value

PER_PAGE, MOST_PER_PAGE = 25, 200
MOST_IDS = 50
LONGEST_ID = 400
FIRST = "*"  # the cursor of a list's beginning

_ID = re.compile(rf"[^|\s]{{1,{LONGEST_ID}}}")


@dataclass(frozen=True, slots=True)
class Parameter:
    """`example` is shown in the document; `problem` is the kind of what cannot be read."""

    name: str
    value: Value
    text: str
    example: str = ""
    default: Any = None
    problem: str = "bad-parameter"
    style: str = ""

    def read(self, text: str) -> Any:
        try:
            return self.value.read(text)
        except Unreadable as error:
            raise Problem(self.problem, f"{self.name} {error}.", parameter=self.name) from error

    def schema(self) -> Schema:
        default = {"default": self.default} if self.default is not None else {}
        return self.value.schema() | default


@dataclass(frozen=True, slots=True)
class Filter:
    """One of the names that the parameter `filter` takes."""

    name: str
    value: Value
    text: str
    example: str


@dataclass(frozen=True, slots=True)
class Select:
    """The parameter that names the fields wanted; an unknown one is named."""

    fields: tuple[str, ...]
    name: str = "select"
    style: str = "form"
    text: str = "Only these fields, joined by commas; `id` is always given."
    default: Any = None

    @property
    def example(self) -> str:
        return ",".join(self.fields[1:3])

    def read(self, text: str) -> tuple[str, ...]:
        try:
            return Names(self.fields).read(text)
        except Unreadable as error:
            detail = f"There is no field {str(error)[:60]!r}. There are {', '.join(self.fields)}."
            raise Problem("unknown-field", detail, parameter=str(error)[:60]) from error

    def schema(self) -> Schema:
        return Names(self.fields).schema()


@dataclass(frozen=True, slots=True)
class Filters:
    """The parameter that holds filters: `year:2024,category:cs.LG`. All of them must hold."""

    known: tuple[Filter, ...]
    name: str = "filter"
    style: str = ""
    default: Any = None

    @property
    def text(self) -> str:
        listed = "".join(f"\n- `{one.name}`: {one.text}; {one.value.takes}" for one in self.known)
        return f"Filters as name:value, joined by commas; each once, and all must hold.\n{listed}"

    @property
    def example(self) -> str:
        return ",".join(f"{one.name}:{one.example}" for one in self.known[:2])

    def read(self, text: str) -> dict[str, Any]:
        by_name = {one.name: one for one in self.known}
        found: dict[str, Any] = {}
        for part in text.split(","):
            name, _, value = part.partition(":")
            if name not in by_name:
                detail = f"There is no filter {name[:60]!r} here. There are {', '.join(by_name)}."
                raise Problem("unknown-filter", detail, parameter=name[:60])
            if name in found:
                raise Problem("bad-filter", f"The filter {name} stands twice.", parameter=name)
            try:
                found[name] = by_name[name].value.read(value)
            except Unreadable as error:
                raise Problem("bad-filter", f"The filter {name} {error}.", parameter=name) from error
        return found

    def schema(self) -> Schema:
        ones = [f"{one.name}:{str(_pattern(one.value)).strip('^$')}" for one in self.known]
        one = f"(?:{'|'.join(ones)})"
        return {"type": "string", "pattern": f"^{one}(?:,{one})*$"}


@dataclass(frozen=True, slots=True)
class Ids:
    """The parameter that names up to 50 things."""

    example: str
    name: str = "ids"
    style: str = "pipeDelimited"
    text: str = (
        f"Up to {MOST_IDS} things by their ids, joined by `|`, in any spelling that one thing answers to. "
        "They come in this order; `meta.not_found` names those that are not here. No filter, words or cursor beside it."
    )
    default: Any = None

    def read(self, text: str) -> tuple[str, ...]:
        if (many := text.count("|") + 1) > MOST_IDS:
            raise Problem("too-many-ids", f"{many} ids were asked for, {MOST_IDS} at most may be.", parameter=self.name)
        parts = tuple(dict.fromkeys(text.split("|")))
        if not all(_ID.fullmatch(part) for part in parts):
            detail = f"ids takes ids joined by |, each of {LONGEST_ID} characters at most and without blanks."
            raise Problem("bad-parameter", detail, parameter=self.name)
        return parts

    def schema(self) -> Schema:
        one = {"type": "string", "pattern": f"^{_ID.pattern}$"}
        return {"type": "array", "items": one, "minItems": 1, "maxItems": MOST_IDS}


AnyParameter = Parameter | Select | Filters | Ids  # `style`: how OpenAPI writes several values in one


def words(of: str) -> Parameter:
    return Parameter("q", Text(), f"Words to find {of} by, best match first.", example="dark matter")


def order(words: Mapping[str, str], default: str = "") -> Parameter:
    told = "".join(f"\n- `{word}`: {text}" for word, text in words.items())
    return Parameter("sort", OneOf(words), f"The order.\n{told}", default=default or None, problem="unknown-sort")


PAGE_PARAMETERS = (
    Parameter("per-page", Number(1, MOST_PER_PAGE), f"How many at once, {MOST_PER_PAGE} at most.", default=PER_PAGE),
    Parameter(
        "cursor",
        Text(longest=1_000, takes="takes * or what meta.next_cursor gave"),
        "Where the list goes on: `*` begins it, `meta.next_cursor` leads on to its end.",
        example=FIRST,
        default=FIRST,
    ),
)


def read_parameters(declared: Sequence[AnyParameter], given: Iterable[tuple[str, list[str]]]) -> dict[str, Any]:
    """Values by name, defaults where nothing was given."""
    by_name = {one.name: one for one in declared}
    found = {one.name: one.default for one in declared}
    for name, texts in given:
        if name not in by_name:
            detail = f"There is no parameter {name[:60]!r} here. " + (
                f"There are {', '.join(by_name)}." if by_name else "There are none."
            )
            raise Problem("unknown-parameter", detail, parameter=name[:60])
        if len(texts) > 1:
            raise Problem("repeated-parameter", f"{name} stands {len(texts)} times.", parameter=name)
        found[name] = by_name[name].read(texts[0])
    return found


def _pattern(value: Value) -> str:
    schema = value.schema()
    if "pattern" in schema:
        return str(schema["pattern"])
    if "enum" in schema:
        return f"(?:{'|'.join(schema['enum'])})"
    return "[1-9][0-9]{0,5}"

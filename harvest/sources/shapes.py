"""Reading a payload whose shape may change any week: absent and null are nothing, a wrong kind is told.

`WrongShape` names the field and what was found there; a parser turns it into a `Refused` of that one record. Numbers
must fit Postgres, texts be no longer than anybody would read.
"""

import json
from collections.abc import Callable
from datetime import date
from typing import Any, TypeVar

from harvest.records import Refused

LONGEST_TEXT = 20_000
LONGEST_WORD = 60
MOST = 2**31 - 1

Record = TypeVar("Record")
Object = dict[str, Any]


class WrongShape(ValueError):  # noqa: N818 - says what is the matter
    """Which field holds what it should not, in one line."""


def read(payload: object, external_id: str, parse: Callable[[Object], Record]) -> Record | Refused:
    """What `parse` makes of it, or the refusal with its reason."""
    try:
        return parse(as_object(payload, "the record"))
    except WrongShape as error:
        return refused(payload, external_id, str(error))


def refused(payload: object, external_id: str, reason: str) -> Refused:
    try:
        raw = json.dumps(payload).encode("ascii")
    except RecursionError:  # it could be read, a few calls higher up
        raw = b"nested too deeply to be written down"
    return Refused(external_id[:200], reason, raw)


def own_id(payload: object, key: str) -> str:
    """What a record calls itself, for its refusal."""
    found = payload.get(key) if isinstance(payload, dict) else None
    return found if isinstance(found, str) else ""


def as_object(value: object, what: str) -> Object:
    if not isinstance(value, dict):
        raise WrongShape(f"{what} is {_kind(value)}, not an object")
    return value


def text(payload: Object, key: str) -> str:
    value = payload.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise WrongShape(f"{key} is {_kind(value)}, not a text")
    if len(value) > LONGEST_TEXT:
        raise WrongShape(f"{key} has {len(value)} characters")
    return value


def word(payload: Object, key: str) -> str:
    """A term of a vocabulary or a code; empty where it is too long or strange to be one."""
    found = text(payload, key).strip()
    return found if len(found) <= LONGEST_WORD and found.isprintable() else ""


def country(payload: Object, key: str) -> str:
    """Two capital letters; empty where it is anything else."""
    found = word(payload, key).upper()
    return found if len(found) == 2 and found.isascii() and found.isalpha() else ""


def number(payload: Object, key: str) -> int | None:
    """A count. Bodies of JSON may hold 3.0 for 3."""
    value = payload.get(key)
    if value is None:
        return None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise WrongShape(f"{key} is {_kind(value)}, not a whole number")
    if not 0 <= value <= MOST:
        raise WrongShape(f"{key} is {str(value)[:30]}: out of range")
    return value


def degrees(payload: Object, key: str, most: int) -> float | None:
    value = payload.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not -most <= value <= most:
        raise WrongShape(f"{key} is {value!r:.30}: no such place")
    return float(value)


def flag(payload: Object, key: str) -> bool | None:
    value = payload.get(key)
    if value is not None and not isinstance(value, bool):
        raise WrongShape(f"{key} is {_kind(value)}, not true or false")
    return value


def child(payload: Object, key: str) -> Object:
    """An object within; empty where it is null or absent."""
    value = payload.get(key)
    return {} if value is None else as_object(value, key)


def children(payload: Object, key: str) -> list[Object]:
    """The objects of a list; nulls among them are left out."""
    return [as_object(value, f"{key}[{at}]") for at, value in enumerate(_list(payload, key)) if value is not None]


def texts(payload: Object, key: str) -> list[str]:
    """The texts of a list; nulls among them are left out."""
    return [text({key: value}, key) for value in _list(payload, key) if value is not None]


def day(payload: Object, key: str) -> date | None:
    """A day, as long as it is one: 2023-00-00 and the like are nothing."""
    try:
        return date.fromisoformat(text(payload, key)[:10])
    except ValueError:
        return None


def year(payload: Object, key: str) -> int | None:
    found = number(payload, key)
    return found if found is not None and 1000 <= found <= 2999 else None


def _list(payload: Object, key: str) -> list[object]:
    value = payload.get(key)
    if value is None:
        return []
    if not isinstance(value, list):
        raise WrongShape(f"{key} is {_kind(value)}, not a list")
    return value


def _kind(value: object) -> str:
    kinds = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "nothing"}
    return kinds.get(type(value), "a number")

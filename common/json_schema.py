"""JSON Schema (2020-12) of what the API answers, made from the types of the code that makes the answers.

Objects are TypedDicts: mypy holds the code to them, the API's document shows them, and both are the same lines. What
a type cannot say (a format, a sentence, an example) is an `About` beside it in `Annotated`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

Schema = dict[str, Any]

_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


@dataclass(frozen=True, slots=True)
class About:
    """What a value means, and what its type does not say of it."""

    text: str = ""
    format: str = ""
    example: Any = None


Address = Annotated[str, About(format="uri")]
Moment = Annotated[str, About(format="date-time")]
Day = Annotated[str, About(format="date")]


def schema_of(kind: Any) -> Schema:
    """Objects are named by reference: `components` has them."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _told(parts[0], parts[1:])
    if origin in (NotRequired, Required):
        return schema_of(parts[0])
    if kind in _PLAIN:
        return {"type": _PLAIN[kind]}
    if is_typeddict(kind):
        return {"$ref": f"#/components/schemas/{name_of(kind)}"}
    if origin is Literal:
        return {"type": "string", "enum": list(parts)}
    if origin is list:
        return {"type": "array", "items": schema_of(parts[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema_of(parts[1])}
    if origin in (Union, UnionType):
        return _any_of([schema_of(part) for part in parts])
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return {"type": "string", "enum": [str(one) for one in kind]}
    raise TypeError(f"{kind} has no JSON Schema here")


def components(kinds: Iterable[Any]) -> dict[str, Schema]:
    """Every object that these types hold, by name, in the order met."""
    found: dict[str, Schema] = {}
    for kind in kinds:
        _collect(kind, found)
    return found


def name_of(kind: Any) -> str:
    """Of an object, as the document calls it."""
    return kind.__name__.removesuffix("Object")


def fields_of(kind: Any) -> dict[str, Any]:
    """Name and type of each field of an object."""
    return get_type_hints(kind, include_extras=True)


def _collect(kind: Any, found: dict[str, Schema]) -> None:
    if is_typeddict(kind):
        if (name := name_of(kind)) not in found:
            found[name] = {}  # its place, should it hold itself
            found[name] = _object(kind)
            for field in fields_of(kind).values():
                _collect(field, found)
        return
    for part in get_args(kind):
        if not isinstance(part, About):
            _collect(part, found)


def _object(kind: Any) -> Schema:
    """Nothing that is not told; absent may only be what the type leaves out."""
    told = " ".join((kind.__doc__ or "").split())
    fields = fields_of(kind)
    return {
        "type": "object",
        **({"description": told} if told else {}),
        "properties": {name: schema_of(field) for name, field in fields.items()},
        "required": [name for name in fields if name in kind.__required_keys__],
        "additionalProperties": False,
    }


def _told(kind: Any, words: Iterable[Any]) -> Schema:
    schema = schema_of(kind)
    for about in words:
        if isinstance(about, About):
            schema |= {"description": about.text} if about.text else {}
            schema |= {"format": about.format} if about.format else {}
            schema |= {"examples": [about.example]} if about.example is not None else {}
    return schema


def _any_of(schemas: list[Schema]) -> Schema:
    """`type: [string, null]` where that says it all."""
    *others, last = schemas
    if last == {"type": "null"} and len(others) == 1 and isinstance(others[0].get("type"), str):
        one = others[0]
        null = {"enum": [*one["enum"], None]} if "enum" in one else {}
        return one | {"type": [one["type"], "null"]} | null
    return {"anyOf": schemas}

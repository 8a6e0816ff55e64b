"""Columns of Parquet from the types of the API's objects, so that both files of a table hold the same facts.

Moments become timestamps; days and addresses stay text.
"""

from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, is_typeddict

import pyarrow as pa

from common.json_schema import About, fields_of

_PLAIN: dict[Any, pa.DataType] = {str: pa.string(), int: pa.int64(), float: pa.float64(), bool: pa.bool_()}
_MOMENT = pa.timestamp("s", tz="UTC")


def schema_of(kind: Any) -> pa.Schema:
    return pa.schema(list(_fields(kind)))


def told(kind: Any) -> list[dict[str, Any]]:
    """Name, type and meaning of each column, for the manifest."""
    return [
        {"name": field.name, "type": str(field.type), "meaning": _words(about)}
        for field, about in zip(schema_of(kind), fields_of(kind).values(), strict=True)
    ]


def _fields(kind: Any) -> Iterator[pa.Field]:
    for name, type_told in fields_of(kind).items():
        yield pa.field(name, _type(type_told))


def _type(kind: Any, form: str = "") -> pa.DataType:
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _type(parts[0], next((word.format for word in parts[1:] if isinstance(word, About)), ""))
    if origin is NotRequired:
        return _type(parts[0])
    if origin in (Union, UnionType):
        return _type(next(part for part in parts if part is not NoneType), form)
    if origin is list:
        return pa.list_(_type(parts[0]))
    if is_typeddict(kind):
        return pa.struct(list(_fields(kind)))
    if origin is Literal:
        return pa.string()
    return _MOMENT if form == "date-time" else _PLAIN[kind]


def _words(kind: Any) -> str:
    found = [word.text for word in get_args(kind)[1:] if isinstance(word, About)] if _is_told(kind) else []
    return " ".join(filter(None, found))


def _is_told(kind: Any) -> bool:
    return get_origin(kind) is Annotated

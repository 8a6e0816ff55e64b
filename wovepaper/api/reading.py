"""The OpenAPI document as a page shows it: operations with tables, objects with their fields. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Pieces = tuple[tuple[str, str], ...]  # text, and what it is: nothing, `code`, or the anchor that it leads to

MANY_WORDS = 8  # to choose from, which the objects below tell too


@dataclass(frozen=True, slots=True)
class ShownParameter:
    name: str
    where: str
    kind: Pieces
    text: Pieces
    listed: tuple[Pieces, ...]
    default: str
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    status: str
    text: Pieces
    kind: Pieces
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownOperation:
    id: str
    path: str
    summary: str
    text: Pieces
    example: str
    parameters: tuple[ShownParameter, ...]
    answers: tuple[ShownAnswer, ...]


@dataclass(frozen=True, slots=True)
class ShownObject:
    name: str
    text: Pieces
    fields: tuple[tuple[str, Pieces, Pieces], ...]


def operations(document: Mapping[str, Any]) -> list[ShownOperation]:
    base = document["servers"][0]["url"]
    return [
        _operation(base, path, operation)
        for path, methods in document["paths"].items()
        for operation in methods.values()
    ]


def objects(document: Mapping[str, Any]) -> list[ShownObject]:
    return [
        ShownObject(
            name,
            pieces(schema.get("description", "")),
            tuple(
                (field, tuple(_kind(told)), pieces(told.get("description", "")))
                for field, told in schema["properties"].items()
            ),
        )
        for name, schema in document["components"]["schemas"].items()
    ]


def pieces(text: str) -> Pieces:
    """What stands between backticks is code."""
    parts = text.split("`")
    return tuple((part, "code" if place % 2 else "") for place, part in enumerate(parts) if part)


def _operation(base: str, path: str, operation: Mapping[str, Any]) -> ShownOperation:
    parameters = tuple(_parameter(one) for one in operation["parameters"])
    example = base + path
    for one in parameters:
        if one.where == "path" and one.examples:
            example = example.replace(f"{{{one.name}}}", one.examples[0])
    asked = [f"{one.name}={one.examples[0]}" for one in parameters if one.name in {"filter", "q"} and one.examples]
    return ShownOperation(
        operation["operationId"],
        path,
        operation["summary"],
        pieces(operation["description"]),
        example + (f"?{asked[-1] if path == '/search' else asked[0]}" if asked else ""),
        parameters,
        tuple(_answer(status, answer) for status, answer in operation["responses"].items()),
    )


def _parameter(one: Mapping[str, Any]) -> ShownParameter:
    schema = one["schema"]
    text, *items = one["description"].replace("\n- ", "\n").split("\n")
    return ShownParameter(
        one["name"],
        one["in"],
        tuple(_kind(schema)),
        pieces(text),
        tuple(pieces(item) for item in items if item),
        str(schema.get("default", "")),
        tuple(_written(example["value"], one.get("style", "")) for example in one.get("examples", {}).values()),
    )


def _written(value: Any, style: str) -> str:
    """As it stands in an address."""
    return ("|" if style == "pipeDelimited" else ",").join(value) if isinstance(value, list) else str(value)


def _answer(status: str, answer: Mapping[str, Any]) -> ShownAnswer:
    for content in answer.get("content", {}).values():
        return ShownAnswer(
            status, pieces(answer["description"]), tuple(_kind(content["schema"])), tuple(content.get("examples", {}))
        )
    return ShownAnswer(status, pieces(answer["description"]), (), ())


def _kind(schema: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """A schema in words."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        yield name, f"#object-{name}"
    elif "anyOf" in schema:
        for place, one in enumerate(schema["anyOf"]):
            if place:
                yield " or ", ""
            yield from _kind(one)
    elif schema.get("type") == "array" and len(schema["items"].get("enum", [])) > MANY_WORDS:
        yield "names of fields", ""
    elif schema.get("type") == "array":
        yield "list of ", ""
        yield from _kind(schema["items"])
    elif schema.get("type") == "object":
        yield "object of ", ""
        yield from _kind(schema["additionalProperties"])
    elif "enum" in schema:
        for place, word in enumerate(schema["enum"]):
            if place:
                yield " or ", ""
            yield ("null", "") if word is None else (str(word), "code")
    else:
        yield from _plain(schema)


def _plain(schema: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    names = {"uri": "address", "date-time": "time", "date": "day"}
    words = [str(names.get(schema.get("format", ""), kind) if kind == "string" else kind) for kind in kinds]
    yield " or ".join(words), ""
    if "minimum" in schema:
        yield f", {schema['minimum']} to {schema['maximum']:,}", ""

"""The OpenAPI 3.1 document, made from the operations that answer and the types of what they answer."""

from collections import defaultdict
from functools import cache
from typing import Any

from django.conf import settings

from common.addresses import absolute
from common.json_schema import Schema, components, name_of, schema_of
from common.problems import KINDS, MEDIA_TYPE, Problem, ProblemDocument, document
from wovepaper.api.answering import LONGEST_PATH_ID, ROOT
from wovepaper.api.operation import OF_ANY_ALWAYS, Operation
from wovepaper.api.operations import OPERATIONS, SELECTABLE
from wovepaper.api.parameters import AnyParameter

DESCRIPTION = (
    "Read papers, researchers, institutions and categories, and search them, without a key. Times are RFC 3339 in UTC, "
    "`null` stands for unknown, ids are full addresses. Names of parameters that are not told here are errors.\n\n"
    "Lists go on by `cursor`: begin with `*`, go on with `meta.next_cursor` or the link `next`. Answers carry `ETag`: "
    "ask with `If-None-Match` and get 304 where nothing changed. Requests are counted by network and by what they "
    "cost; `RateLimit` says what is left, and over it the answer is 429 with `Retry-After`. Who wants everything takes "
    "the dumps or OAI-PMH."
)
_RATE_LIMIT_POLICY = (
    'How much a network may spend at once, and in how many seconds that comes back: `"site";q=300;w=30`.'
)
_RATE_LIMIT = 'What is left, and in how many seconds all of it is back: `"site";r=295;t=1`.'
_HEADERS = {
    "RateLimit-Policy": (_RATE_LIMIT_POLICY, {"type": "string"}),
    "RateLimit": (_RATE_LIMIT, {"type": "string"}),
}
_VALIDATOR = {"ETag": ("Of the facts as this release shows them.", {"type": "string"})}
_RETRY = {"Retry-After": ("Seconds to wait.", {"type": "string", "pattern": "^[0-9]+$"})}


@cache
def openapi() -> dict[str, Any]:
    """Callers do not change it."""
    paths: defaultdict[str, dict[str, Any]] = defaultdict(dict)
    for operation in OPERATIONS:
        paths[operation.path]["get"] = _operation(operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": settings.SITE_NAME,
            "version": settings.RELEASE,
            "description": DESCRIPTION,
            "contact": {"name": settings.OPERATOR_NAME, "url": absolute("/contact")},
            "license": {"name": "CC0 for metadata; see the page for developers", "url": absolute("/developers")},
        },
        "externalDocs": {"description": "Read by people", "url": absolute("/developers/api")},
        "servers": [{"url": absolute(ROOT)}],
        "paths": dict(paths),
        "components": {"schemas": _schemas()},
    }


def _operation(operation: Operation) -> dict[str, Any]:
    parameters = [_parameter(one) for one in operation.parameters]
    if operation.thing:
        examples = {f"example-{place}": {"value": one} for place, one in enumerate(operation.thing.examples, 1)}
        parameters.insert(
            0,
            {
                "name": "id",
                "in": "path",
                "required": True,
                "description": operation.thing.text,
                "schema": {"type": "string", "minLength": 1, "maxLength": LONGEST_PATH_ID},
                "examples": examples,
            },
        )
    return {
        "operationId": operation.id,
        "summary": operation.summary,
        "description": operation.text,
        "parameters": parameters,
        "responses": _responses(operation),
    }


def _parameter(one: AnyParameter) -> dict[str, Any]:
    schema = one.schema()
    several = {"style": one.style, "explode": False} if one.style else {}
    example: Any = one.example.split("|" if one.style == "pipeDelimited" else ",") if one.style else one.example
    examples = {"examples": {"example": {"value": example}}} if one.example else {}
    return {"name": one.name, "in": "query", "description": one.text, "schema": schema, **several, **examples}


def _responses(operation: Operation) -> dict[str, Any]:
    responses: dict[str, Any] = {
        "200": {
            "description": " ".join((operation.answer.__doc__ or "").split()),
            "headers": _headers(_HEADERS | _VALIDATOR),
            "content": {"application/json": {"schema": schema_of(operation.answer)}},
        }
    }
    if operation.thing:
        where = {"Location": ("The address to ask instead.", {"type": "string", "format": "uri-reference"})}
        responses["301"] = {
            "description": "It is another now, or several ids were asked for, of which the list tells.",
            "headers": _headers(where),
        }
    responses["304"] = {"description": "Nothing changed since the ETag or day that was sent.", "headers": {}}
    by_status: defaultdict[int, list[str]] = defaultdict(list)
    for kind in (*operation.problems, *OF_ANY_ALWAYS):
        by_status[KINDS[kind].status].append(kind)
    for status, kinds in sorted(by_status.items()):
        responses[str(status)] = _problem(status, kinds, ROOT + operation.path)
    return responses


def _problem(status: int, kinds: list[str], path: str) -> dict[str, Any]:
    counted = _HEADERS if status not in {405, 500} else {}
    return {
        "description": "; ".join(KINDS[kind].title for kind in kinds),
        "headers": _headers(counted | (_RETRY if status in {429, 503} else {})),
        "content": {
            MEDIA_TYPE: {
                "schema": schema_of(ProblemDocument),
                "examples": {kind: {"value": document(Problem(kind, KINDS[kind].text), path)} for kind in kinds},
            }
        },
    }


def _headers(told: dict[str, tuple[str, Schema]]) -> dict[str, Any]:
    return {name: {"description": text, "schema": schema} for name, (text, schema) in told.items()}


def _schemas() -> dict[str, Schema]:
    """What `select` may leave fields out of promises its id alone."""
    schemas = components([*(operation.answer for operation in OPERATIONS), ProblemDocument])
    for kind in SELECTABLE:
        schemas[name_of(kind)]["required"] = ["id"]
    return schemas

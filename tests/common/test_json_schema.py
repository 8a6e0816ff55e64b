"""JSON Schema from types: what may be null, absent, chosen from; objects by reference, none but the fields told."""

from typing import Annotated, Literal, NotRequired, TypedDict

import pytest
from jsonschema import Draft202012Validator

from common.json_schema import About, Address, components, schema_of


class Inner(TypedDict):
    """What is inside."""

    kind: Literal["a", "b"] | None


class OuterObject(TypedDict):
    id: Annotated[Address, About("Never changes.")]
    number: Annotated[int | None, About(example=3)]
    inner: Inner | None
    several: list[Inner]
    counts: dict[str, int]
    seldom: NotRequired[str]


WHOLE = {"id": "http://x/1", "number": 1, "inner": None, "several": [{"kind": "a"}], "counts": {"x": 1}}


@pytest.fixture
def check():
    schema = schema_of(OuterObject) | {"components": {"schemas": components([OuterObject])}}
    return Draft202012Validator(schema).is_valid


def test_an_object_is_named_and_told(check):
    assert schema_of(OuterObject) == {"$ref": "#/components/schemas/Outer"}
    told = components([OuterObject])
    assert told["Outer"]["properties"]["id"] == {"type": "string", "format": "uri", "description": "Never changes."}
    assert told["Outer"]["properties"]["number"] == {"type": ["integer", "null"], "examples": [3]}
    assert told["Inner"]["description"] == "What is inside."


@pytest.mark.parametrize(
    ("changes", "fits"),
    [
        ({}, True),
        ({"seldom": "x"}, True),
        ({"seldom": None}, False),
        ({"number": None}, True),
        ({"number": "1"}, False),
        ({"inner": {"kind": None}}, True),
        ({"inner": {"kind": "c"}}, False),
        ({"several": [None]}, False),
        ({"counts": {"x": "1"}}, False),
        ({"more": 1}, False),
    ],
)
def test_what_fits_and_what_does_not(changes, fits, check):
    assert check(WHOLE | changes) is fits


def test_what_is_not_told_to_be_absent_is_there(check):
    for name in WHOLE:
        assert not check({other: value for other, value in WHOLE.items() if other != name})


def test_a_type_without_a_schema_is_a_mistake():
    with pytest.raises(TypeError):
        schema_of(set)

"""Our own full format: the API's object of a paper as XML, and its schema, both made from the API's types.

A list `authors` holds elements `author`; what is not known is left out. The namespace ends with a number that changes
with what the elements mean; new ones may come at any time.
"""

from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, is_typeddict

from lxml import etree

from common.addresses import absolute
from common.json_schema import About, fields_of
from papers.exports.woven import PaperRow, paper_row
from papers.models import Paper
from wovepaper.oai.elements import add, root, written

NAMESPACE = "urn:wovepaper:paper:1"
SCHEMA_PATH = "/oai/wovepaper.xsd"
_XS = "http://www.w3.org/2001/XMLSchema"
_UNTOLD = {"citations"}  # a count changes without the date of the record, from which harvesters know what to fetch
_ONE_OF = {"categories": "category"}  # other lists drop their last letter


def full(paper: Paper) -> etree._Element:
    """Of a paper with authors, researchers, versions and what `papers.woven` tells."""
    record = root(NAMESPACE, "paper", schema=absolute(SCHEMA_PATH))
    _fill(record, {name: value for name, value in paper_row(paper).items() if name not in _UNTOLD})
    return record


def schema() -> bytes:
    """The XML Schema of it."""
    document = etree.Element(
        _xs("schema"),
        {"targetNamespace": NAMESPACE, "elementFormDefault": "qualified"},
        nsmap={"xs": _XS, "wove": NAMESPACE},
    )
    add(document, "element", name="paper", type=f"wove:{PaperRow.__name__}")
    kinds: list[Any] = [PaperRow]
    for kind in kinds:
        sequence = add(add(document, "complexType", name=kind.__name__), "sequence")
        for name, told in fields_of(kind).items():
            if name not in _UNTOLD:
                _declare(sequence, name, told, kinds)
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + written(document) + b"\n"


def _fill(parent: etree._Element, values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        if isinstance(value, list):
            if value:
                several = add(parent, name)
                for one in value:
                    _put(several, _singular(name), one)
        elif value is not None:
            _put(parent, name, value)


def _put(parent: etree._Element, name: str, value: Any) -> None:
    if isinstance(value, Mapping):
        _fill(add(parent, name), value)
    else:
        add(parent, name, str(value).lower() if isinstance(value, bool) else str(value))


def _declare(sequence: etree._Element, name: str, told: Any, kinds: list[Any]) -> None:
    kind, about, may_lack = _parts(told)
    least = {"minOccurs": "0"} if may_lack or get_origin(kind) is list else {}
    if get_origin(kind) is list:
        several = add(add(add(sequence, "element", name=name, **least), "complexType"), "sequence")
        one, about, _ = _parts(get_args(kind)[0])
        add(several, "element", name=_singular(name), type=_type(one, about, kinds), maxOccurs="unbounded")
    else:
        add(sequence, "element", name=name, type=_type(kind, about, kinds), **least)


def _parts(told: Any) -> tuple[Any, str, bool]:
    """The type without what is told of it, the format that is, and whether the value may be lacking."""
    form, may_lack = "", False
    while True:
        if get_origin(told) is Annotated:
            told, *words = get_args(told)
            form = form or next((word.format for word in words if isinstance(word, About) and word.format), "")
        elif get_origin(told) is NotRequired:
            told, may_lack = get_args(told)[0], True
        elif get_origin(told) in (Union, UnionType):
            may_lack = may_lack or NoneType in get_args(told)
            told = next(part for part in get_args(told) if part is not NoneType)
        else:
            return told, form, may_lack


def _type(kind: Any, form: str, kinds: list[Any]) -> str:
    if is_typeddict(kind):
        if kind not in kinds:
            kinds.append(kind)
        return f"wove:{kind.__name__}"
    if get_origin(kind) is Literal:
        return "xs:token"
    formats = {"date-time": "xs:dateTime", "date": "xs:date", "uri": "xs:anyURI"}
    return formats.get(form) or _PLAIN[kind]


def _singular(name: str) -> str:
    return _ONE_OF.get(name, name[:-1])


def _xs(name: str) -> str:
    return f"{{{_XS}}}{name}"


_PLAIN = {str: "xs:string", int: "xs:integer", float: "xs:double", bool: "xs:boolean"}

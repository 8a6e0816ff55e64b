"""Elements of XML from texts of any origin; what XML cannot hold is left out."""

from typing import Any

from lxml import etree

from common.xml_text import xml_text

XSI = "http://www.w3.org/2001/XMLSchema-instance"


def root(namespace: str, name: str, prefix: str | None = None, schema: str = "", **more: str) -> etree._Element:
    """The element that a format begins with; `more` are further prefixes with their namespaces."""
    known: dict[Any, str] = {prefix: namespace} | more | ({"xsi": XSI} if schema else {})
    element = etree.Element(f"{{{namespace}}}{name}", nsmap=known)
    if schema:
        element.set(f"{{{XSI}}}schemaLocation", f"{namespace} {schema}")
    return element


def add(parent: etree._Element, name: str, text: str | None = None, /, **attributes: str) -> etree._Element:
    """A child, with a text where there is one; `name` with its namespace, or in the parent's."""
    if not name.startswith("{") and parent.tag.startswith("{"):
        name = f"{parent.tag.partition('}')[0]}}}{name}"
    child = etree.SubElement(parent, name, {key: xml_text(value) for key, value in attributes.items()})
    if text is not None:
        child.text = xml_text(text)
    return child


def add_known(parent: etree._Element, name: str, text: str | None) -> None:
    """A child, unless there is nothing to say."""
    if text:
        add(parent, name, text)


def written(element: etree._Element) -> bytes:
    return etree.tostring(element, encoding="utf-8")

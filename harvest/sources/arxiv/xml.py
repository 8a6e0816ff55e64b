"""XML from outside, read so that it can neither reach out nor blow up.

`parse_xml` gives the root element or raises `BrokenPayload` with a reason fit for a status page. Entities stay
unresolved, a DOCTYPE is refused, nothing is fetched, size and depth are bounded. Control characters that XML forbids
are dropped, since they spoil a whole page for one record; bytes that are not in the declared encoding are an error.
"""

import re

from lxml import etree

MAX_BYTES = 64 * 1024 * 1024
MAX_DEPTH = 50


class BrokenPayload(Exception):  # noqa: N818 - it names what came, not what we did wrong
    """An answer that is not the document that was asked for; asking again may help."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def parse_xml(payload: bytes) -> etree._Element:
    """The root of a safe XML document, or BrokenPayload."""
    if len(payload) > MAX_BYTES:
        raise BrokenPayload(f"answer of {len(payload)} bytes, more than {MAX_BYTES}")
    if not payload.strip():
        raise BrokenPayload("empty answer")
    if _HTML.match(payload[:2000]):
        raise BrokenPayload("HTML instead of XML")
    try:
        root = etree.fromstring(payload, _parser())
    except etree.XMLSyntaxError as error:
        root = _second_try(payload, error)
    if root.getroottree().docinfo.internalDTD is not None:
        raise BrokenPayload("XML with a DOCTYPE is refused")
    if _TOO_DEEP(root):
        raise BrokenPayload(f"XML nested deeper than {MAX_DEPTH} elements")
    return root


def _second_try(payload: bytes, error: etree.XMLSyntaxError) -> etree._Element:
    """Without the control characters, where there were any; else the first error stands."""
    cleaned = _FORBIDDEN_REFERENCES.sub(b"", payload.translate(None, _FORBIDDEN_BYTES))
    if len(cleaned) == len(payload) or _WIDE.match(payload):
        raise BrokenPayload(f"broken XML: {error.msg}") from error
    try:
        return etree.fromstring(cleaned, _parser())
    except etree.XMLSyntaxError as second:
        raise BrokenPayload(f"broken XML: {second.msg}") from second


def _parser() -> etree.XMLParser:
    """A parser of its own for each document: lxml's are not safe to share between threads."""
    return etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )


_HTML = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+)?html\b", re.IGNORECASE)
_WIDE = re.compile(rb"\xff\xfe|\xfe\xff|\x00<|<\x00")  # UTF-16, where a zero byte is no NUL
_FORBIDDEN_BYTES = bytes(code for code in range(0x20) if code not in (0x09, 0x0A, 0x0D))
_FORBIDDEN_REFERENCES = re.compile(
    rb"&#(?:0*(?:[0-8]|1[124-9]|2[0-9]|3[01])|x0*(?:[0-8bcef]|1[0-9a-f]|d[89ab][0-9a-f]{2}|d[c-f][0-9a-f]{2}|fff[ef]));",
    re.IGNORECASE,
)
_TOO_DEEP = etree.XPath("boolean(" + "/*" * (MAX_DEPTH + 1) + ")")

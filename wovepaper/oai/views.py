"""`/oai`, by GET or POST, and the schema of our own format.

An answer is written while it is read, a page at a time, and says as its date the moment up to which it is whole.
Errors of the protocol are answers of status 200, as it asks.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import chain

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.multipartparser import MultiPartParserError
from django.http.response import HttpResponseBase
from django.views.decorators.csrf import csrf_exempt
from lxml import etree

from common.addresses import absolute
from common.moments import rfc3339
from common.open_answers import for_programs
from common.xml_text import xml_text
from wovepaper.oai import full, protocol, selection
from wovepaper.oai.answers import answer
from wovepaper.oai.elements import XSI, add, written
from wovepaper.oai.protocol import OAI, OaiError

CONTENT_TYPE = "text/xml; charset=utf-8"
POLICY = "public, no-cache"  # a harvest is only as good as it is new; that nothing changed is told by 304
_SCHEMA = "http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd"
_UNTOLD = {"badVerb", "badArgument"}  # after these the request's arguments are not repeated


@csrf_exempt
def oai(request: HttpRequest) -> HttpResponseBase:
    settled = selection.settled_until()
    pieces: Iterator[bytes]
    told: dict[str, str] = {}
    try:
        asked = protocol.read(_pairs(request))
        told = {"verb": asked.verb, **asked.arguments}
        pieces = answer(asked, settled)
    except OaiError as error:
        told = {} if error.code in _UNTOLD else told
        fault = etree.Element("error", {"code": error.code})
        fault.text = xml_text(error.message)
        pieces = iter([written(fault)])
    document = chain([_head(told, settled)], pieces, [b"\n</OAI-PMH>\n"])
    return for_programs(StreamingHttpResponse(document, content_type=CONTENT_TYPE))


def changed_at(request: HttpRequest) -> datetime | None:
    """Of the newest record that may be told by now."""
    return selection.newest(selection.settled_until())


def schema(request: HttpRequest) -> HttpResponse:
    return for_programs(HttpResponse(full.schema(), content_type=CONTENT_TYPE))


def _pairs(request: HttpRequest) -> list[tuple[str, str]]:
    try:
        told = request.POST if request.method == "POST" else request.GET
    except (BadRequest, SuspiciousOperation, MultiPartParserError) as error:
        raise OaiError("badArgument", "The arguments of the request cannot be read.") from error
    return [(name, value) for name, values in told.lists() for value in values]


def _head(told: dict[str, str], settled: datetime) -> bytes:
    """All that stands before the answer; the root is left open."""
    root = etree.Element(f"{{{OAI}}}OAI-PMH", nsmap={None: OAI, "xsi": XSI})  # type: ignore[dict-item]
    root.set(f"{{{XSI}}}schemaLocation", f"{OAI} {_SCHEMA}")
    add(root, "responseDate", rfc3339(min(settled, datetime.now(UTC))))
    add(root, "request", absolute("/oai"), **told)
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + written(root).removesuffix(b"</OAI-PMH>") + b"\n"

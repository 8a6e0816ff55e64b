"""What each verb answers: one element, or a list that is written while it is read."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import chain
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import QuerySet
from lxml import etree

from common.addresses import absolute
from common.moments import rfc3339
from papers.models import Paper
from wovepaper.oai import protocol, records, selection, sets, tokens
from wovepaper.oai.elements import add, written
from wovepaper.oai.formats import FORMATS, Metadata, headers_only
from wovepaper.oai.protocol import Asked, OaiError
from wovepaper.oai.tokens import Key, Place

RECORDS_A_PAGE, HEADERS_A_PAGE = 500, 2_500
MOST_BYTES = 5_000_000  # a page is over with the record that reaches them: one paper can have thousands of authors


def answer(asked: Asked, settled: datetime) -> Iterator[bytes]:
    """The verb's element in pieces, or OaiError before the first of them."""
    if asked.verb in ("ListRecords", "ListIdentifiers"):
        return _list(asked, settled)
    return iter([written(_ANSWERS[asked.verb](asked))])


def _identify(asked: Asked) -> etree._Element:
    element = etree.Element("Identify")
    add(element, "repositoryName", settings.SITE_NAME)
    add(element, "baseURL", absolute("/oai"))
    add(element, "protocolVersion", "2.0")
    contact = settings.OPERATOR_CONTACT.removeprefix("mailto:")
    add(element, "adminEmail", contact if "@" in contact else f"nobody@{urlsplit(settings.SITE_URL).hostname}")
    add(element, "earliestDatestamp", rfc3339(selection.oldest() or datetime.now(UTC)))
    add(element, "deletedRecord", "persistent")
    add(element, "granularity", "YYYY-MM-DDThh:mm:ssZ")
    return element


def _list_metadata_formats(asked: Asked) -> etree._Element:
    if name := asked.arguments.get("identifier"):
        paper = _named(name, headers_only())
        if paper.removed_at:
            raise OaiError("noMetadataFormats", "That paper was removed; only its header is left.")
    element = etree.Element("ListMetadataFormats")
    for known in FORMATS.values():
        told = add(element, "metadataFormat")
        add(told, "metadataPrefix", known.prefix)
        add(told, "schema", known.schema)
        add(told, "metadataNamespace", known.namespace)
    return element


def _list_sets(asked: Asked) -> etree._Element:
    if "resumptionToken" in asked.arguments:
        raise OaiError("badResumptionToken", "All sets are in one answer, so there is no token for them.")
    element = etree.Element("ListSets")
    for spec, name in sets.listed():
        told = add(element, "set")
        add(told, "setSpec", spec)
        add(told, "setName", name)
    return element


def _get_record(asked: Asked) -> etree._Element:
    metadata = _format(asked.arguments["metadataPrefix"])
    element = etree.Element("GetRecord")
    element.append(records.record(_named(asked.arguments["identifier"], metadata.papers()), metadata))
    return element


_ANSWERS: dict[str, Callable[[Asked], etree._Element]] = {
    "Identify": _identify,
    "ListMetadataFormats": _list_metadata_formats,
    "ListSets": _list_sets,
    "GetRecord": _get_record,
}


@dataclass(slots=True)
class _Page:
    """How much of it there is already."""

    most: int
    count: int = 0
    size: int = 0

    @property
    def is_full(self) -> bool:
        return self.count >= self.most or self.size >= MOST_BYTES


def _list(asked: Asked, settled: datetime) -> Iterator[bytes]:
    place = _place(asked)
    metadata = _format(place.prefix)
    with_metadata = asked.verb == "ListRecords"
    page = _Page(RECORDS_A_PAGE if with_metadata else HEADERS_A_PAGE)
    papers = metadata.papers() if with_metadata else headers_only()
    found = selection.rows(papers, place, settled, page.most + 1)
    first = next(found, None)
    if first is None:
        raise OaiError("noRecordsMatch", "No paper changed then that is in that set.")

    def pieces() -> Iterator[bytes]:
        yield f"<{asked.verb}>\n".encode()
        last = first
        for paper in chain([first], found):
            if page.is_full:
                given = place.given + page.count
                token = replace(place, after=Key(last.changed_at, last.pk), given=given)
                yield _token(tokens.write(token), place.given)
                break
            piece = written(records.record(paper, metadata) if with_metadata else records.header(paper)) + b"\n"
            page.count, page.size, last = page.count + 1, page.size + len(piece), paper
            yield piece
        else:
            if place.after:
                yield _token("", place.given)
        yield f"</{asked.verb}>".encode()

    return pieces()


def _token(token: str, cursor: int) -> bytes:
    element = etree.Element("resumptionToken", {"cursor": str(cursor)})
    element.text = token
    return written(element)


def _place(asked: Asked) -> Place:
    told = asked.arguments
    if token := told.get("resumptionToken"):
        place = tokens.read(token, asked.verb)
        if place.prefix not in FORMATS or (place.set_spec and sets.codes_of(place.set_spec) is None):
            raise OaiError("badResumptionToken", "What this token goes on with is not here any more.")
        return place
    start, end = protocol.span(told.get("from", ""), told.get("until", ""))
    set_spec = told.get("set", "")
    if set_spec and sets.codes_of(set_spec) is None:
        raise OaiError("badArgument", f"There is no set {set_spec[:40]!r}; ListSets names them all.")
    return Place(asked.verb, told["metadataPrefix"], set_spec, start, end)


def _format(prefix: str) -> Metadata:
    if prefix not in FORMATS:
        raise OaiError("cannotDisseminateFormat", f"Formats here are {', '.join(FORMATS)}.")
    return FORMATS[prefix]


def _named(name: str, papers: QuerySet[Paper]) -> Paper:
    arxiv_id = records.arxiv_id_in(name)
    paper = papers.filter(arxiv_id=arxiv_id).first() if arxiv_id else None
    if paper is None:
        raise OaiError("idDoesNotExist", f"This site holds no {name[:60]!r}.")
    return paper

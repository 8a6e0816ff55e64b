"""OAI-PMH as arXiv's server of 2025 speaks it: one answer for one query, over a list of records.

What it refuses, in which words, and how its tokens look follow the recorded answers. Only arXivRaw is disseminated.
The list is in order of datestamp and id; a token says from which datestamp and how many of that day to skip, so a
record that changes during a harvest moves, as at arXiv. A token that the client did not encode again is refused.
"""

import re
from datetime import UTC, date, datetime, timedelta
from urllib.parse import parse_qsl, quote, unquote
from xml.sax.saxutils import quoteattr

from common.identifiers import parse_arxiv_id
from papers.taxonomy import ARCHIVES, CATEGORIES, GROUPS
from tests.upstreams.arxiv.records import FIRST_DAY, oai_header, oai_record, set_specs

FORMATS = ("oai_dc", "arXiv", "arXivOld", "arXivRaw")
VERBS = ("Identify", "ListMetadataFormats", "ListSets", "ListIdentifiers", "ListRecords", "GetRecord")
_BASE = "http://oaipmh.arxiv.org/oai"
_BAD_ARGUMENT = (
    "The request includes illegal arguments, is missing required arguments, includes a repeated argument, or values for"
    " arguments have an illegal syntax. Reason: "
)
_BAD_TOKEN = "The value of the resumptionToken argument is invalid or expired. Reason: "
_BAD_ID = "The value of the identifier argument is unknown or illegal in this repository. Reason: "
_NO_RECORDS = (
    "The combination of the values of the from, until, set and metadataPrefix arguments results in an empty list."
)


class ProtocolError(Exception):
    """An error of the protocol, which goes out with HTTP 200."""

    def __init__(self, code, message, request=None):
        super().__init__(message)
        self.code, self.message, self.request = code, message, request or {}


def answer(pairs, records, page_size=2500, now=None):
    """The XML for a query (a list of name-value pairs) over `records`, in full."""
    now = now or datetime.now(UTC)
    try:
        request, body = _body(pairs, records, page_size, now)
    except ProtocolError as fault:
        request = fault.request
        body = f"    <error code='{fault.code}'>{fault.message}</error>\n"
    attributes = "".join(f" {name}={quoteattr(value)}" for name, value in request.items())
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/" \n'
        '         xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"\n         xsi:schemaLocation="http://www.'
        'openarchives.org/OAI/2.0/ http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd">\n'
        f"    <responseDate>{now:%Y-%m-%dT%H:%M:%SZ}</responseDate>\n"
        f"                <request{attributes}>{_BASE}</request>\n\n\n{body}</OAI-PMH>"
    ).encode()


def _body(pairs, records, page_size, now):
    query = dict(pairs)
    if len(query) < len(pairs):
        raise ProtocolError("badArgument", _BAD_ARGUMENT + "Duplicate parameters not allowed")
    verb = query.get("verb")
    if verb not in VERBS:
        raise ProtocolError(
            "badVerb",
            "Value of the verb argument is not a legal OAI-PMH verb, the verb argument is missing, or the verb argument"
            " is repeated. Reason: Invalid verb provided",
        )
    if verb == "Identify":
        return query, _identify()
    if verb == "GetRecord":
        return query, _get_record(query, records)
    if verb in ("ListRecords", "ListIdentifiers"):
        return query, _list(query, records, page_size, now)
    raise ProtocolError("badArgument", _BAD_ARGUMENT + "not spoken by this test server")


def _identify():
    return (
        "    <Identify>\n        <repositoryName>arXiv</repositoryName>\n"
        "        <baseURL>https://oaipmh.arxiv.org/oai</baseURL>\n        <protocolVersion>2.0</protocolVersion>\n"
        "        <adminEmail>help@arxiv.org</adminEmail>\n"
        f"        <earliestDatestamp>{FIRST_DAY}</earliestDatestamp>\n"
        "        <deletedRecord>persistent</deletedRecord>\n        <granularity>YYYY-MM-DD</granularity>\n"
        "    </Identify>\n"
    )


def _get_record(query, records):
    if set(query) != {"verb", "identifier", "metadataPrefix"}:
        raise ProtocolError("badArgument", _BAD_ARGUMENT + "identifier and metadataPrefix required.")
    _check_format(query)
    prefix, _, name = query["identifier"].partition("oai:arXiv.org:")
    if prefix or not name:
        raise ProtocolError("idDoesNotExist", _BAD_ID + "All identifiers start with: oai:arXiv.org:")
    found = parse_arxiv_id(name)
    if found is None:
        raise ProtocolError("idDoesNotExist", _BAD_ID + "Invalid arXiv_id structure")
    for record in records:
        if record["id"] == found.id:
            return f"    <GetRecord>\n{oai_record(record)}\n    </GetRecord>\n"
    raise ProtocolError("idDoesNotExist", _BAD_ID + "Nothing found for this ID", query)


def _list(query, records, page_size, now):
    verb = query["verb"]
    asked = _from_token(query) if "resumptionToken" in query else _from_arguments(query, now)
    skip = int(asked.get("skip", 0))
    matching = sorted(
        (record for record in records if _matches(record, asked)), key=lambda one: (one["update_date"], one["id"])
    )
    page = matching[skip : skip + page_size]
    if not page:
        raise ProtocolError("noRecordsMatch", _NO_RECORDS, query)
    write = oai_record if verb == "ListRecords" else oai_header
    if skip + page_size < len(matching):
        token = _token(asked, verb, matching, skip + page_size)
        midnight = (now + timedelta(days=1)).strftime("%Y-%m-%dT00:00:00Z")
        last = f"<resumptionToken expirationDate='{midnight}'>{token}</resumptionToken>\n"
    else:
        last = "<resumptionToken/>\n" if "resumptionToken" in query else ""
    return f"    <{verb}>\n{''.join(map(write, page))}\n                    {last}\n    </{verb}>\n"


def _token(asked, verb, matching, position):
    """From the day of the record to come; skip those of that day which were given."""
    day = matching[position]["update_date"]
    given = sum(record["update_date"] == day for record in matching[:position])
    parts = {"verb": verb, "metadataPrefix": asked["metadataPrefix"], "from": day}
    parts |= {name: asked[name] for name in ("until", "set") if name in asked}
    return quote("&".join(f"{name}={value}" for name, value in {**parts, "skip": given}.items()), safe="")


def _from_token(query):
    if set(query) != {"verb", "resumptionToken"}:
        raise ProtocolError("badArgument", _BAD_ARGUMENT + "No other paramters allowed with resumptionToken")
    token = query["resumptionToken"]
    asked = dict(parse_qsl(unquote(token)))
    if "=" in token or not asked.get("skip", "").isdecimal() or asked.get("metadataPrefix") not in FORMATS:
        raise ProtocolError("badResumptionToken", _BAD_TOKEN + "Token decoding failed or format is invalid.")
    if asked.get("verb") != query["verb"]:
        raise ProtocolError("badResumptionToken", _BAD_TOKEN + "token from different verb", query)
    return asked


def _from_arguments(query, now):
    if not set(query) <= {"verb", "metadataPrefix", "set", "from", "until"}:
        allowed = "Unallowed parameter. Allowed parameters: metadataPrefix, set, until, verb, from"
        raise ProtocolError("badArgument", _BAD_ARGUMENT + allowed)
    if "metadataPrefix" not in query:
        raise ProtocolError("badArgument", _BAD_ARGUMENT + "metadataPrefix required.")
    _check_format(query)
    for name in ("from", "until"):
        if name in query and not re.fullmatch(r"\d{4}-\d\d-\d\d", query[name]):
            raise ProtocolError("badArgument", f"{_BAD_ARGUMENT}{name} date format must be YYYY-MM-DD")
    start, end = query.get("from", FIRST_DAY), query.get("until", FIRST_DAY)
    if start < FIRST_DAY:
        raise ProtocolError("badArgument", _BAD_ARGUMENT + "start date too early")
    if "until" in query and end > str(now.date() + timedelta(days=1)):
        raise ProtocolError("badArgument", _BAD_ARGUMENT + "until date too late")
    if "until" in query and end < start:
        raise ProtocolError("badArgument", _BAD_ARGUMENT + "until date must be greater than or equal to from date")
    for day in (start, end):
        date.fromisoformat(day)
    _check_set(query.get("set"))
    return query


def _check_format(query):
    if query["metadataPrefix"] not in FORMATS:
        raise ProtocolError(
            "cannotDisseminateFormat",
            "The metadata format identified by the value given for the metadataPrefix argument is not supported by the"
            " item or by the repository. Reason: Did not recognize requested format",
            {"verb": query["verb"]},
        )
    if query["metadataPrefix"] != "arXivRaw":
        raise ProtocolError("cannotDisseminateFormat", "This test server has arXivRaw only")


def _check_set(name):
    if name is None:
        return
    if name.count(":") > 2:
        raise ProtocolError("badArgument", _BAD_ARGUMENT + "Set has too many levels")
    if name not in _SETS:
        raise ProtocolError("badArgument", _BAD_ARGUMENT + "Set does not exist")


def _matches(record, asked):
    if not asked.get("from", FIRST_DAY) <= record["update_date"] <= asked.get("until", "9999-12-31"):
        return False
    name = asked.get("set")
    return name is None or any(spec == name or spec.startswith(f"{name}:") for spec in set_specs(record))


_SETS = {group.code for group in GROUPS}
_SETS |= {f"{archive.group}:{archive.code}" for archive in ARCHIVES if not archive.ended}
_SETS |= {
    f"{category.group}:{category.archive}:{category.code.partition('.')[2]}"
    for category in CATEGORIES
    if "." in category.code
}

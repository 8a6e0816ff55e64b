"""One record of a ROR dump, as parsed JSON, to an OrganisationRecord; pure.

Schema 2.0 and 2.1, and the retired 1.0 (told by its `name` field). A record is refused whole only where it cannot be
told what it is: no valid id, no name, an unknown status. Single odd names, places or relations are passed over.
"""

import json
import re
import unicodedata
from collections.abc import Iterable
from typing import Any

from common.identifiers import parse_ror
from harvest.organisations import OrganisationName, OrganisationRecord, OrganisationRelation, Place
from harvest.records import Refused

KINDS = ("education", "healthcare", "company", "archive", "nonprofit", "government", "facility", "funder", "other")
STATUSES = ("active", "inactive", "withdrawn")
RELATIONS = ("parent", "child", "related", "successor", "predecessor")
NAME_KINDS = ("ror_display", "label", "alias", "acronym")
LONGEST_NAME = 500


class _Unreadable(Exception):  # noqa: N818 - its text is the reason of a refusal
    pass


def parse(record: Any) -> OrganisationRecord | Refused:
    """Read one record; never raises."""
    told_id = record.get("id") if isinstance(record, dict) else None
    try:
        if not isinstance(record, dict):
            raise _Unreadable("not a JSON object")
        return _parse_retired(record) if "name" in record else _parse(record)
    except _Unreadable as error:
        reason = str(error)
    except (TypeError, ValueError, AttributeError, KeyError, OverflowError) as error:
        reason = f"of an unexpected shape: {type(error).__name__}: {error}"
    raw = json.dumps(record, ensure_ascii=False, default=str).encode("utf-8", "backslashreplace")
    return Refused(told_id if isinstance(told_id, str) else "", reason, raw)


def bare_ror(text: Any) -> str | None:
    """The nine signs of a ROR id whose check digits are right."""
    ror = parse_ror(text) if isinstance(text, str) else None
    return ror.rpartition("/")[2] if ror else None


def clean(text: Any) -> str:
    """One line in NFC without edge and double blanks or invisible signs; the joiners, letters of some scripts, stay."""
    if not isinstance(text, str):
        return ""
    text = text.encode("utf-8", "replace").decode()  # half a surrogate pair can be told in JSON, but not kept
    return " ".join(_INVISIBLE.sub("", unicodedata.normalize("NFC", text)).split())


def _parse(record: dict[str, Any]) -> OrganisationRecord:
    ror = _id(record)
    names = _unite_names(
        (name.get("value"), name.get("types") or [], name.get("lang")) for name in _objects(record.get("names"))
    )
    links = {link.get("type"): clean(link.get("value")) for link in reversed(_objects(record.get("links")))}
    wikidata = next((ids for ids in _objects(record.get("external_ids")) if ids.get("type") == "wikidata"), {})
    return OrganisationRecord(
        ror=ror,
        name=_display_name(names),
        status=_status(record),
        names=names,
        kinds=_kinds(record),
        places=_places(_place(location) for location in _objects(record.get("locations"))),
        relations=_relations(record, ror),
        established=_year(record.get("established")),
        homepage=_link(links.get("website")),
        wikipedia=_link(links.get("wikipedia")),
        wikidata=_wikidata(wikidata),
    )


def _parse_retired(record: dict[str, Any]) -> OrganisationRecord:
    ror = _id(record)
    told: list[tuple[Any, list[str], Any]] = [(record["name"], ["ror_display", "label"], None)]
    told += [(label.get("label"), ["label"], label.get("iso639")) for label in _objects(record.get("labels"))]
    told += [(alias, ["alias"], None) for alias in record.get("aliases") or []]
    told += [(acronym, ["acronym"], None) for acronym in record.get("acronyms") or []]
    names = _unite_names(told)
    country = record.get("country") or {}
    addresses: list[dict[str, Any]] = _objects(record.get("addresses")) or [{}]
    links = record.get("links") or []
    return OrganisationRecord(
        ror=ror,
        name=_display_name(names),
        status=_status(record),
        names=names,
        kinds=_kinds(record),
        places=_places(_retired_place(address, country) for address in addresses),
        relations=_relations(record, ror),
        established=_year(record.get("established")),
        homepage=_link(clean(links[0]) if links else ""),
        wikipedia=_link(clean(record.get("wikipedia_url"))),
        wikidata=_wikidata((record.get("external_ids") or {}).get("Wikidata") or {}),
    )


def _id(record: dict[str, Any]) -> str:
    ror = bare_ror(record.get("id"))
    if ror is None:
        raise _Unreadable(f"no valid ROR id: {record.get('id')!r}"[:200])
    return ror


def _status(record: dict[str, Any]) -> str:
    status = str(record.get("status", "active")).lower()
    if status not in STATUSES:
        raise _Unreadable(f"unknown status {status!r}"[:200])
    return status


def _kinds(record: dict[str, Any]) -> tuple[str, ...]:
    told = dict.fromkeys(str(kind).lower() for kind in record.get("types") or [])
    return tuple(kind for kind in told if kind in KINDS)


def _unite_names(told: Iterable[tuple[Any, Iterable[Any], Any]]) -> tuple[OrganisationName, ...]:
    """Each value once, with all its kinds and the first language told for it."""
    united: dict[str, tuple[dict[str, None], str]] = {}
    for value, kinds, language in told:
        text = clean(value)
        if not text or len(text) > LONGEST_NAME:
            continue
        held, known_language = united.get(text, ({}, ""))
        held |= {kind: None for kind in kinds if kind in NAME_KINDS}
        united[text] = held, known_language or clean(language)[:8]
    return tuple(
        OrganisationName(value, tuple(kinds) or ("alias",), language) for value, (kinds, language) in united.items()
    )


def _display_name(names: tuple[OrganisationName, ...]) -> str:
    """Exactly one name should be for display; a record without it goes by its first label, else its first name."""
    for kind in ("ror_display", "label"):
        for name in names:
            if kind in name.kinds:
                return name.value
    if not names:
        raise _Unreadable("no name")
    return names[0].value


def _place(location: dict[str, Any]) -> Place:
    details = location.get("geonames_details") or {}
    return Place(
        city=clean(details.get("name")),
        region=clean(details.get("country_subdivision_name")),
        country_code=_country_code(details.get("country_code")),
        country=clean(details.get("country_name")),
        latitude=_degrees(details.get("lat"), 90),
        longitude=_degrees(details.get("lng"), 180),
    )


def _retired_place(address: dict[str, Any], country: dict[str, Any]) -> Place:
    region = clean(address.get("state")) or clean(
        ((address.get("geonames_city") or {}).get("geonames_admin1") or {}).get("name")
    )
    return Place(
        city=clean(address.get("city")),
        region=region,
        country_code=_country_code(country.get("country_code")),
        country=clean(country.get("country_name")),
        latitude=_degrees(address.get("lat"), 90),
        longitude=_degrees(address.get("lng"), 180),
    )


def _places(places: Iterable[Place]) -> tuple[Place, ...]:
    return tuple(dict.fromkeys(place for place in places if place != Place()))


def _relations(record: dict[str, Any], ror: str) -> tuple[OrganisationRelation, ...]:
    """Each once, in a fixed order; relations to itself or to no valid id are none."""
    found = set()
    for relation in _objects(record.get("relationships")):
        kind, other = str(relation.get("type", "")).lower(), bare_ror(relation.get("id"))
        if kind in RELATIONS and other and other != ror:
            found.add((kind, other))
    return tuple(OrganisationRelation(kind, other) for kind, other in sorted(found))


def _objects(value: Any) -> list[dict[str, Any]]:
    return [item for item in value or [] if isinstance(item, dict)]


def _country_code(value: Any) -> str:
    code = clean(value).upper()
    return code if _TWO_LETTERS.fullmatch(code) else ""


def _degrees(value: Any, most: int) -> float | None:
    return float(value) if isinstance(value, int | float) and abs(value) <= most else None


def _year(value: Any) -> int | None:
    return value if isinstance(value, int) and 1 < value < 3000 else None


def _link(value: str | None) -> str:
    return value if value and _WEB.match(value) else ""


def _wikidata(ids: dict[str, Any]) -> str:
    """The preferred id, else the only one: of several it is not told which is right."""
    every = ids.get("all") or []
    several = [every] if isinstance(every, str) else every
    told = ids.get("preferred") or (several[0] if len(several) == 1 else "")
    return told if isinstance(told, str) and _WIKIDATA.fullmatch(told) else ""


# Zero-width space, direction marks, soft hyphen, byte order mark, control characters; not U+200C and U+200D.
_INVISIBLE = re.compile(
    "[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u00ad\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]"
)
_TWO_LETTERS = re.compile(r"[A-Z]{2}")
_WEB = re.compile(r"https?://[^\s/]", re.IGNORECASE)
_WIKIDATA = re.compile(r"Q\d{1,12}")

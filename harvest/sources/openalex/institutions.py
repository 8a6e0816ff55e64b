"""OpenAlex's institutions to records; pure. ROR is the better source for all but the id that works carry."""

import re

from harvest.outside_records import InstitutionRecord
from harvest.records import Refused
from harvest.sources import shapes
from harvest.sources.openalex import ids
from harvest.sources.openalex.authorships import institution_ids
from harvest.sources.shapes import Object
from harvest.sources.text_cleaning import clean_name, tidy


def parse_institution(payload: object) -> InstitutionRecord | Refused:
    return shapes.read(payload, shapes.own_id(payload, "id"), _institution)


def parse_institutions(payload: object) -> list[InstitutionRecord | Refused]:
    """A list answer; what is no list answer at all is one refusal."""
    results = payload.get("results") if isinstance(payload, dict) else None
    if not isinstance(results, list):
        return [shapes.refused(payload, "", "no results in a list answer")]
    return [parse_institution(one) for one in results]


def _institution(payload: Object) -> InstitutionRecord:
    told = shapes.text(payload, "id")
    institution_id = ids.entity_id(told, "I")
    if not institution_id:
        raise shapes.WrongShape(f"id {told[:80]!r} is no institution's" if told else "no id")
    place = shapes.child(payload, "geo")
    outside = shapes.child(payload, "ids")
    return InstitutionRecord(
        id=institution_id,
        name=clean_name(shapes.text(payload, "display_name")),
        ror=ids.ror(shapes.text(payload, "ror") or shapes.text(outside, "ror")),
        country_code=shapes.country(payload, "country_code") or shapes.country(place, "country_code"),
        kind=shapes.word(payload, "type"),
        lineage=institution_ids(payload, "lineage"),
        acronyms=_names(payload, "display_name_acronyms"),
        alternatives=_names(payload, "display_name_alternatives"),
        country=tidy(shapes.text(place, "country")),
        region=tidy(shapes.text(place, "region")),
        city=tidy(shapes.text(place, "city")),
        latitude=shapes.degrees(place, "latitude", 90),
        longitude=shapes.degrees(place, "longitude", 180),
        homepage=tidy(shapes.text(payload, "homepage_url")),
        wikidata=_wikidata(shapes.text(outside, "wikidata")),
        related=_related(payload),
        super_system=bool(shapes.flag(payload, "is_super_system")),
        works_count=shapes.number(payload, "works_count"),
    )


def _wikidata(address: str) -> str:
    item = address.rpartition("/")[2]
    return item if _ITEM.fullmatch(item) else ""


def _names(payload: Object, key: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in map(tidy, shapes.texts(payload, key)) if name))


def _related(payload: Object) -> tuple[tuple[str, str], ...]:
    """Parents, children and others; one that names itself is left out."""
    own = ids.entity_id(shapes.text(payload, "id"), "I")
    found = [
        (shapes.word(one, "relationship"), ids.entity_id(shapes.text(one, "id"), "I"))
        for one in shapes.children(payload, "associated_institutions")
    ]
    return tuple(dict.fromkeys((kind, other) for kind, other in found if kind and other and other != own))


_ITEM = re.compile(r"Q[1-9][0-9]{0,11}")

"""One row of an OpenAlex work's author list: who is named, which profile is claimed, where they worked; pure."""

import re

from harvest.outside_records import InstitutionRecord, OutsideAffiliation, OutsideAuthor
from harvest.sources import shapes
from harvest.sources.openalex import ids
from harvest.sources.shapes import Object
from harvest.sources.text_cleaning import clean_affiliation, clean_name, given_first, same_affiliation


def author_of(row: Object, position: int) -> OutsideAuthor:
    profile = shapes.child(row, "author")
    told = ids.entity_id(shapes.text(profile, "id"), "A")
    profile_id = ids.person_id(told)
    raw_name = clean_name(shapes.text(row, "raw_author_name"))
    return OutsideAuthor(
        position=position,
        name=given_first(raw_name),
        raw_name=raw_name,
        profile_id=profile_id,
        profile_name="" if told in ids.NOBODY else clean_name(shapes.text(profile, "display_name")),
        orcid=ids.orcid(shapes.text(profile, "orcid")) if told not in ids.NOBODY else "",
        claimed_orcid=ids.orcid(shapes.text(row, "raw_orcid")),
        corresponding=shapes.flag(row, "is_corresponding"),
        country_codes=tuple(dict.fromkeys(code for code in shapes.texts(row, "countries") if _CODE.fullmatch(code))),
        affiliations=_affiliations(row),
    )


def institutions_of(row: Object) -> list[InstitutionRecord]:
    """The row's institutions that have an id."""
    return [
        InstitutionRecord(
            id=institution_id,
            name=clean_name(shapes.text(one, "display_name")),
            ror=ids.ror(shapes.text(one, "ror")),
            country_code=shapes.country(one, "country_code"),
            kind=shapes.word(one, "type"),
            lineage=institution_ids(one, "lineage"),
        )
        for one in shapes.children(row, "institutions")
        if (institution_id := ids.entity_id(shapes.text(one, "id"), "I"))
    ]


def institution_ids(payload: Object, key: str) -> tuple[str, ...]:
    found = (ids.entity_id(one, "I") for one in shapes.texts(payload, key))
    return tuple(dict.fromkeys(one for one in found if one))


def _affiliations(row: Object) -> tuple[OutsideAffiliation, ...]:
    """Each string once with all ids seen in it. Before 2024 nothing told which string gave which id."""
    strings: dict[str, str] = {}
    seen: dict[str, dict[str, None]] = {}

    def add(string: str, its_ids: tuple[str, ...] = ()) -> None:
        cleaned = clean_affiliation(string)
        if cleaned or its_ids:
            key = same_affiliation(cleaned) if cleaned else ""
            strings.setdefault(key, cleaned)
            seen.setdefault(key, {}).update(dict.fromkeys(its_ids))

    for one in shapes.children(row, "affiliations"):
        add(shapes.text(one, "raw_affiliation_string"), institution_ids(one, "institution_ids"))
    for string in shapes.texts(row, "raw_affiliation_strings"):
        add(string)
    if not strings:
        add(shapes.text(row, "raw_affiliation_string"))
    explained = {one for its_ids in seen.values() for one in its_ids}
    rest = tuple(one.id for one in institutions_of(row) if one.id not in explained)
    if rest and len(strings) == 1:
        seen[next(iter(strings))].update(dict.fromkeys(rest))
    elif rest:
        add("", rest)
    return tuple(OutsideAffiliation(strings[key], tuple(seen[key])) for key in strings)


_CODE = re.compile(r"[A-Z]{2}")

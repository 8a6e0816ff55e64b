"""Institutions as OpenAlex's ids name them, tied to ours: by that id, else by the ROR id it gives, else made."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from django.utils import timezone

from common.slugs import slug
from harvest.linking.bulk import select, upsert
from harvest.matching.institution_check import Named, each_place, names_of
from harvest.matching.places import COUNTRIES
from harvest.outside_records import InstitutionRecord
from institutions.models import Institution
from institutions.names import words

_COLUMNS = {
    "openalex_id": "text", "ror": "text", "slug": "text", "name": "text", "kinds": "text[]", "country_code": "text",
    "status": "text", "homepage": "text", "wikipedia": "text", "wikidata": "text", "country": "text", "region": "text",
    "city": "text", "content_hash": "text", "source_release": "text", "paper_count": "integer",
    "paper_count_with_parts": "integer", "changed_at": "timestamptz",
}  # fmt: skip
_KINDS = frozenset(Institution.Kind.values)


@dataclass(frozen=True, slots=True)
class Known:
    """Our row behind an outside id, with what it is called."""

    id: int
    named: Named


def known(records: Iterable[InstitutionRecord]) -> dict[str, Known]:
    """By OpenAlex's id; of a merged row also the names of the one it became."""
    told = {record.id: record for record in records}
    ids = _ids(told)
    missing = [record for outside_id, record in told.items() if outside_id not in ids]
    if missing:
        _make(missing)
        ids |= _ids({record.id: record for record in missing})
    named = _named(set(ids.values()))
    return {
        outside_id: Known(ours, replace(named[ours], names=names_of([*named[ours].names, told[outside_id].name])))
        for outside_id, ours in ids.items()
    }


def country_names() -> dict[str, set[str]]:
    """Codes of countries by folded name: those known by other names, and those of the institutions held."""
    found = {name: set(codes) for name, codes in COUNTRIES.items()}
    for code, name in Institution.objects.countries():
        found.setdefault(" ".join(words(name)), set()).add(code)
    return found


def by_ror(rors: Collection[str]) -> dict[str, int]:
    """Our ids by the nine signs of ROR's; where they lead is for `institutions.merging`."""
    return dict(select("SELECT ror, id FROM institutions_institution WHERE ror = ANY(%s)", list(rors)))


def _ids(told: dict[str, InstitutionRecord]) -> dict[str, int]:
    rors = {_bare(record.ror): outside_id for outside_id, record in told.items() if record.ror}
    by_id: dict[str, int] = {}
    by_ror_id: dict[str, int] = {}
    learnt: dict[str, str] = {}
    for ours, ror, openalex_id in select(
        """
        SELECT id, ror, openalex_id FROM institutions_institution
        WHERE openalex_id = ANY(%s) OR ror = ANY(%s) ORDER BY id
        """,
        list(told),
        list(rors),
    ):
        if openalex_id in told:
            by_id[openalex_id] = ours
        elif ror in rors:
            by_ror_id.setdefault(rors[ror], ours)
            if openalex_id is None:
                learnt[rors[ror]] = ror
    if new := {outside_id: ror for outside_id, ror in learnt.items() if outside_id not in by_id}:
        select(
            """
            UPDATE institutions_institution held SET openalex_id = told.openalex_id
            FROM unnest(%s::text[], %s::text[]) AS told (openalex_id, ror) WHERE held.ror = told.ror RETURNING held.id
            """,
            list(new),
            list(new.values()),
        )
    return by_id | {one: ours for one, ours in by_ror_id.items() if one not in by_id}


def _make(records: Collection[InstitutionRecord]) -> None:
    """Institutions that ROR's release does not hold (yet): what a work tells of them."""
    now = timezone.now().isoformat()
    first = {record.ror: record.id for record in reversed(list(records))}
    rows = [
        (
            record.id,
            _bare(record.ror) if record.ror and first[record.ror] == record.id else None,
            slug(record.name),
            record.name,
            [record.kind] if record.kind in _KINDS else [],
            record.country_code,
            Institution.Status.ACTIVE.value,
            *[""] * 8,
            0,
            0,
            now,
        )
        for record in records
        if record.name
    ]
    upsert("institutions_institution", _COLUMNS, rows, ("openalex_id",), silent=tuple(_COLUMNS))


def _named(ids: Collection[int]) -> dict[int, Named]:
    names: dict[int, list[str]] = defaultdict(list)
    places: dict[int, tuple[str, ...]] = {}
    countries: dict[int, frozenset[str]] = {}
    for ours, name, code, more, *where in select(_PLACES, list(ids)):
        others = [place for place in json.loads(more or "null") or [] if isinstance(place, dict)]
        names[ours].append(name)
        places[ours] = each_place(
            *where, *(str(place.get(key) or "") for place in others for key in ("city", "region", "country"))
        )
        countries[ours] = frozenset({code, *(str(place.get("country_code") or "") for place in others)} - {""})
    for ours, value in select(_NAMES, list(ids)):
        names[ours].append(value)
    return {ours: Named(names_of(names[ours]), places[ours], countries[ours]) for ours in places}


def _bare(ror: str) -> str:
    return ror.rpartition("/")[2]


_PLACES = """
    SELECT one.id, one.name, now.country_code, now.more_places::text, now.city, now.region, now.country
    FROM institutions_institution one
    JOIN institutions_institution now ON now.id = coalesce(one.merged_into_id, one.id) WHERE one.id = ANY(%s)
"""
_NAMES = """
    SELECT one.id, named.value FROM institutions_institution one
    JOIN institutions_institutionname named ON named.institution_id IN (one.id, one.merged_into_id)
    WHERE one.id = ANY(%s) ORDER BY named.id
"""

"""Profiles of persons as sources keep them, written where they differ."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict
from datetime import datetime

from harvest.linking.bulk import select, upsert
from harvest.outside_records import OutsideAuthor, OutsideSource, ProfileRecord

_OF_ROWS = {"source": "text", "outside_id": "text", "name": "text", "orcid": "text", "merged_into": "text",
            "affiliations": "jsonb"}  # fmt: skip
_READ = {
    "source": "text", "outside_id": "text", "name": "text", "orcid": "text", "works_count": "integer",
    "citation_count": "integer", "h_index": "integer", "affiliations": "jsonb", "read_at": "timestamptz",
    "gone_at": "timestamptz", "merged_into": "text",
}  # fmt: skip


def write_from_rows(source: OutsideSource, authors: Iterable[OutsideAuthor]) -> tuple[dict[str, int], set[int]]:
    """Profiles that author lists name, with what a row tells of them: name and ORCID.

    Gives our ids by theirs, and which were held with other facts. Semantic Scholar's lists may leave ORCIDs out.
    """
    told: dict[str, tuple[str, str]] = {}
    for author in authors:
        if author.profile_id:
            name, orcid = told.get(author.profile_id, ("", ""))
            told[author.profile_id] = (name or author.profile_name, orcid or author.orcid)
    held = {
        outside_id: (name, orcid)
        for outside_id, name, orcid in select(
            "SELECT outside_id, name, orcid FROM researchers_profile WHERE source = %s AND outside_id = ANY(%s)",
            source,
            list(told),
        )
    }
    new: list[tuple[object, ...]] = [
        (source.value, one, *facts, "", []) for one, facts in told.items() if one not in held
    ]
    upsert("researchers_profile", _OF_ROWS, new, ("source", "outside_id"), silent=("merged_into", "affiliations"))
    other = {}
    for one, (name, orcid) in told.items():
        if one in held:
            kept = held[one][1] if not orcid and source != OutsideSource.OPENALEX else orcid
            if held[one] != (name, kept):
                other[one] = (name, kept)
    _overwrite(source, other)
    ids = ids_of(source, told)
    return ids, {ids[one] for one in other}


def write_read(records: Collection[ProfileRecord], now: datetime) -> set[int]:
    """Profiles that were read by themselves; gives those held with another ORCID. Names are as author lists tell them.

    Pages of their researchers are newer for it; followers of the change sequence read none of these facts.
    """
    other: set[int] = set()
    names: dict[tuple[str, str], str] = {}
    for source in {record.source for record in records}:
        orcids = {one.id: one.orcid for one in records if one.source == source}
        for ours, outside_id, name, orcid in select(_HELD, source, list(orcids)):
            names[source.value, outside_id] = name
            other |= {ours} if orcid != orcids[outside_id] else set()
    rows = [
        (
            record.source.value,
            record.id,
            names.get((record.source.value, record.id)) or record.name,
            record.orcid,
            record.works_count,
            record.citation_count,
            record.h_index,
            [asdict(place) for place in record.affiliations],
            now.isoformat(),
            None,
            "",
        )
        for record in records
    ]
    upsert("researchers_profile", _READ, rows, ("source", "outside_id"))
    for source in {record.source for record in records}:
        select(_NEWER_PAGES, now, source, [record.id for record in records if record.source == source])
    return other


def write_gone(source: OutsideSource, gone: Mapping[str, str], now: datetime) -> None:
    """Profiles that a source no longer knows, with the ids they became, where it tells. Their claims stay claims."""
    if gone:
        select(_GONE, now, list(gone), list(gone.values()), source)


def ids_of(source: OutsideSource, outside_ids: Iterable[str]) -> dict[str, int]:
    return dict(
        select(
            "SELECT outside_id, id FROM researchers_profile WHERE source = %s AND outside_id = ANY(%s)",
            source,
            list(outside_ids),
        )
    )


def _overwrite(source: OutsideSource, told: dict[str, tuple[str, str]]) -> None:
    """What rows tell of profiles held already."""
    if told:
        select(
            """
            UPDATE researchers_profile held SET name = told.name, orcid = told.orcid
            FROM unnest(%s::text[], %s::text[], %s::text[]) AS told (outside_id, name, orcid)
            WHERE held.source = %s AND held.outside_id = told.outside_id RETURNING held.id
            """,
            list(told),
            [name for name, _ in told.values()],
            [orcid for _, orcid in told.values()],
            source,
        )


_HELD = "SELECT id, outside_id, name, orcid FROM researchers_profile WHERE source = %s AND outside_id = ANY(%s)"
_NEWER_PAGES = """
    UPDATE researchers_researcher SET recounted_at = %s WHERE id IN (
        SELECT one.id FROM researchers_researcher one JOIN researchers_profile profile ON profile.researcher_id = one.id
        WHERE profile.source = %s AND profile.outside_id = ANY(%s) ORDER BY one.id FOR NO KEY UPDATE OF one)
    RETURNING id
"""
_GONE = """
    UPDATE researchers_profile held SET gone_at = coalesce(held.gone_at, %s), merged_into = told.became
    FROM unnest(%s::text[], %s::text[]) AS told (outside_id, became)
    WHERE held.source = %s AND held.outside_id = told.outside_id RETURNING held.id
"""

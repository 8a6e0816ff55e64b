"""What a source claims of the slots of papers, written where it differs: a claim keeps its date while it stands."""

from collections.abc import Collection, Iterable
from datetime import datetime

from harvest.linking import bulk
from harvest.linking.bulk import select
from harvest.linking.works import Work
from harvest.outside_records import OutsideSource

_COLUMNS = {
    "authorship_id": "bigint", "source": "text", "profile_id": "bigint", "name_there": "text", "method": "text",
    "score": "double precision", "claimed_at": "timestamptz",
}  # fmt: skip


def write(
    source: OutsideSource, works: Collection[Work], profile_ids: dict[str, int], now: datetime
) -> tuple[set[int], set[int], set[int]]:
    """Claims of the chosen works; gives the papers, slots and profiles of which a claim came, went or changed.

    Slots of which OpenAlex's work now gives another ORCID are among them.
    Claims on a paper of which no work is chosen any more go.
    """
    wanted = {row[0]: row for work in works if work.chosen for row in _rows(source, work, profile_ids, now)}
    paper_of = {slot.id: work.paper.id for work in works for slot in work.paper.slots}
    held = {
        row[1]: row
        for row in select(
            """
            SELECT id, authorship_id, profile_id, name_there, method, score FROM papers_claim
            WHERE source = %s AND authorship_id = ANY(%s)
            """,
            source,
            list(paper_of),
        )
    }
    gone = {slot: row for slot, row in held.items() if slot not in wanted}
    written = {slot: row for slot, row in wanted.items() if slot not in held or held[slot][2:] != (row[2], *row[3:6])}
    bulk.delete("papers_claim", [row[0] for row in gone.values()])
    bulk.upsert("papers_claim", _COLUMNS, list(written.values()), ("authorship_id", "source"), silent=("claimed_at",))
    before = {row[2] for slot, row in held.items() if slot in gone or slot in written}
    slots = {*gone, *written}
    papers = {paper_of[slot] for slot in slots}
    if source == OutsideSource.OPENALEX:
        slots |= _write_orcids(works, paper_of)
    return papers, slots, before | {row[2] for row in written.values()}


def _write_orcids(works: Collection[Work], slots: Collection[int]) -> set[int]:
    """What the works themselves give for their authors, profile or none; the slots where it is another than before."""
    held = dict(select("SELECT id, orcid FROM papers_authorship WHERE id = ANY(%s)", list(slots)))
    wanted = _orcids(works)
    other = {slot: orcid for slot in held if (orcid := wanted.get(slot, "")) != held[slot]}
    bulk.update("papers_authorship", {"id": "bigint", "orcid": "text"}, sorted(other.items()))
    return set(other)


def _orcids(works: Collection[Work]) -> dict[int, str]:
    """By slot, from the chosen works; where these name no profile, from what other records of the paper show."""
    found: dict[int, str] = {}
    named: set[int] = set()
    for work in works:
        if work.chosen:
            named |= {work.paper.slots[pair.entry].id for pair in work.alignment.profiles}
            for pair in work.alignment.rows:
                if orcid := work.record.authors[pair.row].claimed_orcid:
                    found[work.paper.slots[pair.entry].id] = orcid
    for work in works:
        for pair in () if work.chosen else work.alignment.profiles:
            slot, author = work.paper.slots[pair.entry].id, work.record.authors[pair.row]
            if slot not in named and (orcid := author.claimed_orcid or author.orcid):
                found.setdefault(slot, orcid)
    return found


def _rows(
    source: OutsideSource, work: Work, profile_ids: dict[str, int], now: datetime
) -> Iterable[tuple[int, str, int, str, str, float, str]]:
    for pair in work.alignment.profiles:
        author = work.record.authors[pair.row]
        if author.orcid and author.claimed_orcid and author.orcid != author.claimed_orcid:
            continue  # the paper itself says that it is somebody else
        yield (
            work.paper.slots[pair.entry].id,
            source.value,
            profile_ids[author.profile_id],
            author.any_name,
            pair.method,
            pair.score,
            now.isoformat(),
        )

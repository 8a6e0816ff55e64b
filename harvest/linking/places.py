"""Where the authors of papers worked, on these papers: institutions and strings, and papers' places in their lists.

Printed affiliations come first, as arXiv has them; then what OpenAlex read in the row of the same author. An
institution is taken from OpenAlex only where the string of that row speaks of it, else from the string, else the text
stays without one.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from harvest.linking import bulk, institutions
from harvest.linking.bulk import select
from harvest.linking.changes import Changes
from harvest.linking.held import HeldPaper, HeldSlot
from harvest.linking.works import Work
from harvest.matching.institution_check import support
from harvest.outside_records import OutsideAuthor, OutsideSource
from institutions import merging
from institutions.merging import Leads
from papers import placing
from researchers.names import fold

ARXIV = "arxiv"
MOST_PLACES = 500  # of one author on one paper; more is no list of affiliations
_COLUMNS = {
    "authorship_id": "bigint", "position": "smallint", "text": "text", "institution_id": "bigint",
    "read_as_id": "bigint", "source": "text", "method": "text", "score": "double precision",
    "claimed_at": "timestamptz",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Found:
    """An institution that a string speaks of, by ROR id (the nine signs)."""

    ror: str
    method: str
    score: float


ReadString = Callable[[str], Sequence[Found]]


@dataclass(frozen=True, slots=True)
class Place:
    text: str
    institution: int | None
    read_as: int | None
    source: str
    method: str = ""
    score: float | None = None


def write(
    papers: Collection[HeldPaper], works: Collection[Work], read_string: ReadString, changes: Changes, now: datetime
) -> None:
    """Affiliations of these papers' authors, by arXiv and by OpenAlex's chosen works."""
    wanted = _wanted(papers, works, read_string)
    paper_of = {slot.id: paper.id for paper in papers for slot in paper.slots}
    held: dict[tuple[int, int], tuple[object, ...]] = {
        (row[1], row[2]): row
        for row in select(
            """
            SELECT id, authorship_id, position, text, institution_id, read_as_id, source, method, score
            FROM papers_affiliation WHERE authorship_id = ANY(%s)
            """,
            list(paper_of),
        )
    }
    told = {work.paper.id for work in works if work.chosen}
    silent = {paper_of[slot] for (slot, _), row in held.items() if row[6] == OutsideSource.OPENALEX} - told
    held = {key: row for key, row in held.items() if paper_of[key[0]] not in silent}
    rows, kept = [], set()
    for slot, places in wanted.items():
        if paper_of[slot] in silent:
            continue
        for position, place in enumerate(places, 1):
            kept.add((slot, position))
            facts = (place.text, place.institution, place.read_as, place.source, place.method, place.score)
            if (slot, position) not in held or held[slot, position][3:] != facts:
                rows.append((slot, position, *facts, now.isoformat()))
    gone = held.keys() - kept
    bulk.delete("papers_affiliation", [held[key][0] for key in gone])  # type: ignore[misc]
    bulk.upsert("papers_affiliation", _COLUMNS, rows, ("authorship_id", "position"), silent=("claimed_at",))
    changed = {paper_of[slot] for slot, _ in gone} | {paper_of[row[0]] for row in rows}
    changes.papers |= changed
    place_papers(changed, changes)


def place_papers(papers: Collection[int], changes: Changes) -> None:
    """Put papers into the lists of the institutions named on them and of those above; counts follow."""
    placed = placing.place(papers)
    changes.papers |= placed.papers
    changes.institutions |= placed.institutions


def _wanted(papers: Collection[HeldPaper], works: Collection[Work], read_string: ReadString) -> dict[int, list[Place]]:
    authors: dict[int, OutsideAuthor] = {}
    for work in works:
        if work.chosen and work.record.source == OutsideSource.OPENALEX:
            for pair in work.alignment.rows:
                authors[work.paper.slots[pair.entry].id] = work.record.authors[pair.row]
    told = [work.record for work in works if work.chosen]
    found = _Reading(read_string, institutions.known(one for record in told for one in record.institutions))
    strings = {text for paper in papers for slot in paper.slots for text in slot.affiliations}
    strings |= {one.text for author in authors.values() for one in author.affiliations if one.text}
    found.read(strings)
    leads = merging.leads()
    return {
        slot.id: list(islice(_places(slot, authors.get(slot.id), found, leads), MOST_PLACES))
        for paper in papers
        for slot in paper.slots
        if slot.affiliations or slot.id in authors
    }


class _Reading:
    """What strings say, by OpenAlex's ids and by our own reading; each string is read once for a batch."""

    def __init__(self, read_string: ReadString, known: Mapping[str, institutions.Known]) -> None:
        self._read_string, self._known = read_string, known
        self._countries = institutions.country_names() if known else {}
        self._read: dict[str, list[tuple[int, Found]]] = {}

    def read(self, strings: Iterable[str]) -> None:
        found = {text: self._read_string(text) for text in sorted(strings)}
        ours = institutions.by_ror({one.ror for several in found.values() for one in several})
        for text, several in found.items():
            self._read[text] = [(ours[one.ror], one) for one in several if one.ror in ours]

    def by_source(self, text: str, outside_ids: Iterable[str]) -> Iterable[tuple[int, str, float]]:
        """Institutions that OpenAlex saw in the string and the string speaks of."""
        for outside_id in outside_ids:
            known = self._known.get(outside_id)
            score = support(known.named, text, self._countries) if known is not None else 0.0
            if known is not None and score:
                yield known.id, "id-and-string", round(score, 3)

    def by_string(self, text: str) -> Iterable[tuple[int, str, float]]:
        for institution, one in self._read.get(text, ()):
            yield institution, one.method, round(one.score, 3)


def _places(slot: HeldSlot, author: OutsideAuthor | None, reading: _Reading, leads: Leads) -> Iterable[Place]:
    """Each string with its institutions: one that was found is told once, and to where it leads once for a string."""
    seen: set[int] = set()
    ids_of_row = [one for told in (author.affiliations if author else ()) for one in told.institution_ids]
    strings = [(text, ARXIV, ids_of_row) for text in slot.affiliations]
    printed = {fold(text) for text in slot.affiliations}
    for told in author.affiliations if author else ():
        if told.text and fold(told.text) not in printed:
            strings.append((told.text, OutsideSource.OPENALEX.value, list(told.institution_ids)))
    for text, source, outside_ids in strings:
        found = list(reading.by_source(text, outside_ids)) or list(reading.by_string(text))
        ends: set[int] = set()
        for institution, method, score in found:
            end = leads.end(institution, text)
            if institution not in seen and end not in ends:
                yield Place(text, end, institution if institution != end else None, source, method, score)
            seen.add(institution)
            ends.add(end)
        if not found:
            yield Place(text, None, None, source)

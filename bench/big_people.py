"""Rows of who wrote a big site's papers, where, and what other sources hold: from truth, as linking would leave them.

Ids follow from the world's numbers: a paper's, a person's, a slot's number and one. Of every 37 slots one stays open,
as matching leaves some. A link's evidence is its person's: an ORCID, two sources, or one.
"""

import json
import random
from array import array
from collections.abc import Iterator

from bench.big_cut import joined
from bench.big_texts import Texts
from bench.world.making import Made
from bench.world.truth import NOBODY
from common.slugs import slug
from harvest.ingest.rows import Row
from harvest.ingest.rows import array as as_array
from researchers.names import fold

PROFILES_OF_S2 = 10_000_000  # their ids begin here, OpenAlex's at 1
OPEN_EVERY = 37
STRINGS_A_PLACE = 8  # forms in which a place is printed
TOLD_AT = "2026-11-01T00:00:00+00:00"


class People:
    """Of the chosen papers of a world; `institutions` are our ids by ROR id."""

    def __init__(self, made: Made, texts: Texts, chosen: list[int], institutions: dict[str, int]) -> None:
        self._made, self._texts, self._chosen = made, texts, chosen
        self._start, self._person_of = made.truth.start, made.truth.person_of
        self._joined = joined(made)
        self._orcids = _once(made.truth.orcids)
        self._strings: dict[int, list[str]] = {}
        self._institutions = [institutions.get(place.ror) for place in made.places.every]
        self._papers_of = array("L", bytes(8 * made.person_count))
        for paper in chosen:
            for slot in self._slots(paper):
                if (person := self._linked(slot)) is not None:
                    self._papers_of[person] += 1

    def authorships(self) -> Iterator[Row]:
        for paper in self._chosen:
            made = self._made.papers.is_made(paper)
            authors = () if made else self._made.papers.real.authors[paper]
            printed = self._printed(paper) if not made and any(author.placed for author in authors) else {}
            for place, slot in enumerate(self._slots(paper)):
                person = self._linked(slot)
                if made:
                    given, family, suffix = self._made.name(self._person_of[slot])
                    name, kind = f"{given} {family}", "person"
                else:
                    name, given, family, suffix, group, _ = authors[place]
                    kind = "group" if group else "person"
                strings = as_array(printed.get(place, ())) if place in printed else "{}"
                link = (None, "") if person is None else (person + 1, self.evidence(person))
                yield slot + 1, paper + 1, place + 1, kind, name, given, family, suffix, strings, *link

    def researchers(self) -> Iterator[Row]:
        for person, papers in enumerate(self._papers_of):
            if papers:
                given, family, suffix = self._made.name(person)
                name = " ".join(part for part in (given, family, suffix) if part)
                orcid = self._orcids[person] or None
                yield person + 1, slug(name), name, given, family, suffix, fold(name), orcid, papers, TOLD_AT

    def profiles(self) -> Iterator[Row]:
        for person, papers in enumerate(self._papers_of):
            if papers:
                name, orcid = self._made.truth.names[person], self._orcids[person]
                facts = name, orcid, papers, 7 * papers, min(papers, 20), "[]", TOLD_AT, ""
                yield person + 1, "openalex", f"A{5_000_000_000 + person}", person + 1, *facts
                if self.evidence(person) != "one-source":
                    yield PROFILES_OF_S2 + person, "semanticscholar", str(1_000_000 + person), person + 1, *facts

    def affiliations(self) -> Iterator[Row]:
        """What OpenAlex read beside authors; where arXiv prints strings of its own, those, without institutions."""
        for paper in self._chosen:
            made = self._made.papers.is_made(paper)
            if not made and any(author.placed for author in self._made.papers.real.authors[paper]):
                for place, strings in self._printed(paper).items():
                    for position, text in enumerate(strings, 1):
                        yield self._start[paper] + place + 1, position, text, None, "arxiv", "", None, TOLD_AT
                continue
            for place, slot in enumerate(self._slots(paper)):
                for position, number in enumerate(self._made.slot_places(paper, place + 1), 1):
                    text = self._string(number, slot)
                    found = self._institutions[number]
                    yield slot + 1, position, text, found, "openalex", "id-and-string", 0.95, TOLD_AT

    def works(self) -> Iterator[Row]:
        """OpenAlex's record of each paper."""
        dois, cites = self._made.truth.dois, self._made.cites
        for paper in self._chosen:
            by_year = {str(year): count for year, count in self._made.cited_by_year(paper).items()}
            references = "{" + ",".join(f"W{4_000_000_000 + cited}" for cited in cites[paper]) + "}"
            yield (
                "openalex", f"W{4_000_000_000 + paper}", paper + 1, True, dois[paper], dois[paper], "", "",
                sum(by_year.values()), json.dumps(by_year), references, False, "made", TOLD_AT,
            )  # fmt: skip

    def citations(self) -> Iterator[Row]:
        """Between papers held."""
        held = bytearray(len(self._made.papers))
        for paper in self._chosen:
            held[paper] = 1
        for paper in self._chosen:
            for cited in self._made.cites[paper]:
                if held[cited]:
                    yield paper + 1, cited + 1, "openalex"

    def evidence(self, person: int) -> str:
        if self._orcids[person]:
            return "orcid"
        return "agreement" if person % 5 < 3 else "one-source"

    def _slots(self, paper: int) -> range:
        return range(self._start[paper], self._start[paper + 1])

    def _linked(self, slot: int) -> int | None:
        person = self._person_of[slot]
        return None if person == NOBODY or slot % OPEN_EVERY == 0 else self._joined.get(person, person)

    def _printed(self, paper: int) -> dict[int, tuple[str, ...]]:
        authors = self._texts.record(paper).authors
        return {place: tuple(one.affiliations) for place, one in enumerate(authors) if one.affiliations}

    def _string(self, number: int, slot: int) -> str:
        if number not in self._strings:
            rng = random.Random(f"{self._made.seed}/strings/{number}")
            self._strings[number] = [self._made.places.string(number, rng) for _ in range(STRINGS_A_PLACE)]
        return self._strings[number][slot * 31 // 7 % STRINGS_A_PLACE]


def _once(orcids: list[str]) -> list[str]:
    """The world draws them by chance, and among a million persons some get the same: the later ones have none."""
    seen: set[str] = set()
    kept = []
    for orcid in orcids:
        kept.append("" if orcid in seen else orcid)
        seen.add(orcid)
    return kept


AUTHORSHIP_COLUMNS = (
    "id", "paper_id", "position", "kind", "printed", "given", "family", "suffix", "affiliations", "researcher_id",
    "evidence",
)  # fmt: skip
RESEARCHER_COLUMNS = (
    "id", "slug", "name", "given", "family", "suffix", "folded", "orcid", "paper_count", "changed_at",
)  # fmt: skip
PROFILE_COLUMNS = (
    "id", "source", "outside_id", "researcher_id", "name", "orcid", "works_count", "citation_count", "h_index",
    "affiliations", "read_at", "merged_into",
)  # fmt: skip
AFFILIATION_COLUMNS = (
    "authorship_id", "position", "text", "institution_id", "source", "method", "score", "claimed_at",
)  # fmt: skip
WORK_COLUMNS = (
    "source", "outside_id", "paper_id", "chosen", "doi", "published_doi", "title", "venue", "cited_by_count",
    "cited_by_year", "reference_ids", "retracted", "content_hash", "read_at",
)  # fmt: skip
CITATION_COLUMNS = ("citing_id", "cited_id", "source")

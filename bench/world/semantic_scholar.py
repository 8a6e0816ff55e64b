"""A world as Semantic Scholar has it: papers and authors with its failure patterns, made when asked for.

The object answers what tests/upstreams/semantic_scholar asks of a world. paperIds are hashes of seed and number, a
CorpusId is 10000000 + paper, an authorId 1000000 + profile.
"""

import hashlib
import random
from typing import Any

from bench.world import names
from bench.world.making import Made
from bench.world.openalex import OpenAlexWorld
from bench.world.rates import RATES
from bench.world.rows import MAIN, SECOND, Profiles, Row, rows_of

FIRST_CORPUS, FIRST_AUTHOR = 10_000_000, 1_000_000


class SemanticScholarWorld:
    def __init__(self, made: Made, openalex: OpenAlexWorld) -> None:
        self._made = made
        self._paper_of_id: dict[str, int] | None = None
        self.profiles = Profiles(
            made.seed, "s2", made.person_count, made.people_blocks, made.alike, alike=openalex.profiles
        )

    # What the server asks

    def paper(self, key: str) -> dict[str, Any] | None:
        kind, _, value = key.partition(":")
        if kind == "ARXIV":
            number = self._made.paper_of.get(value)
        elif kind == "CorpusId":
            number = int(value) - FIRST_CORPUS if value.isdecimal() else None
        else:
            number = self._papers_of_ids().get(key)
        if number is None or not 0 <= number < len(self._made.papers):
            return None
        rows = self.drawn(number)
        return None if rows is None else self._record(number, rows)

    def author(self, author_id: str) -> dict[str, Any] | None:
        profile = int(author_id) - FIRST_AUTHOR if author_id.isdecimal() else -1
        if not 0 <= profile < 4 * self._made.person_count or profile % 4 not in (MAIN, SECOND):
            return None
        person = profile // 4
        if profile % 4 == SECOND and not self.profiles.split[person]:
            return None
        slots = self._made.slots_of(person)
        rng = self._made.rng("s2/author", profile)
        orcid = self._made.orcid(person) if rng.random() < RATES["s2.orcid"] else ""
        last = slots[-1] if slots else None
        places = self._made.slot_places(*last) if last and rng.random() < 0.05 else ()  # claimed profiles only
        cited = sum(sum(self._made.cited_by_year(paper).values()) for paper, _ in slots)
        return {
            "authorId": author_id,
            "externalIds": {"ORCID": orcid} if orcid else {},
            "name": self.profile_name(profile),
            "affiliations": [self._made.places.every[number].name for number in places],
            "homepage": None,
            "paperCount": len(slots),
            "citationCount": cited,
            "hIndex": min(len(slots), cited),
        }

    # What befalls a paper

    def drawn(self, paper: int) -> list[Row] | None:
        """None where Semantic Scholar does not have the paper."""
        rng = self._made.rng("s2", paper)
        if rng.random() < RATES["s2.paper_missing"]:
            return None
        if rng.random() < RATES["s2.no_authors"]:
            return []
        return rows_of("s2", self._made.authors(paper), self._made.persons(paper), self.profiles, rng)

    def profile_name(self, profile: int) -> str:
        given, family, suffix = self._made.name(profile // 4)
        return names.full_name(self.profile_form(profile)[0] or given, family, suffix)

    def profile_form(self, profile: int) -> tuple[str, tuple[str, ...]]:
        """The given name as the profile shows it everywhere, and its parts."""
        given = self._made.name(profile // 4)[0]
        rng = self._made.rng("s2/profile", profile)
        rate = RATES["s2.initials"] if profile % 4 == MAIN else 0.5
        if rng.random() < rate:
            given = names.initials(given)
        elif rng.random() < 0.1:
            given = names.without_hyphen(given)
        return given, names.parts(given)

    # Records

    def _record(self, paper: int, rows: list[Row]) -> dict[str, Any]:
        made = self._made
        arxiv_id, title = made.papers.ids[paper], made.papers.title(paper)
        rng = made.rng("s2/record", paper)
        published = made.is_published(paper)
        outside: dict[str, Any] = {"CorpusId": FIRST_CORPUS + paper, "ArXiv": arxiv_id}
        if published and rng.random() < RATES["s2.doi"]:
            outside["DOI"] = made.journal_doi(paper).upper()
        elif rng.random() < 0.5:
            outside["DOI"] = f"10.48550/arXiv.{arxiv_id}"
        return {
            "paperId": self.paper_id(paper),
            "corpusId": FIRST_CORPUS + paper,
            "externalIds": outside,
            "title": title,
            "year": made.papers.year(paper),
            "publicationDate": made.papers.day(paper),
            "venue": "Journal of Made Results" if published else "arXiv.org",
            "journal": {"name": "Journal of Made Results" if published else "ArXiv"},
            "publicationVenue": None,
            "publicationTypes": ["JournalArticle"],
            "citationCount": sum(made.cited_by_year(paper).values()),
            "authors": [self._row(row) for row in rows],
            "references": [
                {"paperId": self.paper_id(cited)}
                for cited in made.cites[paper]
                if rng.random() >= RATES["s2.reference_missing"]
            ],
        }

    def _row(self, row: Row) -> dict[str, Any]:
        if row.profile < 0:
            return {"authorId": None, "name": row.author.printed, "externalIds": None}
        return {"authorId": author_id(row.profile), "name": self.profile_name(row.profile), "externalIds": None}

    def paper_id(self, paper: int) -> str:
        return hashlib.sha1(f"{self._made.seed}/s2/{paper}".encode()).hexdigest()

    def old_paper_id(self, paper: int) -> str | None:
        """The id that a paper had before it was merged, where it was: asked by it, the answer has the new one."""
        if random.Random(f"{self._made.seed}/s2/merged/{paper}").random() >= RATES["s2.paper_merged"]:
            return None
        return hashlib.sha1(f"{self._made.seed}/s2/old/{paper}".encode()).hexdigest()

    def _papers_of_ids(self) -> dict[str, int]:
        if self._paper_of_id is None:
            found = {self.paper_id(paper): paper for paper in range(len(self._made.papers))}
            found |= {old: paper for paper in range(len(self._made.papers)) if (old := self.old_paper_id(paper))}
            self._paper_of_id = found
        return self._paper_of_id


def author_id(profile: int) -> str:
    return str(FIRST_AUTHOR + profile)

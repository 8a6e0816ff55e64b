"""What the papers linked to one person add up to: fields, places among authors, years, citations, co-authors. Pure.

All of it comes from one reading of the person's slots, newest paper first, so that its numbers agree with each other
and with the lists that they link to. Papers with more than `MOST_COMPANY` authors tell neither a place nor company.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from papers.taxonomy import CATEGORY_BY_CODE

MOST_COMPANY = 100
SOURCES = {"openalex": "OpenAlex", "semanticscholar": "Semantic Scholar"}  # the first that has a count
PLACES = ("sole", "first", "middle", "last")


@dataclass(frozen=True, slots=True)
class OeuvrePaper:
    """One paper of the person's; `company` are the researchers of all its persons in order, None where not matched."""

    id: int
    slot: int
    printed: str
    evidence: str
    first_submitted_at: datetime
    categories: tuple[str, ...]
    company: tuple[int | None, ...]
    there: bool  # whether the institution asked for is printed beside the person
    cited_by: int | None
    cited_source: str
    cited_by_year: Mapping[int, int]
    counts_read_at: datetime | None

    @property
    def year(self) -> int:
        return self.first_submitted_at.year


@dataclass(frozen=True, slots=True)
class Citations:
    total: int
    papers: int
    source: str
    by_year: Mapping[int, int]
    read_at: datetime | None


@dataclass(frozen=True, slots=True)
class Company:
    """Co-authors with the number of papers in common, most first, and how often two of them stand on one of these."""

    together: tuple[tuple[int, int], ...]
    left_out: int

    @property
    def first(self) -> list[int]:
        return [one for one, _ in self.together]


@dataclass(frozen=True, slots=True)
class Oeuvre:
    """`researcher` is the person's id."""

    researcher: int
    papers: tuple[OeuvrePaper, ...]

    def other_names(self, name: str) -> list[str]:
        """Forms printed on the papers other than the name shown, most frequent first."""
        printed = Counter(paper.printed for paper in self.papers)
        return [form for form, _ in printed.most_common() if form != name]

    def fields(self) -> list[tuple[str, str, int]]:
        """(code, name, papers) of every category, most papers first."""
        counts = Counter(code for paper in self.papers for code in paper.categories)
        return [
            (code, CATEGORY_BY_CODE[code].name if code in CATEGORY_BY_CODE else code, number)
            for code, number in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
        ]

    def years(self) -> dict[int, int]:
        return dict(Counter(paper.year for paper in self.papers))

    def places(self) -> tuple[dict[str, int], int]:
        """Papers by the person's place among the authors, and over how many: those whose every author is matched."""
        counts = dict.fromkeys(PLACES, 0)
        for paper in self.papers:
            if paper.company and None not in paper.company:
                counts[self._place(paper.company)] += 1
        return counts, sum(counts.values())

    def citations(self) -> Citations | None:
        """As the source tells that counts most of the papers; None where no paper has a count."""
        counted = [paper for paper in self.papers if paper.cited_by is not None]
        if not counted:
            return None
        source = Counter(paper.cited_source for paper in counted).most_common(1)[0][0]
        by_year: Counter[int] = Counter()
        for paper in counted:
            by_year.update(paper.cited_by_year)
        return Citations(
            sum(paper.cited_by or 0 for paper in counted),
            len(counted),
            SOURCES.get(source, source),
            dict(by_year),
            max((paper.counts_read_at for paper in counted if paper.counts_read_at), default=None),
        )

    def company(self) -> Company:
        together: Counter[int] = Counter()
        for paper in self.papers:
            together.update({one for one in paper.company if one is not None and one != self.researcher})
        ordered = sorted(together.items(), key=lambda pair: (-pair[1], pair[0]))
        return Company(tuple(ordered), sum(not paper.company for paper in self.papers))

    def ties(self, people: Iterable[int]) -> dict[tuple[int, int], int]:
        """For two of these people, lower id first, on how many of the papers both stand."""
        wanted = set(people)
        found: Counter[tuple[int, int]] = Counter()
        for paper in self.papers:
            here = sorted({one for one in paper.company if one in wanted})
            found.update((one, other) for place, one in enumerate(here) for other in here[place + 1 :])
        return dict(found)

    def most_cited(self) -> OeuvrePaper | None:
        cited = [paper for paper in self.papers if paper.cited_by]
        return max(cited, key=lambda paper: (paper.cited_by or 0, paper.id)) if cited else None

    def chosen(
        self,
        *,
        category: str = "",
        year: int | None = None,
        researcher: int | None = None,
        there: bool = False,
        most_cited_first: bool = False,
    ) -> Sequence[OeuvrePaper]:
        """The papers of a field, year, co-author, institution as far as asked; in order or most cited first."""
        found = [
            paper
            for paper in self.papers
            if (not category or category in paper.categories)
            and (year is None or paper.year == year)
            and (researcher is None or researcher in paper.company)
            and (paper.there or not there)
        ]
        return sorted(found, key=lambda paper: -(paper.cited_by or 0)) if most_cited_first else found

    def _place(self, company: Sequence[int | None]) -> str:
        place = company.index(self.researcher) if self.researcher in company else 0
        if len(company) == 1:
            return "sole"
        return "first" if place == 0 else "last" if place == len(company) - 1 else "middle"


def oeuvre(researcher: int, rows: Iterable[Mapping[str, Any]]) -> Oeuvre:
    """From the rows of `AuthorshipQuerySet.oeuvre`; a paper once, however many slots on it are the person's."""
    papers: dict[int, OeuvrePaper] = {}
    for row in rows:
        if row["paper_id"] not in papers:
            papers[row["paper_id"]] = _paper(row)
    return Oeuvre(researcher, tuple(papers.values()))


def count_to_show(works: Iterable[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """Of what sources hold of a paper, the one whose citation count is shown."""
    told = {work["source"]: work for work in works if work["cited_by_count"] is not None}
    return next((told[source] for source in SOURCES if source in told), None)


def _paper(row: Mapping[str, Any]) -> OeuvrePaper:
    counted = count_to_show(row["works"])
    read_at = counted["read_at"] if counted else None
    return OeuvrePaper(
        id=row["paper_id"],
        slot=row["id"],
        printed=row["printed"],
        evidence=row["evidence"],
        first_submitted_at=row["first_submitted_at"],
        categories=tuple(row["category_codes"]),
        company=tuple(row["company"]),
        there=row["there"],
        cited_by=counted["cited_by_count"] if counted else None,
        cited_source=counted["source"] if counted else "",
        cited_by_year={int(year): number for year, number in counted["cited_by_year"].items()} if counted else {},
        counts_read_at=datetime.fromisoformat(read_at) if isinstance(read_at, str) else read_at,
    )

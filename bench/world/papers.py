"""The papers of a world: real ones from the sample snapshot, then made ones, whose texts are cut from real ones.

Author strings of real papers are read by the project's arXiv parser, so that slots are counted as the site counts them.
"""

import calendar
import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path
from sys import intern
from typing import Any, NamedTuple

from bench.site import SNAPSHOT
from bench.world.names import parts
from harvest.records import AuthorKind, PaperRecord
from harvest.sources.arxiv.snapshot import parse_line


class Author(NamedTuple):
    printed: str
    given: str
    family: str
    suffix: str
    group: bool
    placed: bool  # arXiv prints an affiliation


class RealPapers:
    """`count` papers of the snapshot, chosen by seed; all of them where it has no more."""

    def __init__(self, seed: int, count: int, snapshot: Path = SNAPSHOT) -> None:
        self.lines: list[bytes] = []
        self.ids: list[str] = []
        self.years: list[int] = []
        self.days: list[str] = []  # of version 1, as 2014-05-31
        self.categories: list[str] = []
        self.dois: dict[int, str] = {}  # the journal's, where arXiv tells it
        self.authors: list[tuple[Author, ...]] = []
        with gzip.open(snapshot) as lines:
            every = [line for line in lines if line.strip()]
        chosen = every if count >= len(every) else random.Random(f"{seed}/papers").sample(every, count)
        for line in chosen:
            record = parse_line(line)
            if isinstance(record, PaperRecord):
                self._add(line, record)

    def __len__(self) -> int:
        return len(self.ids)

    def _add(self, line: bytes, record: PaperRecord) -> None:
        first = record.versions[0].submitted_at
        if record.dois:
            self.dois[len(self.ids)] = record.dois[0]
        self.lines.append(line)
        self.ids.append(record.arxiv_id)
        self.years.append(first.year)
        self.days.append(f"{first:%Y-%m-%d}")
        self.categories.append(intern(record.categories[0]))
        self.authors.append(
            tuple(
                Author(
                    one.printed,
                    intern(one.given),
                    intern(one.family),
                    one.suffix,
                    one.kind is AuthorKind.GROUP,
                    bool(one.affiliations),
                )
                for one in record.authors
            )
        )


class MadePapers:
    """`count` papers more, by as many persons as are given; everything of a paper follows from its number."""

    FIRST_NUMBER = 50_001  # of a month: arXiv has never come that far

    def __init__(self, seed: int, count: int, persons: int, real: RealPapers) -> None:
        self._seed, self._count, self._persons = seed, count, persons
        self.person_count = persons if count else 0
        self._real = real
        self._months = [(year, month) for year in range(2015, 2024) for month in range(1, 13)]
        self._by_category: dict[str, list[int]] = {}
        for paper, category in enumerate(real.categories):
            self._by_category.setdefault(category, []).append(paper)
        people = [one for authors in real.authors[:20_000] for one in authors if not one.group and one.family]
        givens = [one.given for one in people if len((parts(one.given) or ("",))[0]) > 1]
        families = [one.family for one in people]
        rng = random.Random(f"{seed}/names")
        self._names = [(rng.choice(givens), rng.choice(families)) for _ in range(self.person_count)]

    def __len__(self) -> int:
        return self._count

    def month(self, number: int) -> tuple[int, int]:
        return self._months[number % len(self._months)]

    def day(self, number: int) -> str:
        year, month = self.month(number)
        return f"{year}-{month:02}-{number // len(self._months) % 28 + 1:02}"

    def arxiv_id(self, number: int) -> str:
        year, month = self.month(number)
        serial = self.FIRST_NUMBER + number // len(self._months)
        return f"{year % 100:02}{month:02}.{serial:05}"

    def category(self, number: int) -> str:
        return self._real.categories[self.pair(number)[0]]

    def persons(self, number: int) -> list[int]:
        """Whom it is by: one in turn, so that nobody is without a paper, and others of the same circle of fifty."""
        rng = random.Random(f"{self._seed}/authors/{number}")
        first = number % self._persons
        circle = first // 50 * 50
        found = [first]
        for _ in range(rng.choice((0, 1, 1, 2, 2, 3, 4))):
            if rng.random() < 0.04:  # somebody who writes with many circles
                other = first // 1000 * 1000
            else:
                other = min(circle + int(50 * rng.random() ** 2), self._persons - 1)
            if other not in found:
                found.append(other)
        rng.shuffle(found)
        return found

    def name(self, person: int) -> tuple[str, str]:
        return self._names[person]

    def authors(self, number: int) -> tuple[Author, ...]:
        found = []
        for person in self.persons(number):
            given, family = self.name(person)
            found.append(Author(f"{given} {family}", given, family, "", False, False))
        return tuple(found)

    def line(self, number: int) -> bytes:
        one, other = (json.loads(self._real.lines[paper]) for paper in self.pair(number))
        made = self._texts(one, other)
        day = self.day(number)
        year, month = self.month(number)
        sent = dict.fromkeys(one) | made | {"id": self.arxiv_id(number), "categories": one["categories"]}
        sent["authors"] = ", ".join(author.printed for author in self.authors(number))
        created = f"Mon, {int(day[-2:])} {calendar.month_abbr[month]} {year} 00:00:00 GMT"
        return json.dumps(sent | {"versions": [{"version": "v1", "created": created}], "update_date": day}).encode()

    def pair(self, number: int) -> tuple[int, int]:
        """The real papers that its text is cut from; its categories are the first one's."""
        rng = random.Random(f"{self._seed}/texts/{number}")
        one = rng.randrange(len(self._real))
        return one, rng.choice(self._by_category[self._real.categories[one]])

    @staticmethod
    def _texts(one: dict[str, Any], other: dict[str, Any]) -> dict[str, str]:
        """Halves of two titles, and sentences of two abstracts by turns; text with TeX is taken whole."""
        if any(sign in one["title"] + other["title"] for sign in "$\\{"):
            title = one["title"]
        else:
            title = " ".join(_half(one["title"], 0) + _half(other["title"], 1))
        if any(sign in one["abstract"] + other["abstract"] for sign in "$\\{"):
            return {"title": title, "abstract": one["abstract"]}
        sentences = [text.split(". ") for text in (one["abstract"], other["abstract"])]
        mixed = [sentence for pair in zip(*sentences, strict=False) for sentence in pair]
        return {"title": title, "abstract": ". ".join(mixed)}


def _half(text: str, which: int) -> list[str]:
    words = text.split()
    middle = (len(words) + 1) // 2
    return words[middle:] if which else words[:middle]


class Papers:
    """Real ones first, then made ones; asked by number."""

    def __init__(self, seed: int, count: int, persons: int | None = None) -> None:
        self.real = RealPapers(seed, count)
        rest = max(count - len(self.real), 0) if len(self.real) >= REAL_ENOUGH else 0
        self.made = MadePapers(seed, rest, persons or max(rest, 1), self.real)
        made_ids = [self.made.arxiv_id(number) for number in range(rest)]
        self.ids = [*self.real.ids, *made_ids]

    def __len__(self) -> int:
        return len(self.ids)

    def is_made(self, paper: int) -> bool:
        return paper >= len(self.real)

    def authors(self, paper: int) -> tuple[Author, ...]:
        return self.made.authors(paper - len(self.real)) if self.is_made(paper) else self.real.authors[paper]

    def year(self, paper: int) -> int:
        return self.made.month(paper - len(self.real))[0] if self.is_made(paper) else self.real.years[paper]

    def day(self, paper: int) -> str:
        return self.made.day(paper - len(self.real)) if self.is_made(paper) else self.real.days[paper]

    def category(self, paper: int) -> str:
        return self.made.category(paper - len(self.real)) if self.is_made(paper) else self.real.categories[paper]

    def line(self, paper: int) -> bytes:
        return self.made.line(paper - len(self.real)) if self.is_made(paper) else self.real.lines[paper]

    def title(self, paper: int) -> str:
        return " ".join(json.loads(self.line(paper))["title"].split())

    def lines(self) -> Iterator[bytes]:
        for paper in range(len(self)):
            yield self.line(paper)


REAL_ENOUGH = 80_000  # made papers begin where the snapshot ends, not where single lines of it were refused

"""Rows of papers for a big site: real ones rendered as ingest does it, made ones put together from rendered real ones.

A made paper has the first half of one real title and the second half of another, and sentences of the two abstracts by
turns, both papers of one category; where either has TeX or several paragraphs, the text of the first as it is.
"""

import hashlib
import re
from collections.abc import Iterator
from typing import NamedTuple

from bench.world.making import Made
from common.slugs import slug
from harvest.ingest.rows import PAPER_COLUMNS, Row, content_hash, paper_row, place_rows, places, version_rows
from harvest.records import PaperRecord
from harvest.sources.arxiv.snapshot import parse_line

DAY = 86_400
_AT = {name: place for place, name in enumerate(PAPER_COLUMNS)}
_TEX = frozenset("$\\{<&")


class Pieces(NamedTuple):
    """What a text is put together from; plain and HTML have as many sentences, and no markup but one paragraph."""

    title: list[str]
    title_html: list[str]
    sentences: list[str]
    sentences_html: list[str]


class Texts:
    def __init__(self, made: Made) -> None:
        self._made = made
        self._real_count = len(made.papers.real)
        self._records: dict[int, PaperRecord] = {}
        self._rendered: dict[int, tuple[Row, Pieces | None]] = {}
        self._places: dict[tuple[str, ...], dict[str, int | None]] = {}

    def papers(self, chosen: list[int]) -> Iterator[Row]:
        """Values of `id` and PAPER_COLUMNS."""
        for paper in chosen:
            yield (paper + 1, *(self._made_row(paper) if self._made.papers.is_made(paper) else self._real(paper)[0]))

    def versions(self, chosen: list[int]) -> Iterator[Row]:
        for paper in chosen:
            if self._made.papers.is_made(paper):
                yield paper + 1, 1, self.moment(paper), 100 + paper % 900, "", True, "{}"
            else:
                yield from version_rows(paper + 1, self.record(paper), ())

    def categories(self, chosen: list[int]) -> Iterator[Row]:
        """Places of papers in lists of categories and archives."""
        for paper in chosen:
            if not self._made.papers.is_made(paper):
                yield from place_rows(paper + 1, self.record(paper))
                continue
            codes = self._codes(paper)
            if codes not in self._places:
                self._places[codes] = places(codes)
            moment = self.moment(paper)
            for code, position in self._places[codes].items():
                yield paper + 1, code, position, moment

    def record(self, paper: int) -> PaperRecord:
        """Of a real paper."""
        if paper not in self._records:
            found = parse_line(self._made.papers.real.lines[paper])
            if not isinstance(found, PaperRecord):
                raise TypeError(f"{found} was a paper a while ago")
            self._records[paper] = found
        return self._records[paper]

    def moment(self, paper: int) -> str:
        """When a made paper was sent: some second of its day, so that no day is one long tie."""
        second = paper * 7_919 % DAY
        return f"{self._made.papers.day(paper)}T{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}+00:00"

    def _codes(self, paper: int) -> tuple[str, ...]:
        one, _ = self._made.papers.made.pair(paper - self._real_count)
        return tuple(self.record(one).categories)

    def _real(self, paper: int) -> tuple[Row, Pieces | None]:
        if paper not in self._rendered:
            record = self.record(paper)
            row = paper_row(record, content_hash(record))
            self._rendered[paper] = row, _pieces(row)
        return self._rendered[paper]

    def _made_row(self, paper: int) -> Row:
        number = paper - self._real_count
        pair = self._made.papers.made.pair(number)
        (base, one), (_, other) = self._real(pair[0]), self._real(pair[1])
        arxiv_id, moment = self._made.papers.ids[paper], self.moment(paper)
        authors = self._made.papers.authors(paper)
        told = {
            "arxiv_id": arxiv_id,
            "authors_printed": ", ".join(author.printed for author in authors),
            "author_count": len(authors),
            "submitter": authors[0].printed,
            "first_submitted_at": moment,
            "latest_submitted_at": moment,
            "latest_version": 1,
            "withdrawn": False,
            "source_datestamp": moment[:10],
            "dois": "{}",  # arXiv does not tell it; the outside work does
            "journal_ref": "",
            "content_hash": hashlib.blake2b(arxiv_id.encode(), digest_size=16).hexdigest(),
        }
        if one and other:
            title = " ".join(_mixed(one.title, other.title))
            abstract = ". ".join(_by_turns(one.sentences, other.sentences))
            html = ". ".join(_by_turns(one.sentences_html, other.sentences_html))
            told |= {
                "slug": slug(title),
                "title_tex": title,
                "title": title,
                "title_html": " ".join(_mixed(one.title_html, other.title_html)),
                "abstract_tex": abstract,
                "abstract": abstract,
                "abstract_html": f"<p>{html}</p>",
            }
        row = list(base)
        for name, value in told.items():
            row[_AT[name]] = value
        return tuple(row)


def _pieces(row: Row) -> Pieces | None:
    title_html, abstract, html = (row[_AT[name]] for name in ("title_html", "abstract", "abstract_html"))
    inner = re.fullmatch(r"<p>([^<]*)</p>", html.strip())
    if _TEX & set(row[_AT["title_tex"]] + row[_AT["abstract_tex"]]) or "<" in title_html or not inner:
        return None
    pieces = Pieces(row[_AT["title"]].split(), title_html.split(), abstract.split(". "), inner[1].split(". "))
    fits = len(pieces.title) == len(pieces.title_html) and len(pieces.sentences) == len(pieces.sentences_html)
    return pieces if fits else None


def _mixed(one: list[str], other: list[str]) -> list[str]:
    return one[: (len(one) + 1) // 2] + other[(len(other) + 1) // 2 :]


def _by_turns(one: list[str], other: list[str]) -> list[str]:
    return [sentence for pair in zip(one, other, strict=False) for sentence in pair]

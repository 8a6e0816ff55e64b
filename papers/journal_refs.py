"""Read arXiv's free-text journal reference into journal, volume, pages and year, only where that is sure.

Every way to read a reference is tried, each must account for all of its text, and the answer counts only if exactly
one way fits; everything else stays raw. Of several references joined by `;` the first is the paper's, the rest are
errata and translations. Pure.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

LONGEST = 400
LONGEST_NAME = 80


class Container(StrEnum):
    JOURNAL = "journal"
    CONFERENCE = "conference"


@dataclass(frozen=True, slots=True)
class JournalRef:
    """Where a paper was published. Empty text is unknown."""

    container: Container
    name: str
    year: int
    volume: str = ""
    issue: str = ""
    first_page: str = ""
    last_page: str = ""


def parse_journal_ref(text: str) -> JournalRef | None:
    """The first reference in `text` (plain Unicode), or None where its parts are not sure."""
    if len(text) > LONGEST:
        return None
    first = " ".join(text.partition(";")[0].replace("\\&", "&").split())
    first = re.sub(r"-{2,3}|[–—]", "-", first).rstrip(" .,")
    found = {ref for shape in _SHAPES if (match := shape.fullmatch(first)) and (ref := _journal(match))}
    if not found:
        return _conference(first)
    return found.pop() if len(found) == 1 else None


_WORD = r"[^\W\d_.,:&'()-]|[.,:&'()-]"
_NAME = rf"(?P<name>[A-Z](?:{_WORD})*(?:[ ](?:{_WORD})+){{0,14}}?)"
_GAP = r"[\s,.:]*"
_VOLUME = r"(?:[Vv](?:ol(?:ume)?)?\.?\s*)?(?P<volume>\d{1,4})(?!\d)"
_NUMBER_WORD = r"(?:[Nn](?:o|r|umber)?\.?|[Ii]ssue|[Ii]ss\.)"
_ISSUE = (
    rf"(?:{_GAP}(?:\((?:{_NUMBER_WORD}\s*)?(?P<issue>\d{{1,3}}(?:-\d{{1,3}})?)\)"
    rf"|{_NUMBER_WORD}\s*(?P<issue2>\d{{1,3}}(?:-\d{{1,3}})?)(?!\d)))?"
)
_LOOSE_ISSUE = r"\s*,\s*(?P<issue>\d{1,3})"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_YEAR_IN_BRACKETS = rf"\({_YEAR}\)"
_YEAR_ANYHOW = rf"(?:\({_YEAR}\)|(?P<year2>(?:19|20)\d\d))"
_PAGES = (
    r"(?:pp?\.?\s*|P{1,2}\.\s*|[Pp]ages?:?\s*)?#?(?P<first>[A-Z]{0,3}\d{1,8}(?:\.\d{1,3})?)(?:\(R\))?"
    r"(?:\s*-\s*(?P<last>[A-Z]{0,3}\d{1,8}))?(?:\s*\(\d{1,3} ?(?:pp|pages|pp\.)\))?"
)
_SHAPES = [
    re.compile(_NAME + _GAP + rest)
    for rest in (
        # Phys. Rev. B 84, 144516 (2011); JHEP 1012:070,2010; Applied Physics A, 103(8), 905-909 (2011)
        rf"{_VOLUME}{_ISSUE}(?:\s*[,:]\s*|\s+){_PAGES}(?:{_GAP}\({_YEAR}\)|\s*,\s*(?P<year2>(?:19|20)\d\d))",
        # Phys. Lett. B 705 (2011) 59-64; Amer. Math. Monthly 116 (2009), no. 8, 688-701
        rf"{_VOLUME}\s*,?\s*{_YEAR_IN_BRACKETS}{_ISSUE}{_GAP}{_PAGES}",
        # Kyoto J. Math. 54, no. 2 (2014), 311-352
        rf"{_VOLUME}{_ISSUE}\s*{_YEAR_IN_BRACKETS}{_GAP}{_PAGES}",
        # Journal of Algebra 321, 2 (2009) 704-740
        rf"{_VOLUME}{_LOOSE_ISSUE}\s*{_YEAR_IN_BRACKETS}{_GAP}{_PAGES}",
        # Annals of Statistics 2011, Vol. 39, No. 4, 1963-2006; A&A 2008, 482, 617
        rf"{_YEAR_ANYHOW}\s*,\s*{_VOLUME}{_ISSUE}\s*[,:]\s*{_PAGES}",
        # J. Stat. Mech. (2011) P04005
        rf"{_YEAR_IN_BRACKETS}{_GAP}{_PAGES}",
    )
]
_NO_JOURNAL = re.compile(
    r"\b(?:submitted|appear|accepted|press|published|erratum|eds?|editors?|thesis|chapter|book|lecture notes|lncs"
    r"|isbn|https?|doi|arxiv|pages?|vol|volume|no|issue|special)\b|^pos\b|^in\b"
    r"|^proc(?:eedings)?\.? (?:of|int|european)\b",
    re.IGNORECASE,
)
_LIST = re.compile(r",(?! (?:Series|Section|Ser\.|Sect\.|and\b|[A-Z]$))")
_CONFERENCE_WORDS = re.compile(r"\b(?:conference|workshop|symposium|congress)(?=[\s,)(:]|$)", re.IGNORECASE)
_CONFERENCE = re.compile(
    rf"(?:[Ii]n:? )?(?P<name>[A-Z0-9][^;]{{9,250}}?)(?:,? {_YEAR}|,? \({_YEAR.replace('year', 'year2')}\))?"
    r"[,.]? (?:pp?\.?|[Pp]ages) ?(?P<first>\d{1,5}) ?- ?(?P<last>\d{1,5})"
    rf"(?:(?:, | ?\(){_YEAR.replace('year', 'year3')}\)?)?"
)
_NO_CONFERENCE = re.compile(r"\b(?:vol|volume|issue|eds?|editors?|no\.)\b|https?:", re.IGNORECASE)
_SERIES = re.compile(r"\b(?:Conference Proceedings|Conf\. ?Proc\.|Conf(?:erence|\.)? Ser(?:ies|\.))", re.IGNORECASE)


def _journal(match: re.Match[str]) -> JournalRef | None:
    part = match.groupdict()
    name = part["name"].strip(" ,:(")
    if _NO_JOURNAL.search(name) or name.count("(") != name.count(")") or not 2 <= len(name) <= LONGEST_NAME:
        return None
    if _LIST.search(name) and not name.startswith(("Journal ", "Physical Review ")):
        return None  # names or a title before the journal's
    if _CONFERENCE_WORDS.search(name) and not _SERIES.search(name):
        return None
    return JournalRef(
        Container.JOURNAL,
        name,
        int(part["year"] or part["year2"]),
        part.get("volume") or "",
        part.get("issue") or part.get("issue2") or "",
        part["first"],
        _sure_last(part["first"], part["last"] or ""),
    )


def _conference(text: str) -> JournalRef | None:
    match = _CONFERENCE.fullmatch(text)
    if match is None or not _CONFERENCE_WORDS.search(match["name"]):
        return None
    if _SERIES.search(match["name"]) or _NO_CONFERENCE.search(match["name"]):
        return None
    name = match["name"].strip(" ,.")
    years = {year for key in ("year", "year2", "year3") if (year := match[key])}
    years = years or set(re.findall(r"\b(?:19|20)\d\d\b", name))
    if len(years) != 1:
        return None
    return JournalRef(Container.CONFERENCE, name, int(years.pop()), first_page=match["first"], last_page=match["last"])


def _sure_last(first: str, last: str) -> str:
    """The last page written out: 225-31 is 225-231; a last page before the first is no page."""
    if not (first.isdigit() and last.isdigit()):
        return last
    if len(last) < len(first):
        last = first[: len(first) - len(last)] + last
    return last if int(last) >= int(first) else ""

"""How arXiv writes each field, and what it means; pure functions from text to facts.

Text keeps its TeX. White space is collapsed everywhere; characters no database or browser can hold (NUL, other
controls, half surrogates) are dropped or replaced. Nothing here raises on odd text: what cannot be read is None or
empty, and the caller decides whether the record can do without it.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from email.utils import parsedate_to_datetime

from harvest.records import VersionRecord
from papers.taxonomy import canonical

FIRST_YEAR, LAST_YEAR = 1986, 2090
"""Papers were back-loaded to 1986; arXiv's two-digit years end before 2091."""


def tidy(text: str | None) -> str:
    """One line, single blanks, only characters that can be stored."""
    if text is None:
        return ""
    line = " ".join(text.split())
    return line if line.isprintable() else _mended(line)


def paragraphs(text: str | None) -> str:
    """An abstract with its paragraphs and list lines parted by a blank line.

    arXiv wraps lines anywhere and starts a paragraph by a newline and a blank. Where most lines are indented by more
    than arXiv's two blanks somebody laid the XML out anew, and that indent says nothing.
    """
    if text is None:
        return ""
    text = text.strip()
    if "\n" not in text:
        return tidy(text)
    first, *rest = (line for line in text.splitlines() if line.strip())
    indents = [len(line) - len(line.lstrip()) for line in rest]
    usual = max(set(indents), key=indents.count, default=0)
    meaningless = usual if usual > _OWN_INDENT else 0
    found = [[first]]
    for line, indent in zip(rest, indents, strict=True):
        if indent > meaningless:
            found.append([line])
        else:
            found[-1].append(line)
    return "\n\n".join(part for lines in found if (part := tidy(" ".join(lines))))


def categories(codes: Iterable[str]) -> tuple[str, ...]:
    """Canonical codes in order, each once. Empty when the first is unknown: without its primary a paper has no place.

    Unknown codes after the first are dropped; in old query answers they are MSC and ACM classes.
    """
    known: list[str] = []
    for code in codes:
        found = canonical(code)
        if found is None:
            if not known:
                return ()
        elif found not in known:
            known.append(found)
    return tuple(known)


def instant(text: str | None) -> datetime | None:
    """A moment in UTC from a mail date (day padded or not), an ISO timestamp, or None."""
    parts = (text or "").split()
    try:
        if len(parts) == _MAIL_DATE_PARTS and parts[5] in ("GMT", "UTC", "+0000"):
            hour, minute, second = parts[4].split(":")
            month = _MONTHS[parts[2]]
            return datetime(int(parts[3]), month, int(parts[1]), int(hour), int(minute), int(second), tzinfo=UTC)
        found = datetime.fromisoformat(parts[0]) if len(parts) == 1 else parsedate_to_datetime(" ".join(parts))
        return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    except (ValueError, KeyError, TypeError, OverflowError):
        return None


def day(text: str | None) -> date | None:
    """The day of an OAI datestamp or a snapshot's update date, or None."""
    try:
        return date.fromisoformat((text or "").strip()[:10])
    except ValueError:
        return None


def version_number(text: str | None) -> int | None:
    """`v3` to 3, or None."""
    found = _VERSION.fullmatch((text or "").strip())
    return int(found[1]) if found else None


def size_in_kb(text: str | None) -> int | None:
    """`23kb` to 23, or None."""
    found = _SIZE.fullmatch((text or "").strip())
    return int(found[1]) if found else None


def licence_address(text: str | None) -> str:
    """A licence as an https address, or nothing: arXiv writes the same ones with http and https."""
    found = _ADDRESS.fullmatch((text or "").strip())
    return f"https://{found[1]}" if found else ""


def subject_classes(msc: str | None, acm: str | None) -> tuple[str, str]:
    """MSC and ACM classes, each in its own field.

    The 2025 server writes the MSC class, or the word None, into the ACM field.
    """
    msc_class, acm_class = _no_none(tidy(msc)), _no_none(tidy(acm))
    if acm_class and _MSC.search(acm_class) and not _ACM.search(acm_class):
        return msc_class or acm_class, ""
    return msc_class, acm_class


def is_withdrawn(versions: Sequence[VersionRecord], comments: str) -> bool:
    """Whether the newest version has no text any more.

    Its source type or size tells; where neither does, a comment that says so of the paper itself. The word alone is
    no proof: papers speak of others' withdrawal, and of their own earlier versions.
    """
    newest = versions[-1]
    if "I" in newest.source_type or newest.size_kb == 0:
        return True
    return "withdrawn" in comments.lower() and _WITHDRAWN.search(comments) is not None


def plausible(moment: datetime) -> bool:
    """Whether arXiv can have received a paper then."""
    return FIRST_YEAR <= moment.year <= LAST_YEAR


def month_of_id(arxiv_id: str) -> date:
    """The first day of the month in which a canonical id was announced."""
    digits = arxiv_id.rpartition("/")[2]
    year, month = int(digits[:2]), int(digits[2:4])
    return date(year + (1900 if year > LAST_YEAR % 100 else 2000), month, 1)


def _mended(line: str) -> str:
    return _UNSTORABLE.sub("", _HALF_SURROGATE.sub("\ufffd", line)).strip()


def _no_none(text: str) -> str:
    return "" if text.lower() == "none" else text


_OWN_INDENT = 3
_MAIL_DATE_PARTS = 6
_MONTHS = {
    "Jan": 1, "Feb": 2, "Mar": 3, "Apr": 4, "May": 5, "Jun": 6,
    "Jul": 7, "Aug": 8, "Sep": 9, "Oct": 10, "Nov": 11, "Dec": 12,
}  # fmt: skip
_VERSION = re.compile(r"v([1-9][0-9]{0,4})")
_SIZE = re.compile(r"([0-9]{1,9}) ?kb", re.IGNORECASE)
_ADDRESS = re.compile(r"https?://([!-~]{1,200})", re.IGNORECASE)
_MSC = re.compile(r"\b[0-9]{2}(?:[A-Z](?:[0-9]{2}|xx)|-(?:[0-9]{2}|xx))\b", re.IGNORECASE)
_ACM = re.compile(r"\b[A-K]\.(?:[0-9]|m\b)")
_HALF_SURROGATE = re.compile("[\ud800-\udfff]")
_UNSTORABLE = re.compile("[\x00-\x1f\x7f-\x9f\ufffe\uffff]")
_WORK = r"(?:paper|article|manuscript|submission|preprint|report|upload|note|draft|work)"
_WITHDRAWN = re.compile(
    # this paper has been withdrawn
    rf"\bthis (?:\w+ )??{_WORK} (?:has|is|was)\b(?: \w+){{0,3}}? withdrawn\b"
    # Withdrawn by the author; 9 pages, paper withdrawn (not: from the journal, nor v3: withdrawn)
    r"|(?:^\W*|[.;(!)] ?|\b(?:pages|pp|figures?|figs?|tables?)\b[.)]?,? )"
    rf"(?:(?:the |this |our |current )*{_WORK},? )?(?:(?:has been|is|was|is being|being) )?"
    r"(?:temporarily |momentarily |admini?stratively )?withdrawn\b(?! (?:version|from (?!arxiv)))"
    r"|\barxiv admin note: (?:this )?submission has been withdrawn\b|\bwithdrawn by arxiv admin"
    r"|\b(?:we|the authors?) (?:have|has) withdrawn (?:this|the|our) ",
    re.IGNORECASE,
)

"""What was typed in the search box, read into words, phrases, fields, alternatives and exclusions.

Everything typed is understood somehow: what is no operator is a word. Nothing here raises, asks the database or knows
the index. Input is cut to `LONGEST` characters and `MOST_WORDS` words; `ParsedQuery.cut` says so.
"""

import re
import unicodedata
from dataclasses import dataclass, replace
from enum import StrEnum

from common.identifiers import parse_arxiv_id, parse_doi
from papers import taxonomy

LONGEST = 2_000  # a need told in several sentences; of its words `clauses` asks for the most telling
MOST_WORDS = 320
PROSE = 40  # more words are prose, whose quotation marks and dashes are no operators
FIRST_YEAR, LAST_YEAR = 1900, 2199


class Field(StrEnum):
    ANY = ""
    AUTHOR = "author"
    FIRST_AUTHOR = "first author"
    TITLE = "title"
    ABSTRACT = "abstract"
    CATEGORY = "category"
    INSTITUTION = "institution"
    YEAR = "year"
    ID = "id"


PREFIXES = {
    "author": Field.AUTHOR,
    "au": Field.AUTHOR,
    "title": Field.TITLE,
    "ti": Field.TITLE,
    "abs": Field.ABSTRACT,
    "abstract": Field.ABSTRACT,
    "category": Field.CATEGORY,
    "cat": Field.CATEGORY,
    "inst": Field.INSTITUTION,
    "institution": Field.INSTITUTION,
    "year": Field.YEAR,
    "id": Field.ID,
}


@dataclass(frozen=True, slots=True)
class Years:
    """From `first` to `last`, both included."""

    first: int
    last: int

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


@dataclass(frozen=True, slots=True)
class Term:
    """One word or phrase. The text of category, year and id terms is in its canonical form."""

    text: str
    field: Field = Field.ANY
    phrase: bool = False


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """All of `clauses` are wanted, of each clause any alternative; none of `excluded`. `text` is what was read."""

    text: str = ""
    clauses: tuple[tuple[Term, ...], ...] = ()
    excluded: tuple[Term, ...] = ()
    cut: bool = False


NO_QUERY = ParsedQuery()

_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»″", '"'))
_PIECE = re.compile(r'(?P<minus>-?)(?:(?P<prefix>[A-Za-z]{2,11}):)?(?:"(?P<phrase>[^"]*)"|(?P<word>[^\s"]+))|"')
_YEARS = re.compile(r"(\d{4})(?:\s?[-–]\s?(\d{4}))?")
_OPERATORS = re.compile(r'"|(?<!\S)-|(?<!\S)OR(?!\S)')
_EDGES = "()[]{},;!?"
_HAS_TEXT = re.compile(r"\w")
_DROPPED = {"Cc", "Cf", "Cs", "Co", "Cn"}


def parse(typed: str) -> ParsedQuery:
    text, cut = cut_short(clean(typed))
    straight = text.translate(_QUOTES)
    if len(text.split()) > PROSE:
        straight = _OPERATORS.sub(" ", straight)
    clauses: list[tuple[Term, ...]] = []
    excluded: list[Term] = []
    words_left = MOST_WORDS
    alternative = False
    for match in _PIECE.finditer(straight):
        if match["word"] == "OR" and not match["minus"] and not match["prefix"] and clauses:
            alternative = True
            continue
        for term in _terms(match):
            words = len(term.text.split())
            if words > words_left:
                cut = True
                break
            words_left -= words
            if match["minus"]:
                excluded.append(term)
            elif alternative:
                clauses[-1] = (*clauses[-1], term)
            else:
                clauses.append((term,))
            alternative = False
    return ParsedQuery(text, tuple(clauses), tuple(excluded), cut)


def without_phrases(parsed: ParsedQuery) -> ParsedQuery:
    """The same query with the words of each phrase apart, for when no paper has the phrase."""
    clauses: list[tuple[Term, ...]] = []
    for clause in parsed.clauses:
        if len(clause) == 1 and clause[0].phrase and clause[0].field is Field.ANY:
            clauses += [(Term(word),) for word in clause[0].text.split()]
        else:
            clauses.append(clause)
    return replace(parsed, clauses=tuple(clauses))


def clean(typed: str) -> str:
    """NFC, without control characters and lone surrogates, blanks joined."""
    if typed.isascii() and typed.isprintable():
        return " ".join(typed.split())
    kept = "".join(
        " " if sign.isspace() else sign
        for sign in typed
        if sign.isspace() or unicodedata.category(sign) not in _DROPPED
    )
    return " ".join(unicodedata.normalize("NFC", kept).split())


def cut_short(text: str) -> tuple[str, bool]:
    """At most `LONGEST` characters, cut between words where that is possible; whether anything was cut."""
    if len(text) <= LONGEST:
        return text, False
    head = text[:LONGEST]
    whole = head if text[LONGEST] == " " else head.rpartition(" ")[0]
    return (whole or head).strip(), True


def parse_years(text: str) -> Years | None:
    """`2019` or `2015-2020`."""
    match = _YEARS.fullmatch(text) if text.isascii() or "–" in text else None
    if match is None:
        return None
    first, last = int(match[1]), int(match[2] or match[1])
    return Years(first, last) if FIRST_YEAR <= first <= last <= LAST_YEAR else None


def parse_category(text: str) -> str | None:
    """The code in use for a category or archive, whatever its case; None for what is neither."""
    return _CODES.get(text.strip().lower())


_CODES = {archive.code.lower(): archive.code for archive in taxonomy.ARCHIVES} | {
    category.code.lower(): taxonomy.canonical(category.code) or category.code for category in taxonomy.CATEGORIES
}


def _terms(match: re.Match[str]) -> list[Term]:
    """The term of one piece; two words where a prefix is not understood, none where nothing can be searched."""
    prefix, phrase = match["prefix"], match["phrase"] is not None
    text = (match["phrase"] if phrase else match["word"] or "").strip()
    field = PREFIXES.get((prefix or "").lower(), Field.ANY)
    if field and (term := _fielded(field, text, phrase)):
        return [term]
    terms = [Term(prefix)] if prefix else []
    text = text if phrase else _bare_word(text)
    if _HAS_TEXT.search(text):
        terms.append(Term(text, phrase=phrase))
    return terms


def _fielded(field: Field, text: str, phrase: bool) -> Term | None:
    value: str | None
    if field is Field.YEAR:
        years = parse_years(text)
        return Term(str(years), field) if years else None
    if field is Field.CATEGORY:
        value = parse_category(text)
    elif field is Field.ID:
        arxiv_id = parse_arxiv_id(text)
        value = arxiv_id.id if arxiv_id else parse_doi(text)
    else:
        if field is Field.AUTHOR and text.startswith("^"):
            field = Field.FIRST_AUTHOR
        value = text.lstrip("^") if phrase else _bare_word(text.lstrip("^"))
        value = value if _HAS_TEXT.search(value) else None
    return Term(value, field, phrase and field not in (Field.CATEGORY, Field.ID)) if value else None


def _bare_word(word: str) -> str:
    """Without the brackets and marks around it; `C++`, `C#` and `\\alpha` keep theirs."""
    word = word.strip(_EDGES)
    return word.rstrip(".:'").lstrip("'")

"""Names of institutions that stand in an affiliation: every stretch of words that is a name, and the places beside."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from harvest.matching.affiliation_text import COMMA, END, WORD, Word
from harvest.matching.institution_index import LONGEST_NAME, InstitutionIndex
from harvest.matching.places import AUSTRALIAN_STATES, CANADIAN_PROVINCES, US_STATES

LONGEST_PLACE = 4  # words
SUBUNITS = frozenset(["department", "faculty", "school", "college", "division"])
NAME, REORDERED, ACRONYM = "name", "reordered", "acronym"


@dataclass(slots=True)
class Hit:
    """The words from `start` to `end` are a name of each of `rors`; the rules fill in the rest."""

    start: int
    end: int
    rors: tuple[str, ...]
    method: str
    ror: str = ""  # the one that it is
    refused: str = ""  # why it is none
    generic: bool = False
    in_country: bool = False  # the text names its country or region,
    in_town: bool = False  # its town
    towns: frozenset[str] = frozenset()  # and regions, as the text names them
    left: Sequence[Word] = field(default_factory=tuple)  # what stands beside it up to a comma or another hit
    right: Sequence[Word] = field(default_factory=tuple)

    @property
    def stretch(self) -> range:
        return range(self.start, self.end)


@dataclass(frozen=True, slots=True)
class PlaceName:
    """A country, or a region or town with the countries it may be in."""

    start: int
    end: int
    key: str
    kind: str  # country, region, town
    codes: frozenset[str]


def find(words: Sequence[Word], index: InstitutionIndex) -> list[Hit]:
    """Every stretch that is a name, longest first, overlapping ones and single words in capitals among them."""
    hits: list[Hit] = []
    forms = [word.form for word in words]
    for start in range(len(words)):
        key, comma = "", 0
        for end in range(start + 1, min(len(words), start + LONGEST_NAME) + 1):
            last = words[end - 1]
            if end - 1 > start and last.gap >= COMMA:
                # Names go on behind a comma only where more than "University" stands before it.
                if last.gap >= END or end - 1 - start < 2 or (last.form in SUBUNITS and key in index.named):
                    break
                comma = end - 1
            key = f"{key} {last.form}" if key else last.form
            if _goes_on(words, end) or (comma and not _ends_segment(words, end)):
                continue
            if key in index.named:
                if end - start > 1 or (len(key) > 3 and not index.is_place(key)):
                    own_end = comma if comma and _is_name(words[comma:end], index) else end
                    hits.append(Hit(start, own_end, index.named[key], NAME))
            elif end - start > 1 and not comma and _begins_phrase(words, start) and _ends_phrase(words, end):
                rors = index.bagged.get(" ".join(sorted(forms[start:end])))
                if rors:
                    hits.append(Hit(start, end, rors, REORDERED))
        short = words[start].plain
        if short in index.acronyms and len(short) > 2 and sum(sign.isupper() for sign in words[start].raw) > 1:
            hits.append(Hit(start, start + 1, index.acronyms[short], ACRONYM))
    return sorted(hits, key=lambda hit: (hit.start - hit.end, hit.method != NAME, hit.start))


def apart(hits: Sequence[Hit]) -> list[Hit]:
    """Of overlapping hits the longest, in the order of the text."""
    taken: set[int] = set()
    chosen = []
    for hit in hits:
        if taken.isdisjoint(hit.stretch):
            taken.update(hit.stretch)
            chosen.append(hit)
    return sorted(chosen, key=lambda hit: hit.start)


def find_places(words: Sequence[Word], covered: set[int], index: InstitutionIndex) -> list[PlaceName]:
    """Countries, regions and towns that begin or end a phrase, outside the `covered` words of names."""
    found: list[PlaceName] = []
    start = 0
    while start < len(words):
        place = None
        if start not in covered:
            for end in range(min(len(words), start + LONGEST_PLACE), start, -1):
                if covered.isdisjoint(range(start, end)) and all(w.gap < COMMA for w in words[start + 1 : end]):
                    begins = _begins_segment(words, start) or start - 1 in covered
                    begins = begins or has_digit(words[start - 1]) or bool(found and found[-1].end == start)
                    place = _read_place(words, start, end, begins, index)
                    if place:
                        break
        if place:
            found.append(place)
        start = place.end if place else start + 1
    return found


def stands_free(hit: Hit, words: Sequence[Word], places: Sequence[PlaceName] = ()) -> bool:
    """Whether nothing but places and numbers is beside it up to the commas."""
    before = hit.start == 0 or words[hit.start].gap >= COMMA
    after = (
        hit.end == len(words)
        or words[hit.end].gap >= COMMA
        or has_digit(words[hit.end])
        or any(place.start == hit.end for place in places)
    )
    return before and after


def has_digit(word: Word) -> bool:
    return any(sign.isdigit() for sign in word.form)


def _read_place(words: Sequence[Word], start: int, end: int, begins: bool, index: InstitutionIndex) -> PlaceName | None:
    ends = _ends_segment(words, end)
    if not (begins or ends):
        return None
    key, raw = " ".join(word.form for word in words[start:end]), words[start].raw
    regions = frozenset(index.regions.get(key, ()))
    if key in index.countries and not (end - start == 1 and len(key) <= 3 and not raw.isupper()):
        codes = frozenset(index.countries[key])
        if regions <= codes:
            return PlaceName(start, end, key, "country", codes)
        return PlaceName(start, end, key, "region", codes | regions)  # Georgia, Mexico
    if end - start == 1 and start > 0 and ends:
        for known, code in ((US_STATES, "US"), (CANADIAN_PROVINCES, "CA"), (AUSTRALIAN_STATES, "AU")):
            if raw in known:
                return PlaceName(start, end, key, "region", frozenset([code]))
    cities = frozenset(index.cities.get(key, ()))
    if regions:
        return PlaceName(start, end, key, "region", regions | cities)
    if cities and raw[0].isupper():
        return PlaceName(start, end, key, "town", cities)
    return None


def _is_name(tail: Sequence[Word], index: InstitutionIndex) -> bool:
    """In `Institute of Mathematics, Slovak Academy of Sciences`, one name with its comma, the parent is named too."""
    return len(tail) > 1 and " ".join(word.form for word in tail) in index.named


def _begins_segment(words: Sequence[Word], start: int) -> bool:
    return start == 0 or words[start].gap >= COMMA


def _ends_segment(words: Sequence[Word], end: int) -> bool:
    return end == len(words) or words[end].gap >= COMMA or has_digit(words[end])


def _begins_phrase(words: Sequence[Word], start: int) -> bool:
    return _begins_segment(words, start) or bool(words[start].link)


def _ends_phrase(words: Sequence[Word], end: int) -> bool:
    return end == len(words) or words[end].gap >= WORD


def _goes_on(words: Sequence[Word], end: int) -> bool:
    """`Sichuan University` in `Sichuan University of Science` is no name."""
    return end < len(words) and words[end].gap < COMMA and words[end].link.split()[-1:] in (["of"], ["for"])

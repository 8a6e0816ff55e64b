"""Every name of every institution, ready to be found in printed text; built once, then only read. Pure.

Which words tell institutions apart is counted, not listed: a word in the names of many institutions of many countries
(`medical`, `research`, `saint`) tells nothing, a name made of such words alone is *generic*.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from harvest.matching.places import COUNTRIES
from institutions.names import plain, words

LONGEST_NAME = 16  # words
COMMON_IN = 25  # institutions that have the word in a name,
MOST_IN_ONE_COUNTRY = 0.7  # unless so many of them are in one country: chinese, texas, sorbonne
SUBJECT_IN = 5  # countries that have the word in a name: acoustics, biomedicine, but also pasteur

Codes = frozenset[str]


@dataclass(frozen=True, slots=True)
class Candidate:
    """What matching needs to know of an institution. `ror` is the nine signs alone, as are those it names."""

    ror: str
    name: str
    names: tuple[tuple[str, bool], ...]  # value, whether it is an acronym and nothing else
    status: str = "active"
    kinds: tuple[str, ...] = ()
    places: tuple[tuple[str, str, str, str], ...] = ()  # city, region, country code, country
    parents: tuple[str, ...] = ()
    children: tuple[str, ...] = ()
    successors: tuple[str, ...] = ()


@dataclass(slots=True)
class Entry:
    """An institution in the index, its names and places folded."""

    ror: str
    name: str
    folded: str
    status: str
    kinds: Codes
    cities: Codes
    regions: Codes
    countries: Codes
    successors: tuple[str, ...]
    parents: set[str] = field(default_factory=set)
    children: set[str] = field(default_factory=set)

    @property
    def teaches(self) -> bool:
        return "education" in self.kinds

    @property
    def heals(self) -> bool:
        return "healthcare" in self.kinds


class InstitutionIndex:
    """`named` gives the institutions of a folded name, `bagged` of its sorted words, `acronyms` of a short form.

    `countries`, `regions` and `cities` give the country codes of a folded place name.
    """

    def __init__(self, candidates: Iterable[Candidate]) -> None:
        self.entries: dict[str, Entry] = {}
        self.countries: dict[str, set[str]] = {name: set(codes) for name, codes in COUNTRIES.items()}
        self.cities: dict[str, set[str]] = defaultdict(set)
        self.regions: dict[str, set[str]] = defaultdict(set)
        named: dict[str, dict[str, None]] = defaultdict(dict)
        bagged: dict[str, dict[str, None]] = defaultdict(dict)
        acronyms: dict[str, dict[str, None]] = defaultdict(dict)
        used: dict[str, Counter[str]] = defaultdict(Counter)
        for candidate in candidates:
            entry = self._add(candidate)
            own_words: set[str] = set()
            for value, is_acronym in candidate.names:
                folded = words(value)
                if not folded or len(folded) > LONGEST_NAME or _is_code(folded):
                    continue
                if is_acronym or _is_short(value, folded):
                    acronyms[plain(value)][entry.ror] = None
                    continue
                own_words.update(folded)
                named[" ".join(folded)][entry.ror] = None
                bagged[" ".join(sorted(folded))][entry.ror] = None
            country = min(entry.countries, default="")
            for word in own_words:
                used[word][country] += 1
        self.named = {key: tuple(rors) for key, rors in named.items()}
        self.bagged = {key: tuple(rors) for key, rors in bagged.items()}
        self.acronyms = {key: tuple(rors) for key, rors in acronyms.items()}
        self.common = frozenset(word for word, counts in used.items() if _tells_nothing(counts))
        self.subjects = frozenset(word for word, counts in used.items() if len(counts) >= SUBJECT_IN)
        self._tie()

    def living(self, ror: str) -> str | None:
        """The institution itself or, of one withdrawn, the one that stands for it; None where none or several do."""
        seen = set()
        while ror in self.entries and self.entries[ror].status == "withdrawn":
            following = [other for other in self.entries[ror].successors if other in self.entries]
            if ror in seen or len(following) != 1:
                return None
            seen.add(ror)
            ror = following[0]
        return ror if ror in self.entries else None

    def ancestors(self, ror: str) -> set[str]:
        """All above it; a walk that comes back to where it was ends."""
        found: set[str] = set()
        waiting = [ror]
        while waiting:
            entry = self.entries.get(waiting.pop())
            for parent in entry.parents if entry else ():
                if parent not in found and parent != ror:
                    found.add(parent)
                    waiting.append(parent)
        return found

    def is_generic(self, forms: Iterable[str]) -> bool:
        return all(form in self.common or form.isdigit() for form in forms)

    def is_place(self, key: str) -> bool:
        return key in self.countries or key in self.cities or key in self.regions

    def _add(self, candidate: Candidate) -> Entry:
        entry = self.entries[candidate.ror] = Entry(
            ror=candidate.ror,
            name=candidate.name,
            folded=" ".join(words(candidate.name)),
            status=candidate.status,
            kinds=frozenset(candidate.kinds),
            cities=frozenset(" ".join(words(place[0])) for place in candidate.places) - {""},
            regions=frozenset(" ".join(words(place[1])) for place in candidate.places) - {""},
            countries=frozenset(place[2] for place in candidate.places) - {""},
            successors=candidate.successors,
            parents=set(candidate.parents),
            children=set(candidate.children),
        )
        for _, _, code, country in candidate.places:
            if code and country:
                self.countries.setdefault(" ".join(words(country)), set()).add(code)
        for city in entry.cities:
            self.cities[city] |= entry.countries
        for region in entry.regions:
            self.regions[region] |= entry.countries
        return entry

    def _tie(self) -> None:
        """A parent that names its child and a child that names its parent say the same."""
        for ror, entry in self.entries.items():
            for child in entry.children:
                if child in self.entries and child != ror:
                    self.entries[child].parents.add(ror)
        for ror, entry in self.entries.items():
            for parent in entry.parents:
                if parent in self.entries and parent != ror:
                    self.entries[parent].children.add(ror)


def _is_code(folded: list[str]) -> bool:
    """`UMR 8187`: the number of a unit, printed with any of those it belongs to."""
    return (
        len(folded) > 1
        and any(word.isdigit() for word in folded)
        and all(word.isdigit() or len(word) <= 4 for word in folded)
    )


def _is_short(value: str, folded: list[str]) -> bool:
    """`MIT`, `IIT-B`: one word of at most four letters, or in capitals."""
    return len(folded) == 1 and value.isascii() and (len(value) <= 4 or (value.isupper() and len(value) <= 8))


def _tells_nothing(counts: Counter[str]) -> bool:
    total = counts.total()
    return total >= COMMON_IN and max(counts.values()) < total * MOST_IN_ONE_COUNTRY

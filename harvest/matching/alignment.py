"""arXiv's author list and an outside one, put side by side by name; pure.

arXiv's list rules. Each of its entries is given at most one row of the other list, and each row to at most one entry,
by the best match of names over both whole lists: rows are reordered, shifted, cut and doubled, so the row's number
decides nothing. Where two could take one's place, neither is taken, unless a fuller form of the name or the printed
affiliation tells them apart.

A row says two things: a name as printed, with its affiliations, and a profile, whose own name may be another's. So two
answers are given: `rows` for what the row tells, `profiles` for whose profile an entry is. The second needs a
profile name that agrees with the entry; a profile that sits in a row of another surname, or of another given name, is
looked for among the entries left.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from harvest.matching.names import Form, Likeness, form, likeness, read, share_no_surname
from researchers.names import fold


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of arXiv's list. Groups take no row."""

    given: str
    family: str
    suffix: str = ""
    is_group: bool = False
    affiliations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the other list; either name may be missing, as may the profile."""

    name: str
    profile: str = ""
    profile_name: str = ""
    affiliations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pair:
    """Entry and row, both numbered from 0."""

    entry: int
    row: int
    method: str
    score: float


@dataclass(frozen=True, slots=True)
class Alignment:
    rows: list[Pair] = field(default_factory=list)
    profiles: list[Pair] = field(default_factory=list)


def align(entries: Sequence[Entry], rows: Sequence[Row]) -> Alignment:
    """The rows of arXiv's entries, and their profiles."""
    wanted = {
        number: form(entry.given, entry.family, entry.suffix)
        for number, entry in enumerate(entries)
        if not entry.is_group
    }
    printed, profiles = _names_of(rows)
    places = _Places(entries, rows)
    by_name = list(_matched(wanted, printed, places))
    attached = list(_attached(by_name, wanted, rows, printed, profiles))
    taken, used = {pair.entry for pair in attached}, {pair.row for pair in attached}
    left = {number: name for number, name in wanted.items() if number not in taken}
    astray = {number: name for number, name in profiles.items() if number not in used and rows[number].profile}
    elsewhere = [
        replace(pair, method="profile-name", score=round(pair.score * _ASTRAY, 3))
        for pair in _matched(left, astray, None)
        if _may_stray(pair, wanted, rows, printed)
    ]
    return Alignment(rows=sorted(by_name, key=_by_entry), profiles=sorted(attached + elsewhere, key=_by_entry))


def _names_of(rows: Sequence[Row]) -> tuple[dict[int, Form], dict[int, Form]]:
    """Names as printed, or else the profile's, and names of profiles; a row that repeats another is left out."""
    printed: dict[int, Form] = {}
    profiles: dict[int, Form] = {}
    seen: set[tuple[str, str]] = set()
    for number, row in enumerate(rows):
        key = row.name or row.profile_name, row.profile
        if not key[0] or (row.profile and key in seen):
            continue
        seen.add(key)
        printed[number] = read(key[0])
        if row.profile_name:
            profiles[number] = read(row.profile_name)
    return printed, profiles


def _attached(
    pairs: Iterable[Pair],
    wanted: dict[int, Form],
    rows: Sequence[Row],
    printed: dict[int, Form],
    profiles: dict[int, Form],
) -> Iterator[Pair]:
    """The pairs whose profile's own name agrees with the entry's too."""
    strangers = sum(share_no_surname(printed[number], name) for number, name in profiles.items())
    shifted = strangers > _FEW * len(rows)
    for pair in pairs:
        if not rows[pair.row].profile:
            continue
        profile_name = profiles.get(pair.row)
        if profile_name is None:
            continue
        if not profile_name.readable:
            if not shifted:
                yield replace(pair, method="other-script", score=round(pair.score * _OTHER_SCRIPT, 3))
        elif (found := likeness(wanted[pair.entry], profile_name)) is not None:
            yield replace(pair, score=round(min(pair.score, (pair.score + _SCORES[found]) / 2), 3))


def _may_stray(pair: Pair, wanted: dict[int, Form], rows: Sequence[Row], printed: dict[int, Form]) -> bool:
    """A profile may leave its row when the row's printed name is plainly another person's than the entry."""
    own = printed[pair.row]
    return not rows[pair.row].name or likeness(wanted[pair.entry], own) is None


class _Places:
    """Affiliations as words, to tell apart who share a name."""

    def __init__(self, entries: Sequence[Entry], rows: Sequence[Row]) -> None:
        self._entries, self._rows = entries, rows

    def shared(self, entry: int, row: int) -> int:
        return len(_words(self._entries[entry].affiliations) & _words(self._rows[row].affiliations))


def _words(affiliations: Iterable[str]) -> set[str]:
    return {word for text in affiliations for word in fold(text).split() if len(word) > 3} - _COMMON_WORDS


def _matched(wanted: dict[int, Form], offered: dict[int, Form], places: _Places | None) -> Iterator[Pair]:
    """One-to-one: each time the pairs that are the only best for both, until none is left."""
    by_entry: dict[int, dict[int, Likeness]] = defaultdict(dict)
    by_row: dict[int, dict[int, Likeness]] = defaultdict(dict)
    for entry, row, found in _candidates(wanted, offered):
        by_entry[entry][row] = found
        by_row[row][entry] = found
    doubtful = set(by_entry)
    while doubtful:
        taken: dict[int, int] = {}
        for entry in sorted(doubtful):
            best = _only_best(by_entry[entry])
            if best is not None and _only_best(by_row[best]) == entry:
                taken[entry] = best
        if not taken and places is not None:
            taken = _told_by_place(doubtful, by_entry, by_row, places)
        doubtful = set()
        for entry, row in taken.items():
            found = by_entry[entry][row]
            yield Pair(entry, row, METHODS[found], _SCORES[found])
            for other in by_entry.pop(entry):
                del by_row[other][entry]
            for other in by_row.pop(row):
                del by_entry[other][row]
        if taken:
            doubtful = {entry for entry, choices in by_entry.items() if choices}


def _candidates(wanted: dict[int, Form], offered: dict[int, Form]) -> Iterator[tuple[int, int, Likeness]]:
    """Pairs of names that can be one: first among equal surnames, then, for who found nothing, among all the words."""
    lonely_entries, lonely_rows = dict(wanted), dict(offered)
    for keys_of in (_surnames, _any_words):
        blocks = defaultdict(list)
        for row, name in lonely_rows.items():
            for key in keys_of(name):
                blocks[key].append(row)
        found_entries, found_rows = set(), set()
        for entry, name in lonely_entries.items():
            for row in {row for key in keys_of(name) for row in blocks.get(key, ())}:
                found = likeness(name, offered[row])
                if found is not None:
                    found_entries.add(entry)
                    found_rows.add(row)
                    yield entry, row, found
        lonely_entries = {entry: name for entry, name in lonely_entries.items() if entry not in found_entries}
        lonely_rows = {row: name for row, name in lonely_rows.items() if row not in found_rows}


def _surnames(name: Form) -> set[str]:
    """Surname and first initial; the second initial too, as some go by their second name."""
    initials = {word[0] for word in name.given[:2]} or {""}
    return {f"{key} {initial}" for key in (name.last, name.family) for initial in initials}


def _any_words(name: Form) -> set[str]:
    return {*name.given, name.last, name.family, name.first_of_family, name.letters} - {""}


def _only_best(choices: dict[int, Likeness]) -> int | None:
    if not choices:
        return None
    best = max(choices.values())
    found = [key for key, value in choices.items() if value == best]
    return found[0] if len(found) == 1 else None


def _told_by_place(
    doubtful: Iterable[int],
    by_entry: dict[int, dict[int, Likeness]],
    by_row: dict[int, dict[int, Likeness]],
    places: _Places,
) -> dict[int, int]:
    """Of those that share a name: the pairs that share an affiliation more than with anybody else of the name."""
    found = {}
    for entry in sorted(doubtful):
        shared = {row: places.shared(entry, row) for row in by_entry[entry]}
        row = _most(shared)
        if row is not None and _most({other: places.shared(other, row) for other in by_row[row]}) == entry:
            found[entry] = row
    return found


def _most(shared: dict[int, int]) -> int | None:
    best = max(shared.values(), default=0)
    found = [key for key, value in shared.items() if value == best]
    return found[0] if best and len(found) == 1 else None


def _by_entry(pair: Pair) -> int:
    return pair.entry


METHODS = {
    Likeness.SAME: "full-name",
    Likeness.FULLER: "fuller-name",
    Likeness.SHORTENED: "short-form",
    Likeness.SAME_INITIALS: "same-initials",
    Likeness.INITIALS: "initials",
    Likeness.TURNED: "turned-name",
    Likeness.PART_OF_FAMILY: "part-of-family-name",
}
_SCORES = {
    Likeness.SAME: 1.0,
    Likeness.FULLER: 0.97,
    Likeness.SHORTENED: 0.9,
    Likeness.SAME_INITIALS: 0.95,
    Likeness.INITIALS: 0.9,
    Likeness.TURNED: 0.85,
    Likeness.PART_OF_FAMILY: 0.8,
}
_ASTRAY = 0.9
_FEW = 0.05  # rows whose profile bears a stranger's name, before the list counts as shifted
_OTHER_SCRIPT = 0.7
_COMMON_WORDS_TEXT = """
    university universite universitat universita universidad department institute school college laboratory center
    centre research national science sciences technology physics mathematics computer engineering faculty
"""
_COMMON_WORDS = frozenset(_COMMON_WORDS_TEXT.split())

"""Which slots of a world its sources support, as truth.py defines it: fills `truth.support`."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bench.world.making import Made
from bench.world.names import could_be, key, parts
from bench.world.openalex import OpenAlexWorld
from bench.world.papers import Author
from bench.world.rows import GONE, OLD, Row
from bench.world.semantic_scholar import SemanticScholarWorld
from bench.world.truth import NOBODY, SUPPORT_OPENALEX, SUPPORT_PLACES, SUPPORT_S2

Given = tuple[str, ...]


@dataclass(slots=True)
class _Shown:
    """What can be read of a row: a family name and the given names it is printed with, raw and of the profile."""

    row: Row
    family: str
    givens: tuple[Given, ...]


def fill(made: Made, openalex: OpenAlexWorld, s2: SemanticScholarWorld) -> None:
    _fill_source(made, SUPPORT_OPENALEX, lambda paper: _openalex_rows(made, openalex, paper))
    _fill_source(made, SUPPORT_S2, lambda paper: _s2_rows(made, s2, paper))


def _fill_source(made: Made, flag: int, rows_of_paper: Callable[[int], tuple[list[_Shown], bool]]) -> None:
    rows_with: Counter[int] = Counter()  # by profile
    rows_of: Counter[tuple[int, int]] = Counter()  # by profile and person
    placed: list[tuple[int, int, int]] = []  # slot, profile, person: what holds but for the majority
    for paper in range(len(made.papers)):
        shown, strings = rows_of_paper(paper)
        if not shown:
            continue
        persons, start = made.persons(paper), made.truth.start[paper]
        own = [(key(author.family), parts(author.given)) for author in made.authors(paper)]
        for one in shown:
            row = one.row
            if row.profile < 0 or row.position == 0 or row.mistaken:
                continue
            person, profile = persons[row.position - 1], _living(row.profile)
            if person == NOBODY:
                continue
            rows_with[profile] += 1
            rows_of[profile, person] += 1
            if strings:
                made.truth.support[start + row.position - 1] |= SUPPORT_PLACES
            if _fits(one, own[row.position - 1]) and not _ambiguous(one, shown, own):
                placed.append((start + row.position - 1, profile, person))
    for slot, profile, person in placed:
        if 2 * rows_of[profile, person] > rows_with[profile]:
            made.truth.support[slot] |= flag


def _living(profile: int) -> int:
    """An id that answers 301 is the one it went into; one that answers 404 stays by itself."""
    return profile - OLD if profile % 4 == OLD and profile % 4 != GONE else profile


def _fits(one: _Shown, own: tuple[str, Given]) -> bool:
    return one.family == own[0] and all(could_be(given, own[1]) for given in one.givens)


def _ambiguous(one: _Shown, shown: Sequence[_Shown], own: Sequence[tuple[str, Given]]) -> bool:
    """Whether another author of the list, or another row, could be whom this row means."""
    position = one.row.position
    for at, (family, given) in enumerate(own, 1):
        if at != position and family == one.family and any(could_be(given, mine) for mine in one.givens):
            return True
    mine = own[position - 1][1]
    for other in shown:
        if other is not one and other.family == one.family and any(could_be(given, mine) for given in other.givens):
            return True
    return False


def _openalex_rows(made: Made, openalex: OpenAlexWorld, paper: int) -> tuple[list[_Shown], bool]:
    drawn = openalex.drawn(paper)
    if drawn is None:
        return [], False
    shown = []
    for row in drawn.rows:
        givens = [parts(row.author.given)]
        if row.profile >= 0 and not row.mistaken:
            givens.append(parts(made.name(row.profile // 4)[0]))
        shown.append(_Shown(row, key(row.author.family), tuple(givens)))
    places = made.truth.places_of
    return shown, drawn.strings and places[made.truth.start[paper]] is not None


def _s2_rows(made: Made, s2: SemanticScholarWorld, paper: int) -> tuple[list[_Shown], bool]:
    shown = []
    for row in s2.drawn(paper) or ():
        author: Author = row.author
        family, given = (
            (key(made.name(row.profile // 4)[1]), s2.profile_form(row.profile)[1])
            if row.profile >= 0
            else (key(author.family), parts(author.given))
        )
        shown.append(_Shown(row, family, (given,)))
    return shown, False

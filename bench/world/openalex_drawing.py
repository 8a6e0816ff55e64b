"""What befalls a paper and a profile at OpenAlex, drawn by the table of rates; the same whenever it is asked for."""

import random
from typing import NamedTuple

from bench.world import names
from bench.world.making import Made
from bench.world.papers import Author
from bench.world.rates import RATES
from bench.world.rows import DELETED_AUTHOR, NULL, NULL_AUTHOR, SECOND, Profiles, Row, rows_of

JUNK = "Universidad de {}"


class Drawn(NamedTuple):
    """What befell one work."""

    rows: list[Row]
    doi: str  # bare
    published: bool
    stranger: int | None  # the paper whose author list it carries in place of its own
    twice: bool  # there is a second work
    shift: bool
    family_first: bool
    strings: bool


def draw(made: Made, profiles: Profiles, paper: int) -> Drawn | None:
    """None where OpenAlex does not have the paper."""
    rng = made.rng("openalex", paper)
    if rng.random() < RATES["openalex.paper_missing"]:
        return None
    authors, persons = made.authors(paper), made.persons(paper)
    rows = rows_of("openalex", authors, persons, profiles, rng)
    published = bool(made.is_published(paper))
    foreign = not published and rng.random() < RATES["openalex.foreign_doi"] / (1 - RATES["openalex.published"])
    if published:
        doi = made.journal_doi(paper)
    elif foreign:
        doi = f"10.5555/foreign.{paper}"
    else:
        doi = f"10.48550/arxiv.{made.papers.ids[paper].lower()}"
    stranger = None
    if foreign and rng.random() < RATES["openalex.foreign_list"]:
        stranger = rng.randrange(len(made.papers))
    shift = len(rows) > 1 and rng.random() < RATES["openalex.shifted"]
    for row in rows:
        if rng.random() < RATES["openalex.raw_initials"]:
            row.author = row.author._replace(given=names.initials(row.author.given))
        if row.profile != NULL and rng.random() < RATES["openalex.nobody"]:
            row.profile = rng.choice((NULL_AUTHOR, DELETED_AUTHOR))
    if shift:
        _shift(rows, rng)
    if stranger is not None:
        _replace_names(rows, made.authors(stranger))
    return Drawn(
        rows,
        doi,
        published,
        stranger,
        twice=rng.random() < RATES["openalex.duplicate_work"],
        shift=shift,
        family_first=not published and rng.random() < RATES["openalex.family_first"],
        strings=rng.random() < RATES["openalex.strings"],
    )


def profile_name(made: Made, profile: int) -> str:
    """As `author.display_name`; that of an old id is the survivor's."""
    given, family, suffix = made.name(profile // 4)
    rng = made.rng("openalex/profile", profile // 4 * 4 + (profile % 4 == SECOND))
    if profile % 4 == SECOND and rng.random() < 0.5:
        given = names.initials(given)
    if rng.random() < RATES["openalex.profile_family_first"]:
        return names.family_first(given, family, suffix)
    name = names.full_name(given, family, suffix)
    return names.with_typographic_hyphen(name) if rng.random() < RATES["openalex.profile_hyphen"] else name


def profile_orcid(made: Made, profile: int) -> str:
    """A second profile is there because it has none; few have a stranger's."""
    rng = made.rng("openalex/orcid", profile // 4)
    wrong = rng.random() < RATES["openalex.orcid_wrong"]
    person = rng.randrange(made.person_count) if wrong else profile // 4
    return "" if profile % 4 == SECOND else made.orcid(person)


def _shift(rows: list[Row], rng: random.Random) -> None:
    """Raw names move against profiles: all by one, after an institution read as the first author; or two change."""
    if rng.random() < RATES["openalex.shifted_all"]:
        junk = JUNK.format(rows[0].author.family or "Todo")
        authors = [Author(junk, "", "", "", False, False), *(row.author for row in rows[:-1])]
        moved = list(range(len(rows)))
    else:
        moved = rng.sample(range(len(rows)), 2)
        authors = [row.author for row in rows]
        authors[moved[0]], authors[moved[1]] = authors[moved[1]], authors[moved[0]]
    for at in moved:
        rows[at].author, rows[at].mistaken = authors[at], True


def _replace_names(rows: list[Row], authors: tuple[Author, ...]) -> None:
    for row, author in zip(rows, authors, strict=False):
        row.author, row.mistaken, row.position = author, True, 0

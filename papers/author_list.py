"""The author list of one paper as readers see it: people in order, groups apart, affiliations numbered. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from papers.models import Authorship

SHOWN = 10


@dataclass(frozen=True, slots=True)
class ListedAuthor:
    printed: str
    numbers: tuple[int, ...] = ()


@dataclass(slots=True)
class AuthorList:
    people: list[ListedAuthor] = field(default_factory=list)
    groups: list[ListedAuthor] = field(default_factory=list)
    affiliations: list[str] = field(default_factory=list)

    @property
    def shown(self) -> list[ListedAuthor]:
        """The first few; all of them where the rest would be one name."""
        return self.people if len(self.people) <= SHOWN + 1 else self.people[:SHOWN]

    @property
    def folded(self) -> list[ListedAuthor]:
        return self.people[len(self.shown) :]

    @property
    def total(self) -> int:
        return len(self.people) + len(self.groups)


def author_list(authorships: Iterable[Authorship]) -> AuthorList:
    """Affiliations get their number where they are first met, and one number however often they are met."""
    listed = AuthorList()
    numbers: dict[str, int] = {}
    for authorship in authorships:
        for affiliation in authorship.affiliations:
            if affiliation not in numbers:
                numbers[affiliation] = len(numbers) + 1
        mine = tuple(dict.fromkeys(numbers[affiliation] for affiliation in authorship.affiliations))
        side = listed.groups if authorship.kind == Authorship.Kind.GROUP else listed.people
        side.append(ListedAuthor(authorship.printed, mine))
    listed.affiliations = list(numbers)
    return listed

"""The author list of one paper as readers see it: people in order, groups apart, affiliations numbered. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from papers.evidence import WEAK, Why, why
from papers.models import Authorship, Claim
from papers.printed_places import ListedAffiliation, affiliations_of, places_of

SHOWN = 10
WHYS_SHOWN = 30


@dataclass(frozen=True, slots=True)
class ListedAuthor:
    """`href` leads to the researcher where the slot is matched; `guess` where its evidence is weak."""

    slot: int
    printed: str
    numbers: tuple[int, ...] = ()
    href: str = ""
    evidence: str = ""

    @property
    def guess(self) -> bool:
        return self.evidence in WEAK


@dataclass(slots=True)
class AuthorList:
    people: list[ListedAuthor] = field(default_factory=list)
    groups: list[ListedAuthor] = field(default_factory=list)
    affiliations: list[ListedAffiliation] = field(default_factory=list)

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

    @property
    def matched(self) -> list[ListedAuthor]:
        return [author for author in self.people if author.href]

    @property
    def to_explain(self) -> list[ListedAuthor]:
        """The first of the matched: the evidence of the others stands on their pages."""
        return self.matched[:WHYS_SHOWN]

    @property
    def has_guesses(self) -> bool:
        return any(author.guess for author in self.people)


def author_list(authorships: Iterable[Authorship]) -> AuthorList:
    """Affiliations get their number where they are first met, and one number however often they are met."""
    listed = AuthorList()
    numbers: dict[str, int] = {}
    for authorship in authorships:
        here = places_of(authorship)
        mine = []
        for text in affiliations_of(authorship):
            if text not in numbers:
                numbers[text] = len(numbers) + 1
                listed.affiliations.append(ListedAffiliation(text))
            mine.append(numbers[text])
        for place in here:
            known = listed.affiliations[numbers[place.text or place.name] - 1].institutions
            if place.institution and all(place.institution != other.institution for other in known):
                known.append(place)
        side = listed.groups if authorship.kind == Authorship.Kind.GROUP else listed.people
        side.append(_listed(authorship, tuple(mine)))
    return listed


def whys(authors: Sequence[ListedAuthor], claims: Iterable[Claim]) -> list[tuple[ListedAuthor, Why]]:
    """Why each of these is taken for the researcher."""
    told: dict[int, list[Claim]] = {}
    for claim in claims:
        told.setdefault(claim.authorship_id, []).append(claim)
    return [(author, why(author.evidence, author.printed, told.get(author.slot, ()))) for author in authors]


def _listed(authorship: Authorship, numbers: tuple[int, ...]) -> ListedAuthor:
    researcher = authorship.researcher
    if researcher is None or researcher.hidden_at:
        return ListedAuthor(authorship.pk, authorship.printed, numbers)
    return ListedAuthor(authorship.pk, authorship.printed, numbers, researcher.get_absolute_url(), authorship.evidence)

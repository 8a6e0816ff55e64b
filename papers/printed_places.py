"""Affiliations as printed, and the institutions found in them: which words of the text are the link. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class PrintedPlace(NamedTuple):
    """A string printed beside an author, or told by a source, and the institution that it was found to be."""

    slot: int
    text: str
    institution: int | None
    name: str
    slug: str
    method: str

    @property
    def key(self) -> str:
        return f"{self.institution}-{self.slug}" if self.slug else str(self.institution)


def places_of(author: Any) -> list[PrintedPlace]:
    """Of an entry of an author list that `AuthorshipQuerySet.whole` gave; others tell none."""
    return [
        PrintedPlace(
            author.pk, told["text"], told["institution"], told["name"] or "", told["slug"] or "", told["method"]
        )
        for told in getattr(author, "told_places", ())
    ]


def affiliations_of(author: Any) -> list[str]:
    """As printed on this paper, then as sources tell it, each once."""
    return list(dict.fromkeys([*author.affiliations, *(place.text or place.name for place in places_of(author))]))


@dataclass(slots=True)
class ListedAffiliation:
    """As printed; `institutions` are those found in it, each once."""

    text: str
    institutions: list[PrintedPlace] = field(default_factory=list)


def parts_with_links(
    affiliation: ListedAffiliation,
) -> tuple[list[tuple[str, PrintedPlace | None]], list[PrintedPlace]]:
    """The text in parts, those that name an institution with it; and the institutions that it names in other words."""
    text = affiliation.text
    found: dict[tuple[int, int], PrintedPlace] = {}
    for place in affiliation.institutions:
        match = re.search(rf"(?<!\w){re.escape(place.name)}(?!\w)", text, re.IGNORECASE)
        if match and not _overlaps(match.span(), found):
            found[match.span()] = place
    parts: list[tuple[str, PrintedPlace | None]] = []
    end = 0
    for (start, stop), place in sorted(found.items()):
        parts += [(text[end:start], None), (text[start:stop], place)]
        end = stop
    parts.append((text[end:], None))
    return parts, [place for place in affiliation.institutions if place not in found.values()]


def _overlaps(span: tuple[int, int], others: Mapping[tuple[int, int], object]) -> bool:
    return any(span[0] < stop and start < span[1] for start, stop in others)

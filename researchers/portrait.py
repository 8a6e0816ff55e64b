"""What a researcher's page shows of them beside their papers: profiles, badges, stays, ids in other sources. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from common.identifiers import openalex_url, orcid_url
from common.outside_ids import OutsideId
from researchers.models import Profile, Researcher

SEMANTIC_SCHOLAR = "https://www.semanticscholar.org/author/"


@dataclass(frozen=True, slots=True)
class Badge:
    """A number as a named source gives it."""

    name: str
    number: int
    source: str


@dataclass(frozen=True, slots=True)
class Place:
    institution: int
    name: str
    slug: str
    country: str
    papers: int
    first: date
    last: date
    current: bool

    @property
    def key(self) -> str:
        return f"{self.institution}-{self.slug}" if self.slug else str(self.institution)

    @property
    def years(self) -> str:
        return str(self.first.year) if self.first.year == self.last.year else f"{self.first.year} to {self.last.year}"


def places(researcher: Researcher) -> list[Place]:
    """Where they are printed to be, now first; from `ResearcherQuerySet.for_page`."""
    return [
        Place(
            institution=told["institution_id"],
            name=told["name"],
            slug=told["slug"],
            country=told["country"],
            papers=told["own_papers"],
            first=date.fromisoformat(told["first_on"]),
            last=date.fromisoformat(told["last_on"]),
            current=told["own_current"],
        )
        for told in researcher.told_stays  # type: ignore[attr-defined]
    ]


def outside_ids(researcher: Researcher) -> list[OutsideId]:
    """ORCID, then the profiles."""
    orcids = [researcher.orcid] if researcher.orcid else []
    orcids += [one["orcid"] for one in _profiles(researcher) if one["orcid"]]
    found = [OutsideId("ORCID", orcid, orcid_url(orcid)) for orcid in dict.fromkeys(orcids)]
    for one in _profiles(researcher):
        source = Profile.Source(one["source"])
        base = openalex_url(one["outside_id"]) if source == Profile.Source.OPENALEX else ""
        found.append(OutsideId(source.label, one["outside_id"], base or SEMANTIC_SCHOLAR + one["outside_id"]))
    return found


def badges(researcher: Researcher) -> list[Badge]:
    """h-index and citations, each from the profile with most works that tells it, OpenAlex's first."""
    found = []
    for name, key in (("h-index", "h_index"), ("citations", "citation_count")):
        told = [one for one in _profiles(researcher) if one[key] is not None]
        if told:
            best = min(told, key=lambda one: (one["source"], -(one["works_count"] or 0)))
            found.append(Badge(name, best[key], Profile.Source(best["source"]).label))
    return found


def sources(researcher: Researcher) -> list[str]:
    """Whose profiles say who is who, in words."""
    return list(dict.fromkeys(Profile.Source(one["source"]).label for one in _profiles(researcher)))


def last_read(researcher: Researcher) -> datetime | None:
    read = [one["read_at"] for one in _profiles(researcher) if one["read_at"]]
    return datetime.fromisoformat(max(read)) if read else None


def tells_apart(researcher: Researcher) -> str:
    """In a few words: field, place, years; empty where nothing is known."""
    place = researcher.main_institution
    parts = [researcher.main_category, place.name if place else "", years(researcher)]
    return ", ".join(part for part in parts if part)


def years(researcher: Researcher) -> str:
    first, last = researcher.first_year, researcher.last_year
    return "" if not first else str(first) if first == last else f"{first} to {last}"


def _profiles(researcher: Researcher) -> Iterable[Mapping[str, Any]]:
    return researcher.told_profiles  # type: ignore[attr-defined]

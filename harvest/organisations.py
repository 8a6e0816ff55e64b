"""One shape for what sources say of an organisation: frozen values, cleaned text, ids checked."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OrganisationName:
    value: str
    kinds: tuple[str, ...]  # of ror_display, label, alias, acronym
    language: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    city: str = ""
    region: str = ""
    country_code: str = ""
    country: str = ""
    latitude: float | None = None
    longitude: float | None = None


@dataclass(frozen=True, slots=True)
class OrganisationRelation:
    kind: str  # parent, child, related, successor, predecessor: what the other one is to this one
    ror: str


@dataclass(frozen=True, slots=True)
class OrganisationRecord:
    """`ror` is the nine signs alone; the first of `places` is the seat."""

    ror: str
    name: str
    status: str
    names: tuple[OrganisationName, ...]
    kinds: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    relations: tuple[OrganisationRelation, ...] = ()
    established: int | None = None
    homepage: str = ""
    wikipedia: str = ""
    wikidata: str = ""

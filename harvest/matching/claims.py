"""What deciding who is who takes and gives: slots, profiles, claims, persons. Values only."""

from dataclasses import dataclass, field
from enum import StrEnum

from harvest.matching.names import Form


class Evidence(StrEnum):
    """The words of papers.Authorship.Evidence."""

    CURATOR = "curator"
    ORCID = "orcid"
    AGREEMENT = "agreement"
    ONE_SOURCE = "one-source"


@dataclass(frozen=True, slots=True)
class Slot:
    """An entry of a paper's author list."""

    id: int
    paper: int
    name: Form
    orcid: str = ""  # as the paper's record gives it, whoever the profile is


@dataclass(frozen=True, slots=True)
class Profile:
    id: int
    source: str
    orcid: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """A source says that a slot is the profile's."""

    slot: int
    profile: int


@dataclass(slots=True)
class Person:
    """Slots with the evidence for each, and the profiles that told of them."""

    slots: dict[int, Evidence] = field(default_factory=dict)
    profiles: set[int] = field(default_factory=set)
    orcid: str = ""

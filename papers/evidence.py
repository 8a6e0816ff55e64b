"""Why a paper is taken for a person's: the evidence of a link in plain words, one item for each thing known. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from papers.oeuvre import SOURCES

WEAK = frozenset({"one-source"})
_VERDICTS = {
    "curator": "a curator of this site said so",
    "orcid": "sources give the same ORCID",
    "agreement": "two sources agree",
    "one-source": "one source says so; nothing else speaks for it or against it",
}
_METHODS = {  # of harvest.matching.alignment
    "full-name": "the same name",
    "fuller-name": "the same name, fuller in one of the two",
    "short-form": "a short form of the name",
    "same-initials": "the same initials",
    "initials": "initials that fit",
    "turned-name": "the names in another order",
    "part-of-family-name": "a part of the family name",
    "profile-name": "by the profile’s own name",
    "other-script": "by its row, in another script",
}


@dataclass(frozen=True, slots=True)
class EvidenceItem:
    """`kind` is what `data-evidence` names: the verdict's, or `claim` for what a source says."""

    kind: str
    term: str
    text: str


@dataclass(frozen=True, slots=True)
class Why:
    kind: str
    items: tuple[EvidenceItem, ...]

    @property
    def weak(self) -> bool:
        return self.kind in WEAK


def why(kind: str, printed: str, claims: Iterable[Any]) -> Why:
    """Of one slot: what decided, the name printed, and each source's claim with its date."""
    items = [EvidenceItem(kind, "because", _VERDICTS.get(kind, kind)), EvidenceItem("printed", "printed", printed)]
    items += [EvidenceItem("claim", SOURCES.get(claim.source, claim.source), _told(claim)) for claim in claims]
    return Why(kind, tuple(items))


def _told(claim: Any) -> str:
    method = _METHODS.get(claim.method, claim.method.replace("-", " "))
    text = f"profile {claim.profile.outside_id}, there “{claim.name_there}”: {method}, score {claim.score:.2f}"
    if claim.profile.orcid:
        text += f"; ORCID {claim.profile.orcid}"
    return f"{text}; told {claim.claimed_at:%-d %b %Y}"

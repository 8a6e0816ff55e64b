"""What a reader pasted in the search box: an identifier goes straight to its page."""

from collections.abc import Callable
from dataclasses import dataclass

from common.identifiers import arxiv_url, doi_url, openalex_url, orcid_url, recognise, s2_url
from institutions.models import Institution
from papers.models import OutsideWork, Paper
from researchers.models import Profile, Researcher


@dataclass(frozen=True, slots=True)
class Pasted:
    """The id of a paper, a person or a place. `path` is its page here; empty where this site does not hold it."""

    id: str
    elsewhere: str  # its address at arXiv, the DOI's resolver or whoever gives such ids
    path: str


def recognise_pasted(typed: str) -> Pasted | None:
    """None where it is no id. A removed paper's page says so itself."""
    recognised = recognise(typed)
    if recognised is None:
        return None
    kind, value = recognised
    found = _found(kind, value)
    return Pasted(
        f"arXiv:{value}" if kind == "arxiv" else value,
        _ELSEWHERE[kind](value),
        found.get_absolute_url() if found else "",
    )


_ELSEWHERE: dict[str, Callable[[str], str]] = {
    "arxiv": arxiv_url,
    "doi": doi_url,
    "orcid": orcid_url,
    "ror": str,
    "openalex": openalex_url,
    "s2": s2_url,
}  # fmt: skip - a ROR id is an address


def _found(kind: str, value: str) -> Paper | Researcher | Institution | None:
    papers = Paper.objects.only("arxiv_id", "slug").order_by("removed_at", "id")
    match kind:
        case "arxiv":
            return papers.filter(arxiv_id=value).first()
        case "doi":
            return papers.filter(dois__contains=[value]).first()
        case "orcid":
            people = Researcher.objects.listed().order_by("id")
            told = people.filter(profiles__orcid=value, profiles__gone_at=None)
            return people.filter(orcid=value).first() or told.first()
        case "ror":
            return _standing(ror=value.rpartition("/")[2])
        case "openalex" if value.startswith("A"):
            of_profile = {"profiles__source": Profile.Source.OPENALEX, "profiles__outside_id": value}
            return Researcher.objects.listed().filter(**of_profile).first()
        case "openalex" if value.startswith("I"):
            return _standing(openalex_id=value)
    source = OutsideWork.Source.OPENALEX if kind == "openalex" else OutsideWork.Source.SEMANTIC_SCHOLAR
    works = papers.filter(outside_works__source=source, outside_works__outside_id=value)
    return works.order_by("removed_at", "-outside_works__chosen", "id").first()


def _standing(**known: str) -> Institution | None:
    """The institution of an id; what was merged leads to the one that stands for it."""
    found = Institution.objects.select_related("merged_into").filter(**known).first()
    return found and found.standing

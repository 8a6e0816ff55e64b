"""What entries of the word index take from beside the papers' rows: authors, places, citations. One query for each."""

from collections.abc import Collection
from dataclasses import dataclass, field

from django.db.models.expressions import RawSQL

from institutions.models import Institution, InstitutionName
from papers.models import Affiliation, Authorship, OutsideWork, PaperInstitution
from papers.oeuvre import SOURCES
from researchers.models import Researcher


@dataclass(slots=True)
class Facts:
    authors: list[str] = field(default_factory=list)  # as printed, in their order
    researchers: list[int] = field(default_factory=list)
    institutions: list[int] = field(default_factory=list)
    countries: list[str] = field(default_factory=list)
    affiliations: list[str] = field(default_factory=list)
    cited: int = 0


def in_array(ids: Collection[int]) -> RawSQL:
    """For `…__in`, as one parameter: a thousand of them cost Django and the driver more than their rows do."""
    return RawSQL("SELECT unnest(%s::bigint[])", [list(ids)])


def facts_of(papers: Collection[int]) -> dict[int, Facts]:
    facts = {paper: Facts() for paper in papers}
    _add_authors(facts)
    _add_places(facts)
    _add_citations(facts)
    return facts


def _add_authors(facts: dict[int, Facts]) -> None:
    hidden = set(Researcher.objects.exclude(hidden_at=None).values_list("id", flat=True))
    slots = Authorship.objects.filter(paper__in=in_array(facts)).order_by("paper_id", "position")
    for paper, printed, researcher in slots.values_list("paper_id", "printed", "researcher_id"):
        of_paper = facts[paper]
        of_paper.authors.append(printed)
        if researcher and researcher not in hidden and researcher not in of_paper.researchers:
            of_paper.researchers.append(researcher)


def _add_places(facts: dict[int, Facts]) -> None:
    placed = list(
        PaperInstitution.objects.filter(paper__in=in_array(facts)).values_list("paper_id", "institution_id", "own")
    )
    names, countries = _names_and_countries({institution for _, institution, _ in placed})
    said: dict[int, dict[str, None]] = {paper: {} for paper in facts}
    strings = Affiliation.objects.filter(authorship__paper__in=in_array(facts)).exclude(text="").order_by()
    for paper, text in strings.values_list("authorship__paper_id", "text").distinct():
        said[paper][text] = None
    for paper, institution, own in placed:
        facts[paper].institutions.append(institution)
        said[paper].update(dict.fromkeys(names.get(institution, ())))
        country = countries.get(institution, "")
        if own and country and country not in facts[paper].countries:
            facts[paper].countries.append(country)
    for paper, texts in said.items():
        facts[paper].affiliations = list(texts)


def _names_and_countries(institutions: Collection[int]) -> tuple[dict[int, list[str]], dict[int, str]]:
    names: dict[int, list[str]] = {}
    for institution, value in InstitutionName.objects.filter(institution__in=in_array(institutions)).values_list(
        "institution_id", "value"
    ):
        names.setdefault(institution, []).append(value)
    countries = Institution.objects.filter(id__in=in_array(institutions)).values_list("id", "country_code")
    return names, dict(countries)


def _add_citations(facts: dict[int, Facts]) -> None:
    """The count that the site shows: of the first source that tells one, see `papers.oeuvre.count_to_show`."""
    told = (
        OutsideWork.objects.filter(paper__in=in_array(facts), chosen=True)
        .exclude(cited_by_count=None)
        .order_by("outside_id")
    )
    counts: dict[tuple[int, str], int] = {}
    for paper, source, count in told.values_list("paper_id", "source", "cited_by_count"):
        counts[paper, source] = count or 0
    for paper, of_paper in facts.items():
        of_paper.cited = next((counts[paper, source] for source in SOURCES if (paper, source) in counts), 0)

"""What OpenAlex and Semantic Scholar said of a work, a person and a place, in one shape for both.

Parsers make these without network or database; nothing here is believed yet: arXiv's title, dates and author list win,
and whom a row means is for matching. Identifiers are canonical (`common.identifiers`; a ROR id is the full address),
text is cleaned (`harvest.sources.text_cleaning`) but not rendered. What a source did not tell is "", None or ().
"""

import datetime
from dataclasses import dataclass
from enum import StrEnum


class OutsideSource(StrEnum):
    """The same words as the `source` of papers.OutsideWork and researchers.Profile."""

    OPENALEX = "openalex"
    SEMANTIC_SCHOLAR = "semanticscholar"


@dataclass(frozen=True, slots=True)
class OutsideAffiliation:
    """A string of an author's row, with the institutions its source saw in it; without text: ids no string explains."""

    text: str
    institution_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OutsideAuthor:
    """One row of a work's author list, `position` from 1 in the source's order.

    `name` is the name as printed on the paper (given name first; `raw_name` is the source's own spelling of it), empty
    where the source gives none, as Semantic Scholar never does. `profile_name` is the name of the profile, which may
    be another person's: rows can be shifted. A row may have no profile, and two rows the same one.
    """

    position: int
    name: str = ""
    raw_name: str = ""
    profile_id: str = ""
    profile_name: str = ""
    orcid: str = ""  # the profile's
    claimed_orcid: str = ""  # the work's own
    corresponding: bool | None = None
    country_codes: tuple[str, ...] = ()
    affiliations: tuple[OutsideAffiliation, ...] = ()

    @property
    def any_name(self) -> str:
        """As printed; where that is not told, the profile's."""
        return self.name or self.profile_name


@dataclass(frozen=True, slots=True)
class InstitutionRecord:
    """An institution as OpenAlex keeps it; on a work only the first six facts are told."""

    id: str
    name: str
    ror: str = ""
    country_code: str = ""
    kind: str = ""
    lineage: tuple[str, ...] = ()  # itself first, then ancestors
    acronyms: tuple[str, ...] = ()
    alternatives: tuple[str, ...] = ()
    country: str = ""
    region: str = ""
    city: str = ""
    latitude: float | None = None
    longitude: float | None = None
    homepage: str = ""
    wikidata: str = ""
    related: tuple[tuple[str, str], ...] = ()  # (parent | child | related, id)
    super_system: bool = False
    works_count: int | None = None


@dataclass(frozen=True, slots=True)
class WorkRecord:
    """A work as a source described it. `arxiv_ids` are those found in it, the best evidence first."""

    source: OutsideSource
    outside_id: str
    second_id: str = ""  # Semantic Scholar's CorpusId:…
    arxiv_ids: tuple[str, ...] = ()
    arxiv_location: bool = False  # an arXiv id is told by a location, not by a DOI alone
    locations_count: int = 0
    doi: str = ""
    title: str = ""
    year: int | None = None
    date: datetime.date | None = None
    venue: str = ""  # where it was published; "" for arXiv itself
    kind: str = ""
    language: str = ""
    retracted: bool = False
    cited_by_count: int | None = None
    cited_by_year: tuple[tuple[int, int], ...] = ()  # (year, count), oldest first; years without are left out
    reference_ids: tuple[str, ...] = ()
    authors: tuple[OutsideAuthor, ...] = ()
    authors_truncated: bool = False
    institutions: tuple[InstitutionRecord, ...] = ()  # all that its rows name, each once

    @property
    def published_doi(self) -> str:
        """The DOI unless it is arXiv's own. It may be a stranger's: taken only if title and authors agree."""
        return "" if self.doi.startswith("10.48550/arxiv.") else self.doi


@dataclass(frozen=True, slots=True)
class ProfileAffiliation:
    """Where a profile places its person: by OpenAlex with id and years, by Semantic Scholar a name of today."""

    name: str
    institution_id: str = ""
    ror: str = ""
    country_code: str = ""
    years: tuple[int, ...] = ()  # newest first
    last_known: bool = False


@dataclass(frozen=True, slots=True)
class ProfileRecord:
    """A person as a source keeps them. `alternatives` are spellings OpenAlex met; former names are not rebuilt."""

    source: OutsideSource
    id: str
    name: str
    orcid: str = ""
    works_count: int | None = None
    citation_count: int | None = None
    h_index: int | None = None
    homepage: str = ""
    affiliations: tuple[ProfileAffiliation, ...] = ()
    alternatives: tuple[str, ...] = ()

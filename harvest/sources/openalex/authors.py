"""OpenAlex's author profiles, in the layouts from 2023 to 2026, to records; pure.

The null author and the deleted one are refused, and so are ids that died in July 2023: nobody may be made of them.
"""

from harvest.outside_records import OutsideSource, ProfileAffiliation, ProfileRecord
from harvest.records import Refused
from harvest.sources import shapes
from harvest.sources.openalex import ids
from harvest.sources.shapes import Object
from harvest.sources.text_cleaning import clean_name, tidy


def parse_author(payload: object) -> ProfileRecord | Refused:
    return shapes.read(payload, shapes.own_id(payload, "id"), _author)


def parse_authors(payload: object) -> list[ProfileRecord | Refused]:
    """A list answer; what is no list answer at all is one refusal."""
    results = payload.get("results") if isinstance(payload, dict) else None
    if not isinstance(results, list):
        return [shapes.refused(payload, "", "no results in a list answer")]
    return [parse_author(one) for one in results]


def _author(author: Object) -> ProfileRecord:
    told = shapes.text(author, "id")
    author_id = ids.entity_id(told, "A")
    if author_id in ids.NOBODY:
        raise shapes.WrongShape(f"{author_id} is {ids.NOBODY[author_id]}, no person")
    if not author_id:
        raise shapes.WrongShape(f"id {told[:80]!r} is no author's" if told else "no id")
    if not ids.person_id(author_id):
        raise shapes.WrongShape(f"{author_id} is of the generation that died in July 2023")
    spellings = [*shapes.texts(author, "display_name_alternatives"), *shapes.texts(author, "raw_author_names")]
    name = clean_name(shapes.text(author, "display_name"))
    return ProfileRecord(
        source=OutsideSource.OPENALEX,
        id=author_id,
        name=name,
        orcid=ids.orcid(shapes.text(author, "orcid")),
        works_count=shapes.number(author, "works_count"),
        citation_count=shapes.number(author, "cited_by_count"),
        h_index=shapes.number(shapes.child(author, "summary_stats"), "h_index"),
        affiliations=_affiliations(author),
        alternatives=tuple(dict.fromkeys(one for one in map(clean_name, spellings) if one and one != name)),
    )


def _affiliations(author: Object) -> tuple[ProfileAffiliation, ...]:
    """By institution, newest years first; the last known ones are marked, and kept if they have no years."""
    last = [*shapes.children(author, "last_known_institutions"), shapes.child(author, "last_known_institution")]
    last_ids = {ids.entity_id(shapes.text(one, "id"), "I") for one in last}
    found: dict[str, ProfileAffiliation] = {}
    for one in shapes.children(author, "affiliations"):
        institution = shapes.child(one, "institution")
        years = {year for year in _years(one) if 1000 <= year <= 2999}
        _add(found, institution, tuple(sorted(years, reverse=True)), last_ids)
    for institution in last:
        _add(found, institution, (), last_ids)
    return tuple(sorted(found.values(), key=lambda one: (not one.last_known, [-year for year in one.years[:1]])))


def _years(affiliation: Object) -> list[int]:
    years = affiliation.get("years")
    return [year for year in years if type(year) is int] if isinstance(years, list) else []


def _add(found: dict[str, ProfileAffiliation], institution: Object, years: tuple[int, ...], last_ids: set[str]) -> None:
    institution_id = ids.entity_id(shapes.text(institution, "id"), "I")
    if institution_id and institution_id not in found:
        found[institution_id] = ProfileAffiliation(
            name=tidy(shapes.text(institution, "display_name")),
            institution_id=institution_id,
            ror=ids.ror(shapes.text(institution, "ror")),
            country_code=shapes.word(institution, "country_code"),
            years=years,
            last_known=institution_id in last_ids,
        )

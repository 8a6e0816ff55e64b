"""The names of the institutions held, as an index to read affiliations with."""

from collections import defaultdict

from harvest.linking.bulk import select
from harvest.matching.institution_index import Candidate, InstitutionIndex


def read_index() -> InstitutionIndex:
    """All institutions that have a ROR id; a merged one's names lead to it, and so to what it was merged into."""
    names: dict[int, list[tuple[str, bool]]] = defaultdict(list)
    related: dict[tuple[int, str], list[str]] = defaultdict(list)
    places: dict[int, list[tuple[str, str, str, str]]] = defaultdict(list)
    for institution, value, is_acronym in select(_NAMES):
        names[institution].append((value, is_acronym))
    for institution, kind, other in select(_RELATIONS):
        related[institution, kind].append(other)
    for institution, *place in select(_PLACES):
        places[institution].append(tuple(place))
    return InstitutionIndex(
        Candidate(
            ror=ror,
            name=name,
            names=tuple(names.get(institution, [(name, False)])),
            status=status,
            kinds=tuple(kinds),
            places=tuple(places[institution]),
            parents=tuple(related[institution, "parent"]),
            children=tuple(related[institution, "child"]),
            successors=tuple(related[institution, "successor"]),
        )
        for institution, ror, name, status, kinds in select(_INSTITUTIONS)
    )


def state() -> tuple[int, int]:
    """Differs after a load: the newest run that wrote, and whether there are names at all.

    Institutions that linking makes of OpenAlex's ids bring no names of their own.
    """
    [row] = select(
        """
        SELECT coalesce((SELECT max(id) FROM harvest_harvestrun WHERE source = 'ror' AND state <> 'running'), 0),
            EXISTS (SELECT FROM institutions_institutionname)::int
        """
    )
    return row[0], row[1]


_INSTITUTIONS = "SELECT id, ror, name, status, kinds FROM institutions_institution WHERE ror IS NOT NULL ORDER BY id"
_NAMES = """
    SELECT institution_id, value, kinds = ARRAY['acronym'::varchar] FROM institutions_institutionname ORDER BY id
"""
_RELATIONS = """
    SELECT relation.institution_id, relation.kind, other.ror FROM institutions_institutionrelation relation
    JOIN institutions_institution other ON other.id = relation.other_id AND other.ror IS NOT NULL
    WHERE relation.kind IN ('parent', 'child', 'successor') ORDER BY relation.id
"""
_PLACES = """
    SELECT id, city, region, country_code, country FROM institutions_institution WHERE ror IS NOT NULL
    UNION ALL
    SELECT id, place ->> 'city', place ->> 'region', place ->> 'country_code', place ->> 'country'
    FROM institutions_institution CROSS JOIN LATERAL jsonb_array_elements(more_places) AS place WHERE ror IS NOT NULL
"""

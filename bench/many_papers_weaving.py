"""People and places for the papers of `bench.many_papers`, made up in single statements: for the price of search only.

A person is all slots of one printed name in a stretch of papers, so people grow in number as papers do. Most papers
have a place, drawn by their number, and count for what is above it. Who they are is nobody's truth: pages of people and
places, evidence and sums are not to be measured here. Needs Django set up.
"""

from django.core.management import call_command

from bench.big_indexes import Indexes
from bench.big_together import execute, in_turn, step
from bench.world.places import ROR
from papers.models import PaperInstitution
from researchers.models import Researcher

TABLES = ("papers_authorship", "researchers_researcher", "papers_paperinstitution")
PAPERS_A_PERSON = 400_000  # among so many papers a printed name is one person
PLACED = 0.6  # of the papers, as of those that OpenAlex knows places of
STEEPNESS = 3  # of the draw: half of all papers fall to an eighth of the places


def weave() -> None:
    """Once: where it is done nothing happens, and what was broken off is refused, since its indexes are gone."""
    if PaperInstitution.objects.exists():
        return
    if Researcher.objects.exists():
        raise SystemExit("The weaving was broken off; take the folder away and make it anew.")
    for file in sorted(ROR.glob("ror-v2-records-*.jsonl.gz")):
        call_command("load_ror", str(file), release="sample", verbosity=0)
    in_turn(_weave)
    with step("vacuum"):
        execute("VACUUM (ANALYZE)")


def _weave() -> None:
    indexes = Indexes(TABLES)
    indexes.drop()
    with step("people"):
        execute(_PERSONS.format(papers=PAPERS_A_PERSON))
        execute(_RESEARCHERS)
        execute(_LINKS.format(papers=PAPERS_A_PERSON))
    with step("places"):
        execute(_PLACES.format(placed=PLACED, steepness=STEEPNESS))
    execute("SELECT setval(pg_get_serial_sequence('researchers_researcher', 'id'), max(id)) FROM made_person")
    indexes.build(*TABLES)


_PERSONS = """
    CREATE TEMP TABLE made_person AS
    SELECT row_number() OVER () AS id, held.* FROM (
        SELECT printed, paper_id / {papers} AS share, min(given) AS given, min(family) AS family,
            min(suffix) AS suffix, count(*) AS papers
        FROM papers_authorship WHERE kind = 'person' GROUP BY 1, 2
    ) held
"""
_RESEARCHERS = """
    INSERT INTO researchers_researcher (id, slug, name, given, family, suffix, folded, paper_count, changed_at)
    SELECT id, '', printed, given, family, suffix, lower(unaccent(printed)), papers, now() FROM made_person
"""
_LINKS = """
    UPDATE papers_authorship slot SET researcher_id = made.id, evidence = 'one-source' FROM made_person made
    WHERE slot.printed = made.printed AND slot.paper_id / {papers} = made.share AND slot.kind = 'person'
"""
_PLACES = """
    INSERT INTO papers_paperinstitution (paper_id, institution_id, own, first_submitted_at)
    WITH place AS (
        SELECT id AS institution, row_number() OVER (ORDER BY id) - 1 AS number FROM institutions_institution
    ),
    drawn AS (
        SELECT id AS paper, first_submitted_at, floor(
            power((hashint8extended(id, 7) & 2147483647) / 2147483648.0, {steepness}) * (SELECT count(*) FROM place)
        )::bigint AS number
        FROM papers_paper WHERE (hashint8extended(id, 8) & 2147483647) / 2147483648.0 < {placed}
    ),
    named AS (SELECT paper, first_submitted_at, institution FROM drawn JOIN place USING (number))
    SELECT paper, institution, true, first_submitted_at FROM named
    UNION ALL
    SELECT paper, above.ancestor_id, false, first_submitted_at FROM named
    JOIN institutions_institutionancestor above ON above.institution_id = named.institution
"""

"""Loads organisations into institutions: batches, each in one transaction; safe to stop and to repeat.

A record that is held as it is (by its hash) is passed over. What a dump lacks stays. At the end relations and ancestors
are brought to what all records held tell, what was withdrawn in favour of another leads there (unless a curator says
otherwise), and papers come into the lists of the institutions newly theirs or above theirs. Papers of an institution
that is called otherwise now, or stands in another country, take new numbers of the change sequence.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import asdict
from datetime import datetime
from itertools import islice
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from common.slugs import slug
from harvest.bookkeeping import rejects, runs
from harvest.ingest.batches import IngestResult
from harvest.limits.leases import lock_ingest
from harvest.linking import bulk
from harvest.linking.changes import Changes
from harvest.models import HarvestRun
from harvest.organisations import OrganisationRecord, Place
from harvest.records import Refused
from institutions import lineage, merging
from institutions.names import fold
from papers.models import PaperInstitution
from papers.place_corrections import follow

RECORDS_A_BATCH = 1000
LONGEST_RELEASE = 20
ADDRESS = "https://ror.org/"
_COLUMNS = {
    "ror": "text", "slug": "text", "name": "text", "kinds": "text[]", "status": "text", "established": "smallint",
    "homepage": "text", "wikipedia": "text", "wikidata": "text", "country_code": "text", "country": "text",
    "region": "text", "city": "text", "latitude": "double precision", "longitude": "double precision",
    "more_places": "jsonb", "told_relations": "text[]", "content_hash": "text", "source_release": "text",
    "changed_at": "timestamptz",
}  # fmt: skip
_NEW_COLUMNS = {"paper_count": "integer", "paper_count_with_parts": "integer"}
_NAME_COLUMNS = {
    "institution_id": "bigint", "value": "text", "kinds": "text[]", "language": "text", "folded": "text",
}  # fmt: skip


def load(
    records: Iterable[OrganisationRecord | Refused],
    run: HarvestRun,
    *,
    release: str = "",
    told: Callable[[IngestResult], None] | None = None,
) -> IngestResult:
    """Write every record; `told` hears the sum after each batch."""
    total = IngestResult()
    waiting = iter(records)
    while batch := list(islice(waiting, RECORDS_A_BATCH)):
        with transaction.atomic():
            result = write(batch, run, release)
            runs.add_page(run, result)
        total += result
        if told:
            told(total)
    with transaction.atomic():
        relate(timezone.now())
    return total


def write(
    records: Iterable[OrganisationRecord | Refused], run: HarvestRun | None = None, release: str = ""
) -> IngestResult:
    """Write a batch, in the transaction of the caller; of two records with one id the later counts."""
    now = timezone.now()
    records = list(records)
    refused = [record for record in records if isinstance(record, Refused)]
    organisations = [record for record in records if isinstance(record, OrganisationRecord)]
    by_ror = {record.ror: record for record in organisations}
    lock_ingest()
    held = dict(bulk.select("SELECT ror, content_hash FROM institutions_institution WHERE ror = ANY(%s)", list(by_ror)))
    hashes = {ror: content_hash(record) for ror, record in by_ror.items()}
    wanted = [record for ror, record in by_ror.items() if held.get(ror) != hashes[ror]]
    renamed = _called_otherwise(wanted)
    _write_institutions(wanted, hashes, release, now)
    _write_names(wanted)
    Changes(papers=_papers_of(renamed), institutions=set(_ids(wanted).values())).write(now)
    rejects.resolve([ADDRESS + ror for ror in by_ror], "ror", now)
    rejects.store(refused, "ror", run, now)
    created = sum(record.ror not in held for record in wanted)
    return IngestResult(
        created=created,
        changed=len(wanted) - created,
        unchanged=len(organisations) - len(wanted),
        refused=len(refused),
    )


def relate(now: datetime) -> None:
    """Relations, merges of withdrawn records and ancestors from what is held; in the transaction of the caller."""
    lock_ingest()
    Changes(institutions=lineage.remake_relations()).write(now)
    follow(merging.settle())


def content_hash(record: OrganisationRecord) -> str:
    """Of everything the record tells, and of how names are folded."""
    folded = [fold(name.value) for name in record.names]
    return hashlib.blake2b(
        repr((asdict(record), folded)).encode("utf-8", "backslashreplace"), digest_size=16
    ).hexdigest()


def _called_otherwise(records: Collection[OrganisationRecord]) -> set[int]:
    """Those held under other names or in another country: their papers' pages and index entries say so."""
    ids = _ids(records)
    held = bulk.select(
        """
        SELECT one.id, one.name, one.country_code, array(
            SELECT value FROM institutions_institutionname WHERE institution_id = one.id)
        FROM institutions_institution one WHERE one.id = ANY(%s)
        """,
        list(ids.values()),
    )
    called = {row: (name, country, set(names)) for row, name, country, names in held}
    told = {
        ids[record.ror]: (
            record.name,
            record.places[0].country_code if record.places else "",
            {name.value for name in record.names},
        )
        for record in records
        if record.ror in ids
    }
    return {row for row, wanted in told.items() if called[row] != wanted}


def _papers_of(institutions: Collection[int]) -> set[int]:
    """Those of their parts too."""
    placed = PaperInstitution.objects.filter(institution__in=institutions)
    return set(placed.values_list("paper", flat=True)) if institutions else set()


def _write_institutions(
    records: Collection[OrganisationRecord], hashes: dict[str, str], release: str, now: datetime
) -> None:
    rows = [
        (
            record.ror,
            slug(record.name),
            record.name,
            list(record.kinds),
            record.status,
            record.established,
            record.homepage,
            record.wikipedia,
            record.wikidata,
            seat.country_code,
            seat.country,
            seat.region,
            seat.city,
            seat.latitude,
            seat.longitude,
            [asdict(place) for place in record.places[1:]],
            [f"{relation.kind}:{relation.ror}" for relation in record.relations],
            hashes[record.ror],
            release[:LONGEST_RELEASE],
            now.isoformat(),
        )
        for record in records
        for seat in [record.places[0] if record.places else Place()]
    ]
    ids = _ids(records)
    bulk.update(
        "institutions_institution", {"id": "bigint", **_COLUMNS}, [(ids[row[0]], *row) for row in rows if row[0] in ids]
    )
    new = [(*row, 0, 0) for row in rows if row[0] not in ids]
    bulk.upsert("institutions_institution", _COLUMNS | _NEW_COLUMNS, new, ("ror",))


def _write_names(records: Collection[OrganisationRecord]) -> None:
    """The names of these institutions and no others."""
    ids = _ids(records)
    rows = list(_name_rows(records, ids))
    with connection.cursor() as cursor:
        cursor.execute(
            """
            DELETE FROM institutions_institutionname held WHERE institution_id = ANY(%s) AND NOT EXISTS (
                SELECT FROM unnest(%s::bigint[], %s::text[]) AS told (institution_id, value)
                WHERE told.institution_id = held.institution_id AND told.value = held.value)
            """,
            [list(ids.values()), [row[0] for row in rows], [row[1] for row in rows]],
        )
    bulk.upsert("institutions_institutionname", _NAME_COLUMNS, rows, ("institution_id", "value"))


def _name_rows(records: Iterable[OrganisationRecord], ids: dict[str, int]) -> Iterator[tuple[Any, ...]]:
    for record in records:
        for name in record.names:
            yield ids[record.ror], name.value, list(name.kinds), name.language, fold(name.value)


def _ids(records: Iterable[OrganisationRecord]) -> dict[str, int]:
    return dict(
        bulk.select(
            "SELECT ror, id FROM institutions_institution WHERE ror = ANY(%s)", [record.ror for record in records]
        )
    )

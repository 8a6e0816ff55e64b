"""`load_ror` on a real Postgres: files of every shape, repeats, relations whose ends come one after the other."""

import gzip
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from harvest.models import HarvestRun, RejectedRecord
from harvest.sources.ror.dump import open_dump
from harvest.sources.ror.parser import parse
from institutions.models import Institution, InstitutionAncestor, InstitutionName, InstitutionRelation
from papers.models import Paper
from tests.factories import make_affiliation, make_paper
from tests.harvest.test_ror_parser import record
from tests.ror_sample import lines
from tests.weaving import weave

pytestmark = pytest.mark.django_db

A, B, C, D = (f"https://ror.org/{ror}" for ror in ("03yj89h83", "00b30xv10", "01jdpyv68", "02jeykk09"))


def organisation(ror: str, name: str, *relations: tuple[str, str], **changed: Any) -> dict[str, Any]:
    told = [{"type": kind, "id": other, "label": ""} for kind, other in relations]
    names = [{"value": name, "types": ["ror_display", "label"], "lang": "en"}]
    return record(id=ror, names=names, relationships=told, **changed)


def load(folder: Path, *records: dict[str, Any], name: str = "v2.1-ror-data.json") -> str:
    path = folder / name
    path.write_text(json.dumps(list(records)))
    return run(path)


def run(path: Path, **options: Any) -> str:
    out = io.StringIO()
    call_command("load_ror", str(path), stdout=out, stderr=io.StringIO(), **options)
    return out.getvalue()


def named(name: str) -> Institution:
    return Institution.objects.get(name=name)


def above(name: str) -> dict[str, int]:
    return dict(named(name).ancestors.values_list("ancestor__name", "distance"))


def test_institution_comes_with_names_place_and_slug(tmp_path):
    load(tmp_path, record())
    oulu = named("University of Oulu")
    assert (oulu.ror, oulu.slug, oulu.city, oulu.country_code, oulu.source_release, oulu.established) == (
        "03yj89h83", "university-of-oulu", "Oulu", "FI", "v2.1", 1958,
    )  # fmt: skip
    assert dict(oulu.names.values_list("value", "folded")) == {"University of Oulu": "university oulu", "OY": "oy"}


@pytest.mark.parametrize("shape", ["lines", "gzip", "zip", "zip with both schemas", "array"])
def test_every_shape_of_file_is_read(tmp_path, shape):
    records = [organisation(A, "First\u2028line"), organisation(B, "Second")]
    text = json.dumps(records, ensure_ascii=False)
    rows = "\n".join(json.dumps(each, ensure_ascii=False) for each in records)
    path = tmp_path / "file"
    if shape == "lines":
        path.write_text(rows)
    elif shape == "gzip":
        path.write_bytes(gzip.compress(rows.encode()))
    elif shape == "array":
        path.write_text("\ufeff" + json.dumps(records, indent=2))
    else:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("v1.60-ror-data_schema_v2.json", text)
            archive.writestr("v1.60-ror-data_schema_v2.csv", "id")
            if shape == "zip with both schemas":
                archive.writestr("v1.60-ror-data.json", "[]")
    assert "2 new" in run(path)
    assert set(Institution.objects.values_list("name", flat=True)) == {"First line", "Second"}


def test_the_same_file_again_writes_nothing(tmp_path):
    records = [organisation(A, "Whole", ("child", B)), organisation(B, "Part", ("parent", A))]
    load(tmp_path, *records)
    before = list(Institution.objects.order_by("id").values())
    rows = [list(model.objects.order_by("id").values()) for model in (InstitutionName, InstitutionRelation)]
    assert "0 new, 0 changed, 2 as before" in load(tmp_path, *records)
    assert list(Institution.objects.order_by("id").values()) == before
    assert [list(m.objects.order_by("id").values()) for m in (InstitutionName, InstitutionRelation)] == rows


def test_changed_record_changes_its_row_and_keeps_what_others_wrote(tmp_path):
    load(tmp_path, organisation(A, "Old name"), organisation(B, "Other"))
    Institution.objects.filter(name="Old name").update(openalex_id="I1", paper_count=7, paper_count_with_parts=9)
    before = named("Old name")
    other = named("Other")
    assert "1 changed, 0 as before" in load(tmp_path, organisation(A, "New name"))
    after = Institution.objects.get(pk=before.pk)
    assert (after.name, after.slug, after.openalex_id, after.paper_count) == ("New name", "new-name", "I1", 7)
    assert after.change_seq > before.change_seq
    assert list(after.names.values_list("value", flat=True)) == ["New name"]
    other.refresh_from_db()
    assert other.name == "Other"  # what a dump lacks stays


@pytest.mark.parametrize(
    ("later", "is_told"),
    [
        ({"names": [{"value": "New name", "types": ["ror_display", "label"], "lang": "en"}]}, True),
        ({"locations": []}, True),
        ({"established": 1901}, False),
    ],
    ids=["another name", "no country any more", "another year"],
)
def test_papers_of_an_institution_called_otherwise_or_moved_are_told_of_as_changed(tmp_path, later, is_told):
    load(tmp_path, organisation(A, "Whole"), organisation(B, "Part", ("parent", A)))
    at_part, at_whole, elsewhere = make_paper(), make_paper(), make_paper()
    make_affiliation(at_part.authorships.first(), named("Part"))
    make_affiliation(at_whole.authorships.first(), named("Whole"))
    weave()
    before = dict(Paper.objects.values_list("pk", "change_seq"))
    load(tmp_path, organisation(A, "Whole") | later)
    changed = {pk for pk, seq in Paper.objects.values_list("pk", "change_seq") if seq > before[pk]}
    assert changed == ({at_part.pk, at_whole.pk} if is_told else set())
    assert elsewhere.pk not in changed


def test_row_that_openalex_brought_is_filled(tmp_path):
    made = Institution.objects.create(ror="03yj89h83", openalex_id="I2", name="Oulu U", changed_at="2026-01-01T00:00Z")
    assert "1 changed" in load(tmp_path, record())
    made.refresh_from_db()
    assert (made.name, made.openalex_id) == ("University of Oulu", "I2")


def test_relation_waits_for_its_other_end(tmp_path):
    load(tmp_path, organisation(B, "Part", ("parent", A)))
    assert not InstitutionRelation.objects.exists()
    before = named("Part").change_seq
    load(tmp_path, organisation(A, "Whole"))
    assert above("Part") == {"Whole": 1}
    assert named("Part").change_seq > before
    load(tmp_path, organisation(B, "Part"))
    assert above("Part") == {}


def test_parent_that_only_the_parent_tells_counts(tmp_path):
    load(tmp_path, organisation(A, "Whole", ("child", B)), organisation(B, "Part"))
    assert above("Part") == {"Whole": 1}


def test_ancestors_are_at_their_least_distance_and_rings_end(tmp_path):
    load(
        tmp_path,
        organisation(A, "Top", ("parent", D)),
        organisation(B, "Middle", ("parent", A)),
        organisation(C, "Both", ("parent", B), ("parent", A)),
        organisation(D, "Ring", ("parent", A)),
    )
    assert above("Both") == {"Middle": 1, "Top": 1, "Ring": 2}
    assert above("Top") == {"Ring": 1}
    assert above("Ring") == {"Top": 1}


def test_withdrawn_parent_stands_above_none(tmp_path):
    load(tmp_path, organisation(A, "Mistake", status="withdrawn"), organisation(B, "Part", ("parent", A)))
    assert above("Part") == {}


def test_withdrawn_record_leads_to_the_end_of_its_successors(tmp_path):
    load(
        tmp_path,
        organisation(A, "First", ("successor", B), status="withdrawn"),
        organisation(B, "Second", ("successor", C), status="withdrawn"),
        organisation(C, "Third", status="active"),
    )
    assert (named("First").merged_into, named("Second").merged_into) == (named("Third"), named("Third"))
    load(tmp_path, organisation(C, "Third", ("successor", A), status="withdrawn"))
    assert {one.merged_into for one in Institution.objects.all()} == {None}  # a ring
    load(
        tmp_path,
        organisation(C, "Third"),
        organisation(A, "First", ("successor", B), ("successor", C), status="withdrawn"),
    )
    assert named("First").merged_into is None  # ambiguous: no step
    load(tmp_path, organisation(A, "First", ("successor", D), status="withdrawn"))
    assert named("First").merged_into is None  # not held
    load(tmp_path, organisation(A, "First", ("successor", C), status="active"))
    assert named("First").merged_into is None  # taken back
    assert named("Second").merged_into == named("Third")


def test_page_of_a_withdrawn_record_leads_to_its_successor(tmp_path, client):
    load(tmp_path, organisation(A, "Mistake", ("successor", B), status="withdrawn"), organisation(B, "Heir"))
    heir = named("Heir").get_absolute_url()
    for address in (named("Mistake").get_absolute_url(), f"/institutions/{A}", "/institutions/mistake"):
        answer = client.get(address)
        assert (answer.status_code, answer["Location"]) in {(301, heir), (302, heir)}


def test_inactive_institution_is_not_replaced(tmp_path):
    load(tmp_path, organisation(A, "Closed", ("successor", B), status="inactive"), organisation(B, "Heir"))
    assert named("Closed").merged_into is None


def test_broken_records_are_kept_apart_and_the_rest_is_loaded(tmp_path):
    path = tmp_path / "file.jsonl"
    path.write_text("\n".join([json.dumps(record()), "{no json", json.dumps(record(id="https://ror.org/012xzy7a9"))]))
    assert "2 refused" in run(path)
    reasons = RejectedRecord.objects.filter(source="ror").order_by("external_id").values_list("reason", flat=True)
    assert [reason.split(":")[0] for reason in reasons] == ["no JSON", "no valid ROR id"]
    assert HarvestRun.objects.get().refused == 2


def test_refused_record_that_comes_in_after_all_is_resolved(tmp_path):
    load(tmp_path, organisation(B, "Good"), record(status="odd"))
    assert RejectedRecord.objects.get().resolved_at is None
    load(tmp_path, record())
    assert RejectedRecord.objects.get().resolved_at is not None


def test_file_that_breaks_off_keeps_what_came_before_and_fails(tmp_path):
    path = tmp_path / "file.json"
    path.write_text(json.dumps([record(), organisation(B, "Second")])[:-20])
    with pytest.raises(CommandError, match="breaks off after record 1") as failed:
        run(path)
    assert failed.value.returncode == 2
    assert Institution.objects.count() == 1
    assert HarvestRun.objects.get().state == HarvestRun.State.FAILED


def test_file_without_any_good_record_ends_with_one(tmp_path):
    with pytest.raises(SystemExit) as ended:
        load(tmp_path, record(id="none"))
    assert ended.value.code == 1


@pytest.mark.parametrize("content", [b"", b"id,name", b"\x1f\x8b broken", b"PK\x03\x04 broken"])
def test_file_of_something_else_is_told(tmp_path, content):
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(CommandError) as failed:
        run(path)
    assert failed.value.returncode == 2


def test_zip_with_a_password_is_told(tmp_path):
    path = tmp_path / "ror.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("ror.json", json.dumps([record()]))
    content = bytearray(path.read_bytes())
    for header, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(header) + flags] |= 1  # encrypted, says the file
    path.write_bytes(content)
    with pytest.raises(CommandError, match="password"):
        run(path)


def test_line_without_end_is_no_record_and_is_not_kept(tmp_path):
    path = tmp_path / "ror.jsonl.gz"
    with gzip.open(path, "wb", compresslevel=1) as bomb:
        bomb.write(json.dumps(record()).encode() + b"\n{")
        for _ in range(40):
            bomb.write(b" " * 1024 * 1024)
    with pytest.raises(CommandError, match="has a line of more than"):
        run(path)
    assert Institution.objects.count() == 1
    assert not RejectedRecord.objects.exists()


@pytest.mark.parametrize("packed", [False, True])
def test_all_of_a_file_is_behind_us_after_its_last_record(tmp_path, packed):
    dump = tmp_path / "dump"
    told = json.dumps([record()]).encode()
    dump.write_bytes(gzip.compress(told) if packed else told)
    with open_dump(str(dump)) as opened:
        assert len(list(opened.each)) == 1
        assert opened.part_read() == 1.0


def test_missing_file_is_told(tmp_path):
    with pytest.raises(CommandError, match="No such file"):
        run(tmp_path / "none")


def test_pairs_of_the_sample_change_from_before_to_after(tmp_path):
    pairs = [line for number, line in enumerate(lines("ror-v2-before-after-pairs")) if number % 7 == 0]
    load(tmp_path, *(pair["before"]["record"] for pair in pairs))
    load(tmp_path, *(pair["after"]["record"] for pair in pairs))
    wanted = {parse(pair["after"]["record"]).ror: parse(pair["after"]["record"]) for pair in pairs}
    held = {one.ror: one for one in Institution.objects.prefetch_related("names")}
    assert held.keys() == wanted.keys()
    for ror, told in wanted.items():
        assert (held[ror].name, held[ror].status) == (told.name, told.status)
        assert {name.value for name in held[ror].names.all()} == {name.value for name in told.names}
    assert InstitutionAncestor.objects.exclude(distance__gte=1).count() == 0

"""Making a dump: what is in it, that half of one is never seen, and that a killed one leaves nothing."""

import gzip
import hashlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.db.models import Prefetch
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pyarrow import parquet

from institutions.models import Institution
from papers.exports.woven import paper_row
from papers.models import Authorship, Paper
from researchers.models import Researcher
from tests.factories import make_categories, make_institution, make_paper, make_researcher
from tests.services import PROJECT, test_database_environment
from tests.weaving import weave, written
from wovepaper import tasks
from wovepaper.dumps import making, shelf, writing
from wovepaper.dumps.tables import TABLES

pytestmark = pytest.mark.django_db(transaction=True)  # a dump has a snapshot of its own
HARD = "A “hard” title\u2028with \x0b signs, \U0001d504 and </script>"


@pytest.fixture
def folder(settings, tmp_path):
    settings.DUMPS_DIR = tmp_path / "dumps"
    return settings.DUMPS_DIR


@pytest.fixture
def site(transactional_db):
    """People and places with papers, and of each one that nobody may see."""
    make_categories()
    place, lost = make_institution("ETH Zürich"), make_institution("Lost", status="withdrawn")
    ada, hidden = make_researcher("Ada Lovelace"), make_researcher("Hugo Hidden", hidden_at=timezone.now())
    written(ada, hidden, "Carl Unknown", title=HARD, at=[place, lost])
    written(ada, title="Second", journal_ref="Phys. Rev. D 12, 34 (2021)", dois=["10.1000/a"])
    written(ada, title="Removed", removed_at=timezone.now())
    make_researcher("Nobody's Author")
    weave()


def lines(dump, table):
    with gzip.open(dump.folder / f"{table}.jsonl.gz", "rt", encoding="utf-8", newline="\n") as file:
        return [json.loads(line) for line in file]


def test_rows_are_the_api_s_objects_of_all_that_readers_may_see(site, folder):
    dump = making.make()
    papers = Paper.objects.listed().order_by("id").prefetch_related(Prefetch("authorships", Authorship.objects.whole()))
    assert lines(dump, "papers") == [paper_row(paper) for paper in papers]
    assert [row["name"] for row in lines(dump, "researchers")] == ["Ada Lovelace"]
    assert [row["name"] for row in lines(dump, "institutions")] == ["ETH Zürich"]
    slots = lines(dump, "authorships")
    ada, place = Researcher.objects.get(name="Ada Lovelace"), Institution.objects.get(name="ETH Zürich")
    assert [(row["name"], row["researcher"], row["evidence"]) for row in slots] == [
        ("Ada Lovelace", f"http://127.0.0.1:8000/researchers/{ada.pk}", "agreement"),
        ("Hugo Hidden", None, None),
        ("Carl Unknown", None, None),
        ("Ada Lovelace", f"http://127.0.0.1:8000/researchers/{ada.pk}", "agreement"),
    ]
    assert slots[0]["institutions"] == [f"http://127.0.0.1:8000/institutions/{place.pk}"]
    for row, author in zip(slots[:3], lines(dump, "papers")[0]["authors"], strict=True):
        assert {name: row[name] for name in author} == author


def test_pages_of_things_answer_the_same_facts(site, folder, client):
    dump = making.make()
    for table in ("papers", "researchers", "institutions"):
        for row in lines(dump, table):
            told = client.get(row["url"].removeprefix("http://127.0.0.1:8000") + ".json").json()
            assert {name: told[name] for name in row} == row


def test_parquet_holds_what_the_lines_hold(site, folder, monkeypatch):
    monkeypatch.setattr(writing, "BLOCK_ROWS", 1)
    dump = making.make()
    for table in TABLES:
        read = parquet.read_table(dump.folder / f"{table.name}.parquet").to_pylist()
        assert [as_json(row) for row in read] == lines(dump, table.name)
    assert read


def as_json(value):
    if isinstance(value, dict):
        return {name: as_json(one) for name, one in value.items()}
    if isinstance(value, list):
        return [as_json(one) for one in value]
    return value.strftime("%Y-%m-%dT%H:%M:%SZ") if isinstance(value, datetime) else value


def test_manifest_tells_rows_sizes_and_hashes_of_what_is_there(site, folder):
    dump = making.make()
    told = dump.manifest()
    assert sorted(one["name"] for one in told["files"]) == sorted(
        file.name for file in dump.folder.iterdir() if file.name != "manifest.json"
    )
    for one in told["files"]:
        content = (dump.folder / one["name"]).read_bytes()
        assert (one["bytes"], one["sha256"]) == (len(content), hashlib.sha256(content).hexdigest())
        assert one["rows"] == len(lines(dump, one["table"]))
    columns = {name: [column["name"] for column in table["columns"]] for name, table in told["tables"].items()}
    for table in TABLES:
        assert columns[table.name] == list(lines(dump, table.name)[0])
    assert told["license"] and told["snapshot_at"] <= told["finished_at"]


def test_site_without_anything_has_a_dump_of_empty_tables(folder):
    dump = making.make()
    assert {one["rows"] for one in dump.manifest()["files"]} == {0}
    assert parquet.read_table(dump.folder / "papers.parquet").num_rows == 0


def test_questions_do_not_grow_with_rows(site, folder):
    def asked():
        with CaptureQueriesContext(connection) as queries:
            for table in TABLES:
                list(table.lines())
        return len(queries)

    few = asked()
    ada = Researcher.objects.get(name="Ada Lovelace")
    for number in range(6):
        written(ada, title=f"More {number}")
    assert asked() == few


def test_old_dumps_are_taken_away_but_the_newest_stays(folder, settings):
    settings.DUMPS_DAYS = 3
    now = datetime.now(UTC)
    for days in (10, 5, 4, 2):
        (folder / shelf.name_of(now - timedelta(days=days))).mkdir(parents=True)
    making.prune()
    assert [(now - dump.made_at).days for dump in shelf.dumps()] == [2]
    (folder / shelf.name_of(now - timedelta(days=2))).rmdir()
    (folder / shelf.name_of(now - timedelta(days=9))).mkdir()
    making.prune()
    assert len(shelf.dumps()) == 1


def test_failure_in_the_middle_publishes_nothing_and_leaves_nothing(site, folder, monkeypatch):
    real = making.write_table

    def fail(table, into):
        if table.name == "authorships":
            raise OSError("no space left")
        return real(table, into)

    monkeypatch.setattr(making, "write_table", fail)
    with pytest.raises(OSError, match="no space"):
        making.make()
    assert [file.name for file in folder.iterdir()] == ["lock"]


def test_disk_that_could_not_hold_another_is_told_before_anything_is_written(site, folder, monkeypatch):
    making.make()
    monkeypatch.setattr(making, "_ROOM", 1e15)
    with pytest.raises(CommandError, match="bytes left"):
        call_command("dump")
    assert len(shelf.dumps()) == 1


def test_night_s_job_makes_one_and_then_rests(site, folder):
    tasks.dump()
    tasks.dump()
    assert len(shelf.dumps()) == 1


def test_dump_is_of_one_moment_whatever_is_written_meanwhile(folder, monkeypatch):
    make_categories()
    make_paper(title="There before")
    real = making.write_table

    def write_then_add(table, into):
        done = real(table, into)

        def add():
            make_paper(title=f"Added after {table.name}")
            connections.close_all()

        thread = threading.Thread(target=add)
        thread.start()
        thread.join()
        return done

    monkeypatch.setattr(making, "write_table", write_then_add)
    dump = making.make()
    assert {one["rows"] for one in dump.manifest()["files"] if one["table"] in ("papers", "authorships")} == {1}
    assert Paper.objects.count() == 1 + len(TABLES)


def test_killed_dump_is_never_seen_and_the_next_one_is_whole(folder):
    """Killed while it waits for a table that another holds."""
    make_categories()
    make_paper()
    other = connections.create_connection("default")
    command = [sys.executable, "manage.py", "dump"]
    environment = {**test_database_environment(), "DUMPS_DIR": str(folder)}
    try:
        with other.cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute("LOCK TABLE papers_affiliation IN ACCESS EXCLUSIVE MODE")
            killed = subprocess.Popen(command, cwd=PROJECT, env=environment, start_new_session=True)
            try:
                wait_for(lambda: any(folder.glob("making-*/papers.jsonl.gz")))
                assert shelf.dumps() == []
                with pytest.raises(making.Underway):
                    making.make()
            finally:
                os.killpg(killed.pid, signal.SIGKILL)
                killed.wait()
            cursor.execute("ROLLBACK")
    finally:
        other.close()
    assert any(folder.glob("making-*"))
    dump = making.make()
    assert [file.name for file in sorted(folder.iterdir())] == [dump.name, "lock"]
    assert len(lines(dump, "authorships")) == Authorship.objects.count() == 1


def wait_for(there):
    ends = time.monotonic() + 60
    while not there():
        assert time.monotonic() < ends, "it did not come"
        time.sleep(0.05)

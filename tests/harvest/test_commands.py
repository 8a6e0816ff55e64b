"""The commands of harvesting, as an operator types them."""

import gzip
import json
import zipfile
from datetime import UTC, date, datetime
from io import BufferedReader, BytesIO, StringIO, TextIOWrapper

import pytest
from django.core.management import CommandError, call_command

from harvest.arxiv.windows import days_announced
from harvest.ingest.batches import ingest_papers
from harvest.loading.sample import FOLDER
from harvest.models import HarvestRun, RejectedRecord, WorkItem
from papers.models import MonthCount, Paper
from tests.harvest.making import paper, snapshot_of_rows
from tests.harvest.processes import on_test_database
from tests.upstreams.arxiv import ArxivServer, record

pytestmark = pytest.mark.django_db

NOW = datetime(2024, 3, 1, 10, tzinfo=UTC)


@pytest.fixture
def server(settings):
    records = [record(f"2401.{number:05}", update_date="2024-01-03") for number in range(1, 13)]
    with ArxivServer(records=records, page_size=5, now=NOW) as server:
        settings.ARXIV_OAI_URL, settings.ARXIV_API_URL = server.oai_url, server.api_url
        settings.ARXIV_SECONDS_BETWEEN_REQUESTS = 0
        yield server


def run(*arguments, **options):
    out = StringIO()
    call_command(*arguments, stdout=out, stderr=StringIO(), **options)
    return out.getvalue()


def lines(count=5, first=1):
    made = (json.dumps(record(f"2401.{number:05}")) for number in range(first, first + count))
    return "\n".join(made).encode() + b"\n"


def refused_with(code, *arguments):
    with pytest.raises(CommandError) as caught:
        run(*arguments)
    assert caught.value.returncode == code
    assert "\n" not in str(caught.value)
    return str(caught.value)


# harvest arxiv


def test_window_is_harvested_here_and_now(server):
    assert "12 records" in run("harvest", "arxiv", "--from", "2024-01-01", "--until", "2024-01-31")
    assert Paper.objects.count() == 12
    assert server.requests[0].query["until"] == "2024-01-31"


def test_papers_are_asked_for_by_id_in_any_spelling_and_unknown_ones_are_named(server):
    out = run("harvest", "arxiv", "--ids", "arXiv:2401.00002v1", "https://arxiv.org/abs/2401.00003", "2401.77777")
    assert "2 records" in out and "not found: 2401.77777" in out
    assert set(Paper.objects.values_list("arxiv_id", flat=True)) == {"2401.00002", "2401.00003"}
    assert server.requests[0].where == "api"


def test_paper_asked_for_by_id_keeps_what_the_list_told_of_it(server):
    run("harvest", "arxiv", "--from", "2024-01-01")
    before = snapshot_of_rows()
    run("harvest", "arxiv", "--ids", "2401.00002")
    assert snapshot_of_rows() == before


def test_harvest_waits_for_a_busy_source_and_goes_on(server):
    server.faults.push("503", times=3, retry_after=1)
    assert "12 records" in run("harvest", "arxiv", "--from", "2024-01-01")


def test_harvest_that_is_given_up_ends_with_its_reason(server):
    server.faults.push("redirect")
    assert "redirects" in refused_with(1, "harvest", "arxiv", "--from", "2024-01-01")


def test_harvest_left_to_the_workers_is_a_row_of_work(server, monkeypatch):
    rung = []
    monkeypatch.setattr("harvest.tasks.work_arxiv.delay", lambda: rung.append(1))
    run("harvest", "arxiv", "--days", "3", "--enqueue")
    assert (WorkItem.objects.get().state, rung, server.requests) == ("open", [1], [])
    assert WorkItem.objects.get().arguments["from"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--from", "2020-5-6"], "2020-5-6"),
        (["--from", "20200506"], "20200506"),
        (["--from", "2023-02-29"], "2023-02-29"),
        (["--from", "yesterday"], "yesterday"),
        (["--from", "2005-09-15"], "2005-09-16"),
        (["--from", "2999-01-01"], "2999-01-01"),
        (["--until", "2024-01-01T00:00:00Z"], "--until"),
        (["--from", "2024-02-01", "--until", "2024-01-31"], "before"),
        (["--set", "cs.CL"], "cs:cs:CL"),
        (["--set", "cs:CL"], "cs:cs:CL"),
        (["--set", "physics:chao-dyn"], "no such set"),
        (["--set", "a\nb"], "no such set"),
        (["--days", "0"], "--days"),
        (["--days", "3", "--from", "2024-01-01"], "--days"),
        (["--ids", "2401.00001", "no-id"], "no-id"),
        (["--ids", "2401.00001", "--set", "cs"], "--ids"),
        (["--from", ""], "--from"),
        (["--until", " "], "--until"),
        (["--set", ""], "--set"),
        (["--days", ""], "--days"),
        (["--ids", ""], "--ids"),
        (["--ids", ",", " "], "--ids"),
    ],
)
def test_malformed_day_set_or_id_is_one_line_and_code_2(server, arguments, told):
    assert told in refused_with(2, "harvest", "arxiv", *arguments)
    assert not WorkItem.objects.exists() and not server.requests


# load_snapshot


def packed(kind, content):
    if kind == "gz":
        return gzip.compress(content)
    if kind in ("zip", "lzma"):
        whole = BytesIO()
        method = zipfile.ZIP_LZMA if kind == "lzma" else zipfile.ZIP_DEFLATED
        with zipfile.ZipFile(whole, "w", method) as archive:
            archive.writestr("arxiv-metadata.json", content)
        return whole.getvalue()
    return content


@pytest.mark.parametrize("kind", ["plain", "gz", "zip"])
def test_snapshot_is_loaded_however_it_is_packed_and_named(tmp_path, kind):
    file = tmp_path / "snapshot"
    file.write_bytes(packed(kind, lines()))
    assert run("load_snapshot", str(file)).startswith("5 records")
    before = snapshot_of_rows()
    assert "0 new, 0 changed, 5 as before" in run("load_snapshot", str(file))
    assert snapshot_of_rows() == before


@pytest.mark.parametrize("kind", ["plain", "gz"])
def test_snapshot_comes_through_the_standard_input(monkeypatch, kind):
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BufferedReader(BytesIO(packed(kind, lines())))))
    assert run("load_snapshot", "-").startswith("5 records")


def test_broken_lines_are_counted_and_kept_and_the_rest_is_loaded(tmp_path):
    file = tmp_path / "snapshot.json"
    bad = [b'{"id": ', b"[1]", b'{"id": "2401.09999"}', b"\xff\xfe\x00", b"null", b""]
    file.write_bytes(lines(3) + b"\n".join(bad) + b"\r\n" + lines(3, first=4))
    out = run("load_snapshot", str(file))
    assert "11 records" in out and "6 new" in out and "5 refused" in out
    assert RejectedRecord.objects.count() == 5
    assert all(RejectedRecord.objects.values_list("reason", flat=True))


def test_nothing_loaded_is_exit_code_1(tmp_path):
    for content in (b"", b"\n\n", b"{}\n"):
        file = tmp_path / "snapshot.json"
        file.write_bytes(content)
        with pytest.raises(SystemExit) as caught:
            run("load_snapshot", str(file))
        assert caught.value.code == 1


def test_file_that_is_not_there_or_cannot_be_unpacked_is_one_line_and_code_2(tmp_path):
    assert "nowhere" in refused_with(2, "load_snapshot", str(tmp_path / "nowhere"))
    assert "directory" in refused_with(2, "load_snapshot", str(tmp_path))
    bad = tmp_path / "bad.zip"
    bad.write_bytes(b"PK\x03\x04 and no more")
    assert "bad.zip" in refused_with(2, "load_snapshot", str(bad))
    assert "no name" in refused_with(2, "load_snapshot", "")
    assert "no\\nwhere" in refused_with(2, "load_snapshot", str(tmp_path / "no\nwhere"))
    assert "--processes" in refused_with(2, "load_snapshot", str(bad), "--processes=-1")


def flipped(content, place, value):
    """The zip file with a byte changed; one of its local header also where the central directory repeats it."""
    changed = bytearray(content)
    changed[place] = value
    if place < 30:
        changed[content.index(b"PK\x01\x02") + place + 2] = value
    return bytes(changed)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (flipped(packed("zip", lines()), 6, 1), "encrypted"),
        (flipped(packed("zip", lines()), 6, 0x20), "patched"),
        (flipped(packed("zip", lines()), 8, 99), "not supported"),
        (flipped(packed("zip", lines()).replace(b"arxiv-meta", b"arxiv-m\xffta"), 7, 0x08), "no text"),
        (flipped(packed("lzma", lines()), 53, 255), "after line 0"),
    ],
    ids=["encrypted", "patched", "unknown method", "name in no encoding", "broken LZMA"],
)
def test_packing_that_cannot_be_read_is_one_line_and_code_2(tmp_path, content, told):
    file = tmp_path / "odd.zip"
    file.write_bytes(content)
    message = refused_with(2, "load_snapshot", str(file))
    assert "odd.zip" in message and told in message


def test_closed_standard_input_is_one_line_and_code_2(monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    assert "standard input" in refused_with(2, "load_snapshot", "-")


@pytest.mark.parametrize("kind", ["gz", "zip"])
def test_file_cut_short_says_so_and_what_came_before_is_loaded(tmp_path, kind):
    file = tmp_path / "cut"
    whole = packed(kind, lines(400))
    file.write_bytes(whole[: len(whole) * 2 // 3])
    assert "cut" in refused_with(2, "load_snapshot", str(file))
    if kind == "gz":
        assert 0 < Paper.objects.count() < 400
        assert HarvestRun.objects.get().state == "failed"


def test_line_of_many_megabytes_costs_only_itself(tmp_path):
    file = tmp_path / "snapshot.json"
    file.write_bytes(b'{"id": "2401.00009", "title": "' + b"x" * 20_000_000 + b'"}\n' + lines(2))
    assert "2 new" in run("load_snapshot", str(file))


@pytest.mark.django_db(transaction=True)
def test_another_process_reads_ahead_and_the_same_papers_are_written(tmp_path, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", on_test_database())
    file = tmp_path / "snapshot.json"
    file.write_bytes(lines(2500))
    assert "2,500 new" in run("load_snapshot", str(file), processes=1)
    before = snapshot_of_rows()
    assert "2,500 as before" in run("load_snapshot", str(file), processes=0)
    assert snapshot_of_rows() == before


# the others


@pytest.mark.skipif(not FOLDER.is_dir(), reason="the sample corpus is not here yet")
def test_sample_is_loaded_in_our_own_words_and_again_without_a_write():
    run("load_sample")
    assert Paper.objects.count() > 100
    assert not Paper.objects.filter(own_words=False).exists()
    assert not RejectedRecord.objects.exists()
    before = snapshot_of_rows()
    run("load_sample")
    assert snapshot_of_rows() == before


def test_months_are_counted_anew():
    ingest_papers([paper()], source="arxiv")
    MonthCount.objects.filter(category=None).update(papers=9)
    assert run("count_months") == "1 counts were wrong.\n"
    assert MonthCount.objects.get(category=None).papers == 1


def test_papers_of_another_recipe_are_rendered_again_and_only_those_that_differ_are_news():
    ingest_papers([paper(), paper("2401.00002"), paper("2401.00003")], source="arxiv")
    sequences = dict(Paper.objects.values_list("arxiv_id", "change_seq"))
    Paper.objects.exclude(arxiv_id="2401.00003").update(tex_recipe=0)
    Paper.objects.filter(arxiv_id="2401.00001").update(title_html="old", search_vector=None)
    assert run("rerender") == "2 papers rendered, 1 came out otherwise.\n"
    assert "<math" in Paper.objects.get(arxiv_id="2401.00001").title_html
    assert Paper.objects.get(arxiv_id="2401.00001").search_vector
    moved = {row.arxiv_id for row in Paper.objects.all() if row.change_seq != sequences[row.arxiv_id]}
    assert moved == {"2401.00001"}
    assert run("rerender").startswith("0 papers")


def test_days_of_announcements_leave_out_the_weekend():
    tuesday = date(2026, 12, 1)
    assert days_announced(1, tuesday) == date(2026, 11, 30)
    assert days_announced(3, tuesday) == date(2026, 11, 26)

"""`python -m bench.load`: bulk load against a bare COPY of the same rows into the same tables and indexes.

A snapshot is loaded as `manage.py load_snapshot` does it: lines parsed, TeX rendered, search vectors made, counts kept.
Then its rows are written out, the tables emptied, and the same rows come back by COPY alone, table by table, with
indexes and foreign keys in place. Each time ends with a checkpoint. Prints the ratio; the aim is at most 4.
"""

import argparse
import io
import time
from pathlib import Path

from django.core.management import call_command
from django.db import connection

from bench.empty_database import empty_database

SNAPSHOT = Path(__file__).resolve().parents[2] / "shared" / "upstream" / "arxiv" / "papers.jsonl.gz"
TABLES = ("papers_paper", "papers_version", "papers_authorship", "papers_papercategory", "papers_monthcount")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__.partition("\n")[0])
    parser.add_argument("--snapshot", type=Path, default=SNAPSHOT)
    parser.add_argument("--processes", type=int, default=1, help="that read and render beside the one that writes")
    options = parser.parse_args()
    with empty_database():
        loading = _seconds(lambda: _load(options.snapshot, options.processes))
        rows = {table: _copied_out(table) for table in TABLES}
        with connection.cursor() as cursor:
            cursor.execute(f"TRUNCATE {', '.join(TABLES)} CASCADE")
        copying = _seconds(lambda: [_copy_in(table, content) for table, content in rows.items()])
    papers = rows["papers_paper"].count(b"\n")
    size = sum(map(len, rows.values())) / 1e6
    print(f"load_snapshot: {papers:,} papers in {loading:.1f} s, {papers / loading:,.0f} a second")
    print(f"bare COPY of the same rows, {size:.0f} MB: {copying:.1f} s")
    print(f"ratio: {loading / copying:.2f}")


def _seconds(work) -> float:
    _checkpoint()
    began = time.monotonic()
    work()
    _checkpoint()
    return time.monotonic() - began


def _load(snapshot: Path, processes: int) -> None:
    call_command("load_snapshot", str(snapshot), processes=processes, stdout=io.StringIO(), stderr=io.StringIO())


def _copied_out(table: str) -> bytes:
    with connection.cursor() as cursor, cursor.copy(f"COPY {table} TO STDOUT") as copy:
        return b"".join(bytes(part) for part in copy)


def _copy_in(table: str, content: bytes) -> None:
    with connection.cursor() as cursor, cursor.copy(f"COPY {table} FROM STDIN") as copy:
        copy.write(content)


def _checkpoint() -> None:
    with connection.cursor() as cursor:
        cursor.execute("CHECKPOINT")


if __name__ == "__main__":
    main()

"""Pages of `/oai` through WSGI's handlers, each beside the bare queries that it asked, run again."""

import statistics
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from lxml import etree

TIMES = 5
LISTS = (
    ("first page of all", {}),
    ("from a day on", {"from": "2026-01-01"}),
    ("set cs", {"set": "cs"}),
    ("set cs:cs:LG", {"set": "cs:cs:LG"}),
    ("set physics:hep-th", {"set": "physics:hep-th"}),
    ("set econ:econ:GN", {"set": "econ:econ:GN"}),
)


def measure() -> None:
    settings.ALLOWED_HOSTS = ["*"]
    settings.LIMIT_PER_MINUTE = settings.LIMIT_BURST = 1_000_000
    client = Client()
    print(f"| /oai, median of {TIMES} | records | page | bare queries | ratio |\n| --- | --- | --- | --- | --- |")
    for prefix in ("oai_dc", "arXivRaw", "wovepaper"):
        for name, more in LISTS if prefix == "arXivRaw" else LISTS[:1]:
            asked = {"verb": "ListRecords", "metadataPrefix": prefix, **more}
            token = _tell(client, f"{prefix}, {name}", asked)
            for number in (2, 3) if token and not more else ():
                token = _tell(client, f"{prefix}, page {number}", {"verb": "ListRecords", "resumptionToken": token})
    _tell(client, "headers alone", {"verb": "ListIdentifiers", "metadataPrefix": "oai_dc"})


def _tell(client: Client, name: str, asked: dict[str, str]) -> str:
    with CaptureQueriesContext(connection) as queries:
        root = etree.fromstring(client.get("/oai", asked).getvalue())
    bare = [query["sql"] for query in queries]
    page = _median(lambda: client.get("/oai", asked).getvalue())
    alone = _median(lambda: [_ask(sql) for sql in bare])
    records = len(root.findall(".//{*}header"))
    print(f"| {name} | {records:,} | {page * 1000:,.0f} ms | {alone * 1000:,.0f} ms | {page / alone:.2f} |", flush=True)
    return root.findtext(".//{*}resumptionToken") or ""


def _ask(sql: str) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetchall()


def _median(work: Callable[[], object]) -> float:
    took = []
    for _ in range(TIMES):
        began = time.monotonic()
        work()
        took.append(time.monotonic() - began)
    return statistics.median(took)

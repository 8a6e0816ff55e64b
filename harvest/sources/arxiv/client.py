"""Asks arXiv: OAI-PMH for lists, the query API for ids; gives payloads, understands nothing.

Keeping arXiv's pace is the caller's (`harvest.limits.paces`). A resumption token is sent as it came, percent signs
encoded once more, and excludes every other argument.
"""

from collections.abc import Sequence
from datetime import date
from typing import Self

import httpx
from django.conf import settings

from harvest.http import USUAL, Answer, Client, Limits

MOST_IDS = 100


class ArxivClient:
    def __init__(self, transport: httpx.BaseTransport | None = None, limits: Limits = USUAL) -> None:
        self._oai = Client(settings.ARXIV_OAI_URL, transport, limits)
        self._api = Client(settings.ARXIV_API_URL, transport, limits)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._oai.__exit__(*error)
        self._api.__exit__(*error)

    def list_records(
        self, from_day: date | None = None, until_day: date | None = None, set_spec: str = "", token: str = ""
    ) -> Answer:
        """A page of arXivRaw records: the first one of a window, or the one a token stands for."""
        if token:
            return self._oai.ask({"verb": "ListRecords", "resumptionToken": token})
        query = {"verb": "ListRecords", "metadataPrefix": "arXivRaw"}
        if from_day:
            query["from"] = from_day.isoformat()
        if until_day:
            query["until"] = until_day.isoformat()
        if set_spec:
            query["set"] = set_spec
        return self._oai.ask(query)

    def query_ids(self, arxiv_ids: Sequence[str]) -> Answer:
        """Atom entries of up to MOST_IDS papers; ids that arXiv does not know are left out without a word."""
        return self._api.ask({"id_list": ",".join(arxiv_ids), "max_results": str(len(arxiv_ids))})

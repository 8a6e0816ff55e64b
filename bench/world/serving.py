"""Serves a world over HTTP as OpenAlex and Semantic Scholar, by the local servers that the tests use."""

import signal
from decimal import Decimal
from types import FrameType
from typing import Any

from tests.upstreams.openalex import OpenAlexServer
from tests.upstreams.semantic_scholar import SemanticScholarServer


def serve(openalex: Any, semantic_scholar: Any, budget: str | None = None) -> None:
    """Until Ctrl-C or SIGTERM; prints what the site's settings are to be."""
    signal.signal(signal.SIGTERM, _stop_like_ctrl_c)
    dollars = Decimal(budget) if budget else None
    with OpenAlexServer(openalex, budget=dollars) as works, SemanticScholarServer(semantic_scholar) as papers:
        print(f"OPENALEX_API_URL={works.url}\nS2_API_URL={papers.url}", flush=True)
        try:
            signal.pause()
        except KeyboardInterrupt:
            return


def _stop_like_ctrl_c(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt

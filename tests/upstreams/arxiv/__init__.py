"""arXiv as a local server: OAI-PMH of 2025 and query API, from records or recorded pages, with faults on demand.

with ArxivServer(records=[record("2401.00001", title="One")]) as server:
    server.faults.push("503", retry_after=1)
    ... harvest from server.oai_url and server.api_url ...
    server.requests   # what came, when, and what was answered
"""

from tests.upstreams.arxiv.faults import Fault, Faults
from tests.upstreams.arxiv.records import record
from tests.upstreams.arxiv.server import ArxivServer, Request

__all__ = ["ArxivServer", "Fault", "Faults", "Request", "record"]

"""OpenAlex as a local server, from records given, a world, or recorded answers; with faults on demand.

with OpenAlexServer(OpenAlexRecords(works=[work("W1", arxiv_id="2401.00001")])) as server:
    settings.OPENALEX_API_URL = server.url
    server.faults.push("429", retry_after=7)
"""

from tests.upstreams.openalex.records import OpenAlexRecords, author, authorship, institution, work
from tests.upstreams.openalex.server import OpenAlexServer

__all__ = ["OpenAlexRecords", "OpenAlexServer", "author", "authorship", "institution", "work"]

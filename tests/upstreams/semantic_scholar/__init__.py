"""Semantic Scholar as a local server, from records given, a world, or recorded answers; with faults on demand.

with SemanticScholarServer(S2Records(papers=[paper(1, arxiv_id="2401.00001")])) as server:
    settings.S2_API_URL = server.url
"""

from tests.upstreams.semantic_scholar.records import S2Records, author, paper, paper_id
from tests.upstreams.semantic_scholar.server import SemanticScholarServer

__all__ = ["S2Records", "SemanticScholarServer", "author", "paper", "paper_id"]

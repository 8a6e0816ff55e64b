"""What a paper's page tells programs: citation tags, JSON-LD, typed links, social tags, and COinS for rows of lists.

Everything is plain data; templates escape it. `citation_tags`, `paper_graph` read `paper.authorships.all()`.
"""

from papers.structured_data.citation_tags import citation_tags
from papers.structured_data.coins import coins
from papers.structured_data.json_ld import category_term, paper_graph, paper_list_graph, paper_node
from papers.structured_data.typed_links import alternate_links, description, paper_links, paper_open_graph

__all__ = [
    "alternate_links",
    "category_term",
    "citation_tags",
    "coins",
    "description",
    "paper_graph",
    "paper_links",
    "paper_list_graph",
    "paper_node",
    "paper_open_graph",
]

"""What the head of a list says: canonical address, description, structured data, social tags, and the way to it."""

from collections.abc import Iterable
from typing import Any

from common.structured_data import Crumb, Node, breadcrumb, collection, graph, open_graph
from papers.models import Paper

LATEST_FEEDS = (
    ("/rss/latest.xml", "application/rss+xml", "Latest papers by RSS"),
    ("/rss/latest.atom", "application/atom+xml", "Latest papers by Atom"),
    ("/rss/latest.feed.json", "application/feed+json", "Latest papers by JSON Feed"),
    ("/rss/updates.xml", "application/rss+xml", "New versions by RSS"),
    ("/rss/updates.atom", "application/atom+xml", "New versions by Atom"),
    ("/rss/updates.feed.json", "application/feed+json", "New versions by JSON Feed"),
)


def list_head(
    path: str,
    name: str,
    description: str,
    rows: Iterable[Crumb],
    way: list[Crumb],
    start: int = 1,
    picture: str = "",
    about: Iterable[Node] = (),
) -> dict[str, Any]:
    """Context of a page that lists things: `rows` are (name, path), `way` the crumbs between home and this page.

    `picture` is the path of the thing whose picture stands for the page, `about` what the list is of.
    """
    return {
        "name": name,
        "canonical": path,
        "description": description,
        "structured": graph(
            collection(path, name, description, rows, start), breadcrumb(path, [*way, (name, path)]), *about
        ),
        "social": open_graph(name, description, path, picture=picture),
        "crumbs": way,
    }


def paper_rows(papers: Iterable[Paper]) -> list[Crumb]:
    return [(paper.title, paper.get_absolute_url()) for paper in papers]

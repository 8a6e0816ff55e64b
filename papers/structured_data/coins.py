"""COinS for a row of a list: what reference managers read from `<span class="Z3988" title="…">`."""

from collections.abc import Iterable

from common.addresses import absolute, query
from papers.bylines import Signed
from papers.models import Authorship, Paper
from papers.publication import in_order, inverted_name, one_line, publication

MOST_AUTHORS = 20


def coins(paper: Paper, authors: Iterable[Authorship | Signed] | None = None) -> str:
    """The value of `title`, not yet escaped. Names the authors given, else the row's byline; 20 at most."""
    if authors is None:
        authors = getattr(paper, "byline", None)
    if authors is None:
        authors = paper.authorships.all()[:MOST_AUTHORS]
    published = publication(paper)
    pairs = [
        ("ctx_ver", "Z39.88-2004"),
        ("rft_val_fmt", "info:ofi/fmt:kev:mtx:dc"),
        ("rft.type", "journalArticle" if published else "preprint"),
        ("rft.title", one_line(paper.title)),
        *(("rft.au", inverted_name(author)) for author in in_order(authors)[:MOST_AUTHORS]),
        ("rft.date", paper.first_submitted_at.date().isoformat()),
        ("rft.publisher", "" if published else "arXiv"),
        ("rft_id", f"info:doi/{paper.doi}" if paper.doi else f"info:doi/10.48550/arXiv.{paper.arxiv_id}"),
        ("rft_id", absolute(paper.get_absolute_url())),
    ]
    return query((name, value) for name, value in pairs if value)

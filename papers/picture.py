"""What stands on the pictures of papers and of categories."""

from common.pictures import Card
from papers.fields import Field
from papers.models import Paper
from papers.publication import one_line

MOST_NAMED, LONGEST = 12, 110  # names, and signs of them, that two lines hold


def paper_card(paper: Paper) -> Card:
    """Reads the first authors by itself."""
    day = paper.first_submitted_at
    kind = "Withdrawn paper" if paper.withdrawn else "Paper"
    return Card(
        kind=f"{kind} in {paper.primary_category}, {day.day} {day:%B %Y}",
        title=paper.title,
        below=_authors(paper),
        corner=f"arXiv:{paper.arxiv_id}",
        stand_in=f"arXiv:{paper.arxiv_id}",
    )


def category_card(field: Field, papers: int) -> Card:
    kind = "Archive" if field.code == field.archive and field.parts else "Category"
    return Card(
        kind=f"{kind} {field.code}",
        title=field.name,
        below=f"{papers:,} {'paper' if papers == 1 else 'papers'} from arXiv, newest first",
        corner=field.code,
    )


def _authors(paper: Paper) -> str:
    printed = paper.authorships.order_by("position").values_list("printed", flat=True)[:MOST_NAMED]
    names: list[str] = []
    for name in map(one_line, printed):
        if names and len(", ".join([*names, name])) > LONGEST:
            break
        names.append(name)
    more = paper.author_count - len(names)
    return ", ".join(names) + (f" and {more:,} more" if more > 0 else "")

"""What stands on the picture of a researcher."""

from common.pictures import Card
from researchers import portrait
from researchers.models import Researcher


def researcher_card(found: Researcher) -> Card:
    """Of `ResearcherQuerySet.for_page`."""
    number = found.paper_count
    return Card(
        kind="Researcher",
        title=found.name,
        below=portrait.tells_apart(found),
        corner=f"{number:,} {'paper' if number == 1 else 'papers'} in this archive",
        stand_in=f"Researcher {found.pk}",
    )

"""What stands on the picture of an institution."""

from common.pictures import Card
from institutions import portrait
from institutions.models import Institution


def institution_card(found: Institution) -> Card:
    """Of `InstitutionQuerySet.for_page`; another name stands in for one that cannot be written."""
    number = found.paper_count_with_parts
    where = ", ".join(part for part in (found.city, found.country) if part)
    return Card(
        kind=portrait.kind(found).capitalize() or "Institution",
        title=found.name,
        below=where,
        corner=f"{number:,} {'paper' if number == 1 else 'papers'} in this archive",
        stand_in=next((name for name in portrait.other_names(found) if name.isascii()), f"Institution {found.pk}"),
    )

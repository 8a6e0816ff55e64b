"""arXiv's archives and the categories in them as pages show them, found by any spelling. Pure."""

from dataclasses import dataclass

from django.urls import reverse

from papers import taxonomy


@dataclass(frozen=True, slots=True)
class Field:
    """A category or an archive as a page shows it: an archive's page holds all its categories."""

    code: str
    name: str
    archive: str
    group: str
    parts: tuple[str, ...] = ()
    closed: str = ""

    @property
    def href(self) -> str:
        return reverse("category", args=[self.code])


def field(spelling: str) -> Field | None:
    """By any spelling: aliases, retired names and any case lead to the code in use."""
    return FIELDS.get(spelling) or FIELDS.get(_BY_LOWER.get(spelling.lower(), ""))


def _fields() -> dict[str, Field]:
    """Archives that are open or have categories in use, and all canonical categories."""
    fields = {}
    for archive in taxonomy.ARCHIVES:
        parts = tuple(
            category.code
            for category in taxonomy.CATEGORIES
            if category.archive == archive.code and category.code != archive.code and not category.alias_of
        )
        if taxonomy.canonical(archive.code) in (archive.code, None):
            fields[archive.code] = Field(archive.code, archive.name, archive.code, archive.group, parts, archive.ended)
    for category in taxonomy.CATEGORIES:
        if not category.alias_of and category.code not in fields:
            fields[category.code] = Field(category.code, category.name, category.archive, category.group)
    return fields


FIELDS = _fields()
_BY_LOWER = {category.code.lower(): category.alias_of for category in taxonomy.CATEGORIES if category.alias_of}
_BY_LOWER |= {code.lower(): code for code in FIELDS}

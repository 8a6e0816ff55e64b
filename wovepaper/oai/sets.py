"""Sets are arXiv's groups, archives and categories, named as arXiv's own provider names them: `cs:cs:LG`. Pure.

A paper of a category is in the archive and the group above it too, which a header need not repeat. Names of retired
categories are understood and lead to what they became; only those in use are listed.
"""

from collections.abc import Iterable

from papers import taxonomy


def codes_of(spec: str) -> tuple[str, ...] | None:
    """The archives or the category whose lists hold the set's papers, None where there is no such set."""
    return _CODES.get(spec)


def listed() -> list[tuple[str, str]]:
    """Spec and name of each set, those above before those below."""
    return list(_NAMES.items())


def specs_of(categories: Iterable[str]) -> list[str]:
    """The sets of a paper, for its header."""
    return list(dict.fromkeys(_spec(code) for code in categories if code in taxonomy.CATEGORY_BY_CODE))


def _spec(code: str) -> str:
    category = taxonomy.CATEGORY_BY_CODE[code]
    return ":".join([category.group, category.archive, *code.split(".")[1:]])


def _all() -> tuple[dict[str, tuple[str, ...]], dict[str, str]]:
    codes: dict[str, tuple[str, ...]] = {}
    names: dict[str, str] = {}
    canonical = [category for category in taxonomy.CATEGORIES if not category.alias_of]
    held = {category.archive for category in canonical}
    for group in taxonomy.GROUPS:
        archives = [one for one in taxonomy.ARCHIVES if one.group == group.code and one.code in held]
        codes[group.code] = tuple(archive.code for archive in archives)
        names[group.code] = group.name
        for archive in archives:
            spec = f"{group.code}:{archive.code}"
            codes[spec], names[spec] = (archive.code,), archive.name
            for category in canonical:
                if category.archive == archive.code and "." in category.code:
                    names[_spec(category.code)] = category.name
    for category in taxonomy.CATEGORIES:
        codes.setdefault(_spec(category.code), (category.alias_of or category.code,))
    return codes, names


_CODES, _NAMES = _all()

"""Names of authors as keys, so that `J. Smith`, `Smith, John` and `John A. Smith` find each other. Pure.

A key is a family name with the first given name, with its initial, or with its initial and a point where no more than
that is printed. Family names stand with their particles and without. A first author's keys stand a second time, marked.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from researchers.spellings import Heard, heard, joined

FIRST = "^"


def keys(authors: Sequence[str]) -> list[str]:
    """All keys of a paper's authors, in order of their names."""
    found = {key: None for author in authors for key in _printed(author)}
    first = [FIRST + key for key in (_printed(authors[0]) if authors else ())]
    return [*found, *first]


@lru_cache(maxsize=20_000)
def _printed(author: str) -> tuple[str, ...]:
    name = heard(author)
    if not name.given or not name.core:
        return ()
    given = _first_given(author, name)
    initial = name.given[0][0]
    only_initial = [initial + "."] if len(name.given[0]) == 1 else []
    return tuple(
        dict.fromkeys(f"{family} {one}" for family in _families(name) for one in [*given, initial, *only_initial])
    )


def asked(typed: str) -> list[str]:
    """The keys of which one is enough; none where the text has no family name with a given name or an initial.

    Without a comma `Smith John` may be family name first, so both orders are asked for.
    """
    found: dict[str, None] = {}
    words = typed.replace("_", " ").split()
    swapped = [] if "," in typed or len(words) != 2 else [f"{words[0]}, {words[1]}"]
    for form in [" ".join(words), *swapped]:
        name = heard(form)
        if not name.given or not name.core or len(name.core[-1]) < 2:  # a family name of signs folds to nothing
            continue
        given = name.given[0]
        ways = [given] if len(given) == 1 else [*_first_given(form, name), given[0] + "."]
        found.update(dict.fromkeys(f"{family} {way}" for family in _families(name)[:1] for way in ways))
    return list(found)


def _families(name: Heard) -> list[str]:
    """With and without particles; and with the last given name, which may be the first of two family names."""
    core = " ".join(name.core)
    double = [f"{name.given[-1]} {core}"] if len(name.given) > 1 and len(name.given[-1]) > 1 else []
    return list(dict.fromkeys([" ".join(name.family), core, *double]))


def _first_given(text: str, name: Heard) -> Iterable[str]:
    """`jean` and `jeanpaul` of `Jean-Paul`."""
    whole = [one for one in joined(text) if one.startswith(name.given[0]) and one != name.given[0]]
    return dict.fromkeys(one for one in [name.given[0], *whole] if len(one) > 1)

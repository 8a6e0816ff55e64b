"""Entries of people and places in the name index: every spelling that is known of them.

A person's spellings are the name, those printed on papers, and those of outside profiles; a place's are its names,
aliases and acronyms in every language, also of what was merged into it, and its town and country beside them.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from tantivy import Document

from institutions.models import Institution, InstitutionName
from institutions.names import plain
from institutions.names import words as place_words
from papers.models import Authorship
from researchers.models import Profile, Researcher
from researchers.spellings import Heard, heard, joined, sound
from search.names.schema import LONGEST_START, WORDS, Kind, key, kind_of, row_of, schema, weight

MOST_SPELLINGS = 40  # of one person or place; more are slips of sources


def entries(numbers: Iterable[int]) -> Iterator[Document]:
    """Entries of those that readers may see; a few queries."""
    wanted = list(numbers)
    yield from _people([row_of(number) for number in wanted if kind_of(number) is Kind.PERSON])
    yield from _places([row_of(number) for number in wanted if kind_of(number) is Kind.PLACE])


def _people(ids: list[int]) -> Iterator[Document]:
    if not ids:
        return
    spellings: dict[int, dict[str, None]] = defaultdict(dict)
    told = Profile.objects.current().filter(researcher__in=ids).exclude(name="").values_list("researcher", "name")
    printed = Authorship.objects.filter(researcher__in=ids).values_list("researcher", "printed")
    for rows in (printed.distinct().order_by("researcher", "printed"), told.order_by("researcher", "id")):
        for person, name in rows:
            spellings[person][name] = None
    for row in Researcher.objects.listed().filter(id__in=ids).only("name", "paper_count").order_by("id"):
        yield _document(Kind.PERSON, row.pk, row.paper_count, person_words([row.name, *spellings[row.pk]]))


def _places(ids: list[int]) -> Iterator[Document]:
    if not ids:
        return
    names: dict[int, dict[str, None]] = defaultdict(dict)
    for rows, place in (
        ("institution__in", "institution"),
        ("institution__merged_into__in", "institution__merged_into"),
    ):
        found = InstitutionName.objects.filter(**{rows: ids}).order_by("institution", "id")
        for institution, value in found.values_list(place, "value"):
            names[institution][value] = None
    shown = ("name", "city", "region", "country", "paper_count_with_parts")
    for row in Institution.objects.listed().filter(id__in=ids).only(*shown).order_by("id"):
        words = place_tokens([row.name, *names[row.pk]], [row.city, row.region, row.country])
        yield _document(Kind.PLACE, row.pk, row.paper_count_with_parts, words)


def person_words(spellings: Iterable[str]) -> dict[str, set[str]]:
    """Field by field; pure."""
    found: dict[str, set[str]] = {field: set() for field in WORDS}
    for spelling in list(dict.fromkeys(spellings))[:MOST_SPELLINGS]:
        _add(found, heard(spelling), joined(spelling))
    full = [word for word in found["beside"] if len(word) > 1]
    found["bare"] = {
        letter for letter in found["initial"] if letter.isalpha() and not any(word.startswith(letter) for word in full)
    }
    return found


def _add(found: dict[str, set[str]], name: Heard, as_one: list[str]) -> None:
    given, family, core = "".join(name.given), "".join(name.family), "".join(name.core)
    found["name"].update(name.family, (core, family) if core else ())
    found["beside"].update(name.given, as_one, [name.suffix] if name.suffix else [])
    if len(name.given) > 1:
        found["beside"].add(name.initials)
        found["beside"].add(given)
    found["initial"].update(name.initials, (f"-{word[0]}" for word in name.core))
    found["whole"].add(whole((*name.given, *name.core)))
    found["sound"].update(sound(word) for word in (*name.given, *name.core, core, *as_one) if len(word) > 1)
    for last in {core, family}:
        found["run"].update((given + last, last + given, name.initials + last, last + name.initials))
        if name.given:
            first = name.given[0][0]
            found["run"].update((first + last, last + first))
    if name.given:
        found["pair"].update(f"{name.given[0][0]}_{last}" for last in (*name.core, core, family))


def place_tokens(names: Iterable[str], beside: Iterable[str]) -> dict[str, set[str]]:
    """Field by field; pure."""
    found: dict[str, set[str]] = {field: set() for field in WORDS}
    for name in list(dict.fromkeys(names))[:MOST_SPELLINGS]:
        words = place_words(name)
        found["name"].update(words, plain(name).split())
        if words:
            found["whole"].add(whole(words))
            found["run"].add("".join(words))
    for text in beside:
        found["beside"].update(place_words(text), plain(text).split())
    return found


def whole(words: Iterable[str]) -> str:
    """One word for a spelling, whatever the order of its words."""
    return "_".join(sorted(set(words)))


def _document(kind: Kind, row: int, papers: int, words: dict[str, set[str]]) -> Document:
    for field in ("name", "beside"):
        words[f"{field}_start"] = {word[:length] for word in words[field] for length in range(1, LONGEST_START + 1)}
    fields: dict[str, Any] = {field: " ".join(sorted(found - {""})) for field, found in words.items()}
    numbers = {"entry": key(kind, row), "kind": int(kind), "weight": weight(papers)}
    return Document.from_dict(fields | numbers, schema())

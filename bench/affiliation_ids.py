"""How well OpenAlex's institution ids are checked against the printed string: `python -m bench.affiliation_ids`.

Three sets beside the project. Right pairs: the ROR gold sets (string, ROR id), where each refusal is a loss. OpenAlex's
own readings with labels by hand (`institution-gold`): of those that are right and those that are wrong, how many pass.
Readings whose country another matcher contradicts (`affiliation-mismatch-country-code`, made by machine, so only a
hint). OpenAlex's institutions are found in the sample of ROR by a display name that one record alone has; now and then
that is a namesake. Told with the country check and without.
"""

import ast
import csv
import gzip
import io
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from bench.affiliations import ROR, SETS, gold, load_records
from harvest.matching.institution_check import Named, each_place, names_of, support
from harvest.matching.institution_index import Candidate
from harvest.matching.places import COUNTRIES
from institutions.names import words

OPENALEX = ROR.parent / "openalex"
Pair = tuple[str, Candidate]


def main() -> None:
    held = [one.candidate for one in load_records()]
    countries = {name: set(codes) for name, codes in COUNTRIES.items()}
    by_name = defaultdict(list)
    for one in held:
        for _, _, code, country in one.places:
            if code and country:
                countries.setdefault(" ".join(words(country)), set()).add(code)
        for name in {name.casefold() for name, _ in one.names}:
            by_name[name].append(one)
    sets: dict[str, list[Pair]] = {f"right, {name}": list(_gold(name, held)) for name in SETS}
    labelled = list(_labelled(by_name))
    sets |= {
        f"{word}, OpenAlex": [(text, one) for text, one, right in labelled if right is is_right]
        for word, is_right in (("right", True), ("wrong", False))
    }
    sets["contradicted"] = list(_contradicted(by_name))
    print(f"{'readings':16} {'pairs':>6} {'by name':>8} {'and country':>12}")
    for name, pairs in sets.items():
        by_names = sum(support(replace(_named(one), countries=frozenset()), text) > 0 for text, one in pairs)
        by_both = sum(support(_named(one), text, countries) > 0 for text, one in pairs)
        print(f"{name:16} {len(pairs):6,} {by_names:8,} {by_both:12,}")


def _gold(name: str, held: list[Candidate]) -> Iterator[Pair]:
    by_ror = {one.ror: one for one in held}
    return ((text, by_ror[ror]) for text, rors in gold(name) for ror in sorted(rors) if ror in by_ror)


def _labelled(by_name: dict[str, list[Candidate]]) -> Iterator[tuple[str, Candidate, bool]]:
    """OpenAlex's readings, and whether a person found the same."""
    for row in _rows(OPENALEX / "institution-gold" / "gold_data_institution_parsing_labeled.tsv.gz", "\t"):
        right = _ids(row["labels_name"])
        for told, name in _ids(row["preds_name"]).items():
            found = by_name.get(name.casefold(), [])
            if len(found) == 1:
                yield row["affiliation_string"], found[0], told in right


def _contradicted(by_name: dict[str, list[Candidate]]) -> Iterator[Pair]:
    for row in _rows(OPENALEX / "affiliation-mismatch-country-code.csv.gz", ";"):
        found = by_name.get(row["openalex_display_name"].casefold(), [])
        there = [one for one in found if row["openalex_country"] in {place[2] for place in one.places}]
        if len(there) == 1:
            yield row["raw_affiliation_string"], there[0]


def _ids(text: str) -> dict[str, str]:
    try:
        told = ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return {}
    return {match[1]: match[2] for one in told if (match := re.match(r"(\d+) - (.*)", one))}


def _rows(path: Path, separator: str) -> Iterator[dict[str, str]]:
    with gzip.open(path, "rb") as stream:
        yield from csv.DictReader(io.TextIOWrapper(stream, encoding="utf-8"), delimiter=separator)


def _named(one: Candidate) -> Named:
    places = each_place(*(part for city, region, _, country in one.places for part in (city, region, country)))
    return Named(names_of(name for name, _ in one.names), places, frozenset(p[2] for p in one.places if p[2]))


if __name__ == "__main__":
    if not ROR.exists() or not OPENALEX.exists():
        sys.exit("the samples of ROR and OpenAlex (../shared/upstream) are not here")
    main()

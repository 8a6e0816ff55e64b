"""Counts again, in the samples under shared/upstream, every rate of rates.toml that names a file.

    python -m bench.world.counts

prints a line for each: counted now, and what the table says. Reads samples alone, knows nothing of the world.
"""

import csv
import gzip
import io
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from bench.site import PROJECT
from bench.world.names import could_be, key, parts, without_accents
from bench.world.rates import load

UPSTREAM = PROJECT.parent / "shared" / "upstream"
RECENT = (
    "works-2025-author-reports",
    "works-2025-mixed",
    "works-2025-single-incl-5103-authors",
    "works-2026-ml",
    "works-2026-search-select",
    "works-2026-search",
    "works-2026-select",
    "works-2026-single-and-list",
)
Counted = tuple[int, int]


def counted() -> dict[str, Counted]:
    """(count, of) of each rate that is counted."""
    return {**_names(), **_arxiv_works(), **_recent_works(), **_rows_of_2026(), **_profiles(), **_gold(), **_s2()}


def _names() -> dict[str, Counted]:
    folder = UPSTREAM / "semanticscholar" / "author-disambiguation"
    signatures = json.loads(content(folder / "qian-signatures.json.gz"))
    clusters = json.loads(content(folder / "qian-clusters.json.gz"))
    person = {one: name for name, cluster in clusters.items() for one in cluster["signature_ids"]}
    full, short, firsts = defaultdict(list), defaultdict(list), defaultdict(set)
    for one, signature in signatures.items():
        name = signature["author_info"]
        first, family = (name["first"] or "").strip(".").lower(), name["last"].lower()
        if len(first) > 1:
            full[first, (name["middle"] or "").lower(), family].append(person[one])
            firsts[family].add(first)
        short[first[:1], family].append(person[one])

    def shared(names: dict[tuple[str, ...], list[str]]) -> Counted:
        several = [found for name, found in names.items() if len(found) > 1 and len(firsts[name[-1]]) >= 5]
        return sum(len(set(found)) > 1 for found in several), len(several)

    return {"names.full_name_shared": shared(full), "names.initial_shared": shared(short)}


def _arxiv_works() -> dict[str, Counted]:
    every = [one["work"] for one in _lines("works-with-arxiv-location")]
    with_doi = [work for work in every if work.get("doi") and "10.48550/arxiv" not in work["doi"].lower()]
    foreign = [work for work in with_doi if "arxiv.org" in str((work["primary_location"] or {})["landing_page_url"])]
    works = [work for work in every if len(work["authorships"]) <= 100]
    rows = [row for work in works for row in work["authorships"]]
    comma_works = [work for work in works if any("," in _raw(row) for row in work["authorships"])]
    return {
        "openalex.published": (len(with_doi) - len(foreign), len(every)),
        "openalex.foreign_doi": (len(foreign), len(every)),
        "openalex.foreign_list": (sum(bool(_disagreeing(work)) for work in foreign), len(foreign)),
        "openalex.references_empty": (sum(not work.get("referenced_works") for work in works), len(works)),
        "openalex.family_first": (len(comma_works), len(works)),
        "openalex.null_author": (sum(not row["author"].get("id") for row in rows), len(rows)),
        "openalex.strings": (sum(any(map(_strings, work["authorships"])) for work in works), len(works)),
    }


def _recent_works() -> dict[str, Counted]:
    works = list({work["id"]: work for name in RECENT for work in _lines(name)}.values())
    several = [work for work in works if sum(map(_both_named, work.get("authorships") or [])) > 1]
    shifted = [work for work in several if _disagreeing(work)]
    mostly = [work for work in shifted if 2 * len(_disagreeing(work)) >= sum(map(_both_named, work["authorships"]))]
    dois = Counter(work["doi"].lower() for work in works if work.get("doi"))
    rows = [row for work in works for row in work.get("authorships") or []]
    hyphened = [name for row in rows if re.search("[-\u2010-\u2015]", name := row["author"].get("display_name") or "")]
    strings = [string for row in rows for string in _strings(row)]
    return {
        "openalex.duplicate_work": (sum(count > 1 for count in dois.values()), len(dois)),
        "openalex.shifted": (len(shifted), len(several)),
        "openalex.shifted_all": (len(mostly), len(shifted)),
        "openalex.same_author_twice": (sum(map(_twice, several)), len(several)),
        "openalex.profile_hyphen": (sum("\u2010" in name for name in hyphened), len(hyphened)),
        "openalex.string_mail": (sum("@" in string for string in strings), len(strings)),
        "openalex.string_mark": (sum(bool(_MARK.match(string)) for string in strings), len(strings)),
    }


def _rows_of_2026() -> dict[str, Counted]:
    rows = [row for work in _lines("works-2026-ml") for row in work.get("authorships") or []]
    placed = [len(_apart(row)) for row in rows if row.get("institutions")]
    return {
        "people.orcid": (sum(bool(row["author"].get("orcid")) for row in rows), len(rows)),
        "people.second_affiliation": (sum(count > 1 for count in placed), len(placed)),
        "openalex.raw_orcid": (sum(bool(row.get("raw_orcid")) for row in rows), len(rows)),
        "openalex.profile_family_first": (sum("," in (row["author"]["display_name"] or "") for row in rows), len(rows)),
    }


def _apart(row: dict[str, Any]) -> set[str]:
    """Its institutions without those that another of them is part of."""
    above = {one for place in row["institutions"] for one in place["lineage"] if one != place["id"]}
    return {place["id"] for place in row["institutions"]} - above


def _profiles() -> dict[str, Counted]:
    authors = [one["author"] for one in _lines("authors")]
    told = [names for author in authors if len(names := author.get("raw_author_names") or []) >= 5]
    return {"openalex.profile_merged": (sum(map(_excluding, told)), len(told))}


def _excluding(names: list[str]) -> bool:
    """Whether two of the names have one family name and first names, in full, that exclude each other."""
    firsts = defaultdict(set)
    for name in names:
        family, _, given = name.partition(",")
        if not given:
            given, _, family = name.rpartition(" ")
        firsts[key(family)].add(parts(given))
    return any(
        not could_be(one, other) and min(len(one[0]), len(other[0])) > 1
        for several in firsts.values()
        for one in several
        for other in several
        if one and other
    )


def _gold() -> dict[str, Counted]:
    path = UPSTREAM / "openalex" / "institution-gold" / "gold_data_institution_parsing_labeled.tsv.gz"
    rows = list(csv.DictReader(io.StringIO(content(path).decode()), delimiter="\t"))
    return {
        "openalex.institution_missed": (sum(row["has_FN"] == "1" for row in rows), len(rows)),
        "openalex.institution_wrong": (sum(row["has_FP"] == "1" for row in rows), len(rows)),
    }


def _s2() -> dict[str, Counted]:
    papers: list[dict[str, Any]] = []
    for name in ("paper-full-with-citations-and-references", "s2-bulk-search"):
        papers += _papers_within(json.loads(content(UPSTREAM / "semanticscholar" / f"{name}.json.gz")))
    rows = [row for paper in papers if (paper.get("externalIds") or {}).get("ArXiv") for row in paper["authors"]]
    ids = [[row["authorId"] for row in paper["authors"] if row.get("authorId")] for paper in papers]
    return {
        "s2.no_authors": (sum(not paper["authors"] for paper in papers), len(papers)),
        "s2.null_author": (sum(not row.get("authorId") for row in rows), len(rows)),
        "s2.initials": (sum(bool(_INITIALS.match(row["name"] or "")) for row in rows), len(rows)),
        "s2.same_author_twice": (sum(len(set(some)) < len(some) for some in ids), len(papers)),
    }


def _papers_within(payload: Any) -> Iterator[dict[str, Any]]:
    if isinstance(payload, dict):
        if isinstance(payload.get("authors"), list) and "paperId" in payload:
            yield payload
        payload = list(payload.values())
    for one in payload if isinstance(payload, list) else []:
        yield from _papers_within(one)


@cache
def _lines(name: str) -> list[dict[str, Any]]:
    lines = content(UPSTREAM / "openalex" / f"{name}.jsonl.gz").split(b"\n")
    return [json.loads(line) for line in lines if line.strip()]


def content(path: Path) -> bytes:
    return gzip.decompress(path.read_bytes())


def _raw(row: dict[str, Any]) -> str:
    return row.get("raw_author_name") or ""


def _strings(row: dict[str, Any]) -> list[str]:
    return row.get("raw_affiliation_strings") or []


def _both_named(row: dict[str, Any]) -> bool:
    return bool(_raw(row) and row["author"].get("display_name"))


def _disagreeing(work: dict[str, Any]) -> list[dict[str, Any]]:
    """Rows whose raw name shares no word of two letters with the profile's."""
    rows = [row for row in work["authorships"] if _both_named(row)]
    return [row for row in rows if not _words(_raw(row)) & _words(row["author"]["display_name"])]


def _words(name: str) -> set[str]:
    return {word for word in re.split(r"\W+", without_accents(name).lower()) if len(word) > 1}


def _twice(work: dict[str, Any]) -> bool:
    ids = [found for row in work["authorships"] if (found := row["author"].get("id"))]
    return len(set(ids)) < len(ids)


_MARK = re.compile(r"[\d*†a-z]\)? ?[A-Z]")
_INITIALS = re.compile(r"(?:\w\.-?)+\w?(?: |$)|\w(?: |$)")


def main() -> int:
    now, table = counted(), load()
    for name, (count, of) in now.items():
        told = table[name]
        same = (count, of) == (told.get("count"), told.get("of"))
        print(f"{name:32} {count:>5} of {of:<5} {'' if same else f'table: {told}'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

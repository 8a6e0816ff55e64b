"""How well printed affiliations are matched to ROR ids, on the gold sets beside the project.

    python -m bench.affiliations

Records of schema 2 and, for the ids that the sets use, of the retired schema 1 (`ror-v1-legacy-records`) are loaded;
of the sets' ids 13 to 16 % are of records that the sample lacks, and count as missed. The rules were made on the lines
with an even number ("made on"), the others were kept aside; two late rules (hospitals in another town, companies
without theirs) saw all lines. A record that ROR made after a set was labelled cannot be
in its labels, however right: so the second row of each set leaves those out. Plain matching takes a stretch between
commas that is, but for case and accents, exactly a name of one institution.
"""

import gzip
import json
import resource
import sys
import time
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harvest.matching.institution_index import Candidate, InstitutionIndex
from harvest.matching.institutions import match
from harvest.organisations import OrganisationRecord
from harvest.sources.ror.parser import bare_ror, parse

ROR = Path(__file__).resolve().parents[2] / "shared" / "upstream" / "ror"
RECORDS = ("ror-v2-records-a", "ror-v2-records-b", "ror-v1-legacy-records")
SETS = {"crossref": ("affiliations_crossref_2024_02_19", "2024-02-19"),
        "springer": ("affiliations_springer_2023_10_31", "2023-10-31")}  # fmt: skip
Gold = list[tuple[str, frozenset[str]]]
Reader = Callable[[str], Iterable[str]]


@dataclass(slots=True)
class Measure:
    right: int = 0
    wrong: int = 0
    wanted: int = 0

    def __add__(self, other: "Measure") -> "Measure":
        return Measure(self.right + other.right, self.wrong + other.wrong, self.wanted + other.wanted)

    @property
    def precision(self) -> float:
        return self.right / (self.right + self.wrong)

    @property
    def recall(self) -> float:
        return self.right / self.wanted


@dataclass(frozen=True, slots=True)
class Held:
    candidate: Candidate
    made: str  # the day ROR made the record; empty for a legacy one, all older than the sets


def main() -> None:
    began = time.monotonic()
    held = load_records()
    parsed = time.monotonic()
    before = _megabytes()
    index = InstitutionIndex(one.candidate for one in held)
    print(f"{len(held):,} records parsed in {parsed - began:.1f} s; index of {len(index.named):,} names made", end="")
    print(f" in {time.monotonic() - parsed:.1f} s, {_megabytes() - before:.0f} MB\n")
    print(f"{'set':9} {'records':14} {'matching':9} {'lines':9} precision  recall")
    for name, rows in measure_all(held).items():
        print(f"{name[0]:9} {name[1]:14} {name[2]:9} {name[3]:9} {rows.precision:9.2%} {rows.recall:7.2%}")
    strings = [text for name in SETS for text, _ in gold(name)]
    spent = time.process_time()
    for text in strings:
        match(text, index)
    print(f"\n{len(strings) / (time.process_time() - spent):,.0f} strings a second of one core")


def measure_all(held: list[Held]) -> dict[tuple[str, str, str, str], Measure]:
    """By set, records, matching and lines."""
    found = {}
    for name, (_, day) in SETS.items():
        lines = gold(name)
        for records in ("all", f"to {day}"):
            chosen = [one.candidate for one in held if records == "all" or one.made <= day]
            for matching, reader in (("ours", our_reader(chosen)), ("plain", plain_reader(chosen))):
                rows = {"made on": measure(lines[::2], reader), "aside": measure(lines[1::2], reader)}
                rows["whole"] = rows["made on"] + rows["aside"]
                found |= {(name, records, matching, part): row for part, row in rows.items()}
    return found


def measure(lines: Gold, reader: Reader) -> Measure:
    """Each id given for a string counts, right if the set has it there."""
    total = Measure()
    for text, wanted in lines:
        given = set(reader(text))
        total.right += len(given & wanted)
        total.wrong += len(given - wanted)
        total.wanted += len(wanted)
    return total


def our_reader(candidates: list[Candidate]) -> Reader:
    index = InstitutionIndex(candidates)
    return lambda text: [one.ror for one in match(text, index)]


def plain_reader(candidates: list[Candidate]) -> Reader:
    named: dict[str, set[str]] = defaultdict(set)
    for candidate in candidates:
        for value, _ in candidate.names:
            named[_plain(value)].add(candidate.ror)
    return lambda text: [
        ror for part in text.split(",") if len(rors := named.get(_plain(part), set())) == 1 for ror in rors
    ]


def load_records() -> list[Held]:
    held = []
    for name in RECORDS:
        for told in _lines(ROR / f"{name}.jsonl.gz"):
            record = parse(told)
            if isinstance(record, OrganisationRecord):
                made = ((told.get("admin") or {}).get("created") or {}).get("date", "")
                held.append(Held(_candidate(record), made))
    return held


def gold(name: str) -> Gold:
    return [
        (line["affiliation"], frozenset(ror for told in line["ror_ids"] if (ror := bare_ror(told))))
        for line in _lines(ROR / "affiliations" / f"{SETS[name][0]}.jsonl.gz")
    ]


def _candidate(record: OrganisationRecord) -> Candidate:
    def related(kind: str) -> tuple[str, ...]:
        return tuple(relation.ror for relation in record.relations if relation.kind == kind)

    return Candidate(
        ror=record.ror,
        name=record.name,
        names=tuple((name.value, name.kinds == ("acronym",)) for name in record.names),
        status=record.status,
        kinds=record.kinds,
        places=tuple((place.city, place.region, place.country_code, place.country) for place in record.places),
        parents=related("parent"),
        children=related("child"),
        successors=related("successor"),
    )


def _lines(path: Path) -> Iterator[Any]:
    with gzip.open(path, "rb") as stream:
        for line in stream:
            yield json.loads(line)


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(sign for sign in decomposed if not unicodedata.combining(sign)).split())


def _megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    if not ROR.exists():
        sys.exit("the sample of ROR (../shared/upstream/ror) is not here")
    main()

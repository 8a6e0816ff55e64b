"""The places of a world: real ROR records, the careers of its persons at them, and strings as papers print them."""

import gzip
import json
import random
import re
from array import array
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import accumulate
from typing import Any, NamedTuple

from bench.site import PROJECT
from bench.world.names import key
from bench.world.rates import RATES

ROR = PROJECT.parent / "shared" / "upstream" / "ror"
FILES = ("ror-v2-records-a.jsonl.gz", "ror-v2-records-b.jsonl.gz")
WEIGHTS = {"education": 8, "facility": 3, "government": 1, "company": 1, "healthcare": 1, "nonprofit": 0.5}
COLLEAGUE = 0.6  # how often somebody new works where another author of the paper does
DEPARTMENTS = """
Department of Physics|Department of Mathematics|Department of Computer Science|Faculty of Science|School of Physics
|Institute of Theoretical Physics|Dipartimento di Fisica|Department of Electrical and Computer Engineering|Physics Dept.
|Dept. of Mathematics|Department of Statistics|Department of Astronomy|Institut für Physik|School of Engineering
|Laboratoire de Physique|Département de Mathématiques|College of Science|Graduate School of Science|Chair of Economics
|State Key Laboratory of Optics|Department of Physics and Astronomy|Center for Quantum Technologies|Division of Biology
""".replace("\n", "").split("|")
SHORT = [
    (re.compile(pattern), short)
    for pattern, short in (
        (r"\bUniversity\b", "Univ."),
        (r"\bInstitute\b", "Inst."),
        (r"\bTechnology\b", "Tech."),
        (r"\bNational\b", "Natl."),
        (r"\bDepartment\b", "Dept."),
        (r"\bLaboratory\b", "Lab."),
        (r"\bResearch\b", "Res."),
        (r"\bSciences?\b", "Sci."),
    )
]


class Place(NamedTuple):
    ror: str  # nine signs
    name: str
    others: tuple[str, ...]  # labels and aliases in Latin script
    acronyms: tuple[str, ...]
    kind: str
    country_code: str
    country: str
    region: str
    city: str
    latitude: float | None
    longitude: float | None
    parents: tuple[str, ...]
    established: int
    usable: bool  # active, or closed, which still holds of old papers


def ror_records() -> Iterator[dict[str, Any]]:
    """All of the sample's records of schema 2, as ROR gives them."""
    for name in FILES:
        with gzip.open(ROR / name) as lines:
            for line in lines:
                if line.strip():
                    yield json.loads(line)


class Places:
    def __init__(self, seed: int) -> None:
        self.every = _every_place()
        self.number = {place.ror: number for number, place in enumerate(self.every)}
        rng = random.Random(f"{seed}/places")
        weights = [
            WEIGHTS.get(place.kind, 0) * min(rng.paretovariate(1.0), 500) if place.usable else 0 for place in self.every
        ]
        self._weights = list(accumulate(weights))
        self._by_acronym: dict[str, list[int]] = defaultdict(list)
        self._by_city: dict[tuple[str, str], list[int]] = defaultdict(list)
        for number, place in enumerate(self.every):
            for acronym in place.acronyms:
                self._by_acronym[acronym.lower()].append(number)
            self._by_city[place.country_code, place.city].append(number)

    def draw(self, rng: random.Random) -> int:
        return rng.choices(range(len(self.every)), cum_weights=self._weights)[0]

    def mistaken_for(self, number: int, rng: random.Random) -> int:
        """Which place a careless reader would take it for: of the same acronym, else of the same town, else any."""
        place = self.every[number]
        alike = [one for acronym in place.acronyms for one in self._by_acronym[acronym.lower()] if one != number]
        near = [one for one in self._by_city[place.country_code, place.city] if one != number]
        return rng.choice(alike or near or range(len(self.every)))

    def lineage(self, number: int) -> list[int]:
        """Itself first, then all above it that are held."""
        found = [number]
        for one in found:
            for parent in self.every[one].parents:
                above = self.number.get(parent)
                if above is not None and above not in found:
                    found.append(above)
        return found

    def string(self, number: int, rng: random.Random) -> str:
        """As an author writes it: always some name of it, with department, parent, town and country or without."""
        place = self.every[number]
        name = _written(place, rng)
        before = [rng.choice(DEPARTMENTS)] if place.kind == "education" and rng.random() < 0.7 else []
        parent = self.number.get(place.parents[0]) if place.parents else None
        within = [self.every[parent].name] if parent is not None and rng.random() < 0.3 else []
        after = [place.city] if place.city and rng.random() < 0.7 else []
        if place.country and rng.random() < 0.75:
            after.append({"United States": "USA", "United Kingdom": "UK"}.get(place.country, place.country))
        words = [*before, name, *within, *after]
        if name in place.acronyms and not after:  # an acronym by itself is a riddle, no affiliation
            words.append(place.city or place.country)
        return ", ".join(words)


class Careers:
    """Where each slot's person worked for it: `places_of` by slot, numbers of places; () for groups."""

    def __init__(self, seed: int, places: Places) -> None:
        self._rng = random.Random(f"{seed}/careers")
        self._places = places
        self._at: dict[int, tuple[int, int]] = {}  # person: place, year of the last paper
        self._tuples: dict[tuple[int, ...], tuple[int, ...]] = {}

    def of_paper(self, year: int, persons: list[int]) -> list[tuple[int, ...]]:
        """Papers must come in the order of time. Authors that are nobody are left out by the caller."""
        rng, found = self._rng, []
        for person in persons:
            place, before = self._at.get(person, (-1, year))
            if place < 0 or rng.random() > (1 - RATES["people.move_per_year"]) ** (year - before):
                colleagues = [self._at[one][0] for one in persons if one in self._at and one != person]
                near = place < 0 and colleagues and rng.random() < COLLEAGUE
                place = rng.choice(colleagues) if near else self._places.draw(rng)
            self._at[person] = place, year
            both = (place,)
            if rng.random() < RATES["people.second_affiliation"]:
                second = self._places.draw(rng)
                both = (place, second) if second != place else both
            found.append(self._tuples.setdefault(both, both))
        return found


def by_time(days: list[str]) -> array:
    return array("L", sorted(range(len(days)), key=days.__getitem__))


@cache
def _every_place() -> list[Place]:
    """The same for all worlds."""
    return [_place(record) for record in ror_records()]


def _written(place: Place, rng: random.Random) -> str:
    chance = rng.random()
    if chance < 0.05 and place.acronyms:
        return rng.choice(place.acronyms)
    if chance < 0.15 and place.acronyms:
        return f"{place.name} ({place.acronyms[0]})"
    if chance < 0.25 and place.others:
        return rng.choice(place.others)
    if chance < 0.33:
        name = place.name
        for pattern, short in SHORT:
            name = pattern.sub(short, name)
        return name
    return place.name


def _place(record: dict[str, Any]) -> Place:
    names = {kind: [n["value"] for n in record["names"] if kind in n["types"]] for kind in _NAME_KINDS}
    display = " ".join(names["ror_display"][0].split())
    others = [one for one in names["label"] + names["alias"] if one != display and _LATIN.fullmatch(one)]
    details = record["locations"][0]["geonames_details"] if record["locations"] else {}
    kinds = [kind for kind in WEIGHTS if kind in record["types"]] or ["other"]
    return Place(
        ror=record["id"].rpartition("/")[2],
        name=display,
        others=tuple(one for one in dict.fromkeys(others) if len(key(one)) > 5),
        acronyms=tuple(one for one in names["acronym"] if len(one) > 1),
        kind=kinds[0],
        country_code=details.get("country_code") or "",
        country=details.get("country_name") or "",
        region=details.get("country_subdivision_name") or "",
        city=details.get("name") or "",
        latitude=details.get("lat"),
        longitude=details.get("lng"),
        parents=tuple(one["id"].rpartition("/")[2] for one in record["relationships"] if one["type"] == "parent"),
        established=record.get("established") or 0,
        usable=record["status"] == "active",
    )


_NAME_KINDS = ("ror_display", "label", "alias", "acronym")
_LATIN = re.compile(r"[\u0000-\u024f\u1e00-\u1eff\u2010-\u2019]{6,}")

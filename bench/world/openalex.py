"""A world as OpenAlex has it: works, authors, institutions with the failure patterns of the table, made when asked for.

The object answers what tests/upstreams/openalex asks of a world. Ids: work `W` 4300000000 + 2 × paper (+1 for a second
work of the same paper), author `A` 5000000001 + profile, institution `I` 4210000000 + place.
"""

import random
from typing import Any

from bench.world import names
from bench.world.making import Made
from bench.world.openalex_drawing import Drawn, draw, profile_name, profile_orcid
from bench.world.papers import Author
from bench.world.places import Place
from bench.world.rates import RATES
from bench.world.rows import DELETED_AUTHOR, GONE, NULL, NULL_AUTHOR, OLD, SECOND, Profiles, Row

HOME = "https://openalex.org/"
ARXIV = {"id": f"{HOME}S4306400194", "display_name": "arXiv (Cornell University)", "type": "repository"}
JOURNAL = {"id": f"{HOME}S137773608", "display_name": "Journal of Made Results", "type": "journal"}
FIRST_WORK, FIRST_AUTHOR, FIRST_PLACE = 4_300_000_000, 5_000_000_001, 4_210_000_000
NOBODIES = {NULL_AUTHOR: "A9999999999", DELETED_AUTHOR: "A5317838346"}
YEARS_FROM = 2016  # counts by year go back ten years


class OpenAlexWorld:
    def __init__(self, made: Made) -> None:
        self._made = made
        self._paper_of_doi: dict[str, int] | None = None
        self.profiles = Profiles(made.seed, "openalex", made.person_count, made.people_blocks, made.alike)

    # What the server asks

    def works_by_doi(self, doi: str) -> list[dict[str, Any]]:
        arxiv_id = doi.removeprefix("10.48550/arxiv.")
        if arxiv_id != doi:
            paper = self._made.paper_of.get(arxiv_id, self._made.paper_in_lower_case(arxiv_id))
        else:
            paper = self._papers_of_dois().get(doi)
        return [] if paper is None else [work for work in self._works(paper) if _bare_doi(work) == doi]

    def works_by_landing_page(self, url: str) -> list[dict[str, Any]]:
        paper = self._made.paper_of.get(url.removeprefix("http://arxiv.org/abs/"))
        pages = [] if paper is None else self._works(paper)
        return [work for work in pages if any(place["landing_page_url"] == url for place in work["locations"])]

    def one(self, entity: str, entity_id: str) -> dict[str, Any] | None:
        number = int(entity_id[1:]) if entity_id[1:].isdecimal() else -1
        if entity == "works" and 0 <= number - FIRST_WORK < 2 * len(self._made.papers):
            paper, second = divmod(number - FIRST_WORK, 2)
            works = self._works(paper)
            return works[second] if second < len(works) else None
        if entity == "authors" and 0 <= number - FIRST_AUTHOR < 4 * self._made.person_count:
            return self._author(number - FIRST_AUTHOR)
        if entity == "institutions" and 0 <= number - FIRST_PLACE < len(self._made.places.every):
            return self.institution(number - FIRST_PLACE)
        return None

    def merged_into(self, entity_id: str) -> str | None:
        """Old authors, and second works that never were but that lists of references still name, half of them."""
        number = int(entity_id[1:]) if entity_id[1:].isdecimal() else -1
        if entity_id[0] == "A" and 0 <= number - FIRST_AUTHOR < 4 * self._made.person_count:
            profile = number - FIRST_AUTHOR
            return f"A{number - OLD}" if profile % 4 == OLD else None
        if entity_id[0] == "W" and 0 <= number - FIRST_WORK < 2 * len(self._made.papers) and number % 2:
            paper = (number - FIRST_WORK) // 2
            drawn = self.drawn(paper)
            if drawn and not drawn.twice and paper % 2:
                return f"W{number - 1}"
        return None

    def institution(self, number: int) -> dict[str, Any]:
        place = self._made.places.every[number]
        return {
            **self._place(number),
            "display_name_acronyms": list(place.acronyms),
            "display_name_alternatives": list(place.others),
            "geo": {
                "city": place.city or None,
                "region": place.region or None,
                "country_code": place.country_code or None,
                "country": place.country or None,
                "latitude": place.latitude,
                "longitude": place.longitude,
            },
            "ids": {"openalex": HOME + f"I{FIRST_PLACE + number}", "ror": f"https://ror.org/{place.ror}"},
            "homepage_url": None,
            "associated_institutions": [],
            "works_count": 100,
        }

    def drawn(self, paper: int) -> Drawn | None:
        """None where OpenAlex does not have the paper."""
        return draw(self._made, self.profiles, paper)

    # Records

    def _works(self, paper: int) -> list[dict[str, Any]]:
        drawn = self.drawn(paper)
        if drawn is None:
            return []
        found = [self._work(paper, drawn)]
        if drawn.twice:
            found.append(self._second_work(paper, found[0]))
        return found

    def _work(self, paper: int, drawn: Drawn) -> dict[str, Any]:
        made = self._made
        arxiv_id, title = made.papers.ids[paper], made.papers.title(paper)
        rng = made.rng("openalex/work", paper)
        address = f"http://arxiv.org/abs/{arxiv_id}"
        at_arxiv = {"id": f"pmh:oai:arXiv.org:{arxiv_id}", "landing_page_url": address, "source": ARXIV}
        at_arxiv |= {"pdf_url": f"https://arxiv.org/pdf/{arxiv_id}", "raw_source_name": None}
        by_doi = {"id": f"doi:{drawn.doi}", "landing_page_url": f"https://doi.org/{drawn.doi}", "pdf_url": None}
        by_doi |= {"source": JOURNAL if drawn.published else None, "raw_source_name": None}
        places = [by_doi, at_arxiv] if drawn.published else [at_arxiv, by_doi]
        years = made.papers.year(paper), 2 if drawn.published else 0
        cited = made.cited_by_year(paper)
        lately = [{"year": year, "cited_by_count": count} for year, count in cited.items() if year >= YEARS_FROM]
        return {
            "id": HOME + f"W{FIRST_WORK + 2 * paper}",
            "doi": f"https://doi.org/{drawn.doi}",
            "title": title,
            "display_name": title,
            "publication_year": years[0] + rng.randrange(years[1] + 1),
            "publication_date": made.papers.day(paper),
            "type": "article" if drawn.published else "preprint",
            "language": "en",
            "primary_location": places[0],
            "best_oa_location": at_arxiv,
            "locations": places,
            "locations_count": len(places),
            "authorships": [self._row(paper, drawn, row, at, rng) for at, row in enumerate(drawn.rows)],
            "cited_by_count": sum(cited.values()),
            "counts_by_year": lately,
            "is_retracted": False,
            "referenced_works": self._references(paper, rng),
        }

    def _second_work(self, paper: int, first: dict[str, Any]) -> dict[str, Any]:
        """A thinner copy with arXiv's DOI, one place and no profiles."""
        rows = [{**row, "author": {**row["author"], "id": None, "orcid": None}} for row in first["authorships"]]
        place = first["best_oa_location"]
        doi = f"https://doi.org/10.48550/arxiv.{self._made.papers.ids[paper].lower()}"
        facts = {"id": HOME + f"W{FIRST_WORK + 2 * paper + 1}", "doi": doi, "type": "preprint", "authorships": rows}
        facts |= {"primary_location": place, "locations": [place], "locations_count": 1, "referenced_works": []}
        return {**first, **facts, "cited_by_count": 0, "counts_by_year": []}

    def _row(self, paper: int, drawn: Drawn, row: Row, at: int, rng: random.Random) -> dict[str, Any]:
        own = self._made.slot_places(paper, row.position) if row.position and drawn.strings else ()
        shown = self._strings(own, rng)
        orcid = profile_orcid(self._made, row.profile) if row.profile >= 0 else ""
        places = list({number: None for _, found in shown for number in found})
        last = at == len(drawn.rows) - 1
        raw = self._raw_name(row.author, drawn, rng)
        slot_person = self._made.persons(paper)[row.position - 1] if row.position else -1
        claimed = slot_person >= 0 and not row.mistaken and rng.random() < RATES["openalex.raw_orcid"]
        return {
            "author_position": "first" if at == 0 else "last" if last else "middle",
            "author": {
                "id": HOME + author_id(row.profile) if row.profile != NULL else None,
                "display_name": self._shown_name(row, raw),
                "orcid": _orcid_url(orcid),
            },
            "institutions": [self._place(number) for number in places],
            "countries": sorted({code for number in places if (code := self._made.places.every[number].country_code)}),
            "is_corresponding": at == 0,
            "raw_author_name": raw,
            "raw_affiliation_strings": [string for string, _ in shown],
            "raw_orcid": _orcid_url(self._made.orcid(slot_person) if claimed else ""),
            "affiliations": [
                {"raw_affiliation_string": string, "institution_ids": [HOME + f"I{FIRST_PLACE + one}" for one in found]}
                for string, found in shown
            ],
        }

    def _shown_name(self, row: Row, raw: str) -> str:
        if row.profile == NULL:
            return raw
        if row.profile < 0:
            return "Deleted Author" if row.profile == DELETED_AUTHOR else "Null Author"
        return profile_name(self._made, row.profile)

    @staticmethod
    def _raw_name(author: Author, drawn: Drawn, rng: random.Random) -> str:
        given, family, suffix = author.given, author.family, author.suffix
        if author.group or not family:
            text = author.printed
        elif drawn.family_first:
            text = names.family_first(given, family, suffix)
        else:
            text = names.full_name(given, family, suffix)
        return names.without_accents(text) if rng.random() < RATES["openalex.raw_without_accents"] else text

    def _strings(self, places: tuple[int, ...], rng: random.Random) -> list[tuple[str, list[int]]]:
        """Strings, each with the places OpenAlex saw in it."""
        found: list[tuple[str, list[int]]] = []
        for number in places:
            string, seen = self._made.places.string(number, rng), [number]
            if rng.random() < RATES["openalex.institution_missed"]:
                seen = []
            if rng.random() < RATES["openalex.institution_wrong"]:
                seen.append(self._made.places.mistaken_for(number, rng))
            if rng.random() < RATES["openalex.string_mark"]:
                string = f"{rng.choice('12ab†')} {string}"
            if rng.random() < RATES["openalex.string_mail"]:
                string = f"{string}. name@example.org"
            if rng.random() < RATES["openalex.string_mojibake"]:
                string = string.encode().decode("latin-1")
            found.append((string, seen))
            if rng.random() < RATES["openalex.string_doubled"]:
                found.append((f"{string}.", seen))
        return found

    def _references(self, paper: int, rng: random.Random) -> list[str]:
        if rng.random() < RATES["openalex.references_empty"]:
            return []
        merged = RATES["openalex.reference_merged"]
        return [
            HOME + f"W{FIRST_WORK + 2 * cited + (rng.random() < merged)}"
            for cited in self._made.cites[paper]
            if rng.random() >= RATES["openalex.reference_missing"]
        ]

    def _place(self, number: int) -> dict[str, Any]:
        place: Place = self._made.places.every[number]
        lineage = [HOME + f"I{FIRST_PLACE + one}" for one in self._made.places.lineage(number)]
        facts = {"id": lineage[0], "display_name": place.name, "ror": f"https://ror.org/{place.ror}"}
        return facts | {"country_code": place.country_code or None, "type": place.kind, "lineage": lineage}

    def _author(self, profile: int) -> dict[str, Any] | None:
        if profile % 4 in (OLD, GONE) or (profile % 4 == SECOND and not self.profiles.split[profile // 4]):
            return None
        made, person = self._made, profile // 4
        given, family, suffix = made.name(person)
        slots = made.slots_of(person)
        years: dict[int, set[int]] = {}
        cited = 0
        for paper, position in slots:
            cited += sum(made.cited_by_year(paper).values())
            for number in made.slot_places(paper, position):
                years.setdefault(number, set()).add(made.papers.year(paper))
        places = [self._place(number) for number in years]
        told = [
            {"institution": one, "years": sorted(those, reverse=True)}
            for one, those in zip(places, years.values(), strict=True)
        ]
        name = profile_name(self._made, profile)
        spellings = {name, names.full_name(given, family, suffix), names.full_name(names.initials(given), family)}
        summary = {"2yr_mean_citedness": 0.0, "h_index": min(len(slots), cited), "i10_index": 0}
        return {
            "id": HOME + author_id(profile),
            "orcid": _orcid_url(profile_orcid(self._made, profile)),
            "display_name": name,
            "display_name_alternatives": sorted(spellings),
            "works_count": len(slots),
            "cited_by_count": cited,
            "summary_stats": summary,
            "affiliations": told,
            "last_known_institutions": [told[-1]["institution"]] if told else [],
        }

    def _papers_of_dois(self) -> dict[str, int]:
        """Only journals' and strangers' DOIs; arXiv's are told by their form."""
        if self._paper_of_doi is None:
            found = ((self.drawn(paper), paper) for paper in range(len(self._made.papers)))
            self._paper_of_doi = {
                drawn.doi: paper for drawn, paper in found if drawn and not drawn.doi.startswith("10.48550/")
            }
        return self._paper_of_doi


def author_id(profile: int) -> str:
    return NOBODIES.get(profile) or f"A{FIRST_AUTHOR + profile}"


def _orcid_url(orcid: str) -> str | None:
    return f"https://orcid.org/{orcid}" if orcid else None


def _bare_doi(work: dict[str, Any]) -> str:
    return work["doi"].removeprefix("https://doi.org/")

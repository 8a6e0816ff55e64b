"""Records as OpenAlex writes them in 2026, and a world of them that is given by hand."""

from collections import defaultdict

HOME = "https://openalex.org/"
ARXIV = {"id": f"{HOME}S4306400194", "display_name": "arXiv (Cornell University)", "type": "repository"}


class OpenAlexRecords:
    """The world a server asks. Any object with these five functions will do; ids are bare, DOIs bare and lower case.

    `merged` ids answer 301, `merged_away` ones 404 as since late 2025.
    """

    def __init__(self, works=(), authors=(), institutions=(), merged=None, merged_away=()):
        self._entities = {
            kind: {_bare(one["id"]): one for one in records}
            for kind, records in (("works", works), ("authors", authors), ("institutions", institutions))
        }
        self._merged = dict(merged or {})
        self._gone = set(merged_away)
        self._by_doi, self._by_page = defaultdict(list), defaultdict(list)
        for one in works:
            if one.get("doi"):
                self._by_doi[one["doi"].lower().removeprefix("https://doi.org/")].append(one)
            for page in {place.get("landing_page_url") for place in one.get("locations") or []}:
                self._by_page[page].append(one)

    def works_by_doi(self, doi):
        return self._by_doi.get(doi, [])

    def works_by_landing_page(self, url):
        return self._by_page.get(url, [])

    def works_by_arxiv_id(self, arxiv_id):
        return self.works_by_landing_page(f"http://arxiv.org/abs/{arxiv_id}")

    def one(self, entity, entity_id):
        return None if entity_id in self._gone else self._entities[entity].get(entity_id)

    def merged_into(self, entity_id):
        return self._merged.get(entity_id)


def work(work_id, arxiv_id=None, title="A work", authors=(), published_doi=None, **facts):
    """A work; `authors` are names or dicts of `authorship`. With `published_doi` arXiv is only its second place."""
    places = []
    if published_doi:
        journal = {"id": f"{HOME}S1", "display_name": "Journal of Works", "type": "journal"}
        places.append({"id": f"doi:{published_doi}", "landing_page_url": f"https://doi.org/{published_doi}"})
        places[-1] |= {"source": journal, "pdf_url": None, "raw_source_name": "Journal of Works"}
    if arxiv_id:
        address = f"http://arxiv.org/abs/{arxiv_id}"
        places.append({"id": f"pmh:oai:arXiv.org:{arxiv_id}", "landing_page_url": address, "source": ARXIV})
        places[-1] |= {"pdf_url": f"https://arxiv.org/pdf/{arxiv_id}", "raw_source_name": None}
    doi = published_doi or (f"10.48550/arxiv.{arxiv_id}" if arxiv_id else None)
    rows = [authorship(one) if isinstance(one, str) else one for one in authors]
    return {
        "id": HOME + work_id,
        "doi": doi and f"https://doi.org/{doi}",
        "title": title,
        "display_name": title,
        "publication_year": 2024,
        "publication_date": "2024-01-02",
        "type": "article" if published_doi else "preprint",
        "language": "en",
        "primary_location": places[0] if places else None,
        "locations": places,
        "locations_count": len(places),
        "authorships": rows,
        "cited_by_count": 0,
        "counts_by_year": [],
        "is_retracted": False,
        "referenced_works": [],
        **facts,
    }


def authorship(raw_name, author_id=None, name=None, strings=(), orcid=None, **facts):
    """A row. `strings` are (affiliation string, [institution dict]) pairs."""
    return {
        "author_position": "middle",
        "author": {"id": author_id and HOME + author_id, "display_name": name or raw_name, "orcid": orcid},
        "institutions": [one for _, places in strings for one in places],
        "countries": [],
        "is_corresponding": False,
        "raw_author_name": raw_name,
        "raw_affiliation_strings": [string for string, _ in strings],
        "affiliations": [
            {"raw_affiliation_string": string, "institution_ids": [one["id"] for one in places]}
            for string, places in strings
        ],
        **facts,
    }


def author(author_id, name, **facts):
    return {
        "id": HOME + author_id,
        "orcid": None,
        "display_name": name,
        "display_name_alternatives": [name],
        "works_count": 1,
        "cited_by_count": 0,
        "summary_stats": {"2yr_mean_citedness": 0.0, "h_index": 1, "i10_index": 0},
        "affiliations": [],
        "last_known_institutions": [],
        **facts,
    }


def institution(institution_id, name, ror=None, country_code="GB", **facts):
    own = HOME + institution_id
    return {
        "id": own,
        "ror": ror,
        "display_name": name,
        "country_code": country_code,
        "type": "education",
        "lineage": [own],
        **facts,
    }


def _bare(entity_id):
    return entity_id.removeprefix(HOME)

"""Asks OpenAlex: works by arXiv DOI and by landing page, single ones, authors, institutions; understands nothing.

Lists take at most MOST_IDS values and cost; single ones are free and give author lists whole. A record that OpenAlex
cannot give costs nobody else: lists are halved around it, of single ones it is told apart. The key goes in a header, so
that no address kept anywhere holds it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Self
from urllib.parse import urlsplit

import httpx
from django.conf import settings

from common.identifiers import parse_openalex_id
from harvest.http import USUAL, Broken, Denied, Limits
from harvest.sources.halving import in_halves
from harvest.sources.json_api import FREE, Gate, JsonApi, OpenGate, Reply

MOST_IDS = 100
MOST_PAGES = 10
MOST_HOPS = 5
LIST_COST = Decimal("0.0001")  # dollars
WORK_FIELDS = (
    "id,doi,title,publication_date,publication_year,type,language,authorships,is_authors_truncated,primary_location,"
    "locations,cited_by_count,counts_by_year,is_retracted,referenced_works"
)
AUTHOR_FIELDS = (
    "id,orcid,display_name,display_name_alternatives,works_count,cited_by_count,summary_stats,affiliations,"
    "last_known_institutions"
)
INSTITUTION_FIELDS = (
    "id,ror,display_name,display_name_acronyms,display_name_alternatives,country_code,type,lineage,geo,ids,homepage_url,"
    "associated_institutions,works_count"
)


@dataclass(frozen=True, slots=True)
class Batch:
    """List answers, and the ids that could not be asked for, with the reason."""

    replies: tuple[Reply, ...] = ()
    failed: dict[str, str] = field(default_factory=dict)

    @property
    def ids(self) -> set[str]:
        """Of all that came: what was asked for and is not among them is unknown or merged (see `author`)."""
        rows = [row for reply in self.replies for row in _results(reply) or []]
        told = (row.get("id") for row in rows if isinstance(row, dict))
        return {found for one in told if isinstance(one, str) and (found := parse_openalex_id(one))}


@dataclass(frozen=True, slots=True)
class Looked:
    """A single look-up: `reply` is None where the id is unknown; `moved_to` is the id it was merged into."""

    asked: str
    reply: Reply | None
    moved_to: str = ""


@dataclass(slots=True)
class Singles:
    """Look-ups one by one, and the ids that could not be had, with the reason."""

    looked: list[Looked] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)


class OpenAlexClient:
    def __init__(
        self, gate: Gate | None = None, transport: httpx.BaseTransport | None = None, limits: Limits = USUAL
    ) -> None:
        self._gate: Gate = gate or OpenGate()
        self._api = JsonApi(settings.OPENALEX_API_URL, transport, limits)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._api.__exit__(*error)

    def works_by_arxiv_doi(self, arxiv_ids: Sequence[str]) -> Batch:
        """Works whose DOI is arXiv's: those that were not published elsewhere."""
        return self._lists("works", "doi", _prefixed("10.48550/arxiv.", arxiv_ids), WORK_FIELDS)

    def works_by_landing_page(self, arxiv_ids: Sequence[str], scheme: str = "http") -> Batch:
        """Works with a place at arXiv, whatever their DOI. Addresses match exactly; nearly all are spelt with http."""
        values = _prefixed(f"{scheme}://arxiv.org/abs/", arxiv_ids)
        return self._lists("works", "locations.landing_page_url", values, WORK_FIELDS)

    def authors(self, author_ids: Sequence[str]) -> Batch:
        return self._lists("authors", "openalex", {one: one for one in author_ids}, AUTHOR_FIELDS)

    def institutions(self, institution_ids: Sequence[str]) -> Batch:
        return self._lists("institutions", "openalex", {one: one for one in institution_ids}, INSTITUTION_FIELDS)

    def work(self, work_id: str) -> Looked:
        """One work with its whole author list; `work_id` is `W…` or `doi:10.…`."""
        return self._single("works", work_id, WORK_FIELDS)

    def author(self, author_id: str) -> Looked:
        return self._single("authors", author_id, AUTHOR_FIELDS)

    def institution(self, institution_id: str) -> Looked:
        return self._single("institutions", institution_id, INSTITUTION_FIELDS)

    def each_work(self, work_ids: Iterable[str]) -> Singles:
        return self._each(self.work, work_ids)

    def each_author(self, author_ids: Iterable[str]) -> Singles:
        return self._each(self.author, author_ids)

    def _lists(self, entity: str, name: str, values: dict[str, str], fields: str) -> Batch:
        """All pages for all ids, MOST_IDS at a time. `values` has what is sent for each id."""
        replies: list[Reply] = []
        failed: dict[str, str] = {}
        ids = list(values)
        for start in range(0, len(ids), MOST_IDS):
            part = ids[start : start + MOST_IDS]
            halved = in_halves(
                part, lambda some: self._pages(entity, name, [values[one] for one in some], fields), self._gate
            )
            replies += (reply for pages in halved.answers for reply in pages)
            failed |= halved.failed
        return Batch(tuple(replies), failed)

    def _pages(self, entity: str, name: str, values: Sequence[str], fields: str) -> list[Reply]:
        """Several works may carry one id, so an answer may have a second page."""
        found: list[Reply] = []
        query = {"filter": f"{name}:{'|'.join(values)}", "per_page": str(MOST_IDS), "select": fields}
        for page in range(1, MOST_PAGES + 1):
            reply = self._ask(entity, query if page == 1 else query | {"page": str(page)}, LIST_COST)
            if reply.status != 200:
                raise Denied(f"HTTP {reply.status} {reply.message}")
            if _results(reply) is None:
                raise Broken("no results in a list answer")
            found.append(reply)
            if page * MOST_IDS >= _count(reply):
                break
        return found

    def _each(self, look: Callable[[str], Looked], ids: Iterable[str]) -> Singles:
        found = Singles()
        for one in ids:
            try:
                halved = in_halves([one], lambda some: look(some[0]), self._gate)
            except Denied as error:
                found.failed[one] = str(error)
            else:
                found.looked += halved.answers
                found.failed |= halved.failed
        return found

    def _single(self, entity: str, entity_id: str, fields: str) -> Looked:
        """Follows what was merged, at our own address only."""
        asking = entity_id
        for _ in range(MOST_HOPS):
            reply = self._ask(f"{entity}/{asking}", {"select": fields}, FREE)
            if reply.status == 404:
                return Looked(entity_id, None)
            if reply.status == 200:
                return Looked(entity_id, reply, asking if asking != entity_id else "")
            if reply.status == 400:
                raise Denied(f"HTTP 400 {reply.message}")
            asking = _id_of_location(reply)
        raise Broken(f"{entity_id} redirects more than {MOST_HOPS} times")

    def _ask(self, path: str, query: dict[str, str], cost: Decimal) -> Reply:
        key = settings.OPENALEX_API_KEY
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        return self._api.send(path, query, self._gate, cost=cost, headers=headers)


def _prefixed(prefix: str, arxiv_ids: Iterable[str]) -> dict[str, str]:
    return {one: prefix + one for one in arxiv_ids}


def _results(reply: Reply) -> list[object] | None:
    """None where the answer is no list answer."""
    results = reply.payload.get("results") if isinstance(reply.payload, dict) else None
    return results if isinstance(results, list) else None


def _count(reply: Reply) -> int:
    meta = reply.payload.get("meta") if isinstance(reply.payload, dict) else None
    count = meta.get("count") if isinstance(meta, dict) else None
    return count if isinstance(count, int) else 0


def _id_of_location(reply: Reply) -> str:
    location = reply.headers.get("location", "")
    found = parse_openalex_id(urlsplit(location).path.rstrip("/").rpartition("/")[2])
    if not found:
        raise Broken(f"redirects to {location[:80]!r}, which is no id")
    return found

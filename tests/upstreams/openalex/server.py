"""OpenAlex's lists and single look-ups over a world: filters, select, pages, cut author lists, merges, budget."""

from decimal import Decimal

from tests.upstreams.json_server import HTML, JsonServer, Reply, as_json

ENTITIES = ("works", "authors", "institutions")
LIST_COST = Decimal("0.0001")
_WORK_FIELDS = """
id doi title display_name relevance_score publication_year publication_date ids language primary_location
sources type type_crossref indexed_in open_access authorships institution_assertions institutions
countries_distinct_count institutions_distinct_count corresponding_author_ids corresponding_institution_ids
apc_list apc_paid fwci is_authors_truncated has_fulltext fulltext_origin cited_by_count
citation_normalized_percentile cited_by_percentile_year biblio is_retracted is_paratext is_xpac primary_topic
topics keywords concepts mesh locations_count locations best_oa_location sustainable_development_goals awards
funders datasets versions has_content content_urls referenced_works_count referenced_works related_works
abstract_inverted_index cited_by_api_url counts_by_year updated_date created_date
"""
WORK_FIELDS = frozenset(_WORK_FIELDS.split())


class OpenAlexServer(JsonServer):
    """`world` as records.py tells. Options, all to be changed while it runs:

    budget       dollars left today; at less than a list's cost 429 with `retryAfter` (None: no end)
    resets_in    seconds until the budget is there again
    key          the only key accepted; with `keyless_busy` requests without one get 429 although budget is left
    cut          author lists of list answers are cut there; `tells_cut` says whether the flag comes with it
    largest_list a list of more ids than that gets 500
    poison       ids that make any list with them 500
    """

    def __init__(self, world=None, recorded=None, budget=None, key=None, port=0):
        super().__init__(recorded, port)
        self.world = world
        self.budget, self.resets_in = budget, 3600
        self.key, self.keyless_busy = key, False
        self.cut, self.tells_cut = 100, True
        self.largest_list, self.poison = None, set()

    def reply(self, exchange):
        entity, _, entity_id = exchange.path.partition("/")
        if self.world is None or entity not in ENTITIES:
            return Reply(HTML, 404, "text/html")
        given = exchange.headers.get("authorization", "").removeprefix("Bearer ") or exchange.query.get("api_key")
        if self.keyless_busy and not given:
            return self._too_many("Search is busy; use an API key.", 5)
        if self.key and given and given != self.key:
            return as_json({"error": "Invalid or missing API key", "message": "API key not found"}, 401)
        wanted = exchange.query["select"].split(",") if exchange.query.get("select") else []
        for name in wanted:
            if entity == "works" and name not in WORK_FIELDS:
                valid = ", ".join(sorted(WORK_FIELDS))
                return self._bad(f"{name} is not a valid select field. Valid fields for select are: {valid}.")
        if entity_id:
            return self._single(entity, entity_id, wanted)
        return self._list(entity, exchange.query, wanted)

    def refusal(self, status, options):
        if status == 429:
            return self._too_many("Rate limit exceeded", options.get("retry_after", 1))
        return super().refusal(status, options)

    def _single(self, entity, entity_id, wanted):
        target = self.world.merged_into(entity_id)
        if target:
            location = f"https://api.openalex.org/{entity}/{target}"
            return Reply(b"", 301, "text/html", {"Location": location})
        found = self._by_doi(entity_id) if entity_id.startswith("doi:") else self.world.one(entity, entity_id)
        if found is None:
            return Reply(HTML, 404, "text/html")
        return as_json(_select(found, wanted), **self._limits(Decimal(0)))

    def _by_doi(self, name):
        found = self.world.works_by_doi(name.removeprefix("doi:").lower())
        return found[0] if found else None

    def _list(self, entity, query, wanted):
        if self.budget is not None and self.budget < LIST_COST:
            return self._too_many("Daily budget is used up.", self.resets_in)
        name, _, values = query.get("filter", "").partition(":")
        asked = values.split("|")
        if len(asked) > 100:
            return self._bad(f"Maximum number of values exceeded for {name}. Decrease values to 100 or below.")
        too_many = self.largest_list and len(asked) > self.largest_list
        if too_many or any(bad in one for bad in self.poison for one in asked):
            return Reply(b"", 500, "text/html")
        per_page, page = int(query.get("per_page", 25)), int(query.get("page", 1))
        if per_page > 200 or page * per_page > 10_000:
            return self._bad("Maximum results size of 10,000 records is exceeded.")
        found = self._found(entity, name, asked)
        if found is None:
            return self._bad(f"{name} is not a valid field.")
        if self.budget is not None:
            self.budget -= LIST_COST
        results = [self._shortened(one) for one in found[(page - 1) * per_page : page * per_page]]
        meta = {"count": len(found), "db_response_time_ms": 9, "page": page, "per_page": per_page}
        meta |= {"groups_count": None, "cost_usd": float(LIST_COST)}
        payload = {"meta": meta, "results": [_select(one, wanted) for one in results], "group_by": []}
        return as_json(payload, **self._limits(LIST_COST))

    def _found(self, entity, name, asked):
        """Each once, in an order of OpenAlex's own."""
        if entity == "works" and name == "doi":
            found = [one for value in asked for one in self.world.works_by_doi(value.lower())]
        elif entity == "works" and name == "locations.landing_page_url":
            found = [one for value in asked for one in self.world.works_by_landing_page(value)]
        elif name in ("openalex", "ids.openalex", "openalex_id"):
            found = [one for value in asked if (one := self.world.one(entity, value)) is not None]
        else:
            return None
        return sorted({one["id"]: one for one in found}.values(), key=lambda one: one["id"][::-1])

    def _shortened(self, record):
        rows = record.get("authorships") or []
        if len(rows) <= self.cut:
            return record
        flag = {"is_authors_truncated": True} if self.tells_cut else {}
        return {**record, "authorships": rows[: self.cut], **flag}

    def _limits(self, cost):
        left = Decimal("0.9654") if self.budget is None else self.budget
        return {
            "X_RateLimit_Limit": 10000,
            "X_RateLimit_Remaining": int(left / LIST_COST),
            "X_RateLimit_Credits_Used": int(cost / LIST_COST),
            "X_RateLimit_Reset": self.resets_in,
            "X_RateLimit_Limit_USD": 1,
            "X_RateLimit_Remaining_USD": left,
            "X_RateLimit_Cost_USD": cost,
        }

    def _too_many(self, message, wait):
        body = {"error": "Rate limit exceeded", "message": message, "retryAfter": wait}
        return as_json(body, 429, Retry_After=wait, **(self._limits(Decimal(0)) if self.budget is not None else {}))

    @staticmethod
    def _bad(message):
        return as_json({"error": "Invalid query parameters error.", "message": message}, 400)


def _select(record, wanted):
    return {name: record[name] for name in wanted if name in record} if wanted else record

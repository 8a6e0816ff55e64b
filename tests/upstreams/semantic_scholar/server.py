"""paper/batch and author/batch over a world: fields, null rows, spoilt batches, sizes, keys."""

import json
import re

from tests.upstreams.json_server import HTML, JsonServer, Reply, as_json

MOST = {"paper/batch": 500, "author/batch": 1000}
_PAPER_FIELDS = """
paperId corpusId externalIds url title abstract venue publicationVenue year referenceCount citationCount
influentialCitationCount isOpenAccess openAccessPdf fieldsOfStudy s2FieldsOfStudy publicationTypes publicationDate
journal citationStyles authors citations references embedding tldr
"""
_AUTHOR_FIELDS = "authorId externalIds url name affiliations homepage paperCount citationCount hIndex papers"
FIELDS = {"paper/batch": set(_PAPER_FIELDS.split()), "author/batch": set(_AUTHOR_FIELDS.split())}
IDS = {
    "paper/batch": re.compile(r"[0-9a-f]{40}|CorpusId:\d+|ARXIV:(\d{4}\.\d{4,5}|[a-z-]+/\d{7})|DOI:10\..+|MAG:\d+"),
    "author/batch": re.compile(r"\d+"),
}


class SemanticScholarServer(JsonServer):
    """`world` as records.py tells. Options, all to be changed while it runs:

    keyless_busy  requests without a key get 429 without Retry-After
    key           the only key accepted, any other gets 403
    poison        ids that make any batch with them 500; with `cured_by_fewer` only where references are asked for
    most_bytes    larger answers get 400
    largest_batch a batch of more ids than that gets 504
    """

    base = "/graph/v1"

    def __init__(self, world=None, recorded=None, key=None, port=0):
        super().__init__(recorded, port)
        self.world = world
        self.key, self.keyless_busy = key, False
        self.poison, self.cured_by_fewer = set(), False
        self.most_bytes, self.largest_batch = 10_000_000, None

    def where(self, path):
        return path

    def reply(self, exchange):
        if self.world is None or exchange.path not in MOST or exchange.method != "POST":
            return Reply(HTML, 404, "text/html")
        given = exchange.headers.get("x-api-key")
        if self.keyless_busy and not given:
            return self.refusal(429, {})
        if given and given != self.key:
            return as_json({"message": "Forbidden"}, 403)
        fields = exchange.query.get("fields", "").split(",")
        strange = [name for name in fields if name and name.partition(".")[0] not in FIELDS[exchange.path]]
        if strange:
            return as_json({"error": f"Unrecognized or unsupported fields: [{', '.join(strange)}]"}, 400)
        return self._batch(exchange.path, exchange.body["ids"], [name for name in fields if name])

    def refusal(self, status, options):
        if status == 429:
            told = "Too Many Requests. Please wait and try again or apply for a key for higher rate limits."
            return as_json({"message": told, "code": "429"}, 429)
        return super().refusal(status, options)

    def _batch(self, path, ids, fields):
        kind = path.partition("/")[0]
        if len(ids) > MOST[path]:
            return as_json({"error": f"Exceeded maximum number of {kind} ids: {MOST[path]}"}, 400)
        if self.largest_batch and len(ids) > self.largest_batch:
            return as_json({"message": "Endpoint request timed out"}, 504)
        asks_much = any(name.startswith("references") for name in fields)
        if self.poison & set(ids) and (asks_much or not self.cured_by_fewer):
            return as_json({"message": "Internal Server Error"}, 500)
        find = self.world.paper if kind == "paper" else self.world.author
        rows = [find(one) for one in ids]
        if not any(rows) or not all(IDS[path].fullmatch(one) for one in ids):
            return as_json({"error": f"No valid {kind} ids given"}, 400)
        own_id = "paperId" if kind == "paper" else "authorId"
        answer = [row and _project(row, fields, own_id) for row in rows]
        if len(json.dumps(answer)) > self.most_bytes:
            return as_json({"error": "Response would exceed maximum size. Please reduce the number of papers."}, 400)
        return as_json(answer)


def _project(row, fields, own_id):
    """The fields asked for, and the id unasked; of authors within, id and name unless some are named."""
    wanted = {name.partition(".")[0] for name in fields}
    found = {name: value for name, value in row.items() if name in wanted or name == own_id}
    for name in ("authors", "references", "citations"):
        inner = {one.partition(".")[2] for one in fields if one.startswith(f"{name}.")}
        if name == "authors":
            inner = inner | {"authorId"} if inner else {"authorId", "name"}
        if isinstance(found.get(name), list):
            inner = inner or {"paperId", "title"}
            found[name] = [{key: value for key, value in one.items() if key in inner} for one in found[name]]
    return found

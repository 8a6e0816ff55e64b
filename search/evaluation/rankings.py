"""One set's queries, typed into the site's search and into two plain ones beside it. Needs `filling.fill`."""

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy

from search import heads, lexical, semantic
from search.answers import SearchRequest
from search.documents import embedded_text
from search.evaluation.filling import Vectors
from search.evaluation.measures import DEEPER
from search.evaluation.sets import Grades, Judged
from search.heads import Gathered
from search.hybrid import Weights
from search.query import parse


@dataclass(frozen=True)
class Ranked:
    """What each way of searching found for one query, as names of documents, and what hybrid makes its list of."""

    grades: Grades
    words: Sequence[str]
    meaning: Sequence[str]
    bm25: Sequence[str]
    plain_model: Sequence[str]
    gathered: Gathered
    names: Mapping[int, str]

    def hybrid(self, weights: Weights) -> list[str]:
        head = [self.names[paper] for paper in self.gathered.head(weights).ids]
        held = set(head)
        return [*head, *(name for name in self.words if name not in held)]


def rank_all(judged: Judged, names: Mapping[int, str], vectors: Vectors) -> list[Ranked]:
    """In the order of the file. The plain ones read the whole text of a query, ours what the site reads of it."""
    parsed = {key: parse(query["text"]) for key, query in judged.queries.items()}
    whole = [query["text"] for query in judged.queries.values()]
    known = vectors.of([*whole, *(heads.meant(query) or query.text for query in parsed.values())])
    texts = [embedded_text(one["title"], one["text"]) for one in judged.documents.values()]
    by_bm25 = _bm25(texts, list(judged.documents), whole)
    by_model = _plain_model(texts, list(judged.documents), whole, vectors)
    found = []
    for place, (key, query) in enumerate(parsed.items()):
        request = SearchRequest(query)
        vector = known[heads.meant(query) or query.text]
        with semantic.around(vectors.model, vector) as around:
            near = [names[one.paper] for one in around.nearest()]
        words = [names[paper] for paper, _ in lexical.head(request, 10 * DEEPER)]
        gathered = heads.gather(request, vectors.model, vector)
        found.append(Ranked(judged.grades[key], words, near, by_bm25[place], by_model[place], gathered, names))
    return found


def _bm25(texts: Sequence[str], documents: Sequence[str], queries: Sequence[str]) -> list[list[str]]:
    library = importlib.import_module("bm25s")  # for development only, so not among what the site needs
    index = library.BM25()
    index.index(library.tokenize(list(texts), stopwords="en", show_progress=False), show_progress=False)
    asked = library.tokenize(list(queries), stopwords="en", show_progress=False)
    places, _ = index.retrieve(asked, k=min(DEEPER, len(texts)), show_progress=False)
    return [[documents[place] for place in row] for row in places]


def _plain_model(
    texts: Sequence[str], documents: Sequence[str], queries: Sequence[str], vectors: Vectors
) -> list[list[str]]:
    known = vectors.of([text for text in [*texts, *queries] if text])
    nothing = numpy.zeros_like(next(iter(known.values())))
    matrix = numpy.stack([known.get(text, nothing) for text in texts])
    return [
        [documents[place] for place in numpy.argsort(-(matrix @ known[query]), kind="stable")[:DEEPER]]
        for query in queries
    ]

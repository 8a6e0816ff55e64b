"""How well vectors alone tell similar papers: pools judged by experts, and cited papers against others."""

from pathlib import Path

from search.documents import embedded_text
from search.evaluation.filling import Vectors
from search.evaluation.measures import mean, ndcg
from search.evaluation.sets import POOLS, TRIPLETS, read_lines, read_set


def pools(folder: Path, vectors: Vectors) -> float:
    """nDCG@10 of each query's pool, ordered by closeness to the query's paper, which is left out."""
    judged = read_set(folder, POOLS, (POOLS,))
    texts = {name: embedded_text(one["title"], one["text"]) for name, one in judged.documents.items()}
    known = vectors.of([text for text in texts.values() if text])
    scores = []
    for key, query in judged.queries.items():
        pool = {name: grade for name, grade in judged.grades[key].items() if name != query["pid"] and texts[name]}
        mine = known[texts[query["pid"]]]
        ranked = sorted(pool, key=lambda name: (-float(mine @ known[texts[name]]), name))
        scores.append(ndcg(ranked, pool))
    return mean(scores)


def triplets(folder: Path, vectors: Vectors) -> float:
    """In how many of the triplets the cited paper is nearer than the other."""
    read = read_lines(folder / TRIPLETS / "triplets.jsonl.gz")
    parts = [{part: embedded_text(one[part]["title"], one[part]["abstract"] or "") for part in one} for one in read]
    known = vectors.of([text for one in parts for text in one.values()])
    nearer = [known[one["query"]] @ known[one["pos"]] > known[one["query"]] @ known[one["neg"]] for one in parts]
    return mean([float(each) for each in nearer])

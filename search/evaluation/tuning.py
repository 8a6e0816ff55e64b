"""Weights chosen on one half of each set's queries, told by what they do on the other, and the halves swapped. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from search.evaluation.measures import mean, ndcg, recall
from search.evaluation.rankings import Ranked
from search.hybrid import DEFAULT, Weights

MAY_LOSE = 0.01

Sets = Mapping[str, Sequence[Ranked]]


@dataclass(frozen=True)
class Told:
    """Of one set: each way of searching with its nDCG@10 and recall@100."""

    name: str
    queries: int
    scores: Mapping[str, tuple[float, float]]
    empty: int  # queries that hybrid answers with nothing


def choices() -> Iterator[Weights]:
    steps = (0.3, 0.4, 0.5), (0.5, 0.6, 0.65), (0.05, 0.1), (0.3, 0.7), (0.0, 0.15, 0.3)
    for complete, partial, all_words, known, places in product(*steps):
        yield Weights(complete, partial, all_words, known, places)


def best(sets: Sets, among: Sequence[Weights] = ()) -> Weights:
    """The weights with the highest mean nDCG@10, less what a set loses to its better leg beyond MAY_LOSE."""
    legs = {name: max(_mean(ranked, "words"), _mean(ranked, "meaning")) for name, ranked in sets.items()}

    def worth(weights: Weights) -> float:
        scores = {name: _hybrid(ranked, weights) for name, ranked in sets.items()}
        lost = sum(max(legs[name] - MAY_LOSE - score, 0.0) for name, score in scores.items())
        return round(mean(list(scores.values())) - lost, 6)

    return max(among or list(choices()), key=worth)


def halves(ranked: Sequence[Ranked]) -> tuple[list[Ranked], list[Ranked]]:
    return list(ranked[::2]), list(ranked[1::2])


def tell(sets: Sets) -> tuple[list[Told], tuple[Weights, Weights]]:
    """Hybrid's scores with weights that its queries had no part in choosing, and those of `DEFAULT`."""
    parted = {name: halves(ranked) for name, ranked in sets.items()}
    chosen = tuple(best({name: pair[half] for name, pair in parted.items()}) for half in (0, 1))
    told = []
    for name, ranked in sets.items():
        other = [(one, chosen[1]) for one in parted[name][0]] + [(one, chosen[0]) for one in parted[name][1]]
        scores = {
            way: _scores([(getattr(one, way), one) for one in ranked])
            for way in ("bm25", "plain_model", "words", "meaning")
        }
        scores["hybrid"] = _scores([(one.hybrid(weights), one) for one, weights in other])
        scores["hybrid, as shipped"] = _scores([(one.hybrid(DEFAULT), one) for one in ranked])
        empty = sum(not one.hybrid(DEFAULT) for one in ranked)
        told.append(Told(name, len(ranked), scores, empty))
    return told, (chosen[0], chosen[1])


def _mean(ranked: Sequence[Ranked], way: str) -> float:
    return mean([ndcg(getattr(one, way), one.grades) for one in ranked])


def _hybrid(ranked: Sequence[Ranked], weights: Weights) -> float:
    return mean([ndcg(one.hybrid(weights), one.grades) for one in ranked])


def _scores(pairs: Sequence[tuple[Sequence[str], Ranked]]) -> tuple[float, float]:
    return (
        mean([ndcg(found, one.grades) for found, one in pairs]),
        mean([recall(found, one.grades) for found, one in pairs]),
    )

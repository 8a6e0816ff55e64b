"""A person with the people around them, as percent coordinates: at most thirty on two arcs, ties between them. Pure.

People who share papers stand together: each next place is for the one with most ties to the last placed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, radians, sin, sqrt

MOST_NODES = 30
MOST_TIES = 60
WIDTH, HEIGHT = 26.0, 45.0  # half axes of the arcs, in percent of the frame
OPENING = 64.0  # degrees left free above and below, where names would meet
THICKEST = 5.0
LARGEST, SMALLEST = 10.0, 4.5
LONG_NAME = 25  # letters; what stands beside the left arc on a tablet


@dataclass(frozen=True, slots=True)
class Node:
    """`number` is the place in the list below the picture, from 1; `gap` parts the label from the circle."""

    number: int
    name: str
    x: float
    y: float
    radius: float
    width: float
    gap: float
    end: bool


@dataclass(frozen=True, slots=True)
class Tie:
    x1: float
    y1: float
    x2: float
    y2: float
    width: float


@dataclass(frozen=True, slots=True)
class Network:
    nodes: tuple[Node, ...]
    ties: tuple[Tie, ...]
    least: int  # papers that two share who are tied

    @property
    def has_long_names(self) -> bool:
        return any(len(node.name) > LONG_NAME for node in self.nodes)


def network(people: Sequence[tuple[int, str, int]], ties: Mapping[tuple[int, int], int]) -> Network | None:
    """Of (id, name, papers together) in the order of the list; `ties` by two ids, lower first. None without people."""
    people = people[:MOST_NODES]
    if not people:
        return None
    numbers = {one: place for place, (one, _, _) in enumerate(people, 1)}
    known = {pair: strength for pair, strength in ties.items() if pair[0] in numbers and pair[1] in numbers}
    ordered = _side_by_side([one for one, _, _ in people], known)
    most = max(papers for _, _, papers in people) or 1
    told = {one: (name, papers) for one, name, papers in people}
    nodes = {}
    right = -(-len(ordered) // 2)
    for place, one in enumerate(ordered):
        on_right = place < right
        here, count = (place, right) if on_right else (place - right, len(ordered) - right)
        x, y = _on_arc(here, count, on_right)
        name, papers = told[one]
        radius = round(SMALLEST + (LARGEST - SMALLEST) * sqrt(papers / most), 1)
        width = round(1 + (THICKEST - 1) * papers / most, 1)
        nodes[one] = Node(numbers[one], name, x, y, radius, width, round(radius + 6, 1), not on_right)
    shown, least = _strongest(known)
    return Network(
        tuple(nodes[one] for one in ordered),
        tuple(_tie(nodes[one], nodes[other], strength) for (one, other), strength in shown),
        least,
    )


def _side_by_side(ids: list[int], ties: Mapping[tuple[int, int], int]) -> list[int]:
    left = list(ids)
    ordered = [left.pop(0)]
    while left:
        last = ordered[-1]
        following = max(left, key=lambda one: (ties.get((min(one, last), max(one, last)), 0), -left.index(one)))
        left.remove(following)
        ordered.append(following)
    return ordered


def _on_arc(place: int, count: int, right: bool) -> tuple[float, float]:
    """The first of the right arc stands above, the first of the left one below: so neighbours meet around the foot."""
    span = 180 - OPENING
    turned = (place + 0.5) / count * span - span / 2
    x = WIDTH * cos(radians(turned)) * (1 if right else -1)
    y = HEIGHT * sin(radians(turned)) / sin(radians(span / 2)) * (1 if right else -1)
    return round(50 + x, 1), round(50 + y, 1)


def _strongest(ties: Mapping[tuple[int, int], int]) -> tuple[list[tuple[tuple[int, int], int]], int]:
    """Ties of so many papers that not too many are left, at least two."""
    least = 2
    while sum(strength >= least for strength in ties.values()) > MOST_TIES:
        least += 1
    return sorted((pair, strength) for pair, strength in ties.items() if strength >= least), least


def _tie(one: Node, other: Node, strength: int) -> Tie:
    return Tie(one.x, one.y, other.x, other.y, round(min(0.8 + 0.2 * strength, 3), 1))

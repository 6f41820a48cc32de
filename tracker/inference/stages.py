"""In which order half-suits are added up, and what must hold of the sums after each.

Half-suits of the columns that count fewest of them come first. So where a column counts some of the
half-suits that another counts (those that left play unseen up to some event, and up to a later
one), it is the other's sum at a point of the way: its bounds are bounds on that, and it needs no
number of its own. Where all half-suits of a column are behind, it ends.

The vectors of a half-suit are kept as an automaton reads them, part by part: what can go on alike
is one node. To add all the 462 ways to divide six cards among six seats takes some hundred shifts.

Example: Ann's hand, and what Ann had of the first half-suit to go: that half-suit comes first, and
there is one column, with bounds after the first half-suit and after the last.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from tracker.inference.half_suits import Vector, Ways
from tracker.inference.narrowing import Narrowed, Range

Layers: TypeAlias = Sequence[Sequence[Sequence[tuple[int, int]]]]
"""For each column, for each node: (part of the vector, node of the next column), upwards."""


class Stage(NamedTuple):
    """A half-suit on the way."""

    ways: Ways
    """Their vectors have the columns that have not ended before; those that end first come last."""
    layers: Layers
    """The vectors."""
    bounds: Sequence[tuple[int, Range]]
    """What must hold after it, by column."""
    going_on: int
    """How many columns do not end with it."""


def stages_of(position: Narrowed) -> tuple[list[Stage], list[int]]:
    """The way through a position.

    Returns:
        The stages, and the most of each column.
    """
    way = _in_order(position.half_suits)
    ends, hosts = _columns(way, len(position.bounds))
    numbers = {column: i for i, column in enumerate(sorted(set(hosts), key=lambda c: -ends[c]))}
    bounds: list[list[tuple[int, Range]]] = [[] for _ in way]
    for end, host, bound in zip(ends, hosts, position.bounds, strict=True):
        bounds[end].append((numbers[host], bound))
    stages = []
    for i, ways in enumerate(way):
        ways = ways.onto([column for column in numbers if ends[column] >= i])
        going_on = sum(ends[column] > i for column in numbers)
        stages.append(Stage(ways, _layers(ways.marks), bounds[i], going_on))
    return stages, [position.bounds[column].most for column in numbers]


def _in_order(half_suits: Sequence[Ways]) -> list[Ways]:
    """Half-suits by the columns that count fewest, those with fewest vectors first."""
    counted = [
        {i for i, ways in enumerate(half_suits) if ways.most[column]}
        for column in range(len(half_suits[0].most) if half_suits else 0)
    ]
    order: list[int] = []
    for some in (*sorted(counted, key=len), set(range(len(half_suits)))):
        order += sorted(some - set(order), key=lambda i: len(half_suits[i].marks))
    return [half_suits[i] for i in order]


def _columns(way: Sequence[Ways], columns: int) -> tuple[list[int], list[int]]:
    """For each column, after which half-suit it ends, and the longest that is the same till then.

    That is itself where there is no other.
    """
    parts = [list(zip(*ways.marks, strict=True)) for ways in way]
    ends = [max(i for i, ways in enumerate(way) if ways.most[c]) for c in range(columns)]
    hosts = []
    for column, end in enumerate(ends):
        same = (
            other
            for other in range(columns)
            if ends[other] >= end and all(p[other] == p[column] for p in parts[: end + 1])
        )
        hosts.append(max(same, key=lambda other: (ends[other], -other)))
    return ends, hosts


def _layers(vectors: Iterable[Vector]) -> Layers:
    """Vectors as an automaton, from their ends: beginnings that can go on alike are one node."""
    layers: list[list[tuple[tuple[int, int], ...]]] = []
    nodes = dict.fromkeys(sorted(vectors), 0)
    for _ in next(iter(nodes)):
        edges: dict[Vector, list[tuple[int, int]]] = {}
        for beginning, node in nodes.items():
            edges.setdefault(beginning[:-1], []).append((beginning[-1], node))
        numbers: dict[tuple[tuple[int, int], ...], int] = {}
        nodes = {b: numbers.setdefault(tuple(found), len(numbers)) for b, found in edges.items()}
        layers.append(list(numbers))
    return layers[::-1]

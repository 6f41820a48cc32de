"""Placing the open cards of one half-suit, card by card: in how many ways can they lie?

Facts but for hand sizes speak of one half-suit each. So all that the rest of the deck needs to know
of a half-suit is, for each vector v of how many of its cards each seat has, the number T[v] of
*fillings* (a seat for each card) that satisfy its clauses.

Seats that no fact tells apart are one *group*, a column of the vector. A state is the vector so far
and the clauses satisfied so far, packed into one integer: a bit for each clause at the bottom, a
few bits for each column above. A card that goes to a group adds to columns and sets bits of
clauses; at the end all those bits must be set.

Example: cards 1 and 2, seats A and B, "A has one of them": T[(2, 0)] = 1, T[(1, 1)] = 2.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import accumulate
from math import prod
from random import Random
from typing import Any, NamedTuple, TypeAlias

from tracker.counting.hidden_half_suits import Part
from tracker.counting.open_deal import OpenBook
from tracker.game.cards import Card

Vector: TypeAlias = tuple[int, ...]
"""How many cards each column has."""
State: TypeAlias = int
"""The columns so far, and the clauses satisfied so far, packed."""


class Columns(NamedTuple):
    """What is open of a half-suit, and the columns in which its cards are counted."""

    book: OpenBook
    groups: tuple[int, ...]
    """Masks of seats that nothing tells apart; those that its cards can go to."""
    parts: tuple[Part, ...]
    """Further columns, for cards that are counted apart."""
    rooms: tuple[int, ...]
    """The room of each group; empty where fillings that overfill a group are counted, too."""

    def weight(self, vector: Vector) -> int:
        """What each filling with a vector weighs."""
        return prod(
            by_number[vector[self.groups.index(seat)]]
            for seat, by_number in self.book.weights
            if seat in self.groups
        )

    @property
    def unweighed(self) -> Columns:
        """The columns where each filling weighs 1."""
        return self._replace(book=replace(self.book, weights=())) if self.book.weights else self


class Move(NamedTuple):
    """A card goes to a group."""

    columns: tuple[int, ...]
    """The columns that get one more: the group's first, then those of parts."""
    step: State
    """What is added to the state."""
    satisfied: State
    """The bits of the clauses that it satisfies."""


class Placing:
    """The ways to place the open cards of a half-suit, one by one.

    Args:
        columns: the open cards, and how they are counted.
    """

    def __init__(self, columns: Columns) -> None:
        book = columns.book
        self.columns = columns
        self.cards = book.cards
        self._clauses = sorted(map(dict, book.clauses), key=self._span)
        self._width = len(book.cards).bit_length()
        self.satisfied: State = (1 << len(self._clauses)) - 1
        """The bits of all clauses."""
        choices = zip(book.cards, book.choices, strict=True)
        self.moves = {card: tuple(self._moves(card, seats)) for card, seats in choices}
        """For each card the groups that it can go to."""

    def _span(self, clause: Mapping[Card, int]) -> tuple[int, int]:
        """The places of its first and its last card."""
        places = [i for i, card in enumerate(self.cards) if card in clause]
        return places[0], places[-1]

    def _moves(self, card: Card, seats: int) -> Iterator[Move]:
        """The groups that a card can go to, of which some seat is in the mask ``seats``."""
        _, groups, parts, _ = self.columns
        clauses = [
            (1 << k, clause[card]) for k, clause in enumerate(self._clauses) if card in clause
        ]
        for i, group in enumerate(groups):
            if group & seats:
                counted = enumerate(parts, len(groups)) if parts else ()
                own = [k for k, part in counted if part.seat == group and card in part.cards]
                step = sum(1 << self.shift(column) for column in (i, *own))
                satisfied = sum(bit for bit, true in clauses if true & group)
                yield Move((i, *own), step, satisfied)

    @cached_property
    def ended(self) -> Mapping[Card, State]:
        """For each card the bits of the clauses of which it is the last card."""
        ended = dict.fromkeys(self.cards, 0)
        for bit, clause in enumerate(self._clauses):
            ended[self.cards[self._span(clause)[1]]] |= 1 << bit
        return ended

    def shift(self, column: int) -> int:
        """The lowest bit of a column in a state."""
        return len(self._clauses) + self._width * column

    @property
    def full(self) -> int:
        """As many ones as a column has bits."""
        return (1 << self._width) - 1

    def vector(self, state: State) -> Vector:
        """The columns of a state."""
        full, first = self.full, self.shift(0)
        number = len(self.columns.groups) + len(self.columns.parts)
        shifts = range(first, first + number * self._width, self._width)
        return tuple([state >> shift & full for shift in shifts])

    def final(self, vector: Vector) -> State:
        """The state once all cards are placed, and all clauses satisfied."""
        return self.satisfied | sum(n << self.shift(i) for i, n in enumerate(vector))

    def layers(self, pay: Callable[[int], None]) -> list[dict[State, int]]:
        """The ways to each state, after no card, after the first, and so on.

        States that break a clause or overfill a group are left out.

        Args:
            pay: called with the number of steps before they are taken.
        """
        layers = [{0: 1}]
        for card, moves in self.moves.items():
            pay(len(layers[-1]) * len(moves))
            after: dict[State, int] = defaultdict(int)
            ended = self.ended[card]
            steps = [(step, satisfied) for _, step, satisfied in moves]
            for state, ways in layers[-1].items():
                for step, satisfied in steps:
                    placed = (state + step) | satisfied
                    if placed & ended == ended:
                        after[placed] += ways
            layers.append(self._within_rooms(after))
        return layers

    def _within_rooms(self, states: dict[State, int]) -> dict[State, int]:
        """The states in which no group has more cards than room, where rooms are kept to."""
        bounds = list(enumerate(self.columns.rooms))
        if not bounds:
            return states
        return {
            state: ways
            for state, ways in states.items()
            if all(state >> self.shift(i) & self.full <= room for i, room in bounds)
        }


class Fillings:
    """The fillings of one half-suit.

    Args:
        placing: its open cards.
        pay: as ``Placing.layers`` takes it.
    """

    def __init__(self, placing: Placing, pay: Callable[[int], None]) -> None:
        self.placing = placing
        layers = placing.layers(pay)
        vectors = ((placing.vector(state), ways) for state, ways in layers[-1].items())
        self.vectors = {vector: ways * placing.columns.weight(vector) for vector, ways in vectors}
        """What the fillings with each vector weigh together: each weighs 1, or what is said."""
        self.least = tuple(map(min, zip(*self.vectors, strict=True)))
        self.most = tuple(map(max, zip(*self.vectors, strict=True)))
        self._steps = list(zip(placing.moves.values(), layers, strict=False))

    @property
    def choices(self) -> int:
        """In how many ways its cards can lie if no clause matters, each with the most weight."""
        heaviest = prod(max(by_number) for _, by_number in self.placing.columns.book.weights)
        return heaviest * prod(len(moves) for moves, _ in self._steps)

    @property
    def shifts(self) -> int:
        """How often a polynomial is shifted to add the half-suit."""
        if self.placing.columns.book.weights:
            return len(self.vectors)
        satisfied = self.placing.satisfied
        return sum(
            len({state & satisfied for state in layer}) * len(moves) for moves, layer in self._steps
        )

    def by_group(self, weights: Mapping[Vector, Any]) -> list[list[Any]]:
        """[card][group]: the weight of all fillings in which the card is with the group."""
        rows = []
        weight_of = self.placing.columns.weight
        after = {self.placing.final(v): weight * weight_of(v) for v, weight in weights.items()}
        for moves, layer in reversed(self._steps):
            row = [0] * len(self.placing.columns.groups)
            before = dict.fromkeys(layer, 0)
            for state, ways in layer.items():
                for columns, step, satisfied in moves:
                    weight = after.get((state + step) | satisfied, 0)
                    row[columns[0]] += ways * weight
                    before[state] += weight
            rows.append(row)
            after = before
        return rows[::-1]

    def filling(self, vector: Vector, random: Random) -> list[tuple[Card, int]]:
        """One of the fillings with a vector, each equally likely: each card with its group."""
        groups = []
        state = self.placing.final(vector)
        for origins in reversed(self._origins):
            ways = [ways for ways, *_ in origins[state]]
            _, group, state = origins[state][pick(ways, random)]
            groups.append(self.placing.columns.groups[group])
        return list(zip(self.placing.cards, reversed(groups), strict=True))

    @cached_property
    def _origins(self) -> list[dict[State, list[tuple[int, int, State]]]]:
        """For each card and state after it: the ways to a state before it, the group, the state."""
        all_origins: list[dict[State, list[tuple[int, int, State]]]] = []
        for moves, layer in self._steps:
            origins: dict[State, list[tuple[int, int, State]]] = defaultdict(list)
            for state, ways in layer.items():
                for columns, step, satisfied in moves:
                    origins[(state + step) | satisfied].append((ways, columns[0], state))
            all_origins.append(origins)
        return all_origins


def pick(weights: Sequence[int], random: Random) -> int:
    """An index with a probability in exact proportion to its weight."""
    sums = list(accumulate(weights))
    return bisect_right(sums, random.randrange(sums[-1]))

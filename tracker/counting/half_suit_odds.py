"""Who was dealt what of one half-suit: holders of cards, namings, ownership, splits.

The cards asked about are placed one by one on single seats; a state is how many each seat has, and
the clauses satisfied so far. What a state is worth is the sum of the weights W of all ways to place
the other cards, W[v] the number of deals with each filling that gives the groups v. Within a group
of seats that nothing tells apart, r_s given cards at each seat s are just so in the share

    prod_s h_s (h_s - 1) ... (h_s - r_s + 1)  /  H (H - 1) ... (H - r + 1)

of the deals that give the group these r cards: h_s of its H places are the seat's.

So a naming is one path, ownership a sum over paths within the team, and the likeliest naming the
best last state, then the first path to one that is as good: few states, exact integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import perm, prod
from typing import NamedTuple, TypeAlias

from tracker.counting.open_deal import Engine, Thinning, Vector
from tracker.game.cards import Card
from tracker.game.events import Seat

Naming: TypeAlias = tuple[tuple[tuple[Card, Seat], ...], Fraction]
"""Holdings and their probability."""

Split: TypeAlias = tuple[tuple[int, ...], Fraction]
"""How many cards each seat has, in seat order, and the probability."""


class _Dealt(NamedTuple):
    """Some cards of the half-suit placed."""

    dealt: tuple[int, ...]
    """How many of them each seat has."""
    satisfied: int
    """The bits of the clauses satisfied so far."""


_Steps: TypeAlias = dict[_Dealt, dict[Seat, _Dealt]]
"""From each state, where a card may go, with the state after that."""
_Choices: TypeAlias = Sequence[tuple[Card, Sequence[Seat]]]
"""Cards with the seats that each may go to."""


class Absence(NamedTuple):
    """What is where a seat was dealt none of a half-suit's open cards."""

    share: float
    """Of the deals."""
    marginals: Mapping[Card, Mapping[Seat, float]]
    """In them, the probability of each possible seat of each open card."""


class HalfSuitOdds:
    """Probabilities within one half-suit.

    Args:
        engine: of a position with at least one deal.
        book: the place of the half-suit among those of the position.
    """

    def __init__(self, engine: Engine, book: int) -> None:
        self._engine, self._index = engine, book
        self._position = engine.position
        self._book, self._shape = self._position.books[book], self._position.shapes[book]
        self.cards = self._book.cards
        """Its open cards."""
        self._seats = self._position.seats
        self._start = _Dealt((0,) * len(self._seats), 0)
        self._memo: dict[tuple[Vector, int, tuple[Card, ...]], int] = {}

    def may_have(self, card: Card, seat: Seat) -> bool:
        """Whether an open card of it may be with a seat, as far as that is plain."""
        place = self.cards.index(card)
        return bool(self._book.choices[place] >> self._seats.index(seat) & 1)

    # -- holders of cards --------------------------------------------------------------------------

    @cached_property
    def marginals(self) -> Mapping[Card, Mapping[Seat, float]]:
        """The probability of each possible seat of each open card, in floats."""
        return self._by_seat(self._engine.rows(self._index).by_column, self._position.room)

    def probability(self, card: Card, seat: Seat) -> Fraction:
        """The exact probability that an open card is with a seat."""
        return self.owned([card], [seat])

    def absent(self, seat: Seat) -> Absence:
        """How things are where a seat was dealt none of its open cards, in floats.

        Only the weights of the vectors change: where the seat is alone in its group, those with a
        card there have none; of m cards of a group, it has none in a share of the deals to seats.
        """
        own = self._seats.index(seat)
        column = self._column[own]
        if column is None:
            return Absence(1.0, self.marginals)
        rooms = self._position.rooms[column]
        elsewhere = rooms - self._position.room[own]
        none = [
            perm(elsewhere, m) / perm(rooms, m) if m <= rooms else 0.0
            for m in range(len(self.cards) + 1)
        ]
        share, by_column = self._engine.rows(self._index, Thinning(column, none))
        room = [0 if i == own else n for i, n in enumerate(self._position.room)]
        return Absence(share, self._by_seat(by_column, room) if share else {})

    def _by_seat(
        self, rows: Sequence[Sequence[float]], room: Sequence[int]
    ) -> Mapping[Card, Mapping[Seat, float]]:
        """What each open card has in the columns, divided among their seats by room.

        Args:
            rows: [card][column].
            room: [seat].
        """
        rooms = [0] * len(self._position.groups)
        for column, n in zip(self._column, room, strict=True):
            if column is not None:
                rooms[column] += n
        places = [
            (seat, column, n / rooms[column])
            for seat, column, n in zip(self._seats, self._column, room, strict=True)
            if column is not None and n
        ]
        return {
            card: {seat: row[column] * share for seat, column, share in places if row[column]}
            for card, row in zip(self.cards, rows, strict=True)
        }

    @cached_property
    def _column(self) -> Sequence[int | None]:
        """[seat]: its column; None where it has no room."""
        groups = self._position.groups
        return [
            next((k for k, group in enumerate(groups) if group >> i & 1), None)
            for i in range(len(self._seats))
        ]

    # -- several cards at once ---------------------------------------------------------------------

    def naming(self, holdings: Mapping[Card, Seat]) -> Fraction:
        """The probability that open cards are just so."""
        choices = [(card, (seat,)) for card, seat in holdings.items()]
        return sum((worth for _, worth in self._outcomes(choices)), Fraction(0))

    def owned(self, cards: Iterable[Card], seats: Sequence[Seat]) -> Fraction:
        """The probability that open cards are all with some of the seats."""
        choices = [(card, seats) for card in cards]
        return sum((worth for _, worth in self._outcomes(choices)), Fraction(0))

    def splits(self, cards: Sequence[Card]) -> Mapping[tuple[int, ...], Fraction]:
        """The probability of each way in which open cards are split between the seats."""
        splits: dict[tuple[int, ...], Fraction] = {}
        for state, worth in self._outcomes([(card, self._seats) for card in cards]):
            splits[state.dealt] = splits.get(state.dealt, Fraction(0)) + worth
        return splits

    def likeliest(self, cards: Sequence[Card], seats: Sequence[Seat]) -> Naming | None:
        """The likeliest holdings of open cards by the seats."""
        layers, steps = self._layers([(card, seats) for card in cards])
        worths = {state: self._worth(state, cards) for state in layers[-1]}
        best = max(worths.values(), default=Fraction(0))
        if best == 0:
            return None
        aims = {state for state, worth in worths.items() if worth == best}
        return tuple(zip(cards, self._first_path(steps, aims), strict=True)), best

    def _first_path(self, steps: Sequence[_Steps], aims: set[_Dealt]) -> list[Seat]:
        """The first path, in seat order, to one of the last states."""
        good = [aims]
        for step in reversed(steps):
            good.append({state for state, to in step.items() if good[-1] & {*to.values()}})
        path, state = [], self._start
        for step, targets in zip(steps, good[-2::-1], strict=True):
            seat, state = next((seat, to) for seat, to in step[state].items() if to in targets)
            path.append(seat)
        return path

    def fillings(self) -> Iterator[dict[Card, Seat]]:
        """Every way in which its open cards can lie in some deal, in seat order card by card."""
        yield from self._continued(self._start, {})

    def _continued(self, start: _Dealt, placed: dict[Card, Seat]) -> Iterator[dict[Card, Seat]]:
        """The ways to place the rest of the cards, one by one."""
        if len(placed) == len(self.cards):
            yield dict(placed)
            return
        card = self.cards[len(placed)]
        for seat in self._seats:
            after = self._step(start, card, seat)
            if after and self._worth(after, [*placed, card]):
                yield from self._continued(after, {**placed, card: seat})

    # -- states ------------------------------------------------------------------------------------

    def _outcomes(self, choices: _Choices) -> Iterator[tuple[_Dealt, Fraction]]:
        """The last states with their probability, each card with one of its seats."""
        layers, _ = self._layers(choices)
        cards = [card for card, _ in choices]
        for state, ways in layers[-1].items():
            yield state, ways * self._worth(state, cards)

    def _layers(self, choices: _Choices) -> tuple[list[dict[_Dealt, int]], list[_Steps]]:
        """The states after each card, with the number of ways to them; and the steps between."""
        layers, steps = [{self._start: 1}], []
        for card, seats in choices:
            layer: dict[_Dealt, int] = {}
            taken: _Steps = {}
            for state, ways in layers[-1].items():
                taken[state] = {}
                for seat in seats:
                    after = self._step(state, card, seat)
                    if after is not None:
                        layer[after] = layer.get(after, 0) + ways
                        taken[state][seat] = after
            layers.append(layer)
            steps.append(taken)
        return layers, steps

    def _step(self, before: _Dealt, card: Card, seat: Seat) -> _Dealt | None:
        """The state after a card goes to a seat; None where it cannot."""
        i = self._seats.index(seat)
        bits = self._satisfied.get((card, seat))
        if bits is None or before.dealt[i] == self._position.room[i]:
            return None
        dealt = (*before.dealt[:i], before.dealt[i] + 1, *before.dealt[i + 1 :])
        return _Dealt(dealt, before.satisfied | bits)

    @cached_property
    def _satisfied(self) -> Mapping[tuple[Card, Seat], int]:
        """By card and seat that it may go to, the bits of the clauses that it satisfies there."""
        by_column = zip(self.cards, self._shape.satisfied, strict=True)
        return {
            (card, seat): bits[column]
            for card, bits in by_column
            for seat, column in zip(self._seats, self._column, strict=True)
            if column is not None and column in bits
        }

    def _worth(self, placed: _Dealt, cards: Iterable[Card]) -> Fraction:
        """The probability of one way to a state in which some of the cards are placed."""
        position, chosen = self._position, {*cards}
        vector = [0] * len(position.groups)
        ways = 1
        for column, room, n in zip(self._column, position.room, placed.dealt, strict=True):
            if column is not None:
                vector[column] += n
                ways *= perm(room, n)
        out_of = prod(map(perm, position.rooms, vector))
        others = tuple(card for card in self.cards if card not in chosen)
        ways *= self._weight(tuple(vector), placed.satisfied, others)
        return Fraction(ways, out_of * self._engine.total)

    def _weight(self, vector: Vector, satisfied: int, cards: tuple[Card, ...]) -> int:
        """The weight of all ways to place the rest of the cards."""
        if not cards:
            is_whole = satisfied == (1 << len(self._shape.clauses)) - 1
            return self._weights.get(vector, 0) if is_whole else 0
        key = vector, satisfied, cards
        if key not in self._memo:
            moves = self._shape.satisfied[self.cards.index(cards[0])]
            self._memo[key] = sum(
                self._weight(
                    (*vector[:column], vector[column] + 1, *vector[column + 1 :]),
                    satisfied | bits,
                    cards[1:],
                )
                for column, bits in moves.items()
            )
        return self._memo[key]

    @cached_property
    def _weights(self) -> Mapping[Vector, int]:
        return self._engine.weights(self._index)

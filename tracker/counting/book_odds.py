"""Who was dealt what of one half-suit: namings, ownership, splits.

The cards asked about are placed one by one on single seats; a state is (how many each seat has,
columns of the table, clauses satisfied). What the state is worth is the sum of the weights W of all
ways to place the other cards. Within a group of seats that nothing tells apart, r_s given cards at
each seat s are just so in the share

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
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np

from tracker.counting.filling_table import FillingTable, Numbers
from tracker.counting.layout import Layout
from tracker.counting.open_deal import OpenBook
from tracker.counting.stages import Part
from tracker.game.cards import Card
from tracker.game.events import Seat

Naming: TypeAlias = tuple[tuple[tuple[Card, Seat], ...], Fraction]
"""Holdings and their probability."""

Split: TypeAlias = tuple[tuple[int, ...], Fraction]
"""How many cards each seat has, in seat order, and the probability."""


Share = TypeVar("Share", float, Fraction)


class _Place(NamedTuple):
    """A seat that open cards can go to."""

    seat: Seat
    column: int
    """Of the table."""
    room: int
    rooms: int
    """Of all the seats of the column."""


class _State(NamedTuple):
    dealt: tuple[int, ...]
    """Of the cards asked about, how many each seat has."""
    columns: tuple[int, ...]
    """The columns of the table."""
    satisfied: int
    """A bit for each clause."""


_Steps: TypeAlias = dict[_State, dict[Seat, _State]]
"""From each state, where a card may go, with the state after that."""


class Absence(NamedTuple):
    """What is where a seat was dealt none of a half-suit's open cards."""

    share: float
    """Of the deals."""
    marginals: Mapping[Card, Mapping[Seat, float]]
    """In them, the probability of each possible seat of each open card."""


class OddsByBook:
    """The odds of each half-suit of a position, each computed when first asked for.

    Args:
        layout: a position with at least one deal.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._books: dict[str, BookOdds] = {}

    def book(self, name: str) -> BookOdds:
        """Those of one half-suit."""
        if name not in self._books:
            self._books[name] = BookOdds(self.layout, name)
        return self._books[name]


class BookOdds:
    """Probabilities within one half-suit.

    Args:
        layout: a position with at least one deal.
        name: the half-suit's.
    """

    def __init__(self, layout: Layout, name: str) -> None:
        self._layout = layout
        self._seats = layout.position.seats
        self._known = layout.position.known
        books = layout.position.books
        self._seen: dict[object, int] = {}
        self._puts: dict[tuple[Card, int], tuple[tuple[int, ...], int]] = {}
        self._index = next((i for i, book in enumerate(books) if book.name == name), None)

    @cached_property
    def marginals(self) -> Mapping[Card, Mapping[Seat, float]]:
        """The probability of each possible seat of each open card, in floats."""
        if self._index is None:
            return {}
        total = float(self._layout.total)
        rows = self._table.placements(self._layout.weights(self._index)) / total
        return self._by_seat(rows, {one.seat: one.room / one.rooms for one in self._places})

    @cached_property
    def exact_marginals(self) -> Mapping[Card, Mapping[Seat, Fraction]]:
        """The same as exact fractions."""
        if self._index is None:
            return {}
        rows = self._table.placements(self._layout.exact_weights(self._index))
        total = self._layout.total
        shares = {one.seat: Fraction(one.room, one.rooms * total) for one in self._places}
        return self._by_seat(rows, shares)

    def absent(self, seat: Seat) -> Absence:
        """How things are where a seat was dealt none of its open cards, in floats.

        Only the weights of the vectors change: where the seat is alone in its column, those with a
        card there have none; of m cards of a group, it has none in a share of the deals to seats.
        """
        place = next((one for one in self._places if one.seat == seat), None)
        if self._index is None or place is None:
            return Absence(1.0, self.marginals)
        room, rooms = place.room, place.rooms
        most = min(len(self._book.cards), rooms)
        none = np.array([perm(rooms - room, m) / perm(rooms, m) for m in range(most + 1)])
        weights = self._layout.weights(self._index)
        weights = weights * none[np.minimum(self._table.vectors[:, place.column], most)]
        total = float(weights @ self._table.ways)
        if not total:
            return Absence(0.0, {})
        left = {
            one.seat: one.room / (rooms - room if one.column == place.column else one.rooms)
            for one in self._places
            if one.seat != seat
        }
        found = self._by_seat(self._table.placements(weights) / total, left)
        return Absence(total / float(self._layout.total), found)

    def _by_seat(
        self, rows: Numbers, shares: Mapping[Seat, Share]
    ) -> Mapping[Card, Mapping[Seat, Share]]:
        """What each open card has in the columns, divided among their seats.

        Args:
            rows: [card, column].
            shares: of each seat in its column; those without one have no card.
        """
        columns = [(one.seat, one.column) for one in self._places if one.seat in shares]
        return {
            card: {seat: row[i] * shares[seat] for seat, i in columns if row[i]}
            for card, row in zip(self._book.cards, rows.tolist(), strict=True)
        }

    @cached_property
    def _places(self) -> tuple[_Place, ...]:
        """The seats that open cards can go to."""
        column = {group: i for i, group in enumerate(self._groups)}
        return tuple(
            _Place(seat, column[group], room, rooms)
            for seat, group, room, rooms in self._layout.places
            if group in column
        )

    @property
    def cards(self) -> tuple[Card, ...]:
        """Its open cards."""
        return self._book.cards

    def may_have(self, card: Card, seat: Seat) -> bool:
        """Whether an open card of it may be with a seat, as far as that is plain."""
        return bool(self._choices.get(card, 0) >> self._seats.index(seat) & 1)

    def naming(self, holdings: Mapping[Card, Seat]) -> Fraction:
        """The probability of these holdings."""
        return sum(
            (worth for _, worth in self._outcomes([(c, (s,)) for c, s in holdings.items()])),
            Fraction(0),
        )

    def owned(self, cards: Iterable[Card], seats: tuple[Seat, ...]) -> Fraction:
        """The probability that all the cards are with some of the seats."""
        return sum(
            (worth for _, worth in self._outcomes([(card, seats) for card in cards])), Fraction(0)
        )

    def fillings(self) -> Iterator[dict[Card, Seat]]:
        """Every way in which its open cards can lie in some deal, in seat order card by card."""
        yield from self._continued(self._start, {})

    def _continued(self, state: _State, placed: dict[Card, Seat]) -> Iterator[dict[Card, Seat]]:
        """The ways to place the rest of the cards, one by one."""
        cards = self._book.cards
        if len(placed) == len(cards):
            yield dict(placed)
            return
        card = cards[len(placed)]
        for seat in self._seats:
            after = self._step(state, card, seat)
            if after and self._sum(after._replace(dealt=()), cards[len(placed) + 1 :], self._seen):
                yield from self._continued(after, {**placed, card: seat})

    def splits(self, cards: Sequence[Card]) -> tuple[Split, ...]:
        """How many of the cards each seat has, likeliest first."""
        fixed = [0] * len(self._seats)
        for card in cards:
            if card in self._known:
                fixed[self._seats.index(self._known[card])] += 1
        found: dict[tuple[int, ...], Fraction] = {}
        for state, worth in self._outcomes([(card, self._seats) for card in cards]):
            split = tuple(a + b for a, b in zip(state.dealt, fixed, strict=True))
            found[split] = found.get(split, Fraction(0)) + worth
        found = {split: worth for split, worth in found.items() if worth}
        return tuple(sorted(found.items(), key=lambda item: (-item[1], [-n for n in item[0]])))

    def likeliest(self, cards: Sequence[Card], seats: tuple[Seat, ...]) -> Naming | None:
        """The likeliest holdings of the cards by the seats."""
        if any(self._known.get(card, seats[0]) not in seats for card in cards):
            return None
        unknown = [card for card in cards if card not in self._known]
        layers, steps = self._layers([(card, seats) for card in unknown])
        worths = {state: self._worth(state, unknown) for state in layers[-1]}
        best = max(worths.values(), default=Fraction(0))
        if best == 0:
            return None
        aims = {state for state, worth in worths.items() if worth == best}
        path = dict(zip(unknown, self._first_path(steps, aims), strict=True))
        return tuple((card, path.get(card) or self._known[card]) for card in cards), best

    def _first_path(self, steps: Sequence[_Steps], aims: set[_State]) -> list[Seat]:
        """The first path, in seat order, to one of the last states."""
        good = [aims]
        for taken in reversed(steps):
            good.append({one for one, to in taken.items() if not good[-1].isdisjoint(to.values())})
        path = []
        state = self._start
        for taken, targets in zip(steps, good[-2::-1], strict=True):
            seat, state = next((seat, to) for seat, to in taken[state].items() if to in targets)
            path.append(seat)
        return path

    def _outcomes(
        self, choices: Iterable[tuple[Card, tuple[Seat, ...]]]
    ) -> Iterable[tuple[_State, Fraction]]:
        """The last states with their probability, each card with one of its seats."""
        open_choices = []
        for card, seats in choices:
            if card not in self._known:
                open_choices.append((card, seats))
            elif self._known[card] not in seats:
                return
        cards = [card for card, _ in open_choices]
        layers, _ = self._layers(open_choices)
        for state, ways in layers[-1].items():
            yield state, ways * self._worth(state, cards)

    def _layers(
        self, choices: Iterable[tuple[Card, tuple[Seat, ...]]]
    ) -> tuple[list[dict[_State, int]], list[_Steps]]:
        """The states after each card, with the number of ways to them; and the steps between."""
        layers, steps = [{self._start: 1}], []
        for card, seats in choices:
            layer: dict[_State, int] = {}
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

    def _step(self, state: _State, card: Card, seat: Seat) -> _State | None:
        """The state after a card goes to a seat; none where it cannot."""
        i = self._seats.index(seat)
        after = self._put(state, card, 1 << i)
        if after is None or state.dealt[i] == self._layout.position.room[i]:
            return None
        return after._replace(dealt=_raised(state.dealt, [i]))

    def _put(self, state: _State, card: Card, seats: int) -> _State | None:
        """The state after a card goes to a group, given by some of its seats."""
        if not self._choices[card] & seats:
            return None
        if (card, seats) not in self._puts:
            self._puts[card, seats] = self._put_of(card, seats)
        columns, satisfied = self._puts[card, seats]
        return _State(state.dealt, _raised(state.columns, columns), state.satisfied | satisfied)

    def _put_of(self, card: Card, seats: int) -> tuple[tuple[int, ...], int]:
        """The columns that a card in a group adds to, and the clauses that it satisfies."""
        columns = [i for i, group in enumerate(self._groups) if group & seats]
        for i, part in enumerate(self._parts, len(self._groups)):
            if part.seat & seats and card in part.cards:
                columns.append(i)
        clauses = enumerate(self._clauses)
        return tuple(columns), sum(1 << i for i, one in clauses if one.get(card, 0) & seats)

    def _worth(self, state: _State, cards: Sequence[Card]) -> Fraction:
        """The probability of one way to a state in which some of the cards are placed."""
        others = tuple(card for card in self._choices if card not in cards)
        weight = self._sum(state._replace(dealt=()), others, self._seen)
        ways, out_of = self._share(state.dealt)
        return Fraction(weight * ways, self._layout.total * out_of)

    def _sum(self, state: _State, cards: tuple[Card, ...], seen: dict[object, int]) -> int:
        """The weight of all ways to place the other cards."""
        if not cards:
            return self._weight(state)
        key = (state, cards)
        if key not in seen:
            steps = (self._put(state, cards[0], group) for group in self._groups)
            seen[key] = sum(self._sum(after, cards[1:], seen) for after in steps if after)
        return seen[key]

    def _weight(self, state: _State) -> int:
        """The deals that complete a filling."""
        if state.satisfied != (1 << len(self._clauses)) - 1:
            return 0
        return self._weights.get(state.columns, 0)

    def _share(self, dealt: tuple[int, ...]) -> tuple[int, int]:
        """How often, out of how often, cards dealt to groups are with just these of their seats."""
        ways = out_of = 1
        for group, rooms in self._shared:
            numbers = [n for i, n in enumerate(dealt) if group >> i & 1]
            ways *= prod(map(perm, rooms, numbers))
            out_of *= perm(sum(rooms), sum(numbers))
        return ways, out_of

    @cached_property
    def _book(self) -> OpenBook:
        """What is open of the half-suit; without cards where all is known."""
        if self._index is None:
            return OpenBook("", (), (), ())
        return self._layout.position.books[self._index]

    @cached_property
    def _table(self) -> FillingTable:
        return self._layout.tables[self._require_open()]

    def _require_open(self) -> int:
        assert self._index is not None
        return self._index

    @cached_property
    def _groups(self) -> tuple[int, ...]:
        return () if self._index is None else self._table.groups

    @cached_property
    def _shared(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The groups of several seats, with the room of each seat."""
        several = (group for group in self._groups if group & (group - 1))
        return tuple((group, self._layout.member_rooms(group)) for group in several)

    @cached_property
    def _parts(self) -> tuple[Part, ...]:
        return () if self._index is None else self._table.parts

    @cached_property
    def _choices(self) -> Mapping[Card, int]:
        return dict(zip(self._book.cards, self._book.choices, strict=True))

    @cached_property
    def _clauses(self) -> tuple[Mapping[Card, int], ...]:
        return tuple(dict(entries) for entries in self._book.clauses)

    @cached_property
    def _start(self) -> _State:
        columns = len(self._groups) + len(self._parts)
        return _State((0,) * len(self._seats), (0,) * columns, 0)

    @cached_property
    def _weights(self) -> Mapping[tuple[int, ...], int]:
        """The deals that complete a filling, by its vector."""
        if self._index is None:
            return {(): self._layout.total}
        exact = self._layout.exact_weights(self._index)
        return dict(zip(map(tuple, self._table.vectors.tolist()), exact.tolist(), strict=True))


def _raised(numbers: tuple[int, ...], places: Iterable[int]) -> tuple[int, ...]:
    """The numbers with one more at each of some places."""
    raised = list(numbers)
    for place in places:
        raised[place] += 1
    return tuple(raised)

"""Who was dealt what of one half-suit: holders of cards, namings, ownership, splits.

The cards asked about are placed one by one on single seats; a state is (how many each seat has,
columns and clauses as ``placing`` packs them). What a state is worth is the sum of the weights W of
all ways to place the other cards, W[v] the number of deals that complete a filling with vector v.
Within a group of seats that nothing tells apart, r_s given cards at each seat s are just so in the
share

    prod_s h_s (h_s - 1) ... (h_s - r_s + 1)  /  H (H - 1) ... (H - r + 1)

of the deals that give the group these r cards: h_s of its H places are the seat's.

So a naming is one path, ownership a sum over paths within the team, and the likeliest naming the
best last state, then the first path to one that is as good: few states, exact integers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import perm, prod
from typing import Any, NamedTuple, TypeAlias, TypeVar

from tracker.counting.engine import Engine, Place, Thinning
from tracker.counting.open_deal import OpenBook
from tracker.counting.placing import Columns, Move, Placing, State
from tracker.game.cards import Card
from tracker.game.events import Seat

Naming: TypeAlias = tuple[tuple[tuple[Card, Seat], ...], Fraction]
"""Holdings and their probability."""

Split: TypeAlias = tuple[tuple[int, ...], Fraction]
"""How many cards each seat has, in seat order, and the probability."""

Share = TypeVar("Share", float, Fraction)


class _Dealt(NamedTuple):
    """The cards asked about, as far as they are placed."""

    dealt: tuple[int, ...]
    """How many each seat has."""
    state: State


_Steps: TypeAlias = dict[_Dealt, dict[Seat, _Dealt]]
"""From each state, where a card may go, with the state after that."""


class Absence(NamedTuple):
    """What is where a seat was dealt none of a half-suit's open cards."""

    share: float
    """Of the deals."""
    marginals: Mapping[Card, Mapping[Seat, float]]
    """In them, the probability of each possible seat of each open card."""


class PositionOdds:
    """The odds of each half-suit of a position, each computed when first asked for.

    Args:
        engine: of a position with at least one deal, or one of which that is not known yet.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._half_suits: dict[str, HalfSuitOdds] = {}

    def half_suit(self, name: str) -> HalfSuitOdds:
        """Those of one half-suit; there is a deal."""
        if name not in self._half_suits:
            self._half_suits[name] = HalfSuitOdds(self.engine, name)
        return self._half_suits[name]

    def deals(self) -> Iterator[dict[Card, Seat]]:
        """The places of all open cards, deal by deal, in seat order card by card; there is a deal.

        Each filling of the first half-suit that some deal has is taken in turn; what is open of the
        others is a smaller position of the same kind. So no branch is a dead end.
        """
        position = self.engine.position
        if not position.books:
            yield {}
            return
        for filling in self.half_suit(position.books[0].name).fillings():
            rest = type(self.engine)(position.without_first(filling))
            for others in PositionOdds(rest).deals():
                yield {**filling, **others}


class HalfSuitOdds:
    """Probabilities within one half-suit.

    Args:
        engine: of a position with at least one deal.
        name: the half-suit's.
    """

    def __init__(self, engine: Engine, name: str) -> None:
        self._engine = engine
        position = engine.position
        self._seats, self._known, self._room = position.seats, position.known, position.room
        names = [book.name for book in position.books]
        self._index = names.index(name) if name in names else None
        self._start = _Dealt((0,) * len(self._seats), 0)
        self._memo: dict[tuple[State, tuple[Card, ...]], int] = {}

    @property
    def cards(self) -> tuple[Card, ...]:
        """Its open cards."""
        return self._columns.book.cards

    def may_have(self, card: Card, seat: Seat) -> bool:
        """Whether an open card of it may be with a seat, as far as that is plain."""
        return (card, seat) in self._moves

    # -- holders of cards --------------------------------------------------------------------------

    @cached_property
    def marginals(self) -> Mapping[Card, Mapping[Seat, float]]:
        """The probability of each possible seat of each open card, in floats."""
        if self._index is None:
            return {}
        shares = {place.seat: place.room / place.rooms for place in self._places}
        return self._by_seat(self._engine.rows(self._index).by_column, shares)

    @cached_property
    def exact_marginals(self) -> Mapping[Card, Mapping[Seat, Fraction]]:
        """The probability of each possible seat of each open card."""
        if self._index is None:
            return {}
        total = self._engine.total
        shares = {place.seat: Fraction(place.room, place.rooms * total) for place in self._places}
        return self._by_seat(self._engine.exact_rows(self._index), shares)

    def absent(self, seat: Seat) -> Absence:
        """How things are where a seat was dealt none of its open cards, in floats.

        Only the weights of the vectors change: where the seat is alone in its group, those with a
        card there have none; of m cards of a group, it has none in a share of the deals to seats.
        """
        place = next((place for place in self._places if place.seat == seat), None)
        if self._index is None or place is None:
            return Absence(1.0, self.marginals)
        elsewhere, most = place.rooms - place.room, min(len(self.cards), place.rooms)
        none = [perm(elsewhere, m) / perm(place.rooms, m) for m in range(most + 1)]
        column = self._columns.groups.index(place.group)
        left = self._engine.rows(self._index, Thinning(column, none))
        if not left.share:
            return Absence(0.0, {})
        shares = {
            other.seat: other.room / (elsewhere if other.group == place.group else other.rooms)
            for other in self._places
            if other.seat != seat
        }
        return Absence(left.share, self._by_seat(left.by_column, shares))

    def _by_seat(
        self, rows: Sequence[Sequence[Any]], shares: Mapping[Seat, Share]
    ) -> Mapping[Card, Mapping[Seat, Share]]:
        """What each open card has in the groups, divided among their seats.

        Args:
            rows: [card][group].
            shares: of each seat in its group; those without one have no card.
        """
        column = {group: i for i, group in enumerate(self._columns.groups)}
        places = [(p.seat, column[p.group]) for p in self._places if p.seat in shares]
        return {
            card: {seat: row[i] * shares[seat] for seat, i in places if row[i]}
            for card, row in zip(self.cards, rows, strict=True)
        }

    @cached_property
    def _places(self) -> tuple[Place, ...]:
        """The seats that open cards can go to."""
        return tuple(p for p in self._engine.places if p.group in self._columns.groups)

    # -- several cards at once ---------------------------------------------------------------------

    def naming(self, holdings: Mapping[Card, Seat]) -> Fraction:
        """The probability of these holdings."""
        choices = [(card, (seat,)) for card, seat in holdings.items()]
        return sum((worth for _, worth in self._outcomes(choices)), Fraction(0))

    def owned(self, cards: Iterable[Card], seats: tuple[Seat, ...]) -> Fraction:
        """The probability that all the cards are with some of the seats."""
        choices = [(card, seats) for card in cards]
        return sum((worth for _, worth in self._outcomes(choices)), Fraction(0))

    def splits(self, cards: Sequence[Card]) -> tuple[Split, ...]:
        """How many of the cards each seat has, likeliest first."""
        known = Counter(self._known[card] for card in cards if card in self._known)
        splits: dict[tuple[int, ...], Fraction] = {}
        for state, worth in self._outcomes([(card, self._seats) for card in cards]):
            open_and_known = zip(self._seats, state.dealt, strict=True)
            split = tuple(known[seat] + n for seat, n in open_and_known)
            splits[split] = splits.get(split, Fraction(0)) + worth
        possible = [(split, worth) for split, worth in splits.items() if worth]
        return tuple(sorted(possible, key=lambda item: (-item[1], [-n for n in item[0]])))

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
        card, others = self.cards[len(placed)], self.cards[len(placed) + 1 :]
        for seat in self._seats:
            after = self._step(start, card, seat)
            if after and self._weight(after.state, others):
                yield from self._continued(after, {**placed, card: seat})

    # -- states ------------------------------------------------------------------------------------

    def _outcomes(
        self, choices: Iterable[tuple[Card, tuple[Seat, ...]]]
    ) -> Iterator[tuple[_Dealt, Fraction]]:
        """The last states with their probability, each card with one of its seats."""
        unknown = []
        for card, seats in choices:
            if card not in self._known:
                unknown.append((card, seats))
            elif self._known[card] not in seats:
                return
        cards = [card for card, _ in unknown]
        layers, _ = self._layers(unknown)
        for state, ways in layers[-1].items():
            yield state, ways * self._worth(state, cards)

    def _layers(
        self, choices: Iterable[tuple[Card, tuple[Seat, ...]]]
    ) -> tuple[list[dict[_Dealt, int]], list[_Steps]]:
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
        move = self._moves.get((card, seat))
        if move is None or before.dealt[i] == self._room[i]:
            return None
        dealt = (*before.dealt[:i], before.dealt[i] + 1, *before.dealt[i + 1 :])
        return _Dealt(dealt, (before.state + move.step) | move.satisfied)

    def _worth(self, placed: _Dealt, cards: Sequence[Card]) -> Fraction:
        """The probability of one way to a state in which some of the cards are placed."""
        others = tuple(card for card in self.cards if card not in cards)
        ways, out_of = self._weight(placed.state, others), self._engine.total
        for group, rooms in self._shared:
            numbers = [n for i, n in enumerate(placed.dealt) if group >> i & 1]
            ways *= prod(map(perm, rooms, numbers))
            out_of *= perm(sum(rooms), sum(numbers))
        return Fraction(ways, out_of)

    def _weight(self, state: State, cards: tuple[Card, ...]) -> int:
        """The weight of all ways to place the rest of the cards."""
        if not cards:
            return self._weights.get(state, 0)
        key = (state, cards)
        if key not in self._memo:
            self._memo[key] = sum(
                self._weight((state + move.step) | move.satisfied, cards[1:])
                for move in self._placing.moves[cards[0]]
            )
        return self._memo[key]

    @cached_property
    def _weights(self) -> Mapping[State, int]:
        """The deals that complete a filling, by the state after the last card."""
        if self._index is None:
            return {0: self._engine.total}
        weights = self._engine.weights(self._index)
        weight_of = self._columns.weight
        return {self._placing.final(v): weight * weight_of(v) for v, weight in weights.items()}

    @cached_property
    def _columns(self) -> Columns:
        """Those of its open cards, if there are any."""
        if self._index is None:
            return Columns(OpenBook("", (), (), ()), (), (), ())
        return self._engine.columns[self._index]

    @cached_property
    def _placing(self) -> Placing:
        return Placing(self._columns)

    @cached_property
    def _moves(self) -> Mapping[tuple[Card, Seat], Move]:
        """Where each open card can go."""
        return {
            (card, seat): move
            for card, moves in self._placing.moves.items()
            for move in moves
            for i, seat in enumerate(self._seats)
            if self._columns.groups[move.columns[0]] >> i & 1
        }

    @cached_property
    def _shared(self) -> Sequence[tuple[int, tuple[int, ...]]]:
        """The groups of several seats, with the room of each seat."""
        several = [group for group in self._columns.groups if group & (group - 1)]
        return [(group, self._engine.member_rooms(group)) for group in several]

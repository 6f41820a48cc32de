"""What can be thought possible in a tiny game, moment by moment: the referee plays it on all deals.

The one model of what is known that answers are compared with. Nothing of what the program gathers,
deduces or counts is used. Two deals on which all that happened can be played are alike for a seat
where it has the same hand in both: these are its cells. A seat knows what is so in all of its cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import TypeVar

from tests.brute import all_deals
from tests.referee import FoulError, Referee
from tracker.game.cards import Card
from tracker.game.events import Event, Holdings, Seat
from tracker.game.record import Record
from tracker.game.replay import states
from tracker.game.table import Team
from tracker.knowledge.facts import Deal
from tracker.knowledge.views import View, knowledge

Value = TypeVar("Value")
Sentence = Callable[[Deal], bool]
"""What is so in some deals."""


@dataclass(frozen=True, eq=False)
class Possible:
    """A deal on which a record can have been played, and the table at a moment."""

    deal: Deal
    table: Referee

    def dealt_to(self, seat: Seat) -> frozenset[Card]:
        """The hand that a seat was dealt."""
        return frozenset(card for card, holder in self.deal.items() if holder == seat)

    @cached_property
    def places(self) -> dict[Card, Seat]:
        """Where the cards of the half-suits in play are."""
        return places(self.table)

    def naming(self, cards: Iterable[Card]) -> tuple[Seat | None, ...]:
        """Who holds each of some cards; None for one that is out of play."""
        return tuple(self.places.get(card) for card in cards)

    def is_right(self, holdings: Holdings) -> bool:
        """Whether each card is where it is said to be."""
        return all(self.places.get(card) == seat for card, seat in holdings)


def places(table: Referee) -> dict[Card, Seat]:
    """Where the cards of the half-suits in play are."""
    held = {card: seat for seat, cards in table.hands.items() for card in cards}
    return {card: held[card] for book in table.open_books() for card in table.cards_of[book]}


def common(values: Iterable[Value]) -> Value | None:
    """The value that all have, if they have one."""
    every = set(values)
    return every.pop() if len(every) == 1 else None


def after_event(table: Referee, *events: Event) -> Referee | None:
    """The table after more events; none where these hands make one a lie or an offence."""
    after = table.copy()
    try:
        for event in events:
            after.play(event)
    except FoulError:
        return None
    return after


def played(record: Record, deal: Deal) -> Referee | None:
    """The table after a record was played on a deal; none where it cannot have been."""
    return after_event(Referee(record, deal), *record.events)


def after_all(cell: Iterable[Possible], event: Event) -> list[Possible]:
    """The deals on which one more event can have been played, and the tables then."""
    played_on = ((one.deal, after_event(one.table, event)) for one in cell)
    return [Possible(deal, table) for deal, table in played_on if table is not None]


class Possibilities:
    """All deals on which each beginning of a record can have been played.

    Args:
        record: a tiny game.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        start = all_deals(knowledge(record, at=0))
        self.moments = [[Possible(deal, Referee(record, deal)) for deal in start]]
        """By the number of events so far."""
        for event in record.events:
            self.moments.append(after_all(self.moments[-1], event))
        self._cells: dict[tuple[int, tuple[Seat, ...]], list[Possible]] = {}

    @cached_property
    def fitting(self) -> list[Possible]:
        """The deals that fit the whole record, the hands of its header included."""
        given = {card: hand.seat for hand in self.record.hands for card in hand.cards}
        whole = {hand.seat for hand in self.record.hands if hand.whole}
        return [
            one
            for one in self.moments[-1]
            if all(one.deal[card] == seat for card, seat in given.items())
            if all(card in given for card, seat in one.deal.items() if seat in whole)
        ]

    @cached_property
    def hands(self) -> Mapping[Seat, frozenset[Card]]:
        """The dealt hands that the header and the whole record fix."""
        seats, fitting = self.record.seats, self.fitting
        each = {seat: common(one.dealt_to(seat) for one in fitting) for seat in seats}
        return {seat: hand for seat, hand in each.items() if hand is not None}

    def cell(self, at: int, seats: Sequence[Seat] = ()) -> list[Possible]:
        """What some seats, with their dealt hands pooled, have to think possible; none: the public.

        The hands are those that the record fixes.
        """
        key = at, tuple(seats)
        if key not in self._cells:
            self._cells[key] = [
                one
                for one in self.moments[at]
                if all(one.dealt_to(seat) == self.hands[seat] for seat in seats)
            ]
        return self._cells[key]

    def proves(self, at: int, seats: Sequence[Seat], book: str, team: Team) -> bool:
        """Whether some seats can prove that a team has a half-suit in play, and where."""
        return is_provable(self.cell(at, seats), self.record.deck.by_name[book].cards, team)

    def seen(self, at: int) -> Seen:
        """What everybody has to think possible at a moment."""
        return Seen(self, at)


def is_provable(cell: Iterable[Possible], cards: Sequence[Card], team: Team) -> bool:
    """Whether in all of some deals a team has a half-suit in play, each card at one place."""
    naming = common(one.naming(cards) for one in cell)
    return naming is not None and all(seat in team for seat in naming)


def sure_places(cell: Sequence[Possible]) -> dict[Card, Seat]:
    """The cards in play that are at one place in all of some deals."""
    found = {card: common(one.places.get(card) for one in cell) for card in cell[0].deal}
    return {card: seat for card, seat in found.items() if seat is not None}


class Seen:
    """All that anybody can think possible at a moment, and what they know of what others know."""

    def __init__(self, game: Possibilities, at: int) -> None:
        self.record, self.at, self.state = game.record, at, states(game.record)[at]
        self._game = game
        self._cells: dict[tuple[Seat, frozenset[Card]], list[Possible]] = {}
        for one in game.cell(at):
            for seat in self.record.seats:
                self._cells.setdefault((seat, one.dealt_to(seat)), []).append(one)

    def cell(self, seat: Seat, deal: Deal) -> list[Possible]:
        """What a seat has to think possible in a deal."""
        return self._cells[seat, frozenset(card for card in deal if deal[card] == seat)]

    def cell_of(self, view: View) -> list[Possible]:
        """What a view has to think possible."""
        return self._game.cell(self.at, view.seats)

    def of(self, view: View) -> list[Deal]:
        """The deals that a view has to think possible."""
        return [one.deal for one in self.cell_of(view)]

    def can_prove(self, seat: Seat, book: str) -> Sentence:
        """That a seat can prove a half-suit for its team."""
        cards, team = self.record.deck.by_name[book].cards, self.record.table.team_of[seat]
        return _kept(lambda deal: is_provable(self.cell(seat, deal), cards, team))

    def knows(self, seat: Seat, sentence: Sentence) -> Sentence:
        """That a seat knows what a sentence says."""
        return _kept(lambda deal: all(sentence(one.deal) for one in self.cell(seat, deal)))

    def chain(self, seats: Sequence[Seat], book: str) -> Sentence:
        """That each of some seats knows that the next knows … that the last can prove it."""
        *others, last = seats
        return reduce(
            lambda said, seat: self.knows(seat, said), others[::-1], self.can_prove(last, book)
        )


def _kept(sentence: Sentence) -> Sentence:
    """The same, worked out once for each deal."""
    found: dict[int, bool] = {}

    def is_so(deal: Deal) -> bool:
        if id(deal) not in found:
            found[id(deal)] = sentence(deal)
        return found[id(deal)]

    return is_so

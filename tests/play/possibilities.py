"""What can be thought possible in a tiny game, moment by moment: the referee plays it on all deals.

Nothing of what the program gathers, deduces or counts is used. Two deals on which all that happened
can be played are alike for a seat where it has the same hand in both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from tests.analysis.kripke import Kripke
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
        held = {card: seat for seat, cards in self.table.hands.items() for card in cards}
        books = self.table.open_books()
        return {card: held[card] for book in books for card in self.table.cards_of[book]}

    def naming(self, cards: Iterable[Card]) -> tuple[Seat | None, ...]:
        """Who holds each of some cards; None for one that is out of play."""
        return tuple(self.places.get(card) for card in cards)

    def is_right(self, holdings: Holdings) -> bool:
        """Whether each card is where it is said to be."""
        return all(self.places.get(card) == seat for card, seat in holdings)


def common(values: Iterable[Value]) -> Value | None:
    """The value that all have, if they have one."""
    every = set(values)
    return every.pop() if len(every) == 1 else None


def after_event(table: Referee, event: Event) -> Referee | None:
    """The table after one more event; none where these hands make it a lie or an offence."""
    after = table.copy()
    try:
        after.play(event)
    except FoulError:
        return None
    return after


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
            self.moments.append(
                [
                    Possible(one.deal, after)
                    for one in self.moments[-1]
                    if (after := after_event(one.table, event)) is not None
                ]
            )
        self._cells: dict[tuple[int, tuple[Seat, ...]], list[Possible]] = {}

    def cell(self, at: int, seats: Sequence[Seat] = ()) -> list[Possible]:
        """What some seats, with their dealt hands pooled, have to think possible; none: the public.

        The hands are those that the header gives.
        """
        key = at, tuple(seats)
        if key not in self._cells:
            held = {hand.seat: frozenset(hand.cards) for hand in self.record.hands}
            self._cells[key] = [
                one
                for one in self.moments[at]
                if all(one.dealt_to(seat) == held[seat] for seat in seats)
            ]
        return self._cells[key]

    def proves(self, at: int, seats: Sequence[Seat], book: str, team: Team) -> bool:
        """Whether some seats can prove that a team has a half-suit in play, and where."""
        cards = self.record.deck.by_name[book].cards
        naming = common(one.naming(cards) for one in self.cell(at, seats))
        return naming is not None and all(seat in team for seat in naming)

    def certain(self, at: int, seats: Sequence[Seat]) -> dict[Card, Seat]:
        """The cards in play whose place some seats are sure of."""
        return sure_places(self.cell(at, seats))

    def seen(self, at: int) -> Kripke:
        """What everybody has to think possible at a moment."""
        return Seen(self, at)


def sure_places(cell: Sequence[Possible]) -> dict[Card, Seat]:
    """The cards in play that are at one place in all of some deals."""
    found = {card: common(one.places.get(card) for one in cell) for card in cell[0].deal}
    return {card: seat for card, seat in found.items() if seat is not None}


class Seen(Kripke):
    """What everybody has to think possible at a moment, by the referee."""

    def __init__(self, game: Possibilities, at: int) -> None:
        self._game = game
        self._fill(game.record, at, states(game.record)[at], [one.deal for one in game.cell(at)])

    def of(self, view: View) -> list[Deal]:
        return [one.deal for one in self._game.cell(self.at, view.seats)]

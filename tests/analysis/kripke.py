"""What is known of knowledge, by definition: all deals of a tiny deck, and each seat's cells.

Two deals that fit what is public are alike for a seat where it has the same hand in both: these are
its cells. A seat knows what is so in all of its cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce

from tests.brute import all_deals
from tracker.game.events import Seat
from tracker.game.record import Record
from tracker.game.replay import states
from tracker.game.state import State
from tracker.knowledge.facts import Deal
from tracker.knowledge.views import View, knowledge

Sentence = Callable[[Deal], bool]
"""What is so in some deals."""


class Kripke:
    """All that anybody can think possible at a moment of a record."""

    def __init__(self, record: Record, at: int) -> None:
        known = knowledge(record, (), at)
        fitting = [deal for deal in all_deals(known) if known.fits(deal)]
        self._fill(record, at, states(record)[at], fitting)

    def _fill(self, record: Record, at: int, state: State, deals: Iterable[Deal]) -> None:
        self.record, self.at, self.state = record, at, state
        self.deals = list(deals)
        self._cells: dict[tuple[Seat, tuple[str, ...]], list[Deal]] = {}
        for deal in self.deals:
            for seat in record.seats:
                self._cells.setdefault(self._key(seat, deal), []).append(deal)

    def _key(self, seat: Seat, deal: Deal) -> tuple[Seat, tuple[str, ...]]:
        return seat, tuple(card for card in self.record.table.cards if deal[card] == seat)

    def cell(self, seat: Seat, deal: Deal) -> list[Deal]:
        """What a seat has to think possible in a deal."""
        return self._cells[self._key(seat, deal)]

    def of(self, view: View) -> list[Deal]:
        """What a view has to think possible."""
        known = knowledge(self.record, view.hands, self.at)
        return [deal for deal in self.deals if known.fits(deal)]

    def can_prove(self, seat: Seat, book: str) -> Sentence:
        """That a seat can prove a half-suit for its team."""
        cards = self.record.deck.by_name[book].cards
        team = self.record.table.team_of[seat]

        def is_so(deal: Deal) -> bool:
            namings = {
                tuple(self.state.located.get(card, other[card]) for card in cards)
                for other in self.cell(seat, deal)
            }
            return len(namings) == 1 and all(holder in team for holder in namings.pop())

        return self._kept(is_so)

    def knows(self, seat: Seat, sentence: Sentence) -> Sentence:
        """That a seat knows what a sentence says."""
        return self._kept(lambda deal: all(map(sentence, self.cell(seat, deal))))

    def chain(self, seats: Sequence[Seat], book: str) -> Sentence:
        """That each of some seats knows that the next knows … that the last can prove it."""
        *others, last = seats
        return reduce(
            lambda said, seat: self.knows(seat, said), others[::-1], self.can_prove(last, book)
        )

    def _kept(self, sentence: Sentence) -> Sentence:
        """The same, worked out once for each deal."""
        found: dict[int, bool] = {}

        def is_so(deal: Deal) -> bool:
            if id(deal) not in found:
                found[id(deal)] = sentence(deal)
            return found[id(deal)]

        return is_so

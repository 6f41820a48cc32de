"""How many of some cards some players hold, in words.

Example: "Zoe and Priya hold at least 2 of the 3 unseen high clubs". A card is *unseen* where not
everyone has seen who holds it; the word stands only where others of the half-suit have been seen.
Where what is counted was dealt, and cards of hidden half-suits are left out, the rest are *other*.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tracker.explain.how_many import HowMany
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.record import Record
from tracker.game.state import State
from tracker.render.names import listed


class NumberWords:
    """Says bounds of a record at a moment.

    Args:
        record: the game.
        state: the public state.
        who: the name of a seat in a sentence.
    """

    def __init__(self, record: Record, state: State, who: Callable[[Seat], str]) -> None:
        self._record = record
        self._state = state
        self._who = who

    def bound(self, bound: HowMany) -> str:
        """A bound as a clause: who holds how many of what."""
        if len(bound.cards) == 1:
            return self._of_one_card(bound)
        what = self.share(bound) if self._of_some_books(bound) else self._in_all(bound)
        return f"{self._subject(bound)} {what}"

    def total(self, bound: HowMany) -> str:
        """How many of all that is counted some players hold."""
        return f"{self._subject(bound)} {self._in_all(bound)}"

    def share(self, bound: HowMany) -> str:
        """What a bound says, without the players: ``at least 2 of the 3 unseen high clubs``."""
        number, there = len(bound.cards), self._cards(bound)
        if bound.most == 0:
            return f"none of {there}"
        if bound.least == number:
            return f"all of {there}" if number > 1 else there
        if bound.least == bound.most:
            return f"{_number(bound.least)} of {there}"
        if bound.least:
            return f"at least {_number(bound.least)} of {there}"
        if bound.most == number:
            return f"at most {there}"
        return f"at most {_number(bound.most)} of {there}"

    def one_each(self, bounds: Sequence[HowMany]) -> str:
        """That at least one of each of several half-suits is there."""
        return f"at least one each of {listed([self._cards(one) for one in bounds])}"

    def _of_one_card(self, bound: HowMany) -> str:
        """A bound of one card: whether one of the players holds it."""
        (card,) = bound.cards
        names = [self._who(seat) for seat in bound.seats]
        verb = "was dealt" if self._has_moved(bound) else "holds"
        if len(names) == 1:
            return f"{self._subject(bound)} {'the' if bound.least else 'no'} {card}"
        if bound.least:
            return f"{', '.join(names[:-1])} or {names[-1]} {verb} the {card}"
        return f"neither {', '.join(names[:-1])} nor {names[-1]} {verb} the {card}"

    def _in_all(self, bound: HowMany) -> str:
        """How many cards, of all that are counted; or of all but some."""
        counted = {card for card in self._record.table.cards if self._is_counted(card, bound)}
        left_out = self._record.deck.in_order(counted - set(bound.cards))
        unseen = "" if self._has_moved(bound) or not self._state.located else "unseen "
        cards = f"{_amount(bound)} {unseen}card{'' if bound.most == 1 else 's'}"
        together = " together" if len(bound.seats) > 1 else ""
        return f"{cards}{together}" + (f" other than {' '.join(left_out)}" if left_out else "")

    def _is_counted(self, card: Card, bound: HowMany) -> bool:
        """Whether a card would count if all did."""
        if self._has_moved(bound):
            return True
        return self._state.is_open(card) and card not in self._state.located

    def _of_some_books(self, bound: HowMany) -> bool:
        """Whether a bound is about some half-suits; else it adds up hands."""
        return bound.least != bound.most or bound.most == 0 or len(self._books(bound.cards)) == 1

    def _subject(self, bound: HowMany) -> str:
        """The players and the verb."""
        names = [self._who(seat) for seat in bound.seats]
        several = len(names) > 1 or names == ["you"]
        if self._has_moved(bound):
            return f"{listed(names)} {'were' if several else 'was'} dealt"
        return f"{listed(names)} {'hold' if several else 'holds'}"

    def _cards(self, bound: HowMany) -> str:
        """Some half-suits' cards, with their number: ``the 3 unseen high clubs``."""
        cards = bound.cards
        if len(cards) == 1:
            return f"the {cards[0]}"
        books = self._books(cards)
        every = [card for name in books for card in self._record.deck.by_name[name].cards]
        others = "other " if self._has_moved(bound) else "unseen "
        return f"the {len(cards)} {others if len(every) > len(cards) else ''}{listed(books)}"

    def _books(self, cards: Sequence[Card]) -> list[str]:
        books = self._record.deck.by_name.items()
        return [name for name, book in books if not set(book.cards).isdisjoint(cards)]

    def _has_moved(self, bound: HowMany) -> bool:
        """Whether a bound is about the dealt hands: a card that has moved counts."""
        state = self._state
        return any(card in state.located or not state.is_open(card) for card in bound.cards)


def _amount(bound: HowMany) -> str:
    """How many cards, or how many at least or at most."""
    if bound.least == bound.most:
        return _number(bound.least)
    if bound.most >= len(bound.cards):
        return f"at least {_number(bound.least)}"
    return f"{bound.least} to {bound.most}" if bound.least else f"at most {_number(bound.most)}"


def _number(number: int) -> str:
    return "one" if number == 1 else str(number)

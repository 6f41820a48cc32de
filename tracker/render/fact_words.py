"""How many of some cards some players hold, in words.

Example: "Zoe and Priya hold at least 2 of 9C JC KC". What is counted are the cards of which not
everyone knows who has them. Where what is counted was dealt, and cards of hidden half-suits are
left out, the rest are *other* cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from tracker.explain.explanation import HowMany
from tracker.game.cards import Card
from tracker.game.events import Ask, Award, Challenge, Claim, Event, Give, Seat, Show
from tracker.game.record import Record
from tracker.game.state import State
from tracker.knowledge.facts import (
    Cause,
    EventCause,
    HandCause,
    SizeCause,
)
from tracker.render.phrases import either, listed, neither, none_of


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
        if not self._of_some_books(bound):
            return self.total(bound)
        if len(self.books(bound)) > 1:
            number, books = f"{self.subject(bound)} {amount(bound)}", listed(self.books(bound))
            if known := self._known_theirs(bound):
                return f"besides {known} {number} of the {books}"
            return f"of the {books} {number}"
        return f"{self.subject(bound)} {self.share(bound)}"

    def total(self, bound: HowMany) -> str:
        """How many of all that is counted some players hold."""
        whole = {card for card in self._record.table.cards if self._is_counted(card, bound)}
        left_out = self._record.deck.in_order(whole - set(bound.cards))
        cards = f"{amount(bound)} card{'' if bound.most == 1 else 's'}"
        together = " together" if len(bound.seats) > 1 else ""
        known = not self.was_dealt(bound) and self._state.located
        unknown = " that not everyone knows" if known else ""
        subject, sizes = self.subject(bound), self._record.table.sizes
        if not left_out:
            return f"{subject} {cards}{together}{unknown}"
        if self.was_dealt(bound) and bound.least == bound.most:
            rest = sum(sizes[seat] for seat in bound.seats) - bound.least
            number = _number(rest) if rest else "none"
            return f"{subject} {number} of {' '.join(left_out)}, and {cards} besides{together}"
        return f"{subject} {cards}{together}{unknown}, not counting {' '.join(left_out)}"

    def _known_theirs(self, bound: HowMany) -> str:
        """The cards that everyone knows to be theirs, where a most counts only others."""
        if self.was_dealt(bound) or (bound.least and bound.most >= len(bound.cards)):
            return ""
        located, by_name = self._state.located, self._record.deck.by_name
        cards = {card for name in self.books(bound) for card in by_name[name].cards}
        theirs = [card for card in cards if located.get(card) in bound.seats]
        names = " ".join(self._record.deck.in_order(theirs))
        return f"the {names}" if len(theirs) == 1 else names

    def share(self, bound: HowMany) -> str:
        """What a bound of one half-suit says, without the players: ``at least 2 of 9C JC KC``."""
        number, cards = len(bound.cards), self._cards(bound)
        if number == 1:
            return f"{'the' if bound.least else 'not the'} {cards}"
        if bound.most == 0:
            return none_of(cards.split())
        if bound.least == number:
            return f"{_all(number)} {cards}"
        if bound.most == number and not bound.least:
            return f"at most {cards}"
        return f"{amount(bound)} of {cards}"

    def books(self, bound: HowMany) -> list[str]:
        """The half-suits that the cards of a bound are of."""
        books = self._record.deck.by_name.items()
        return [name for name, book in books if not set(book.cards).isdisjoint(bound.cards)]

    def subject(self, bound: HowMany) -> str:
        """The players and the verb."""
        names = [self._who(seat) for seat in bound.seats]
        several = len(names) > 1 or names == ["you"]
        if self.was_dealt(bound):
            return f"{listed(names)} {'were' if several else 'was'} dealt"
        return f"{listed(names)} {'hold' if several else 'holds'}"

    def was_dealt(self, bound: HowMany) -> bool:
        """Whether a bound is about the dealt hands: a card that has moved counts."""
        state = self._state
        return any(card in state.located or not state.is_open(card) for card in bound.cards)

    def _of_one_card(self, bound: HowMany) -> str:
        """A bound of one card: whether one of the players holds it."""
        (card,) = bound.cards
        names = [self._who(seat) for seat in bound.seats]
        if len(names) == 1:
            if bound.least:
                return f"{self.subject(bound)} the {card}"
            you = names == ["you"]
            if self.was_dealt(bound):
                return f"{names[0]} {'were' if you else 'was'} not dealt the {card}"
            return f"{names[0]} {'do' if you else 'does'} not hold the {card}"
        you = names[-1] == "you" and (len(names) == 2 or bound.least > 0)
        hold, dealt = ("hold", "were dealt") if you else ("holds", "was dealt")
        verb = dealt if self.was_dealt(bound) else hold
        return f"{either(names) if bound.least else neither(names)} {verb} the {card}"

    def _is_counted(self, card: Card, bound: HowMany) -> bool:
        """Whether a card would count if all did."""
        if self.was_dealt(bound):
            return True
        return self._state.is_open(card) and card not in self._state.located

    def _of_some_books(self, bound: HowMany) -> bool:
        """Whether a bound is about some half-suits; else it adds up hands."""
        return bound.least != bound.most or bound.most == 0 or len(self.books(bound)) == 1

    def _cards(self, bound: HowMany) -> str:
        return " ".join(self._record.deck.in_order({*bound.cards}))


def amount(bound: HowMany) -> str:
    """How many cards: ``3``, ``at least 2``, ``at most one``, ``none``."""
    if bound.most == 0:
        return "none"
    if bound.least == bound.most:
        return _number(bound.least)
    if bound.least and bound.most >= len(bound.cards):
        return f"at least {_number(bound.least)}"
    return f"{bound.least} to {bound.most}" if bound.least else f"at most {_number(bound.most)}"


def _number(number: int) -> str:
    return "one" if number == 1 else str(number)


def _all(number: int) -> str:
    return "both" if number == 2 else f"all {number} of"


# -- the idea of a long explanation ---------------------------------------------------------------
#
# Nobody reads twelve events before knowing what they are for. So an explanation with more causes
# than a person keeps in mind begins with what its reader has to do: count hands, or look at one
# half-suit after another.
#
# Example: "The idea: count the cards of Zoe and Priya, half-suit by half-suit."

LONG: Final = 6
"""An explanation with more causes than this begins with its idea."""


def gist(
    record: Record, state: State, causes: Sequence[Cause], who: Callable[[Seat], str]
) -> str | None:
    """The idea of a long explanation, as one sentence; None where it is short.

    Args:
        record: the game.
        state: the public state.
        causes: those of the explanation.
        who: the name of a seat in a sentence.
    """
    if len(causes) <= LONG:
        return None
    sized = [cause.seat for cause in causes if isinstance(cause, HandCause | SizeCause)]
    hands = [who(seat) for seat in sized if state.sizes[seat] != 0]
    if not hands:
        return None
    events = [cause.number for cause in causes if isinstance(cause, EventCause)]
    books = {book for number in events for book in _books(record, record.events[number - 1])}
    by_book = ", half-suit by half-suit" if len(books) > 1 else ""
    return f"The idea: count {_cards_of(hands)}{by_book}."


def _cards_of(names: Sequence[str]) -> str:
    """Whose cards, by name: ``the cards of Ann and Bob``, ``your cards and those of Bob``."""
    others = [name for name in names if name != "you"]
    if len(others) == len(names):
        return f"the cards of {listed(names)}"
    return f"your cards and those of {listed(others)}" if others else "your cards"


def _books(record: Record, event: Event) -> frozenset[str]:
    """The half-suits that an event is about, if any."""
    match event:
        case Ask(card=card) | Give(card=card):
            cards: tuple[str, ...] = (card,)
        case Show(cards=cards):
            pass
        case Claim(book=book) | Award(book=book) | Challenge(book=book):
            return frozenset([book])
        case _:
            return frozenset()
    books = record.deck.by_name.values()
    return frozenset(book.name for book in books if not {*cards}.isdisjoint(book.cards))

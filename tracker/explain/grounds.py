"""The grounds: the facts that a conclusion may be explained from.

People think in the present: who holds how many cards *now* is public at any time, what is laid down
is gone, and where a card went everyone saw. So where all the hand sizes are public, each says how
many of the cards whose place is not public the seat holds, and settled half-suits have no part in
it. Nothing is lost: facts speak of one half-suit each, so only sizes join the half-suits, and those
of now follow from those of the deal, the moves, and what was laid down, which all are known.

After a claim that shows nothing, sizes may be known of the deal only: then the facts are those of
the deal.

Example: Bob was dealt 8 cards, gave away 3, and laid down 3. "Bob holds 2 cards" stands for the
size of his hand as dealt and six events.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tracker.game.cards import Book, Card
from tracker.game.events import Seat
from tracker.game.state import State
from tracker.knowledge.facts import Clause, Count, Fact, HandCause, Knowledge, size_facts


@dataclass(frozen=True)
class Grounds:
    """Facts about some half-suits, hand sizes included."""

    seats: tuple[Seat, ...]
    books: tuple[Book, ...]
    facts: tuple[Fact, ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the half-suits, in deck order."""
        return tuple(card for book in self.books for card in book.cards)


def dealt(known: Knowledge) -> Grounds:
    """All that a view knows of the deal, with the sizes of the dealt hands."""
    return Grounds(known.seats, known.books, (*known.facts, *size_facts(known)))


def present(known: Knowledge, state: State) -> Grounds:
    """All that a view knows of the half-suits in play, with the sizes of the hands now.

    Args:
        known: what the view knows at a moment.
        state: the public state then. Where it lacks a hand size, all that is known of the deal.
    """
    if None in state.sizes.values():
        return dealt(known)
    books = tuple(book for book in known.books if state.books[book.name].status == "open")
    cards = {card for book in books for card in book.cards}
    facts = (fact for fact in known.facts if _speaks_of(fact, cards))
    return Grounds(known.seats, books, (*facts, *hand_facts(state)))


def everything(known: Knowledge, state: State) -> Grounds:
    """All that a view knows, with the sizes of the hands as dealt and, where public, now."""
    facts = (*known.facts, *size_facts(known), *hand_facts(state))
    return Grounds(known.seats, known.books, facts)


def hand_facts(state: State) -> Iterator[Count]:
    """What each public hand size says of the cards in play whose place is not public."""
    cards = tuple(card for card in state.cards if card not in state.located)
    held = list(state.located.values())
    for seat, size in state.sizes.items():
        if size is not None:
            rest = size - held.count(seat)
            yield Count(seat, cards, rest, rest, HandCause(seat))


def _speaks_of(fact: Fact, cards: set[Card]) -> bool:
    """Whether a fact speaks of some half-suits in play; counts are of those that left it unseen."""
    if isinstance(fact, Clause):
        return not fact.literals or fact.literals[0].card in cards
    return False

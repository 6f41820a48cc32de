"""Causes: the facts a view has, grouped by where they come from, and what each costs to take in.

The size of an explanation is its number of causes. Among explanations of the same size the one
with the least total *weight* is preferred: a weight is how hard a cause is to keep in mind at the
table. All that a view knows of its own hand is easy, a recent event easier than one long ago, and
counting a whole hand is hardest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from tracker.game.cards import Book, Card
from tracker.game.events import Seat
from tracker.game.state import State
from tracker.knowledge.facts import (
    Cause,
    Clause,
    Count,
    EventCause,
    Fact,
    HandCause,
    Knowledge,
    OwnCause,
    SignalCause,
    SizeCause,
    size_facts,
)

Facts: TypeAlias = Mapping[Cause, tuple[Fact, ...]]
"""What each cause says."""


@dataclass(frozen=True)
class Weights:
    """What people find easy: a small number. Whole numbers, 0 or more."""

    own: int = 1
    """A card in, or not in, a hand the view knows."""
    header: int = 1
    """A line of the header."""
    event: int = 2
    """The last event."""
    age: int = 10
    """An event costs one more for each so many events since; 0: age costs nothing."""
    oldest: int = 6
    """At most so much more."""
    hand: int = 8
    """How many cards a player holds: those that are known have to be counted."""
    size: int = 12
    """How many a player was dealt: all that the hand ever held has to be counted."""

    def of(self, cause: Cause, at: int) -> int:
        """The weight of a cause.

        Args:
            cause: the cause.
            at: the moment, as the number of events before it.
        """
        match cause:
            case EventCause(number) | SignalCause(number):
                extra = (at - number) // self.age if self.age else 0
                return self.event + min(extra, self.oldest)
            case HandCause():
                return self.hand
            case SizeCause():
                return self.size
            case OwnCause():
                return self.own
            case _:
                return self.header


def facts_by_cause(grounds: Grounds) -> Facts:
    """What each cause says; causes that say nothing are left out.

    The order is that of ``sort_key``.
    """
    grouped: dict[Cause, list[Fact]] = {}
    for fact in grounds.facts:
        if not (isinstance(fact, Clause) and is_empty_talk(fact)):
            grouped.setdefault(fact.cause, []).append(fact)
    return {cause: tuple(grouped[cause]) for cause in sorted(grouped, key=sort_key)}


def is_empty_talk(clause: Clause) -> bool:
    """Whether a clause says a thing and its opposite, so that every deal fits it."""
    return any((card, seat, not holds) in clause.literals for card, seat, holds in clause.literals)


def sort_key(cause: Cause) -> tuple[int, int, str]:
    """The order in which causes are listed: events by number, own cards, header lines, sizes."""
    match cause:
        case EventCause(number):
            return (0, number, "")
        case OwnCause(card, seat):
            return (1, 0, f"{seat} {card}")
        case HandCause(seat):
            return (3, 0, seat)
        case SizeCause(seat):
            return (4, 0, seat)
        case SignalCause(number):
            return (5, number, "")
        case _:
            return (2, 0, cause.text)


def in_order(causes: Iterable[Cause]) -> tuple[Cause, ...]:
    """Causes in the order in which they are listed."""
    return tuple(sorted(causes, key=sort_key))


# -- the grounds: the facts that a conclusion may be explained from -------------------------------
#
# The grounds: the facts that a conclusion may be explained from.
#
# People think in the present: who holds how many cards *now* is public at any time, what is laid
# down is gone, and where a card went everyone saw. So where all the hand sizes are public, each
# says how many of the cards whose place is not public the seat holds, and settled half-suits have
# no part in it. Nothing is lost: facts speak of one half-suit each, so only sizes join the half-
# suits, and those of now follow from those of the deal, the moves, and what was laid down, which
# all are known.
#
# After a claim that shows nothing, sizes may be known of the deal only: then the facts are those
# of the deal.
#
# Example: Bob was dealt 8 cards, gave away 3, and laid down 3. "Bob holds 2 cards" stands for the
# size of his hand as dealt and six events.


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

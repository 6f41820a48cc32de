"""The evidence: the facts that a conclusion may be explained from, each with its cause.

The size of an explanation is its number of causes, so facts are grouped by cause: all that an event
says is one cause. Among explanations of one size the one with the least total *weight* comes first;
a weight is how hard a cause is to keep in mind at the table.

People think in the present: everyone knows how many cards each player holds *now*, what is laid
down is gone, and everyone saw where each moved card went. So where all the hand sizes are public,
the evidence has those of now (how many of the cards whose place is not public a seat holds), and
settled half-suits have no part in it. Nothing is lost: but for hand sizes, every fact speaks of one
half-suit, and the sizes of now follow from those of the deal, the moves and what was laid down.

After a claim that shows nothing, some sizes of now may be unknown. Then the evidence has the sizes
of the dealt hands, and all half-suits.

Example: Bob was dealt 8 cards, gave away 3 and laid down 3. "Bob holds 2 cards" stands for the size
of his dealt hand and six events.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from tracker.game.cards import Book, Card
from tracker.game.events import Seat
from tracker.game.state import State
from tracker.knowledge.facts import (
    Cause,
    Clause,
    Count,
    EventCause,
    Fact,
    GapCause,
    HandCause,
    HeaderCause,
    Knowledge,
    OwnCause,
    SizeCause,
    size_facts,
)


@dataclass(frozen=True)
class Evidence:
    """Facts about some half-suits, hand sizes included."""

    seats: tuple[Seat, ...]
    books: tuple[Book, ...]
    facts: tuple[Fact, ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the half-suits, in deck order."""
        return tuple(card for book in self.books for card in book.cards)

    def by_cause(self) -> Mapping[Cause, tuple[Fact, ...]]:
        """The facts of each cause, in the order of ``in_order``.

        Clauses that every deal fits are left out, and so are causes that have no other facts.
        """
        grouped: dict[Cause, list[Fact]] = {}
        for fact in self.facts:
            if not (isinstance(fact, Clause) and is_tautology(fact)):
                grouped.setdefault(fact.cause, []).append(fact)
        return {cause: tuple(grouped[cause]) for cause in in_order(grouped)}


def evidence_of_deal(known: Knowledge) -> Evidence:
    """All that a view knows, with the sizes of the dealt hands."""
    return Evidence(known.seats, known.books, (*known.facts, *size_facts(known)))


def evidence_of_now(known: Knowledge, state: State) -> Evidence:
    """All that a view knows of the half-suits in play, with the sizes of the hands now.

    Args:
        known: what the view knows at a moment.
        state: the public state then. Where it lacks a hand size, the evidence is that of the deal.
    """
    if None in state.sizes.values():
        return evidence_of_deal(known)
    books = tuple(book for book in known.books if state.books[book.name].status == "open")
    cards = {card for book in books for card in book.cards}
    clauses = (
        fact
        for fact in known.facts
        if isinstance(fact, Clause) and (not fact.literals or fact.literals[0].card in cards)
    )
    return Evidence(known.seats, books, (*clauses, *hand_facts(state)))


def all_evidence(known: Knowledge, state: State) -> Evidence:
    """All that a view knows, with the sizes of the dealt hands and, where public, those of now."""
    facts = (*known.facts, *size_facts(known), *hand_facts(state))
    return Evidence(known.seats, known.books, facts)


def hand_facts(state: State) -> Iterator[Count]:
    """What each public hand size says of the cards in play whose place is not public."""
    cards = tuple(card for card in state.cards if card not in state.located)
    located = list(state.located.values())
    for seat, size in state.sizes.items():
        if size is not None:
            hidden = size - located.count(seat)
            yield Count(seat, cards, hidden, hidden, HandCause(seat))


def is_tautology(clause: Clause) -> bool:
    """Whether a clause has a literal and its opposite, so that every deal fits it."""
    literals = clause.literals
    return len(literals) > 1 and any(
        (card, seat, not holds) in literals for card, seat, holds in literals
    )


# -- causes: order and weight ---------------------------------------------------------------------


def in_order(causes: Iterable[Cause]) -> tuple[Cause, ...]:
    """Causes as they are listed: events by number, own cards, header lines, sizes."""
    return tuple(sorted(causes, key=_sort_key))


def _sort_key(cause: Cause) -> tuple[int, int, str]:
    """The place of a cause in the list: by kind, then by number, then by text."""
    match cause:
        case EventCause(number) | GapCause(number):
            return (0, number, "")
        case OwnCause(card, seat):
            return (1, 0, f"{seat} {card}")
        case HeaderCause(text):
            return (2, 0, text)
        case HandCause(seat):
            return (3, 0, seat)
        case SizeCause(seat):
            return (4, 0, seat)


@dataclass(frozen=True)
class Weights:
    """How hard each kind of cause is to keep in mind: whole numbers, 0 or more."""

    own: int = 1
    """A card in, or not in, a hand that the view knows."""
    header: int = 1
    """A line of the header."""
    event: int = 2
    """The last event."""
    age: int = 10
    """An event weighs one more for each so many events since; 0: age weighs nothing."""
    oldest: int = 6
    """The most that age may add."""
    hand: int = 8
    """How many cards a player holds: those that are known have to be counted."""
    size: int = 12
    """How many cards a player was dealt: all that the hand ever held has to be counted."""

    def of(self, cause: Cause, at: int) -> int:
        """The weight of a cause.

        Args:
            cause: the cause.
            at: the moment, as the number of events before it.
        """
        if isinstance(cause, EventCause | GapCause):
            extra = (at - cause.number) // self.age if self.age else 0
            return self.event + min(extra, self.oldest)
        of_kind = {OwnCause: self.own, HeaderCause: self.header, HandCause: self.hand}
        return of_kind.get(type(cause), self.size)

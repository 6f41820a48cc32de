"""Facts: what an event, a size or a hand says about *the deal*, the one unknown of the game.

A *placement* is "card c was dealt to seat s". A fact is either

* a ``Clause``: at least one of its literals (a placement that holds, or one that does not) is
  true; a clause without literals is a fact that nothing can make true; or
* a ``Count``: how many of some cards were dealt to one seat, between two bounds; or
* an ``Either``: all the counts of at least one of several alternatives are true.

Every fact carries its ``Cause``, so that conclusions can be explained. ``Knowledge`` is all that a
view knows at a moment: hand sizes, and facts. But for the counts, every fact speaks of the cards of
one half-suit (locality); ``Knowledge.blocks`` makes that visible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from tracker.game.cards import Book, Card
from tracker.game.events import Seat

Deal: TypeAlias = Mapping[Card, Seat]
"""A deal: the seat that each card was dealt to."""

Chances: TypeAlias = Mapping[Seat, float | None]
"""How likely each seat that can hold a card does, in seat order; a single one is certain. None
where it is possible and no exact number, nor an honest estimate, could be had."""


@dataclass(frozen=True, order=True)
class EventCause:
    """All that event ``number`` says (events are numbered from 1)."""

    number: int


@dataclass(frozen=True, order=True)
class SizeCause:
    """The size of the hand dealt to ``seat``."""

    seat: Seat


@dataclass(frozen=True, order=True)
class HandCause:
    """The number of cards that ``seat`` holds at the moment, where everyone knows it.

    By itself it says how many of the cards in play whose place is not public are with the seat.
    """

    seat: Seat


@dataclass(frozen=True, order=True)
class OwnCause:
    """A viewer has, or has not, ``card`` in the hand dealt to ``seat``."""

    card: Card
    seat: Seat


@dataclass(frozen=True, order=True)
class HeaderCause:
    """A line of the header, in its own words."""

    text: str


@dataclass(frozen=True, order=True)
class SignalCause:
    """What event ``number`` says by a convention that is only assumed: the seat has the card."""

    number: int
    card: Card
    seat: Seat


Cause: TypeAlias = EventCause | SizeCause | HandCause | OwnCause | HeaderCause | SignalCause


def cause_to_json(cause: Cause) -> dict[str, str | int]:
    """A cause as the JSON documents write it."""
    match cause:
        case EventCause(number):
            return {"event": number}
        case SizeCause(seat):
            return {"size": seat}
        case HandCause(seat):
            return {"hand": seat}
        case OwnCause(card, seat):
            return {"own": card, "seat": seat}
        case SignalCause(number, card, seat):
            return {"signal": number, "card": card, "seat": seat}
        case HeaderCause(text):
            return {"header": text}


class Literal(NamedTuple):
    """``card`` was (``holds``), or was not, dealt to ``seat``."""

    card: Card
    seat: Seat
    holds: bool


@dataclass(frozen=True)
class Clause:
    """At least one of the literals is true. All of them speak of cards of one half-suit."""

    literals: tuple[Literal, ...]
    cause: Cause

    def fits(self, deal: Deal) -> bool:
        """Whether the deal makes it true."""
        return any((deal[card] == seat) == holds for card, seat, holds in self.literals)


@dataclass(frozen=True)
class Count:
    """Between ``least`` and ``most`` of ``cards`` (inclusive) were dealt to ``seat``."""

    seat: Seat
    cards: tuple[Card, ...]
    """In deck order; the cards of whole half-suits, but for those that had publicly moved."""
    least: int
    most: int
    cause: Cause

    def fits(self, deal: Deal) -> bool:
        """Whether the deal makes it true."""
        return self.least <= sum(deal[card] == self.seat for card in self.cards) <= self.most


@dataclass(frozen=True)
class Either:
    """One of several things is so: all the counts of at least one alternative are true."""

    alternatives: tuple[tuple[Count, ...], ...]
    """At least two, each of at least one count."""
    cause: Cause

    @property
    def counts(self) -> Iterator[Count]:
        """The counts of all alternatives."""
        return (count for counts in self.alternatives for count in counts)

    def fits(self, deal: Deal) -> bool:
        """Whether the deal makes it true."""
        return any(all(count.fits(deal) for count in counts) for counts in self.alternatives)


Fact: TypeAlias = Clause | Count | Either


@dataclass(frozen=True)
class Knowledge:
    """All that a view knows of the deal at a moment.

    A deal is *consistent* with it when each card of ``cards`` went to one seat, each seat got as
    many as ``sizes`` says, and every fact fits.
    """

    seats: tuple[Seat, ...]
    books: tuple[Book, ...]
    """The half-suits that were dealt (settled ones of a mid-game start are not)."""
    sizes: Mapping[Seat, int]
    """Dealt hand sizes; they add up to the number of cards."""
    facts: tuple[Fact, ...]

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The dealt cards, in deck order."""
        return tuple(card for book in self.books for card in book.cards)

    @cached_property
    def blocks(self) -> Mapping[str, tuple[Clause, ...]]:
        """The clauses by the name of the half-suit they speak of.

        Clauses without literals, which no deal fits, are in ``impossible``.
        """
        book_of = {card: book.name for book in self.books for card in book.cards}
        blocks: dict[str, list[Clause]] = {book.name: [] for book in self.books}
        for fact in self.facts:
            if isinstance(fact, Clause) and fact.literals:
                blocks[book_of[fact.literals[0].card]].append(fact)
        return {name: tuple(clauses) for name, clauses in blocks.items()}

    @cached_property
    def counts(self) -> tuple[Count, ...]:
        """The facts that reach across half-suits, but for those that leave alternatives."""
        return tuple(fact for fact in self.facts if isinstance(fact, Count))

    @cached_property
    def impossible(self) -> tuple[Clause, ...]:
        """The clauses that no deal fits."""
        return tuple(fact for fact in self.facts if isinstance(fact, Clause) and not fact.literals)

    def fits(self, deal: Deal) -> bool:
        """Whether a deal is consistent with all of it: the obvious, slow definition."""
        dealt = list(deal.values())
        return (
            set(deal) == set(self.cards)
            and all(dealt.count(seat) == self.sizes[seat] for seat in self.seats)
            and all(fact.fits(deal) for fact in self.facts)
        )

    def with_facts(self, facts: Iterable[Fact]) -> Knowledge:
        """The same with more facts."""
        return Knowledge(self.seats, self.books, self.sizes, (*self.facts, *facts))


def size_facts(known: Knowledge) -> tuple[Count, ...]:
    """The dealt hand sizes, as facts."""
    return tuple(
        Count(seat, known.cards, size, size, SizeCause(seat)) for seat, size in known.sizes.items()
    )

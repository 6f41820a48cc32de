"""Facts about *the deal*, the only unknown of the game, and the knowledge that they make up.

A *placement* is "card c was dealt to seat s". A fact is either

* a ``Clause``: at least one of its literals (a placement that holds, or one that does not) is
  true; a clause without literals is a fact that nothing can make true; or
* a ``Count``: how many of some cards were dealt to one seat, between two bounds.

Every fact carries its ``Cause``, so that conclusions can be explained. ``Knowledge`` is all that a
view knows at a moment: hand sizes, and facts. Every clause is about the cards of one half-suit
(locality). Only counts reach across half-suits.

Example: the fact "Ann holds the 2H or the 3H", which follows from event 7, is
``Clause((Literal("2H", "Ann", True), Literal("3H", "Ann", True)), EventCause(7))``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, TypeVar

from tracker.game.cards import Book, Card
from tracker.game.events import Seat

if TYPE_CHECKING:
    from fractions import Fraction

Number = TypeVar("Number", int, float, "Fraction")

ROUNDING: Final = 1e-9
"""Floats that differ by less are the same number, but for rounding."""

Deal: TypeAlias = Mapping[Card, Seat]
"""A deal: the seat that each card was dealt to."""

Chances: TypeAlias = Mapping[Seat, float | None]
"""The probability of each seat that can hold a card, in seat order; a single one is certain. None
where it is beyond the budget of counting."""


@dataclass(frozen=True)
class Between:
    """A chance that a gap of the record decides: its lowest and highest value."""

    low: Fraction | float
    high: Fraction | float


def span(numbers: Iterable[Number | Between | None]) -> Number | Between | None:
    """Several numbers as one: the number that all are, else their lowest and highest.

    Args:
        numbers: one for each way to fill the gaps. Floats that only rounding tells apart are the
            same number; NaN is not known, like None.

    Returns:
        None where one of them is not known, or there are none.
    """
    ends: list[Any] = []
    for number in numbers:
        if number is None or number != number:
            return None
        ends += (number.low, number.high) if isinstance(number, Between) else (number,)
    if not ends:
        return None
    low, high = min(ends), max(ends)
    is_same = high - low < ROUNDING if isinstance(high, float) else low == high
    return high if is_same else Between(low, high)


@dataclass(frozen=True)
class EventCause:
    """All that event ``number`` tells of the deal (events are numbered from 1)."""

    number: int


@dataclass(frozen=True)
class GapCause:
    """Event ``number`` is a gap: so it is in every way in which that can be filled."""

    number: int


@dataclass(frozen=True)
class SizeCause:
    """The size of the hand dealt to ``seat``."""

    seat: Seat


@dataclass(frozen=True)
class HandCause:
    """The number of cards that ``seat`` holds at the moment, where everyone knows it.

    From it follows how many of the cards in play whose place is not public are with the seat.
    """

    seat: Seat


@dataclass(frozen=True)
class OwnCause:
    """The viewer sees whether ``card`` is in the hand dealt to ``seat``."""

    card: Card
    seat: Seat


@dataclass(frozen=True)
class HeaderCause:
    """A line of the header, in its own words."""

    text: str


WHAT_IF: Final = HeaderCause("what if")
"""The cause of a fact that is supposed for a moment, to find out whether a deal fits it."""


Cause: TypeAlias = EventCause | GapCause | SizeCause | HandCause | OwnCause | HeaderCause


def cause_to_json(cause: Cause) -> dict[str, str | int]:
    """A cause as the JSON documents write it."""
    match cause:
        case EventCause(number):
            return {"event": number}
        case GapCause(number):
            return {"gap": number}
        case SizeCause(seat):
            return {"size": seat}
        case HandCause(seat):
            return {"hand": seat}
        case OwnCause(card, seat):
            return {"own": card, "seat": seat}
        case HeaderCause(text):
            return {"header": text}


class Literal(NamedTuple):
    """``card`` was (``holds``), or was not, dealt to ``seat``."""

    card: Card
    seat: Seat
    holds: bool


@dataclass(frozen=True)
class Clause:
    """At least one of the literals is true. All of them are about cards of one half-suit."""

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


Fact: TypeAlias = Clause | Count


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
    def impossible(self) -> tuple[Clause, ...]:
        """The clauses that no deal fits."""
        return tuple(fact for fact in self.facts if isinstance(fact, Clause) and not fact.literals)

    def fits(self, deal: Deal) -> bool:
        """Whether a deal is consistent with all that is known: the obvious, slow definition."""
        dealt = list(deal.values())
        return (
            set(deal) == set(self.cards)
            and all(dealt.count(seat) == self.sizes[seat] for seat in self.seats)
            and all(fact.fits(deal) for fact in self.facts)
        )

    def with_facts(self, facts: Iterable[Fact]) -> Knowledge:
        """This knowledge with more facts."""
        return Knowledge(self.seats, self.books, self.sizes, (*self.facts, *facts))


def size_facts(known: Knowledge) -> tuple[Count, ...]:
    """The dealt hand sizes, as facts."""
    return tuple(
        Count(seat, known.cards, size, size, SizeCause(seat)) for seat, size in known.sizes.items()
    )

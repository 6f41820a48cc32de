"""What can happen at the table: one frozen type for each statement of the notation.

An event is *data about what was said and seen*; whether the rules allow it is the business of
``tracker.game.legality``, what it says of the deal that of ``tracker.knowledge``.

The first field of an event, if it is a seat, is the seat that acts.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import ClassVar, Final, Literal, TypeAlias

from tracker.game.cards import Card

Seat: TypeAlias = str

AskAnswer: TypeAlias = Literal["yes", "no", "surrender"]
"""``surrender``: the asker held the card and, under ``own-card-asks=surrender``, gave it up."""

Outcome: TypeAlias = Literal["correct", "split", "opponents", "cancelled"]

Holdings: TypeAlias = tuple[tuple[Card, Seat], ...]
"""Who holds each card of a book, in deck order."""


@dataclass(frozen=True, kw_only=True)
class Event:
    """What all events have."""

    kind: ClassVar[str] = ""
    """Its name in JSON."""
    usage: ClassVar[str] = ""
    """The statement of the notation that it is: ``A`` or the first word, then the verb."""

    irregular: bool = False
    """Marked `` !``: its legality says nothing about any hand."""
    above: tuple[str, ...] = ()
    """The comment lines above it, without ``#``; ``""`` is an empty line."""
    comment: str = ""
    """The comment beside it, without ``#``."""
    line: int | None = field(default=None, compare=False)
    """The line of the file it stands in, from 1; none for an event made by a program."""


@dataclass(frozen=True)
class Ask(Event):
    """``A asks B CARD: yes``: a yes moves the card from the one asked to the asker."""

    kind = "ask"
    usage = "A asks B CARD: yes"

    asker: Seat
    target: Seat
    card: Card
    answer: AskAnswer


@dataclass(frozen=True)
class Claim(Event):
    """``A claims BOOK: HOLDINGS: OUTCOME; shown HOLDINGS``."""

    kind = "claim"
    usage = "A claims BOOK: HOLDINGS: OUTCOME"

    claimant: Seat
    book: str
    holdings: Holdings
    """What the claimant *said*: true only where the outcome is ``correct``."""
    outcome: Outcome
    shown: Holdings | None = None
    """Where the cards *were*, as shown after the claim; none where nothing was shown."""


@dataclass(frozen=True)
class Pass(Event):
    """``A passes to B``: the turn goes from A to B, whoever chose B."""

    kind = "pass"
    usage = "A passes to B"

    passer: Seat
    receiver: Seat


@dataclass(frozen=True)
class HandSize(Event):
    """``A has N``: A's hand is N cards now."""

    kind = "hand-size"
    usage = "A has N"

    seat: Seat
    size: int


@dataclass(frozen=True)
class Show(Event):
    """``A shows CARD …``: everyone saw that A holds these cards."""

    kind = "show"
    usage = "A shows CARD …"

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Challenge(Event):
    """``A challenges BOOK``: it becomes a forced claim of the other team."""

    kind = "challenge"
    usage = "A challenges BOOK"

    challenger: Seat
    book: str


@dataclass(frozen=True)
class Decline(Event):
    """``A declines`` a forced claim."""

    kind = "decline"
    usage = "A declines"

    seat: Seat


@dataclass(frozen=True)
class Award(Event):
    """``award BOOK to A`` / ``to nobody``: the table settles a book without a claim."""

    kind = "award"
    usage = "award BOOK to A"

    book: str
    seat: Seat | None
    """A seat of the team that gets it; none: it is thrown in."""
    shown: Holdings | None = None


@dataclass(frozen=True)
class Give(Event):
    """``A gives B CARD``: the table moves a card in public."""

    kind = "give"
    usage = "A gives B CARD"

    giver: Seat
    receiver: Seat
    card: Card


KINDS: Final[tuple[type[Event], ...]] = (
    Ask, Claim, Pass, HandSize, Show, Challenge, Decline, Award, Give,
)  # fmt: skip
"""Every kind of event, in the order in which they are listed."""
_COMMON: Final = frozenset(one.name for one in fields(Event))


def own_fields(kind: type[Event]) -> tuple[str, ...]:
    """The fields that only events of a kind have, in order."""
    return tuple(one.name for one in fields(kind) if one.name not in _COMMON)


def actor(event: Event) -> Seat | None:
    """The seat that acts in an event: its first field; none for an award by the table."""
    if isinstance(event, Award) or not (names := own_fields(type(event))):
        return None
    seat: Seat = getattr(event, names[0])
    return seat

"""The gist of a long explanation: what it counts and looks at, in one sentence.

Nobody reads twelve events before knowing what they are for. So an explanation with more causes
than a person keeps in mind begins with what kinds of them there are: the hands that are counted,
the half-suits that the events are about, the cards that the view knows itself.

Example: "In short: how many cards Zoe and Priya hold, 8 events about high hearts and low clubs and
what your own hand says of 2 cards leave nothing else."
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tracker.game.events import Ask, Award, Challenge, Claim, Event, Give, Seat, Show
from tracker.game.record import Record
from tracker.knowledge.facts import (
    Cause,
    EventCause,
    HandCause,
    HeaderCause,
    OwnCause,
    SignalCause,
    SizeCause,
)
from tracker.messages import printable
from tracker.render.names import listed

LONG: Final = 6
"""An explanation with more causes than this has a gist."""


def gist(record: Record, causes: Sequence[Cause], you: Seat | None = None) -> str | None:
    """What a long explanation rests on, as one sentence; none where it is short.

    Args:
        record: the game.
        causes: those of the explanation.
        you: the seat that is addressed, if any.
    """
    if len(causes) <= LONG:
        return None
    parts = [*_hands(causes, you), *_events(record, causes), *_known(causes, you)]
    return f"In short: {listed(parts)} leave{'' if len(parts) > 1 else 's'} nothing else."


def _hands(causes: Iterable[Cause], you: Seat | None) -> Iterator[str]:
    """The hands that are counted."""
    causes = tuple(causes)
    held = [_name(cause.seat, you) for cause in causes if isinstance(cause, HandCause)]
    dealt = [_name(cause.seat, you) for cause in causes if isinstance(cause, SizeCause)]
    if held:
        alone = len(held) == 1 and held != ["you"]
        yield f"how many cards {listed(held)} {'holds' if alone else 'hold'}"
    if dealt:
        alone = len(dealt) == 1 and dealt != ["you"]
        yield f"how many cards {listed(dealt)} {'was' if alone else 'were'} dealt"


def _events(record: Record, causes: Iterable[Cause]) -> Iterator[str]:
    """How many events there are, and the half-suits that they are about."""
    numbers = [cause.number for cause in causes if isinstance(cause, EventCause)]
    about = [_books(record, record.events[number - 1]) for number in numbers]
    some = [books for books in about if books]
    if some:
        named = [book for book in record.deck.by_name if any(book in books for books in some)]
        yield f"{_number(len(some), 'event')} about {listed(named)}"
    if len(some) < len(about):
        rest = len(about) - len(some)
        yield _number(rest, "other event" if some else "event")


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


def _known(causes: Iterable[Cause], you: Seat | None) -> Iterator[str]:
    """What the view knows of hands by itself, and the header."""
    causes = tuple(causes)
    hands = [cause.seat for cause in causes if isinstance(cause, OwnCause)]
    if hands:
        whose = "the known hands say"
        if set(hands) == {you}:
            whose = "your own hand says"
        elif len(set(hands)) == 1:
            whose = f"{printable(hands[0])}’s own hand says"
        yield f"what {whose} of {_number(len(hands), 'card')}"
    if any(isinstance(cause, HeaderCause) for cause in causes):
        yield "the header"
    signals = sum(isinstance(cause, SignalCause) for cause in causes)
    if signals:
        yield f"what {_number(signals, 'signal')} would say by the convention assumed"


def _name(seat: Seat, you: Seat | None) -> str:
    return "you" if seat == you else printable(seat)


def _number(count: int, what: str) -> str:
    return f"one {what}" if count == 1 else f"{count} {what}s"

"""Questions that a puzzle can ask, and their one way of being written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from tracker.errors import RecordError
from tracker.game.cards import Card
from tracker.game.events import Claim, Seat
from tracker.game.record import Record
from tracker.game.words import find_book, find_card, find_seat
from tracker.messages import counted, did_you_mean, quote

Kind: TypeAlias = Literal["where", "who", "can", "claim", "claims", "asks", "ruling"]

USAGE: Final[dict[Kind, str]] = {
    "where": "where CARD",
    "who": "who CARD",
    "can": "can SEAT CARD",
    "claim": "claim BOOK",
    "claims": "claims",
    "asks": "asks",
    "ruling": "ruling EVENT",
}
"""How each question is written."""


@dataclass(frozen=True)
class AskedFor:
    """What a puzzle asks; the fields that its kind has not are none.

    ``str()`` writes it as a header has it: ``where 5H``.
    """

    kind: Kind
    card: Card | None = None
    seat: Seat | None = None
    book: str | None = None
    event: int | None = None

    def __str__(self) -> str:
        said = (self.kind, self.seat, self.card, self.book, self.event)
        return " ".join(str(word) for word in said if word is not None)


def parse_question(text: str, record: Record) -> AskedFor:
    """Reads a question about a record; seats, cards and half-suits in any form of the notation.

    Raises:
        RecordError: where it means nothing, or asks for what the record does not have.
    """
    first, *words = text.split() or [""]
    kind = next((kind for kind in get_args(Kind) if kind == first.lower()), None)
    if kind is None:
        hint = did_you_mean(first, USAGE)
        raise RecordError(
            f"{quote(text)} is not a question (expected {', '.join(USAGE.values())}){hint}"
        )
    try:
        return _READ[kind](words, record)
    except IndexError:
        raise RecordError(
            f"question: {quote(text)} is not complete or too long (expected '{USAGE[kind]}')"
        ) from None
    except RecordError as error:
        raise RecordError(f"question: {error}") from None


def _only(words: list[str], number: int) -> list[str]:
    if len(words) != number:
        raise IndexError
    return words


def _where(words: list[str], record: Record) -> AskedFor:
    return AskedFor("where", card=find_card(_only(words, 1)[0], record.deck))


def _who(words: list[str], record: Record) -> AskedFor:
    return AskedFor("who", card=find_card(_only(words, 1)[0], record.deck))


def _can(words: list[str], record: Record) -> AskedFor:
    seat, card = _only(words, 2)
    found = find_seat(seat, record.seats)
    return AskedFor("can", card=find_card(card, record.deck), seat=found)


def _claim(words: list[str], record: Record) -> AskedFor:
    if not words:
        raise IndexError
    return AskedFor("claim", book=find_book(" ".join(words), record.deck))


def _claims(words: list[str], _: Record) -> AskedFor:
    _only(words, 0)
    return AskedFor("claims")


def _asks(words: list[str], _: Record) -> AskedFor:
    _only(words, 0)
    return AskedFor("asks")


def _ruling(words: list[str], record: Record) -> AskedFor:
    """The question for the verdict on a claim, by the number of its event."""
    (word,) = _only(words, 1)
    number = int(word) if word.isascii() and word.isdecimal() and len(word) < 10 else 0
    if not 1 <= number <= len(record.events):
        has = counted(len(record.events), "event")
        raise RecordError(f"{quote(word)} is not an event of the record (it has {has})")
    if not isinstance(record.events[number - 1], Claim):
        claims = [str(n) for n, one in enumerate(record.events, 1) if isinstance(one, Claim)]
        known = f"its claims are events {', '.join(claims)}" if claims else "it has no claims"
        raise RecordError(f"event {number} is not a claim ({known})")
    return AskedFor("ruling", event=number)


_READ: Final[dict[Kind, Callable[[list[str], Record], AskedFor]]] = {
    "where": _where,
    "who": _who,
    "can": _can,
    "claim": _claim,
    "claims": _claims,
    "asks": _asks,
    "ruling": _ruling,
}

"""A puzzle: a record that ends at its moment, a view, and a question; its answer is worked out.

In a file it is a record whose header has the lines ``as:`` and ``question:``; ``level:`` and
``theme:`` are labels. Nothing of the answer is stored.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias, get_args

from tracker.errors import MissingHandError, RecordError
from tracker.game.cards import Card
from tracker.game.events import Claim, Seat
from tracker.game.lookup import find_book, find_card, find_seat
from tracker.game.record import Hand, Record, require_record
from tracker.game.replay import beginning, replay_of
from tracker.inference.hands import view_of
from tracker.knowledge.views import View
from tracker.messages import counted, did_you_mean, quote

LEVELS: Final = (1, 2, 3, 4, 5)


@dataclass(frozen=True)
class Puzzle:
    """A position, whose eyes it is seen with, and what is asked."""

    record: Record
    view: View
    question: AskedFor
    name: str = ""
    """What to call it: as a rule its file."""

    @property
    def at(self) -> int:
        """The moment that is asked about: the end, or right before the claim to be ruled on."""
        event = self.question.event
        return len(self.record.events) if event is None else event - 1

    @property
    def theme(self) -> str | None:
        """The header's label, where it has one."""
        return dict(self.record.tags).get("theme")

    @property
    def level(self) -> int | None:
        """The header's label, where it is one of the levels."""
        said = dict(self.record.tags).get("level", "")
        return next((level for level in LEVELS if str(level) == said), None)


def is_puzzle(record: Record) -> bool:
    """Whether the header of a record asks a question."""
    return "question" in dict(record.tags)


def puzzle_of(record: Record, name: str = "") -> Puzzle:
    """The puzzle that a record is.

    Args:
        record: a record with the header lines of a puzzle.
        name: what to call it.

    Raises:
        WrongTypeError: for what is no record.
        RecordError: where it asks nothing, or what makes no sense.
        MissingHandError: where the view needs a hand that nobody knows.
        ContradictionError: where that hand had to be worked out and the record contradicts itself.
    """
    require_record(record)
    tags = dict(record.tags)
    if "question" not in tags:
        raise RecordError(
            f"no puzzle: the header lacks 'question: …' ({', '.join(USAGE.values())})"
        )
    question = parse_question(tags["question"], record)
    view = _view(record, tags.get("as"), question)
    puzzle = Puzzle(record, view, question, name)
    _judge(puzzle)
    return puzzle


def _view(record: Record, said: str | None, question: AskedFor) -> View:
    """Whose eyes: those of the header, or for a ruling the claimant's."""
    try:
        view = view_of(record, said)
    except MissingHandError:
        raise
    except RecordError as error:
        raise RecordError(f"as: {error}") from None
    if question.event is None:
        return view
    claim = record.events[question.event - 1]
    if not isinstance(claim, Claim):
        raise RecordError(f"event {question.event} is not a claim")
    if said is not None and view.seats != (claim.claimant,):
        raise RecordError(
            f"as: a ruling asks what {claim.claimant}, who claimed, could know, not {view.name}"
        )
    return view_of(record, claim.claimant)


def _judge(puzzle: Puzzle) -> None:
    """Raise where a question makes no sense at its moment."""
    question, state = puzzle.question, replay_of(puzzle.record).state(puzzle.at)
    book = question.book
    if question.card is not None:
        if question.card not in puzzle.record.table.cards:
            raise RecordError(f"question: the {question.card} is not in play in this record")
        book = puzzle.record.deck.book_of[question.card].name
    if question.event is not None:
        claim = puzzle.record.events[question.event - 1]
        book = claim.book if isinstance(claim, Claim) else None
    if book is not None and state.books[book].status != "open":
        raise RecordError(
            f"question: {quote(str(question))} is no question any more: {book} is settled"
        )
    if question.kind == "asks" and len(puzzle.view.seats) != 1:
        raise RecordError(
            f"question: asks are those of one seat, not of {puzzle.view.name} (as: SEAT)"
        )
    if question.kind in ("asks", "claims") and state.over:
        raise RecordError(f"question: {quote(question.kind)} makes no sense: the game is over")


def pose(
    record: Record, view: View, question: AskedFor, at: int, title: str | None = None
) -> Puzzle:
    """A puzzle from a game: cut at a moment, with the hands of the view only, without comments.

    Of what the header says of the game, only its source stays.

    Args:
        record: the game.
        view: whose eyes.
        question: what is asked.
        at: after that many events.
        title: what the header calls it.
    """
    cut = beginning(record, at)
    hands = tuple(
        Hand(hand.seat, record.deck.in_order(hand.cards), hand.whole) for hand in view.hands
    )
    tags = {tag: said for tag, said in record.tags if tag == "source"}
    tags |= {"title": title} if title else {}
    tags |= {"as": view.name, "question": str(question)}
    events = tuple(replace(event, above=(), comment="") for event in cut.events)
    bare = replace(
        cut, tags=tuple(tags.items()), hands=hands, events=events, header_comments=(), closing=()
    )
    return Puzzle(bare, view, question)


def labelled(puzzle: Puzzle, level: int, theme: str) -> Puzzle:
    """The same with level and theme in its header."""
    tags = dict(puzzle.record.tags) | {"level": str(level), "theme": theme}
    return replace(puzzle, record=replace(puzzle.record, tags=tuple(tags.items())))


# -- questions that a puzzle can ask, and their one way of being written --------------------------
#
# Questions that a puzzle can ask, and their one way of being written.

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

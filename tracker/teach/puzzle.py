"""A puzzle: a game that stops at some moment, the seat whose eyes it is seen with, and a question.

In a file a puzzle is an ordinary record whose header also has the lines ``as:`` and ``question:``.
``level:`` and ``theme:`` are labels, ``shows:`` numbers the events that are enough to answer it.
No answer is stored: it is worked out from the record.

Example of such a header::

    as: Ann
    question: where 5H
    seats: Ann Bob Carl Dora
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias, get_args

from tracker.answers import Answer, json_keys
from tracker.errors import MissingHandError, RecordError
from tracker.game.cards import Card
from tracker.game.events import Claim, Seat
from tracker.game.lookup import find_book, find_card, find_seat
from tracker.game.record import Hand, Record, claims_known, require_record
from tracker.game.replay import beginning, replay_of
from tracker.inference.hands import view_of
from tracker.knowledge.views import View
from tracker.messages import counted, did_you_mean, quote

LEVELS: Final = (1, 2, 3, 4, 5)

Kind: TypeAlias = Literal["where", "who", "can", "claim", "claims", "asks", "ruling", "follows"]

USAGE: Final[dict[Kind, str]] = {
    "where": "where CARD",
    "who": "who CARD",
    "can": "can SEAT CARD",
    "claim": "claim BOOK",
    "claims": "claims",
    "asks": "asks",
    "ruling": "ruling EVENT",
    "follows": "follows BOOK",
}
"""How a question of each kind is written."""


@dataclass(frozen=True)
class PuzzleQuestion:
    """What a puzzle asks. The fields that its kind does not have are None.

    ``str()`` writes it as a header has it: ``where 5H``.
    """

    kind: Kind
    card: Card | None = None
    seat: Seat | None = None
    book: str | None = None
    event: int | None = None
    """The number of the claim that is to be ruled on."""

    def __str__(self) -> str:
        words = (self.kind, self.seat, self.card, self.book, self.event)
        return " ".join(str(word) for word in words if word is not None)


@json_keys("*=document")
@dataclass(frozen=True, repr=False)
class Puzzle(Answer):
    """A record, the view that it is seen with, and a question."""

    record: Record
    view: View
    question: PuzzleQuestion
    name: str = ""
    """What to call it: as a rule its title, or the name of its file."""

    @property
    def at(self) -> int:
        """The moment that is asked about: the end, or right before the claim to be ruled on."""
        event = self.question.event
        return len(self.record.events) if event is None else event - 1

    @property
    def theme(self) -> str | None:
        """The label in the header; None where there is none."""
        return dict(self.record.tags).get("theme")

    @property
    def level(self) -> int | None:
        """The label in the header; None where there is none, or it is not one of ``LEVELS``."""
        levels = {str(level): level for level in LEVELS}
        return levels.get(dict(self.record.tags).get("level", ""))

    @property
    def shows(self) -> tuple[int, ...]:
        """The numbers of the events to show: those that the header names; without them, all."""
        words = dict(self.record.tags).get("shows", "").split()
        numbers = {int(word) for word in words if word.isascii() and word.isdecimal()}
        every = range(1, self.at + 1)
        return tuple(number for number in every if number in numbers or not words)


# -- from a record to a puzzle --------------------------------------------------------------------


def is_puzzle(record: Record) -> bool:
    """Whether the header of a record asks a question."""
    return "question" in dict(record.tags)


def puzzle_of(record: Record, name: str = "") -> Puzzle:
    """The puzzle that a record is.

    Args:
        record: a record with the header lines of a puzzle.
        name: what to call the puzzle.

    Raises:
        WrongTypeError: for what is no record.
        RecordError: where the header has no question, or one that makes no sense.
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
    puzzle = Puzzle(record, _view(record, tags.get("as"), question), question, name)
    _require_sense(puzzle)
    return puzzle


def _view(record: Record, name: str | None, question: PuzzleQuestion) -> View:
    """The view that the header names; for a ruling, that of the seat that claimed."""
    claimant = None if question.event is None else claim_at(record, question.event).claimant
    try:
        view = view_of(record, claimant if name is None else name)
    except MissingHandError:
        raise
    except RecordError as error:
        raise RecordError(f"as: {error}") from None
    if claimant is not None and view.seats != (claimant,):
        raise RecordError(
            f"as: a ruling asks what {claimant}, who claimed, could know, not {view.name}"
        )
    return view


def _require_sense(puzzle: Puzzle) -> None:
    """Refuse a question that makes no sense at its moment.

    Raises:
        RecordError: where it does not.
    """
    record, question = puzzle.record, puzzle.question
    state, kind, card = replay_of(record).state(puzzle.at), question.kind, question.card
    book = question.book if card is None else record.deck.book_of[card].name
    book = book if question.event is None else claim_at(record, question.event).book
    view, asked = puzzle.view, quote(str(question))
    objections = {
        f"the {card} is not in play in this record": card not in (None, *record.table.cards),
        f"{asked} is no question any more: {book} is settled": book is not None
        and state.books[book].status != "open",
        f"asks are those of one seat, not of {view.name} (as: SEAT)": kind == "asks"
        and len(view.seats) != 1,
        "nothing has happened that anything could follow from": kind == "follows" and not puzzle.at,
        f"{asked} makes no sense: the game is over": kind in ("asks", "claims") and state.over,
    }
    for objection, holds in objections.items():
        if holds:
            raise RecordError(f"question: {objection}")


def parse_question(text: str, record: Record) -> PuzzleQuestion:
    """Read a question about a record. Names may have any form that the notation reads.

    Raises:
        RecordError: where the text is no question, or asks for what the record does not have.
    """
    first, *words = text.split() or [""]
    kind = next((kind for kind in get_args(Kind) if kind == first.lower()), None)
    if kind is None:
        hint = did_you_mean(first, USAGE)
        raise RecordError(
            f"{quote(text)} is not a question (expected {', '.join(USAGE.values())}){hint}"
        )
    fields = USAGE[kind].lower().split()[1:]
    if fields == ["book"] and words:
        words = [" ".join(words)]  # the name of a half-suit may have blanks in it
    if len(words) != len(fields):
        raise RecordError(
            f"question: {quote(text)} is not complete or too long (expected '{USAGE[kind]}')"
        )
    try:
        values = {
            field: READERS[field](word, record) for field, word in zip(fields, words, strict=True)
        }
    except RecordError as error:
        raise RecordError(f"question: {error}") from None
    return PuzzleQuestion(kind, **values)


def _event_number(word: str, record: Record) -> int:
    """The number of an event that is a claim.

    Raises:
        RecordError: where there is no such event, or it is no claim.
    """
    number = int(word) if word.isascii() and word.isdecimal() and len(word) < 10 else 0
    if not 1 <= number <= len(record.events):
        length = counted(len(record.events), "event")
        raise RecordError(f"{quote(word)} is not an event of the record (it has {length})")
    claim_at(record, number)
    return number


def claim_at(record: Record, number: int) -> Claim:
    """The claim that an event is.

    Raises:
        RecordError: where the event is no claim.
    """
    event = record.events[number - 1]
    if isinstance(event, Claim):
        return event
    raise RecordError(f"event {number} is not a claim ({claims_known(record)})")


READERS: Final[Mapping[str, Callable[[str, Record], Any]]] = {
    "card": lambda word, record: find_card(word, record.deck),
    "seat": lambda word, record: find_seat(word, record.seats),
    "book": lambda word, record: find_book(word, record.deck),
    "event": _event_number,
    "word": lambda word, _: word,
}
"""What reads the words of a question, by the field of ``PuzzleQuestion`` that they are for; and the
words of an answer."""


# -- from a game to a puzzle ----------------------------------------------------------------------


def pose(
    record: Record, view: View, question: PuzzleQuestion, at: int, title: str | None = None
) -> Puzzle:
    """A puzzle from a game: cut at a moment, with the hands of the view only, without comments.

    Of what the header says about the game, only the tag ``source`` is kept.

    Args:
        record: the game.
        view: whose eyes the puzzle is seen with.
        question: what is asked.
        at: the number of events that are kept.
        title: what the header calls the puzzle; None: nothing.
    """
    cut = beginning(record, at)
    hands = tuple(
        Hand(hand.seat, record.deck.in_order(hand.cards), hand.whole) for hand in view.hands
    )
    tags = (
        *(tag for tag in record.tags if tag[0] == "source"),
        *([("title", title)] if title else []),
        ("as", view.name),
        ("question", str(question)),
    )
    events = tuple(replace(event, above=(), comment="") for event in cut.events)
    bare = replace(cut, tags=tags, hands=hands, events=events, header_comments=(), closing=())
    return Puzzle(bare, view, question)


def labelled(puzzle: Puzzle, level: int, theme: str, shows: Sequence[int]) -> Puzzle:
    """A puzzle with level and theme in its header, and with the events to show, if not all."""
    labels = {"level": str(level), "theme": theme}
    if 0 < len(shows) < puzzle.at:
        labels["shows"] = " ".join(map(str, shows))
    tags = {tag: text for tag, text in puzzle.record.tags if tag != "shows"} | labels
    return replace(puzzle, record=replace(puzzle.record, tags=tuple(tags.items())))

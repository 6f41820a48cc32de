"""A puzzle: a record that ends at its moment, a view, and a question; its answer is worked out.

In a file it is a record whose header has the lines ``as:`` and ``question:``; ``level:`` and
``theme:`` are labels. Nothing of the answer is stored.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from tracker.errors import MissingHandError, RecordError
from tracker.game.events import Claim
from tracker.game.record import Hand, Record, require_record
from tracker.game.replay import beginning, replay_of
from tracker.inference.hands import view_of
from tracker.knowledge.views import View
from tracker.messages import quote
from tracker.teach.question import USAGE, AskedFor, parse_question

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

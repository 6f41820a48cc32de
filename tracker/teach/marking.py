"""Marking: whether an answer is right, and what shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from tracker.errors import WrongTypeError
from tracker.explain import Explanation
from tracker.explain.smallest.causes import in_order
from tracker.game.events import Seat
from tracker.game.record import Record
from tracker.knowledge.facts import Cause, EventCause, HandCause, SizeCause
from tracker.teach.position import OpenPuzzle, Refutation
from tracker.teach.puzzle import Puzzle, puzzle_of
from tracker.teach.task import AnswerPart, Task, Verdict
from tracker.teach.tasks import task_of


@dataclass(frozen=True)
class MarkedAnswer:
    """An answer, marked."""

    puzzle: Puzzle
    given: str
    """What was answered, as it is written."""
    answer: str
    """A right answer."""
    right: bool
    note: str = ""
    """What is wrong, in a sentence."""
    parts: tuple[AnswerPart, ...] = ()
    """The parts of a wrong answer that has any, each right or not."""
    deals: tuple[Refutation, ...] = ()
    """Deals, consistent with all that the view knows. Wrong: the answer is false in the first; two
    disagree, where nothing is certain. Right: they show that something may be, as no proof can."""
    proofs: tuple[Explanation, ...] = ()
    """Right: why; wrong: what proves that it is otherwise."""

    @property
    def refutation(self) -> Refutation | None:
        """A deal in which a wrong answer is false, where there is one."""
        return None if self.right or not self.deals else self.deals[0]

    @property
    def because(self) -> tuple[Cause, ...]:
        """All the causes of the proofs."""
        return in_order({cause for proof in self.proofs for cause in proof.because})


def mark(puzzle: Puzzle | Record, answer: str) -> MarkedAnswer:
    """Mark one answer to a puzzle.

    Args:
        puzzle: the puzzle, or the record that is one.
        answer: as a person types it: ``Carl``, ``unknown``, ``Ann 2H, Carl rest`` …

    Raises:
        WrongTypeError: for what is no puzzle, or no text.
        RecordError: where the record is no puzzle, or the answer means nothing.
        NotationError: where a claim does.
        MissingHandError: where the view needs a hand that nobody knows.
        ContradictionError: where no deal is consistent with the view.
    """
    if not isinstance(answer, str):
        raise WrongTypeError(f"{answer!r} is no answer (expected a string)")
    with OpenPuzzle(puzzle if isinstance(puzzle, Puzzle) else puzzle_of(puzzle)) as position:
        return mark_answer(task_of(position), answer)


def solve(puzzle: Puzzle | Record) -> tuple[str, ...]:
    """The right answers to a puzzle, best first.

    Raises:
        WrongTypeError: for what is no puzzle.
        RecordError: where the record is no puzzle.
        MissingHandError: where the view needs a hand that nobody knows.
        ContradictionError: where no deal is consistent with the view.
    """
    with OpenPuzzle(puzzle if isinstance(puzzle, Puzzle) else puzzle_of(puzzle)) as position:
        task = task_of(position)
        return tuple(map(task.text, task.right()))


def mark_answer(task: Task[Any], answer: str) -> MarkedAnswer:
    """Mark an answer to an open task, as it is written."""
    return mark_value(task, task.parse(answer))


def mark_right(task: Task[Any]) -> MarkedAnswer:
    """Mark the right answer to an open task, the best where there are several."""
    return mark_value(task, task.right()[0])


def mark_value(task: Task[Any], value: Any) -> MarkedAnswer:
    """Mark what an answer to an open task means."""
    right = task.right()
    puzzle, given, best = task.position.puzzle, task.text(value), task.text(right[0])
    if value in right:
        shown = task.shown()
        proofs = () if shown else task.proofs()
        return MarkedAnswer(puzzle, given, given, True, deals=shown, proofs=proofs)
    found: Verdict = task.verdict(value)
    return MarkedAnswer(
        puzzle,
        given,
        best,
        False,
        note=found.note,
        parts=task.parts(value),
        deals=found.deals,
        proofs=found.proofs,
    )


# -- hints in a ladder: each says more than the one before, and no more tha -----------------------
#
# Hints in a ladder: each says more than the one before, and no more than it must.
#
# First the half-suits to look at, then the events that matter, then the first step of the proof,
# then all of its steps. Where the answer is that something can't be known, the steps are of what
# can be.

Rung: TypeAlias = Literal["books", "events", "first step", "steps"]
RUNGS: Final[tuple[Rung, ...]] = ("books", "events", "first step", "steps")
"""The ladder, from the bottom."""


@dataclass(frozen=True)
class Hint:
    """One hint."""

    rung: Rung
    books: tuple[str, ...] = ()
    """The half-suits to look at."""
    events: tuple[int, ...] = ()
    """The events that matter."""
    hands: tuple[Seat, ...] = ()
    """The seats whose hands have to be counted."""
    proofs: tuple[Explanation, ...] = ()
    """For the first step the first proof, else all."""


def hint(task: Task[Any], number: int) -> Hint:
    """A hint for a task.

    Args:
        task: the open task.
        number: how many hints came before it; the last one comes again.
    """
    rung = RUNGS[min(number, len(RUNGS) - 1)]
    if rung == "books":
        return Hint(rung, books=_books(task))
    proofs = task.proofs()
    if rung == "events":
        causes = [cause for proof in proofs for cause in proof.because]
        events = {cause.number for cause in causes if isinstance(cause, EventCause)}
        counted = {cause.seat for cause in causes if isinstance(cause, HandCause | SizeCause)}
        hands = tuple(seat for seat in task.record.seats if seat in counted)
        return Hint(rung, events=tuple(sorted(events)), hands=hands)
    return Hint(rung, proofs=proofs[:1] if rung == "first step" else proofs)


def _books(task: Task[Any]) -> tuple[str, ...]:
    """The half-suits of the question, else those that its proofs speak of."""
    if task.books():
        return task.books()
    deck = task.record.deck
    cards = (part.card for proof in task.proofs() for part in proof.conclusion.parts)
    return tuple(dict.fromkeys(deck.book_of[card].name for card in cards))

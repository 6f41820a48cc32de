"""A task: the question of a puzzle, with its right answers worked out and its wrong ones refuted.

The subclasses are the kinds of questions: those about cards in ``card_tasks``, those about claims
in ``claim_tasks``. Each says how its answers are read and written, which are right, what has to be
proven for them, and what is wrong with another. A *value* is what an answer means (a seat, a set of
half-suits, ...), its *text* how it is written.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Generic, TypeVar

from tracker.errors import RecordError
from tracker.explain import Conclusion, Explanation
from tracker.game.lookup import folded
from tracker.messages import quote
from tracker.sat.solver import SolverHolder
from tracker.teach.position import ExampleDeal, OpenPuzzle
from tracker.teach.puzzle import Puzzle

UNKNOWN: Final = "unknown"
"""How "it can't be known" is written in answers."""
NONE: Final = "none"
"""How "there is none" is written in answers."""
_UNKNOWN_WORDS: Final = (UNKNOWN, "?", "can't be known", "open", "u")

Value = TypeVar("Value")


@dataclass(frozen=True)
class AnswerPart:
    """A part of an answer, and whether it is right."""

    text: str
    right: bool


@dataclass(frozen=True)
class Correction:
    """What is wrong with a wrong answer."""

    note: str
    """What is wrong, in a sentence."""
    deals: tuple[ExampleDeal, ...] = ()
    """Deals in which the answer is false; two that disagree, where nothing is certain."""
    proofs: tuple[Explanation, ...] = ()
    """Proofs that it is otherwise."""


class Task(SolverHolder, ABC, Generic[Value]):
    """A question about the position of a puzzle. ``marking.open_task`` makes one.

    It holds solvers: use it as a context manager, or ``close`` it.

    Args:
        puzzle: the puzzle.

    Raises:
        ContradictionError: where no deal is consistent with the view.
    """

    usage: ClassVar[str]
    """What an answer looks like."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.question = puzzle.question
        self.record = puzzle.record
        self.position = self._hold(OpenPuzzle(puzzle))
        self.deduction = self.position.deduction

    # -- the question -----------------------------------------------------------------------------

    @abstractmethod
    def prompt(self) -> str:
        """The question in words."""

    def books(self) -> tuple[str, ...]:
        """The half-suits that the question is about; none where it names none."""
        book = self.question.book
        if self.question.card is not None:
            book = self.record.deck.book_of[self.question.card].name
        return () if book is None else (book,)

    # -- answers as text --------------------------------------------------------------------------

    @abstractmethod
    def parse(self, text: str) -> Value:
        """What an answer means.

        Raises:
            RecordError: where it means nothing.
            NotationError: where it is a naming that means nothing.
        """

    @abstractmethod
    def text(self, value: Value) -> str:
        """How a value is written as an answer."""

    def completions(self) -> Sequence[str]:
        """The words that an answer may consist of."""
        return (*self.record.seats, UNKNOWN)

    # -- right answers ----------------------------------------------------------------------------

    @abstractmethod
    def right(self) -> tuple[Value, ...]:
        """The right answers, best first; there is always one."""

    @property
    def is_unknown(self) -> bool:
        """Whether the right answer is that it can't be known."""
        return self.right()[0] is None

    @abstractmethod
    def conclusions(self) -> tuple[Conclusion, ...]:
        """What has to be proven for the right answer; if it can't be known, all that can."""

    def proofs(self) -> tuple[Explanation, ...]:
        """The explanations of all ``conclusions``."""
        return tuple(map(self.position.explain, self.conclusions()))

    def examples(self) -> tuple[ExampleDeal, ...]:
        """Deals that show the right answer, where it is that something may be, or is unknown."""
        return ()

    # -- wrong answers ----------------------------------------------------------------------------

    @abstractmethod
    def correction(self, value: Value) -> Correction:
        """What is wrong with a wrong answer."""

    def parts(self, _: Value) -> tuple[AnswerPart, ...]:
        """The parts of a wrong answer, each right or not; none where it has no parts."""
        return ()


def means_unknown(text: str) -> bool:
    """Whether an answer says that it can't be known."""
    return folded(" ".join(text.replace("’", "'").split())) in _UNKNOWN_WORDS


def choice(text: str, options: Iterable[str], what: str) -> str:
    """The one option that a text is, or is a beginning of, in any case.

    Args:
        text: the text.
        options: the options.
        what: what to call an option in the message.

    Raises:
        RecordError: where there is none, or several.
    """
    options = tuple(options)
    key = folded(text.strip())
    like = [option for option in options if folded(option) == key] or [
        option for option in options if key and folded(option).startswith(key)
    ]
    if len(like) != 1:
        raise RecordError(f"{quote(text)} is not {what} (expected {' or '.join(options)})")
    return like[0]

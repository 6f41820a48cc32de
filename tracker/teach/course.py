"""A course: puzzles one after the other, each with its tries, hints and mark."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from tracker.sat.solver import SolverHolder
from tracker.teach.marking import RUNGS, Hint, MarkedAnswer, hint, mark_answer, mark_right
from tracker.teach.position import OpenPuzzle
from tracker.teach.puzzle import Puzzle
from tracker.teach.task import Task
from tracker.teach.tasks import task_of

TRIES: Final = 2
"""After so many wrong answers the right one is shown."""


@dataclass(frozen=True)
class Attempt:
    """How a puzzle went."""

    puzzle: Puzzle
    right: bool
    """Whether an answer was right, at whatever try."""
    tries: int
    hints: int

    @property
    def score(self) -> float:
        """From 1 (at once) to 0: each hint costs a fifth, a second try a half."""
        if not self.right:
            return 0.0
        return max(1 - self.hints / (len(RUNGS) + 1), 0) / self.tries


class Trial(SolverHolder):
    """One puzzle being solved.

    It holds solvers: use it as a context manager, or ``close`` it.

    Args:
        puzzle: the puzzle.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self._position = self._hold(OpenPuzzle(puzzle))
        self.task: Task[Any] = task_of(self._position)
        self.tries = 0
        self.hints = 0
        self.mark: MarkedAnswer | None = None
        """The last mark."""

    def give_up(self) -> MarkedAnswer:
        """The right answer, which is no attempt."""
        self.mark = None
        return mark_right(self.task)

    def answer(self, text: str) -> MarkedAnswer:
        """Mark an answer.

        Raises:
            RecordError: where it means nothing; that is no try.
            NotationError: where a claim does.
        """
        self.mark = mark_answer(self.task, text)
        self.tries += 1
        return self.mark

    def hint(self) -> Hint:
        """The next hint; the last one comes again."""
        self.hints += 1
        return hint(self.task, self.hints - 1)

    @property
    def over(self) -> bool:
        """Whether the answer may be shown."""
        return self.mark is not None and (self.mark.right or self.tries >= TRIES)

    @property
    def attempt(self) -> Attempt:
        """How it went so far."""
        right = self.mark is not None and self.mark.right
        return Attempt(self.task.position.puzzle, right, self.tries, min(self.hints, len(RUNGS)))

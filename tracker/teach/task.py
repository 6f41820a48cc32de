"""A task: what each kind of question has in common.

A *value* is what an answer means; its text is how it is written. ``UNKNOWN`` is the answer "it
can't be known".
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from tracker.errors import RecordError
from tracker.explain import Conclusion, Explanation
from tracker.game.lookup import folded
from tracker.messages import quote
from tracker.teach.position import OpenPuzzle, Refutation

UNKNOWN: Final = "unknown"
"""How "it can't be known" is written in answers."""
_UNKNOWN_WORDS: Final = (UNKNOWN, "?", "can't be known", "open", "u")

Value = TypeVar("Value")


@dataclass(frozen=True)
class AnswerPart:
    """A part of an answer, and whether it is right."""

    text: str
    right: bool


@dataclass(frozen=True)
class Verdict:
    """What is wrong with a wrong answer."""

    note: str
    """In a sentence."""
    deals: tuple[Refutation, ...] = ()
    """Deals in which it is false; two that disagree, where nothing is certain."""
    proofs: tuple[Explanation, ...] = ()
    """What proves that it is otherwise."""


class Task(ABC, Generic[Value]):
    """A question about an open position.

    Args:
        position: the position of the puzzle.
    """

    def __init__(self, position: OpenPuzzle) -> None:
        self.position = position
        self.question = position.puzzle.question
        self.deduction = position.deduction
        self.record = position.puzzle.record

    @abstractmethod
    def prompt(self) -> str:
        """The question in words."""

    @abstractmethod
    def usage(self) -> str:
        """What an answer looks like."""

    @abstractmethod
    def parse(self, text: str) -> Value:
        """What an answer means.

        Raises:
            RecordError: where it means nothing.
            NotationError: where it is a claim that means nothing.
        """

    @abstractmethod
    def text(self, value: Value) -> str:
        """A value as an answer is written."""

    @abstractmethod
    def right(self) -> tuple[Value, ...]:
        """The right answers, best first; one at least."""

    @abstractmethod
    def conclusions(self) -> tuple[Conclusion, ...]:
        """What has to be proven for the right answer; or what can be, where it can't be known."""

    @abstractmethod
    def verdict(self, value: Value) -> Verdict:
        """What is wrong with a wrong answer."""

    def shown(self) -> tuple[Refutation, ...]:
        """Deals that show the right answer: that something may be, or can't be known."""
        return ()

    def parts(self, _: Value) -> tuple[AnswerPart, ...]:
        """The parts of a wrong answer, each right or not, where it has any."""
        return ()

    def completions(self) -> Sequence[str]:
        """Words that an answer may have."""
        return (*self.record.seats, UNKNOWN)

    def books(self) -> tuple[str, ...]:
        """The half-suits that the question is about."""
        book = self.question.book
        if self.question.card is not None:
            book = self.record.deck.book_of[self.question.card].name
        return () if book is None else (book,)

    @property
    def is_unknown(self) -> bool:
        """Whether the right answer is that it can't be known."""
        return self.right()[0] is None

    def proofs(self) -> tuple[Explanation, ...]:
        """The explanations of all that has to be proven."""
        return tuple(map(self.position.explain, self.conclusions()))


def means_unknown(text: str) -> bool:
    """Whether an answer says that it can't be known."""
    return folded(" ".join(text.replace("’", "'").split())) in _UNKNOWN_WORDS


def choice(text: str, options: Iterable[str], what: str) -> str:
    """The one of some words that a text means: it, or a beginning of it.

    Raises:
        RecordError: where it means none, or several.
    """
    options = tuple(options)
    key = folded(text.strip())
    like = [one for one in options if folded(one) == key] or [
        one for one in options if key and folded(one).startswith(key)
    ]
    if len(like) != 1:
        raise RecordError(f"{quote(text)} is not {what} (expected {' or '.join(options)})")
    return like[0]

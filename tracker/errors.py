"""Errors, split by whose mistake it is.

* ``NotationError``: the text is not a record (bad text);
* ``RecordError``: a header or a request names something that is not there (bad data);
* ``GapError``: a question is not answered past what nobody remembers (a ``RecordError``);
* ``WrongTypeError``, ``ClosedError``: a call that makes no sense (a slip in a program);
* ``IllegalEventError``: an event breaks a rule where only legal ones are taken;
* ``ContradictionError``: no deal fits the facts (impossible facts); ``NoDealError`` where one asks
  how likely something is nevertheless;
* ``BudgetError``: an answer was not found within what the search for it may cost. It is an
  ``UndecidedError``, or, where many games are worked through, an ``OverTimeError``;
* ``MissingHandError``: a view was asked for whose dealt hand nobody knows.

A problem *in a record of the user's* is a value in a list, such as a ``Violation``. An error is
raised only where no record can be built from the text, or where the library is asked for something
impossible.
"""

from __future__ import annotations

from dataclasses import dataclass


class TrackerError(Exception):
    """Base of all errors that tracker raises on purpose.

    ``args`` has what the error was made of, so that it can be pickled and copied; ``str`` is the
    message.

    Args:
        message: what is wrong, in words.
        made_of: the arguments of a kind of error that has others than its message.
    """

    def __init__(self, message: str = "", made_of: tuple[object, ...] | None = None) -> None:
        self.message = message
        super().__init__(*((message,) if made_of is None else made_of))

    def __str__(self) -> str:
        return self.message


class RecordError(TrackerError):
    """A header, a name or a moment that does not fit the record it is used with."""


class GapError(RecordError):
    """A question that is not answered for records with gaps, or not past one of them.

    Args:
        event: the number of the gap.
        message: why there is no answer.
    """

    def __init__(self, event: int, message: str) -> None:
        self.event = event
        super().__init__(message, (event, message))


class WrongTypeError(TrackerError, TypeError):
    """Something of another kind than what the call takes, such as a number for a seat."""


class ClosedError(TrackerError):
    """A question to something that was closed; what held a solver has let go of it."""

    def __init__(self, what: str) -> None:
        self.what = what
        message = f"this {what} is closed: ask before it is, inside its 'with' block"
        super().__init__(message, (what,))


@dataclass(frozen=True)
class Violation:
    """A rule that an event breaks."""

    code: str
    """Stable name of the rule, such as ``turn`` or ``teammate``."""
    message: str
    """What is wrong, in players' words."""


class IllegalEventError(TrackerError):
    """An event that the rules do not allow at this point of a game.

    Args:
        violations: every rule that it breaks, as far as everyone at the table can tell.
    """

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        self.violations = violations
        message = "; ".join(violation.message for violation in violations)
        super().__init__(message, (violations,))


class MissingHandError(TrackerError):
    """A view needs the dealt hand of a seat, and neither header nor record gives it.

    Args:
        seat: the seat whose hand is missing.
        size: how many cards were dealt to it.
    """

    def __init__(self, seat: str, size: int) -> None:
        self.seat = seat
        self.size = size
        super().__init__(
            f"the view of {seat} needs the line 'hand {seat}: …' with the {size} cards dealt to "
            f"{seat}; the record does not fix them",
            (seat, size),
        )


class BudgetError(TrackerError):
    """An answer was not found within what the search for it may cost: neither yes nor no."""


class UndecidedError(BudgetError):
    """A search or a count was given up before it had an answer.

    Args:
        message: what was not found out, in words.
        event: the number of the event at which it was given up; None where it was at none.
    """

    def __init__(
        self,
        message: str = "not decided: the search for an answer was given up, as it took too long",
        event: int | None = None,
    ) -> None:
        self.event = event
        super().__init__(message, (message, event))


class OverTimeError(BudgetError):
    """The analysis of one game took longer than it may.

    Args:
        seconds: how long it may take, in seconds of processor time.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(f"its analysis took longer than {seconds:g} s", (seconds,))


class ContradictionError(TrackerError):
    """No deal is consistent with the facts.

    Args:
        event: the first event after which no deal is left; 0 where the header alone is impossible.
        message: what is wrong, in words.
    """

    def __init__(self, event: int, message: str) -> None:
        self.event = event
        super().__init__(message, (event, message))


class NoDealError(TrackerError):
    """A probability was asked for where no deal is consistent with the view."""

    def __init__(self) -> None:
        super().__init__("no deal is consistent with the view, so nothing is likely", ())


@dataclass(frozen=True)
class TextProblem:
    """One thing wrong in a text, with its place.

    ``str()`` gives ``file:line:column: message``.
    """

    source: str
    """Name of the file, or ``<text>``."""
    line: int
    """Line number, from 1."""
    column: int
    """Column number in characters, from 1."""
    message: str
    """What stands there and what was expected."""

    def __str__(self) -> str:
        return f"{self.source}:{self.line}:{self.column}: {self.message}"


class NotationError(TrackerError):
    """A text that is not a record: carries every problem found, in order of place."""

    def __init__(self, problems: tuple[TextProblem, ...]) -> None:
        self.problems = problems
        super().__init__("\n".join(str(problem) for problem in problems), (problems,))

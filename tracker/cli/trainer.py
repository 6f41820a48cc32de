"""The dialogue of ``tracker train``: pose, answer, mark, next."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from rich.console import Console
from rich.text import Text

from tracker.cli.console import tell
from tracker.cli.streams import input_lines
from tracker.errors import NotationError, TrackerError
from tracker.game.events import Ask
from tracker.messages import counted
from tracker.render import puzzle_words
from tracker.render.document import Document, indented, line
from tracker.teach.grading import MEANING
from tracker.teach.marking import Attempt, Trial
from tracker.teach.puzzle import Puzzle


class LeavingError(Exception):
    """The user leaves."""


@dataclass
class Trainer:
    """Poses puzzles, one after the other."""

    console: Console
    """Where all is printed."""
    ask: Callable[[Sequence[str]], str | None]
    """Reads one line, given the words that may complete it; None at the end of the input."""
    done: Callable[[Attempt], None]
    """Gets each attempt as soon as its puzzle is over."""
    pace: float | None = None
    """In memory mode, the seconds that an event is shown; None: all are listed."""
    sleep: Callable[[float], None] = time.sleep
    """Lets so many seconds pass."""
    pauses: bool = False
    """Whether to wait for Enter before the next puzzle, so that the mark can be read."""
    attempts: list[Attempt] = field(default_factory=list)

    def go_through(
        self, puzzles: Iterable[Puzzle], fail: Callable[[Puzzle, TrackerError], None]
    ) -> None:
        """Pose puzzles until they or the user are done; then the sum of it.

        Args:
            puzzles: the puzzles.
            fail: gets each that cannot be posed, with the reason; the others go on.
        """
        with suppress(LeavingError):
            for number, puzzle in enumerate(puzzles):
                if number:
                    self._between()
                try:
                    self._solve(puzzle)
                except TrackerError as error:
                    fail(puzzle, error)
        if self.attempts:
            self.console.print(Text(summary(self.attempts), style="bold"))

    def _between(self) -> None:
        """A blank line, or a wait until the user wants to go on."""
        typed: str | None = ""
        if self.pauses:
            self.console.print(Text("Enter: the next puzzle (or quit)", style="dim"))
            typed = self.ask(["quit"])
        self.console.print()
        if typed is None or typed.strip().lower() == "quit":
            raise LeavingError

    def _solve(self, puzzle: Puzzle) -> None:
        """One puzzle, from the question to its mark."""
        with Trial(puzzle) as trial:
            if self.pace is not None:
                self._tell(trial, self.pace)
            tell(self.console, _DEEDS["show"](trial, self.pace is not None))
            try:
                while not trial.attempt.over and self._line(trial):
                    pass
            finally:
                if trial.attempt.tries or trial.attempt.hints:
                    self.attempts.append(trial.attempt)
                    self.done(trial.attempt)

    def _tell(self, trial: Trial, pace: float) -> None:
        """The events one by one, each for its time; then it is gone."""
        for event in puzzle_words.event_lines(trial.task):
            self.console.print(Text(event, overflow="ellipsis", no_wrap=True), end="\r")
            self.sleep(pace)
            self.console.print(Text(" " * (self.console.width - 1)), end="\r")

    def _line(self, trial: Trial) -> bool:
        """One line of the user's; whether to go on with this puzzle."""
        typed = self.ask((*trial.task.completions(), *_DEEDS, "quit"))
        command = "quit" if typed is None else typed.strip().lower()
        if command == "quit":
            raise LeavingError
        if command in _DEEDS:
            tell(self.console, _DEEDS[command](trial, self.pace is not None))
        elif command:
            tell(self.console, _answered(trial, (typed or "").strip()))
        return command not in ("skip", "next")


def _all_events(trial: Trial, is_gone: bool) -> Document:
    """All events, where they may be told once more."""
    if is_gone:
        return [line("They are not told again.")]
    return map(line, puzzle_words.event_lines(trial.task, every=True))


def _given_up(trial: Trial, _: bool) -> Document:
    return puzzle_words.mark_text(trial.give_up(), given_up=True)


HELP: Final = (
    "Answer the question; short forms will do. Only the first answer scores. Or:",
    "  hint    the next hint (events, what to ask, first step, all steps); each costs a fifth",
    "  show    the position once more",
    "  all     all events, also those that are not shown",
    "  last    the last ask",
    "  skip    the answer, then the next puzzle",
    "  quit    leave (or Ctrl-D)",
)
_DEEDS: Final[dict[str, Callable[[Trial, bool], Document]]] = {
    "hint": lambda trial, _: map(indented, puzzle_words.hint_lines(trial.hint(), trial.task)),
    "show": lambda trial, is_gone: puzzle_words.posed(trial.task, with_events=not is_gone),
    "all": _all_events,
    "last": lambda trial, _: [line(_last_ask(trial))],
    "skip": _given_up,
    "next": _given_up,
    "help": lambda *_: map(line, HELP),
}
"""What can be typed that is no answer. It is told whether what was told is gone: memory mode."""


def _last_ask(trial: Trial) -> str:
    """The last ask, which may be asked for at any table."""
    record = trial.task.record
    before = record.events[: trial.task.puzzle.at]
    asks = [number for number, event in enumerate(before, 1) if isinstance(event, Ask)]
    return puzzle_words.event_words(record, asks[-1]) if asks else "Nobody has asked yet."


def _answered(trial: Trial, typed: str) -> Document:
    """The mark of an answer: the first wrong one is refuted, and may be tried again."""
    try:
        mark = trial.answer(typed)
    except NotationError as error:
        return [line(problem.message, "red") for problem in error.problems]
    except TrackerError as error:
        return [line(str(error), "red")]
    if not trial.attempt.over:
        return puzzle_words.wrong_for_now(mark)
    theme = trial.task.puzzle.theme or ""
    words = [line(f"Theme: {theme} ({MEANING[theme]})", "dim")] if theme in MEANING else []
    return [*puzzle_words.mark_text(mark), *words]


def summary(attempts: Sequence[Attempt]) -> str:
    """How it went, in a sentence."""
    right = sum(attempt.right for attempt in attempts)
    at_once = sum(a.right and a.tries == 1 and not a.hints for a in attempts)
    score = sum(attempt.score for attempt in attempts)
    posed = counted(len(attempts), "puzzle")
    return f"{posed}, {right} right, {at_once} at once and without hints; score {score:.1f}."


def line_reader() -> Callable[[Sequence[str]], str | None]:
    """What reads lines: with completion on a terminal, else plainly from standard input."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        lines = input_lines()
        return lambda _: next(lines, None)
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import WordCompleter
    from prompt_toolkit.output.color_depth import ColorDepth

    depth = ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else None
    session: PromptSession[str] = PromptSession(
        color_depth=depth, complete_while_typing=False, reserve_space_for_menu=4
    )

    def read(words: Sequence[str]) -> str | None:
        """One line; None where the user leaves."""
        completer = WordCompleter(list(dict.fromkeys(words)), ignore_case=True)
        try:
            return session.prompt("> ", completer=completer)
        except EOFError:
            return None

    return read

"""The dialogue of ``tracker train``: pose, answer, mark, next."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
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

HELP: Final = (
    "Answer the question; short forms will do. Or:",
    "  hint    the next hint (events, what to ask, first step, all steps); each costs a fifth",
    "  show    the position once more",
    "  all     all events, also those that are not shown",
    "  last    the last ask",
    "  skip    the answer, then the next puzzle",
    "  quit    leave (or Ctrl-D)",
)


class LeavingError(Exception):
    """The user leaves."""


class Trainer:
    """Poses puzzles, one after the other.

    Args:
        console: where all is printed.
        ask: reads one line, given the words that may complete it; None at the end of the input.
        done: gets each attempt as soon as its puzzle is over.
        pace: in memory mode, the seconds that an event is shown; None: all are listed.
        sleep: what lets so many seconds pass.
        pauses: whether to wait for Enter before the next puzzle, so that the mark can be read.
    """

    def __init__(
        self,
        console: Console,
        ask: Callable[[Sequence[str]], str | None],
        done: Callable[[Attempt], None],
        pace: float | None = None,
        sleep: Callable[[float], None] = time.sleep,
        pauses: bool = False,
    ) -> None:
        self._pauses = pauses
        self._sleep = sleep
        self._console = console
        self._ask = ask
        self._done = done
        self._pace = pace
        self.attempts: list[Attempt] = []

    def go_through(
        self, puzzles: Iterable[Puzzle], fail: Callable[[Puzzle, TrackerError], None]
    ) -> None:
        """Pose puzzles until they or the user are done; then the sum of it.

        Args:
            puzzles: the puzzles.
            fail: gets each that cannot be posed, with the reason; the others go on.
        """
        try:
            for number, puzzle in enumerate(puzzles):
                if number:
                    self._between()
                try:
                    self._solve(puzzle)
                except TrackerError as error:
                    fail(puzzle, error)
        except LeavingError:
            pass
        if self.attempts:
            self._console.print(Text(summary(self.attempts), style="bold"))

    def _between(self) -> None:
        """A blank line, or a wait until the user wants to go on."""
        typed: str | None = ""
        if self._pauses:
            self._console.print(Text("Enter: the next puzzle (or quit)", style="dim"))
            typed = self._ask(["quit"])
        self._console.print()
        if typed is None or typed.strip().lower() == "quit":
            raise LeavingError

    def _solve(self, puzzle: Puzzle) -> None:
        """One puzzle, from the question to its mark."""
        with Trial(puzzle) as trial:
            self._pose(trial)
            try:
                while not trial.attempt.over:
                    if not self._line(trial):
                        break
            finally:
                if trial.attempt.tries or trial.attempt.hints:
                    self.attempts.append(trial.attempt)
                    self._done(trial.attempt)

    def _pose(self, trial: Trial) -> None:
        if self._pace is not None:
            self._tell(trial, self._pace)
        tell(self._console, self.show(trial))

    def _tell(self, trial: Trial, pace: float) -> None:
        """The events one by one, each for its time; then it is gone."""
        for event in puzzle_words.event_lines(trial.task):
            self._console.print(Text(event, overflow="ellipsis", no_wrap=True), end="\r")
            self._sleep(pace)
            self._console.print(Text(" " * (self._console.width - 1)), end="\r")

    def _line(self, trial: Trial) -> bool:
        """One line of the user's; whether to go on with this puzzle."""
        typed = self._ask((*trial.task.completions(), *_COMMANDS))
        if typed is None:
            raise LeavingError
        command = typed.strip().lower()
        if command in _COMMANDS:
            tell(self._console, _COMMANDS[command](self, trial))
        elif command:
            tell(self._console, _answered(trial, typed.strip()))
        return command not in _SKIP

    # -- commands: each says something ------------------------------------------------------------

    def hint(self, trial: Trial) -> Document:
        """The next hint."""
        return map(indented, puzzle_words.hint_lines(trial.hint(), trial.task))

    def show(self, trial: Trial) -> Document:
        """The position; in memory mode without its events."""
        return puzzle_words.posed(trial.task, with_events=self._pace is None)

    def all(self, trial: Trial) -> Document:
        """All events; in memory mode none."""
        lines = puzzle_words.event_lines(trial.task, every=True) if self._pace is None else ()
        return [*map(line, lines)] or [line("They are not told again.")]

    def last(self, trial: Trial) -> Document:
        """The last ask, which may be asked for at any table."""
        record = trial.task.record
        before = record.events[: trial.task.puzzle.at]
        asks = [number for number, event in enumerate(before, 1) if isinstance(event, Ask)]
        words = puzzle_words.event_words(record, asks[-1]) if asks else "Nobody has asked yet."
        return [line(words)]

    def skip(self, trial: Trial) -> Document:
        """The answer, before the next puzzle."""
        return puzzle_words.mark_text(trial.give_up(), given_up=True)

    def help(self, _: Trial) -> Document:
        """What can be typed."""
        return map(line, HELP)

    def quit(self, _: Trial) -> Document:
        """Leave."""
        raise LeavingError


_SKIP: Final = ("skip", "next")
_COMMANDS: Final[dict[str, Callable[[Trainer, Trial], Document]]] = {
    "hint": Trainer.hint,
    "show": Trainer.show,
    "all": Trainer.all,
    "last": Trainer.last,
    **dict.fromkeys(_SKIP, Trainer.skip),
    "help": Trainer.help,
    "quit": Trainer.quit,
}


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

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
from tracker.messages import counted, printable
from tracker.render import puzzle_words
from tracker.render.document import indented
from tracker.teach.grading import MEANING
from tracker.teach.marking import Attempt, Trial
from tracker.teach.puzzle import Puzzle

HELP: Final = (
    "Answer the question; short forms will do. Or:",
    "  hint    the next hint (half-suit, events, first step, all steps); each costs",
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
        line: str | None = ""
        if self._pauses:
            self._console.print(Text("Enter: the next puzzle (or quit)", style="dim"))
            line = self._ask(["quit"])
        self._console.print()
        if line is None or line.strip().lower() == "quit":
            raise LeavingError

    def _solve(self, puzzle: Puzzle) -> None:
        """One puzzle, from the question to its mark."""
        with Trial(puzzle) as trial:
            self._pose(trial)
            try:
                while not trial.over:
                    if not self._line(trial):
                        break
            finally:
                if trial.tries or trial.hints:
                    self.attempts.append(trial.attempt)
                    self._done(trial.attempt)

    def _pose(self, trial: Trial) -> None:
        if self._pace is not None:
            self._tell(trial, self._pace)
        tell(self._console, puzzle_words.posed(trial.task, with_events=self._pace is None))

    def _tell(self, trial: Trial, pace: float) -> None:
        """The events one by one, each for its time; then it is gone."""
        for line in puzzle_words.event_lines(trial.task):
            self._console.print(Text(line, overflow="ellipsis", no_wrap=True), end="\r")
            self._sleep(pace)
            self._console.print(Text(" " * (self._console.width - 1)), end="\r")

    def _line(self, trial: Trial) -> bool:
        """One line of the user's; whether to go on with this puzzle."""
        line = self._ask((*trial.task.completions(), *_COMMANDS))
        if line is None:
            raise LeavingError
        typed = line.strip()
        if typed.lower() in _COMMANDS:
            return _COMMANDS[typed.lower()](self, trial)
        if typed:
            self._answer(trial, typed)
        return True

    def _answer(self, trial: Trial, typed: str) -> None:
        """Mark an answer: the first wrong one is refuted, and may be tried again."""
        try:
            mark = trial.answer(typed)
        except NotationError as error:
            self._say(*(str(problem.message) for problem in error.problems))
            return
        except TrackerError as error:
            self._say(str(error))
            return
        if trial.over:
            tell(self._console, puzzle_words.mark_text(mark))
            self._tell_theme(trial.task.puzzle)
        else:
            tell(self._console, puzzle_words.wrong_for_now(mark))

    def _tell_theme(self, puzzle: Puzzle) -> None:
        meaning = MEANING.get(puzzle.theme or "")
        if meaning is not None:
            self._console.print(Text(f"Theme: {puzzle.theme} ({meaning})", style="dim"))

    def _say(self, *lines: str) -> None:
        for line in lines:
            self._console.print(Text(printable(line), style="red"))

    # -- commands ---------------------------------------------------------------------------------

    def hint(self, trial: Trial) -> bool:
        """The next hint."""
        for text in puzzle_words.hint_lines(trial.hint(), trial.task):
            tell(self._console, [indented(text)])
        return True

    def show(self, trial: Trial) -> bool:
        """The position again; in memory mode without its events."""
        tell(self._console, puzzle_words.posed(trial.task, with_events=self._pace is None))
        return True

    def all(self, trial: Trial) -> bool:
        """All events; in memory mode none."""
        lines = puzzle_words.event_lines(trial.task, every=True) if self._pace is None else ()
        self._console.print(Text("\n".join(lines) or "They are not told again."))
        return True

    def last(self, trial: Trial) -> bool:
        """The last ask, which may be asked for at any table."""
        record = trial.task.record
        before = record.events[: trial.task.puzzle.at]
        asks = [number for number, event in enumerate(before, 1) if isinstance(event, Ask)]
        words = puzzle_words.event_words(record, asks[-1]) if asks else "Nobody has asked yet."
        self._console.print(Text(words))
        return True

    def skip(self, trial: Trial) -> bool:
        """The answer, and on to the next puzzle."""
        tell(self._console, puzzle_words.mark_text(trial.give_up(), given_up=True))
        return False

    def help(self, _: Trial) -> bool:
        """What can be typed."""
        self._console.print(Text("\n".join(HELP)))
        return True

    def quit(self, _: Trial) -> bool:
        """Leave."""
        raise LeavingError


_COMMANDS: Final[dict[str, Callable[[Trainer, Trial], bool]]] = {
    "hint": Trainer.hint,
    "show": Trainer.show,
    "all": Trainer.all,
    "last": Trainer.last,
    "skip": Trainer.skip,
    "next": Trainer.skip,
    "help": Trainer.help,
    "quit": Trainer.quit,
}


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

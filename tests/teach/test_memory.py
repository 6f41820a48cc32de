"""Memory mode: events are told one by one at a pace and vanish; only the last ask is told again."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path

import pyte
from rich.console import Console

from tests.cli.running import written
from tests.entry.terminal import ENTER, TAB, Terminal
from tests.teach.test_puzzle_records import PUZZLE, asking
from tracker.cli.trainer import Trainer
from tracker.teach.marking import Attempt
from tracker.teach.puzzle import puzzle_of

TOLD = ["1 Ann > Bob KH no", "2 Bob > Ann KC no", "3 Ann > Bob 9H no", "4 Bob > Carl QC no"]
LAST = "5 Carl > Dora 3H no"


class Table:
    """A trainer with a screen, a clock that only it moves, and somebody who types."""

    def __init__(self, typed: Sequence[str], pace: float | None, *, pauses: bool = False) -> None:
        self._screen = pyte.Screen(80, 90)
        self._stream = pyte.Stream(self._screen)
        self._out = io.StringIO()
        self._typed: Iterator[str] = iter(typed)
        self.seconds = 0.0
        self.while_waiting: list[list[str]] = []
        """What is on the screen at each moment that passes."""
        self.before_answers: list[list[str]] = []
        """What is on the screen whenever something is to be typed."""
        self.attempts: list[Attempt] = []
        console = Console(file=self._out, force_terminal=True, width=80, legacy_windows=False)
        self.trainer = Trainer(console, self._read, self.attempts.append, pace, self._sleep, pauses)

    def lines(self) -> list[str]:
        self._stream.feed(self._out.getvalue().replace("\n", "\r\n"))
        self._out.seek(0)
        self._out.truncate()
        return [line.strip() for line in self._screen.display if line.strip()]

    def _sleep(self, seconds: float) -> None:
        self.seconds += seconds
        self.while_waiting.append(self.lines())

    def _read(self, _: Sequence[str]) -> str | None:
        self.before_answers.append(self.lines())
        return next(self._typed, None)

    def play(self, count: int = 1) -> None:
        def fail(_: object, error: Exception) -> None:
            raise error

        self.trainer.go_through([puzzle_of(asking("where 5H"))] * count, fail)


def shown(lines: list[str]) -> list[str]:
    """The events that are to be seen."""
    return [line for line in lines if " > " in line]


def test_each_event_stays_for_its_time_alone_and_vanishes() -> None:
    table = Table(["carl"], 2.5)
    table.play()
    assert [shown(lines) for lines in table.while_waiting] == [[one] for one in (*TOLD, LAST)]
    assert table.seconds == 5 * 2.5
    (lines,) = table.before_answers
    assert shown(lines) == []
    assert "Who holds the 5H?" in lines
    assert any(line.startswith("Hand   Ann:") for line in lines)
    assert [attempt.right for attempt in table.attempts] == [True]


def test_only_the_last_ask_may_be_asked_for_again() -> None:
    table = Table(["show", "last", "last", "carl"], 1)
    table.play()
    posed, again, last, twice = table.before_answers
    assert shown(posed) == shown(again) == []
    assert shown(last) == ["Carl > Dora 3H no"]
    assert shown(twice) == ["Carl > Dora 3H no"] * 2
    assert table.seconds == 5  # nothing was told again


def test_without_it_all_is_listed_and_no_time_passes() -> None:
    table = Table(["carl"], None)
    table.play()
    assert table.seconds == 0
    (lines,) = table.before_answers
    text = " ".join(lines)
    assert all(" ".join(one.split()) in " ".join(text.split()) for one in (*TOLD, LAST))


def test_a_mark_can_be_read_before_the_next_puzzle_comes() -> None:
    """On a terminal of few lines the next position would push it away."""
    for typed, posed in (
        (["carl", "", "carl"], 2),
        (["carl", "quit"], 1),
        (["skip", "", "quit"], 2),
    ):
        table = Table(typed, None, pauses=True)
        table.play(2)
        after = table.before_answers[1]
        assert "Enter: the next puzzle (or quit)" in after
        assert sum("Who holds the 5H?" in line for line in after) == 1
        assert sum("Who holds the 5H?" in one for one in table.lines()) == posed


def test_in_a_terminal(tmp_path: Path) -> None:
    path = written(tmp_path, PUZZLE)
    arguments = ("train", str(path), "--memory", "--pace", "0.01", "--no-progress")
    with Terminal(*arguments, folder=tmp_path) as terminal:
        terminal.wait_for("Who holds the 5H?")
        assert "Carl > Dora" not in terminal.text
        terminal.send(f"last{ENTER}")
        terminal.wait_for("Carl > Dora 3H no")
        terminal.send(f"CA{TAB}")
        terminal.wait_for("> Carl")
        terminal.send(ENTER)
        terminal.wait_for("Right: Carl.")

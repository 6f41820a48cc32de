"""Memory mode: events are told one by one at a pace and vanish; only the last ask is told again."""

from __future__ import annotations

from pathlib import Path

from tests.cli.running import written
from tests.entry.terminal import ENTER, TAB, Terminal
from tests.teach.test_puzzle_records import PUZZLE

EARLY = PUZZLE.partition("Ann asks Bob 9H")[0]
"""A puzzle after two events."""
POSED = "Who holds the 5H?"


def told(terminal: Terminal) -> list[str]:
    """The events that are to be seen."""
    return [line.strip() for line in terminal.lines if " > " in line]


def test_in_a_terminal(tmp_path: Path) -> None:
    """And the mark can be read before the next puzzle comes."""
    path = written(tmp_path, f"{EARLY}---\n{EARLY}")
    arguments = ("train", path, "--memory", "--pace", "1.5", "--no-progress")
    with Terminal(*arguments, folder=tmp_path, rows=60) as terminal:
        for event in ("1 Ann > Bob KH no", "2 Bob > Ann KC no"):
            terminal.wait_for(event)
            assert told(terminal) == [event]
        terminal.wait_for(POSED)
        assert told(terminal) == []
        assert "Hand   Ann:" in terminal.text
        terminal.send(f"show{ENTER}")
        terminal.wait(lambda: terminal.text.count(POSED) == 2, "the position once more")
        assert told(terminal) == []
        terminal.send(f"last{ENTER}")
        terminal.wait_for("Bob > Ann KC no")
        terminal.send(f"CA{TAB}")
        terminal.wait_for("> Carl")
        terminal.send(f"\x15unknown{ENTER}")  # the line is cleared before
        terminal.wait_for("Enter: the next puzzle (or quit)")
        assert "Right: unknown." in terminal.text
        assert terminal.text.count(POSED) == 2
        terminal.send(ENTER)
        terminal.wait(lambda: terminal.text.count(POSED) == 3, "the next puzzle")
        terminal.send(f"quit{ENTER}")
        assert terminal.ended() == 0

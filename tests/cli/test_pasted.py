"""Lines that come in one piece: the tally, and what was refused comes back in its place."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from rich.console import Console

from tests.cli.running import written
from tests.entry.sessions import begun
from tests.entry.terminal import ENTER, Terminal
from tracker.cli.pasted import Pasted
from tracker.cli.shell import Shell
from tracker.entry.session import Session
from tracker.notation.text import format_event

HEADER = "seats: Ann Bob Carl Dora Eve Finn\ndealer: Ann\n"
GAME = (
    "Ann asks Bob KH: yes",
    "Ann asks Bob QH: yes",
    "Ann asks Dora 9H: no",
    "Dora asks Carl 2S: no",
    "Carl asks Finn 3D: yes",
    "Carl asks Finn 4D: no",
    "Finn asks Eve 2C: no",
)
PASTE = "\x1b[200~{}\x1b[201~"


class Outcome(NamedTuple):
    """What came of some lines."""

    tally: str
    to_mend: list[str]
    said: str
    events: list[str]


def paste(session: Session, lines: Sequence[str]) -> Outcome:
    """Run lines in one piece."""
    said = io.StringIO()
    console = Console(width=500, file=said)
    block = Pasted(Shell(session, console, console))
    for line in lines:
        if not block.run(line) or block.is_stuck:
            break
    events = [format_event(event, session.record) for event in session.record.events]
    return Outcome(block.tally(), block.to_mend(), said.getvalue(), events)


def with_slips(slips: dict[int, str]) -> list[str]:
    """The game with other lines in the place of some."""
    return [slips.get(place, line) for place, line in enumerate(GAME, start=1)]


def test_lines_that_others_do_not_hang_on_come_back_as_insertions(tmp_path: Path) -> None:
    slips = {1: "Ann asks Bub KH: yes", 5: "Carl asks Finn ZZ: yes"}
    with begun(tmp_path, HEADER) as session:
        outcome = paste(session, with_slips(slips))
        assert outcome.tally == "7 lines: 5 taken, 2 refused (lines 1, 5)"
        assert outcome.to_mend == [
            "insert 4 Carl asks Finn ZZ: yes",
            "insert 1 Ann asks Bub KH: yes",
        ]
        mended = [line.replace("Bub", "Bob").replace("ZZ", "3D") for line in outcome.to_mend]
        assert paste(session, mended).events == list(GAME)


def test_lines_that_fail_only_because_of_an_earlier_one_say_so(tmp_path: Path) -> None:
    with begun(tmp_path, HEADER) as session:
        outcome = paste(session, with_slips({3: "Ann asks Dora 9X: no", 6: "Carl asks Eve 4D: no"}))
        assert outcome.events == list(GAME[:2])
        assert outcome.tally == (
            "7 lines: 2 taken, 5 refused (lines 3, 6; perhaps only because of that: 4-5, 7)"
        )
        assert outcome.said.count("perhaps only because line 3 was not taken") == 2
        assert "Carl asks Eve, a teammate" in outcome.said
        assert len(outcome.to_mend) == 5
        mended = with_slips({})[2:]
        assert paste(session, mended).events == list(GAME)


@pytest.mark.long
def test_on_a_terminal_what_was_refused_waits_at_the_prompt(tmp_path: Path) -> None:
    game = written(tmp_path, HEADER)
    lines = with_slips({2: "Ann asks Bub QH: yes"})
    with Terminal("enter", game.name, folder=tmp_path, columns=90, rows=40) as terminal:
        terminal.wait_for_prompt("1>")
        terminal.send(PASTE.format("".join(f"{line}\n" for line in lines)))
        terminal.wait_for("7 lines: 6 taken, 1 refused (line 2)")
        terminal.wait_for_prompt("7> insert 2 Ann asks Bub QH: yes")
        terminal.send("\x15insert 2 Ann asks Bob QH: yes" + ENTER)
        terminal.wait_for_prompt("8>")
    assert game.read_text().splitlines()[-len(GAME) :] == list(GAME)

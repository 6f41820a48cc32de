"""Lines that come in one piece: the tally, and what was refused comes back in its place."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from rich.console import Console

from tests.cli.running import run, written
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


def test_a_block_without_a_slip(tmp_path: Path) -> None:
    with begun(tmp_path, HEADER) as session:
        outcome = paste(session, ["# first", *GAME, ""])
    assert outcome.tally == "8 lines: 8 taken"
    assert outcome.to_mend == []
    assert outcome.events == list(GAME)


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


def test_after_a_line_that_was_refused_nobody_is_taken_to_have_the_turn(tmp_path: Path) -> None:
    """``e 3h n`` is Dora's ask of Eve, if the line before it was what it was meant to be."""
    lines = ["Ann asks Bob KH: yes", "Ann asks Dora 9X: no", "f 3h n", "Ann asks Finn 4H: no"]
    with begun(tmp_path, HEADER) as session:
        outcome = paste(session, [*lines, "e 2c n"])
    assert "line 3: it is not clear whose turn it is: line 2 was not taken" in outcome.said
    assert outcome.events == [
        "Ann asks Bob KH: yes",
        "Ann asks Finn 4H: no",
        "Finn asks Eve 2C: no",
    ]
    assert outcome.tally == "5 lines: 3 taken, 2 refused (line 2; perhaps only because of that: 3)"


def test_a_refused_command_is_no_missing_event(tmp_path: Path) -> None:
    with begun(tmp_path, HEADER) as session:
        outcome = paste(session, ["why ZZ", "bob kh y", "edit 7 a > b 2s n", "bob qh y"])
    assert outcome.tally == "4 lines: 2 taken, 2 refused (lines 1, 3)"
    assert outcome.events == ["Ann asks Bob KH: yes", "Ann asks Bob QH: yes"]


def test_an_insertion_that_is_refused_holds_up_those_behind_it(tmp_path: Path) -> None:
    with begun(tmp_path, HEADER) as session:
        paste(session, GAME[2:])
        outcome = paste(session, ["insert 1 Ann asks Bub KH: yes", "insert 2 Ann asks Bob QH: yes"])
    assert outcome.events == list(GAME[2:])


def test_lines_of_standard_input_end_in_a_tally_where_some_were_refused(tmp_path: Path) -> None:
    game = written(tmp_path, HEADER)
    result = run("enter", game, stdin="\n".join(["nonsense", *GAME]))
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1] == "8 lines: 7 taken, 1 refused (line 1)"
    assert run("enter", game, stdin="# more\n# and more\n").stderr == ""


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


@pytest.mark.parametrize("line", ["delete 2-4", "delete 2 - 4"])
def test_several_events_are_deleted_at_once(tmp_path: Path, line: str) -> None:
    game = written(tmp_path, "\n".join([HEADER, *GAME]))
    result = run("enter", game, stdin=f"{line}\n")
    assert result.exit_code == 0
    assert "2-4. deleted; 4 events now" in result.stdout
    assert game.read_text().splitlines()[-4:] == [GAME[0], *GAME[4:]]


@pytest.mark.parametrize("rest", ["4-2", "2-", "-2", "2-9", "0-1", "2-3-4", "x-y", ""])
def test_no_row_of_events_is_refused(tmp_path: Path, rest: str) -> None:
    game = written(tmp_path, "\n".join([HEADER, *GAME]))
    result = run("enter", game, stdin=f"delete {rest}\n")
    assert result.exit_code == 1
    assert result.stderr.startswith("line 1: ")
    assert game.read_text().splitlines()[-len(GAME) :] == list(GAME)

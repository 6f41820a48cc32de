"""``tracker enter`` in a real pseudo-terminal, as a person uses it."""

from __future__ import annotations

import os
import termios
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import tracker
from tests.benchmarks.test_speed import long_game
from tests.entry.sessions import HEADER
from tests.entry.terminal import ENTER, UP, Terminal
from tests.marks import first
from tracker.cli.line_editor import _without_echo
from tracker.notation.text import dumps, format_event

GOLDEN = Path(__file__).parent / "golden"
PASTE = "\x1b[200~{}\x1b[201~"
Opener = Callable[..., Terminal]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.lit"
    path.write_text(HEADER)
    return path


@pytest.fixture
def opened(game: Path) -> Iterator[Opener]:
    terminals: list[Terminal] = []

    def open_(*options: str, columns: int = 80, rows: int = 24) -> Terminal:
        terminal = Terminal(
            "enter", game.name, *options, folder=game.parent, columns=columns, rows=rows
        )
        terminals.append(terminal)
        terminal.wait(lambda: terminal.prompt.endswith(">"), "a prompt")
        return terminal

    yield open_
    for terminal in terminals:
        terminal.process.close(force=True)


def events(game: Path) -> list[str]:
    record = tracker.load(game)
    return [format_event(event, record) for event in record.events]


@pytest.mark.long
def test_undo_history_and_the_status_line(game: Path, opened: Opener) -> None:
    terminal = opened()
    terminal.enter("a > b kh n")
    terminal.wait_for("event 1  turn Bob")
    terminal.enter("undo")
    terminal.wait_for("event 0  turn Ann")
    assert events(game) == []
    terminal.enter("redo")
    assert len(events(game)) == 1
    terminal.enter("undo")
    terminal.send(UP * 4)
    terminal.wait_for_prompt("1> a > b kh n")
    terminal.send(ENTER)
    terminal.wait_for_prompt("2>")
    assert len(events(game)) == 1


def test_a_conflict_is_refused_and_can_be_mended(game: Path, opened: Opener) -> None:
    terminal = opened()
    terminal.enter("Ann asks Bob KH: no", "Bob asks Ann 2C: no")
    terminal.wait_for("These cannot all be true: event 2 (Bob asks Ann 2C: no)")
    terminal.enter("mend")
    terminal.wait_for("mend 1: event 2 is: Bob asks Ann 2C: yes")
    terminal.enter("mend 1")
    terminal.wait_for("mended")
    assert events(game) == ["Ann asks Bob KH: no", "Bob asks Ann 2C: yes"]
    terminal.enter("Ann asks Bob KH: no")
    terminal.wait_for("it is Bob's turn, not Ann's")
    terminal.enter("!")
    assert events(game)[-1] == "Ann asks Bob KH: no !"


@pytest.mark.long
def test_resize(game: Path, opened: Opener) -> None:
    terminal = opened()
    terminal.enter("a > b kh y")
    terminal.resize(120, 40)
    terminal.wait(lambda: "event 1" in terminal.lines[-1], "the status line at the new bottom")
    terminal.enter("a > b 2s n")
    terminal.resize(40, 10)
    terminal.wait(lambda: "event 2" in terminal.lines[-1], "the status line at the new bottom")
    terminal.enter("b > c 6d n")
    assert len(events(game)) == 3


@pytest.mark.long
def test_ctrl_c_drops_the_line_and_ctrl_d_leaves(game: Path, opened: Opener) -> None:
    terminal = opened()
    terminal.send("Ann asks nonsense")
    terminal.wait_for("nonsense")
    terminal.send("\x03")
    terminal.wait_for_prompt("1>")
    terminal.enter("a > b kh y")
    terminal.send("\x04")
    assert terminal.ended() == 0
    assert len(events(game)) == 1


@pytest.fixture(scope="module")
def many() -> tracker.Record:
    return long_game(3, 200)


@pytest.mark.long
@pytest.mark.parametrize("bracketed", [True, False], ids=["bracketed", "plain"])
def test_a_paste_of_200_lines(
    game: Path, opened: Opener, many: tracker.Record, bracketed: bool
) -> None:
    game.write_text(dumps(many.with_events(())))
    lines = [format_event(event, many) for event in many.events]
    terminal = opened("--as", many.seats[0])
    if bracketed:
        terminal.send(PASTE.format("".join(f"{line}\n" for line in lines)))
    else:
        terminal.send("".join(f"{line}\r" for line in lines))
    terminal.wait_for_prompt("201>")
    assert events(game) == lines


@pytest.mark.long
def test_what_is_pasted_without_its_end_waits_at_the_prompt(game: Path, opened: Opener) -> None:
    terminal = opened()
    terminal.send(PASTE.format("Ann asks Bob KH: yes"))
    terminal.wait_for_prompt("1> Ann asks Bob KH: yes")
    assert events(game) == []
    terminal.send(ENTER)
    terminal.wait_for_prompt("2>")
    assert len(events(game)) == 1


def test_a_pasted_game_is_edited_at_the_prompt_and_looked_at_as_before(
    game: Path, opened: Opener
) -> None:
    terminal = opened("--as", "Ann")
    terminal.send(PASTE.format("Ann asks Bob KH: yes\nAnn asks Bob 2S: no") + ENTER)
    terminal.wait_for_prompt("3>")
    terminal.send("edit 2" + ENTER)
    terminal.wait_for_prompt("3> edit 2 Ann asks Bob 2S: no")
    terminal.send("\x15quit" + ENTER)
    assert terminal.ended() == 0
    opened().wait_for("view Ann")


def test_a_change_by_an_editor_is_noticed(game: Path, opened: Opener) -> None:
    terminal = opened()
    terminal.enter("a > b kh y")
    game.write_text(game.read_text() + "Ann asks Bob 2S: no\n")
    terminal.send("ann > bob 3s n" + ENTER)
    terminal.wait_for("was changed by somebody else meanwhile")
    terminal.wait_for_prompt("2> ann > bob 3s n")
    terminal.send("\x15reload" + ENTER)
    terminal.wait_for_prompt("3>")
    assert len(events(game)) == 2


def test_no_name_or_comment_reaches_the_terminal_as_a_code(game: Path, opened: Opener) -> None:
    terminal = opened()
    terminal.send(PASTE.format("Ann asks Bob \x1b]0;owned\x07[red]KH: yes\n"))
    terminal.wait_for("only a claim or an award has")
    terminal.enter("comment [bold]plain[/bold]")
    assert "\x1b" not in terminal.text
    assert terminal.title != "owned"


# -- golden screens -------------------------------------------------------------------------------

SCRIPT = (
    "a > b kh y",
    "Ann asked Bob for the two of spades, no",
    "bob asks carl 6d n",
    "ann > bob 2d n",
    "carl asks bob 2c n",
    "edit 2 a > d 2s n",
    "undo",
    "what if b > c 3h y",
    "why 3H Bob",
    "why 2C Bob --lacks",
    "discard",
)


@pytest.mark.parametrize(("columns", "rows"), first(1, [(80, 24), (120, 40)]))
@pytest.mark.parametrize("name", first(1, ["entries", "completion", "show"]))
def test_screens_are_as_they_were_looked_at(
    opened: Opener, name: str, columns: int, rows: int
) -> None:
    terminal = opened("--as", "Ann", columns=columns, rows=rows)
    assert "No event yet" not in terminal.text, "that nobody has asked"
    if name == "entries":
        terminal.enter(*SCRIPT)
    else:
        terminal.enter(*SCRIPT[:3])
    if name == "completion":
        terminal.send("carl asks bob ")
        terminal.wait_for("9C")
    if name == "show":
        terminal.enter("show")
    compare(f"{name}-{columns}x{rows}.txt", terminal)


def compare(name: str, terminal: Terminal) -> None:
    """The screen is the golden copy; ``UPDATE_GOLDEN=1`` writes it anew, to be looked at."""
    path = GOLDEN / name
    terminal.settle()
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(terminal.text + "\n")
    wanted = path.read_text().removesuffix("\n")
    terminal.wait(lambda: terminal.text == wanted, f"the screen {name}:\n{wanted}\nbut")


def test_what_is_typed_while_a_line_is_worked_on_is_not_shown_and_else_the_terminal_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    far, near = os.openpty()
    with open(far, "rb"), open(near) as terminal:
        monkeypatch.setattr("sys.stdin", terminal)
        before = termios.tcgetattr(terminal)
        with _without_echo():
            quiet = termios.tcgetattr(terminal)
        assert termios.tcgetattr(terminal) == before
    assert [a for a, b in zip(before, quiet, strict=True) if a != b] == [before[3]]
    assert quiet[3] == before[3] & ~termios.ECHO

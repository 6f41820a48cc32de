"""What ``tracker enter`` answers: the same as the commands; and undo, branches, help, reopening."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import GAME, run, written
from tests.entry.terminal import ENTER, Terminal
from tracker.cli.shell import NAMES, help_lines


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return written(tmp_path, GAME)


def entered(path: Path, *lines: str, view: str = "Ann") -> str:
    """What ``tracker enter`` prints for some lines, all of them accepted."""
    result = run("enter", path, "--as", view, stdin="\n".join(lines))
    assert result.exit_code == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("audit", ("audit",)),
        ("timeline", ("timeline", "--as", "Ann")),
        ("claims", ("claims", "--as", "Ann")),
        ("deals", ("deals", "--as", "Ann")),
        ("show", ("show", "--as", "Ann")),
        ("show --book lh", ("show", "--as", "Ann", "--book", "lh")),
        ("show --as public --at 2", ("show", "--as", "public", "--at", "2")),
        ("turns", ("turns", "--as", "Ann")),
        ("knows", ("knows",)),
        ("report --md", ("report", "--md")),
        ("check --json", ("check", "--json")),
        ("convert", ("convert",)),
        ("rules", ("rules",)),
        ("why KH Ann", ("why", "KH", "Ann", "--as", "Ann")),
        ("why 7D Bob --lacks", ("why", "7D", "Bob", "--lacks", "--as", "Ann")),
        ("why KH Ann --since", ("why", "KH", "Ann", "--as", "Ann", "--since")),
    ],
)
def test_it_answers_as_the_command_does(game: Path, typed: str, command: tuple[str, ...]) -> None:
    name, *options = command
    assert entered(game, typed) == run(name, game, *options).stdout


def test_it_answers_as_the_command_does_at_a_moment_looked_at(game: Path) -> None:
    """A command without ``--at`` is given the record up to there; a branch is what is asked."""
    short = written(game.parent, "\n".join(GAME.splitlines()[:-2]), "short.lit")
    for command in ("show", "why 5D Bob", "deals", "timeline"):
        name, *rest = command.split()
        said = entered(game, "at 2", command)
        assert said == run(name, game, *rest, "--as", "Ann", "--at", "2").stdout
    for command in ("audit", "gaps", "check", "puzzles --as Ann --count 2 --json"):
        name, *rest = command.split()
        outside = run(name, short, *rest).stdout
        assert entered(game, "at 2", command) == outside.replace("short.lit", "game.lit")
    with_it = written(game.parent, GAME + "Carl asks Bob 7D: no\n", "with.lit")
    said = entered(game, "what if carl > bob 7d n", "show", "discard")
    assert run("show", with_it, "--as", "Ann").stdout in said


FIVE = Path("samples/examples/1-the-five-of-hearts.lit").read_text(encoding="utf-8")
SMALL = """\
rules: pagat, deck=custom
book reds: 2H 3H 4H 5H
book blacks: 2S 3S 4S 5S
seats: Ann Bob Carl Dora
dealer: Ann
hand Ann: 2H 2S
Ann asks Bob 3H: no
"""


@pytest.mark.parametrize(
    ("game", "typed", "command"),
    [
        (SMALL, "asks", ("asks", "--as", "Ann")),
        (SMALL, "asks --event 1", ("asks", "--event", "1")),
        (FIVE, "audit --event 3", ("audit", "--event", "3")),
        (FIVE, "audit --missed", ("audit", "--missed")),
    ],
)
def test_of_few_cards(tmp_path: Path, game: str, typed: str, command: tuple[str, ...]) -> None:
    test_it_answers_as_the_command_does(written(tmp_path, game), typed, command)


def test_help_has_no_line_too_long_for_80_columns() -> None:
    assert [line for line in (*help_lines(), *help_lines("all")) if len(line) > 79] == []
    assert len(list(help_lines())) <= 17
    for lines in (help_lines(), help_lines("all")):
        text = " ".join(" ".join(lines).split())
        assert all(name in text for name in NAMES)


def test_help_of_a_command_is_its_own(game: Path) -> None:
    outside = run("why", "--help").stdout.replace("Usage: main", "Usage: tracker")
    assert entered(game, "help why") == entered(game, "why --help") == outside


@pytest.mark.long
def test_the_last_events_and_the_view_come_back(tmp_path: Path) -> None:
    path = written(tmp_path, GAME)
    with Terminal("enter", path.name, folder=tmp_path, columns=80, rows=24) as terminal:
        terminal.wait_for_prompt("5>")
        terminal.enter("as Ann")
        terminal.send("quit" + ENTER)
        assert terminal.ended() == 0
    with Terminal("enter", path.name, folder=tmp_path, columns=80, rows=24) as terminal:
        terminal.wait_for_prompt("5>")
        terminal.wait_for("view Ann")
        assert "  4. Bob asks Carl 7D: no" in terminal.text
        terminal.send("\x04")
        assert terminal.ended() == 0
    (tmp_path / "state" / "tracker" / "views.json").write_text("no JSON")
    with Terminal("enter", path.name, folder=tmp_path, columns=80, rows=24) as terminal:
        terminal.wait_for("view public")

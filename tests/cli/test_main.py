"""The group of commands: help, start-up, completion."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete

from tests.cli.running import GAME, run, written
from tracker.cli.main import COMMANDS, load_command, main
from tracker.game.rules import VALUES
from tracker.render.rule_words import WORDS


def test_every_command_has_help_that_begins_like_the_list() -> None:
    listed = run("--help").stdout
    for name, line in COMMANDS.items():
        assert line in listed
        command: click.Command = load_command(name)
        assert command.name == name
        assert run(name, "--help").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "heavy"),
    [("--help", "pysat numpy rich tracker.game"), ("show -", "numpy")],
)
def test_nothing_is_imported_that_takes_long_and_is_not_needed(arguments: str, heavy: str) -> None:
    script = (
        f"import sys; sys.argv = ['tracker', *{arguments.split()}]\n"
        "from tracker.cli import main\n"
        "try: main()\n"
        f"except SystemExit as end: print(end.code, {{*{heavy.split()}}} & {{*sys.modules}})"
    )
    run = subprocess.run(
        [sys.executable, "-c", script], input=GAME, capture_output=True, text=True, check=True
    )
    assert run.stdout.splitlines()[-1] == "0 set()"


def test_python_m_tracker() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tracker", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("tracker, version ")


def completions(arguments: list[str], typed: str) -> list[str]:
    shell = ShellComplete(main, {}, "tracker", "_TRACKER_COMPLETE")
    return [item.value for item in shell.get_completions(arguments, typed)]


def test_completion_knows_the_seats_and_events_of_the_file(tmp_path: Path) -> None:
    game = str(written(tmp_path, GAME))
    assert completions(["show", game, "--as"], "") == [
        "public", "Ann", "Bob", "Carl", "Dora", "Eve", "Finn",
    ]  # fmt: skip
    assert completions(["show", game, "--as"], "c") == ["Carl"]
    assert completions(["show", game, "--as"], "Ann+e") == ["Ann+Eve"]
    assert completions(["claims", game, "--team"], "B") == ["Bob"]
    assert completions(["show", game, "--at"], "") == ["0", "1", "2", "3", "4"]
    assert completions(["rules"], "wiki") == ["wikipedia-2006"]
    assert completions(["show", str(tmp_path / "none.lit"), "--as"], "") == []


def test_every_value_of_every_key_has_words() -> None:
    assert {key: tuple(words) for key, words in WORDS.items()} == dict(VALUES)

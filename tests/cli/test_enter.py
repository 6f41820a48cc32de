"""``tracker enter`` without a terminal: every line works as on one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import tracker
from tests.cli.running import run, written
from tracker.cli.shell import OWN, split_command
from tracker.notation.text import format_event

HEADER = """\
seats: Ann Bob Carl Dora Eve Finn
dealer: Ann
hand Ann: 2C 3C 9D 10D 5D QH 4S KS
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return written(tmp_path, HEADER)


def events(game: Path) -> list[str]:
    record = tracker.load(game)
    return [format_event(event, record) for event in record.events]


def test_statements_in_any_form_are_entered(game: Path) -> None:
    lines = "a > b kh y\n\n# so far\nAnn asked Bob for the two of spades, no\ncarl 6d n # why?\n"
    result = run("enter", game, "--as", "ann", stdin=lines)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert "now certain: Ann holds the KH" in result.stdout
    assert game.read_text().endswith(
        "\nAnn asks Bob KH: yes\n# so far\nAnn asks Bob 2S: no\nBob asks Carl 6D: no  # why?\n"
    )


def test_each_bad_line_gets_one_message_and_the_others_are_entered(game: Path) -> None:
    lines = [
        "a > b kh y",
        "!",
        "mend",
        "a > b zz y",
        "a > c 2s n",
        "a > b 2c n",
        "nonsense",
        "edit 7 a > b 2s n",
        "delete",
        "undo it",
        "as Zoe",
        "as Bob",
        "at 9",
        "why 5H",
        "keep",
        "save as .",
        "a > b 2s n",
    ]
    result = run("enter", game, stdin="\n".join(lines))
    assert result.exit_code == 1
    *messages, tally = result.stderr.splitlines()
    perhaps = "perhaps only because of that: 6"
    assert tally == f"17 lines: 2 taken, 15 refused (lines 2-5, 7-16; {perhaps})"
    assert [message.split(":")[0] for message in messages] == [
        f"line {number}" for number in range(2, len(lines))
    ]
    assert events(game) == ["Ann asks Bob KH: yes", "Ann asks Bob 2S: no"]
    for said in (
        "column 7: 'zz' is not a card of this deck",
        "Ann asks Carl, a teammate",
        "Ann holds the 2C",
        "there is no event 7 (expected 1 to 1)",
        "expected 'delete N[-M]'",
        "expected 'undo' (found 'it' behind it)",
        "'Zoe' is not a seat",
        "needs the line 'hand Bob",
        "say CARD and SEAT, or --claim 'BOOK: HOLDINGS', or --all",
        "there is no branch",
    ):
        assert said in result.stderr


def test_every_command_does_something(game: Path) -> None:
    lines = """\
        a > b kh y
        a > b 2s n
        b > c 6d n
        insert 2 a > b ah y
        edit 3 a > b 3s n
        comment 1: the first
        comment the last
        delete 2
        undo
        redo
        hands now b ...
        undo
        list
        list 1 1
        problems
        show
        show --book lh --book "high clubs"
        grid
        grid off
        claims
        deals
        why KH Ann
        why KH Bob --lacks
        why KH Ann --since
        why --all
        why --hint
        knows
        who 5d
        asks
        audit
        timeline
        score
        gaps
        why --claim "low clubs: Ann 2C 3C, Carl rest"
        as Ann
        at 1
        show
        back
        what if c > d 2c n
        keep
        what if
        d > a 2c y
        discard
        c > d 2c n
        !
        help
        help undo
        save as copy.lit
        reload
        clear
        quit
        nonsense that is not read any more
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(game.parent)
        result = run("enter", game, stdin="\n".join(line.strip() for line in lines.splitlines()))
    assert [line for line in result.stderr.splitlines() if ": refused" in line] == [
        line for line in result.stderr.splitlines() if "line 44" in line
    ]
    copy = game.parent / "copy.lit"
    assert events(copy) == [
        "Ann asks Bob KH: yes",
        "Ann asks Bob 3S: no",
        "Bob asks Carl 6D: no",
        "Carl asks Dora 2C: no",
        "Carl asks Dora 2C: no !",
    ]
    assert events(game) == events(copy)
    assert "# the last" in copy.read_text()


def test_all_commands_are_in_the_test_above() -> None:
    said = Path(__file__).read_text()
    assert all(f"        {name}" in said or f'"{name}"' in said for name in OWN)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("undo", ("undo", "")),
        ("What If a > b 5h n", ("what if", "a > b 5h n")),
        ("save  as  my game.lit", ("save as", "my game.lit")),
        ("exit", ("quit", "")),
        ("at 5", ("at", "5")),
        ("at > b 5h n", None),
        ("Show asks Bob 5H: no", None),
        ("what a game", None),
        ("why KH Ann --lacks", ("why", "KH Ann --lacks")),
        ("claims LH: Ann rest: correct", None),
        ("asks --event 1", ("asks", "--event 1")),
        ("enter", None),
        ("", None),
    ],
)
def test_a_line_is_a_command_unless_it_goes_on_with_a_verb(
    line: str, command: tuple[str, str] | None
) -> None:
    assert split_command(line) == command


def test_a_change_in_the_middle_shows_what_fits_no_longer(game: Path) -> None:
    lines = "a > b kh n\nb > c qd n\nedit 1 a > b kh y\nproblems\n"
    result = run("enter", game, stdin=lines)
    assert result.exit_code == 0
    assert "does not fit now: 2. Bob asks Carl QD: no: it is Ann's turn" in result.stdout
    assert run("check", game).exit_code == 1


def test_a_file_that_is_not_there_or_is_no_record(tmp_path: Path) -> None:
    result = run("enter", tmp_path / "none.lit", stdin="")
    assert result.exit_code == 2
    assert "tracker new" in result.stderr
    result = run("enter", written(tmp_path, "nonsense\n"), stdin="")
    assert result.exit_code == 2
    assert run("enter", tmp_path, stdin="").exit_code == 2


def test_a_statement_that_cannot_be_saved_ends_it(game: Path) -> None:
    game.chmod(0o444)
    result = run("enter", game, stdin="a > b kh y\na > b 2s n\n")
    assert result.exit_code == 2
    assert result.stderr == (
        f"line 1: {game} could not be saved: it is read-only; "
        "nothing from this line on was entered\n"
    )
    assert game.read_text() == HEADER


def test_bytes_that_are_no_text(game: Path) -> None:
    result = run("enter", game, stdin=b"a > b \xff\xfe y\na > b kh y\n\0\n")
    assert result.exit_code == 1
    assert "half a character" in result.stderr
    assert events(game) == ["Ann asks Bob KH: yes"]


def test_nothing_typed_reaches_the_terminal_as_a_code_or_markup(game: Path) -> None:
    lines = "title: \x1b]0;x\x07[red]\nfrob \x1b[31m x\ncomment \x1b[31m[bold]\nlist\n"
    result = run("enter", game, stdin=lines)
    assert "\x1b" not in result.output
    assert "\x07" not in result.output


def test_each_statement_is_acknowledged_when_it_is_saved(game: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "tracker", "enter", str(game)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number, line in enumerate(("a > b kh y", "a > b 2s n"), start=1):
            print(line, file=process.stdin, flush=True)
            while not process.stdout.readline().startswith(f"  {number}. "):
                pass
            assert len(events(game)) == number
        process.kill()
        process.stdin.close()


def test_a_json_record_stays_one(game: Path) -> None:
    path = game.with_suffix(".json")
    assert run("convert", game, "-o", path).exit_code == 0
    assert run("enter", path, stdin="a > b kh y\n").exit_code == 0
    assert path.read_text().startswith("{")
    assert len(tracker.load(game).events) == 0
    assert '"KH"' in path.read_text()

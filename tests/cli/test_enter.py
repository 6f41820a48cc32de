"""``tracker enter`` without a terminal: every line works as on one."""

from __future__ import annotations

from pathlib import Path

import pytest

import tracker
from tests.cli.running import run, written
from tests.doc_pages import SESSIONS
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


def test_all_commands_are_in_the_test_above_or_in_a_session() -> None:
    said = "".join(page.read_text(encoding="utf-8") for page in (Path(__file__), *SESSIONS))
    lines = [line.strip() for line in said.splitlines()]
    assert all(any(line.startswith(name) for line in lines) for name in OWN)


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


def test_a_statement_that_cannot_be_saved_ends_it(game: Path) -> None:
    game.chmod(0o444)
    result = run("enter", game, stdin="a > b kh y\na > b 2s n\n")
    assert result.exit_code == 2
    assert result.stderr == (
        f"line 1: {game} could not be saved: it is read-only; "
        "nothing from this line on was entered\n"
    )
    assert game.read_text() == HEADER

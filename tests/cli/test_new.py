"""``tracker new``: with options, and asking."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import run, written
from tests.entry.terminal import ENTER, Terminal

SEATS = "Ann Bob Carl Dora Eve Finn"


def test_options_give_the_header(tmp_path: Path) -> None:
    path = tmp_path / "new.lit"
    result = run(
        "new", path, "--seats", SEATS, "--rules", "pagat, must-claim=yes", "--dealer", "ann",
        "--hand", "ann: 2c ...", "--hand", "bob: 3c ...", "--title", "Friday",
        "--teams", "Ann Bob Carl / Dora Eve Finn",
    )  # fmt: skip
    assert result.exit_code == 0
    assert path.read_text() == (
        "title: Friday\nrules: pagat, must-claim=yes\nseats: Ann Bob Carl Dora Eve Finn\n"
        "teams: Ann Bob Carl / Dora Eve Finn\ndealer: Ann\nhand Ann: 2C ...\nhand Bob: 3C ...\n"
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--seats", "Ann Bob"], "found 2 seats"),
        (["--seats", SEATS, "--dealer", "Zoe"], "'Zoe' is not a seat"),
        (["--seats", SEATS, "--rules", "bridge"], "'bridge' is not a preset"),
        (["--seats", SEATS, "--hand", "Ann: ZZ"], "'ZZ' is not a card"),
        (["--dealer", "Ann"], "expected --seats"),
    ],
)
def test_what_makes_no_header_makes_no_file(tmp_path: Path, options: list[str], said: str) -> None:
    result = run("new", tmp_path / "new.lit", *options)
    assert result.exit_code == 2
    assert said in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_there_is_left_alone(tmp_path: Path) -> None:
    path = written(tmp_path, "mine\n")
    assert run("new", path, "--seats", SEATS).exit_code == 2
    assert path.read_text() == "mine\n"


def test_on_a_terminal_everything_is_asked_for(tmp_path: Path) -> None:
    answers = [
        ("Rules [pagat]:", "bridge"),
        ("is not a preset", "india-52"),
        ("Seats, clockwise:", "Ann Bob"),
        ("found 2 seats", SEATS),
        ("Dealer [Ann]:", "Bob"),
        ("Hand of Ann, 8 cards [not known]:", "2c 3c"),
        ("has 2 cards (expected 8, or '...' at its end)", "2c 3c ..."),
        *((f"Hand of {name}", "") for name in SEATS.split()[1:]),
    ]
    with Terminal("new", "new.lit", folder=tmp_path, rows=50) as terminal:
        for question, answer in answers:
            terminal.wait_for(question)
            terminal.send(answer + ENTER)
        assert terminal.ended() == 0
    assert (tmp_path / "new.lit").read_text() == (
        "rules: india-52\nseats: Ann Bob Carl Dora Eve Finn\ndealer: Bob\nhand Ann: 2C 3C ...\n"
    )

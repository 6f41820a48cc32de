"""``tracker show``, ``claims`` and ``deals``."""

from __future__ import annotations

from math import factorial, log2
from pathlib import Path

import pytest

from tests.cli.running import GAME, run, run_json, written
from tracker.cli.streams import plain_marks
from tracker.render.grid import MARKS


def test_a_location_that_follows_is_called_deduced() -> None:
    game = """\
    seats: Ann Bob Carl Dora
    rules: deck=custom
    book low clubs: 2C 3C 4C 5C
    hand Ann: 2C
    Carl asks Bob 3C: no
    Carl asks Dora 4C: no
    """
    shown = run_json("show", "-", "--as", "Ann", stdin=game)
    assert shown["cards"]["5C"] == {"holders": ["Carl"], "status": "deduced"}


def test_pooled_views_are_in_seat_order() -> None:
    hands = GAME.replace("\nAnn asks", "hand Carl: 4C 5C 6C 7C 9C 10C JC QC\nAnn asks", 1)
    assert run_json("show", "-", "--as", "Carl+Ann", stdin=hands)["view"] == "Ann+Carl"


@pytest.mark.parametrize("width", [60, 80, 120, 200])
@pytest.mark.parametrize("plain", [True, False])
def test_the_grid_fits_the_width(width: int, plain: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    result = run("show", "-", "--as", "Ann", *(["--ascii"] if plain else []), stdin=GAME)
    assert result.exit_code == 0
    assert all(len(line) <= width for line in result.stdout.splitlines())
    assert result.stdout.isascii() == plain
    for mark in MARKS.values():
        if mark.meaning != "deduced":
            assert (plain_marks(mark.sign) if plain else mark.sign) in result.stdout
        assert mark.meaning in result.stdout


def test_output_that_is_no_terminal_has_no_colour() -> None:
    assert "\x1b" not in run("show", "-", stdin=GAME).stdout


def test_odds_are_written_in_per_cent() -> None:
    shown = run("show", "-", "--odds", stdin=GAME).stdout
    assert "possible, in per cent" in shown
    odds = run_json("show", "-", "--odds", stdin=GAME)["probability"]
    assert odds["KH"] == {"Ann": 1.0}
    assert sum(odds["7D"].values()) == pytest.approx(1)


def test_the_first_worked_example_is_proven(tmp_path: Path) -> None:
    game = """\
    seats: You Ben Doug Christina
    sizes: You 12 Ben 12 Doug 12 Christina 12
    hand You: 2H 3H 4H 6H 7H 2C 3C 4C 5C 6C 7C 9C
    turn: Doug
    Doug asks Christina 3H: no
    """
    claims = run_json("claims", written(tmp_path, game), "--as", "You")["claims"]
    low_hearts = next(claim for claim in claims if claim["book"] == "low hearts")
    assert low_hearts["verdict"] == "proven"
    assert low_hearts["holdings"] == dict.fromkeys(("2H", "3H", "4H", "6H", "7H"), "You") | {
        "5H": "Doug"
    }
    assert (low_hearts["probability"], low_hearts["owned"]) == (1.0, 1.0)


def test_deals_at_the_deal() -> None:
    deals = run_json("deals", "-", "--at", "0", stdin=GAME)
    assert deals["count"] == str(factorial(48) // factorial(8) ** 6)
    assert deals["exact"] is True
    assert deals["bits"] == pytest.approx(log2(int(deals["count"])))
    assert deals["probability"]["2C"]["Finn"] == pytest.approx(1 / 6)
    assert deals["deals"] == []


def test_samples_are_repeatable_and_consistent() -> None:
    drawn = run_json("deals", "-", "--sample", "3", "--seed", "5", stdin=GAME)["deals"]
    again = run_json("deals", "-", "--sample", "3", "--seed", "5", stdin=GAME)["deals"]
    assert drawn == again
    assert len(drawn) == 3
    for hands in drawn:
        assert [len(hand) for hand in hands.values()] == [8] * 6
        assert "KH" in hands["Bob"]

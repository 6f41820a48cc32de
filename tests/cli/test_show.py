"""``tracker show``, ``claims`` and ``deals``."""

from __future__ import annotations

from math import factorial, log2
from pathlib import Path

import pytest

from tests.cli.running import GAME, run, run_json, written
from tests.doc_pages import ROOT
from tracker.cli.streams import plain_marks
from tracker.render.grid import MARKS


def test_show_json_has_the_keys_of_the_contract() -> None:
    shown = run_json("show", "-", stdin=GAME)
    assert shown["view"] == "public"
    assert (shown["at"], shown["events"], shown["turn"]) == (4, 4, "Carl")
    assert shown["score"] == {"Ann+Carl+Eve": 0, "Bob+Dora+Finn": 0}
    assert shown["sizes"] == {"Ann": 8, "Bob": 8, "Carl": 8, "Dora": 8, "Eve": 8, "Finn": 8}
    assert shown["books"]["low clubs"] == {"state": "open", "team": None}
    assert len(shown["cards"]) == 48
    assert shown["cards"]["KH"] == {"holders": ["Ann"], "status": "public"}
    assert shown["cards"]["7D"]["holders"] == ["Ann", "Dora", "Eve", "Finn"]
    assert shown["cards"]["7D"]["status"] == "open"


def test_show_in_a_players_view_at_a_moment() -> None:
    shown = run_json("show", "-", "--as", "Ann", "--at", "1", stdin=GAME)
    assert (shown["view"], shown["at"], shown["events"], shown["turn"]) == ("Ann", 1, 4, "Ann")
    assert shown["cards"]["2C"] == {"holders": ["Ann"], "status": "own"}
    assert "Ann" not in shown["cards"]["4C"]["holders"]


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


@pytest.mark.parametrize("view", ["ann", "ANN", "Ann"])
def test_a_view_may_be_named_in_any_case(view: str) -> None:
    assert run_json("show", "-", "--as", view, stdin=GAME)["view"] == "Ann"


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


def test_the_grid_says_what_happened_last_and_who_is_next() -> None:
    shown = run("show", "-", stdin=GAME).stdout
    assert "4. Bob asks Carl 7D: no" in shown
    assert "Turn       Carl" in shown
    assert "Ann 8  Bob 8" in shown


def test_output_that_is_no_terminal_has_no_colour() -> None:
    assert "\x1b" not in run("show", "-", stdin=GAME).stdout


def test_odds_are_written_in_per_cent() -> None:
    shown = run("show", "-", "--odds", stdin=GAME).stdout
    assert "possible, in per cent" in shown
    odds = run_json("show", "-", "--odds", stdin=GAME)["probability"]
    assert odds["KH"] == {"Ann": 1.0}
    assert sum(odds["7D"].values()) == pytest.approx(1)


def test_claims_of_both_teams_in_the_public_view_and_of_the_own_team_in_a_players() -> None:
    both = run_json("claims", "-", stdin=GAME)["claims"]
    assert {claim["team"] for claim in both} == {"Ann+Carl+Eve", "Bob+Dora+Finn"}
    assert len(both) == 16
    own = run_json("claims", "-", "--as", "Ann", stdin=GAME)["claims"]
    assert {claim["team"] for claim in own} == {"Ann+Carl+Eve"}
    other = run_json("claims", "-", "--as", "Ann", "--team", "bob", stdin=GAME)["claims"]
    assert {claim["team"] for claim in other} == {"Bob+Dora+Finn"}


def test_impossible_claims_have_no_naming() -> None:
    claims = run_json("claims", "-", "--as", "Ann", "--team", "Bob", stdin=GAME)["claims"]
    high_hearts = next(claim for claim in claims if claim["book"] == "high hearts")
    assert high_hearts == {
        "book": "high hearts",
        "team": "Bob+Dora+Finn",
        "verdict": "impossible",
        "holdings": None,
        "probability": 0.0,
        "owned": 0.0,
    }


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


def test_listing_and_sampling_exclude_each_other() -> None:
    assert run("deals", "-", "--list", "2", "--sample", "2", stdin=GAME).exit_code == 2


@pytest.mark.parametrize("options", [(), ("--compact",)])
def test_a_game_that_is_over_has_no_marks_to_explain(options: tuple[str, ...]) -> None:
    shown = run("show", ROOT / "samples" / "pagat-six.lit", *options).stdout
    assert "the game is over" in shown
    assert "possible" not in shown
    assert not shown.endswith("\n\n")

"""Ratings, and deals that were played at several tables: by hand, and from games and archives."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from math import sqrt
from pathlib import Path
from random import Random
from statistics import NormalDist

import pytest
from openskill.models import PlackettLuce

import tracker
from tests.cli.running import run, run_json
from tracker.archive.standings import TableResult, compared, imps, ratings, standings_of
from tracker.archive.stats import Selection
from tracker.notation.games import dumps_all
from tracker.play.players import simulated_game
from tracker.play.simulator import play_on

AB, CD = ("Ann", "Carl"), ("Bob", "Dora")
Teams = tuple[tuple[str, ...], tuple[str, ...]]
HEADER = "rules: pagat\nseats: {}\ndealer: {}\n"


def result(
    won: float, margin: int, deal: str | None = None, *, teams: object = (AB, CD)
) -> TableResult:
    return TableResult("", teams, won, margin, deal)  # type: ignore[arg-type]


def seats(names: str) -> tracker.Record:
    return tracker.loads(HEADER.format(names, names.split()[0]))


# -- duplicate deals ------------------------------------------------------------------------------


def test_three_tables_by_hand() -> None:
    """Margins 3, 1 and -1: the first team is 3, 0 and -3 points better than the others' mean."""
    names = [(f"A{n}", f"B{n}") for n in range(3)]
    tables = [
        result(1.0, margin, "d", teams=((a,), (b,)))
        for (a, b), margin in zip(names, (3, 1, -1), strict=True)
    ]
    points = {row.name: row.points for row in compared(tables)}
    assert points == {"A0": 3, "B2": 3, "A1": 0, "B1": 0, "A2": -3, "B0": -3}
    scaled = {row.name: (row.cross_imps.value, row.butler.value) for row in compared(tables)}
    # Swings of 2 and 4 points are 3 and 5 IMPs; the mean margin is 1, 2 points from the first.
    assert scaled["A0"] == scaled["B2"] == (4, 3)
    assert scaled["A1"] == scaled["B1"] == (0, 0)
    assert scaled["A2"] == scaled["B0"] == (-4, -3)


def test_large_swings_count_less_in_imps() -> None:
    """The scale of the Laws of Duplicate Bridge, 78B: 50 to 80 are 2 IMPs, 220 to 260 are 6."""
    by_points = {0: 0, 20: 1, 49: 1, 50: 2, 80: 2, 219: 5, 220: 6, 260: 6, 900: 14, 4000: 24}
    for points, wanted in by_points.items():
        assert imps(points / 50) == wanted
        assert imps(-points / 50) == -wanted


def test_what_a_player_gains_is_a_mean_with_students_limits() -> None:
    tables = [
        result(1.0, 5, "d"), result(0.0, 1, "d", teams=(("X",), ("Y",))),
        result(1.0, 2, "e"), result(0.0, 0, "e", teams=(("X",), ("Y",))),
    ]  # fmt: skip
    ann = next(row for row in compared(tables) if row.name == "Ann")
    assert (ann.tables, ann.points) == (2, 3.0)
    half = 12.706 * sqrt(2) / sqrt(2)  # Student's t of one degree, of the gains 4 and 2
    assert ann.low == pytest.approx(3 - half, abs=0.01)
    assert ann.high == pytest.approx(3 + half, abs=0.01)
    assert (ann.cross_imps.value, ann.butler.value) == (4, 2.5)  # 5 and 3; 3 and 2
    assert ann.cross_imps.low == pytest.approx(4 - half, abs=0.01)


def test_every_gain_is_anothers_loss() -> None:
    teams = [((f"{n}a",), (f"{n}b",)) for n in range(5)]
    tables = [result(0.5, n * n - 3, "d", teams=each) for n, each in enumerate(teams)]
    assert sum(row.points for row in compared(tables)) == pytest.approx(0)


def test_a_deal_played_once_or_not_known_says_nothing() -> None:
    assert (
        compared([result(1.0, 4, "d"), result(0.0, -2, "e"), result(1.0, 8), result(1.0, 8)]) == ()
    )


# -- ratings --------------------------------------------------------------------------------------


def test_the_first_game_by_hand() -> None:
    """Two players of strength 25 ± 8.33: openskill's own example of Plackett and Luce's model."""
    winner, loser = ratings([result(1.0, 4, teams=(("Ann",), ("Bob",)))])
    assert (winner.name, loser.name) == ("Ann", "Bob")
    assert winner.mu == pytest.approx(27.635, abs=0.001)
    assert loser.mu == pytest.approx(22.365, abs=0.001)
    assert winner.low == pytest.approx(27.635 - 3 * 8.0659, abs=0.001)
    assert (winner.above_expected, loser.above_expected) == (0.5, -0.5)


def test_points_above_expected_by_hand() -> None:
    """The first game foresees nothing; the margin of the second is fitted, as there is no other."""
    winner, loser = ratings([result(1.0, m, teams=(("Ann",), ("Bob",))) for m in (4, 6)])
    assert winner.points_above_expected == pytest.approx((4 + 0) / 2)
    assert loser.points_above_expected == pytest.approx(-2)


def test_margins_expected_are_the_best_in_proportion_to_probits() -> None:
    """A twin: of all slopes, the one with the least squares, tried one by one."""
    rng, teams = Random(1), [(("A",), ("B",)), (("B",), ("C",)), (("A",), ("C",))]
    games = [result(float(rng.random() < 0.7), rng.randint(-5, 9), teams=t) for t in teams * 4]
    model = PlackettLuce()
    strength = {name: model.rating() for name in "ABC"}
    seen: list[tuple[str, str, float, int]] = []
    for game in games:
        (first,), (second,) = game.teams
        sides = [[strength[first]], [strength[second]]]
        seen.append((first, second, NormalDist().inv_cdf(model.predict_win(sides)[0]), game.margin))
        (strength[first],), (strength[second],) = model.rate(sides, [1 - game.won, game.won])
    slopes = [n / 100 for n in range(-3000, 3000)]
    best = min(slopes, key=lambda slope: sum((m - slope * z) ** 2 for *_, z, m in seen))
    of_ann = [m - best * z for first, _, z, m in seen if first == "A"]
    rated = {rating.name: rating.points_above_expected for rating in ratings(games)}
    assert rated["A"] == pytest.approx(sum(of_ann) / len(of_ann), abs=0.01)


def test_a_draw_of_equals_moves_nobody() -> None:
    for rating in ratings([result(0.5, 0)]):
        assert rating.mu == pytest.approx(25)
        assert rating.above_expected == pytest.approx(0)
        assert rating.sigma < 25 / 3


def test_whoever_wins_with_anyone_comes_first() -> None:
    games = []
    for first, second, third, fourth in permutations(("Ann", "Bob", "Carl", "Dora")):
        games.append(
            result(float("Ann" in (first, second)), 2, teams=((first, second), (third, fourth)))
        )
    best, *others = ratings(games)
    assert (best.name, best.games) == ("Ann", 24)
    assert all(best.low > other.mu for other in others)


def test_games_come_in_the_order_of_their_dates() -> None:
    games = [replace(result(float(n % 2), 1), date=f"2026-01-{9 - n:02}") for n in range(6)]
    assert standings_of(games) == standings_of(games[::-1])


# -- from games -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def duplicates() -> list[tracker.Record]:
    """One deal at three tables, with other players at two of them; and another deal."""
    names = ("A B C D E F", "G H I J K L", "M N O P Q R")
    first = simulated_game(seats(names[0]), ["attentive"], "duplicates")
    tables = [first]
    for number, other in enumerate(names[1:]):
        renamed = dict(zip(first.seats, other.split(), strict=True))
        hands = tuple(replace(hand, seat=renamed[hand.seat]) for hand in first.hands)
        undealt = replace(seats(other), hands=hands)
        tables.append(play_on(Random(number), undealt))
    return [*tables, simulated_game(seats(names[0]), ["attentive"], "another")]


def test_equal_deals_are_known_by_their_cards_and_places(
    duplicates: list[tracker.Record], tmp_path: Path
) -> None:
    stats = tracker.stats(duplicates, level="events", selection=Selection(standings=True))
    standings = stats.standings
    assert standings is not None
    assert standings.deals == 1
    margins = []
    for record in duplicates[:3]:
        score = tracker.replay(record).state().score
        team = record.table.team_of[record.seats[0]]
        margins.append(score[team] - score[record.table.other_team(team)])
    points = {row.name: row.points for row in standings.compared_players}
    assert points["A"] == pytest.approx(margins[0] - (margins[1] + margins[2]) / 2)
    assert points["B"] == -points["A"]
    assert points["H"] == pytest.approx((margins[0] + margins[2]) / 2 - margins[1])
    path = tmp_path / "games.lit"
    path.write_text(dumps_all(duplicates))
    printed = run_json("stats", str(path), "--level", "events", "--standings", "--workers", "1")
    assert printed["standings"] == stats.to_json()["standings"]
    archive = tmp_path / "tables"
    run("archive", str(path), "-o", str(archive), "--level", "events", "--workers", "1")
    assert run_json("stats", str(archive), "--standings")["standings"] == printed["standings"]
    text = run("stats", str(archive), "--standings").stdout
    assert "Players: ratings" in text
    assert "Teams: the same deals at other tables" in text
    assert "standings" not in run_json("stats", str(archive))


def test_other_places_are_another_deal(duplicates: list[tracker.Record]) -> None:
    first = duplicates[0]
    turned = replace(first, seats=(*first.seats[1:], first.seats[0]))
    stats = tracker.stats([first, turned], level="events", selection=Selection(standings=True))
    assert stats.standings is not None
    assert stats.standings.deals == 0


@pytest.mark.parametrize("has_dealer", [True, False])
@pytest.mark.parametrize(("begins", "deals"), [((0, 1), 0), ((1, 1), 1), ((0, None), 0)])
def test_who_begins_is_part_of_the_deal(
    duplicates: list[tracker.Record], has_dealer: bool, begins: tuple[int, int | None], deals: int
) -> None:
    """Whoever dealt, ``turn:`` may say that another seat begins."""
    seats = duplicates[0].seats
    deal = replace(duplicates[0], dealer=seats[2] if has_dealer else None, events=())
    games = [
        play_on(Random(seed), replace(deal, turn=None if place is None else seats[place]))
        for seed, place in enumerate(begins)
        if place is not None or has_dealer
    ]
    stats = tracker.stats(games, level="events", selection=Selection(standings=True))
    assert stats.standings is not None
    assert stats.standings.deals == deals

"""Statistics: sums by hand, limits that hold what they promise, the same from an archive."""

from __future__ import annotations

import csv
import io
import json
import random
import shutil
from functools import partial
from math import isclose, sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest

from tests.archive.small_games import every_kind_of_source
from tests.cli.running import run, run_json
from tracker.analysis.shares import student95
from tracker.archive.ratios import Ratio, RatioSum
from tracker.archive.rows import rows_of
from tracker.archive.source_games import chunks_of, games_of
from tracker.archive.stats import METRICS, Stats, archive_stats, stat_rows, stats, stats_of
from tracker.archive.writing import Settings, write_archive
from tracker.notation.record_files import loads


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return every_kind_of_source(tmp_path_factory.mktemp("source"))


@pytest.fixture(scope="module")
def found(source: Path) -> Stats:
    work = partial(stat_rows, budget=None, level="all")
    return stats_of(map(work, chunks_of(games_of([source]), 3)))


def test_sums_are_those_of_the_rows(source: Path, found: Stats) -> None:
    rows = [row for game in games_of([source]) for row in rows_of(game)["players"]]
    assert found.games == 8
    assert found.unread == 1
    for one in found.players:
        mine = [row for row in rows if row.player == one.name]
        assert one.games == len(mine)
        assert one.won == sum(row.won is True for row in mine)
        for name, number in one.counts.items():
            known = [value for row in mine if (value := getattr(row, name)) is not None]
            assert number == (sum(known) if known else None)
        asks = sum(row.asks for row in mine)
        rate = one.rates["hit_rate"]
        assert (rate.value if rate else None) == (
            sum(row.hits for row in mine) / asks if asks else None
        )


def test_teams_are_sums_of_their_players(source: Path, found: Stats) -> None:
    assert sum(team.games for team in found.teams) == 2 * found.games
    asks = [team.counts["asks"] for team in found.teams]
    assert sum(filter(None, asks)) == sum(one.counts["asks"] or 0 for one in found.players)


def test_an_archive_gives_the_same(source: Path, found: Stats, tmp_path: Path) -> None:
    list(write_archive(games_of([source]), tmp_path, Settings(chunk=3, budget=None)))
    assert archive_stats([tmp_path]) == found


def test_parted_by_deck_and_rules(source: Path) -> None:
    work = partial(stat_rows, budget=None, level="events")
    parted = stats_of(map(work, chunks_of(games_of([source]))), "rules")
    assert parted.unanalysed == parted.games == 8
    assert {one.group for one in parted.players} == {
        row.rules for game in games_of([source]) for row in rows_of(game, level="events")["games"]
    }
    assert all(one.counts["dead"] is None for one in parted.players)


# -- limits ---------------------------------------------------------------------------------------


def ratio(cases: list[tuple[float, float]], *, share: bool) -> Ratio:
    total = RatioSum(share=share)
    for x, y in cases:
        total.add(x, y)
    found = total.ratio()
    assert found is not None
    return found


def test_a_mean_has_the_limits_of_a_mean() -> None:
    values = [1.0, 4.0, 2.0, 2.5]
    found = ratio([(value, 1.0) for value in values], share=False)
    margin = student95(3) * stdev(values) / sqrt(4)
    assert found.low is not None
    assert isclose(found.value, fmean(values))
    assert isclose(found.low, found.value - margin)


@pytest.mark.parametrize(("share", "size"), [(True, 5), (True, 40), (False, 12), (False, 60)])
def test_the_limits_hold_the_truth_as_often_as_they_say(share: bool, size: int) -> None:
    """Games in which what happens hangs together; the truth is known."""
    rng = random.Random(size)
    held = 0
    for _ in range(400):
        cases = []
        for _ in range(size):
            luck, asks = rng.choice((0.3, 0.7)), rng.randint(5, 15)
            hits = sum(rng.random() < luck for _ in range(asks))
            cases.append((float(hits), float(asks)))
        found = ratio(cases, share=share)
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 0.5 <= found.high
    assert held / 400 >= 0.92  # 95% but for the noise of 400 draws and the few games


def test_shares_that_all_agree_are_not_certain() -> None:
    always = ratio([(5.0, 5.0)] * 4, share=True)
    assert always.value == always.high == 1
    assert always.low is not None
    assert always.low < 0.5


def test_what_says_nothing_has_no_limits() -> None:
    assert RatioSum(share=True).ratio() is None
    assert ratio([(1.0, 2.0)], share=True).low is None
    assert ratio([(0.0, 1.0)] * 5, share=False).low is None
    total = RatioSum(share=True)
    total.add(None, 3)
    total.add(1, 0)
    assert total.ratio() is None


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.7), (15, 2.131), (30, 2.042), (200, 1.972)]
)
def test_students_t(freedom: int, quantile: float) -> None:
    assert isclose(student95(freedom), quantile, abs_tol=0.002)


# -- the command ----------------------------------------------------------------------------------


def test_every_form_says_the_same(source: Path) -> None:
    arguments = ("stats", source, "--workers", "1", "--quick")
    document: Any = run_json(*arguments)
    assert set(document) >= {"players", "teams", "games", "notes"}
    lines = list(csv.DictReader(io.StringIO(run(*arguments, "--csv").stdout)))
    assert len(lines) == len(document["players"]) + len(document["teams"])
    for line, one in zip(lines, document["players"], strict=False):
        assert (line["name"], int(line["games"])) == (one["name"], one["games"])
        assert int(line["asks"]) == one["asks"]
        rate = one["rates"]["hit_rate"]
        assert line["hit_rate"] == ("" if rate is None else str(rate["value"]))
    assert {metric.name for metric in METRICS} == set(document["players"][0]["rates"])
    markdown = run(*arguments, "--md").stdout
    table = run(*arguments).stdout
    for said in (markdown, table):
        assert "8 games, " in said
        assert "1 game could not be read" in said
        assert "fewer than 20 games" in " ".join(said.split())


def test_forms_exclude_each_other(source: Path) -> None:
    assert run("stats", source, "--csv", "--json").exit_code == 2


def test_a_source_that_is_not_there_ends_the_command() -> None:
    result = run("stats", "nowhere")
    assert result.exit_code == 2
    assert "there is no such file or folder" in result.stderr


def test_archive_and_stats_of_it(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "archive"
    arguments = ("archive", source, "-o", target, "--workers", "1", "--anonymous", "--salt", "s")
    result = run(*arguments)
    assert result.exit_code == 0
    assert result.stderr.startswith("9 games, ")
    assert result.stdout == ""
    assert "9 of them before" in run(*arguments).stderr
    players = run_json("stats", target)["players"]
    assert all(one["name"].startswith("P") for one in players)
    assert len({one["name"] for one in players}) == len(
        run_json("stats", source, "--quick", "--workers", "1")["players"]
    )


def test_an_archive_needs_the_same_settings(source: Path, tmp_path: Path) -> None:
    arguments = ("archive", source, "-o", tmp_path / "a", "--workers", "1")
    assert run(*arguments, "--chunk", "4").exit_code == 0
    result = run(*arguments, "--chunk", "5")
    assert result.exit_code == 2
    assert "was begun with chunk 4, not 5" in result.stderr


def test_a_folder_is_an_archive_by_what_its_manifest_says(source: Path, tmp_path: Path) -> None:
    shutil.copytree(source, tmp_path, dirs_exist_ok=True)
    (tmp_path / "archive.json").write_text("{}")
    found = json.loads(run("stats", "--quick", "--json", tmp_path).stdout)
    assert found["games"] > 0
    (tmp_path / "archive.json").write_text('{"format": "literature-archive", "schema": 99}')
    result = run("stats", tmp_path)
    assert result.exit_code == 2
    assert "has tables of version 99 (expected 1)" in " ".join(result.stderr.split())


def test_a_game_with_gaps_counts_where_its_figure_is_certain() -> None:
    start = "seats: Ann Bob Carl Dora\ndealer: Ann\nAnn asks Bob 5H: yes\n"
    whole = loads(f"{start}Ann asks Dora 9S: no\n")
    forgotten = loads(f"{start}Ann asks Dora 9S: ?\n")
    both = stats([whole, forgotten], level="events")
    (ann,) = [player for player in both.players if player.name == "Ann"]
    assert (both.games, both.with_gaps, ann.games) == (2, 1, 2)
    assert (ann.counts["asks"], ann.counts["hits"]) == (4, 1)
    assert ann.rates["hit_rate"] == Ratio(0.5, None, None, 1, 2.0)
    assert "1 game with gaps: only what is the same however they are filled" in str(both)
    assert "with gaps" not in str(stats([whole], level="events"))
    assert "with_gaps" not in stats([whole], level="events").to_json()

"""Statistics: sums by hand, limits that hold what they promise, the same from an archive."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from math import isclose, sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest

from tests.archive.archived import archived, ratio
from tests.archive.small_games import every_kind_of_source, small_games
from tests.cli.running import run, run_json
from tracker.analysis.shares import student95
from tracker.archive.ratios import Ratio
from tracker.archive.rows import rows_of
from tracker.archive.source_games import games_of
from tracker.archive.stats import METRICS, Stats, stats
from tracker.notation.games import dumps_all
from tracker.notation.record_files import loads
from tracker.render.stats_tables import caution


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return every_kind_of_source(tmp_path_factory.mktemp("source"))


@pytest.fixture(scope="module")
def found(source: Path) -> Stats:
    return stats(source, level="claims", budget=None)


def test_sums_are_those_of_the_rows(source: Path, found: Stats) -> None:
    said = (rows_of(game, level="claims")["players"] for game in games_of([source]))
    rows = [row for players in said for row in players]
    assert found.games == 8
    assert found.unread == 1
    for one in found.players:
        mine = [row for row in rows if row["player"] == one.name]
        assert one.games == len(mine)
        assert one.won == sum(row["won"] is True for row in mine)
        for name, number in one.counts.items():
            known = [row[name] for row in mine if row.get(name) is not None]
            assert number == (sum(known) if known else None)
        for metric, part, whole in (
            ("hit_rate", "hits", "asks"),
            ("latency", "latency", "latencies"),
        ):
            share = metric == "hit_rate"
            expected = ratio([(row.get(part), row.get(whole)) for row in mine], share=share)
            assert _rounded(one.rates[metric]) == _rounded(expected)


def _rounded(found: Ratio | None) -> list[float | None] | None:
    if found is None:
        return None
    return [None if value is None else round(value, 9) for value in vars(found).values()]


def test_teams_are_sums_of_their_players(source: Path, found: Stats) -> None:
    assert sum(team.games for team in found.teams) == 2 * found.games
    asks = [team.counts["asks"] for team in found.teams]
    assert sum(filter(None, asks)) == sum(one.counts["asks"] or 0 for one in found.players)


def test_an_archive_gives_the_same(source: Path, found: Stats, tmp_path: Path) -> None:
    archived(tmp_path / "x", source, level="claims", budget=None)
    assert stats(tmp_path / "x") == found


def test_parted_by_deck_and_rules(source: Path) -> None:
    parted = stats(source, by="rules", level="events")
    assert parted.unanalysed == parted.games == 8
    assert {one.group for one in parted.players} == {
        row["rules"]
        for game in games_of([source])
        for row in rows_of(game, level="events")["games"]
    }
    assert all(one.counts["dead"] is None for one in parted.players)


def test_names_of_one_person_are_added_up(tmp_path: Path) -> None:
    """Bots have a seat each: what they did in one team of a game is one observation."""
    aliases = tmp_path / "names.txt"
    source = tmp_path / "games.lit"
    source.write_text(dumps_all(small_games(6)))
    names = ["Ann", "Carl"]
    aliases.write_text(f"# who is who\nhard {' '.join(names)}  # bots\n")
    plain = {one["name"]: one for one in run_json("stats", source, "--quick")["players"]}
    asked = ("stats", source, "--quick", "--alias", aliases)
    told = {one["name"]: one for one in run_json(*asked)["players"]}
    assert told.keys() == plain.keys() - set(names) | {"hard"}
    assert told["hard"]["asks"] == sum(plain[name]["asks"] for name in names)
    assert told["hard"]["games"] <= sum(plain[name]["games"] for name in names)
    aliases.write_text("Ann Annie\nAnna Ann\n")
    refused = run(*asked)
    assert refused.exit_code == 2
    assert "line 2: Ann is a name of Ann already" in refused.stderr


def test_games_that_cannot_be_judged_are_said() -> None:
    whole = loads("seats: Ann Bob Carl Dora\ndealer: Ann\nAnn asks Bob 5H: yes\n")
    unknown = stats([whole], level="review")
    assert (unknown.not_reviewed, unknown.players[0].rates["error"]) == (1, None)
    assert "The moves of 1 game could not be judged" in str(unknown)
    assert stats([whole], level="events").not_reviewed is None


# -- limits ---------------------------------------------------------------------------------------


def limits(cases: list[tuple[float, float]], *, share: bool) -> Ratio:
    found = ratio(cases, share=share)
    assert found is not None
    return found


def test_a_mean_has_the_limits_of_a_mean() -> None:
    values = [1.0, 4.0, 2.0, 2.5]
    found = limits([(value, 1.0) for value in values], share=False)
    margin = student95(3) * stdev(values) / sqrt(4)
    assert found.low is not None
    assert isclose(found.value, fmean(values))
    assert isclose(found.low, found.value - margin)


def test_a_share_has_wilsons_limits() -> None:
    """Were the share what a limit says, what was seen would be t standard errors from it."""
    shares = [0.75, 0.25, 0.5, 1.0]
    found = limits([(4 * share, 4.0) for share in shares], share=True)
    cases = found.value * (1 - found.value) / (stdev(shares) ** 2 / 4)
    for limit in (found.low, found.high):
        assert limit is not None
        error = sqrt(limit * (1 - limit) / cases)
        assert isclose(abs(found.value - limit), student95(3) * error)


def test_what_says_nothing_has_no_limits() -> None:
    assert limits([(1.0, 2.0)], share=True).low is None
    assert limits([(0.0, 1.0)] * 5, share=False).low is None
    assert ratio([(None, 3), (1, 0)], share=True) is None


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


def test_archive_and_stats_of_it(source: Path, tmp_path: Path) -> None:
    arguments = ("archive", source, "-o", tmp_path / "x", "--workers", "1", "--level", "events")
    for said in ("9 games, ", "9 of them before"):
        result = run(*arguments, "--anonymous", "--salt", "s")
        assert (result.exit_code, result.stdout, said in result.stderr) == (0, "", True)
    assert all(one["name"].startswith("P") for one in run_json("stats", tmp_path / "x")["players"])


def test_json_lines(source: Path) -> None:
    document = run_json("stats", source, "--quick")
    lines = [
        json.loads(line) for line in run("stats", source, "--quick", "--jsonl").stdout.splitlines()
    ]
    for kind in ("player", "team"):
        said = [line for line in lines if line.pop("kind", kind) == kind]
        assert said[: len(document[f"{kind}s"])] == document[f"{kind}s"]
        lines = lines[len(document[f"{kind}s"]) :]
    for name in ("check", "audit"):
        told = [json.loads(line) for line in run(name, source, "--jsonl").stdout.splitlines()]
        assert told == json.loads(run(name, source, "--json").stdout)["games"]


@pytest.mark.parametrize(
    ("games", "few"),
    [((20, 25), None), ((19, 20), "1 of 2 lines"), ((1, 19, 20), "2 of 3 lines")],
)
def test_of_few_games_it_is_said_what_they_cannot_tell(
    games: tuple[int, ...], few: str | None
) -> None:
    found = stats([loads("seats: Ann Bob Carl Dora\ndealer: Ann\n")], level="events")
    players = tuple(replace(found.players[0], games=number) for number in games)
    said = [*caution(replace(found, players=players))]
    starts = [f"{few} on players have fewer than 20 games"] if few else []
    starts += ["A single game has no limits"] if 1 in games else []
    assert [line.partition(":")[0] for line in said] == starts

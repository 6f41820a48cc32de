"""Statistics: sums by hand, limits that hold what they promise, the same from an archive."""

from __future__ import annotations

import csv
import io
import json
import random
from dataclasses import replace
from math import isclose, sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest

from tests.archive.archived import archived, ratio
from tests.archive.small_games import every_kind_of_source, one_file, small_games
from tests.cli.running import run, run_json
from tracker.analysis.check import CONTRADICTION, check
from tracker.analysis.review import review
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


def test_error_a_decision_is_that_of_the_reviews(tmp_path: Path) -> None:
    archived(tmp_path / "x", one_file(tmp_path), level="review")
    each: dict[str, list[tuple[float, int]]] = {}
    for record in small_games(8):
        if any(problem.code == CONTRADICTION for problem in check(record)):
            continue
        judged = review(record)
        for player in judged.players:
            each.setdefault(player.seat, []).append((player.error, player.decisions))
    both = stats(tmp_path / "x")
    for standing in both.players:
        expected = ratio(each[standing.name], share=False)
        assert _rounded(standing.rates["error"]) == _rounded(expected)
    assert sum(team.rates["error"].cases for team in both.teams if team.rates["error"]) > 0
    table = run("stats", tmp_path / "x").stdout
    assert "Error" in table
    assert max(map(len, table.splitlines())) <= 80
    assert run_json("stats", tmp_path / "x", "--sort", "error")["players"]


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
        found = limits(cases, share=share)
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 0.5 <= found.high
    assert held / 400 >= 0.92  # 95% but for the noise of 400 draws and the few games


def test_shares_that_all_agree_are_not_certain() -> None:
    always = limits([(5.0, 5.0)] * 4, share=True)
    assert always.value == always.high == 1
    assert always.low is not None
    assert always.low < 0.5


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


def test_forms_exclude_each_other(source: Path) -> None:
    assert run("stats", source, "--csv", "--json").exit_code == 2


def test_a_source_that_is_not_there_ends_the_command() -> None:
    result = run("stats", "nowhere")
    assert result.exit_code == 2
    assert "there is no such file or folder" in result.stderr


def test_archive_and_stats_of_it(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "archive"
    secret = ("--anonymous", "--salt", "s")
    arguments = ("archive", source, "-o", target, "--workers", "1", "--level", "events", *secret)
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


def test_the_summary_fits_and_all_is_there_where_it_is_wanted(source: Path) -> None:
    short, whole = run("stats", source, "--quick"), run("stats", source, "--quick", "--all")
    assert max(map(len, short.stdout.splitlines())) <= 80
    assert "Chance given up" not in short.stdout
    assert "Chance given up" in whole.stdout


def test_shares_are_told_in_percent_and_no_other_figure_is() -> None:
    start = "seats: Ann Bob Carl Dora\ndealer: Ann\nAnn asks Bob 5H: yes\n"
    games = [
        loads(f"{start}{more}Ann asks Dora 9S: no\n") for more in ("", "Ann asks Bob 6H: yes\n")
    ]
    one, both = (str(stats(some, level="events")) for some in (games[:1], games))
    assert "Ann 1 – 0.00 50%" in _joined(one)
    assert "Ann 2 – 0.00 60% (1–100)" in _joined(both)
    whole = _joined(str(replace(stats(games, level="events"), whole=True)))
    assert "Ann 2 – 0.00 60% (1–100) 1.50 – – (0.00–7.85)" in whole


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


def _joined(text: str) -> str:
    """A text without its columns."""
    return " ".join(text.split())


@pytest.mark.parametrize(("missing", "won"), [("... asks", True), ("...", False)])
def test_a_game_with_missing_asks_was_won_by_who_claimed(missing: str, won: bool) -> None:
    """Where claims may be missing, too, it is open who won."""
    record = loads(
        "rules: pagat, deck=custom\nbook reds: 2H 3H 4H 5H\nseats: Ann Bob Carl Dora\nturn: Ann\n\n"
        f"Ann asks Bob 2H: no\n{missing}\nBob claims reds: Bob 2H 3H, Dora 4H 5H: opponents\n"
    )
    ann = stats([record], level="events").players[0]
    assert ann.rates["win_rate"] == (Ratio(1.0, None, None, 1, 1.0) if won else None)


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

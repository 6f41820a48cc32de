"""The survival curve of waits: by hand, against its definition, and from the tables."""

from __future__ import annotations

import json
import random
from math import exp

import tracker
from tests.archive.small_games import small_games
from tracker.archive.ratios import waits_of
from tracker.archive.stats import stats


def test_by_hand() -> None:
    found = waits_of([0, 2], [1])
    assert (found.claimed, found.censored, found.median) == (2, 1, 2)
    assert [(point.asks, point.share) for point in found.curve] == [(0, 1 - 1 / 3), (2, 0.0)]
    assert waits_of([], [3, 4]).median is None
    assert waits_of([1], [3, 4]).median is None


def test_the_limits_hold_the_truth_as_often_as_they_say() -> None:
    """Waits that end with a chance of one in ten at each ask, and are cut off at random."""
    rng, held, runs = random.Random(5), 0, 300
    for _ in range(runs):
        claimed: list[int] = []
        cut: list[int] = []
        for _ in range(60):
            wait, end = int(rng.expovariate(0.1)), rng.randrange(40)
            (claimed if wait <= end else cut).append(min(wait, end))
        point = [point for point in waits_of(claimed, cut).curve if point.asks <= 9][-1]
        assert point.low is not None
        assert point.high is not None
        held += point.low <= exp(-0.1 * (point.asks + 1)) <= point.high
    assert 0.92 <= held / runs <= 0.99


def test_waits_of_games_are_those_of_their_claims() -> None:
    games = small_games(8)
    tables = tracker.tables(games, level="claims")
    claims = tables["claims"].to_pylist()
    claimed: list[int] = []
    for row in tables["games"].to_pylist():
        waits = json.loads(row["waits"] or "[]")
        claimed += waits
        latencies = [
            one["team_latency"]
            for one in claims
            if one["game"] == row["game"] and one["team_latency"] is not None
        ]
        assert sorted(waits) == sorted(latencies)
    found = stats(games, level="claims").waits
    assert found is not None
    assert found.claimed == len(claimed) > 0
    assert stats(games, level="events").waits is None
    assert f"of {found.claimed + found.censored} proofs were claimed" in str(stats(games))

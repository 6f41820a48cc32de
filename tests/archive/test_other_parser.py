"""Counts, rates and limits of simulated games, against a parser that shares nothing with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archive.other_parser import COUNTED, counts_of, rates_of, texts_of
from tests.benchmarks.many_games import write_mixed
from tracker.archive.stats import stats

MANY = 20
"""With fewer games Student's t comes from a table, which is rounded up."""


@pytest.mark.parametrize("count", [100, pytest.param(1000, marks=pytest.mark.long)])
def test_counts_rates_and_limits_are_those_of_another_parser(count: int, tmp_path: Path) -> None:
    file = tmp_path / "games.lit"
    write_mixed(count, file)
    games = [counts_of(text) for text in texts_of(file.read_text())]
    rates, found = rates_of(games), stats(file, level="events")
    assert found.games == len(games) == count
    assert {player.name for player in found.players} == rates.keys()
    for player in found.players:
        own = [game[player.name] for game in games if player.name in game]
        sums = {name: sum(counts[name] for counts in own) for name in COUNTED}
        said = {**player.counts, "won": player.won, "drawn": player.drawn}
        said["half_suits"] = round(player.games * (player.value("half_suits") or 0))
        assert {name: said[name] for name in COUNTED} == sums
        for name, numbers in rates[player.name].items():
            rate = player.rates[name]
            assert (rate is None) == (not numbers), (player.name, name)
            if rate is not None:
                near = 1e-4 if rate.games > MANY else 5e-3
                assert (rate.value, rate.low, rate.high) == pytest.approx(numbers, abs=near)

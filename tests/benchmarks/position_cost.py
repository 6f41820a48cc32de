"""Where the time of one position goes while a game is followed in all its views.

``python -m tests.benchmarks.position_cost`` prints two tables of five games of 200 events at six
seats: the processor time of a view at a moment, by how many of its cards are open; and the shares
of the steps, by the profiler, which makes short Python functions look dearer than they are.
"""

from __future__ import annotations

import cProfile
import pstats
import time
from collections import defaultdict
from collections.abc import Mapping
from statistics import mean, median
from typing import Final

from tests.benchmarks.test_holders_speed import GAMES, every_holder, long_game, views
from tracker.game.record import Record
from tracker.inference.follow import follow

STEPS: Final[Mapping[str, tuple[str, str]]] = {
    "searches of the solver": ("deal_search.py", "find"),
    "refuted deals, mended": ("swaps.py", "mended"),
    "new facts, for solver and witnesses": ("possible_holders.py", "learn"),
    "the values of a moment": ("follow.py", "_moment"),
    "all of it": ("follow.py", "at"),
}
"""The function that takes each step: its file and its name."""
BANDS: Final = (1, 10, 20, 30, 49)
"""Numbers of open cards at which a row of the table ends, exclusive."""


def by_open_cards(record: Record) -> Mapping[int, list[float]]:
    """Milliseconds of a view at each moment, by the band of its open cards in the mean."""
    found: dict[int, list[float]] = defaultdict(list)
    moments = follow(record, views=views(record))
    while True:
        start = time.process_time()
        moment = next(moments, None)
        spent = time.process_time() - start
        if moment is None:
            return found
        holders = [moment.all_holders(view) for view in moment.deductions]
        many = mean(sum(len(seats) > 1 for seats in each.values()) for each in holders)
        band = next(band for band in BANDS if many < band)
        found[band].append(1000 * spent / len(holders))


def shares(games: list[Record]) -> Mapping[str, float]:
    """The share of each step in all the time."""
    profile = cProfile.Profile()
    profile.enable()
    for game in games:
        every_holder(game)
    profile.disable()
    spent = {
        (path.rpartition("/")[2], name): figures[3]
        for (path, _, name), figures in pstats.Stats(profile).stats.items()  # type: ignore[attr-defined]
    }
    whole = spent[STEPS["all of it"]]
    return {step: spent.get(function, 0.0) / whole for step, function in STEPS.items()}


def main() -> None:
    """Print both tables."""
    games = [long_game(seed) for seed in range(GAMES)]
    every_holder(games[0])
    times: dict[int, list[float]] = defaultdict(list)
    for game in games:
        for band, each in by_open_cards(game).items():
            times[band] += each
    print("| open cards | moments | ms a view, median | mean |\n| --- | --- | --- | --- |")
    for least, band in zip((0, *BANDS), BANDS, strict=False):
        if times[band]:
            row = f"{len(times[band])} | {median(times[band]):.3f} | {mean(times[band]):.3f}"
            print(f"| {least}–{band - 1} | {row} |")
    print("\n| step | share |\n| --- | --- |")
    for step, share in shares(games).items():
        print(f"| {step} | {share:.0%} |")


if __name__ == "__main__":
    main()

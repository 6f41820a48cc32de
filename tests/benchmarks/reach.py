"""Which moments are beyond the budget of counting: in the samples, and in games of many players.

``python -m tests.benchmarks.reach`` counts every moment, in the public view and in those of two
players, and prints which have no number. It takes an hour or so.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import tracker
from tests.counting.view_moments import moments, views
from tests.strategies import SEATS
from tracker.counting import Counter
from tracker.game.record import Record
from tracker.game.rules import Rules
from tracker.play.simulator import random_game

SAMPLES = Path(__file__).parents[2] / "samples"
TABLES = (
    (10, "no8"), (12, "no8"), (14, "no8"), (16, "no8"), (16, "quartets52"), (16, "jokers54"),
)  # fmt: skip


def games() -> Iterator[tuple[str, Record]]:
    """Records with their names."""
    for path in sorted(SAMPLES.glob("*.lit")):
        yield path.stem, tracker.load(path)
    for seats, deck in TABLES:
        rules = Rules().with_values({"deck": deck})
        record = random_game(Random(0), SEATS[:seats], rules, dealer=SEATS[0])
        yield f"{seats} players, {deck}", record


def main() -> None:
    """Print a line for each game and view."""
    for name, record in games():
        for seats in views(record)[:3]:
            counter, unknown = Counter(), []
            try:
                for at, known in enumerate(moments(record, *seats)):
                    if not counter.update(known).exact:
                        unknown.append(at)
            except tracker.MissingHandError:
                continue
            view = ", ".join(seats) or "public"
            where = f"{len(unknown)} ({unknown[0]}–{unknown[-1]})" if unknown else "none"
            print(f"{name:24}{view:10}{len(record.events) + 1:6} moments, unknown: {where}")


if __name__ == "__main__":
    main()

"""Fits the model of what a position is worth, and measures it on games it was not fitted on.

    python -m tests.benchmarks.equity rows --games 140 --seed 1 --to fit.npz
    python -m tests.benchmarks.equity rows --games 120 --seed 2 --to held.npz
    python -m tests.benchmarks.equity fit fit.npz
    python -m tests.benchmarks.equity judge held.npz
    python -m tests.benchmarks.equity moves --games 60 --seed 3

``rows`` plays simulated games of every preset (4 to 12 seats, every kind of player). It writes a
row of features for each half-suit in play at some moments: in everyone's eyes, in those of the
player at turn, and in those of another player. ``fit`` writes the weights that the package comes
with. ``judge`` prints log loss and calibration of who scores a half-suit, beside two baselines,
with 95% intervals by whole games. ``moves`` reviews simulated games: the mean error of a
decision by kind of player, and the mean luck of an ask, which should be 0.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from tracker.analysis import equity
from tracker.analysis.equity import NAMES, Outlooks, features
from tracker.analysis.review import review
from tracker.errors import TrackerError
from tracker.game.replay import replay_of
from tracker.game.rules import PRESETS
from tracker.play.players import KINDS, simulated_game
from tracker.play.simulator import header

WEIGHTS = Path(equity.__file__).with_name("equity.json")
SEATS = ["Ann", "Bob", "Carl", "Dora", "Eve", "Finn", "Gus", "Hedy", "Ivo", "Judy", "Karl", "Lena"]
TABLES = (4, 6, 6, 6, 6, 8, 8, 10, 12)
EVERY = 7
"""Of so many events, the moment before one is looked at."""
COLUMNS = ("view", "game", "label", "expected", "provable", "left")
"""What stands before the features in a row."""


def table_of(seed: int, number: int) -> tuple[str, list[str]]:
    """The seats of a simulated game, and the kinds of the players of the two teams."""
    rng = random.Random(f"{seed}/{number}")
    seats = " ".join(SEATS[: rng.choice(TABLES)])
    return seats, [rng.choice(list(KINDS)) for _ in range(2)]


def game_of(seed: int, number: int) -> Any:
    """A simulated game of some rules, with players of some kinds."""
    preset = list(PRESETS)[number % len(PRESETS)]
    seats, kinds = table_of(seed, number)
    return simulated_game(header(seats, preset), kinds, f"{seed}/{number}")


def rows_of(record: Any, game: int) -> Iterator[list[float]]:
    """The rows of one game."""
    positions, last = Outlooks(record), replay_of(record).state()
    for at in range(game % EVERY, len(record.events), EVERY):
        state = replay_of(record).state(at)
        if state.over or state.forced is not None or state.turn is None:
            continue
        other = record.seats[(game + at) % len(record.seats)]
        for seat in dict.fromkeys((None, state.turn, other)):
            team = record.table.teams[(game + at) % 2] if seat is None else None
            position = positions.position(seat, at, team)
            for name, book in position.books.items():
                scorer = last.books[name].team
                label = 0.5 if scorer is None else float(scorer == position.team)
                cards = [sum(odds.get(s, 0) for s in position.team) for odds in book.mine]
                row = features(position, book, position.turn)
                by_index = dict(zip(NAMES, row, strict=True))
                provable = by_index["proven_us"] - by_index["proven_them"]
                yield [float(seat is not None), game, label, sum(cards) / len(cards), provable,
                       len(position.books), *row]  # fmt: skip


def write_rows(games: int, seed: int, path: Path) -> None:
    """Play games, and write their rows."""
    rows: list[list[float]] = []
    for number in range(games):
        try:
            rows += rows_of(game_of(seed, number), number)
        except TrackerError as error:
            print(f"game {number}: {error}")
        if number % 20 == 19:
            print(number + 1, len(rows), flush=True)
            np.savez_compressed(path, rows=np.array(rows), seed=seed, games=number + 1)
    np.savez_compressed(path, rows=np.array(rows), seed=seed, games=games)


def logistic(rows: Any, labels: Any, ridge: float = 3.0) -> Any:
    """The weights of a logistic regression with a ridge, by Newton's method."""
    weights = np.zeros(rows.shape[1])
    for _ in range(30):
        chances = 1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30)))
        slope = rows.T @ (labels - chances) - ridge * weights
        bend = (rows * (chances * (1 - chances))[:, None]).T @ rows + ridge * np.eye(len(weights))
        step = np.linalg.solve(bend, slope)
        weights += step
        if abs(step).max() < 1e-6:
            break
    return weights


def fit(path: Path) -> None:
    """Fit the weights, and write them where the package has them."""
    data = np.load(path)
    rows, start = data["rows"], len(COLUMNS)
    document: dict[str, Any] = {
        "fitted": f"{int(data['games'])} simulated games of all presets, 4 to 12 seats, "
        f"seed {int(data['seed'])}"
    }
    for place, view in enumerate(("public", "seat")):
        of_view = rows[rows[:, 0] == place]
        weights = logistic(of_view[:, start:], of_view[:, 2])
        document[view] = dict(zip(NAMES, np.round(weights, 4).tolist(), strict=True))
    document["spread"] = 1.0
    WEIGHTS.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def loss(chances: Any, labels: Any) -> Any:
    """The log loss of each chance."""
    chances = np.clip(chances, 1e-6, 1 - 1e-6)
    return -(labels * np.log(chances) + (1 - labels) * np.log(1 - chances))


def judge(path: Path) -> None:
    """Print how good the model is on the games of a file."""
    rows, start, model = np.load(path)["rows"], len(COLUMNS), equity.shipped_model()
    for place, view in enumerate(("public", "seat")):
        of_view = rows[rows[:, 0] == place]
        games, labels = of_view[:, 1], of_view[:, 2]
        chances = 1 / (1 + np.exp(-of_view[:, start:] @ np.array(getattr(model, view))))
        baselines = {
            "the model": chances,
            "expected cards": one_feature(2 * of_view[:, 3] - 1, labels),
            "what is provable": one_feature(of_view[:, 4], labels),
        }
        print(f"{view}: {len(of_view)} half-suits of {len(set(games))} games")
        for name, each in baselines.items():
            mean, margin = by_game(loss(each, labels), games)
            print(f"  log loss of {name:18}{mean:.3f} ± {margin:.3f}")
        for low in np.arange(0, 1, 0.1):
            within = (chances >= low) & (chances < low + 0.1)
            if within.any():
                print(f"  said {chances[within].mean():.2f}, was {labels[within].mean():.2f}"
                      f" ({within.sum()})")  # fmt: skip


def one_feature(values: Any, labels: Any) -> Any:
    """The chances of a baseline: a logistic regression on one number, fitted on the same games."""
    rows = values[:, None]
    return 1 / (1 + np.exp(-rows @ logistic(rows, labels)))


def by_game(values: Any, games: Any) -> tuple[float, float]:
    """A mean over rows with half the width of its 95% interval, a game being one observation."""
    names = np.unique(games)
    sums = np.array([values[games == game].sum() for game in names])
    sizes = np.array([(games == game).sum() for game in names])
    mean = sums.sum() / sizes.sum()
    rest = sums - mean * sizes
    return mean, 1.96 * np.sqrt((rest**2).sum() * len(names) / (len(names) - 1)) / sizes.sum()


def judge_moves(games: int, seed: int) -> None:
    """Review games, and print error by kind of player, and luck."""
    errors: dict[str, list[tuple[float, int]]] = {kind: [] for kind in KINDS}
    lucks: list[tuple[float, int]] = []
    for number in range(games):
        record, kinds = game_of(seed, number), table_of(seed, number)[1]
        try:
            decisions = review(record).decisions
        except TrackerError as error:
            print(f"game {number}: {error}")
            continue
        for decision in decisions:
            kind = kinds[record.seats.index(decision.seat) % 2]
            errors[kind].append((decision.error, number))
            if decision.luck is not None:
                lucks.append((decision.luck, number))
    for name, rows in [*((f"error of {kind}", rows) for kind, rows in errors.items()),
                       ("luck of an ask", lucks)]:  # fmt: skip
        if len({game for _, game in rows}) > 1:
            mean, margin = by_game(*map(np.array, zip(*rows, strict=True)))
            print(f"{name:20} {mean:+.3f} ± {margin:.3f} ({len(rows)})")


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    made = commands.add_parser("rows")
    made.add_argument("--games", type=int, default=600)
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--to", type=Path, required=True)
    reviewed = commands.add_parser("moves")
    reviewed.add_argument("--games", type=int, default=60)
    reviewed.add_argument("--seed", type=int, default=3)
    for name in ("fit", "judge"):
        commands.add_parser(name).add_argument("file", type=Path)
    asked = parser.parse_args()
    if asked.command == "rows":
        write_rows(asked.games, asked.seed, asked.to)
    elif asked.command == "moves":
        judge_moves(asked.games, asked.seed)
    elif asked.command == "fit":
        fit(asked.file)
    else:
        judge(asked.file)


if __name__ == "__main__":
    main()

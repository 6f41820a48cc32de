"""After how many games ratings put simulated players of known strength in their order.

``python -m tests.benchmarks.ratings --seasons 10 --games 200``: in each season twelve players,
three of each of four kinds, play at tables of six that are drawn at random, as teams of three.
After some numbers of games, of all pairs of players of different kinds it is counted how many are
in the order of their kinds. The order of the kinds is that of ``tracker.play.players.KINDS``, which
comes from whole teams against each other, without ratings.
"""

from __future__ import annotations

import argparse
from itertools import combinations
from random import Random
from statistics import fmean

from tracker.archive.ratios import RatioSum
from tracker.archive.standings import TableResult, ratings
from tracker.game.replay import replay_of
from tracker.notation.text import loads
from tracker.play.players import KINDS, simulated_game

EACH = 3
AFTER = (10, 25, 50, 100, 200, 400, 800)


def played(kinds: tuple[str, ...], seed: str) -> TableResult:
    """A game of six of the players, drawn at random.

    Args:
        kinds: those of the players.
        seed: of the draw, the deal and the play.
    """
    players = [f"{kind}{n}" for kind in kinds for n in range(EACH)]
    names = Random(seed).sample(players, 6)
    header = loads(f"rules: pagat\nseats: {' '.join(names)}\ndealer: {names[0]}\n")
    record = simulated_game(header, [name.rstrip("012") for name in names], seed)
    first, second = record.table.teams
    score = replay_of(record).state().score
    margin = score[first] - score[second]
    won = 0.5 if margin == 0 else float(margin > 0)
    return TableResult("", (tuple(first), tuple(second)), won, margin, None)


def in_order(kinds: tuple[str, ...], results: list[TableResult]) -> tuple[int, int]:
    """How many pairs of players of different kinds are in order, and how many there are.

    Args:
        kinds: the kinds, strongest first.
        results: the games.
    """
    strength = {rating.name: rating.mu for rating in ratings(results)}
    pairs = [
        (f"{better}{m}", f"{worse}{n}")
        for better, worse in combinations(kinds, 2)
        for m in range(EACH)
        for n in range(EACH)
    ]
    return sum(strength.get(a, 25) > strength.get(b, 25) for a, b in pairs), len(pairs)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seasons", type=int, default=10)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--kinds", default="thinker,attentive,rash,chaotic")
    given = parser.parse_args()
    kinds = tuple(given.kinds.split(","))
    assert [*kinds] == [kind for kind in KINDS if kind in kinds], "strongest first"
    shares: dict[int, list[float]] = {}
    whole: dict[int, RatioSum] = {}
    for season in range(given.seasons):
        results = [played(kinds, f"{season}/{n}") for n in range(given.games)]
        for count in (count for count in AFTER if count <= given.games):
            right, pairs = in_order(kinds, results[:count])
            shares.setdefault(count, []).append(right / pairs)
            whole.setdefault(count, RatioSum(share=True)).add(right, pairs)
    print(f"{given.seasons} seasons of {EACH * len(kinds)} players: {', '.join(kinds)}")
    print("| games | games a player | pairs in order | 95% limits | worst season | all in order |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: |")
    for count, of in shares.items():
        ratio = whole[count].ratio()
        assert ratio is not None
        assert ratio.low is not None
        each = 6 * count / (EACH * len(kinds))
        print(
            f"| {count} | {each:.0f} | {100 * fmean(of):.1f}% | "
            f"{100 * ratio.low:.1f}–{100 * (ratio.high or 0):.1f}% | {100 * min(of):.0f}% | "
            f"{sum(share == 1 for share in of)} of {len(of)} |"
        )


if __name__ == "__main__":
    main()

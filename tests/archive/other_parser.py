"""What games say of their players, by a parser and a statistician that share nothing with tracker.

It knows records whose every statement is one line without gaps, and outcomes of claims by the words
that stand in them. Limits are worked out from the games one by one, in two passes, and Student's t
from its density.

Example: ``rates_of(text)["Ann"]["hit_rate"]`` is ``(value, low, high)``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import gamma, pi, sqrt
from typing import Any, Final

COUNTED: Final = ("asks", "hits", "turns", "claims", "correct", "half_suits", "won", "drawn")
Part = Callable[[Mapping[str, int]], float]
"""What is counted in a game, from what a player did in it."""
RATES: Final[Mapping[str, tuple[Part, Part, bool]]] = {
    "win_rate": (lambda it: it["won"] + it["drawn"] / 2, lambda _: 1, True),
    "half_suits": (lambda it: it["half_suits"], lambda _: 1, False),
    "hit_rate": (lambda it: it["hits"], lambda it: it["asks"], True),
    "cards_per_turn": (lambda it: it["hits"], lambda it: it["turns"], False),
    "wrong_rate": (lambda it: it["claims"] - it["correct"], lambda it: it["claims"], True),
}  # fmt: skip
"""Of each rate what is counted in a game, to what it is a ratio, and whether it is a share."""
Counts = Mapping[str, Mapping[str, int]]
"""For each player of a game, how often they did each thing in ``COUNTED``."""


def counts_of(text: str) -> Counts:
    """What the players of one game did.

    Args:
        text: the record of a game that was played to its end.
    """
    seats = re.findall(r"^seats: (.*)$", text, re.MULTILINE)[0].split()
    rules = re.findall(r"^rules: (.*)$", text, re.MULTILINE)[0]
    left = len(re.findall(r"^book ", text, re.MULTILINE)) or 8
    done: dict[str, dict[str, int]] = {seat: dict.fromkeys(COUNTED, 0) for seat in seats}
    points = [0, 0]
    last = ("", "")
    for who, answer, awarded in re.findall(
        r"^(?:(\w+) (?:asks|claims) [^:\n]*:.*?(yes|no|correct|split|opponents|cancelled)\b"
        r"|award [^;\n]* to (\w+))",
        text,
        re.MULTILINE,
    ):
        if awarded == "nobody":
            left -= 1
            continue
        team = seats.index(who or awarded) % 2
        if answer in ("yes", "no"):
            done[who]["asks"] += 1
            done[who]["hits"] += answer == "yes"
            done[who]["turns"] += last != (who, "yes")
            last = (who, answer)
            continue
        if who:
            done[who]["claims"] += 1
            done[who]["correct"] += answer == "correct"
        winner: int | None = None
        if awarded or answer == "correct":
            winner = team
        elif answer == "opponents" and "opponent-holds=minus-one" in rules:
            points[team] -= 1
            continue
        elif answer == "opponents":
            winner = 1 - team
        elif answer == "split" and "wrong-split=stays" in rules:
            continue
        left -= 1
        if winner is not None:
            points[winner] += 1
            for seat in seats[winner::2]:
                done[seat]["half_suits"] += 1
    assert left == 0, f"not played to its end: {text}"
    for place, seat in enumerate(seats):
        done[seat]["won"] = int(points[place % 2] > points[1 - place % 2])
        done[seat]["drawn"] = int(points[0] == points[1])
    return done


def rates_of(games: Iterable[Counts]) -> Mapping[str, Mapping[str, tuple[Any, ...]]]:
    """Each player's rates over some games, with their 95% limits."""
    of_player: dict[str, list[Mapping[str, int]]] = defaultdict(list)
    for game in games:
        for player, counts in game.items():
            of_player[player].append(counts)
    return {
        player: {
            name: _limits([(part(it), whole(it)) for it in each if whole(it)], share=share)
            for name, (part, whole, share) in RATES.items()
        }
        for player, each in of_player.items()
    }


def _limits(cases: list[tuple[float, float]], *, share: bool) -> tuple[Any, ...]:
    """A ratio of sums with its limits: Wilson's where it is a share, else those of a mean."""
    games, whole = len(cases), sum(y for _, y in cases)
    if not games:
        return ()
    ratio = sum(x for x, _ in cases) / whole
    if games == 1:
        return ratio, None, None
    error = sum((x - ratio * y) ** 2 for x, y in cases) * games / (games - 1) / whole**2
    t = _student(games - 1)
    if not share:
        if not error:
            return ratio, None, None
        return ratio, max(ratio - t * sqrt(error), 0), ratio + t * sqrt(error)
    n = min(ratio * (1 - ratio) / error, whole) if error > 1e-15 and 0 < ratio < 1 else games
    middle = (ratio + t * t / 2 / n) / (1 + t * t / n)
    half = t / (1 + t * t / n) * sqrt(ratio * (1 - ratio) / n + t * t / 4 / n / n)
    return ratio, max(middle - half, 0), min(middle + half, 1)


def _student(freedom: int) -> float:
    """The quantile of Student's t that leaves 2.5% above it, by Simpson's rule and halving."""
    if freedom > 300:  # the gamma function ends there; the series is that of Cornish and Fisher
        z = 1.959963984540054
        return z + (z**3 + z) / 4 / freedom + (5 * z**5 + 16 * z**3 + 3 * z) / 96 / freedom**2
    scale = gamma((freedom + 1) / 2) / gamma(freedom / 2) / sqrt(freedom * pi)
    low, high = 0.0, 13.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        step = middle / 2000
        density = [
            scale * (1 + (step * i) ** 2 / freedom) ** (-(freedom + 1) / 2) for i in range(2001)
        ]
        area = (
            step
            / 3
            * (density[0] + density[-1] + 4 * sum(density[1::2]) + 2 * sum(density[2:-1:2]))
        )
        low, high = (low, middle) if area > 0.475 else (middle, high)
    return low


def texts_of(text: str) -> Iterator[str]:
    """The records of a file."""
    yield from re.split(r"^---$", text, flags=re.MULTILINE)

"""Many games of several kinds, and whether the odds in an archive of them come true.

``python -m tests.benchmarks.many_games mixed 5000 games.lit`` plays games of several decks, manners
and numbers of seats, and writes them;
``… calibration ARCHIVE [FILE.svg]`` compares the odds in an archive with what came of them.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from tests.archive.archived import ratio
from tests.play.random_games import random_game
from tracker.archive.ratios import Ratio
from tracker.game.record import Record
from tracker.game.rules import PRESETS
from tracker.notation.games import dump_all
from tracker.play.players import RASH
from tracker.play.policies import CHAOS, PEOPLE, Manners

SEATS: Final = ("Ann", "Bob", "Carl", "Dora", "Eve", "Finn", "Gus", "Hal")
BINS: Final = (0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0)
CALIBRATED: Final = {
    "asks": ("asks: the chance of a yes, and how often it was one", "hit"),
    "claims": ("claims: the chance that the naming is right, and how often it was", "correct"),
}
"""The tables with odds: a title, and the column that says what came."""
_BAR: Final = 40


class Kind(NamedTuple):
    """A sort of game: how many of a hundred are of it, and how it is played."""

    share: int
    seats: int
    books: int
    """Half-suits, the first of the deck ``no8``; 0: a whole deck, by the rules of a preset."""
    manners: Manners
    preset: str = "pagat"


KINDS: Final = (
    Kind(30, 4, 2, PEOPLE), Kind(12, 4, 2, RASH), Kind(12, 4, 2, CHAOS),
    Kind(16, 6, 2, PEOPLE), Kind(8, 6, 2, RASH), Kind(8, 6, 2, CHAOS),
    Kind(4, 4, 4, PEOPLE), Kind(3, 4, 4, RASH), Kind(3, 6, 3, CHAOS),
    Kind(1, 6, 4, RASH), Kind(1, 8, 4, RASH),
    Kind(1, 6, 0, PEOPLE), Kind(1, 4, 0, PEOPLE, "wikipedia-2006"),
)  # fmt: skip
"""Mostly short games, of which many can be worked on."""


def mixed(count: int) -> Iterable[Record]:
    """Games of several decks, manners and numbers of seats, each from a seed of its own."""
    kinds = [kind for kind in KINDS for _ in range(kind.share)]
    random.Random(0).shuffle(kinds)
    for seed in range(count):
        yield _game(kinds[seed % len(kinds)], seed)


def _game(kind: Kind, seed: int) -> Record:
    """The game of a sort and a seed."""
    seats, rules = SEATS[: kind.seats], PRESETS[kind.preset]
    books = Record(seats=seats).deck.books[: kind.books]
    return random_game(
        random.Random(seed),
        seats,
        replace(rules, deck="custom") if books else rules,
        books=books,
        dealer=seats[seed % len(seats)],
        manners=kind.manners,
    )


def write_mixed(count: int, path: Path) -> None:
    """Write games of several sorts to a file."""
    dump_all(mixed(count), path)


# -- calibration ----------------------------------------------------------------------------------


class Bin(NamedTuple):
    """Odds that are much the same, and what came of them."""

    name: str
    cases: int
    said: float
    """The mean of the odds."""
    came: Ratio
    """How often it was so; a game counts as one observation."""


def calibration(root: Path, picture: Path | None) -> None:
    """Print the odds of asks and claims against what came of them; draw them, if wanted."""
    found = {name: bins_of(_cases(root, name, came)) for name, (_, came) in CALIBRATED.items()}
    for name, (title, _) in CALIBRATED.items():
        print(title)
        print("  chance        cases   said   came  95% limits")
        for one in found[name]:
            print(bin_line(one))
    if picture is not None:
        picture.write_text(_drawn(found), encoding="utf-8")


def _cases(root: Path, table: str, came: str) -> Sequence[tuple[str, float, bool]]:
    """The game, the chance and what came of it, of every case with a chance."""
    from tracker.archive.reading import archive_of, query

    # A claim that was cancelled for want of the turn may have been right.
    other = "outcome <> 'cancelled'" if table == "claims" else "1"
    with archive_of(root) as (base, _):
        asked = f"SELECT game, chance, {came} FROM {table} WHERE chance IS NOT NULL AND {other}"
        return [(game, chance, bool(one)) for game, chance, one in query(base, asked).rows]


def bins_of(cases: Sequence[tuple[str, float, bool]]) -> list[Bin]:
    """The cases by how likely they were said to be; what was certain last, by itself."""
    parts = [
        (f"{low:.2f}–{high:.2f}", [one for one in cases if low < one[1] <= high and one[1] < 1])
        for low, high in pairwise(BINS)
    ]
    parts += [
        (f"{sure:.0f}, certain", [one for one in cases if one[1] == sure]) for sure in (0.0, 1.0)
    ]
    return [_bin(name, inside) for name, inside in parts if inside]


def _bin(name: str, cases: Sequence[tuple[str, float, bool]]) -> Bin:
    """What was said of some cases, and what came of them."""
    by_game: dict[str, list[bool]] = {}
    for game, _, came in cases:
        by_game.setdefault(game, []).append(came)
    cases_of = ((float(sum(results)), float(len(results))) for results in by_game.values())
    found = ratio(cases_of, share=True)
    assert found is not None
    return Bin(name, len(cases), sum(chance for _, chance, _ in cases) / len(cases), found)


def bin_line(one: Bin) -> str:
    """A bin in one line, with a bar."""
    came = one.came
    limits = "" if came.low is None else f"{came.low:.3f}–{came.high:.3f}"
    mark = min(round(one.said * _BAR), _BAR - 1)
    drawn = ("█" * round(came.value * _BAR)).ljust(_BAR, "·")
    drawn = f"{drawn[:mark]}|{drawn[mark + 1 :]}"
    return f"  {one.name:11} {one.cases:7} {one.said:6.3f} {came.value:6.3f}  {limits:11}  {drawn}"


def _drawn(found: Mapping[str, Sequence[Bin]]) -> str:
    """The same as a picture (SVG): what came over what was said."""
    panels = "".join(
        f'<g transform="translate({60 + 380 * i} 40)">{_panel(name, found[name])}</g>\n'
        for i, name in enumerate(found)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 780 400" font-family="sans-serif" '
        'font-size="12" role="img">\n<title>Odds and what came of them</title>\n'
        f'<rect width="780" height="400" fill="#fff"/>\n{panels}</svg>\n'
    )


def _panel(name: str, bins: Sequence[Bin]) -> str:
    """One of the two squares, of 300 by 300."""
    marks = [
        '<rect width="300" height="300" fill="none" stroke="#888"/>'
        '<line x1="0" y1="300" x2="300" y2="0" stroke="#bbb" stroke-dasharray="4 4"/>'
        f'<text x="150" y="-14" text-anchor="middle" font-size="15">{name}</text>'
        '<text x="150" y="340" text-anchor="middle">the chance that was said</text>'
    ]
    marks += [
        f'<text x="{30 * tenth}" y="318" text-anchor="middle">{tenth / 10:.1f}</text>'
        f'<text x="-8" y="{304 - 30 * tenth}" text-anchor="end">{tenth / 10:.1f}</text>'
        for tenth in range(0, 11, 2)
    ]
    for one in bins:
        x, y = 300 * one.said, 300 * (1 - one.came.value)
        if one.came.low is not None and one.came.high is not None:
            low, high = 300 * (1 - one.came.low), 300 * (1 - one.came.high)
            marks.append(
                f'<line x1="{x:.1f}" y1="{low:.1f}" x2="{x:.1f}" y2="{high:.1f}" stroke="#1b6ca8"/>'
            )
        marks.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#1b6ca8"/>')
    return "".join(marks)


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser("python -m tests.benchmarks.many_games")
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("mixed")
    one.add_argument("count", type=int)
    one.add_argument("path", type=Path)
    one = commands.add_parser("calibration")
    one.add_argument("root", type=Path)
    one.add_argument("picture", type=Path, nargs="?")
    given = vars(parser.parse_args())
    steps: dict[str, Callable[..., None]] = {"mixed": write_mixed, "calibration": calibration}
    steps[given.pop("command")](**given)


if __name__ == "__main__":
    main()

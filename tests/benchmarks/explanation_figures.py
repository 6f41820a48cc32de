"""The size of explanations, as a table: of the samples, and of simulated games.

For each game, in the public view and the first player's, what became certain and takes more than
one cause is explained at the moment at which it became so; with ``--most N``, so many of it in each
view, drawn at random (from the game's name: each time the same). The table has the number of causes
and of steps, the steps that take more than six causes and earlier steps, the conclusions told with
all its causes at once, and how long one took. The program fails where a step takes more than six.

The simulated games are played by people who pay attention, shy ones, strong ones and in chaos, in
turn; with the decks of all presets, by four, six and eight.

Run with ``python -m tests.benchmarks.explanation_figures --samples --games 200 --most 8``.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from tests.explain.positions import mixed_game, samples
from tracker.errors import MissingHandError
from tracker.explain import Explainer, card_at
from tracker.game.record import Record
from tracker.inference.deduction import Deduction
from tracker.inference.follow import follow
from tracker.inference.hands import view_of
from tracker.knowledge.facts import Literal
from tracker.knowledge.views import View

QUESTIONS = 3_000
"""Questions that one search may ask, as in a report."""
MANY = 6
"""More causes and earlier steps than this are many."""


class Size(NamedTuple):
    """One explanation."""

    what: tuple[str, str, int, Literal]
    causes: int
    smallest: bool
    steps: tuple[int, ...]
    """For each step, its causes and earlier steps."""
    together: bool
    seconds: float


def games(simulated: int, with_samples: bool) -> Iterator[tuple[str, Record]]:
    """The games to measure: samples, then simulated ones of four to eight seats."""
    if with_samples:
        for name, record in samples().items():
            if len(record.seats) <= 10:
                yield name, record
    for seed in range(simulated):
        yield f"game {seed}", mixed_game(seed)


def sizes(name: str, record: Record, most: int | None) -> Iterator[Size]:
    """How large the explanations are of what became certain in a game."""
    for view in ("public", record.seats[0]):
        try:
            viewer = view_of(record, view)
        except MissingHandError:
            continue
        yield from _of_view(name, record, viewer, most)


def _of_view(name: str, record: Record, viewer: View, most: int | None) -> Iterator[Size]:
    """The explanations of one view of a game."""
    asked = _asked(name, record, viewer, most)
    for moment in follow(record, views=[viewer]):
        chosen = asked.get(moment.state.at)
        if chosen:
            with Explainer(moment.deductions[viewer.name]) as explainer:
                for literal in chosen:
                    size = _size(explainer, literal)
                    yield size._replace(what=(name, viewer.name, moment.state.at, literal))


@cache
def _asked(
    name: str, record: Record, viewer: View, most: int | None
) -> Mapping[int, Sequence[Literal]]:
    """What became certain after the deal, by the moment; so many at most."""
    new: list[tuple[int, Literal]] = []
    known: set[Literal] = set()
    for moment in follow(record, views=[viewer]):
        certain = [one for one in _certain(moment.deductions[viewer.name]) if one not in known]
        known.update(certain)
        if moment.state.at:
            new += [(moment.state.at, one) for one in certain]
    if most is not None and len(new) > most:
        new = random.Random(f"{name} {viewer.name}").sample(new, most)
    asked: dict[int, list[Literal]] = defaultdict(list)
    for at, literal in new:
        asked[at].append(literal)
    return asked


def _certain(deduction: Deduction) -> Iterator[Literal]:
    """What is certain of the cards that have not publicly moved."""
    for card, holders in deduction.all_holders().items():
        if card not in deduction.state.located:
            if len(holders) == 1:
                yield Literal(card, holders[0], True)
            absent = (seat for seat in deduction.record.seats if seat not in holders)
            yield from (Literal(card, seat, False) for seat in absent)


def _size(explainer: Explainer, literal: Literal) -> Size:
    """How large one explanation is, and how long it took."""
    asked = card_at(literal.card, literal.seat, holds=literal.holds)
    start = time.process_time()
    found = explainer.why(asked, limit=QUESTIONS)
    seconds = time.process_time() - start
    told = tuple(step.size for step in found.steps)
    together = any(step.technique == "all-together" for step in found.steps)
    nowhere = ("", "", 0, literal)
    return Size(nowhere, len(found.because), found.smallest, told, together, seconds)


def row(name: str, found: Sequence[Size]) -> str:
    """A line of the table."""
    causes = sorted(one.causes for one in found)
    numbers = sorted(len(one.steps) for one in found)
    told = [size for one in found for size in one.steps]
    many = sum(size > MANY for size in told)
    together = sum(one.together for one in found)
    times = sorted(1000 * one.seconds for one in found)
    shown = (
        f"{_at(causes, 0.5)}, {_at(causes, 0.95)}, {causes[-1]}",
        f"{_at(numbers, 0.5)}, {numbers[-1]}",
        f"{many} of {len(told)}",
        f"{together}",
        f"{sum(not one.smallest for one in found)}",
        f"{_at(times, 0.5):.0f}, {_at(times, 0.95):.0f}",
    )
    return f"| {name} | {len(found)} | " + " | ".join(shown) + " |"


def _at(ordered: Sequence[float], share: float) -> float:
    return ordered[int(len(ordered) * share)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=0, help="simulated games")
    parser.add_argument("--samples", action="store_true", help="the sample games up to ten seats")
    parser.add_argument("--most", type=int, help="so many conclusions of each view of a game")
    options = parser.parse_args()
    found: dict[str, list[Size]] = defaultdict(list)
    for name, record in games(options.games, options.samples):
        kind = name if name in samples() else f"{options.games} simulated games"
        found[kind] += [one for one in sizes(name, record, options.most) if one.causes > 1]
    _print(found)
    for one in (one for told in found.values() for one in told):
        if one.together or max(one.steps, default=0) > MANY:
            print("together" if one.together else "many", one.what, one.steps, file=sys.stderr)
    many = sum(size > MANY for told in found.values() for one in told for size in one.steps)
    if many:
        sys.exit(f"{many} steps of more than {MANY}")


def _print(found: Mapping[str, Sequence[Size]]) -> None:
    """The table: a line for each game."""
    print("| game | conclusions | causes: median, 95 %, most | steps: median, most ", end="")
    print("| steps above six | together | not proven smallest | ms: median, 95 % |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for name, told in {**found, "all": [one for some in found.values() for one in some]}.items():
        print(row(name, told))


if __name__ == "__main__":
    main()

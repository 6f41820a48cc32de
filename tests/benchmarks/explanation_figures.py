"""The size of explanations, as a table: of the samples, and of simulated games.

For each game, in the public view and the first player's, all that became certain and takes more
than one cause is explained at the moment at which it became so. The table has the number of causes
and of steps, the steps that take more than six causes and earlier steps, the conclusions told with
a *together* step, and how long one took. With ``--dealt`` all is told of the deal, with the sizes
of the dealt hands, as it was before the present was; with ``--both`` the two are compared, and the
program fails where the deal's explanation is shorter.

Run with ``python -m tests.benchmarks.explanation_figures --samples`` or ``--games N``.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from tests.explain.positions import full_game, samples
from tracker.errors import MissingHandError
from tracker.explain import Explainer, card_at, why
from tracker.explain.grounds import dealt, present
from tracker.game.record import Record
from tracker.inference.deduction import Deduction
from tracker.inference.follow import follow
from tracker.inference.hands import view_of
from tracker.knowledge.facts import Literal
from tracker.knowledge.views import View

EFFORT = 3_000
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
        yield f"game {seed}", full_game(seed, random.Random(seed).choice((4, 6, 6, 8)))


def sizes(name: str, record: Record) -> Iterator[Size]:
    """What became certain in a game, and how large its explanations are."""
    for view in ("public", record.seats[0]):
        try:
            viewer = view_of(record, view)
        except MissingHandError:
            continue
        yield from _of_view(name, record, viewer)


def _of_view(name: str, record: Record, viewer: View) -> Iterator[Size]:
    """The explanations of one view of a game."""
    known: set[Literal] = set()
    for moment in follow(record, [viewer]):
        deduction = moment.deductions[viewer.name]
        new = [one for one in _certain(deduction) if one not in known]
        known.update(new)
        if not new or not moment.state.at:
            continue
        with Explainer(deduction) as explainer:
            for literal in new:
                size = _size(explainer, literal)
                if size.causes > 1:
                    yield size._replace(what=(name, viewer.name, moment.state.at, literal))


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
    found = explainer.why(asked, limit=None, effort=EFFORT)
    seconds = time.process_time() - start
    steps = tuple(len(step.because) + len(step.uses) for step in found.steps)
    together = any(step.rule in ("together", "not-all") for step in found.steps)
    nowhere = ("", "", 0, literal)
    return Size(nowhere, len(found.because), found.smallest, steps, together, seconds)


@contextmanager
def told_of_the_deal() -> Iterator[None]:
    """Explanations as they were before: with the sizes of the dealt hands."""
    why.present = lambda known, state: dealt(known)  # type: ignore[attr-defined]
    try:
        yield
    finally:
        why.present = present  # type: ignore[attr-defined]


def row(name: str, found: Sequence[Size]) -> str:
    """A line of the table."""
    causes = sorted(one.causes for one in found)
    numbers = sorted(len(one.steps) for one in found)
    steps = [size for one in found for size in one.steps]
    many = sum(size > MANY for size in steps)
    together = sum(one.together for one in found)
    times = sorted(1000 * one.seconds for one in found)
    shown = (
        f"{_at(causes, 0.5)}, {_at(causes, 0.95)}, {causes[-1]}",
        f"{_at(numbers, 0.5)}, {numbers[-1]}",
        f"{many} of {len(steps)}",
        f"{together}",
        f"{sum(not one.smallest for one in found)}",
        f"{_at(times, 0.5):.0f}, {_at(times, 0.95):.0f}",
    )
    return f"| {name} | {len(found)} | " + " | ".join(shown) + " |"


def _at(ordered: Sequence[float], share: float) -> float:
    return ordered[int(len(ordered) * share)]


def measured(name: str, record: Record, options: argparse.Namespace) -> tuple[list[Size], int]:
    """The explanations of a game, and how many would be shorter told of the deal."""
    if options.dealt:
        with told_of_the_deal():
            return list(sizes(name, record)), 0
    found = list(sizes(name, record))
    if not options.both:
        return found, 0
    with told_of_the_deal():
        before = {one.what: one for one in sizes(name, record) if one.smallest}
    worse = [one for one in found if one.what in before and before[one.what].causes < one.causes]
    for one in worse:
        print(one.what, one.causes, before[one.what].causes, file=sys.stderr)
    return found, len(worse)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=0, help="simulated games")
    parser.add_argument("--samples", action="store_true", help="the sample games up to ten seats")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--dealt", action="store_true", help="told of the deal")
    form.add_argument("--both", action="store_true", help="fail where that is shorter")
    options = parser.parse_args()
    print("| game | conclusions | causes: median, 95 %, most | steps: median, most ", end="")
    print("| steps above six | together | not proven smallest | ms: median, 95 % |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    everything: dict[str, list[Size]] = {}
    shorter = 0
    for name, record in games(options.games, options.samples):
        found, worse = measured(name, record, options)
        shorter += worse
        kind = name if name in samples() else f"{options.games} simulated games"
        everything.setdefault(kind, []).extend(found)
    for name, found in everything.items():
        print(row(name, found))
    print(row("all", [one for found in everything.values() for one in found]))
    if shorter:
        sys.exit(f"{shorter} would be shorter told of the deal")


if __name__ == "__main__":
    main()

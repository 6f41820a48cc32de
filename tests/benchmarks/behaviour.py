"""Odds that know how players ask, judged on games that they were not fitted on.

``python -m tests.benchmarks.behaviour judge ATTENTIVE.lit THINKER.lit`` fits a profile on the first
half of each file, and one on both halves together. Each is judged on the second halves: on players
of its own kind, and of the other. ``profiles`` makes the profiles that come with the package, of
whole files. The games come from

    tracker simulate --players attentive -n 400 --seed 31 -o attentive.lit
    tracker simulate --players thinker -n 240 --seed 32 -o thinker.lit

A moment is one shortly before an ask, seen from the asker's chair. Of every few asks one is looked
at. A game is one observation (``tracker.archive.ratios``).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from math import log, log2
from pathlib import Path
from typing import NamedTuple

from tests.archive.archived import ratio
from tests.benchmarks.many_games import bin_line, bins_of
from tracker.analysis.ask_chances import asks_from_chair, holder_chance
from tracker.analysis.behaviour import Behaviour, hand_weights
from tracker.archive.behaviour_fit import fit_behaviour
from tracker.archive.ratios import Ratio
from tracker.counting import Posterior, count
from tracker.game.cards import Card
from tracker.game.events import Ask, Seat
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.inference.deduction import deduce
from tracker.notation.record_files import read_all
from tracker.render.json_form import members

UNIFORM = "uniform"
PROFILES = Path(__file__).parents[2] / "tracker" / "analysis" / "profiles.json"
WORDS = {
    "simulated": "simulated players: attentive ones and thinkers, as many games of each",
    "attentive": "simulated players who ask in half-suits that they hold much of",
    "thinker": "simulated players who ask by the exact odds",
}
MEASURES = ("log loss of an uncertain ask", "best ask hits", "bits a hidden card")


class Case(NamedTuple):
    """What some odds said at a moment, and what was so."""

    asked: float | None
    """The chance of a yes to the ask that was made; None where all could know the answer."""
    hit: bool
    best_hits: bool | None
    """Whether the likeliest ask would have been answered yes; None where there was a sure one."""
    bits: float
    """Of all hidden cards, log2 of one by the chance of the true holder, added up."""
    hidden: int


Cases = Mapping[str, Sequence[Sequence[Case]]]
"""By the odds and the game, what was said."""


def moments(record: Record, profiles: Mapping[str, Behaviour], every: int) -> Iterator[list[Case]]:
    """At some of the moments of a game, what each odds say: uniform ones first.

    Args:
        record: the game, with all hands.
        profiles: how players ask, in several models.
        every: look at each so many-th ask.
    """
    deal = {card: hand.seat for hand in record.hands for card in hand.cards}
    asks = [played for played in replay_of(record) if isinstance(played.event, Ask)]
    for played in asks[every // 2 :: every]:
        assert isinstance(played.event, Ask)
        seat, at = played.event.asker, played.number - 1
        with deduce(record, view=seat, at=at) as deduction:
            legal = list(asks_from_chair(deduction))
            uncertain = [
                card
                for card, seats in deduction.all_holders().items()
                if len(seats) > 1 and card not in deduction.state.located
            ]
            weights = [(), *(hand_weights(record, each, at) for each in profiles.values())]
            located = deduction.state.located
            yield [
                _case(count(deduction.knowledge, weights=each), played.event, legal, deal, located,
                      uncertain)
                for each in weights
            ]  # fmt: skip


def _case(
    posterior: Posterior,
    ask: Ask,
    legal: Sequence[tuple[Seat, Card]],
    deal: Mapping[Card, Seat],
    located: Mapping[Card, Seat],
    uncertain: Sequence[Card],
) -> Case:
    """What some odds say at a moment."""
    dealt = posterior.marginals()
    chances = {
        (seat, card): holder_chance(located, dealt, card, seat)
        for seat, card in {*legal, (ask.target, ask.card)}
    }
    asked = chances[ask.target, ask.card]
    best = max(legal, key=chances.__getitem__)
    sure = chances[best] > 1 - 1e-9
    return Case(
        asked if 1e-12 < asked < 1 - 1e-9 else None,
        ask.answer == "yes",
        None if sure else located.get(best[1], deal[best[1]]) == best[0],
        -sum(log2(dealt[card][deal[card]]) for card in uncertain),
        len(uncertain),
    )


def ratios(cases: Cases, name: str) -> list[tuple[Ratio | None, Ratio | None]]:
    """Each measure of some odds, and by how much it differs from that of uniform odds."""
    return [
        (_ratio(cases[name], measure), _difference(cases, name, measure))
        for measure in range(len(MEASURES))
    ]


def _sums(cases: Sequence[Case], measure: int) -> tuple[float, int]:
    """A measure over the moments of a game: the sum, and of how many."""
    if measure == 0:
        losses = [-log(c.asked if c.hit else 1 - c.asked) for c in cases if c.asked is not None]
        return sum(losses), len(losses)
    if measure == 1:
        hits = [c.best_hits for c in cases if c.best_hits is not None]
        return sum(hits), len(hits)
    return sum(c.bits for c in cases), sum(c.hidden for c in cases)


def _ratio(games: Sequence[Sequence[Case]], measure: int) -> Ratio | None:
    return ratio((_sums(cases, measure) for cases in games), share=measure == 1)


def _difference(cases: Cases, name: str, measure: int) -> Ratio | None:
    """The mean difference from uniform odds, game by game; shifted, as ratios have no sign."""
    shifted = []
    for uniform, other in zip(cases[UNIFORM], cases[name], strict=True):
        (x, n), (y, _) = _sums(uniform, measure), _sums(other, measure)
        shifted.append((y - x + _SHIFT * n, float(n)))
    return ratio(shifted, share=False)


_SHIFT = 100.0


def judged(records: Sequence[Record], profiles: Mapping[str, Behaviour], every: int) -> Cases:
    """What uniform odds and those of some profiles say at moments of games."""
    names = (UNIFORM, *profiles)
    cases: dict[str, list[list[Case]]] = {name: [] for name in names}
    for record in records:
        at_moments = list(moments(record, profiles, every))
        for i, name in enumerate(names):
            cases[name].append([each[i] for each in at_moments])
    return cases


def print_table(title: str, cases: Cases) -> None:
    """Each odds with their measures, 95% limits, and the difference from uniform odds."""
    asks = sum(_sums(game, 0)[1] for game in cases[UNIFORM])
    free = sum(_sums(game, 1)[1] for game in cases[UNIFORM])
    print(
        f"{title}: {len(cases[UNIFORM])} games, {asks} uncertain asks, "
        f"{free} moments with no sure ask"
    )
    print("| odds |" + "".join(f" {measure} | less uniform |" for measure in MEASURES))
    print("| --- |" + " ---: | ---: |" * len(MEASURES))
    for name in cases:
        row = [f"| {name} |"]
        for value, difference in ratios(cases, name):
            row.append(f" {_words(value)} |")
            row.append(" |" if name == UNIFORM else f" {_words(difference, _SHIFT)} |")
        print("".join(row))
    print()


def _words(ratio: Ratio | None, shift: float = 0.0) -> str:
    if ratio is None or ratio.low is None or ratio.high is None:
        return "–"
    sign = "+" if shift else ""
    return (
        f"{ratio.value - shift:{sign}.3f} "
        f"({ratio.low - shift:{sign}.3f} to {ratio.high - shift:{sign}.3f})"
    )


def print_calibration(title: str, games: Sequence[Sequence[Case]]) -> None:
    """The chances that were said of uncertain asks, and how often they came true."""
    said = [(str(n), c.asked, c.hit) for n, game in enumerate(games) for c in game if c.asked]
    print(title)
    print("  chance        cases   said   came  95% limits")
    for each in bins_of(said):
        print(bin_line(each))
    print()


def judge(attentive: Path, thinker: Path, games: int, every: int) -> None:
    """Fit on the first half of each family, judge on the second."""
    records = {
        path.stem: read_all(path.read_bytes(), str(path))[:games] for path in (attentive, thinker)
    }
    halves = {
        name: (all_of[: len(all_of) // 2], all_of[len(all_of) // 2 :])
        for name, all_of in records.items()
    }
    profiles = {
        name: fit_behaviour(fit, name=name, least=10**9) for name, (fit, _) in halves.items()
    }
    both = [record for fit, _ in halves.values() for record in fit]
    profiles["both"] = fit_behaviour(both, name="both", least=10**9)
    for name, (_, test) in halves.items():
        cases = judged(test, profiles, every)
        print_table(f"Games of {name} players", cases)
        for odds in cases:
            print_calibration(f"Games of {name} players, odds: {odds}", cases[odds])


def make_profiles(attentive: Path, thinker: Path) -> None:
    """Write the profiles that come with the package."""
    records = {name: read_all(path.read_bytes(), str(path)) for name, path in
               (("attentive", attentive), ("thinker", thinker))}  # fmt: skip
    fewest = min(map(len, records.values()))
    both = [record for of_kind in records.values() for record in of_kind[:fewest]]
    profiles = [
        fit_behaviour(games, name=name, players=WORDS[name], least=10**9)
        for name, games in (("simulated", both), *records.items())
    ]
    document = [members(profile) for profile in profiles]
    PROFILES.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("judge", "profiles"))
    parser.add_argument("attentive", type=Path)
    parser.add_argument("thinker", type=Path)
    parser.add_argument("--games", type=int, default=240, help="of each file, for judge")
    parser.add_argument("--every", type=int, default=3, help="which asks are looked at, for judge")
    given = parser.parse_args()
    if given.what == "judge":
        judge(given.attentive, given.thinker, given.games, given.every)
    else:
        make_profiles(given.attentive, given.thinker)


if __name__ == "__main__":
    main()

"""Figures on simulated games: how often a team knew and no member did, and what came of it.

``python -m tests.benchmarks.who_knew [GAMES]`` prints them: six players, the rules of ``pagat``,
moderate players (``tracker.play.simulator.PEOPLE``), seeds from 1. A second or two for each game.
"""

from __future__ import annotations

import random
import sys
from collections import Counter, defaultdict
from statistics import fmean, median

from tests.strategies import SEATS
from tracker.analysis.audit import audit
from tracker.analysis.knows import Provable, knows
from tracker.answers import certain
from tracker.game.events import Ask
from tracker.game.record import Record
from tracker.game.rules import Rules
from tracker.knowledge.views import PUBLIC
from tracker.play.simulator import random_game


class Tally:
    """What is counted over the games."""

    def __init__(self) -> None:
        self.games = 0
        self.pooled = 0
        """Pairs of a moment and a half-suit at which the pooled hands knew and the public did
        not."""
        self.unshared = 0
        """Of these, at which no member knew."""
        self.latencies: list[int] = []
        self.claims: Counter[tuple[object, ...]] = Counter()
        self.asked: Counter[int] = Counter()
        """Asks by the chance of a yes, in tenths (10: certain)."""
        self.hits: Counter[int] = Counter()
        self.expected: dict[int, float] = defaultdict(float)

    def add(self, record: Record) -> None:
        """Take in a game."""
        self.games += 1
        for one in knows(record).books:
            self._add_book(one)
        found = audit(record)
        for claim in found.claims:
            sort = "correct" if claim.outcome == "correct" else "wrong"
            self.claims[sort,] += 1
            self.claims[sort, claim.verdict] += 1
            self.claims[sort, claim.verdict, bool(claim.provable_by)] += 1
        for ask in certain(found.asks):
            event = record.events[ask.event - 1]
            if ask.chance is not None and isinstance(event, Ask):
                self._add_ask(ask.chance, hit=event.answer == "yes")

    def _add_book(self, one: Provable) -> None:
        """Take in who could prove a half-suit."""
        public = _moments(one, PUBLIC)
        pooled = _moments(one, str(one.team)) - public
        alone = {at for span in one.team_alone for at in range(span.start, span.end + 1)}
        self.pooled += len(pooled)
        self.unshared += len(alone)
        if one.ending is not None and isinstance(one.ending.latency, int):
            self.latencies.append(one.ending.latency)

    def _add_ask(self, chance: float, *, hit: bool) -> None:
        """Take in an ask."""
        tenth = 10 if chance > 1 - 1e-9 else -1 if chance < 1e-9 else int(10 * chance)
        self.asked[tenth] += 1
        self.hits[tenth] += hit
        self.expected[tenth] += chance

    def lines(self) -> list[str]:
        """What it came to."""
        share = 100 * self.unshared / self.pooled
        said = [
            f"games: {self.games}",
            f"moments and half-suits at which the pooled team knew, and the public did not: "
            f"{self.pooled}; no member did in {self.unshared} ({share:.0f}%)",
            f"asks from the first proof of a member to the claim: median {median(self.latencies)}, "
            f"mean {fmean(self.latencies):.1f}, most {max(self.latencies)}",
        ]
        for sort in ("correct", "wrong"):
            said.append(f"{sort} claims: {self.claims[sort,]}")
            for verdict in ("proven", "guess", "refuted"):
                number = self.claims[sort, verdict]
                able = self.claims[sort, verdict, True]
                said.append(f"  {verdict}: {number}; a teammate could have proven it: {able}")
        said.append("chance of a yes: asks, mean chance, share answered yes")
        for tenth in sorted(self.asked):
            asked = self.asked[tenth]
            name = {-1: "0", 10: "1"}.get(tenth, f"{tenth / 10:.1f} to {(tenth + 1) / 10:.1f}")
            mean, hit = self.expected[tenth] / asked, self.hits[tenth] / asked
            said.append(f"  {name}: {asked}, {mean:.3f}, {hit:.3f}")
        return said


def _moments(one: Provable, view: str) -> set[int]:
    return {at for span in one.spans[view] for at in range(span.start, span.end + 1)}


def main() -> None:
    """Play, count, print."""
    tally = Tally()
    for seed in range(1, int(sys.argv[1] if len(sys.argv) > 1 else 200) + 1):
        tally.add(random_game(random.Random(seed), SEATS[:6], Rules(), dealer=SEATS[0]))
    print("\n".join(tally.lines()))


if __name__ == "__main__":
    main()

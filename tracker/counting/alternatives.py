"""Facts that leave alternatives, counted by listing: exact where few deals fit the other facts.

Where there are too many to list, numbers are those without the alternatives, and not exact.
"""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Final

from tracker.counting.naming import Naming, Split
from tracker.counting.posterior import NoDealError, Posterior
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.knowledge.facts import Either, Knowledge

MOST: Final = 20_000
"""Deals that are listed at most."""


class Listed(Posterior):
    """What knowledge with alternatives leaves open.

    Args:
        knowledge: the seats, cards and facts.
        wide: what the facts without alternatives leave open.
    """

    def __init__(self, knowledge: Knowledge, wide: Posterior) -> None:
        super().__init__(knowledge, wide._possible)
        self._wide = wide

    @cached_property
    def _listed(self) -> Sequence[dict[Card, Seat]]:
        """All the deals, in order; where they are too many, those drawn first."""
        choices = [fact for fact in self.knowledge.facts if isinstance(fact, Either)]
        few = self._wide.exact and self._wide.count <= MOST
        found = self._wide.deals() if few else iter(self._wide.sample(MOST, 1))
        return [deal for deal in found if all(choice.fits(deal) for choice in choices)]

    @cached_property
    def count(self) -> int:
        """How many deals there are; an estimate where they are too many to list."""
        if self.exact:
            return len(self._listed)
        return self._wide.count * len(self._listed) // MOST

    @property
    def exact(self) -> bool:
        """Whether all numbers are exact."""
        return self._wide.exact and self._wide.count <= MOST

    @property
    def interval(self) -> tuple[int, int]:
        """Where the number of deals is."""
        return (self.count, self.count) if self.exact else (0, self._wide.interval[1])

    def marginals(self) -> Mapping[Card, Mapping[Seat, float]]:
        """As ``Posterior.marginals``."""
        return {
            card: {seat: float(p) for (seat,), p in self._shares([card]).items()}
            for card in self.knowledge.cards
        }

    def _shares(self, cards: Sequence[Card]) -> dict[tuple[Seat, ...], Fraction]:
        """How likely each way to place some cards is, in seat order."""
        if not self._listed:
            raise NoDealError
        found = Multiset(tuple(deal[card] for card in cards) for deal in self._listed)
        place = {seat: i for i, seat in enumerate(self.knowledge.seats)}
        ways = sorted(found, key=lambda way: [place[seat] for seat in way])
        return {way: Fraction(found[way], len(self._listed)) for way in ways}

    def naming(self, holdings: Mapping[Card, Seat]) -> Fraction:
        """As ``Posterior.naming``."""
        self._odds_of(holdings)
        return self._shares(list(holdings)).get(tuple(holdings.values()), Fraction(0))

    def likeliest_naming(self, cards: Sequence[Card], seats: Iterable[Seat]) -> Naming | None:
        """As ``Posterior.likeliest_naming``."""
        seats = set(seats)
        able = {way: p for way, p in self._shares(cards).items() if seats >= set(way)}
        best = max(able, key=lambda way: able[way], default=None)
        return None if best is None else (tuple(zip(cards, best, strict=True)), able[best])

    def owned(self, cards: Iterable[Card], seats: Iterable[Seat]) -> Fraction:
        """As ``Posterior.owned``."""
        seats = set(seats)
        shares = self._shares(tuple(cards)).items()
        return sum((p for way, p in shares if seats >= set(way)), Fraction(0))

    def splits(self, cards: Iterable[Card]) -> tuple[Split, ...]:
        """As ``Posterior.splits``."""
        found: dict[tuple[int, ...], Fraction] = {}
        for way, p in self._shares(tuple(cards)).items():
            split = tuple(way.count(seat) for seat in self.knowledge.seats)
            found[split] = found.get(split, Fraction(0)) + p
        return tuple(sorted(found.items(), key=lambda item: (-item[1], [-n for n in item[0]])))

    def sample(self, n: int, seed: int) -> list[dict[Card, Seat]]:
        """As ``Posterior.sample``."""
        self._require_exact()
        return Random(seed).choices(self._listed, k=n)

    def deals(self) -> Iterator[dict[Card, Seat]]:
        """As ``Posterior.deals``."""
        if self.count:
            self._require_exact()
        return iter(self._listed)

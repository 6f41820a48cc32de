"""The slow, obvious twins: every way to deal, and proofs found by trying.

With hand sizes among the causes, a "deal" is any way to give each card a seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from tests.strategies import SEATS, seed_games
from tracker.explain.evidence import Evidence
from tracker.game.record import Record
from tracker.game.state import State
from tracker.knowledge.facts import (
    Cause,
    Count,
    Deal,
    Fact,
    HandCause,
    Knowledge,
    size_facts,
)

VIEWS = ("public", SEATS[0], "+".join(SEATS[:3:2]))


def small_games(seed: int, count: int, most: int = 20_000) -> list[Record]:
    """Tiny games with so few ways to give each card a seat that all can be tried."""
    games = seed_games(seed, count * 4, fixed={"announce-last": "no"})
    return [game for game in games if len(game.seats) ** len(game.table.cards) <= most][:count]


def every_deal(known: Knowledge) -> Iterator[Deal]:
    """Every way to give each card a seat, whatever the hand sizes."""
    for seats in product(known.seats, repeat=len(known.cards)):
        yield dict(zip(known.cards, seats, strict=True))


def all_causes(known: Knowledge, state: State) -> Mapping[Cause, tuple[Fact, ...]]:
    """What each cause says, by the definition: of the deal, with settled half-suits and all.

    Hand sizes are those of now where everyone knows them all, else those of the dealt hands.
    """
    sizes: list[Count] = []
    for seat, size in state.sizes.items():
        hidden = [card for card in known.cards if state.is_open(card)]
        hidden = [card for card in hidden if card not in state.located]
        seen = [card for card, holder in state.located.items() if holder == seat]
        if size is not None:
            left = size - len(seen)
            sizes.append(Count(seat, tuple(hidden), left, left, HandCause(seat)))
    if len(sizes) < len(known.seats):
        sizes = list(size_facts(known))
    return Evidence(known.seats, known.books, (*known.facts, *sizes)).by_cause()


def violations(known: Knowledge, state: State, supposed: Iterable[Fact]) -> list[frozenset[Cause]]:
    """For each deal that fits a supposition: the causes it violates; only the least such sets."""
    facts, supposed = all_causes(known, state), tuple(supposed)
    found = {
        frozenset(cause for cause, said in facts.items() if not all(f.fits(deal) for f in said))
        for deal in every_deal(known)
        if all(fact.fits(deal) for fact in supposed)
    }
    return _least(found)


def _least(sets: Iterable[frozenset[Cause]]) -> list[frozenset[Cause]]:
    kept: list[frozenset[Cause]] = []
    for one in sorted(sets, key=len):
        if not any(other <= one for other in kept):
            kept.append(one)
    return kept


def size_of_smallest(correction: list[frozenset[Cause]]) -> int:
    """How many causes the smallest set that hits all the correction sets has, by trying."""
    reached: set[frozenset[Cause]] = {frozenset()}
    size = 0
    while not any(all(one & chosen for one in correction) for chosen in reached):
        size += 1
        reached = {
            chosen | {cause}
            for chosen in reached
            for cause in next(one for one in correction if not one & chosen)
        }
    return size


def moments(record: Record) -> list[int]:
    """Some moments of a record: a quarter, a half, three quarters, the end."""
    length = len(record.events)
    return sorted({length // 4, length // 2, 3 * length // 4, length})

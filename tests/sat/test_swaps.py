"""Deals a swap away: all that there are, and no others, against brute force over all deals."""

from __future__ import annotations

import random
from functools import reduce
from itertools import chain
from operator import or_

from tests.brute import consistent_deals
from tests.marks import some
from tests.strategies import seed_games
from tracker.game.record import Record
from tracker.knowledge.views import knowledge
from tracker.sat import Placements
from tracker.sat.placements import bits
from tracker.sat.swaps import Swaps

AB = ("Ann", "Bob")


def check_game(record: Record, rng: random.Random) -> int:
    """Along a game, in the view of one seat; how many swaps were found."""
    found = 0
    hands = record.hands[:1]
    placements = Placements(knowledge(record, hands, 0).cards, record.seats)
    swaps = Swaps(placements)
    for at in sorted(rng.choices(range(len(record.events) + 1), k=4)):
        known = knowledge(record, hands, at)
        swaps.keep_to(known.facts)
        deals = [placements.mask_of(deal) for deal in consistent_deals(known)]
        free = placements.all & ~placements.denied(known.facts)
        for deal in rng.sample(deals, min(3, len(deals))):
            found += check_deal(swaps, placements, deal, deals, free, rng)
    return found


def check_deal(
    swaps: Swaps, placements: Placements, deal: int, deals: list[int], free: int, rng: random.Random
) -> int:
    """Each placement that a deal lacks and no fact rules out; how many can be had by a swap."""
    found = 0
    near = [other for other in deals if (deal ^ other).bit_count() == 4]
    for wanted in bits(free & ~deal):
        liked = rng.getrandbits(placements.all.bit_length()) & free
        allowed = liked | rng.getrandbits(placements.all.bit_length()) & free
        rest = {other: other & ~deal & ~wanted for other in near if other & wanted}
        fit = [other for other, taken in rest.items() if not taken & ~allowed]
        best = [other for other in fit if rest[other] & liked] or fit
        swapped = swaps.with_placement([deal], wanted, allowed, liked)
        assert swapped in best if best else swapped is None
        found += swapped is not None
    return found


def test_all_swaps_that_there_are() -> None:
    rng = random.Random(3)
    hidden = {"reveal": "nothing"}
    games = chain(
        seed_games(seed=41, count=some(40), max_deals=500),
        seed_games(seed=42, count=some(20), max_deals=500, fixed=hidden),
        seed_games(seed=43, count=some(40), max_deals=300, fixed=hidden),
    )
    assert sum(check_game(game, rng) for game in games) > some(1_000)


def test_the_first_of_the_deals_that_will_do() -> None:
    placements = Placements(("2C", "3C", "4C"), ("Ann", "Bob", "Cal"))

    def deal(*seats: str) -> int:
        return placements.mask_of(dict(zip(placements.cards, seats, strict=True)))

    deals, wanted = (
        [deal("Bob", "Ann", "Cal"), deal("Bob", "Cal", "Ann")],
        deal("Ann", "Bob", "Cal"),
    )
    swaps, two = Swaps(placements), placements.bit("2C", "Ann")
    assert swaps.with_placement(deals, two, placements.all, 0) == wanted
    barred = placements.all & ~placements.bit("3C", "Bob")
    assert swaps.with_placement(deals, two, barred, 0) == deal("Ann", "Cal", "Bob")
    assert swaps.with_placement(deals[:1], two, barred, 0) is None


def test_other_facts_than_the_last_ones_count_alone() -> None:
    """A record that is taken back and goes on in another way."""
    (record,) = seed_games(seed=44, count=1, max_deals=500)
    kept, fresh = (Swaps(Placements(record.table.cards, record.seats)) for _ in range(2))
    placements = Placements(record.table.cards, record.seats)
    every, some = (knowledge(record, (), at) for at in (len(record.events), 1))
    kept.keep_to(every.facts)
    for swaps in (kept, fresh):
        swaps.keep_to(some.facts)
    deal = placements.mask_of(next(iter(consistent_deals(every))))
    for wanted in bits(placements.all & ~deal):
        arguments = [deal], wanted, placements.all, 0
        assert kept.with_placement(*arguments) == fresh.with_placement(*arguments)


def check_mended(record: Record, at: int) -> int:
    """From the deals before an event to those after it; how many were found."""
    before, after = (knowledge(record, record.hands[:1], moment) for moment in (at, at + 1))
    placements = Placements(before.cards, record.seats)
    tried = [placements.mask_of(deal) for deal in consistent_deals(before)]
    fit = {placements.mask_of(deal) for deal in consistent_deals(after)}
    wanted = reduce(or_, tried, 0) & ~reduce(or_, fit.intersection(tried[::2]), 0)
    swaps = Swaps(placements)
    swaps.keep_to(after.facts)
    new = after.facts[len(before.facts) :]
    free = placements.all & ~placements.denied(after.facts)
    found = list(swaps.mended(tried[::2], new, free, wanted))
    for deal in found:
        assert deal in fit
        assert deal & wanted
        wanted &= ~deal
    return len(found)


def test_mended_deals_fit_all_facts() -> None:
    hidden = {"reveal": "nothing"}
    games = chain(
        seed_games(seed=45, count=some(40), max_deals=500),
        seed_games(seed=46, count=some(20), max_deals=500, fixed=hidden),
        seed_games(seed=47, count=some(40), max_deals=300, fixed=hidden),
    )
    found = [check_mended(game, at) for game in games for at in range(len(game.events))]
    assert sum(found) > some(100)

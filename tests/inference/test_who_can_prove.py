"""Who can prove a half-suit in single deals, where counts and bluffs matter."""

from __future__ import annotations

from itertools import product

from tests.brute import consistent_deals
from tracker.inference.deduction import deduce
from tracker.inference.who_can_prove import Provability
from tracker.notation.text import loads

COUNTED = """\
rules: pagat, deck=custom, reveal=nothing
book reds: 2H 3H 4H
book clubs: 2C 3C 4C
seats: Ann Bob Carl Dora
turn: Dora
sizes: Ann 2 Bob 1 Carl 2 Dora 1

Dora claims reds: Dora rest: opponents
Carl has 1
Dora has 0
"""


def test_who_can_prove_a_half_suit_by_counting_hands() -> None:
    """Ann, with two clubs, knows that Bob is out: so the third one is Carl's."""
    record = loads(COUNTED)
    with (
        deduce(record) as deduction,
        Provability(deduction.possible_holders, deduction.state) as provability,
    ):
        placements = provability.placements
        deals = [placements.mask_of(deal) for deal in consistent_deals(deduction.knowledge)]
        clubs = sum(map(placements.of_card, ("2C", "3C", "4C")))
        for deal, seat in product(deals, record.seats):
            hand = placements.of_seat(seat)
            alike = {other & clubs for other in deals if not (other ^ deal) & hand}
            mates = sum(map(placements.of_seat, record.table.team_of[seat]))
            sure, owned = len(alike) == 1, not deal & clubs & ~mates
            assert provability.can_win(deal, seat, "clubs") == (
                sure and (owned or bool(deal & clubs & hand))
            )
            assert (provability.ambiguity(deal, seat, "clubs") is None) == sure
        both = placements.mask_of({"2C": "Ann", "4C": "Ann", "3C": "Carl"})
        with_both = [deal for deal in deals if not both & ~deal]
        assert any(provability.ambiguity(deal, "Ann", "clubs") is None for deal in with_both)

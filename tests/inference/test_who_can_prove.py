"""What of a hand proves a half-suit, against all the deals that the public thinks possible."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tests.brute import consistent_deals
from tests.strategies import seed_games
from tracker.game.events import Seat
from tracker.game.record import Record
from tracker.inference.deduction import deduce
from tracker.inference.who_can_prove import Provability
from tracker.knowledge.views import knowledge
from tracker.notation.text import loads
from tracker.sat.placements import bits


def check_proof(
    provability: Provability, deals: list[int], deal: int, seat: Seat, book: str
) -> int:
    """Whoever holds the proof has all of them where they are; with less of it, perhaps not.

    Returns:
        How many cards it takes.
    """
    rows = sum(map(provability.placements.of_card, provability.hidden[book]))
    proof = provability.proof(deal, seat, book)
    assert not proof & ~deal & ~provability.placements.of_seat(seat)
    same = {other for other in deals if not (deal ^ other) & rows}
    assert {other for other in deals if not proof & ~other} <= same
    for card in bits(proof):
        assert any(not proof & ~card & ~other for other in deals if other not in same)
    return proof.bit_count()


def proofs(record: Record, at: int) -> Iterator[int]:
    """How many cards the proofs of all seats take, in some deals."""
    with (
        deduce(record, at=at) as deduction,
        Provability(deduction.possible_holders, deduction.state) as who,
    ):
        known = knowledge(record, at=at)
        deals = [who.placements.mask_of(deal) for deal in consistent_deals(known)]
        asked = product(deals[::10], record.seats, deduction.state.open_books())
        for deal, seat, book in asked:
            if who.can_prove(deal, seat, book):
                yield check_proof(who, deals, deal, seat, book)


BLUFFS = """\
rules: pagat, deck=custom, own-card-asks=bluff
book clubs: 2C 3C 4C
book diamonds: 2D 3D
book hearts: 2H 3H
seats: Ann Bob Carl Dora
turn: Ann
sizes: Ann 3 Bob 1 Carl 3 Dora 0

Ann asks Bob 4C: no
Bob asks Carl 2D: no
"""


def test_a_proof_is_enough_and_nothing_in_it_is_too_much() -> None:
    """Where Bob's only card is a diamond, and in games as they come."""
    found = set(proofs(loads(BLUFFS), 2))
    assert found == {2, 3}
    for record in seed_games(seed=35, count=8, max_deals=200):
        found.update(*(proofs(record, at) for at in range(0, len(record.events), 5)))
    assert found > {0, 1, 2, 3, 4}


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
            assert provability.can_prove(deal, seat, "clubs") == (sure and owned)
            assert provability.can_win(deal, seat, "clubs") == (
                sure and (owned or bool(deal & clubs & hand))
            )
            assert (provability.ambiguity(deal, seat, "clubs") is None) == sure
        both = placements.mask_of({"2C": "Ann", "4C": "Ann", "3C": "Carl"})
        assert any(
            provability.can_prove(deal, "Ann", "clubs") for deal in deals if not both & ~deal
        )

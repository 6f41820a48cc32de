"""Records made to keep the program busy: families of them, each from a seed.

Nobody plays like this: half-suits are huge, or the seats many; the players claim what they do not
have, act whenever they like, or what is written of it is wrong again and again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from tests.bounds.forgotten_records import forgotten
from tests.play.mutations import with_a_slip
from tests.play.random_games import random_game
from tests.strategies import RECKLESS, SEATS, SHY, SLOPPY
from tracker.game.cards import RANKS, SUITS, Book
from tracker.game.record import Record
from tracker.game.rules import VALUES, Rules
from tracker.play.policies import CHAOS, Manners

DECK: Final = (*(rank + suit for suit in SUITS for rank in RANKS), "RJ", "BJ")


class Family(NamedTuple):
    """What the games of a family have in common; of several values one is drawn."""

    books: Sequence[Sequence[int]]
    """The sizes of the half-suits."""
    seats: Sequence[int]
    manners: Manners
    rules: Mapping[str, str]
    """Those that are fixed."""
    slips: Sequence[int] = (0,)


FAMILIES: Final[Mapping[str, Family | None]] = {
    "large_half_suits": Family(
        ([27, 27], [18] * 3, [54], [13] * 4, [30, 12, 12]),
        (8, 8, 12, 16),
        SHY,
        {"must-claim": "yes"},
    ),
    "many_seats": Family(
        ([54], [18] * 3, [6] * 9, [3] * 18, [4] * 13, [2] * 27),
        (10, 14, 16),
        RECKLESS,
        {"reveal": "nothing", "forced-claims": "yes", "turn-after-wrong-claim": "opponents"},
    ),
    "broken_rules": Family(
        ([6] * 8, [4] * 12, [3] * 16, [6] * 4, [2] * 24, [12] * 4),
        (4, 6, 6, 8, 12),
        SLOPPY,
        {"reveal": "nothing"},
        (0, 5),
    ),
    "lies": Family(([6] * 8, [4] * 12, [18] * 3, [9] * 6), (4, 6, 8, 16), CHAOS, {}, (1, 10, 50)),
    "forgotten": None,
}
"""None: games that somebody half remembers."""


def adversary(family: str, seed: int) -> Record:
    """A record of a family."""
    rng, of = Random(f"{family} {seed}"), FAMILIES[family]
    if of is None:
        return forgotten(rng)
    values = {key: rng.choice(values) for key, values in VALUES.items()}
    rules = Rules().with_values({**values, "high-points": "1", **of.rules, "deck": "custom"})
    deck, seats = iter(DECK), SEATS[: rng.choice(of.seats)]
    books = tuple(
        Book(f"b{i}", tuple(next(deck) for _ in range(size)))
        for i, size in enumerate(rng.choice(of.books))
    )
    number = sum(len(book.cards) for book in books)
    sizes = {seat: len(range(i, number, len(seats))) for i, seat in enumerate(seats)}
    record = random_game(
        rng,
        seats,
        rules,
        books=books,
        sizes=sizes,
        dealer=seats[0],
        manners=of.manners,
        limit=rng.choice((20, 60, 200, 500)),
    )
    for _ in range(rng.choice(of.slips)):
        record = with_a_slip(record, rng)
    return record

"""Hypothesis strategies for whole games, true hands included.

* ``tiny_games``: custom decks so small that every deal can be tried, over all the rules;
* ``full_games``: the real decks with 4 to 16 seats;
* ``midgame``, ``views``: what tests do with a game.

A game is made by the simulator from a seed; it shrinks by its rules (to the defaults), its table,
its manners and above all its length.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import factorial, prod
from typing import Final

from hypothesis import strategies as st

from tests.play.random_games import can_start_at, random_game
from tracker.game.cards import DECKS, RANKS, SUITS, Book
from tracker.game.record import Hand, Record
from tracker.game.replay import states
from tracker.game.rules import PRESETS, VALUES, Rules
from tracker.game.table import TABLE_SIZES
from tracker.play.policies import CHAOS, PEOPLE, Manners
from tracker.play.simulator import start_at

_NAMES: Final = "Ann Bob Carl Dora Eve Finn Gus Hedy Ian Jo Kai Lea Max Nell Otto Pia"
SEATS: Final = tuple(_NAMES.split())
BOOK_NAMES: Final = ("low clubs", "high diamonds", "low hearts", "high spades")
TINY: Final = 20_000
"""As many deals as a test can try one by one."""
SHY: Final = replace(CHAOS, boldness=0.2, patience=0.7, eagerness=0.1, overreach=0.2)
"""Players who claim late: longer games."""
RECKLESS: Final = replace(
    CHAOS, boldness=0.7, misnaming=0.4, overreach=0.6, interruption=0.1, curiosity=0.01, slip=0.02
)
"""Players who claim what they do not have: under ``reveal=nothing``, hands of unknown size."""
MANNERS: Final = (PEOPLE, SHY, CHAOS, RECKLESS)
SLOPPY: Final = replace(RECKLESS, slip=0.3, boldness=0.4)
"""Players who often ask, pass, decline and claim where they may not."""


def seed_games(
    seed: int,
    count: int,
    *,
    max_deals: int = TINY,
    fixed: Mapping[str, str] | None = None,
    manners: Sequence[Manners] = MANNERS,
) -> list[Record]:
    """Some tiny games without hypothesis, for tests that want many and fast.

    Args:
        seed: fixes the games.
        count: how many.
        max_deals: how many deals each may have.
        fixed: values of some rules; the others are drawn for each game.
        manners: what the players of each game are drawn from.
    """
    rng = random.Random(seed)
    return [_seeded_tiny_game(rng, max_deals, fixed or {}, manners) for _ in range(count)]


def _seeded_tiny_game(
    rng: random.Random, max_deals: int, fixed: Mapping[str, str], manners: Sequence[Manners]
) -> Record:
    values = {key: rng.choice(options) for key, options in VALUES.items()}
    rules = Rules().with_values({**values, **fixed, "deck": "custom"})
    seats = SEATS[: rng.choice((4, 4, 6))]
    books = tiny_books([rng.randint(2, 4) for _ in range(rng.randint(2, 4))])
    cards = sum(len(book.cards) for book in books)
    wanted = [rng.random() for _ in seats]
    return random_game(
        rng,
        seats,
        rules,
        books=books,
        teams=rng.choice((None, (seats[: len(seats) // 2], seats[len(seats) // 2 :]))),
        dealer=rng.choice((None, *seats)),
        sizes=tiny_sizes(seats, wanted, cards, max_deals),
        manners=rng.choice(manners),
        limit=rng.choice((10, 40, 120)),
    )


def deals_of(sizes: Sequence[int]) -> int:
    """How many deals there are with hands of these sizes."""
    return factorial(sum(sizes)) // prod(map(factorial, sizes))


def tiny_books(sizes: Sequence[int]) -> tuple[Book, ...]:
    """Half-suits of a custom deck, each from the lowest cards of a suit."""
    return tuple(
        Book(name, tuple(rank + suit for rank in RANKS[:size]))
        for name, suit, size in zip(BOOK_NAMES, SUITS, sizes, strict=False)
    )


def tiny_sizes(
    seats: Sequence[str], wanted: Sequence[float], cards: int, max_deals: int
) -> Mapping[str, int]:
    """Hand sizes in about the proportions wanted, with not too many deals.

    Where there would be too many, the largest hand takes from the others.
    """
    sizes = [int(cards * share / (sum(wanted) or 1)) for share in wanted]
    for i in range(cards - sum(sizes)):
        sizes[i % len(sizes)] += 1
    largest = sizes.index(max(sizes))
    while deals_of(sizes) > max_deals:
        rest = [i for i in range(len(sizes)) if i != largest]
        giver = max(rest, key=lambda i: sizes[i])
        sizes[giver] -= 1
        sizes[largest] += 1
    return dict(zip(seats, sizes, strict=True))


def rules(decks: Sequence[str] = ("custom",)) -> st.SearchStrategy[Rules]:
    """Any combination of the values of all keys that makes sense."""
    keys = {key: st.sampled_from(values) for key, values in VALUES.items() if key != "deck"}
    return st.builds(_rules, st.sampled_from(decks), st.fixed_dictionaries(keys))


def _rules(deck: str, values: Mapping[str, str]) -> Rules:
    points = {"high-points": "1"} if deck == "quartets52" else {}
    return Rules().with_values({**values, **points, "deck": deck})


manners: Final[st.SearchStrategy[Manners]] = st.sampled_from(MANNERS)
seeds: Final = st.integers(0, 2**32 - 1)


@st.composite
def tiny_games(
    draw: st.DrawFn, *, max_deals: int = TINY, seats: Sequence[int] = (4, 6), midgame: bool = True
) -> Record:
    """A game with 2–4 half-suits of 2–4 cards, any rules, any sizes, teams as they please.

    Args:
        draw: given by hypothesis.
        max_deals: how many deals there may be.
        seats: the numbers of seats to choose from.
        midgame: whether it may start in mid-game.
    """
    names = SEATS[: draw(st.sampled_from(seats))]
    books = tiny_books(draw(st.lists(st.integers(2, 4), min_size=2, max_size=4)))
    cards = sum(len(book.cards) for book in books)
    even = st.just([1.0] * len(names))
    uneven = st.lists(st.integers(0, 6), min_size=len(names), max_size=len(names))
    record = random_game(
        random.Random(draw(seeds)),
        names,
        draw(rules()),
        books=books,
        teams=draw(st.sampled_from((None, (names[: len(names) // 2], names[len(names) // 2 :])))),
        dealer=draw(st.sampled_from((*names, None))),
        sizes=tiny_sizes(names, draw(even | uneven), cards, max_deals),
        manners=draw(manners),
        limit=draw(st.integers(0, 60)),
    )
    return draw(started_midgame(record)) if midgame and draw(st.booleans()) else record


def started_midgame(record: Record) -> st.SearchStrategy[Record]:
    """The record, started at any moment that a header can describe; itself where none can."""
    moments = [at for at, state in enumerate(states(record)) if can_start_at(state)]
    if not moments:
        return st.just(record)
    return st.sampled_from(moments).map(lambda at: start_at(record, at))


@st.composite
def full_games(
    draw: st.DrawFn,
    *,
    decks: Sequence[str] = tuple(DECKS),
    seats: Sequence[int] = TABLE_SIZES,
    presets: bool = False,
    max_events: int = 400,
) -> Record:
    """A game with a real deck.

    Args:
        draw: given by hypothesis.
        decks: the decks to choose from.
        seats: the numbers of seats to choose from.
        presets: only the named sets of rules.
        max_events: the most events before play stops.
    """
    names = SEATS[: draw(st.sampled_from(seats))]
    return random_game(
        random.Random(draw(seeds)),
        names,
        draw(st.sampled_from(list(PRESETS.values())) if presets else rules(decks)),
        dealer=draw(st.sampled_from(names)),
        manners=draw(manners),
        limit=draw(st.integers(0, max_events)),
    )


def hands_known(record: Record) -> st.SearchStrategy[Record]:
    """The record with some of the hands left out of the header, or there only in part."""
    return st.tuples(*map(_hand_known, record.hands)).map(
        lambda hands: replace(record, hands=tuple(hand for hand in hands if hand is not None))
    )


def _hand_known(hand: Hand) -> st.SearchStrategy[Hand | None]:
    part = st.lists(st.booleans(), min_size=len(hand.cards), max_size=len(hand.cards)).map(
        lambda kept: Hand(
            hand.seat,
            tuple(card for card, keep in zip(hand.cards, kept, strict=True) if keep),
            whole=False,
        )
    )
    return st.just(hand) | st.none() | part


def views(record: Record) -> st.SearchStrategy[tuple[Hand, ...]]:
    """The hands of a view: of nobody, of a seat, of several."""
    return st.lists(st.sampled_from(record.hands), max_size=3, unique=True).map(tuple)


def moments(record: Record) -> st.SearchStrategy[int]:
    """A moment of a record; the end is tried first."""
    last = len(record.events)
    return st.integers(0, last).map(lambda back: last - back)

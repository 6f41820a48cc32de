"""The solver beside counting, and the counting engine beside its twin, on games without end.

``engines`` plays random games under random rules with the real decks, and asks both engines after
every event, from every chair, who can hold each card. ``twin`` compares the engine with its twin at
one moment of a game: how many deals there are, and how likely each card and each naming is.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from typing import Final

import pytest

from tests.counting.hidden import hidden_game
from tests.play.compared_gaps import Compared
from tests.play.random_games import random_game
from tests.strategies import MANNERS, SEATS, seed_games
from tracker.counting import Counter, Posterior, count, game_budget
from tracker.counting.twin import Twin
from tracker.game.cards import DECKS
from tracker.game.record import Record
from tracker.game.rules import VALUES, Rules
from tracker.inference.follow import Moment, follow
from tracker.knowledge.views import knowledge

TABLES: Final = (4, 4, 4, 4, 6, 6, 6, 6, 6, 6, 8)
"""Numbers of seats, each as often as it stands here."""


def random_games(seed: int) -> Iterator[Record]:
    """Games without an end to them: any deck, any rules, 4–12 seats, players of all manners."""
    rng = random.Random(seed)
    while True:
        deck = rng.choice(list(DECKS))
        values = {key: rng.choice(options) for key, options in VALUES.items()}
        if deck == "quartets52":
            values["high-points"] = "1"
        rules = Rules().with_values({**values, "deck": deck})
        seats = SEATS[: rng.choice(TABLES)]
        yield random_game(
            rng,
            seats,
            rules,
            dealer=rng.choice(seats),
            manners=rng.choice(MANNERS),
            limit=rng.randint(20, 250),
        )


def compare(record: Record) -> int:
    """Both engines on one game, after every event, for the public and for every seat.

    Raises:
        UndecidedError: one of the engines found the game too hard at some moment.
    """
    budget, answers = game_budget(), 0
    counters = {view: Counter(budget=budget) for view in ("public", *record.seats)}
    for moment in follow(record, views=counters):
        for view, counter in counters.items():
            posterior = counter.update(moment.deductions[view].knowledge)
            if posterior.exact:  # else there is nothing to compare with
                answers += _compare_view(moment, view, posterior)
    return answers


def _compare_view(moment: Moment, view: str, posterior: Posterior) -> int:
    """The seats that can hold each card in play, and how the hands were dealt, by both."""
    placements = moment.deductions[view].possible_holders.placements
    possible, marginals = moment.deductions[view].possible_holders.possible, posterior.marginals()
    cards = moment.all_holders(view)
    for card in cards:
        solved = {seat for seat in placements.seats if placements.bit(card, seat) & possible}
        assert set(marginals[card]) == solved, (moment.state.at, view, card)
    return len(cards)


def compare_twin(record: Record, rng: random.Random) -> int:
    """The engine beside its twin, at one moment and from one chair."""
    hands = rng.choice(((), *((hand,) for hand in record.hands)))
    known = knowledge(record, hands, rng.randint(0, len(record.events)))
    slow, fast = Counter(engine=Twin).update(known), count(known)
    if not slow.exact:  # then there is nothing to compare with
        return 0
    assert slow.count == fast.count
    marginals = fast.marginals()
    for card, chances in slow.marginals().items():
        assert chances == pytest.approx(marginals[card], rel=1e-12)
        for seat in known.seats:
            assert slow.naming({card: seat}) == fast.naming({card: seat}), (card, seat)
    for book in known.books:
        team = rng.sample(known.seats, rng.randint(1, len(known.seats)))
        of_team = dict.fromkeys(book.cards, team)
        assert slow.owned(of_team) == fast.owned(of_team)
        assert slow.likeliest_naming(book.cards, team) == fast.likeliest_naming(book.cards, team)
    return len(known.cards)


def engines(seed: int) -> Compared:
    """Games with the real decks."""
    for record in random_games(seed):
        yield record, partial(compare, record)


def twin(seed: int) -> Compared:
    """Games with tiny decks; every fifth has a real one, and nobody shows the cards of a claim."""
    rng = random.Random(seed)
    while True:
        hidden = hidden_game(rng.choice((4, 6)), rng.randrange(2**32))
        for record in (*seed_games(rng.randrange(2**32), 4, max_deals=20_000), hidden):
            yield record, partial(compare_twin, record, rng)

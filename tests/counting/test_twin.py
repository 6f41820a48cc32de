"""The twin gives the numbers of the engine, in games of all rules, without NumPy."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from random import Random

import pytest

from tests.counting.engines import random_games
from tests.counting.hidden import hidden_game
from tests.counting.view_moments import moments, views
from tests.marks import first
from tracker.budget import Budget
from tracker.counting import Counter, NoDealError, Posterior, count
from tracker.counting.twin import Twin
from tracker.errors import MissingHandError, UndecidedError
from tracker.game.record import Record
from tracker.knowledge.facts import Knowledge

MARGINAL = 1e-12
"""The relative error that marginals may have."""


def by_twin(known: Knowledge, budget: Budget | None = None) -> Posterior:
    return Counter(budget, engine=Twin).update(known)


def check_equal(slow: Posterior, fast: Posterior, random: Random) -> None:
    """Every answer of the twin is that of the engine."""
    assert slow.exact
    assert slow.count == fast.count
    if not slow.count:
        with pytest.raises(NoDealError):
            slow.marginals()
        return
    known = slow.knowledge
    check_cards(slow, fast)
    for book in known.books:
        team = random.sample(known.seats, random.randint(1, len(known.seats)))
        assert slow.owned(dict.fromkeys(book.cards, team)) == fast.owned(
            dict.fromkeys(book.cards, team)
        )
        best = slow.likeliest_naming(book.cards, team)
        assert best == fast.likeliest_naming(book.cards, team)
        if best is not None:
            assert slow.naming(dict(best[0])) == best[1]


def check_cards(slow: Posterior, fast: Posterior) -> None:
    """The probability of each seat of each card, as a fraction and as a float."""
    marginals, expected = slow.marginals(), fast.marginals()
    assert list(marginals) == list(expected)
    for card, shares in marginals.items():
        assert list(shares) == list(expected[card])
        assert shares == pytest.approx(expected[card], rel=MARGINAL)
        exact = {seat: slow.naming({card: seat}) for seat in slow.knowledge.seats}
        assert exact == {seat: fast.naming({card: seat}) for seat in exact}
        assert sum(exact.values(), Fraction(0)) == 1


# -- games ----------------------------------------------------------------------------------------


def some_moments(record: Record, random: Random, number: int) -> Iterator[Knowledge]:
    """What views know at some moments of a game."""
    for seats in random.sample(views(record), 2):
        try:
            known = list(moments(record, *seats))
        except MissingHandError:
            continue
        yield from random.sample(known, min(number, len(known)))


@pytest.mark.parametrize("seed", first(1, range(500, 508)))
def test_random_games_under_any_rules(seed: int) -> None:
    """Any deck, table, rules, view and moment; what the twin gives up is left out."""
    random = Random(seed)
    compared = 0
    for record in islice(random_games(seed), 3):
        for known in some_moments(record, random, 3):
            slow, fast = by_twin(known, Budget(each=2**27)), count(known)
            if slow.exact and fast.exact:
                check_equal(slow, fast, random)
                compared += 1
    assert compared >= 3


@pytest.mark.parametrize(("seats", "seed"), first(2, [(4, 0), (6, 1), (6, 2), (8, 3)]))
def test_games_with_hidden_half_suits(seats: int, seed: int) -> None:
    random = Random(seed)
    record = hidden_game(seats, seed)
    for known in some_moments(record, random, 2):
        slow = by_twin(known, Budget(each=2**27))
        if slow.exact:
            check_equal(slow, count(known), random)


def test_along_a_game_equals_from_scratch() -> None:
    counter = Counter(engine=Twin)
    for at, known in enumerate(moments(hidden_game(4, 5))):
        along = counter.update(known)
        if at % 10 == 0:
            assert along.count == by_twin(known).count > 0
            assert along.marginals() == by_twin(known).marginals()


# -- beyond the budget ----------------------------------------------------------------------------


def test_beyond_the_budget_all_is_unknown() -> None:
    """Where exact numbers cost too much, all is unknown, and the budget is not overdrawn."""
    known = list(moments(hidden_game(6, 2)))[10]
    for allowed in (0, 1000, 10_000):
        budget = Budget(allowed)
        posterior = by_twin(known, budget)
        assert not posterior.exact
        assert budget.left >= 0
        with pytest.raises(UndecidedError, match="beyond the budget"):
            posterior.marginals()
        with pytest.raises(UndecidedError, match="beyond the budget"):
            posterior.sample(1, seed=1)

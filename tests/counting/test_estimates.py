"""Beyond the budget there are estimates, and they say so."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import factorial, prod

import pytest

from tests.counting.hidden import hidden_game
from tests.counting.view_moments import moments
from tests.strategies import SEATS
from tracker.counting import count
from tracker.counting.fast import component, half_suit_tables
from tracker.errors import UndecidedError
from tracker.knowledge.facts import Knowledge
from tracker.knowledge.views import knowledge
from tracker.notation import text
from tracker.play.simulator import random_game


def positions() -> list[Knowledge]:
    found = []
    for seed in range(12):
        record = random_game(random.Random(seed), SEATS[:6], dealer=SEATS[0])
        known = list(moments(record, SEATS[seed % 6]))
        found.append(known[10 + 3 * seed])
    return found


@pytest.fixture(autouse=True)
def _nothing_is_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(component, "_FEW", 0)


@pytest.mark.long
def test_intervals_hold_the_exact_number() -> None:
    """95% of them: of twelve, at least ten (all but 2 in 100 times), and none is far out.

    Nor are they too wide: in standard errors, 1.96 of which make half an interval, the squares of
    the differences add up as chi-square with 12 degrees of freedom does 98 in 100 times.
    """
    inside, squares = 0, 0.0
    for known in positions():
        exact, estimate = count(known), count(known, most=0)
        assert exact.exact
        assert exact.interval == (exact.count, exact.count)
        assert not estimate.exact
        low, high = estimate.interval
        assert low < estimate.count < high
        assert high / estimate.count == pytest.approx(estimate.count / low)
        inside += low <= exact.count <= high
        assert abs(estimate.count - exact.count) < 2 * (high - low)
        squares += (1.96 * 2 * (estimate.count - exact.count) / (high - low)) ** 2
    assert inside >= 10
    assert 3.57 < squares < 26.2


@pytest.mark.long
def test_estimated_marginals_are_near() -> None:
    known = positions()[0]
    exact, estimate = count(known).marginals(), count(known, most=0).marginals()
    for card, shares in exact.items():
        assert set(estimate[card]) <= set(shares)
        for seat, share in shares.items():
            assert estimate[card].get(seat, 0.0) == pytest.approx(share, abs=0.04)


@pytest.mark.long
def test_the_same_position_gives_the_same_estimate() -> None:
    known = positions()[1]
    assert count(known, most=0).count == count(known, most=0).count


@pytest.mark.long
def test_no_deals_are_drawn_beyond_the_budget() -> None:
    estimate = count(positions()[2], most=0)
    with pytest.raises(UndecidedError, match="budget"):
        estimate.sample(1, 1)
    with pytest.raises(UndecidedError):
        next(estimate.deals())


def hidden_positions(seeds: range) -> Iterator[Knowledge]:
    for seed in seeds:
        known = list(moments(hidden_game(4, seed), *SEATS[: seed % 2]))
        yield from (each for each in known[5::9] if each.counts)


def covered(seeds: range) -> tuple[int, int]:
    """How many intervals there are, and how many of them hold the exact number."""
    intervals, inside = 0, 0
    for known in hidden_positions(seeds):
        exact, estimate = count(known), count(known, most=0)
        assert exact.exact
        if estimate.status == "estimate":
            low, high = estimate.interval
            assert high <= 2 * low
            intervals += 1
            inside += low <= exact.count <= high
    return intervals, inside


@pytest.mark.long
def test_intervals_of_hidden_games_hold_the_exact_number() -> None:
    intervals, inside = covered(range(6))
    assert intervals >= 10
    assert inside >= intervals - 2


@pytest.mark.soak
def test_ninety_of_a_hundred_intervals_hold_the_exact_number() -> None:
    intervals, inside = covered(range(50))
    assert intervals >= 100
    assert inside >= 0.9 * intervals


def test_estimates_list_only_seats_that_are_possible_and_none_as_0() -> None:
    for known in hidden_positions(range(2)):
        exact, estimate = count(known).marginals(), count(known, most=0)
        if estimate.status == "estimate":
            for card, shares in estimate.marginals().items():
                assert set(shares) <= set(exact[card])
                assert all(shares.values())


# -- neither --------------------------------------------------------------------------------------


def test_a_table_that_is_too_large_leaves_the_number_unknown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = positions()[0]
    monkeypatch.setattr(half_suit_tables, "_MOST_STEPS", 50)
    posterior = count(known)
    assert posterior.status == "unknown"
    assert not posterior.exact
    sizes = known.sizes.values()
    assert posterior.interval == (0, factorial(sum(sizes)) // prod(map(factorial, sizes)))
    for ask in (posterior.marginals, lambda: posterior.count, lambda: posterior.bits):
        with pytest.raises(UndecidedError, match="estimate"):
            ask()
    with pytest.raises(UndecidedError):
        posterior.sample(1, 1)
    with pytest.raises(UndecidedError):
        next(posterior.deals())


@pytest.mark.long
def test_too_uneven_draws_leave_the_number_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.counting.fast.estimates._LEAST_EFFECTIVE", 10**6)
    posterior = count(positions()[0], most=0)
    assert posterior.status == "unknown"
    assert posterior.interval[0] == 0


@pytest.mark.long
def test_weights_of_what_is_too_large_are_not_asked_for() -> None:
    """Eight seats and two half-suits of 26 cards: the tables alone are beyond the budget."""
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    books = [" ".join(rank + suit for suit in suits for rank in ranks) for suits in ("CD", "HS")]
    record = text.loads(
        f"rules: pagat, deck=custom\nbook one: {books[0]}\nbook two: {books[1]}\n"
        "seats: Ann Bob Cat Dan Eve Fay Gus Hal\ndealer: Ann\n\n"
        "Ann asks Fay 7D: no\nFay asks Ann JS: no\nAnn asks Hal 6H: yes\nAnn asks Bob 10S: no\n"
        "Bob asks Cat JD: yes\nBob asks Gus 9H: no\nGus asks Dan QH: no\nDan asks Eve 4H: no\n"
        "Eve asks Fay 2S: no\nFay asks Cat 2H: no\n"
    )
    posterior = count(knowledge(record))
    posterior.prepare_marginals()
    assert posterior.status == "unknown"

"""Whole games: against the SAT solver, and along the events."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from tests.counting.agreement import check_possible
from tests.counting.view_moments import moments, views
from tests.marks import first
from tests.play.random_games import random_game
from tests.strategies import SEATS, seed_games
from tracker.budget import Budget
from tracker.counting import Counter, Posterior, count
from tracker.game.cards import Card
from tracker.game.record import Record
from tracker.game.rules import PRESETS


@pytest.mark.parametrize("seats", [6, 8])
def test_who_can_hold_a_card_is_what_the_sat_solver_says(seats: int) -> None:
    record = random_game(random.Random(seats), SEATS[:seats], dealer=SEATS[0])
    for known in list(moments(record))[5::25]:
        check_possible(known)


# -- running totals -------------------------------------------------------------------------------


def assert_running_totals_are_right(record: Record, seats: tuple[str, ...]) -> None:
    """At every moment the number of deals, and at some the odds, are those of the position alone.

    Some odds are asked for before the number of deals, some after it.
    """
    along, chance = Counter(), random.Random(len(record.events))
    for known in moments(record, *seats):
        posterior, alone = along.update(known), count(known)
        if chance.random() < 0.3:
            asked = chance.sample(known.cards, chance.randint(1, len(known.cards)))
            if chance.random() < 0.5:
                assert posterior.count == alone.count
            assert_same_odds(posterior, alone, asked)
        assert posterior.count == alone.count > 0


def assert_same_odds(one: Posterior, other: Posterior, cards: Sequence[Card]) -> None:
    """The odds of some cards are the same: exactly, and in floats but for their last digits."""
    marginals, expected = one.marginals(cards), other.marginals(cards)
    for card in cards:
        assert marginals[card] == pytest.approx(expected[card], rel=1e-12)
        for seat in one.knowledge.seats:
            assert one.naming({card: seat}) == other.naming({card: seat})


@pytest.mark.parametrize(
    ("seats", "preset"),
    first(1, [(4, "pagat"), (6, "canadian-54"), (6, "pagat"), (6, "quartets"), (8, "india-52")]),
)
def test_running_totals_are_those_of_each_position(seats: int, preset: str) -> None:
    record = random_game(random.Random(seats), SEATS[:seats], PRESETS[preset], dealer=SEATS[0])
    for view in ((), (SEATS[0],), (SEATS[3],)):
        assert_running_totals_are_right(record, view)


@pytest.mark.parametrize("seed", first(1, range(3)))
def test_what_is_asked_late_is_that_of_its_own_position(seed: int) -> None:
    """A posterior that was not asked before the game went on says nothing of later moments."""
    record, chance = random_game(random.Random(seed), SEATS[:6], dealer=SEATS[0]), random.Random(9)
    along = Counter()
    given = [(along.update(known), known) for known in moments(record, SEATS[seed])]
    for posterior, known in chance.sample(given, 30):
        alone = count(known)
        assert_same_odds(posterior, alone, known.cards[:9])
        assert posterior.count == alone.count


@pytest.mark.long
@pytest.mark.parametrize("seed", range(12))
def test_running_totals_of_games_of_all_rules(seed: int) -> None:
    for record in seed_games(seed, 6, max_deals=10**9):
        for view in views(record):
            assert_running_totals_are_right(record, view)


def test_a_grid_is_not_gone_on_with_where_a_table_is_beyond_the_budget() -> None:
    """What a position could not pay for is unknown; the ones after it are right all the same."""
    record = random_game(random.Random(6), SEATS[:6], dealer=SEATS[0])
    counter, known = Counter(), list(moments(record, SEATS[1]))
    unknown = 0
    for at, now in enumerate(known):
        counter.budget = Budget(0) if at % 5 == 4 else Budget()
        posterior = counter.update(now)
        if not posterior.exact:
            unknown += 1
        else:
            assert posterior.count == count(now).count
    assert unknown


def test_what_goes_on_from_a_moment_counts_for_itself() -> None:
    """What one line of positions has learnt is not taken for known in another."""
    record = random_game(random.Random(8), SEATS[:6], dealer=SEATS[0])
    known = list(moments(record, SEATS[1]))
    counter = Counter()
    for at, now in enumerate(known[:60]):
        before = counter.update(now)
        for later in known[at + 1 : at + 4]:
            other = before.extended(later)
            assert other is not None
            assert other.count == count(later).count
    assert counter.update(known[60]).count == count(known[60]).count

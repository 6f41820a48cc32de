"""Whole games: against brute force, against Ganak, and along the events."""

from __future__ import annotations

import random
from collections import Counter as Multiset

import pytest

from tests.brute import consistent_deals
from tests.counting.agreement import check_possible
from tests.counting.ganak_peer import ganak_count
from tests.counting.view_moments import moments, views
from tests.strategies import SEATS, seed_games
from tracker.budget import Budget
from tracker.counting import Counter, count
from tracker.counting.fast import fast_engine
from tracker.counting.fast.half_suit_tables import HalfSuitTable, tabulated
from tracker.counting.placing import Columns
from tracker.game.rules import Rules
from tracker.knowledge.facts import Knowledge
from tracker.play.simulator import random_game


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("reveal", ["all", "nothing"])
def test_tiny_games_equal_brute_force(seed: int, reveal: str) -> None:
    for record in seed_games(seed, 4, max_deals=600, fixed={"reveal": reveal}):
        for seats in random.Random(seed).sample(views(record), 2):
            counter = Counter()
            for at, known in enumerate(moments(record, *seats)):
                posterior = counter.update(known)
                if at % 7 == 0 or at == len(record.events):
                    assert_equal_to_brute_force(known, posterior.count)


def assert_equal_to_brute_force(known: Knowledge, counted: int) -> None:
    deals = consistent_deals(known)
    assert counted == len(deals)
    if deals:
        marginals = count(known).marginals()
        for card in known.cards:
            dealt = Multiset(deal[card] for deal in deals)
            assert set(marginals[card]) == set(dealt)
            for seat, share in marginals[card].items():
                assert share == pytest.approx(dealt[seat] / len(deals), abs=1e-12)


@pytest.mark.parametrize(("seats", "deck"), [(4, "no8"), (6, "jokers54"), (12, "full52")])
def test_along_a_game_equals_from_scratch(seats: int, deck: str) -> None:
    rules = Rules().with_values({"deck": deck, "reveal": "nothing"})
    record = random_game(random.Random(seats), SEATS[:seats], rules, dealer=SEATS[0])
    counter = Counter()
    for at, known in enumerate(moments(record, SEATS[1])):
        along = counter.update(known)
        if at % 10 == 0:
            anew = count(known)
            assert along.count == anew.count > 0
            assert along.marginals() == anew.marginals()


def test_only_the_half_suit_of_the_event_is_tabulated_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Unless a card becomes known, and with it perhaps a hand, or two seats become different."""
    made: list[str] = []

    def counted(columns: Columns, budget: Budget) -> HalfSuitTable:
        made.append(columns.book.name)
        return tabulated(columns, budget)

    monkeypatch.setattr(fast_engine, "tabulated", counted)
    record = random_game(random.Random(3), SEATS[:6], dealer=SEATS[0])
    counter = Counter()
    numbers = []
    for known in moments(record):
        made.clear()
        assert counter.update(known).count > 0
        numbers.append(len(made))
    assert sum(n <= 1 for n in numbers[15:]) > 0.9 * len(numbers[15:])


def test_the_count_never_grows() -> None:
    record = random_game(random.Random(4), SEATS[:6], dealer=SEATS[0])
    counter = Counter()
    counts = [counter.update(known).count for known in moments(record)]
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] >= 1


@pytest.mark.parametrize("seats", [6, 8])
def test_who_can_hold_a_card_is_what_the_sat_solver_says(seats: int) -> None:
    record = random_game(random.Random(seats), SEATS[:seats], dealer=SEATS[0])
    for known in list(moments(record))[5::25]:
        check_possible(known)


@pytest.mark.long
def test_mid_game_equals_ganak() -> None:
    record = random_game(random.Random(2), SEATS[:6], dealer=SEATS[0])
    known = list(moments(record, SEATS[0]))
    compared = 0
    for at in range(len(known) // 2, len(known), len(known) // 8):
        found = ganak_count(known[at], timeout=5)
        if found is not None:
            assert count(known[at]).count == found[0]
            compared += 1
    assert compared >= 3

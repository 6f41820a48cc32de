"""Where a short search has no answer, the tables and a long search have the same."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from itertools import product
from operator import or_

import pytest

import tracker.sat.solver
from tests.brute import consistent_deals
from tests.strategies import seed_games
from tracker.errors import ContradictionError, UndecidedError
from tracker.inference import deal_search
from tracker.inference.contradictions import consistency
from tracker.inference.deal_search import SearchBudget
from tracker.inference.possible_holders import Reasoner, possible_holders_of
from tracker.knowledge.facts import Clause, Count, EventCause, Knowledge, Literal
from tracker.knowledge.views import knowledge
from tracker.sat import DealSolver, Placements
from tracker.sat.placements import bits
from tracker.sat.solver import MiniCard


class Hesitating(SearchBudget):
    """Tables are too large for it, and of two searches one gives up.

    Args:
        ends: whether nothing is left after the first of these.
    """

    def __init__(self, *, ends: bool = False) -> None:
        super().__init__(bits=0)
        self._ends = ends
        self._asked = 0

    def find(self, solver: DealSolver, holds: int, lacks: int, most: int) -> int | None:
        self._asked += 1
        if self._asked % 2:
            self.conflicts.charge(self.conflicts.left if self._ends else 0)
            raise UndecidedError
        return super().find(solver, holds, lacks, most)


def positions() -> list[Knowledge]:
    games = seed_games(seed=61, count=12, max_deals=500)
    return [knowledge(game, game.hands[:1], len(game.events) // 2) for game in games]


def reasoner(known: Knowledge, *, ends: bool = False) -> Reasoner:
    return Reasoner(Placements(known.cards, known.seats), Hesitating(ends=ends))


def test_the_same_is_possible() -> None:
    for known in positions():
        expected, found = possible_holders_of(known), reasoner(known).start(known)
        assert found.possible == expected.possible
        for bit in bits(found.placements.all):
            possible = bool(bit & expected.possible)
            assert found.is_possible(holds=bit) == possible
            if possible:
                assert found.deal_with(bit) & bit
                assert replace(found, witnesses=()).deal_with(bit) & bit


def test_a_contradiction_is_one() -> None:
    for known in positions():
        nothing = known.with_facts((Clause((), EventCause(1)),))
        with pytest.raises(ContradictionError):
            reasoner(nothing).start(nothing)


def test_it_ends() -> None:
    known = next(known for known in positions() if known.facts)
    with pytest.raises(UndecidedError):
        reasoner(known, ends=True).start(known)


def test_a_search_without_a_budget_goes_on_round_after_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Three hands cannot have two each of five cards: it takes some conflicts to see that."""
    cards, seats = tuple(f"{rank}H" for rank in range(2, 10)), ("Ann", "Bob", "Carl")
    facts = [Count(seat, cards[i : i + 5], 2, 2, EventCause(1)) for i in range(4) for seat in seats]
    monkeypatch.setattr(tracker.sat.solver, "ROUND", 1)
    with DealSolver(Placements(cards, seats), {}) as solver:
        solver.add(facts)
        with pytest.raises(UndecidedError):
            solver.find(budget=1)
        assert solver.find() is None


# -- no search at all -----------------------------------------------------------------------------


@pytest.fixture
def never_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if every search of the solver took more conflicts than there are."""
    monkeypatch.setattr(MiniCard, "solve", lambda solver, assumptions, conflicts: None)


@pytest.mark.usefixtures("never_decides")
def test_the_tables_alone_lead_to_deals() -> None:
    for known in positions()[:2]:
        deals = masks(known)
        found = possible_holders_of(known)
        assert found.possible == reduce(or_, deals)
        assert set(found.some_deals) <= deals
        for bit in bits(found.placements.all):
            with_it = {deal for deal in deals if deal & bit}
            assert found.is_possible(holds=bit) == bool(with_it)
            assert found.is_possible(lacks=bit) == (with_it < deals)
            assert not with_it or found.deal_with(bit) in with_it
        for card in known.cards:
            assert not found.is_possible(lacks=found.placements.of_card(card))


@pytest.mark.usefixtures("never_decides")
def test_the_tables_alone_tell_whether_a_deal_survives() -> None:
    known = positions()[0]
    deals, placements = masks(known), Placements(known.cards, known.seats)
    for card, seat in product(known.cards, known.seats):
        reasoner = Reasoner(placements)
        fact = Clause((Literal(card, seat, True),), EventCause(1))
        found = reasoner.survivor(reasoner.unsearched(known), [fact])
        left = {deal for deal in deals if deal & placements.bit(card, seat)}
        assert left.issuperset(found.witnesses) if found else not left


@pytest.mark.usefixtures("never_decides")
def test_where_nothing_can_be_found_out_it_is_said_from_when_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(deal_search, "CONFLICTS", 0)
    monkeypatch.setattr(deal_search, "BITS", 0)
    (game,) = seed_games(seed=61, count=1, max_deals=500)
    found = consistency(game)
    assert (found.contradictions, found.left, found.undecided) == ((), None, 0)
    assert found.state.at == len(game.events)
    assert consistency(game, at=0).state.at == 0


def masks(known: Knowledge) -> set[int]:
    """All the deals that fit, by brute force."""
    return set(map(Placements(known.cards, known.seats).mask_of, consistent_deals(known)))

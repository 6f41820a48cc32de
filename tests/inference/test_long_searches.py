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
from tracker.budget import Budget
from tracker.errors import ContradictionError, UndecidedError
from tracker.inference import deal_search
from tracker.inference.contradictions import consistency
from tracker.inference.possible_holders import possible_holders_of, unsearched
from tracker.knowledge.facts import Clause, Count, EventCause, Knowledge, Literal
from tracker.knowledge.placements import bits
from tracker.knowledge.views import knowledge
from tracker.sat import DealSolver, Placements
from tracker.sat.solver import MiniCard


class Hesitating(Budget):
    """Of two searches that it pays for, one may take no conflicts.

    Args:
        ends: whether nothing is left after the first of these.
    """

    def __init__(self, *, ends: bool = False) -> None:
        super().__init__(deal_search.CONFLICTS)
        self._ends = ends
        self._asked = 0

    @property
    def allowed(self) -> float:
        self._asked += 1
        if self._asked % 2:
            self.charge(self.left if self._ends else 0)
            return 0
        return super().allowed


@pytest.fixture
def hesitates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are too large, and a search that may take no conflicts gives up."""
    solve = MiniCard.solve

    def undecided(solver: MiniCard, assumptions: list[int], conflicts: int) -> bool | None:
        return solve(solver, assumptions, conflicts) if conflicts else None

    def too_large(*_: object) -> int:
        raise UndecidedError

    monkeypatch.setattr(MiniCard, "solve", undecided)
    monkeypatch.setattr(deal_search.DealSearch, "by_tables", too_large)


def positions() -> list[Knowledge]:
    games = seed_games(seed=61, count=12, max_deals=500)
    return [knowledge(game, game.hands[:1], len(game.events) // 2) for game in games]


@pytest.mark.usefixtures("hesitates")
def test_the_same_is_possible() -> None:
    for known in positions():
        expected = reduce(or_, masks(known))
        found = possible_holders_of(known, Hesitating())
        assert found.possible == expected
        for bit in bits(found.placements.all):
            possible = bool(bit & expected)
            assert found.is_possible(holds=bit) == possible
            if possible:
                assert found.deal_with(bit) & bit
                assert replace(found, witnesses=()).deal_with(bit) & bit


@pytest.mark.usefixtures("hesitates")
def test_a_contradiction_is_one() -> None:
    for known in positions():
        nothing = known.with_facts((Clause((), EventCause(1)),))
        with pytest.raises(ContradictionError):
            possible_holders_of(nothing, Hesitating())


@pytest.mark.usefixtures("hesitates")
def test_it_ends() -> None:
    known = next(known for known in positions() if known.facts)
    with pytest.raises(UndecidedError):
        possible_holders_of(known, Hesitating(ends=True))


def test_a_search_without_a_budget_goes_on_round_after_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Three hands cannot have two each of five cards: it takes some conflicts to see that."""
    cards, seats = tuple(f"{rank}H" for rank in range(2, 10)), ("Ann", "Bob", "Carl")
    facts = [Count(seat, cards[i : i + 5], 2, 2, EventCause(1)) for i in range(4) for seat in seats]
    monkeypatch.setattr(tracker.sat.solver, "ROUND", 1)
    with DealSolver(Placements(cards, seats)) as solver:
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
        assert set(found.deals_with()) <= deals
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
        fact = Clause((Literal(card, seat, True),), EventCause(1))
        found = unsearched(known).survivor([fact])
        left = {deal for deal in deals if deal & placements.bit(card, seat)}
        assert left.issuperset(found.witnesses) if found else not left


@pytest.mark.usefixtures("never_decides")
def test_where_nothing_can_be_found_out_it_is_said_from_when_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(deal_search, "CONFLICTS", 0)
    (game,) = seed_games(seed=61, count=1, max_deals=500)
    found = consistency(game)
    assert (found.contradictions, found.undecided) == ((), 0)
    assert found.state.at == len(game.events)
    assert consistency(game, at=0).state.at == 0


def masks(known: Knowledge) -> set[int]:
    """All the deals that fit, by brute force."""
    return set(map(Placements(known.cards, known.seats).mask_of, consistent_deals(known)))

"""Fact groups against all deals of a tiny table; and where the solver does not decide at once."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable

import pytest

from tests.explain.tiny_tables import (
    BOOKS,
    CARDS,
    DEALS,
    SEATS,
    Hesitant,
    deals_that_fit,
    grounds,
    some_facts,
)
from tracker.budget import Budget
from tracker.errors import UndecidedError
from tracker.explain import consistency
from tracker.explain.evidence import Evidence
from tracker.explain.limits import TABLE_BITS
from tracker.explain.smallest import fact_groups
from tracker.explain.smallest.fact_groups import FactGroups
from tracker.knowledge.facts import Clause, Count, EventCause


@pytest.mark.parametrize("kind", [FactGroups, Hesitant])
@pytest.mark.parametrize("work", [TABLE_BITS, -1])
def test_whether_some_groups_leave_a_deal(
    kind: type[FactGroups], work: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the solver; by the tables where it hesitates; by the solver again where they are large."""
    monkeypatch.setattr(consistency, "TABLE_BITS", work)
    rng = random.Random(3)
    seen = set()
    for _ in range(12):
        with kind(grounds(rng)) as asked:
            further = asked.add_group(some_facts(rng, 7))
            for _ in range(4):
                groups = rng.sample([*asked.all, further], rng.randint(0, 6))
                fitting = deals_that_fit(asked, groups)
                found = asked.decide(groups, Budget())
                assert found in fitting if fitting else found is None
                assert asked.refutes(groups, Budget()) == (not fitting)
                seen.add(bool(fitting))
    assert seen == {True, False}


@pytest.mark.parametrize("kind", [FactGroups, Hesitant])
def test_a_quick_core_contradicts_itself_if_all_do(kind: type[FactGroups]) -> None:
    """It is smaller where that is soon seen."""
    rng = random.Random(3)
    spared = set()
    for _ in range(30):
        with kind(grounds(rng)) as asked:
            groups = rng.sample(asked.all, 4)
            core = asked.quick_core(groups)
            assert set(core) <= set(groups)
            if deals_that_fit(asked, groups):
                assert len(core) == len(groups)
            else:
                assert not deals_that_fit(asked, core)
                spared.add(len(core) < len(groups))
    assert (True in spared) == (kind is FactGroups)


def test_deals_with_more_are_found_where_there_are_any() -> None:
    rng = random.Random(4)
    seen = set()
    for _ in range(25):
        with FactGroups(grounds(rng)) as asked:
            groups, any_of = rng.sample(asked.all, 2), rng.sample(asked.all, 2)
            fitting = deals_that_fit(asked, groups)
            others = {deal for one in any_of for deal in deals_that_fit(asked, [one])}
            more = others.intersection(fitting)
            found = asked.find(groups, any_of=any_of)
            assert found in more if more else found is None
            wanted = asked.placements.bit(rng.choice(CARDS), rng.choice(SEATS))
            held = [deal for deal in fitting if deal & wanted]
            at = asked.find(groups, holds=wanted)
            assert at in held if held else at is None
            seen |= {("more", bool(more)), ("held", bool(held))}
    assert len(seen) == 4


def test_deals_close_to_another() -> None:
    """So many cards lie elsewhere, and no more."""
    rng = random.Random(5)
    for _ in range(10):
        with FactGroups(grounds(rng)) as asked:
            groups = rng.sample(asked.all, 2)
            fitting = deals_that_fit(asked, groups)
            home = asked.placements.mask_of(rng.choice(DEALS))
            elsewhere = [len(CARDS) - (deal & home).bit_count() for deal in fitting]
            for most in range(len(CARDS)):
                close = asked.add_closeness(home, most)
                found = asked.find([*groups, close])
                assert (found is None) == (most < min(elsewhere, default=9))
                assert found is None or elsewhere[fitting.index(found)] <= most
            facts = some_facts(rng, 9)
            later = asked.add_group(facts)
            assert asked.facts([close, later]) == facts
            fits = all(f.fits(asked.placements.deal_of(home)) for f in facts)
            assert asked.violated(home, (close, later)) == (set() if fits else {later})


def test_deals_like_the_preferred_one_are_looked_for_first() -> None:
    rng = random.Random(6)
    for _ in range(20):
        with FactGroups(grounds(rng)) as asked:
            for deal in deals_that_fit(asked, asked.all[:2])[:20:3]:
                asked.prefer(deal)
                assert asked.find(asked.all[:2]) == deal


def test_which_groups_a_deal_does_not_fit() -> None:
    """Whichever deal is preferred, and whether a group came before that or after."""
    rng = random.Random(7)
    for _ in range(12):
        with FactGroups(grounds(rng)) as asked:
            masks = [asked.placements.mask_of(deal) for deal in rng.sample(DEALS, 6)]
            for home in (None, *masks[:2]):
                if home is not None:
                    asked.prefer(home)
                last = asked.add_group(some_facts(rng, 9))
                check_violated(asked, masks, range(last + 1))
                check_violated(asked, masks, rng.sample(range(last + 1), 3))


def check_violated(asked: FactGroups, masks: Iterable[int], groups: Collection[int]) -> None:
    for mask in masks:
        deal = asked.placements.deal_of(mask)
        bad = {one for one in groups if not all(fact.fits(deal) for fact in asked.facts([one]))}
        assert asked.violated(mask, groups) == bad


# -- the end of the time --------------------------------------------------------------------------


def test_a_deadline_of_questions() -> None:
    """After so many it is over, and stays so."""
    budget = Budget(2)
    budget.require()
    budget.require()
    for _ in range(2):
        with pytest.raises(UndecidedError):
            budget.require()


def test_a_deadline_of_seconds() -> None:
    Budget().require()
    Budget(seconds=1000).require()
    with pytest.raises(UndecidedError):
        Budget(seconds=-1).require()
    with pytest.raises(UndecidedError):
        Budget(0, seconds=1000).require()


def test_each_question_counts() -> None:
    with FactGroups(Evidence(SEATS, BOOKS, ())) as asked:
        never = asked.add_group([Clause((), EventCause(1))])
        budget = Budget(2)
        assert asked.decide([], budget) is not None
        assert asked.refutes([never], budget)
        with pytest.raises(UndecidedError):
            asked.decide([], budget)
        assert not asked.refutes([never], budget)


def test_what_the_tables_rule_out_takes_no_search() -> None:
    facts = [Count(seat, CARDS, 3, 3, EventCause(1)) for seat in SEATS]
    with Hesitant(Evidence(SEATS, BOOKS, tuple(facts))) as asked:
        assert asked.decide([0], Budget(1)) is None
        assert asked.refutes([0], Budget(1))


def test_a_search_ends_with_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tables get too large, and the solver, asked again and again, never decides."""
    monkeypatch.setattr(consistency, "TABLE_BITS", -1)
    monkeypatch.setattr(fact_groups, "LONG_CONFLICTS", 0)
    budgets = Budget(4), Budget(4)
    with Hesitant(Evidence(SEATS, BOOKS, ())) as asked:
        with pytest.raises(UndecidedError):
            asked.decide([], budgets[0])
        assert not asked.refutes([], budgets[1])
    for budget in budgets:
        with pytest.raises(UndecidedError):
            budget.require()

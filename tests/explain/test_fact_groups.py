"""Fact groups against all deals of a tiny table; and where the solver does not decide at once."""

from __future__ import annotations

import pytest

from tests.explain.tiny_tables import (
    BOOKS,
    CARDS,
    SEATS,
    Hesitant,
)
from tracker.budget import Budget
from tracker.errors import UndecidedError
from tracker.explain import consistency
from tracker.explain.evidence import Evidence
from tracker.explain.smallest import fact_groups
from tracker.explain.smallest.fact_groups import FactGroups
from tracker.knowledge.facts import Clause, Count, EventCause

# -- the end of the time --------------------------------------------------------------------------


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

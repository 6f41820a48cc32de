"""What ``why`` may be told: how many other sets, whether in steps, and how long it may take."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.explain.positions import deduced, samples
from tests.explain.step_judge import cited, follows, told
from tests.explain.test_smallest_explanations import TWICE
from tests.explain.twins import all_causes
from tracker.budget import Budget
from tracker.errors import ClosedError
from tracker.explain import Conclusion, Explainer, Explanation, Step, card_at
from tracker.explain.evidence import evidence_of_now
from tracker.explain.smallest.fact_groups import FactGroups
from tracker.explain.steps.stepwise import Chain
from tracker.inference.deduction import deduce
from tracker.knowledge.facts import Literal
from tracker.notation.text import loads


def explained(holds: bool, **options: object) -> Explanation:
    """Why Ben has not the 5H (or: cannot have it), for which there are three reasons."""
    with deduce(loads(TWICE), view="Ben") as deduction, Explainer(deduction) as explainer:
        return explainer.why(card_at("5H", "Ben", holds=holds), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("holds", [True, False])
def test_as_many_other_sets_as_are_asked_for(holds: bool) -> None:
    assert [len(explained(holds, alternatives=n).others) for n in (0, 1, 2, 3)] == [0, 1, 2, 2]


@pytest.mark.parametrize("holds", [True, False])
def test_steps_where_they_are_asked_for(holds: bool) -> None:
    assert len(explained(holds).steps) == 1
    assert explained(holds, steps=False).steps == ()


@pytest.mark.parametrize("effort", [0, 1, 16])
def test_with_little_effort_the_causes_and_the_steps_still_hold(effort: int) -> None:
    """Perhaps there are smaller sets, or easier ways."""
    smallest = set()
    with deduce(samples()["pagat-six"], view="public", at=112) as deduction:
        known = deduction.knowledge
        facts = all_causes(known, deduction.state)
        with Explainer(deduction) as explainer:
            for card, seat in deduced(deduction)[::6]:
                found = explainer.why(card_at(card, seat), questions=effort, limit=None)
                goal = Step((Literal(card, seat, True),), found.because)
                assert found.verdict == "proven"
                assert found.steps[-1].conclusion == goal.conclusion
                for step in (goal, *found.steps):
                    assert follows(known, cited(found, step, facts), step)
                smallest.add(found.smallest)
    assert smallest == {0: {False}, 1: {True, False}, 16: {True}}[effort]


@pytest.mark.parametrize("questions", [0, None])
def test_without_time_all_that_is_left_is_told_together(questions: int | None) -> None:
    """Each step follows from what it names; none of the causes can be spared anyway."""
    goal = Literal("3H", "Yusuf", True)
    with deduce(samples()["pagat-six"], view="public", at=112) as deduction:
        with Explainer(deduction) as explainer:
            found = explainer.why(Conclusion((goal,)))
        known, facts = deduction.knowledge, all_causes(deduction.knowledge, deduction.state)
        with FactGroups(evidence_of_now(known, deduction.state)) as oracle:
            groups = [oracle.causes.index(cause) for cause in found.because]
            witness = oracle.find(oracle.all, Budget())
            assert witness is not None
            chain = Chain(oracle, groups, dict.fromkeys(groups, 1), witness)
            steps = chain.steps_to([goal], Budget(questions))
    assert [(step.rule, step.part_of) for step in steps][-1] == ("within", "together")
    assert {cause for step in steps for cause in step.because} == set(found.because)
    for step in steps:
        assert follows(known, told(replace(found, steps=steps), step, facts), step)


def test_an_explainer_answers_until_it_is_closed() -> None:
    with deduce(loads(TWICE), view="Ben") as deduction:
        with Explainer(deduction) as explainer:
            assert explainer.why(card_at("6H", "Dora")).verdict == "open"
        with pytest.raises(ClosedError):
            explainer.why(card_at("5H", "Ben"))

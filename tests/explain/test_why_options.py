"""What ``why`` may be told: how many other sets, whether in steps, and how long it may take."""

from __future__ import annotations

import pytest

from tests.explain.positions import deduced, samples
from tests.explain.step_judge import check_steps
from tests.explain.test_smallest_explanations import TWICE
from tracker.errors import ClosedError
from tracker.explain import Explainer, Explanation, card_at
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
    with (
        deduce(samples()["pagat-six"], view="public", at=112) as deduction,
        Explainer(deduction) as explainer,
    ):
        for card, seat in deduced(deduction)[::6]:
            found = explainer.why(card_at(card, seat), limit=effort)
            assert found.verdict == "proven"
            assert found.steps[-1].conclusion == (Literal(card, seat, True),)
            check_steps(found, deduction)
            smallest.add(found.smallest)
    assert smallest <= {0: {False}, 1: {True, False}, 16: {True, False}}[effort]


def test_the_easiest_of_the_smallest_sets_is_told() -> None:
    """Of as many causes: that Dora holds the 2S is easier than that two share it with the 6S."""
    with deduce(loads(TWICE), view="Ben") as deduction, Explainer(deduction) as explainer:
        first, *others = (
            explainer.why(card_at("5H", "Ben", holds=False), alternatives=n).steps for n in (0, 2)
        )
    assert others == [first]


def test_an_explainer_answers_until_it_is_closed() -> None:
    with deduce(loads(TWICE), view="Ben") as deduction:
        with Explainer(deduction) as explainer:
            assert explainer.why(card_at("6H", "Dora")).verdict == "open"
        with pytest.raises(ClosedError):
            explainer.why(card_at("5H", "Ben"))

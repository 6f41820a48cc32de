"""What ``why`` may be told: how many other sets, whether in steps, and how long it may take."""

from __future__ import annotations

import pytest

from tests.explain.positions import deduced, samples
from tests.explain.step_judge import check_steps
from tracker.explain import Explainer, card_at
from tracker.inference.deduction import deduce
from tracker.knowledge.facts import Literal


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

"""All that follows, in steps: each step holds, uses what is shown, and nothing is left out."""

from __future__ import annotations

import pytest

from tests.cli.running import run, run_json
from tests.explain.positions import deduced, deductions, samples
from tests.explain.step_judge import check_given, follows
from tests.explain.twins import all_causes
from tests.marks import first
from tracker.explain import Explainer, card_at
from tracker.explain.limits import MOST_SOURCES
from tracker.game.record import Record
from tracker.inference.deduction import deduce
from tracker.knowledge.facts import Clause, Literal

PAGAT = "samples/pagat-six.lit"


def check(record: Record) -> int:
    """Check the chains of a record at some moments; returns how many steps there were."""
    number = 0
    for deduction in deductions(record):
        with Explainer(deduction) as explainer:
            found = explainer.consequences()
        facts = all_causes(deduction.knowledge, deduction.state)
        assert [*found.cards] == [card for card, _ in deduced(deduction)]
        placed = {
            (literal.card, literal.seat)
            for step in found.steps
            for literal in step.conclusion
            if literal.holds
        }
        left = {*found.unexplained}
        assert {(card, seat) for card, seat in deduced(deduction) if card not in left} <= placed
        for place, step in enumerate(found.steps):
            assert all(used < place for used in step.uses)
            assert step.size <= MOST_SOURCES
            check_given(found, place, deduction.knowledge, facts)
            assert follows(deduction.knowledge, [one.says for one in step.given], step)
        number += len(found.steps)
    return number


@pytest.mark.parametrize("name", first(3, samples()))
def test_samples(name: str) -> None:
    assert check(samples()[name]) > 0


def test_the_command_tells_the_chain_and_its_first_step() -> None:
    found = run_json("why", PAGAT, "--all", "--at", "112")
    texts = [step["text"] for step in found["steps"]]
    assert found["cards"] == ["3D", "5D", "6D", "7D", "3H", "5H", "6H", "7H"]
    assert [step["level"] for step in found["steps"]][:4] == [1, 1, 1, 1]
    said = " ".join(run("why", PAGAT, "--all", "--at", "112").stdout.split())
    assert all(text in said for text in texts)
    assert " ".join(run("why", PAGAT, "--hint", "--at", "112").stdout.split()) == texts[0]
    assert run("why", PAGAT, "--hint", "6H", "Priya").exit_code == 2


def test_of_many_reasons_those_that_narrow_one_choice_come_first() -> None:
    """Rather than some that rule out one card of several choices."""
    with (
        deduce(samples()["india-eight"], at=122) as deduction,
        Explainer(deduction) as explainer,
    ):
        first_step, _ = explainer.why(card_at("5H", "Esther")).steps
    (left,) = first_step.concludes
    assert isinstance(left, Clause)
    assert left.literals == (Literal("3H", "Anil", True), Literal("4H", "Anil", True))

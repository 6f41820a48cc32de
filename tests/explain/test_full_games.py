"""Every explanation of every forced, not public location of the samples and of random games.

Each passes the verification of its certificate, which knows no SAT: the causes are enough, and none
can be left out. Each chain of steps holds, step by step, by the same tables.
"""

from __future__ import annotations

import pytest

from tests.explain.positions import deduced, deductions, full_game, samples
from tests.explain.twins import all_causes
from tracker.explain import Explainer, Explanation, card_at
from tracker.explain.certificate import certificate, dumps, loads
from tracker.explain.conclusion import ASKED, denial
from tracker.explain.consistency import is_possible
from tracker.explain.step import Step
from tracker.explain.verification import verify
from tracker.game.record import Record
from tracker.inference.deduction import Deduction
from tracker.knowledge.facts import Clause, Count, EventCause, Fact, Knowledge


def check_forced(known: Knowledge, given: list[Fact], step: Step) -> None:
    """That some facts force what a step concludes: all of it, or one of it."""
    parts = [step.conclusion] if step.rule == "not-all" else [(one,) for one in step.conclusion]
    for part in parts:
        opposite = [denial([one]) for one in part]
        assert not is_possible(known.seats, known.books, [*given, *opposite])


def check_steps(explanation: Explanation, deduction: Deduction) -> None:
    known = deduction.knowledge
    facts = all_causes(known, deduction.state)
    for step in explanation.steps:
        given = [fact for cause in step.because for fact in facts[cause]]
        for used in step.uses:
            given += [Clause((literal,), ASKED) for literal in explanation.steps[used].conclusion]
        check_forced(known, given, step)
        if step.used:  # what is told of the events is enough
            enough = [
                fact
                for fact in given
                if isinstance(fact, Count) or not isinstance(fact.cause, EventCause)
            ]
            enough += [*step.used, *(Clause((literal,), ASKED) for _, literal in step.said)]
            check_forced(known, enough, step)
    used_steps = {used for step in explanation.steps for used in step.uses}
    assert used_steps == set(range(len(explanation.steps) - 1)), "a step is not used"
    cited = {cause for step in explanation.steps for cause in step.because}
    assert cited == set(explanation.because)


def check_game(record: Record) -> int:
    explained = 0
    for deduction in deductions(record):
        with Explainer(deduction) as explainer:
            for card, seat in deduced(deduction):
                explanation = explainer.why(card_at(card, seat))
                assert explanation.verdict == "proven"
                assert explanation.smallest
                document = loads(dumps(certificate(explanation, record)))
                assert verify(document, record) == ()
                check_steps(explanation, deduction)
                explained += 1
    return explained


@pytest.mark.parametrize("name", samples())
def test_samples(name: str) -> None:
    check_game(samples()[name])


def test_a_random_game() -> None:
    assert check_game(full_game(1)) > 0


@pytest.mark.soak
@pytest.mark.parametrize("seats", [4, 6, 8, 10, 12, 16])
@pytest.mark.parametrize("seed", range(10))
def test_random_games(seed: int, seats: int) -> None:
    check_game(full_game(seed, seats))

"""Every explanation of every forced, not public location of the samples and of random games.

Each passes the verification of its certificate, which knows no SAT: the causes are enough, and none
can be left out. Each chain of steps holds, step by step, by an encoding that only the tests have.
"""

from __future__ import annotations

import sys

import pytest

from tests.explain.positions import deduced, deductions, full_game, mixed_game, samples
from tests.explain.step_judge import cited, follows, told
from tests.explain.twins import all_causes
from tests.marks import first
from tracker.budget import MOST_SOURCES
from tracker.explain import Explainer, Explanation, card_at, whole_claim
from tracker.explain.certificate import certificate, dumps, loads
from tracker.explain.steps import counting_steps, telling
from tracker.explain.verification import verify
from tracker.game.events import Claim
from tracker.game.record import Record
from tracker.inference.deduction import Deduction, deduce
from tracker.knowledge.facts import Clause

COUNTING = ("sum", "bound", "added", "counting", "within")


def check_steps(explanation: Explanation, deduction: Deduction) -> None:
    """Each step follows from what it cites and what it names of it, and none takes too much."""
    known = deduction.knowledge
    facts = all_causes(known, deduction.state)
    for step in explanation.steps:
        assert step.size <= MOST_SOURCES, step
        assert follows(known, cited(explanation, step, facts), step), step
        if step.used or step.rule not in ("together", "not-all", "all"):
            assert follows(known, told(explanation, step, facts), step), step
        assert {clause.cause for clause in step.used} <= {*step.because}, step
        assert all(Clause((one,), cause) in facts[cause] for cause, one in step.stated), step
        assert step.conclusion or step.bounds or step.clauses
    used_steps = {used for step in explanation.steps for used in step.uses}
    assert used_steps == set(range(len(explanation.steps) - 1)), "a step is not used"
    causes = {cause for step in explanation.steps for cause in step.because}
    assert causes == set(explanation.because)


def check_game(record: Record) -> int:
    explained = 0
    for deduction in deductions(record):
        with Explainer(deduction) as explainer:
            for card, seat in deduced(deduction):
                explanation = explainer.why(card_at(card, seat))
                assert explanation.verdict == "proven"
                assert explanation.smallest
                document = loads(dumps(certificate(explanation)))
                assert verify(document, record) == ()
                check_steps(explanation, deduction)
                explained += 1
    return explained


@pytest.mark.parametrize("name", first(4, samples()))
def test_samples(name: str) -> None:
    check_game(samples()[name])


def test_a_random_game() -> None:
    assert check_game(full_game(1)) > 0


def test_everything_together_six_at_a_time() -> None:
    """Most present sizes are not public: no easier step leads there."""
    with deduce(mixed_game(22), view="Ann", at=165) as deduction, Explainer(deduction) as explainer:
        for card in ("9D", "AD"):
            found = explainer.why(card_at(card, "Eve", holds=False))
            check_steps(found, deduction)
            *before, last = found.steps
            assert last.rule == "together"
            assert [step.rule for step in before].count("all") > 1


def test_what_counting_needs_is_named_though_a_cause_says_it_plainly() -> None:
    """Where the same cause also says more, both are told."""
    with (
        deduce(mixed_game(16), view="public", at=102) as deduction,
        Explainer(deduction) as explainer,
    ):
        found = explainer.why(card_at("3S", "Bob"))
        assert any(step.rule in COUNTING for step in found.steps)
        check_steps(found, deduction)


@pytest.mark.parametrize("at", first(1, [82, 112]))
def test_steps_of_three_at_most(at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However little a step may take: what it is told with is enough."""
    for module in (counting_steps, telling, sys.modules[__name__]):
        monkeypatch.setattr(module, "MOST_SOURCES", 3)
    game = samples()["pagat-six"]
    with deduce(game, view="public", at=at) as deduction, Explainer(deduction) as explainer:
        for card, seat in deduced(deduction):
            check_steps(explainer.why(card_at(card, seat)), deduction)


def check_claims(record: Record) -> int:
    """The steps to each claim that was proven or refuted when it was made, in the public view."""
    told = 0
    for number, event in enumerate(record.events, start=1):
        if isinstance(event, Claim):
            with (
                deduce(record, view="public", at=number - 1) as deduction,
                Explainer(deduction) as explainer,
            ):
                found = explainer.why(whole_claim(event.book, event.holdings), questions=3000)
                if found.steps:
                    check_steps(found, deduction)
                    told += 1
    return told


@pytest.mark.parametrize("name", ["pagat-six", "skat-four"])
def test_claims_of_a_sample(name: str) -> None:
    assert check_claims(samples()[name]) > 2


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(40))
def test_mixed_games(seed: int) -> None:
    record = mixed_game(seed)
    check_game(record)
    check_claims(record)


@pytest.mark.soak
@pytest.mark.parametrize("seats", [4, 6, 8, 10, 12, 16])
@pytest.mark.parametrize("seed", range(10))
def test_random_games(seed: int, seats: int) -> None:
    check_game(full_game(seed, seats))

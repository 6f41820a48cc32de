"""Every explanation of every forced, not public location of the samples and of random games.

Each passes the verification of its certificate, which knows no SAT: the causes are enough, and none
can be left out. Each chain of steps holds, step by step, by an encoding that only the tests have.
"""

from __future__ import annotations

import pytest

from tests.explain import step_judge
from tests.explain.positions import deduced, deductions, full_game, mixed_game, samples
from tests.explain.step_judge import check_steps
from tests.marks import first
from tracker.explain import Explainer, card_at, steps, whole_claim
from tracker.explain.certificate import certificate, dumps, loads
from tracker.explain.verification import verify
from tracker.game.events import Claim
from tracker.game.record import Record
from tracker.inference.deduction import deduce
from tracker.knowledge.facts import Clause, Literal


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


@pytest.mark.parametrize("name", first(1, samples()))
def test_samples(name: str) -> None:
    check_game(samples()[name])


def test_a_random_game() -> None:
    assert check_game(full_game(1)) > 0


@pytest.mark.parametrize("at", first(1, [82, 112]))
def test_steps_of_four_at_most(at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However little a step may take: what it is told with is enough."""
    for module in (steps, step_judge):
        monkeypatch.setattr(module, "MOST_SOURCES", 4)
    game = samples()["pagat-six"]
    with deduce(game, view="public", at=at) as deduction, Explainer(deduction) as explainer:
        for card, seat in deduced(deduction):
            check_steps(explainer.why(card_at(card, seat)), deduction)


def test_of_many_reasons_those_that_narrow_one_choice_come_first() -> None:
    """Rather than some that rule out one card of several choices."""
    with (
        deduce(samples()["india-eight"], at=122) as deduction,
        Explainer(deduction) as explainer,
    ):
        first, _ = explainer.why(card_at("5H", "Esther")).steps
    (left,) = first.concludes
    assert isinstance(left, Clause)
    assert left.literals == (Literal("3H", "Anil", True), Literal("4H", "Anil", True))


def check_claims(record: Record) -> int:
    """The steps to each claim that was proven or refuted when it was made, in the public view."""
    told = 0
    for number, event in enumerate(record.events, start=1):
        if isinstance(event, Claim):
            with (
                deduce(record, view="public", at=number - 1) as deduction,
                Explainer(deduction) as explainer,
            ):
                found = explainer.why(whole_claim(event.book, event.holdings), limit=3000)
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

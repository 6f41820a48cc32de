"""Explanations of tiny games are the smallest there are, by trying all of them."""

from __future__ import annotations

import random
from itertools import product

import pytest

from tests.explain.twins import (
    VIEWS,
    moments,
    size_of_smallest,
    small_games,
    violations,
)
from tests.marks import first
from tests.strategies import SEATS
from tracker.errors import RecordError
from tracker.explain import (
    Explainer,
    Explanation,
    Weights,
    card_at,
    certificate,
    whole_claim,
)
from tracker.explain.certificate import CertificateError
from tracker.explain.explanation import Conclusion, Question
from tracker.inference.deduction import Deduction, deduce
from tracker.knowledge.facts import Cause, EventCause, OwnCause
from tracker.notation.text import loads


def conclusions(deduction: Deduction, rng: random.Random) -> list[Conclusion]:
    """Some conclusions of all kinds, about cards in play."""
    seats = deduction.record.seats
    single = [
        card_at(card, seat, holds=rng.random() < 0.5)
        for card, seat in product(deduction.cards, seats)
    ]
    deck = deduction.record.deck
    claims = []
    for book in deduction.state.open_books():
        cards = deck.by_name[book].cards
        likely = {card: rng.choice(deduction.holders(card)) for card in cards}
        claims.append(whole_claim(book, tuple(likely.items())))
        claims.append(whole_claim(book, tuple((card, rng.choice(seats)) for card in cards)))
    return rng.sample(single, min(6, len(single))) + claims


def check(deduction: Deduction, explanation: Explanation) -> str:
    """The explanation against all deals; returns the verdict."""
    question = Question(explanation.conclusion, deduction.state)
    known, state = deduction.knowledge, deduction.state
    denials = violations(known, state, question.denied)
    if question.publicly_false or not question.hidden:
        assert explanation.because == ()
        return explanation.verdict
    if frozenset() in denials:
        if frozenset() in violations(known, state, question.affirmed):
            assert explanation.verdict == "open"
            assert explanation.counterexample is not None
            assert known.fits(explanation.counterexample)
            assert all(fact.fits(explanation.counterexample) for fact in question.denied)
            return explanation.verdict
        assert explanation.verdict == "refuted"
        correction = violations(known, state, question.affirmed)
    else:
        assert explanation.verdict == "proven"
        correction = denials
    assert explanation.smallest
    assert len(explanation.because) == size_of_smallest(correction)
    for causes in (explanation.because, *explanation.others):
        assert len(causes) == len(explanation.because)
        assert all(one & set(causes) for one in correction), "it is not enough"
    return explanation.verdict


def explain_tiny(seed: int, count: int) -> set[str]:
    rng = random.Random(seed)
    seen = set()
    for record in small_games(seed, count, most=5_000):
        for view, at in product(VIEWS, moments(record)):
            with deduce(record, view=view, at=at) as deduction, Explainer(deduction) as explainer:
                for conclusion in conclusions(deduction, rng)[:8]:
                    explanation = explainer.why(conclusion, alternatives=2)
                    seen.add(check(deduction, explanation))
    return seen


@pytest.mark.parametrize("count", first(1, [1, 4]))
def test_tiny_games(count: int) -> None:
    assert explain_tiny(1, count) == {"proven", "open", "refuted"}


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10, 30))
def test_more_tiny_games(seed: int) -> None:
    explain_tiny(seed, 40)


HEARTS = """
seats: Ann Christina Doug Laura Helen Ben
dealer: Doug
hand Ann: KC JD 2H 3H 4H 6H 7H 9S
Doug asks Christina 3H: no
Christina asks Ann QC: no
Ann asks Ben 5H: no
"""


def why(text: str, conclusion: Conclusion, limit: int | None = None) -> Explanation:
    record = loads(text)
    with deduce(record, view=SEATS[0]) as deduction, Explainer(deduction) as explainer:
        return explainer.why(conclusion, limit=limit, alternatives=9)


def test_where_not_all_causes_were_tried_it_does_not_say_that_all_are_needed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tracker.explain.why.GRACE_QUESTIONS", 0)
    found = why(HEARTS, card_at("5H", "Doug"), limit=0)
    assert not found.minimal
    assert found.verdict == "proven"
    assert "Some of them may not be needed" in " ".join(str(found).split())
    assert found.to_json()["minimal"] is False
    with pytest.raises(CertificateError, match="can be left out"):
        certificate(found)


@pytest.mark.parametrize(("card", "seat"), [("8H", "Ann"), ("5H", "Zoe")])
def test_what_is_not_there_cannot_be_asked_about(card: str, seat: str) -> None:
    with pytest.raises(RecordError):
        why(HEARTS, card_at(card, seat))


TWICE = """
seats: Ann Ben Carl Dora
dealer: Ann
hand Ben: 2C 3C 4C 5C 6C 7C 2D 3D 4D 5D 6D 7D
Ann asks Ben 5H: no
Ben asks Ann AC: no !
Ann asks Ben 5H: no
"""


@pytest.mark.parametrize(
    ("weights", "first"),
    [
        (Weights(), OwnCause("5H", "Ben")),
        (Weights(own=9, age=1), EventCause(3)),
    ],
)
def test_of_those_as_easy_the_lightest_comes_first(weights: Weights, first: Cause) -> None:
    record = loads(TWICE)
    with deduce(record, view="Ben") as deduction, Explainer(deduction, weights) as explainer:
        found = explainer.why(card_at("5H", "Ben", holds=False), alternatives=9)
    assert found.because == (first,)
    assert {found.because, *found.others} == {
        (EventCause(1),),
        (EventCause(3),),
        (OwnCause("5H", "Ben"),),
    }

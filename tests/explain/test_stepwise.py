"""Steps are those that a player would take; worked out by hand.

Each example has one smallest set of causes, and one easy way from it to the conclusion. A step
``all-together`` would mean that the way was not found.
"""

from __future__ import annotations

import pytest

from tests.explain.positions import samples
from tracker import why
from tracker.explain import Explainer, Step, card_at, whole_claim
from tracker.explain.explanation import Conclusion
from tracker.inference.deduction import deduce
from tracker.knowledge.facts import Cause, Clause, EventCause, HandCause, Literal
from tracker.notation.text import loads

HEADER = """\
rules: pagat, deck=custom
book reds: 2H 3H
book blacks: 2S 3S 4S
book clubs: 2C 3C
seats: Ann Bob Carl Dora
"""
BOB: Cause = HandCause("Bob")


def event(number: int) -> Cause:
    return EventCause(number)


def steps(game: str, conclusion: Conclusion) -> tuple[Step, ...]:
    with deduce(loads(HEADER + game)) as deduction, Explainer(deduction) as explainer:
        return explainer.why(conclusion).steps


def in_short(step: Step) -> tuple[str, tuple[Literal, ...], tuple[Cause, ...], tuple[int, ...]]:
    return step.technique, step.conclusion, step.because, step.uses


@pytest.mark.parametrize(
    ("game", "concluded", "technique", "causes"),
    [
        pytest.param(
            """\
sizes: Ann 2 Bob 2 Carl 2 Dora 1
turn: Ann

Ann asks Bob 2H: yes
Ann asks Bob 2S: yes
""",
            Literal("3S", "Bob", False),
            "full-hand",
            (BOB,),
            id="Bob holds no card any more",
        ),
        pytest.param(
            """\
sizes: Ann 2 Bob 2 Carl 2 Dora 1
turn: Bob

Bob asks Ann 2S: no
Ann asks Bob 3H: yes
""",
            Literal("2C", "Bob", False),
            "place-taken",
            (event(1), BOB),
            id="Bob holds one card: the 3S or the 4S",
        ),
        pytest.param(
            """\
sizes: Ann 2 Bob 3 Carl 1 Dora 1
turn: Ann

Ann asks Bob 2S: no
Bob asks Carl 2C: no
Carl asks Bob 3S: no
Bob asks Ann 2H: no
""",
            Literal("4S", "Bob", True),
            "full-hand",
            (event(1), event(2), event(3), event(4), BOB),
            id="of seven cards Bob lacks four, and was dealt three",
        ),
        pytest.param(
            """\
sizes: Ann 2 Bob 2 Carl 2 Dora 1
turn: Ann

Ann asks Bob 2S: yes
Ann asks Bob 2H: no
Bob asks Ann 2S: yes
""",
            Literal("4S", "Dora", False),
            "one-each",
            (event(1), event(3)),
            id="Ann asked for spades, and so did Bob: 3S and 4S are theirs, one each",
        ),
    ],
)
def test_one_step(game: str, concluded: Literal, technique: str, causes: tuple[Cause, ...]) -> None:
    (step,) = steps(game, card_at(concluded.card, concluded.seat, holds=concluded.holds))
    assert in_short(step) == (technique, (concluded,), causes, ())


NO_ROOM_FOR_BOTH = """\
sizes: Ann 2 Bob 2 Carl 2 Dora 1
turn: Ann

Ann asks Dora 2S: no
Dora asks Carl 2C: no
Carl asks Dora 2S: no
"""


def test_a_claim_is_refuted_by_what_was_worked_out_before() -> None:
    """Nobody but Bob can have the 2S: one of his two cards, so he has not both the reds."""
    claim = whole_claim("reds", (("2H", "Bob"), ("3H", "Bob")))
    first, *_, last = steps(NO_ROOM_FOR_BOTH, claim)
    only_bob = (Literal("2S", "Bob", True),)
    not_both = (Literal("2H", "Bob", False), Literal("3H", "Bob", False))
    (clause,) = last.concludes
    assert isinstance(clause, Clause)
    assert clause.literals == not_both
    assert in_short(first) == ("only-seat", only_bob, (event(1), event(3)), ())
    assert (last.because, last.uses) == ((), (1,))


@pytest.mark.parametrize("effort", [0, 1, 2, 5])
def test_a_claim_is_refuted_from_all_causes_where_there_is_no_time(effort: int) -> None:
    """The causes are known by then: that which of them a step takes is not takes nothing away."""
    claim = whole_claim("reds", (("2H", "Bob"), ("3H", "Bob")))
    with deduce(loads(HEADER + NO_ROOM_FOR_BOTH)) as deduction, Explainer(deduction) as explainer:
        found = explainer.why(claim, limit=effort)
    assert found.verdict == "refuted"
    assert {cause for step in found.steps for cause in step.because} == {*found.because}
    (clause,) = found.steps[-1].concludes
    assert isinstance(clause, Clause)
    assert {one.card for one in clause.literals} == {"2H", "3H"}


def test_a_conclusion_that_takes_counting_is_reached_at_once() -> None:
    """What else the counting shows is no step of its own."""
    record = samples()["pagat-six"]
    with deduce(record, view="public", at=112) as deduction, Explainer(deduction) as explainer:
        steps = explainer.why(card_at("3H", "Yusuf")).steps
    assert all(step.technique != "all-together" for step in steps)
    assert steps[-1].conclusion == (Literal("3H", "Yusuf", True),)


def test_one_of_several_cards_is_with_one_of_several_opponents() -> None:
    """All cards but a heart are Bob's: of the others he has to have every one."""
    game = """\
rules: pagat, deck=custom, reveal=nothing
book low clubs: 2C 3C
book high diamonds: 2D 3D 4D 5D
book low hearts: 2H 3H 4H 5H
seats: Ann Bob Carl Dora
teams: Ann Bob / Carl Dora
dealer: Ann
sizes: Ann 0 Bob 9 Carl 0 Dora 1
turn: Bob

Bob claims low hearts: Ann 4H, Bob rest: opponents
"""
    for card in ("2C", "3C", "2D", "3D", "4D", "5D"):
        found = why(loads(game), card, "Bob")
        assert found.verdict == "proven"
        assert Literal(card, "Bob", True) in found.steps[-1].conclusion

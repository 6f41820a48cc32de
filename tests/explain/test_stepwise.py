"""Steps are those that a player would take; worked out by hand.

Each example has one smallest set of causes, and one easy way from it to the conclusion. A step
``all-together`` would mean that the way was not found.
"""

from __future__ import annotations

import pytest

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

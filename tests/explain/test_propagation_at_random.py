"""What a player sees at once, in random positions of a small table: all of it follows."""

from __future__ import annotations

import random
from collections.abc import Collection
from itertools import combinations

from tests.explain.deal_sets import BOOKS, CARDS, DEALS, LITERALS, SEATS, deals_of, deals_of_all
from tracker.explain.explanation import opposite
from tracker.explain.steps.propagation import Inference, Propagation
from tracker.knowledge.facts import Clause, Count, EventCause, Fact, HandCause, Literal


def some_facts(rng: random.Random) -> list[Clause | Count]:
    """What fits one deal: lacks, "one of these", and hand sizes; each with a cause of its own."""
    deal = dict(zip(CARDS, rng.choice(DEALS), strict=True))
    sizes = [sum(seat == other for other in deal.values()) for seat in SEATS]
    found: list[Clause | Count] = [
        Count(seat, CARDS, size, size, HandCause(seat))
        for seat, size in zip(SEATS, sizes, strict=True)
        if rng.random() < 0.6
    ]
    while len(found) < 12:
        cards = rng.choice(BOOKS).cards
        seat, cause = rng.choice(SEATS), EventCause(len(found))
        literals = [Literal(card, seat, True) for card in cards[rng.randint(0, 1) :]]
        if rng.random() < 0.2:
            literals[0] = Literal(literals[0].card, rng.choice(SEATS), rng.random() < 0.5)
        if rng.random() < 0.6:
            literals = [Literal(rng.choice(cards), seat, rng.random() < 0.1)]
        clause = Clause(tuple(literals), cause)
        if clause.fits(deal):
            found.append(clause)
    return found


def check(inference: Inference, facts: Collection[Clause | Count], before: set[Literal]) -> None:
    """It says something new, and that follows from its causes and from what was known before."""
    said = [fact for fact in facts if fact.cause in inference.causes]
    assert {fact.cause for fact in said} == set(inference.causes)
    assert set(inference.premises) <= before
    given = deals_of_all([*said, *inference.premises])
    assert all(not given & ~deals_of(literal) for literal in inference.literals)
    if inference.rule != "says":
        assert not before.intersection(inference.literals)
    told = {"says": Clause, "one-of": Clause, "hand": Count}.get(inference.rule)
    assert (inference.fact in said) if told else (inference.fact is None)
    assert not told or isinstance(inference.fact, told)
    if inference.rule in ("one-of", "only-seat"):
        for premise in inference.premises:
            rest = [other for other in inference.premises if other != premise]
            less = deals_of_all([*said, *rest])
            assert any(less & ~deals_of(literal) for literal in inference.literals)


def test_what_is_seen_follows_from_what_is_named() -> None:
    rng = random.Random(1)
    rules: set[str] = set()
    for _ in range(60):
        facts = some_facts(rng)
        known = Propagation(SEATS, facts)
        known.spread()
        before: set[Literal] = set()
        for inference in known.inferences:
            check(inference, facts, before)
            before.update(inference.literals)
            rules.add(inference.rule)
        check_done(known, facts)
        check_sources(known)
    assert rules == {"says", "one-of", "only-seat", "one-each", "hand", "hands"}


def check_done(known: Propagation, facts: Collection[Clause | Count]) -> None:
    """Nothing more follows from what is known and one fact, or two hand sizes."""
    seen = [literal for literal in LITERALS if known.why(literal)]
    for literal in seen:
        assert known.why(opposite(literal)) is None
        assert known.why(literal) in (literal, *(one for one in seen if one.card == literal.card))
    given = deals_of_all(seen)
    counts = [fact for fact in facts if isinstance(fact, Count)]
    for some in ((), *zip(facts), *combinations(counts, 2)):
        left = given & deals_of_all(some)
        for literal in LITERALS:
            if not left & ~deals_of(literal):
                assert literal in seen


def check_sources(known: Propagation) -> None:
    """Everything comes from the first that gave it; what no cause says has been worked out."""
    first: dict[Literal, Inference] = {}
    for inference in known.inferences:
        for literal in inference.literals:
            first.setdefault(literal, inference)
    placed = {literal.card for literal in first if literal.holds}
    for literal, inference in first.items():
        assert known.inferences[known.source(literal)] is inference
    assert known.worked_out() == [
        literal
        for literal, inference in first.items()
        if inference.rule != "says" and (literal.holds or literal.card not in placed)
    ]


def test_what_is_simply_said_is_the_better_reason() -> None:
    """That Bob has the card says that Ann has it not, before that was worked out otherwise."""
    lacks, bob = Literal("2S", "Ann", False), Literal("2S", "Bob", True)
    size = Count("Ann", CARDS, 0, 0, HandCause("Ann"))
    cases: tuple[tuple[list[Fact], Literal], ...] = (
        ([size], lacks),
        ([size, Clause((Literal("2S", "Bob", True),), EventCause(1))], Literal("2S", "Bob", True)),
        ([Clause((Literal("2S", "Bob", True),), EventCause(1))], Literal("2S", "Bob", True)),
        ([Clause((lacks,), EventCause(1))], lacks),
        # Both are said: that Bob has it says more.
        ([Clause((one,), EventCause(i)) for i, one in enumerate((lacks, bob))], bob),
        ([Clause((one,), EventCause(i)) for i, one in enumerate((bob, lacks))], bob),
        # That Bob has it is worked out, for nobody else does; of that, this is a part.
        ([size, Clause((Literal("2S", "Carl", False),), EventCause(1))], lacks),
    )
    for facts, reason in cases:
        known = Propagation(SEATS, facts)
        known.spread()
        assert known.why(lacks) == reason
        assert known.why(opposite(lacks)) is None


def inferred(*facts: Fact) -> list[Inference]:
    """What no fact simply says, in order."""
    known = Propagation(SEATS, facts)
    known.spread()
    return [inference for inference in known.inferences if inference.rule != "says"]


def said(number: int, *literals: Literal) -> Clause:
    return Clause(literals, EventCause(number))


def test_what_is_known_of_one_thing_does_not_hide_another() -> None:
    """The first choice is met, and its card placed; the second and the 4H are still open."""
    red, black = Literal("2H", "Ann", True), Literal("3S", "Bob", True)
    lacks = [Literal("2S", "Bob", False), *(Literal("4H", seat, False) for seat in SEATS[:2])]
    choices = [said(1, red, Literal("3H", "Ann", True)), said(2, opposite(lacks[0]), black)]
    facts = [said(number, one) for number, one in enumerate((red, *lacks), 3)]
    found = inferred(*choices, *facts)
    assert {one.rule: one.literals for one in found} == {
        "one-of": (black,),
        "only-seat": (Literal("4H", "Carl", True),),
    }


def test_a_hand_is_full_of_what_is_not_known_yet() -> None:
    """Ann's card is the 2H or 3H, for Bob has not the 4H: that is a reason, too."""
    size = Count("Ann", CARDS, 1, 1, HandCause("Ann"))
    lacks = Literal("4H", "Bob", False)
    choice = said(1, Literal("2H", "Ann", True), Literal("3H", "Ann", True), opposite(lacks))
    full, *_ = inferred(size, choice, said(2, lacks))
    assert (full.rule, full.premises, full.fact) == ("hand", (lacks,), size)
    assert set(full.causes) == {HandCause("Ann"), EventCause(1)}
    assert full.literals == tuple(Literal(card, "Ann", False) for card in CARDS[2:])


def test_a_hand_that_needs_all_that_is_left_has_it() -> None:
    size = Count("Ann", CARDS[:3], 3, 3, HandCause("Ann"))
    (every,) = inferred(size)
    assert (every.rule, every.causes, every.premises) == ("hand", (HandCause("Ann"),), ())
    assert every.literals == tuple(Literal(card, "Ann", True) for card in CARDS[:3])


def test_hands_are_full_of_cards_that_are_known_to_be_with_one_of_them() -> None:
    """Why they are is that one has them, once that is known; else that nobody else has."""
    lacks = [Literal(card, "Carl", False) for card in ("2H", "3H")]
    sizes = [Count(seat, CARDS, 1, 1, HandCause(seat)) for seat in ("Ann", "Bob")]
    both, *_ = inferred(*sizes, *(said(number, one) for number, one in enumerate(lacks)))
    assert (both.rule, both.premises, both.fact) == ("hands", tuple(lacks), None)
    assert set(both.literals) == {
        Literal(card, seat, False) for card in CARDS[2:] for seat in ("Ann", "Bob")
    }
    elsewhere = said(1, Literal("2H", "Bob", False)), said(2, Literal("2H", "Carl", False))
    placed, full, *_ = inferred(sizes[0], *elsewhere)
    assert (placed.rule, full.rule) == ("only-seat", "hand")
    assert full.premises == placed.literals == (Literal("2H", "Ann", True),)

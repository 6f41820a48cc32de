"""Steps that count: worked out by hand, in words, and never of more than six causes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tests.explain.positions import samples
from tests.explain.step_judge import follows
from tracker.budget import MOST_SOURCES
from tracker.explain import Explainer, Step, card_at
from tracker.explain.explanation import HowMany
from tracker.explain.steps.counting_steps import Counting, Need
from tracker.explain.steps.telling import put_sources_together
from tracker.game.cards import Book
from tracker.inference.deduction import deduce
from tracker.knowledge.facts import (
    Clause,
    Count,
    EventCause,
    HandCause,
    Knowledge,
    Literal,
)
from tracker.render.explanation_words import ExplanationWords

SEATS = ("Ann", "Bob", "Carl", "Dora")
BOOKS = (
    Book("reds", ("2H", "3H", "4H")),
    Book("blacks", ("2S", "3S", "4S")),
    Book("clubs", ("2C", "3C", "4C")),
)
CARDS = tuple(card for book in BOOKS for card in book.cards)


def has_one_of(number: int, seat: str, cards: tuple[str, ...]) -> Clause:
    return Clause(tuple(Literal(card, seat, True) for card in cards), EventCause(number))


def hand(seat: str, size: int) -> Need:
    return Need(HandCause(seat), (Count(seat, CARDS, size, size, HandCause(seat)),))


def event(clause: Clause) -> Need:
    return Need(clause.cause, (clause,))


def known() -> Knowledge:
    return Knowledge(SEATS, BOOKS, {"Ann": 3, "Bob": 3, "Carl": 2, "Dora": 1}, ())


def test_what_other_half_suits_leave() -> None:
    """Ann and Bob hold 6; Carl a red, Carl a black: so all the clubs, and Dora no other red."""
    needs = [
        hand("Ann", 3),
        hand("Bob", 3),
        event(has_one_of(1, "Carl", BOOKS[0].cards)),
        event(has_one_of(2, "Carl", BOOKS[1].cards)),
        event(has_one_of(3, "Dora", BOOKS[2].cards)),
    ]
    goal = Literal("2H", "Dora", False)
    steps = Counting(needs, BOOKS, SEATS, ()).steps([goal], one_of=False)
    assert steps is not None
    both = ("Ann", "Bob")
    added, counted, last = steps
    assert (added.rule, added.bounds) == ("sum", (HowMany(both, CARDS, 6, 6),))
    assert added.because == (HandCause("Ann"), HandCause("Bob"))
    assert (counted.rule, counted.bounds) == (
        "counting",
        (HowMany(both, BOOKS[0].cards, 2, 3),),
    )
    assert counted.because == (EventCause(2), EventCause(3))
    assert counted.uses == (0,)
    assert counted.addends == (
        HowMany(both, CARDS, 6, 6),
        HowMany(both, BOOKS[1].cards, 0, 2),
        HowMany(both, BOOKS[2].cards, 0, 2),
    )
    assert (last.rule, last.conclusion) == ("within", (goal,))
    assert (last.because, last.uses) == ((EventCause(1),), (1,))


def test_what_other_half_suits_need() -> None:
    """Carl holds 2, a red and a black among them: no club."""
    reds, blacks, _ = (book.cards for book in BOOKS)
    needs = [
        hand("Carl", 2),
        event(has_one_of(1, "Carl", reds)),
        event(has_one_of(2, "Carl", blacks)),
    ]
    goal = Literal("2C", "Carl", False)
    steps = Counting(needs, BOOKS, SEATS, ()).steps([goal], one_of=False)
    assert steps is not None
    (counted,) = steps
    assert (counted.rule, counted.conclusion) == ("counting", (goal,))
    assert counted.because == (EventCause(1), EventCause(2), HandCause("Carl"))
    held = (HowMany(("Carl",), cards, 1, 3) for cards in (reds, blacks))
    assert counted.addends == (HowMany(("Carl",), CARDS, 2, 2), *held)


def judged(known: Knowledge, needs: Sequence[Need], goal: Literal) -> tuple[Step, ...]:
    """The steps to a goal: none takes more than six, and each follows from what it takes."""
    steps = Counting(needs, known.books, known.seats, ()).steps([goal], one_of=False)
    assert steps is not None
    facts = {need.source: need.facts for need in needs}
    for step in steps:
        assert step.size <= MOST_SOURCES
        given = [fact for cause in step.because for fact in facts[cause]]
        shown = [bound for used in step.uses for bound in steps[used].bounds]
        assert follows(known, [*given, *shown], step)
    return tuple(steps)


def test_seven_hands_are_added_up_in_two_steps() -> None:
    """They hold 14 cards, at most seven of them black: so seven are red, and Hal has one."""
    seats = ("Ann", "Bob", "Carl", "Dora", "Eve", "Finn", "Gus", "Hal")
    reds, blacks = (tuple(f"{rank}{suit}" for rank in range(2, 10)) for suit in "HS")
    known = Knowledge(seats, (Book("reds", reds), Book("blacks", blacks)), {}, ())
    needs = [
        *(
            Need(HandCause(one), (Count(one, (*reds, *blacks), 2, 2, HandCause(one)),))
            for one in seats[:-1]
        ),
        event(has_one_of(1, "Hal", blacks)),
        event(has_one_of(2, "Hal", ("2H",))),
    ]
    steps = judged(known, needs, Literal("3H", "Hal", False))
    assert [step.rule for step in steps] == ["sum", "sum", "counting", "within"]
    assert [len(step.because) for step in steps] == [3, 4, 1, 1]
    assert [bound.least for step in steps for bound in step.bounds] == [6, 14, 7]


def test_six_hands_are_added_up_in_one_step() -> None:
    """They hold all the six cards: so Gus has none."""
    seats = ("Ann", "Bob", "Carl", "Dora", "Eve", "Finn", "Gus", "Hal")
    book = Book("reds", tuple(f"{rank}H" for rank in range(2, 8)))
    needs = [
        Need(HandCause(seat), (Count(seat, book.cards, 1, 1, HandCause(seat)),))
        for seat in seats[:6]
    ]
    (added, last) = judged(Knowledge(seats, (book,), {}, ()), needs, Literal("2H", "Gus", False))
    assert (added.rule, added.size) == ("sum", MOST_SOURCES)
    assert (last.rule, last.uses) == ("counting", (0,))


def test_seven_half_suits_are_added_up_in_two_steps() -> None:
    """Ann and Bob hold 16 cards, two at most of each of seven half-suits: two of the last."""
    books = tuple(Book(f"book {i}", (f"2{i}", f"3{i}", f"4{i}")) for i in range(8))
    every = tuple(card for book in books for card in book.cards)
    needs = [
        *(
            Need(HandCause(one), (Count(one, every, 8, 8, HandCause(one)),))
            for one in ("Ann", "Bob")
        ),
        *(event(has_one_of(i, "Carl", book.cards)) for i, book in enumerate(books, 1)),
    ]
    steps = judged(Knowledge(SEATS, books, {}, ()), needs, Literal("27", "Dora", False))
    assert [step.rule for step in steps] == ["sum", "added", "counting", "within"]
    assert [len(step.because) for step in steps] == [2, 3, 4, 1]
    assert steps[1].bounds == (HowMany(("Ann", "Bob"), every[:9], 0, 6),)


def test_what_does_not_follow_is_not_told() -> None:
    needs = [hand("Ann", 3), event(has_one_of(1, "Carl", BOOKS[0].cards))]
    counting = Counting(needs, BOOKS, SEATS, ())
    assert counting.steps([Literal("2H", "Dora", False)], one_of=False) is None


def test_nine_causes_that_leave_a_choice_are_put_together_six_at_a_time() -> None:
    """No step takes more than six, and each follows from what it takes."""
    clauses = [
        has_one_of(number, seat, pair)
        for number, (seat, pair) in enumerate(zip(SEATS * 2, pairwise(CARDS), strict=False), 1)
    ]
    clauses.append(has_one_of(9, "Ann", ("4C", "2C")))
    whole = Step(
        conclusion=(Literal("2H", "Bob", False),),
        because=tuple(clause.cause for clause in clauses),
        rule="within",
        used=tuple(clauses),
    )
    steps = put_sources_together(whole, [], {})
    assert [step.size for step in steps] == [4, MOST_SOURCES]
    assert steps[0].clauses == tuple(clauses[:4])
    assert follows(known(), clauses[:4], steps[0])
    assert steps[-1].uses == (0,)
    assert {cause for step in steps for cause in step.because} == set(whole.because)
    record = samples()["pagat-six"]
    said = ExplanationWords(record, at=0).conclusion(steps[0])
    assert said.startswith("Ann holds one of 2H 3H and Bob holds one of 3H 4H and")


def test_bounds_in_words() -> None:
    record = samples()["pagat-six"]
    with deduce(record, view="public", at=106) as deduction, Explainer(deduction) as explainer:
        found = explainer.why(card_at("2H", "Yusuf", holds=False))
    assert [step.rule for step in found.steps] == ["sum", "bound", "bound", "counting", "within"]
    said = ExplanationWords(record, "public", 106).steps(found.steps)
    assert said[0] == (
        "1. Lars holds 7 cards, 4 of them known to everyone: 2D 4H 2S 3S. Priya holds 3 cards, "
        "none of them known to everyone. 3 + 3 = 6, so Priya and Lars hold 6 cards together that "
        "not everyone knows."
    )
    assert said[3] == (
        "4. Priya and Lars hold 6 cards together that not everyone knows (step 1). "
        "Among these are at most one of 3D 5D 6D 7D (step 2) and at most 2 of 4S 5S 6S 7S "
        "(step 3). The low clubs, high clubs, high diamonds, high hearts and high spades are laid "
        "down. Everyone knows where the 4H is. 6 − 1 − 2 = 3: these 3 are of the low hearts, so "
        "Priya and Lars hold at least 3 of 2H 3H 5H 6H 7H."
    )

"""Steps from many causes are told as several from a few each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tests.explain.positions import samples
from tracker.budget import MOST_SOURCES
from tracker.explain import Explainer, Step
from tracker.explain.explanation import HowMany, card_at
from tracker.explain.steps.telling import put_literals_together, put_sources_together
from tracker.game.cards import Book
from tracker.inference.deduction import deduce
from tracker.knowledge.facts import (
    Cause,
    Clause,
    Count,
    Either,
    EventCause,
    Fact,
    HandCause,
    Literal,
)

BOOKS = (Book("reds", ("2H", "3H", "4H", "5H")), Book("blacks", ("2S", "3S", "4S", "5S")))
REDS, BLACKS = (book.cards for book in BOOKS)
GOAL = (Literal("5S", "Bob", True),)


def lacked(number: int, card: str) -> Clause:
    return Clause((Literal(card, "Bob", False),), EventCause(number))


def said_by(plain: Sequence[Clause]) -> tuple[tuple[Cause, Literal], ...]:
    return tuple((clause.cause, clause.literals[0]) for clause in plain)


def put_together(step: Step, books: Sequence[Book] = BOOKS) -> list[Step]:
    """The step after those that put literals together; the steps that it uses show nothing."""
    before = [Step((), ())] * len(step.uses)
    return put_literals_together(step, before, {}, books)


def test_what_is_plain_about_a_half_suit_is_put_together() -> None:
    plain = [lacked(number, card) for number, card in enumerate((*REDS, *BLACKS[:3]), start=1)]
    causes = tuple(one.cause for one in plain)
    whole = Step(
        (Literal("5S", "Bob", True),), (*causes, HandCause("Bob")), (0,), stated=said_by(plain)
    )
    first, last = put_together(whole)
    assert first.because == causes[:4]
    assert first.conclusion == tuple(one.literals[0] for one in plain[:4])
    assert (last.because, last.uses) == ((*causes[4:], HandCause("Bob")), (0, 1))
    assert last.conclusion == whole.conclusion
    assert last.size <= MOST_SOURCES


def test_no_more_is_put_together_than_it_takes() -> None:
    plain = [lacked(1, "2H"), lacked(2, "3H"), lacked(3, "2S"), lacked(4, "3S")]
    causes = tuple(one.cause for one in plain)
    whole = Step(
        (Literal("5S", "Bob", True),), (*causes, HandCause("Bob")), (0, 1), stated=said_by(plain)
    )
    *parts, last = put_together(whole)
    assert [part.because for part in parts] == [causes[:2]]
    assert last.size == MOST_SOURCES


def test_as_many_half_suits_are_put_together_as_it_takes() -> None:
    """Eight sources: two events about each of two half-suits make six of them."""
    books = (*BOOKS, Book("greens", ("2C", "3C")))
    plain = [lacked(i, card) for i, card in enumerate(("2H", "3H", "2S", "3S", "2C", "3C"), 1)]
    causes = tuple(one.cause for one in plain)
    whole = Step(
        (Literal("5S", "Bob", True),), (*causes, HandCause("Bob")), (0,), stated=said_by(plain)
    )
    *parts, last = put_together(whole, books)
    assert [part.because for part in parts] == [causes[:2], causes[2:4]]
    assert (last.because, last.uses) == ((*causes[4:], HandCause("Bob")), (0, 1, 2))


def test_half_suits_go_together_where_there_would_be_too_many_parts() -> None:
    """Five other sources and two events about each of three half-suits: one part for all three."""
    books = (*BOOKS, Book("greens", ("2C", "3C")))
    names = ("2H", "3H", "2S", "3S", "2C", "3C")
    plain = [lacked(i, card) for i, card in enumerate(names, start=1)]
    causes = [one.cause for one in plain]
    others = [HandCause(seat) for seat in ("Ann", "Bob")]
    whole = Step(GOAL, (*causes, *others), (0, 1, 2), stated=said_by(plain))
    part, last = put_together(whole, books)
    assert list(part.because) == causes
    assert part.conclusion == tuple(one.literals[0] for one in plain)
    assert (list(last.because), last.uses) == (others, (0, 1, 2, 3))


def test_two_half_suits_go_together_and_the_third_stays_apart() -> None:
    """The smallest are put together first; what is long enough already stays as it is."""
    books = (*BOOKS, Book("greens", ("2C", "3C")))
    names = ("2H", "3H", "4H", "5H", "2S", "3S", "2C", "3C")
    plain = [lacked(i, card) for i, card in enumerate(names, start=1)]
    causes = [one.cause for one in plain]
    whole = Step(GOAL, (*causes,), (0, 1, 2, 3), stated=said_by(plain))
    *parts, last = put_together(whole, books)
    assert sorted((list(part.because) for part in parts), key=str) == [causes[:4], causes[4:]]
    assert (last.because, last.uses) == ((), (0, 1, 2, 3, 4, 5))


def hands(number: int) -> tuple[HandCause, ...]:
    return tuple(HandCause(f"seat {i}") for i in range(number))


def choice(number: int, *cards: str) -> Clause:
    return Clause(tuple(Literal(card, "Bob", True) for card in cards), EventCause(number))


def test_a_step_of_six_is_not_gathered_and_hand_sizes_cannot_be() -> None:
    clauses = [choice(i, "2H", "3H") for i in range(1, 5)]
    causes = tuple(clause.cause for clause in clauses)
    six = Step(GOAL, (*causes, *hands(2)), used=tuple(clauses))
    assert put_sources_together(six, [], {}) == [six]
    for step in (Step(GOAL, hands(7)), Step(GOAL, (*hands(6), EventCause(1)), used=(clauses[0],))):
        assert put_sources_together(step, [], {}) == [step]
    about = Step(GOAL, (*causes[:2], *hands(5)), rule="one-of", fact=clauses[0], used=(clauses[1],))
    assert put_sources_together(about, [], {}) == [about]


def test_what_is_left_of_a_step_says_what_is_left() -> None:
    """Five events, of which three are put together: two that plainly say something, and one."""
    said = tuple((EventCause(i), Literal(card, "Bob", False)) for i, card in ((1, "2H"), (2, "3H")))
    more = ((EventCause(4), Literal("4H", "Bob", False)),)
    used = (choice(3, "2S", "3S"), choice(5, "3S", "4S"))
    causes = tuple(EventCause(i) for i in range(1, 6))
    whole = Step(GOAL, (*causes, *hands(3)), stated=(*said, *more), used=used)
    first, last = put_sources_together(whole, [], {})
    assert first == Step(
        conclusion=tuple(literal for _, literal in said),
        because=causes[:3],
        rule="all",
        stated=said,
        used=used[:1],
        clauses=used[:1],
    )
    assert last == replace(
        whole, because=(*causes[3:], *hands(3)), uses=(0,), stated=more, used=used[1:]
    )


def test_what_earlier_steps_have_shown_is_gathered_too() -> None:
    """Of one that leaves a choice, the choice; of others the literals and numbers shown."""
    bound = HowMany(("Bob",), REDS, 1, 2)
    either = (Literal("2S", "Bob", True), Literal("3S", "Bob", True))
    before = [
        Step((Literal("2H", "Bob", False),), ()),
        Step(either, (), rule="not-all"),
        Step((), (), rule="counting", bounds=(bound,)),
        Step((), (), rule="all", clauses=(choice(9, "4S", "5S"),)),
    ]
    first, last = put_sources_together(Step(GOAL, hands(5), (0, 1, 2, 3)), before, {})
    assert (first.rule, first.because, first.uses) == ("all", (), (0, 1, 2, 3))
    assert first.conclusion == before[0].conclusion
    assert first.bounds == (bound,)
    assert [clause.literals for clause in first.clauses] == [
        either,
        *(clause.literals for clause in before[3].clauses),
    ]
    assert (last.because, last.uses, last.conclusion) == (hands(5), (4,), GOAL)


def test_all_that_is_used_of_a_cause_is_gathered_or_nothing() -> None:
    """Its numbers and clauses; not where it leaves alternatives. First comes what has causes."""
    count = Count("Bob", REDS, 1, 2, EventCause(1))
    other = Count("Bob", BLACKS, 0, 1, EventCause(3))
    said = Clause((Literal("2H", "Bob", False),), EventCause(2))
    facts: dict[Cause, tuple[Fact, ...]] = {
        EventCause(1): (count, choice(1, "3H", "4H")),
        EventCause(2): (said,),
        EventCause(3): (said, Either(((count,), (other,)), EventCause(3))),
    }
    whole = Step(GOAL, (*facts, *hands(3)), (0,))
    first, last = put_sources_together(whole, [Step(said.literals, ())], facts)
    assert first.because == (EventCause(1), EventCause(2))
    assert first.bounds == (HowMany(("Bob",), REDS, 1, 2),)
    assert first.clauses == first.used == (choice(1, "3H", "4H"),)
    assert first.stated == ((EventCause(2), said.literals[0]),)
    assert first.conclusion == said.literals
    assert (last.because, last.uses) == ((EventCause(3), *hands(3)), (0, 1))


def test_a_long_step_of_a_sample() -> None:
    """All the causes are told, and each step uses only earlier ones."""
    record = samples()["pagat-six"]
    with deduce(record, view="public", at=121) as deduction, Explainer(deduction) as explainer:
        for card, holders in deduction.all_holders().items():
            if len(holders) > 1 or card in deduction.state.located:
                continue
            found = explainer.why(card_at(card, holders[0]))
            told = {cause for step in found.steps for cause in step.because}
            assert told == set(found.because)
            for place, step in enumerate(found.steps):
                assert all(used < place for used in step.uses)

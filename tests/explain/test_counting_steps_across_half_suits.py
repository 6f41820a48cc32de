"""What hands and other half-suits leave: steps that count, each worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tests.explain.test_counting_steps_by_hand import BOOKS, CARDS, SEATS, event, hand, has_one_of
from tracker.explain import Step
from tracker.explain.explanation import HowMany
from tracker.explain.steps.counting_steps import Counting, Need
from tracker.knowledge.facts import Cause, Clause, Count, EventCause, HandCause, Literal


def lacks(number: int, seat: str, *cards: str) -> Need:
    """What an event says: that a seat has none of some cards."""
    cause = EventCause(number)
    return Need(cause, tuple(Clause((Literal(card, seat, False),), cause) for card in cards))


def between(cause: Cause, seat: str, cards: tuple[str, ...], least: int, most: int) -> Need:
    return Need(cause, (Count(seat, cards, least, most, cause),))


def told(needs: Sequence[Need], *goals: Literal, one_of: bool = False) -> list[Step]:
    """The steps to some literals; none where it is not so."""
    steps = Counting(needs, BOOKS, SEATS, ()).steps(goals, one_of=one_of)
    assert steps != []
    return steps or []


REDS, BLACKS, CLUBS = (book.cards for book in BOOKS)
ANN = HandCause("Ann")


def test_what_one_count_leaves_of_another_at_most() -> None:
    """Ann holds two, a red at least: of the rest one at most. That is the black: so no club."""
    needs = [hand("Ann", 2), between(EventCause(1), "Ann", REDS, 1, 3)]
    needs.append(event(has_one_of(2, "Ann", BLACKS)))
    goal = Literal("2C", "Ann", False)
    left, step = told(needs, goal)
    rest = HowMany(("Ann",), (*BLACKS, *CLUBS), 0, 1)
    assert (left.rule, left.because, left.bounds) == ("sum", (EventCause(1), ANN), (rest,))
    assert (step.rule, step.conclusion) == ("counting", (goal,))
    assert (step.because, step.uses) == ((EventCause(2),), (0,))
    assert step.addends == (rest, HowMany(("Ann",), BLACKS, 1, 3))
    assert told([*needs[:2], lacks(2, "Ann", *BLACKS)], goal) == []


def test_what_one_count_leaves_of_another_at_least() -> None:
    """Ann holds four, a red at most, and no black: so all the clubs."""
    needs = [hand("Ann", 4), between(EventCause(1), "Ann", REDS, 0, 1), lacks(2, "Ann", *BLACKS)]
    goals = [Literal(card, "Ann", True) for card in CLUBS]
    left, step = told(needs, *goals)
    rest = HowMany(("Ann",), (*BLACKS, *CLUBS), 3, 4)
    assert (left.rule, left.because, left.bounds) == ("sum", (EventCause(1), ANN), (rest,))
    assert (step.rule, step.conclusion, step.uses) == ("counting", tuple(goals), (0,))
    assert step.addends == (rest, HowMany(("Ann",), BLACKS, 0, 0))
    fewer = [hand("Ann", 3), *needs[1:]]
    assert told(fewer, goals[0]) == []
    *_, last = told([*fewer, lacks(3, "Ann", "2C")], goals[1])
    assert (last.rule, last.because) == ("within", (EventCause(3),))


def test_a_count_leaves_nothing_of_one_that_is_not_a_part_of_it() -> None:
    """The three reds and blacks that Ann holds may all be red."""
    needs = [
        between(ANN, "Ann", (*BLACKS, *CLUBS), 3, 3),
        between(EventCause(1), "Ann", (*REDS, *BLACKS), 3, 3),
    ]
    assert told(needs, Literal("2C", "Ann", False)) == []
    assert told(needs, Literal("2C", "Ann", True)) == []


def test_a_hand_may_be_known_to_hold_between_two_numbers() -> None:
    """Two to four: no red, no black, so two clubs at least; a red and a black, so two clubs less.

    Of cards that do not count, or of which there may be none, nothing is said.
    """
    needs = [between(ANN, "Ann", CARDS, 2, 4), lacks(1, "Ann", *REDS, *BLACKS)]
    assert told(needs, Literal("3C", "Ann", True)) == []
    counted, last = told([*needs, lacks(2, "Ann", "2C")], Literal("3C", "Ann", True))
    assert counted.bounds == (HowMany(("Ann",), CLUBS, 2, 3),)
    assert last.because == (EventCause(2),)

    needs = [between(ANN, "Ann", (*BLACKS, *CLUBS), 1, 2), event(has_one_of(1, "Ann", BLACKS))]
    assert told(needs, Literal("3C", "Ann", False)) == []
    two = [*needs, event(has_one_of(2, "Ann", ("2C",)))]
    counted, last = told(two, Literal("3C", "Ann", False))
    assert counted.bounds == (HowMany(("Ann",), CLUBS, 0, 1),)
    assert counted.addends == (
        HowMany(("Ann",), (*BLACKS, *CLUBS), 1, 2),
        HowMany(("Ann",), BLACKS, 1, 3),
    )


def test_that_a_half_suit_may_be_all_elsewhere_is_not_counted() -> None:
    """Ann's card is a red: no club, whatever the blacks are. Four may all be reds and blacks."""
    goal = Literal("2C", "Ann", False)
    (step,) = told([hand("Ann", 1), event(has_one_of(1, "Ann", REDS))], goal)
    assert (step.because, step.conclusion) == ((EventCause(1), ANN), (goal,))
    assert step.addends == (HowMany(("Ann",), CARDS, 1, 1), HowMany(("Ann",), REDS, 1, 3))
    four = [hand("Ann", 4), lacks(1, "Ann", "2C", "3C")]
    assert told(four, Literal("4C", "Ann", True)) == []


def test_of_what_a_cause_says_only_what_it_takes_is_told() -> None:
    """Ann holds two, one of them red and one black. That she lacks the 3H is not needed."""
    asked = EventCause(1)
    lack = Clause((Literal("3H", "Ann", False),), asked)
    red = has_one_of(1, "Ann", ("2H", "4H"))
    for said in ((lack, red), (red, lack)):
        needs = [hand("Ann", 2), Need(asked, said), event(has_one_of(2, "Ann", BLACKS))]
        (step,) = told(needs, Literal("2C", "Ann", False))
        assert (step.stated, {clause.cause for clause in step.used}) == ((), {asked, EventCause(2)})
        assert red in step.used
        (step,) = told([needs[1], lacks(3, "Ann", "2H")], Literal("4H", "Ann", True))
        assert step.stated == ((EventCause(3), Literal("2H", "Ann", False)),)
        assert step.used == (red,)


def test_what_was_added_up_before_is_not_added_up_again() -> None:
    """Ann has a red and Bob a black: no other red, and no club. Both take how many they hold."""
    needs = [hand("Ann", 1), hand("Bob", 1), event(has_one_of(1, "Ann", REDS))]
    needs += [event(has_one_of(2, "Bob", BLACKS))]
    goals = (Literal("2H", "Bob", False), Literal("2C", "Ann", False))
    added, *rest = told(needs, *goals)
    assert [step.rule for step in (added, *rest)] == ["sum", "counting", "within", "counting"]
    assert [step.uses for step in rest] == [(0,), (1,), (0,)]
    assert Counting(needs, BOOKS, SEATS, [added]).steps(goals, one_of=False) == rest
    for other in (replace(added, conclusion=goals), replace(added, bounds=())):
        again, *rest = Counting(needs, BOOKS, SEATS, [other]).steps(goals, one_of=False) or [other]
        assert again == added
        assert [step.uses for step in rest] == [(1,), (2,), (1,)]


def test_what_follows_within_a_half_suit_is_not_counted() -> None:
    """With a hand's size, and without any."""
    needs = [event(has_one_of(1, "Carl", ("2H", "3H"))), lacks(2, "Carl", "2H")]
    goal = Literal("3H", "Carl", True)
    for more in ([], [hand("Ann", 3)]):
        (step,) = told([*needs, *more], goal)
        assert (step.rule, step.conclusion, step.uses) == ("within", (goal,), ())
        assert step.because == (EventCause(1), EventCause(2))
        assert step.stated == ((EventCause(2), Literal("2H", "Carl", False)),)
        assert [clause.cause for clause in step.used] == [EventCause(1)]
        assert told([*needs, *more], goal, one_of=True) == [step]
        assert told([*needs, *more], goal, Literal("4H", "Carl", True)) == []
        (either,) = told(needs[:1], goal, Literal("2H", "Carl", True), one_of=True)
        assert (either.rule, either.because) == ("not-all", (EventCause(1),))


def test_where_a_half_suit_cannot_be_laid_the_others_do_not_count() -> None:
    """Ann holds three, and no club; that they are red is not why 2S is with two."""
    needs = [hand("Ann", 3), lacks(1, "Ann", *CLUBS)]
    goal = Literal("2H", "Ann", True)
    (step,) = told([*needs, lacks(2, "Ann", *BLACKS)], goal)
    assert step.because == (EventCause(1), EventCause(2), ANN)
    twice = [event(has_one_of(number, seat, ("2S",))) for number, seat in ((2, "Bob"), (3, "Carl"))]
    assert told([*needs, *twice], goal) == []

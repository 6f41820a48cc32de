"""Steps that count, in random positions of a small table: each follows from what it takes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from tests.explain.deal_sets import (
    BOOKS,
    CARDS,
    LITERALS,
    SEATS,
    deals_of,
    deals_of_all,
    follow,
    shown,
)
from tracker.explain.explanation import HowMany, Step
from tracker.explain.steps.counting_steps import Counting, Need
from tracker.knowledge.facts import Clause, Count, EventCause, HandCause, Literal

Needs: TypeAlias = dict[EventCause | HandCause, tuple[Clause | Count, ...]]


def some_needs(rng: random.Random) -> Needs:
    """What fits one deal: hand sizes, also of one half-suit alone, choices, and a few cards."""
    deal = {card: rng.choice(SEATS) for card in CARDS}

    def count(seat: str, cards: tuple[str, ...], cause: EventCause | HandCause) -> Count:
        number = sum(deal[card] == seat for card in cards)
        return Count(seat, cards, number, number, cause)

    found: Needs = {}
    for seat in SEATS[: rng.randint(1, 3)]:
        found[HandCause(seat)] = (count(seat, CARDS, HandCause(seat)),)
    while len(found) < 9:
        cause = EventCause(len(found) + rng.randint(0, 1))
        cards = rng.sample(book := rng.choice(BOOKS).cards, rng.choice((1, 2, 2)))
        holds = len(cards) > 1 or rng.random() < 0.2
        clause = Clause(tuple(Literal(card, rng.choice(SEATS), holds) for card in cards), cause)
        if rng.random() < 0.15:
            found[cause] = (count(rng.choice(SEATS), book, cause),)
        elif clause.fits(deal):
            found[cause] = (*found.get(cause, ()), clause)
    return found


def check_told(facts: Needs, goals: Sequence[Literal], *, one_of: bool) -> list[str]:
    """The rules of the steps to some literals, where there are any; each step follows.

    Of what is said of one half-suit, none can be left out.
    """
    needs = [Need(cause, some) for cause, some in facts.items()]
    steps = Counting(needs, BOOKS, SEATS, ()).steps(goals, one_of=one_of)
    for place, step in enumerate(steps or ()):
        assert all(used < place for used in step.uses)
        given = [deals_of_all(some) for cause, some in facts.items() if cause in step.because]
        given += [deals_of(bound) for used in step.uses for bound in (steps or ())[used].bounds]
        conclusions = [*shown(step)]
        assert follow(common(given), conclusions)
        assert follow(common(named(facts, step, given)), conclusions)
        if step.rule in ("bound", "within", "not-all"):
            for i in range(len(given)):
                assert not follow(common(given[:i] + given[i + 1 :]), conclusions)
    if steps is not None:
        assert sorted(one for step in steps for one in step.conclusion) == sorted(goals)
        unused = {*range(len(steps))} - {used for step in steps for used in step.uses}
        assert unused == {place for place, step in enumerate(steps) if step.conclusion}
    return [step.rule for step in steps or ()]


def named(facts: Needs, step: Step, given: Sequence[int]) -> list[int]:
    """What the step says of what it takes: of the events no more than it uses."""
    assert {cause for cause, _ in step.stated} | {one.cause for one in step.used} <= {*step.because}
    counts = (fact for cause in step.because for fact in facts[cause])  # type: ignore[index]
    told = [deals_of(fact) for fact in counts if isinstance(fact, Count)]
    told += [deals_of(literal) for _, literal in step.stated]
    return [*told, *map(deals_of, step.used), *given[len(step.because) :]]


def common(sets: Sequence[int]) -> int:
    found = deals_of_all([])
    for one in sets:
        found &= one
    return found


def is_counting(facts: Needs, goal: Literal) -> bool:
    """Whether it takes no more than to count: one half-suit, and what the others leave for it."""
    clauses = [fact for some in facts.values() for fact in some if isinstance(fact, Clause)]
    about = {
        book.name: deals_of_all(one for one in clauses if one.literals[0].card in book.cards)
        for book in BOOKS
    }
    sizes = [some[0] for cause, some in facts.items() if isinstance(cause, HandCause)]
    seats = tuple(size.seat for size in sizes if isinstance(size, Count))
    most = least = sum(size.most for size in sizes if isinstance(size, Count))
    for book in BOOKS:
        if goal.card in book.cards:
            here = book
        else:
            numbers = [
                n
                for n in range(len(book.cards) + 1)
                if about[book.name] & deals_of(HowMany(seats, book.cards, n, n))
            ]
            most, least = most - min(numbers), least - max(numbers)
    bounds = (HowMany(seats, here.cards, least, 9), HowMany(seats, here.cards, 0, most))
    given = (about[here.name] & deals_of(bound) for bound in bounds)
    return any(follow(deals, [deals_of(goal)]) for deals in given)


def test_whatever_is_counted_follows_and_what_follows_by_counting_is_told() -> None:
    """Of cards that must, or cannot, be with a seat; and of what need not be so at all."""
    rng = random.Random(1)
    told: Counter[str] = Counter()
    for _ in range(20):
        facts = some_needs(rng)
        deals = deals_of_all(fact for some in facts.values() for fact in some)
        true = [one for one in LITERALS if follow(deals, [deals_of(one)])]
        for one in rng.sample(true, min(3, len(true))):
            rules = check_told(facts, [one], one_of=False)
            assert rules or not is_counting(facts, one)
            told.update(rules)
        for one_of in (False, True):
            told.update(check_told(facts, rng.sample(LITERALS, 2), one_of=one_of))
    assert set(told) == {"sum", "bound", "counting", "within", "not-all"}

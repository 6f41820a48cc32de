"""A step that takes too much, told as several: nothing that it uses is lost, and none made up."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

from tests.explain.step_judge import SUPPOSED, Given, leaves_a_deal, shown
from tracker.budget import MOST_SOURCES
from tracker.explain.explanation import HowMany, Step, opposite
from tracker.explain.steps.telling import put_sources_together
from tracker.game.cards import Book
from tracker.knowledge.facts import (
    Cause,
    Clause,
    Count,
    Either,
    EventCause,
    Fact,
    HandCause,
    Knowledge,
    Literal,
)

SEATS = ("Ann", "Bob", "Carl")
BOOKS = (Book("reds", ("2H", "3H", "4H")), Book("blacks", ("2S", "3S", "4S")))
CARDS = tuple(card for book in BOOKS for card in book.cards)
KNOWN = Knowledge(SEATS, BOOKS, {}, ())
GOAL = (Literal("2H", "Ann", True),)
Says: TypeAlias = dict[Cause, tuple[Fact, ...]]
FactT = TypeVar("FactT", Clause, Count)


class Case(NamedTuple):
    """A long step, the steps before it, and what its causes say."""

    step: Step
    before: list[Step]
    facts: Says
    """Of all its causes,"""
    untold: Says
    """and of those of which its ``said`` and ``used`` do not tell."""


class Maker:
    """Makes cases of what is so in one deal."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._deal = {card: rng.choice(SEATS) for card in CARDS}

    def case(self) -> Case:
        rng = self._rng
        clear: Says = {EventCause(i): self._clauses(i) for i in range(1, rng.randint(4, 9))}
        bounds: Says = {EventCause(i): (self._count(i),) for i in range(11, rng.randint(11, 14))}
        open_: Says = {
            EventCause(i): (*self._clauses(i), self._either(i))
            for i in range(21, rng.randint(21, 23))
        }
        hands: Says = {HandCause(s): (self._count(s),) for s in SEATS[: rng.randint(0, 3)]}
        said = [one for some in clear.values() for one in some if isinstance(one, Clause)]
        step = Step(
            conclusion=GOAL,
            because=(*clear, *bounds, *open_, *hands),
            uses=tuple(sorted(rng.sample(range(4), rng.randint(0, 4)))),
            stated=tuple((one.cause, one.literals[0]) for one in said if len(one.literals) == 1),
            used=tuple(one for one in said if len(one.literals) > 1),
            fact=rng.choice([None, said[0]]),
        )
        untold = {**bounds, **open_, **hands}
        return Case(step, self._steps(), {**clear, **untold}, untold)

    def _so(self, make: Callable[[], FactT]) -> FactT:
        """Something that is so."""
        return next(fact for fact in iter(make, None) if fact.fits(self._deal))

    def _clauses(self, number: int) -> tuple[Clause, ...]:
        """One or two things, or choices between things, of one half-suit."""

        def clause() -> Clause:
            cards = self._rng.choice(BOOKS).cards[: self._rng.randint(1, 3)]
            places = (
                Literal(card, self._rng.choice(SEATS), self._rng.random() < 0.7) for card in cards
            )
            return Clause(tuple(places), EventCause(number))

        return tuple(self._so(clause) for _ in range(self._rng.randint(1, 2)))

    def _count(self, source: int | str) -> Count:
        cause = EventCause(source) if isinstance(source, int) else HandCause(source)

        def count() -> Count:
            least = self._rng.randint(0, 2)
            seat = self._rng.choice(SEATS)
            return Count(seat, self._rng.choice(BOOKS).cards, least, least + 1, cause)

        return self._so(count)

    def _either(self, number: int) -> Either:
        return Either(((self._count(number),), (self._count(number),)), EventCause(number))

    def _steps(self) -> list[Step]:
        """Earlier steps of all kinds: cards, one of two, a bound, and all of it put together."""
        lies, other = (Literal(card, self._deal[card], True) for card in self._rng.sample(CARDS, 2))
        held = sum(self._deal[card] in SEATS[:2] for card in CARDS)
        bound = HowMany(SEATS[:2], CARDS, held, held)
        return [
            Step((lies,), (), rule="hand"),
            Step((lies, opposite(other)), (), rule="not-all"),
            Step((), (), rule="bound", bounds=(bound,)),
            Step((other,), (), rule="all", bounds=(bound,), clauses=self._clauses(99)),
        ]


def is_implied(given: Sequence[Given], fact: Given) -> bool:
    """Whether all the ways to lay the cards that fit some facts fit another."""
    if isinstance(fact, Clause):
        denial: list[Given] = [Clause((opposite(one),), SUPPOSED) for one in fact.literals]
        return not leaves_a_deal(KNOWN, [*given, *denial])
    assert isinstance(fact, Count | HowMany)
    seats = (fact.seat,) if isinstance(fact, Count) else fact.seats
    less = HowMany(seats, fact.cards, 0, fact.least - 1)
    more = HowMany(seats, fact.cards, fact.most + 1, len(fact.cards))
    return not any(leaves_a_deal(KNOWN, [*given, one]) for one in (less, more))


def check(case: Case) -> int:
    """That the parts say what the step used; returns how many there are."""
    *parts, last = found = put_sources_together(case.step, case.before, case.untold)
    chain = [*case.before, *found]
    given = [
        [
            *(fact for cause in one.because for fact in case.facts[cause]),
            *(fact for used in one.uses for fact in shown(chain[used])),
        ]
        for one in found
    ]
    for part, reasons in zip(parts, given[:-1], strict=True):
        assert (part.rule, 1 < part.size <= MOST_SOURCES) == ("all", True)
        assert all(is_implied(reasons, fact) for fact in shown(part))
    every: list[Given] = [fact for some in case.facts.values() for fact in some]
    every += [fact for used in case.step.uses for fact in shown(case.before[used])]
    assert all(is_implied(given[-1], fact) for fact in every if not isinstance(fact, Either))
    check_last(case, last)
    return len(parts)


def check_last(case: Case, last: Step) -> None:
    """It has the conclusion; hand sizes, what it is about, and what leaves cases are left to it."""
    assert last.conclusion == GOAL
    left = {c for c, some in case.facts.items() if any(isinstance(f, Either) for f in some)}
    left |= {cause for cause in case.facts if isinstance(cause, HandCause)}
    left |= {case.step.fact.cause} if case.step.fact else set()
    assert left <= set(last.because)
    assert last.size == min(max(MOST_SOURCES, len(left) + 1), case.step.size)
    assert {cause for cause, _ in last.stated} <= set(last.because)
    assert {clause.cause for clause in last.used} <= set(last.because)


def test_nothing_is_lost_and_nothing_made_up() -> None:
    rng = random.Random(1)
    assert {check(Maker(rng).case()) for _ in range(25)} == {1, 2}


def test_what_must_stay_together_does() -> None:
    """Seven hands, which are all left to the step itself, and one thing more."""
    hands = tuple(HandCause(seat) for seat in "ABCDEFG")
    step = Step(GOAL, (EventCause(1), *hands), rule="within", stated=((EventCause(1), GOAL[0]),))
    assert put_sources_together(step, [], {}) == [step]

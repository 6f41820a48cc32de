"""Does a step follow from what it cites? Judged card by card, by all the ways to lay each.

Of the ways to lay the cards so far only this matters: how many cards each count and bound has, and
which clauses about the half-suit are satisfied. So the different cases stay few, and what is kept
is plainly all there is. It shares nothing with the tables by which steps that count are made, nor
with SAT.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from tracker.explain.explanation import Consequences, Explanation, HowMany, Step, opposite
from tracker.game.cards import Book, Card
from tracker.knowledge.facts import (
    Cause,
    Clause,
    Count,
    Fact,
    HeaderCause,
    Knowledge,
)

Given = Fact | HowMany
SUPPOSED = HeaderCause("supposed")


def leaves_a_deal(known: Knowledge, given: Iterable[Given]) -> bool:
    """Whether a way to lay the cards fits some facts; those that leave alternatives say nothing."""
    given = tuple(given)
    clauses = [fact for fact in given if isinstance(fact, Clause)]
    limits = [_as_bound(fact) for fact in given if isinstance(fact, Count | HowMany)]
    if not all(clause.literals for clause in clauses):
        return False
    cases = {(0,) * len(limits)}
    for book in known.books:
        about = [one for one in clauses if one.literals[0].card in book.cards]
        cases = set(_laid(known, book, about, limits, cases))
    return any(
        all(limit.least <= number for limit, number in zip(limits, case, strict=True))
        for case in cases
    )


def _laid(
    known: Knowledge,
    book: Book,
    clauses: Sequence[Clause],
    limits: Sequence[HowMany],
    cases: Iterable[tuple[int, ...]],
) -> Iterator[tuple[int, ...]]:
    """How many cards each limit has once a half-suit is laid, from how many it had before."""
    found = {(frozenset[int](), case) for case in cases}
    for card in book.cards:
        ways = {_way(card, seat, clauses, limits) for seat in known.seats}
        found = {
            (done | met, now)
            for done, case in found
            for met, gains in ways
            if _fits(now := tuple(map(int.__add__, case, gains)), limits)
        }
    yield from (case for done, case in found if len(done) == len(clauses))


def _way(
    card: Card, seat: str, clauses: Sequence[Clause], limits: Sequence[HowMany]
) -> tuple[frozenset[int], tuple[int, ...]]:
    """The clauses that a card at a seat satisfies, and the limits that it counts for."""
    met = frozenset(
        i
        for i, clause in enumerate(clauses)
        for one in clause.literals
        if one.card == card and (one.seat == seat) == one.holds
    )
    return met, tuple(int(card in limit.cards and seat in limit.seats) for limit in limits)


def _fits(case: tuple[int, ...], limits: Sequence[HowMany]) -> bool:
    return all(number <= limit.most for limit, number in zip(limits, case, strict=True))


def _as_bound(fact: Count | HowMany) -> HowMany:
    if isinstance(fact, HowMany):
        return fact
    return HowMany((fact.seat,), fact.cards, fact.least, fact.most)


def opposites(step: Step) -> list[list[Given]]:
    """What would have to be so if a step's conclusion were false: each way by itself."""
    found: list[list[Given]] = []
    denied = [Clause((opposite(one),), SUPPOSED) for one in step.conclusion]
    found += [[*denied]] if step.rule == "not-all" else [[one] for one in denied]
    for clause in step.clauses:
        found.append([Clause((opposite(one),), SUPPOSED) for one in clause.literals])
    for bound in step.bounds:
        number = len(bound.cards)
        if bound.least > 0:
            found.append([HowMany(bound.seats, bound.cards, 0, bound.least - 1)])
        if bound.most < number:
            found.append([HowMany(bound.seats, bound.cards, bound.most + 1, number)])
    return found


def follows(known: Knowledge, given: Collection[Given], step: Step) -> bool:
    """Whether some facts force all that a step concludes."""
    return not any(leaves_a_deal(known, [*given, *one]) for one in opposites(step))


def cited(
    explanation: Explanation | Consequences, step: Step, facts: Mapping[Cause, Sequence[Fact]]
) -> list[Given]:
    """All that a step's causes say, and its earlier steps conclude."""
    return [*(fact for cause in step.because for fact in facts[cause]), *_shown(explanation, step)]


def told(
    explanation: Explanation | Consequences, step: Step, facts: Mapping[Cause, Sequence[Fact]]
) -> list[Given]:
    """What the wording of a step names: no more of its events than it uses."""
    fact = [] if step.fact is None else [step.fact]
    counts = [fact for cause in step.because for fact in facts[cause] if isinstance(fact, Count)]
    said = [Clause((literal,), SUPPOSED) for _, literal in step.stated]
    return [*fact, *counts, *said, *step.used, *_shown(explanation, step)]


def _shown(explanation: Explanation | Consequences, step: Step) -> Iterator[Given]:
    for used in step.uses:
        yield from shown(explanation.steps[used])


def shown(step: Step) -> Iterator[Given]:
    """What a step has shown, for those after it."""
    if step.rule == "not-all":
        yield Clause(step.conclusion, SUPPOSED)
    else:
        yield from (Clause((literal,), SUPPOSED) for literal in step.conclusion)
    yield from step.bounds
    yield from step.clauses

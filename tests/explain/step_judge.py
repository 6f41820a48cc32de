"""Does a step follow from what it cites? Judged card by card, by all the ways to lay each.

Of the ways to lay the cards so far only this matters: how many cards each count and bound has, and
which clauses about the half-suit are satisfied. So the different cases stay few, and what is kept
is plainly all there is. It shares nothing with the tables by which steps that count are made, nor
with SAT.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from tests.explain.twins import all_causes
from tracker.explain.explanation import (
    Consequences,
    Explanation,
    HowMany,
    Step,
    content,
    opposite,
)
from tracker.explain.limits import MOST_SOURCES
from tracker.game.cards import Book, Card
from tracker.inference.deduction import Deduction
from tracker.knowledge.facts import (
    Cause,
    Clause,
    Count,
    Fact,
    HandCause,
    HeaderCause,
    Knowledge,
    OwnCause,
    SizeCause,
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
    gains = [
        _laid(known, book, [one for one in clauses if one.literals[0].card in book.cards], limits)
        for book in known.books
    ]
    return all(gains) and _is_reached(sorted(gains, key=len), limits)


def _is_reached(gains: Sequence[Collection[tuple[int, ...]]], limits: Sequence[HowMany]) -> bool:
    """Whether one of the ways to lay each half-suit comes, in sum, to what all limits allow.

    A sum that no way to lay the half-suits that are left can mend is given up at once.
    """
    cases = {(0,) * len(limits)}
    for place, here in enumerate(gains):
        bounds = [
            (
                limit.least - sum(max(way[i] for way in ways) for ways in gains[place + 1 :]),
                limit.most - sum(min(way[i] for way in ways) for ways in gains[place + 1 :]),
            )
            for i, limit in enumerate(limits)
        ]
        sums = {tuple(map(int.__add__, case, way)) for case in cases for way in here}
        cases = {
            case
            for case in sums
            if all(low <= number <= high for number, (low, high) in zip(case, bounds, strict=True))
        }
    return bool(cases)


def _laid(
    known: Knowledge, book: Book, clauses: Sequence[Clause], limits: Sequence[HowMany]
) -> set[tuple[int, ...]]:
    """How many cards of a half-suit each limit can have, together."""
    found = {(frozenset[int](), (0,) * len(limits))}
    for card in book.cards:
        ways = {_way(card, seat, clauses, limits) for seat in known.seats}
        found = {
            (done | met, now)
            for done, case in found
            for met, gains in ways
            if _fits(now := tuple(map(int.__add__, case, gains)), limits)
        }
    return {case for done, case in found if len(done) == len(clauses)}


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
    for says in step.concludes:
        if isinstance(says, Clause):
            found.append(_opposites(says))
        elif isinstance(says, HowMany):
            if says.least > 0:
                found.append([HowMany(says.seats, says.cards, 0, says.least - 1)])
            if says.most < len(says.cards):
                found.append([HowMany(says.seats, says.cards, says.most + 1, len(says.cards))])
    return found


def _opposites(clause: Clause) -> list[Given]:
    """What is so where a clause is false."""
    return [Clause((opposite(one),), SUPPOSED) for one in clause.literals]


def follows(known: Knowledge, given: Collection[Given], step: Step) -> bool:
    """Whether some facts force all that a step concludes."""
    return not any(leaves_a_deal(known, [*given, *one]) for one in opposites(step))


def check_given(
    explanation: Explanation | Consequences,
    place: int,
    known: Knowledge,
    facts: Mapping[Cause, Sequence[Fact]],
) -> None:
    """What a step is given is what its causes say, and its earlier steps conclude.

    Args:
        explanation: the explanation.
        place: the place of the step.
        known: all that is known.
        facts: what each cause says.
    """
    for source, says in explanation.steps[place].given:
        if isinstance(source, int):
            assert source < place
            assert content(says) in map(content, explanation.steps[source].concludes)
        elif isinstance(source, HandCause | SizeCause) and isinstance(says, Clause):
            assert says.literals[0].holds is False  # a hand without room lacks the card
            assert not leaves_a_deal(known, [*facts[source], *_opposites(says)])
        else:
            as_said = (
                _as_bound(fact) if isinstance(fact, Count) else fact for fact in facts[source]
            )
            assert says in as_said, (source, says)


def check_sum(step: Step) -> None:
    """The parts of a sum are of different cards, all of them among those that are counted."""
    if step.sum:
        total, *parts = step.sum
        cards = [card for part in parts for card in part.cards]
        assert len(cards) == len({*cards})
        assert {*cards} < {*total.cards}
        assert all(part.seats == total.seats for part in parts)


def check_steps(explanation: Explanation, deduction: Deduction) -> None:
    """Each step follows from what it is given, none takes too much, and none is idle."""
    known, steps = deduction.knowledge, explanation.steps
    facts = all_causes(known, deduction.state)
    for place, step in enumerate(steps):
        assert step.size <= MOST_SOURCES, step
        check_given(explanation, place, known, facts)
        check_sum(step)
        assert step.concludes
        assert follows(known, [one.says for one in step.given], step), step
    assert {used for step in steps for used in step.uses} == {*range(len(steps) - 1)}, "idle"
    causes = {cause for step in steps for cause in step.because}
    own = {cause for cause in causes if isinstance(cause, OwnCause)}
    if len(deduction.viewer.hands) == 1:  # the reader sees the own hand
        assert causes - own <= {*explanation.because}
    else:
        assert causes == {*explanation.because}

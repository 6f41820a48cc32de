"""Inferences as steps: only what the conclusion needs, and no step takes too much.

What a cause simply states ("Bob does not hold the 5H") is no step of its own: the cause is among
the causes of the step that uses it.

No step has more than ``MOST_SOURCES`` causes and earlier steps. What would take more is told as
several steps, in one of three ways:

* a harder inference as steps that count hands (``counting_steps``), where it is that;
* else the literals that causes and earlier steps state about one half-suit are put together first,
  in a step of their own ("so Bob has none of 3H 5H 6H"); half-suits go together as far as they have
  to, and fit;
* and if that still takes too much, other sources are put together, six at a time. Hand sizes are
  left to the last step, and so are causes that leave alternatives.

Example: a hand's size and nine events about three half-suits become three steps from three events
each, and one from the size and these three.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TypeAlias

from tracker.budget import EASY_SOURCES, MOST_SOURCES
from tracker.explain.evidence import in_order
from tracker.explain.explanation import SUPPOSED, HowMany, Step
from tracker.explain.smallest.fact_groups import FactGroups
from tracker.explain.steps.counting_steps import Counting, Need
from tracker.explain.steps.half_suit_bounds import Source
from tracker.explain.steps.propagation import Inference, Propagation
from tracker.game.cards import Book
from tracker.knowledge.facts import (
    Cause,
    Clause,
    Count,
    EventCause,
    Fact,
    HandCause,
    Literal,
    SizeCause,
)

Facts: TypeAlias = Mapping[Cause, tuple[Fact, ...]]
"""What a step uses of some causes. What it uses of the others is in its ``stated`` and ``used``."""
Content: TypeAlias = tuple[Clause | HowMany, ...]
"""What a step uses of one cause or earlier step."""


def told_in_steps(
    groups: FactGroups,
    known: Propagation,
    goals: Sequence[Literal],
    last: Inference | None = None,
) -> tuple[Step, ...]:
    """The steps to some known literals, or to a last inference, in order.

    Args:
        groups: the facts.
        known: the inferences.
        goals: the literals.
        last: an inference from them, where there is one.
    """
    needed = _needed(known, [*goals, *(last.premises if last else ())])
    telling = _Telling(groups, known)
    for place in sorted(needed):
        inference = known.inferences[place]
        if inference.rule != "says" or any(goal in inference.literals for goal in goals):
            telling.add(inference, needed[place])
    if last is not None:
        telling.add(last, last.literals)
    return tuple(telling.steps)


def _needed(known: Propagation, literals: Iterable[Literal]) -> dict[int, list[Literal]]:
    """The inferences that some literals need, by their place, each with what is needed of it."""
    needed: dict[int, list[Literal]] = {}
    for literal in literals:
        needed.setdefault(known.source(literal), []).append(literal)
    for place, inference in reversed([*enumerate(known.inferences)]):
        for premise in inference.premises if place in needed else ():
            needed.setdefault(known.source(premise), []).append(premise)
    return needed


class _Telling:
    """Makes the steps, one inference after the other."""

    def __init__(self, groups: FactGroups, known: Propagation) -> None:
        self.steps: list[Step] = []
        self._groups = groups
        self._known = known
        self._place: dict[Literal, int] = {}
        """By literal: the step that concludes it."""

    def add(self, inference: Inference, literals: Iterable[Literal]) -> None:
        """Add an inference, as one step or as several.

        Args:
            inference: the inference.
            literals: what is needed of it.
        """
        step = self._step(inference, literals)
        parts = self._counted(inference, step) if _may_be_counted(step) else None
        facts: Facts = {}
        if parts is None and step.rule in ("together", "not-all", "all"):
            facts = {cause: self._facts_of(inference, cause) for cause in inference.causes}
        elif parts is None:  # the step turns on what its causes say
            facts = dict.fromkeys(inference.causes, ())
        moved = list(range(len(self.steps)))
        for part in parts or [step]:
            placed = replace(part, uses=tuple(sorted(moved[used] for used in part.uses)))
            self.steps += split(placed, self.steps, facts, self._groups.evidence.books)
            moved.append(len(self.steps) - 1)
            if part.rule != "not-all":
                self._place.update((literal, len(self.steps) - 1) for literal in part.conclusion)

    def _step(self, inference: Inference, literals: Iterable[Literal]) -> Step:
        """An inference as one step."""
        concluded = [literal for literal in inference.premises if literal in self._place]
        stated = [
            (self._cause_of(literal), literal)
            for literal in inference.premises
            if literal not in self._place
        ]
        return Step(
            conclusion=tuple(dict.fromkeys(literals)),
            because=in_order({*inference.causes, *(cause for cause, _ in stated)}),
            uses=tuple(sorted({self._place[literal] for literal in concluded})),
            rule=inference.rule,
            fact=inference.fact,
            stated=tuple(stated),
            used=tuple(fact for fact in inference.used if isinstance(fact, Clause)),
        )

    def _counted(self, inference: Inference, step: Step) -> list[Step] | None:
        """An inference as steps that count; None where it does not follow by counting."""
        needs = [Need(cause, self._facts_of(inference, cause)) for cause in inference.causes]
        for premise in inference.premises:
            source = self._place.get(premise)
            if source is None:
                cause = self._cause_of(premise)
                needs.append(Need(cause, (Clause((premise,), cause),)))
            else:
                needs.append(Need(source, (Clause((premise,), SUPPOSED),)))
        evidence = self._groups.evidence
        counting = Counting(needs, evidence.books, evidence.seats, self.steps)
        parts = counting.steps(step.conclusion, one_of=step.rule == "not-all")
        return parts and [replace(part, part_of=inference.rule) for part in parts]

    def _facts_of(self, inference: Inference, cause: Cause) -> tuple[Fact, ...]:
        """What an inference uses of a cause; where that was not found out, all that it says."""
        facts = tuple(self._groups.facts([self._groups.causes.index(cause)]))
        if inference.rule in ("together", "not-all") and isinstance(cause, EventCause):
            return tuple(fact for fact in inference.used if fact.cause == cause) or facts
        return facts

    def _cause_of(self, premise: Literal) -> Cause:
        """The cause that simply states a literal."""
        return self._known.inferences[self._known.source(premise)].causes[0]


def _may_be_counted(step: Step) -> bool:
    """Whether a step is hard or long, so that steps that count are to be preferred."""
    if step.rule == "not-all":
        return step.size > EASY_SOURCES
    return step.rule == "together" or step.size > MOST_SOURCES


# -- a step that takes too much -------------------------------------------------------------------


def split(step: Step, before: Sequence[Step], facts: Facts, books: Sequence[Book]) -> list[Step]:
    """A step as it is, or as several, the last of which has its conclusion.

    Args:
        step: the step.
        before: the steps before it.
        facts: what it uses of its causes.
        books: the half-suits.
    """
    *parts, last = put_literals_together(step, before, facts, books)
    return [*parts, *put_sources_together(last, [*before, *parts], facts)]


def put_literals_together(
    step: Step, before: Sequence[Step], facts: Facts, books: Sequence[Book]
) -> list[Step]:
    """A step that takes too much, after steps that put the literals of a half-suit together.

    Args:
        step: the step.
        before: the steps before it.
        facts: what it uses of its causes.
        books: the half-suits.
    """
    contents = _contents(step, before, facts)
    plain = {source: content for source, content in contents.items() if _is_plain(content)}
    steps: list[Step] = []
    for sources in _parts(_by_book(plain, books), step.size):
        steps.append(_put_together({source: contents[source] for source in sources}))
        step = _using(step, len(before) + len(steps) - 1, sources)
    return [*steps, step]


def put_sources_together(step: Step, before: Sequence[Step], facts: Facts) -> list[Step]:
    """A step that takes too much, after steps that put its sources together, six at a time.

    Args:
        step: the step.
        before: the steps before it.
        facts: what it uses of its causes.
    """
    steps: list[Step] = []
    while step.size > MOST_SOURCES:
        contents = _contents(step, [*before, *steps], facts)
        sources = [*contents][: min(MOST_SOURCES, step.size - MOST_SOURCES + 1)]
        if len(sources) < 2:
            break
        steps.append(_put_together({source: contents[source] for source in sources}))
        step = _using(step, len(before) + len(steps) - 1, sources)
    return [*steps, step]


def _contents(step: Step, before: Sequence[Step], facts: Facts) -> dict[Source, Content]:
    """What a step uses of each cause and earlier step that may be put together with others."""
    contents: dict[Source, Content] = {
        cause: _content(step, cause, facts.get(cause)) for cause in step.because
    }
    contents |= {used: _shown(before[used]) for used in step.uses}
    return {source: content for source, content in contents.items() if content}


def _content(step: Step, cause: Cause, facts: tuple[Fact, ...] | None) -> Content:
    """What a step uses of a cause; nothing where that cannot be put together with more."""
    if isinstance(cause, HandCause | SizeCause) or (step.fact and cause == step.fact.cause):
        return ()
    if facts is None:
        literals = (literal for stating, literal in step.stated if stating == cause)
        stated = (Clause((literal,), cause) for literal in literals)
        return (*stated, *(clause for clause in step.used if clause.cause == cause))
    bounds = (_bound(fact) for fact in facts if isinstance(fact, Count))
    return (*(fact for fact in facts if isinstance(fact, Clause)), *bounds)


def _bound(count: Count) -> HowMany:
    return HowMany((count.seat,), count.cards, count.least, count.most)


def _shown(step: Step) -> Content:
    """What a step concludes."""
    if step.rule == "not-all":
        clauses = [Clause(step.conclusion, SUPPOSED)]
    else:
        clauses = [Clause((literal,), SUPPOSED) for literal in step.conclusion]
    return (*clauses, *step.clauses, *step.bounds)


def _is_plain(content: Content) -> bool:
    """Whether there is nothing but literals."""
    return all(isinstance(item, Clause) and len(item.literals) == 1 for item in content)


def _put_together(contents: Mapping[Source, Content]) -> Step:
    """The step that puts together what causes say and earlier steps have shown."""
    items = [(source, item) for source, content in contents.items() for item in content]
    clauses = [(source, item) for source, item in items if isinstance(item, Clause)]
    choices = [(source, clause) for source, clause in clauses if len(clause.literals) > 1]
    literals = [(source, item.literals[0]) for source, item in clauses if len(item.literals) == 1]
    return Step(
        conclusion=tuple(dict.fromkeys(literal for _, literal in literals)),
        because=in_order(source for source in contents if not isinstance(source, int)),
        uses=tuple(sorted(source for source in contents if isinstance(source, int))),
        rule="all",
        stated=tuple((cause, literal) for cause, literal in literals if not isinstance(cause, int)),
        used=tuple(clause for source, clause in choices if not isinstance(source, int)),
        bounds=tuple(item for _, item in items if isinstance(item, HowMany)),
        clauses=tuple(clause for _, clause in choices),
    )


def _using(step: Step, place: int, sources: Collection[Source]) -> Step:
    """A step that uses another one, given by its place, instead of some of its sources."""
    return replace(
        step,
        because=tuple(cause for cause in step.because if cause not in sources),
        uses=(*(used for used in step.uses if used not in sources), place),
        stated=tuple(pair for pair in step.stated if pair[0] not in sources),
        used=tuple(clause for clause in step.used if clause.cause not in sources),
    )


def _by_book(plain: Mapping[Source, Content], books: Sequence[Book]) -> list[list[Source]]:
    """Sources by the half-suit that their first literal is about."""
    cards = {
        source: content[0].literals[0].card
        for source, content in plain.items()
        if isinstance(content[0], Clause)
    }
    return [[source for source, card in cards.items() if card in book.cards] for book in books]


def _parts(by_book: Iterable[Sequence[Source]], size: int) -> list[list[Source]]:
    """The sources to be put together, so that a step is not too large, if that can be.

    Half-suits go together only as far as they have to, and no more is put together than it takes.

    Args:
        by_book: sources that may be put together, by half-suit.
        size: of the step.
    """
    parts = [
        [*sources[i : i + MOST_SOURCES]]
        for sources in by_book
        for i in range(0, len(sources), MOST_SOURCES)
    ]
    others = size - sum(map(len, parts))
    while others + len(parts) > MOST_SOURCES and len(parts) > 1:
        least, place = min((len(a) + len(b), i) for i, (a, b) in enumerate(pairwise(parts)))
        if least > MOST_SOURCES:
            break
        parts[place : place + 2] = [[*parts[place], *parts[place + 1]]]
    chosen: list[list[Source]] = []
    for part in sorted(parts, key=len, reverse=True):
        if size > MOST_SOURCES and len(part) > 1:  # a single source is no shorter as a step
            chosen.append(part)
            size -= len(part) - 1
    return chosen

"""A step from many causes, as several from a few each.

Most of what a long step needs is plain: "event 3 says that Bob has not the 5H". What is plain about
one half-suit is put together first, in a step of its own ("so Bob has none of 3H 5H 6H"), and the
long step then uses that. Half-suits go together as long as they have to, and fit.

Example: a hand's size and nine events about three half-suits become three steps from three events
each, and one from the size and these three.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from tracker.explain.explanation import ASKED
from tracker.explain.smallest.causes import in_order
from tracker.explain.steps.step import MANY, HowMany, Step
from tracker.game.cards import Book
from tracker.knowledge.facts import (
    Cause,
    Clause,
    Count,
    Fact,
    HandCause,
    Literal,
    SizeCause,
)


class Plain(NamedTuple):
    """A cause, or an earlier step, of which a step needs only something plain."""

    source: Cause | int
    """The cause; or the place of the step in the chain."""
    literals: tuple[Literal, ...]
    """All that is needed of it."""


def split(step: Step, plain: Sequence[Plain], books: Sequence[Book], first: int) -> list[Step]:
    """A step as several, the last of which has its conclusion.

    Args:
        step: the step.
        plain: the causes and earlier steps of which only something plain is needed.
        books: the half-suits.
        first: the place in the chain that the first of the new steps gets.
    """
    parts = _parts(step, plain, books)
    gone = {one.source for part in parts for one in part}
    rest = replace(
        step,
        because=tuple(cause for cause in step.because if cause not in gone),
        uses=(
            *(used for used in step.uses if used not in gone),
            *range(first, first + len(parts)),
        ),
        said=tuple(pair for pair in step.said if pair[0] not in gone),
        used=tuple(clause for clause in step.used if clause.cause not in gone),
    )
    return [*map(_told, parts), rest]


def gathered(
    step: Step, before: Sequence[Step], facts: Mapping[Cause, tuple[Fact, ...]]
) -> list[Step]:
    """A step that still takes too much as several: what it uses is put together, six at a time.

    Hand sizes are left to the step itself, and so is what leaves alternatives.

    Args:
        step: the step.
        before: the steps before it.
        facts: what it uses of some causes; of the others its ``said`` and ``used`` tell.
    """
    content = {cause: _content(step, cause, facts.get(cause)) for cause in step.because}
    content = {cause: said for cause, said in content.items() if said}
    found: list[Step] = []
    while step.size > MANY:
        sources: list[Cause | int] = [cause for cause in step.because if cause in content]
        sources += step.uses
        chosen = sources[: min(MANY, step.size - MANY + 1)]
        if len(chosen) < 2:
            break
        found.append(_together(content, chosen, [*before, *found]))
        place = len(before) + len(found) - 1
        step = replace(
            step,
            because=tuple(cause for cause in step.because if cause not in chosen),
            uses=(*(used for used in step.uses if used not in chosen), place),
            said=tuple(pair for pair in step.said if pair[0] not in chosen),
            used=tuple(clause for clause in step.used if clause.cause not in chosen),
        )
    return [*found, step]


def _content(
    step: Step, cause: Cause, facts: tuple[Fact, ...] | None
) -> tuple[Clause | Count, ...]:
    """All that a step uses of a cause; nothing where that cannot be put together with more."""
    if isinstance(cause, HandCause | SizeCause) or (step.fact and cause == step.fact.cause):
        return ()
    if facts is None:
        said = tuple(Clause((literal,), cause) for one, literal in step.said if one == cause)
        return (*said, *(clause for clause in step.used if clause.cause == cause))
    kept = tuple(fact for fact in facts if isinstance(fact, Clause | Count))
    return kept if len(kept) == len(facts) else ()


def _together(
    content: Mapping[Cause, tuple[Clause | Count, ...]],
    sources: Sequence[Cause | int],
    before: Sequence[Step],
) -> Step:
    """A step that puts together what some causes say, and earlier steps have shown."""
    causes = in_order(source for source in sources if not isinstance(source, int))
    facts = [fact for cause in causes for fact in content[cause]]
    clauses = [fact for fact in facts if isinstance(fact, Clause)]
    said = tuple((one.cause, one.literals[0]) for one in clauses if len(one.literals) == 1)
    used = tuple(one for one in clauses if len(one.literals) > 1)
    counts = (fact for fact in facts if isinstance(fact, Count))
    bounds = (HowMany((one.seat,), one.cards, one.least, one.most) for one in counts)
    earlier = [before[source] for source in sources if isinstance(source, int)]
    choices = [Clause(one.conclusion, ASKED) for one in earlier if one.rule == "not-all"]
    shown = [literal for one in earlier if one.rule != "not-all" for literal in one.conclusion]
    return Step(
        conclusion=tuple(dict.fromkeys([*(literal for _, literal in said), *shown])),
        because=causes,
        uses=tuple(source for source in sources if isinstance(source, int)),
        rule="all",
        said=said,
        used=used,
        bounds=(*bounds, *(bound for one in earlier for bound in one.bounds)),
        clauses=(*used, *choices, *(clause for one in earlier for clause in one.clauses)),
    )


def _told(part: Sequence[Plain]) -> Step:
    """A step that puts together what some causes simply say, and earlier steps have shown."""
    said = tuple(
        (one.source, literal)
        for one in part
        for literal in one.literals
        if not isinstance(one.source, int)
    )
    literals = tuple(dict.fromkeys(literal for one in part for literal in one.literals))
    causes = in_order(one.source for one in part if not isinstance(one.source, int))
    uses = tuple(sorted(one.source for one in part if isinstance(one.source, int)))
    return Step(literals, causes, uses, "all", said=said)


def _parts(step: Step, plain: Sequence[Plain], books: Sequence[Book]) -> list[list[Plain]]:
    """What is put together first, so that the step has few causes.

    As few half-suits as possible at a time, and no more of it than it takes.
    """
    by_book: dict[str, list[Plain]] = {book.name: [] for book in books}
    for one in plain:
        book = next(book.name for book in books if one.literals[0].card in book.cards)
        by_book[book].append(one)
    parts = [part[i : i + MANY] for part in by_book.values() for i in range(0, len(part), MANY)]
    other = step.size - len(plain)
    while other + len(parts) > MANY and len(parts) > 1:
        least, place = min((len(a) + len(b), i) for i, (a, b) in enumerate(pairwise(parts)))
        if least > MANY:
            break
        parts[place : place + 2] = [[*parts[place], *parts[place + 1]]]
    chosen: list[list[Plain]] = []
    size = step.size
    for part in sorted(parts, key=len, reverse=True):
        if size > MANY and len(part) > 1:  # one alone is none the shorter for a step of its own
            chosen.append(part)
            size -= len(part) - 1
    return chosen

"""A step from many causes, as several from a few each.

Most of what a long step needs is plain: "event 3 says that Bob has not the 5H". What is plain about
one half-suit is put together first, in a step of its own ("so Bob has none of 3H 5H 6H"), and the
long step then uses that. Half-suits go together as long as they have to, and fit.

Example: a hand's size and nine events about three half-suits become three steps from three events
each, and one from the size and these three.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final, NamedTuple

from tracker.explain.causes import in_order
from tracker.explain.step import Step
from tracker.game.cards import Book
from tracker.knowledge.facts import Cause, Literal

MANY: Final = 6
"""A step from more causes and earlier steps than this is split, where it can be."""


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

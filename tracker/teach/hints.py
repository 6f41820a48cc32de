"""Hints in a ladder: each says more than the one before, and no more than it must.

First the half-suits to look at, then the events that matter, then the first step of the proof, then
all of its steps. Where the answer is that something can't be known, the steps are of what can be.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from tracker.explain import Explanation
from tracker.game.events import Seat
from tracker.knowledge.facts import EventCause, HandCause, SizeCause
from tracker.teach.task import Task

Rung: TypeAlias = Literal["books", "events", "first step", "steps"]
RUNGS: Final[tuple[Rung, ...]] = ("books", "events", "first step", "steps")
"""The ladder, from the bottom."""


@dataclass(frozen=True)
class Hint:
    """One hint."""

    rung: Rung
    books: tuple[str, ...] = ()
    """The half-suits to look at."""
    events: tuple[int, ...] = ()
    """The events that matter."""
    hands: tuple[Seat, ...] = ()
    """The seats whose hands have to be counted."""
    proofs: tuple[Explanation, ...] = ()
    """For the first step the first proof, else all."""


def hint(task: Task[Any], number: int) -> Hint:
    """A hint for a task.

    Args:
        task: the open task.
        number: how many hints came before it; the last one comes again.
    """
    rung = RUNGS[min(number, len(RUNGS) - 1)]
    if rung == "books":
        return Hint(rung, books=_books(task))
    proofs = task.proofs()
    if rung == "events":
        causes = [cause for proof in proofs for cause in proof.because]
        events = {cause.number for cause in causes if isinstance(cause, EventCause)}
        counted = {cause.seat for cause in causes if isinstance(cause, HandCause | SizeCause)}
        hands = tuple(seat for seat in task.record.seats if seat in counted)
        return Hint(rung, events=tuple(sorted(events)), hands=hands)
    return Hint(rung, proofs=proofs[:1] if rung == "first step" else proofs)


def _books(task: Task[Any]) -> tuple[str, ...]:
    """The half-suits of the question, else those that its proofs speak of."""
    if task.books():
        return task.books()
    deck = task.record.deck
    cards = (part.card for proof in task.proofs() for part in proof.conclusion.parts)
    return tuple(dict.fromkeys(deck.book_of[card].name for card in cards))

"""Themes and levels: how hard a puzzle is, from its smallest proof.

The *theme* is the hardest technique that the proof needs; techniques are the rules by which the
steps of an explanation follow, in the order of ``TECHNIQUES``. The *level*, 1 to 5, adds up what
makes a proof hard: the technique, the number of steps, the events to be remembered, the hands to be
counted, how long ago the oldest event was and how far the events are scattered. What the cheap
propagator finds is never harder than level 3.

That is a model. It has not been measured on people.

Where the answer is that something can't be known, the proofs are of all that *is* known of the
cards in question: that has to be seen before one can say that there is no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tracker.explain import Explanation
from tracker.explain.propagation import Rule
from tracker.knowledge.facts import Cause, EventCause, HandCause, Literal, OwnCause, SizeCause
from tracker.teach.cheap import CheapView
from tracker.teach.task import Task

TECHNIQUES: Final[Mapping[str, tuple[Rule, ...]]] = {
    "told": ("says",),
    "one-left": ("one-of",),
    "only-seat": ("only-seat",),
    "full-hand": ("hand",),
    "one-each": ("one-each",),
    "hands-together": ("hands",),
    "all-together": ("together", "not-all"),
}
"""The techniques, the easiest first, and the rules of steps that are theirs."""
MEANING: Final[Mapping[str, str]] = {
    "told": "an event, or one's own hand, says it",
    "one-left": "of several cards of which a player has one, all others are ruled out",
    "only-seat": "all other players are ruled out",
    "full-hand": "a hand is counted: all its cards are known, or all that are left are its",
    "one-each": "so many players share so many cards, one each",
    "hands-together": "several hands are counted together",
    "all-together": "several things hold only together: one has to try what would follow",
}
THEMES: Final = tuple(TECHNIQUES)
_WEIGHT: Final[Mapping[str, float]] = {
    "told": 0,
    "one-left": 1,
    "only-seat": 1.5,
    "full-hand": 3,
    "one-each": 4,
    "hands-together": 5,
    "all-together": 6,
}
_STEP: Final = 0.6
"""For each step after the first,"""
_EVENT: Final = 0.35
"""each event to be remembered,"""
_HAND: Final = 0.7
"""each hand to be counted,"""
_AGE: Final = 1 / 25
"""and each event that has passed since the oldest,"""
_SCATTER: Final = 1 / 40
"""and each that lies between the oldest and the newest."""
BOUNDS: Final = (3.4, 5.0, 6.6, 8.6)
"""Effort from which on a puzzle is of level 2, 3, 4, 5."""
PLAIN: Final = 2
"""That one of some things is not so is no feat where it follows from so few causes."""
CHEAP: Final = 3
"""The highest level of what the cheap propagator finds."""


@dataclass(frozen=True)
class Grade:
    """How hard a puzzle is."""

    theme: str
    level: int
    steps: int
    causes: tuple[Cause, ...]
    effort: float
    """What the level is read from."""
    cheap: bool
    """Whether the cheap propagator finds it."""

    @property
    def is_given_away(self) -> bool:
        """Whether the smallest proof takes a technique that a longer way does without."""
        return self.cheap and self.theme in THEMES[THEMES.index("one-each") :]

    @property
    def events(self) -> tuple[int, ...]:
        """The events that have to be remembered, by number."""
        return tuple(cause.number for cause in self.causes if isinstance(cause, EventCause))


def grade(task: Task[Any], cheap: CheapView | None = None) -> Grade:
    """How hard a task is, as modelled.

    Args:
        task: the open task.
        cheap: what the cheap propagator makes of the position, where that is at hand.
    """
    proofs = task.proofs()
    causes = tuple(dict.fromkeys(cause for proof in proofs for cause in proof.because))
    steps = sum(max(inferred(proof), 1) for proof in proofs)
    theme = hardest(proofs)
    found = (cheap or CheapView(task.deduction)).settles(_hidden(task, proofs))
    effort = _effort(theme, steps, causes, task.deduction.at)
    level = 1 + sum(effort >= bound for bound in BOUNDS)
    if found:
        level = min(level, CHEAP)
    return Grade(theme, level, steps, causes, effort, found)


def inferred(proof: Explanation) -> int:
    """How many steps say something of a card; those that only count are on the way to these."""
    return sum(bool(step.conclusion) for step in proof.steps)


def hardest(proofs: Iterable[Explanation]) -> str:
    """The hardest technique that some explanations use."""
    rules = {
        step.part_of or step.rule
        for proof in proofs
        for step in proof.steps
        if step.rule != "not-all" or len(step.because) > PLAIN
    }
    used = [name for name, own in TECHNIQUES.items() if rules & set(own)]
    return used[-1] if used else THEMES[0]


def _effort(theme: str, steps: int, causes: Iterable[Cause], at: int) -> float:
    """What makes a proof hard, added up."""
    causes = tuple(causes)
    events = [cause.number for cause in causes if isinstance(cause, EventCause)]
    hands = sum(isinstance(cause, HandCause | SizeCause) for cause in causes)
    own = any(isinstance(cause, OwnCause) for cause in causes)
    effort = _WEIGHT[theme] + _STEP * (steps - 1) + _EVENT * len(events) + _HAND * hands + 0.2 * own
    if events:
        effort += _AGE * (at - min(events)) + _SCATTER * (max(events) - min(events))
    return effort


def _hidden(task: Task[Any], proofs: Iterable[Explanation]) -> list[Literal]:
    """What has to be found out of the cards that have not publicly moved."""
    located = task.deduction.state.located
    return [
        part
        for proof in proofs
        if proof.verdict == "proven"
        for part in proof.conclusion.parts
        if part.card not in located
    ]

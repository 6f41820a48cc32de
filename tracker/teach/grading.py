"""Themes and levels: how hard a puzzle is, from its proof.

The *theme* is the hardest technique that the proof needs; techniques are the rules by which the
steps of an explanation follow, in the order of ``THEMES``. Each technique has a *level*; a heavy
*load* makes a puzzle one level harder: the number of steps, the events to be remembered, the hands
to be counted, how long ago the oldest event was and how far the events are scattered. So nothing
that needs only easier techniques is ever more than one level above them. What the cheap propagator
finds is never harder than level 3.

That is a model. It has not been measured on people.

Where the answer is that something can't be known, the proofs are of all that *is* known of the
cards in question: that has to be seen before one can say that there is no more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tracker.explain import Explanation
from tracker.explain.smallest.causes import present
from tracker.explain.steps.propagation import Inference, Known, Rule, opposite
from tracker.explain.steps.step import Step
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.inference.deduction import Deduction
from tracker.knowledge.facts import Cause, Clause, EventCause, HandCause, Literal, SizeCause
from tracker.teach.cheap import CheapView
from tracker.teach.puzzle import LEVELS
from tracker.teach.task import Task

_TECHNIQUE: Final[Mapping[Rule, str]] = {
    "says": "told",
    "one-of": "one-left",
    "only-seat": "only-seat",
    "hand": "full-hand",
    "one-each": "one-each",
    "hands": "hands-together",
    "together": "all-together",
    "not-all": "all-together",
    "all": "told",
}
"""The technique of each rule by which an inference may follow; of a hand see ``technique``."""
MEANING: Final[Mapping[str, str]] = {
    "told": "an event, or one's own hand, says it",
    "one-left": "of several cards of which a player has one, all others are ruled out",
    "only-seat": "all other players are ruled out",
    "full-hand": "a hand is counted: all its cards are known, or all that are left are its",
    "one-each": "so many players share so many cards, one each",
    "place-taken": "a hand is counted in which a card is known only as 'one of these'",
    "hands-together": "several hands are counted together",
    "all-together": "several things hold only together: one has to try what would follow",
}
THEMES: Final = tuple(MEANING)
"""The techniques, the easiest first."""
TECHNIQUE_LEVEL: Final[Mapping[str, int]] = {
    "told": 1,
    "one-left": 1,
    "only-seat": 1,
    "full-hand": 2,
    "one-each": 3,
    "place-taken": 4,
    "hands-together": 5,
    "all-together": 5,
}
"""The level of what needs a technique and is light."""
_STEP: Final = 0.6
"""What weighs: each step after the first,"""
_EVENT: Final = 0.35
"""each event to be remembered,"""
_HAND: Final = 0.7
"""each hand to be counted,"""
_AGE: Final = 1 / 25
"""each event that has passed since the oldest,"""
_SCATTER: Final = 1 / 40
"""and each that lies between the oldest and the newest."""
HEAVY: Final = 1.5
"""From this load on a puzzle is one level harder: about the median of what simulated games have."""
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
    load: float
    """What has to be kept in mind, added up."""
    cheap: bool
    """Whether the cheap propagator finds it."""
    widest: int
    """How many causes and earlier steps one step of the proofs takes, at most."""
    repeats: int
    """How many of the proofs are from the same causes, at most: the same is told so often."""
    smallest: bool
    """Whether the proofs are known to be the smallest; else no cause of theirs can be left out."""

    @property
    def events(self) -> tuple[int, ...]:
        """The events that have to be remembered, by number."""
        return tuple(cause.number for cause in self.causes if isinstance(cause, EventCause))


def grade(task: Task[Any]) -> Grade:
    """How hard a task is, as modelled.

    Args:
        task: the open task.
    """
    proofs = task.proofs()
    causes = tuple(dict.fromkeys(cause for proof in proofs for cause in proof.because))
    empty = {seat for seat, size in task.deduction.state.sizes.items() if size == 0}
    needed = [step for proof in proofs for step in proof.steps if not _is_plain(step, empty)]
    # Steps that only count are on the way to those that say something of a card.
    steps, theme = max(sum(bool(step.conclusion) for step in needed), 1), hardest(needed)
    load = _load(steps, causes, task.deduction.at)
    cheap = _falls(task, CheapView(task.deduction))
    level = min(TECHNIQUE_LEVEL[theme] + (load >= HEAVY), CHEAP if cheap else LEVELS[-1])
    widest = max((step.size for step in needed), default=0)
    told = Counter(proof.because for proof in proofs if len(proof.because) > 1)
    repeats = max(told.values(), default=0)
    smallest = all(proof.smallest for proof in proofs)
    return Grade(theme, level, steps, causes, load, cheap, widest, repeats, smallest)


def _is_plain(step: Step, empty: Collection[Seat]) -> bool:
    """Whether a step takes no technique: it is said, put together, or of a hand without cards."""
    if step.rule == "not-all":
        return len(step.because) <= PLAIN
    if step.rule == "hand":
        sizes = (cause for cause in step.because if isinstance(cause, HandCause | SizeCause))
        return all(cause.seat in empty for cause in sizes)
    return technique(step) == THEMES[0]


def technique(step: Step) -> str:
    """The technique of a step: where several steps tell one inference, that of the inference."""
    rule = step.part_of or step.rule
    if rule == "hand" and _takes_a_place(step):
        return "place-taken"
    return _TECHNIQUE[rule]


def _takes_a_place(step: Step) -> bool:
    """Whether an event counts in a hand that does not simply say where a card is."""
    plain = {cause for cause, _ in step.said}
    return any(isinstance(cause, EventCause) and cause not in plain for cause in step.because)


def hardest(steps: Iterable[Step]) -> str:
    """The hardest technique that some steps use."""
    return max(map(technique, steps), key=THEMES.index, default=THEMES[0])


def _load(steps: int, causes: Iterable[Cause], at: int) -> float:
    """What has to be kept in mind, added up."""
    causes = tuple(causes)
    events = [cause.number for cause in causes if isinstance(cause, EventCause)]
    hands = sum(isinstance(cause, HandCause | SizeCause) for cause in causes)
    load = _STEP * (steps - 1) + _EVENT * len(events) + _HAND * hands
    if events:
        load += _AGE * (at - min(events)) + _SCATTER * (max(events) - min(events))
    return load


def _falls(task: Task[Any], cheap: CheapView) -> bool:
    """Whether the cheap propagator finds all that has to be found out; or what refutes it."""
    located = task.deduction.state.located
    for proof in task.proofs():
        hidden = [part for part in proof.conclusion.parts if part.card not in located]
        found = cheap.settles if proof.verdict == "proven" else cheap.refutes
        if proof.because and not found(hidden):
            return False
    return True


# -- what follows for who knows only the easier techniques: the same simple -----------------------
#
# What follows for who knows only the easier techniques: the same simple inferences, some left
# out.
#
# Steps of explanations are chosen for being few. What a puzzle *needs* is another thing: it may
# be found by a longer way that does without the technique of its proof. So a puzzle worth posing
# is one that nobody finds who lacks its technique, however long they look.
#
# Example: ``Mastery(deduction, 4)`` knows ``told``, ``one-left``, ``only-seat`` and ``full-
# hand``.


class Mastery(Known):
    """What follows by the first so many techniques.

    The last of all, to try what would follow, is no inference: whoever knows it, finds everything.

    Args:
        deduction: the position.
        techniques: how many of ``THEMES``.
    """

    def __init__(self, deduction: Deduction, techniques: int) -> None:
        known = deduction.knowledge
        super().__init__(known.seats, present(known, deduction.state).facts)
        self._mastered = THEMES[:techniques]
        if "hands-together" not in self._mastered:
            self._taken_together = [one for one in self._taken_together if len(one) == 1]
        self.spread()

    def _one_of(self) -> Iterator[Inference]:
        return super()._one_of() if "one-left" in self._mastered else iter(())

    def _only_seat(self) -> Iterator[Inference]:
        return super()._only_seat() if "only-seat" in self._mastered else iter(())

    def _one_each(self) -> Iterator[Inference]:
        return super()._one_each() if "one-each" in self._mastered else iter(())

    def _hands(self) -> Iterator[Inference]:
        return super()._hands() if "full-hand" in self._mastered else iter(())

    def _stand_ins(self, cards: set[Card], seats: list[Seat], taken: set[Card]) -> list[Clause]:
        known = "place-taken" in self._mastered
        return super()._stand_ins(cards, seats, taken) if known else []

    def decides(self, literals: Iterable[Literal]) -> bool:
        """Whether all of some things (of the dealt hands) follow, or that one of them is not so."""
        literals = tuple(literals)
        return all(map(self.why, literals)) or any(map(self.why, map(opposite, literals)))


def finds(task: Task[Any], techniques: int) -> bool:
    """Whether the first so many techniques find out all that the proofs of a task conclude."""
    if techniques >= len(THEMES):
        return True
    mastery, located = Mastery(task.deduction, techniques), task.deduction.state.located
    return all(mastery.decides(_hidden(proof, located)) for proof in task.proofs() if proof.because)


def _hidden(proof: Explanation, located: Iterable[str]) -> list[Literal]:
    return [part for part in proof.conclusion.parts if part.card not in located]


def needs(task: Task[Any], theme: str) -> bool:
    """Whether a theme, with all that is easier, finds the answer, and nobody without its like does.

    Several hands together, and what would follow, are shortcuts as a rule: hand by hand, by a
    longer way, ``place-taken`` gets there, too. For them it is enough that nothing easier does.
    """
    own = THEMES.index(theme)
    return finds(task, own + 1) and not finds(task, min(own, THEMES.index("place-taken")))

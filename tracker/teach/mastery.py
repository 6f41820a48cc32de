"""What follows for who knows only the easier techniques: the same simple inferences, some left out.

Steps of explanations are chosen for being few. What a puzzle *needs* is another thing: it may be
found by a longer way that does without the technique of its proof. So a puzzle worth posing is one
that nobody finds who lacks its technique, however long they look.

Example: ``Mastery(deduction, 4)`` knows ``told``, ``one-left``, ``only-seat`` and ``full-hand``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tracker.explain import Explanation
from tracker.explain.grounds import present
from tracker.explain.propagation import Inference, Known, opposite
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.inference.deduction import Deduction
from tracker.knowledge.facts import Clause, Literal
from tracker.teach.grading import THEMES
from tracker.teach.task import Task


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

"""Simulated learners: they know the first k techniques, and use them on all that is known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tracker.explain.grounds import present
from tracker.explain.propagation import Inference, Known
from tracker.teach.grading import THEMES
from tracker.teach.task import Task


class Learner(Known):
    """Infers with the first so many techniques; the last, to try what would follow, with none."""

    def __init__(self, task: Task[Any], techniques: int) -> None:
        known = task.deduction.knowledge
        self._mastered = THEMES[:techniques]
        super().__init__(known.seats, present(known, task.deduction.state).facts)
        if "hands-together" not in self._mastered:
            self._taken_together = [one for one in self._taken_together if len(one) == 1]

    def _one_of(self) -> Iterator[Inference]:
        return super()._one_of() if "one-left" in self._mastered else iter(())

    def _only_seat(self) -> Iterator[Inference]:
        return super()._only_seat() if "only-seat" in self._mastered else iter(())

    def _one_each(self) -> Iterator[Inference]:
        return super()._one_each() if "one-each" in self._mastered else iter(())

    def _hands(self) -> Iterator[Inference]:
        return super()._hands() if "full-hand" in self._mastered else iter(())


def solves(task: Task[Any], techniques: int) -> bool:
    """Whether such a learner finds all that has to be proven."""
    located = task.deduction.state.located
    learner = Learner(task, techniques)
    learner.spread()
    return all(
        learner.why(part) is not None
        for proof in task.proofs()
        if proof.verdict == "proven"
        for part in proof.conclusion.parts
        if part.card not in located
    )

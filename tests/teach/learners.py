"""Simulated learners: they know the first k techniques, use them on all that is known, and forget
nothing.

A learner says only what it knows. So it says that something can't be known only where it has ruled
out every place that can be ruled out, and has a deal for every place that is left: it checks the
deal itself, event by event, with the rules alone. (Deals come by trial; that takes patience, but no
technique, so it is given them. A place that it cannot rule out, and that no deal has, leaves it in
doubt, and it says nothing.)
"""

from __future__ import annotations

from tests.teach.refuting import check_deal
from tracker.explain import card_at
from tracker.knowledge.facts import Literal
from tracker.teach.grading import finds
from tracker.teach.task import Task


def solves(task: Task, techniques: int) -> bool:
    """Whether a learner who knows the first so many techniques gives the right answer."""
    return finds(task, techniques) and (not task.is_unknown or leaves_no_doubt(task))


def leaves_no_doubt(task: Task) -> bool:
    """Whether every place of the cards in question that no proof rules out is one of some deal."""
    known = {part for proof in task.proofs() for part in proof.conclusion.parts}
    placed = {part.card for part in known if part.holds}
    for card in {part.card for part in known} - placed:
        for seat in task.record.seats:
            if Literal(card, seat, False) in known:
                continue
            if seat not in task.deduction.holders(card):
                return False
            check_deal(task.puzzle, task.deal_with(card_at(card, seat)))
    return True

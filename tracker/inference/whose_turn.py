"""Who can have the turn: where hand sizes are hidden, whoever has it in some consistent deal."""

from __future__ import annotations

from tracker.game.conditions import Condition
from tracker.game.events import Seat
from tracker.game.state import State
from tracker.game.turns import waiting_ways
from tracker.inference.prospects import Prospects, has_deal
from tracker.inference.sizes import WHAT_IF
from tracker.knowledge.facts import Count


def possibly_to_move(state: State, prospects: Prospects) -> tuple[Seat, ...]:
    """The seats that have the turn in some consistent deal, or can be chosen to go on.

    Args:
        state: the public state.
        prospects: what the view can think possible.
    """
    if state.over or not state.hidden:
        return state.to_move
    return tuple(
        seat
        for seat in state.table.seats
        if any(_is_possible(state, prospects, found) for found in waiting_ways(state, seat))
    )


def _is_possible(state: State, prospects: Prospects, condition: Condition) -> bool:
    """Whether a condition is true in some consistent deal."""
    counts = [
        Count(bound.seat, state.hidden[: bound.hidden], bound.least, bound.most, WHAT_IF)
        for bound in condition
    ]
    return not counts or has_deal(prospects.known.with_facts(counts), within=prospects)

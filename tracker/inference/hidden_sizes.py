"""Hand sizes after claims that showed nothing: certain where every deal agrees."""

from __future__ import annotations

from typing import Final

from tracker.game.conditions import Condition
from tracker.game.events import Seat
from tracker.game.state import State
from tracker.game.turns import waiting_ways
from tracker.inference.possible_holders import Prospects, has_deal
from tracker.knowledge.facts import Count, HeaderCause

WHAT_IF: Final = HeaderCause("what if")


def certain_sizes(state: State, prospects: Prospects) -> dict[Seat, int | None]:
    """The hand sizes now, each where it is the same in every consistent deal.

    Args:
        state: the public state.
        prospects: what the view can think possible.

    Returns:
        A size for each seat, in seat order; none where deals differ in it.
    """
    sizes = dict(state.sizes)
    for seat, size in sizes.items():
        if size is None:
            sizes[seat] = _certain_size(state, prospects, seat)
    return sizes


def _certain_size(state: State, prospects: Prospects, seat: Seat) -> int | None:
    """The size of one hand, if no consistent deal has another."""
    lost = sum(prospects.placements.bit(card, seat) for card in state.hidden)
    counts = {(deal & lost).bit_count() for deal in prospects.some_deals}
    if len(counts) != 1:
        return None
    count = counts.pop()
    others = ((0, count - 1), (count + 1, len(state.hidden)))
    if any(_is_possible(state, prospects, seat, least, most) for least, most in others):
        return None
    return state.balance[seat] - count


def _is_possible(state: State, prospects: Prospects, seat: Seat, least: int, most: int) -> bool:
    """Whether the seat can have been dealt between so many of the cards that left unseen."""
    placements = prospects.placements
    can = sum(seat in prospects.dealt_to(card) for card in state.hidden)
    must = sum(placements.only_seat(prospects.possible, card) == seat for card in state.hidden)
    if max(least, must) > min(most, can):
        return False
    what_if = Count(seat, state.hidden, least, most, WHAT_IF)
    return has_deal(prospects.known.with_facts([what_if]), within=prospects)


# -- who can have the turn: where hand sizes are hidden, whoever has it in  -----------------------
#
# Who can have the turn: where hand sizes are hidden, whoever has it in some consistent deal.


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
        if any(_may_be_so(state, prospects, found) for found in waiting_ways(state, seat))
    )


def _may_be_so(state: State, prospects: Prospects, condition: Condition) -> bool:
    """Whether a condition is true in some consistent deal."""
    counts = [
        Count(bound.seat, state.hidden[: bound.hidden], bound.least, bound.most, WHAT_IF)
        for bound in condition
    ]
    return not counts or has_deal(prospects.known.with_facts(counts), within=prospects)

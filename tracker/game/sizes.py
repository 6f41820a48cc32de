"""Hand sizes that everyone can work out, and those that players have to announce."""

from __future__ import annotations

from dataclasses import replace

from tracker.game.events import Event, HandSize, Seat
from tracker.game.state import State


def complete_sizes(state: State) -> State:
    """Where one size alone is unknown, the cards in play give it."""
    unknown = [seat for seat, size in state.sizes.items() if size is None]
    if not unknown:
        return state
    in_play = sum(len(state.table.deck.by_name[name].cards) for name in state.open_books())
    if in_play == 0:
        return replace(state, sizes=dict.fromkeys(state.sizes, 0))
    if len(unknown) > 1:
        return state
    rest = in_play - sum(size for size in state.sizes.values() if size is not None)
    return replace(state, sizes={**state.sizes, unknown[0]: max(rest, 0)})


def unannounced(before: State, event: Event, after: State) -> tuple[Seat, ...]:
    """Who has to announce their last card or empty hand next, as far as everyone can tell."""
    if before.table.rules.announce_last == "no" or after.over:
        return ()
    if isinstance(event, HandSize):
        return tuple(seat for seat in before.unannounced if seat != event.seat)
    return tuple(seat for seat, size in after.sizes.items() if _came_down(before.sizes[seat], size))


def _came_down(before: int | None, after: int | None) -> bool:
    return before is not None and after is not None and after < before and after <= 1

"""Hand sizes that everyone can work out."""

from __future__ import annotations

from dataclasses import replace

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

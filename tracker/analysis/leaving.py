"""Whether a claim could be left for later, and to whom: what the rules allow beside claiming.

While players ask, anyone may wait: each ask tells something. Once a team has no cards, or has been
challenged, what is left has to be claimed, and all that a player can do is leave it to a teammate.

Example: under the default rules (``endgame=alone``) Bob, whose turn it is when the other team is
out, has to claim all that is left; he can leave it to Dora only if he has no cards himself.
"""

from __future__ import annotations

from tracker.game.events import Decline, Pass, Seat
from tracker.game.legality import is_legal
from tracker.game.state import State


def is_asking_over(state: State) -> bool:
    """Whether claims have to be made: a team is out of cards for all to see, or was challenged."""
    return state.forced is not None or any(map(state.is_out, state.table.teams))


def may_wait(state: State, seat: Seat) -> bool:
    """Whether a seat need not make a claim that it could make.

    Args:
        state: the public state before the claim.
        seat: the claimant.
    """
    return not is_asking_over(state) or bool(may_leave_to(state, seat))


def may_leave_to(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The teammates to whom a seat may leave a claim, in seat order.

    Args:
        state: the public state before the claim.
        seat: the claimant.
    """
    mates = [mate for mate in state.table.team_of[seat] if mate != seat]
    return tuple(mate for mate in mates if _may_leave_to(state, seat, mate))


def _may_leave_to(state: State, seat: Seat, mate: Seat) -> bool:
    """Whether a seat may leave a claim to one teammate."""
    rules = state.table.rules
    if state.forced is not None:
        return mate in state.forced.chances[1:] and is_legal(state, Decline(seat))
    if rules.claims != "own-turn":
        return True
    if not is_asking_over(state):
        return state.may_hold_cards(mate)  # who has none never has the turn again
    return rules.endgame == "any-player" or is_legal(state, Pass(seat, mate))

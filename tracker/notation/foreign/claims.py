"""Whether a claim in a log gave its half-suit to whom its outcome gives it."""

from __future__ import annotations

from tracker.game.events import Outcome
from tracker.game.rules import Rules
from tracker.notation.foreign.values import fail
from tracker.notation.json_nodes import Node


def judge_winner(
    node: Node, claimant: int, outcome: Outcome | None, winner: int | None, rules: Rules
) -> None:
    """Notes where the winner that a log names is another than by the claim's outcome.

    Args:
        node: where the log names the winner.
        claimant: the number of the claimant's seat.
        outcome: what the claim came to; none where that cannot be told.
        winner: the team that the log names: 0, that of the even seats, or 1; none: nobody.
        rules: the rules of the game.
    """
    if outcome is None:
        fail(node, "without the holders nothing tells whether the team held all the cards")
    if winner != _winner(claimant % 2, outcome, rules):
        fail(node, f"the claim came to {outcome!r}, which does not give this winner")


def _winner(team: int, outcome: Outcome, rules: Rules) -> int | None:
    if outcome == "correct":
        return team
    if outcome == "split" and rules.wrong_split == "cancelled":
        return None
    return 1 - team

"""The curve of a game: how it stood after each event, in everyone's eyes."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.analysis.equity import Outlooks
from tracker.errors import UndecidedError


@dataclass(frozen=True)
class CurvePoint:
    """How the game stood after an event, in everyone's eyes."""

    event: int
    value: float
    """The expected final margin for the team of the first seat."""
    wins: float
    """Its chance to win, a tie counting half."""


def curve_point(positions: Outlooks, at: int) -> CurvePoint | None:
    """How a game stood at a moment; None where the deals cannot be counted.

    Args:
        positions: of the game; quickest where moments are asked for in order.
        at: after so many events.
    """
    try:
        position = positions.position(None, at)
    except UndecidedError:
        return None
    return CurvePoint(at, position.value(), position.wins())

"""What counting may cost: each position by itself, and all the positions of a game together.

One position may take twenty seconds, and a whole game in many views has thousands of them. So those
that count along a game share a budget, and what a position costs is known before the work begins.
When the budget is spent, positions that cost next to nothing are still counted, and the remaining
counts are unknown. The unit is a number to transform.
"""

from __future__ import annotations

from typing import Final

from tracker.budget import Budget

POSITION: Final = 2**30
"""For one position: about 20 s of one core."""
GAME: Final = 2**32
"""For all the positions of a game together, in all views."""
STEP: Final = 8
"""One step in the making of a table; it takes as long as to transform so many numbers."""
ESTIMATE: Final = 2**27
"""One estimate."""
FREE: Final = 2**17
"""What costs less is counted even when the budget is spent: it takes some milliseconds."""


def position_budget(most: float = POSITION) -> Budget:
    """A budget for any number of positions, of which each may cost so much."""
    return Budget(each=most, floor=FREE)


def game_budget() -> Budget:
    """A budget for all the positions of a game."""
    return Budget(GAME, each=POSITION, floor=FREE)

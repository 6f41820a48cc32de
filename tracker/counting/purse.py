"""What counting may cost: each position by itself, and all the positions of a game together.

One position may take twenty seconds, and a whole game in many views has thousands of them. So those
that count along a game share a *purse*; what a position costs is known before the work begins.
Once the purse is empty, only what costs next to nothing is still counted; of the rest no number is
given. Costs are counted, not timed: the same record gives the same answers on every machine.
"""

from __future__ import annotations

from typing import Final

BUDGET: Final = 2**30
"""Numbers to transform at most, for one position: about 20 s of one core."""
GAME: Final = 2**32
"""For all the positions of a game together, in all views."""
STEP: Final = 8
"""A step on the way to a table takes as long as to transform so many numbers."""
ESTIMATE: Final = 2**27
"""What an estimate costs."""
FREE: Final = 2**17
"""What costs less may be had even from an empty purse: some milliseconds."""


class Purse:
    """What is left to spend, in numbers to transform.

    Args:
        each: what one position may cost.
        left: what all of them may cost; none: no limit.
    """

    def __init__(self, each: int = BUDGET, left: int | None = None) -> None:
        self._each = each
        self._left = left

    @property
    def most(self) -> int:
        """What the next thing may cost."""
        return self._each if self._left is None else min(self._each, max(self._left, FREE))

    def pays(self, cost: int) -> bool:
        """Spend something, if that may be."""
        if cost > self.most:
            return False
        if self._left is not None:
            self._left -= cost
        return True

    def pays_for_steps(self, steps: int) -> bool:
        """Spend what steps on the way to a table cost; tables have a limit of their own."""
        if self._left is None:
            return True
        if steps * STEP > max(self._left, FREE):
            return False
        self._left -= steps * STEP
        return True

    def pays_for_estimate(self) -> bool:
        """Spend what an estimate costs; what one position may cost is for exact numbers only."""
        if self._left is None:
            return True
        if self._left < ESTIMATE:
            return False
        self._left -= ESTIMATE
        return True


def purse_of_game() -> Purse:
    """A purse for all the positions of a game."""
    return Purse(left=GAME)

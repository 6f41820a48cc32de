"""Half-suits put together where no deal is left, which is seen before anything is combined."""

from __future__ import annotations

import numpy as np

from tracker.counting.combination import Combination
from tracker.counting.narrow import Factor
from tracker.counting.purse import Purse


def factor(*vectors: tuple[int, ...]) -> Factor:
    return Factor(np.array(vectors), np.ones(len(vectors), np.int64))


def test_a_half_suit_that_does_not_fit() -> None:
    """Two cards for the first seat, which has room for one."""
    both = Combination([factor((2, 0)), factor((0, 1), (1, 0))], [1, 2], [], Purse())
    assert not both.possible
    assert both.components == ()
    assert both.exact
    assert both.total == 0
    assert both.interval == (0, 0)


def test_half_suits_that_fit() -> None:
    """One of two cards goes to each seat: either way."""
    both = Combination([factor((0, 1), (1, 0)), factor((0, 1), (1, 0))], [1, 1], [], Purse())
    assert both.possible
    assert both.total == 2
    assert both.interval == (2, 2)
    assert both.floats(0).tolist() == [1, 1]

"""How many deals are consistent with a view, and how likely is what: exactly, without SAT."""

from tracker.counting.open_deal import BEYOND
from tracker.counting.posterior import (
    Counter,
    Posterior,
    count,
    count_together,
    game_budget,
    game_counters,
)
from tracker.errors import NoDealError

__all__ = [
    "BEYOND",
    "Counter",
    "NoDealError",
    "Posterior",
    "count",
    "count_together",
    "game_budget",
    "game_counters",
]

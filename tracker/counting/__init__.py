"""How many deals are consistent with a view, and how likely is what: exactly, without SAT."""

from tracker.counting.posterior import (
    Counter,
    Posterior,
    beyond_budget,
    count,
    count_together,
    game_budget,
    game_counters,
)
from tracker.errors import NoDealError

__all__ = [
    "Counter",
    "NoDealError",
    "Posterior",
    "beyond_budget",
    "count",
    "count_together",
    "game_budget",
    "game_counters",
]

"""How many deals are consistent with a view, and how likely is what: exactly, without SAT."""

from tracker.counting.costs import game_budget
from tracker.counting.counter import Counter, count, count_deals
from tracker.counting.posterior import NoDealError, Posterior, beyond_budget

__all__ = [
    "Counter",
    "NoDealError",
    "Posterior",
    "beyond_budget",
    "count",
    "count_deals",
    "game_budget",
]

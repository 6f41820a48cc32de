"""How many deals are consistent with a view, and how likely is what: exactly, without SAT."""

from tracker.counting.counter import Counter, count, count_deals, count_together
from tracker.counting.engine import game_budget
from tracker.counting.open_deal import HandWeights
from tracker.counting.posterior import Posterior, beyond_budget
from tracker.errors import NoDealError

__all__ = [
    "Counter",
    "HandWeights",
    "NoDealError",
    "Posterior",
    "beyond_budget",
    "count",
    "count_deals",
    "count_together",
    "game_budget",
]

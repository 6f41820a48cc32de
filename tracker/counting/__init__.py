"""How many deals are consistent with a view, and how likely is what: exactly, without SAT."""

from tracker.counting.counter import Counter, count, count_deals
from tracker.counting.posterior import BudgetError, NoDealError, Posterior
from tracker.counting.purse import Purse, purse_of_game

__all__ = [
    "BudgetError",
    "Counter",
    "NoDealError",
    "Posterior",
    "Purse",
    "count",
    "count_deals",
    "purse_of_game",
]

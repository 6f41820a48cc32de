"""How many deals are consistent with a view, and how likely is what: exactly, without SAT."""

from tracker.counting.counter import Counter, count, count_deals
from tracker.counting.posterior import BudgetError, NoDealError, Posterior

__all__ = ["BudgetError", "Counter", "NoDealError", "Posterior", "count", "count_deals"]

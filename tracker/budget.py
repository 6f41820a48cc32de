"""Budgets: what searches and counts may cost before they end without an answer.

Costs are counted, not timed, wherever an answer must be the same on every machine: conflicts of a
SAT solver, bits that tables shift, numbers that are transformed, questions asked of a solver. Only
where somebody waits at a terminal does a budget end after some seconds, too.

Example: ``Budget(1_000_000, each=20_000, floor=1_000)`` lets any question cost 20,000 units until
a million are spent; after that, questions of up to 1,000 units are still answered.

Beside budgets stand the accounts that they are charged to, and ``minimal_subset``, which keeps what
a search needs, as far as its budget goes. How far a search goes stands where it is made; those for
explanations have one table, ``tracker.explain.limits``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from typing import Final, TypeVar

from tracker.errors import UndecidedError

QUICK_CONFLICTS: Final = 300
"""Of a SAT solver, for one question before something else is asked: a few milliseconds."""
WHY_QUESTIONS: Final = 3_000
"""Asked of the solver for a smallest set of causes, unless the caller says otherwise."""

# -- what may be spent ----------------------------------------------------------------------------


class Budget:
    """Units that may still be spent; whoever shares the object shares what is left.

    Args:
        total: what all questions together may cost; None: no limit.
        each: what a single question may cost; None: no limit.
        floor: what a question may cost although the total is spent.
        seconds: the budget ends so many seconds from now; None: never.
    """

    def __init__(
        self,
        total: float | None = None,
        *,
        each: float | None = None,
        floor: float = 0,
        seconds: float | None = None,
    ) -> None:
        self._total = self._left = inf if total is None else total
        self._each = inf if each is None else each
        self._floor = floor
        self._end = inf if seconds is None else time.monotonic() + seconds

    @property
    def allowed(self) -> float:
        """What the next question may cost."""
        return min(self._each, max(self._left, self._floor))

    @property
    def left(self) -> float:
        """What is left of the total; negative where a question cost more than was left."""
        return self._left

    @property
    def is_spent(self) -> bool:
        """Whether the next question, of one unit, is refused."""
        return time.monotonic() > self._end or self.allowed < 1

    def pay(self, cost: float) -> bool:
        """Spend a cost that is known beforehand, if that is allowed.

        Args:
            cost: in the budget's unit.
        """
        if cost > self.allowed:
            return False
        self._left -= cost
        return True

    def charge(self, cost: float) -> None:
        """Spend a cost that is known only afterwards."""
        self._left -= cost

    def require(self, cost: float = 1) -> None:
        """Spend a cost, or end the search.

        Raises:
            UndecidedError: where the cost is not allowed, or the time is over.
        """
        if (self._end < inf and time.monotonic() > self._end) or not self.pay(cost):
            raise UndecidedError

    def refill(self) -> None:
        """Make the whole total available again: somebody waits for the next answer only."""
        self._left = self._total


# -- accounts -------------------------------------------------------------------------------------
#
# Work in a record with gaps is done in many places: walks through the ways to fill them, searches
# for a deal in each, what follows in each. Whoever pays for all of that opens an account; what is
# done within it is charged to it, and to the accounts that it was opened in.

MOST_WAYS: Final = 300
"""So many ways to fill the gaps of a record are gone through. Where there are more, a new section
of the game begins with the first gap up to which they are too many."""
MOST_BESIDE: Final = 64
"""So many ways are held beside each other, each with a solver of its own."""
ANSWER_WORK: Final = 1_500_000
"""What a command may spend on one record with gaps: less than ten seconds. The unit is some four
microseconds."""
CANDIDATE_COST: Final = 10
"""An event that may stand for a gap, and is held against the rules."""
CALL_COST: Final = 10
"""A question to a SAT solver."""
CONFLICT_COST: Final = 5
"""A conflict in the search for its answer."""
ODDS_COST: Final = 5_000
"""To count how likely something is in one of several ways to fill gaps."""

_ACCOUNTS: Final[ContextVar[tuple[Budget, ...]]] = ContextVar("accounts", default=())


@contextmanager
def charged_to(budget: Budget) -> Iterator[None]:
    """Within the block, the work that gaps make is charged to a budget, too.

    Args:
        budget: once it is spent, questions that come across several ways are undecided.
    """
    token = _ACCOUNTS.set((*_ACCOUNTS.get(), budget))
    try:
        yield
    finally:
        _ACCOUNTS.reset(token)


def charge(cost: float) -> None:
    """Charge a cost to all accounts that are open."""
    for account in _ACCOUNTS.get():
        account.charge(cost)


def spend(cost: float) -> None:
    """Charge a cost to all accounts that are open, where all allow something.

    Raises:
        UndecidedError: where one of them is spent.
    """
    if may_be_spent() < 1:
        raise UndecidedError
    charge(cost)


def may_be_spent() -> float:
    """What all accounts that are open allow; infinite where none is."""
    return min((0 if each.is_spent else each.left for each in _ACCOUNTS.get()), default=inf)


def share_of(work: float) -> Budget:
    """A budget for a part of an answer: so much work, but half at most of what is left for it all.

    So whatever is found out first, something is left for what comes after it.
    """
    return Budget(min(work, may_be_spent() / 2))


# -- leaving out what is not needed ---------------------------------------------------------------
#
# Elements are dropped for as long as the rest still suffices. This is deletion-based minimisation,
# the textbook way to a minimal unsatisfiable subset (MUS; Marques-Silva, "Minimal Unsatisfiability:
# Models, Algorithms and Applications", ISMVL 2010; ``mus`` in CPMpy). Each element is left out
# once, and for good if the others suffice without it. That takes one test for each element.
#
# The result is *minimal*: nothing can be left out of it. It need not be *smallest*: another subset
# may have fewer elements. Of several minimal subsets the order decides; what is tried first is the
# likeliest to go.
#
# Example: with ``suffices = lambda numbers: sum(numbers) >= 4``, of 1, 2, 3 and 4 only 4 is left.

_Element = TypeVar("_Element")


def minimal_subset(
    elements: Iterable[_Element],
    suffices: Callable[[list[_Element]], bool],
    *,
    at_once: int = 1,
) -> list[_Element]:
    """A subset of which no element can be left out.

    Args:
        elements: distinct, and all together sufficient; they are tried in this order.
        suffices: the test; whatever contains a sufficient set must suffice, too. A test that has a
            budget may answer False when that is spent: then the element stays, and the subset may
            not be minimal.
        at_once: how many elements to leave out in one test at first; then half as many, until they
            are tried one by one. More than 1 saves tests where most elements are not needed.

    Returns:
        The elements that stay, in their order.
    """
    kept = list(elements)
    while at_once:
        tried = tuple(kept)
        for start in range(0, len(tried), at_once):
            left_out = tried[start : start + at_once]
            fewer = [element for element in kept if element not in left_out]
            if suffices(fewer):
                kept = fewer
        at_once //= 2
    return kept

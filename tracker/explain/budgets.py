"""How far the searches of this package go before they give up: all limits in one table.

Limits are counted in units that are the same on every machine: conflicts of the SAT solver,
questions asked of it, states of a table. Seconds are used only where somebody waits for the answer.
Most of these searches need not succeed: the caller then takes a larger set, an easier answer, or
asks the exact tables.
"""

from __future__ import annotations

from typing import Final

# -- the SAT solver, in conflicts -----------------------------------------------------------------

QUICK_CONFLICTS: Final = 300
"""For one question, before the exact tables are asked: a few milliseconds."""
CORRECTION_CONFLICTS: Final = 100
"""To make a correction set smaller: not needed, but it saves rounds of the search."""
CLOSER_CONFLICTS: Final = 2_000
"""To find a counterexample that is closer to the likeliest deal: else the last one is taken."""
REPAIR_CONFLICTS: Final = 500
"""To find out whether a deal fits a repaired record, before the exact tables are asked."""
LONG_CONFLICTS: Final = 20_000
"""Between two looks at the budget, where neither solver nor tables decided a question quickly."""

# -- whole searches, in questions to the solver, seconds, or search nodes --------------------------

NEEDED_QUESTIONS: Final = 50
"""For an answer without which there is no verdict; each of ``LONG_CONFLICTS``: some ten seconds."""
WHY_SECONDS: Final = 10.0
"""For a smallest set of causes, unless the caller says otherwise."""
WHY_GRACE_SECONDS: Final = 5.0
"""To make a set of causes minimal, once the search for a smallest one has ended."""
CONFLICT_SECONDS: Final = 2.0
"""For a smallest conflict, unless the caller says otherwise."""
CONFLICT_GRACE_SECONDS: Final = 2.0
"""To make a conflict minimal, once the search for a smallest one has ended."""
REPAIR_SECONDS: Final = 2.0
"""To try repairs, unless the caller says otherwise."""
HITTING_NODES: Final = 1_500
"""Nodes of the search for a cheapest hitting set: after that, MaxSAT is as fast."""
KEPT_DEALS: Final = 400
"""Deals that came up in one search and are kept for the next."""
MOST_SETS: Final = 2_000
"""Sets of causes that a verification tries, to see whether a smaller one would do: seconds."""

# -- tables and counting --------------------------------------------------------------------------

TABLE_BITS: Final = 40_000_000_000
"""Bits that the tables may shift to find out whether a deal fits: a few seconds."""
MOST_CASES: Final = 64
"""Cases of facts with alternatives: beyond these the counting engine is asked."""
HALF_SUIT_STATES: Final = 20_000
"""States of one half-suit, to find a bound for a step: some 50 ms."""
COUNTED_REPAIRS: Final = 40
"""Repairs, the likeliest first, for which the remaining deals are counted."""
REPAIR_COUNTING: Final = 2**28
"""Work for all these counts together (units of ``tracker.counting.engine``): some five seconds."""

# -- steps, in what a reader can take in -----------------------------------------------------------

MOST_SOURCES: Final = 6
"""Causes and earlier steps of one step: what takes more is told as several steps."""
EASY_SOURCES: Final = 3
"""With so few, "one of these is true" is one step; with more, it is taken apart."""
MOST_HANDS: Final = 4
"""Hands that propagation takes together."""
MOST_SHARED: Final = 5
"""Cards of a Hall set."""

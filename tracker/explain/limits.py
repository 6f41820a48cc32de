"""How far the searches for explanations go before they give up.

Limits are counted in units that are the same on every machine: conflicts of the SAT solver,
questions asked of it, states of a table. Seconds are used only where somebody waits for the answer.
Most of these searches need not succeed: the caller then takes a larger set, an easier answer, or
asks the exact tables.
"""

from __future__ import annotations

from typing import Final

# -- the SAT solver, in conflicts -----------------------------------------------------------------

CORRECTION_CONFLICTS: Final = 100
"""To make a correction set smaller: not needed, but it saves rounds of the search."""
CLOSER_CONFLICTS: Final = 2_000
"""To find a counterexample that is closer to the likeliest deal: else the last one is taken."""
LONG_CONFLICTS: Final = 20_000
"""Between two looks at the budget, where neither solver nor tables decided a question quickly."""

# -- whole searches, in questions to the solver, seconds, or search nodes -------------------------

NEEDED_QUESTIONS: Final = 50
"""For an answer without which there is no verdict; each of ``LONG_CONFLICTS``: some ten seconds."""
CONFLICT_QUESTIONS: Final = 1_000
"""For a smallest conflict, unless the caller says otherwise."""
GRACE_QUESTIONS: Final = 1_000
"""To make causes or a conflict minimal, once the search for a smallest set has ended."""
MOST_REPAIRS: Final = 10_000
"""Repairs that are tried, unless the caller says otherwise."""
COMPARED_SETS: Final = 3
"""Smallest sets of causes of which the easiest to follow is told."""
KEPT_DEALS: Final = 400
"""Deals that came up in one search and are kept for the next."""
MOST_SETS: Final = 2_000
"""Sets of causes that a verification tries, to see whether a smaller one would do: seconds."""

# -- tables and counting --------------------------------------------------------------------------

TABLE_BITS: Final = 200_000_000_000
"""Bits that the tables may shift to find out whether a deal fits: a few seconds."""
HALF_SUIT_STATES: Final = 20_000
"""States of one half-suit, to find a bound for a step: some 50 ms."""

# -- steps, in what a reader can take in ----------------------------------------------------------

MOST_SOURCES: Final = 6
"""Causes and earlier steps of one step: what takes more is told as several steps."""
MOST_HANDS: Final = 4
"""Hands that are counted together."""

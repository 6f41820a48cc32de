"""Ganak, a general model counter, on the same question: a propositional formula and its models.

One variable for each placement; every card at one seat; a clause for each fact; hand sizes as
sequential counters that are functions of the placements, so that models and deals are one to one.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from tracker.knowledge.facts import Knowledge

_SCRIPT = """
import sys, time
from pyganak import Counter
clauses = [list(map(int, line.split())) for line in sys.stdin]
counter = Counter()
start = time.perf_counter()
counter.add_clauses(clauses)
found = counter.count()
print(found, time.perf_counter() - start)
"""


def ganak_count(knowledge: Knowledge, timeout: float) -> tuple[int, float] | None:
    """The number of deals and the seconds it took; none where it did not end in time."""
    lines = [" ".join(map(str, clause)) for clause in formula(knowledge)]
    command = [sys.executable, "-c", _SCRIPT]
    try:
        run = subprocess.run(
            command, input="\n".join(lines), capture_output=True, text=True, timeout=timeout
        )
    except subprocess.TimeoutExpired:
        return None
    count, seconds = run.stdout.split()[-2:]
    return int(count), float(seconds)


def formula(knowledge: Knowledge) -> Iterator[list[int]]:
    """Clauses whose models are the deals."""
    assert not knowledge.counts
    variable = {
        (card, seat): 1 + i
        for i, (card, seat) in enumerate(product(knowledge.cards, knowledge.seats))
    }
    for card in knowledge.cards:
        own = [variable[card, seat] for seat in knowledge.seats]
        yield own
        yield from ([-a, -b] for a, b in combinations(own, 2))
    for clause in (clause for block in knowledge.blocks.values() for clause in block):
        yield [variable[c, s] if holds else -variable[c, s] for c, s, holds in clause.literals]
    following = len(variable) + 1
    for seat in knowledge.seats:
        own = [variable[card, seat] for card in knowledge.cards]
        clauses = list(_exactly(own, knowledge.sizes[seat], following))
        yield from clauses
        following = 1 + max(abs(literal) for clause in clauses for literal in clause)


def _exactly(own: Sequence[int], room: int, first: int) -> Iterator[list[int]]:
    """Just ``room`` of the variables are true: t[i][j] = "at least j of the first i"."""
    before: list[int | bool] = [j == 0 for j in range(room + 2)]
    for variable in own:
        after: list[int | bool] = [True]
        for j in range(1, room + 2):
            after.append(first)
            yield from _is_or_and(first, before[j], variable, before[j - 1])
            first += 1
        before = after
    yield [int(before[room])]
    yield [-int(before[room + 1])]


def _is_or_and(out: int, kept: int | bool, variable: int, less: int | bool) -> Iterator[list[int]]:
    """``out`` is true just where ``kept`` is, or both ``variable`` and ``less``."""
    yield from _simplified([(-out, 1), (kept, 1), (variable, 1)])
    yield from _simplified([(-out, 1), (kept, 1), (less, 1)])
    yield from _simplified([(out, 1), (kept, -1)])
    yield from _simplified([(out, 1), (variable, -1), (less, -1)])


def _simplified(literals: Sequence[tuple[int | bool, int]]) -> Iterator[list[int]]:
    """The clause, unless a constant makes it true."""
    clause = []
    for value, sign in literals:
        if isinstance(value, bool):
            if value == (sign > 0):
                return
        else:
            clause.append(value * sign)
    yield clause

"""What a hard step needs of all that its events say.

An ask says three things at least; most steps need one of them. So what can be spared is left out,
one by one, and the wording names the rest.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress

from tracker.explain.oracle import Deadline, Oracle, OutOfTimeError
from tracker.knowledge.facts import EventCause, Fact


def needed_facts(
    oracle: Oracle,
    causes: Collection[int],
    given: Collection[int],
    supposed: int,
    deadline: Deadline,
) -> tuple[Fact, ...]:
    """What of events is needed to leave no deal.

    Args:
        oracle: the facts.
        causes: the groups of some causes;
        given: of what was worked out before;
        supposed: of the opposite, which leaves no deal with all of these.
        deadline: after it, what has not been tried is taken to be needed.
    """
    events = [group for group in causes if isinstance(oracle.causes[group], EventCause)]
    kept = [*given, *(group for group in causes if group not in events)]
    facts = {oracle.add_group([fact]): fact for fact in oracle.facts(events)}
    used = oracle.quick_core([*kept, *facts, supposed])
    needed = [group for group in facts if group in used]
    for group in tuple(needed):
        rest = [other for other in needed if other != group]
        with suppress(OutOfTimeError):
            if oracle.fails([*kept, *rest, supposed], deadline):
                needed = rest
    return tuple(facts[group] for group in needed)

"""Wording of what an event leaves open: "either Bob had run out, or Ann and Carl had run out"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tracker.game.events import Seat
from tracker.knowledge.facts import Count, Either, Fact


def alternatives(facts: Iterable[Fact], who: Callable[[Seat], str]) -> str:
    """What facts say of one thing or another, in brackets; nothing where they do not.

    Args:
        facts: what an event says.
        who: the name of a seat.
    """
    said = [_either(fact, who) for fact in facts if isinstance(fact, Either)]
    return f" ({'; '.join(said)})" if said else ""


def _either(fact: Either, who: Callable[[Seat], str]) -> str:
    parts = [_together(counts, who) for counts in fact.alternatives]
    return f"either {', or '.join(parts)}"


def _together(counts: Sequence[Count], who: Callable[[Seat], str]) -> str:
    """Who had run out, and who had not: whoever ran out lost cards unseen."""
    out = [who(count.seat) for count in counts if count.least > 0]
    able = [who(count.seat) for count in counts if count.least == 0]
    parts = [f"{_listed(out)} had run out"] if out else []
    return " and ".join([*parts, f"{_listed(able)} had cards left"] if able else parts)


def _listed(names: Sequence[str]) -> str:
    *first, last = dict.fromkeys(names)
    return f"{', '.join(first)} and {last}" if first else last

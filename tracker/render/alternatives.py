"""Wording of what an event leaves open: "either Bob has run out, or Ann and Carl have run out"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tracker.game.events import Seat
from tracker.knowledge.facts import Count, Either, Fact
from tracker.render.names import listed


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
    """Who has run out, and who has not: whoever runs out lost cards unseen."""
    out = tuple(dict.fromkeys(who(count.seat) for count in counts if count.least > 0))
    able = tuple(dict.fromkeys(who(count.seat) for count in counts if count.least == 0))
    parts = [f"{listed(out)} {_have(out)} run out"] if out else []
    return " and ".join([*parts, f"{listed(able)} {_have(able)} cards left"] if able else parts)


def _have(names: Sequence[str]) -> str:
    return "has" if len(names) == 1 and names[0] != "you" else "have"

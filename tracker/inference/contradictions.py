"""Whether a record contradicts itself, and at which events.

An event at which no deal is left is left out before the game goes on, so that a record with two
slips gets both of them named. This is the only place that decides so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tracker.errors import ContradictionError, UndecidedError
from tracker.game.record import Hand, Record
from tracker.game.replay import replay_of
from tracker.game.state import State
from tracker.inference.possible_holders import PossibleHolders, unsearched
from tracker.knowledge.facts import Fact
from tracker.knowledge.gather import facts_of
from tracker.knowledge.views import knowledge, section_start


@dataclass(frozen=True, eq=False)
class Consistency:
    """Whether a deal is left at a moment, but for the events that were left out."""

    state: State
    contradictions: tuple[int, ...]
    """The events at which no deal was left, in order; 0: the header alone leaves none."""
    left: PossibleHolders
    """What has been learnt up to the last event that left a deal."""
    undecided: int | None = None
    """The event at which it was given up to find out whether a deal is left, as that would take too
    long; nothing is known of it and of those after it. 0: the header. None: all is known."""


def _after(before: Consistency, state: State, facts: tuple[Fact, ...]) -> Consistency:
    """How it stands in the next state, by what was said meanwhile."""
    if before.undecided is not None or 0 in before.contradictions:
        return replace(before, state=state)
    try:
        survivor = before.left.survivor(facts)
    except UndecidedError:
        return replace(before, state=state, undecided=state.at)
    if survivor is None:
        return replace(before, state=state, contradictions=(*before.contradictions, state.at))
    return replace(before, state=state, left=survivor)


def consistency(
    record: Record,
    hands: tuple[Hand, ...] | None = None,
    at: int | None = None,
    before: Consistency | None = None,
) -> Consistency:
    """How it stands with a record at a moment.

    Args:
        record: the game.
        hands: the dealt hands taken into account; None: all that the header has.
        at: only of the first so many events; None: of all.
        before: how it stands at another moment, perhaps of another record with the same table and
            hands: it is gone on from there where the record goes through that moment.
    """
    replay = replay_of(record)
    found = before
    if found is None or not any(found.state is state for state in replay.states(at)):
        known = knowledge(record, record.hands if hands is None else hands, 0)
        start = replay.state(0)
        found = _after(Consistency(start, (), unsearched(known)), start, ())
    found.left.budget.refill()
    for played in replay.played(at)[found.state.at :]:
        if played.after.section == played.number:
            left = unsearched(section_start(played.after), found.left.budget)
            found = replace(found, state=played.after, left=left)
        else:
            found = _after(found, played.after, facts_of(played))
    return found


def contradictions(
    record: Record, hands: tuple[Hand, ...] | None = None, at: int | None = None
) -> tuple[int, ...]:
    """Every event at which no deal is left, by its number; 0: the header alone leaves none.

    Args:
        record: the game.
        hands: the dealt hands taken into account; None: all that the header has.
        at: only of the first so many events; None: of all.
    """
    return consistency(record, hands, at).contradictions


def contradiction_error(
    record: Record, hands: tuple[Hand, ...] | None = None, at: int | None = None
) -> ContradictionError:
    """The error that names the first event at which no deal is left."""
    events = contradictions(record, hands, at)
    return contradiction_at(record, events[0] if events else record.moment(at))


def contradiction_at(record: Record, event: int, whatever: str = "") -> ContradictionError:
    """The error that names an event at which no deal is left.

    Args:
        record: the game.
        event: the number of the event; 0: the header alone leaves none.
        whatever: what plays no part in it, in words.
    """
    if event == 0:
        return ContradictionError(0, "the record contradicts itself: no deal fits its header")
    line = record.events[event - 1].line
    where = f"event {event}" if line is None else f"event {event} (line {line})"
    fault = f"the record contradicts itself: at {where} no deal is left that fits all it says"
    return ContradictionError(event, fault + whatever)

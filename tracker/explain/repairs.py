"""Repairs: which single change would make sense of a record that contradicts itself?

The events are gone through backwards from the contradiction. Each slip that an event can have is
tried, where it can bear on the conflict, and each ask that may have been left out before an event
of it. The record is replayed with the change; it is a suggestion if some deal fits it all.

Suggestions are ranked in bits: the price of the slip (``slips``), so many for each rule that is
broken in the repaired record, and a little for each event between the change and the contradiction.
A forgotten ask is the commonest slip: the best of those that break no rule comes first.

In a record with gaps the event at which no deal is left is the one suspect: each change is tried in
all the ways to fill the gaps together.

Example: at event 4 Bob says no to Ann's ask for the 5H, and at event 9 Carl gets it from him. Had
he said yes at event 4, Ann would have gone on; but Bob did. So "event 9: no" is the better
suggestion, if Bob had the turn after that, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Final, TypeAlias

from tracker.errors import GapError, UndecidedError
from tracker.explain.conflict import Conflict
from tracker.explain.limits import MOST_REPAIRS
from tracker.explain.slips import (
    PRICE,
    Repair,
    cards_named,
    event_repairs,
    hand_repairs,
    transfers_wanted,
)
from tracker.game.ask_rules import may_surrender
from tracker.game.cards import Card
from tracker.game.events import Ask, BaseEvent, Event, HandSize, Seat
from tracker.game.record import Hand, Record
from tracker.game.replay import replay_of
from tracker.game.state import State
from tracker.game.table import Table
from tracker.inference.completions import CompletionWalk
from tracker.inference.deduction import common_state
from tracker.inference.hands import stated_hands
from tracker.knowledge.facts import (
    EventCause,
    OwnCause,
)

Walks: TypeAlias = Sequence[tuple[CompletionWalk, int]]
"""Walks through a record, each with the number of rules that it has seen broken."""
BROKEN_RULE: Final = 12.0
"""Bits for each rule that is broken."""
DISTANCE: Final = 0.02
"""Bits for each event between the change and the event at which no deal is left."""


@dataclass(frozen=True)
class Suggestion:
    """A single change that makes a record consistent."""

    repair: Repair
    broken_rules: int
    """How many rules the events break then, as far as the public state tells."""
    bits: float
    """How unlikely it is: its price, broken rules and distance."""


def suggestions(
    record: Record,
    conflict: Conflict,
    hands: tuple[Hand, ...] | None = None,
    *,
    limit: int | None = MOST_REPAIRS,
) -> list[Suggestion]:
    """The single changes that make a record consistent, in an order by rule of thumb.

    An ask that was left out comes first. Else a kind of slip has a price; broken rules and distance
    cost more. How common each slip is has not been measured.

    Args:
        record: a record that no deal fits.
        conflict: what contradicts what in it, from ``conflicts``.
        hands: the dealt hands taken into account; None: all that the header has.
        limit: so many changes are tried; None: all.
    """
    hands = record.hands if hands is None else hands
    changes = islice(dict.fromkeys(_repairs(record, hands, conflict)), limit)
    return _ranked(_mends(record, hands, changes, conflict.event, _walks(record, hands)))


def suggestions_across_gaps(
    record: Record, number: int, *, limit: int | None = MOST_REPAIRS
) -> list[Suggestion]:
    """The single changes at an event that make a record with gaps consistent up to there.

    Asks that were left out before the event are tried, and slips in the event itself.

    Args:
        record: a record with gaps.
        number: the event at which no deal is left in any completion.
        limit: so many changes are tried; None: all.

    Returns:
        The suggestions, in an order by rule of thumb; some are missing where a budget ended the
        search.
    """
    record = record.with_events(record.events[:number])
    mends: list[Suggestion] = []
    with suppress(GapError, UndecidedError):
        hands, event = stated_hands(record), record.events[-1]
        walks = _walks(record, hands)
        states = [common_state(at, list(walk.states())) for at, (walk, _) in enumerate(walks)]
        missing = _asks_missing_before(record.table, states, number, event)
        changes = dict.fromkeys((*missing, *event_repairs(event, number, record.table)))
        mends.extend(_mends(record, hands, islice(changes, limit), number, walks))
    return _ranked(mends)


def _mends(
    record: Record,
    hands: tuple[Hand, ...],
    changes: Iterable[Repair],
    number: int,
    walks: Walks,
) -> Iterator[Suggestion]:
    """The changes with which a deal is left.

    Args:
        record: the record.
        hands: the dealt hands taken into account.
        changes: the changes.
        number: the event at which no deal is left.
        walks: through the record as it is, one to each moment.
    """
    for repair in changes:
        new, repaired = repair.new, repair.applied(record)
        walk, broken = walks[max(repair.event - 1, 0)]
        if isinstance(new, Hand):
            changed = tuple(new if hand.seat == new.seat else hand for hand in hands)
            walk = CompletionWalk(repaired, changed)
        walk = walk.resumed(repaired)
        for later in repaired.events[max(repair.event - 1, 0) :]:
            walk.go_on(later)
            broken += len(walk.broken())
            if walk.number == number and not walk.is_possible():
                break
        if walk.has_deal():
            distance = DISTANCE * abs(number - repair.event)
            bits = PRICE[repair.kind] + BROKEN_RULE * broken + distance
            yield Suggestion(repair, broken, bits)


def _walks(record: Record, hands: tuple[Hand, ...]) -> Walks:
    """Walks through a record, one to each moment but the last, and the rules broken by then."""
    walks = [(CompletionWalk(record, hands), 0)]
    for event in record.events[:-1]:
        before, broken = walks[-1]
        walk = before.resumed(record)
        walk.go_on(event)
        walks.append((walk, broken + len(walk.broken())))
    return walks


def _ranked(mends: Iterable[Suggestion]) -> list[Suggestion]:
    """The suggestions by their bits, but first the best ask left out that breaks no rule."""
    ranked = sorted(mends, key=lambda suggestion: suggestion.bits)
    asks = (each for each in ranked if each.repair.kind == "missing" and not each.broken_rules)
    first = next(asks, None)
    return ranked if first is None else [first, *(each for each in ranked if each is not first)]


# -- what to try ----------------------------------------------------------------------------------


def _repairs(record: Record, hands: tuple[Hand, ...], conflict: Conflict) -> Iterator[Repair]:
    """The changes to try, backwards from a contradiction.

    What an event says depends on earlier ones by where the cards of its half-suit publicly are. By
    the sizes of hands, too, where it tells one or not all are public; and by the ask just before it
    where cards are surrendered. Then any change can bear on it.
    """
    last, replay = conflict.event, replay_of(record)
    states = replay.states()
    stated = {cause.number for cause in conflict.because if isinstance(cause, EventCause)}
    stated = (stated | {last, *conflict.background}) - {0}
    events = [record.events[number - 1] for number in stated]
    books = {
        record.deck.book_of[card] for event in events for card in cards_named(event, record.deck)
    }
    any_change = (
        may_surrender(record.rules)
        or bool(states[last].hidden)
        or any(isinstance(event, HandSize) for event in events)
    )
    near = {number for each in replay if each.broken for number in (each.number - 1, each.number)}
    for cause in conflict.because:
        for hand in hands:
            if isinstance(cause, OwnCause) and hand.seat == cause.seat:
                yield from hand_repairs(hand, cause.card, record.table)
    for number in range(last, 0, -1):
        event = record.events[number - 1]
        if number in stated:
            yield from _asks_missing_before(record.table, states, number, event)
        for repair in event_repairs(event, number, record.table):
            changed = [each for each in (event, repair.new) if isinstance(each, BaseEvent)]
            named = {card for each in changed for card in cards_named(each, record.deck)}
            if (
                any_change
                or number in stated | near
                or books & {record.deck.book_of[card] for card in named}
            ):
                yield repair


def _asks_missing_before(
    table: Table, states: Sequence[State], number: int, event: Event
) -> Iterator[Repair]:
    """Asks that may have been left out, each of which brings a card where an event wants it.

    Args:
        table: the table.
        states: the public states from the deal on, up to the event at least.
        number: the number of the event.
        event: the event.
    """
    state = states[number - 1]
    for receiver, giver, card in transfers_wanted(event, table):
        holder = state.located.get(card, giver)
        if not state.is_open(card) or (giver is not None and holder != giver):
            continue
        moment = _last_turn(states, number - 1, receiver, card)
        for seat in table.opponents_of[receiver]:
            if moment is not None and holder in (None, seat):
                yield Repair("missing", moment + 1, Ask(receiver, seat, card, "yes"))


def _last_turn(states: Sequence[State], before: int, seat: Seat, card: Card) -> int | None:
    """The last moment, up to one, at which a seat had the turn and a card lay as it does then.

    Returns:
        None where there is no such moment.
    """
    holder = states[before].located.get(card)
    for moment in range(before, -1, -1):
        state = states[moment]
        if state.located.get(card) != holder:
            return None
        if seat in state.movers():
            return moment
    return None

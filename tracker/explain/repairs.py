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
from typing import Final

from tracker.errors import GapError, UndecidedError
from tracker.explain.conflict import Conflict
from tracker.explain.consistency import is_possible
from tracker.explain.evidence import Evidence
from tracker.explain.limits import MOST_REPAIRS
from tracker.explain.slips import (
    PRICE,
    Repair,
    cards_named,
    event_repairs,
    hand_repairs,
    missing_ask,
    transfers_wanted,
)
from tracker.explain.smallest.fact_groups import FactGroups
from tracker.game.ask_rules import may_surrender
from tracker.game.cards import Card
from tracker.game.events import BaseEvent, Event, HandSize, Seat
from tracker.game.record import Hand, Record
from tracker.game.replay import replay_of
from tracker.game.state import State
from tracker.game.table import Table
from tracker.inference.completions import CompletionWalk
from tracker.inference.deduction import common_state
from tracker.inference.hands import stated_hands
from tracker.knowledge.facts import (
    Clause,
    Count,
    EventCause,
    Fact,
    OwnCause,
    size_facts,
)
from tracker.knowledge.gather import facts_of
from tracker.knowledge.views import hand_facts, knowledge
from tracker.sat.solver import SolverHolder

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
    possible: list[Suggestion] = []
    with Workbench(record, record.hands if hands is None else hands) as bench:
        for repair in islice(dict.fromkeys(_repairs(bench, conflict)), limit):
            broken = bench.broken_rules_with(repair)
            if broken is not None:
                possible.append(_suggestion(repair, broken, conflict.event))
    return _ranked(possible)


def _suggestion(repair: Repair, broken: int, event: int) -> Suggestion:
    """A change that breaks so many rules, of a record that has no deal left at an event."""
    distance = DISTANCE * abs(event - repair.event)
    return Suggestion(repair, broken, PRICE[repair.kind] + BROKEN_RULE * broken + distance)


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
    mends: list[Suggestion] = []
    record = record.with_events(record.events[:number])
    with suppress(GapError, UndecidedError):
        walks, broken_by = [CompletionWalk(record, stated_hands(record))], [0]
        for event in record.events[:-1]:
            walks.append(walks[-1].resumed(record))
            walks[-1].go_on(event)
            broken_by.append(broken_by[-1] + len(walks[-1].broken()))
        states = [common_state(at, list(walk.states())) for at, walk in enumerate(walks)]
        table, event = record.table, record.events[-1]
        missing = _asks_missing_before(table, states, number, event)
        changes = dict.fromkeys((*missing, *event_repairs(event, number, table)))
        for repair in islice(changes, limit):
            repaired = repair.applied(record)
            walk = walks[repair.event - 1].resumed(repaired)
            broken = broken_by[repair.event - 1]
            for later in repaired.events[repair.event - 1 :]:
                walk.go_on(later)
                broken += len(walk.broken())
            if walk.is_possible():
                mends.append(_suggestion(repair, broken, number))
    return _ranked(mends)


def _ranked(mends: Iterable[Suggestion]) -> list[Suggestion]:
    """The suggestions by their bits, but first the best ask left out that breaks no rule."""
    ranked = sorted(mends, key=lambda suggestion: suggestion.bits)
    asks = (each for each in ranked if each.repair.kind == "missing" and not each.broken_rules)
    first = next(asks, None)
    return ranked if first is None else [first, *(each for each in ranked if each is not first)]


class Workbench(SolverHolder):
    """Replays a record with one change after another.

    It holds a solver: use it as a context manager.

    Args:
        record: the record.
        hands: the dealt hands taken into account.
    """

    def __init__(self, record: Record, hands: tuple[Hand, ...]) -> None:
        self.record = record
        self.hands = hands
        self._replay = replay_of(record)
        self.states = self._replay.states()
        self._known = knowledge(record, (), 0)
        self._solver = FactGroups(Evidence(self._known.seats, self._known.books, ()))
        self._groups: dict[tuple[object, ...], int] = {}
        """The groups of the solver, by what their facts say."""

    @property
    def rule_breakers(self) -> list[int]:
        """The numbers of the events that break a rule and are not marked."""
        return [played.number for played in self._replay if played.broken]

    def broken_rules_with(self, repair: Repair) -> int | None:
        """How many rules are broken in the repaired record; None where no deal fits it."""
        facts: list[tuple[Fact, ...]] = []
        broken = 0
        for played in self._replay.to(repair.applied(self.record)):
            facts.append(facts_of(played))
            if any(isinstance(fact, Clause) and not fact.literals for fact in facts[-1]):
                return None
            broken += len(played.broken)
        return broken if self._is_possible(facts, self._hands_with(repair)) else None

    def _hands_with(self, repair: Repair) -> tuple[Hand, ...]:
        """The hands taken into account, with a repair."""
        new = repair.new
        if not isinstance(new, Hand):
            return self.hands
        return tuple(new if hand.seat == new.seat else hand for hand in self.hands)

    def _is_possible(self, events: Iterable[tuple[Fact, ...]], hands: Iterable[Hand]) -> bool:
        """Whether a deal fits what events and hands say; False where that is not found out."""
        own = (tuple(hand_facts(self.record.table, hand)) for hand in hands)
        parts = [size_facts(self._known), *own, *(facts for facts in events if facts)]
        groups = [self._group(part) for part in parts]
        with suppress(UndecidedError):
            return self._solver.find(groups) is not None
        with suppress(UndecidedError):
            known = self._known
            return is_possible(known.seats, known.books, self._solver.facts(groups))
        return False

    def _group(self, facts: tuple[Fact, ...]) -> int:
        """The group of some facts; facts that differ only in their causes share one."""
        key = tuple(map(_content, facts))
        if key not in self._groups:
            self._groups[key] = self._solver.add_group(facts)
        return self._groups[key]


def _content(fact: Fact) -> tuple[object, ...]:
    """What a fact says, without its cause."""
    match fact:
        case Clause(literals):
            return literals
        case Count(seat, cards, least, most):
            return seat, cards, least, most


# -- what to try ----------------------------------------------------------------------------------


def _repairs(bench: Workbench, conflict: Conflict) -> Iterator[Repair]:
    """The changes to try, backwards from a contradiction.

    What an event says depends on earlier ones by where the cards of its half-suit publicly are. By
    the sizes of hands, too, where it tells one or not all are public; and by the ask just before it
    where cards are surrendered. Then any change can bear on it.
    """
    record, last = bench.record, conflict.event
    stated = {cause.number for cause in conflict.because if isinstance(cause, EventCause)}
    stated = (stated | {last, *conflict.background}) - {0}
    events = [record.events[number - 1] for number in stated]
    books = {
        record.deck.book_of[card] for event in events for card in cards_named(event, record.deck)
    }
    any_change = (
        may_surrender(record.rules)
        or bool(bench.states[last].hidden)
        or any(isinstance(event, HandSize) for event in events)
    )
    near = {number for breaker in bench.rule_breakers for number in (breaker - 1, breaker)}
    for cause in conflict.because:
        for hand in bench.hands:
            if isinstance(cause, OwnCause) and hand.seat == cause.seat:
                yield from hand_repairs(hand, cause.card, record.table)
    for number in range(last, 0, -1):
        event = record.events[number - 1]
        if number in stated:
            yield from _asks_missing_before(record.table, bench.states, number, event)
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
                yield missing_ask(receiver, seat, card, moment + 1)


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

"""Suggestions: which single change would make sense of a record that contradicts itself?

The suspects are the events of the conflict and of its background, and those next to an event that
breaks a rule: after a wrong answer the turn goes wrong at once, though deals may be left until much
later. Each slip at a suspect, and each card that may have changed hands unrecorded, is tried:
the record is replayed with it, and stays only if some deal fits it all.

They are ranked as evidence is weighed, in bits: the price of the slip (``slips``); so many more for
each rule that is broken in the record so changed; less log2 of the number of deals that then fit,
for each of them could have led to this record.

Example: at event 4 Bob says no to Ann's ask for the 5H, and at event 9 Carl gets it from him. Had
he said yes at event 4, Ann would have gone on; but Bob did. So "event 9: no" is the better
suggestion, if Bob had the turn after that, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from tracker.budget import Budget
from tracker.counting import Counter
from tracker.counting.costs import FREE
from tracker.errors import UndecidedError
from tracker.explain.conflict import Conflict
from tracker.explain.consistency import is_possible
from tracker.explain.slips import (
    PRICE,
    Mend,
    cards_named,
    mends_of,
    mends_of_hand,
    missing_ask,
)
from tracker.game.cards import Card
from tracker.game.events import Ask, Claim, Event, HandSize, Seat
from tracker.game.record import Hand, Record
from tracker.game.replay import replay_of
from tracker.game.table import Table
from tracker.knowledge.facts import (
    Cause,
    Clause,
    Count,
    Either,
    EventCause,
    Fact,
    OwnCause,
    size_facts,
)
from tracker.knowledge.gather import said_by
from tracker.knowledge.views import hand_facts, knowledge
from tracker.sat import Placements
from tracker.sat.solver import SolverHolder
from tracker.sat.switched import SwitchedSolver

BROKEN_RULE: Final = 12.0
"""Bits for each rule that is broken."""
DISTANCE: Final = 0.02
"""Bits for each event between the change and the one at which no deal is left."""
LIMIT: Final = 2.0
"""Seconds that trying changes may take, unless said otherwise."""
COUNTED: Final = 40
"""Deals are counted for so many of the best suggestions."""
COUNTING: Final = 2**28
"""The work that may take, for all of them together: some five seconds."""
PATIENCE: Final = 500
"""Conflicts of the solver, before the tables are asked."""


@dataclass(frozen=True)
class Suggestion:
    """A single change that makes a record consistent."""

    mend: Mend
    broken_rules: int
    """How many rules the events break then, as far as the public state tells."""
    bits: float
    """How far it is from likely: price, broken rules, and fewer deals. The smaller the likelier."""


def suggestions(
    record: Record,
    conflict: Conflict,
    hands: tuple[Hand, ...] | None = None,
    *,
    limit: float | None = LIMIT,
) -> list[Suggestion]:
    """The single changes that make a record consistent, the likeliest first.

    Where the time limit ends the search, some that would do are missing.

    Args:
        record: a record that no deal fits.
        conflict: what contradicts what in it, from ``conflicts``.
        hands: the dealt hands taken into account; none: all that the header has.
        limit: seconds to look for them.
    """
    budget = Budget(seconds=limit)
    found: list[Suggestion] = []
    with Workbench(record, record.hands if hands is None else hands) as bench:
        try:
            for mend in dict.fromkeys(_mends(bench, conflict)):
                budget.require()
                broken = bench.broken_rules_with(mend)
                if broken is not None:
                    found.append(_suggestion(mend, broken, conflict))
        except UndecidedError:
            pass
        found.sort(key=lambda suggestion: suggestion.bits)
        budget = Budget(COUNTING, each=COUNTING, floor=FREE)
        weighed = [
            replace(one, bits=one.bits - bench.log2_of_deals(one.mend, budget))
            for one in found[:COUNTED]
        ]
    return sorted(weighed, key=lambda suggestion: suggestion.bits)


def _suggestion(mend: Mend, broken: int, conflict: Conflict) -> Suggestion:
    distance = abs(conflict.event - mend.event)
    bits = PRICE[mend.kind] + BROKEN_RULE * broken + DISTANCE * distance
    return Suggestion(mend, broken, bits)


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
        known = knowledge(record, (), 0)
        self._known = known
        self._solver = self._hold(SwitchedSolver(Placements(known.cards, known.seats)))
        self._groups: dict[tuple[object, ...], int] = {}
        self._sizes = size_facts(known)

    @property
    def rule_breakers(self) -> list[int]:
        """The numbers of the events that break a rule and are not marked."""
        return [played.number for played in self._replay if played.broken]

    def broken_rules_with(self, mend: Mend) -> int | None:
        """How many rules are broken in the record with a change; none where no deal fits it."""
        said: list[tuple[Fact, ...]] = []
        broken = 0
        for played in self._replay.to(mend.applied(self.record)):
            facts = said_by(played)
            if any(isinstance(fact, Clause) and not fact.literals for fact in facts):
                return None
            said.append(facts)
            broken += len(played.broken)
        return broken if self._is_possible(said, self._hands_with(mend)) else None

    def log2_of_deals(self, mend: Mend, budget: Budget | None = None) -> float:
        """How many deals fit the record with a mend, as a power of 2; 0 where that is unknown."""
        posterior = Counter(budget=budget).update(
            knowledge(mend.applied(self.record), self._hands_with(mend))
        )
        return 0.0 if posterior.status == "unknown" else posterior.bits

    def _hands_with(self, mend: Mend) -> tuple[Hand, ...]:
        new = mend.new
        if not isinstance(new, Hand):
            return self.hands
        return tuple(new if hand.seat == new.seat else hand for hand in self.hands)

    def _is_possible(self, said: Iterable[tuple[Fact, ...]], hands: tuple[Hand, ...]) -> bool:
        """Whether a deal fits what was said and some hands; if that is not found out, no."""
        own = [tuple(hand_facts(self.record.table, hand)) for hand in hands]
        parts = [self._sizes, *own, *(facts for facts in said if facts)]
        try:
            return self._solver.find([self._group(part) for part in parts], PATIENCE) is not None
        except UndecidedError:
            pass
        with suppress(UndecidedError):
            facts = [fact for part in parts for fact in part]
            return is_possible(self._known.seats, self._known.books, facts)
        return False

    def _group(self, facts: tuple[Fact, ...]) -> int:
        """The group of some facts; facts that say the same share one, whatever their causes."""
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
        case Either(alternatives):
            return tuple(tuple(map(_content, counts)) for counts in alternatives)


# -- what to try ----------------------------------------------------------------------------------


def _mends(bench: Workbench, conflict: Conflict) -> Iterator[Mend]:
    """The slips to try, the most promising first."""
    record = bench.record
    statements = [cause.number for cause in conflict.because if isinstance(cause, EventCause)]
    near = [
        number
        for breaker in bench.rule_breakers
        for number in (breaker - 1, breaker)
        if 0 < number <= conflict.event
    ]
    moves = _moves_of(bench, conflict.event)
    for number in dict.fromkeys([conflict.event, *near, *conflict.background, *statements, *moves]):
        if number:
            yield from mends_of(record.events[number - 1], number, record.table)
    for cause in conflict.because:
        hand = _hand_of(bench.hands, cause)
        if isinstance(cause, OwnCause) and hand is not None:
            yield from mends_of_hand(hand, cause.card, record.table)
    for number in dict.fromkeys([conflict.event, *statements, *conflict.background]):
        if number:
            yield from _missing_before(bench, number)


def _hand_of(hands: Iterable[Hand], cause: Cause) -> Hand | None:
    seat = cause.seat if isinstance(cause, OwnCause) else None
    return next((hand for hand in hands if hand.seat == seat), None)


def _moves_of(bench: Workbench, event: int) -> list[int]:
    """The events before that moved cards of the half-suits an event speaks of, latest first."""
    if event == 0:
        return []
    deck = bench.record.deck
    books = {deck.book_of[card] for card in cards_named(bench.record.events[event - 1], deck)}
    cards = [card for book in books for card in book.cards]
    before = bench.states[:event]
    return [
        number
        for number in range(event - 1, 0, -1)
        if any(before[number].located.get(c) != before[number - 1].located.get(c) for c in cards)
    ]


def _missing_before(bench: Workbench, number: int) -> Iterator[Mend]:
    """Asks that may have been left out: they bring a card where, for an event, it should be."""
    table, state = bench.record.table, bench.states[number - 1]
    for receiver, giver, card in _wanted(bench.record.events[number - 1], table):
        holder = state.located.get(card, giver)
        if not state.is_open(card) or (giver is not None and holder != giver):
            continue
        moment = _last_turn(bench, number - 1, receiver, card)
        for seat in table.opponents_of[receiver]:
            if moment is not None and holder in (None, seat):
                yield missing_ask(receiver, seat, card, moment + 1)


def _wanted(event: Event, table: Table) -> Iterator[tuple[Seat, Seat | None, Card]]:
    """Who should have got which card before an event, and from whom, to make sense of it."""
    match event:
        case Ask():
            yield event.target, None, event.card
            for card in table.deck.book_of[event.card].cards:
                if card != event.card:
                    yield event.asker, None, card
            for seat in table.opponents_of[event.asker]:
                yield seat, event.asker, event.card
        case Claim():
            for card, seat in event.shown or event.holdings:
                yield seat, None, card
        case HandSize():
            for card in table.cards:
                yield event.seat, None, card
                for seat in table.opponents_of[event.seat]:
                    yield seat, event.seat, card
        case _:
            return


def _last_turn(bench: Workbench, before: int, seat: Seat, card: Card) -> int | None:
    """The last moment, up to one, at which a seat had the turn and a card lay as it does then."""
    holder = bench.states[before].located.get(card)
    for moment in range(before, -1, -1):
        state = bench.states[moment]
        if state.located.get(card) != holder:
            return None
        if seat in state.movers():
            return moment
    return None

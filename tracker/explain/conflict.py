"""What contradicts what: a smallest set of statements that no deal fits.

The events are taken one by one (``tracker.inference.contradictions``): at the first one that leaves
no deal, those before it still left one. So the conflict is that event with a smallest set of
causes that rule it out, and the search is that for the smallest explanation.

A record may contradict what everyone saw, not what was dealt: "Ann gives Bob the 5H" when the 5H
publicly is with Carl. Then the event contradicts all deals alone, and the events that brought the
cards where they are, the *background*, are named as well.

Example: Ann's hand line has the 5H; at event 3 Bob asks Ann for the 5H: no. The conflict is the own
card 5H and event 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tracker.budget import Budget
from tracker.errors import UndecidedError
from tracker.explain.slips import cards_named
from tracker.explain.smallest.causes import Weights, dealt, in_order
from tracker.explain.smallest.counterexample import deals_with
from tracker.explain.smallest.minimal_subset import Search
from tracker.explain.smallest.oracle import Oracle
from tracker.game.cards import Card
from tracker.game.events import Event, HandSize, Seat
from tracker.game.record import Hand, Record
from tracker.game.replay import replay_of
from tracker.game.state import State
from tracker.inference.contradictions import contradictions
from tracker.knowledge.facts import Cause, Clause, EventCause, Knowledge
from tracker.knowledge.gather import event_facts
from tracker.knowledge.views import knowledge

LIMIT: Final = 2.0
"""Seconds that the search for a smallest conflict may take, unless said otherwise."""
GRACE: Final = 2.0
"""Seconds more to make a conflict irreducible, once that is over."""


@dataclass(frozen=True)
class Conflict:
    """Statements that cannot all be true."""

    event: int
    """The event at which no deal is left; 0: the header alone is impossible."""
    because: tuple[Cause, ...]
    """The statements, that event's included; none can be left out."""
    smallest: bool
    """Whether no smaller set contradicts that event; else the time limit ended the search."""
    background: tuple[int, ...] = ()
    """Where the event contradicts what everyone saw: the events that made it so."""


def conflicts(
    record: Record, hands: tuple[Hand, ...] | None = None, *, limit: float | None = LIMIT
) -> list[Conflict]:
    """A smallest conflict for each event at which no deal is left.

    An event found so is left out of what follows, so that two slips give two conflicts.

    Args:
        record: the game.
        hands: the dealt hands taken into account; none: all that the header has.
        limit: seconds for each search.
    """
    hands = record.hands if hands is None else hands
    bad = contradictions(record, hands)
    return [conflict_at(record, hands, event, bad, limit=limit) for event in bad]


def conflict_at(
    record: Record,
    hands: tuple[Hand, ...],
    event: int,
    without: Iterable[int] = (),
    *,
    limit: float | None = LIMIT,
) -> Conflict:
    """A smallest conflict at an event that leaves no deal.

    Args:
        record: the game.
        hands: the dealt hands taken into account.
        event: the number of the event; 0: the header alone.
        without: other events to leave out.
        limit: seconds for the search.
    """
    known = _without(knowledge(record, hands, event), set(without) - {event})
    background = () if event == 0 else _background(record, event)
    if any(clause.cause == EventCause(event) for clause in known.impossible):
        return Conflict(event, (EventCause(event),), True, background)
    with Oracle(dealt(known)) as oracle:
        groups, smallest = _search(oracle, event, Budget(seconds=limit))
        causes = in_order(oracle.causes[group] for group in groups)
    return Conflict(event, causes, smallest, background)


def _without(known: Knowledge, events: set[int]) -> Knowledge:
    left_out = {EventCause(event) for event in events}
    return replace(known, facts=tuple(fact for fact in known.facts if fact.cause not in left_out))


def _search(oracle: Oracle, event: int, budget: Budget) -> tuple[set[int], bool]:
    """A smallest set of groups that contradicts an event, and whether that was proven."""
    supposed = _group_of(oracle, event)
    own = {supposed} & set(oracle.all)
    universe = set(oracle.all) - own
    weights = {group: Weights().of(cause, event) for group, cause in enumerate(oracle.causes)}
    search = Search(oracle, supposed, weights, universe)
    search.seed(_near(oracle, supposed, universe))
    try:
        proof = next(search.proofs(budget))
    except UndecidedError:
        proof = search.irreducible(Budget(seconds=GRACE))
    return {*proof.groups, *own}, proof.smallest


def _group_of(oracle: Oracle, event: int) -> int:
    """The group of the event; for the header, one that says nothing."""
    if event == 0:
        return oracle.add_group([])
    return oracle.causes.index(EventCause(event))


def _near(oracle: Oracle, supposed: int, universe: set[int]) -> list[int]:
    """Deals that fit the event, near one that fits all the rest."""
    try:
        witness = oracle.find(universe, Budget(seconds=GRACE))
    except UndecidedError:
        return []
    if witness is None:
        return []
    oracle.prefer(witness)
    return [
        deal
        for fact in oracle.facts([supposed])
        if isinstance(fact, Clause)
        for literal in fact.literals
        for deal in deals_with(oracle.placements, witness, [literal])
    ]


# -- what everyone saw ----------------------------------------------------------------------------


def _background(record: Record, event: int) -> tuple[int, ...]:
    """The events that put cards where an event that contradicts them needs them not to be."""
    game = replay_of(record).states(event)
    before, said = game[event - 1], record.events[event - 1]
    if not _is_absurd(before, said):
        return ()
    if isinstance(said, HandSize):
        return _resized_by(game, record, said.seat)
    if _is_absurd(replace(before, located={}), said):
        return _settled_by(game, said)
    needed = dict(before.located)
    for card in before.located:
        rest = {other: seat for other, seat in needed.items() if other != card}
        if _is_absurd(replace(before, located=rest), said):
            needed = rest
    return tuple(sorted({seen_at(game, card, event - 1) for card in needed}))


def _settled_by(game: tuple[State, ...], event: Event) -> tuple[int, ...]:
    """The events that settled the half-suits an event speaks of."""
    deck = game[0].table.deck
    books = {deck.book_of[card].name for card in cards_named(event, deck)}
    return tuple(
        number
        for number in range(1, len(game) - 1)
        if any(game[number].books[book] != game[number - 1].books[book] for book in books)
    )


def _resized_by(game: tuple[State, ...], record: Record, seat: Seat) -> tuple[int, ...]:
    """The events that changed a hand, from the last one that told its size."""
    found: list[int] = []
    for number in range(1, len(game) - 1):
        event = record.events[number - 1]
        if isinstance(event, HandSize) and event.seat == seat:
            found = [number]
        elif game[number].balance[seat] != game[number - 1].balance[seat]:
            found.append(number)
    return tuple(found)


def _is_absurd(state: State, event: Event) -> bool:
    facts = event_facts(state, event)
    return any(isinstance(fact, Clause) and not fact.literals for fact in facts)


# -- what everyone saw: it needs no cause, but whoever asks why may want to -----------------------
#
# What everyone saw: it needs no cause, but whoever asks why may want to look it up.


def seen_at(states: Sequence[State], card: Card, at: int) -> int:
    """The event since which a card has publicly been where it is at a moment.

    Args:
        states: the public states from the deal on, up to the moment at least.
        card: a card whose place is public then.
        at: the moment.
    """
    place = states[at].located[card]
    return next(
        number for number in range(at, 0, -1) if states[number - 1].located.get(card) != place
    )

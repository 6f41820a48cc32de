"""Conflicts: a smallest set of statements of a record that no deal fits.

The events are taken one by one (``tracker.inference.contradictions``). Before the first one that
leaves no deal, there still was a deal. So the conflict is that event with a smallest set of causes
that rule it out, and the search is the one for smallest explanations, with the event supposed.

A record may also contradict what everyone saw: "Ann gives Bob the 5H", when the 5H publicly is with
Carl. Then no deal fits the event alone. It is the whole conflict, and the events that brought the
cards where they are, the *background*, are named as well.

Example: Ann's hand line has the 5H; at event 3 Bob asks Ann for the 5H: no. The conflict is the own
card 5H and event 3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise

from tracker.budget import Budget, minimal_subset
from tracker.errors import UndecidedError
from tracker.explain.evidence import Weights, evidence_of_deal, in_order
from tracker.explain.limits import CONFLICT_QUESTIONS, GRACE_QUESTIONS
from tracker.explain.slips import cards_named
from tracker.explain.smallest.counterexample import deals_near
from tracker.explain.smallest.fact_groups import FactGroups
from tracker.explain.smallest.smallest_mus import Proof, ProofSearch
from tracker.game.cards import Card
from tracker.game.events import Event, HandSize, Seat
from tracker.game.record import Hand, Record
from tracker.game.replay import replay_of
from tracker.game.state import State
from tracker.inference.contradictions import contradictions
from tracker.knowledge.facts import Cause, Clause, EventCause
from tracker.knowledge.gather import event_facts
from tracker.knowledge.views import knowledge


@dataclass(frozen=True)
class Conflict:
    """Statements that cannot all be true."""

    event: int
    """The event at which no deal is left; 0: the header alone is impossible."""
    because: tuple[Cause, ...]
    """The statements, that event's included. None of them can be left out, unless the limit
    ended before all of them were tried."""
    smallest: bool
    """Whether no smaller set contradicts that event; else the limit ended the search."""
    background: tuple[int, ...] = ()
    """Where the event contradicts what everyone saw: the events that made it so."""


def conflicts(
    record: Record,
    hands: tuple[Hand, ...] | None = None,
    *,
    limit: int | None = CONFLICT_QUESTIONS,
) -> list[Conflict]:
    """A smallest conflict for each event at which no deal is left.

    Such an event is left out of what follows, so that two slips give two conflicts.

    Args:
        record: the game.
        hands: the dealt hands taken into account; None: all that the header has.
        limit: questions to the solver for each search; None: any number.
    """
    hands = record.hands if hands is None else hands
    events = contradictions(record, hands)
    return [conflict_at(record, hands, event, events, limit=limit) for event in events]


def conflict_at(
    record: Record,
    hands: tuple[Hand, ...],
    event: int,
    without: Iterable[int] = (),
    *,
    limit: int | None = CONFLICT_QUESTIONS,
) -> Conflict:
    """A smallest conflict at an event that leaves no deal.

    Args:
        record: the game.
        hands: the dealt hands taken into account.
        event: the number of the event; 0: the header alone.
        without: other events to leave out.
        limit: questions to the solver; None: any number.
    """
    known = knowledge(record, hands, event)
    left_out = {EventCause(number) for number in without if number != event}
    facts = tuple(fact for fact in known.facts if fact.cause not in left_out)
    background = () if event == 0 else _background(record, event)
    if any(clause.cause == EventCause(event) for clause in known.impossible):
        return Conflict(event, (EventCause(event),), True, background)
    with FactGroups(evidence_of_deal(replace(known, facts=facts))) as groups:
        # The header by itself is a group without facts.
        supposed = groups.causes.index(EventCause(event)) if event else groups.add_group([])
        proof = _proof(groups, event, supposed, Budget(limit))
        chosen = {*proof.groups, supposed} & {*groups.all}
        causes = in_order(groups.causes[group] for group in chosen)
    return Conflict(event, causes, proof.smallest, background)


def _proof(groups: FactGroups, event: int, supposed: int, budget: Budget) -> Proof:
    """A smallest set of causes that contradicts an event; a minimal one where the budget ends.

    The search begins with deals that fit the event, near a deal that fits all other causes.
    """
    others = [group for group in groups.all if group != supposed]
    search = ProofSearch(
        groups, supposed, others, lambda group: Weights().of(groups.causes[group], event)
    )
    with suppress(UndecidedError):
        witness = groups.decide(others, Budget(GRACE_QUESTIONS))
        if witness is not None:
            groups.prefer(witness)
            clauses = (fact for fact in groups.facts([supposed]) if isinstance(fact, Clause))
            literals = (literal for clause in clauses for literal in clause.literals)
            search.seed(deals_near(groups.placements, witness, literals))
    (proof,) = search.best(1, budget, Budget(GRACE_QUESTIONS))
    return proof


# -- what everyone saw ----------------------------------------------------------------------------


def seen_at(states: Sequence[State], card: Card, at: int) -> int:
    """The event since which a card has publicly been where it is at a moment.

    Args:
        states: the public states from the deal on, up to the moment at least.
        card: a card whose place is public then.
        at: the moment.
    """
    return _changes(states[: at + 1], lambda state: state.located.get(card))[-1]


def _changes(states: Sequence[State], what: Callable[[State], object]) -> list[int]:
    """The events that changed something, the last state included."""
    seen = [*map(what, states)]
    return [at for at, (before, now) in enumerate(pairwise(seen), start=1) if before != now]


def _background(record: Record, event: int) -> tuple[int, ...]:
    """The events that made an event impossible for all to see; none where it is not."""
    states = replay_of(record).states(event - 1)
    before, impossible = states[event - 1], record.events[event - 1]
    if not _is_impossible(before, impossible):
        return ()
    if isinstance(impossible, HandSize):
        return _resized_by(states, record, impossible.seat)
    if _is_impossible(replace(before, located={}), impossible):
        deck = record.deck
        books = {deck.book_of[card].name for card in cards_named(impossible, deck)}
        return tuple(_changes(states, lambda state: [state.books[book] for book in books]))

    def suffice(cards: Iterable[Card]) -> bool:
        located = {card: before.located[card] for card in cards}
        return _is_impossible(replace(before, located=located), impossible)

    cards = minimal_subset(before.located, suffice)
    return tuple(sorted({seen_at(states, card, event - 1) for card in cards}))


def _is_impossible(state: State, event: Event) -> bool:
    """Whether an event contradicts what is public before it."""
    facts = event_facts(state, event)
    return any(isinstance(fact, Clause) and not fact.literals for fact in facts)


def _resized_by(states: Sequence[State], record: Record, seat: Seat) -> tuple[int, ...]:
    """The events that changed the size of a hand, from the last one that stated it."""
    stated = [
        number
        for number, event in enumerate(record.events[: len(states) - 1], start=1)
        if isinstance(event, HandSize) and event.seat == seat
    ]
    changed = _changes(states, lambda state: state.balance[seat])
    return (*stated[-1:], *(number for number in changed if number > max(stated, default=0)))

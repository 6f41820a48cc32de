"""The dealt hands that a view needs, and whether a record contradicts itself."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.errors import ContradictionError, MissingHandError
from tracker.game.events import Seat
from tracker.game.record import Hand, Record
from tracker.inference.feasible import has_deal, solver_has_deal
from tracker.inference.prospects import Prospects
from tracker.knowledge.facts import Knowledge
from tracker.knowledge.gather import public_facts
from tracker.knowledge.views import knowledge
from tracker.sat import DealSolver, Placements


@dataclass(frozen=True)
class Contradiction:
    """Where a record stops making sense."""

    event: int
    """The first event after which no deal is left; 0: the header alone is impossible."""


def view_hands(record: Record, seats: tuple[Seat, ...]) -> tuple[Hand, ...]:
    """The dealt hands of a view's seats.

    A hand is taken from the header; where the header has not the whole of it, from the whole
    record, hands of other seats included, where that fixes it; else the header's part of it.

    Args:
        record: the game.
        seats: the view's seats.

    Raises:
        MissingHandError: where neither gives any of it.
        ContradictionError: where the record had to be asked and contradicts itself.
    """
    given = {seat: record.hand_of(seat) for seat in seats}
    if all(hand is not None and hand.whole for hand in given.values()):
        return tuple(hand for hand in given.values() if hand is not None)
    fixed = fixed_hands(record)
    hands = []
    for seat, hand in given.items():
        if hand is None or not hand.whole:
            hand = fixed.get(seat, hand)
        if hand is None:
            raise MissingHandError(seat, record.table.sizes[seat])
        hands.append(hand)
    return tuple(hands)


def known_hands(record: Record) -> dict[Seat, Hand]:
    """The whole dealt hands that the header gives or the whole record fixes, in seat order."""
    given = {hand.seat: hand for hand in record.hands if hand.whole}
    if len(given) < len(record.seats):
        given = fixed_hands(record) | given
    return {seat: given[seat] for seat in record.seats if seat in given}


def fixed_hands(record: Record) -> dict[Seat, Hand]:
    """The dealt hands that the whole record fixes, header hands included.

    Raises:
        ContradictionError: where no deal fits the record.
    """
    try:
        with Prospects(knowledge(record, record.hands)) as prospects:
            places = prospects.placements.settled(prospects.possible)
    except ContradictionError as error:
        raise contradiction_error(record, record.hands, len(record.events)) from error
    dealt = {seat: [card for card, at in places.items() if at == seat] for seat in record.seats}
    sizes = record.table.sizes
    return {
        seat: Hand(seat, tuple(cards)) for seat, cards in dealt.items() if len(cards) == sizes[seat]
    }


def contradictions(record: Record, hands: tuple[Hand, ...] | None = None) -> list[Contradiction]:
    """Every event at which no deal is left.

    An event found so is left out before the search goes on, so that a record with two slips gets
    both of them named.

    Args:
        record: the game.
        hands: the dealt hands taken into account; none: all that the header has.
    """
    known = knowledge(record, record.hands if hands is None else hands, 0)
    if not has_deal(known):
        return [Contradiction(0)]
    found = []
    solver = _solver(known)
    for number, facts in enumerate(public_facts(record), start=1):
        more = known.with_facts(facts)
        solver.add(facts)
        if facts and not solver_has_deal(solver, more):
            found.append(Contradiction(number))
            solver.close()
            solver = _solver(known)
        else:
            known = more
    solver.close()
    return found


def first_contradiction(record: Record, hands: tuple[Hand, ...], at: int) -> Contradiction | None:
    """The first event, of ``at``, at which no deal is left for these hands; none: all is well."""
    cut = record.with_events(record.events[:at])
    return next(iter(contradictions(cut, hands)), None)


def contradiction_error(record: Record, hands: tuple[Hand, ...], at: int) -> ContradictionError:
    """The error that names the first event at which no deal is left."""
    found = first_contradiction(record, hands, at)
    event = at if found is None else found.event
    if event == 0:
        return ContradictionError(0, "the record contradicts itself: no deal fits its header")
    line = record.events[event - 1].line
    where = f"event {event}" if line is None else f"event {event} (line {line})"
    return ContradictionError(
        event,
        f"the record contradicts itself: at {where} no deal is left that fits all it says",
    )


def _solver(known: Knowledge) -> DealSolver:
    solver = DealSolver(Placements(known.cards, known.seats), known.sizes)
    solver.add(known.facts)
    return solver

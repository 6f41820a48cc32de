"""The dealt hands that a view needs: from the header, else from what the whole record fixes."""

from __future__ import annotations

from dataclasses import replace

from tracker.errors import ContradictionError
from tracker.game.events import Seat
from tracker.game.record import Hand, Record, require_record
from tracker.inference.contradictions import contradiction_error
from tracker.inference.possible_holders import prospects_of
from tracker.knowledge.views import View, ViewLike, knowledge, view_with, whole_hands


def view_of(record: Record, view: ViewLike = None) -> View:
    """The view that is meant, with the dealt hands it needs.

    A hand is taken from the header; where the header has not the whole of it, from the whole
    record, hands of other seats included, where that fixes it; else the header's part of it.

    Args:
        record: the game.
        view: a name (``"Ann"``, ``"Ann+Carl"``, ``"public"``), seats, or none for the public view;
            a ``View`` is taken as it is.

    Raises:
        RecordError: for a name that means no seat, or several.
        WrongTypeError: for what cannot be a view.
        MissingHandError: where nothing is known of a hand.
        ContradictionError: where the record had to be asked and contradicts itself.
    """
    return view_with(record, view, fixed_hands)


def seat_views(record: Record) -> dict[Seat, View]:
    """Each seat's view, as far as its hand is known: wholly, in part, or the public's."""
    whole = known_hands(record)
    part = {seat: whole.get(seat, record.hand_of(seat)) for seat in record.seats}
    return {seat: View(() if hand is None else (hand,)) for seat, hand in part.items()}


def known_views(record: Record) -> tuple[View, ...]:
    """The public view, and those of the seats whose whole dealt hands are known, in seat order."""
    return (View(), *(View((hand,)) for hand in known_hands(record).values()))


def known_hands(record: Record) -> dict[Seat, Hand]:
    """The whole dealt hands that the header gives or the whole record fixes, in seat order."""
    require_record(record)
    given = {hand.seat: hand for hand in record.hands if hand.whole}
    if len(given) < len(record.seats):
        given = fixed_hands(record) | given
    return {seat: given[seat] for seat in record.seats if seat in given}


def up_to(record: Record, at: int | None) -> Record:
    """The beginning of a record, with the dealt hands that the whole of it fixes in its header.

    So whatever is asked about the beginning is answered for the same views as of the whole.

    Args:
        record: the game.
        at: so many events; none: all, and then it is the record itself.

    Raises:
        RecordError: where the record has no such moment.
    """
    end = record.moment(at)
    if end == len(record.events):
        return record
    try:
        known = known_hands(record)
    except ContradictionError:  # what comes after the moment may be at fault
        known = {}
    hands = (known.get(seat, record.hand_of(seat)) for seat in record.seats)
    told = tuple(hand for hand in hands if hand is not None)
    return replace(record, events=record.events[:end], closing=(), hands=told)


def fixed_hands(record: Record) -> dict[Seat, Hand]:
    """The dealt hands that the whole record fixes, header hands included.

    Raises:
        ContradictionError: where no deal fits the record.
    """
    try:
        prospects = prospects_of(knowledge(record, record.hands))
    except ContradictionError as error:
        raise contradiction_error(record) from error
    prospects.release()
    places = prospects.placements.settled(prospects.possible)
    return whole_hands(record, places.items())

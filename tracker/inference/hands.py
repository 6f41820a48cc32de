"""The dealt hands that a view needs.

A hand comes from the header, else from what the whole record fixes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tracker.budget import MOST_WAYS
from tracker.errors import ContradictionError, MissingHandError, UndecidedError
from tracker.game.cards import Card
from tracker.game.events import Now, Seat
from tracker.game.record import Hand, Record, gap_numbers, has_gaps, require_record
from tracker.game.replay import beginning, replay_of
from tracker.inference.contradictions import contradiction_error
from tracker.inference.possible_holders import possible_holders_of
from tracker.knowledge.views import (
    View,
    ViewLike,
    dealt_moment,
    knowledge,
    told_hands,
    view_with,
    whole_hands,
)


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
        UndecidedError: where nothing was found out of a hand that gaps decide.
        ContradictionError: where the record had to be asked and contradicts itself.
    """
    try:
        return view_with(record, view, fixed_hands, stated_hands)
    except MissingHandError as error:
        if has_gaps(record):
            _require_completions(record, error.seat)
        raise


def _require_completions(record: Record, seat: Seat) -> None:
    """Go on where the ways to fill the gaps of a record can be gone through.

    Raises:
        UndecidedError: else.
    """
    try:
        hand_choices(record)
    except UndecidedError as error:
        raise UndecidedError(
            f"not decided: which cards {seat} was dealt hangs on gaps that can be filled in too "
            "many ways",
            error.event,
        ) from error


def seat_views(record: Record) -> dict[Seat, View]:
    """Each seat's view, as far as its hand is known: wholly, in part, or the public's."""
    hands = {hand.seat: hand for hand in stated_hands(record)} | known_hands(record)
    return {seat: View((hands[seat],) if seat in hands else ()) for seat in record.seats}


def known_views(record: Record) -> tuple[View, ...]:
    """The public view, and those of the seats whose whole dealt hands are known, in seat order."""
    return (View(), *(View((hand,)) for hand in known_hands(record).values()))


def known_hands(record: Record) -> dict[Seat, Hand]:
    """The whole dealt hands that the header gives or the whole record fixes, in seat order."""
    require_record(record)
    given = {hand.seat: hand for hand in stated_hands(record) if hand.whole}
    if len(given) < len(record.seats):
        given = fixed_hands(record) | given
    return {seat: given[seat] for seat in record.seats if seat in given}


def up_to(record: Record, at: int | None) -> Record:
    """The beginning of a record, with the dealt hands that the whole of it fixes in its header.

    So whatever is asked about the beginning is answered for the same views as of the whole.

    Args:
        record: the game.
        at: so many events; None: all, and then it is the record itself.

    Raises:
        RecordError: where the record has no such moment.
    """
    end = record.moment(at)
    if end == len(record.events):
        return record
    try:
        hands = tuple(hand for view in seat_views(record).values() for hand in view.hands)
    except ContradictionError:  # what comes after the moment may be at fault
        hands = stated_hands(record)
    past = replace(record, events=record.events[:end], closing=(), hands=hands)
    return replay_of(record).to(past).record


def fixed_hands(record: Record) -> dict[Seat, Hand]:
    """The dealt hands that the whole record fixes, header hands included.

    Raises:
        ContradictionError: where no deal fits the record.
    """
    return _fixed_in_all(record) if has_gaps(record) else _fixed_in(record)


def _fixed_in(record: Record) -> dict[Seat, Hand]:
    """The dealt hands that a record fixes of which no gap is open, but for missing stretches.

    Raises:
        ContradictionError: where no deal fits the record.
    """
    hands = told_hands(record)
    try:
        holders = possible_holders_of(knowledge(record, hands, dealt_moment(record)))
    except ContradictionError as error:
        raise contradiction_error(record, hands) from error
    places = holders.placements.settled(holders.possible)
    return whole_hands(record, places.items())


# -- records with gaps ----------------------------------------------------------------------------


def stated_hands(record: Record) -> tuple[Hand, ...]:
    """The dealt hands, whole or in part, that header and ``now`` statements give.

    Where a gap decides what a ``now`` statement says of the deal, it is what it says in any case;
    where that cannot be found out, nothing past the first gap counts.
    """
    try:
        choices = hand_choices(record)
    except UndecidedError:
        return told_hands(beginning(record, gap_numbers(record)[0] - 1))
    return _in_all(record, choices)


def is_part_told(record: Record, view: View) -> bool:
    """Whether a gap may decide what a ``now`` statement says of a hand that a view has in part."""
    gaps = gap_numbers(record)
    part = {hand.seat for hand in view.hands if not hand.whole}
    later = record.events[gaps[0] :] if gaps and part else ()
    return any(isinstance(event, Now) and event.seat in part for event in later)


def hand_choices(record: Record) -> tuple[tuple[Hand, ...], ...]:
    """The dealt hands that a record states, in each of its completions that differ in them.

    Raises:
        UndecidedError: where the completions cannot be gone through.
    """
    if not has_gaps(record) or not any(isinstance(event, Now) for event in record.events):
        return (told_hands(record),)
    from tracker.inference.completions import completions  # most records have no gaps

    filled = completions(record)
    for completion in filled:
        for played in replay_of(completion.record).played(completion.at):
            if isinstance(played.event, Now) and played.before.weaker:
                raise UndecidedError(
                    "not decided: the gaps before a note of a hand can be filled in too many ways",
                    completion.original(played.number),
                )
    records = (record for completion in filled for record in completion.records)
    return tuple(dict.fromkeys(map(told_hands, records)))


def _fixed_in_all(record: Record) -> dict[Seat, Hand]:
    """The dealt hands that are fixed, and the same, in all completions of a whole record.

    Raises:
        ContradictionError: where no deal fits any of them.
    """
    from tracker.inference.completions import completions

    try:
        filled = completions(record, hands=record.hands)
    except UndecidedError:
        return {}
    ways = [way for completion in filled for way in completion.records]
    if len(ways) > MOST_WAYS:
        return {}
    fixed: dict[Seat, Hand] | None = None
    given = [hand for hand in record.hands if hand.whole]
    for way in ways:
        try:
            hands = _fixed_in(way)
        except ContradictionError as error:
            problem = error
            continue
        fixed = hands if fixed is None else dict(fixed.items() & hands.items())
        if len(fixed) == len(given):
            return fixed
    if fixed is None:
        raise problem
    return fixed


def _in_all(record: Record, choices: Sequence[tuple[Hand, ...]]) -> tuple[Hand, ...]:
    """What several ways to know some hands have in common."""
    if len(choices) == 1:
        return choices[0]
    common = []
    for hand in choices[0]:
        same_seat = [other for choice in choices for other in choice if other.seat == hand.seat]
        if len(same_seat) == len(choices):
            holds = set.intersection(*({*other.cards} for other in same_seat))
            lacks = set.intersection(*(_lacking(record, other) for other in same_seat))
            cards, whole = record.deck.in_order(holds), len(holds) == record.table.sizes[hand.seat]
            others = () if whole else record.deck.in_order(lacks)
            common.append(Hand(hand.seat, cards, whole=whole, lacks=others))
    return tuple(common)


def _lacking(record: Record, hand: Hand) -> set[Card]:
    """The cards that are known not to be in a hand."""
    return {*record.table.cards} - {*hand.cards} if hand.whole else {*hand.lacks}

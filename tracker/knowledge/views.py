"""Views: the public events, plus the dealt hands of no, one or several seats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from tracker.errors import MissingHandError, RecordError, WrongTypeError
from tracker.game.events import Seat
from tracker.game.lookup import find_seat, folded
from tracker.game.record import Hand, Record, require_record
from tracker.game.table import Table, Team
from tracker.knowledge.facts import Clause, Fact, Knowledge, Literal, OwnCause
from tracker.knowledge.gather import public_facts
from tracker.messages import quote

PUBLIC: Final = "public"


@dataclass(frozen=True)
class View:
    """Whose eyes a game is seen with: all that is public, and the dealt hands of some seats.

    ``tracker.view_of`` makes one from a name; one made by hand may hold any hands, such as a part
    of one, or one that is only supposed.
    """

    hands: tuple[Hand, ...] = ()
    """The dealt hands, in seat order; none: the public view."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats whose hands it knows, all or a part of them."""
        return tuple(hand.seat for hand in self.hands)

    @property
    def name(self) -> str:
        """``public``, a seat, or seats joined by ``+``, as the JSON has it."""
        return view_name(self.seats)

    def teams(self, table: Table) -> tuple[Team, ...]:
        """The teams it speaks for: its seats' own, or both where it has none or of both."""
        teams = tuple(team for team in table.teams if any(seat in team for seat in self.seats))
        return teams or table.teams

    def facts(self, table: Table) -> tuple[Fact, ...]:
        """What its hands say of the deal."""
        return tuple(fact for hand in self.hands for fact in hand_facts(table, hand))


ViewLike: TypeAlias = "View | str | Sequence[Seat] | None"
"""What is taken wherever a view is wanted: a ``View``; a name such as ``"Ann"``, ``"Ann+Carl"`` or
``"public"``; seats; none for the public view. Seats may be named as ``find_seat`` takes them."""


def view_seats(table: Table, view: ViewLike) -> tuple[Seat, ...]:
    """The seats whose dealt hands a view knows.

    Args:
        table: the table.
        view: a view, or what names one.

    Returns:
        The seats in seat order; none for the public view.

    Raises:
        RecordError: for a name that means no seat, or several.
        WrongTypeError: for what cannot be a view.
    """
    if view is None:
        return ()
    if isinstance(view, View):
        named: Iterable[object] = view.seats
    elif isinstance(view, str):
        named = () if _is_public(view, table.seats) else view.split("+")
    elif isinstance(view, Sequence):
        named = view
    else:
        raise WrongTypeError(f"{view!r} is no view (expected 'public', a seat, 'A+B', or seats)")
    found = {find_seat(name, table.seats) for name in named}
    return tuple(seat for seat in table.seats if seat in found)


def _is_public(name: str, seats: tuple[Seat, ...]) -> bool:
    """Whether a name is ``public``, in any case, and no seat is called so."""
    return folded(name) == PUBLIC and all(folded(seat) != PUBLIC for seat in seats)


def view_with(
    record: Record, view: ViewLike, fixed: Callable[[Record], Mapping[Seat, Hand]]
) -> View:
    """The view that is meant, with the dealt hands it needs.

    Args:
        record: the game.
        view: what names it; a ``View`` is taken as it is.
        fixed: what works out the hands that the whole record fixes, where the header lacks one.

    Raises:
        RecordError: for a name that means no seat, or several.
        WrongTypeError: for what cannot be a view, or is no record.
        MissingHandError: where nothing is known of a hand.
    """
    require_record(record)
    if isinstance(view, View):
        return _fitting(view, record)
    given = {seat: record.hand_of(seat) for seat in view_seats(record.table, view)}
    lacking = any(hand is None or not hand.whole for hand in given.values())
    whole = fixed(record) if lacking else {}
    hands = []
    for seat, hand in given.items():
        found = hand if hand is not None and hand.whole else whole.get(seat, hand)
        if found is None:
            raise MissingHandError(seat, record.table.sizes[seat])
        hands.append(found)
    return View(tuple(hands))


def _fitting(view: View, record: Record) -> View:
    """A view, if its hands can be hands of a record's.

    Raises:
        RecordError: where they cannot.
    """
    for hand in view.hands:
        seat = find_seat(hand.seat, record.seats)
        strange = [card for card in hand.cards if card not in record.table.cards]
        if seat != hand.seat or strange:
            what = quote(strange[0]) if strange else quote(hand.seat)
            raise RecordError(f"the view has {what}, which the record does not have in play")
    return view


def whole_hands(record: Record, places: Iterable[tuple[str, Seat]]) -> dict[Seat, Hand]:
    """The hands that are whole, of some cards that are known to have been dealt to seats."""
    dealt: dict[Seat, list[str]] = {seat: [] for seat in record.seats}
    for card, seat in places:
        dealt[seat].append(card)
    sizes = record.table.sizes
    return {
        seat: Hand(seat, tuple(cards)) for seat, cards in dealt.items() if len(cards) == sizes[seat]
    }


def view_name(seats: tuple[Seat, ...]) -> str:
    """The view of some seats as the JSON names it."""
    return "+".join(seats) or PUBLIC


def hand_facts(table: Table, hand: Hand) -> Iterator[Fact]:
    """What a viewer knows of the deal from their own hand.

    A whole hand says of every card whether it is in it; a part says only what is in it.
    """
    for card in table.cards:
        holds = card in hand.cards
        if holds or hand.whole:
            yield Clause((Literal(card, hand.seat, holds),), OwnCause(card, hand.seat))


def knowledge(
    record: Record,
    hands: tuple[Hand, ...] = (),
    at: int | None = None,
    assumed: tuple[Fact, ...] = (),
) -> Knowledge:
    """All that a view knows at a moment.

    Args:
        record: the game.
        hands: the dealt hands of the view's seats; none: the public view.
        at: after that many events; none: after all.
        assumed: what a reading of the record takes for true besides; no fact of the record.
    """
    table = record.table
    own = View(hands).facts(table)
    said = (fact for facts in public_facts(record, at) for fact in facts)
    return Knowledge(
        seats=table.seats,
        books=tuple(book for book in table.deck.books if book.name not in table.settled),
        sizes=table.sizes,
        facts=(*own, *said, *assumed),
    )

"""Views: with whose eyes a game is seen.

A view knows all public events and some dealt hands: none (the public view), one (a player's view),
or several (what these players would know if they pooled their hands).

Example: ``view_seats(table, "carl+ann")`` is ``("Ann", "Carl")``; its name is ``Ann+Carl``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

from tracker.answers import Brief
from tracker.errors import MissingHandError, RecordError, WrongTypeError
from tracker.game.cards import Card
from tracker.game.events import Now, Seat
from tracker.game.lookup import find_seat, folded
from tracker.game.record import Hand, Record, require_record
from tracker.game.replay import Played, replay_of
from tracker.game.state import State
from tracker.game.table import Table, Team
from tracker.game.turns import is_lax
from tracker.knowledge.facts import Clause, Fact, Knowledge, Literal, OwnCause
from tracker.knowledge.gather import OUT, facts_of, now_facts, section_facts
from tracker.messages import quote, require_tuple

PUBLIC: Final = "public"


@dataclass(frozen=True, repr=False)
class View(Brief):
    """The dealt hands that somebody knows besides all that is public.

    ``tracker.view_of`` makes a view from a name. A view that you make yourself may have any hands,
    such as a part of a hand, or one that is only supposed.
    """

    hands: tuple[Hand, ...] = ()
    """The dealt hands, in seat order. The public view has none."""

    def __post_init__(self) -> None:
        """A view of anything else would break later, where nobody expects it.

        Raises:
            WrongTypeError: where the hands are no tuple of hands.
        """
        require_tuple(self.hands, Hand, "hands")

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """The seats whose hands it knows, wholly or in part."""
        return tuple(hand.seat for hand in self.hands)

    @cached_property
    def name(self) -> str:
        """``public``, a seat, or seats joined by ``+``, as in JSON."""
        return view_name(self.seats)

    def teams(self, table: Table) -> tuple[Team, ...]:
        """The teams of its seats; both teams for the public view."""
        teams = tuple(team for team in table.teams if any(seat in team for seat in self.seats))
        return teams or table.teams

    def facts(self, table: Table) -> tuple[Fact, ...]:
        """What its hands say of the deal."""
        return tuple(fact for hand in self.hands for fact in hand_facts(table, hand))


ViewLike: TypeAlias = "View | str | Sequence[Seat] | None"
"""What can stand for a view: a ``View``; a name such as ``"Ann"``, ``"Ann+Carl"`` or ``"public"``;
seats; or None for the public view. Seats may be named in any way that ``find_seat`` takes."""


def view_seats(table: Table, view: ViewLike) -> tuple[Seat, ...]:
    """The seats whose dealt hands a view knows.

    Args:
        table: the table.
        view: a view, or what stands for one.

    Returns:
        The seats in seat order. The public view has none.

    Raises:
        RecordError: where a name means no seat, or several.
        WrongTypeError: where the argument cannot stand for a view.
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
    seats = {find_seat(name, table.seats) for name in named}
    return tuple(seat for seat in table.seats if seat in seats)


def _is_public(name: str, seats: tuple[Seat, ...]) -> bool:
    """Whether a name is ``public``, in any case, and no seat is called so."""
    return folded(name) == PUBLIC and all(folded(seat) != PUBLIC for seat in seats)


def view_with(
    record: Record,
    view: ViewLike,
    fixed: Callable[[Record], Mapping[Seat, Hand]],
    told: Callable[[Record], tuple[Hand, ...]],
) -> View:
    """The view that is meant, with the dealt hands it needs.

    Args:
        record: the game.
        view: what stands for it; a ``View`` is taken as it is.
        fixed: works out the hands that the whole record fixes; only called where the header lacks a
            hand.
        told: gives the hands that the record states, whole or in part.

    Raises:
        RecordError: where a name means no seat, or several.
        WrongTypeError: where an argument cannot stand for a view, or is no record.
        MissingHandError: where nothing is known of a hand.
    """
    require_record(record)
    if isinstance(view, View):
        return _fitting(view, record)
    seats = view_seats(record.table, view)
    stated = {hand.seat: hand for hand in told(record)}
    whole = {seat: hand for seat, hand in stated.items() if hand.whole}
    if not whole.keys() >= {*seats}:
        whole = {**fixed(record), **whole}
    known = stated | whole
    for seat in seats:
        if seat not in known:
            raise MissingHandError(seat, record.table.sizes[seat])
    return View(tuple(known[seat] for seat in seats))


def _fitting(view: View, record: Record) -> View:
    """A view, if its hands can be hands of a record.

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
    """The hands of which every card is known.

    Args:
        record: the game.
        places: the cards whose dealt seat is known, each with that seat.
    """
    dealt: dict[Seat, list[str]] = {seat: [] for seat in record.seats}
    for card, seat in places:
        dealt[seat].append(card)
    sizes = record.table.sizes
    return {
        seat: Hand(seat, tuple(cards)) for seat, cards in dealt.items() if len(cards) == sizes[seat]
    }


def told_hands(record: Record) -> tuple[Hand, ...]:
    """The dealt hands as far as the header and the ``now`` statements of a record give them.

    A ``now`` statement tells of each card in play that has not publicly moved whether it was in
    the dealt hand; of the cards that have moved, everyone knows where they are. After a missing
    stretch it says nothing of the dealt hand; but then that seat knows more than the public does.

    Raises:
        GapError: where a gap comes before a ``now`` statement.
    """
    if not any(isinstance(event, Now) for event in record.events):
        return record.hands
    holds = {hand.seat: set(hand.cards) for hand in record.hands}
    lacks: dict[Seat, set[Card]] = {}
    for played in replay_of(record).played():
        now, state = played.event, played.before
        if not isinstance(now, Now):
            continue
        unmoved = {card for card in state.cards if card not in state.located}
        if state.section:
            unmoved = set()  # it says nothing of the deal: see ``now_facts``
        holds.setdefault(now.seat, set()).update(unmoved & {*now.cards})
        if now.whole:
            lacks.setdefault(now.seat, set()).update(unmoved - {*now.cards})
    whole = {hand.seat for hand in record.hands if hand.whole}
    table = record.table
    return tuple(
        Hand(
            seat,
            table.deck.in_order(holds[seat]),
            whole=seat in whole or len(holds[seat]) == table.sizes[seat],
            lacks=table.deck.in_order(lacks.get(seat, ())),
        )
        for seat in record.seats
        if seat in holds
    )


def view_name(seats: tuple[Seat, ...]) -> str:
    """The name of the view of some seats, as in JSON."""
    return "+".join(seats) or PUBLIC


def hand_facts(table: Table, hand: Hand) -> Iterator[Fact]:
    """What a dealt hand says of the deal.

    A whole hand says of every card whether it is in it; a part says only what is in it.
    """
    for card in table.cards:
        holds = card in hand.cards
        if holds or hand.whole or card in hand.lacks:
            yield Clause((Literal(card, hand.seat, holds),), OwnCause(card, hand.seat))


def dealt_moment(record: Record, at: int | None = None) -> int:
    """The last moment up to one at which all that is known is known of the dealt hands.

    Past a missing stretch a new section of the game begins, and what is said in it says nothing
    of them.
    """
    states = replay_of(record).states(at)
    return next((state.at - 1 for state in states if state.section), states[-1].at)


def section_start(state: State) -> Knowledge:
    """What is known where a new section of a game begins.

    Args:
        state: the public state after the missing stretch.

    Returns:
        Knowledge of the cards as they lie at the end of the stretch, with one more seat, ``OUT``,
        if half-suits may have been settled in it. It has no sizes, as none is known.
    """
    table = state.table
    out = (OUT,) if state.perhaps_settled else ()
    books = tuple(book for book in table.books if state.books[book.name].status == "open")
    return Knowledge((*table.seats, *out), books, {}, tuple(section_facts(state)))


def said_to(played: Played, seats: Collection[Seat]) -> tuple[Fact, ...]:
    """What an event says to those who know the hands of some seats.

    That is what it says to everyone, but for a note of one of these hands in a later section.

    Args:
        played: the event.
        seats: the seats.
    """
    event, state = played.event, played.before
    if isinstance(event, Now) and event.seat in seats and state.section and not is_lax(state):
        return now_facts(state, event)
    return facts_of(played)


def knowledge(
    record: Record,
    hands: tuple[Hand, ...] = (),
    at: int | None = None,
) -> Knowledge:
    """All that a view knows at a moment.

    Args:
        record: the game.
        hands: the dealt hands of the view's seats; the public view has none.
        at: after that many events; None: after all.
    """
    view, table, replay = View(hands), record.table, replay_of(record)
    played, start = replay.played(at), replay.state(at).section
    if start:
        known = section_start(played[start - 1].after)
    else:
        known = Knowledge(table.seats, table.books, table.sizes, view.facts(table))
    return known.with_facts(fact for each in played[start:] for fact in said_to(each, view.seats))

"""Views: the public events, plus the dealt hands of no, one or several seats."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.errors import RecordError
from tracker.game.events import Seat
from tracker.game.record import Hand, Record
from tracker.game.table import Table, Team, team_name
from tracker.knowledge.facts import Clause, Fact, Knowledge, Literal, OwnCause
from tracker.knowledge.gather import public_facts

PUBLIC = "public"


def view_seats(table: Table, view: str | None) -> tuple[Seat, ...]:
    """The seats whose dealt hands a view knows.

    Args:
        table: the table.
        view: ``public`` (or none), a seat, or seats joined by ``+``.

    Returns:
        The seats in seat order; none for the public view.

    Raises:
        RecordError: for a name that is not a seat.
    """
    if view is None or (view == PUBLIC and PUBLIC not in table.seats):
        return ()
    named = view.split("+")
    unknown = [name for name in named if name not in table.seats]
    if unknown:
        raise RecordError(
            f"{unknown[0]!r} is not a seat (expected public, or of {', '.join(table.seats)})"
        )
    return tuple(seat for seat in table.seats if seat in named)


def view_name(seats: tuple[Seat, ...]) -> str:
    """The view of some seats as the JSON names it."""
    return team_name(seats) if seats else PUBLIC


def view_teams(table: Table, seats: tuple[Seat, ...]) -> tuple[Team, ...]:
    """The teams a view speaks for: its seats' own, or both where it has none or of both."""
    teams = tuple(team for team in table.teams if any(seat in team for seat in seats))
    return teams or table.teams


def hand_facts(table: Table, hand: Hand) -> Iterator[Fact]:
    """What a viewer knows of the deal from their own hand.

    A whole hand says of every card whether it is in it; a part says only what is in it.
    """
    for card in table.cards:
        holds = card in hand.cards
        if holds or hand.whole:
            yield Clause((Literal(card, hand.seat, holds),), OwnCause(card, hand.seat))


def knowledge(record: Record, hands: tuple[Hand, ...] = (), at: int | None = None) -> Knowledge:
    """All that a view knows at a moment.

    Args:
        record: the game.
        hands: the dealt hands of the view's seats; none: the public view.
        at: after that many events; none: after all.
    """
    table = record.table
    own = [fact for hand in hands for fact in hand_facts(table, hand)]
    said = [fact for facts in public_facts(record)[: record.moment(at)] for fact in facts]
    return Knowledge(
        seats=table.seats,
        books=tuple(book for book in table.deck.books if book.name not in table.settled),
        sizes=table.sizes,
        facts=(*own, *said),
    )

"""Starting in mid-game: a record cut in two, and its second part made a record of its own.

The header of the new record says which books are settled, who holds how many cards and whose turn
it is. It cannot say everything: points lost (``opponent-holds=minus-one``), who asked whom, and all
that could be deduced, are forgotten. What everyone has *seen* is kept, as cards shown at the start.
"""

from __future__ import annotations

from dataclasses import replace

from tracker.errors import RecordError
from tracker.game.events import Event, Show
from tracker.game.record import Hand, Record, Settled
from tracker.game.state import State
from tracker.play.game import Game


def start_at(record: Record, at: int) -> Record:
    """A record that starts after the first events of another.

    Args:
        record: a game with the hands of all seats.
        at: how many events are cut off.

    Returns:
        The record with the hands of all seats at that moment. Its events begin with showing the
        cards whose places everyone knew; those that followed in the other record come after that.

    Raises:
        RecordError: where a hand is missing, or no header can describe the moment.
    """
    game = Game(record.with_events(record.events[: record.moment(at)]))
    if game.state.forced is not None:
        raise RecordError(f"forced claims are under way at {at}: no header can say who declined")
    return replace(
        record,
        dealer=None,
        sizes=tuple((seat, game.size(seat)) for seat in record.seats),
        hands=tuple(Hand(seat, game.hand(seat)) for seat in record.seats),
        settled=_settled(game.state),
        turn=game.state.turn,
        events=(*_seen(game), *record.events[at:]),
        header_comments=(),
    )


def can_start_at(state: State) -> bool:
    """Whether a header can say all that the rules depend on at a moment: the turn and the sizes."""
    known = None not in state.sizes.values()
    chosen = any(situation.choosers for situation in state.situations)
    return state.turn is not None and not chosen and state.forced is None and known


def _settled(state: State) -> tuple[Settled, ...]:
    return tuple(
        Settled(name, book.team[0] if book.team else None)
        for name, book in state.books.items()
        if book.status != "open"
    )


def _seen(game: Game) -> tuple[Event, ...]:
    """The cards in play that everyone knows the place of, as shown by their holders."""
    hands = {seat: game.hand(seat) for seat in game.table.seats}
    seen = {s: tuple(c for c in cards if c in game.state.located) for s, cards in hands.items()}
    return tuple(Show(seat, cards) for seat, cards in seen.items() if cards)

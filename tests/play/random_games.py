"""Random games for tests, with the dealt hands of all seats; and where one may be cut in two."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from tracker.game.cards import Book
from tracker.game.events import Seat
from tracker.game.record import Record
from tracker.game.rules import Rules
from tracker.game.state import State
from tracker.play.policies import PEOPLE, Manners
from tracker.play.simulator import deal, play_on


def random_game(
    rng: random.Random,
    seats: Sequence[Seat],
    rules: Rules = Rules(),
    *,
    books: tuple[Book, ...] = (),
    teams: tuple[tuple[Seat, ...], tuple[Seat, ...]] | None = None,
    dealer: Seat | None = None,
    sizes: Mapping[Seat, int] | None = None,
    turn: Seat | None = None,
    manners: Manners = PEOPLE,
    limit: int | None = None,
) -> Record:
    """Deal and play a game.

    Args:
        rng: the only source of chance.
        seats: names, clockwise.
        rules: the rules.
        books: the half-suits of a custom deck.
        teams: the teams, where seats do not alternate.
        dealer: the dealer; None: nobody knows who begins, unless ``turn`` tells.
        sizes: hand sizes, where they are not what the rules give.
        turn: who begins, where the rules do not tell.
        manners: how the players play.
        limit: stop after so many events (a few more where they belong together); None: at the end.

    Returns:
        The record, with the dealt hands of all seats.

    Raises:
        RecordError: where the header does not make a table.
    """
    undealt = Record(
        seats=tuple(seats),
        rules=rules,
        books=books,
        teams=teams,
        dealer=dealer,
        sizes=tuple(sizes.items()) if sizes is not None else None,
        turn=turn,
    )
    return play_on(rng, deal(rng, undealt), manners=manners, limit=limit)


def can_start_at(state: State) -> bool:
    """Whether a header can say all that the rules depend on at a moment: the turn and the sizes."""
    known = None not in state.sizes.values()
    chosen = any(situation.choosers for situation in state.situations)
    return state.turn is not None and not chosen and state.forced is None and known

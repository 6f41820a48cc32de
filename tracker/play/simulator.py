"""The simulator: legal play from a full deal, at random and repeatable from a seed.

``random_game`` deals and plays; ``play_on`` goes on from any record with all hands. Everything a
record can say happens if the rules and the ``Manners`` let it: the events are legal in truth, but
for those marked irregular, and every answer, outcome and card shown is true.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from tracker.game.cards import Book
from tracker.game.events import Seat
from tracker.game.record import Hand, Record
from tracker.game.rules import PRESETS, Rules
from tracker.play.game import Game
from tracker.play.players import PEOPLE, Manners, Players


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
        teams: where they do not alternate.
        dealer: the dealer; none: nobody knows who begins, unless ``turn`` tells.
        sizes: hand sizes, where they are not what the rules give.
        turn: who begins, where the rules do not tell.
        manners: how the players play.
        limit: stop after so many events (a few more where they belong together).

    Returns:
        The record, with the dealt hands of all seats.

    Raises:
        RecordError: where the header does not make a table.
    """
    header = Record(
        seats=tuple(seats),
        rules=rules,
        books=books,
        teams=teams,
        dealer=dealer,
        sizes=tuple(sizes.items()) if sizes is not None else None,
        turn=turn,
    )
    return play_on(rng, deal(rng, header), manners=manners, limit=limit)


def header(
    seats: str,
    preset: str = "pagat",
    *,
    rules: Mapping[str, str] = MappingProxyType({}),
    books: tuple[Book, ...] = (),
    teams: tuple[tuple[Seat, ...], tuple[Seat, ...]] | None = None,
) -> Record:
    """A header without hands. The first seat deals.

    Args:
        seats: names with blanks between them, clockwise.
        preset: the name of a preset of rules.
        rules: the rules that differ from the preset, both keys and values as the notation has them.
        books: the half-suits of a custom deck.
        teams: the teams, where seats do not alternate.
    """
    names = tuple(seats.split())
    changed = {**rules, "deck": "custom"} if books else rules
    return Record(
        names, PRESETS[preset].with_values(changed), preset, books, teams=teams, dealer=names[0]
    )


def deal(rng: random.Random, header: Record) -> Record:
    """The header with hands dealt at random to all seats."""
    table = header.table
    cards = list(table.cards)
    rng.shuffle(cards)
    hands = []
    for seat in table.seats:
        size = table.sizes[seat]
        hands.append(Hand(seat, table.deck.in_order(cards[:size])))
        del cards[:size]
    return replace(header, hands=tuple(hands))


def play_on(
    rng: random.Random, record: Record, *, manners: Manners = PEOPLE, limit: int | None = None
) -> Record:
    """Go on with a game to its end.

    Args:
        rng: the only source of chance.
        record: the game so far, with the hands of all seats at its start.
        manners: how the players play.
        limit: stop after so many events (a few more where they belong together).

    Raises:
        RecordError: where a hand is missing.
    """
    return Players(Game(record), manners, rng).play(limit)

"""Games without names: players, sources and free text as pseudonyms, or left out.

A pseudonym is made of the name and of a secret (``salt``), so that one player has one pseudonym in
all the games of an archive. Without a salt, whoever can guess a name can check the guess.

The record itself is rewritten before anything is worked out, so nothing that is said of it later
can give a player's name away. The half-suits of a deck of one's own keep their names.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, Final

from tracker.archive.source_games import SourceGame
from tracker.errors import TextProblem
from tracker.game.events import Event, Seat
from tracker.game.record import Record

_DATE: Final = re.compile("[0-9]{4}(-[0-9]{2}){0,2}")
"""A date in figures, which can hold no name."""
LEFT_OUT: Final = "left out, since it may quote names"


def pseudonym(name: str, salt: str, mark: str = "P") -> str:
    """What stands for a name: a letter and twelve digits.

    Args:
        name: the name.
        salt: the secret.
        mark: the letter, which says what was named.
    """
    secret = salt.encode("utf-8", "surrogatepass")
    return mark + hmac.new(secret, name.encode("utf-8", "replace"), "sha256").hexdigest()[:12]


def without_names(game: SourceGame, salt: str) -> SourceGame:
    """A game of a source without the names of people.

    Args:
        game: the game.
        salt: the secret.
    """
    source = pseudonym(game.source, salt, "S")
    problems = tuple(
        TextProblem(source, problem.line, problem.column, LEFT_OUT) for problem in game.problems
    )
    record = None if game.record is None else anonymous(game.record, salt)
    return replace(game, source=source, record=record, problems=problems)


def anonymous(record: Record, salt: str) -> Record:
    """A record with pseudonyms for its seats, and without comments and tags but a date in figures.

    Args:
        record: the record.
        salt: the secret.
    """
    names = {seat: pseudonym(seat, salt) for seat in record.seats}
    teams, dealer, turn = record.teams, record.dealer, record.turn
    return replace(
        record,
        seats=tuple(names.values()),
        tags=tuple(one for one in record.tags if one[0] == "date" and _DATE.fullmatch(one[1])),
        teams=teams and (_renamed(teams[0], names), _renamed(teams[1], names)),
        dealer=dealer and names[dealer],
        sizes=record.sizes and tuple((names[seat], size) for seat, size in record.sizes),
        hands=tuple(replace(hand, seat=names[hand.seat]) for hand in record.hands),
        settled=tuple(replace(one, seat=one.seat and names[one.seat]) for one in record.settled),
        turn=turn and names[turn],
        events=tuple(_anonymous_event(event, names) for event in record.events),
        header_comments=(),
        closing=(),
    )


def _renamed(seats: tuple[Seat, ...], names: Mapping[Seat, str]) -> tuple[Seat, ...]:
    return tuple(names[seat] for seat in seats)


def _anonymous_event(event: Event, names: Mapping[Seat, str]) -> Event:
    """An event among pseudonyms, without its comments."""
    changes: dict[str, Any] = {"above": (), "comment": ""}
    for field in fields(event):
        value = getattr(event, field.name)
        if value is None:
            continue
        if str(field.type).startswith("Seat"):
            changes[field.name] = names[value]
        elif str(field.type).startswith("Holdings"):
            changes[field.name] = tuple((card, names[seat]) for card, seat in value)
    return replace(event, **changes)

"""Who is who: games without names, players who are taken out of games, names that are one person.

A pseudonym is made from the name and a secret (the salt), so that one player has one pseudonym in
all the games of an archive. Without a salt, whoever can guess a name can check the guess.

A record itself is rewritten before anything is worked out, so nothing that is worked out later can
give a name away. The half-suits of a custom deck keep their names.

Example: ``pseudonym("Ann", "salt")`` is ``P`` and twelve hexadecimal digits.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any, Final

from tracker.archive.source_games import SourceGame
from tracker.errors import RecordError, TextProblem
from tracker.game.events import Event, Gap, Open, Seat, own_fields
from tracker.game.record import Record
from tracker.messages import printable

_DATE: Final = re.compile("[0-9]{4}(-[0-9]{2}){0,2}")
"""A date in figures: no name can be in it."""
LEFT_OUT: Final = "left out, since it may quote names"


def pseudonym(name: str, salt: str, mark: str = "P") -> str:
    """What stands for a name: a letter and twelve digits.

    Args:
        name: the name.
        salt: the secret.
        mark: the letter; it says what was named.
    """
    secret = salt.encode("utf-8", "surrogatepass")
    return mark + hmac.new(secret, name.encode("utf-8", "replace"), "sha256").hexdigest()[:12]


def hidden_path(path: str, salt: str) -> str:
    """A path with a pseudonym for each of its parts: so it is known what was in a folder."""
    return "/".join(pseudonym(part, salt, "S") for part in path.replace("\\", "/").split("/"))


def without_names(game: SourceGame, salt: str) -> SourceGame:
    """A game of a source without the names of people.

    Args:
        game: the game.
        salt: the secret.
    """
    source = hidden_path(game.source, salt)
    problems = tuple(
        TextProblem(source, problem.line, problem.column, LEFT_OUT) for problem in game.problems
    )
    record = game.record and anonymous(game.record, lambda seat: pseudonym(seat, salt))
    return replace(game, source=source, record=record, problems=problems)


def anonymous(record: Record, rename: Callable[[Seat], str]) -> Record:
    """A record with other names for its seats, and without comments and tags but a date in figures.

    Args:
        record: the record.
        rename: gives the name for that of a seat; it may stay.
    """
    names = {seat: rename(seat) for seat in record.seats}
    teams, dealer, turn = record.teams, record.dealer, record.turn
    return replace(
        record,
        seats=tuple(names.values()),
        tags=tuple(
            (tag, text) for tag, text in record.tags if tag == "date" and _DATE.fullmatch(text)
        ),
        teams=teams and (_renamed(teams[0], names), _renamed(teams[1], names)),
        dealer=dealer and names[dealer],
        sizes=record.sizes and tuple((names[seat], size) for seat, size in record.sizes),
        hands=tuple(replace(hand, seat=names[hand.seat]) for hand in record.hands),
        settled=tuple(
            replace(entry, seat=entry.seat and names[entry.seat]) for entry in record.settled
        ),
        turn=turn and names[turn],
        events=tuple(_anonymous_event(event, names) for event in record.events),
        header_comments=(),
        closing=(),
    )


def _renamed(seats: tuple[Seat, ...], names: Mapping[Seat, str]) -> tuple[Seat, ...]:
    return tuple(names[seat] for seat in seats)


def _anonymous_event(event: Event, names: Mapping[Seat, str]) -> Event:
    """An event among other names, without its comments."""
    changes = {
        own.name: _renamed_part(str(own.type), getattr(event, own.name), names)
        for own in fields(event)
    }
    if isinstance(event, Gap):
        kinds = {own.name: str(own.type) for own in fields(event.of)}
        parts = zip(own_fields(event.of), event.values, strict=True)
        changes["values"] = tuple(_renamed_part(kinds[name], part, names) for name, part in parts)
    return replace(event, **{**changes, "above": (), "comment": ""})


def _renamed_part(kind: str, value: Any, names: Mapping[str, str]) -> Any:
    """A part of an event among other names, by the type of its field."""
    if value is None:
        return None
    if isinstance(value, Open):
        options = value.values
        return Open(options and tuple(_renamed_part(kind, option, names) for option in options))
    if kind.startswith("Seat"):
        return names[value]
    if kind.startswith("Holdings"):
        return tuple((card, names[seat]) for card, seat in value)
    if "Seat" in kind:
        return tuple((names[seat], size) for seat, size in value)
    return value


# -- names that are one person --------------------------------------------------------------------


def people_in(text: str, source: str) -> Mapping[str, str]:
    """For each name of a file of aliases the person whose it is.

    A line has the names of one person, the one to be shown first: ``Ann Anna Annie``. What comes
    after ``#`` is a comment.

    Args:
        text: the content of the file.
        source: what errors call it.

    Raises:
        RecordError: where a name stands in two lines.
    """
    people: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        names = line.partition("#")[0].split()
        for name in names:
            if people.setdefault(name, names[0]) != names[0]:
                raise RecordError(
                    f"{printable(source)}, line {number}: {printable(name)} is a name of "
                    f"{printable(people[name])} already (expected each name in one line)"
                )
    return people

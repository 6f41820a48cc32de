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
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final, cast

from tracker.archive.source_games import SourceGame
from tracker.errors import RecordError, TextProblem
from tracker.game.events import Gap, Open, Seat
from tracker.game.record import Record
from tracker.messages import printable
from tracker.notation.statements import FIELD_TYPES

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
    renamed: Record = _renamed(record, "Record", names)
    return replace(
        renamed,
        tags=tuple(
            (tag, text) for tag, text in record.tags if tag == "date" and _DATE.fullmatch(text)
        ),
        events=tuple(replace(event, above=(), comment="") for event in renamed.events),
        header_comments=(),
        closing=(),
    )


def _renamed(value: Any, kind: str, names: Mapping[Seat, Seat]) -> Any:
    """A part of a record, or of an event, among other names.

    Args:
        value: the part.
        kind: its type, as its field has it; also that of what a tuple or an ``Open`` holds.
        names: the other names.
    """
    if isinstance(value, Open):
        return Open(_renamed(value.values, kind, names))
    if isinstance(value, tuple):
        if kind.startswith("Holdings"):
            return tuple((card, names[seat]) for card, seat in value)
        return tuple(_renamed(part, kind, names) for part in value)
    if isinstance(value, Gap):
        parts = zip(FIELD_TYPES[value.of].values(), value.values, strict=True)
        return replace(value, values=tuple(_renamed(part, kind, names) for kind, part in parts))
    if is_dataclass(value):
        changed = {
            own.name: _renamed(getattr(value, own.name), str(own.type), names)
            for own in fields(value)
            if own.init
        }
        return replace(cast(Any, value), **changed)
    return names[value] if isinstance(value, str) and "Seat" in kind else value


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

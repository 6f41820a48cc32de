"""The games of some sources, one by one, each with where it stands and what it is.

Everything that works on many games reads them here. A game that cannot be read is a value with its
problems, and does not end the run.

Example: ``games_of(["games.lit", "more/"])`` gives each game with its ``source``, its ``number`` in
that file, and its ``record``, or why there is none.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import BinaryIO, Final, TypeAlias

from tracker.archive.sources import DAMAGED, files_of, first_bytes, unreadable
from tracker.errors import TextProblem
from tracker.game.events import Claim, Event, Gap, HandSizes, Missing, Now, own_fields
from tracker.game.record import Record
from tracker.messages import require_kind
from tracker.notation.games import Reading
from tracker.notation.record_files import loads, read_each

ARCHIVED: Final = b"SQLite format 3\0"
"""How an archive begins."""


@dataclass(frozen=True)
class SourceGame(Reading):
    """A game of a source."""

    source: str = ""
    """The name of the file, that of an archive first; one that is unreadable has the number 0."""

    @cached_property
    def key(self) -> str:
        """A short name that only this place has: twenty digits of its source and its number."""
        return sha256(f"{self.source}\0{self.number}".encode("utf-8", "replace")).hexdigest()[:20]

    @property
    def place(self) -> str:
        """Where it stands: ``file`` or, where it is not the first of its file, ``file:line``."""
        return f"{self.source}:{self.line}" if self.number > 1 else self.source


def identity(record: Record) -> str:
    """A digest of a game as it is meant: its players, deal, rules and events.

    Titles, comments, the way in which the rules are written, the seat that is named first, and the
    order of a claim's cards play no part.
    """
    table = replace(record).table  # not kept with the record, which goes to another process
    start = record.seats.index(min(record.seats))
    dealt = {hand.seat: sorted(hand.cards) for hand in record.hands if hand.whole}
    seats = [*record.seats[start:], *record.seats[:start]]
    rules = {key: value for key, value in record.rules.items().items() if key not in _RESOLVED}
    meant = [
        [[seat, table.sizes[seat], dealt.get(seat)] for seat in seats],
        sorted(sorted(team) for team in table.teams),
        table.first_turn,
        sorted(rules.items()),
        sorted((book.name, sorted(book.cards)) for book in table.deck.books),
        sorted((name, sorted(team or ())) for name, team in table.settled.items()),
        [_meant(event) for event in record.events],
    ]
    return sha256(json.dumps(meant).encode("utf-8", "replace")).hexdigest()[:32]


_RESOLVED: Final = ("deck", "first-turn")
"""Rules that say what stands in the identity as such: the cards, and who begins."""


def _meant(event: Event) -> list[object]:
    """What an event means, for the identity of its game."""
    if isinstance(event, Gap | Missing | HandSizes | Now):
        return [event.kind, str(event)]
    values = {name: getattr(event, name) for name in own_fields(type(event))}
    if isinstance(event, Claim) and event.outcome == "correct":
        del values["shown"]  # the cards were where they were named
    ordered = (sorted(each) if isinstance(each, tuple) else each for each in values.values())
    return [event.kind, event.irregular, *ordered]


Games: TypeAlias = str | os.PathLike[str] | Record | Iterable[str | os.PathLike[str] | Record]
"""A source or a record, or several of them."""


def sources_of(games: Games) -> list[str | os.PathLike[str] | Record]:
    """Sources and records as a list, though it be one."""
    expected = "source of games (expected a path or a record, or several)"
    several = [games] if isinstance(games, str | os.PathLike | Record) else games
    require_kind(several, Iterable, expected)
    named = list(several)
    for one in named:
        require_kind(one, str | os.PathLike | Record, expected)
    return named


def games_of(games: Games, form: str | None = None) -> Iterator[SourceGame]:
    """The games of sources, then the records; the source of a record is ``<record>``.

    Args:
        games: files, folders, patterns, archives, ``-`` for standard input; and records.
        form: what the files are, as ``tracker convert --from`` has it; None: as it is plain.

    Raises:
        RecordError: at once, where a source is not there.
    """
    named = sources_of(games)
    files = files_of([source for source in named if not isinstance(source, Record)])
    read = (game for name, file in files for game in _games(name, file, form))
    given = (
        # A copy has nothing with it that was worked out, and can go to another process.
        SourceGame(number, 1, replace(record), source="<record>")
        for number, record in enumerate(named, 1)
        if isinstance(record, Record)
    )
    return chain(read, given)


def _games(source: str, file: BinaryIO | TextProblem, form: str | None) -> Iterator[SourceGame]:
    """The games of a file; where it cannot be read on, a last one that says so."""
    last = 0
    try:
        if isinstance(file, TextProblem):
            yield SourceGame(0, 1, None, (file,), source)
        elif first_bytes(file).startswith(ARCHIVED):
            yield from _archived(source)
        else:
            for told in read_each(file, source, form):
                last = told.number
                yield SourceGame(**vars(told), source=source)
    except (*DAMAGED, sqlite3.Error) as error:
        yield SourceGame(last + 1, 1, None, (unreadable(source, error),), source)


def _archived(path: str) -> Iterator[SourceGame]:
    """The games of an archive whose records are kept, each with where it stood once.

    Every version of an archive has this table: so the games of an old one can be archived anew.
    """
    with closing(sqlite3.connect(f"{Path(path).resolve().as_uri()}?mode=ro", uri=True)) as base:
        kept = base.execute(
            "SELECT source, number, line, record FROM sources WHERE record IS NOT NULL"
        )
        for source, number, line, text in kept:
            yield SourceGame(number, line, loads(text, source=source), source=source)

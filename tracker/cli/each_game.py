"""A command for each of many games: a line for each, and one exit status for all.

A command that takes one file goes on doing what it does with one game. It gets here where more is
named: several files, a folder, a pattern, an archive, or a file of many games.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import Any

from tracker.analysis.check import CONTRADICTION, NOTATION, UNDECIDED, check
from tracker.answers import Answer
from tracker.archive.pool import Lost, spread
from tracker.archive.source_games import SourceGame, games_of
from tracker.cli.files import JsonEntries, entered, read_record, write_json_line
from tracker.cli.main import ending
from tracker.cli.streams import STANDARD, say, send
from tracker.errors import ContradictionError, RecordError, TrackerError, UndecidedError
from tracker.game.record import Record, answer_account, has_gaps
from tracker.inference.contradictions import contradiction_error
from tracker.messages import counted, printable
from tracker.notation.record_files import is_plainly_one
from tracker.render.forms import EXIT_UNANSWERED
from tracker.render.json_form import Json
from tracker.render.registry import forms_of


@dataclass(frozen=True)
class GameOutcome:
    """What a command prints about one game of many, and its exit status."""

    status: int
    """The exit status that the command would have for this game alone."""
    line: str
    """In one line, without the name of the file."""
    document: Json = field(default_factory=dict)
    """In JSON."""
    text: str = ""
    """What goes to standard output, where that is not the line."""


def the_only_file(sources: Sequence[str]) -> str | None:
    """The file, where a single file is named that has at most one game; else None."""
    if len(sources) != 1:
        return None
    (source,) = sources
    if source == STANDARD or is_entered(sources):
        return source
    if os.path.isdir(source) or (glob.has_magic(source) and not os.path.lexists(source)):
        return None
    # What a pipe has can be read only once, and what is plain needs no reading.
    if not os.path.isfile(source) or is_plainly_one(source):
        return source
    try:
        first = list(islice(games_of(sources), 2))
    except TrackerError:
        return source
    return source if len(first) < 2 and all(game.source == source for game in first) else None


def for_each_game(
    sources: Sequence[str],
    ask: Callable[[Record], Answer],
    *,
    sound: bool = True,
    workers: int = 1,
    as_json: bool = False,
    as_lines: bool = False,
    text: Callable[[Any], str] | None = None,
) -> int:
    """Ask something of each game of some sources, and print a line or a document for it.

    Args:
        sources: what is named.
        ask: the question; a function of a module.
        sound: whether only a record in which some deal fits all can be asked about.
        workers: processes.
        as_json: print one JSON document, with an entry for each game.
        as_lines: print a JSON document for each game, on a line of its own.
        text: what to print of an answer in the place of its line.

    Returns:
        The highest exit status of all games.

    Raises:
        RecordError: where there is no game.
    """
    entries = JsonEntries("games") if as_json else None
    tell = write_json_line if as_lines else entries.add if entries else None
    status = 0
    judge = partial(_judged, partial(_outcome, ask, text, tell is not None), sound)
    try:
        for game, judged in spread(judge, some_games(sources), workers=workers):
            if isinstance(judged, Lost):  # with the process that judged it
                code, message = judged.value
                outcome = failure(TrackerError(message), code)
            else:
                outcome = judged
            status = max(status, outcome.status)
            _print(game, outcome, tell)
    except TrackerError:
        if entries and entries.begun:  # what is there is a document all the same
            entries.end({"ok": False})
        raise
    if entries:
        entries.end({"ok": status == 0})
    return status


def _outcome(
    ask: Callable[[Record], Answer],
    text: Callable[[Any], str] | None,
    as_document: bool,
    record: Record,
) -> GameOutcome:
    """What is printed of a record: its entry in a JSON document, its text, or its line."""
    answer = ask(record)
    status = answer.exit_status
    if as_document:
        return GameOutcome(status, "", {"ok": status == 0, **answer.to_json()})
    if text is None:
        return GameOutcome(status, forms_of(answer).line(answer))
    return GameOutcome(status, counted(len(record.events), "event"), text=text(answer))


def is_entered(sources: Sequence[str]) -> bool:
    """Whether the record that is being entered is all that is named."""
    record = entered()
    return record is not None and list(sources) == [record.path]


def some_games(sources: Sequence[str]) -> Iterator[SourceGame]:
    """The games of some sources, one at least.

    Raises:
        RecordError: at the end, where there was none.
    """
    if is_entered(sources):
        (source,) = sources
        yield SourceGame(1, 1, read_record(source), source=source)
        return
    is_empty = True
    for game in games_of(sources):
        is_empty = False
        yield game
    if is_empty:
        raise RecordError(f"there is no game in {', '.join(map(printable, sources))}")


def _print(game: SourceGame, outcome: GameOutcome, tell: Callable[[object], None] | None) -> None:
    """Print the outcome of a game, or tell it as a document."""
    if tell:
        place = {"source": game.source, "index": game.number, "line": game.line}
        tell({**place, **outcome.document})
        return
    say(f"{printable(game.place)}: {outcome.line}", err=bool(outcome.text))
    if outcome.text:
        send(f"{outcome.text}\n")


def _judged(judge: Callable[[Record], GameOutcome], sound: bool, game: SourceGame) -> GameOutcome:
    """The outcome of a game, also where it cannot be read or makes no sense."""
    if game.record is None:
        return unread(game)
    try:
        with answer_account(game.record):
            wrong = _problems(game.record) if sound else 0
            outcome = judge(game.record)
    except TrackerError as error:
        return failure(error)
    if not wrong:
        return outcome
    line = f"{outcome.line} ({counted(wrong, 'problem')}: see tracker check)"
    return replace(outcome, line=line, document={**outcome.document, "warnings": wrong})


def unread(game: SourceGame) -> GameOutcome:
    """The outcome of a game that cannot be read."""
    first = game.problems[0]
    more = f" (and {len(game.problems) - 1} more)" if len(game.problems) > 1 else ""
    line = f"not a record: line {first.line}: {printable(first.message)}{more}"
    listed = [{**vars(problem), "event": None, "code": NOTATION} for problem in game.problems]
    return GameOutcome(EXIT_UNANSWERED, line, {"ok": False, "problems": listed})


def failure(error: TrackerError, code: str = "error") -> GameOutcome:
    """The outcome of a game that an error ended, as ``check`` has problems."""
    event = None
    if isinstance(error, ContradictionError):
        code, event = CONTRADICTION, error.event
    elif isinstance(error, UndecidedError):
        code = UNDECIDED
    message = printable(str(error))
    problem = {"line": None, "event": event, "code": code, "message": message}
    return GameOutcome(ending(error)[0], message, {"ok": False, "problems": [problem]})


def _problems(record: Record) -> int:
    """How many problems a record has in which some deal fits all.

    Raises:
        ContradictionError: where none does.
    """
    listed = check(record)
    clash = next((problem for problem in listed if problem.code == CONTRADICTION), None)
    if clash is not None and has_gaps(record):
        raise ContradictionError(clash.event or 0, clash.message)
    if clash is not None:
        raise contradiction_error(record)
    return len(listed)

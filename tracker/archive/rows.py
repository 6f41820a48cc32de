"""From one game to its rows in every table.

What takes no deduction can be said of every game that can be read. The rest comes from the analyses
(``tracker.analysis.timeline``) and is null where there are none: the record contradicts itself, or
the analysis took longer than it may (``tracker.archive.work``). What depends on a gap is null, too.
"""

from __future__ import annotations

import gc
import hmac
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Any, Final

from tracker.analysis.audit import audit
from tracker.analysis.check import CONTRADICTION, NOTATION, UNDECIDED, Problem, check, problems
from tracker.analysis.each_filling import completions_to_judge, each_filling
from tracker.analysis.timeline import WholeGame, unmeasured, whole_game
from tracker.archive.game_rows import GameRows, rows_as_told, rows_in_all
from tracker.archive.schema import TABLES, Level, ProblemRow, Rows
from tracker.archive.source_games import FATAL, LOST, SourceGame
from tracker.archive.work import DEFAULT_BUDGET, within
from tracker.errors import OverTimeError, TextProblem, UndecidedError
from tracker.game.events import Event, Gap, Open, Seat, own_fields
from tracker.game.record import Record, has_gaps
from tracker.inference.completions import Completion, ordinary_record
from tracker.inference.contradictions import consistency
from tracker.messages import printable

_NEW_OBJECTS: Final = 100_000
"""So many are made between two searches for circles of objects; Python's own number is 700."""
BUDGET: Final = "budget"
"""The code of the problem of a game whose analysis took too long."""
DUPLICATE: Final = "duplicate"
"""The code of the problem of a game that is there already."""
FAILURE: Final = "failure"
"""The code of the problem of a game whose analysis ended in an error that nobody foresaw."""


def rows_of_all(
    games: Iterable[SourceGame], budget: float | None, level: Level = "all"
) -> dict[str, list[Any]]:
    """The rows of many games in every table, one game after the other.

    Args:
        games: the games.
        budget: seconds of processor time that the analysis of each may take; None: no limit.
        level: what to work out.
    """
    together: dict[str, list[Any]] = {name: [] for name in TABLES}
    for game in games:
        for name, rows in rows_of(game, budget=budget, level=level).items():
            together[name] += rows
    return together


@contextmanager
def _searching_rarely() -> Iterator[None]:
    """Have Python search for circles of objects less often inside.

    The analysis of a game makes few of them, and the search takes 7% of its time.
    """
    before = gc.get_threshold()
    if not 0 < before[0] < _NEW_OBJECTS:  # it is as rare already, or never
        yield
        return
    gc.set_threshold(_NEW_OBJECTS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


@_searching_rarely()
def rows_of(
    game: SourceGame, *, budget: float | None = DEFAULT_BUDGET, level: Level = "all"
) -> Rows:
    """The rows of a game in every table.

    Args:
        game: the game.
        budget: seconds of processor time that its analysis may take; None: no limit.
        level: what to work out.
    """
    rows: dict[str, Sequence[Any]] = dict.fromkeys(TABLES, ())
    if game.record is None:
        return rows | {"problems": tuple(_reading_problems(game))}
    if game.duplicate_of is not None:
        trouble = _problem(game, DUPLICATE, same_game_as(game.duplicate_of), game.line)
        return rows | {"problems": (trouble,)}
    if has_gaps(game.record):
        return _rows_with_gaps(game, game.record, budget, level)
    return _rows_of_moves(game, game.record, budget, level)


def _rows_of_moves(game: SourceGame, record: Record, budget: float | None, level: Level) -> Rows:
    """The rows of a game whose record has no gaps, or one way to fill them."""
    analysis = _Analysis() if level == "events" else _analysed(game, record, budget, level)
    wrong = (*_record_problems(game, record, analysis), *analysis.troubles)
    return _with_problems(GameRows(game, record, analysis.whole, level).all(), wrong)


def _rows_with_gaps(game: SourceGame, record: Record, budget: float | None, level: Level) -> Rows:
    """The rows of a game with gaps, as far as they are certain."""
    wrong = [_problem(game, GAPS, LEFT_OPEN)]
    ways = _listed(game, record, wrong)
    if (closed := ordinary_record(ways)) is not None:
        return _rows_of_moves(game, closed, budget, level)
    if game.fatal:
        wrong.append(_problem(game, FATAL, LOST))
        return _with_problems(rows_as_told(game, record, {}), wrong)
    rows: Rows = {}
    verdicts: dict[int, str] = {}
    with _analysing(game, budget, wrong) as require_time:
        wrong += [_of_record(game, problem) for problem in check(record).problems]
        whole = partial(_whole, level=level, goes_on=require_time)
        if ways and not {CONTRADICTION, UNDECIDED}.intersection(row.code for row in wrong):
            filled = each_filling(ways, lambda way: whole(way.record))
            rows = rows_in_all(game, record, filled, level)
    if not rows and level != "events" and CONTRADICTION not in [row.code for row in wrong]:
        with _analysing(game, budget, wrong):
            verdicts = {claim.event: claim.verdict for claim in audit(record, chances=False).claims}
    return _with_problems(rows or rows_as_told(game, record, verdicts), wrong)


def _listed(game: SourceGame, record: Record, wrong: list[ProblemRow]) -> tuple[Completion, ...]:
    """The ways to fill the gaps of a game; none where they are too many, which is noted."""
    try:
        return completions_to_judge(record)
    except UndecidedError as error:
        wrong.append(_problem(game, UNDECIDED, str(error)))
        return ()


def _with_problems(rows: Rows, problems: Sequence[ProblemRow]) -> Rows:
    """The rows of a game with those of its problems, which its row in ``games`` counts."""
    (game,) = rows["games"]
    return {**rows, "games": (replace(game, problems=len(problems)),), "problems": problems}


def same_game_as(place: str) -> str:
    """The message of the problem of a game that is the same as one that counts."""
    return f"the same game as {printable(place)}, which counts"


# -- analysing, and what may be wrong -------------------------------------------------------------


GAPS: Final = "gaps"
"""The code of the problem of a game whose gaps can be filled in several ways: what depends on them
does not count."""
LEFT_OPEN: Final = "what depends on its gaps is left out of all figures"


@dataclass(frozen=True)
class _Analysis:
    """What deduction says of a game; nothing where it was not asked."""

    contradictions: tuple[int, ...] = ()
    """The events at which no deal is left."""
    undecided: int | None = None
    """The event from which on it is not known whether a deal is left; None: there is none."""
    whole: WholeGame | None = None
    troubles: tuple[ProblemRow, ...] = ()
    """Why there is nothing else."""


def _analysed(game: SourceGame, record: Record, budget: float | None, level: Level) -> _Analysis:
    """The analysis of a game, or why there is none."""
    if game.fatal:
        return _Analysis(troubles=(_problem(game, FATAL, LOST),))
    analysis = _Analysis()
    troubles: list[ProblemRow] = []
    with _analysing(game, budget, troubles) as require_time:
        consistent = consistency(record)
        analysis = _Analysis(consistent.contradictions, consistent.undecided)
        # Where no deal fits, that is a problem of the record, and there is nothing to analyse.
        if not analysis.contradictions and analysis.undecided is None:
            whole = _whole(record, level=level, goes_on=require_time)
            analysis = replace(analysis, whole=whole)
    return replace(analysis, troubles=tuple(troubles))


def _whole(record: Record, *, level: Level, goes_on: Callable[[], object]) -> WholeGame | None:
    """What the analyses say of a record without gaps; None where none is wanted."""
    if level == "events":
        return None
    measured = None if level == "all" else unmeasured(record)
    return whole_game(record, chances=level == "all", measured=measured, goes_on=goes_on)


@contextmanager
def _analysing(
    game: SourceGame, budget: float | None, troubles: list[ProblemRow]
) -> Iterator[Callable[[], object]]:
    """Analyse a game inside; where that ends early, it is added why.

    Args:
        game: the game.
        budget: seconds of processor time that it may take; None: no limit.
        troubles: what is wrong with the game.

    Yields:
        A function to call now and then.
    """
    try:
        with within(budget) as require_time:
            yield require_time
    except OverTimeError as error:
        troubles.append(_problem(game, BUDGET, str(error)))
    except UndecidedError as error:
        troubles.append(_problem(game, UNDECIDED, str(error)))
    except Exception as error:  # one game must not end the run, whatever is wrong
        troubles.append(_problem(game, FAILURE, f"{type(error).__name__}: {error}"))


def _reading_problems(game: SourceGame) -> Iterator[ProblemRow]:
    """Why a game could not be read."""
    for problem in game.problems:
        event = getattr(problem, "event", None)
        yield _problem(game, NOTATION, problem.message, problem.line, problem.column, event)


def _record_problems(game: SourceGame, record: Record, analysis: _Analysis) -> Iterator[ProblemRow]:
    """What is wrong with a record that could be read."""
    for problem in problems(record, analysis.contradictions, None, analysis.undecided):
        yield _of_record(game, problem)


def _of_record(game: SourceGame, problem: Problem) -> ProblemRow:
    """The row of a problem of a record that could be read."""
    return _problem(game, problem.code, problem.message, problem.line, event=problem.event)


def _problem(
    game: SourceGame,
    code: str,
    message: str,
    line: int | None = None,
    column: int | None = None,
    event: int | None = None,
) -> ProblemRow:
    """One row about a game; the line, column and event are None where they are not known."""
    return ProblemRow(game.key, game.source, game.index, line, column, event, code, message)


# -- games without names --------------------------------------------------------------------------
#
# Games without the names of people: players and sources get pseudonyms, free text is left out.
#
# A pseudonym is made from the name and a secret (the salt), so that one player has one pseudonym in
# all the games of an archive. Without a salt, whoever can guess a name can check the guess.
#
# The record itself is rewritten before anything is worked out, so nothing that is worked out later
# can give a name away. The half-suits of a custom deck keep their names.
#
# Example: ``pseudonym("Ann", "salt")`` is ``P`` and twelve hexadecimal digits.

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
    """An event among pseudonyms, without its comments."""
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
    """A part of an event among pseudonyms, by the type of its field."""
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

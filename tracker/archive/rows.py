"""From one game to its rows in every table.

What can be said without deduction is said of every game that can be read. The rest comes from the
analyses (``tracker.analysis.timeline``) and is none where there are none: the record contradicts
itself, or the analysis took longer than it may (``limits``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from tracker.analysis.check import NOTATION, UNDECIDED, problems
from tracker.analysis.timeline import WholeGame, whole_game
from tracker.archive.chunks import DEFAULT_BUDGET
from tracker.archive.game_rows import GameTold, player_row
from tracker.archive.limits import within
from tracker.archive.schema import TABLES, ProblemRow, Rows
from tracker.archive.source_games import FATAL, LOST, SourceGame
from tracker.errors import OverTimeError, UndecidedError
from tracker.game.record import Record
from tracker.inference.contradictions import consistency

BUDGET: Final = "budget"
"""The code of a problem of a game whose analysis took too long."""
FAILURE: Final = "failure"
"""The code of a problem of a game whose analysis ended in an error that nobody foresaw."""


def rows_of(
    game: SourceGame, *, budget: float | None = DEFAULT_BUDGET, analyse: bool = True
) -> Rows:
    """The rows of a game in every table.

    Args:
        game: the game.
        analyse: whether to work out what takes deduction.
        budget: seconds of processor time that its analysis may take; none: without end.
    """
    empty: dict[str, Sequence[Any]] = dict.fromkeys(TABLES, ())
    if game.record is None:
        return empty | {"problems": tuple(_reading_problems(game))}
    found = _analysed(game, game.record, budget) if analyse else _Analysis()
    told = GameTold(game, game.record, found.whole)
    wrong = (*_record_problems(game, game.record, found), *found.troubles)
    return empty | {
        "games": (told.game(len(wrong)),),
        "players": tuple(map(partial(player_row, told), game.record.seats)),
        "events": tuple(told.events()),
        "asks": tuple(told.asks()),
        "claims": tuple(told.claims()),
        "proofs": tuple(told.proofs()),
        "problems": wrong,
    }


def _reading_problems(game: SourceGame) -> Iterator[ProblemRow]:
    for one in game.problems:
        yield ProblemRow(
            game.key, game.source, game.index, one.line, one.column,
            getattr(one, "event", None), NOTATION, one.message,
        )  # fmt: skip


def _record_problems(game: SourceGame, record: Record, found: _Analysis) -> Iterator[ProblemRow]:
    """What is wrong with a record that could be read."""
    for one in problems(record, found.contradictions, None, found.undecided):
        yield ProblemRow(
            game.key, game.source, game.index, one.line, None, one.event, one.code, one.message
        )


@dataclass(frozen=True)
class _Analysis:
    """What deduction has to say of a game; nothing where it was not asked."""

    contradictions: tuple[int, ...] = ()
    """The events at which no deal is left."""
    undecided: int | None = None
    """The event from which on it is not known whether one is."""
    whole: WholeGame | None = None
    troubles: tuple[ProblemRow, ...] = ()
    """Why there is nothing else."""


def _analysed(game: SourceGame, record: Record, budget: float | None) -> _Analysis:
    """The analysis of a game, or why there is none."""
    if game.fatal:
        return _Analysis(troubles=(_problem(game, FATAL, LOST),))
    sense = _Analysis()
    try:
        with within(budget) as look:
            found = consistency(record)
            sense = _Analysis(found.contradictions, found.undecided)
            # Where no deal fits, that is a problem of the record, and there is nothing to analyse.
            if found.contradictions or found.undecided is not None:
                return sense
            return replace(sense, whole=whole_game(record, goes_on=look))
    except OverTimeError as error:
        trouble = _problem(game, BUDGET, str(error))
    except UndecidedError as error:
        trouble = _problem(game, UNDECIDED, str(error))
    except Exception as error:  # one game must not end the run, whatever is wrong
        trouble = _problem(game, FAILURE, f"{type(error).__name__}: {error}")
    return replace(sense, troubles=(trouble,))


def _problem(game: SourceGame, code: str, message: str) -> ProblemRow:
    return ProblemRow(game.key, game.source, game.index, None, None, None, code, message)

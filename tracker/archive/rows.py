"""From one game to its rows in every table.

What can be said without deduction is said of every game that can be read. The rest comes from the
analyses (``tracker.analysis.whole_game``) and is none where there are none: the record contradicts
itself, or the analysis took longer than it may.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

from tracker.analysis.check import NOTATION, UNDECIDED, problems
from tracker.analysis.whole_game import WholeGame, whole_game
from tracker.archive.chunks import DEFAULT_BUDGET
from tracker.archive.game_rows import GameTold
from tracker.archive.player_rows import player_row
from tracker.archive.schema import TABLES, ProblemRow, Rows
from tracker.archive.source_games import SourceGame
from tracker.errors import TooHardError, TrackerError
from tracker.game.record import Record
from tracker.inference.contradictions import Consistency, consistency

BUDGET: Final = "budget"
"""The code of a problem of a game whose analysis took too long."""
FAILURE: Final = "failure"
"""The code of a problem of a game whose analysis ended in an error that nobody foresaw."""


class OverBudgetError(TrackerError):
    """The analysis of a game took longer than it may."""


def rows_of(
    game: SourceGame, *, budget: float | None = DEFAULT_BUDGET, analyse: bool = True
) -> Rows:
    """The rows of a game in every table.

    Args:
        game: the game.
        analyse: whether to work out what takes deduction.
        budget: seconds of processor time that its analysis may take, looked at after each event;
            none: without end.
    """
    empty: dict[str, Sequence[Any]] = dict.fromkeys(TABLES, ())
    if game.record is None:
        return empty | {"problems": tuple(_reading_problems(game))}
    sense = consistency(game.record)
    # Where no deal fits, that is a problem of the record, and there is nothing to analyse.
    wanted = analyse and not sense.contradictions and sense.undecided is None
    found, troubles = _analysed(game, game.record, budget) if wanted else (None, ())
    told = GameTold(game, game.record, found)
    wrong = (*_record_problems(game, game.record, sense), *troubles)
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


def _record_problems(game: SourceGame, record: Record, sense: Consistency) -> Iterator[ProblemRow]:
    """What is wrong with a record that could be read."""
    for one in problems(record, sense.contradictions, None, sense.undecided):
        yield ProblemRow(
            game.key, game.source, game.index, one.line, None, one.event, one.code, one.message
        )


def _analysed(
    game: SourceGame, record: Record, budget: float | None
) -> tuple[WholeGame | None, tuple[ProblemRow, ...]]:
    """The analysis of a game, or why there is none."""
    try:
        return whole_game(record, goes_on=_clock(budget)), ()
    except OverBudgetError as error:
        return None, (_problem(game, BUDGET, str(error)),)
    except TooHardError as error:
        return None, (_problem(game, UNDECIDED, str(error)),)
    except Exception as error:  # one game must not end the run, whatever is wrong
        return None, (_problem(game, FAILURE, f"{type(error).__name__}: {error}"),)


def _clock(budget: float | None) -> Callable[[], object]:
    """Something to call now and then, which raises once a budget of processor time is spent."""
    end = None if budget is None else time.thread_time() + budget

    def look() -> None:
        if end is not None and time.thread_time() > end:
            raise OverBudgetError(f"its analysis took longer than {budget:g} s")

    return look


def _problem(game: SourceGame, code: str, message: str) -> ProblemRow:
    return ProblemRow(game.key, game.source, game.index, None, None, None, code, message)

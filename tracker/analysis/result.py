"""How a game ended, or how it stands: the score, the winner, and what became of each half-suit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from tracker.analysis.each_filling import first_section
from tracker.analysis.knows import settled_by
from tracker.answers import KEY, MOMENT, OPTIONAL, Depends, json_key, put_together
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.game.state import BookStatus, State
from tracker.game.table import Team


@dataclass(frozen=True)
class Settlement:
    """What became of a half-suit, and when."""

    book: str = field(metadata=KEY)
    status: BookStatus | Literal["gap"] | Depends[BookStatus] = field(metadata=json_key("state"))
    """``gap`` where it may have been settled in a part of the game that is missing."""
    team: Team | Depends[Team | None] | None
    """The team that won it."""
    event: int | Depends[int | None] | None = field(metadata=MOMENT)
    """The event that settled it; None where it is open, or was settled before the record starts."""

    @property
    def hangs_on_gaps(self) -> bool:
        """Whether a gap decides what became of it."""
        return self.status == "gap" or Depends in map(type, (self.status, self.team))


@dataclass(frozen=True)
class Result:
    """How the game ended, or how it stands."""

    over: bool | Depends[bool]
    winner: Team | Depends[Team | None] | None
    """The team that has won: it has more points, and what is left cannot change that. None: a draw,
    or the game is not decided."""
    score: Mapping[Team, int]
    """The points; in a record with gaps, or where a forced end may be over, a ``Number``."""
    books: tuple[Settlement, ...]
    undecided: bool | None = field(
        default=None, metadata=OPTIONAL | put_together(lambda each: any(each) or None)
    )
    """Whether it is undecided how it ended, as there are too many ways to fill the gaps, or as
    nobody can tell whether the last chance of a forced end was used."""

    @property
    def depends(self) -> bool:
        """Whether a gap decides who has won, or whether it is over."""
        return isinstance(self.over, Depends) or isinstance(self.winner, Depends)

    @property
    def decided(self) -> bool:
        """Whether the result is certain: a team has won, or all is settled."""
        return (bool(self.over) or self.winner is not None) and not self._open

    @property
    def drawn(self) -> bool:
        """Whether all is settled, and no team has more points."""
        return bool(self.over) and self.winner is None and not self._open

    @property
    def _open(self) -> bool:
        """Whether a gap leaves it open how the game ended."""
        return self.depends or bool(self.undecided)


def game_result(record: Record) -> Result:
    """The score, and what became of each half-suit."""
    last = replay_of(record).state()
    score: Mapping[Team, Any] = last.known_score()
    books = tuple(
        Settlement(name, "gap", None, None)
        if last.perhaps_settled and book.status == "open"
        else Settlement(name, book.status, book.team, _settled_at(record, name))
        for name, book in last.books.items()
    )
    if last.perhaps_settled:
        return Result(False, None, score, books, undecided=True)
    undecided = last.may_be_over or first_section(record) is not None or None
    return Result(last.over, _winner(last), score, books, undecided=undecided)


def _winner(state: State) -> Team | None:
    """The team that leads by more than is left to score; None: neither does."""
    table = state.table
    if state.open_books() and table.rules.opponent_holds == "minus-one":
        return None  # a team can lose any number of points
    left = sum(map(table.book_points, state.open_books()))
    for team in table.teams:
        if state.score[team] - state.score[table.other_team(team)] > left:
            return team
    return None


def _settled_at(record: Record, book: str) -> int | None:
    """The event that settled a half-suit; None where none of the record did."""
    settled = settled_by(record, book)
    return (settled and settled.at) or None

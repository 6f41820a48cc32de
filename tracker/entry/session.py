"""A session: a record that is being entered, in a file that always holds all of it.

Every operation either changes the record, and then the file, and tells what that showed to the
view; or it is refused and changes nothing. What no longer fits after a change in the middle stays
in the record and is listed among the ``problems``.

Example::

    with Session.open("game.lit", "Ann") as session:
        change = session.enter("Ann asks Bob 5H: no")
        if isinstance(change, Change) and change.news:
            print(change.news.placed)
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Self

from tracker.analysis.check import Problem
from tracker.analysis.open_gaps import Values
from tracker.analysis.timeline import Gain, Progress
from tracker.entry.checked_record import CheckedRecord, check_record, is_noted
from tracker.entry.completion import Position
from tracker.entry.draft import SEARCH_SECONDS, Draft, DraftStep, Refusal
from tracker.entry.record_file import RecordFile, Store, begun, opened
from tracker.entry.typed_line import Comment, read_event, read_line, without_lines
from tracker.entry.viewpoint import Viewpoint
from tracker.errors import (
    GapError,
    MissingHandError,
    NotationError,
    RecordError,
    UndecidedError,
)
from tracker.explain.conflict import Conflict, conflict_at
from tracker.explain.repairs import Suggestion
from tracker.game.events import Event
from tracker.game.record import Record
from tracker.game.state import State
from tracker.inference.deduction import Deduction
from tracker.knowledge.views import ViewLike
from tracker.notation.text import format_event
from tracker.sat.solver import SolverHolder

CLOSED_WITHIN: Final = 3
"""So many events after a gap it is told that one closed it."""


@dataclass(frozen=True, kw_only=True)
class Change(DraftStep):
    """What an operation changed."""

    record: Record
    """The record as it is now."""
    news: Gain | None
    """What it showed to the view; None where nothing can be deduced now or could be before."""
    fresh: tuple[Problem, ...] = ()
    """What is wrong with the record now and was not before."""
    gone: tuple[Problem, ...] = ()
    """What was wrong and is not any more."""
    left: Mapping[int, Values] = field(default_factory=dict)
    """What the event entered can be, if it is a gap; and the gaps just before it that it closed."""


class Session(SolverHolder):
    """A record that is being entered: a draft, the file it is in, and where one looks from.

    Use it as a context manager, or ``close`` it: it holds solvers. What an operation that cannot be
    done raises, all is then as it was:

    * ``RecordError`` where there is no such event, moment, view, branch or file, nothing to undo,
      or nothing that was refused;
    * ``NotationError`` for a line, or a file, that means nothing;
    * ``StorageError`` for a change that could not be saved.

    Args:
        store: the file, just read or not there yet.
        record: the record that it holds, or is to hold from the first change on.
        view: whose view it is: ``public`` (or None), a seat, or seats joined by ``+``.
        as_json: whether the file has the JSON form.

    Raises:
        RecordError: for a name that is no view.
        MissingHandError: where the view needs a hand that is not known.
    """

    refusal: Refusal | None = None
    """The last statement, where it was refused: ``insist`` and ``mend`` are about it."""

    def __init__(
        self, store: Store, record: Record, view: ViewLike = None, *, as_json: bool = False
    ) -> None:
        self._file = RecordFile(store, as_json)
        self._draft = Draft(check_record(without_lines(record)))
        self._viewpoint = Viewpoint(self._now, view)

    @classmethod
    def open(cls, path: str | os.PathLike[str], view: ViewLike = None) -> Self:
        """A session over a file.

        Raises:
            NotationError: where the file is not a record.
            OSError: where it cannot be read.
        """
        file, record = opened(path)
        return cls(file.store, record, view, as_json=file.as_json)

    def close(self) -> None:
        """Free the solvers."""
        if not self.closed:
            self._viewpoint.close()
            self._now.close()
        super().close()

    # -- what there is ----------------------------------------------------------------------------

    @property
    def _now(self) -> CheckedRecord:
        return self._draft.now

    @property
    def store(self) -> Store:
        """The file."""
        return self._file.store

    @property
    def record(self) -> Record:
        """The record, or the branch that is open."""
        return self._draft.record

    @property
    def branches(self) -> int:
        """How many branches are open, one in the other: 0 in the record itself."""
        return self._draft.branches

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the record, in the order of its events."""
        return self._now.problems

    def conflict(self, event: int) -> Conflict | None:
        """What an event that leaves no deal contradicts; 0: what the header does.

        Returns:
            None where that depends on how gaps are filled, or on notes of hands.
        """
        if is_noted(self.record):
            return None
        contradictions, hands = self._now.contradictions, self.record.hands
        return conflict_at(self.record, hands, event, contradictions, limit=SEARCH_SECONDS)

    # -- looking ----------------------------------------------------------------------------------

    @property
    def view(self) -> str:
        """Whose view it is."""
        return self._viewpoint.name

    @property
    def at(self) -> int:
        """The moment looked at."""
        return self._viewpoint.at

    @property
    def moment(self) -> int | None:
        """The moment looked at; None at the end."""
        return self._viewpoint.moment

    @property
    def state(self) -> State:
        """The public state at the moment looked at."""
        return self._now.state(self.at)

    @property
    def progress(self) -> Progress | None:
        """What the view knows at the end; None while nothing can be deduced."""
        return self._viewpoint.progress

    @property
    def obstacle(self) -> MissingHandError | UndecidedError | GapError | None:
        """Why nothing can be deduced, if not for a contradiction."""
        return self._viewpoint.obstacle

    def look_as(self, view: ViewLike) -> None:
        """Take another view."""
        viewpoint = Viewpoint(self._now, view, self.moment)
        self._viewpoint.close()
        self._viewpoint = viewpoint

    def look_at(self, moment: int | None) -> None:
        """Look at a moment, or with None at the end again."""
        self._viewpoint.look_at(moment)

    def position(self, at: int | None = None) -> Position:
        """The position for completing a statement, at a moment or at the one looked at."""
        return self._viewpoint.position(at)

    def deduction(self) -> Deduction:
        """What follows for the view at the moment looked at."""
        return self._viewpoint.deduction()

    # -- entering ---------------------------------------------------------------------------------

    def enter(self, line: str) -> Change | Refusal | None:
        """Take in a statement, a line of the header or a comment, at the end of the record.

        Returns:
            What changed, or why it was refused; None for an empty line.

        Raises:
            RecordError: for a line that leaves out who acts, right after a statement that was out
                of turn: one of the two says that somebody else has the turn.
        """
        meaning = read_line(line, self.record, self.state.turn)
        if meaning is None:
            return None
        self._require_actor(line)
        self._viewpoint.require_end()
        if isinstance(meaning, Comment):
            return self._make(self._draft.commented(meaning.text))
        if isinstance(meaning, Record):
            return self._make(self._draft.with_header(meaning))
        return self._try(self._draft.entered(meaning))

    def _require_actor(self, line: str) -> None:
        """Go on, unless a line leaves out who acts, where it is not clear whose turn it is."""
        refusal = self.refusal
        if refusal is None or all(each.violation.code != "turn" for each in refusal.broken):
            return
        try:
            read_line(line, self.record, None)
        except NotationError as error:
            refused = format_event(refusal.event, self.record)
            raise RecordError(
                f"it is not clear whose turn it is: '{refused}' was not taken in, as it is out of "
                "turn (expected a line that begins with a player)"
            ) from error

    def edit(self, number: int, line: str) -> Change | Refusal:
        """Put another statement in the place of one; those after it are replayed."""
        self._now.event(number)
        return self._try(self._draft.edited(number, self._event(number, line)))

    def insert(self, number: int, line: str) -> Change | Refusal:
        """Put a statement before another one, or at the end; those after it are replayed."""
        if number == len(self.record.events) + 1:
            return self._try(self._draft.entered(self._event(number, line)))
        self._now.event(number)
        return self._try(self._draft.inserted(number, self._event(number, line)))

    def delete(self, number: int) -> Change:
        """Take a statement out; those after it are replayed. Comments above it stay."""
        return self._make(self._draft.deleted(number))

    def comment(self, line: str, number: int | None = None) -> Change:
        """Comment: at the end of the record, or beside an event."""
        return self._make(self._draft.commented(line, number))

    def _event(self, number: int, line: str) -> Event:
        """The event that a line means in the place of one."""
        return read_event(line, self.record, self._now.turn_before(number))

    # -- refused statements -----------------------------------------------------------------------

    def insist(self) -> Change | Refusal:
        """Take in the statement that was just refused, marked irregular."""
        return self._try(self._draft.insisted(self._refused()))

    def reasons(self) -> Conflict | None:
        """What the statement just refused contradicts; only for one that is impossible.

        Returns:
            None where that depends on how gaps are filled, or on notes of hands.
        """
        return self._refused().conflict

    def remedies(self) -> list[Suggestion]:
        """Changes that would make what was just refused possible, in an order by rule of thumb."""
        return self._refused().remedies

    def mend(self, remedy: Suggestion) -> Change:
        """Make one of the ``remedies``, and take in the statement that was refused."""
        return self._make(self._draft.mended(self._refused(), remedy))

    def _refused(self) -> Refusal:
        if self.refusal is None:
            raise RecordError("no statement was refused just now")
        return self.refusal

    # -- to and fro -------------------------------------------------------------------------------

    def undo(self) -> Change:
        """Take back the last change."""
        return self._make(self._draft.undone())

    def redo(self) -> Change:
        """Make again what was taken back last."""
        return self._make(self._draft.redone())

    def branch(self) -> Change:
        """Begin a branch at the moment looked at: what is entered in it is in no file."""
        return self._make(self._draft.branched(self.moment))

    def keep(self) -> Change:
        """Make a branch part of what it branched off."""
        return self._make(self._draft.kept())

    def discard(self) -> Change:
        """Leave a branch, and go on where it began."""
        cut = self._draft.cut
        change = self._make(self._draft.discarded())
        self.look_at(cut)
        return change

    # -- the file ---------------------------------------------------------------------------------

    def keep_as(self, path: str | os.PathLike[str]) -> None:
        """Write the branch to a file of its own; it stays open here."""
        self._draft.discarded()
        begun(path, self.record)

    def save_as(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a new file, and go on in that."""
        self._file = begun(path, self._draft.main.record)

    def reload(self) -> Change:
        """Take the record as the file has it now, after somebody else wrote it; can be undone."""
        if self.branches:
            raise RecordError("a branch is open (expected 'keep' or 'discard' first)")
        file, record = self._file.again()
        change = self._make(self._draft.reloaded(without_lines(record)), is_saved=True)
        self._file = file
        return change

    # -- changing ---------------------------------------------------------------------------------

    def _try(self, outcome: Draft | Refusal) -> Change | Refusal:
        if isinstance(outcome, Draft):
            return self._make(outcome)
        self.refusal = outcome
        return outcome

    def _make(self, draft: Draft, *, is_saved: bool = False) -> Change:
        """The one way to change anything: saved first, then taken in; what is new.

        Args:
            draft: what there is from now on.
            is_saved: whether the file has it already.
        """
        before, now, step = self._now, draft.now, draft.step
        assert step is not None  # only a draft at the start has none
        self._viewpoint.require_seats(draft.record)
        if draft.main is not self._draft.main and not is_saved:
            self._file.save(draft.main.record)
        self._draft, self.refusal = draft, None
        return Change(
            **vars(step),
            record=draft.record,
            news=self._viewpoint.take_in(now),
            fresh=now.problems_not_in(before),
            gone=before.problems_not_in(now),
            left=_left(before, now, step) if step.deed == "entered" else {},
        )


def _left(before: CheckedRecord, now: CheckedRecord, step: DraftStep) -> dict[int, Values]:
    """What a gap that was entered can be, and the gaps just before it that the event closed."""
    last = step.number or 0
    left = {}
    for number in range(max(last - CLOSED_WITHIN, 1), last + 1):
        values = now.left(number)
        if values is not None and (number == last or _are_closed(values, before.left(number))):
            left[number] = values
    return left


def _are_closed(values: Values, before: Values | None) -> bool:
    """Whether one value is left of each part, and there were more before."""
    is_one = all(len(each) == 1 for each in values.values())
    return is_one and before is not None and values != before

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
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Final, Self, TypeAlias

from tracker.analysis.check import Problem, check
from tracker.analysis.open_gaps import Values
from tracker.analysis.view_progress import Gain, Progress, gain, measure
from tracker.counting import Counter
from tracker.entry.checked_record import (
    CheckedRecord,
    appended,
    check_record,
    replaced,
    spliced,
    without,
)
from tracker.entry.completion import Position
from tracker.entry.record_file import Store, begun
from tracker.entry.refusal import Deed, Refusal, clash, refusal_of
from tracker.entry.typed_line import Comment, read_event, read_line, without_lines
from tracker.errors import (
    GapError,
    MissingHandError,
    NotationError,
    RecordError,
    UndecidedError,
)
from tracker.explain.conflict import Conflict
from tracker.explain.repairs import Suggestion
from tracker.game.events import Event, Missing, Seat, is_stretch
from tracker.game.record import Record, has_gaps
from tracker.game.state import State
from tracker.inference.contradictions import contradiction_error
from tracker.inference.deduction import Deduction, deduce
from tracker.knowledge.views import ViewLike, view_name, view_seats
from tracker.notation.text import canonical, format_event
from tracker.sat.solver import SolverHolder

CLOSED_WITHIN: Final = 3
"""So many events after a gap it is told that one closed it."""
PAST_STRETCH: Final = (
    "what follows past a missing stretch is not told at each statement ('show' says it, 'gaps' "
    "what is open)"
)
TOO_MANY_WAYS: Final = (
    "there are too many ways to fill the gaps: from here on only the rules that everyone can see "
    "are checked"
)
Obstacle: TypeAlias = MissingHandError | UndecidedError | GapError


class UnclearTurnError(RecordError):
    """A line leaves out who acts, and it is not clear whose turn it is."""


@dataclass(frozen=True)
class History:
    """What a record was, one change after the other, and which of that it is."""

    values: tuple[CheckedRecord, ...]
    index: int = 0

    @property
    def now(self) -> CheckedRecord:
        """What the record is."""
        return self.values[self.index]

    def then(self, *values: CheckedRecord) -> History:
        """With more changes; what was taken back before is gone."""
        return History((*self.values[: self.index + 1], *values), self.index + len(values))


@dataclass(frozen=True)
class Change:
    """What an operation changed."""

    deed: Deed
    """What was done."""
    record: Record
    """The record as it is now."""
    number: int | None = None
    """The event it was about, in the record as it is now (deleted: as it was)."""
    event: Event | None = None
    """That event."""
    was: Event | None = None
    """Of what was undone or redone: the event that had the number before."""
    last: int | None = None
    """Of several events in a row that were deleted: the number of the last one."""
    news: Gain | None = None
    """What it showed to the view; None where nothing can be deduced now or could be before."""
    fresh: tuple[Problem, ...] = ()
    """What is wrong with the record now and was not before."""
    gone: tuple[Problem, ...] = ()
    """What was wrong and is not any more."""
    left: Mapping[int, Values] = field(default_factory=dict)
    """What the event entered can be, if it is a gap; and the gaps just before it that it closed."""


class Session(SolverHolder):
    """A record that is being entered: its history, the file it is in, and where one looks from.

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

    Raises:
        RecordError: for a name that is no view.
        MissingHandError: where the view needs a hand that is not known.
    """

    refusal: Refusal | None = None
    """The last statement, where it was refused: ``insist`` and ``mend`` are about it."""

    def __init__(self, store: Store, record: Record, view: ViewLike = None) -> None:
        self.store = store
        """The file."""
        self._history = History((check_record(without_lines(record)),))
        self._supposed = self._now
        """The last record that was only supposed: the next one may have much in common with it."""
        self._below: History | None = None
        """What a branch branched off; None where none is open: then the history is the record's."""
        self._cut: int | None = None
        """After which event a branch begins; None for the end."""
        self.moment: int | None = None
        """The moment looked at, as a number of events; None for the end."""
        self.progress: Progress | None = None
        """What the view knows at the end; None while nothing can be deduced."""
        self.obstacle: Obstacle | None = None
        """Why nothing can be deduced, if not for a contradiction."""
        self._seats: tuple[Seat, ...] = ()
        self._counter = Counter()
        self.look_as(view)

    @classmethod
    def open(cls, path: str | os.PathLike[str], view: ViewLike = None) -> Self:
        """A session over a file.

        Raises:
            NotationError: where the file is not a record.
            OSError: where it cannot be read.
        """
        store = Store(path)
        return cls(store, store.read_record(), view)

    # -- what there is ----------------------------------------------------------------------------

    @property
    def _now(self) -> CheckedRecord:
        return self._history.now

    @property
    def record(self) -> Record:
        """The record, or the branch that is open."""
        return self._now.record

    @property
    def in_branch(self) -> bool:
        """Whether a branch is open."""
        return self._below is not None

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the record, in the order of its events."""
        return self._now.problems

    def conflict(self, event: int) -> Conflict | None:
        """What an event that leaves no deal contradicts; 0: what the header does.

        Returns:
            None where that depends on how gaps are filled, or on notes of hands.
        """
        return clash(self.record, event, self._now.contradictions)

    # -- looking ----------------------------------------------------------------------------------

    @property
    def view(self) -> str:
        """Whose view it is."""
        return view_name(self._seats)

    @property
    def at(self) -> int:
        """The moment looked at, as a number of events also at the end."""
        return self.record.moment(self.moment)

    @property
    def state(self) -> State:
        """The public state at the moment looked at."""
        return self._now.state(self.at)

    def look_as(self, view: ViewLike) -> None:
        """Take another view."""
        seats = view_seats(self.record.table, view)
        progress, obstacle = self._seen_by(seats)
        if isinstance(obstacle, MissingHandError):
            raise obstacle
        self._seats, self.progress, self.obstacle = seats, progress, obstacle

    def look_at(self, moment: int | None) -> None:
        """Look at a moment, or with None at the end again."""
        number = self.record.moment(moment)
        self.moment = None if number == len(self.record.events) else number

    def position(self, at: int | None = None) -> Position:
        """The position for completing a statement, at a moment or at the one looked at."""
        at = self.at if at is None else at
        progress = self.progress if at == len(self.record.events) else None
        return Position(self.record, self._now.state(at), progress)

    def deduction(self) -> Deduction:
        """What follows for the view at the moment looked at.

        Raises:
            ContradictionError: where no deal is left.
        """
        bad = self._now.contradictions
        if bad and bad[0] <= self.at and not has_gaps(self.record):
            raise contradiction_error(self.record, at=self.at)
        return deduce(self.record, view=self._seats, at=self.at)

    def _look_again(self) -> Gain | None:
        """Look at the end of what has changed; as the public where the view's seat is gone.

        Returns:
            What it showed to the view; None where nothing can be deduced now or could be before.
        """
        before, self.moment = self.progress, None
        if not set(self._seats) <= set(self.record.seats):
            before, self._seats = None, ()
        self.progress, self.obstacle = self._seen_by(self._seats)
        return gain(before, self.progress) if before and self.progress else None

    def _seen_by(self, seats: tuple[Seat, ...]) -> tuple[Progress | None, Obstacle | None]:
        """What a view knows at the end; or why that is not known, if not for a contradiction."""
        end = len(self.record.events)
        if self._now.contradictions:
            return None, None
        if self._now.unsearched is not None:
            return None, GapError(end, TOO_MANY_WAYS)
        if any(map(is_stretch, self.record.events)):
            return None, GapError(end, PAST_STRETCH)
        try:
            with deduce(self.record, view=seats) as deduction:
                return measure(deduction, self._counter), None
        except (MissingHandError, UndecidedError, GapError) as error:
            return None, error

    # -- entering ---------------------------------------------------------------------------------

    def enter(self, line: str, *, after: str = "") -> Change | Refusal | None:
        """Take in a statement, a line of the header or a comment, at the end of the record.

        Args:
            line: what was typed.
            after: why it is not clear whose turn it is, if it is not; else empty.

        Returns:
            What changed, or why it was refused; None for an empty line.

        Raises:
            UnclearTurnError: for a line that leaves out who acts, where that is not clear. So it
                also is right after a statement that was out of turn: one of the two says that
                somebody else has the turn.
        """
        meaning = read_line(line, self.record, self.state.turn)
        if meaning is None:
            return None
        self._require_actor(line, after)
        if self.moment is not None:
            raise RecordError(
                f"you look at the moment after event {self.moment} of {len(self.record.events)} "
                f"(expected 'back' first, 'insert {self.moment + 1} …' or 'what if …')"
            )
        if isinstance(meaning, Comment):
            return self.comment(meaning.text)
        if isinstance(meaning, Record):
            return self._with_header(meaning)
        return self._append(meaning)

    def _require_actor(self, line: str, after: str) -> None:
        """Go on, unless a line leaves out who acts, where it is not clear whose turn it is."""
        refusal = self.refusal
        if refusal is not None and any(each.violation.code == "turn" for each in refusal.broken):
            refused = format_event(refusal.event, self.record)
            after = f"'{refused}' was not taken in, as it is out of turn"
        if not after:
            return
        try:
            read_line(line, self.record, None)
        except NotationError as error:
            raise UnclearTurnError(
                f"it is not clear whose turn it is: {after} "
                "(expected a line that begins with a player)"
            ) from error

    def edit(self, number: int, line: str) -> Change | Refusal:
        """Put another statement in the place of one; those after it are replayed."""
        self._now.event(number)
        event = self._event(number, line)
        return self._try("edited", number, replaced(self.record, number, event))

    def insert(self, number: int, line: str) -> Change | Refusal:
        """Put a statement before another one, or at the end; those after it are replayed."""
        if number == len(self.record.events) + 1:
            return self._append(self._event(number, line))
        following = self._now.event(number)
        record = spliced(self.record, number, self._event(number, line), following)
        return self._try("inserted", number, record)

    def delete(self, first: int, last: int | None = None) -> Change:
        """Take out a statement, or those from one to another; those after them are replayed.

        Comments above them stay.
        """
        event = self._now.event(first)
        record = without(self.record, first, first if last is None else last)
        if last is None or last == first:
            return self._change(Change("deleted", record, first, event))
        self._now.event(last)
        if last < first:
            raise RecordError(f"event {last} comes before event {first}")
        return self._change(Change("deleted", record, first, last=last))

    def comment(self, line: str, number: int | None = None) -> Change:
        """Comment: at the end of the record, or beside an event."""
        if number is None:
            record = replace(self.record, closing=(*self.record.closing, line))
            return self._change(Change("commented", record))
        event = self._now.event(number)
        record = spliced(self.record, number, replace(event, comment=line))
        return self._change(Change("commented", record, number, event))

    def fits_after_more(self, refusal: Refusal, number: int) -> bool:
        """Whether a statement that was refused would fit if something stood before an event.

        Args:
            refusal: the statement.
            number: the event; what stands before it may be anything.
        """
        if number > refusal.number:
            return False
        events = refusal.record.events
        record = refusal.record.with_events(
            (*events[: number - 1], Missing(), *events[number - 1 :])
        )
        self._supposed = self._supposed.to(record)
        return refusal_of(self._supposed, refusal.deed, refusal.number + 1) is None

    def _append(self, event: Event) -> Change | Refusal:
        record = appended(self.record, event)
        return self._try("entered", len(record.events), record)

    def _event(self, number: int, line: str) -> Event:
        """The event that a line means in the place of one."""
        return read_event(line, self.record, self._now.state(number - 1).turn)

    def _with_header(self, record: Record) -> Change:
        """Take another header, unless it fits no deal."""
        known = self._now.contradictions
        bad = [each for each in self._now.to(record).contradictions if each not in known]
        if bad:
            what = "it" if bad[0] == 0 else f"it and event {bad[0]}"
            raise RecordError(f"no deal would fit {what}: the header stays as it was")
        return self._change(Change("header", record))

    # -- refused statements -----------------------------------------------------------------------

    def insist(self) -> Change | Refusal:
        """Take in the statement that was just refused, marked irregular."""
        refusal = self._refused()
        return self._try(refusal.deed, refusal.number, refusal.marked_irregular())

    def remedies(self) -> list[Suggestion]:
        """Changes that would make what was just refused possible, in an order by rule of thumb.

        Where nothing was refused, but the record contradicts itself: those that make sense of it.
        """
        if self.refusal is None and self._now.contradictions:
            listed = check(self.record)
            return [suggestion for problem in listed for suggestion in problem.suggestions]
        return self._refused().remedies

    def mend(self, remedy: Suggestion) -> Change:
        """Make one of the ``remedies``; a statement that was refused is taken in with it."""
        mend = remedy.repair
        record = mend.applied(self.record if self.refusal is None else self.refusal.record)
        return self._change(Change("mended", record, mend.event or None))

    def _refused(self) -> Refusal:
        if self.refusal is None:
            raise RecordError("no statement was refused just now")
        return self.refusal

    # -- to and fro -------------------------------------------------------------------------------

    @property
    def is_unchanged(self) -> bool:
        """Whether there is nothing to undo."""
        return not self._history.index

    def remember(self, record: Record) -> None:
        """Put what the record was in an earlier session before all that was done in this one."""
        if not self.in_branch:
            earlier = self._now.to(canonical(without_lines(record)))
            values = (earlier, *self._history.values)
            self._history = History(values, self._history.index + 1)

    def undo(self) -> Change:
        """Take back the last change."""
        if self.is_unchanged:
            where = "this branch" if self.in_branch else "this session"
            raise RecordError(f"there is nothing to undo: nothing was changed in {where}")
        return self._move("undone", -1)

    def redo(self) -> Change:
        """Make again what was taken back last."""
        if self._history.index == len(self._history.values) - 1:
            raise RecordError("there is nothing to redo")
        return self._move("redone", 1)

    def _move(self, deed: Deed, by: int) -> Change:
        history = replace(self._history, index=self._history.index + by)
        change = _difference(deed, self.record, history.now.record)
        return self._make(change, history, self._below)

    def branch(self) -> Change:
        """Begin a branch at the moment looked at: what is entered in it is in no file."""
        if self.in_branch:
            raise RecordError("a branch is open already (expected 'keep' or 'discard' first)")
        cut = self.moment
        begin = self._now.to(self.record.with_events(self.record.events[:cut]))
        change = self._make(Change("branched", begin.record), History((begin,)), self._history)
        self._cut = cut
        return change

    def keep(self) -> Change:
        """Make a branch part of what it branched off."""
        below = self._require_branch()
        if self._cut is not None:
            raise RecordError(
                f"this branch begins after event {self._cut}, not at the end, and cannot be kept "
                "(expected 'keep as FILE', or 'discard')"
            )
        # What the branch was is kept, too: undoing takes back one statement, not the branch.
        made = self._history.values[1 : self._history.index + 1]
        return self._make(Change("kept", self.record), below.then(*made) if made else below, None)

    def discard(self) -> Change:
        """Leave a branch, and go on where it began."""
        below = self._require_branch()
        change = self._make(Change("discarded", below.now.record), below, None)
        self.look_at(self._cut)
        return change

    def _require_branch(self) -> History:
        if self._below is None:
            raise RecordError("there is no branch (expected 'what if STATEMENT' first)")
        return self._below

    # -- the file ---------------------------------------------------------------------------------

    def keep_as(self, path: str | os.PathLike[str]) -> None:
        """Write the branch to a file of its own; it stays open here."""
        self._require_branch()
        begun(path, self.record)

    def save_as(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a new file, and go on in that."""
        self.store = begun(path, (self._below or self._history).now.record)

    def reload(self) -> Change:
        """Take the record as the file has it now, after somebody else wrote it; can be undone."""
        if self.in_branch:
            raise RecordError("a branch is open (expected 'keep' or 'discard' first)")
        store = Store(self.store.path)
        try:
            record = without_lines(store.read_record())
        except FileNotFoundError as error:
            gone = f"{store.name} is not there any more (expected 'save as FILE')"
            raise RecordError(gone) from error
        history = self._history.then(self._now.to(record))
        change = self._make(Change("reloaded", record), history, None, is_saved=True)
        self.store = store
        return change

    # -- changing ---------------------------------------------------------------------------------

    def _try(self, deed: Deed, number: int, record: Record) -> Change | Refusal:
        """Take another record, unless its event of that number does not fit those before it."""
        tried = self._now.to(canonical(record))
        self.refusal = refusal_of(tried, deed, number)
        if self.refusal is not None:
            return self.refusal
        change = Change(deed, tried.record, number, tried.record.events[number - 1])
        return self._make(change, self._history.then(tried), self._below)

    def _change(self, change: Change) -> Change:
        """Take another record, whatever is wrong with it."""
        history = self._history.then(self._now.to(canonical(change.record)))
        return self._make(change, history, self._below)

    def _make(
        self, change: Change, history: History, below: History | None, *, is_saved: bool = False
    ) -> Change:
        """The one way to change anything: saved first, then taken in; what is new.

        Args:
            change: what is done.
            history: the history from now on, of the branch if one is open.
            below: what that branched off; None where no branch is open.
            is_saved: whether the file has it already.
        """
        before, now = self._now, history.now
        held, main = (self._below or self._history).now, (below or history).now
        if main is not held and not is_saved:
            self.store.save_record(main.record)
        self._history, self._below, self.refusal = history, below, None
        return replace(
            change,
            record=now.record,
            news=self._look_again(),
            fresh=now.problems_not_in(before),
            gone=before.problems_not_in(now),
            left=_left(before, now, change.number) if change.deed == "entered" else {},
        )


def _difference(deed: Deed, old: Record, new: Record) -> Change:
    """The change from one record to another, with the one event that differs, if it is one."""
    pairs = zip(old.events, new.events, strict=False)
    first = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    was, now = old.events[first:], new.events[first:]
    if was and now and was[1:] == now[1:]:
        return Change(deed, new, first + 1, now[0], was[0])
    if was and was[1:] == now:
        return Change(deed, new, first + 1, None, was[0])
    is_longer = now and was == now[1:]
    return Change(deed, new, first + 1, now[0]) if is_longer else Change(deed, new)


def _left(before: CheckedRecord, now: CheckedRecord, entered: int | None) -> dict[int, Values]:
    """What a gap that was entered can be, and the gaps just before it that the event closed."""
    last, left = entered or 0, {}
    for number in range(max(last - CLOSED_WITHIN, 1), last + 1):
        values = now.left(number)
        if values is not None and (number == last or _are_closed(values, before.left(number))):
            left[number] = values
    return left


def _are_closed(values: Values, before: Values | None) -> bool:
    """Whether one value is left of each part, and there were more before."""
    is_one = all(len(each) == 1 for each in values.values())
    return is_one and before is not None and values != before

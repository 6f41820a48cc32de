"""A draft: a record that is being entered, as a value with all that can be undone.

Nothing here changes. Every operation gives another draft, or the ``Refusal`` of an event that does
not fit those before it; whoever keeps the old draft can go on from it as if nothing had been tried.
A branch is a draft that knows the draft ``below`` it: the one that it branched off.

Example: ``draft.entered(event)`` is the draft with one more event, and ``.undone()`` of that has
the record of ``draft`` again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from typing import Final, Literal

from tracker.entry.checked_record import CheckedRecord, is_noted
from tracker.errors import RecordError, Violation
from tracker.explain.conflict import Conflict, conflict_at
from tracker.explain.repairs import Suggestion, suggestions, suggestions_across_gaps
from tracker.explain.slips import Repair, left_out_before
from tracker.game.events import Event
from tracker.game.record import Record
from tracker.notation.text import canonical

SEARCH_SECONDS: Final = 1.0
"""Seconds that the search for reasons or remedies may take."""

Deed = Literal[
    "entered", "edited", "inserted", "deleted", "undone", "redone", "commented", "header",
    "mended", "reloaded", "branched", "kept", "discarded",
]  # fmt: skip
"""What was done."""


@dataclass(frozen=True)
class DraftStep:
    """What was done last to a draft."""

    deed: Deed
    number: int | None = None
    """The event it was about, in the record as it is now (deleted: as it was)."""
    event: Event | None = None
    """That event."""
    was: Event | None = None
    """Of what was undone or redone: the event that had the number before."""


@dataclass(frozen=True)
class Broken:
    """A rule that an event would break."""

    violation: Violation
    since: int | None
    """The event that made it so; None where it would have been so from the start."""


@dataclass(frozen=True)
class Refusal:
    """An event that was not accepted; nothing has changed."""

    deed: Deed
    """What was to be done."""
    event: Event
    number: int
    """The number it would have had."""
    record: Record
    """The record with it, for looking at what it contradicts."""
    broken: tuple[Broken, ...] = ()
    """The rules it would break."""
    impossible: bool = False
    """Whether no deal would be left."""
    may_be_irregular: bool = False
    """Whether it would be accepted if it were marked irregular."""
    contradictions: tuple[int, ...] = ()
    """The events before it that left no deal."""
    left_out: Repair | None = None
    """What may have been left out before it, if it is out of turn."""

    @cached_property
    def conflict(self) -> Conflict | None:
        """What it contradicts, if it is impossible.

        None where that depends on how gaps are filled, or on notes of hands.
        """
        if is_noted(self.record):
            return None
        record, before = self.record, self.contradictions
        return conflict_at(record, record.hands, self.number, before, limit=SEARCH_SECONDS)

    @cached_property
    def remedies(self) -> list[Suggestion]:
        """The single changes that would make it fit, in an order by rule of thumb.

        Of a statement out of turn it is only what may have been left out before it.
        """
        before = [Suggestion(repair, 0, 0.0) for repair in [self.left_out] if repair is not None]
        if before:
            return before
        if not self.impossible:
            return []
        if is_noted(self.record):
            return suggestions_across_gaps(self.record, self.number, limit=SEARCH_SECONDS)
        if self.conflict is None:
            return []
        return suggestions(self.record, self.conflict, limit=SEARCH_SECONDS)

    def marked_irregular(self) -> Record:
        """The record with the event marked irregular."""
        events = list(self.record.events)
        events[self.number - 1] = replace(self.event, irregular=True)
        return self.record.with_events(tuple(events))


@dataclass(frozen=True, eq=False)
class Draft:
    """A record that is being entered, or a branch of it."""

    now: CheckedRecord
    """What it is."""
    step: DraftStep | None = None
    """What was done last; None at the start."""
    past: tuple[CheckedRecord, ...] = ()
    """What it was, the latest last."""
    future: tuple[CheckedRecord, ...] = ()
    """What was taken back, the last taken back last."""
    below: Draft | None = None
    """What this is a branch of; None for the record itself."""
    cut: int | None = None
    """After which event a branch begins; None for the end of what it branches off."""

    @property
    def record(self) -> Record:
        """The record, or the branch."""
        return self.now.record

    @property
    def main(self) -> CheckedRecord:
        """The record, whatever branch is open: what the file holds."""
        return self.now if self.below is None else self.below.main

    @property
    def branches(self) -> int:
        """How many branches are open, one in the other."""
        return 0 if self.below is None else 1 + self.below.branches

    # -- changes ----------------------------------------------------------------------------------

    def entered(self, event: Event) -> Draft | Refusal:
        """With one more event; the comments at the end are then above it."""
        event = replace(event, above=self.record.closing + event.above)
        record = replace(self.record, events=(*self.record.events, event), closing=())
        return self._judged("entered", len(record.events), record)

    def edited(self, number: int, event: Event) -> Draft | Refusal:
        """With another event in the place of one, whose comments stay.

        Raises:
            RecordError: where there is no event of that number.
        """
        old = self.now.event(number)
        event = replace(event, above=old.above, comment=event.comment or old.comment)
        return self._judged("edited", number, self._spliced(number, event))

    def inserted(self, number: int, event: Event) -> Draft | Refusal:
        """With an event before another one.

        Raises:
            RecordError: where there is no event of that number.
        """
        record = self._spliced(number, event, self.now.event(number))
        return self._judged("inserted", number, record)

    def deleted(self, number: int) -> Draft:
        """Without an event; the comments above it stay.

        Raises:
            RecordError: where there is no such event.
        """
        event, after = self.now.event(number), self.record.events[number:]
        if after:
            following = replace(after[0], above=event.above + after[0].above)
            events = (*self.record.events[: number - 1], following, *after[1:])
            record = self.record.with_events(events)
        else:
            closing = event.above + self.record.closing
            record = replace(self.record, events=self.record.events[:-1], closing=closing)
        return self._changed(record, DraftStep("deleted", number, event))

    def commented(self, line: str, number: int | None = None) -> Draft:
        """With a comment: at the end of the record, or beside an event.

        Raises:
            RecordError: where there is no such event, or the comment is no single line.
        """
        if number is None:
            record = replace(self.record, closing=(*self.record.closing, line))
            return self._changed(record, DraftStep("commented"))
        event = self.now.event(number)
        record = self._spliced(number, replace(event, comment=line))
        return self._changed(record, DraftStep("commented", number, event))

    def with_header(self, record: Record) -> Draft:
        """With another header.

        Args:
            record: the record with that header.

        Raises:
            RecordError: where the header fits no deal.
        """
        draft = self._changed(record, DraftStep("header"))
        known = self.now.contradictions
        bad = [number for number in draft.now.contradictions if number not in known]
        if bad:
            what = "it" if bad[0] == 0 else f"it and event {bad[0]}"
            raise RecordError(f"no deal would fit {what}: the header stays as it was")
        return draft

    def insisted(self, refusal: Refusal) -> Draft | Refusal:
        """With an event that was refused, marked irregular."""
        return self._judged(refusal.deed, refusal.number, refusal.marked_irregular())

    def mended(self, refusal: Refusal, remedy: Suggestion) -> Draft:
        """With an event that was refused, and a change that makes it possible."""
        mend = remedy.repair
        return self._changed(mend.applied(refusal.record), DraftStep("mended", mend.event or None))

    def reloaded(self, record: Record) -> Draft:
        """With the record that the file has now, whatever that is."""
        return self._to(self.now.to(record), DraftStep("reloaded"))

    def _spliced(self, number: int, *events: Event) -> Record:
        """The record with some events in the place of one."""
        old = self.record.events
        return self.record.with_events((*old[: number - 1], *events, *old[number:]))

    def _judged(self, deed: Deed, number: int, record: Record) -> Draft | Refusal:
        """With another record, unless its event of that number does not fit those before it."""
        tried = self.now.to(canonical(record))
        refusal = _refusal(tried, deed, number)
        if refusal is not None:
            return refusal
        return self._to(tried, DraftStep(deed, number, tried.record.events[number - 1]))

    def _changed(self, record: Record, step: DraftStep) -> Draft:
        """With another record, whatever is wrong with it."""
        return self._to(self.now.to(canonical(record)), step)

    def _to(self, now: CheckedRecord, step: DraftStep) -> Draft:
        """With another record in the place of the one there is."""
        return replace(self, now=now, step=step, past=(*self.past, self.now), future=())

    # -- to and fro -------------------------------------------------------------------------------

    def undone(self) -> Draft:
        """Without the last change.

        Raises:
            RecordError: where there was none.
        """
        if not self.past:
            where = "this branch" if self.branches else "this session"
            raise RecordError(f"there is nothing to undo: nothing was changed in {where}")
        *past, now = self.past
        future = (*self.future, self.now)
        step = _difference("undone", self.record, now.record)
        return replace(self, now=now, step=step, past=tuple(past), future=future)

    def redone(self) -> Draft:
        """With the change that was taken back last.

        Raises:
            RecordError: where none was.
        """
        if not self.future:
            raise RecordError("there is nothing to redo")
        *future, now = self.future
        past = (*self.past, self.now)
        step = _difference("redone", self.record, now.record)
        return replace(self, now=now, step=step, past=past, future=tuple(future))

    # -- branches ---------------------------------------------------------------------------------

    def branched(self, cut: int | None) -> Draft:
        """A branch that begins at the end, or after an event."""
        record = self.record.with_events(self.record.events[:cut])
        return Draft(self.now.to(record), DraftStep("branched"), below=self, cut=cut)

    def kept(self) -> Draft:
        """What the branch branched off, with the branch as a part of it.

        Raises:
            RecordError: where there is no branch, or it does not begin at the end.
        """
        below = self._below()
        if self.cut is not None:
            raise RecordError(
                f"this branch begins after event {self.cut}, not at the end, and cannot be kept "
                "(expected 'keep as FILE', or 'discard')"
            )
        if not self.past:
            return replace(below, step=DraftStep("kept"))
        # What the branch was is kept, too: undoing takes back one statement, not the branch.
        past = (*below.past, *self.past)
        return replace(below, now=self.now, step=DraftStep("kept"), past=past, future=())

    def discarded(self) -> Draft:
        """What the branch branched off.

        Raises:
            RecordError: where there is no branch.
        """
        return replace(self._below(), step=DraftStep("discarded"))

    def _below(self) -> Draft:
        if self.below is None:
            raise RecordError("there is no branch (expected 'what if STATEMENT' first)")
        return self.below


def _refusal(tried: CheckedRecord, deed: Deed, number: int) -> Refusal | None:
    """Why an event of a record is to be refused; None where it fits those before it.

    Args:
        tried: the record with the event.
        deed: what is to be done.
        number: the number of the event.
    """
    broken = tuple(
        Broken(violation, tried.since(violation, number)) for violation in tried.broken(number)
    )
    impossible = number in tried.contradictions
    if not broken and not impossible:
        return None
    before = tuple(earlier for earlier in tried.contradictions if earlier < number)
    event = tried.record.events[number - 1]
    refusal = Refusal(deed, event, number, tried.record, broken, impossible, contradictions=before)
    marked = tried.to(refusal.marked_irregular())
    fits = not event.irregular and number not in marked.contradictions
    left_out = left_out_before(tried.state(number - 1), event, number) if broken else None
    return replace(refusal, may_be_irregular=fits, left_out=left_out)


def _difference(deed: Deed, old: Record, new: Record) -> DraftStep:
    """The step between two records, with the one event in which they differ, if it is one."""
    pairs = zip(old.events, new.events, strict=False)
    first = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    was, now = old.events[first:], new.events[first:]
    if was and now and was[1:] == now[1:]:
        return DraftStep(deed, first + 1, now[0], was[0])
    if was and was[1:] == now:
        return DraftStep(deed, first + 1, None, was[0])
    return DraftStep(deed, first + 1, now[0]) if now and was == now[1:] else DraftStep(deed)

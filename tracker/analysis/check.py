"""Checking a record: every rule it breaks, and every event at which no deal is left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from tracker.answers import AnswerList, Brief, json_keys
from tracker.errors import ContradictionError, NotationError, UndecidedError, Violation
from tracker.game.events import Event, Missing, Now
from tracker.game.record import Record, gap_numbers, has_gaps, require_record
from tracker.game.replay import beginning, replay_of
from tracker.game.state import State
from tracker.inference.contradictions import consistency as consistency_of
from tracker.inference.hands import stated_hands
from tracker.knowledge.facts import Cause
from tracker.knowledge.views import View, told_hands
from tracker.messages import quote
from tracker.notation.names import lookalikes

if TYPE_CHECKING:  # most records have no gaps, and few a suggestion
    from tracker.explain import Suggestion
    from tracker.explain.slips import Repair
    from tracker.inference.completions import Completion

CONTRADICTION: Final = "contradiction"
"""The code of a problem that leaves no deal."""
LOOKALIKE: Final = "lookalike"
"""The code of a problem of names that cannot be told apart."""
NOTATION: Final = "notation"
"""The code of a problem of what cannot be read as a record."""
TURN: Final = "turn"
"""The code of a problem of an event out of turn."""
PERHAPS_GAP: Final = "perhaps-gap"
"""The code of a note on an irregular event."""
OUT_OF_TURN: Final = "it is marked irregular and out of turn; something may be missing before it"
UNDECIDED: Final = "undecided"
"""The code of a problem of the program: it was not decided whether a deal is left."""
IMPOSSIBLE_HEADER: Final = "no deal fits the header"
TOO_LONG: Final = "not decided whether a deal is left from here on: finding out would take too long"
MOST_EXPLAINED: Final = 5
"""For so many contradictions the statements that clash are looked for; the rest are only named."""
MOST_SUGGESTIONS: Final = 5
"""So many repairs are suggested for a contradiction."""


@json_keys("line", "event", "code", "message", "conflict", "suggestions")
@dataclass(frozen=True, repr=False)
class Problem(Brief):
    """One thing wrong with a record that reads well."""

    line: int | None
    """The line of the file, where the record came from one."""
    event: int | None
    """The number of the event; None for the header."""
    code: str
    """Stable name: that of a rule (``tracker.game.legality``), ``contradiction``, ``lookalike``,
    ``undecided``."""
    message: str
    conflict: tuple[Cause, ...] = ()
    """For a contradiction: statements that cannot all be true."""
    background: tuple[int, ...] = ()
    """For a contradiction of what everyone saw: the events that made it so."""
    suggestions: tuple[Suggestion, ...] = field(default=(), compare=False)
    """For a contradiction: changes that would make sense of it, in an order by rule of thumb."""
    left_out: Repair | None = field(default=None, compare=False)
    """For an event out of turn: what may have been left out before it."""


@json_keys("ok", "problems", "*=noted")
@dataclass(frozen=True, repr=False)
class ProblemList(AnswerList[Problem], field="problems"):
    """Everything that is wrong with a record; nothing where the list is empty.

    Keys:
        ok: Whether there is no problem.
        problems.line, problems.event: The line of the file, and the number of the event; null for
            the header.
        problems.code, problems.message: Its kind, by a name that stays, and in words.
        problems.conflict: For a contradiction, causes that cannot all be true, as of ``tracker
            why``, where they were worked out.
        problems.suggestions: Changes that would make sense of it: ``kind``, ``event``, ``text``.
        notes: Only where there are any: irregular events out of turn, which may stand for something
            left out; each like a problem.
    """

    record: Record | None
    """None where the text is no record at all."""
    problems: tuple[Problem, ...]
    source: str = "record"
    """The name of the file."""
    notes: tuple[Problem, ...] = ()
    """Irregular events that may stand for something left out before them. These are no problems."""


def check(record: Record, *, at: int | None = None) -> ProblemList:
    """Every problem of a record, in the order of its events.

    Args:
        record: the game.
        at: only of its first so many events; None: of all.

    Returns:
        Names that look alike; broken rules, but for events marked irregular; and contradictions:
        events at which no deal is left that fits the record so far and the hands of the header.
        An event that contradicts is left out before the rest is checked, so that two slips are two
        problems. Where it would take too long to find out whether a deal is left, that is a problem
        (``undecided``), and from there on only broken rules are listed.

    Raises:
        RecordError: where the record has no such moment.
    """
    require_record(record)
    end = record.moment(at)
    if has_gaps(record, end):
        return check_with_gaps(record, end)
    consistency = consistency_of(record, at=end)
    bad = consistency.contradictions
    listed = list(problems(record, bad, end, consistency.undecided))
    for i, problem in enumerate(listed):
        if problem.code == CONTRADICTION and (problem.event or 0) in bad[:MOST_EXPLAINED]:
            listed[i] = _explained(record, problem, bad, end)
    if not bad and consistency.undecided is None:
        listed += _wrong_notes(record.with_events(record.events[:end]))

    return _with_left_out(record, listed, end, lambda n: [replay_of(record).state(n - 1)])


def _left_out(states: Iterable[State], event: Event, number: int) -> Repair | None:
    """What may be missing before an event; where that differs, it is only said that it may.

    Args:
        states: the public state before it, in each way to fill gaps.
        event: the event.
        number: its number.

    Returns:
        None where it would not be out of turn.
    """
    from tracker.explain.slips import Repair, left_out_before

    first, *others = {left_out_before(state, event, number): None for state in states}
    if not others or None in (first, *others):
        return None if others else first
    return Repair("missing", number, Missing(None, only_asks=True))


def _with_left_out(
    record: Record,
    listed: Iterable[Problem],
    at: int,
    states_before: Callable[[int], Iterable[State]],
) -> ProblemList:
    """The problems of a record, with what may have been left out before events out of turn.

    Args:
        record: the game.
        listed: its problems.
        at: the number of events that were checked.
        states_before: gives the public state before an event, in each way to fill gaps.
    """

    def left_out(number: int) -> Repair | None:
        return _left_out(states_before(number), record.events[number - 1], number)

    every = (
        replace(each, left_out=left_out(each.event)) if each.event and each.code == TURN else each
        for each in listed
    )
    notes = (
        Problem(event.line, number, PERHAPS_GAP, OUT_OF_TURN, left_out=missing)
        for number, event in enumerate(record.events[:at], start=1)
        if event.irregular and (missing := left_out(number)) is not None
    )
    return ProblemList(record, tuple(every), notes=tuple(notes))


def _wrong_notes(record: Record) -> list[Problem]:
    """The first note of a hand (``now``) with which no deal is left, or event behind it."""
    notes = record.numbered(Now)
    for number, following in pairwise((*notes, len(record.events) + 1)):
        noted = record.with_events(record.events[: following - 1])
        bad = consistency_of(noted, told_hands(noted)).contradictions
        if bad and bad[0] > number:
            message = "no deal is left that fits the record so far and the hands noted in it"
            return [_at_event(record, bad[0], CONTRADICTION, message)]
        if bad:
            message = "no deal is left that fits this hand and all that is written before it"
            return [_at_event(record, number, CONTRADICTION, message)]
    return []


def problems(
    record: Record, bad: Iterable[int], at: int | None = None, undecided: int | None = None
) -> tuple[Problem, ...]:
    """The problems of a record, where it is known at which events no deal is left.

    Args:
        record: the game.
        bad: the events at which no deal is left, from ``contradictions``; 0: the header.
        at: only of the first so many events; None: of all.
        undecided: the event from which on it is not known whether a deal is left.
    """
    listed = _confusable_names(record)
    for played in replay_of(record).played(at):
        for violation in played.broken:
            listed.append(_at_event(record, played.number, violation.code, violation.message))
    for event in bad:
        message = "no deal is left that fits the record so far" if event else IMPOSSIBLE_HEADER
        listed.append(_at_event(record, event, CONTRADICTION, message))
    if undecided is not None:
        listed.append(_at_event(record, undecided, UNDECIDED, TOO_LONG))
    return tuple(sorted(listed, key=lambda problem: problem.event or 0))


def unreadable_problems(error: NotationError) -> tuple[Problem, ...]:
    """The problems of a text that is no record."""
    return tuple(
        Problem(problem.line, None, NOTATION, f"column {problem.column}: {problem.message}")
        for problem in error.problems
    )


def _at_event(record: Record, event: int, code: str, message: str) -> Problem:
    """A problem at an event, or with 0 in the header.

    The message also names the event of the log that the record was read from, if any.
    """
    if event == 0:
        return Problem(None, None, code, message)
    culprit = record.events[event - 1]
    if culprit.log_event not in (None, event):
        message = f"{message} (event {culprit.log_event} of the log)"
    return Problem(culprit.line, event, code, message)


def _confusable_names(record: Record) -> list[Problem]:
    """The names of seats, and of half-suits of a deck of one's own, that look alike."""
    books = [book.name for book in record.books]
    return [
        Problem(None, None, LOOKALIKE, f"{quote(name)} and {quote(another)} look alike")
        for name, another in (*lookalikes(record.seats), *lookalikes(books))
    ]


def _explained(record: Record, problem: Problem, bad: tuple[int, ...], at: int) -> Problem:
    """A contradiction with the statements that clash, and with repairs if it is the first."""
    # Explanations take long to import, and few records need them.
    from tracker.explain import suggestions
    from tracker.explain.conflict import conflict_at

    event = problem.event or 0
    conflict = conflict_at(record, record.hands, event, bad)
    repairs: list[Suggestion] = []
    if event == bad[0]:
        # A second slip must not stand in the way of a repair of the first.
        end = bad[1] - 1 if len(bad) > 1 else at
        repairs = suggestions(beginning(record, end), conflict)
    return replace(
        problem,
        conflict=conflict.because,
        background=conflict.background,
        suggestions=tuple(repairs[:MOST_SUGGESTIONS]),
    )


# -- across gaps -----------------------------------------------------------------------------------


def check_with_gaps(record: Record, at: int) -> ProblemList:
    """The problems that a record has however its gaps are filled.

    Args:
        record: the game.
        at: of its first so many events.
    """
    from tracker.inference.completions import TOO_MANY_WAYS, completions

    try:
        filled = completions(record, at, hands=stated_hands(record))
    except UndecidedError as error:
        return ProblemList(record, (_at_event(record, error.event or 0, UNDECIDED, str(error)),))
    each = [
        [_in_original(problem, completion, record) for problem in _problems(completion)]
        for completion in filled
    ]
    if all(any(problem.code == CONTRADICTION for problem in problems) for problems in each):
        contradicting = _first_contradiction(record, each, at)
        broken = (*_broken(each), *(_mended(record, problem) for problem in contradicting))
    else:
        broken = _broken([p for p in each if all(q.code != CONTRADICTION for q in p)])
        given_up = min(filter(None, (way.given_up for way in filled)), default=None)
        if given_up is not None:
            message = TOO_MANY_WAYS.format(given_up)
            broken = (*broken, _at_event(record, given_up, UNDECIDED, message))

    return _with_left_out(
        record,
        broken,
        at,
        lambda n: [replay_of(way.record).state(way.positions[n - 1]) for way in filled],
    )


def _problems(completion: Completion) -> Sequence[Problem]:
    """The problems of a completion."""
    from tracker.inference.way import way_of

    if not replay_of(completion.record).state(completion.at).section:
        events = completion.record.events[: completion.at]
        if completion.has_deal and not any(isinstance(event, Now) for event in events):
            return problems(completion.record, (), completion.at)
        # Only behind the end of the game can a stretch stand that begins no section.
        end = next(iter(gap_numbers(completion.record, completion.at)), completion.at + 1) - 1
        behind = problems(completion.record, (), completion.at)
        late = (problem for problem in behind if (problem.event or 0) > end)
        return (*check(completion.record, at=end).problems, *late)
    listed = problems(completion.record, (), completion.at)
    hands = View(stated_hands(completion.record))
    try:
        way_of(completion, hands)
    except ContradictionError:
        message = "no deal is left that fits the record so far"
        return (*listed, Problem(None, None, CONTRADICTION, message))
    return listed


def _broken(each: Sequence[Sequence[Problem]]) -> tuple[Problem, ...]:
    """The problems that all completions have, but for contradictions."""
    from tracker.inference.completions import broken_in_all

    places = dict.fromkeys((p.line, p.event) for p in each[0] if p.code != CONTRADICTION)
    return tuple(
        Problem(line, event, violation.code, violation.message)
        for line, event in places
        for violation in broken_in_all(
            [
                Violation(problem.code, problem.message)
                for problem in problems
                if problem.event == event and problem.code != CONTRADICTION
            ]
            for problems in each
        )
    )


def _first_contradiction(
    record: Record, each: Sequence[Sequence[Problem]], at: int
) -> tuple[Problem, ...]:
    """The event at which no deal is left in any completion, with what clashes in one of them."""
    from tracker.inference.deduction import gap_contradiction

    error = gap_contradiction(record, View(stated_hands(record)), at)
    if len(each) == 1:
        alone = tuple(problem for problem in each[0] if problem.code == CONTRADICTION)
        # Another completion may have had a deal there, and broken a rule only later.
        if alone[0].event == error.event:
            return alone
    message = "no deal is left that fits the record so far, however its gaps are filled"
    return (_at_event(record, error.event, CONTRADICTION, message),)


def _mended(record: Record, problem: Problem) -> Problem:
    """A contradiction with the changes at its event that would make sense of it."""
    from tracker.explain.repairs import suggestions_across_gaps

    if not problem.event:
        return problem
    repairs = suggestions_across_gaps(record, problem.event)
    return replace(problem, suggestions=tuple(repairs[:MOST_SUGGESTIONS]))


def _in_original(problem: Problem, completion: Completion, record: Record) -> Problem:
    """A problem of a completion as one of the record with gaps."""
    if problem.event is None or problem.event > completion.positions[-1]:
        return problem
    number = completion.original(problem.event)
    # How it came about depends on how the gaps are filled.
    return Problem(record.events[number - 1].line, number, problem.code, problem.message)

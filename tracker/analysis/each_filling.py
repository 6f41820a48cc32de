"""A question asked in each way to fill the gaps of a record, and the answers put together.

The players were there: what we do not remember they knew. So what a player could prove, or learn,
is asked in each completion that the whole record allows, dealt hands included. What is the same in
all of them stands whichever way it went; else it depends, and the gaps that decide are named. Where
completions are too many, or a stretch is missing, it is undecided.

Example: ``answered(record, lambda way, _: audit(way))`` is one audit of all the ways to fill the
gaps of a record; where they differ, it says which fields of which gaps tell the verdicts apart.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import nan
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, cast

from tracker.answers import ABSENT, WRITTEN, Case, Depends, When
from tracker.budget import MOST_WAYS, may_be_spent, minimal_subset
from tracker.errors import ContradictionError, GapError, UndecidedError
from tracker.game.events import BaseEvent, Claim, Event, Gap
from tracker.game.record import Record, gap_numbers, has_gaps, require_record
from tracker.inference.hands import known_hands, stated_hands
from tracker.knowledge.facts import Between, span
from tracker.notation.statements import written_field

if TYPE_CHECKING:
    from tracker.inference.completions import Completion

T = TypeVar("T")
Part = TypeVar("Part")
MOST_EVENTS: Final = 4_000
"""So many events may be asked about in all completions: some seconds for an audit, half a minute
for a report."""
UNKNOWN: Final = "?"
"""What stands for a name that a gap decides."""


@dataclass(frozen=True)
class Filled(Generic[T]):
    """What is answered in each completion that a whole record allows."""

    completions: tuple[Completion, ...]
    answers: tuple[T, ...]
    """One for each completion."""

    @cached_property
    def ways(self) -> tuple[Mapping[tuple[int, str], str], ...]:
        """For each completion, what each open field of the gaps is in it."""
        return tuple(map(fields_of, self.completions))

    def which_way(self, values: Sequence[Part]) -> tuple[Case[Part], ...]:
        """The gaps that decide a value: as few fields as tell the values apart, and each case.

        Args:
            values: one for each completion.
        """
        ways, kinds = self.ways, [values.index(value) for value in values]
        names = [name for name in self.names if len({way.get(name) for way in ways}) > 1]
        names = minimal_subset(names, lambda fewer: self.is_told_by(fewer, kinds))
        cases = dict.fromkeys(
            (kind, tuple((event, key, str(way.get((event, key)))) for event, key in names))
            for way, kind in zip(ways, kinds, strict=True)
        )
        return tuple(
            Case(values[kind], tuple({"event": event, key: of} for event, key, of in when))
            for kind, when in cases
        )

    @property
    def names(self) -> Sequence[tuple[int, str]]:
        """The open fields of the gaps."""
        return list(dict.fromkeys(name for way in self.ways for name in way))

    def is_told_by(self, names: Iterable[tuple[int, str]], values: Sequence[Hashable]) -> bool:
        """Whether some fields alone decide a value.

        Args:
            names: the fields.
            values: one for each completion.
        """
        told = tuple(names)
        kinds = [tuple(map(way.get, told)) for way in self.ways]
        return len(set(zip(kinds, values, strict=True))) == len(set(kinds))


def answered(
    record: Record,
    ask: Callable[[Record, Sequence[int]], T],
    *,
    at: int | None = None,
    in_each: Callable[[Record, Sequence[int]], T] | None = None,
    ways: tuple[Completion, ...] = (),
    tell: Callable[[int, int], object] | None = None,
) -> T:
    """Answer a question about a record, with gaps or without.

    Args:
        record: the game.
        ask: answers it for a record without gaps, or where one way is left to fill them, by the
            moments in it that those of the record are, up to the one that is asked about.
        at: the moment; None: the end.
        in_each: answers it for one of several ways; None: like ``ask``.
        ways: the ways to fill the gaps, where they are known; none: those of the record.
        tell: told before each of several ways how many have been asked, and how many there are.

    Raises:
        ContradictionError: where no deal fits the record.
    """
    require_record(record)
    every = range(record.moment(at) + 1)
    if not has_gaps(record):
        return ask(record, every)
    from tracker.inference.completions import ordinary_record

    filled = ways or ways_to_judge(record)
    closed = ordinary_record(filled)
    if closed is not None:
        return ask(closed, every)
    answers = []
    for done, way in enumerate(filled):
        if tell is not None:
            tell(done, len(filled))
        answer = (in_each or ask)(way.record, way.positions[: len(every)])
        answers.append(as_written(answer, way, record))
    return merged(Filled(filled, tuple(answers)))


def ways_up_to(record: Record, past: Record) -> tuple[Completion, ...]:
    """The ways to fill the gaps at the beginning of a record, as the whole of it allows them.

    Where they cannot be listed, or the whole contradicts itself, its beginning alone says them.

    Args:
        record: the whole record.
        past: its beginning, with the last moment as the one that is asked about.
    """
    with suppress(ContradictionError, UndecidedError):
        ways, later = completions_to_judge(past, 1), completions_to_judge(record, 1)
        known_hands(later[0].record)
        told = [fields_of(way) for way in later]
        begun = [(way, fields_of(way)) for way in ways]
        return tuple(way for way, first in begun if any(_may_go_on(first, each) for each in told))
    return ways_to_judge(past, 1)


def _may_go_on(begun: Mapping[tuple[int, str], str], told: Mapping[tuple[int, str], str]) -> bool:
    """Whether a way to fill the first gaps may be the beginning of one to fill all."""
    return all(
        UNKNOWN in (value, told[name]) or value == told[name] for name, value in begun.items()
    )


def few(filled: tuple[Completion, ...], moments: int | None = None) -> tuple[Completion, ...]:
    """Completions that are few and short enough to ask a question in each of them.

    Args:
        filled: the completions.
        moments: how many moments of each the question is about; None: all.

    Raises:
        UndecidedError: else; with the first gap up to which there are too many ways.
    """
    longest = max(way.at for way in filled) if moments is None else moments
    most = max(1, min(MOST_WAYS, MOST_EVENTS // longest)) if longest else MOST_WAYS
    if len(filled) <= most:
        return filled
    for number in filled[0].gaps:
        told = {tuple(each for each in way.fillings if each[0] <= number) for way in filled}
        if len(told) > most:
            break
    raise UndecidedError("not decided: the gaps can be filled in too many ways", number)


def ways_to_judge(record: Record, moments: int | None = None) -> tuple[Completion, ...]:
    """The completions of a record, as far as they are few enough to ask a question in each of them.

    From the first gap on that cannot be listed so, ways that look alike to all are one; what was
    said there is left out, and what does not follow without it is undecided. Where they are too
    many even from the first gap of all on, a new section of the game begins with the first that
    cannot be listed, as with a missing stretch.

    Args:
        record: the game.
        moments: how many moments of each completion the question is about; None: all.
    """
    with suppress(UndecidedError):
        return completions_to_judge(record, moments)
    with suppress(UndecidedError):
        return _possible(few(_ways(record, namings=False), moments))
    for limit in "told_to", "listed_to":
        listed: tuple[Completion, ...] = ()
        with suppress(UndecidedError):
            for first in gap_numbers(record):
                listed = few(_ways(record, namings=False, **{limit: first}), moments)
        if listed:
            return _possible(listed)
    raise UndecidedError("not decided: the gaps can be filled in too many ways", first)


def _possible(filled: tuple[Completion, ...]) -> tuple[Completion, ...]:
    """Completions without those that the rest of the record leaves no deal."""
    return tuple(way for way in filled if may_be_spent() < 1 or _may_be(way)) or filled


def _may_be(way: Completion) -> bool:
    """Whether the rest of the record, whose gaps are too many for the way, leaves it a deal."""
    try:
        known_hands(way.record)
    except ContradictionError:
        return False
    return True


def completions_to_judge(record: Record, moments: int | None = None) -> tuple[Completion, ...]:
    """The completions of a record, without namings that told nobody anything if they are too many.

    Args:
        record: the game.
        moments: how many moments of each completion the question is about; None: all.

    Raises:
        UndecidedError: where there are too many, or a stretch is missing that cannot be filled in.
    """
    with suppress(UndecidedError):
        return few(listed_completions(record), moments)
    return few(listed_completions(record, namings=False), moments)


def listed_completions(record: Record, *, namings: bool = True) -> tuple[Completion, ...]:
    """The completions that the whole record allows, all fillings apart that the players could tell.

    Args:
        record: the game.
        namings: whether forgotten namings are filled in also of wrong claims whose cards were
            shown.

    Raises:
        UndecidedError: where there are too many, or a stretch is missing that cannot be filled in.
    """
    filled = _ways(record, namings=namings)
    if any(completion.has_sections for completion in filled):
        raise UndecidedError("not decided: a stretch is missing")
    return filled


def _ways(
    record: Record,
    *,
    namings: bool = True,
    told_to: int | None = None,
    listed_to: int | None = None,
) -> tuple[Completion, ...]:
    """The ways to fill the gaps of a record, as its players could tell them apart."""
    from tracker.inference.completions import completions  # most records have no gaps

    hands = stated_hands(record)
    return completions(
        record,
        hands=hands,
        by_players=True,
        namings=namings,
        told_to=told_to,
        listed_to=listed_to,
    )


def closed_record(record: Record) -> Record | None:
    """The ordinary record that a record is, where one way is left to fill its gaps; else None.

    Raises:
        ContradictionError: where no deal fits the record.
    """
    with suppress(GapError, UndecidedError):
        return only_completion(record)
    return None


def only_completion(record: Record) -> Record:
    """The ordinary record that a record with gaps is, where but one way is left to fill them.

    Raises:
        GapError: where several are left, or a stretch is missing.
        UndecidedError: where there are too many to say.
    """
    if not has_gaps(record):
        return record
    from tracker.inference.completions import ordinary_record

    ways = _ways(record)
    if (closed := ordinary_record(ways)) is not None:
        return closed
    left = "a stretch is missing" if len(ways) == 1 else f"{len(ways)} ways are left to fill them"
    first = gap_numbers(record)[0]
    raise GapError(
        first,
        f"event {first} is a gap ('?' or '...'): this question is answered for a record with gaps "
        f"only where the rest of it leaves one way to fill them ({left})",
    )


def settled_gaps(ways: Sequence[Completion]) -> Mapping[int, Event]:
    """The gaps that are filled alike in all ways, by their numbers, each with what it was."""
    first, *others = [dict(way.fillings) for way in ways]
    return {
        number: events[0]
        for number, events in first.items()
        if len(events) == 1 and all(other.get(number) == events for other in others)
        if not isinstance(events[0], Gap)
        if not isinstance(events[0], Claim) or events[0].holdings
    }


def first_section(record: Record, at: int | None = None) -> int | None:
    """The moment before the first missing stretch, or gap not listed; None where there is none.

    Args:
        record: an ordinary record, or one of the ways that a record with gaps may have gone.
        at: of the first so many events; None: of all.
    """
    sections = gap_numbers(record, at)
    return sections[0] - 1 if sections else None


# -- several answers as one -----------------------------------------------------------------------


def merged_verdict(verdicts: Iterable[str]) -> str:
    """The verdict on a claim over several ways to fill gaps; none is undecided if one of them is.

    Args:
        verdicts: the verdict in each.
    """
    kinds = set(verdicts)
    if "undecided" in kinds:
        return "undecided"
    return kinds.pop() if len(kinds) == 1 else "depends"


def merged(filled: Filled[T]) -> T:
    """One answer for several, one for each way to fill the gaps: what is the same in all stays.

    Of numbers that differ the lowest and the highest are told (``Between``). An answer is merged
    field by field, and a list item by item: an item that it has in some ways only is a ``Case``.
    Everything else that differs ``Depends``.

    Args:
        filled: the answers, in the numbers of the record with gaps.
    """
    return cast(T, _merged(filled, filled.answers))


def _merged(filled: Filled[Any], values: Sequence[Any]) -> Any:
    """Several values as one."""
    first = values[0]
    if all(value == first for value in values):
        return first
    if all(isinstance(value, _NUMBER) and not isinstance(value, bool) for value in values):
        number = span(values)
        return nan if number is None and None not in values else number
    if any(type(value) is not type(first) for value in values):
        return Depends(filled.which_way(values))
    if isinstance(first, Mapping):
        names = dict.fromkeys(name for value in values for name in value)
        return {name: _merged(filled, [value.get(name) for value in values]) for name in names}
    if is_dataclass(first):
        return replace(cast(Any, first), **dict(_merged_fields(filled, values)))
    items = [item for value in values for item in value] if type(first) is tuple else []
    if items and all(isinstance(item, str) or is_dataclass(item) for item in items):
        return tuple(_merged_items(filled, values))
    return Depends(filled.which_way(values))


_NUMBER: Final = int | float | Fraction | Between | None


def _merged_fields(filled: Filled[Any], values: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    """The fields of several dataclasses as those of one, as their metadata say."""
    shared = [field.name for field in fields(values[0]) if "shared" in field.metadata]
    for name in shared:
        values = _with_keys_of_all(values, name)
    for field in fields(values[0]):
        each = [getattr(value, field.name) for value in values]
        if "cases" in field.metadata:
            each = list(map(field.metadata["cases"], values))
            is_same = all(value == each[0] for value in each)
            yield field.name, None if is_same or None in each else filled.which_way(each)
        elif "rule" in field.metadata:
            yield field.name, field.metadata["rule"](each)
        else:
            differs = "moment" in field.metadata and each.count(each[0]) < len(each)
            yield field.name, Depends(filled.which_way(each)) if differs else _merged(filled, each)


def _with_keys_of_all(values: Sequence[Any], name: str) -> Sequence[Any]:
    """Several dataclasses, of which one field is a mapping, without the keys that not all have."""
    first, *others = [getattr(value, name) for value in values]
    keys = [key for key in first if all(key in other for other in others)]
    return [
        replace(value, **{name: {key: getattr(value, name)[key] for key in keys}})
        for value in values
    ]


def _merged_items(filled: Filled[Any], values: Sequence[Sequence[Any]]) -> Iterator[Any]:
    """The items of several lists as those of one."""
    by_key = [{_key_of(item): item for item in value} for value in values]
    keys: list[Any] = list(dict.fromkeys(key for items in by_key for key in items))
    if all(isinstance(key, tuple) and isinstance(key[0], int) for key in keys):
        keys.sort()  # events, in the order of the game
    for key in keys:
        each = [items.get(key) for items in by_key]
        instead = _instead(next(item for item in each if item is not None))
        if instead is not None:
            yield _merged(filled, [instead if item is None else item for item in each])
        elif None in each:
            yield from (case for case in filled.which_way(each) if case.value is not None)
        else:
            yield _merged(filled, each)


def _instead(item: Any) -> Any:
    """What stands for an item in ways in which the list has not got it; None: nothing does."""
    absent = {
        field.name: field.metadata[ABSENT]
        for field in (fields(item) if is_dataclass(item) else ())
        if ABSENT in field.metadata
    }
    return replace(item, **absent) if absent else None


def _key_of(item: Any) -> Hashable:
    """What tells an item of a list from the others."""
    if isinstance(item, str):
        return item
    names = [field.name for field in fields(item) if "key" in field.metadata]
    return tuple(getattr(item, name) for name in names) if names else item


def as_written(answer: T, completion: Completion, record: Record) -> T:
    """The answer about a completion, in the numbers of events of the record with gaps.

    Args:
        answer: a dataclass, or a part of one.
        completion: what it is about.
        record: the record with gaps.
    """
    part: Any = answer
    if part is completion.record:
        return cast(T, record)
    if type(part) is tuple:
        return cast(T, tuple(as_written(item, completion, record) for item in part))
    if isinstance(part, BaseEvent) or not is_dataclass(part):
        return answer
    item: Any = part
    values = {field: getattr(item, field.name) for field in fields(item)}
    written = {
        field.name: field.metadata[WRITTEN](value, completion.positions)
        if WRITTEN in field.metadata
        else completion.original(value)
        if "moment" in field.metadata and value is not None
        else as_written(value, completion, record)
        for field, value in values.items()
    }
    return cast(T, replace(item, **written))


# -- what the gaps are in a completion ------------------------------------------------------------


def is_so(when: When, fields: Mapping[tuple[int, str], str], at: int) -> bool:
    """Whether some gaps are filled as in one case.

    Args:
        when: the case.
        fields: what each open field of the gaps is.
        at: the gaps after that many events are not asked about.
    """
    return all(
        fields.get((event, name), "") == value
        for gap in when
        for event in [cast(int, gap["event"])]
        for name, value in gap.items()
        if name != "event" and event <= at
    )


def fields_of(completion: Completion) -> dict[tuple[int, str], str]:
    """What each open field of the gaps is in a completion."""
    return {
        (number, name): value
        for number, events in completion.fillings
        for name, value in filled_fields(completion.gaps[number], events, completion.record).items()
    }


def filled_fields(gap: Event, events: Sequence[Event], record: Record) -> dict[str, str]:
    """What each open field of a gap is when some events stand in its place, as it is written.

    A missing stretch has the one field ``missing``: its statements.
    """
    if not isinstance(gap, Gap):
        return {"missing": "; ".join(map(str, events))}
    (event,) = events
    return {name: written_field(event, name, record) for name in gap.open_fields}

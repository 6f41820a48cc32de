"""What is open in a record with gaps, why no more is, what it matters for, and what to ask.

What a gap can be is decided by the *whole* record, dealt hands included: a value is possible if
some completion that has it allows a deal. To find these values, one walk goes through all
completions and keeps apart only those that fill this gap differently. A gap is *closed* by the
first event after which one filling is left. It *matters* for a claim when the verdict on that claim
depends on how it is filled; so the best question to the players is the one whose answer leaves
fewest verdicts open.

Example: ``Ann asks Bob 5H: ?``, then ``Bob asks Ann 9S: no``: the answer can only be a no, since
event 2.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final, TypeAlias

from tracker.analysis.audit import audit_of_filling
from tracker.analysis.each_filling import (
    UNKNOWN,
    each_filling,
    filled_fields,
    listed_completions,
    merged_verdict,
)
from tracker.answers import OPTIONAL, AnswerList, Brief
from tracker.budget import Budget, charged_to, minimal_subset
from tracker.errors import ContradictionError, GapError, UndecidedError
from tracker.game.ask_rules import may_surrender
from tracker.game.cards import Card
from tracker.game.events import (
    ANSWERS,
    OUTCOMES,
    Award,
    Event,
    Gap,
    Missing,
    Now,
    Open,
    Seat,
    own_fields,
)
from tracker.game.record import Hand, Record, gap_numbers, require_record
from tracker.inference.completions import WORK, completions
from tracker.inference.gap_deduction import deduction_of
from tracker.inference.hands import hand_choices, stated_hands, view_of
from tracker.knowledge.facts import Cause, EventCause, GapCause, HeaderCause
from tracker.notation.names import NOBODY
from tracker.notation.text import format_event

SECONDS: Final = 10.0
"""How long to look for causes that can be left out, where nobody says."""
WAYS_WORK: Final = 2 * WORK
"""What looking for what gaps can be may cost, where there are too many ways to list; of the gaps
that come later it is not known then."""
DEPENDS: Final = "depends"

Filling: TypeAlias = tuple[Event, ...]
Values: TypeAlias = Mapping[str, tuple[str, ...]]
"""For each field that is open, values of it."""


@dataclass(frozen=True)
class Matter:
    """A verdict that depends on a gap."""

    event: int
    """The claim."""
    field: str
    """The field of the gap."""
    verdicts: Mapping[str, str]
    """For each value that the field can have, the verdict that is left then; ``depends`` where
    another gap still decides."""


@dataclass(frozen=True, repr=False)
class OpenGap(Brief):
    """A gap, and what can still be said of it."""

    event: int
    line: int | None
    text: str
    open: tuple[str, ...]
    """The fields that the statement leaves open; ``missing`` for a stretch."""
    possible: Values
    """What each field can be, by the whole record; ``?`` for a naming on which nothing hangs."""
    because: Mapping[str, Mapping[str, tuple[Cause, ...]]]
    """For each field, each value that it cannot have, and why: causes that are enough."""
    closed_at: int | None
    """The event after which only one way to fill the gap was left; None while several are."""
    matters: tuple[Matter, ...] = ()
    """The verdicts that depend on it."""
    up_to: int | None = field(default=None, metadata=OPTIONAL)
    """Where later events could not be taken into account (a stretch is missing, or there are too
    many ways): the last one that was. None: all were."""
    perhaps_sooner: bool | None = field(default=None, metadata=OPTIONAL)
    """True where it was not found out whether it was closed before ``closed_at``."""

    @property
    def is_open(self) -> bool:
        """Whether several ways to fill it are left."""
        return self.closed_at is None


@dataclass(frozen=True)
class PlayerQuestion:
    """A question to the players: what one field of a gap was."""

    event: int
    field: str
    settles: int
    """How many verdicts would no longer depend on a gap, whatever the answer."""
    decides: tuple[int, ...]
    """The claims whose verdicts these are."""
    may_settle: int
    """How many verdicts the luckiest answer would settle."""
    seats: tuple[Seat, ...]
    """Whom to ask: who acted, and who was asked; nobody where that is forgotten."""
    values: tuple[str, ...]
    """The answers that are possible."""


@dataclass(frozen=True, repr=False)
class Gaps(AnswerList[OpenGap], field="gaps"):
    """The gaps of a record."""

    record: Record
    gaps: tuple[OpenGap, ...]
    completions: int | None
    """In how many ways the whole record can be filled in; None where they are too many to tell."""
    judged: bool
    """Whether the verdicts were worked out in every one of them."""
    ask: tuple[PlayerQuestion, ...]
    """The questions that settle most, the best first."""
    left_out: int | None = field(default=None, metadata=OPTIONAL)
    """Where it was stopped before its end: how many gaps were not looked at; else None."""

    @property
    def still_open(self) -> tuple[OpenGap, ...]:
        """Those that several ways are left to fill."""
        return tuple(gap for gap in self.gaps if gap.is_open)


def gaps(record: Record, *, limit: float | None = None) -> Gaps:
    """What is open in a record, what is still possible, what it matters for, and what to ask.

    Args:
        record: the game.
        limit: seconds to look for causes that can be left out; None: ten. What is possible and
            what matters does not hang on it.

    Returns:
        The gaps in the order of events; none for a record of which all is known. That no cause
        can be left out is not promised.

    Raises:
        ContradictionError: where no deal fits the record, however its gaps are filled.
    """
    *_, answer = gaps_so_far(record, limit=limit)
    return answer


def gaps_so_far(record: Record, *, limit: float | None = None) -> Iterator[Gaps]:
    """The answer of ``gaps``, better and better: for who may want to stop it.

    First comes what each gap can be, one gap after the other, then why it can be no more, and last
    what it matters for.

    Args:
        record: the game.
        limit: as for ``gaps``.
    """
    require_record(record)
    numbers = gap_numbers(record)
    ways = _Ways(record)
    each: list[OpenGap] = []
    for looked, event in enumerate(numbers, start=1):
        each.append(_gap(ways, event))
        yield _unfinished(record, each, len(numbers) - looked)
    budget = Budget(seconds=SECONDS if limit is None else limit)
    for place, gap in enumerate(each):
        each[place] = _with_reasons(ways, gap, budget)
        yield _unfinished(record, each, 0)
    number, judged = _judged(record) if numbers else (1, [])
    if judged is None:
        yield Gaps(record, tuple(each), number, False, _most_open(record, each))
        return
    verdicts = _Verdicts(judged)
    each = [replace(gap, matters=tuple(verdicts.matters(gap))) for gap in each]
    yield Gaps(record, tuple(each), number, True, _questions(record, each, verdicts))


def _unfinished(record: Record, each: Sequence[OpenGap], left_out: int) -> Gaps:
    """What is known before all is."""
    return Gaps(record, tuple(each), None, False, _most_open(record, each), left_out)


def side_by_side(
    record: Record, gap: OpenGap
) -> Mapping[str, Mapping[str, Mapping[Card, tuple[Seat, ...]]]]:
    """What follows for all at the end of a record if a gap was filled in one way, and in another.

    Args:
        record: the game.
        gap: one of its gaps.

    Returns:
        For each field that is open, and each value that it can have, who can hold the cards of
        which that is not the same for all values; empty where it is undecided, or one is left.
    """
    event = record.events[gap.event - 1]
    viewer = view_of(record, None)
    try:
        ways = completions(record, hands=viewer.hands, apart={gap.event})
    except UndecidedError:
        return {}
    sides: dict[str, dict[str, dict[Card, set[Seat]]]] = {}
    for way in ways:
        filling = dict(way.fillings).get(gap.event)
        if filling is None:
            return {}
        with suppress(ContradictionError), deduction_of(way, viewer) as deduction:
            for name, value in filled_fields(event, filling, record).items():
                holders = sides.setdefault(name, {}).setdefault(value, {})
                for card, seats in deduction.all_holders().items():
                    holders.setdefault(card, set()).update(seats)
    return {name: _differing(record, of_value) for name, of_value in sides.items()}


def _differing(
    record: Record, sides: Mapping[str, Mapping[Card, Set[Seat]]]
) -> Mapping[str, Mapping[Card, tuple[Seat, ...]]]:
    """Who can hold the cards that are not the same on all sides; nothing for a single side."""
    cards = dict.fromkeys(card for holders in sides.values() for card in holders)
    differing = [
        card
        for card in record.deck.in_order(cards)
        if len({frozenset(holders.get(card, ())) for holders in sides.values()}) > 1
    ]
    return {
        value: {
            card: tuple(seat for seat in record.seats if seat in holders.get(card, ()))
            for card in differing
        }
        for value, holders in (sides if len(sides) > 1 else {}).items()
    }


def what_is_left(record: Record, numbers: Iterable[int]) -> dict[int, OpenGap]:
    """Some gaps by their numbers: what they can be, not why they can be no more.

    Args:
        record: the game.
        numbers: the numbers of events; those of no gap are passed over.
    """
    ways = _Ways(record)
    wanted = set(numbers)
    return {number: _gap(ways, number) for number in gap_numbers(record) if number in wanted}


# -- what is possible -----------------------------------------------------------------------------


class _Ways:
    """The ways that are left to fill single gaps of a record.

    Args:
        record: the game.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        try:
            self.hands = hand_choices(record)
        except UndecidedError:
            self.hands = (stated_hands(record),)
        self.budget = Budget(WAYS_WORK)
        """What finding out what the gaps can be may cost."""
        self._known: dict[tuple[int, int], frozenset[Filling]] = {}
        self._given_up: dict[tuple[int, int], int] = {}
        """The first event that was given up when a gap was looked at, as its ways are too many."""

    def left(self, number: int, at: int) -> frozenset[Filling]:
        """The fillings of a gap that some deal allows, by the first ``at`` events."""
        if (number, at) not in self._known:
            self._known[number, at] = frozenset(
                filling
                for hands in self.hands
                for filling in self.without(number, at, hands=hands, heeded=None)
            )
        return self._known[number, at]

    def without(
        self, number: int, at: int, *, hands: tuple[Hand, ...], heeded: Set[int] | None
    ) -> frozenset[Filling]:
        """The fillings that are left when only some hands and events are taken for true."""
        ways = completions(self.record, at, hands=hands, apart={number}, heeded=heeded)
        if heeded is None:
            given_up = min((way.given_up or at + 1 for way in ways), default=at + 1)
            known = self._given_up.get((number, at), given_up)
            self._given_up[number, at] = min(known, given_up)
        each = [dict(way.fillings).get(number) for way in ways]
        if None in each:
            raise GapError(number, f"event {number} is a missing stretch: its ways are not listed")
        return frozenset(filling for filling in each if filling is not None)

    def horizon(self, number: int) -> int:
        """The last moment found by which the ways to fill a gap can be told; 0: there is none.

        Once that has cost too much, there is none.
        """
        at = self.end
        while at >= number and not self.budget.is_spent:
            try:
                with charged_to(self.budget):
                    self.left(number, at)
            except (GapError, UndecidedError) as error:
                earlier = number + (at - number) // 2 if at > number else 0
                before = (error.event or 1) - 1
                at = next((end for end in (self.end, before) if earlier < end < at), earlier)
            else:
                last = self._given_up[number, at] - 1
                return last if last >= number else 0
        return 0

    @cached_property
    def end(self) -> int:
        """The last moment up to which the record can be gone through, when no gap is looked at."""
        ends = [len(self.record.events)]
        for hands in self.hands:
            try:
                with charged_to(self.budget):
                    ways = completions(self.record, hands=hands)
            except GapError:
                continue
            except UndecidedError as error:
                ends.append((error.event or 1) - 1)
            else:
                ends += [way.given_up - 1 for way in ways if way.given_up]
        return min(ends)


def _gap(ways: _Ways, number: int) -> OpenGap:
    """A gap, with what it can be."""
    event = ways.record.events[number - 1]
    fields = event.open_fields if isinstance(event, Gap) else ("missing",)
    at = ways.horizon(number)
    up_to = None if at == len(ways.record.events) else at
    text = format_event(event, ways.record)
    if not at:
        return OpenGap(number, event.line, text, fields, {}, {}, None, up_to=0)
    possible = gap_values(ways.record, number, ways.left(number, at))
    closed_at, sooner = None, None
    if (UNKNOWN,) not in possible.values():
        closed_at, sooner = _closed_at(ways, number, at)
    return OpenGap(
        number,
        event.line,
        text,
        fields,
        possible,
        {},
        closed_at,
        up_to=up_to,
        perhaps_sooner=sooner,
    )


def gap_values(record: Record, number: int, fillings: Set[Filling]) -> Values:
    """What the open fields of a gap are in some fillings, in the order of the record."""
    event = record.events[number - 1]
    values: dict[str, dict[str, None]] = defaultdict(dict)
    for filling in fillings:
        for name, value in filled_fields(event, filling, record).items():
            values[name][value] = None
    return {name: tuple(sorted(of, key=_order(record, name))) for name, of in values.items()}


def _order(record: Record, name: str) -> Callable[[str], tuple[int, str]]:
    """The order of the values of a field: of cards, seats and books that of the record."""
    places = {value: place for place, value in enumerate(_every_value(record, Open(), name))}
    return lambda value: (places.get(value, len(places)), value)


def _every_value(record: Record, part: Any, name: str) -> Sequence[str]:
    """Every value that an open part can have as it is written; none where that is no short list."""
    if not isinstance(part, Open):
        return ()
    if part.values is not None:
        return tuple(NOBODY if value is None else str(value) for value in part.values)
    return {
        "card": record.table.cards,
        "answer": ANSWERS if may_surrender(record.rules) else ANSWERS[:2],
        "outcome": OUTCOMES,
        "book": tuple(record.deck.by_name),
        "holdings": (),
        "cards": (),
        "size": (),
        "sizes": (),
        "missing": (),
    }.get(name, record.seats)


def _closed_at(ways: _Ways, number: int, at: int) -> tuple[int | None, bool | None]:
    """The first event after which one filling is left; None where several are at a moment.

    Returns:
        The event; and True where it may have been an earlier one, which was not found out.
    """
    if len(ways.left(number, at)) > 1:
        return None, None
    return _first(number, at, lambda moment: len(ways.left(number, moment)) == 1)


def _first(low: int, high: int, is_so: Callable[[int], bool]) -> tuple[int, bool | None]:
    """The first moment at which something is so that stays so, and is so at ``high``.

    Most gaps are closed soon: so the steps begin small.

    Returns:
        The moment; and True where it may be so before, which was not found out.
    """
    step, sooner = 1, None
    while low < high:
        middle = min(low + step - 1, (low + high) // 2)
        try:
            known = is_so(middle)
        except UndecidedError:
            known, sooner = False, True
        if known:
            high = middle
        else:
            low, step = middle + 1, step * 2
    return high, sooner


# -- why nothing else is --------------------------------------------------------------------------


def _with_reasons(ways: _Ways, gap: OpenGap, budget: Budget) -> OpenGap:
    """A gap, with why it can be nothing else."""
    number, possible = gap.event, gap.possible
    at = len(ways.record.events) if gap.up_to is None else gap.up_to
    event = ways.record.events[number - 1]
    reasons: dict[str, dict[str, tuple[Cause, ...]]] = {}
    for name in event.open_fields if isinstance(event, Gap) and at else ():
        part = event.value(name) if isinstance(event, Gap) else None
        values = _every_value(ways.record, part, name)
        if isinstance(event, Gap) and event.of is Award and part == Open():
            # Any seat of a team stands for it: one of them is enough.
            values = [*(team[0] for team in ways.record.table.teams), NOBODY]
        excluded = [value for value in values if value not in possible.get(name, ())]
        why = dict(_excluding(ways, number, at, name, excluded, budget))
        reasons[name] = {value: why[value] for value in excluded}
    return replace(gap, because=reasons)


def _excluding(
    ways: _Ways, number: int, at: int, name: str, excluded: Sequence[str], budget: Budget
) -> Iterator[tuple[str, tuple[Cause, ...]]]:
    """Why a field of a gap cannot have some values: for each, causes that are enough.

    The causes that exclude one value often exclude others, too: these are told at once.
    """
    left = list(excluded)
    while left:
        value = left[0]
        causes, spared = _enough(ways, number, at, name, value, budget)
        told = [value, *(other for other in left[1:] if other not in spared)]
        left = [other for other in left if other not in told]
        yield from ((other, causes) for other in told)


def _of(ways: _Ways, number: int, name: str, fillings: Set[Filling]) -> tuple[str, ...]:
    """The values of one field in some fillings."""
    return gap_values(ways.record, number, fillings).get(name, ())


def _enough(
    ways: _Ways, number: int, at: int, name: str, value: str, budget: Budget
) -> tuple[tuple[Cause, ...], Set[str]]:
    """Causes that exclude a value of a gap, and the values that they leave.

    Args:
        ways: the ways to fill the gaps.
        number: the gap.
        at: a moment; what comes up to it excludes the value.
        name: the field.
        value: the value.
        budget: once it is spent, no more causes are left out.
    """

    def is_out(moment: int) -> bool:
        return value not in _of(ways, number, name, ways.left(number, moment))

    last, _ = _first(number, at, is_out)

    def spared(chosen: Sequence[int | Seat]) -> Set[str]:
        """The values that some hands and events leave."""
        heeded = {number, *(event for event in chosen if isinstance(event, int))}
        known = {tuple(hand for hand in hands if hand.seat in chosen) for hands in ways.hands}
        return {
            other
            for hands in known
            for filling in ways.without(number, last, hands=hands, heeded=heeded)
            for other in _of(ways, number, name, {filling})
        }

    def suffices(chosen: Sequence[int | Seat]) -> bool:
        try:
            return not budget.is_spent and value not in spared(chosen)
        except UndecidedError:
            return False

    events: list[int | Seat] = [event for event in range(1, last + 1) if event != number]
    seats: list[int | Seat] = list({hand.seat: 0 for hands in ways.hands for hand in hands})
    every = [*seats, *events]
    enough = next((some for some in _latest(events, seats) if suffices(some)), every)
    chosen = minimal_subset(enough, suffices)
    try:
        left = spared(chosen)
    except UndecidedError:
        chosen, left = every, {*_of(ways, number, name, ways.left(number, last))}
    return tuple(dict.fromkeys(_causes(ways.record, number, chosen))), left


def _latest(
    events: Sequence[int | Seat], seats: Sequence[int | Seat]
) -> Iterator[list[int | Seat]]:
    """More and more of the latest events, without hands and with them; at first none."""
    yield []
    number = 1
    while number < 2 * len(events):
        yield [*events[-number:]]
        if seats:
            yield [*seats, *events[-number:]]
        number *= 2


def _causes(record: Record, number: int, chosen: Sequence[int | Seat]) -> Iterator[Cause]:
    """Hands and events as causes; the gap itself where nothing else is needed."""
    if not chosen:
        yield GapCause(number)
    given = {hand.seat for hand in record.hands}
    for element in chosen:
        if isinstance(element, str):
            if element in given:
                yield HeaderCause(f"hand {element}")
            for place, event in enumerate(record.events, start=1):
                if isinstance(event, Now) and event.seat == element:
                    yield EventCause(place)
        elif isinstance(record.events[element - 1], Gap | Missing):
            yield GapCause(element)
        else:
            yield EventCause(element)


# -- what it matters for, and what to ask ---------------------------------------------------------


def _judged(record: Record) -> tuple[int | None, list[_Way] | None]:
    """In how many ways a record can be filled in; and what comes of each, if they were judged."""
    try:
        filled = listed_completions(record)
    except UndecidedError:
        return None, None
    try:
        judged = each_filling(filled, lambda way: audit_of_filling(way, record))
    except UndecidedError:
        return len(filled), None
    each = zip(judged.ways, judged.answers, strict=True)
    return len(filled), [
        _Way(way, {claim.event: claim.verdict for claim in audit.claims}) for way, audit in each
    ]


@dataclass(frozen=True)
class _Way:
    """One way to fill all gaps of a record, with the verdicts on its claims."""

    fields: Mapping[tuple[int, str], str]
    verdicts: Mapping[int, str]


class _Verdicts:
    """The verdicts on the claims of a record, over all ways to fill its gaps.

    Args:
        ways: the ways.
    """

    def __init__(self, ways: Sequence[_Way]) -> None:
        self._ways = ways
        claims = sorted({event for way in ways for event in way.verdicts})
        self.depending = [claim for claim in claims if self.verdict(claim, ways) == DEPENDS]
        """The claims whose verdicts depend on gaps."""

    @staticmethod
    def verdict(claim: int, ways: Sequence[_Way]) -> str:
        """The verdict on a claim in some ways."""
        return merged_verdict(way.verdicts.get(claim, "unknown") for way in ways)

    def by_value(self, event: int, name: str) -> dict[str, list[_Way]]:
        """The ways, by what a field of a gap is in them."""
        parts: dict[str, list[_Way]] = defaultdict(list)
        for way in self._ways:
            parts[way.fields[event, name]].append(way)
        return parts

    def matters(self, gap: OpenGap) -> Iterator[Matter]:
        """The verdicts that depend on a gap."""
        for name, values in gap.possible.items():
            parts = self.by_value(gap.event, name)
            for claim in self.depending:
                if len(parts) > 1 and self._decides(gap.event, name, claim, parts):
                    verdicts = {value: self.verdict(claim, parts[value]) for value in values}
                    yield Matter(claim, name, verdicts)

    def _decides(
        self, event: int, name: str, claim: int, parts: Mapping[str, Sequence[_Way]]
    ) -> bool:
        """Whether a verdict depends on a field.

        It does where some value leaves fewer verdicts, or two ways that differ in the field alone
        have different verdicts.
        """
        all_verdicts = {way.verdicts.get(claim) for way in self._ways}
        if any({way.verdicts.get(claim) for way in part} < all_verdicts for part in parts.values()):
            return True
        alike: dict[object, object] = {}
        for way in self._ways:
            others = frozenset(item for item in way.fields.items() if item[0] != (event, name))
            if alike.setdefault(others, way.verdicts.get(claim)) != way.verdicts.get(claim):
                return True
        return False


def _questions(
    record: Record, gaps: Sequence[OpenGap], verdicts: _Verdicts
) -> tuple[PlayerQuestion, ...]:
    """The questions that decide verdicts, best first: by what they settle whatever the answer."""
    questions = []
    for gap in gaps:
        for name in dict.fromkeys(matter.field for matter in gap.matters):
            parts = verdicts.by_value(gap.event, name)
            settled = [
                {claim for claim in verdicts.depending if verdicts.verdict(claim, part) != DEPENDS}
                for part in parts.values()
            ]
            decides = sorted(set.intersection(*settled))
            questions.append(
                PlayerQuestion(
                    gap.event, name, len(decides), tuple(decides), max(map(len, settled)),
                    _whom(record, gap.event), gap.possible[name],
                )
            )  # fmt: skip
    return tuple(sorted(questions, key=lambda asked: (-asked.settles, -asked.may_settle)))


def _most_open(record: Record, gaps: Sequence[OpenGap]) -> tuple[PlayerQuestion, ...]:
    """Where verdicts could not be worked out: what most ways are left to fill, most first."""
    questions = [
        PlayerQuestion(gap.event, name, 0, (), 0, _whom(record, gap.event), values)
        for gap in gaps
        for name, values in gap.possible.items()
        if len(values) > 1
    ]
    return tuple(sorted(questions, key=lambda asked: -len(asked.values)))


def _whom(record: Record, number: int) -> tuple[Seat, ...]:
    """The seats that took part in an event, as far as they are remembered."""
    event = record.events[number - 1]
    if not isinstance(event, Gap):
        return ()
    values = zip(own_fields(event.of), event.values, strict=True)
    return tuple(
        value
        for name, value in values
        if name not in ("book", "card", "answer", "outcome") and value in record.seats
    )

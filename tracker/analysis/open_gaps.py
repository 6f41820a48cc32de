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

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Final, TypeAlias

from tracker.analysis.auditor import audit_of_moves
from tracker.analysis.each_filling import (
    UNKNOWN,
    Filled,
    few,
    filled_fields,
    listed_completions,
    merged_verdict,
)
from tracker.answers import HIDDEN, OPTIONAL, AnswerList, Brief
from tracker.budget import Budget, charged_to, share_of
from tracker.errors import ContradictionError, UndecidedError
from tracker.explain.conflict import conflict_at
from tracker.explain.evidence import in_order
from tracker.game.ask_rules import may_surrender
from tracker.game.cards import Card
from tracker.game.events import (
    ANSWERS,
    OUTCOMES,
    Award,
    Event,
    Gap,
    Open,
    Seat,
    is_stretch,
)
from tracker.game.fillings import fillings
from tracker.game.record import Hand, Record, gap_numbers, require_record
from tracker.game.replay import replay_of
from tracker.inference.completions import WORK, Completion, CompletionWalk, completions
from tracker.inference.contradictions import consistency
from tracker.inference.hands import hand_choices, stated_hands, view_of
from tracker.inference.way import way_of
from tracker.knowledge.facts import Cause, EventCause, GapCause
from tracker.notation.names import NOBODY
from tracker.notation.statements import fields_of
from tracker.notation.text import format_event

MOST_CLASHES: Final = 600
"""So often it is looked with what a value of a gap clashes: some ten seconds."""
FEW: Final = 4
"""In so many ways to fill the other gaps, and with so many fillings of the gap itself."""
WAYS_WORK: Final = 2 * WORK
"""What looking for what gaps can be may cost, where there are too many ways to list; of the gaps
that come later it is not known then."""
DEPENDS: Final = "depends"

Filling: TypeAlias = tuple[Event, ...]
Judged: TypeAlias = Mapping[int, str]
"""The verdicts on claims, by their numbers."""
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
    """For each field, each value that it cannot have, and why: with what the record clashes where
    it has that value, and the other gaps are as they can be. Of many ways to fill them only the
    first few are looked at, so causes need not be enough for all; none: they were not found."""
    closed_at: int | None
    """The event after which only one way to fill the gap was left; None while several are."""
    matters: tuple[Matter, ...] = ()
    """The verdicts that depend on it."""
    up_to: int | None = field(default=None, metadata=OPTIONAL)
    """Where later events could not be taken into account (a stretch is missing, or there are too
    many ways): the last one that was. None: all were."""

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
    """The gaps of a record.

    Keys:
        gaps.event, gaps.line, gaps.text: The gap: its number, its line in the file, the statement.
        gaps.open: The fields that it leaves open, such as ``answer``, ``card``, ``asker``;
            ``missing`` for a stretch.
        gaps.possible: For each of these fields the values that it can have; ``?`` for a naming on
            which nothing hangs.
        gaps.because: For each value that is impossible, causes that are enough, as of ``tracker
            why``.
        gaps.closed_at: The event after which one way to fill it was left; null while it is open.
        gaps.matters: For each verdict that depends on the gap: the ``event`` of the claim, the
            ``field``, and ``verdicts``: by value, the verdict that is then left (``depends``: on
            another gap, still).
        gaps.up_to: Only where later events could not be taken into account: the last one that was.
        completions: In how many ways the record can be filled in; null where they are too many to
            tell.
        judged: Whether all of these were judged; else ``matters`` is empty, and ``ask`` begins with
            what is most open.
        ask: The questions: ``event`` and ``field``; ``settles``, how many verdicts the answer
            settles whatever it is; ``decides``, these claims; ``may_settle``, how many at best;
            ``seats``, whom to ask; ``values``, what is possible.
        left_out: Only where the search was stopped: how many gaps were not looked at; no claim was
            judged then.
    """

    record: Record = field(metadata=HIDDEN)
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


def gaps(record: Record) -> Gaps:
    """What is open in a record, what is still possible, what it matters for, and what to ask.

    Args:
        record: the game.

    Returns:
        The gaps in the order of events; none for a record of which all is known. That no cause
        can be left out is not promised.

    Raises:
        ContradictionError: where no deal fits the record, however its gaps are filled.
    """
    *_, answer = gaps_so_far(record)
    return answer


def gaps_so_far(record: Record) -> Generator[Gaps, None, None]:
    """The answer of ``gaps``, better and better: for who may want to stop it.

    First comes what each gap can be, one gap after the other, then why it can be no more, and last
    what it matters for.

    Args:
        record: the game.
    """
    require_record(record)
    numbers = gap_numbers(record)
    ways = _Ways(record)
    each: list[OpenGap] = []
    for looked, event in enumerate(numbers, start=1):
        each.append(_gap(ways, event))
        yield _unfinished(record, each, len(numbers) - looked)
    for place, gap in enumerate(each):
        each[place] = _with_reasons(ways, gap)
        yield _unfinished(record, each, 0)
    number, judged = _judged(record) if numbers else (1, Filled[Judged]((), ()))
    if judged is None:
        yield replace(_unfinished(record, each, None), completions=number)
        return
    each = [replace(gap, matters=tuple(_matters(gap, judged))) for gap in each]
    yield Gaps(record, tuple(each), number, True, _questions(record, each, judged=True))


def _unfinished(record: Record, each: Sequence[OpenGap], left_out: int | None) -> Gaps:
    """What is known before all is, or where the claims are not judged."""
    asked = _questions(record, each, judged=False)
    return Gaps(record, tuple(each), None, False, asked, left_out)


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
        ways = completions(record, hands=viewer.hands, apart=frozenset({gap.event}))
    except UndecidedError:
        return {}
    sides: dict[str, dict[str, dict[Card, set[Seat]]]] = {}
    for way in ways:
        filling = dict(way.fillings).get(gap.event)
        if filling is None:
            return {}
        with suppress(ContradictionError), way_of(way, viewer) as deduced:
            for name, value in filled_fields(event, filling, record).items():
                holders = sides.setdefault(name, {}).setdefault(value, {})
                for card, seats in deduced.all_holders.items():
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
    """The ways to fill the gaps of a record.

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
        self._some: dict[int, Sequence[tuple[tuple[Hand, ...], Completion]]] = {}
        self.clashes = Budget(MOST_CLASHES)
        """How often it may be looked with what a value clashes."""

    def some(self, at: int) -> Sequence[tuple[tuple[Hand, ...], Completion]]:
        """Some ways to fill all the gaps, by the first ``at`` events, each with the hands known."""
        if at not in self._some:
            self._some[at] = [
                (hands, way)
                for hands in self.hands
                for way in completions(self.record, at, hands=hands)[:FEW]
            ]
        return self._some[at]

    def moments(self, number: int) -> list[list[CompletionWalk]]:
        """The moments from a gap on at which its ways can be told: walks that have come there.

        Once that has cost too much, there is none.
        """
        walks = [
            CompletionWalk(self.record, hands, frozenset({number}), is_stepwise=False)
            for hands in self.hands
        ]
        moments: list[list[CompletionWalk]] = []
        with suppress(UndecidedError), charged_to(self.budget), charged_to(share_of(WORK)):
            for at, event in enumerate(self.record.events, start=1):
                for walk in walks:
                    walk.go_on(event)
                if any(state.weaker for walk in walks for state in walk.states()):
                    break
                if at >= number:
                    moments.append(list(map(copy, walks)))
        return moments


def _fillings(walks: Iterable[CompletionWalk], number: int) -> frozenset[Filling]:
    """The fillings of a gap that some deal allows, at a moment.

    Raises:
        UndecidedError: where they are too many.
    """
    with charged_to(share_of(WORK)):
        return frozenset(filling for walk in walks for filling in walk.fillings(number))


def _is_closed(walks: Iterable[CompletionWalk], number: int) -> bool:
    """Whether one filling of a gap is left at a moment; not where that is not found out."""
    with suppress(UndecidedError):
        return len(_fillings(walks, number)) == 1
    return False


def _gap(ways: _Ways, number: int) -> OpenGap:
    """A gap, with what it can be."""
    event = ways.record.events[number - 1]
    fields = event.open_fields if isinstance(event, Gap) else ("missing",)
    moments, left = [] if is_stretch(event) else ways.moments(number), frozenset[Filling]()
    while moments:
        try:
            left = _fillings(moments[-1], number)
            break
        except UndecidedError:
            del moments[len(moments) // 2 :]
    up_to, closed_at = number + len(moments) - 1 if moments else 0, None
    possible = gap_values(ways.record, number, left)
    if len(left) == 1 and (UNKNOWN,) not in possible.values():
        closed = bisect_left(moments, 1, key=lambda walks: _is_closed(walks, number))
        closed_at = number + closed
    return OpenGap(
        number,
        event.line,
        format_event(event, ways.record),
        fields,
        possible,
        {},
        closed_at,
        up_to=None if up_to == len(ways.record.events) else up_to,
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
    places = {value: place for place, value in enumerate(_values_of_all(record, name))}
    return lambda value: (places.get(value, len(places)), value)


def _values_of_all(record: Record, name: str) -> Sequence[str]:
    """The values of a field in all statements, as they are written; none of what is no word."""
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


# -- why nothing else is --------------------------------------------------------------------------
#
# A value is impossible because the record that has it clashes with itself: an event breaks a rule
# then, or no deal is left. Of the other gaps is taken what they can be by the whole record, and of
# the other open fields of the same gap, too.


def _with_reasons(ways: _Ways, gap: OpenGap) -> OpenGap:
    """A gap, with why it can be nothing else."""
    event = ways.record.events[gap.event - 1]
    at = len(ways.record.events) if gap.up_to is None else gap.up_to
    reasons: dict[str, dict[str, tuple[Cause, ...]]] = {}
    for name in event.open_fields if isinstance(event, Gap) and at else ():
        values = _every_value(ways.record, event, name)
        excluded = [value for value in values if value not in gap.possible.get(name, ())]
        reasons[name] = {value: _clash(ways, gap, at, name, value) for value in excluded}
    return replace(gap, because=reasons)


def _every_value(record: Record, gap: Event, name: str) -> Sequence[str]:
    """Every value that an open field of a gap can have; none where that is no short list."""
    part = gap.value(name) if isinstance(gap, Gap) else None
    if not isinstance(part, Open):
        return ()
    if part.values is not None:
        return tuple(NOBODY if value is None else str(value) for value in part.values)
    if isinstance(gap, Gap) and gap.of is Award and name == "seat":
        # Any seat of a team stands for it: one of them is enough.
        return (*(team[0] for team in record.table.teams), NOBODY)
    return _values_of_all(record, name)


def _clash(ways: _Ways, gap: OpenGap, at: int, name: str, value: str) -> tuple[Cause, ...]:
    """What the record clashes with where a field of a gap has a value; none if nothing was found.

    Args:
        ways: the ways to fill the gaps.
        gap: the gap.
        at: a moment; what comes up to it excludes the value.
        name: the field.
        value: the value.
    """
    can_be = {**gap.possible, name: (value,)}
    if name == "outcome":
        can_be.pop("holdings", None)  # what was named hangs on the outcome, not the other way round
    causes: dict[Cause, None] = {}
    try:
        for hands, way in ways.some(at):
            causes |= dict.fromkeys(_clashes_in(ways, way, gap.event, can_be, hands))
    except UndecidedError:
        return ()  # what was found by then is not all that it takes
    return in_order(causes)


def _clashes_in(
    ways: _Ways, way: Completion, number: int, can_be: Values, hands: tuple[Hand, ...]
) -> Iterator[Cause]:
    """The causes of the clashes where all but one gap is filled in one way.

    Args:
        ways: the ways to fill the gaps.
        way: how the others are filled.
        number: the gap.
        can_be: what its open fields are supposed to be.
        hands: dealt hands that are known.

    Raises:
        UndecidedError: where it was looked often enough.
    """
    at, gap = way.positions[number - 1], ways.record.events[number - 1]
    first, *_ = (*gap_numbers(way.record, way.at), way.at + 1)  # a new section begins there
    if first <= at + 1 or not isinstance(gap, Gap):
        return
    state = replay_of(way.record).state(at)
    legal = [
        filling
        for filling in fillings(state, gap, by_players=True, regular=True)
        for of in [filled_fields(gap, (filling,), ways.record)]
        if all(own not in can_be or of[own] in can_be[own] for own in of)
    ]
    if not legal:  # the rules forbid it there
        yield GapCause(number)
    for filling in legal[:FEW]:
        ways.clashes.require()
        events = [*way.record.events[: first - 1]]
        events[at] = filling
        filled = way.record.with_events(tuple(events))
        yield from map(way.cause, _first_clash(filled, hands, at))


def _first_clash(record: Record, hands: tuple[Hand, ...], at: int) -> tuple[Cause, ...]:
    """What leaves no deal after a moment, or the event that breaks a rule if that comes first."""
    events = replay_of(record).played()[at:]
    broken = next((played.number for played in events if played.broken), None)
    impossible = consistency(record, hands).contradictions
    if impossible and (broken is None or impossible[0] <= broken):
        return conflict_at(record, hands, impossible[0]).because
    return () if broken is None else (EventCause(broken),)


# -- what it matters for, and what to ask ---------------------------------------------------------


def _judged(record: Record) -> tuple[int | None, Filled[Judged] | None]:
    """In how many ways a record can be filled in; and the verdicts in each, if they were judged."""
    try:
        filled = listed_completions(record)
    except UndecidedError:
        return None, None
    with suppress(UndecidedError):
        return len(filled), Filled(filled, tuple(map(_verdicts, few(filled))))
    return len(filled), None


def _verdicts(way: Completion) -> Judged:
    """The verdicts on the claims where the gaps are filled in one way."""
    claims = audit_of_moves(way.record, chances=False).claims
    return {way.original(claim.event): claim.verdict for claim in claims}


def _matters(gap: OpenGap, judged: Filled[Judged]) -> Iterator[Matter]:
    """The verdicts that depend on a gap.

    One depends on a field where some value leaves fewer verdicts, or where two ways that differ in
    the field alone have different verdicts.
    """
    claims = sorted({event for verdicts in judged.answers for event in verdicts})
    for (name, values), claim in product(gap.possible.items(), claims):
        each = [verdicts.get(claim, "unknown") for verdicts in judged.answers]
        left: dict[str, set[str]] = defaultdict(set)
        for fields, verdict in zip(judged.ways, each, strict=True):
            left[fields[gap.event, name]].add(verdict)
        if merged_verdict(each) != DEPENDS or len(left) < 2:
            continue
        others = [other for other in judged.names if other != (gap.event, name)]
        leaves_fewer = any(verdicts < {*each} for verdicts in left.values())
        if leaves_fewer or not judged.is_told_by(others, each):
            yield Matter(claim, name, {value: merged_verdict(left[value]) for value in values})


def _questions(
    record: Record, gaps: Sequence[OpenGap], *, judged: bool
) -> tuple[PlayerQuestion, ...]:
    """The questions to the players, best first: by what they settle whatever the answer.

    Where verdicts could not be worked out, what most ways are left to fill comes first.
    """
    questions = []
    for gap in gaps:
        for name, values in gap.possible.items():
            matters = [matter for matter in gap.matters if matter.field == name]
            settled = [
                {matter.event for matter in matters if matter.verdicts[value] != DEPENDS}
                for value in values
            ]
            decides = sorted(set.intersection(*settled))
            if matters or (not judged and len(values) > 1):
                questions.append(
                    PlayerQuestion(
                        gap.event, name, len(decides), tuple(decides), max(map(len, settled)),
                        _whom(record, gap.event), values,
                    )
                )  # fmt: skip
    if not judged:
        return tuple(sorted(questions, key=lambda asked: -len(asked.values)))
    return tuple(sorted(questions, key=lambda asked: (-asked.settles, -asked.may_settle)))


def _whom(record: Record, number: int) -> tuple[Seat, ...]:
    """The seats that took part in an event, as far as they are remembered."""
    event = record.events[number - 1]
    return tuple(
        value
        for name, value in (fields_of(event) if isinstance(event, Gap) else {}).items()
        if name not in ("book", "card", "answer", "outcome") and value in record.seats
    )

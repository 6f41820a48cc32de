"""Completions: the ordinary records that a record with gaps may be.

A *gap* is a statement with a part that nobody remembers. A *completion* fills every gap in one way,
and a deal is consistent with the record when it is consistent with one of its completions. The walk
below goes through all of them together, event by event. A gap makes branches: one for each filling
that the rules allow there. A branch ends as soon as an event is out of place in it, or no deal is
left in it; branches that can no longer differ (same public state, same facts) become one. Turn
order closes most gaps at once: whoever asks next tells what the answer was.

A missing stretch is not filled: a new section of the game begins there, of which only what is said
in it is known (``tracker.knowledge.views``). So it is with a gap whose ways are too many to list.
Branches that become one there keep what each said before: the dealt hands are those of any of them.

Where the ways that the players could tell apart are too many, those from some gap on are put
together that look alike to all. What was said at such a gap is left out: what follows without it is
certain, and all else is undecided.

Two kinds of completions are told apart. For *what follows from the record* some fillings stay
together as one event that says what they have in common, without loss: a ``no`` to an ask for one
of some cards (``UnsureAsk``), and a claim whose naming is forgotten (no holdings). For *what the
players knew* every filling is a branch of its own, because they knew what was said.

Example: ``Ann asks Bob 5H: ?``, then ``Ann asks Dora 9S: no``: one branch is left, with a yes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Final, TypeAlias

from tracker.budget import MOST_WAYS, charge, charged_to, may_be_spent, share_of
from tracker.errors import GapError, UndecidedError, Violation
from tracker.game.cards import Card
from tracker.game.events import (
    Ask,
    Claim,
    Event,
    Gap,
    Missing,
    Open,
    PlainEvent,
    Seat,
    UnsureAsk,
    is_stretch,
)
from tracker.game.fillings import ANY_ASK, fillings, wrong_namings
from tracker.game.legality import violations
from tracker.game.record import Hand, Record, gap_numbers, has_gaps
from tracker.game.replay import Played, Replay, adopt_replay, replay_of
from tracker.game.state import State, changed
from tracker.game.transition import apply, past_stretch
from tracker.knowledge.facts import Cause, Clause, EventCause, Fact, GapCause, Knowledge
from tracker.knowledge.gather import Present, facts_of
from tracker.knowledge.views import View, knowledge, said_to, section_start
from tracker.messages import gathered
from tracker.sat import DealSolver, Placements

Apart: TypeAlias = frozenset[int] | range
"""The numbers of the gaps of which all fillings stay apart that anybody could tell."""
MOST_BRANCHES: Final = 2_000
"""So many branches may be open at once."""
WORK: Final = 2_000_000
"""What going through the ways to fill the gaps of a record may cost: some eight seconds. The unit
is some four microseconds."""
FACT_COST: Final = 0.5
"""A fact that a search for a deal is given: most go on from the search before."""
EVENT_COST: Final = 20
"""An event that is played in a branch."""
CONFLICTS: Final = 10_000
"""After so many conflicts one search for a deal is given up."""
TOO_MANY_WAYS: Final = "not decided: the gaps up to event {} can be filled in too many ways"
_KEPT: Final = "_completions"
"""Where a record keeps those of the whole of it."""


@dataclass(frozen=True, eq=False)
class Completion:
    """One ordinary record that a record with gaps may be, up to a moment."""

    whole: Record
    """The record with gaps."""
    state: State
    """The public state at the moment."""
    deals: Deals
    """What finds deals in the section of the game that it is in."""
    played: tuple[Played, ...] = ()
    """What was played up to the moment."""
    facts: tuple[Fact, ...] = ()
    """What the events of its last section say to everyone, and notes of hands in a later
    one."""
    said: frozenset[int] = frozenset()
    """The facts by their numbers: completions that say the same have the same."""
    fillings: tuple[tuple[int, tuple[Event, ...]], ...] = ()
    """For each gap its number in the record with gaps, and the events in its place."""
    positions: tuple[int, ...] = (0,)
    """After how many events of the completion each moment of the record with gaps comes."""
    deal: int | None = None
    """A deal that fitted the last time it was looked …"""
    fitted: int = 0
    """… with so many of the facts."""
    pasts: tuple[Completion, ...] = ()
    """Where a new section has begun in it: the ways up to there that have become one in it."""

    @property
    def at(self) -> int:
        """How many of its events are those up to the moment."""
        return self.positions[-1]

    @cached_property
    def record(self) -> Record:
        """It as a record: without gaps up to the moment; what follows is as in the whole.

        Before anything was played it is the whole as it stands.
        """
        if not self.played:
            return self.whole
        events = [played.event for played in self.played]
        later = self.whole.events[len(self.positions) - 1 :]
        record = self.whole.with_events((*events, *later))
        adopt_replay(record, Replay(record, replay_of(self.whole).state(0), self.played))
        return record

    @property
    def gaps(self) -> Mapping[int, Gap | Missing]:
        """The gaps, by their numbers."""
        told = enumerate(self.whole.events[: len(self.positions) - 1], start=1)
        return {number: event for number, event in told if isinstance(event, Gap | Missing)}

    @property
    def has_deal(self) -> bool:
        """Whether its deal fits it. Else it was not looked for one, or not found out."""
        new = self.facts[self.fitted :]
        return self.deal is not None and bool(self.deals.placements.fitting_all([self.deal], new))

    @property
    def records(self) -> tuple[Record, ...]:
        """It as a record, once for each way that the game may have gone up to its section."""
        if not self.pasts:
            return (self.record,)
        each = ((*past.played, *self.played[past.at :]) for past in self.pasts)
        return tuple(changed(self, played=played, pasts=()).record for played in each)

    @property
    def is_ordinary(self) -> bool:
        """Whether it has no gaps, and one event for each event of the record with gaps."""
        return not self.has_sections and all(len(events) == 1 for _, events in self.fillings)

    @property
    def has_sections(self) -> bool:
        """Whether a new section of the game begins in it, with a stretch or gap that is missing."""
        return has_gaps(self.record, self.at)

    @property
    def given_up(self) -> int | None:
        """The first gap of which the ways are too many to list; None: there is none."""
        weaker = (each.number for each in self.played if each.after.weaker)
        return next(map(self.original, weaker), None)

    def original(self, number: int) -> int:
        """The number, in the record with gaps, of an event of the completion."""
        return next(at for at, position in enumerate(self.positions) if position >= number)

    def cause(self, cause: Cause) -> Cause:
        """A cause in the completion as a cause in the record with gaps."""
        if not isinstance(cause, EventCause):
            return cause
        number = self.original(cause.number)
        return GapCause(number) if number in self.gaps else EventCause(number)

    # -- one event after the other ----------------------------------------------------------------

    def broken(self) -> tuple[Violation, ...]:
        """The rules that the events since the last moment break."""
        latest = self.played[self.positions[-2] :]
        return tuple(violation for played in latest for violation in played.broken)

    @property
    def newly_played(self) -> tuple[Event, ...]:
        """The events since the last moment."""
        return tuple(played.event for played in self.played[self.positions[-1] :])

    def with_event(self, event: PlainEvent, viewers: Collection[Seat]) -> Completion:
        """The completion with one more event, for those who know what some seats remember."""
        played = Played(event, self.state, apply(self.state, event))
        longer = changed(self, state=played.after, played=(*self.played, played))
        return longer.saying(said_to(played, viewers))

    def saying(self, facts: Sequence[Fact]) -> Completion:
        """The completion with more facts."""
        said = self.said.union(map(self.deals.number, facts))
        return changed(self, facts=(*self.facts, *facts), said=said)


def completions(
    record: Record,
    at: int | None = None,
    *,
    hands: tuple[Hand, ...] = (),
    by_players: bool = False,
    namings: bool = True,
    apart: Apart = frozenset(),
    told_to: int | None = None,
    listed_to: int | None = None,
) -> tuple[Completion, ...]:
    """The completions that some deal allows, of the beginning of a record.

    Args:
        record: the game.
        at: of its first so many events; None: of all.
        hands: dealt hands that are known; deals with other hands do not count.
        by_players: whether fillings that say the same to the reader stay apart.
        namings: whether forgotten namings are filled in also of claims that were wrong and after
            which all cards were shown: they told nobody more than that.
        apart: the numbers of the gaps of which they stay apart in any case.
        told_to: of the gaps from this event on, those that look alike to all are one: what was said
            there is left out. None: all stay apart.
        listed_to: with the gaps from this event on new sections of the game begin; None: only where
            their ways are too many.

    Returns:
        At least one. Where no deal allows any, those that got furthest; their records contradict
        themselves, or break a rule.

    Raises:
        UndecidedError: where there are too many that have to stay apart.
    """
    moment = record.moment(at)
    every = range(1, told_to or moment + 1) if by_players else frozenset[int]()
    namings = namings or not any(map(_leaves_naming_open, record.events))
    asked = moment, hands, apart or every, namings, told_to, listed_to
    kept = vars(record).setdefault(_KEPT, {}) if moment == len(record.events) else {}
    if asked not in kept:
        listed = [gap for gap in gap_numbers(record) if listed_to is None or gap < listed_to]
        if listed and may_be_spent() < 1:  # no walk is begun that nobody pays for
            raise UndecidedError(TOO_MANY_WAYS.format(listed[0]), listed[0])
        every_way = kept.get((moment, hands, range(1, moment + 1), namings, None, None))
        try:
            if told_to is not None and isinstance(every_way, tuple):  # they need no other walk
                kept[asked] = _looking_alike(every_way, told_to)
            else:
                kept[asked] = _completions(record, *asked)
        except UndecidedError as error:
            kept[asked] = error
    ways: tuple[Completion, ...] | UndecidedError = kept[asked]
    if isinstance(ways, UndecidedError):
        raise ways
    return ways


def _leaves_naming_open(event: Event) -> bool:
    """Whether a statement is a claim of which the naming is forgotten."""
    return (
        isinstance(event, Gap) and event.of is Claim and isinstance(event.value("holdings"), Open)
    )


def _completions(
    record: Record,
    moment: int,
    hands: tuple[Hand, ...],
    apart: Apart,
    namings: bool,
    told_to: int | None,
    listed_to: int | None,
) -> tuple[Completion, ...]:
    """``completions``, worked out."""
    with charged_to(share_of(WORK)):
        walk = CompletionWalk(
            record,
            hands,
            apart,
            namings=namings,
            keeps_all=told_to is not None,
            listed_to=listed_to,
            is_stepwise=False,
        )
        for event in record.events[:moment]:
            walk.go_on(event)
        ways = walk.completions()
    if told_to is not None:
        return _looking_alike(ways, told_to)
    if len(ways) <= MOST_WAYS or apart:
        return ways
    *_, last = (n for n in gap_numbers(record, moment) if listed_to is None or n < listed_to)
    return _completions(record, moment, hands, apart, namings, None, last)


def _looking_alike(ways: Sequence[Completion], told_to: int) -> tuple[Completion, ...]:
    """Ways as one where they look alike to all from an event on, a gap, without what it said."""
    place = ways[0].positions[told_to - 1]
    alike: dict[object, list[Completion]] = {}
    for way in ways:
        told = tuple(each.event for each in way.played[:place])
        looks = tuple(each.after.outlook for each in way.played[place:])
        alike.setdefault((told, looks), []).append(way)
    return tuple(_as_it_looks(each, place) for each in alike.values())


def _as_it_looks(ways: Sequence[Completion], place: int) -> Completion:
    """Ways that look alike as one, that says less than each of them.

    Args:
        ways: the ways.
        place: after so many of their events what is said at gaps may differ. What is said at the
            first gap after them is left out in any case.
    """
    first = ways[0]
    played = list(first.played[:place])
    for number, each in enumerate(first.played[place:], place):
        gap = first.whole.events[first.original(each.number) - 1]
        event, before = each.event, played[-1].after if played else each.before
        is_open = isinstance(event, UnsureAsk) or number == place
        is_open = is_open or any(way.played[number].event != event for way in ways)
        if is_open and not isinstance(event, Gap | Missing):  # else a section begins there
            event = gap if isinstance(gap, Gap) else ANY_ASK
        played.append(Played(event, before, changed(each.after, weaker=True)))
    told = tuple(
        (number, tuple(each.event for each in played[start:end]))
        for number, _ in first.fillings
        for start, end in [first.positions[number - 1 : number + 1]]
    )
    return changed(
        _as_one(ways),
        state=played[-1].after,
        played=tuple(played),
        facts=(),
        said=frozenset(),
        fillings=told,
        deal=None,
        fitted=0,
    )


def broken_in_all(each: Iterable[Iterable[Violation]]) -> tuple[Violation, ...]:
    """The rules that are broken in every completion.

    Args:
        each: what is broken in each of them. The words for a rule may differ, as whose turn it is
            may: of two ways both are given, of more the first.
    """
    first, *others = words = [gathered((it.code, it.message) for it in broken) for broken in each]
    common = [code for code in first if all(code in there for there in others)]
    if not common and all(words):  # each breaks a rule of its own
        code, (message, *_) = next(iter(first.items()))
        told = f"it breaks a rule however the gaps are filled (in one way: {message})"
        return (Violation(code, told),)
    return tuple(
        Violation(code, _in_all_words([message for there in words for message in there[code]]))
        for code in common
    )


def _in_all_words(messages: Iterable[str]) -> str:
    """How a rule is broken in several completions."""
    first, *others = dict.fromkeys(messages)
    if len(others) > 1:
        return f"{first}, and so however it is filled"
    return ", or ".join([first, *others])


def ordinary_record(ways: Sequence[Completion]) -> Record | None:
    """The ordinary record that the ways to fill gaps come to, where one is left; else None."""
    return ways[0].record if len(ways) == 1 and ways[0].is_ordinary else None


# -- the walk -------------------------------------------------------------------------------------


class CompletionWalk:
    """Goes through a record with all its completions together.

    Args:
        record: the game.
        hands: dealt hands that are known.
        apart: the numbers of the gaps of which fillings that say the same to the reader stay apart.
        namings: whether forgotten namings of claims whose cards were shown do, too.
        keeps_all: whether no two fillings of any gap become one, as those that look alike are put
            together in the end.
        listed_to: with the gaps from this event on new sections of the game begin, not only where
            their ways are too many.
        is_stepwise: whether each step has a budget of its own; else all are charged to the accounts
            that are open.
    """

    def __init__(
        self,
        record: Record,
        hands: tuple[Hand, ...],
        apart: Apart = frozenset(),
        *,
        namings: bool = True,
        keeps_all: bool = False,
        listed_to: int | None = None,
        is_stepwise: bool = True,
    ) -> None:
        self._listed_to = listed_to
        self._is_stepwise = is_stepwise
        self._record = record
        self.hands = hands
        self._apart = apart
        self._told = range(1, len(record.events) + 1) if keeps_all else apart
        """The gaps of which no two fillings become one."""
        self._namings = namings
        self._viewers = View(hands).seats
        start, known = replay_of(record).state(0), knowledge(record, hands, 0)
        self._branches = [Completion(record, start, Deals(known))]
        self._sections: dict[object, Deals] = {}
        """What finds deals in later sections, by what is known where they begin."""
        self._number = 0
        self._since_check = 1

    def go_on(self, event: Event) -> None:
        """Go on by one event, or through one gap.

        Raises:
            UndecidedError: where there are too many ways, or it costs too much.
        """
        with self._step():
            self._number += 1
            if isinstance(event, Gap | Missing):
                branches = self._past_gap(event)
            else:
                branches = self._past_event(event)
            self._branches = self._merged(
                [changed(each, positions=(*each.positions, len(each.played))) for each in branches]
            )
            # After a gap the next event closes most of it, and faster.
            if len(self._branches) > self._since_check and not isinstance(event, Gap):
                self._leave_possible()

    def _past_event(self, event: PlainEvent) -> list[Completion]:
        """The branches past an event that is remembered; those in which it is in place, if any."""
        in_place = [
            branch
            for branch in self._branches
            if len(self._branches) == 1 or event.irregular or not violations(branch.state, event)
        ]
        return [self._played(branch, event) for branch in in_place or self._branches]

    def _past_gap(self, event: Gap | Missing) -> list[Completion]:
        """The branches past a gap: one for each filling or, where these are too many, a section.

        Raises:
            UndecidedError: where they are too many, and fillings have to stay apart.
        """
        is_unlisted = self._listed_to is not None and self._number >= self._listed_to
        if is_stretch(event) or is_unlisted:
            return self._past_section(event)
        try:
            if len(self._branches) > MOST_WAYS and self._number not in self._apart:
                self._leave_possible()
                if len(self._branches) > MOST_WAYS:
                    raise self._too_many()
            return self._filled(event, regular=True) or self._filled(event, regular=False)
        except UndecidedError as error:
            if self._number in self._apart:
                raise self._too_many() from error
            return self._past_section(event)

    def _past_section(self, gap: Gap | Missing) -> list[Completion]:
        """The branches past a gap with which a new section of the game begins.

        What was said before says nothing of the new section. So it is found out now what it leaves.
        """
        is_possible = self._leave_possible()
        branches = [self._past(branch, gap) for branch in self._named()]
        if is_possible:
            return branches
        never = Clause((), GapCause(self._number))
        return [branch.saying((never,)) for branch in branches]

    def _past(self, branch: Completion, gap: Gap | Missing) -> Completion:
        """A branch past a gap with which a new section of the game begins."""
        only_asks = gap.of is Ask if isinstance(gap, Gap) else gap.only_asks
        after = past_stretch(branch.state, only_asks=only_asks, weaker=not is_stretch(gap))
        played = Played(gap, branch.state, after)
        past = changed(branch, state=after, played=(*branch.played, played))
        if after.section != after.at:  # the game was over
            return past
        known = section_start(after)
        key = known.seats, known.books
        if key not in self._sections:
            self._sections[key] = Deals(known)
        deals = self._sections[key]
        return changed(
            past,
            deals=deals,
            facts=(),
            said=frozenset(),
            deal=None,
            fitted=0,
            pasts=branch.pasts or (branch,),
        )

    def _played(self, branch: Completion, event: PlainEvent) -> Completion:
        """The branch with one more event."""
        clauses = len(event.cards) if isinstance(event, UnsureAsk) else 1
        charge(EVENT_COST * clauses)
        return branch.with_event(event, self._viewers)

    def resumed(self, record: Record, apart: Apart = frozenset()) -> CompletionWalk:
        """Another walk that is as far as this one, through a record that begins with the same.

        Args:
            record: the record.
            apart: the numbers of the gaps of which all fillings stay apart from now on.
        """
        walk = copy(self)
        walk._record, walk._apart, walk._told = record, apart, apart
        walk._branches = [changed(branch, whole=record) for branch in self._branches]
        return walk

    def fillings(self, number: int) -> frozenset[tuple[Event, ...]]:
        """The events that can stand for a gap of which all fillings stay apart.

        Raises:
            GapError: for a missing stretch that is not filled in.
        """
        self.is_possible()
        each = [dict(branch.fillings).get(number) for branch in self._named()]
        if None in each:
            raise GapError(number, f"event {number} is a missing stretch: its ways are not listed")
        return frozenset(filling for filling in each if filling is not None)

    def states(self) -> tuple[State, ...]:
        """The public state at the moment reached, in each completion."""
        return tuple(branch.state for branch in self._branches)

    @property
    def number(self) -> int:
        """How many events it has gone through."""
        return self._number

    def broken(self) -> tuple[Violation, ...]:
        """The rules that the last event breaks in every completion.

        Where little is known of whose turn it is, none of the rules on turns is.
        """
        return broken_in_all(branch.broken() for branch in self._branches)

    def is_possible(self) -> bool:
        """Whether a deal is left in some completion; those without one are left out, if so.

        Raises:
            UndecidedError: where finding that out takes too long.
        """
        with self._step():
            return self._leave_possible()

    def has_deal(self) -> bool:
        """Whether a deal is found that fits some completion; False where that is not found out."""
        return self.is_possible() and any(branch.has_deal for branch in self._branches)

    def _leave_possible(self) -> bool:
        """Leave out the branches in which no deal is left; False where all are such."""
        alive = self._with_deals(self._branches)
        self._branches = alive or self._branches
        self._since_check = len(self._branches)
        return bool(alive)

    def completions(self) -> tuple[Completion, ...]:
        """The completions at the moment reached."""
        with self._step():
            if len(self._branches) > 1:
                self._leave_possible()
            self._branches = self._named()
            return tuple(self._branches)

    def _named(self) -> list[Completion]:
        """The branches, with the forgotten namings of wrong claims, where they stay apart.

        Nothing that comes later depends on such a naming, so that it is filled in last.
        """
        branches = self._branches
        for number in filter(self._apart.__contains__, gap_numbers(self._record, self._number)):
            named = (each for branch in branches for each in self._with_namings(branch, number))
            branches = self._few(named) or branches
        return branches

    def _with_namings(self, branch: Completion, number: int) -> Iterator[Completion]:
        """A branch, for each naming that a wrong claim can have had and that a deal allows.

        Where they are too many, yet the cards were shown, no naming told more than these.
        """
        claim, *_ = dict(branch.fillings).get(number) or (None,)
        is_open = isinstance(claim, Claim) and claim.outcome == "split" and not claim.holdings
        if not isinstance(claim, Claim) or not is_open or (claim.shown and not self._namings):
            yield branch
            return
        place = branch.positions[number - 1]
        try:
            namings = wrong_namings(branch.played[place].before, claim)
        except UndecidedError:
            if not claim.shown:
                raise
            namings = [claim]
        named = (self._with_naming(branch, number, place, naming) for naming in namings)
        yield from filter(None, map(self._with_deal, named))

    def _with_naming(self, branch: Completion, number: int, place: int, claim: Claim) -> Completion:
        """A branch with a naming of a wrong claim.

        Args:
            branch: the branch.
            number: the gap.
            place: after how many events of the branch the claim comes.
            claim: the claim with its naming.
        """
        charge(EVENT_COST)
        unnamed = branch.played[place]
        played = replace(unnamed, event=claim)
        by_naming = [fact for fact in facts_of(played) if fact not in facts_of(unnamed)]
        return changed(
            branch.saying(by_naming),
            played=(*branch.played[:place], played, *branch.played[place + 1 :]),
            fillings=tuple((n, (claim,) if n == number else each) for n, each in branch.fillings),
        )

    def _filled(self, gap: Gap | Missing, *, regular: bool) -> list[Completion]:
        """The branches that a gap makes of those there are; so many missing asks are so many gaps.

        Args:
            gap: the gap.
            regular: whether it is filled by the rules only; else anyhow where they allow nothing.
        """
        ask = replace(ANY_ASK, irregular=gap.irregular)
        statements = [gap] if isinstance(gap, Gap) else [ask] * (gap.asks or 0)
        branches = self._branches
        for statement in statements:
            if branches is not self._branches and self._is_put_together:
                branches = self._with_deals(branches) or branches
            branches = self._merged(self._few(self._fill(branches, statement, regular=regular)))
        return [
            changed(branch, fillings=(*branch.fillings, (self._number, branch.newly_played)))
            for branch in branches
        ]

    def _fill(
        self, branches: Iterable[Completion], gap: Gap, *, regular: bool
    ) -> Iterator[Completion]:
        """The branches that one statement with a gap makes of some."""
        is_apart = self._number in self._apart
        for branch in branches:
            homes = partial(self._homes, branch) if is_apart else None
            for event in fillings(
                branch.state, gap, by_players=is_apart, regular=regular, homes=homes
            ):
                yield self._played(branch, event)

    def _homes(self, branch: Completion, card: Card) -> list[Seat]:
        """Who can hold a card in some deal that a branch allows."""
        present = Present(branch.state, EventCause(branch.state.at + 1))
        places = {seat: tuple(present.places([(card, seat)])) for seat in branch.state.table.seats}
        return [
            seat
            for seat, facts in places.items()
            if self._with_deal(branch.saying(facts)) is not None
        ]

    def _merged(self, branches: list[Completion]) -> list[Completion]:
        """The branches, without those that say the same as another from here on."""
        if len({branch.said for branch in branches}) == len(branches):
            return branches
        alike: dict[object, list[Completion]] = {}
        for branch in branches:
            key = branch.said, branch.deals, branch.state.outlook, self._told_apart(branch)
            alike.setdefault(key, []).append(branch)
        return list(map(_as_one, alike.values()))

    def _told_apart(self, branch: Completion) -> object:
        """How a branch fills the gaps of which the fillings stay apart."""
        told = [events for number, events in branch.fillings if number in self._told]
        return (*told, branch.newly_played if self._number in self._told else ())

    @property
    def _is_put_together(self) -> bool:
        """Whether the ways past the last event are put together where they look alike."""
        return self._number in self._told and self._number not in self._apart

    def _with_deals(self, branches: Iterable[Completion]) -> list[Completion]:
        """Those of some branches in which a deal is left, each with a deal that fits it."""
        return list(filter(None, map(self._with_deal, branches)))

    def _with_deal(self, branch: Completion) -> Completion | None:
        """A branch with a deal that fits it; None where none does."""
        deal = branch.deal
        if not branch.has_deal:
            if len(self._branches) > 1 and may_be_spent() < 1:
                if self._apart:
                    raise self._too_many()
                return branch  # perhaps a deal is left
            charge(FACT_COST * len(branch.facts))
            try:
                deal = branch.deals.find(branch.said)
            except UndecidedError:
                return branch  # perhaps a deal is left
            if deal is None:
                return None
        return changed(branch, deal=deal, fitted=len(branch.facts))

    def _step(self) -> AbstractContextManager[None]:
        """A step of the walk: with an account of its own, where each has one."""
        return charged_to(share_of(WORK)) if self._is_stepwise else nullcontext()

    def _few(self, branches: Iterable[Completion]) -> list[Completion]:
        """The branches that a gap makes, where they are few and the walk has not cost too much.

        Raises:
            UndecidedError: else.
        """
        few: list[Completion] = []
        for branch in branches:
            few.append(branch)
            most = MOST_BRANCHES
            if len(few) > most and self._is_put_together:
                few = self._with_deals(few)
                most //= 2
            if len(few) > most or (len(few) > 1 and may_be_spent() < 1):
                raise self._too_many()
        return few

    def _too_many(self) -> UndecidedError:
        """The error that says where it was given up."""
        return UndecidedError(TOO_MANY_WAYS.format(self._number), self._number)


def _as_one(branches: Sequence[Completion]) -> Completion:
    """Branches that say the same from here on; what was dealt may be what one of them says."""
    first, *others = branches
    if not others or not first.pasts:
        return first
    pasts = dict.fromkeys(past for branch in branches for past in branch.pasts)
    return changed(first, pasts=tuple(pasts))


class Deals:
    """Finds deals that fit some facts: one solver knows all facts, each with a switch.

    Args:
        known: what always counts.
    """

    def __init__(self, known: Knowledge) -> None:
        self._known = known
        self.placements = Placements(known.cards, known.seats)
        self._switches: dict[Fact, int] = {}

    def __reduce__(self) -> tuple[type[Deals], tuple[Knowledge]]:
        return type(self), (self._known,)  # a solver can be no part of a copy

    @cached_property
    def _solver(self) -> DealSolver:
        allowed = self.placements.all & ~self.placements.denied(self._known.facts)
        return DealSolver(self.placements, self._known, allowed)

    def number(self, fact: Fact) -> int:
        """The number of a fact: the variable that switches it on."""
        if fact not in self._switches:
            self._switches[fact] = self._solver.new_variable()
            self._solver.add((fact,), self._switches[fact])
        return self._switches[fact]

    def find(self, said: Iterable[int]) -> int | None:
        """A deal that fits some facts, by their numbers; None where there is none.

        Raises:
            UndecidedError: where the search was given up.
        """
        solver = self._solver
        return solver.deal() if solver.is_satisfiable(sorted(said), CONFLICTS) else None

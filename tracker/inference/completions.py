"""Completions: the ordinary records that a record with gaps may be.

A *gap* is a statement with a part that nobody remembers. A *completion* fills every gap in one way,
and a deal is consistent with the record when it is consistent with one of its completions. The walk
below goes through all of them together, event by event. A gap makes branches: one for each filling
that the rules allow there. A branch ends as soon as an event is out of place in it, or no deal is
left in it; branches that can no longer differ (same public state, same facts) become one. Turn
order closes most gaps at once: whoever asks next tells what the answer was.

A missing stretch is not filled. One ask alone is, because its ways are few; past a longer stretch a
branch goes on with new versions of the cards (``tracker.knowledge.stretch_facts``).

Two kinds of completions are told apart. For *what follows from the record* some fillings stay
together as one event that says what they have in common, without loss: a ``no`` to an ask for one
of some cards (``UnsureAsk``), and a claim whose naming is forgotten (no holdings). For *what the
players knew* every filling is a branch of its own, because they knew what was said.

Example: ``Ann asks Bob 5H: ?``, then ``Ann asks Dora 9S: no``: one branch is left, with a yes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import AbstractContextManager, nullcontext, suppress
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, Final, TypeVar
from weakref import finalize

from tracker.budget import Budget, charge, charged_to, may_be_spent, share_of
from tracker.errors import GapError, UndecidedError, Violation
from tracker.game.ask_rules import may_surrender
from tracker.game.cards import Card
from tracker.game.events import (
    Ask,
    Claim,
    Event,
    Gap,
    HandSize,
    HandSizes,
    Missing,
    Now,
    Open,
    PlainEvent,
    Seat,
    UnsureAsk,
    is_stretch,
)
from tracker.game.fillings import ANY_ASK, ANY_PASS, fillings, wrong_namings
from tracker.game.legality import OF_TURNS, violations
from tracker.game.record import Hand, Record
from tracker.game.replay import Played, Replay, adopt_replay, replay_of
from tracker.game.state import Situation, State, changed
from tracker.game.transition import (
    NOTES,
    apply,
    past_stretch,
    past_unknown_move,
    situations_past_stretch,
)
from tracker.game.turns import may_have_turn
from tracker.knowledge.facts import Cause, Deal, EventCause, Fact, GapCause
from tracker.knowledge.gather import Present, event_facts, facts_of, now_facts
from tracker.knowledge.stretch_facts import (
    StretchLink,
    asks_first,
    gap_facts,
    has_turn,
    known_with_versions,
    link_facts,
    move_facts,
)
from tracker.knowledge.views import View, knowledge
from tracker.sat import DealSolver, Placements
from tracker.sat.deal_chain import CONFLICTS, allowed_of_versions
from tracker.sat.placements import bits
from tracker.sat.solver import SwitchedSolver

Item = TypeVar("Item", bound=Any)
MOST_BRANCHES: Final = 2_000
"""Where more branches are open at once, the question is given up."""
MOST_LISTED: Final = 100
"""Where there are more branches, the walk begins again, and forgotten asks with many ways are not
listed: the branches go on with new versions of the cards, as past a missing stretch."""
MOST_VERSIONED: Final = 4
"""Then the cards that a forgotten ask may have moved are listed only where that makes no more
branches."""
MOST_GROWTH: Final = 2
"""Or where it makes at most so many times as many: turn order closes an answer at once."""
MOST_MOVED: Final = 60
"""But the cards that a forgotten ask may have moved have new versions. Only where more branches are
open even so have all cards."""
MOST_AT_ONCE: Final = 24
"""So many branches may be open at once where all cards have new versions: each is slow to look
at."""
WORK: Final = 2_000_000
"""What going through the ways to fill the gaps of a record may cost: some eight seconds. The unit
is a fact that a search for a deal is given."""
LISTING_SHARE: Final = 3 / 8
"""How much of that the first walk may cost, in which all are listed."""
VERSION_SHARE: Final = 1 / 2
"""How much of it a walk with new versions of the cards may cost."""
EVENT_COST: Final = 20
"""An event that is played in a branch."""
VERSION_COST: Final = 3
"""So many times as much costs a search for a deal of several versions of the cards, and an event
where all cards have new ones."""
MOST_FOUND: Final = 64
"""So many deals are kept that a search found."""
MOST_CORES: Final = 32
"""So many sets of facts that no deal fits are kept."""
_KEPT: Final = "_completions"
"""Where a record keeps those of the whole of it."""


@dataclass(frozen=True, eq=False)
class Completion:
    """One ordinary record that a record with gaps may be, up to a moment."""

    record: Record
    """Without gaps in its first ``at`` events; what follows is as in the record with gaps."""
    at: int
    """How many of its events are those up to the moment."""
    fillings: tuple[tuple[int, tuple[Event, ...]], ...]
    """For each gap its number in the record with gaps, and the events in its place."""
    gaps: Mapping[int, Gap | Missing]
    """The gaps, by their numbers."""
    positions: tuple[int, ...]
    """After how many events of the completion each moment of the record with gaps comes."""
    facts: tuple[Fact, ...]
    """What the heeded events say to everyone; past a missing stretch, what its hands say, too."""
    links: tuple[StretchLink, ...] = ()
    """The missing stretches that were not filled. Their gaps stand among the record's events."""
    has_deal: bool = False
    """Whether a deal that fits was found. Else it was not looked for, or not found out."""

    @property
    def is_ordinary(self) -> bool:
        """Whether it has no gaps, and one event for each event of the record with gaps."""
        return not self.links and all(len(events) == 1 for _, events in self.fillings)

    def original(self, number: int) -> int:
        """The number, in the record with gaps, of an event of the completion."""
        return next(at for at, position in enumerate(self.positions) if position >= number)

    def numbered(self, item: Item, *names: str) -> Item:
        """A part of an answer, with numbers of events as in the record with gaps.

        Args:
            item: a dataclass.
            names: its fields that are numbers of events, or None.
        """
        numbers = {name: getattr(item, name) for name in names}
        known = {name: at for name, at in numbers.items() if at is not None}
        return replace(item, **{name: self.original(at) for name, at in known.items()})

    def cause(self, cause: Cause) -> Cause:
        """A cause in the completion as a cause in the record with gaps."""
        if not isinstance(cause, EventCause):
            return cause
        number = self.original(cause.number)
        return GapCause(number) if number in self.gaps else EventCause(number)


def completions(
    record: Record,
    at: int | None = None,
    *,
    hands: tuple[Hand, ...] = (),
    by_players: bool = False,
    namings: bool = True,
    apart: Set[int] = frozenset(),
    heeded: Set[int] | None = None,
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
        heeded: for explanations: the numbers of the events that are taken for true. Of the others
            only what they publicly move is. None: all.

    Returns:
        At least one. Where no deal allows any, those that got furthest; their records contradict
        themselves, or break a rule.

    Raises:
        GapError: where a stretch is missing that cannot be filled in.
        UndecidedError: where there are too many.
    """
    moment = record.moment(at)
    if moment < len(record.events) or apart or heeded is not None:
        return _completions(record, moment, hands, by_players, namings, apart, heeded)
    kept = vars(record).setdefault(_KEPT, {})
    asked = hands, by_players, namings
    if asked not in kept:
        try:
            kept[asked] = _completions(record, moment, hands, by_players, namings, apart, heeded)
        except UndecidedError as error:
            kept[asked] = error
    ways: tuple[Completion, ...] | UndecidedError = kept[asked]
    if isinstance(ways, UndecidedError):
        raise ways
    return ways


def _completions(
    record: Record,
    moment: int,
    hands: tuple[Hand, ...],
    by_players: bool,
    namings: bool,
    apart: Set[int],
    heeded: Set[int] | None,
) -> tuple[Completion, ...]:
    """``completions``, worked out."""
    events = record.events[:moment]

    def walked(most: int, budget: Budget) -> tuple[Completion, ...]:
        """The completions, where a forgotten ask makes no more branches by being listed."""
        with charged_to(budget):
            walk = CompletionWalk(
                record,
                hands,
                by_players=by_players,
                namings=namings,
                apart=apart,
                heeded=heeded,
                most=most,
                is_stepwise=False,
            )
            for event in events:
                walk.go_on(event)
            return walk.completions()

    work = share_of(WORK).left
    if by_players:
        return walked(MOST_BRANCHES, Budget(work))
    listing, versions = Budget(LISTING_SHARE * work), Budget(VERSION_SHARE * work)
    try:
        return walked(MOST_LISTED, listing)
    except _TooManyToListError:
        with suppress(UndecidedError):
            return walked(MOST_VERSIONED, versions)
    spent = (LISTING_SHARE + VERSION_SHARE) * work - listing.left - versions.left
    return walked(MOST_BRANCHES, Budget(work - spent))


def broken_in_all(each: Iterable[Iterable[Violation]]) -> tuple[Violation, ...]:
    """The rules that are broken in every completion.

    Args:
        each: what is broken in each of them. The words for a rule may differ, as whose turn it is
            may: of two ways both are given, of more the first.
    """
    words: list[dict[str, dict[str, None]]] = []
    for violations_there in each:
        words.append({})
        for violation in violations_there:
            words[-1].setdefault(violation.code, {})[violation.message] = None
    first, *others = words
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


@dataclass(frozen=True, eq=False)
class _Branch:
    """A completion so far."""

    state: State
    played: tuple[Played, ...] = ()
    facts: tuple[Fact, ...] = ()
    fillings: tuple[tuple[int, tuple[Event, ...]], ...] = ()
    positions: tuple[int, ...] = (0,)
    fact_mask: int = 0
    """The facts as a set, by the numbers that the walk gives them (a bit each) …"""
    counted: int = 0
    """… but only the first so many."""
    witness: _FoundDeal | None = None
    """A deal that fitted the last time it was looked."""
    links: tuple[StretchLink, ...] = ()
    """The missing stretches so far that were not filled."""
    turn_open: bool = False
    """Whether the last stretch leaves open who has the turn, which a mark of its tells."""

    @property
    def is_lax(self) -> bool:
        """Whether little is known of whose turn it is."""
        return any(link.is_lax for link in self.links)

    def broken(self) -> tuple[Violation, ...]:
        """The rules that the events since the last moment break."""
        left_out = OF_TURNS if self.is_lax else frozenset()
        return tuple(
            violation
            for played in self.played[self.positions[-2] :]
            for violation in played.broken
            if violation.code not in left_out
        )

    def turns(self, event: Event) -> Iterator[_Branch]:
        """The branch, for each seat that may have the turn after a stretch of asks.

        Whoever has it then has cards, and nobody else can ask next.
        """
        if not self.turn_open:
            yield self
            return
        for seat in _askers(event) or self.state.table.seats:
            fact = has_turn(self.state.version, seat, self.links[-1].cause)
            state = changed(self.state, situations=(Situation((seat,)),))
            yield changed(
                self,
                state=state,
                facts=(*self.facts, fact),
                turn_open=False,
                witness=None,
            )

    def past(self, missing: Missing, *, heeded: bool = True) -> Iterator[_Branch]:
        """The branch past a missing stretch that is not filled."""
        if self.state.over:
            yield self
        elif missing.only_asks:
            if missing.asks is None:
                yield self  # there may have been none
            yield from self._past_asks(missing, missing.asks, link_facts, heeded=heeded)
        else:
            after = past_stretch(self.state, situations_past_stretch(self.state), only_asks=False)
            link = StretchLink(self.state, after, None, only_asks=False)
            yield self._linked(missing, link, link_facts if heeded else _no_facts)

    def past_ask(self, gap: Gap, *, heeded: bool) -> Iterator[_Branch]:
        """The branch past an ask of which something is forgotten, and whose ways are not listed."""
        return self._past_asks(gap, 1, lambda link: gap_facts(link, gap), heeded=heeded)

    def past_move(self, gap: Gap, asks: Sequence[Ask], *, heeded: bool) -> _Branch:
        """The branch past an ask answered yes of which only the card is forgotten."""
        after = past_unknown_move(self.state, asks)
        link = StretchLink(self.state, after, 1, only_asks=True)
        branch = self._linked(gap, link, lambda link: move_facts(link, asks) if heeded else ())
        return changed(branch, turn_open=self.turn_open)

    def _past_asks(
        self,
        gap: Gap | Missing,
        asks: int | None,
        facts_of_link: Callable[[StretchLink], Iterable[Fact]],
        *,
        heeded: bool,
    ) -> Iterator[_Branch]:
        """The branch past asks that are not filled in, for each seat that may be the first."""
        unknown = StretchLink(self.state, self.state, asks, only_asks=True)
        turns = tuple(Situation((seat,)) for seat in self.state.table.seats)
        steps = asks if unknown.is_stepwise else 1
        after = past_stretch(self.state, turns, only_asks=True, asks=steps)
        link = changed(unknown, after=after)
        branch = self._linked(gap, link, facts_of_link if heeded else _no_facts)
        if not heeded:
            yield branch
            return
        for seat in _askers(gap) or self.state.table.seats:
            if may_have_turn(self.state, seat):
                yield changed(branch, facts=(*branch.facts, asks_first(link, seat)))

    def _linked(
        self,
        gap: Gap | Missing,
        link: StretchLink,
        facts_of_link: Callable[[StretchLink], Iterable[Fact]],
    ) -> _Branch:
        """The branch with new versions of the cards."""
        return changed(
            self,
            state=link.after,
            played=(*self.played, Played(gap, link.before, link.after)),
            facts=(*self.facts, *facts_of_link(link)),
            links=(*self.links, link),
            turn_open=link.only_asks,
            witness=None,
        )

    def with_event(self, event: PlainEvent) -> _Branch:
        """The branch with one more event."""
        played = Played(event, self.state, apply(self.state, event))
        facts = facts_of(played)
        if self.is_lax:  # a half-suit may even have gone with the last chance of forced claims
            is_size = isinstance(event, HandSize | HandSizes)
            facts = () if is_size else event_facts(self.state, event, in_turn=False)
        return changed(
            self, state=played.after, played=(*self.played, played), facts=self.facts + facts
        )

    def at_moment(self, fact_mask: int) -> _Branch:
        """The branch at the next moment of the record with gaps.

        Args:
            fact_mask: its facts as a set.
        """
        positions = (*self.positions, len(self.played))
        return changed(self, positions=positions, fact_mask=fact_mask, counted=len(self.facts))


class _TooManyToListError(Exception):
    """There are too many ways to fill the gaps to list them all."""


class CompletionWalk:
    """Goes through a record with all its completions together.

    Args:
        record: the game.
        hands: dealt hands that are known.
        by_players: whether fillings that say the same to the reader stay apart.
        namings: whether those of claims whose cards were shown do, too.
        apart: the numbers of the gaps of which they stay apart in any case.
        heeded: the numbers of the events that are taken for true; None: all.
        most: how many branches a forgotten ask may make by being listed.
        is_stepwise: whether each step has a budget of its own; else all are charged to the accounts
            that are open.
    """

    def __init__(
        self,
        record: Record,
        hands: tuple[Hand, ...],
        *,
        by_players: bool = False,
        namings: bool = True,
        apart: Set[int] = frozenset(),
        heeded: Set[int] | None = None,
        most: int = MOST_BRANCHES,
        is_stepwise: bool = True,
    ) -> None:
        self._most = most
        self._is_stepwise = is_stepwise
        self._record = record
        self.hands = hands
        self._heeded = heeded
        self._by_players = by_players
        self._namings = namings
        self._apart = apart
        self._viewers = View(hands).seats
        self._start = replay_of(record).state(0)
        self._branches = [_Branch(self._start)]
        self._deals = _Deals(record, hands)
        self._number = 0
        self._since_check = 1

    def go_on(self, event: Event) -> None:
        """Go on by one event, or through one gap.

        Raises:
            UndecidedError: where there are too many ways, or it costs too much.
        """
        with self._step():
            self._go_on(event)

    def _go_on(self, event: Event) -> None:
        """``go_on``, within a step."""
        self._number += 1
        if self._is_at_table(event):
            self._branches = [turn for branch in self._branches for turn in branch.turns(event)]
        if isinstance(event, Gap | Missing):
            if len(self._branches) > MOST_VERSIONED and self._has_grown:
                self._drop_impossible()
            if is_stretch(event) and len(self._branches) > MOST_AT_ONCE:
                # Past it there are as many at least: what it says need not be found out in each.
                raise _TooManyToListError if self._most == MOST_LISTED else self._too_many()
            gap = event if self._is_heeded else replace(event, irregular=True)
            branches = self._filled(gap, regular=True) or self._filled(gap, regular=False)
            if len(branches) > self._most and not self._by_players:
                if self._most == MOST_LISTED:
                    raise _TooManyToListError
                branches = self._past_moves(gap) or branches
                if MOST_MOVED < len(branches) > MOST_GROWTH * len(self._branches):
                    branches = self._past_unlisted(gap) or branches
            self._require_few(branches)
        else:
            in_place = [
                branch
                for branch in self._branches
                if len(self._branches) == 1
                or event.irregular
                or not self._is_heeded
                or branch.is_lax
                or not violations(branch.state, event)
            ]
            branches = [self._played(branch, event) for branch in in_place or self._branches]
        self._branches = self._merged([b.at_moment(self._fact_mask(b)) for b in branches])
        if self._is_worth_looking(event):
            self._drop_impossible()

    def _is_worth_looking(self, event: Event) -> bool:
        """Whether to look after an event for branches in which no deal is left.

        After a gap the next event closes most of it, and faster.
        """
        is_more = len(self._branches) > self._since_check
        return is_more and self._has_grown and not isinstance(event, Gap)

    @property
    def _has_grown(self) -> bool:
        """Whether branches are many, beside those when it was last looked for impossible ones.

        To look takes long where all cards have new versions.
        """
        number = len(self._branches)
        has_versions = any(branch.state.version for branch in self._branches)
        return not has_versions or number > 2 * self._since_check

    @staticmethod
    def _is_at_table(event: Event) -> bool:
        """Whether an event takes, or may take, somebody's turn."""
        return not isinstance(event.of if isinstance(event, Gap) else event, NOTES)

    @property
    def _is_heeded(self) -> bool:
        """Whether the event that comes now is taken for true."""
        return self._heeded is None or self._number in self._heeded

    @property
    def _stays_apart(self) -> bool:
        """Whether the fillings of the gap that comes now stay apart."""
        return self._by_players or self._number in self._apart

    def _played(self, branch: _Branch, event: PlainEvent) -> _Branch:
        """The branch with one more event; with what it says only if that is heeded."""
        clauses = len(event.cards) ** 2 if isinstance(event, UnsureAsk) else 1
        charge(EVENT_COST * clauses * (VERSION_COST if branch.state.version else 1))
        after = branch.with_event(event)
        if not self._is_heeded:
            return replace(after, facts=branch.facts)
        is_private = isinstance(event, Now) and event.seat in self._viewers
        if isinstance(event, Now) and is_private and branch.links and not branch.is_lax:
            return replace(after, facts=(*after.facts, *now_facts(branch.state, event)))
        return after

    def resumed(self, record: Record, apart: Set[int] = frozenset()) -> CompletionWalk:
        """Another walk that is as far as this one, through a record that begins with the same.

        Args:
            record: the record.
            apart: the numbers of the gaps of which all fillings stay apart from now on.
        """
        walk = copy(self)
        walk._record, walk._apart = record, apart
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

    def _leave_possible(self) -> bool:
        """Leave out the branches in which no deal is left; False where all are such."""
        alive = list(filter(None, map(self._with_witness, self._branches)))
        self._branches = alive or self._branches
        return bool(alive)

    def completions(self) -> tuple[Completion, ...]:
        """The completions at the moment reached."""
        with self._step():
            if len(self._branches) > 1:
                self._drop_impossible()
            named = self._named()
            self._require_few(named)
            return tuple(map(self._completion, named))

    def _named(self) -> list[_Branch]:
        """The branches, with the forgotten namings of wrong claims, where they stay apart.

        Nothing that comes later depends on such a naming, so that it is filled in last.
        """
        branches = self._branches
        for number in range(1, self._number + 1) if self._by_players else sorted(self._apart):
            named: list[_Branch] = []
            for branch in branches:
                named += self._with_namings(branch, number)
                self._require_few(named)
            branches = named or branches
        return branches

    def _with_namings(self, branch: _Branch, number: int) -> Iterator[_Branch]:
        """A branch, for each naming that a wrong claim can have had and that a deal allows.

        Where they are too many, yet the cards were shown, no naming told more than these.
        """
        filling = dict(branch.fillings).get(number, ())
        claim = filling[0] if len(filling) == 1 else None
        is_open = isinstance(claim, Claim) and claim.outcome == "split" and not claim.holdings
        if not isinstance(claim, Claim) or not is_open or (claim.shown and not self._namings):
            yield branch
            return
        place = next(n for n, played in enumerate(branch.played) if played.event is claim)
        try:
            namings = wrong_namings(branch.played[place].before, claim)
        except UndecidedError:
            if not claim.shown:
                raise
            yield branch
            return
        for naming in namings if self._goes_on() else ():
            named = self._with_naming(branch, number, place, naming)
            if (possible := self._with_witness(named)) is not None:
                yield possible

    def _with_naming(self, branch: _Branch, number: int, place: int, claim: Claim) -> _Branch:
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
        is_heeded = self._heeded is None or number in self._heeded
        return changed(
            branch,
            played=(*branch.played[:place], played, *branch.played[place + 1 :]),
            facts=(*branch.facts, *by_naming) if is_heeded else branch.facts,
            fillings=tuple((n, (claim,) if n == number else each) for n, each in branch.fillings),
        )

    def _completion(self, branch: _Branch) -> Completion:
        """The completion that a branch has become."""
        events = tuple(played.event for played in branch.played)
        record = self._record.with_events((*events, *self._record.events[self._number :]))
        adopt_replay(record, Replay(record, self._start, branch.played))
        gaps = {
            number: event
            for number, event in enumerate(self._record.events[: self._number], start=1)
            if isinstance(event, Gap | Missing)
        }
        return Completion(
            record,
            len(events),
            branch.fillings,
            gaps,
            branch.positions,
            branch.facts,
            branch.links,
            has_deal=self._deals.known(self._fact_mask(branch), branch) is not None,
        )

    def _filled(self, gap: Gap | Missing, *, regular: bool) -> list[_Branch]:
        """The branches that a gap makes of those there are.

        Args:
            gap: the gap.
            regular: whether it is filled by the rules only; else anyhow where they allow nothing.
        """
        return [
            filled
            for branch in self._branches
            for filled in self._fill(branch, gap, regular=regular)
            if self._goes_on()
        ]

    def _past_moves(self, gap: Gap | Missing) -> list[_Branch]:
        """The branches past a forgotten ask, cards that a yes can have moved together.

        None, where that cannot be: then each filling is a branch.
        """
        if self._stays_apart or not isinstance(gap, Gap) or gap.of is not Ask or gap.irregular:
            return []
        if any(branch.state.version or branch.state.over for branch in self._branches):
            return []
        return self._merged([after for b in self._branches for after in self._moves_of(b, gap)])

    def _moves_of(self, branch: _Branch, gap: Gap) -> Iterator[_Branch]:
        """The branches past a forgotten ask, for one branch."""
        moves: dict[tuple[Seat, Seat], list[Ask]] = {}
        for event in fillings(branch.state, gap, by_players=False, regular=True):
            if isinstance(event, Ask) and event.answer == "yes":
                moves.setdefault((event.asker, event.target), []).append(event)
            else:
                yield self._filled_with(branch, event)
        for asks in moves.values():
            if len(asks) > 1 and not may_surrender(branch.state.table.rules):
                yield branch.past_move(gap, asks, heeded=self._is_heeded)
            else:
                yield from (self._filled_with(branch, ask) for ask in asks)

    def _filled_with(self, branch: _Branch, event: PlainEvent) -> _Branch:
        """The branch with an event in the place of the gap that comes now."""
        filled = self._played(branch, event)
        return changed(filled, fillings=(*branch.fillings, (self._number, (event,))))

    def _past_unlisted(self, gap: Gap | Missing) -> list[_Branch]:
        """The branches past a forgotten ask whose ways are not listed; empty where they must be."""
        if self._stays_apart or not isinstance(gap, Gap) or gap.of is not Ask or gap.irregular:
            return []
        if len(self._branches) > 1:
            self._drop_impossible()
        if not all(StretchLink(b.state, b.state, 1, True).is_stepwise for b in self._branches):
            return []
        return [
            after
            for branch in self._branches
            if not branch.state.over
            for after in branch.past_ask(gap, heeded=self._is_heeded)
        ]

    def _fill(self, branch: _Branch, gap: Gap | Missing, *, regular: bool) -> Iterator[_Branch]:
        """The branches that a gap makes of one."""
        if isinstance(gap, Missing):
            if is_stretch(gap) or branch.links:
                yield from branch.past(gap, heeded=self._is_heeded)
                return
            for filled in self._one_ask(branch, gap, regular=regular):
                events = tuple(played.event for played in filled.played[len(branch.played) :])
                yield changed(filled, fillings=(*branch.fillings, (self._number, events)))
            return
        homes = partial(self._homes, branch) if self._stays_apart and self._is_heeded else None
        for event in fillings(
            branch.state, gap, by_players=self._stays_apart, regular=regular, homes=homes
        ):
            yield self._filled_with(branch, event)

    def _homes(self, branch: _Branch, card: Card) -> list[Seat]:
        """Who can hold a card in some deal that a branch allows."""
        present = Present(branch.state, EventCause(branch.state.at + 1))
        places = {seat: tuple(present.places([(card, seat)])) for seat in branch.state.table.seats}
        return [
            seat
            for seat, facts in places.items()
            if self._with_witness(changed(branch, facts=(*branch.facts, *facts))) is not None
        ]

    def _one_ask(self, branch: _Branch, gap: Missing, *, regular: bool) -> list[_Branch]:
        """The ways to go on through a missing ask, with a pass before it or without."""
        ask = replace(ANY_ASK, irregular=gap.irregular)
        filled = self._merged(
            [
                self._played(before, event)
                for before in self._with_passes([branch])
                for event in fillings(
                    before.state, ask, by_players=self._stays_apart, regular=regular
                )
            ]
        )
        self._require_few(filled)
        self._branches, kept = filled, self._branches
        self._drop_impossible()
        filled, self._branches = self._branches, kept
        return self._with_passes(filled)

    def _with_passes(self, branches: Sequence[_Branch]) -> list[_Branch]:
        """Some branches, and those with a pass after them."""
        passed = [
            self._played(branch, event)
            for branch in branches
            for event in fillings(branch.state, ANY_PASS, by_players=True, regular=True)
        ]
        return self._merged([*branches, *passed])

    def _merged(self, branches: list[_Branch]) -> list[_Branch]:
        """The branches, without those that say the same as another from here on."""
        if len(branches) < 2 or self._by_players:
            return branches
        alike: dict[int, list[_Branch]] = {}
        for branch in branches:
            alike.setdefault(self._fact_mask(branch), []).append(branch)
        if len(alike) == len(branches):
            return branches
        return [branch for group in alike.values() for branch in self._different(group)]

    def _different(self, branches: list[_Branch]) -> Iterable[_Branch]:
        """Those of some branches with the same facts that differ otherwise."""
        if len(branches) == 1:
            return branches
        different: dict[object, _Branch] = {}
        for branch in branches:
            different.setdefault((_key(branch), self._told_apart(branch)), branch)
        return different.values()

    def _fact_mask(self, branch: _Branch) -> int:
        """The facts of a branch as a set: a bit each."""
        return self._deals.set_of(branch.facts[branch.counted :], branch.fact_mask)

    def _told_apart(self, branch: _Branch) -> object:
        """How a branch fills the gaps of which the fillings stay apart."""
        told = [events for number, events in branch.fillings if number in self._apart]
        if self._number in self._apart:  # in a missing stretch
            told.append(tuple(played.event for played in branch.played[branch.positions[-1] :]))
        return tuple(told)

    def _drop_impossible(self) -> None:
        """Leave out the branches in which no deal is left, if any other has one."""
        self._leave_possible()
        self._since_check = max(len(self._branches), 1)

    def _with_witness(self, branch: _Branch) -> _Branch | None:
        """A branch with a deal that fits it; None where none does."""
        fact_mask = self._fact_mask(branch)
        witness = self._deals.known(fact_mask, branch)
        if witness is None:
            self._require_budget()
            charge(len(branch.facts) * (VERSION_COST if branch.links else 1))
            try:
                witness = self._deals.find(fact_mask, branch)
            except UndecidedError:
                return branch  # perhaps a deal is left
            if witness is None:
                return None
        return branch if witness is branch.witness else changed(branch, witness=witness)

    def _require_few(self, branches: Sequence[_Branch]) -> None:
        """Go on where the branches are few enough, and the walk has not taken too long.

        Raises:
            UndecidedError: else.
        """
        self._require_budget()
        if len(branches) > MOST_AT_ONCE and any(branch.state.version for branch in branches):
            raise self._too_many()
        if len(branches) > MOST_BRANCHES:
            raise UndecidedError(
                f"not decided: up to event {self._number} the gaps can be filled in more than "
                f"{MOST_BRANCHES:,} ways",
                self._number,
            )

    def _step(self) -> AbstractContextManager[None]:
        """A step of the walk: with an account of its own, where each has one."""
        return charged_to(share_of(WORK)) if self._is_stepwise else nullcontext()

    def _require_budget(self) -> None:
        """Go on where the walk has not cost too much.

        Raises:
            UndecidedError: else, if there are several branches.
        """
        if len(self._branches) > 1 and may_be_spent() < 1:
            raise self._too_many()

    def _goes_on(self) -> bool:
        """True, where a gap makes branches and the walk has not cost too much.

        Raises:
            UndecidedError: else.
        """
        if may_be_spent() < 1:
            raise self._too_many()
        return True

    def _too_many(self) -> UndecidedError:
        """The error that says where it was given up."""
        return UndecidedError(
            f"not decided: the gaps up to event {self._number} can be filled in too many ways",
            self._number,
        )


@dataclass(eq=False)
class _FoundDeal:
    """A deal that was found, and which facts it is known to fit."""

    deal: Deal
    looked: int = 0
    """The facts that were looked at, as a set (a bit each)."""
    fitted: int = 0
    """Those of them that it fits."""

    def fits(self, fact_mask: int, facts: Sequence[Fact]) -> bool:
        """Whether it fits a set of facts.

        Args:
            fact_mask: the set.
            facts: all facts, by number.
        """
        if fact_mask & self.looked & ~self.fitted:
            return False
        for bit in bits(fact_mask & ~self.looked):
            self.looked |= bit
            if not facts[bit.bit_length() - 1].fits(self.deal):
                return False
            self.fitted |= bit
        return True


class _Deals:
    """Finds deals that fit some facts.

    Branches share most of their facts. So each fact has a number, and sets of facts are bits of one
    integer; one solver knows all facts, and is told which of them count; and deals that it found,
    and sets of facts that no deal fits, are kept and tried first.

    Args:
        record: the game.
        hands: dealt hands that are known.
    """

    def __init__(self, record: Record, hands: tuple[Hand, ...]) -> None:
        self._record = record
        self._known = knowledge(record, hands, 0)
        self._placements = Placements(self._known.cards, self._known.seats)
        self._bits: dict[Fact, int] = {}
        self._facts: list[Fact] = []
        self._found: list[_FoundDeal] = []
        self._impossible: list[int] = []
        self._switches: dict[int, int] = {}
        self._in_solver = 0
        self._versions_of: object = None
        """Which cards, in which versions, the solver of versions has."""
        self._versions: SwitchedSolver
        self._groups: dict[int, int] = {}
        """Its groups: one of what always counts, and one for each fact it knows."""

    def set_of(self, facts: Iterable[Fact], fact_mask: int = 0) -> int:
        """Some facts as a set, together with those of another one."""
        for fact in facts:
            bit = self._bits.get(fact)
            if bit is None:
                bit = self._bits[fact] = 1 << len(self._facts)
                self._facts.append(fact)
            fact_mask |= bit
        return fact_mask

    def known(self, fact_mask: int, branch: _Branch) -> _FoundDeal | None:
        """A deal found before that fits some facts; None where none is known."""
        if branch.witness is not None and branch.witness.fits(fact_mask, self._facts):
            return branch.witness
        if branch.links:
            return None  # each has cards of its own
        return next(
            (deal for deal in reversed(self._found) if deal.fits(fact_mask, self._facts)), None
        )

    def find(self, fact_mask: int, branch: _Branch) -> _FoundDeal | None:
        """A deal that fits; None where there is none.

        Args:
            fact_mask: the facts, as a set.
            branch: what they are known of. Past a missing stretch a deal is that of every version
                of the cards.

        Raises:
            UndecidedError: where the search was given up.
        """
        if branch.links:
            deal = self._deal_of_versions(fact_mask, branch)
            return None if deal is None else _FoundDeal(deal)
        if any(not core & ~fact_mask for core in self._impossible):
            return None
        mask = self._search(fact_mask)
        if mask is None:
            self._impossible = [*self._impossible[1 - MOST_CORES :], self._core()]
            return None
        found = _FoundDeal(self._placements.deal_of(mask))
        self._found = [*self._found[1 - MOST_FOUND :], found]
        return found

    def _deal_of_versions(self, fact_mask: int, branch: _Branch) -> Deal | None:
        """A deal of every version of the cards that fits; branches share the solver.

        Raises:
            UndecidedError: where the search was given up.
        """
        facts = (*self._known.facts, *branch.facts)
        known = known_with_versions(self._record, facts, branch.state)
        placements = Placements(known.cards, known.seats)
        allowed = allowed_of_versions(known, placements)
        key = (known.cards, allowed)
        if key != self._versions_of:
            always = known.facts[: len(known.facts) - len(branch.facts)]
            self._versions = SwitchedSolver(placements, allowed)
            finalize(self, self._versions.close)
            self._versions_of, self._groups = key, {-1: self._versions.add_group(always)}
        counting = [-1, *(bit.bit_length() - 1 for bit in bits(fact_mask))]
        for number in counting:
            if number not in self._groups:
                self._groups[number] = self._versions.add_group([self._facts[number]])
        mask = self._versions.find([self._groups[number] for number in counting], CONFLICTS)
        return None if mask is None else placements.deal_of(mask)

    def _search(self, fact_mask: int) -> int | None:
        """A deal, as a mask, that the solver finds; None where there is none."""
        solver = self._solver
        for bit in bits(fact_mask & ~self._in_solver):
            switch = self._switches[bit] = solver.new_variable()
            solver.add((self._facts[bit.bit_length() - 1],), switch)
        self._in_solver |= fact_mask
        assumed = [self._switches[bit] for bit in bits(fact_mask)]
        return solver.deal() if solver.is_satisfiable(assumed, CONFLICTS) else None

    def _core(self) -> int:
        """Facts of the last search that already have no deal together, as a set."""
        core = {*self._solver.core_literals()}
        return sum(bit for bit, switch in self._switches.items() if switch in core)

    @cached_property
    def _solver(self) -> DealSolver:
        """Knows what always counts, and of all other facts those that are switched on."""
        allowed = self._placements.all & ~self._placements.denied(self._known.facts)
        solver = DealSolver(self._placements, self._known.sizes, allowed)
        finalize(self, solver.close)
        solver.add(self._known.facts)
        return solver


def _askers(event: Event) -> tuple[Seat, ...]:
    """Who can have asked, where an event is a regular ask, and that is known; else nobody."""
    if event.irregular:
        return ()
    asker = event.asker if isinstance(event, Ask) else None
    if isinstance(event, Gap) and event.of is Ask:
        asker = event.value("asker")
    if isinstance(asker, Open):
        return asker.values or ()
    return () if asker is None else (asker,)


def _no_facts(_: StretchLink) -> Iterable[Fact]:
    """What a stretch says that is not heeded."""
    return ()


def _key(branch: _Branch) -> object:
    """What branches with the same facts that can no longer differ have in common, too."""
    unnoted = len(branch.played) if branch.positions[-1] != len(branch.played) else None
    return branch.state.outlook, unnoted, branch.turn_open

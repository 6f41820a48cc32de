"""Who could prove it: which views could say where a half-suit's cards are, and from when to when.

A view *can prove* a half-suit for a team at a moment where in every deal that it can then think
possible the team holds all the cards, each in the same hand. Three kinds of views are asked: the
public; each seat of the team whose dealt hand is known; and the team's hands pooled. Where only the
pooled hands prove a half-suit, the team knew it and no member of it did.

Example: Ann learns at event 20 that her team has the low hearts and who holds each of them, and
Bob takes one of them at event 31. Then she can prove the low hearts in the stretch from 20 to 30.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from tracker.analysis.each_filling import Filled, answered, first_section, merged
from tracker.answers import (
    HIDDEN,
    MOMENT,
    OPTIONAL,
    Answer,
    Brief,
    Case,
    Depends,
    When,
    in_any_case,
    json_keys,
)
from tracker.game.events import Ask, Claim, Outcome, Seat
from tracker.game.record import Record, require_record
from tracker.game.replay import beginning, replay_of
from tracker.game.state import State
from tracker.game.table import Team
from tracker.inference.follow import Moment, follow
from tracker.inference.hands import known_hands
from tracker.knowledge.facts import Between
from tracker.knowledge.views import PUBLIC, View

if TYPE_CHECKING:  # most records have no gaps
    from tracker.inference.completions import Completion


@dataclass(frozen=True, order=True)
class Stretch:
    """Moments without a break, the first and the last included."""

    start: int
    end: int

    @property
    def moments(self) -> range:
        """The moments, in order."""
        return range(self.start, self.end + 1)

    def __contains__(self, at: int) -> bool:
        return self.start <= at <= self.end

    def to_json(self) -> list[int]:
        """The first and the last moment."""
        return [self.start, self.end]


def stretches(moments: Iterable[int]) -> tuple[Stretch, ...]:
    """The stretches that some moments make, given in ascending order."""
    runs = groupby(enumerate(moments), key=lambda pair: pair[1] - pair[0])
    each = ([at for _, at in run] for _, run in runs)
    return tuple(Stretch(run[0], run[-1]) for run in each)


def unbroken_since(moments: Iterable[int], at: int) -> int | None:
    """Where the stretch of some moments that has a certain moment begins.

    Args:
        moments: in ascending order.
        at: the moment.

    Returns:
        None where the moment is not among them.
    """
    return next((stretch.start for stretch in stretches(moments) if at in stretch), None)


def asks_between(record: Record, start: int, end: int) -> int:
    """The number of asks after one moment of a record and up to another."""
    return sum(isinstance(event, Ask) for event in record.events[start:end])


def settled_by(record: Record, book: str, at: int | None = None) -> State | None:
    """The first state of a game in which a half-suit is settled.

    Args:
        record: the game.
        book: the half-suit.
        at: up to that many events; None: all.

    Returns:
        None where the half-suit is still open then.
    """
    states = replay_of(record).states(at)
    return next((state for state in states if state.books[book].status != "open"), None)


@dataclass(frozen=True)
class Ending:
    """How a half-suit was settled that somebody could have proven for a team."""

    event: int = field(metadata=MOMENT | HIDDEN)
    winner: Team | Depends[Team | None] | None
    """The team that scored it; None where nobody did."""
    claimant: Seat | Depends[Seat | None] | None
    """Who claimed it; None where the table awarded it."""
    outcome: Outcome | Depends[Outcome | None] | None
    """The outcome of the claim; None where there was none."""
    able: tuple[Seat | Case[Seat], ...]
    """The seats of the team that could prove it just before, as far as hands are known."""
    since: int | Depends[int | None] | None = field(metadata=MOMENT)
    """The first moment of the stretch up to the settlement in which at least one seat of the team
    could prove it; None where none could just before."""
    latency: int | Between | None
    """The asks from that moment to the settlement: how long the proof waited."""

    @property
    def depends(self) -> tuple[str, ...]:
        """The fields that a gap decides."""
        return tuple(
            name
            for name, value in vars(self).items()
            if isinstance(value, Depends | Between)
            or (isinstance(value, tuple) and Case in map(type, value))
        )


@dataclass(frozen=True)
class ProofCase:
    """Who could prove a half-suit in one of several ways to fill the gaps of a record."""

    provable: Mapping[str, tuple[Stretch, ...]]
    """For each view that could, when."""
    settled: int | None
    """The event that settled it."""
    when: When


@json_keys("book", "team", "settled", "provable", "unshared=team_alone", "ended", "undecided")
@dataclass(frozen=True, repr=False)
class Provable(Brief):
    """Who could prove a half-suit for a team, and when."""

    book: str
    team: Team
    spans: Mapping[str, tuple[Stretch, ...]]
    """For each view asked, by its name, the moments at which it could prove the half-suit."""
    ending: Ending | None = None
    """How the half-suit was settled; None where it is not settled yet, or in some cases only."""
    perhaps: Mapping[str, tuple[Stretch, ...]] | None = None
    """In a record with gaps: the moments at which a view could prove it in some ways to fill them
    only. ``spans`` has those at which it could in all."""
    cases: tuple[ProofCase, ...] | None = None
    """Where it depends on gaps: how it was in each case."""
    undecided: Mapping[str, tuple[Stretch, ...]] | None = field(default=None, metadata=OPTIONAL)
    """The moments of which it is not decided, as there are too many ways to fill the gaps."""

    def able(self, at: int) -> tuple[Seat, ...]:
        """The seats of the team that could prove it at a moment, as far as hands are known.

        What the public can prove, everyone can.
        """
        public = self._could(PUBLIC, at)
        return tuple(seat for seat in self.team if public or self._could(seat, at))

    @property
    def settled(self) -> int | Depends[int | None] | None:
        """The event that settled it; where gaps decide it, that of each case."""
        if self.ending is None and any(case.settled for case in self.cases or ()):
            return Depends(tuple(Case(case.settled, case.when) for case in self.cases or ()))
        return None if self.ending is None else self.ending.event

    @property
    def provable(self) -> Mapping[str, tuple[Stretch | Case[Stretch], ...]]:
        """By view, when it could prove it in all ways to fill gaps; then, when in which of them."""
        return {view: (*sure, *self._only_then(view, sure)) for view, sure in self.spans.items()}

    def _only_then(self, view: str, sure: Sequence[Stretch]) -> Iterator[Case[Stretch]]:
        """When a view could prove it in some ways to fill the gaps only."""
        for case in self.cases or ():
            moments = (at for span in case.provable.get(view, ()) for at in span.moments)
            only = stretches(at for at in moments if not any(at in span for span in sure))
            yield from (Case(span, case.when) for span in only)

    @property
    def team_alone(self) -> tuple[Stretch, ...]:
        """The moments at which the pooled hands of the team could prove it and no seat of it."""
        pooled = self.spans.get(str(self.team), ())
        moments = (at for span in pooled for at in span.moments)
        return stretches(at for at in moments if not self.able(at) and not self._perhaps_able(at))

    @property
    def stretches(self) -> tuple[Stretch, ...]:
        """The moments at which some seat of the team could prove it."""
        spans = [span for view in (PUBLIC, *self.team) for span in self.spans.get(view, ())]
        return stretches(sorted({at for span in spans for at in range(span.start, span.end + 1)}))

    def is_claimed_after(self, stretch: Stretch) -> bool:
        """Whether the team claimed it at the end of one of the ``stretches``."""
        end = self.ending
        return end is not None and end.since == stretch.start and end.claimant in self.team

    @property
    def guessed(self) -> bool:
        """Whether a seat of the team claimed it that could not prove it."""
        if self.ending is None:
            return False
        claimant, able = str(self.ending.claimant), map(in_any_case, self.ending.able)
        return claimant in self.spans and claimant not in able

    @property
    def lost(self) -> bool:
        """Whether a seat of the team could prove it at some time, and the team did not win it."""
        ever = any(self.spans.get(view) for view in (PUBLIC, *self.team))
        if self.ending is None or isinstance(self.ending.winner, Depends):
            return False
        return self.ending.winner != self.team and ever

    def _perhaps_able(self, at: int) -> bool:
        """Whether a gap leaves open that some seat of the team could prove it at a moment."""
        open_spans = [{**(self.perhaps or {})}, {**(self.undecided or {})}]
        views = (PUBLIC, *self.team)
        return any(at in span for spans in open_spans for v in views for span in spans.get(v, ()))

    def _could(self, view: str, at: int) -> bool:
        return any(at in span for span in self.spans.get(view, ()))


@json_keys("at", "events", "books")
@dataclass(frozen=True, repr=False)
class Knows(Answer):
    """Who could prove what in a game, up to a moment.

    Keys:
        events: How many events the record has.
        books.book, books.team: Of each half-suit that was ever provable, the team that holds it.
        books.settled: The event that settled it, or null.
        books.provable: By view, pairs of moments ``[from, to]``, both included, between which it
            could prove it. What it could in some ways to fill gaps only has such a pair as its
            ``value``, with ``when``.
        books.unshared: Such pairs, for the pooled hands where no member could.
        books.ended: Null, or: ``winner``; the ``claimant`` (null: the table awarded it) and
            ``outcome``; ``able``, the seats of the team that could prove it just before; ``since``
            when, without a break, one or another of them could; ``latency``, how many asks that
            was; ``guessed``, whether the claimant could not prove it; ``lost``, whether one could
            at some time and the team did not get it.
        books.undecided: Only with gaps: by view, moments that were not gone through.
    """

    record: Record
    at: int
    books: tuple[Provable, ...]
    """In deck order; for each team for which some view could ever prove the half-suit."""

    def of(self, book: str, team: Team) -> Provable | None:
        """Who could prove one half-suit for one team; None where no view ever could."""
        both = (book, team)
        return next((each for each in self.books if (each.book, each.team) == both), None)


def knows(record: Record, *, at: int | None = None) -> Knows:
    """Who could prove each half-suit, and since when.

    Args:
        record: the game; seats whose hands neither its header nor all of it fixes are left out.
        at: up to that many events; None: all.

    Raises:
        RecordError: where the record has no such moment.
        ContradictionError: where no deal fits the record.

    Where gaps can be filled in several ways, ``spans`` has what holds in all of them, dealt hands
    included, ``perhaps`` what holds in some, and ``cases`` what decides it.
    """
    require_record(record)
    return _knows(record, record.moment(at))


def _knows(record: Record, end: int, *, every: bool = False) -> Knows:
    """Who could prove each half-suit up to a moment; or every one, whether anybody could or not."""
    return answered(
        record,
        plain=partial(knows_of_moves, end=end, every=every),
        each=lambda filled: knows_as_written(
            knows_of_moves(filled.record, filled.positions[end], every=True), filled
        ),
        merged=partial(merged_knows, record, end, every=every),
    )


def knows_of_moves(record: Record, end: int, *, every: bool = False) -> Knows:
    """Who could prove each half-suit of a record without gaps, up to a moment.

    Args:
        record: the game.
        end: the moment.
        every: whether half-suits are listed that no view ever could prove, too.
    """
    views = asked_views(record)
    proofs = ProofLog(record, views)
    for moment in follow(beginning(record, end), views=views):
        proofs.look(moment)
    return proofs.knows(end, every=every)


def asked_views(record: Record) -> tuple[View, ...]:
    """The public, the seats with known hands, and each team all of whose hands are known."""
    hands = known_hands(record)
    pooled = (
        View(tuple(hands[seat] for seat in team))
        for team in record.table.teams
        if all(seat in hands for seat in team)
    )
    return (View(), *(View((hand,)) for hand in hands.values()), *pooled)


class ProofLog:
    """Goes through a game once, and notes at which moments which view could prove what.

    A view is asked about each team that all its seats belong to: the public is asked about both.
    Where a claim may name the other team, every view is asked about both; ``knows`` still tells
    what a team's own views could prove.

    Args:
        record: the game.
        views: those asked; the moments shown to it have them all.
    """

    def __init__(self, record: Record, views: Sequence[View]) -> None:
        self._record = record
        self._views: dict[Team, list[str]] = {
            team: [view.name for view in views if set(view.seats) <= set(team)]
            for team in record.table.teams
        }
        either = record.rules.claim_other_team == "yes"
        every = [view.name for view in views]
        self._asked = dict.fromkeys(record.table.teams, every) if either else self._views
        self._moments: dict[tuple[str, Team, str], list[int]] = {}

    def look(self, moment: Moment) -> None:
        """Take in a moment."""
        for team, views in self._asked.items():
            for view in views:
                for book, _ in moment.deductions[view].provable(team):
                    self._moments.setdefault((book, team, view), []).append(moment.state.at)

    def moments(self, book: str, team: Team, view: str) -> Sequence[int]:
        """The moments so far at which a view could prove a half-suit for a team, in order."""
        return self._moments.get((book, team, view), ())

    def knows(self, end: int, *, every: bool = False) -> Knows:
        """Who could prove what, where the moments up to ``end`` have been taken in."""
        return Knows(self._record, end, tuple(self._ever_provable(end, every=every)))

    def _ever_provable(self, end: int, *, every: bool) -> Iterator[Provable]:
        """The half-suits that some view could ever prove, or every one, in deck order."""
        for book in self._record.deck.by_name:
            for team, views in self._views.items():
                spans = {view: stretches(self.moments(book, team, view)) for view in views}
                known = _with_ending(self._record, end, Provable(book, team, spans))
                known = _past_section(self._record, end, known)
                if every or any(spans.values()) or known.undecided:
                    yield known


def _with_ending(record: Record, end: int, provable: Provable) -> Provable:
    """Add how the half-suit was settled, if it was by a moment."""
    state = settled_by(record, provable.book, end)
    if state is None:
        return provable
    event, last = record.events[state.at - 1], state.at - 1
    claim = event if isinstance(event, Claim) and event.book == provable.book else None
    since = unbroken_since((at for at in range(state.at) if provable.able(at)), last)
    ending = Ending(
        event=state.at,
        winner=state.books[provable.book].team,
        claimant=claim.claimant if claim else None,
        outcome=claim.outcome if claim else None,
        able=provable.able(last),
        since=since,
        latency=None if since is None else asks_between(record, since, last),
    )
    return replace(provable, ending=ending)


def _past_section(record: Record, end: int, known: Provable) -> Provable:
    """Who could prove a half-suit, where past a missing stretch not all is known of it.

    Who knows no more than the reader knows less than the players did: what is not proven then is
    undecided.
    """
    first = first_section(record, end)
    if first is None:
        return known
    settled = settled_by(record, known.book, end)
    last = end if settled is None else settled.at - 1
    later = set(range(first + 1, last + 1))
    undecided = {}
    for view, spans in known.spans.items():
        if left := later - {at for span in spans for at in span.moments}:
            undecided[view] = stretches(sorted(left))
    return replace(known, undecided=undecided or None)


# -- across gaps ----------------------------------------------------------------------------------


def knows_as_written(known: Knows, completion: Completion) -> Knows:
    """Who could prove what in a completion, in the numbers of the record with gaps."""

    def as_written(book: Provable) -> Provable:
        """The moments that the record with gaps has, and the event that settled it."""
        ending = book.ending and completion.numbered(book.ending, "event", "since")
        spans = {view: _moments(spans, completion) for view, spans in book.spans.items()}
        undecided = book.undecided and {
            view: _moments(spans, completion) for view, spans in book.undecided.items()
        }
        return replace(book, spans=spans, ending=ending, undecided=undecided)

    return replace(known, books=tuple(map(as_written, known.books)))


def _moments(spans: Iterable[Stretch], completion: Completion) -> tuple[Stretch, ...]:
    """The moments of the record with gaps that are in some stretches of a completion."""
    within = {at for span in spans for at in span.moments}
    return stretches(at for at, place in enumerate(completion.positions) if place in within)


def merged_knows(record: Record, end: int, filled: Filled[Knows], *, every: bool = False) -> Knows:
    """Who could prove what in all completions, and in some.

    Args:
        record: the record with gaps.
        end: the last moment.
        filled: who could in each, of every half-suit.
        every: whether half-suits are listed that no view ever could prove, too.
    """
    keys = dict.fromkeys((book.book, book.team) for known in filled.answers for book in known.books)
    books = (_merged_proofs(filled, book, team) for book, team in keys)
    ever = (
        book
        for book in books
        if every or any(book.spans.values()) or book.perhaps or book.undecided
    )
    return Knows(record, end, tuple(ever))


def _merged_proofs(filled: Filled[Knows], book: str, team: Team) -> Provable:
    """Who could prove one half-suit for a team, over all completions."""
    each = [known.of(book, team) or Provable(book, team, {}) for known in filled.answers]
    views = dict.fromkeys(view for known in each for view in known.spans)
    moments = {
        view: [{at for span in known.spans.get(view, ()) for at in span.moments} for known in each]
        for view in views
    }
    surely = {view: set.intersection(*some) for view, some in moments.items()}
    undecided = {view: _undecided_moments(each, view) - surely[view] for view in views}
    perhaps = {
        view: set.union(*some) - surely[view] - undecided[view] for view, some in moments.items()
    }
    kinds = [(tuple(known.spans.items()), known.ending) for known in each]
    cases = None
    if len(set(kinds)) > 1:
        cases = tuple(
            ProofCase(
                {view: at for view, at in spans if at}, ending.event if ending else None, case.when
            )
            for case in filled.which_way(kinds)
            for spans, ending in [case.value]
        )
    return Provable(
        book,
        team,
        {view: stretches(sorted(at)) for view, at in surely.items()},
        _merged_ending(Filled(filled.completions, tuple(known.ending for known in each))),
        perhaps={view: stretches(sorted(at)) for view, at in perhaps.items() if at} or None,
        cases=cases,
        undecided={view: stretches(sorted(at)) for view, at in undecided.items() if at} or None,
    )


def _undecided_moments(each: Sequence[Provable], view: str) -> set[int]:
    """The moments that are undecided for a view in some completion."""
    spans = [span for known in each for span in (known.undecided or {}).get(view, ())]
    return {at for span in spans for at in span.moments}


def _merged_ending(filled: Filled[Ending | None]) -> Ending | None:
    """How a half-suit was settled, over all completions; None where it was not in some."""
    events = {ending and ending.event for ending in filled.answers}
    return merged(filled) if len(events) == 1 else None

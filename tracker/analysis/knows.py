"""Who could prove it: which views could say where a half-suit's cards are, and from when to when.

A view *can prove* a half-suit for a team at a moment where in every deal that it can then think
possible the team holds all the cards, each in the same hand. Three kinds of views are asked: the
public; each seat of the team whose dealt hand is known; and the team's hands pooled. Where only the
pooled hands prove a half-suit, the team knew it and no member of it did.

Example: Ann learns at event 20 that her team has the low hearts and who holds each of them, and
Bob takes one of them at event 31. Then she can prove the low hearts in the stretch from 20 to 30.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby, product
from typing import TypeAlias, cast

from tracker.analysis.each_filling import answered, first_section
from tracker.analysis.game import Game
from tracker.answers import (
    HIDDEN,
    KEY,
    MOMENT,
    OPTIONAL,
    WRITTEN,
    Answer,
    Brief,
    Case,
    Depends,
    cases_of,
    in_any_case,
    json_keys,
    put_together,
)
from tracker.game.events import Ask, Claim, Outcome, Seat
from tracker.game.record import Record, require_record
from tracker.game.replay import replay_of
from tracker.game.state import State
from tracker.game.table import Team
from tracker.inference.hands import known_hands
from tracker.knowledge.facts import Between
from tracker.knowledge.views import PUBLIC, View


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


Spans: TypeAlias = Mapping[str, tuple[Stretch, ...]]
"""Stretches by the name of a view."""


def stretches(moments: Iterable[int]) -> tuple[Stretch, ...]:
    """The stretches that some moments make, given in ascending order."""
    runs = groupby(enumerate(moments), key=lambda pair: pair[1] - pair[0])
    each = ([at for _, at in run] for _, run in runs)
    return tuple(Stretch(run[0], run[-1]) for run in each)


def moments_of(spans: Iterable[Stretch]) -> set[int]:
    """All the moments of some stretches."""
    return {at for span in spans for at in span.moments}


def combined(each: Iterable[Spans | None], how: Callable[..., set[int]]) -> Spans:
    """By view, the stretches of several answers as those of one.

    Args:
        each: the stretches; None: there are none.
        how: makes one set of moments of those of each, such as ``set.union``.
    """
    told = [spans or {} for spans in each]
    views = dict.fromkeys(view for spans in told for view in spans)
    moments = {view: how(*(moments_of(spans.get(view, ())) for spans in told)) for view in views}
    return {view: stretches(sorted(at)) for view, at in moments.items()}


def _as_written(spans: Spans | None, positions: Sequence[int]) -> Spans | None:
    """By view, the moments of the record with gaps that are in some stretches of one way.

    Args:
        spans: the stretches.
        positions: the moments in that way that those of the record are.
    """
    if spans is None:
        return None
    within = {view: moments_of(of) for view, of in spans.items()}
    return {
        view: stretches(at for at, number in enumerate(positions) if number in moments)
        for view, moments in within.items()
    }


def unbroken_since(record: Record, moments: Iterable[int], at: int) -> int | None:
    """Where the stretch of some moments of a record that has a certain moment begins.

    Args:
        record: the game.
        moments: in ascending order.
        at: the moment.

    Returns:
        None where the moment is not among them, and where they may begin earlier, as the record
        says more than what is known.
    """
    since = next((stretch.start for stretch in stretches(moments) if at in stretch), None)
    return None if since is None or replay_of(record).state(since).weaker else since


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


@json_keys("book", "team", "settled", "provable", "unshared=team_alone", "ended", "undecided")
@dataclass(frozen=True, repr=False)
class Provable(Brief):
    """Who could prove a half-suit for a team, and when."""

    book: str = field(metadata=KEY)
    team: Team = field(metadata=KEY)
    spans: Spans = field(
        metadata=put_together(partial(combined, how=set.intersection)) | {WRITTEN: _as_written}
    )
    """For each view asked, by its name, the moments at which it could prove the half-suit; in a
    record with gaps those at which it could in all ways to fill them."""
    how_ended: Ending | Depends[Ending | None] | None = None
    """How the half-suit was settled; None where it is not settled yet."""
    cases: tuple[Case[Provable], ...] | None = field(
        default=None, metadata=cases_of(lambda provable: provable)
    )
    """Where it depends on gaps: how it was in each case."""
    undecided: Spans | None = field(
        default=None,
        metadata=OPTIONAL
        | put_together(lambda each: combined(each, set.union) or None)
        | {WRITTEN: _as_written},
    )
    """The moments of which it is not decided, as there are too many ways to fill the gaps."""

    @property
    def ending(self) -> Ending | None:
        """How the half-suit was settled; None where it is not yet, or gaps decide when."""
        end = self.how_ended
        return end if isinstance(end, Ending) and isinstance(end.event, int) else None

    @property
    def perhaps(self) -> Spans | None:
        """In a record with gaps: when a view could prove it in some ways to fill them only."""
        some = combined((case.value.spans for case in self.cases or ()), set.union)
        only = combined([some, self.spans, self.undecided], set.difference)
        return {view: spans for view, spans in only.items() if spans} or None

    @property
    def is_ever_so(self) -> bool:
        """Whether some view ever could prove it, or perhaps could."""
        return any(self.spans.values()) or bool(self.perhaps or self.undecided)

    def able(self, at: int) -> tuple[Seat, ...]:
        """The seats of the team that could prove it at a moment, as far as hands are known.

        What the public can prove, everyone can.
        """
        public = self._could(PUBLIC, at)
        return tuple(seat for seat in self.team if public or self._could(seat, at))

    def undecided_at(self, at: int) -> tuple[Seat, ...]:
        """The seats of the team of which it is not decided whether they could at a moment."""
        undecided = self.undecided or {}
        return tuple(
            seat
            for seat in self.team
            if any(at in span for view in (PUBLIC, seat) for span in undecided.get(view, ()))
        )

    @property
    def settled(self) -> int | Depends[int | None] | None:
        """The event that settled it; where gaps decide it, that of each case."""
        each = tuple(Case(case.value.settled, case.when) for case in self.cases or ())
        if self.ending is None and any(case.value for case in each):
            return Depends(cast("tuple[Case[int | None], ...]", each))
        return None if self.ending is None else self.ending.event

    @property
    def provable(self) -> Mapping[str, tuple[Stretch | Case[Stretch], ...]]:
        """By view, when it could prove it in all ways to fill gaps; then, when in which of them."""
        return {view: (*sure, *self._only_then(view, sure)) for view, sure in self.spans.items()}

    def _only_then(self, view: str, sure: Sequence[Stretch]) -> Iterator[Case[Stretch]]:
        """When a view could prove it in some ways to fill the gaps only."""
        for case in self.cases or ():
            only = moments_of(case.value.spans.get(view, ())) - moments_of(sure)
            yield from (Case(span, case.when) for span in stretches(sorted(only)))

    @property
    def team_alone(self) -> tuple[Stretch, ...]:
        """The moments at which the pooled hands of the team could prove it and no seat of it."""
        open_spans = combined([self.perhaps, self.undecided], set.union)
        perhaps = (span for view in (PUBLIC, *self.team) for span in open_spans.get(view, ()))
        pooled = moments_of(self.spans.get(str(self.team), ()))
        alone = sorted(pooled - moments_of(perhaps))
        return stretches(at for at in alone if not self.able(at))

    @property
    def stretches(self) -> tuple[Stretch, ...]:
        """The moments at which some seat of the team could prove it."""
        spans = (span for view in (PUBLIC, *self.team) for span in self.spans.get(view, ()))
        return stretches(sorted(moments_of(spans)))

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
        perhaps = self.undecided_at(self.ending.event - 1)
        return claimant in self.spans and claimant not in (*able, *perhaps)

    @property
    def lost(self) -> bool:
        """Whether a seat of the team could prove it at some time, and the team did not win it."""
        if self.ending is None or isinstance(self.ending.winner, Depends):
            return False
        return self.ending.winner != self.team and bool(self.stretches)

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
    at: int = field(metadata=MOMENT)
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
    return ever_provable(answered(record, knows_of_moves, at=at))


def ever_provable(known: Knows) -> Knows:
    """Who could prove what, of the half-suits that some view ever could prove."""
    return replace(known, books=tuple(book for book in known.books if book.is_ever_so))


def knows_of_moves(record: Record, moments: Sequence[int]) -> Knows:
    """Who could prove each half-suit of a record without gaps, up to the last of some moments.

    Half-suits are listed that no view ever could prove, too.
    """
    return knows_of(Game(record, asked_views(record)), moments[-1])


def asked_views(record: Record) -> tuple[View, ...]:
    """The public, the seats with known hands, and each team all of whose hands are known."""
    hands = known_hands(record)
    pooled = (
        View(tuple(hands[seat] for seat in team))
        for team in record.table.teams
        if all(seat in hands for seat in team)
    )
    return (View(), *(View((hand,)) for hand in hands.values()), *pooled)


def knows_of(game: Game, end: int) -> Knows:
    """Who could prove each half-suit of a game in the ``asked_views``.

    Only a team's own views are told of, whoever may claim its cards. Half-suits are listed that no
    view ever could prove, too.

    Args:
        game: the game.
        end: the moment.
    """
    record, views = game.record, asked_views(game.record)
    books = []
    for book, team in product(record.deck.by_name, record.table.teams):
        spans = {
            view.name: stretches(game.moments_proven(book, team, view.name, end))
            for view in views
            if set(view.seats) <= set(team)
        }
        known = _with_ending(record, end, Provable(book, team, spans))
        books.append(_past_section(record, end, known))
    return Knows(record, end, tuple(books))


def _with_ending(record: Record, end: int, provable: Provable) -> Provable:
    """Add how the half-suit was settled, if an event up to a moment settled it."""
    state = settled_by(record, provable.book, end)
    if state is None or state.at == 0:
        return provable
    event, last = record.events[state.at - 1], state.at - 1
    claim = event if isinstance(event, Claim) and event.book == provable.book else None
    since = unbroken_since(record, (at for at in range(state.at) if provable.able(at)), last)
    ending = Ending(
        event=state.at,
        winner=state.books[provable.book].team,
        claimant=claim.claimant if claim else None,
        outcome=claim.outcome if claim else None,
        able=provable.able(last),
        since=since,
        latency=None if since is None else asks_between(record, since, last),
    )
    return replace(provable, how_ended=ending)


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
    later = dict.fromkeys(known.spans, (Stretch(first + 1, last),))
    left = combined([later, known.spans], set.difference)
    undecided = {view: spans for view, spans in left.items() if spans}
    return replace(known, undecided=undecided or None)

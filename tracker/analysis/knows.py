"""Who could prove it: which views could say where a half-suit's cards are, since when, to what end.

A view *can prove* a half-suit for a team at a moment where in every deal that it can then think
possible the team holds all the cards, each in the same hand. Those asked are the public, each seat
of the team whose dealt hand is known, and the team's hands pooled: what the pooled hands prove and
no single one does, *the team knew and no member of it did*.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from tracker.answers import Answer
from tracker.game.events import Ask, Claim, Outcome, Seat
from tracker.game.record import Record
from tracker.game.replay import beginning, replay_of
from tracker.game.state import State
from tracker.game.table import Team, team_name
from tracker.inference.follow import Moment, follow
from tracker.inference.hands import known_hands
from tracker.knowledge.views import PUBLIC, View


@dataclass(frozen=True, order=True)
class Stretch:
    """Moments without a break, the first and the last included."""

    start: int
    end: int

    def __contains__(self, at: int) -> bool:
        return self.start <= at <= self.end


@dataclass(frozen=True)
class Ending:
    """How a half-suit was settled that somebody could have proven for a team."""

    event: int
    winner: Team | None
    """None: nobody scored it."""
    claimant: Seat | None
    """None: the table awarded it."""
    outcome: Outcome | None
    """Of the claim."""
    able: tuple[Seat, ...]
    """The seats of the team that could prove it just before, as far as hands are known."""
    since: int | None
    """The moment from which on, without a break, one seat or another of the team could; none where
    none could just before."""
    latency: int | None
    """The asks from that moment to the settlement: how long the proof waited."""


@dataclass(frozen=True)
class Provable:
    """Who could prove a half-suit for a team, and when."""

    book: str
    team: Team
    spans: Mapping[str, tuple[Stretch, ...]]
    """For each view asked, by its name, the moments at which it could."""
    ending: Ending | None
    """None: it is not settled yet."""

    def able(self, at: int) -> tuple[Seat, ...]:
        """The seats of the team that could prove it at a moment, as far as hands are known.

        What the public can prove, everyone can.
        """
        public = self._could(PUBLIC, at)
        return tuple(seat for seat in self.team if public or self._could(seat, at))

    @property
    def team_alone(self) -> tuple[Stretch, ...]:
        """The moments at which the pooled hands of the team could prove it and no seat of it."""
        pooled = self.spans.get(team_name(self.team), ())
        moments = (at for span in pooled for at in range(span.start, span.end + 1))
        return stretches(at for at in moments if not self.able(at))

    @property
    def guessed(self) -> bool:
        """Whether a seat of the team claimed it that could not prove it."""
        end = self.ending
        claimant = None if end is None else end.claimant
        return end is not None and claimant in self.spans and claimant not in end.able

    @property
    def lost(self) -> bool:
        """Whether a seat of the team could prove it at some time, and the team did not win it."""
        end = self.ending
        ever = any(self.spans.get(view) for view in (PUBLIC, *self.team))
        return end is not None and end.winner != self.team and ever

    def _could(self, view: str, at: int) -> bool:
        return any(at in span for span in self.spans.get(view, ()))


@dataclass(frozen=True, repr=False)
class Knows(Answer):
    """Who could prove what in a game, up to a moment."""

    record: Record
    at: int
    books: tuple[Provable, ...]
    """In deck order; for each team for which some view could ever prove the half-suit."""

    def of(self, book: str, team: Team) -> Provable | None:
        """Who could prove one half-suit for one team; none where no view ever could."""
        return next((one for one in self.books if (one.book, one.team) == (book, team)), None)


def knows(record: Record, at: int | None = None) -> Knows:
    """Who could prove each half-suit, and since when.

    Args:
        record: the game; seats whose hands neither its header nor all of it fixes are left out.
        at: up to that many events; none: all.

    Raises:
        RecordError: where the record has no such moment.
        ContradictionError: where no deal fits the record.
    """
    end = record.moment(at)
    views = asked_views(record)
    collector = KnowsCollector(record, views)
    for moment in follow(beginning(record, end), views):
        collector.look(moment)
    return collector.found(end)


def asked_views(record: Record) -> tuple[View, ...]:
    """The public, the seats with known hands, and each team all of whose hands are known."""
    hands = known_hands(record)
    pooled = (
        View(tuple(hands[seat] for seat in team))
        for team in record.table.teams
        if all(seat in hands for seat in team)
    )
    return (View(), *(View((hand,)) for hand in hands.values()), *pooled)


class KnowsCollector:
    """Goes through a game once, and notes at which moments which view could prove what.

    Args:
        record: the game.
        views: those asked; the moments shown to it have them all.
    """

    def __init__(self, record: Record, views: Iterable[View]) -> None:
        self._record = record
        self._views: dict[Team, list[str]] = {
            team: [view.name for view in views if set(view.seats) <= set(team)]
            for team in record.table.teams
        }
        """The views asked about each team: the public's is asked about both."""
        self._proven: dict[tuple[str, Team], dict[str, list[int]]] = {}

    def look(self, moment: Moment) -> None:
        """Take in a moment."""
        for team, views in self._views.items():
            for view in views:
                for book, _ in moment.deductions[view].provable(team):
                    noted = self._proven.setdefault((book, team), {})
                    noted.setdefault(view, []).append(moment.state.at)

    def found(self, end: int) -> Knows:
        """Who could prove what, up to the last moment shown."""
        return Knows(self._record, end, tuple(self._ever_provable(end)))

    def _ever_provable(self, end: int) -> Iterator[Provable]:
        """What was ever provable, up to a moment."""
        for book in self._record.deck.by_name:
            for team in self._record.table.teams:
                if noted := self._proven.get((book, team)):
                    views = self._views[team]
                    spans = {view: stretches(noted.get(view, ())) for view in views}
                    yield _with_ending(self._record, end, Provable(book, team, spans, None))


def stretches(moments: Iterable[int]) -> tuple[Stretch, ...]:
    """Moments in order, as the stretches they make."""
    runs = groupby(enumerate(moments), key=lambda pair: pair[1] - pair[0])
    found = ([at for _, at in run] for _, run in runs)
    return tuple(Stretch(run[0], run[-1]) for run in found)


def _with_ending(record: Record, end: int, found: Provable) -> Provable:
    """The same with how the half-suit was settled, if it was by a moment."""
    state = _settled(record, end, found.book)
    if state is None:
        return found
    event = record.events[state.at - 1]
    claim = event if isinstance(event, Claim) and event.book == found.book else None
    since = _since(found, state.at - 1)
    ending = Ending(
        event=state.at,
        winner=state.books[found.book].team,
        claimant=None if claim is None else claim.claimant,
        outcome=None if claim is None else claim.outcome,
        able=found.able(state.at - 1),
        since=since,
        latency=None if since is None else _asks(record, since, state.at - 1),
    )
    return Provable(found.book, found.team, found.spans, ending)


def _settled(record: Record, end: int, book: str) -> State | None:
    """The first state, up to a moment, in which a half-suit is settled."""
    states = replay_of(record).states(end)
    return next((state for state in states if state.books[book].status != "open"), None)


def _since(found: Provable, last: int) -> int | None:
    """Since when, up to a moment without a break, one seat or another could prove it."""
    since = None
    for at in range(last, -1, -1):
        if not found.able(at):
            break
        since = at
    return since


def _asks(record: Record, start: int, end: int) -> int:
    return sum(isinstance(event, Ask) for event in record.events[start:end])

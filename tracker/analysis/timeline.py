"""The timeline: what each event told each view.

An event's *bits* for a view are the drop in log2 of the number of deals the view could still think
possible: one bit halves them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tracker.counting import Counter, Posterior
from tracker.game.cards import Card
from tracker.game.events import Event, Seat
from tracker.game.record import Record
from tracker.game.table import Team, team_name
from tracker.inference.follow import Moment, follow
from tracker.inference.hands import known_hands, view_hands
from tracker.knowledge.facts import Knowledge
from tracker.knowledge.views import knowledge, view_name, view_teams


@dataclass(frozen=True)
class Gain:
    """What an event told a view."""

    bits: float
    """Less than 0 only where it is the difference of estimates."""
    forced: tuple[Card, ...]
    """Cards in play whose place is certain now and was not before, in deck order."""
    proven: tuple[tuple[str, Team], ...]
    """Claims (book, team) that are proven now and were not before."""
    exact: bool = True
    """Whether the bits come from exact counts, not from an estimate (``tracker.counting``)."""


@dataclass(frozen=True)
class Told:
    """What an event told each view."""

    number: int
    event: Event
    gains: Mapping[str, Gain]
    """By the name of the view."""

    @property
    def weight(self) -> float:
        """Bits, over all views: how much of a turning point it was."""
        return sum(gain.bits for gain in self.gains.values())


@dataclass(frozen=True)
class Timeline:
    """A whole game."""

    start: Mapping[str, float]
    """Bits (log2 of the number of deals) of each view at the deal."""
    events: tuple[Told, ...]

    def turning_points(self, most: int = 5) -> tuple[Told, ...]:
        """The events that told most over all views, in the order of the game."""
        heaviest = sorted(self.events, key=lambda told: -told.weight)[:most]
        return tuple(sorted(heaviest, key=lambda told: told.number))


def known_views(record: Record) -> list[tuple[Seat, ...]]:
    """The public view, and those of the seats whose dealt hands are known."""
    return [(), *((seat,) for seat in known_hands(record))]


def timeline(record: Record, views: Sequence[tuple[Seat, ...]] | None = None) -> Timeline:
    """What each event of a record told each view.

    Args:
        record: the game.
        views: each as the seats whose dealt hands it knows; none: ``known_views``.

    Raises:
        MissingHandError: where a view's dealt hand is not known.
        ContradictionError: where no deal fits.
    """
    chosen = known_views(record) if views is None else list(views)
    watched = [Watched(record, seats) for seats in chosen]
    moments = follow(record, chosen)
    first = next(moments)
    for one in watched:
        one.take_in(first)
    start = {one.view: one.bits for one in watched}
    return Timeline(start, tuple(_told(record, moments, watched)))


def _told(record: Record, moments: Iterator[Moment], watched: Sequence[Watched]) -> Iterator[Told]:
    for moment, event in zip(moments, record.events, strict=True):
        gains = {one.view: one.take_in(moment) for one in watched}
        yield Told(moment.state.at, event, gains)


@dataclass
class Watched:
    """One view on its way through the game: take in its moments in order."""

    record: Record
    seats: tuple[Seat, ...]
    bits: float = 0.0
    """What is left to learn."""
    known: Knowledge = field(init=False)
    posterior: Posterior | None = None
    """The counts at the last moment taken in."""
    _exact: bool = True
    _counter: Counter = field(default_factory=Counter)
    _forced: frozenset[Card] = frozenset()
    _proven: frozenset[tuple[str, Team]] = frozenset()

    def __post_init__(self) -> None:
        self.known = knowledge(self.record, view_hands(self.record, self.seats), 0)
        self._teams = view_teams(self.record.table, self.seats)

    @property
    def view(self) -> str:
        """Its name."""
        return view_name(self.seats)

    def take_in(self, moment: Moment) -> Gain:
        """Go on to a moment; what is new."""
        self.known = self.known.with_facts(moment.facts)
        self.posterior = self._counter.update(self.known)
        bits, before = self.posterior.bits, self.bits
        exact, self._exact = self.posterior.exact and self._exact, self.posterior.exact
        places = moment.all_holders(self.view)
        forced = [card for card, seats in places.items() if len(seats) == 1]
        proven = [
            (book, team)
            for book in moment.state.open_books()
            for team in self._teams
            if moment.proven(self.view, book, team) is not None
        ]
        gain = Gain(
            bits=before - bits,
            forced=tuple(card for card in forced if card not in self._forced),
            proven=tuple(claim for claim in proven if claim not in self._proven),
            exact=exact,
        )
        self.bits, self._forced, self._proven = bits, frozenset(forced), frozenset(proven)
        return gain


def claim_name(claim: tuple[str, Team]) -> str:
    """A claim in words: ``low hearts (Ann+Carl+Eve)``."""
    book, team = claim
    return f"{book} ({team_name(team)})"

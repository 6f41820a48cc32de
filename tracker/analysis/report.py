"""The post-game report as data: the result, the players, the turning points, the audit.

Bits are those of the timeline: one bit halves the deals that a view can still think possible. What
a player *gave* is what their asks told the others: each teammate and each opponent whose dealt hand
is known, by themselves, added up.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from itertools import accumulate

from tracker.analysis.audit import Audit
from tracker.analysis.knows import Knows
from tracker.analysis.timeline import Timeline, Told, whole_game
from tracker.answers import Answer, json_key
from tracker.game.events import Ask, Seat
from tracker.game.record import Record
from tracker.game.replay import states
from tracker.game.state import BookStatus, State
from tracker.game.table import Team


@dataclass(frozen=True)
class Settlement:
    """What became of a half-suit, and when."""

    book: str
    status: BookStatus = field(metadata=json_key("state"))
    team: Team | None
    """The team that won it."""
    event: int | None
    """The event that settled it; none where it is open, or was settled before the record starts."""


@dataclass(frozen=True)
class Result:
    """How the game ended, or how it stands."""

    over: bool
    winner: Team | None
    """The team with more points once all is settled; None: a draw, or the game is not over."""
    score: Mapping[Team, int]
    books: tuple[Settlement, ...]


@dataclass(frozen=True)
class ClaimTally:
    """A player's claims; each is counted once, under the first of these that fits."""

    wrong: int = 0
    """Did not come out ``correct``."""
    proven: int = 0
    """Proven when it was made."""
    guessed: int = 0
    """Right, but not proven when it was made."""
    unjudged: int = 0
    """Right; whether it was proven cannot be said, because the claimant's hand is not known."""

    @property
    def made(self) -> int:
        """How many there were."""
        return self.wrong + self.proven + self.guessed + self.unjudged


@dataclass(frozen=True)
class Player:
    """What one player did. Where their dealt hand is not known, what needs it is none."""

    seat: Seat
    team: Team
    asks: int
    hits: int
    """Asks answered with yes."""
    dead: int | None
    """Asks whose answer was provably no."""
    sure: int | None
    """Asks whose answer was provably yes."""
    bits_to_team: float | None
    """What the asks told the teammates, each by themselves; none where no teammate's hand is
    known."""
    bits_to_opponents: float | None
    """What the asks told the opponents."""
    claims: ClaimTally
    missed: int | None
    """Claims that could have been proven, at the player's turn, and were not made."""

    @property
    def hit_rate(self) -> float | None:
        """Yeses per ask; none without an ask."""
        return self.hits / self.asks if self.asks else None


@dataclass(frozen=True, repr=False)
class Report(Answer):
    """All that there is to say after a game."""

    record: Record
    result: Result
    players: tuple[Player, ...]
    timeline: Timeline
    """In the public view, and in that of each seat whose dealt hand is known."""
    audit: Audit
    knows: Knows

    @property
    def turning_points(self) -> tuple[Told, ...]:
        """The events from which most could be inferred, in the order of the game."""
        return self.timeline.turning_points()

    @property
    def uncertainty(self) -> Mapping[str, tuple[float, ...]]:
        """The bits left to learn, for each view, at the deal and after each event."""
        return {view: _left(self.timeline, view) for view in self.timeline.start}


def report(record: Record, found: Timeline | None = None) -> Report:
    """The report on a game.

    Args:
        record: the game; it need not be over.
        found: its timeline in the ``known_views``, where it is worked out already.

    Raises:
        ContradictionError: where no deal fits the record.
        UndecidedError: where no honest number of deals could be had.
    """
    whole = whole_game(record, chances=False, measured=found, strict=True)
    players = _players(record, whole.timeline, whole.audit)
    return Report(record, game_result(record), players, whole.timeline, whole.audit, whole.knows)


def game_result(record: Record) -> Result:
    """The score, and what became of each half-suit."""
    game = states(record)
    last = game[-1]
    best = max(last.score.values())
    leading = [team for team, points in last.score.items() if points == best]
    winner = leading[0] if last.over and len(leading) == 1 else None
    books = tuple(_settlement(game, name) for name in last.books)
    return Result(last.over, winner, last.score, books)


def _settlement(game: tuple[State, ...], name: str) -> Settlement:
    last = game[-1].books[name]
    event = next((state.at for state in game if state.books[name].status != "open"), None)
    return Settlement(name, last.status, last.team, event or None)


def _players(record: Record, times: Timeline, audited: Audit) -> tuple[Player, ...]:
    return tuple(player_of(record, times, audited, seat) for seat in record.seats)


def player_of(record: Record, times: Timeline, audited: Audit, seat: Seat) -> Player:
    """What one player did, from the record, its timeline and its audit."""
    asks = [one for one in record.events if isinstance(one, Ask) and one.asker == seat]
    kinds = [one.kind for one in audited.asks if one.asker == seat]
    missed = sum(one.seat == seat for one in audited.missed)
    known = seat in times.start
    team = record.table.team_of[seat]
    mates = tuple(other for other in team if other != seat)
    return Player(
        seat=seat,
        team=team,
        asks=len(asks),
        hits=sum(ask.answer == "yes" for ask in asks),
        dead=kinds.count("dead") if known else None,
        sure=kinds.count("sure") if known else None,
        bits_to_team=bits_given(times, seat, mates),
        bits_to_opponents=bits_given(times, seat, record.table.opponents_of[seat]),
        claims=_tally(audited, seat),
        missed=missed if known else None,
    )


def bits_given(times: Timeline, seat: Seat, to: Collection[str]) -> float | None:
    """The bits that a seat's asks told some views, added up; none where none of these is known."""
    views = [view for view in to if view in times.start]
    if not views:
        return None
    asks = (
        told for told in times.events if isinstance(told.event, Ask) and told.event.asker == seat
    )
    return sum((told.gains[view].bits for told in asks for view in views), 0.0)


def _tally(audited: Audit, seat: Seat) -> ClaimTally:
    counts = {"wrong": 0, "proven": 0, "guessed": 0, "unjudged": 0}
    names = {"proven": "proven", "guess": "guessed", "refuted": "wrong", "unknown": "unjudged"}
    for claim in audited.claims:
        if claim.claimant == seat:
            counts["wrong" if claim.outcome != "correct" else names[claim.verdict]] += 1
    return ClaimTally(**counts)


def _left(times: Timeline, view: str) -> tuple[float, ...]:
    told = (-event.gains[view].bits for event in times.events)
    # What is left after the last bit is nothing, whatever floats make of it.
    return tuple(max(bits, 0.0) for bits in accumulate(told, initial=times.start[view]))

"""The post-game report as data: the result, the players, the turning points, the audit.

Bits are those of the timeline: one bit halves the deals that a view can still think possible. The
bits that a player *gave* are what their asks told the others, added up over the teammates, or the
opponents, whose dealt hands are known.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from itertools import accumulate

from tracker.analysis.auditor import Audit
from tracker.analysis.knows import Knows, settled_by
from tracker.analysis.timeline import Timeline, TimelineEvent, whole_game
from tracker.answers import Answer, json_key
from tracker.game.events import Ask, Seat
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.game.state import BookState, BookStatus, State
from tracker.game.table import Team
from tracker.inference.completions import only_completion


@dataclass(frozen=True)
class Settlement:
    """What became of a half-suit, and when."""

    book: str
    status: BookStatus = field(metadata=json_key("state"))
    team: Team | None
    """The team that won it."""
    event: int | None
    """The event that settled it; None where it is open, or was settled before the record starts."""


@dataclass(frozen=True)
class Result:
    """How the game ended, or how it stands."""

    over: bool
    winner: Team | None
    """The team that has won: it has more points, and what is left cannot change that. None: a draw,
    or the game is not decided."""
    score: Mapping[Team, int]
    books: tuple[Settlement, ...]

    @property
    def decided(self) -> bool:
        """Whether the result is certain: a team has won, or all is settled."""
        return self.over or self.winner is not None

    @property
    def drawn(self) -> bool:
        """Whether all is settled, and no team has more points."""
        return self.over and self.winner is None


@dataclass(frozen=True)
class ClaimTally:
    """A player's claims; each is counted once, under the first of these that fits."""

    wrong: int = 0
    """Claims that did not come out ``correct``."""
    proven: int = 0
    """Right claims that were proven when they were made."""
    guessed: int = 0
    """Right claims that were not proven when they were made."""
    unjudged: int = 0
    """Right claims by a player whose hand is not known: nobody can say whether they were proven."""

    @property
    def made(self) -> int:
        """How many claims the player made."""
        return self.wrong + self.proven + self.guessed + self.unjudged


@dataclass(frozen=True)
class Player:
    """What one player did. A number that needs a hand that is not known is None."""

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
    """The bits that the asks told each teammate, added up; None where no teammate's hand is
    known."""
    bits_to_opponents: float | None
    """The bits that they told each opponent, added up; None likewise."""
    claims: ClaimTally
    missed: int | None
    """Claims that could have been proven, at the player's turn, and were not made."""

    @property
    def hit_rate(self) -> float | None:
        """Yeses per ask; None without an ask."""
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
    def turning_points(self) -> tuple[TimelineEvent, ...]:
        """The events from which most could be inferred, in the order of the game."""
        return self.timeline.turning_points()

    @property
    def uncertainty(self) -> Mapping[str, tuple[float, ...]]:
        """The bits left to learn, for each view, at the deal and after each event."""
        return {view: _left(self.timeline, view) for view in self.timeline.start}


def report(record: Record, *, timeline: Timeline | None = None) -> Report:
    """The report on a game.

    Args:
        record: the game; it need not be over.
        timeline: its timeline in the ``known_views``, where it is worked out already.

    Raises:
        ContradictionError: where no deal fits the record.
        UndecidedError: where no honest number of deals could be had.
    """
    record = only_completion(record)
    whole = whole_game(record, chances=False, measured=timeline, strict=True)
    players = (player_of(record, whole.timeline, whole.audit, seat) for seat in record.seats)
    return Report(
        record, game_result(record), tuple(players), whole.timeline, whole.audit, whole.knows
    )


def game_result(record: Record) -> Result:
    """The score, and what became of each half-suit."""
    last = replay_of(record).state()
    books = tuple(_settlement(record, name, last.books[name]) for name in last.books)
    return Result(last.over, _winner(last), last.score, books)


def _winner(state: State) -> Team | None:
    """The team that leads by more than is left to score; None: neither does."""
    table = state.table
    if state.open_books() and table.rules.opponent_holds == "minus-one":
        return None  # a team can lose any number of points
    left = sum(map(table.book_points, state.open_books()))
    for team in table.teams:
        if state.score[team] - state.score[table.other_team(team)] > left:
            return team
    return None


def _settlement(record: Record, name: str, last: BookState) -> Settlement:
    """What became of a half-suit, from its state at the end."""
    settled = settled_by(record, name)
    return Settlement(name, last.status, last.team, (settled and settled.at) or None)


def player_of(record: Record, timeline: Timeline, audit: Audit, seat: Seat) -> Player:
    """What one player did, from the record, its timeline and its audit."""
    asks = [ask for ask in record.numbered(Ask).values() if ask.asker == seat]
    kinds = [ask.kind for ask in audit.asks if ask.asker == seat]
    missed = [miss for miss in audit.missed if miss.seat == seat]
    known = seat in timeline.start
    team = record.table.team_of[seat]
    mates = tuple(mate for mate in team if mate != seat)
    return Player(
        seat=seat,
        team=team,
        asks=len(asks),
        hits=sum(ask.answer == "yes" for ask in asks),
        dead=kinds.count("dead") if known else None,
        sure=kinds.count("sure") if known else None,
        bits_to_team=bits_given(timeline, seat, mates),
        bits_to_opponents=bits_given(timeline, seat, record.table.opponents_of[seat]),
        claims=_tally(audit, seat),
        missed=len(missed) if known else None,
    )


def bits_given(timeline: Timeline, seat: Seat, to: Collection[str]) -> float | None:
    """The bits that a seat's asks told some views, added up; None where no view is known."""
    views = [view for view in to if view in timeline.start]
    if not views:
        return None
    bits = (
        each.gains[view].bits
        for each in timeline.events
        if isinstance(each.event, Ask) and each.event.asker == seat
        for view in views
    )
    return sum(bits, 0.0)


def _tally(audit: Audit, seat: Seat) -> ClaimTally:
    """A player's claims, counted by how well they were made."""
    counts = {"wrong": 0, "proven": 0, "guessed": 0, "unjudged": 0}
    names = {"proven": "proven", "guess": "guessed", "refuted": "wrong", "unknown": "unjudged"}
    for claim in audit.claims:
        if claim.claimant == seat:
            counts["wrong" if claim.outcome != "correct" else names[claim.verdict]] += 1
    return ClaimTally(**counts)


def _left(timeline: Timeline, view: str) -> tuple[float, ...]:
    """The bits that a view has left to learn, at the deal and after each event."""
    changes = (-event.gains[view].bits for event in timeline.events)
    # What is left after the last bit is nothing, whatever floats make of it.
    return tuple(max(bits, 0.0) for bits in accumulate(changes, initial=timeline.start[view]))

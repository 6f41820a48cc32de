"""The post-game report as data: the result, the players, the review, the audit.

Bits are those of the timeline: one bit halves the deals that a view can still think possible. The
bits that a player *gave* are what their asks told the others, added up over the teammates, or the
opponents, whose dealt hands are known.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import astuple, dataclass, field, replace
from functools import cached_property
from typing import Any, TypeAlias

from tracker.analysis.auditor import Audit, audit_of
from tracker.analysis.each_filling import (
    UNKNOWN,
    answered,
    first_section,
)
from tracker.analysis.game import Followed, Game
from tracker.analysis.knows import Knows, ever_provable, knows_of
from tracker.analysis.result import Result, game_result
from tracker.analysis.review import Review, review
from tracker.analysis.timeline import Statements, Timeline, all_views, timeline_of, written
from tracker.answers import HIDDEN, KEY, Answer, certain, json_keys
from tracker.game.events import Ask, Seat
from tracker.game.record import Record, has_gaps
from tracker.game.table import Team
from tracker.inference.hands import known_views
from tracker.knowledge.facts import Between

Number: TypeAlias = int | Between | None
"""A number; its lowest and highest value where a gap decides it; None where it is not known."""


@json_keys("made", "proven", "guessed", "unjudged", "wrong")
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
    """Right claims of which a hand that is not known decides whether they were proven."""
    depends: int = 0
    """Claims of which a gap decides under which of these they come."""
    undecided: int = 0
    """Claims of which that is undecided, as there are too many ways to fill the gaps."""

    @property
    def made(self) -> int:
        """How many claims the player made."""
        return sum(astuple(self))


@dataclass(frozen=True)
class Player:
    """What one player did. A number that needs a hand that is not known is None.

    A number that a gap decides has a lowest and a highest value, and one that is undecided is None.
    """

    seat: Seat = field(metadata=KEY)
    team: Team
    asks: Number
    hits: Number
    """Asks answered with yes."""
    dead: Number
    """Asks whose answer was provably no."""
    sure: Number
    """Asks whose answer was provably yes."""
    bits_to_team: float | Between | None
    """The bits that the asks told each teammate, added up; None where no teammate's hand is
    known."""
    bits_to_opponents: float | Between | None
    """The bits that they told each opponent, added up; None likewise."""
    claims: ClaimTally
    missed: Number = field(metadata=HIDDEN)
    """Claims that could have been proven, at the player's turn, and were not made."""

    @property
    def hit_rate(self) -> float | None:
        """Yeses per ask; None without an ask, and where a gap decides the numbers."""
        if isinstance(self.hits, Between) or isinstance(self.asks, Between) or not self.asks:
            return None
        return (self.hits or 0) / self.asks


@json_keys(
    "tags",
    "seats=record.seats",
    "events",
    "result",
    "players",
    "timeline",
    "uncertainty",
    "audit",
    "knows",
)
@dataclass(frozen=True, repr=False)
class Report(Answer):
    """All that there is to say after a game.

    Keys:
        tags, seats, events: The title and such; the players; how many events there are.
        result: ``score``, ``winner``, what became of each of the ``books``; ``undecided`` where
            gaps leave it open.
        players: By ``seat``, what it did, counted: ``asks``, ``hits``, ``dead`` and ``sure`` asks,
            ``claims``, bits told. Null where the dealt hand is not known.
        timeline, audit, knows: As these commands print them.
        uncertainty: By view, the bits left to learn at the deal and after each event.
    """

    record: Record
    result: Result
    players: tuple[Player, ...]
    timeline: Timeline
    """In the public view, and in that of each seat whose dealt hand is known."""
    audit: Audit
    knows: Knows
    followed: Followed | None = None
    """What the views knew at each moment, where that was worked out before the report."""

    @cached_property
    def review(self) -> Review | None:
        """What the moves were worth; None in a record with gaps, which is not judged."""
        if has_gaps(self.record):
            return None
        return review(self.record, judged=self.audit, followed=self.followed)

    @property
    def uncertainty(self) -> Mapping[str, tuple[Any, ...]]:
        """The bits left to learn, for each view, at the deal and after each event.

        Where a gap decides them they are ``Between``.
        """
        return {
            view: (start, *(event.gains[view].left for event in self.timeline.events))
            for view, start in self.timeline.start.items()
        }


def report(record: Record, *, followed: Followed | None = None) -> Report:
    """The report on a game.

    Args:
        record: the game; it need not be over.
        followed: what the ``asked_views`` knew at each moment, where that is worked out already; of
            a record whose gaps can be filled in several ways it is worked out anew.

    Raises:
        ContradictionError: where no deal fits the record.
        UndecidedError: where no honest number of deals could be had of a record without gaps.

    Where gaps can be filled in several ways, the report is worked out for each of them, and says
    what is the same in all; where there are too many, what is proven across the gaps.
    """
    answer = answered(
        record,
        lambda way, moments: report_of_moves(way, written(way, moments), followed),
        in_each=lambda way, moments: report_of_moves(way, written(record, moments)),
    )
    players = (replace(each, claims=_tally(answer.audit, each.seat)) for each in answer.players)
    return replace(answer, knows=ever_provable(answer.knows), players=tuple(players))


def report_of_moves(
    record: Record, statements: Statements, followed: Followed | None = None
) -> Report:
    """The report on a game without gaps; half-suits are listed that nobody ever could prove, too.

    Args:
        record: the game.
        statements: what the timeline tells of.
        followed: what the ``asked_views`` knew at each moment, where that is worked out already.
    """
    names = [view.name for view in known_views(record)]
    end = len(record.events)
    game = Game(record, all_views(record), counted=names, strict=True, followed=followed)
    judged = audit_of(game)
    told = timeline_of(game, names, written(record, range(end + 1)))
    players = (player_of(record, told, judged, seat) for seat in record.seats)
    return Report(
        record=record,
        result=game_result(record),
        players=tuple(players),
        timeline=timeline_of(game, names, statements),
        audit=judged,
        knows=knows_of(game, end),
        followed=followed,
    )


def player_of(record: Record, timeline: Timeline, audit: Audit, seat: Seat) -> Player:
    """What one player did, from the record, its timeline and its audit."""
    team = record.table.team_of[seat]
    if first_section(record) is not None:
        return Player(seat, team, None, None, None, None, None, None, _tally(audit, seat), None)
    asks = [ask for ask in record.numbered(Ask).values() if ask.asker == seat]
    kinds = [ask.kind for ask in certain(audit.asks) if ask.asker == seat]
    missed = [miss for miss in certain(audit.missed) if miss.seat == seat]
    known = seat in timeline.start
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
    """The bits that a seat's asks told some views, added up; None where no view is known.

    Args:
        timeline: of a record without gaps.
        seat: the seat.
        to: the views.
    """
    views = [view for view in to if view in timeline.start]
    if not views:
        return None
    bits = (
        each.gains[view].least
        for each in timeline.events
        if isinstance(each.event, Ask) and each.event.asker == seat
        for view in views
    )
    return sum(bits, 0.0)


def _tally(audit: Audit, seat: Seat) -> ClaimTally:
    """A player's claims, counted by how well they were made."""
    names = {"proven": "proven", "guess": "guessed", "refuted": "wrong", "unknown": "unjudged"}
    counts = dict.fromkeys(("wrong", *names.values(), "depends", "undecided"), 0)
    for claim in audit.claims:
        if claim.claimant == seat:
            name = names.get(claim.verdict, claim.verdict)
            if claim.outcome != "correct":
                name = "depends" if str(claim.outcome) == UNKNOWN else "wrong"
            counts[name] += 1
    return ClaimTally(**counts)

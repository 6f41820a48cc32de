"""The rows of one game that could be read, in every table but that of the problems.

What takes no deduction comes from the record, the rest from the analyses, where there are any. A
column that says what an analysis says has its name, and is copied (``schema.row_from``); only what
differs is spelled out here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from tracker.analysis.audit import first_asks
from tracker.analysis.auditor import AskAudit, ClaimAudit
from tracker.analysis.knows import Ending, asks_between
from tracker.analysis.report import ClaimTally, Player, Result, bits_given, game_result, player_of
from tracker.analysis.timeline import Gain, WholeGame
from tracker.archive.schema import (
    AskRow,
    ClaimRow,
    EventRow,
    GameRow,
    Lengths,
    Level,
    Names,
    PlayerRow,
    ProofRow,
    number_or_null,
    row_from,
)
from tracker.archive.source_games import SourceGame, identity
from tracker.explain.certificate import digest
from tracker.game.cards import Deck
from tracker.game.events import (
    Ask,
    Claim,
    Event,
    Gap,
    HandSizes,
    Missing,
    Now,
    Seat,
    actor,
    own_fields,
)
from tracker.game.record import Record
from tracker.game.replay import states
from tracker.game.table import Team
from tracker.inference.hands import known_hands
from tracker.knowledge.views import PUBLIC
from tracker.notation.text import format_event, rules_line

_COLUMN_OF_FIELD: Final = {
    "target": "target",
    "receiver": "target",
    "card": "card",
    "book": "book",
    "answer": "result",
    "outcome": "result",
    "size": "result",
    "seat": "result",
    "holdings": None,
    "shown": None,
    "cards": None,
}
"""The column for each field of an event but the seat that acts; None: it has no column."""


@dataclass(frozen=True)
class GameRows:
    """The rows of a game that could be read."""

    source: SourceGame
    record: Record
    whole: WholeGame | None
    """What the analyses say of it; None: nothing."""
    level: Level = "all"
    """What was worked out."""

    def game(self, number_of_problems: int) -> GameRow:
        """The row in ``games``."""
        record, tags, result = self.record, dict(self.record.tags), self._result
        return row_from(
            GameRow,
            self.source,
            record,
            result,
            game=self.source.key,
            digest=digest(record),
            title=tags.get("title"),
            date=tags.get("date"),
            place=tags.get("place"),
            rules=rules_line(record),
            deck=record.rules.deck,
            teams=tuple(map(str, record.table.teams)),
            hands=len(self._known),
            events=len(record.events),
            asks=len(self._asks),
            claims=len(self._claims),
            winner=None if result.winner is None else str(result.winner),
            points=tuple(result.score[team] for team in record.table.teams),
            problems=number_of_problems,
            analysed=self.whole is not None,
            exact=self._is_measured and all(map(self._is_exact, range(1, len(record.events) + 1))),
            identity=identity(record),
            decided=result.decided,
            level="events" if self.whole is None else self.level,
            margin=self._margin(record.table.teams[0]),
            waits=self._waits(claimed=True),
            unclaimed=self._waits(claimed=False),
        )

    def _waits(self, *, claimed: bool) -> Lengths | None:
        """How many asks proofs waited that a team had and claimed, or did not claim."""
        if self.whole is None:
            return None
        return tuple(
            sum(stretch.start < number <= stretch.end for number in self._asks)
            for provable in self.whole.knows.books
            for stretch in provable.stretches
            if provable.is_claimed_after(stretch) == claimed
        )

    def player(self, seat: Seat) -> PlayerRow:
        """A row in ``players``."""
        record, result, whole = self.record, self._result, self.whole
        team = record.table.team_of[seat]
        asks = [event for event in self._asks.values() if event.asker == seat]
        claims = [event for event in self._claims.values() if event.claimant == seat]
        player = whole and player_of(record, whole.timeline, whole.audit, seat)
        return row_from(
            PlayerRow,
            player or Player,
            player.claims if player else ClaimTally,
            **self._chances_and_latencies(seat),
            game=self.source.key,
            player=seat,
            place=record.seats.index(seat),
            team=str(team),
            hand_known=seat in self._known,
            won=result.winner == team if result.decided else None,
            points=result.score[team],
            asks=len(asks),
            hits=sum(ask.answer == "yes" for ask in asks),
            turns=sum(ask.asker == seat for ask in first_asks(record)),
            claims=len(claims),
            correct=sum(claim.outcome == "correct" for claim in claims),
            **self._bits_given(seat),
            drawn=result.drawn if result.decided else None,
            margin=self._margin(team),
            dealt=self._known.get(seat),
        )

    def _bits_given(self, seat: Seat) -> dict[str, float | None]:
        """What a player's asks told, where bits were counted."""
        table = self.record.table
        mates = [mate for mate in table.team_of[seat] if mate != seat]
        told = {"public": (PUBLIC,), "team": mates, "opponents": table.opponents_of[seat]}
        timeline = self.whole.timeline if self.whole and self._is_measured else None
        return {
            f"bits_to_{whom}": bits_given(timeline, seat, views) if timeline else None
            for whom, views in told.items()
        }

    def _chances_and_latencies(self, seat: Seat) -> dict[str, float | None]:
        """What a player's asks and claims add up to, where the hand is known and analysed."""
        if self.whole is None or seat not in self._known:
            return dict.fromkeys(("asks_judged", "chance", "latencies", "latency", "given_up"))
        asks = [ask for ask in self.whole.audit.asks if ask.asker == seat]
        claims = [claim for claim in self.whole.audit.claims if claim.claimant == seat]
        chances = [ask.chance for ask in asks if ask.chance is not None]
        best = [ask.best for ask in asks if ask.best is not None]
        waits = [wait for wait in map(self._latency, claims) if wait is not None]
        return {
            "asks_judged": len(chances) if self._is_measured else None,
            "chance": sum(chances, 0.0) if self._is_measured else None,
            "given_up": sum(best) - sum(chances, 0.0) if self._is_measured else None,
            "latencies": len(waits),
            "latency": sum(waits),
        }

    def events(self) -> Iterator[EventRow]:
        """The rows in ``events``."""
        for number, event in enumerate(self.record.events, 1):
            public = self._gain(number, PUBLIC)
            gains = [self._gain(number, seat) for seat in self.record.seats]
            yield row_from(
                EventRow,
                event,
                **event_columns(event, self.record.deck),
                game=self.source.key,
                event=number,
                kind=event.kind,
                actor=actor(event),
                text=format_event(event, self.record),
                bits_public=public and public.bits,
                bits=tuple(number_or_null(gain and gain.bits) for gain in gains),
                left_public=public and public.left,
                left=tuple(number_or_null(gain and gain.left) for gain in gains),
                exact=self._is_measured and self._is_exact(number),
            )

    def asks(self) -> Iterator[AskRow]:
        """The rows in ``asks``."""
        table = self.record.table
        judgements = {ask.event: ask for ask in self.whole.audit.asks} if self.whole else {}
        for number, ask in self._asks.items():
            judgement, public = judgements.get(number), self._gain(number, PUBLIC)
            mates = [seat for seat in table.team_of[ask.asker] if seat != ask.asker]
            chance = judgement.chance if judgement else None
            yield row_from(
                AskRow,
                ask,
                judgement or AskAudit,
                game=self.source.key,
                event=number,
                book=table.deck.book_of[ask.card].name,
                hit=ask.answer == "yes",
                exact=judgement.exact if judgement and chance is not None else None,
                bits_public=public and public.bits,
                bits_team=self._bits_together(number, mates),
                bits_opponents=self._bits_together(number, table.opponents_of[ask.asker]),
            )

    def claims(self) -> Iterator[ClaimRow]:
        """The rows in ``claims``."""
        judgements = {claim.event: claim for claim in self.whole.audit.claims} if self.whole else {}
        for number, claim in self._claims.items():
            judgement, ending = judgements.get(number), self._ending(number, claim)
            chance = judgement.probability if judgement else None
            yield row_from(
                ClaimRow,
                claim,
                judgement or ClaimAudit,
                game=self.source.key,
                event=number,
                team=str(self.record.table.team_of[claim.claimant]),
                correct=claim.outcome == "correct",
                chance=None if chance is None else float(chance),
                exact=judgement.exact if judgement and chance is not None else None,
                since=judgement and judgement.provable_since,
                latency=judgement and self._latency(judgement),
                team_since=ending and ending.since,
                team_latency=ending and ending.latency,
                **self._scored(number),
            )

    def _scored(self, number: int) -> dict[str, Any]:
        """Who scored by an event, and how many points: -1 where the claimant's team lost one."""
        before, after = states(self.record)[number - 1 : number + 1]
        for team, points in after.score.items():
            if points != before.score[team]:
                return {"scored_by": str(team), "points": points - before.score[team]}
        return {"scored_by": None, "points": 0}

    def _margin(self, team: Team) -> int:
        """By how many points a team leads at the end of the record."""
        score = self._result.score
        return score[team] - score[self.record.table.other_team(team)]

    def proofs(self) -> Iterator[ProofRow]:
        """The rows in ``proofs``."""
        for provable in self.whole.knows.books if self.whole else ():
            team = str(provable.team)
            for view, spans in provable.spans.items():
                for span in spans:
                    yield row_from(
                        ProofRow, provable, span, game=self.source.key, team=team, view=view
                    )

    @cached_property
    def _result(self) -> Result:
        """How the game ended, or how it stands."""
        return game_result(self.record)

    @cached_property
    def _asks(self) -> dict[int, Ask]:
        """The asks by the numbers of their events."""
        return self.record.numbered(Ask)

    @cached_property
    def _claims(self) -> dict[int, Claim]:
        """The claims by the numbers of their events."""
        return self.record.numbered(Claim)

    @cached_property
    def _known(self) -> dict[Seat, Names]:
        """The dealt hands that are known, by the header or by all of the record."""
        if self.whole is not None:
            return {seat: hand.cards for seat, hand in known_hands(self.record).items()}
        return {hand.seat: hand.cards for hand in self.record.hands if hand.whole}

    @cached_property
    def _is_measured(self) -> bool | None:
        """Whether bits were counted; None where they were not."""
        return True if self.whole is not None and self.level == "all" else None

    def _gain(self, number: int, view: str) -> Gain | None:
        """What an event told a view; None where its hand is not known, or nothing is."""
        return self.whole.timeline.events[number - 1].gains.get(view) if self.whole else None

    def _bits_together(self, number: int, views: Iterable[str]) -> float | None:
        """The bits an event told some views, added up; None where none of the hands is known."""
        gains = [gain for view in views if (gain := self._gain(number, view))]
        return sum_known([number_or_null(gain.bits) for gain in gains]) if gains else None

    def _is_exact(self, number: int) -> bool:
        """Whether the bits of an event are exact for every view, where there are any."""
        gains = self.whole.timeline.events[number - 1].gains if self.whole else {}
        return all(gain.exact for gain in gains.values())

    def _ending(self, number: int, claim: Claim) -> Ending | None:
        """How a half-suit was settled, if a claim of it settled it and its team could prove it."""
        team = self.record.table.team_of[claim.claimant]
        provable = self.whole.knows.of(claim.book, team) if self.whole else None
        ending = provable and provable.ending
        return ending if ending and ending.event == number else None

    def _latency(self, claim: ClaimAudit) -> int | None:
        """The asks from when the claimant could prove a claim to when it was made."""
        if claim.provable_since is None:
            return None
        return asks_between(self.record, claim.provable_since, claim.event - 1)


def event_columns(event: Event, deck: Deck) -> dict[str, str | None]:
    """The columns ``target``, ``card``, ``book`` and ``result`` of an event, from its fields."""
    columns: dict[str, str | None] = dict.fromkeys(("target", "card", "book", "result"))
    if isinstance(event, Gap | Missing | HandSizes | Now):
        return columns
    names = own_fields(type(event))
    for name in names if actor(event) is None else names[1:]:
        column, value = _COLUMN_OF_FIELD[name], getattr(event, name)
        if column and value is not None:
            columns[column] = str(value)
    if columns["card"]:
        columns["book"] = deck.book_of[columns["card"]].name
    return columns


def sum_known(numbers: Sequence[float | None], start: float = 0.0) -> float | None:
    """The sum of numbers; None where one of them is not known.

    Args:
        numbers: the numbers.
        start: 0 where they are whole numbers, and their sum is to be one.
    """
    known = [number for number in numbers if number is not None]
    return sum(known, start) if len(known) == len(numbers) else None

"""The rows of one game about the game itself, its events, asks, claims and proofs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isnan
from typing import Any, Final

from tracker.analysis.askers import first_asks
from tracker.analysis.audit import AskAudit, ClaimAudit
from tracker.analysis.knows import Provable
from tracker.analysis.report import Result, bits_given, game_result, player_of
from tracker.analysis.timeline import Told, WholeGame
from tracker.archive.schema import AskRow, ClaimRow, EventRow, GameRow, PlayerRow, ProofRow
from tracker.archive.source_games import SourceGame
from tracker.explain.certificate import digest
from tracker.game.events import Ask, Award, Claim, Event, Seat, actor
from tracker.game.record import Record
from tracker.game.table import team_name
from tracker.knowledge.views import PUBLIC
from tracker.notation.text import format_event
from tracker.notation.writer import rules_line


@dataclass(frozen=True)
class GameTold:
    """A game with what the analyses say of it, if anything."""

    source: SourceGame
    record: Record
    found: WholeGame | None

    def game(self, problems: int) -> GameRow:
        """Its row in ``games``."""
        record, tags = self.record, dict(self.record.tags)
        result = self.result
        return GameRow(
            game=self.source.key,
            source=self.source.source,
            index=self.source.index,
            line=self.source.line,
            digest=digest(record),
            title=tags.get("title"),
            date=tags.get("date"),
            place=tags.get("place"),
            preset=record.preset,
            rules=rules_line(record),
            deck=record.rules.deck,
            seats=record.seats,
            teams=tuple(map(team_name, record.table.teams)),
            dealer=record.dealer,
            hands=len(self.known),
            events=len(record.events),
            asks=sum(isinstance(event, Ask) for event in record.events),
            claims=sum(isinstance(event, Claim) for event in record.events),
            over=result.over,
            winner=None if result.winner is None else team_name(result.winner),
            points=tuple(result.score[team] for team in record.table.teams),
            problems=problems,
            analysed=self.found is not None,
            exact=None if self.found is None else all(map(is_exact, self.found.timeline.events)),
        )

    def events(self) -> Iterator[EventRow]:
        """The rows in ``events``."""
        deck = self.record.deck
        for number, event in enumerate(self.record.events, 1):
            told = self._told[number - 1] if self.found else None
            card = getattr(event, "card", None)
            book = getattr(event, "book", None) or (card and deck.book_of[card].name)
            yield EventRow(
                game=self.source.key,
                event=number,
                line=event.line,
                kind=event.kind,
                actor=actor(event),
                target=getattr(event, "target", None) or getattr(event, "receiver", None),
                card=card,
                book=book,
                result=_result(event),
                irregular=event.irregular,
                text=format_event(event, self.record),
                bits_public=_gained(told, PUBLIC),
                bits=tuple(_gained(told, seat) for seat in self.record.seats),
                left_public=_left(told, PUBLIC),
                left=tuple(_left(told, seat) for seat in self.record.seats),
                exact=None if told is None else is_exact(told),
            )

    def asks(self) -> Iterator[AskRow]:
        """The rows in ``asks``."""
        judged = {one.event: one for one in self.found.audit.asks} if self.found else {}
        for number, event in enumerate(self.record.events, 1):
            if isinstance(event, Ask):
                yield self._ask(number, event, judged.get(number))

    def _ask(self, number: int, ask: Ask, judged: AskAudit | None) -> AskRow:
        """A row in ``asks``."""
        table = self.record.table
        told = self._told[number - 1] if self.found else None
        mates = tuple(seat for seat in table.team_of[ask.asker] if seat != ask.asker)
        return AskRow(
            game=self.source.key,
            event=number,
            asker=ask.asker,
            target=ask.target,
            card=ask.card,
            book=table.deck.book_of[ask.card].name,
            answer=ask.answer,
            hit=ask.answer == "yes",
            irregular=ask.irregular,
            **_parts(judged, kind="kind", chance="chance", best="best", rank="rank"),
            exact=None if judged is None or judged.chance is None else judged.exact,
            bits_public=_gained(told, PUBLIC),
            bits_team=told_bits(told, mates),
            bits_opponents=told_bits(told, table.opponents_of[ask.asker]),
        )

    def claims(self) -> Iterator[ClaimRow]:
        """The rows in ``claims``."""
        judged = {one.event: one for one in self.found.audit.claims} if self.found else {}
        for number, event in enumerate(self.record.events, 1):
            if isinstance(event, Claim):
                yield self._claim(number, event, judged.get(number))

    def _claim(self, number: int, claim: Claim, judged: ClaimAudit | None) -> ClaimRow:
        """A row in ``claims``."""
        team = self.record.table.team_of[claim.claimant]
        proof = self.found.knows.of(claim.book, team) if self.found else None
        ending = None if proof is None else proof.ending
        ending = ending if ending is not None and ending.event == number else None
        chance = None if judged is None else judged.probability
        return ClaimRow(
            game=self.source.key,
            event=number,
            claimant=claim.claimant,
            team=team_name(team),
            book=claim.book,
            outcome=claim.outcome,
            correct=claim.outcome == "correct",
            chance=None if chance is None else float(chance),
            exact=None if judged is None or chance is None else judged.exact,
            latency=None if judged is None else self.latency(judged),
            **_parts(
                judged,
                verdict="verdict",
                since="provable_since",
                also_proven_for="also_proven_for",
                provable_by="provable_by",
            ),
            **_parts(ending, team_since="since", team_latency="latency"),
        )

    def proofs(self) -> Iterator[ProofRow]:
        """The rows in ``proofs``."""
        for one in self.found.knows.books if self.found else ():
            yield from self._spans(one)

    def _spans(self, one: Provable) -> Iterator[ProofRow]:
        for view, spans in one.spans.items():
            for span in spans:
                team = team_name(one.team)
                yield ProofRow(self.source.key, one.book, team, view, span.start, span.end)

    @cached_property
    def result(self) -> Result:
        """How the game stands."""
        return game_result(self.record)

    @cached_property
    def known(self) -> tuple[Seat, ...]:
        """The seats whose dealt hands are known, by the header or by all of the record."""
        given = {hand.seat for hand in self.record.hands if hand.whole}
        known = given if self.found is None else set(self.found.timeline.start)
        return tuple(seat for seat in self.record.seats if seat in known)

    @property
    def _told(self) -> Sequence[Told]:
        return self.found.timeline.events if self.found else ()

    def latency(self, claim: ClaimAudit) -> int | None:
        """The asks from when the claimant could prove a claim to when it was made."""
        if claim.provable_since is None:
            return None
        return sum(
            isinstance(event, Ask)
            for event in self.record.events[claim.provable_since : claim.event - 1]
        )


def _result(event: Event) -> str | None:
    """What came of an event: an answer, an outcome, a size, or a winner."""
    if isinstance(event, Award):
        return event.seat
    for name in ("answer", "outcome", "size"):
        value = getattr(event, name, None)
        if value is not None:
            return str(value)
    return None


def number_of(bits: float | None) -> float | None:
    """Bits; none where no honest number of deals could be had."""
    return None if bits is None or isnan(bits) else bits


def _gained(told: Told | None, view: str) -> float | None:
    if told is None or view not in told.gains:
        return None
    return number_of(told.gains[view].bits)


def _left(told: Told | None, view: str) -> float | None:
    if told is None or view not in told.gains:
        return None
    return number_of(told.gains[view].left)


def told_bits(told: Told | None, views: Iterable[str]) -> float | None:
    """What an event told some views, added up; none where none of them is known."""
    if told is None:
        return None
    gains = [number_of(told.gains[view].bits) for view in views if view in told.gains]
    return sum_known(gains) if gains else None


def sum_known(numbers: Sequence[float | None], start: float = 0.0) -> float | None:
    """The sum of numbers; none where one of them is not known.

    Args:
        numbers: the numbers.
        start: 0 where they are whole numbers, and their sum is to be one.
    """
    known = [number for number in numbers if number is not None]
    return sum(known, start) if len(known) == len(numbers) else None


def is_exact(told: Told) -> bool:
    """Whether the bits of an event are exact for every view."""
    return all(gain.exact for gain in told.gains.values())


def _parts(value: object, **columns: str) -> dict[str, Any]:
    """What goes to some columns from the fields of a value; none of each where there is none."""
    return {
        column: None if value is None else getattr(value, name) for column, name in columns.items()
    }


# -- the rows of one game about its players -------------------------------------------------------
#
# The rows of one game about its players.

_JUDGED: Final = (
    "dead", "sure", "asks_judged", "chance", "bits_to_public", "bits_to_team",
    "bits_to_opponents", "proven", "guessed", "unjudged", "missed", "latency", "latencies",
)  # fmt: skip
"""The columns that take an analysis."""


def player_row(told: GameTold, seat: Seat) -> PlayerRow:
    """A row in ``players``."""
    record, team = told.record, told.record.table.team_of[seat]
    asks = [one for one in record.events if isinstance(one, Ask) and one.asker == seat]
    claims = [one for one in record.events if isinstance(one, Claim) and one.claimant == seat]
    return PlayerRow(
        game=told.source.key,
        player=seat,
        place=record.seats.index(seat),
        team=team_name(team),
        hand_known=seat in told.known,
        won=told.result.winner == team if told.result.over else None,
        points=told.result.score[team],
        asks=len(asks),
        hits=sum(ask.answer == "yes" for ask in asks),
        turns=sum(ask.asker == seat for ask in first_asks(record)),
        claims=len(claims),
        correct=sum(claim.outcome == "correct" for claim in claims),
        **_judged(told, seat),
    )


def _judged(told: GameTold, seat: Seat) -> dict[str, Any]:
    """What the analyses say of a player; all none where there are none."""
    found = told.found
    if found is None:
        return dict.fromkeys(_JUDGED)
    player = player_of(told.record, found.timeline, found.audit, seat)
    known = seat in told.known
    asks = [one.chance for one in found.audit.asks if one.asker == seat]
    claims = [one for one in found.audit.claims if one.claimant == seat]
    waited = [wait for one in claims if (wait := told.latency(one)) is not None]
    chances = [chance for chance in asks if chance is not None]
    values = (
        player.dead,
        player.sure,
        len(chances) if known else None,
        sum(chances, 0.0) if known else None,
        number_of(bits_given(found.timeline, seat, (PUBLIC,))),
        number_of(player.bits_to_team),
        number_of(player.bits_to_opponents),
        player.claims.proven,
        player.claims.guessed,
        player.claims.unjudged,
        player.missed,
        sum(waited) if known else None,
        len(waited) if known else None,
    )
    return dict(zip(_JUDGED, values, strict=True))

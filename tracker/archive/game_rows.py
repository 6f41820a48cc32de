"""The rows of one game that could be read, in every table but that of the problems.

What takes no deduction comes from the record, the rest from the analyses, where there are any. A
column that says what an analysis says has its name, and is copied (``schema.row_from``); only what
differs is spelled out here.

A game with gaps has the rows of the game that it may have been, in each way to fill them. A column
that is the same in all is kept; else it is null. Where the ways are too many, what the statements
that are known say for certain is kept, and what is proven across the gaps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, TypeVar

from tracker.analysis.audit import first_asks
from tracker.analysis.auditor import AskAudit, ClaimAudit
from tracker.analysis.each_filling import Filled, merged_verdict, same
from tracker.analysis.knows import Ending, Knows, asks_between, knows_as_written, merged_knows
from tracker.analysis.report import ClaimTally, Player, Result, bits_given, game_result, player_of
from tracker.analysis.timeline import Gain, WholeGame
from tracker.answers import certain
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
    Rows,
    number_or_null,
    row_from,
)
from tracker.archive.source_games import SourceGame, identity
from tracker.explain.certificate import digest
from tracker.game.cards import Deck
from tracker.game.events import (
    Ask,
    Award,
    Claim,
    Event,
    Gap,
    HandSizes,
    Missing,
    Now,
    Open,
    PlainEvent,
    Seat,
    actor,
    is_open,
    own_fields,
)
from tracker.game.record import Record, gap_numbers
from tracker.game.replay import states
from tracker.game.table import Team
from tracker.game.turns import may_force_claims
from tracker.inference.completions import Completion
from tracker.inference.hands import known_hands
from tracker.knowledge.facts import span
from tracker.knowledge.views import PUBLIC
from tracker.notation.text import format_event, rules_line

Row = TypeVar("Row", bound=Any)
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

    def all(self) -> Rows:
        """The rows in every table but that of the problems, which are not counted."""
        return {
            "games": (self.game(),),
            "players": tuple(map(self.player, self.record.seats)),
            "events": tuple(self.events()),
            "asks": tuple(self.asks()),
            "claims": tuple(self.claims()),
            "proofs": tuple(self.proofs()),
        }

    def game(self) -> GameRow:
        """The row in ``games``, of a record without problems."""
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
            problems=0,
            analysed=self.whole is not None,
            exact=self._is_measured and all(map(self._is_exact, range(1, len(record.events) + 1))),
            identity=identity(record),
            decided=result.decided,
            level="events" if self.whole is None else self.level,
            margin=self._margin(record.table.teams[0]),
            waits=self._waits(claimed=True),
            unclaimed=self._waits(claimed=False),
            open_gaps=0,
            first_turn=record.table.first_turn,
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
        asks = [ask for ask in certain(self.whole.audit.asks) if ask.asker == seat]
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
        for number in range(1, len(self.record.events) + 1):
            public = self._gain(number, PUBLIC)
            gains = [self._gain(number, seat) for seat in self.record.seats]
            yield replace(
                event_row(self.source, self.record, number),
                bits_public=number_or_null(public and public.bits),
                bits=tuple(number_or_null(gain and gain.bits) for gain in gains),
                left_public=number_or_null(public and public.left),
                left=tuple(number_or_null(gain and gain.left) for gain in gains),
                exact=self._is_measured and self._is_exact(number),
            )

    def asks(self) -> Iterator[AskRow]:
        """The rows in ``asks``."""
        table = self.record.table
        audited = certain(self.whole.audit.asks) if self.whole else ()
        judgements = {ask.event: ask for ask in audited}
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
                chance=float(chance) if isinstance(chance, Fraction) else None,
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

    def _margin(self, team: Team) -> int | None:
        """By how many points a team leads at the end of the record; None where that is open."""
        score = self._result.score
        ours, theirs = score[team], score[self.record.table.other_team(team)]
        return None if None in (ours, theirs) else ours - theirs

    def proofs(self) -> Iterator[ProofRow]:
        """The rows in ``proofs``."""
        if self.whole is not None:
            yield from proof_rows(self.source, self.whole.knows)

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
        since = claim.provable_since
        return asks_between(self.record, since, claim.event - 1) if isinstance(since, int) else None


def proof_rows(source: SourceGame, knows: Knows) -> Iterator[ProofRow]:
    """The rows in ``proofs`` of what could be proven in a game."""
    for provable in knows.books:
        team = str(provable.team)
        for view, stretches in provable.spans.items():
            for stretch in stretches:
                yield row_from(ProofRow, provable, stretch, game=source.key, team=team, view=view)


def event_row(source: SourceGame, record: Record, number: int) -> EventRow:
    """A row in ``events`` without what the event told.

    Args:
        source: the game.
        record: its record.
        number: the number of the event.
    """
    event, nothing = record.events[number - 1], (None,) * len(record.seats)
    return row_from(
        EventRow,
        event,
        **event_columns(event, record.deck),
        game=source.key,
        event=number,
        kind=event.of.kind if isinstance(event, Gap) else event.kind,
        actor=actor(event),
        text=format_event(event, record),
        bits_public=None,
        bits=nothing,
        left_public=None,
        left=nothing,
        exact=None,
    )


def event_columns(event: Event, deck: Deck) -> dict[str, str | None]:
    """The columns ``target``, ``card``, ``book`` and ``result`` of an event, from its fields.

    What a gap leaves open is null.
    """
    columns: dict[str, str | None] = dict.fromkeys(("target", "card", "book", "result"))
    kind = event.of if isinstance(event, Gap) else type(event)
    if kind in (Missing, HandSizes, Now):
        return columns
    names = own_fields(kind)
    for name in names if kind is Award else names[1:]:
        column = _COLUMN_OF_FIELD[name]
        value = event.value(name) if isinstance(event, Gap) else getattr(event, name)
        if column and value is not None and not is_open(value):
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


# -- across gaps ----------------------------------------------------------------------------------

_NUMBERED: Final = {
    "events": ("event",),
    "asks": ("event",),
    "claims": ("event", "since", "team_since"),
}
"""The columns that are numbers of events or moments, of the tables with a row for an event."""


def rows_in_all(
    source: SourceGame, record: Record, filled: Filled[WholeGame | None], level: Level
) -> Rows:
    """The rows of a game with gaps, with what is the same in every way to fill them.

    Args:
        source: the game.
        record: its record, with gaps.
        filled: what the analyses say in each way; None: nothing.
        level: what was worked out.
    """
    each = [
        _as_written(GameRows(source, completion.record, whole, level).all(), completion)
        for completion, whole in zip(filled.completions, filled.answers, strict=True)
    ]
    of_event = {name: _by_event([rows[name] for rows in each]) for name in _NUMBERED}
    events = (
        _in_words(of_event["events"].get(number), event_row(source, record, number))
        for number in range(1, len(record.events) + 1)
    )
    (game,) = _in_columns([rows["games"] for rows in each])
    return {
        "games": (_with_gaps(game, record, len(_differing(filled.completions))),),
        "players": tuple(_in_columns([rows["players"] for rows in each])),
        "events": tuple(events),
        "asks": tuple(of_event["asks"].values()),
        "claims": tuple(of_event["claims"].values()),
        "proofs": tuple(_proofs_in_all(source, record, filled)),
    }


def _differing(completions: Iterable[Completion]) -> set[int]:
    """The gaps that are filled in several ways."""
    ways = {filling for completion in completions for filling in completion.fillings}
    numbers = [number for number, _ in ways]
    return {number for number in numbers if numbers.count(number) > 1}


def _as_written(rows: Rows, completion: Completion) -> Rows:
    """The rows of a completion in the numbers of the record with gaps."""
    return {
        name: [completion.numbered(row, *_NUMBERED.get(name, ())) for row in rows[name]]
        for name in rows
    }


def _by_event(each: Sequence[Sequence[Any]]) -> dict[int, Any]:
    """The rows of the events that have one in every completion, by the event's number."""
    rows: dict[int, list[Any]] = {}
    for row in (row for rows in each for row in rows):
        rows.setdefault(row.event, []).append(row)
    numbers = [{row.event for row in rows} for rows in each]
    return {
        number: _in_all(rows[number])
        for number in sorted(set.intersection(*numbers))
        if len(rows[number]) == len(each)
    }


def _in_words(row: EventRow | None, written: EventRow) -> EventRow:
    """The row of an event with the words of the record; that of a stretch has nothing else."""
    return written if row is None else replace(row, text=written.text, line=written.line)


def _in_columns(each: Sequence[Sequence[Row]]) -> Iterator[Row]:
    """The rows of all completions, place by place, as one."""
    return (_in_all(rows) for rows in zip(*each, strict=True))


def _in_all(rows: Sequence[Row]) -> Row:
    """Several rows as one, with the columns that are the same in all."""
    names = [column.name for column in fields(rows[0])]
    columns = {name: _same_in_all(name, [getattr(row, name) for row in rows]) for name in names}
    if len(verdicts := {getattr(row, "verdict", None) for row in rows}) > 1:
        columns["verdict"] = merged_verdict(map(str, verdicts))
    return replace(rows[0], **columns)


def _same_in_all(name: str, values: Sequence[Any]) -> Any:
    """The value of a column that is the same in all; else None."""
    if all(isinstance(value, float) for value in values):
        middle = span(values)
        return middle if isinstance(middle, float) else None
    if name in ("bits", "left", "points") and isinstance(values[0], tuple):
        return tuple(_same_in_all("", places) for places in zip(*values, strict=True))
    return same(values, None)


def _proofs_in_all(
    source: SourceGame, record: Record, filled: Filled[WholeGame | None]
) -> Iterator[ProofRow]:
    """The rows in ``proofs`` of what could be proven in every way to fill the gaps."""
    known = [
        knows_as_written(whole.knows, completion)
        for completion, whole in zip(filled.completions, filled.answers, strict=True)
        if whole is not None
    ]
    if known:
        together = merged_knows(
            record, len(record.events), Filled(filled.completions, tuple(known))
        )
        yield from proof_rows(source, together)


def _with_gaps(game: GameRow, record: Record, gaps: int) -> GameRow:
    """The row of a game in ``games``, with what its record with gaps tells."""
    return replace(
        game,
        digest=digest(record),
        identity=identity(record),
        events=len(record.events),
        open_gaps=gaps,
    )


# -- too many ways to fill them -------------------------------------------------------------------


def rows_as_told(source: SourceGame, record: Record, verdicts: Mapping[int, str]) -> Rows:
    """The rows of a game whose gaps can be filled in too many ways: what is certain all the same.

    Args:
        source: the game.
        record: its record, with gaps.
        verdicts: those on its claims, by their numbers, as far as they are known.
    """
    told = {
        n: known for n, event in enumerate(record.events, 1) if (known := _known(event, record))
    }
    numbers, events = tuple(told), tuple(told.values())
    rows = GameRows(source, record.with_events(events), None, "events").all()
    gaps = len(gap_numbers(record))
    tells_score = _tells_score(record)
    (game,) = rows["games"]
    game = replace(game, asks=_count(record, Ask), claims=_count(record, Claim))
    games = [_with_gaps(game, record, gaps)]
    players = [_player_as_told(row, record) for row in rows["players"]]
    claims = [replace(row, event=numbers[row.event - 1]) for row in rows["claims"]]
    claims = [replace(row, verdict=verdicts.get(row.event)) for row in claims]
    if not tells_score:
        games, players, claims = (_without_score(each) for each in (games, players, claims))
    return {
        "games": games,
        "players": players,
        "events": [event_row(source, record, n) for n in range(1, len(record.events) + 1)],
        "asks": [replace(row, event=numbers[row.event - 1]) for row in rows["asks"]],
        "claims": claims,
        "proofs": (),
    }


def _known(event: Event, record: Record) -> PlainEvent | None:
    """An event of which all is known but perhaps the naming of a claim; None where more is open."""
    if not isinstance(event, Gap | Missing):
        return event
    if isinstance(event, Missing) or event.of is not Claim:
        return None
    if not {"holdings", "shown"}.issuperset(event.open_fields):
        return None
    claimant = event.value("claimant")
    if len(record.table.claimable_by(claimant)) > 1:  # the naming tells for which team it is
        return None
    return Claim(claimant, event.value("book"), (), event.value("outcome"))


def _tells_score(record: Record) -> bool:
    """Whether no gap can change who scores what."""
    return not may_force_claims(record.rules) and all(
        event.only_asks
        if isinstance(event, Missing)
        else _known(event, record) is not None or event.of not in (Claim, Award)
        for event in record.events
        if isinstance(event, Gap | Missing)
    )


def _without_score(rows: Iterable[Row]) -> list[Row]:
    """Rows without what depends on the score."""
    unknown = dict.fromkeys(("over", "winner", "decided", "margin", "won", "drawn", "scored_by"))
    return [
        replace(
            row,
            **{name: None for name in unknown if hasattr(row, name)},
            points=(None, None) if isinstance(row.points, tuple) else None,
        )
        for row in rows
    ]


def _player_as_told(row: PlayerRow, record: Record) -> PlayerRow:
    """The row of a player with what can be counted for certain."""
    seat = row.player
    return replace(
        row,
        asks=_count(record, Ask, asker=seat),
        hits=_count(record, Ask, asker=seat, answer="yes"),
        turns=None,
        claims=_count(record, Claim, claimant=seat),
        correct=_count(record, Claim, claimant=seat, outcome="correct"),
    )


def _count(record: Record, kind: type[Event], **wanted: str) -> int | None:
    """How many events are of a kind, and have some values; None where that depends on a gap."""
    number = 0
    for event in record.events:
        if isinstance(event, Missing):
            if not event.only_asks or (kind is Ask and (wanted or event.asks is None)):
                return None
            number += (event.asks or 0) if kind is Ask else 0
        else:
            fits = _fits(event, kind, wanted)
            if fits is None:
                return None
            number += fits
    return number


def _fits(event: PlainEvent | Gap, kind: type[Event], wanted: Mapping[str, str]) -> bool | None:
    """Whether an event is of a kind and has some values; None where that depends on a gap."""
    if not issubclass(event.of if isinstance(event, Gap) else type(event), kind):
        return False
    parts = {
        name: event.value(name) if isinstance(event, Gap) else getattr(event, name)
        for name in wanted
    }
    options = {
        name: part.values if isinstance(part, Open) else (part,) for name, part in parts.items()
    }
    if any(of is not None and wanted[name] not in of for name, of in options.items()):
        return False
    return None if any(isinstance(part, Open) for part in parts.values()) else True

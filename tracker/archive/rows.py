"""What a game says, table by table: the one place in which a game becomes rows.

What takes no deduction can be said of every game that can be read. The rest comes from the analyses
(``tracker.analysis.timeline``) and is null where there are none: the record contradicts itself, or
the analysis took longer than it may. A column that says what an analysis says has its name, and is
copied.

A game with gaps has the rows of the game that it may have been, in each way to fill them. A column
that is the same in all is kept; else it is null. Where the ways are too many, what the statements
that are known say for certain is kept, and what is proven across the gaps.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from fractions import Fraction
from functools import partial
from math import isnan
from typing import Any, Final

from tracker.analysis.audit import audit, first_asks
from tracker.analysis.auditor import AskAudit, ClaimAudit
from tracker.analysis.check import CONTRADICTION, NOTATION, UNDECIDED, Problem, check, problems
from tracker.analysis.each_filling import (
    Filled,
    completions_to_judge,
    each_filling,
    merged_verdict,
    same,
)
from tracker.analysis.knows import Ending, Knows, asks_between, knows_as_written, merged_knows
from tracker.analysis.report import ClaimTally, Player, bits_given, player_of
from tracker.analysis.result import game_result
from tracker.analysis.review import PlayerReview, review
from tracker.analysis.timeline import WholeGame, unmeasured, whole_game
from tracker.answers import certain
from tracker.archive.pool import BUDGET, Lost
from tracker.archive.schema import TABLES, Level, Row, Rows, columns, includes
from tracker.archive.source_games import SourceGame, identity
from tracker.errors import OverTimeError, UndecidedError
from tracker.explain.certificate import digest
from tracker.game.cards import Deck
from tracker.game.events import (
    Ask,
    Award,
    Claim,
    Event,
    Gap,
    Missing,
    Open,
    PlainEvent,
    Seat,
    actor,
    is_open,
    own_fields,
)
from tracker.game.record import Record, gap_numbers, has_gaps
from tracker.game.replay import states
from tracker.game.table import Team
from tracker.game.turns import may_force_claims
from tracker.inference.completions import Completion, ordinary_record
from tracker.inference.contradictions import consistency
from tracker.inference.hands import known_hands
from tracker.knowledge.facts import span
from tracker.knowledge.views import PUBLIC
from tracker.notation.text import dumps, format_event, rules_line

GAPS: Final = "gaps"
"""The code of the problem of a game whose gaps can be filled in several ways."""
LEFT_OPEN: Final = "what depends on its gaps is left out of all figures"


def rows_of(
    game: SourceGame,
    *,
    level: Level = "all",
    seconds: float | None = None,
    lost: Lost | None = None,
) -> Rows:
    """The rows of a game in every table.

    Args:
        game: the game.
        level: what to work out.
        seconds: the processor time that its analysis may take, looked at after each event; None: no
            limit.
        lost: why it is not to be analysed, as the process that did was ended; None: it is.
    """
    source = source_row(game)
    wrong = [Problem(why.line, None, NOTATION, why.message) for why in game.problems]
    rows: Rows = dict.fromkeys(TABLES, ())
    if game.record is not None:
        wrong += [Problem(None, None, *lost.value)] if lost else []
        rows = {**rows, **_told(game.record, None if lost else level, seconds, wrong)}
        for row in rows["games"]:
            row["level"] = level
    place = {"key": game.key} if game.record is None else {}  # a game is known by its name
    rows = {**rows, "problems": [_copied("problems", problem) | place for problem in wrong]}
    of_game = {"game": source["game"]}
    rows = {table: [{**row, **of_game} for row in rows[table]] for table in rows}
    return {**rows, "sources": [source]}


def source_row(game: SourceGame) -> Row:
    """Where a game stands, and how it is told there."""
    record = game.record
    place = {"key": game.key, "source": game.source, "number": game.index, "line": game.line}
    if record is None:
        return {**place, "game": None}
    tags = dict(record.tags)
    titles = {name: tags.get(name) for name in ("title", "date", "place")}
    meant = {"game": identity(record), "digest": digest(record)}
    return {**place, **titles, **meant, "record": dumps(record)}


def _told(record: Record, level: Level | None, seconds: float | None, wrong: list[Problem]) -> Rows:
    """The rows of a game that could be read.

    Args:
        record: the game.
        level: what to work out; None: nothing, as that was tried.
        seconds: how long that may take.
        wrong: gets what is wrong with the game.
    """
    if not has_gaps(record):
        return _rows_of_moves(record, level, seconds, wrong)
    wrong.append(Problem(None, None, GAPS, LEFT_OPEN))
    ways: tuple[Completion, ...] = ()
    with _noting(wrong):
        ways = completions_to_judge(record)
    if (closed := ordinary_record(ways)) is not None:
        return _rows_of_moves(closed, level, seconds, wrong)
    if level is None:
        return _rows_as_told(record, {})
    rows: Rows = {}
    with _noting(wrong):
        wrong += check(record).problems
        if ways and not {CONTRADICTION, UNDECIDED}.intersection(problem.code for problem in wrong):
            whole = partial(_whole, level=level, goes_on=_clock(seconds))
            rows = _rows_in_all(record, each_filling(ways, lambda way: whole(way.record)), level)
    verdicts: dict[int, str] = {}
    if not rows and level != "events" and CONTRADICTION not in [problem.code for problem in wrong]:
        with _noting(wrong):
            verdicts = {claim.event: claim.verdict for claim in audit(record, chances=False).claims}
    return rows or _rows_as_told(record, verdicts)


def _rows_of_moves(
    record: Record, level: Level | None, seconds: float | None, wrong: list[Problem]
) -> Rows:
    """The rows of a game whose record has no gaps, or one way to fill them."""
    whole: WholeGame | None = None
    reviews: Sequence[PlayerReview] = ()
    bad: tuple[int, ...] = ()
    undecided: int | None = None
    troubles: list[Problem] = []
    with _noting(troubles):
        if level not in (None, "events"):
            goes_on = _clock(seconds)
            consistent = consistency(record)
            bad, undecided = consistent.contradictions, consistent.undecided
            if not bad and undecided is None:  # else there is nothing to analyse
                whole = _whole(record, level, goes_on)
            if whole and includes(level, "review"):
                reviews = review(record, judged=whole.audit, goes_on=goes_on).players
    wrong += [*problems(record, bad, None, undecided), *troubles]
    return _GameRows(record, whole, level, reviews).all()


def _whole(record: Record, level: Level, goes_on: Callable[[], object]) -> WholeGame | None:
    """What the analyses say of a record without gaps; None where none is wanted."""
    if level == "events":
        return None
    odds = includes(level, "all")
    measured = None if odds else unmeasured(record)
    return whole_game(record, chances=odds, measured=measured, goes_on=goes_on)


@contextmanager
def _noting(wrong: list[Problem]) -> Iterator[None]:
    """Note where what is done inside takes too long, or is not decided."""
    try:
        yield
    except OverTimeError as error:
        wrong.append(Problem(None, None, BUDGET, str(error)))
    except UndecidedError as error:
        wrong.append(Problem(None, None, UNDECIDED, str(error)))


def _clock(seconds: float | None) -> Callable[[], None]:
    """What raises an error once a game has had its time."""
    end = None if seconds is None else time.thread_time() + seconds

    def goes_on() -> None:
        if seconds is not None and end is not None and time.thread_time() > end:
            raise OverTimeError(seconds)

    return goes_on


# -- a game without gaps --------------------------------------------------------------------------


def _copied(table: str, *values: Any) -> Row:
    """The columns of a table that values have, of which the first that has one gives it.

    In the place of a value that is not known stands its class: its columns are null.
    """
    row: Row = {}
    for value in values:
        for name in {field.name for field in fields(value)} & columns(table).keys():
            row.setdefault(name, None if isinstance(value, type) else getattr(value, name))
    return row


def _known_number(bits: float | None) -> float | None:
    """A number that can be had; bits that are none are null."""
    return None if bits is None or isnan(bits) else bits


class _GameRows:
    """The rows of a game without gaps.

    Args:
        record: the game.
        whole: what the analyses say of it; None: nothing.
        level: how much that is; None: nothing.
        reviews: what the players' moves were worth; none: that was not worked out.
    """

    def __init__(
        self,
        record: Record,
        whole: WholeGame | None,
        level: Level | None,
        reviews: Sequence[PlayerReview] = (),
    ) -> None:
        self._record = record
        self._whole = whole
        self._measured = True if whole and level and includes(level, "all") else None
        self._reviews = {judged.seat: judged for judged in reviews}
        self._result = game_result(record)
        self._asks = record.numbered(Ask)
        self._claims = record.numbered(Claim)
        known = {hand.seat: hand.cards for hand in record.hands if hand.whole}
        if whole is not None:
            known = {seat: hand.cards for seat, hand in known_hands(record).items()}
        self._known = known

    def all(self) -> Rows:
        """The rows in every table that tells of the game."""
        seats, numbers = self._record.seats, range(1, len(self._record.events) + 1)
        return {
            "games": [self._game()],
            "players": [self._player(seat) for seat in seats],
            "events": [self._event(number) for number in numbers],
            "asks": [self._ask(number, ask) for number, ask in self._asks.items()],
            "claims": [self._claim(number, claim) for number, claim in self._claims.items()],
            "proofs": [] if self._whole is None else list(_proofs(self._whole.knows)),
        }

    def _game(self) -> Row:
        """The row in ``games``."""
        record, result, table = self._record, self._result, self._record.table
        return _copied("games", record, result) | {
            "rules": rules_line(record),
            "deck": record.rules.deck,
            "teams": list(map(str, table.teams)),
            "first_turn": table.first_turn,
            "hands": len(self._known),
            "events": len(record.events),
            "asks": len(self._asks),
            "claims": len(self._claims),
            "decided": result.decided,
            "winner": None if result.winner is None else str(result.winner),
            "points": [result.score[team] for team in table.teams],
            "margin": self._margin(table.teams[0]),
            "analysed": self._whole is not None,
            "exact": self._measured and all(map(self._exact, range(1, len(record.events) + 1))),
            "open_gaps": 0,
            "waits": self._waits(claimed=True),
            "unclaimed": self._waits(claimed=False),
        }

    def _waits(self, *, claimed: bool) -> list[int] | None:
        """How many asks proofs waited that a team had and claimed, or did not claim."""
        if self._whole is None:
            return None
        return [
            sum(stretch.start < number <= stretch.end for number in self._asks)
            for provable in self._whole.knows.books
            for stretch in provable.stretches
            if provable.is_claimed_after(stretch) == claimed
        ]

    def _player(self, seat: Seat) -> Row:
        """A row in ``players``."""
        record, result, whole = self._record, self._result, self._whole
        team = record.table.team_of[seat]
        asks = [ask for ask in self._asks.values() if ask.asker == seat]
        claims = [claim for claim in self._claims.values() if claim.claimant == seat]
        judged = whole and player_of(record, whole.timeline, whole.audit, seat)
        return _copied("players", judged or Player, judged.claims if judged else ClaimTally) | {
            "player": seat,
            "place": record.seats.index(seat),
            "team": str(team),
            "hand_known": seat in self._known,
            "dealt": self._known.get(seat),
            "won": result.winner == team if result.decided else None,
            "drawn": result.drawn if result.decided else None,
            "points": result.score[team],
            "margin": self._margin(team),
            "half_suits": sum(book.team == team for book in result.books),
            "asks": len(asks),
            "hits": sum(ask.answer == "yes" for ask in asks),
            "turns": sum(ask.asker == seat for ask in first_asks(record)),
            "claims": len(claims),
            "correct": sum(claim.outcome == "correct" for claim in claims),
            **self._told_by(seat),
            **self._chances_and_latencies(seat),
        }

    def _told_by(self, seat: Seat) -> Row:
        """What a player's asks told, where bits were counted."""
        table = self._record.table
        mates = [mate for mate in table.team_of[seat] if mate != seat]
        told = {"public": (PUBLIC,), "team": mates, "opponents": table.opponents_of[seat]}
        timeline = self._whole.timeline if self._whole and self._measured else None
        return {
            f"bits_to_{whom}": _known_number(bits_given(timeline, seat, views))
            if timeline
            else None
            for whom, views in told.items()
        }

    def _chances_and_latencies(self, seat: Seat) -> Row:
        """What a player's asks and claims add up to, where the hand is known and analysed."""
        if self._whole is None or seat not in self._known:
            return {}
        asks = [ask for ask in certain(self._whole.audit.asks) if ask.asker == seat]
        claims = [claim for claim in self._whole.audit.claims if claim.claimant == seat]
        waits = [wait for wait in map(self._latency, claims) if wait is not None]
        row: Row = {"latencies": len(waits), "latency": sum(waits)}
        if self._measured:
            chances = [ask.chance for ask in asks if ask.chance is not None]
            best = sum(ask.best for ask in asks if ask.best is not None)
            row |= {"asks_judged": len(chances), "chance": sum(chances, 0.0)}
            row["given_up"] = best - row["chance"]
        if (worth := self._reviews.get(seat)) is not None:
            row |= {"decisions": worth.decisions, "error": worth.error}
        return row

    def _event(self, number: int) -> Row:
        """A row in ``events``."""
        gains = [self._gain(number, view) for view in (PUBLIC, *self._record.seats)]
        bits = [_known_number(gain and gain.bits) for gain in gains]
        left = [_known_number(gain and gain.left) for gain in gains]
        return _event(self._record, number) | {
            "bits_public": bits[0],
            "bits": bits[1:],
            "left_public": left[0],
            "left": left[1:],
            "exact": self._measured and self._exact(number),
        }

    def _ask(self, number: int, ask: Ask) -> Row:
        """A row in ``asks``."""
        table = self._record.table
        judged = self._judged("asks", number)
        mates = [seat for seat in table.team_of[ask.asker] if seat != ask.asker]
        public = self._gain(number, PUBLIC)
        return _copied("asks", ask, judged or AskAudit) | {
            "event": number,
            "book": table.deck.book_of[ask.card].name,
            "hit": ask.answer == "yes",
            "exact": judged.exact if judged and judged.chance is not None else None,
            "bits_public": _known_number(public and public.bits),
            "bits_team": self._bits_together(number, mates),
            "bits_opponents": self._bits_together(number, table.opponents_of[ask.asker]),
        }

    def _claim(self, number: int, claim: Claim) -> Row:
        """A row in ``claims``."""
        judged = self._judged("claims", number)
        ending = self._ending(number, claim)
        chance = judged.probability if judged else None
        return _copied("claims", claim, judged or ClaimAudit) | {
            "event": number,
            "team": str(self._record.table.team_of[claim.claimant]),
            "correct": claim.outcome == "correct",
            "chance": float(chance) if isinstance(chance, Fraction) else None,
            "exact": judged.exact if judged and chance is not None else None,
            "since": judged and judged.provable_since,
            "latency": judged and self._latency(judged),
            "team_since": ending and ending.since,
            "team_latency": ending and ending.latency,
            **self._scored(number),
        }

    def _judged(self, kind: str, number: int) -> Any:
        """What the audit says of the ask or claim that an event is; None: nothing."""
        judged = getattr(self._whole.audit, kind) if self._whole else ()
        return next((judgement for judgement in judged if judgement.event == number), None)

    def _scored(self, number: int) -> Row:
        """Who scored by an event, and how many points: -1 where the claimant's team lost one."""
        before, after = states(self._record)[number - 1 : number + 1]
        for team, points in after.score.items():
            if points != before.score[team]:
                return {"scored_by": str(team), "points": points - before.score[team]}
        return {"scored_by": None, "points": 0}

    def _margin(self, team: Team) -> int | None:
        """By how many points a team leads at the end of the record; None where that is open."""
        score = self._result.score
        ours, theirs = score[team], score[self._record.table.other_team(team)]
        return None if None in (ours, theirs) else ours - theirs

    def _gain(self, number: int, view: str) -> Any:
        """What an event told a view; None where its hand is not known, or nothing is."""
        return self._whole.timeline.events[number - 1].gains.get(view) if self._whole else None

    def _bits_together(self, number: int, views: Iterable[str]) -> float | None:
        """The bits an event told some views, added up; None where none of the hands is known."""
        gains = [gain for view in views if (gain := self._gain(number, view))]
        return _known_number(sum(gain.bits for gain in gains)) if gains else None

    def _exact(self, number: int) -> bool:
        """Whether the bits of an event are exact for every view, where there are any."""
        gains = self._whole.timeline.events[number - 1].gains if self._whole else {}
        return all(gain.exact for gain in gains.values())

    def _ending(self, number: int, claim: Claim) -> Ending | None:
        """How a half-suit was settled, if a claim of it settled it and its team could prove it."""
        team = self._record.table.team_of[claim.claimant]
        provable = self._whole.knows.of(claim.book, team) if self._whole else None
        ending = provable and provable.ending
        return ending if ending and ending.event == number else None

    def _latency(self, claim: ClaimAudit) -> int | None:
        """The asks from when the claimant could prove a claim to when it was made."""
        since = claim.provable_since
        if not isinstance(since, int):
            return None
        return asks_between(self._record, since, claim.event - 1)


def _proofs(knows: Knows) -> Iterator[Row]:
    """The rows of what could be proven in a game."""
    for provable in knows.books:
        whose = {"book": provable.book, "team": str(provable.team)}
        for view, stretches in provable.spans.items():
            for stretch in stretches:
                yield whose | {"view": view, "start": stretch.start, "end": stretch.end}


_COLUMN_OF_FIELD: Final = {
    "target": "target",
    "receiver": "target",
    "card": "card",
    "book": "book",
    "answer": "result",
    "outcome": "result",
    "size": "result",
    "seat": "result",
}
"""The column for each field of an event but the seat that acts; others have none."""


def _event(record: Record, number: int) -> Row:
    """The row of an event without what it told."""
    event = record.events[number - 1]
    return event_columns(event, record.deck) | {
        "event": number,
        "kind": event.of.kind if isinstance(event, Gap) else event.kind,
        "actor": actor(event),
        "irregular": event.irregular,
        "text": format_event(event, record),
        "bits": [None] * len(record.seats),
        "left": [None] * len(record.seats),
    }


def event_columns(event: Event, deck: Deck) -> dict[str, str | None]:
    """The columns ``target``, ``card``, ``book`` and ``result`` of an event, from its fields.

    What a gap leaves open is null.
    """
    cells: dict[str, str | None] = dict.fromkeys(("target", "card", "book", "result"))
    kind = event.of if isinstance(event, Gap) else type(event)
    names = own_fields(kind)
    for name in names if kind is Award else names[1:]:
        column = _COLUMN_OF_FIELD.get(name)
        value = event.value(name) if isinstance(event, Gap) else getattr(event, name)
        if column and value is not None and not is_open(value):
            cells[column] = str(value)
    if cells["card"]:
        cells["book"] = deck.book_of[cells["card"]].name
    return cells


# -- across gaps ----------------------------------------------------------------------------------

_NUMBERED: Final = ("event", "since", "team_since")
"""The columns that are numbers of events or moments, of the tables with a row for an event."""
_LISTS: Final = ("bits", "left", "points")
"""The columns whose lists are merged place by place."""


def _rows_in_all(record: Record, filled: Filled[WholeGame | None], level: Level) -> Rows:
    """The rows of a game with gaps, with what is the same in every way to fill them."""
    each = [
        _GameRows(way.record, whole, level).all()
        for way, whole in zip(filled.completions, filled.answers, strict=True)
    ]
    of_event = {
        table: _by_event([rows[table] for rows in each], filled.completions)
        for table in ("events", "asks", "claims")
    }
    (game,) = _in_columns([rows["games"] for rows in each])
    gaps = [number for number, _ in {f for way in filled.completions for f in way.fillings}]
    game["open_gaps"] = sum(gaps.count(number) > 1 for number in set(gaps))
    game["events"] = len(record.events)
    written = [_event(record, number) for number in range(1, len(record.events) + 1)]
    return {
        "games": [game],
        "players": _in_columns([rows["players"] for rows in each]),
        "events": [
            {**row, **of_event["events"].get(row["event"], {}), "text": row["text"]}
            for row in written
        ],
        "asks": list(of_event["asks"].values()),
        "claims": list(of_event["claims"].values()),
        "proofs": [] if level == "events" else list(_proofs_in_all(record, filled)),
    }


def _by_event(each: Sequence[Sequence[Row]], ways: Sequence[Completion]) -> dict[int, Row]:
    """The rows of the events that have one in every way, by the event's number as it is written."""
    rows: dict[int, list[Row]] = {}
    for way, own in zip(ways, each, strict=True):
        for row in own:
            numbers = {name: row[name] for name in _NUMBERED if row.get(name) is not None}
            row = {**row, **{name: way.original(at) for name, at in numbers.items()}}
            rows.setdefault(row["event"], []).append(row)
    return {
        number: _in_all(ways_rows)
        for number, ways_rows in sorted(rows.items())
        if len(ways_rows) == len(each)
    }


def _in_columns(each: Sequence[Sequence[Row]]) -> list[Row]:
    """The rows of all ways, place by place, as one."""
    return [_in_all(rows) for rows in zip(*each, strict=True)]


def _in_all(rows: Sequence[Row]) -> Row:
    """Several rows as one, with the columns that are the same in all."""
    merged = {name: _same_in_all(name, [row.get(name) for row in rows]) for name in rows[0]}
    if len(verdicts := {row.get("verdict") for row in rows}) > 1:
        merged["verdict"] = merged_verdict(map(str, verdicts))
    return merged


def _same_in_all(name: str, values: Sequence[Any]) -> Any:
    """The value of a column that is the same in all; else None."""
    if all(isinstance(value, float) for value in values):
        middle = span(values)
        return middle if isinstance(middle, float) else None
    if name in _LISTS and isinstance(values[0], list):
        return [_same_in_all("", places) for places in zip(*values, strict=True)]
    return same(values, None)


def _proofs_in_all(record: Record, filled: Filled[WholeGame | None]) -> Iterator[Row]:
    """The rows of what could be proven in every way to fill the gaps."""
    known = tuple(
        knows_as_written(whole.knows, way)
        for way, whole in zip(filled.completions, filled.answers, strict=True)
        if whole is not None
    )
    each = Filled(filled.completions, known)
    return _proofs(merged_knows(record, len(record.events), each))


# -- too many ways to fill them -------------------------------------------------------------------

_OF_SCORE: Final = (
    "over", "winner", "decided", "margin", "won", "drawn", "half_suits", "scored_by", "points",
)  # fmt: skip
"""The columns that depend on the score."""


def _rows_as_told(record: Record, verdicts: Mapping[int, str]) -> Rows:
    """The rows of a game whose gaps can be filled in too many ways: what is certain all the same.

    Args:
        record: the game.
        verdicts: those on its claims, by their numbers, as far as they are known.
    """
    told = {n: known for n, e in enumerate(record.events, 1) if (known := _known(e, record))}
    numbers = tuple(told)
    rows = dict(_GameRows(record.with_events(tuple(told.values())), None, None).all())
    for row in rows["games"]:
        row |= {"asks": _count(record, Ask), "claims": _count(record, Claim)}
        row |= {"events": len(record.events), "open_gaps": len(gap_numbers(record))}
    for row in rows["players"]:
        row |= _counted(record, row["player"])
    for row in (*rows["asks"], *rows["claims"]):
        row["event"] = numbers[row["event"] - 1]
    for row in rows["claims"]:
        row["verdict"] = verdicts.get(row["event"])
    if not _tells_score(record):
        for row in (*rows["games"], *rows["players"], *rows["claims"]):
            row |= dict.fromkeys(_OF_SCORE)
    events = [_event(record, number) for number in range(1, len(record.events) + 1)]
    return {**rows, "events": events}


def _counted(record: Record, seat: Seat) -> Row:
    """What can be counted of a player for certain."""
    return {
        "asks": _count(record, Ask, asker=seat),
        "hits": _count(record, Ask, asker=seat, answer="yes"),
        "turns": None,
        "claims": _count(record, Claim, claimant=seat),
        "correct": _count(record, Claim, claimant=seat, outcome="correct"),
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
    values = event.value if isinstance(event, Gap) else partial(getattr, event)
    is_unknown = False
    for name, value in wanted.items():
        part = values(name)
        options = part.values if isinstance(part, Open) else (part,)
        if options is not None and value not in options:
            return False
        is_unknown |= isinstance(part, Open)
    return None if is_unknown else True

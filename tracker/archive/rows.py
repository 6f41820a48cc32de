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
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from functools import partial
from typing import Any, Final, TypeAlias

from tracker.analysis.audit import audit, first_asks
from tracker.analysis.auditor import AskAudit, ClaimAudit
from tracker.analysis.check import CONTRADICTION, NOTATION, UNDECIDED, Problem, check, problems
from tracker.analysis.each_filling import (
    Filled,
    as_written,
    completions_to_judge,
    each_filling,
    merged,
    merged_verdict,
)
from tracker.analysis.knows import Ending, Knows, asks_between
from tracker.analysis.report import ClaimTally, Player, bits_given, player_of
from tracker.analysis.result import game_result
from tracker.analysis.review import PlayerReview, review
from tracker.analysis.timeline import WholeGame, unmeasured, whole_game
from tracker.answers import Case, Depends, certain
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
from tracker.knowledge.facts import Between
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
    closed, ways, goes_on = record, tuple[Completion, ...](), _clock(seconds)
    if has_gaps(record):
        wrong.append(Problem(None, None, GAPS, LEFT_OPEN))
        with _noting(wrong):
            ways = completions_to_judge(record)
        closed = ordinary_record(ways) or record
    if not has_gaps(closed):
        return _plain(_rows_of_moves(closed, level, goes_on, wrong))
    verdicts: dict[int, str] = {}
    with _noting(wrong):
        broken = check(record).problems if level else ()
        wrong += broken
        bad = {problem.code for problem in broken}
        if level and ways and bad.isdisjoint((CONTRADICTION, UNDECIDED)):
            each = each_filling(ways, lambda way: _whole(way.record, level, goes_on))
            return _plain(_rows_in_all(record, each, level))
        if level not in (None, "events") and CONTRADICTION not in bad:
            verdicts = {claim.event: claim.verdict for claim in audit(record, chances=False).claims}
    return _plain(_rows_as_told(record, verdicts))


def _rows_of_moves(
    record: Record, level: Level | None, goes_on: Callable[[], object], wrong: list[Problem]
) -> KeyedRows:
    """The rows of a game whose record has no gaps, or one way to fill them."""
    whole: WholeGame | None = None
    reviews: Sequence[PlayerReview] = ()
    bad: tuple[int, ...] = ()
    undecided: int | None = None
    troubles: list[Problem] = []
    with _noting(troubles):
        if level not in (None, "events"):
            consistent = consistency(record)
            bad, undecided = consistent.contradictions, consistent.undecided
            if not bad and undecided is None:  # else there is nothing to analyse
                whole = _whole(record, level, goes_on)
            if whole and includes(level, "review"):
                reviews = review(record, judged=whole.audit, goes_on=goes_on).players
    wrong += [*problems(record, bad, None, undecided), *troubles]
    proofs = () if whole is None else _proofs(whole.knows)
    rows = _GameRows(record, whole, level, reviews).all()
    return {**rows, "proofs": dict(enumerate(proofs))}


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


class _GameRows:
    """The rows of a game without gaps.

    Args:
        record: the game.
        whole: what the analyses say of it; None: nothing.
        level: how much that is; None: nothing.
        reviews: what the players' moves were worth; none: that was not worked out.
        original: gives the number of an event as it is written, where that is another one.
    """

    def __init__(
        self,
        record: Record,
        whole: WholeGame | None,
        level: Level | None,
        reviews: Sequence[PlayerReview] = (),
        original: Callable[[int], int] = int,
    ) -> None:
        self._record = record
        self._whole = whole
        self._measured = True if whole and level and includes(level, "all") else None
        self._reviews = {judged.seat: judged for judged in reviews}
        self._original = original
        self._standing = Counter(map(original, range(1, len(record.events) + 1)))
        """How many events stand at each number as it is written."""
        self._result = game_result(record)
        self._asks = record.numbered(Ask)
        self._claims = record.numbered(Claim)
        judged: Iterable[Any] = (*certain(whole.audit.asks), *whole.audit.claims) if whole else ()
        self._judged = {judgement.event: judgement for judgement in judged}
        known = {hand.seat: hand.cards for hand in record.hands if hand.whole}
        if whole is not None:
            known = {seat: hand.cards for seat, hand in known_hands(record).items()}
        self._known = known

    def all(self) -> KeyedRows:
        """The rows in every table that tells of the game."""
        seats, end = self._record.seats, len(self._record.events)
        return {
            "games": {0: self._game()},
            "players": {seat: self._player(seat) for seat in seats},
            "events": self._by_event(self._event, dict.fromkeys(range(1, end + 1))),
            "asks": self._by_event(self._ask, self._asks),
            "claims": self._by_event(self._claim, self._claims),
        }

    def _by_event(self, row: Callable[[int, Any], Row], events: Mapping[int, Any]) -> KeyedRow:
        """The rows of some events by their numbers as they are written.

        Of several that stand in one gap there is none.
        """
        return {
            at: row(number, event) | {"event": at}
            for number, event in events.items()
            if self._standing[at := self._original(number)] == 1
        }

    def _moment(self, at: Any) -> int | None:
        """A moment as it is written."""
        return None if at is None else self._original(at)

    def _game(self) -> Row:
        """The row in ``games``."""
        record, result, table = self._record, self._result, self._record.table
        return _copied("games", record, result) | {
            "rules": rules_line(record),
            "deck": record.rules.deck,
            "teams": tuple(map(str, table.teams)),
            "first_turn": table.first_turn,
            "hands": len(self._known),
            "events": len(record.events),
            "asks": len(self._asks),
            "claims": len(self._claims),
            "decided": result.decided,
            "winner": None if result.winner is None else str(result.winner),
            "points": {str(team): result.score[team] for team in table.teams},
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
            asks_between(self._record, stretch.start, stretch.end)
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
            "bits_to_public": self._bits_given(seat, PUBLIC),
            "bits_to_team": self._bits_given(seat, *_mates(record, seat)),
            "bits_to_opponents": self._bits_given(seat, *record.table.opponents_of[seat]),
            **self._chances_and_latencies(seat),
        }

    def _bits_given(self, seat: Seat, *views: str) -> float | None:
        """What a player's asks told some views, where bits were counted."""
        if self._whole is None or not self._measured:
            return None
        return bits_given(self._whole.timeline, seat, views)

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

    def _event(self, number: int, _: None) -> Row:
        """A row in ``events``."""
        gains = {view: self._gain(number, view) for view in (PUBLIC, *self._record.seats)}
        bits = {view: gain and gain.bits for view, gain in gains.items()}
        left = {view: gain and gain.left for view, gain in gains.items()}
        return _event(self._record, number) | {
            "bits_public": bits.pop(PUBLIC),
            "bits": bits,
            "left_public": left.pop(PUBLIC),
            "left": left,
            "exact": self._measured and self._exact(number),
        }

    def _ask(self, number: int, ask: Ask) -> Row:
        """A row in ``asks``."""
        table, judged = self._record.table, self._judged.get(number)
        return _copied("asks", ask, judged or AskAudit) | {
            "book": table.deck.book_of[ask.card].name,
            "hit": ask.answer == "yes",
            "exact": judged.exact if judged and judged.chance is not None else None,
            "bits_public": self._bits_together(number, [PUBLIC]),
            "bits_team": self._bits_together(number, _mates(self._record, ask.asker)),
            "bits_opponents": self._bits_together(number, table.opponents_of[ask.asker]),
        }

    def _claim(self, number: int, claim: Claim) -> Row:
        """A row in ``claims``."""
        judged, ending = self._judged.get(number), self._ending(number, claim)
        chance = judged and judged.probability
        return _copied("claims", claim, judged or ClaimAudit) | {
            "team": str(self._record.table.team_of[claim.claimant]),
            "correct": claim.outcome == "correct",
            "chance": None if chance is None else float(chance),
            "exact": judged.exact if judged and chance is not None else None,
            "since": judged and self._moment(judged.provable_since),
            "latency": judged and self._latency(judged),
            "team_since": ending and self._moment(ending.since),
            "team_latency": ending and ending.latency,
            **self._scored(number),
        }

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
        return sum(gain.bits for gain in gains) if gains else None

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
        return (
            asks_between(self._record, since, claim.event - 1) if isinstance(since, int) else None
        )


def _mates(record: Record, seat: Seat) -> list[Seat]:
    """The other players of a seat's team."""
    return [mate for mate in record.table.team_of[seat] if mate != seat]


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

KeyedRow: TypeAlias = dict[Any, Row]
"""The rows of a table, by what tells which of them are the same one in several ways."""
KeyedRows: TypeAlias = dict[str, KeyedRow]


def _plain(rows: KeyedRows) -> Rows:
    """The rows of each table, with their cells as they are kept."""
    return {
        table: [{name: _cell(value) for name, value in row.items()} for row in by_key.values()]
        for table, by_key in rows.items()
    }


def _cell(value: Any) -> Any:
    """A value; None where a gap decides it, or where bits are no number."""
    if isinstance(value, Mapping):
        return list(map(_cell, value.values()))
    is_open = value != value or isinstance(value, Depends | Between)
    return None if is_open or (isinstance(value, tuple) and Case in map(type, value)) else value


def _rows_in_all(record: Record, filled: Filled[WholeGame | None], level: Level) -> KeyedRows:
    """The rows of a game with gaps, with what is the same in every way to fill them."""
    ways = filled.completions
    each = tuple(
        _GameRows(way.record, whole, level, original=way.original).all()
        for way, whole in zip(ways, filled.answers, strict=True)
    )
    rows = {
        table: {key: row for key, row in by_key.items() if not isinstance(row, Depends)}
        for table, by_key in merged(Filled(ways, each)).items()  # an event may be there in some
    }
    for claim in rows["claims"].values():
        if isinstance(claim["verdict"], Depends):
            claim["verdict"] = merged_verdict(case.value for case in claim["verdict"].cases)
    gaps = [number for number, _ in {filling for way in ways for filling in way.fillings}]
    open_gaps = sum(gaps.count(number) > 1 for number in set(gaps))
    rows["games"][0] |= {"open_gaps": open_gaps, "events": len(record.events)}
    proofs = () if level == "events" else _proofs_in_all(record, filled)
    return {
        **rows,
        "events": _as_written(record, rows["events"]),
        "proofs": dict(enumerate(proofs)),
    }


def _as_written(record: Record, known: KeyedRow) -> KeyedRow:
    """A row for each event as it is written, with what is known of it."""
    written = {number: _event(record, number) for number in range(1, len(record.events) + 1)}
    return {
        number: row | known.get(number, {}) | {"event": number, "text": row["text"]}
        for number, row in written.items()
    }


def _proofs_in_all(record: Record, filled: Filled[WholeGame | None]) -> Iterator[Row]:
    """The rows of what could be proven in every way to fill the gaps."""
    known = tuple(
        as_written(whole.knows, way, record)
        for way, whole in zip(filled.completions, filled.answers, strict=True)
        if whole is not None
    )
    return _proofs(merged(Filled(filled.completions, known)))


# -- too many ways to fill them -------------------------------------------------------------------

_OF_SCORE: Final = (
    "over", "winner", "decided", "margin", "won", "drawn", "half_suits", "scored_by", "points",
)  # fmt: skip
"""The columns that depend on the score."""


def _rows_as_told(record: Record, verdicts: Mapping[int, str]) -> KeyedRows:
    """The rows of a game whose gaps can be filled in too many ways: what is certain all the same.

    Args:
        record: the game.
        verdicts: those on its claims, by their numbers, as far as they are known.
    """
    told = {n: known for n, e in enumerate(record.events, 1) if (known := _known(e, record))}
    numbers = (0, *told)
    certain_record = record.with_events(tuple(told.values()))
    rows = _GameRows(certain_record, None, None, original=numbers.__getitem__).all()
    rows["games"][0] |= {
        "asks": _count(record, Ask),
        "claims": _count(record, Claim),
        "events": len(record.events),
        "open_gaps": len(gap_numbers(record)),
    }
    for seat, row in rows["players"].items():
        row |= {
            "asks": _count(record, Ask, asker=seat),
            "hits": _count(record, Ask, asker=seat, answer="yes"),
            "turns": None,
            "claims": _count(record, Claim, claimant=seat),
            "correct": _count(record, Claim, claimant=seat, outcome="correct"),
        }
    for number, row in rows["claims"].items():
        row["verdict"] = verdicts.get(number)
    if not _tells_score(record):
        for row in (row for name in ("games", "players", "claims") for row in rows[name].values()):
            row |= dict.fromkeys(_OF_SCORE)
    return {**rows, "events": _as_written(record, {})}


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
        fitting = _fitting(event, kind, wanted)
        if fitting is None:
            return None
        number += fitting
    return number


def _fitting(event: Event, kind: type[Event], wanted: Mapping[str, str]) -> int | None:
    """How many events of a kind with some values one is; None where that depends on a gap."""
    if isinstance(event, Missing):
        asks = None if wanted else event.asks
        return asks if kind is Ask or not event.only_asks else 0
    if not issubclass(event.of if isinstance(event, Gap) else type(event), kind):
        return 0
    get = event.value if isinstance(event, Gap) else partial(getattr, event)
    parts = [(get(name), value) for name, value in wanted.items()]
    if all(part == value for part, value in parts):
        return 1
    may_be = all(_may_be(part, value) for part, value in parts)
    return None if may_be else 0


def _may_be(part: Any, value: str) -> bool:
    """Whether a part of a statement may have a value."""
    options = part.values if isinstance(part, Open) else (part,)
    return options is None or value in options

"""What a game says, table by table: the one place in which a game becomes rows.

What takes no deduction can be said of every game that can be read. The rest comes from the analyses
(``tracker.analysis.timeline``) and is null where there are none: the record contradicts itself, or
the analysis took longer than it may. A column that says what an analysis says has its name, and is
copied.

A game with gaps has the rows of the game that it may have been, in each way to fill them. A column
that is the same in all is kept; else it is null. A game without gaps is its only way. Where the
ways are too many, some gaps stay open in each of them: then the claims and asks are judged as
``audit`` does it, and there are no other analyses.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from functools import partial
from itertools import pairwise
from typing import Any, Final, TypeAlias

from tracker.analysis.audit import first_asks
from tracker.analysis.auditor import AskAudit, Audit, ClaimAudit, audit_of_moves
from tracker.analysis.check import CONTRADICTION, NOTATION, UNDECIDED, Problem, check, problems
from tracker.analysis.each_filling import (
    Filled,
    as_written,
    completions_to_judge,
    merged,
    merged_verdict,
    ways_to_judge,
)
from tracker.analysis.knows import Knows, asks_between
from tracker.analysis.report import ClaimTally, bits_given, player_of
from tracker.analysis.result import game_result
from tracker.analysis.review import PlayerReview, review
from tracker.analysis.timeline import Timeline, WholeGame, whole_game
from tracker.answers import Case, Depends, certain
from tracker.archive.pool import BUDGET, Lost
from tracker.archive.schema import TABLES, Level, Row, Rows, columns, includes
from tracker.archive.source_games import SourceGame, identity
from tracker.errors import BudgetError, OverTimeError
from tracker.explain.certificate import digest
from tracker.game.cards import Deck
from tracker.game.events import (
    Ask,
    Award,
    BaseEvent,
    Claim,
    Event,
    Gap,
    Missing,
    Open,
    Seat,
    actor,
    is_open,
)
from tracker.game.record import Record, answer_account, gap_numbers, has_gaps
from tracker.game.replay import replay_of, states
from tracker.game.table import Team
from tracker.game.turns import may_force_claims
from tracker.inference.completions import Completion, Deals, ordinary_record
from tracker.inference.hands import known_hands
from tracker.knowledge.facts import Between
from tracker.knowledge.views import PUBLIC, knowledge
from tracker.notation.statements import fields_of
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
    # A game is known by its name, which one that cannot be read has not.
    name = {"game": source["game"]} if game.record else {"game": None, "key": game.key}
    wrong = [Problem(why.line, None, NOTATION, why.message) for why in game.problems]
    rows: KeyedRows = {}
    if game.record is not None:
        wrong += [Problem(None, None, *lost.value)] if lost else []
        goes_on = partial(_in_time, seconds, time.thread_time())
        with answer_account(game.record):
            rows = _told(game.record, "events" if lost else level, goes_on, wrong)
        rows["games"][0]["level"] = level
    rows["problems"] = dict(enumerate(_copied("problems", problem) for problem in wrong))
    plain = {
        table: [
            {column: _cell(value) for column, value in row.items()} | name
            for row in rows.get(table, {}).values()
        ]
        for table in TABLES
    }
    return {**plain, "sources": [source]}


def source_row(game: SourceGame) -> Row:
    """Where a game stands, and how it is told there."""
    row: Row = {
        "key": game.key, "source": game.source, "number": game.number, "line": game.line,
        "game": None,
    }  # fmt: skip
    if (record := game.record) is None:
        return row
    return {
        **row, **{tag: text for tag, text in record.tags if tag in ("title", "date", "place")},
        "game": identity(record), "digest": digest(record), "record": dumps(record),
    }  # fmt: skip


def _told(
    record: Record, level: Level, goes_on: Callable[[], object], wrong: list[Problem]
) -> KeyedRows:
    """The rows of a game that could be read.

    Args:
        record: the game.
        level: what to work out.
        goes_on: raises an error once that has taken too long.
        wrong: gets what is wrong with the game.
    """
    ways = _ways(record, wrong)
    closed = ordinary_record(ways)
    written = closed or record
    wholes = [_unanalysed(way.record) for way in ways]
    reviews: Sequence[PlayerReview] = ()
    with _noting(wrong):
        needs_deals = level != "events" or has_gaps(written)
        wrong += check(written).problems if needs_deals else problems(written, ())
        codes = {problem.code for problem in wrong}
        is_decided = UNDECIDED not in codes or any(way.has_sections for way in ways)
        if level != "events" and is_decided and CONTRADICTION not in codes:
            wholes = [_whole(way.record, level, goes_on) for way in ways]
        if level == "review" and closed and wholes[0].timeline.start:
            reviews = review(closed, judged=wholes[0].audit, goes_on=goes_on).players
    rows = _in_all(written, ways, wholes, level)
    for judged in reviews:
        if rows["players"][judged.seat]["hand_known"]:
            rows["players"][judged.seat] |= _copied("players", judged)
    return rows


def _ways(record: Record, wrong: list[Problem]) -> tuple[Completion, ...]:
    """The ways to fill the gaps of a record; a problem where they cannot be gone through.

    Then a gap that is not listed begins a new section of the game.
    """
    if not has_gaps(record):
        replay, deals = replay_of(record), Deals(knowledge(record, (), 0))
        moments = tuple(range(len(record.events) + 1))
        return (
            Completion(record, replay.state(), deals, tuple(replay.played()), positions=moments),
        )
    wrong.append(Problem(None, None, GAPS, LEFT_OPEN))
    with _noting(wrong):
        return completions_to_judge(record)
    return ways_to_judge(record)


def _whole(record: Record, level: Level, goes_on: Callable[[], object]) -> WholeGame:
    """What the analyses say of a way that a game went.

    In a record that has gaps still, only the claims and asks are judged.
    """
    if has_gaps(record):
        goes_on()
        return replace(_unanalysed(record), audit=audit_of_moves(record, chances=False))
    chances = includes(level, "all")
    return whole_game(record, chances=chances, counted=chances, goes_on=goes_on)


def _unanalysed(record: Record) -> WholeGame:
    """What is said of a game that is not analysed: nothing."""
    return WholeGame(Audit(record, (), (), ()), Knows(record, 0, ()), Timeline(record, {}, ()))


@contextmanager
def _noting(wrong: list[Problem]) -> Iterator[None]:
    """Note where what is done inside takes too long, or is not decided."""
    try:
        yield
    except BudgetError as error:
        code = BUDGET if isinstance(error, OverTimeError) else UNDECIDED
        wrong.append(Problem(None, None, code, str(error)))


def _in_time(seconds: float | None, begun: float) -> None:
    """Go on, unless a game has had its time.

    Raises:
        OverTimeError: where it has.
    """
    if seconds is not None and time.thread_time() > begun + seconds:
        raise OverTimeError(seconds)


# -- one way that a game went ---------------------------------------------------------------------

KeyedRow: TypeAlias = dict[Any, Row]
"""The rows of a table, by what tells which of them are the same one in several ways."""
KeyedRows: TypeAlias = dict[str, KeyedRow]


def _copied(table: str, *values: Any) -> Row:
    """The columns of a table that values have, of which the first that has one gives it.

    In the place of a value that is not known stands its class: its columns are null.
    """
    return {
        field.name: None if isinstance(value, type) else getattr(value, field.name)
        for value in reversed(values)
        for field in fields(value)
        if field.name in columns(table)
    }


def _cell(value: Any) -> Any:
    """A value; None where a gap decides it, or where bits are no number."""
    if isinstance(value, Mapping):
        return list(map(_cell, value.values()))
    is_open = value != value or isinstance(value, Depends | Between)
    return None if is_open or (isinstance(value, tuple) and Case in map(type, value)) else value


class _Way:
    """One way that a game went, and its rows.

    Args:
        way: the game.
        whole: what the analyses say of it.
        level: how much was to be worked out.
    """

    def __init__(self, way: Completion, whole: WholeGame, level: Level) -> None:
        self._way, self._record, self._whole = way, way.record, whole
        self._gains = {event.number: event.gains for event in whole.timeline.events}
        self._is_analysed = bool(whole.timeline.start)
        self._measured = True if self._is_analysed and includes(level, "all") else None
        self._judged: dict[int, Any] = {
            **{ask.event: ask for ask in certain(whole.audit.asks)},
            **{claim.event: claim for claim in whole.audit.claims},
        }
        hands = known_hands(way.record).values() if self._is_analysed else way.record.hands
        self._known = {hand.seat: hand.cards for hand in hands if hand.whole}
        self._result, self._gone = game_result(way.record), dict[str, None]()
        if has_gaps(way.record):
            self._result = replace(self._result, undecided=None)
            if states(way.record)[-1].perhaps_settled or may_force_claims(way.record.rules):
                self._gone = dict.fromkeys(_OF_SCORE)  # claims may be missing

    def rows(self) -> dict[str, Any]:
        """The rows in every table that tells of the game, by what tells one from another."""
        return {
            "games": {0: self._game() | self._gone},
            "players": {seat: self._player(seat) | self._gone for seat in self._record.seats},
            "events": self._by_event(self._event, BaseEvent),
            "asks": self._by_event(self._ask, Ask),
            "claims": self._by_event(self._claim, Claim),
        }

    def _by_event(self, row: Callable[[int, Any], Row], kind: type[BaseEvent]) -> KeyedRow:
        """The rows of the events of a kind by their numbers as they are written.

        Of several that stand in one gap there is none.
        """
        stretches = enumerate(pairwise(self._way.positions), 1)
        alone = {end: number for number, (start, end) in stretches if end == start + 1}
        return {
            alone[number]: row(number, event) | {"event": alone[number]}
            for number, event in self._record.numbered(kind).items()
            if number in alone
        }

    def _game(self) -> Row:
        """The row in ``games``."""
        record, result, table = self._record, self._result, self._record.table
        gains = [gain for of_event in self._gains.values() for gain in of_event.values()]
        return _copied("games", record, result) | {
            "rules": rules_line(record),
            "deck": record.rules.deck,
            "teams": tuple(map(str, table.teams)),
            "first_turn": table.first_turn,
            "hands": len(self._known),
            "asks": _count(record, Ask),
            "claims": _count(record, Claim),
            "decided": result.decided,
            "winner": None if result.winner is None else str(result.winner),
            "points": {str(team): result.score[team] for team in table.teams},
            "margin": self._margin(table.teams[0]),
            "analysed": self._is_analysed,
            "exact": self._measured and all(gain.exact for gain in gains),
            "waits": self._waits(claimed=True),
            "unclaimed": self._waits(claimed=False),
        }

    def _waits(self, *, claimed: bool) -> list[int] | None:
        """How many asks proofs waited that a team had and claimed, or did not claim."""
        waits = [
            asks_between(self._record, stretch.start, stretch.end)
            for provable in self._whole.knows.books
            for stretch in provable.stretches
            if provable.is_claimed_after(stretch) == claimed
        ]
        return waits if self._is_analysed else None

    def _margin(self, team: Team) -> int | None:
        """By how many points a team leads at the end of the record; None where that is open."""
        both = (team, self._record.table.other_team(team))
        ours, theirs = (self._result.score[one] for one in both)
        return None if None in (ours, theirs) else ours - theirs

    def _player(self, seat: Seat) -> Row:
        """A row in ``players``."""
        record, result = self._record, self._result
        team = record.table.team_of[seat]
        return self._judged_player(seat) | {
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
            "asks": _count(record, Ask, asker=seat),
            "hits": _count(record, Ask, asker=seat, answer="yes"),
            "turns": None
            if has_gaps(record)
            else sum(ask.asker == seat for ask in first_asks(record)),
            "claims": _count(record, Claim, claimant=seat),
            "correct": _count(record, Claim, claimant=seat, outcome="correct"),
        }

    def _judged_player(self, seat: Seat) -> Row:
        """What a player's asks and claims add up to, as far as they were judged."""
        timeline, audit = self._whole.timeline, self._whole.audit
        judged = player_of(self._record, timeline, audit, seat)
        row = _copied("players", judged, judged.claims if self._is_analysed else ClaimTally) | {
            "bits_to_public": bits_given(timeline, seat, (PUBLIC,))
        }
        if self._is_analysed and seat in self._known:
            claims = (claim for claim in audit.claims if claim.claimant == seat)
            waits = [wait for claim in claims if (wait := self._latency(claim)) is not None]
            asks = [
                one for one in certain(audit.asks) if one.asker == seat and one.best is not None
            ]
            chance, best = (
                sum((getattr(ask, name) for ask in asks), 0.0) for name in ("chance", "best")
            )
            row |= {
                "latencies": len(waits), "latency": sum(waits),
                "asks_judged": len(asks), "chance": chance, "given_up": best - chance,
            }  # fmt: skip
        return row if self._measured else row | dict.fromkeys(_MEASURED)

    def _event(self, number: int, event: Event) -> Row:
        """A row in ``events``."""
        views, told = (PUBLIC, *self._record.seats), self._gains.get(number, {})
        bits, left = (
            {view: getattr(told.get(view), name, None) for view in views}
            for name in ("bits", "left")
        )
        return event_columns(event, self._record.deck) | {
            "bits_public": bits.pop(PUBLIC),
            "bits": bits,
            "left_public": left.pop(PUBLIC),
            "left": left,
            "exact": self._measured and all(gain.exact for gain in told.values()),
        }

    def _ask(self, number: int, ask: Ask) -> Row:
        """A row in ``asks``."""
        table, judged = self._record.table, self._judged.get(number, AskAudit)
        mates = [mate for mate in table.team_of[ask.asker] if mate != ask.asker]
        return _copied("asks", ask, judged) | {
            "book": table.deck.book_of[ask.card].name,
            "hit": ask.answer == "yes",
            "exact": None if judged.chance is None else judged.exact,
            "bits_public": self._bits(number, (PUBLIC,)),
            "bits_team": self._bits(number, mates),
            "bits_opponents": self._bits(number, table.opponents_of[ask.asker]),
        }

    def _bits(self, number: int, views: Iterable[str]) -> float | None:
        """The bits an event told some views, added up; None where none of the hands is known."""
        told = self._gains.get(number, {})
        bits = [told[view].least for view in views if view in told]
        return sum(bits) if bits else None

    def _claim(self, number: int, claim: Claim) -> Row:
        """A row in ``claims``."""
        judged, team = self._judged.get(number), self._record.table.team_of[claim.claimant]
        chance = judged and judged.probability
        of_team = (one.ending for one in self._whole.knows.books if one.team == team)
        settled = next((end for end in of_team if end and end.event == number), None)
        before, after = states(self._record)[number - 1 : number + 1]
        gained = {str(team): after.score[team] - before.score[team] for team in after.score}
        return (
            _copied("claims", claim, judged or ClaimAudit)
            | {
                "team": str(team),
                "correct": claim.outcome == "correct",
                "chance": None if chance is None else float(chance),
                "exact": judged.exact if judged and chance is not None else None,
                "since": judged and self._moment(judged.provable_since),
                "latency": judged and self._latency(judged),
                "team_since": settled and self._moment(settled.since),
                "team_latency": settled and settled.latency,
                "scored_by": next(filter(gained.get, gained), None),
                "points": sum(gained.values()),
            }
            | self._gone
        )

    def _moment(self, at: Any) -> int | None:
        """A moment as it is written."""
        return None if at is None else self._way.original(at)

    def _latency(self, claim: ClaimAudit) -> int | None:
        """The asks from when the claimant could prove a claim to when it was made."""
        if not isinstance(claim.provable_since, int):
            return None
        return asks_between(self._record, claim.provable_since, claim.event - 1)


_OF_SCORE: Final = (
    "over", "winner", "decided", "margin", "won", "drawn", "half_suits", "scored_by", "points",
)  # fmt: skip
"""The columns that depend on the score."""
_MEASURED: Final = (
    "bits_to_public", "bits_to_team", "bits_to_opponents", "asks_judged", "chance", "given_up",
)  # fmt: skip
"""The columns of a player that take odds and bits."""
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


def event_columns(event: Event, deck: Deck) -> Row:
    """The columns that an event has from its fields; what a gap leaves open is null."""
    told = {} if isinstance(event, Missing) else fields_of(event)
    cells = {
        column: str(told[name])
        for name, column in _COLUMN_OF_FIELD.items()
        if told.get(name) is not None and not is_open(told[name])
        if name != "seat" or _kind(event) is Award  # another seat is who acts
    }
    return {
        "kind": _kind(event).kind,
        "actor": actor(event),
        "irregular": event.irregular,
        **dict.fromkeys(_COLUMN_OF_FIELD.values()),
        **cells,
        **({"book": deck.book_of[cells["card"]].name} if "card" in cells else {}),
    }


def _kind(event: Event) -> type[Event]:
    """The kind of an event, or that of what is half remembered."""
    return event.of if isinstance(event, Gap) else type(event)


# -- across gaps ----------------------------------------------------------------------------------


def _in_all(
    record: Record, ways: tuple[Completion, ...], wholes: Sequence[WholeGame], level: Level
) -> KeyedRows:
    """The rows of a game, with what is the same in every way to fill its gaps.

    Args:
        record: the game as it is written.
        ways: the ways.
        wholes: what the analyses say of each of them.
        level: how much was to be worked out.
    """
    each = tuple(
        _Way(way, whole, level).rows() | {"knows": as_written(whole.knows, way, record)}
        for way, whole in zip(ways, wholes, strict=True)
    )
    in_all: dict[str, Any] = merged(Filled(ways, each))
    rows: KeyedRows = {"proofs": _proofs(in_all.pop("knows"))}
    for table, of_table in in_all.items():  # a row that depends is one that not all have
        rows[table] = {key: row for key, row in of_table.items() if not isinstance(row, Depends)}
    for number, claim in rows["claims"].items():
        claim["verdict"] = merged_verdict(one["claims"][number]["verdict"] for one in each)
    rows["events"] = {
        number: event_columns(event, record.deck)
        | {"bits": [None] * len(record.seats), "left": [None] * len(record.seats)}
        | rows["events"].get(number, {})
        | {"event": number, "text": format_event(event, record)}
        for number, event in enumerate(record.events, 1)
    }
    fillings = [dict(way.fillings) for way in ways]
    open_gaps = [
        number
        for number in gap_numbers(record)
        if len({filling.get(number) for filling in fillings}) > 1
        or any(way.has_sections for way in ways)
    ]
    rows["games"][0] |= {"events": len(rows["events"]), "open_gaps": len(open_gaps)}
    return rows


def _proofs(known: Knows) -> KeyedRow:
    """The rows of what could be proven in a game."""
    return dict(
        enumerate(
            {"book": one.book, "team": str(one.team), "view": view} | vars(span)
            for one in known.books
            for view, found in one.spans.items()
            for span in found
        )
    )


def _count(record: Record, kind: type[Event], **wanted: str) -> int | None:
    """How many events are of a kind, and have some values; None where that depends on a gap."""
    fitting = [_fitting(event, kind, wanted) for event in record.events]
    return None if None in fitting else sum(filter(None, fitting))


def _fitting(event: Event, kind: type[Event], wanted: Mapping[str, str]) -> int | None:
    """How many events of a kind with some values one is; None where that depends on a gap."""
    if isinstance(event, Missing):
        asks = None if wanted else event.asks
        return asks if kind is Ask or not event.only_asks else 0
    if not issubclass(_kind(event), kind):
        return 0
    parts = {name: fields_of(event)[name] for name in wanted}
    options = {n: part.values if isinstance(part, Open) else (part,) for n, part in parts.items()}
    may_fit = all(each is None or wanted[name] in each for name, each in options.items())
    return int(may_fit) if parts == wanted or not may_fit else None

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
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from math import inf
from typing import Any, Final, TypeAlias

from tracker.analysis.audit import audit, first_asks
from tracker.analysis.auditor import AskAudit, ClaimAudit
from tracker.analysis.check import CONTRADICTION, NOTATION, UNDECIDED, Problem, check, problems
from tracker.analysis.each_filling import (
    Filled,
    as_written,
    completions_to_judge,
    merged,
    merged_verdict,
)
from tracker.analysis.knows import Knows, asks_between
from tracker.analysis.report import bits_given, player_of
from tracker.analysis.result import game_result
from tracker.analysis.review import PlayerReview, review
from tracker.analysis.timeline import WholeGame, unmeasured, whole_game
from tracker.analysis.view_progress import Gain
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
    PlainEvent,
    Seat,
    actor,
    is_open,
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
        rows = _told(game.record, None if lost else level, _clock(seconds), wrong)
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
    record = game.record
    row: Row = {
        "key": game.key, "source": game.source, "number": game.index, "line": game.line,
        "game": None,
    }  # fmt: skip
    if record is not None:
        tags = dict(record.tags)
        row |= {name: tags.get(name) for name in ("title", "date", "place")}
        row |= {"game": identity(record), "digest": digest(record), "record": dumps(record)}
    return row


def _told(
    record: Record, level: Level | None, goes_on: Callable[[], object], wrong: list[Problem]
) -> KeyedRows:
    """The rows of a game that could be read.

    Args:
        record: the game.
        level: what to work out; None: nothing, as that was tried.
        goes_on: raises an error once that has taken too long.
        wrong: gets what is wrong with the game.
    """
    if not has_gaps(record):
        return _rows_of_moves(record, level, goes_on, wrong)
    wrong.append(Problem(None, None, GAPS, LEFT_OPEN))
    ways: tuple[Completion, ...] = ()
    with _noting(wrong):
        ways = completions_to_judge(record)
    if (closed := ordinary_record(ways)) is not None:
        return _rows_of_moves(closed, level, goes_on, wrong)
    verdicts: dict[int, str] = {}
    with _noting(wrong):
        broken = check(record).problems if level else ()
        wrong += broken
        bad = {problem.code for problem in broken}
        if level and ways and bad.isdisjoint((CONTRADICTION, UNDECIDED)):
            each = tuple(_whole(way.record, level, goes_on) for way in ways)
            return _rows_in_all(record, Filled(ways, each), level)
        if level not in (None, "events") and CONTRADICTION not in bad:
            verdicts = {claim.event: claim.verdict for claim in audit(record, chances=False).claims}
    return _rows_as_told(record, verdicts)


def _rows_of_moves(
    record: Record, level: Level | None, goes_on: Callable[[], object], wrong: list[Problem]
) -> KeyedRows:
    """The rows of a game whose record has no gaps, or one way to fill them."""
    bad: tuple[int, ...] = ()
    undecided: int | None = None
    if level not in (None, "events"):
        found = consistency(record)
        bad, undecided = found.contradictions, found.undecided
    wrong += problems(record, bad, None, undecided)
    whole: WholeGame | None = None
    reviews: Sequence[PlayerReview] = ()
    with _noting(wrong):
        if level and not bad and undecided is None:  # else there is nothing to analyse
            whole = _whole(record, level, goes_on)
        if whole and level == "review":
            reviews = review(record, judged=whole.audit, goes_on=goes_on).players
    rows = _Way(record, whole, level).rows()
    for judged in reviews:
        if rows["players"][judged.seat]["hand_known"]:
            rows["players"][judged.seat] |= _copied("players", judged)
    return {**rows, "proofs": _proofs(whole.knows if whole else None)}


def _whole(record: Record, level: Level, goes_on: Callable[[], object]) -> WholeGame | None:
    """What the analyses say of a record without gaps; None where none is wanted."""
    if level == "events":
        return None
    chances = includes(level, "all")
    measured = None if chances else unmeasured(record)
    return whole_game(record, chances=chances, measured=measured, goes_on=goes_on)


@contextmanager
def _noting(wrong: list[Problem]) -> Iterator[None]:
    """Note where what is done inside takes too long, or is not decided."""
    try:
        yield
    except BudgetError as error:
        code = BUDGET if isinstance(error, OverTimeError) else UNDECIDED
        wrong.append(Problem(None, None, code, str(error)))


def _clock(seconds: float | None) -> Callable[[], None]:
    """What raises an error once a game has had its time."""
    limit = inf if seconds is None else seconds
    end = time.thread_time() + limit

    def goes_on() -> None:
        if time.thread_time() > end:
            raise OverTimeError(limit)

    return goes_on


# -- one way that a game went ---------------------------------------------------------------------

KeyedRow: TypeAlias = dict[Any, Row]
"""The rows of a table, by what tells which of them are the same one in several ways."""
KeyedRows: TypeAlias = dict[str, KeyedRow]


def _copied(table: str, *values: Any) -> Row:
    """The columns of a table that values have, of which the first that has one gives it.

    In the place of a value that is not known stands its class: its columns are null.
    """
    row: Row = {}
    for value in values:
        for name in {field.name for field in fields(value)} & columns(table).keys():
            row.setdefault(name, None if isinstance(value, type) else getattr(value, name))
    return row


def _cell(value: Any) -> Any:
    """A value; None where a gap decides it, or where bits are no number."""
    if isinstance(value, Mapping):
        return list(map(_cell, value.values()))
    is_open = value != value or isinstance(value, Depends | Between)
    return None if is_open or (isinstance(value, tuple) and Case in map(type, value)) else value


class _Way:
    """One way that a game went, as a record without gaps, and its rows.

    Args:
        record: the game.
        whole: what the analyses say of it; None: nothing.
        level: how much that is; None: nothing.
        original: gives the number of an event as it is written, where that is another one.
        written: the record as it is written, where that is another one that has to be counted.
    """

    def __init__(
        self,
        record: Record,
        whole: WholeGame | None,
        level: Level | None,
        original: Callable[[int], int] = int,
        written: Record | None = None,
    ) -> None:
        self._record = record
        self._whole = whole
        self._measured = True if whole and level and includes(level, "all") else None
        self._original = original
        self._written = written or record
        self._result = game_result(record)
        judged: Iterable[Any] = (*certain(whole.audit.asks), *whole.audit.claims) if whole else ()
        self._judged = {judgement.event: judgement for judgement in judged}
        hands = known_hands(record).values() if whole else record.hands
        self._known = {hand.seat: hand.cards for hand in hands if hand.whole}

    def rows(self) -> KeyedRows:
        """The rows in every table that tells of the game."""
        return {
            "games": {0: self._game()},
            "players": {seat: self._player(seat) for seat in self._record.seats},
            "events": self._by_event(self._event, BaseEvent),
            "asks": self._by_event(self._ask, Ask),
            "claims": self._by_event(self._claim, Claim),
        }

    def _by_event(self, row: Callable[[int, Any], Row], kind: type[BaseEvent]) -> KeyedRow:
        """The rows of the events of a kind by their numbers as they are written.

        Of several that stand in one gap there is none.
        """
        numbers = Counter(map(self._original, range(1, len(self._record.events) + 1)))
        return {
            at: row(number, event) | {"event": at}
            for number, event in self._record.numbered(kind).items()
            if numbers[at := self._original(number)] == 1
        }

    def _game(self) -> Row:
        """The row in ``games``."""
        record, result, table = self._record, self._result, self._record.table
        numbers = range(1, len(record.events) + 1)
        return _copied("games", record, result) | {
            "rules": rules_line(record),
            "deck": record.rules.deck,
            "teams": tuple(map(str, table.teams)),
            "first_turn": table.first_turn,
            "hands": len(self._known),
            "events": len(self._written.events),
            "asks": _count(self._written, Ask),
            "claims": _count(self._written, Claim),
            "decided": result.decided,
            "winner": None if result.winner is None else str(result.winner),
            "points": {str(team): result.score[team] for team in table.teams},
            "margin": self._margin(table.teams[0]),
            "analysed": self._whole is not None,
            "exact": self._measured and all(map(self._is_exact, numbers)),
            "open_gaps": len(gap_numbers(self._written)),
            "waits": self._whole and self._waits(self._whole.knows, claimed=True),
            "unclaimed": self._whole and self._waits(self._whole.knows, claimed=False),
        }

    def _waits(self, known: Knows, *, claimed: bool) -> list[int]:
        """How many asks proofs waited that a team had and claimed, or did not claim."""
        return [
            asks_between(self._record, stretch.start, stretch.end)
            for provable in known.books
            for stretch in provable.stretches
            if provable.is_claimed_after(stretch) == claimed
        ]

    def _margin(self, team: Team) -> int | None:
        """By how many points a team leads at the end of the record; None where that is open."""
        score = self._result.score
        ours, theirs = score[team], score[self._record.table.other_team(team)]
        return None if None in (ours, theirs) else ours - theirs

    def _player(self, seat: Seat) -> Row:
        """A row in ``players``."""
        record, result, written = self._record, self._result, self._written
        team = record.table.team_of[seat]
        turns = sum(ask.asker == seat for ask in first_asks(record))
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
            "asks": _count(written, Ask, asker=seat),
            "hits": _count(written, Ask, asker=seat, answer="yes"),
            "turns": None if has_gaps(written) else turns,
            "claims": _count(written, Claim, claimant=seat),
            "correct": _count(written, Claim, claimant=seat, outcome="correct"),
        }

    def _judged_player(self, seat: Seat) -> Row:
        """What a player's asks and claims add up to, as far as they were judged."""
        if self._whole is None:
            return {}
        timeline, audit = self._whole.timeline, self._whole.audit
        judged = player_of(self._record, timeline, audit, seat)
        row = _copied("players", judged, judged.claims)
        row["bits_to_public"] = bits_given(timeline, seat, (PUBLIC,))
        if seat in self._known:
            claims = (claim for claim in audit.claims if claim.claimant == seat)
            waits = [wait for claim in claims if (wait := self._latency(claim)) is not None]
            row |= {"latencies": len(waits), "latency": sum(waits)} | self._chances(seat)
        return row if self._measured else row | dict.fromkeys(_MEASURED)

    def _chances(self, seat: Seat) -> Row:
        """What the chances of a player's asks add up to, and those of the best asks."""
        asks = [ask for ask in self._judged.values() if isinstance(ask, AskAudit)]
        judged = [ask for ask in asks if ask.asker == seat and ask.chance is not None]
        chance, best = (
            sum((getattr(ask, name) for ask in judged), 0.0) for name in ("chance", "best")
        )
        return {"asks_judged": len(judged), "chance": chance, "given_up": best - chance}

    def _told(self, number: int) -> Mapping[str, Gain]:
        """What each view learnt from an event; nothing where that was not worked out."""
        return self._whole.timeline.events[number - 1].gains if self._whole else {}

    def _is_exact(self, number: int) -> bool:
        """Whether the bits of an event are exact for every view, where there are any."""
        return all(gain.exact for gain in self._told(number).values())

    def _event(self, number: int, _: Event) -> Row:
        """A row in ``events``."""
        views, told = (PUBLIC, *self._record.seats), self._told(number)
        bits = {view: getattr(told.get(view), "bits", None) for view in views}
        left = {view: getattr(told.get(view), "left", None) for view in views}
        return _event(self._record, number) | {
            "bits_public": bits.pop(PUBLIC),
            "bits": bits,
            "left_public": left.pop(PUBLIC),
            "left": left,
            "exact": self._measured and self._is_exact(number),
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
        told = self._told(number)
        bits = [told[view].least for view in views if view in told]
        return sum(bits) if bits else None

    def _claim(self, number: int, claim: Claim) -> Row:
        """A row in ``claims``."""
        judged, team = self._judged.get(number), self._record.table.team_of[claim.claimant]
        chance = judged and judged.probability
        provable = self._whole and self._whole.knows.of(claim.book, team)
        ending = provable and provable.ending
        settled = ending if ending and ending.event == number else None
        before, after = states(self._record)[number - 1 : number + 1]
        gained = {str(team): after.score[team] - before.score[team] for team in after.score}
        return _copied("claims", claim, judged or ClaimAudit) | {
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

    def _moment(self, at: Any) -> int | None:
        """A moment as it is written."""
        return None if at is None else self._original(at)

    def _latency(self, claim: ClaimAudit) -> int | None:
        """The asks from when the claimant could prove a claim to when it was made."""
        since = claim.provable_since
        return (
            asks_between(self._record, since, claim.event - 1) if isinstance(since, int) else None
        )


_MEASURED: Final = (
    "bits_to_public", "bits_to_team", "bits_to_opponents", "asks_judged", "chance", "given_up",
)  # fmt: skip
"""The columns of a player that take odds and bits."""


def _proofs(known: Knows | None) -> KeyedRow:
    """The rows of what could be proven in a game."""
    spans = (
        {
            "book": one.book,
            "team": str(one.team),
            "view": view,
            "start": span.start,
            "end": span.end,
        }
        for one in (known.books if known else ())
        for view, found in one.spans.items()
        for span in found
    )
    return dict(enumerate(spans))


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
        "kind": _kind(event).kind,
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
    told = {} if isinstance(event, Missing) else fields_of(event)
    for name, value in told.items():
        is_told = name in _COLUMN_OF_FIELD and value is not None and not is_open(value)
        if is_told and (name != "seat" or _kind(event) is Award):  # another seat is who acts
            cells[_COLUMN_OF_FIELD[name]] = str(value)
    if cells["card"]:
        cells["book"] = deck.book_of[cells["card"]].name
    return cells


def _kind(event: Event) -> type[Event]:
    """The kind of an event, or that of what is half remembered."""
    return event.of if isinstance(event, Gap) else type(event)


# -- across gaps ----------------------------------------------------------------------------------


def _rows_in_all(record: Record, filled: Filled[WholeGame | None], level: Level) -> KeyedRows:
    """The rows of a game with gaps, with what is the same in every way to fill them."""
    ways = tuple(zip(filled.completions, filled.answers, strict=True))
    each = tuple(_Way(way.record, whole, level, way.original).rows() for way, whole in ways)
    rows = {
        table: {key: row for key, row in by_key.items() if not isinstance(row, Depends)}
        for table, by_key in merged(Filled(filled.completions, each)).items()  # others have it not
    }
    for number, claim in rows["claims"].items():
        claim["verdict"] = merged_verdict(one["claims"][number]["verdict"] for one in each)
    fillings = Counter(number for number, _ in {one for way, _ in ways for one in way.fillings})
    open_gaps = sum(number > 1 for number in fillings.values())
    rows["games"][0] |= {"open_gaps": open_gaps, "events": len(record.events)}
    known = tuple(as_written(whole.knows, way, record) for way, whole in ways if whole)
    proofs = _proofs(merged(Filled(filled.completions, known)) if known else None)
    return {**rows, "events": _as_written(record, rows["events"]), "proofs": proofs}


def _as_written(record: Record, known: KeyedRow) -> KeyedRow:
    """A row for each event as it is written, with what is known of it."""
    written = {number: _event(record, number) for number in range(1, len(record.events) + 1)}
    return {
        number: row | known.get(number, {}) | {"event": number, "text": row["text"]}
        for number, row in written.items()
    }


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
    closed = record.with_events(tuple(told.values()))
    rows = _Way(closed, None, None, numbers.__getitem__, record).rows()
    for number, row in rows["claims"].items():
        row["verdict"] = verdicts.get(number)
    if not _tells_score(record, told):
        for row in (row for name in ("games", "players", "claims") for row in rows[name].values()):
            row |= dict.fromkeys(_OF_SCORE)
    return {**rows, "events": _as_written(record, {})}


def _known(event: Event, record: Record) -> PlainEvent | None:
    """An event of which all is known but perhaps the naming of a claim; None where more is open."""
    naming = {"holdings", "shown"}
    match event:
        case Gap() if event.of is Claim and naming.issuperset(event.open_fields):
            claimant, book, _, outcome, _ = event.values
            # The naming may tell for which team it is.
            is_plain = len(record.table.claimable_by(claimant)) == 1
            return Claim(claimant, book, (), outcome) if is_plain else None
        case Gap() | Missing():
            return None
    return event


def _tells_score(record: Record, told: Collection[int]) -> bool:
    """Whether none of the events that are not told can change who scores what."""
    return not may_force_claims(record.rules) and all(
        event.only_asks if isinstance(event, Missing) else _kind(event) not in (Claim, Award)
        for number, event in enumerate(record.events, 1)
        if number not in told
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
    parts = fields_of(event)
    if all(parts[name] == value for name, value in wanted.items()):
        return 1
    return None if all(_may_be(parts[name], value) for name, value in wanted.items()) else 0


def _may_be(part: Any, value: str) -> bool:
    """Whether a part of a statement may have a value."""
    options = part.values if isinstance(part, Open) else (part,)
    return options is None or value in options

"""The rows of a game say what the analyses say of it, each of them asked by itself."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import isclose, isnan
from types import SimpleNamespace
from typing import Any, Final

import pytest

from tests.archive.small_games import small_games
from tests.marks import first
from tests.play.random_games import random_game
from tests.strategies import SEATS
from tracker.analysis.audit import audit
from tracker.analysis.check import UNDECIDED, check
from tracker.analysis.knows import knows
from tracker.analysis.report import report
from tracker.analysis.review import review
from tracker.analysis.timeline import timeline
from tracker.answers import certain
from tracker.archive.people import LEFT_OUT, anonymous, pseudonym, without_names
from tracker.archive.pool import BUDGET, Lost
from tracker.archive.rows import GAPS, rows_of
from tracker.archive.schema import TABLES, columns
from tracker.archive.source_games import SourceGame
from tracker.counting.engine import NumpyEngine
from tracker.errors import OverTimeError, TextProblem, UndecidedError
from tracker.game.events import Claim
from tracker.game.record import Record, answer_account
from tracker.inference.possible_holders import PossibleHolders
from tracker.notation.record_files import loads

GAMES = small_games(8)
PLAYED = [
    record for record in GAMES if not any(one.code == "contradiction" for one in check(record))
]


KINDS: Final[dict[str, Any]] = {
    "TEXT": str, "INTEGER": int, "REAL": float, "BOOLEAN": bool, "JSON": (list, tuple),
}  # fmt: skip


def told(game: Record | SourceGame, **options: Any) -> dict[str, list[Any]]:
    """The rows of a game, each with all its columns."""
    source = game if isinstance(game, SourceGame) else SourceGame(1, 1, game, source="games.lit")
    return {
        name: [SimpleNamespace(**{key: row.get(key) for key in columns(name)}) for row in found]
        for name, found in rows_of(source, **options).items()
    }


@pytest.mark.parametrize("record", GAMES)
def test_rows_are_of_their_types(record: Record) -> None:
    rows = rows_of(SourceGame(1, 1, record, source="games.lit"))
    assert set(rows) == set(TABLES)
    for name, found in rows.items():
        kinds = columns(name)
        for row in found:
            assert row["game"] == rows["games"][0]["game"]
            for column, kind in kinds.items():
                value = row.get(column)
                assert value is None or isinstance(value, KINDS[kind]), (name, column)
                assert kind == "BOOLEAN" or not isinstance(value, bool), (name, column)
                assert not isinstance(value, float) or not isnan(value), (name, column)


@pytest.mark.parametrize("record", first(1, PLAYED[:4]))
def test_asks_claims_and_proofs_are_those_of_the_analyses(record: Record) -> None:
    rows, judged, times = told(record), audit(record), timeline(record)
    asks = {one.event: one for one in certain(judged.asks)}
    for row in rows["asks"]:
        one = asks.get(row.event)
        assert (row.kind, row.chance, row.best, row.rank) == (
            (one.kind, one.chance, one.best, one.rank) if one else (None,) * 4
        )
    claims = {one.event: one for one in judged.claims}
    for row in rows["claims"]:
        claim = claims.get(row.event)
        if claim is not None:
            assert (row.verdict, row.since) == (claim.verdict, claim.provable_since)
            assert row.also_proven_for == claim.also_proven_for
            chance = claim.probability
            assert row.chance == (float(chance) if isinstance(chance, Fraction) else None)
    for row, event in zip(rows["events"], times.events, strict=True):
        assert isclose(row.bits_public, event.gains["public"].least, abs_tol=1e-9)
        for seat, bits in zip(record.seats, row.bits, strict=True):
            gain = event.gains.get(seat)
            assert (bits is None) == (gain is None)
            assert gain is None or isclose(bits, gain.least, abs_tol=1e-9)
    spans = {
        (one.book, str(one.team), view, span.start, span.end)
        for one in knows(record).books
        for view, found in one.spans.items()
        for span in found
    }
    assert spans == {(r.book, r.team, r.view, r.start, r.end) for r in rows["proofs"]}


@pytest.mark.parametrize("record", first(1, PLAYED[:4]))
def test_players_are_those_of_the_report(record: Record) -> None:
    whole = report(record)
    for row, player in zip(told(record)["players"], whole.players, strict=True):
        assert (row.player, row.asks, row.hits) == (player.seat, player.asks, player.hits)
        assert (row.dead, row.sure, row.missed) == (player.dead, player.sure, player.missed)
        tally = player.claims
        made = [
            one for one in record.events if isinstance(one, Claim) and one.claimant == row.player
        ]
        if len(made) == tally.made:  # none of a half-suit that was settled
            assert (row.claims, row.correct) == (tally.made, tally.made - tally.wrong)
            assert (row.proven, row.guessed) == (tally.proven, tally.guessed)
        for mine, theirs in (
            (row.bits_to_team, player.bits_to_team),
            (row.bits_to_opponents, player.bits_to_opponents),
        ):
            assert (mine is None) == (theirs is None)
            if mine is not None:
                assert isinstance(theirs, float)
                assert isclose(mine, theirs, abs_tol=1e-9)


@pytest.mark.parametrize("record", first(1, PLAYED[:4]))
def test_what_moves_gave_away_is_that_of_the_review(record: Record) -> None:
    rows, plain = (told(record, level=level)["players"] for level in ("review", "all"))
    decisions = review(record).decisions
    assert decisions
    for row in rows:
        own = [decision for decision in decisions if decision.seat == row.player]
        expected = (len(own), pytest.approx(sum(decision.error for decision in own)))
        assert (row.decisions, row.error) == (expected if row.hand_known else (None, None))
    assert {(row.decisions, row.error) for row in plain} == {(None, None)}


def test_a_review_over_its_budget_leaves_the_other_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_long(*_: object, **__: object) -> None:
        raise OverTimeError(1)

    monkeypatch.setattr("tracker.archive.rows.review", too_long)
    rows, plain = (told(PLAYED[0], level=level) for level in ("review", "all"))
    assert [one.code for one in rows["problems"]] == [BUDGET]
    assert rows["players"] == plain["players"]


def test_what_an_event_said_is_exact_where_the_deals_were_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert {row.exact for row in told(PLAYED[0])["events"]} == {True}

    def refuse(_: NumpyEngine) -> int:
        raise UndecidedError

    monkeypatch.setattr(NumpyEngine, "total", property(refuse))
    assert False in {row.exact for row in told(PLAYED[0])["events"]}


def test_a_record_that_contradicts_itself_keeps_what_needs_no_deduction() -> None:
    record = loads(
        "seats: Ann Bob Carl Dora\ndealer: Ann\nhand Ann: 2C 3C 4C 5C 6C 7C 9C 10C JC QC KC AC\n"
        "Ann asks Bob 2C: no\n"
    )
    rows = told(record)
    (game,) = rows["games"]
    assert not game.analysed
    assert len(rows["problems"]) > 0
    assert (rows["players"][0].asks, rows["players"][0].dead) == (1, None)
    assert rows["events"][0].bits_public is None
    assert rows["proofs"] == []


def test_a_game_over_its_budget_is_a_problem() -> None:
    rows = told(PLAYED[0], seconds=1e-9)
    assert [one.code for one in rows["problems"]][-1] == BUDGET
    assert not rows["games"][0].analysed


def test_a_game_that_cannot_be_read_is_its_problems() -> None:
    problem = TextProblem("x.lit", 7, 3, "no")
    rows = told(SourceGame(2, 5, None, (problem,), "x.lit"))
    assert {name for name, found in rows.items() if found} == {"sources", "problems"}
    (row,), (source,) = rows["problems"], rows["sources"]
    assert (source.source, source.number, source.record) == ("x.lit", 2, None)
    assert (row.key, row.line, row.message) == (source.key, 7, "no")


# -- without names --------------------------------------------------------------------------------


@pytest.mark.parametrize("record", GAMES)
def test_no_name_is_left(record: Record) -> None:
    names = {seat: f"Name{number}x" for number, seat in enumerate(record.seats)}
    secret = _renamed_in_text(record, names)
    game = without_names(SourceGame(1, 1, secret, source="Name0x-at-home.lit"), "salt")
    said = repr(rows_of(game))
    assert "Name" not in said
    assert pseudonym("Name0x", "salt") in said


def _renamed_in_text(record: Record, names: dict[str, str]) -> Record:
    """The same record with other names, changed in its text word by word."""
    from tracker.notation.record_files import dumps

    words = dumps(record).replace(",", " , ").replace(":", " : ").split(" ")
    lines = " ".join(names.get(word, word) for word in " ".join(words).split(" "))
    lines = "\n".join(
        " ".join(names.get(word, word) for word in line.split(" ")) for line in lines.split("\n")
    )
    return loads(lines.replace(" , ", ",").replace(" : ", ": ").replace(" :", ":"))


def test_pseudonyms_keep_the_game() -> None:
    record = PLAYED[1]
    names = {pseudonym(seat, "s"): seat for seat in record.seats}
    plain = told(record)
    hidden = told(without_names(SourceGame(1, 1, record, source="games.lit"), "s"))
    back = [
        vars(row) | {"asker": names[row.asker], "target": names[row.target], "game": ""}
        for row in hidden["asks"]
    ]
    assert back == [vars(row) | {"game": ""} for row in plain["asks"]]


def test_messages_that_may_quote_names_are_left_out() -> None:
    game = SourceGame(1, 1, None, (TextProblem("x.lit", 1, 1, "'Ann' is no seat"),), "x.lit")
    assert [one.message for one in without_names(game, "").problems] == [LEFT_OUT]


def test_pseudonyms_depend_on_the_secret() -> None:
    assert pseudonym("Ann", "a") == pseudonym("Ann", "a") != pseudonym("Ann", "b")


def test_a_date_that_may_hold_a_name_is_left_out() -> None:
    for text, kept in (("2026-11-21", True), ("2026", True), ("Friday at Ann Miller's", False)):
        record = replace(PLAYED[0], tags=(("date", text), ("place", "Ann's")))
        game = without_names(SourceGame(1, 1, record, source="x"), "salt")
        assert game.record is not None
        assert game.record.tags == ((("date", text),) if kept else ())


def test_what_is_not_decided_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_hard(*_: object) -> None:
        raise UndecidedError

    monkeypatch.setattr(PossibleHolders, "survivor", too_hard)
    rows = told(PLAYED[0])
    assert UNDECIDED in [one.code for one in rows["problems"]]
    assert not rows["games"][0].analysed


def test_without_analysis_no_solver_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("tracker.sat.solver.DealSolver.__init__", ask)
    rows = told(PLAYED[0], level="events")
    assert [one.code for one in rows["problems"]] == []
    assert len(rows["events"]) == len(PLAYED[0].events)


def test_a_game_that_ends_its_process_is_not_analysed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.archive.rows.check", None)
    for why in Lost:
        rows = told(PLAYED[0], lost=why)
        assert [(one.code, one.message) for one in rows["problems"]] == [why.value]
        assert not rows["games"][0].analysed


# -- what is counted once -------------------------------------------------------------------------


RANDOM: Final = (
    random_game(random.Random(5), SEATS[:6], dealer=SEATS[1]),
    random_game(random.Random(6), SEATS[:6]),
)


@pytest.mark.parametrize(
    "record",
    [
        PLAYED[0],
        pytest.param(PLAYED[1], marks=pytest.mark.long),
        *(pytest.param(record, marks=pytest.mark.long) for record in RANDOM),
        *(pytest.param(record, marks=pytest.mark.long) for record in PLAYED[2:]),
    ],
)
def test_rows_are_those_of_counting_every_position_anew(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Number for number: nothing is kept from one position to the next, or shared by shape.

    Only the last digits of a chance may differ, as it is rounded in other places.
    """
    quick = told(record)
    monkeypatch.setattr(NumpyEngine, "nearest", None)
    assert _with_twelve_digits(told(record)) == _with_twelve_digits(quick)


def _with_twelve_digits(rows: dict[str, list[Any]]) -> str:
    """All rows in words, with each chance and each number of bits rounded."""
    return re.sub(r"\d+\.\d+(e-?\d+)?", lambda number: f"{float(number[0]):.12g}", repr(rows))


# -- games with gaps ------------------------------------------------------------------------------

HALF_REMEMBERED = """\
rules: pagat, deck=custom
book reds: 2H 3H 4H 5H
book blacks: 2S 3S 4S 5S
seats: Ann Bob Carl Dora
dealer: Ann
hand Ann: 2H 2S
hand Carl: 5H 3S

Ann asks Bob 3H: yes
Ann asks {asked}: no
Dora asks Carl {card}: no
Carl asks Bob 4S: yes
Carl asks Dora 5S: yes
Carl claims blacks: {naming}: correct
"""
OPEN = {
    "asked": ("Bob/Dora 5H", ("Bob 5H", "Dora 5H")),
    "card": ("blacks", ("2S", "3S", "4S", "5S")),
    "naming": ("?", ("Ann 2S, Carl 3S 4S 5S", "Ann 2S 3S, Carl 4S 5S")),
}
OWN = ("game", "text", "open_gaps", "verdict")
"""Columns that are not those of a way to fill the gaps."""


def ways_by_hand() -> list[Record]:
    """The records that the one with gaps may be, each written out, in which a deal is left."""
    texts = [
        HALF_REMEMBERED.format(**dict(zip(OPEN, chosen, strict=True)))
        for chosen in product(*(values for _, values in OPEN.values()))
    ]
    return [record for record in map(loads, texts) if not check(record)]


def test_with_gaps_a_column_is_kept_where_it_is_the_same_in_every_way() -> None:
    record = loads(HALF_REMEMBERED.format(**{name: text for name, (text, _) in OPEN.items()}))
    rows, each = told(record), [told(way) for way in ways_by_hand()]
    assert len(each) > 1
    for name in ("games", "players", "events", "asks", "claims"):
        for place, row in enumerate(rows[name]):
            for column in (column for column in vars(row) if column not in OWN):
                values = [getattr(way[name][place], column) for way in each]
                if isinstance(values[0], float):
                    values = [round(value, 6) for value in values]
                if column in ("bits", "left"):
                    continue
                kept = values[0] if all(value == values[0] for value in values) else None
                value = getattr(row, column)
                value = round(value, 6) if isinstance(value, float) else value
                assert value == kept, (name, place, column)
    assert rows["games"][0].open_gaps == 1
    reviewed = told(record, level="review")["players"]
    assert {(row.decisions, row.error) for row in reviewed} == {(None, None)}
    assert [row.text for row in rows["events"]][2] == "Dora asks Carl blacks: no"
    assert [row.code for row in rows["problems"]] == [GAPS]


def test_a_verdict_that_some_way_leaves_undecided_is_that_of_the_audit() -> None:
    record = loads(
        "rules: pagat, reveal=nothing\nseats: Ann Bob Carl Dora\ndealer: Bob\n"
        "hand Ann: 2H 3H 4H 9H 10H 9D 2S 3S 4S JS QS 10D\n\n"
        "Bob asks Ann/Carl 7H/7S: yes\nBob asks Ann JC: no\n"
        "Ann claims low hearts: ?: opponents\n"
    )
    (row,) = told(record)["claims"]
    (judged,) = audit(record, chances=False).claims
    assert row.verdict == judged.verdict == "undecided"


def test_what_gaps_cost_is_charged_to_an_account(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once it is spent, what hangs on them is undecided, as the audit of many games says it."""
    told_naming = {"naming": ("Ann 2S, Carl 3S 4S 5S", ())}
    parts = {name: text for name, (text, _) in (OPEN | told_naming).items()}
    record = loads(HALF_REMEMBERED.format(**parts))
    assert [row.verdict for row in told(record)["claims"]] == ["depends"]
    monkeypatch.setattr("tracker.game.record.ANSWER_WORK", 1)
    record = loads(str(record))
    rows = told(record)
    with answer_account(record):
        (judged,) = audit(record, chances=False).claims
    assert [row.verdict for row in rows["claims"]] == [judged.verdict] == ["undecided"]
    assert {row.code for row in rows["problems"]} == {GAPS, UNDECIDED}
    assert not rows["games"][0].analysed


def test_with_gaps_a_proof_holds_in_every_way() -> None:
    record = loads(HALF_REMEMBERED.format(**{name: text for name, (text, _) in OPEN.items()}))
    proofs = [
        {(row.book, row.team, row.view, at) for row in rows for at in range(row.start, row.end + 1)}
        for rows in (told(way)["proofs"] for way in (record, *ways_by_hand()))
    ]
    assert proofs[0] == set.intersection(*proofs[1:])
    assert any(others != proofs[0] for others in proofs[1:])


@pytest.mark.long
def test_where_the_ways_are_too_many_what_is_told_is_counted() -> None:
    header, _ = HALF_REMEMBERED.split("hand Ann")
    record = loads(
        f"{header}Ann asks Bob 3H: yes\nAnn asks Dora 4H/5H: ?\n... 9 asks\n"
        "Ann claims reds: ?: opponents\nBob claims blacks: Dora 2S, Bob rest: split\n"
    )
    rows = told(record)
    (game,) = rows["games"]
    assert (game.asks, game.claims, game.open_gaps, game.analysed) == (11, 2, 3, False)
    assert game.points == [0, 1]  # only asks are missing
    players = {row.player: row for row in rows["players"]}
    assert (players["Ann"].asks, players["Ann"].claims, players["Ann"].correct) == (None, 1, 0)
    assert (players["Bob"].hits, players["Bob"].claims, players["Bob"].correct) == (None, 1, 0)
    assert [row.event for row in rows["events"]] == [1, 2, 3, 4, 5]
    assert [row.event for row in rows["asks"]] == [1, 2]
    assert [(row.event, row.scored_by) for row in rows["claims"]] == [(4, "Bob+Dora"), (5, None)]
    assert {GAPS, UNDECIDED} <= {row.code for row in rows["problems"]}


def test_where_a_claim_may_be_missing_no_score_is_told() -> None:
    record = loads("seats: Ann Bob Carl Dora\n...\nBob claims low spades: Bob rest: correct\n")
    rows = told(record)
    assert (rows["games"][0].points, rows["games"][0].claims) == (None, None)
    assert {row.won for row in rows["players"]} == {None}
    assert [row.scored_by for row in rows["claims"]] == [None]


def test_names_in_gaps_get_pseudonyms() -> None:
    record = loads(
        "seats: Ann Bob Carl Dora\nAnn/Carl asks Bob/Dora 5H: ?\nhands: Ann 12 Bob 12\n"
        "now Carl: 2C ...\nBob claims low spades: ?: ?\n"
    )
    hidden = anonymous(record, lambda seat: pseudonym(seat, "salt"))
    text = str(hidden)
    assert not any(name in text for name in record.seats)
    assert loads(text).events[0] == hidden.events[0]

"""The rows of a game say what the analyses say of it, each of them asked by itself."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import isclose, isnan
from types import SimpleNamespace
from typing import Any, Final

import pytest

from tests.archive.small_games import small_games
from tests.marks import first
from tracker.analysis.audit import audit
from tracker.analysis.check import UNDECIDED, check
from tracker.analysis.knows import knows
from tracker.analysis.timeline import timeline
from tracker.answers import certain
from tracker.archive.people import LEFT_OUT, anonymous, pseudonym, without_names
from tracker.archive.pool import BUDGET
from tracker.archive.rows import GAPS, rows_of
from tracker.archive.schema import TABLES, columns
from tracker.archive.source_games import SourceGame
from tracker.errors import TextProblem, UndecidedError
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


def test_messages_that_may_quote_names_are_left_out() -> None:
    game = SourceGame(1, 1, None, (TextProblem("x.lit", 1, 1, "'Ann' is no seat"),), "x.lit")
    assert [one.message for one in without_names(game, "").problems] == [LEFT_OUT]


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


# -- what is counted once -------------------------------------------------------------------------


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


def test_names_in_gaps_get_pseudonyms() -> None:
    record = loads(
        "seats: Ann Bob Carl Dora\nAnn/Carl asks Bob/Dora 5H: ?\nhands: Ann 12 Bob 12\n"
        "now Carl: 2C ...\nBob claims low spades: ?: ?\n"
    )
    hidden = anonymous(record, lambda seat: pseudonym(seat, "salt"))
    text = str(hidden)
    assert not any(name in text for name in record.seats)
    assert loads(text).events[0] == hidden.events[0]

"""What is written can be read again: limits are checked on the way out as on the way in."""

from __future__ import annotations

import difflib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import run
from tracker.errors import NotationError, RecordError
from tracker.notation import record_files, record_json, text
from tracker.notation.problems import ENOUGH, SHOWN
from tracker.notation.source import MAX_BYTES, MAX_LINES, MAX_STATEMENT

HEADER = "seats: Ann Bob Carl Dora\ndealer: Ann\n"
PLAIN = text.loads(HEADER)


def with_seat(length: int) -> Any:
    """A record whose line of seats has so many characters."""
    name = "x" * (length - len("seats: Ann Bob Carl "))
    return replace(PLAIN, seats=("Ann", "Bob", "Carl", name))


def test_a_statement_as_long_as_can_be_and_one_longer() -> None:
    record = with_seat(MAX_STATEMENT)
    assert text.loads(text.dumps(record)) == record
    with pytest.raises(RecordError, match="line 2 would be too long to be read again"):
        text.dumps(with_seat(MAX_STATEMENT + 1))
    with pytest.raises(NotationError, match="written out, this has more than 4,096 characters"):
        text.parse_typed("x claims low clubs: x rest: correct", record, None)
    seat, book = record.seats[3], record.deck.books[0]
    named = {"book": book.name, "holdings": dict.fromkeys(book.cards, seat), "outcome": "correct"}
    claim = {"type": "claim", "claimant": seat, **named}
    with pytest.raises(NotationError, match=r"events\[0\]: a statement has at most 4,096"):
        record_json.from_data({**record_json.to_data(record), "events": [claim]})


@pytest.mark.parametrize("form", [text, record_json])
def test_the_largest_record_and_one_larger(form: Any) -> None:
    room = MAX_BYTES - len(form.dumps(replace(PLAIN, closing=("",))).encode()) - 40
    record = replace(PLAIN, closing=("é" * (room // 2),))
    assert form.loads(form.dumps(record).encode()) == record
    with pytest.raises(RecordError, match="at most 4 MiB"):
        form.dumps(replace(PLAIN, closing=("é" * (room // 2 + 40),)))
    with pytest.raises(NotationError, match="at most 4 MiB"):
        form.loads("é" * (MAX_BYTES // 2 + 1))


def test_as_many_lines_as_can_be_and_one_more() -> None:
    lines = MAX_LINES - text.dumps(PLAIN).count("\n")
    record = replace(PLAIN, closing=("x",) * lines)
    assert text.loads(text.dumps(record)) == record
    with pytest.raises(RecordError, match="at most 50,000 lines"):
        text.dumps(replace(record, closing=("x",) * (lines + 1)))


def test_convert_writes_nothing_that_is_not_read(tmp_path: Path) -> None:
    document = record_json.to_data(with_seat(5000))
    game, out = tmp_path / "game.json", tmp_path / "out.lit"
    game.write_text(json.dumps(document))
    out.write_text("old\n")
    result = run("convert", game, "-o", out)
    assert result.exit_code == 2
    assert "seats: a statement has at most 4,096 characters" in result.stderr
    assert out.read_text() == "old\n"


def test_entering_stops_where_the_file_is_full(tmp_path: Path) -> None:
    lines = MAX_LINES - HEADER.count("\n") - 2  # canonical: the rules, and an empty line
    game = tmp_path / "game.lit"
    game.write_text(HEADER + "# x\n" * lines)
    result = run("enter", game, stdin="# y\n# z\n")
    assert result.exit_code == 1
    assert "line 2: written out, the record is too large" in result.stderr
    assert len(record_files.load(game).closing) == lines + 1


# -- many problems --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["events", "hands", "books", "keys", "lines"])
def test_work_on_problems_is_bounded(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints are the dear part; of 10,000 problems no more than enough get one, or are kept."""
    hints = []
    real = difflib.get_close_matches

    def count(word: str, *more: Any, **options: Any) -> list[str]:
        hints.append(word)
        return real(word, *more, **options)

    monkeypatch.setattr(difflib, "get_close_matches", count)
    data: dict[str, Any] = record_json.to_data(PLAIN)
    bad: list[Any] = [{"type": "ask", "asker": "Annn"}] * 10_000
    if kind == "keys":
        data |= {f"seat{i}": 1 for i in range(10_000)}
    elif kind == "books":
        data["books"] = [{"name": f"asks {i}", "cards": ["2X"]} for i in range(10_000)]
    else:
        data[kind] = bad if kind == "events" else [{"seat": "Annn", "cards": ["2X"]}] * 10_000
    lines = HEADER + "Ann aks Bobb 2C: no\n" * 10_000
    loads, body = (text.loads, lines) if kind == "lines" else (record_json.loads, json.dumps(data))
    with pytest.raises(NotationError) as caught:
        loads(body)
    assert len(caught.value.problems) == SHOWN + 1
    assert len(hints) <= ENOUGH + 10
    assert "more" in caught.value.problems[-1].message


@pytest.mark.parametrize("depth", [33, 320, 900, 980, 990, 1000, 3000, 100_000])
@pytest.mark.parametrize("brackets", ["[]", '{"":}', '["{[",]'])
def test_deep_nesting_is_refused_whatever_python_can_do(depth: int, brackets: str) -> None:
    document = record_json.dumps(PLAIN).rstrip()[:-1]
    opening, closing = brackets[:-1], brackets[-1]
    inner = "1" if brackets[0] == "{" else ""
    deep = f'{document}, "x": {opening * depth}{inner}{closing * depth}}}'
    with pytest.raises(NotationError, match="this is nested too deeply for a record"):
        record_json.loads(deep)


def test_brackets_in_strings_are_not_counted() -> None:
    record = replace(PLAIN, closing=("[" * 100 + '"\\' + "{" * 100,))
    assert record_json.loads(record_json.dumps(record)) == record

"""Canonical text, and what no text can say; that all is read back is asked in ``tests/fuzz``."""

from __future__ import annotations

from typing import cast

import pytest

from tracker.errors import RecordError
from tracker.game.events import Ask, BaseEvent, Decline, Event
from tracker.game.record import HeaderComment, Record
from tracker.notation import text

SAMPLE = """\
title: Saturday, second table
rules: pagat, wrong-split=opponents
seats: Ann Bob Carl Dora Eve Finn
dealer: Ann
hand Ann: 2C 3C 9D 10D 5H QH 4S KS
hand Bob: 7S ...

Ann asks Bob 5H: no
Bob asks Ann KS: yes
Carl claims low clubs: Ann 2C 3C, Carl rest: correct
Dora claims high hearts: Bob 9H, Dora rest: opponents; shown Ann 9H, Dora rest
Carl passes to Eve
"""


def test_canonical_text_stays_as_it_is() -> None:
    assert text.dumps(text.loads(SAMPLE)) == SAMPLE


def test_events_know_their_lines() -> None:
    assert [event.line for event in text.loads(SAMPLE).events] == [8, 9, 10, 11, 12]


def test_parse_event_keeps_comments() -> None:
    header = text.loads("seats: A B C D")
    event = text.parse_event("# of note\na > b 5h n !# really", header, line=7)
    assert event == Ask("A", "B", "5H", "no", irregular=True, above=("of note",), comment="really")
    assert event.line == 8


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (Record(("A", "B b", "C", "D")), "'B b' cannot name a seat"),
        (Record(("A", "B", "C", "D"), preset="x"), "'x' is not a preset (expected pagat, "),
        (Record(("A", "B", "C", "D"), tags=(("x", "y"),)), "'x' is not a tag (expected title, "),
        (Record(("A", "B", "C", "D"), tags=(("title", "a#b"),)), "'a#b' cannot stand in the line"),
        (Record(("A", "B", "C", "D"), closing=("a\nb",)), r"'a\nb' cannot stand in one line"),
        (
            Record(("A", "B", "C", "D"), header_comments=(HeaderComment("seats", (), "a\rb"),)),
            r"'a\rb' cannot stand in one line",
        ),
        (
            Record(("A", "B", "C", "D"), events=(Decline("A", comment="\0"),)),
            r"'\x00' cannot stand in one line",
        ),
        (Record(("A", "B", "C", "D"), events=(cast(Event, BaseEvent()),)), "BaseEvent("),
    ],
)
def test_what_no_text_can_say_is_not_written(record: Record, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        text.dumps(record)
    assert str(caught.value).startswith(message)

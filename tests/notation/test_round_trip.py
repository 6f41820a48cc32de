"""What is written is read back, whatever a record says."""

from __future__ import annotations

from typing import cast

import pytest
from hypothesis import given, settings

from tests.fuzz.targets import check_forms
from tests.marks import some
from tests.notation.arbitrary_records import records
from tracker.errors import RecordError
from tracker.game.events import Ask, BaseEvent, Decline, Event
from tracker.game.record import HeaderComment, Record
from tracker.notation import record_json, text

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


@settings(max_examples=some(100), deadline=None)
@given(records())
def test_both_forms_give_the_record_back(record: Record) -> None:
    check_forms(record)
    assert record_json.from_data(record_json.to_data(record)) == record


@settings(max_examples=some(30), deadline=None)
@given(records())
def test_every_event_by_itself(record: Record) -> None:
    header = record.with_events(())
    for event in record.events:
        read = text.parse_event(text.format_event(event, header), header)
        assert text.format_event(read, header) == text.format_event(event, header)


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

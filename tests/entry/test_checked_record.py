"""A record that changes, as values: there and back is like starting anew."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

import tracker
from tests.marks import some
from tests.strategies import tiny_games
from tracker.entry.checked_record import CheckedRecord, check_record
from tracker.game.record import Record
from tracker.notation import text


def anew(record: Record) -> Record:
    """The same record, with nothing worked out yet."""
    return text.loads(text.dumps(record))


def same(one: CheckedRecord, record: Record) -> None:
    """A value that came by shared beginnings says what a fresh one says."""
    fresh = check_record(anew(record))
    assert one.contradictions == fresh.contradictions
    for at in range(len(record.events) + 1):
        assert one.state(at) == fresh.state(at)
    for number in range(1, len(record.events) + 1):
        assert one.moments[number].broken == fresh.moments[number].broken
    wanted = [(problem.event, problem.code) for problem in tracker.check(anew(record))]
    assert [(problem.event, problem.code) for problem in one.problems] == wanted


def changed(data: st.DataObject, record: Record) -> Record:
    """The record with an event left out, said twice or exchanged with the next one."""
    events = list(record.events)
    if events:
        at = data.draw(st.integers(0, len(events) - 1))
        match data.draw(st.sampled_from(("out", "twice", "exchanged", "cut"))):
            case "out":
                del events[at]
            case "twice":
                events.insert(at, events[at])
            case "exchanged":
                events[at : at + 2] = reversed(events[at : at + 2])
            case _:
                del events[at:]
    return record.with_events(tuple(events))


@given(st.data())
@settings(max_examples=some(30), deadline=None)
def test_there_and_back_is_like_starting_anew(data: st.DataObject) -> None:
    record = data.draw(tiny_games(max_deals=300))
    values = [check_record(record)]
    for _ in range(data.draw(st.integers(1, 5))):
        start = data.draw(st.sampled_from(values))
        values.append(start.to(changed(data, start.record)))
    for value in values:
        same(value, value.record)


def test_another_hand_is_checked_anew() -> None:
    game = "seats: Ann Bob Carl Dora\ndealer: Ann\n{}\nAnn asks Bob 5H: yes\n"
    without = tracker.loads(game.format("hand Bob: 5H ..."))
    other = tracker.loads(game.format("hand Carl: 5H ..."))
    first = check_record(without)
    assert first.contradictions == ()
    assert first.to(other).contradictions == (1,)
    assert first.to(other).to(without).contradictions == ()

"""What follows from the class of an event and its fields alone, for every kind of event."""

from __future__ import annotations

import re
from typing import Final

import pytest

import tracker
from tracker.archive.rows import event_columns
from tracker.errors import RecordError
from tracker.game.events import (
    Ask,
    Award,
    Challenge,
    Claim,
    Decline,
    Event,
    Give,
    HandSize,
    HandSizes,
    Missing,
    Now,
    Pass,
    Show,
)
from tracker.notation.statements import usage
from tracker.notation.text import loads

EXAMPLES: Final[tuple[Event, ...]] = (
    Ask("Ann", "Bob", "2H", "no"),
    Claim("Ann", "reds", (("2H", "Ann"), ("3H", "Carl")), "correct"),
    *(Pass("Ann", "Carl"), HandSize("Ann", 2), Show("Ann", ("2H",)), Decline("Ann")),
    *(Challenge("Ann", "reds"), Award("reds", "Ann"), Give("Ann", "Bob", "2H")),
    *(HandSizes((("Ann", 2), ("Carl", 1))), Now("Ann", ("2H",))),
)
TABLE: Final = "rules: pagat, deck=custom\nbook reds: 2H 3H\nbook blacks: 2S 3S\n"
SEATS: Final = "seats: Ann Bob Carl Dora\n"


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: event.kind)
def test_what_follows_from_the_class_of_an_event(event: Event) -> None:
    """Statement, usage, columns and export need nothing but the class and its fields."""
    statement = re.sub(r"\{\w+\}", "", type(event).statement).split()
    record = loads(f"{TABLE}{SEATS}").with_events((event,))
    assert all(word.strip(":") in usage(type(event)) for word in statement)
    assert loads(str(record)).events == (event,)
    of_fields = {"kind", "actor", "irregular", "target", "card", "book", "result"}
    assert set(event_columns(event, record.deck)) == of_fields
    assert type(event).__name__ in tracker.__all__


def test_what_is_no_event() -> None:
    with pytest.raises(RecordError, match="not a size for each seat"):
        HandSizes((("Ann", 2), ("Ann", 1)))
    for asks, only_asks in ((2, False), (0, True)):
        with pytest.raises(RecordError, match=f"{asks} is not a number of missing asks"):
            Missing(asks, only_asks=only_asks)

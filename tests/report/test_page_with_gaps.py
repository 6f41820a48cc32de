"""The page of a record with gaps: gaps are shown as gaps, and what depends on them each way."""

from __future__ import annotations

import pytest

from tests.gap_referee import EVENING
from tests.report.pages import in_codes, read_data
from tracker.analysis.each_filling import closed_record
from tracker.analysis.open_gaps import gaps, side_by_side
from tracker.inference.deduction import deduce, follow_with_gaps
from tracker.notation.text import loads
from tracker.render.page import page

TEXTS = {
    "open": EVENING,
    "a stretch": EVENING.replace("Dora asks Carl blacks: no", "..."),
    "an answer at the end": EVENING.partition("Ann asks Dora")[0],
}


def test_gaps_are_marked_and_verdicts_told_each_way() -> None:
    html = page(loads(EVENING))
    data = read_data(html)
    assert [event["kind"] for event in data["game"]["events"]].count("gap") == 4
    kinds = {(mark["event"], mark["kind"]) for mark in data["marks"]}
    assert {(1, "closed"), (3, "gap"), (6, "depends")} <= kinds
    words = " ".join(mark["text"] for mark in data["marks"])
    assert "proven if event 3 has the card 2S" in in_codes(words)
    assert "What nobody remembers" in html


def test_a_gap_that_is_closed_is_marked_and_said_by_what() -> None:
    """Also where all are closed, and the page is that of an ordinary record."""
    closed = EVENING.replace("Dora asks Carl blacks: no", "Dora asks Carl 2S: no")
    assert closed_record(loads(closed)) is not None
    for text, has_chances in ((EVENING, False), (closed, True)):
        html = page(loads(text))
        data = read_data(html)
        told = {mark["event"]: mark["text"] for mark in data["marks"] if not mark["seat"]}
        assert told[1] == "Half remembered; event 2 tells what it was: yes."
        assert told[5] == "Half remembered; what came before tells what it was: yes."
        assert "What nobody remembers" in html
        bits = [moment["bits"] for view in data["views"] for moment in view["moments"]]
        assert (None not in bits) == has_chances
    assert "No gap of 3 is open" in html


def test_both_ways_side_by_side() -> None:
    record = loads(TEXTS["an answer at the end"])
    (gap,) = gaps(record).still_open
    ways = side_by_side(record, gap)["answer"]
    assert ways["yes"]["3H"] == ("Ann",)
    assert "Ann" not in ways["no"]["3H"]
    assert "At the end, seen by all, each way" in page(record)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_following_gives_what_each_moment_gives(text: str) -> None:
    record = loads(text)
    for at, followed in enumerate(follow_with_gaps(record, "Ann")):
        assert followed is not None
        with deduce(record, view="Ann", at=at) as deduction:
            assert followed.to_json() == deduction.to_json()

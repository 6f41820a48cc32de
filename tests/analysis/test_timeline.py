"""Turning points are events from which much could be inferred."""

from __future__ import annotations

from dataclasses import replace
from math import nan

import pytest

from tracker.analysis.timeline import Timeline, TimelineEvent, timeline
from tracker.analysis.view_progress import Gain
from tracker.game.events import Pass
from tracker.game.table import Team
from tracker.knowledge.facts import Between
from tracker.notation.text import loads
from tracker.render.report_text import turning_news

GIVES_AWAY = """\
rules: pagat, deck=custom
book reds: 2H 3H
book blacks: 2S 3S
seats: Ann Bob Carl Dora
turn: Ann

Ann asks Bob 2H: yes
"""


SEEN = """\
rules: pagat, deck=custom, own-card-asks=surrender, wrong-split=stays
book reds: 2H 3H 4H
book blacks: 2S 3S 4S
book blues: 2C 3C 4C
book greens: 2D 3D 4D
seats: Ann Bob Carl Dora
turn: Ann

Ann shows 3D
Bob shows 2C 3C
Ann asks Bob 2H: no
Bob asks Ann 2S: yes
Bob asks Carl 3S: surrender
Carl claims blacks: Carl 4S 3S, Ann 2S: opponents
now Dora: 4D ...
"""


def test_the_cards_that_events_show_or_move_are_not_inferred() -> None:
    """What somebody remembers of a hand is: nobody else saw it."""
    told = timeline(loads(SEEN), views=["public"]).events
    news = [(set(of.gains["public"].placed), set(of.inferred["public"])) for of in told]
    assert [placed - inferred for placed, inferred in news] == [
        {"3D"}, {"2C", "3C"}, set(), {"2S"}, {"3S"}, set(), set()
    ]  # fmt: skip


def test_a_value_that_a_gap_decides_has_a_lowest_and_a_highest() -> None:
    known = "seats: Ann Bob Carl Dora\n\nAnn asks Bob 2C: {}\n"
    yes, no = (timeline(loads(known.format(answer))).events[0].value for answer in ("yes", "no"))
    (entry,) = timeline(loads(known.format("?"))).events
    assert isinstance(yes, float)
    assert isinstance(no, float)
    assert isinstance(entry.value, Between)
    assert (entry.value.low, entry.value.high) == (min(yes, no), max(yes, no))
    (document,) = timeline(loads(known.format("?"))).to_json()["events"]
    assert document["value"] == {"low": min(yes, no), "high": max(yes, no)}
    told = str(timeline(loads(known.format("?"))))
    assert told.count("Event 1") == 2, "each case is told"
    assert "A range such as 0.4–1.2: a gap decides it" in told


def test_of_five_turning_points_those_that_told_more_of_what_is_alike() -> None:
    def told(number: int, bits: float, *inferred: str) -> TimelineEvent:
        cards = dict.fromkeys(inferred, "Ann")
        return TimelineEvent(
            number, Pass("Ann", "Carl"), {"Ann": Gain(bits, 0, {}, cards, (), {}, ())}
        )

    events = (told(1, 9), told(2, 1, "2H"), told(3, 2), told(4, nan), told(5, 3), told(6, 4))
    found = Timeline(loads(GIVES_AWAY), {"Ann": 9.0, "Bob": 1.0}, (*events, told(7, 5)))
    assert [each.number for each in found.turning_points()] == [1, 2, 5, 6, 7]
    assert [each.number for each in replace(found, decided=3).turning_points()] == [1, 2, 3]
    assert found.of(["Ann"]).start == {"Ann": 9.0}


def test_a_turning_point_tells_what_was_inferred() -> None:
    """What is worth less than two decimals show is left out; bits that gaps decide are too."""
    reds = {("reds", Team(("Ann", "Carl"))): ()}
    ann = Gain(0.005, 1.0, {}, {"3H": "Ann"}, (), reds, ())
    nothing, unsure = replace(ann, bits=0.004), replace(ann, bits=Between(0, 1), proven={})
    gains = {"Ann": ann, "Bob": nothing, "Carl": unsure, "Dora": Gain(nan, nan, {}, {}, (), {}, ())}
    entry = TimelineEvent(1, Pass("Ann", "Carl"), gains)
    assert turning_news(entry) == [
        "Ann: placed 3H; proves reds (Ann+Carl); 0.0 bits",
        "Carl: placed 3H",
    ]
    assert entry.weight == pytest.approx(0.009)
    assert entry.deductions == 3

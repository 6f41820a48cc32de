"""Turning points are events from which much could be inferred."""

from __future__ import annotations

from dataclasses import replace
from math import log2, nan

import pytest

from tests.explain.positions import samples
from tracker.analysis.review import review
from tracker.analysis.timeline import Timeline, TimelineEvent, timeline
from tracker.analysis.view_progress import Gain
from tracker.game.events import Ask, Pass
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


def test_a_card_that_moves_is_not_inferred_but_what_follows_from_it_is() -> None:
    """Ann asked for the 2H, so she holds the 3H."""
    (first,) = timeline(loads(GIVES_AWAY), views=["public"]).events
    assert set(first.gains["public"].placed) == {"2H", "3H"}
    assert first.inferred == {"public": {"3H": "Ann"}}
    assert first.deductions == 1
    assert turning_news(first) == ["public: placed 3H; proves reds (Ann+Carl); 3.6 bits"]


@pytest.fixture(scope="module")
def pagat() -> Timeline:
    return timeline(samples()["pagat-six"], views=["public", "Priya"])


def test_the_most_deductions_come_first(pagat: Timeline) -> None:
    points = pagat.turning_points()
    others = [told for told in pagat.events if told not in points]
    assert min(told.deductions for told in points) > 0
    assert min(told.deductions for told in points) >= max(told.deductions for told in others)
    assert [told.number for told in points] == sorted(told.number for told in points)


def test_what_was_seen_to_move_is_not_inferred(pagat: Timeline) -> None:
    inferred = 0
    for told in pagat.events:
        for view, cards in told.inferred.items():
            placed = told.gains[view].placed
            assert cards.items() <= placed.items()
            if isinstance(told.event, Ask) and told.event.answer == "yes":
                assert told.event.card not in cards
            inferred += len(cards)
    assert inferred > 20


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


def test_the_value_is_that_of_the_curve_of_the_review_whichever_views_are_asked_for() -> None:
    record = samples()["quartets-four"]
    curve = {point.event: (point.value, point.wins) for point in review(record).curve}
    for views in (None, ["public"], [record.seats[0]]):
        found = timeline(record, views=views)
        for entry in found.events:
            assert (entry.value, entry.wins) == pytest.approx(curve[entry.number])


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


def test_what_an_event_told_with_each_answer_that_it_may_have_had() -> None:
    """Of 24 deals a no leaves 4, with one card certain, and a yes 2, with both."""
    document = timeline(loads(GIVES_AWAY.replace("yes", "?"))).to_json()
    (event,) = document["events"]
    assert document["start"] == pytest.approx({"public": log2(24), "Ann": log2(6)})
    assert event["bits"] == {
        "public": pytest.approx({"low": log2(6), "high": log2(12)}),
        "Ann": pytest.approx({"low": log2(1.5), "high": log2(3)}),
    }
    assert event["exact"] == {"public": True, "Ann": True}
    assert event["forced"] == {"public": {"low": 1, "high": 2}, "Ann": {"low": 0, "high": 1}}
    assert event["placed"] == {"public": ["3H"], "Ann": []}
    assert event["proven"] == {"public": [], "Ann": []}
    assert [(case["placed"], case["when"]) for case in event["cases"]] == [
        ({"public": ["2H", "3H"], "Ann": ["2H"]}, [{"event": 1, "answer": "yes"}]),
        ({"public": ["3H"], "Ann": []}, [{"event": 1, "answer": "no"}]),
    ]


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

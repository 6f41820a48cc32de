"""What may have been left out before an event out of turn."""

from __future__ import annotations

import pytest

import tracker
from tests.marks import first
from tracker.explain.slips import left_out_before
from tracker.game.replay import replay_of
from tracker.notation.text import format_event

GAME = "seats: Ann Bob Carl Dora Eve Finn\ndealer: Ann\n\nAnn asks Dora 9S: no\n"


@pytest.mark.parametrize(
    ("statement", "missing"),
    first(
        4,
        [
            ("Eve asks Dora 6C: no", "Dora asks Eve ?: no"),
            ("Finn asks Eve 6C: no", "... 2 asks"),
            ("Finn asks Eve 6C: no !", "... 2 asks"),
            ("Ann claims low clubs: Ann rest: correct", "Dora asks Ann ?: no"),
            ("Eve asks Dora/Finn low clubs: ?", "Dora asks Eve ?: no"),
            ("Ann/Carl/Finn asks Dora 6C: ?", "Dora asks Ann/Carl ?: no"),
            ("Finn asks ? 6C: no", "... 2 asks"),
            ("Carl claims low clubs: ?: correct", "Dora asks Carl ?: no"),
            ("Carl claims low clubs: ?: ?", None),
            ("Dora/Eve asks Ann 6C: no", None),
            ("? asks ? ?: ?", None),
            ("... 2 asks", None),
            ("Dora asks Eve 6C: no", None),
            ("Dora asks Bob 6C: no !", None),
        ],
    ),
)
def test_what_hands_the_turn_over(statement: str, missing: str | None) -> None:
    record = tracker.loads(f"{GAME}{statement}\n")
    state = replay_of(record).state(1)
    repair = left_out_before(state, record.events[1], 2)
    if missing is None:
        assert repair is None
    else:
        assert repair is not None
        assert format_event(repair.new, record) == missing  # type: ignore[arg-type]
        mended = repair.applied(record)
        assert not any(problem.code == "turn" for problem in tracker.check(mended))


def test_in_a_record_with_gaps_it_is_told_too() -> None:
    record = tracker.loads(f"{GAME}Eve asks Dora 6C: ?\nAnn asks Dora 7C: no !\n")
    checked = tracker.check(record)
    assert [
        (problem.event, format_event(problem.left_out.new, record))
        for problem in (*checked, *checked.notes)
    ] == [(2, "Dora asks Eve ?: no"), (3, "... asks")]

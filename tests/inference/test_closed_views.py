"""Odds end with the deduction that they are of."""

from __future__ import annotations

from tracker.analysis.odds import odds
from tracker.notation.text import loads


def test_odds_are_closed_with_their_deduction() -> None:
    with odds(loads("seats: Ann Bob Carl Dora\n")) as counted:
        deduction = counted.deduction
        assert not deduction.closed
    assert deduction.closed

"""The claims of a view through a game, against what a fresh question says at each moment."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import cast

import pytest

from tests.marks import first
from tracker.analysis.odds import Odds
from tracker.analysis.view_history import WITHIN_REACH, ReachableClaim, view_history
from tracker.analysis.view_progress import BookOfTeam
from tracker.inference.deduction import deduce
from tracker.notation import record_files

SAMPLES = Path(__file__).parents[2] / "samples"


@pytest.mark.parametrize(
    ("name", "view"),
    first(1, [("skat-four", "public"), ("hidden-six", "Dele")]),
)
def test_claims_are_what_a_fresh_question_says(name: str, view: str | None) -> None:
    """Every moment anew: no number of deals kept, nothing taken over from the moment before."""
    record = record_files.load(SAMPLES / f"{name}.lit")
    record = record.with_events(record.events[:40])
    shown: dict[BookOfTeam, ReachableClaim] = {}
    for at, changes in enumerate(view_history(record, view).claims):
        for claim, now in changes.items():
            if now is None:
                del shown[claim]
            else:
                shown[claim] = now
        with deduce(record, view=view, at=at) as deduction:
            check(shown, Odds(deduction))


def check(shown: dict[BookOfTeam, ReachableClaim], odds: Odds) -> None:
    """What is shown is within reach and right; what is not shown is out of reach."""
    for claim in odds.claims():
        cards = odds.deduction.record.deck.by_name[claim.book].cards
        least = min(
            sum(chance or 0 for seat, chance in odds.holders[card].items() if seat in claim.team)
            for card in cards
        )
        found = shown.get((claim.book, claim.team))
        if abs(least - WITHIN_REACH) > 1e-9:
            assert (found is not None) == (least > WITHIN_REACH)
        if found is None:
            assert claim.verdict not in ("proven", "owned")
        else:
            assert (found.verdict, found.holdings and dict(found.holdings)) == (
                claim.verdict,
                claim.holdings,
            )
            assert found.probability == pytest.approx(float(cast(Fraction, claim.probability or 0)))
    assert {book for book, _ in shown} <= set(odds.deduction.state.open_books())

"""Once its solver is gone, what others can prove is asked no more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tracker.analysis.odds import odds
from tracker.errors import ClosedError
from tracker.inference.deduction import deduce
from tracker.inference.epistemic import OthersView
from tracker.notation.text import loads

RECORD = loads(
    """\
rules: pagat, deck=custom
book reds: 2H 3H
book blacks: 2S 3S
seats: Ann Bob Carl Dora
dealer: Ann

Ann asks Bob 2H: no
"""
)


@contextmanager
def refused() -> Iterator[None]:
    with pytest.raises(ClosedError, match="is closed"):
        yield


def test_whatever_is_asked_about_others() -> None:
    with deduce(RECORD, view="public") as deduction:
        with OthersView(deduction) as view:
            assert view.verdict("Ann", "reds").proves == "no"
        with refused():
            view.verdict("Bob", "blacks")
        with refused(), view:
            pass


def test_odds_are_closed_with_their_deduction() -> None:
    with odds(loads("seats: Ann Bob Carl Dora\n")) as counted:
        deduction = counted.deduction
        assert not deduction.closed
    assert deduction.closed

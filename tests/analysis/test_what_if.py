"""Both answers to an ask, against every deal of tiny games, and on the command line."""

from __future__ import annotations

import pytest

from tests import SAMPLES
from tracker.analysis.asks import OTHER, AnswerNews, what_if
from tracker.analysis.view_history import view_history
from tracker.game.events import Ask
from tracker.notation.record_files import load

PAGAT = SAMPLES / "pagat-six.lit"


def test_the_history_has_the_answer_that_was_not_given() -> None:
    """Of the public's view all asks, of a seat's its own: each as ``what_if`` has it."""
    record = load(PAGAT).with_events(load(PAGAT).events[:45])
    for view in ("public", "Priya"):
        found = view_history(record, view).others
        asks = {n: one for n, one in enumerate(record.events, 1) if isinstance(one, Ask)}
        assert set(found) == {n for n, one in asks.items() if view in ("public", one.asker)}
        for event in list(found)[::4]:
            alone = what_if(record, event, view=view).views[view][OTHER[asks[event].answer]]
            assert same(found[event], alone)


def same(one: AnswerNews | None, other: AnswerNews | None) -> bool:
    if one is None or other is None:
        return one is other
    return (one.placed, one.exact) == (other.placed, other.exact) and one.bits == pytest.approx(
        other.bits, abs=1e-9
    )

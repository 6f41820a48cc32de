"""A whole game in one go: the audit, who could prove what, and what each event told whom.

Each of the three follows a game through many views. Together they need them only once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tracker.analysis.audit import Audit, Auditor
from tracker.analysis.knows import Knows, KnowsCollector, asked_views
from tracker.analysis.timeline import Measurer, Timeline
from tracker.game.record import Record
from tracker.inference.follow import follow
from tracker.inference.hands import known_views


@dataclass(frozen=True)
class WholeGame:
    """All that the analyses say of a game."""

    audit: Audit
    knows: Knows
    timeline: Timeline
    """In the ``known_views``. Bits are not a number where no honest number could be had."""


def whole_game(record: Record, *, goes_on: Callable[[], object] = bool) -> WholeGame:
    """What ``audit``, ``knows`` and ``timeline`` say of a game, which is followed once.

    Args:
        record: the game.
        goes_on: called at every moment of the game; may raise to end the work.

    Raises:
        ContradictionError: where no deal fits the record.
    """
    asked = asked_views(record)
    measurer = Measurer(record, [view.name for view in known_views(record)])
    auditor = Auditor(record, chances=True, meters=measurer.meters)
    collector = KnowsCollector(record, asked)
    for moment in follow(record, dict.fromkeys((*asked, *auditor.views.values()))):
        goes_on()
        # First, as the odds of an ask give the number of deals, but not the other way round.
        auditor.look(moment)
        measurer.look(moment)
        collector.look(moment)
    return WholeGame(auditor.found(), collector.found(len(record.events)), measurer.timeline())

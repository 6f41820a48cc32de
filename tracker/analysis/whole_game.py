"""A whole game in one go: the audit, who could prove what, and what each event told whom.

Each of the three follows a game through many views. Together they need them only once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tracker.analysis.audit import Audit, Auditor
from tracker.analysis.knows import Knows, KnowsCollector, asked_views
from tracker.analysis.progress import require_bits
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


def whole_game(
    record: Record,
    *,
    chances: bool = True,
    measured: Timeline | None = None,
    strict: bool = False,
    goes_on: Callable[[], object] = bool,
) -> WholeGame:
    """What ``audit``, ``knows`` and ``timeline`` say of a game, which is followed once.

    Args:
        record: the game.
        chances: whether to work out the chance of every ask.
        measured: its timeline in the ``known_views``, where it is worked out already.
        strict: whether to end at the first moment at which bits cannot be had.
        goes_on: called at every moment of the game; may raise to end the work.

    Raises:
        ContradictionError: where no deal fits the record.
        BudgetError: as ``strict`` has it.
    """
    asked = asked_views(record)
    names = () if measured else [view.name for view in known_views(record)]
    measurer = Measurer(record, names)
    auditor = Auditor(record, chances=chances, meters=None if measured else measurer.meters)
    collector = KnowsCollector(record, asked)
    for moment in follow(record, dict.fromkeys((*asked, *auditor.views.values()))):
        goes_on()
        # First, as the odds of an ask give the number of deals, but not the other way round.
        auditor.look(moment)
        measurer.look(moment)
        for progress in measurer.latest.values() if strict else ():
            require_bits(progress)
        collector.look(moment)
    return WholeGame(
        auditor.found(), collector.found(len(record.events)), measured or measurer.timeline()
    )

"""tracker: deduction for the card game Literature (Canadian Fish, Russian Fish).

The library in five lines::

    >>> import tracker
    >>> record = tracker.loads('''
    ... seats: Ann Bob Carl Dora Eve Finn
    ... dealer: Ann
    ... Ann asks Bob 5H: yes
    ... ''')
    >>> deduction = tracker.deduce(record, "public", at=1)
    >>> deduction.holders("5H")
    ('Ann',)

``load``/``loads`` read a record, ``dump``/``dumps`` write one; ``check`` lists what is wrong with
it; ``deduce`` says what is certain for a view at a moment (holders, forced locations, claim
verdicts), ``Odds`` how likely the rest is; ``follow`` goes through a game in several views at once.
Everything else is in the subpackages, and may change.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from tracker.analysis.check import Problem, check
    from tracker.analysis.odds import ClaimOdds, Odds
    from tracker.errors import (
        ContradictionError,
        MissingHandError,
        NotationError,
        RecordError,
        TrackerError,
    )
    from tracker.game.record import Record
    from tracker.inference.deduction import ClaimVerdict, Deduction, deduce
    from tracker.inference.follow import Moment, follow
    from tracker.notation.text import dump, dumps, load, loads

__all__ = [
    "ClaimOdds",
    "ClaimVerdict",
    "ContradictionError",
    "Deduction",
    "MissingHandError",
    "Moment",
    "NotationError",
    "Odds",
    "Problem",
    "Record",
    "RecordError",
    "TrackerError",
    "check",
    "deduce",
    "dump",
    "dumps",
    "follow",
    "load",
    "loads",
]

_HOMES: Final = {
    "tracker.analysis.check": ("Problem", "check"),
    "tracker.analysis.odds": ("ClaimOdds", "Odds"),
    "tracker.errors": (
        "ContradictionError",
        "MissingHandError",
        "NotationError",
        "RecordError",
        "TrackerError",
    ),
    "tracker.game.record": ("Record",),
    "tracker.inference.deduction": ("ClaimVerdict", "Deduction", "deduce"),
    "tracker.inference.follow": ("Moment", "follow"),
    "tracker.notation.text": ("dump", "dumps", "load", "loads"),
}
_HOME_OF: Final = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: ``tracker --help`` needs no solver."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'tracker' has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])

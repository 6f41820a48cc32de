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

Whatever a command answers, one call answers: ``load`` and ``loads`` read a record, ``dump`` and
``dumps`` write one; ``check`` lists what is wrong with it; ``deduce`` says what is certain for a
view at a moment, ``claims`` and ``odds`` how likely the rest is, ``why`` from what it follows,
``asks`` what could be asked, ``what_if`` what an ask would have told had the answer been
another one, ``turns`` to whom the turn could go,
``signals``, ``reading`` and ``assuming`` what asks would say by a convention;
``follow`` goes through a game in several views at once, ``timeline`` says what each event told,
``audit`` and ``rule`` judge the claims, ``askers`` adds up how each
player asked, ``knows`` says who could prove what and since when,
``knows_of_others`` and ``knows_chain`` what somebody knows of that,
``report`` and ``page`` tell it all; ``certificate`` and ``verify`` are for those who want to check;
``tables`` has many games as tables; ``find_puzzles`` and ``mistakes`` find positions worth posing,
``solve`` and ``mark`` work out their answers.
Everything else is in the subpackages, and may change.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from tracker.analysis.askers import Asker, askers
    from tracker.analysis.asks import AskOdds, Asks, WhatIf, asks, what_if
    from tracker.analysis.audit import Audit, audit, missed_proofs
    from tracker.analysis.check import Problem, check
    from tracker.analysis.knows import Knows, Provable, knows
    from tracker.analysis.mutual_knowledge import (
        ChainKnows,
        OthersKnow,
        knows_chain,
        knows_of_others,
    )
    from tracker.analysis.odds import ClaimOdds, Odds
    from tracker.analysis.questions import Ruling, claims, odds, rule, since, why
    from tracker.analysis.report import Report, report
    from tracker.analysis.signals import SignalReading, Signals, assuming, reading, signals
    from tracker.analysis.timeline import Timeline, timeline
    from tracker.analysis.turn_options import TurnOption, TurnOptions, turns
    from tracker.archive.arrow_tables import tables
    from tracker.errors import (
        ClosedError,
        ContradictionError,
        MissingHandError,
        NotationError,
        RecordError,
        TrackerError,
        UndecidedError,
        WrongTypeError,
    )
    from tracker.explain.certificate import certificate
    from tracker.explain.explanation import Explanation
    from tracker.explain.verification import verify
    from tracker.game.record import Hand, Record
    from tracker.game.replay import Replay
    from tracker.game.replay import replay_of as replay
    from tracker.inference.deduction import ClaimVerdict, Deduction, deduce
    from tracker.inference.follow import Moment, follow
    from tracker.inference.hands import view_of
    from tracker.knowledge.views import View
    from tracker.notation.record_files import dump, dumps, load, loads
    from tracker.render.page.build import page
    from tracker.teach.candidates import mistakes
    from tracker.teach.finding import FoundPuzzle, find_puzzles
    from tracker.teach.marking import MarkedAnswer, mark, solve
    from tracker.teach.puzzle import Puzzle, puzzle_of

    __version__: str

_HOMES: Final = {
    "tracker.analysis.askers": ("Asker", "askers"),
    "tracker.analysis.asks": ("AskOdds", "Asks", "WhatIf", "asks", "what_if"),
    "tracker.analysis.audit": ("Audit", "audit", "missed_proofs"),
    "tracker.analysis.check": ("Problem", "check"),
    "tracker.analysis.knows": ("Knows", "Provable", "knows"),
    "tracker.analysis.odds": ("ClaimOdds", "Odds"),
    "tracker.analysis.mutual_knowledge": (
        "ChainKnows",
        "OthersKnow",
        "knows_chain",
        "knows_of_others",
    ),
    "tracker.analysis.questions": ("Ruling", "claims", "odds", "rule", "since", "why"),
    "tracker.analysis.report": ("Report", "report"),
    "tracker.analysis.signals": (
        "SignalReading",
        "Signals",
        "assuming",
        "reading",
        "signals",
    ),
    "tracker.analysis.timeline": ("Timeline", "timeline"),
    "tracker.analysis.turn_options": ("TurnOption", "TurnOptions", "turns"),
    "tracker.archive.arrow_tables": ("tables",),
    "tracker.errors": (
        "ClosedError",
        "ContradictionError",
        "MissingHandError",
        "NotationError",
        "RecordError",
        "UndecidedError",
        "TrackerError",
        "WrongTypeError",
    ),
    "tracker.explain.certificate": ("certificate",),
    "tracker.explain.explanation": ("Explanation",),
    "tracker.explain.verification": ("verify",),
    "tracker.game.record": ("Hand", "Record"),
    "tracker.game.replay": ("Replay",),
    "tracker.inference.deduction": ("ClaimVerdict", "Deduction", "deduce"),
    "tracker.inference.follow": ("Moment", "follow"),
    "tracker.inference.hands": ("view_of",),
    "tracker.knowledge.views": ("View",),
    "tracker.notation.record_files": ("dump", "dumps", "load", "loads"),
    "tracker.render.page.build": ("page",),
    "tracker.teach.finding": ("FoundPuzzle", "find_puzzles"),
    "tracker.teach.marking": ("MarkedAnswer", "mark", "solve"),
    "tracker.teach.candidates": ("mistakes",),
    "tracker.teach.puzzle": ("Puzzle", "puzzle_of"),
}
_HOME_OF: Final = {name: (module, name) for module, names in _HOMES.items() for name in names} | {
    "replay": ("tracker.game.replay", "replay_of")
}

_LOOKS: Final = {"tracker.inference.deduction": "Deduction", "tracker.analysis.audit": "Audit"}
"""What a notebook shows as it looks in the terminal, by where it is at home."""

__all__ = [
    "AskOdds",
    "Asker",
    "Asks",
    "Audit",
    "ChainKnows",
    "ClaimOdds",
    "ClaimVerdict",
    "ClosedError",
    "ContradictionError",
    "Deduction",
    "Explanation",
    "FoundPuzzle",
    "Hand",
    "Knows",
    "MarkedAnswer",
    "MissingHandError",
    "Moment",
    "NotationError",
    "Odds",
    "OthersKnow",
    "Problem",
    "Provable",
    "Puzzle",
    "Record",
    "RecordError",
    "Replay",
    "Report",
    "Ruling",
    "SignalReading",
    "Signals",
    "Timeline",
    "TrackerError",
    "TurnOption",
    "TurnOptions",
    "UndecidedError",
    "View",
    "WhatIf",
    "WrongTypeError",
    "__version__",
    "askers",
    "asks",
    "assuming",
    "audit",
    "certificate",
    "check",
    "claims",
    "deduce",
    "dump",
    "dumps",
    "find_puzzles",
    "follow",
    "knows",
    "knows_chain",
    "knows_of_others",
    "load",
    "loads",
    "mark",
    "missed_proofs",
    "mistakes",
    "odds",
    "page",
    "puzzle_of",
    "reading",
    "replay",
    "report",
    "rule",
    "signals",
    "since",
    "solve",
    "tables",
    "timeline",
    "turns",
    "verify",
    "view_of",
    "what_if",
    "why",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: ``tracker --help`` needs no solver."""
    if name == "__version__":
        from importlib.metadata import version

        value: Any = version("literature-tracker")
    elif name in _HOME_OF:
        module, there = _HOME_OF[name]
        value = getattr(import_module(module), there)
        _give_looks()
    else:
        raise AttributeError(f"module 'tracker' has no attribute {name!r}")
    globals()[name] = value
    return value


def _give_looks() -> None:
    """Let results that are at hand show themselves in notebooks.

    A notebook asks the object itself, and drawing is the business of a layer above it: so the two
    are tied here, where everything is in sight.
    """
    for module, name in _LOOKS.items():
        if module in sys.modules:
            vars(sys.modules[module])[name]._repr_html_ = _look


def _look(result: object) -> str:
    """A result as a notebook shows it."""
    html: str = import_module("tracker.render.notebook").look(result)
    return html


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])

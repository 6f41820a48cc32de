"""tracker: deduction for the card game Literature (Canadian Fish, Russian Fish).

The library in five lines::

    >>> import tracker
    >>> record = tracker.loads('''
    ... seats: Ann Bob Carl Dora Eve Finn
    ... dealer: Ann
    ... Ann asks Bob 5H: yes
    ... ''')
    >>> deduction = tracker.deduce(record, at=1)
    >>> deduction.holders("5H")
    ('Ann',)

Whatever a command answers, one call answers, and the answer can speak: ``print`` shows what the
command prints, ``repr`` is one line, a notebook shows HTML, ``to_json()`` is what ``--json``
prints. Arguments after the subject are keywords with the same names everywhere: ``view`` (whose
eyes), ``at`` (after so many events).

* Records: ``load``, ``load_all``, ``loads``, ``dump``, ``dumps``, ``check``;
  ``record.then(event)`` plays on.
* What is certain: ``deduce``, ``board``, ``follow``; why: ``why``, ``consequences``, ``since``,
  ``certificate``, ``verify``.
* How likely the rest is: ``odds``, ``claims``.
* What to ask, and what asks told: ``asks``, ``what_if``, ``turns``, ``timeline``, ``signals``.
* Who could prove it: ``knows``, ``knows_of_others``, ``knows_chain``.
* Judging: ``audit``, ``missed_proofs``, ``rule``, ``askers``, ``report``, ``review``, ``page``;
  what nobody remembers: ``gaps``.
* Learning: ``find_puzzles``, ``mistakes``, ``puzzle_of``, ``solve``, ``mark``.
* Many games: ``tables``, ``stats``.

Everything else is in the subpackages, and may change.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from tracker import wiring

if TYPE_CHECKING:
    from tracker.analysis.asks import AskOdds as AskOdds
    from tracker.analysis.asks import Asks as Asks
    from tracker.analysis.asks import WhatIf as WhatIf
    from tracker.analysis.asks import asks as asks
    from tracker.analysis.asks import what_if as what_if
    from tracker.analysis.audit import MissedProofs as MissedProofs
    from tracker.analysis.audit import askers as askers
    from tracker.analysis.audit import audit as audit
    from tracker.analysis.audit import missed_proofs as missed_proofs
    from tracker.analysis.auditor import Asker as Asker
    from tracker.analysis.auditor import Audit as Audit
    from tracker.analysis.board import Board as Board
    from tracker.analysis.board import board as board
    from tracker.analysis.check import Problem as Problem
    from tracker.analysis.check import ProblemList as ProblemList
    from tracker.analysis.check import check as check
    from tracker.analysis.conclusions import Ruling as Ruling
    from tracker.analysis.conclusions import consequences as consequences
    from tracker.analysis.conclusions import rule as rule
    from tracker.analysis.conclusions import since as since
    from tracker.analysis.conclusions import why as why
    from tracker.analysis.knows import Knows as Knows
    from tracker.analysis.knows import Provable as Provable
    from tracker.analysis.knows import knows as knows
    from tracker.analysis.mutual_knowledge import ChainKnows as ChainKnows
    from tracker.analysis.mutual_knowledge import OthersKnow as OthersKnow
    from tracker.analysis.mutual_knowledge import knows_chain as knows_chain
    from tracker.analysis.mutual_knowledge import knows_of_others as knows_of_others
    from tracker.analysis.odds import ClaimOdds as ClaimOdds
    from tracker.analysis.odds import Claims as Claims
    from tracker.analysis.odds import Odds as Odds
    from tracker.analysis.odds import claims as claims
    from tracker.analysis.odds import odds as odds
    from tracker.analysis.open_gaps import Gaps as Gaps
    from tracker.analysis.open_gaps import OpenGap as OpenGap
    from tracker.analysis.open_gaps import gaps as gaps
    from tracker.analysis.report import Report as Report
    from tracker.analysis.report import report as report
    from tracker.analysis.review import Review as Review
    from tracker.analysis.review import review as review
    from tracker.analysis.rollouts import Rollouts as Rollouts
    from tracker.analysis.rollouts import rollouts as rollouts
    from tracker.analysis.signals import Signals as Signals
    from tracker.analysis.signals import signals as signals
    from tracker.analysis.timeline import Timeline as Timeline
    from tracker.analysis.timeline import timeline as timeline
    from tracker.analysis.turn_options import TurnOption as TurnOption
    from tracker.analysis.turn_options import TurnOptions as TurnOptions
    from tracker.analysis.turn_options import turns as turns
    from tracker.archive.reading import tables as tables
    from tracker.archive.stats import Stats as Stats
    from tracker.archive.stats import stats as stats
    from tracker.errors import BudgetError as BudgetError
    from tracker.errors import ClosedError as ClosedError
    from tracker.errors import ContradictionError as ContradictionError
    from tracker.errors import GapError as GapError
    from tracker.errors import IllegalEventError as IllegalEventError
    from tracker.errors import MissingHandError as MissingHandError
    from tracker.errors import NotationError as NotationError
    from tracker.errors import OverTimeError as OverTimeError
    from tracker.errors import RecordError as RecordError
    from tracker.errors import TrackerError as TrackerError
    from tracker.errors import UndecidedError as UndecidedError
    from tracker.errors import Violation as Violation
    from tracker.errors import WrongTypeError as WrongTypeError
    from tracker.explain.certificate import CertificateError as CertificateError
    from tracker.explain.certificate import certificate as certificate
    from tracker.explain.explanation import Consequences as Consequences
    from tracker.explain.explanation import Explanation as Explanation
    from tracker.explain.verification import Verification as Verification
    from tracker.explain.verification import verify as verify
    from tracker.game.events import Ask as Ask
    from tracker.game.events import Award as Award
    from tracker.game.events import Challenge as Challenge
    from tracker.game.events import Claim as Claim
    from tracker.game.events import Decline as Decline
    from tracker.game.events import Event as Event
    from tracker.game.events import Gap as Gap
    from tracker.game.events import Give as Give
    from tracker.game.events import HandSize as HandSize
    from tracker.game.events import HandSizes as HandSizes
    from tracker.game.events import Missing as Missing
    from tracker.game.events import Now as Now
    from tracker.game.events import Open as Open
    from tracker.game.events import Pass as Pass
    from tracker.game.events import Show as Show
    from tracker.game.record import Hand as Hand
    from tracker.game.record import Record as Record
    from tracker.game.replay import Replay as Replay
    from tracker.game.replay import replay_of
    from tracker.inference.deduction import ClaimVerdict as ClaimVerdict
    from tracker.inference.deduction import Deduction as Deduction
    from tracker.inference.deduction import deduce as deduce
    from tracker.inference.follow import Moment as Moment
    from tracker.inference.follow import follow as follow
    from tracker.inference.hands import view_of as view_of
    from tracker.knowledge.views import View as View
    from tracker.notation.record_files import dump as dump
    from tracker.notation.record_files import dumps as dumps
    from tracker.notation.record_files import load as load
    from tracker.notation.record_files import load_all as load_all
    from tracker.notation.record_files import loads as loads
    from tracker.render.page.build import page as page
    from tracker.teach.candidates import mistakes as mistakes
    from tracker.teach.finding import FoundPuzzle as FoundPuzzle
    from tracker.teach.finding import find_puzzles as find_puzzles
    from tracker.teach.marking import MarkedAnswer as MarkedAnswer
    from tracker.teach.marking import mark as mark
    from tracker.teach.marking import solve as solve
    from tracker.teach.puzzle import Puzzle as Puzzle
    from tracker.teach.puzzle import puzzle_of as puzzle_of

    replay = replay_of
    __version__: str

_HOMES: Final = {
    "analysis.asks": "AskOdds Asks WhatIf asks what_if",
    "analysis.audit": "MissedProofs askers audit missed_proofs",
    "analysis.auditor": "Asker Audit",
    "analysis.board": "Board board",
    "analysis.check": "Problem ProblemList check",
    "analysis.conclusions": "Ruling consequences rule since why",
    "analysis.knows": "Knows Provable knows",
    "analysis.mutual_knowledge": "ChainKnows OthersKnow knows_chain knows_of_others",
    "analysis.odds": "ClaimOdds Claims Odds claims odds",
    "analysis.open_gaps": "Gaps OpenGap gaps",
    "analysis.report": "Report report",
    "analysis.review": "Review review",
    "analysis.rollouts": "Rollouts rollouts",
    "analysis.signals": "Signals signals",
    "analysis.timeline": "Timeline timeline",
    "analysis.turn_options": "TurnOption TurnOptions turns",
    "archive.reading": "tables",
    "archive.stats": "Stats stats",
    "errors": "BudgetError ClosedError ContradictionError GapError IllegalEventError"
    " MissingHandError NotationError OverTimeError RecordError TrackerError UndecidedError"
    " Violation WrongTypeError",
    "explain.certificate": "CertificateError certificate",
    "explain.explanation": "Consequences Explanation",
    "explain.verification": "Verification verify",
    "game.events": "Ask Award Challenge Claim Decline Event Gap Give HandSize HandSizes Missing Now"
    " Open Pass Show",
    "game.record": "Hand Record",
    "game.replay": "Replay replay",
    "inference.deduction": "ClaimVerdict Deduction deduce",
    "inference.follow": "Moment follow",
    "inference.hands": "view_of",
    "knowledge.views": "View",
    "notation.record_files": "dump dumps load load_all loads",
    "render.page.build": "page",
    "teach.finding": "FoundPuzzle find_puzzles",
    "teach.marking": "MarkedAnswer mark solve",
    "teach.candidates": "mistakes",
    "teach.puzzle": "Puzzle puzzle_of",
}
"""Every public name, by the module it comes from."""
_HOME_OF: Final = {name: home for home, names in _HOMES.items() for name in names.split()}

# What values show and read by layers above their own.
wiring.notation = lambda: import_module("tracker.notation.text")
wiring.json_form = lambda: import_module("tracker.notation.record_json")
wiring.rendering = lambda: import_module("tracker.render.registry")

__all__ = sorted([*_HOME_OF, "__version__"])


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: ``tracker --help`` needs no solver."""
    if name == "__version__":
        from importlib.metadata import version

        value: Any = version("literature-tracker")
    elif name in _HOME_OF:
        there = "replay_of" if name == "replay" else name  # a module has that name there
        value = getattr(import_module(f"tracker.{_HOME_OF[name]}"), there)
    else:
        raise AttributeError(f"module 'tracker' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

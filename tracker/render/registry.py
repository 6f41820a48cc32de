"""The registry of answers: the document and the JSON of every kind of answer, in one place.

``ANSWERS`` says for each kind where its ``Forms`` are. A module with forms is imported when such an
answer is first shown, so that no command waits for the forms of others. Commands, ``tracker
enter``, notebooks and ``str`` all take what they show from here.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from tracker.answers import brief
from tracker.messages import printable
from tracker.render import document
from tracker.render.forms import Forms

ANSWERS: Final = {
    "tracker.analysis.asks.Asks": "tracker.render.asking:ASKS",
    "tracker.analysis.asks.WhatIf": "tracker.render.asking:WHAT_IF",
    "tracker.analysis.auditor.Audit": "tracker.render.judging:AUDIT",
    "tracker.analysis.audit.MissedProofs": "tracker.render.judging:MISSED_PROOFS",
    "tracker.analysis.board.Board": "tracker.render.grid:BOARD",
    "tracker.analysis.check.ProblemList": "tracker.render.problem_lines:PROBLEMS",
    "tracker.explain.gap_why.GapExplanation": "tracker.render.why_text:GAP_EXPLANATION",
    "tracker.analysis.knows.Knows": "tracker.render.knowing:KNOWS",
    "tracker.analysis.mutual_knowledge.ChainKnows": "tracker.render.knowing:CHAIN_KNOWS",
    "tracker.analysis.mutual_knowledge.OthersKnow": "tracker.render.knowing:OTHERS_KNOW",
    "tracker.analysis.odds.Claims": "tracker.render.odds_tables:CLAIMS",
    "tracker.analysis.odds.Odds": "tracker.render.odds_tables:ODDS",
    "tracker.analysis.conclusions.CardHolders": "tracker.render.odds_tables:CARD_HOLDERS",
    "tracker.analysis.conclusions.Explained": "tracker.render.why_text:EXPLAINED",
    "tracker.analysis.conclusions.NoRuling": "tracker.render.ruling:NO_RULING",
    "tracker.analysis.conclusions.Ruling": "tracker.render.ruling:RULING",
    "tracker.analysis.open_gaps.Gaps": "tracker.render.judging:GAPS",
    "tracker.analysis.report.Report": "tracker.render.report_text:REPORT",
    "tracker.analysis.review.Review": "tracker.render.review_text:REVIEW",
    "tracker.analysis.rollouts.Rollouts": "tracker.render.review_text:ROLLOUTS",
    "tracker.analysis.signals.Signals": "tracker.render.conventions:SIGNALS",
    "tracker.analysis.timeline.Timeline": "tracker.render.report_text:TIMELINE",
    "tracker.analysis.turn_options.TurnOptions": "tracker.render.asking:TURN_OPTIONS",
    "tracker.archive.reading.Found": "tracker.render.stats_tables:FOUND",
    "tracker.archive.stats.Stats": "tracker.render.stats_tables:STATS",
    "tracker.explain.explanation.Consequences": "tracker.render.why_text:CONSEQUENCES",
    "tracker.explain.explanation.Explanation": "tracker.render.why_text:EXPLANATION",
    "tracker.explain.verification.Verification": "tracker.render.problem_lines:VERIFICATION",
    "tracker.game.record.Record": "tracker.render.problem_lines:RECORD",
    "tracker.inference.deduction.Deduction": "tracker.render.grid:DEDUCTION",
    "tracker.render.rule_words.RuleDifference": "tracker.render.rule_words:DIFFERENCE",
    "tracker.render.rule_words.RuleSet": "tracker.render.rule_words:RULE_SET",
    "tracker.teach.finding.FoundPuzzles": "tracker.render.puzzle_words:FOUND_PUZZLES",
    "tracker.teach.lessons.ClassAnswers": "tracker.render.puzzle_words:CLASS_ANSWERS",
    "tracker.teach.lessons.Lesson": "tracker.render.puzzle_words:LESSON",
    "tracker.teach.marking.MarkedAnswer": "tracker.render.puzzle_words:MARKED_ANSWER",
    "tracker.teach.puzzle.Puzzle": "tracker.render.problem_lines:PUZZLE",
}
"""The home of the forms of each kind of answer."""


def forms_of(answer: object) -> Forms[Any]:
    """The forms of an answer's kind.

    Raises:
        TypeError: where none are registered.
    """
    for kind in type(answer).__mro__:
        home = ANSWERS.get(f"{kind.__module__}.{kind.__qualname__}")
        if home is not None:
            module, _, name = home.partition(":")
            forms: Forms[Any] = getattr(import_module(module), name)
            return forms
    raise TypeError(f"{type(answer).__name__} is no registered answer")


def as_line(answer: object) -> str:
    """An answer in one line, such as ``<Audit: 7 claims, 4 proven>``."""
    return brief(f"<{type(answer).__name__}: {printable(forms_of(answer).line(answer))}>")


def as_text(answer: object, width: int = document.COLUMNS) -> str:
    """An answer as its command prints it where the output is no terminal.

    Args:
        answer: the answer.
        width: columns.
    """
    return document.written(draw(answer), width)


def as_html(answer: object) -> str:
    """An answer as HTML; nothing in it can be taken for markup."""
    from tracker.render.page.assets import code

    style = f"<style>.tracker-answer {{\n{code('document.css')}}}</style>"
    return f'{style}\n<div class="tracker-answer">\n{document.in_html(draw(answer))}\n</div>'


def as_data(answer: object) -> list[Any]:
    """An answer as elements in plain data, for a page that draws them."""
    return document.as_data(draw(answer))


def as_markdown(answer: object) -> str:
    """An answer as Markdown; nothing in it can be taken for markup."""
    return document.in_markdown(draw(answer))


def as_json(answer: object) -> Any:
    """An answer as plain data, which its command prints with ``--json``."""
    from tracker.render.json_form import Writer

    return Writer(answer, forms_of(answer).derived).members(answer)


def exit_status(answer: object) -> int:
    """The exit status of a command with an answer."""
    return forms_of(answer).status(answer)


def draw(answer: object) -> document.Document:
    """What an answer says, for a place to show it."""
    forms = forms_of(answer)
    if forms.nothing is not None and not answer:
        return [document.line(forms.nothing(answer))]
    return forms.document(answer)

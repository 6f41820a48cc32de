"""Puzzles that were found, a handout of them in Markdown, and a learner's progress."""

from __future__ import annotations

from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from tracker.messages import counted
from tracker.render.explanation_words import explanation_lines
from tracker.render.json_form import Json
from tracker.render.markdown import bullets, escape
from tracker.render.marking_words import event_lines, table_lines
from tracker.render.phrases import dim, table
from tracker.render.registry import NEGATIVE, Forms, Look
from tracker.teach.finding import FoundPuzzle, FoundPuzzles
from tracker.teach.logbook import Logbook, spacing
from tracker.teach.marking import open_task


def _text(puzzles: FoundPuzzles, _: Look) -> RenderableType:
    """A table without the answers."""
    rows = [
        (
            puzzle.saved or puzzle.file,
            str(puzzle.puzzle.at),
            puzzle.puzzle.view.name,
            str(puzzle.puzzle.question),
            str(puzzle.grade.level),
            puzzle.grade.theme,
        )
        for puzzle in puzzles
    ]
    head = Text(f"{counted(len(puzzles), 'puzzle')} found.", style="bold")
    if not rows:
        return head
    heads = ("File", "After", "As", "Question", "Level", "Theme")
    return Group(head, Text(""), table(heads, rows, right=("After", "Level")))


def _json(puzzles: FoundPuzzles) -> Json:
    """What is beyond the contract: ``puzzle``, ``events`` and ``unknown``."""
    return {"puzzles": [_puzzle_json(puzzle) for puzzle in puzzles]}


def _puzzle_json(puzzle: FoundPuzzle) -> Json:
    """One puzzle with its answer and its grade."""
    return {
        "file": puzzle.file,
        "puzzle": puzzle.saved,
        "at": puzzle.puzzle.at,
        "as": puzzle.puzzle.view.name,
        "question": str(puzzle.puzzle.question),
        "answer": puzzle.answer,
        "unknown": puzzle.unknown,
        "level": puzzle.grade.level,
        "theme": puzzle.grade.theme,
        "causes": len(puzzle.grade.causes),
        "events": list(puzzle.grade.events),
        "steps": puzzle.grade.steps,
    }


FOUND_PUZZLES: Final = Forms[FoundPuzzles](
    line=lambda puzzles: counted(len(puzzles), "puzzle"),
    text=_text,
    json=_json,
    status=lambda puzzles: 0 if puzzles else NEGATIVE,
)

# -- a handout ------------------------------------------------------------------------------------


def handout(puzzles: FoundPuzzles) -> str:
    """The whole of ``tracker puzzles --md``: the questions, then all the answers with proofs."""
    lines = ["# Literature: puzzles", ""]
    answers = ["# Answers", ""]
    for number, puzzle in enumerate(puzzles, start=1):
        with open_task(puzzle.puzzle) as task:
            lines += [f"## Puzzle {number}", "", f"Level {puzzle.grade.level}", ""]
            lines += [*bullets(table_lines(task)), "", "```text", *event_lines(task), "```", ""]
            lines += [f"**{escape(task.prompt())}**", ""]
            proofs = [text for proof in task.proofs() for text in explanation_lines(proof)]
            answers += [f"## Answer {number}", "", f"**{escape(puzzle.answer)}**", ""]
            answers += [*bullets(proofs), "", f"Theme: {puzzle.grade.theme}", ""]
    return "\n".join([*lines, "---", "", *answers])


# -- a learner's progress -------------------------------------------------------------------------

_SPACED = {"fsrs": "Reviews are spaced by FSRS.", "doubling": (
    "Reviews are spaced by doubling; with the extra 'train' of the package, by FSRS."
)}  # fmt: skip


def progress_report(logbook: Logbook) -> RenderableType:
    """The whole of ``tracker train --stats``: by theme, the weakest first, and by week."""
    themes = [
        (theme.theme, str(theme.attempts), str(theme.right), f"{theme.score:.2f}")
        for theme in logbook.strengths()
    ]
    if not themes:
        return Text("Nothing has been solved yet.")
    weeks = [(week.start, str(week.attempts), str(week.right)) for week in logbook.weeks()]
    return Group(
        table(("Theme", "Puzzles", "Right", "Score"), themes, right=("Puzzles", "Right", "Score")),
        Text(""),
        table(("Week from", "Puzzles", "Right"), weeks, right=("Puzzles", "Right")),
        Text(""),
        dim(_SPACED[spacing()]),
    )

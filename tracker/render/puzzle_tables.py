"""Puzzles that were found: a table, JSON, and a handout in Markdown with the answers at its end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.text import Text

from tracker.messages import counted, printable
from tracker.render.json_form import Json
from tracker.render.markdown import escape
from tracker.render.marking_words import event_lines, table_lines
from tracker.render.registry import NEGATIVE, Forms, Look
from tracker.render.tables import table
from tracker.render.wording import Wording
from tracker.teach.finding import FoundPuzzle, FoundPuzzles
from tracker.teach.logbook import Logbook, spacing
from tracker.teach.marking import open_task
from tracker.teach.task import Task


def _text(puzzles: FoundPuzzles, _: Look) -> RenderableType:
    """A table without the answers."""
    rows = [
        (
            found.saved or found.file,
            str(found.puzzle.at),
            found.puzzle.view.name,
            str(found.puzzle.question),
            str(found.grade.level),
            found.grade.theme,
        )
        for found in puzzles
    ]
    head = Text(f"{counted(len(puzzles), 'puzzle')} found.", style="bold")
    if not rows:
        return head
    heads = ("File", "After", "As", "Question", "Level", "Theme")
    return Group(head, Text(""), table(heads, rows, right=("After", "Level")))


def _json(puzzles: FoundPuzzles) -> Json:
    """What is beyond the contract: ``puzzle``, ``events`` and ``unknown``."""
    return {"puzzles": [_puzzle_json(found) for found in puzzles]}


def _puzzle_json(found: FoundPuzzle) -> Json:
    """One puzzle with its answer and its grade."""
    return {
        "file": found.file,
        "puzzle": found.saved,
        "at": found.puzzle.at,
        "as": found.puzzle.view.name,
        "question": str(found.puzzle.question),
        "answer": found.answer,
        "unknown": found.unknown,
        "level": found.grade.level,
        "theme": found.grade.theme,
        "causes": len(found.grade.causes),
        "events": list(found.grade.events),
        "steps": found.grade.steps,
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
    for number, one in enumerate(puzzles, start=1):
        with open_task(one.puzzle) as task:
            graded = one.grade
            lines += [f"## Puzzle {number}", "", f"Level {graded.level}", ""]
            lines += [f"- {escape(line)}" for line in table_lines(task)]
            lines += ["", "```text", *event_lines(task), "```", ""]
            lines += [f"**{escape(task.prompt())}**", ""]
            answers += [f"## Answer {number}", "", f"**{escape(one.answer)}**", ""]
            answers += [f"- {escape(line)}" for line in _proof(one, task)]
            answers += ["", f"Theme: {graded.theme}", ""]
    return "\n".join([*lines, "---", "", *answers])


def _proof(found: FoundPuzzle, task: Task[Any]) -> Iterator[str]:
    """The proof; where it can't be known, what is known."""
    wording = Wording(task.record, task.deduction.view, found.puzzle.at)
    for proof in task.proofs():
        yield from wording.lines(proof)


# -- a learner's progress in tables ---------------------------------------------------------------
#
# A learner's progress in tables.

_SPACED = {"fsrs": "Reviews are spaced by FSRS.", "doubling": (
    "Reviews are spaced by doubling; with the extra 'train' of the package, by FSRS."
)}  # fmt: skip


def progress_report(kept: Logbook) -> RenderableType:
    """The whole of ``tracker train --stats``: by theme, the weakest first, and by week."""
    themes = [
        (printable(one.theme), str(one.attempts), str(one.right), f"{one.score:.2f}")
        for one in kept.strengths()
    ]
    if not themes:
        return Text("Nothing has been solved yet.")
    weeks = [(one.start, str(one.attempts), str(one.right)) for one in kept.weeks()]
    return Group(
        table(("Theme", "Puzzles", "Right", "Score"), themes, right=("Puzzles", "Right", "Score")),
        Text(""),
        table(("Week from", "Puzzles", "Right"), weeks, right=("Puzzles", "Right")),
        Text(""),
        Text(_SPACED[spacing()], style="dim"),
    )

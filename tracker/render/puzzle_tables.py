"""Puzzles that were found: a table, JSON, and a handout in Markdown with the answers at its end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from tracker.messages import counted, printable
from tracker.render.markdown import escape
from tracker.render.marking_words import event_lines, table_lines
from tracker.render.tables import table
from tracker.render.wording import Wording
from tracker.teach.finding import FoundPuzzle
from tracker.teach.logbook import Logbook, spacing
from tracker.teach.marking import open_task
from tracker.teach.task import Task


@dataclass(frozen=True)
class Listed:
    """A puzzle that was found, and where."""

    found: FoundPuzzle
    file: str
    """The game it was found in."""
    saved: str | None = None
    """The file it was written to."""


def puzzles_document(listed: Iterable[Listed]) -> dict[str, Any]:
    """``tracker puzzles --json``; ``puzzle``, ``events`` and ``unknown`` are ours."""
    return {"puzzles": [_document(one) for one in listed]}


def _document(one: Listed) -> dict[str, Any]:
    """One puzzle in JSON."""
    puzzle, graded = one.found.puzzle, one.found.grade
    return {
        "file": one.file,
        "puzzle": one.saved,
        "at": puzzle.at,
        "as": puzzle.view.name,
        "question": str(puzzle.question),
        "answer": one.found.answer,
        "unknown": one.found.unknown,
        "level": graded.level,
        "theme": graded.theme,
        "causes": len(graded.causes),
        "events": list(graded.events),
        "steps": graded.steps,
    }


def puzzles_report(listed: Sequence[Listed]) -> RenderableType:
    """The whole of ``tracker puzzles``: a table without the answers."""
    rows = [
        (
            printable(one.saved or one.file),
            str(one.found.puzzle.at),
            printable(one.found.puzzle.view.name),
            str(one.found.puzzle.question),
            str(one.found.grade.level),
            one.found.grade.theme,
        )
        for one in listed
    ]
    head = Text(f"{counted(len(listed), 'puzzle')} found.", style="bold")
    if not rows:
        return head
    heads = ("File", "After", "As", "Question", "Level", "Theme")
    return Group(head, Text(""), table(heads, rows, right=("After", "Level")))


# -- a handout ------------------------------------------------------------------------------------


def handout(listed: Sequence[Listed]) -> str:
    """The whole of ``tracker puzzles --md``: the questions, then all the answers with proofs."""
    lines = ["# Literature: puzzles", ""]
    answers = ["# Answers", ""]
    for number, one in enumerate(listed, start=1):
        with open_task(one.found.puzzle) as task:
            graded = one.found.grade
            lines += [f"## Puzzle {number}", "", f"Level {graded.level}", ""]
            lines += [f"- {escape(line)}" for line in table_lines(task)]
            lines += ["", "```text", *event_lines(task), "```", ""]
            lines += [f"**{escape(task.prompt())}**", ""]
            answers += [f"## Answer {number}", "", f"**{escape(one.found.answer)}**", ""]
            answers += [f"- {escape(line)}" for line in _proof(one, task)]
            answers += ["", f"Theme: {graded.theme}", ""]
    return "\n".join([*lines, "---", "", *answers])


def _proof(one: Listed, task: Task[Any]) -> Iterator[str]:
    """The proof; where it can't be known, what is known."""
    wording = Wording(task.record, task.deduction.view, one.found.puzzle.at)
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

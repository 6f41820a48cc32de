"""A learner's progress in tables."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from tracker.messages import printable
from tracker.render.table import table
from tracker.teach.logbook import Logbook, spacing

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

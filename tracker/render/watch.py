"""What ``tracker watch`` shows: the grid, and what is wrong beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from tracker.analysis.check import check
from tracker.entry.watching import Sight
from tracker.errors import ContradictionError, TrackerError
from tracker.game.record import Record
from tracker.inference.deduction import deduce
from tracker.render.grid import grid
from tracker.render.problems import problem_lines
from tracker.render.safe import printable

_BESIDE: Final = 40
"""The width of the problems, where there is room for them beside the grid."""
_WIDE: Final = 118
"""From this width on, there is."""


def sight_report(sight: Sight, view: str | None, width: int, *, plain: bool) -> RenderableType:
    """What was seen of a file.

    Args:
        sight: what was seen.
        view: whose view to take.
        width: columns of the terminal.
        plain: ASCII only.
    """
    wrong = [Text(printable(line), style="yellow") for line in _wrong(sight)]
    if not wrong:
        return _grid(sight.record, view, width, plain)
    if sight.record is None or width < _WIDE:
        return Group(_grid(sight.record, view, width, plain), "", *wrong)
    beside = RichTable.grid(padding=(0, 2, 0, 0))
    beside.add_column(width=width - _BESIDE - 2)
    beside.add_column(width=_BESIDE, overflow="fold")
    beside.add_row(_grid(sight.record, view, width - _BESIDE - 2, plain), Group(*wrong))
    return beside


def _wrong(sight: Sight) -> Iterator[str]:
    yield from sight.trouble
    if sight.record is not None and not sight.trouble:
        yield from problem_lines("line", sight.record, check(sight.record))


def _grid(record: Record | None, view: str | None, width: int, plain: bool) -> RenderableType:
    if record is None:
        return Text("There is no record yet.")
    try:
        with deduce(record, view) as deduction:
            return grid(deduction, width, plain=plain)
    except ContradictionError as error:
        return _before(error, record, view, width, plain)
    except TrackerError as error:
        return Text(printable(str(error)))


def _before(
    error: ContradictionError, record: Record, view: str | None, width: int, plain: bool
) -> RenderableType:
    """The grid at the last moment that makes sense."""
    if error.event == 0:
        return Text(printable(str(error)))
    sound = record.with_events(record.events[: error.event - 1])
    head = Text(f"Before event {error.event}, which leaves no deal:", style="bold yellow")
    return Group(head, "", _grid(sound, view, width, plain))

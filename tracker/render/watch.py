"""What ``tracker watch`` shows: the grid, and what is wrong beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from tracker.analysis.check import check
from tracker.entry.watching import Sight
from tracker.errors import ContradictionError, TrackerError
from tracker.game.record import Record
from tracker.inference.deduction import deduce
from tracker.messages import printable
from tracker.render.compact import fitting_grid
from tracker.render.problems import problem_lines

_BESIDE: Final = 40
"""The width of the problems, where there is room for them beside the grid."""
_LEAST: Final = 78
"""The width that a grid wants."""


def sight_report(
    sight: Sight, view: str | None, console: Console, *, plain: bool
) -> RenderableType:
    """What was seen of a file: problems beside the grid if there is room, else below it.

    On a terminal all of it fits: where the grid of ``tracker show`` is too high, the compact one
    takes its place.

    Args:
        sight: what was seen.
        view: whose view to take.
        console: where it is to be printed.
        plain: ASCII only.
    """
    height = console.height - 1 if console.is_terminal else None
    wrong = [Text(printable(line), style="yellow") for line in _wrong(sight)]
    if not wrong:
        return _grid(sight.record, view, console, height, plain)
    room = console.width - _BESIDE - 2
    if sight.record is not None and room >= _LEAST:
        beside = RichTable.grid(padding=(0, 2, 0, 0))
        beside.add_column(width=room)
        beside.add_column(width=_BESIDE, overflow="fold")
        narrow = Console(width=room, height=console.height)
        beside.add_row(_grid(sight.record, view, narrow, height, plain), Group(*wrong))
        if height is None or len(console.render_lines(beside)) <= height:
            return beside
    below, left = _below(wrong, console, height)
    return Group(_grid(sight.record, view, console, left, plain), "", *below)


def _below(
    wrong: list[Text], console: Console, height: int | None
) -> tuple[list[Text], int | None]:
    """The problems that have room below a grid, and the height that is left for that."""
    if height is None:
        return wrong, None
    shown: list[Text] = []
    used = 2  # the line above them, and the one that says how many more there are
    for line in wrong:
        used += len(console.render_lines(line))
        if shown and used > height // 3:
            shown.append(Text(f"… and {len(wrong) - len(shown)} more (see: tracker check)"))
            break
        shown.append(line)
    return shown, height - 1 - len(console.render_lines(Group(*shown)))


def _wrong(sight: Sight) -> Iterator[str]:
    yield from sight.trouble
    if sight.record is not None and not sight.trouble:
        yield from problem_lines("line", sight.record, check(sight.record))


def _grid(
    record: Record | None, view: str | None, console: Console, height: int | None, plain: bool
) -> RenderableType:
    """The grid of a record, or of what comes before a contradiction, or why there is none."""
    if record is None:
        return Text("There is no record yet.")
    try:
        with deduce(record, view) as deduction:
            return fitting_grid(deduction, console, height, plain=plain)
    except ContradictionError as error:
        return _before(error, record, view, console, height, plain)
    except TrackerError as error:
        return Text(printable(str(error)))


def _before(
    error: ContradictionError,
    record: Record,
    view: str | None,
    console: Console,
    height: int | None,
    plain: bool,
) -> RenderableType:
    """The grid at the last moment that makes sense."""
    if error.event == 0:
        return Text(printable(str(error)))
    sound = record.with_events(record.events[: error.event - 1])
    head = Text(f"Before event {error.event}, which leaves no deal:", style="bold yellow")
    left = None if height is None else height - 2
    return Group(head, "", _grid(sound, view, console, left, plain))

"""The timeline as a table: what each event told each view, in bits."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from tracker.analysis.progress import Gain
from tracker.analysis.timeline import Timeline, Told
from tracker.game.record import Record
from tracker.notation.text import format_event
from tracker.render.report_words import turning_point
from tracker.render.safe import printable
from tracker.render.table import table

_ZERO = 0.005
"""What two decimals would show as nothing."""


def timeline_report(found: Timeline, record: Record) -> RenderableType:
    """The whole of ``tracker timeline``."""
    views = list(found.start)
    start = ("", "the deal", *(f"{bits:.1f}" for bits in found.start.values()))
    rows = [start, *(_row(told, record, views) for told in found.events)]
    heads = ("Event", "Statement", *map(printable, views))
    return Group(
        table(heads, rows, right=("Event", *views)),
        Text(""),
        Text("Turning points (most to infer beyond what all saw)", style="bold underline"),
        *(Text(printable(line)) for line in _turning_points(found, record)),
        Text(""),
        Text("At the deal: bits left to learn. At an event: bits it told the view.", style="dim"),
        *(
            []
            if _all_exact(found)
            else [Text("~ an estimate: exact counting would exceed the budget.")]
        ),
    )


def _row(told: Told, record: Record, views: list[str]) -> tuple[str | Text, ...]:
    heavy = told.weight / max(len(views), 1) >= 2
    cells = [_bits(told.gains[view]) for view in views]
    said = Text(printable(format_event(told.event, record)), style="bold" if heavy else "")
    return (str(told.number), said, *cells)


def _bits(gain: Gain) -> str:
    if not gain.exact:
        return f"~{gain.bits:.1f}"
    return f"{gain.bits:.2f}" if gain.bits >= _ZERO else "·"


def _turning_points(found: Timeline, record: Record) -> Iterator[str]:
    for told in found.turning_points():
        said, news = turning_point(told, record)
        yield said
        yield from (f"   {line}" for line in news)


def _all_exact(found: Timeline) -> bool:
    return all(gain.exact for told in found.events for gain in told.gains.values())

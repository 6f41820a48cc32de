"""The post-game report in the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from tracker.analysis.report import Report
from tracker.render import chart
from tracker.render import report_words as words
from tracker.render.audit import audit_report
from tracker.render.safe import printable
from tracker.render.table import table

_HEIGHT = 6
_MOST_WIDTH = 100


def terminal_report(report: Report, width: int, *, plain: bool = False) -> RenderableType:
    """The whole of ``tracker report``.

    Args:
        report: what to say.
        width: columns of the terminal.
        plain: ASCII only, as far as the record allows.
    """
    return Group(
        *_result(report),
        *_players(report),
        *_turning_points(report),
        *_audit(report),
        *_uncertainty(report, min(width, _MOST_WIDTH), plain),
    )


def _heading(words_: str) -> Iterator[RenderableType]:
    yield Text("")
    yield Text(words_, style="bold underline")


def _result(report: Report) -> Iterator[RenderableType]:
    yield Text(printable(words.title(report)), style="bold")
    yield Text(printable(words.subtitle(report)), style="dim")
    yield Text("")
    yield Text(printable(words.result_words(report.result)), style="bold green")
    for line in words.book_words(report.result):
        yield Text(printable(f"  {line}"))


def _players(report: Report) -> Iterator[RenderableType]:
    yield from _heading("Players")
    rows = [words.player_row(player) for player in report.players]
    yield table(words.PLAYER_HEADS, rows, right=words.PLAYER_HEADS[1:])
    more = words.unjudged_words(report)
    for line in (*words.PLAYER_LEGEND, *([more] if more else ())):
        yield Text(line, style="dim")


def _turning_points(report: Report) -> Iterator[RenderableType]:
    yield from _heading("Turning points (most to infer beyond what all saw)")
    for told in report.turning_points:
        said, news = words.turning_point(told, report.record)
        yield Text(printable(said), style="bold")
        for line in news:
            yield Text(printable(f"   {line}"))


def _audit(report: Report) -> Iterator[RenderableType]:
    yield Text("")
    yield audit_report(report.audit)


def _uncertainty(report: Report, width: int, plain: bool) -> Iterator[RenderableType]:
    yield from _heading("Bits left to learn, from the deal to the last event")
    left = report.uncertainty
    public, *seats = left
    yield Text(public, style="bold")
    for row in chart.columns(left[public], width, _HEIGHT, plain=plain):
        yield Text(row)
    yield from _lines({view: left[view] for view in seats}, width, plain)


def _lines(left: dict[str, tuple[float, ...]], width: int, plain: bool) -> Iterator[RenderableType]:
    """One line for each player's view, all to one scale."""
    if not left:
        return
    top = max(values[0] for values in left.values())
    names = {view: printable(view) for view in left}
    longest = max(map(len, names.values()))
    yield Text("")
    for view, values in left.items():
        drawn = chart.line(values, max(width - longest - 15, 8), top, plain=plain)
        start = f"{values[0]:5.1f}"
        yield Text(f"{names[view]:<{longest}}  {start} {drawn} {values[-1]:.1f}")

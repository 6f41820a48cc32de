"""The post-game report and the timeline: texts and JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from tracker.analysis.entropy import Gain
from tracker.analysis.report import Player, Report
from tracker.analysis.timeline import Timeline, Told
from tracker.game.record import Record
from tracker.messages import counted, printable
from tracker.notation.text import format_event
from tracker.render import block_chart
from tracker.render import report_words as words
from tracker.render.json_form import Json, members, plain
from tracker.render.judging import audit_text
from tracker.render.knowing import knows_bars
from tracker.render.registry import Forms, Look
from tracker.render.report_words import turning_point
from tracker.render.tables import table

_HEIGHT = 6
_MOST_WIDTH = 100


def _report_text(report: Report, look: Look) -> RenderableType:
    """Result, players, turning points, audit, who could prove it, uncertainty."""
    width = min(look.width, _MOST_WIDTH)
    return Group(
        *_result(report),
        *_players(report),
        *_turning_points(report),
        Text(""),
        audit_text(report.audit, look),
        *_knows(report, width, look.plain),
        *_uncertainty(report, width, look.plain),
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


def _knows(report: Report, width: int, plain: bool) -> Iterator[RenderableType]:
    yield from _heading("Who could prove it, from the deal to the last event")
    yield from knows_bars(report.knows, width, plain=plain)


def _uncertainty(report: Report, width: int, plain: bool) -> Iterator[RenderableType]:
    """How many bits are left: a chart for the public view, a line for each seat."""
    yield from _heading("Bits left to learn, from the deal to the last event")
    left = report.uncertainty
    public, *seats = left
    yield Text(public, style="bold")
    for row in block_chart.columns(left[public], width, _HEIGHT, plain=plain):
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
        drawn = block_chart.line(values, max(width - longest - 15, 8), top, plain=plain)
        start = f"{values[0]:5.1f}"
        yield Text(f"{names[view]:<{longest}}  {start} {drawn} {values[-1]:.1f}")


def _report_json(report: Report) -> Json:
    """The same parts as plain data."""
    return {
        "tags": dict(report.record.tags),
        "seats": list(report.record.seats),
        "events": len(report.record.events),
        "result": members(report.result),
        "players": [_player_json(player) for player in report.players],
        "timeline": _timeline_json(report.timeline),
        "uncertainty": plain(report.uncertainty),
        "audit": report.audit.to_json(),
        "knows": report.knows.to_json(),
    }


def _player_json(player: Player) -> Json:
    """A player's asks and claims, counted, and the bits that they told."""
    document, tally = members(player), player.claims
    document["claims"] = {
        "made": tally.made,
        "proven": tally.proven,
        "guessed": tally.guessed,
        "unjudged": tally.unjudged,
        "wrong": tally.wrong,
        "missed": document.pop("missed"),
    }
    return document


REPORT: Final = Forms[Report](
    line=lambda report: f"{words.title(report)}: {words.result_words(report.result)}",
    text=_report_text,
    json=_report_json,
)

# -- the timeline as a table: what each event told each view, in bits ----------------------------

_ZERO = 0.005
"""What two decimals would show as nothing."""


def _timeline_text(found: Timeline, _: Look) -> RenderableType:
    """A table of events and views, then the turning points."""
    record, views = found.record, list(found.start)
    start = ("", "the deal", *(f"{bits:.1f}" for bits in found.start.values()))
    rows = [start, *(_row(told, record, views) for told in found.events)]
    heads = ("Event", "Statement", *map(printable, views))
    return Group(
        table(heads, rows, right=("Event", *views)),
        Text(""),
        Text("Turning points (most to infer beyond what all saw)", style="bold underline"),
        *(Text(printable(line)) for line in _turning_lines(found, record)),
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


def _turning_lines(found: Timeline, record: Record) -> Iterator[str]:
    for told in found.turning_points():
        said, news = turning_point(told, record)
        yield said
        yield from (f"   {line}" for line in news)


def _all_exact(found: Timeline) -> bool:
    return all(gain.exact for told in found.events for gain in told.gains.values())


def _timeline_json(found: Timeline) -> Json:
    """What is beyond the contract: ``start``, ``exact``, ``placed``, ``proven``, turning points."""
    return {
        "start": plain(found.start),
        "events": [_told_json(told, found.record) for told in found.events],
        "turning_points": [told.number for told in found.turning_points()],
    }


def _told_json(told: Told, record: Record) -> Json:
    """What an event told each view: bits, cards placed, claims proven."""
    gains = told.gains.items()
    return {
        "event": told.number,
        "text": format_event(told.event, record),
        "bits": {view: gain.bits for view, gain in gains},
        "exact": {view: gain.exact for view, gain in gains},
        "forced": {view: len(gain.placed) for view, gain in gains},
        "placed": {view: list(gain.placed) for view, gain in gains},
        "proven": {
            view: [{"book": book, "team": str(team)} for book, team in gain.proven]
            for view, gain in gains
        },
    }


TIMELINE: Final = Forms[Timeline](
    line=lambda found: f"{counted(len(found.events), 'event')} for {', '.join(found.start)}",
    text=_timeline_text,
    json=_timeline_json,
)

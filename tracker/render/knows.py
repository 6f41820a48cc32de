"""Who could prove what, in words, as a table and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.cells import cell_len, set_cell_size
from rich.console import Group, RenderableType
from rich.text import Text

from tracker.analysis.knows import Ending, Knows, Provable, Stretch
from tracker.game.table import team_name
from tracker.messages import printable
from tracker.render import chart
from tracker.render.documents import Document, team_or_none
from tracker.render.names import listed
from tracker.render.table import table

NOTHING = "Nobody could prove any half-suit at any moment."
LEGEND = """\
From – to: the moments (numbers of events) at which that view can prove where
all the cards of the half-suit are, within the team."""


def knows_report(found: Knows) -> RenderableType:
    """The whole of ``tracker knows``."""
    if not found.books:
        return Text(NOTHING)
    parts: list[RenderableType] = []
    for one in found.books:
        parts.append(Text(printable(heading(one)), style="bold"))
        parts += [Text(printable(f"  {line}")) for line in ending_words(one)]
        parts += [spans_table(one), Text("")]
    return Group(*parts, Text(LEGEND, style="dim"))


def knows_bars(found: Knows, width: int, *, plain: bool = False) -> Iterator[RenderableType]:
    """What the report shows: what came of each half-suit, and a bar for each view over the game.

    Args:
        found: who could prove what.
        width: columns of the terminal.
        plain: ASCII only.
    """
    if not found.books:
        yield Text(NOTHING)
    for one in found.books:
        yield Text(printable(heading(one)), style="bold")
        yield from (Text(printable(f"  {line}")) for line in ending_words(one))
        names = {view: printable(view) for view, spans in one.spans.items() if spans}
        longest = max(map(cell_len, names.values()))
        for view, name in names.items():
            spans = [(span.start, span.end) for span in one.spans[view]]
            drawn = chart.bar(spans, found.at, max(width - longest - 4, 8), plain=plain)
            yield Text(f"  {set_cell_size(name, longest)}  {drawn}")


def heading(one: Provable) -> str:
    """The half-suit and the team: ``low hearts (Ann+Carl+Eve)``."""
    return f"{one.book} ({team_name(one.team)})"


def spans_table(one: Provable) -> RenderableType:
    """Each view with the moments at which it could prove the half-suit."""
    rows = [(f"  {view}", spans_words(spans)) for view, spans in one.spans.items()]
    return table(("  View", "From – to"), rows)


def spans_words(spans: Iterable[Stretch]) -> str:
    """Moments in short: ``3–5 9``; a dash where there are none."""
    said = (str(s.start) if s.start == s.end else f"{s.start}–{s.end}" for s in spans)
    return " ".join(said) or "–"


def ending_words(one: Provable) -> list[str]:
    """What came of it, in sentences."""
    end = one.ending
    if end is None:
        return ["Not settled yet."]
    said = [f"{_settled(one, end)}{_waited(end)}."]
    if one.guessed:
        able = f"{listed(end.able)} can" if end.able else "nobody of the team can"
        said.append(f"{end.claimant} cannot prove it; {able}.")
    if alone := one.team_alone:
        said.append(f"The team knows it while no member does, after event {spans_words(alone)}.")
    if one.lost:
        able = listed([seat for seat in one.team if one.spans.get(seat)])
        said.append(f"The team does not get it, although {able or 'everyone'} can prove it.")
    return said


def _settled(one: Provable, end: Ending) -> str:
    if end.claimant is None:
        return f"Settled by the table at event {end.event}"
    who = end.claimant if end.claimant in one.team else f"{end.claimant}, an opponent,"
    return f"{who} claims it at event {end.event}: {end.outcome}"


def _waited(end: Ending) -> str:
    """How long it could have been proven before it was settled."""
    if end.latency is None:
        return ""
    if end.latency == 0:
        return ", as soon as a member can prove it"
    asks = "ask" if end.latency == 1 else "asks"
    return f", {end.latency} {asks} after a member can first prove it"


def knows_document(found: Knows) -> Document:
    """``tracker knows``; ``ended`` and ``unshared`` are ours."""
    return {
        "at": found.at,
        "events": len(found.record.events),
        "books": [_book_document(one) for one in found.books],
    }


def _book_document(one: Provable) -> Document:
    """One half-suit of a team in JSON."""
    return {
        "book": one.book,
        "team": team_name(one.team),
        "settled": None if one.ending is None else one.ending.event,
        "provable": {view: _pairs(spans) for view, spans in one.spans.items()},
        "unshared": _pairs(one.team_alone),
        "ended": None if one.ending is None else _ending_document(one, one.ending),
    }


def _pairs(spans: Iterable[Stretch]) -> list[list[int]]:
    return [[span.start, span.end] for span in spans]


def _ending_document(one: Provable, end: Ending) -> Document:
    """How it ended, in JSON."""
    return {
        "winner": team_or_none(end.winner),
        "claimant": end.claimant,
        "outcome": end.outcome,
        "able": list(end.able),
        "since": end.since,
        "latency": end.latency,
        "guessed": one.guessed,
        "lost": one.lost,
    }

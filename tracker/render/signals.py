"""Asks that would be signals, and what would follow from them, in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from tracker.analysis.signals import CONVENTION, Signal, SignalReading, Signals
from tracker.messages import printable
from tracker.render.documents import Document
from tracker.render.names import listed

_TRUTH: Final = {True: " It was so.", False: " It was not so.", None: ""}
NOTE: Final = """\
No fact: a record does not say whether anybody agreed on that."""


def signals_report(found: Signals, read: SignalReading | None = None) -> RenderableType:
    """The whole of ``tracker signals``."""
    lines = [_signal_words(found, one) for one in found.signals]
    parts = [Text(printable(line)) for line in lines] or [Text("No ask would be a signal.")]
    if read is not None:
        parts += [Text(""), *(Text(printable(line)) for line in _reading_words(read))]
    return Group(*parts, Text(""), Text(NOTE, style="dim"))


def _signal_words(found: Signals, one: Signal) -> str:
    says = "holds" if one.holds else "lacks"
    return (
        f"Event {one.event}: had they agreed on it, {one.seat} would say: I {says[:-1]} the "
        f"{one.card} (refused at event {one.after}).{_TRUTH[one.true]}"
    )


def _reading_words(read: SignalReading) -> Iterator[str]:
    """What would follow, with what it leans on."""
    if read.leaning is None:
        yield f"Assuming {CONVENTION}: no deal fits, so it was not kept."
    elif not read.leaning:
        yield f"Assuming {CONVENTION}: nothing more would be certain for {read.view}."
    else:
        yield f"Assuming {CONVENTION}, it would be certain for {read.view}:"
        for one in read.leaning:
            events = listed([str(number) for number in one.signals])
            yield f"  {one.card} {one.seat}, leaning on the signal of event {events}"


def signals_document(found: Signals, read: SignalReading | None = None) -> Document:
    """``tracker signals``."""
    document: Document = {
        "at": found.at,
        "signals": [
            {
                "event": one.event,
                "seat": one.seat,
                "card": one.card,
                "holds": one.holds,
                "after": one.after,
                "true": one.true,
            }
            for one in found.signals
        ],
    }
    if read is not None:
        document["assume"] = CONVENTION
        document["view"] = read.view
        document["kept"] = read.leaning is not None
        document["leaning"] = [
            {"card": one.card, "seat": one.seat, "signals": list(one.signals)}
            for one in read.leaning or ()
        ]
    return document

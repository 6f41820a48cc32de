"""Asks that would be signals, and what would follow from them, in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from tracker.analysis.signals import (
    CONVENTION,
    HoldersLeaning,
    Signal,
    SignalReading,
    Signals,
    signals_assumed,
)
from tracker.explain import Explanation
from tracker.inference.deduction import ClaimVerdict, Deduction
from tracker.knowledge.facts import Cause, SignalCause
from tracker.messages import printable
from tracker.render.documents import Document
from tracker.render.tables import listed

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


# -- what leans on a convention that is only assumed, in words and for json -----------------------
#
# What leans on a convention that is only assumed, in words and for JSON documents.


def assumed_document(deduction: Deduction) -> Document:
    """The keys of every document that leans on a convention: which, and the signals taken so."""
    return {"assume": CONVENTION, "signals": [one.number for one in signals_assumed(deduction)]}


def holders_leaning(deduction: Deduction, found: Iterable[HoldersLeaning]) -> RenderableType:
    """Which cards fewer could have than without the convention, and on which signals that leans.

    Args:
        deduction: what follows with it.
        found: the cards.
    """
    lines = [
        f"  {one.card}: {' or '.join(one.holders)}, {leaning_on(one.signals)}" for one in found
    ]
    return _below(deduction, lines, "nobody's cards would be other than without it")


def claims_leaning(
    deduction: Deduction, found: Iterable[tuple[ClaimVerdict, Sequence[int]]]
) -> RenderableType:
    """Which verdicts on claims lean on which signals; all numbers lean on all of them."""
    lines = [
        f"  {one.book}, {' '.join(one.team)}: {one.verdict}, {leaning_on(signals)}"
        for one, signals in found
        if signals
    ]
    return _below(deduction, lines, "no verdict would be other than without it")


def odds_leaning(deduction: Deduction) -> RenderableType:
    """That all numbers lean on the convention."""
    return _below(deduction, [], "all these numbers lean on it")


def because_leaning(explanation: Explanation) -> RenderableType:
    """Whether an explanation leans on the convention."""
    signals = signals_of(explanation.because)
    if signals:
        said = leaning_on(signals)
    elif explanation.verdict == "open":
        said = "it is open all the same"
    else:
        said = "leaning on no signal, it follows without"
    return Text(f"\nAssuming {CONVENTION}, which no record says: {said}.")


def signals_of(causes: Iterable[Cause]) -> list[int]:
    """The signals among the causes of a conclusion, by event."""
    return [cause.number for cause in causes if isinstance(cause, SignalCause)]


def leaning_on(signals: Sequence[int]) -> str:
    """The signals that a conclusion leans on, in words."""
    what = "signal of event" if len(signals) == 1 else "signals of events"
    return f"leaning on the {what} {listed([str(number) for number in signals])}"


def _below(deduction: Deduction, lines: Sequence[str], otherwise: str) -> RenderableType:
    """What stands below a table."""
    return Group(Text(""), *(Text(printable(line)) for line in _lines(deduction, lines, otherwise)))


def _lines(deduction: Deduction, lines: Sequence[str], otherwise: str) -> Iterator[str]:
    """The convention, the signals, and what leans on them, or that nothing does."""
    signals = [str(one.number) for one in signals_assumed(deduction)]
    if not signals:
        yield f"Assuming {CONVENTION}, which no record says: no ask so far would tell anything."
        return
    said = f"the signals of events {listed(signals)}"
    said = said if len(signals) > 1 else f"the signal of event {signals[0]}"
    yield f"Assuming {CONVENTION}, which no record says, and so {said}" + (
        ":" if lines else f": {otherwise}."
    )
    yield from lines

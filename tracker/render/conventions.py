"""Asks that would be signals by a convention, and what leans on it when it is assumed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from rich.console import Group, RenderableType
from rich.text import Text

from tracker.analysis.board import Board
from tracker.inference.deduction import Deduction
from tracker.knowledge.facts import CONVENTION, Cause, SignalCause
from tracker.messages import counted
from tracker.render.json_form import Json, members, plain
from tracker.render.phrases import by_number, dim, line
from tracker.render.registry import Forms

if TYPE_CHECKING:  # they take long to import, and a board needs none
    from tracker.analysis.odds import Claims
    from tracker.analysis.signals import SignalReading, Signals
    from tracker.explain import Explanation

_TRUTH: Final = {True: " It was so.", False: " It was not so.", None: ""}
_NOTE: Final = "No fact: a record does not say whether anybody agreed on that."

# -- signals --------------------------------------------------------------------------------------


def _noted(lines: Iterable[str]) -> RenderableType:
    return Group(*map(line, lines), Text(""), dim(_NOTE))


def _signal_lines(signals: Signals) -> list[str]:
    """A line for each ask that would be a signal."""
    lines = [
        f"Event {signal.event}: had they agreed on it, {signal.seat} would say: "
        f"I {'hold' if signal.holds else 'lack'} the {signal.card} "
        f"(refused at event {signal.after}).{_TRUTH[signal.true]}"
        for signal in signals
    ]
    if signals.up_to is None:
        return lines or ["No ask would be a signal."]
    gap = signals.up_to + 1
    if not lines and signals.up_to:
        lines.append(f"No ask before event {gap} would be a signal.")
    return [
        *lines,
        f"From event {gap} on it is not decided: it is a gap that may be several things.",
    ]


SIGNALS: Final[Forms[Signals]] = Forms(
    line=lambda signals: f"{counted(len(signals), 'ask')} that would be signals",
    text=lambda signals, _: _noted(_signal_lines(signals)),
)


def _reading_lines(reading: SignalReading) -> Iterator[str]:
    """What would follow, with what it leans on."""
    if reading.leaning is None:
        yield f"Assuming {CONVENTION}: no deal fits, so it was not kept."
    elif not reading.leaning:
        yield f"Assuming {CONVENTION}: nothing more would be certain for {reading.view}."
    else:
        yield f"Assuming {CONVENTION}, it would be certain for {reading.view}:"
        for leaning in reading.leaning:
            signals = _signals_words(leaning.signals)
            yield f"  {leaning.card} {leaning.seat}, leaning on the {signals}"


def _reading_json(reading: SignalReading) -> Json:
    return members(reading.signals) | {
        "assume": CONVENTION,
        "view": reading.view,
        "kept": reading.leaning is not None,
        "leaning": plain(reading.leaning or ()),
    }


SIGNAL_READING: Final[Forms[SignalReading]] = Forms(
    line=lambda reading: f"what would follow for {reading.view} from {CONVENTION}",
    text=lambda reading, _: _noted([*_signal_lines(reading.signals), "", *_reading_lines(reading)]),
    json=_reading_json,
)

# -- what leans on what is assumed ----------------------------------------------------------------


def assumed_json(deduction: Deduction) -> Json:
    """The keys of every document that leans on a convention: which, and the signals taken so."""
    return {"assume": CONVENTION, "signals": _signals_taken(deduction)}


def board_leaning(board: Board) -> RenderableType:
    """Which cards fewer could have than without the convention, and on which signals that leans."""
    lines = [
        f"  {card.card}: {' or '.join(card.holders)}, {_leaning_on(card.signals)}"
        for card in board.leanings
    ]
    otherwise = "nobody's cards would be other than without it"
    return _below(_signals_taken(board.deduction), lines, otherwise)


def claims_leaning(claims: Claims) -> RenderableType:
    """Which verdicts on claims lean on which signals; all numbers lean on all of them."""
    lines = [
        f"  {claim.book}, {' '.join(claim.team)}: {claim.verdict}, {_leaning_on(claim.leans)}"
        for claim in claims
        if claim.leans
    ]
    return _below(claims.signals or (), lines, "no verdict would be other than without it")


def odds_leaning(deduction: Deduction) -> RenderableType:
    """That all numbers lean on the convention."""
    return _below(_signals_taken(deduction), [], "all these numbers lean on it")


def explanation_leaning(explanation: Explanation) -> RenderableType:
    """Whether an explanation leans on the convention."""
    events = signals_of(explanation.because)
    words = "leaning on no signal, it follows without"
    if events:
        words = _leaning_on(events)
    elif explanation.verdict == "open":
        words = "it is open all the same"
    return Text(f"\nAssuming {CONVENTION}, which no record says: {words}.")


def signals_of(causes: Iterable[Cause]) -> list[int]:
    """The events of the signals among the causes of a conclusion."""
    return [cause.number for cause in causes if isinstance(cause, SignalCause)]


def _signals_taken(deduction: Deduction) -> list[int]:
    """The events that are taken for signals."""
    return [signal.number for signal in deduction.signals_assumed]


def _leaning_on(events: Sequence[int]) -> str:
    return f"leaning on the {_signals_words(events)}"


def _signals_words(events: Sequence[int]) -> str:
    what = "signal" if len(events) == 1 else "signals"
    return f"{what} of {by_number('event', events)}"


def _below(events: Sequence[int], lines: Sequence[str], otherwise: str) -> RenderableType:
    """Below a table: the convention, its signals, and what leans on them, or that nothing does."""
    head = f"Assuming {CONVENTION}, which no record says"
    if not events:
        return Group(Text(""), line(f"{head}: no ask so far would tell anything."))
    head += f", and so the {_signals_words(events)}"
    return Group(Text(""), *map(line, [f"{head}:", *lines] if lines else [f"{head}: {otherwise}."]))

"""Asks that would be signals by a convention."""

from __future__ import annotations

from typing import Final

from tracker.analysis.signals import Signals
from tracker.messages import counted
from tracker.render.document import BLANK, dim, line
from tracker.render.forms import Forms

_TRUTH: Final = {True: " It was so.", False: " It was not so.", None: ""}
_NOTE: Final = "No fact: a record does not say whether anybody agreed on that."


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
    document=lambda signals: [*map(line, _signal_lines(signals)), BLANK, dim(_NOTE)],
)

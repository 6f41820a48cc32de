"""An explanation as data; its wording is ``tracker.render``'s."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tracker.explain.conclusion import Conclusion
from tracker.explain.step import Step
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.inference.claims import Judgement
from tracker.knowledge.facts import Cause, EventCause, HandCause, OwnCause, SignalCause, SizeCause


@dataclass(frozen=True)
class Explanation:
    """Why a conclusion is proven or refuted; or, where it is open, how else things may be."""

    view: str
    at: int
    conclusion: Conclusion
    verdict: Judgement
    because: tuple[Cause, ...] = ()
    """Proven: they force the conclusion; refuted: its opposite. None can be left out. Empty where
    it is open, or public (a card that has publicly moved is where it went)."""
    smallest: bool = True
    """Whether no smaller set of causes exists; else the time limit ended the search."""
    others: tuple[tuple[Cause, ...], ...] = ()
    """Other sets as small as ``because``, lightest first, as many as were asked for."""
    steps: tuple[Step, ...] = ()
    """The way from the causes to the conclusion (or its opposite), where it was asked for."""
    counterexample: Mapping[Card, Seat] | None = None
    """Where it is open: a consistent deal (seat dealt to, by card) in which it is otherwise."""


def cause_to_json(cause: Cause) -> dict[str, str | int]:
    """A cause as the JSON documents write it."""
    match cause:
        case EventCause(number):
            return {"event": number}
        case SizeCause(seat):
            return {"size": seat}
        case HandCause(seat):
            return {"hand": seat}
        case OwnCause(card, seat):
            return {"own": card, "seat": seat}
        case SignalCause(number, card, seat):
            return {"signal": number, "card": card, "seat": seat}
        case _:
            return {"header": cause.text}

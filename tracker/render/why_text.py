"""An explanation: text and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from tracker.analysis.questions import Explained
from tracker.analysis.signals import CONVENTION
from tracker.explain import Explanation
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.knowledge.facts import Deal
from tracker.messages import counted, printable
from tracker.notation.text import format_event
from tracker.render.conventions import explanation_leaning, signals_of
from tracker.render.json_form import Json, hands, plain
from tracker.render.knowing import pairs
from tracker.render.registry import NEGATIVE, Forms, Look
from tracker.render.wording import Wording, sentence

STYLE: Final[Mapping[str, str]] = {
    "proven": "bold green", "open": "bold", "refuted": "bold red"
}  # fmt: skip

# -- text -----------------------------------------------------------------------------------------


def _text(explanation: Explanation, _: Look) -> RenderableType:
    """The verdict, the steps, other sets of causes, or a counterexample."""
    wording = Wording(explanation.record, explanation.view, explanation.at)
    head, *steps = wording.lines(explanation)
    parts: list[RenderableType] = [Text(head, style=STYLE[explanation.verdict])]
    parts += [_hanging(step) for step in steps]
    if explanation.because:
        parts += [Text(""), *(Text(line, style="dim") for line in cause_lines(explanation))]
    for number, causes in enumerate(explanation.others, start=1):
        parts += [Text(""), Text(f"Another set as small ({number}):", style="bold")]
        parts += [_hanging(f"- {wording.cause(cause)}") for cause in causes]
    if explanation.counterexample is not None:
        at = explanation.at
        when = "now" if at == len(explanation.record.events) else f"after event {at}"
        head = f"It may be otherwise: hands {when} that fit everything."
        parts += [Text(""), Text(head, style="bold"), *hand_lines(explanation)]
    return Group(*parts)


def hand_lines(explanation: Explanation) -> Iterator[Text]:
    """The hands of the moment in an open explanation's counterexample, a hand a line.

    The cards that are not where the conclusion has them stand in brackets.
    """
    held = hands_then(explanation.counterexample or {}, explanation.record, explanation.at)
    telling = {
        card for card, seat, holds in explanation.conclusion.parts if (card in held[seat]) != holds
    }
    for seat, cards in held.items():
        line = Text(f"  {printable(seat)}:")
        for card in cards:
            is_telling = card in telling
            line.append(" ")
            line.append(f"[{card}]" if is_telling else card, "bold reverse" if is_telling else "")
        yield line


def hands_then(deal: Deal, record: Record, at: int) -> dict[Seat, list[Card]]:
    """The hands that a deal has become by a moment."""
    held = replay_of(record).state(at).hands_of(deal)
    return {seat: list(cards) for seat, cards in held.items()}


def cause_lines(explanation: Explanation) -> Iterator[str]:
    """How many causes there are, and whether fewer would do."""
    causes = counted(len(explanation.because), "cause")
    if explanation.smallest:
        yield f"From {causes}; no smaller set proves it."
    else:
        yield f"From {causes}, none of which can be left out. The time limit ended the search: "
        yield "there may be a smaller set (--limit)."


def moment_words(at: int, record: Record) -> str:
    """A moment by the event that led to it."""
    if at == 0:
        return "the deal"
    return printable(f"event {at}: {format_event(record.events[at - 1], record)}")


def _hanging(line: str) -> Padding:
    return Padding(Text(line), (0, 0, 0, 2))


# -- JSON -----------------------------------------------------------------------------------------


def _json(explanation: Explanation) -> Json:
    """An explanation; ``gist``, ``others``, ``uses``, ``bounds`` are beyond the contract."""
    record, deal = explanation.record, explanation.counterexample
    wording = Wording(record, explanation.view, explanation.at)
    parts, book = plain(explanation.conclusion.parts), explanation.conclusion.book
    return {
        "view": explanation.view,
        "at": explanation.at,
        "conclusion": parts[0] if book is None else {"book": book, "parts": parts},
        "verdict": explanation.verdict,
        "because": plain(explanation.because),
        "smallest": explanation.smallest,
        "gist": wording.gist(explanation),
        "others": plain(explanation.others),
        "steps": [
            {
                "conclusion": wording.conclusion(step),
                "because": plain(step.because),
                "uses": list(step.uses),
                "rule": step.rule,
                "bounds": [asdict(bound) for bound in step.bounds],
                "text": sentence(wording.step(step, explanation.steps)),
            }
            for step in explanation.steps
        ],
        "counterexample": hands(record.seats, deal),
        "hands": None if deal is None else hands_then(deal, record, explanation.at),
    }


def _line(explanation: Explanation) -> str:
    wording = Wording(explanation.record, explanation.view, explanation.at, address=False)
    words = wording.statement(explanation)
    return f"{explanation.verdict} for {explanation.view} at {explanation.at}: {words}"


def _status(explanation: Explanation) -> int:
    return 0 if explanation.verdict == "proven" else NEGATIVE


EXPLANATION: Final = Forms[Explanation](line=_line, text=_text, json=_json, status=_status)

# -- with what else was asked ---------------------------------------------------------------------


def _explained_text(found: Explained, look: Look) -> RenderableType:
    parts: list[RenderableType] = [_text(found.explanation, look)]
    parts += map(Text, _since_lines(found))
    if found.assumed:
        parts.append(explanation_leaning(found.explanation))
    return Group(*parts)


def _since_lines(found: Explained) -> Iterator[str]:
    """Since when a verdict is what it is, and when else it was."""
    if found.stretches is None:
        return
    *before, last = found.stretches
    yield ""
    since = moment_words(last.start, found.explanation.record)
    yield f"It is {found.explanation.verdict} since {since}."
    if before:
        spans = ", ".join(f"{span.start} to {span.end}" for span in before)
        yield f"It was so before, at the moments {spans}."


def _explained_json(found: Explained) -> Json:
    """An explanation with the moments and signals that were asked for."""
    document = _json(found.explanation)
    if found.stretches is not None:
        document["since"] = found.stretches[-1].start
        document["moments"] = pairs(found.stretches)
    if found.assumed:
        document["assume"] = CONVENTION
        document["leans"] = signals_of(found.explanation.because)
    return document


EXPLAINED: Final = Forms[Explained](
    line=lambda found: _line(found.explanation),
    text=_explained_text,
    json=_explained_json,
    status=lambda found: _status(found.explanation),
)

"""An explanation for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from tracker.analysis.knows import Stretch
from tracker.explain import Explanation
from tracker.game.record import Record
from tracker.messages import printable
from tracker.notation.text import format_event
from tracker.render.wording import Wording, hands_then

STYLE: Mapping[str, str] = {"proven": "bold green", "open": "bold", "refuted": "bold red"}


def why_report(explanation: Explanation, record: Record) -> RenderableType:
    """The whole of ``tracker why``: the verdict, the steps, other sets, or a counterexample."""
    wording = Wording(record, explanation.view, explanation.at)
    head, *steps = wording.lines(explanation)
    parts: list[RenderableType] = [Text(head, style=STYLE[explanation.verdict])]
    parts += [_hanging(step) for step in steps]
    if explanation.because:
        parts += [Text(""), *(Text(line, style="dim") for line in cause_lines(explanation))]
    for number, causes in enumerate(explanation.others, start=1):
        parts += [Text(""), Text(f"Another set as small ({number}):", style="bold")]
        parts += [_hanging(f"- {wording.cause(cause)}") for cause in causes]
    if explanation.counterexample is not None:
        head = f"It may be otherwise: hands {_then(explanation, record)} that fit everything."
        parts += [Text(""), Text(head, style="bold"), *hand_lines(explanation, record)]
    return Group(*parts)


def _then(explanation: Explanation, record: Record) -> str:
    at = explanation.at
    return "now" if at == len(record.events) else f"after event {at}"


def hand_lines(explanation: Explanation, record: Record) -> Iterator[Text]:
    """The hands of the moment in an open explanation's counterexample, a hand a line.

    The cards that tell it from what was asked stand in brackets.
    """
    hands = hands_then(explanation.counterexample or {}, record, explanation.at)
    telling = {
        card for card, seat, holds in explanation.conclusion.parts if (card in hands[seat]) != holds
    }
    for seat, cards in hands.items():
        line = Text(f"  {printable(seat)}:")
        for card in cards:
            is_telling = card in telling
            line.append(" ")
            line.append(f"[{card}]" if is_telling else card, "bold reverse" if is_telling else "")
        yield line


def since_lines(
    stretches: Sequence[Stretch], explanation: Explanation, record: Record
) -> Iterator[str]:
    """Since when a verdict is what it is, and when else it was."""
    *before, last = stretches
    yield ""
    yield f"It is {explanation.verdict} since {moment_words(last.start, record)}."
    if before:
        spans = ", ".join(f"{one.start} to {one.end}" for one in before)
        yield f"It was so before, at the moments {spans}."


def moment_words(at: int, record: Record) -> str:
    """A moment by the event that led to it."""
    if at == 0:
        return "the deal"
    return printable(f"event {at}: {format_event(record.events[at - 1], record)}")


def _hanging(line: str) -> Padding:
    return Padding(Text(line), (0, 0, 0, 2))


def cause_lines(explanation: Explanation) -> Iterator[str]:
    """How many causes there are, and whether fewer would do."""
    count = len(explanation.because)
    causes = "1 cause" if count == 1 else f"{count} causes"
    if explanation.smallest:
        yield f"From {causes}; no smaller set proves it."
    else:
        yield f"From {causes}, none of which can be left out. The time limit ended the search: "
        yield "there may be a smaller set (--limit)."

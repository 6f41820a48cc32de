"""An explanation for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from tracker.explain import Explanation
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.record import Record
from tracker.messages import printable
from tracker.render.explanation import Wording

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
        parts += [Text(""), Text("A consistent deal in which it is otherwise:", style="bold")]
        parts += [Text(line) for line in deal_lines(explanation.counterexample, record)]
    return Group(*parts)


def deal_lines(deal: Mapping[Card, Seat], record: Record) -> Iterator[str]:
    """A deal, a dealt hand a line."""
    for seat in record.seats:
        cards = [card for card in record.table.cards if deal[card] == seat]
        yield f"  {printable(seat)}: {' '.join(cards)}"


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

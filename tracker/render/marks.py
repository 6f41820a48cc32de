"""A marked answer: what was right, what was not, and what shows it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from tracker.explain import Explanation, cause_to_json
from tracker.game.events import Seat
from tracker.messages import printable
from tracker.render.documents import hands_document
from tracker.render.explanation import Wording, explanation_document
from tracker.teach.marking import MarkedAnswer
from tracker.teach.position import Refutation

SHOWN: Final = "*"
"""What marks the cards of a deal that tell."""


def mark_report(mark: MarkedAnswer, *, given_up: bool = False) -> RenderableType:
    """The whole of ``tracker mark``.

    Args:
        mark: the mark.
        given_up: whether it is of the right answer, and nobody gave it.
    """
    head = [_answer(mark)] if given_up else _verdict(mark)
    return Group(*head, *reasons(mark))


def wrong_for_now(mark: MarkedAnswer) -> RenderableType:
    """That an answer is wrong, and which parts, where it may be tried again."""
    head = Text(f"Wrong: {printable(mark.given)}. Once more, or 'skip'.", style="bold red")
    return Group(head, *_parts(mark))


def _answer(mark: MarkedAnswer) -> Text:
    return Text(f"The answer: {printable(mark.answer)}.", style="bold")


def _parts(mark: MarkedAnswer) -> Iterator[Text]:
    if len(mark.parts) > 1:
        said = (f"{printable(part.text)} {'✔' if part.right else '✘'}" for part in mark.parts)
        yield Text("Part by part: " + ", ".join(said))


def _verdict(mark: MarkedAnswer) -> Iterator[RenderableType]:
    """Right or wrong, and which parts."""
    if mark.right:
        yield Text(f"Right: {printable(mark.answer)}.", style="bold green")
        return
    yield Text(f"Wrong: {printable(mark.given)}. {printable(mark.note)}", style="bold red")
    yield from _parts(mark)
    yield _answer(mark)


def reasons(mark: MarkedAnswer) -> Iterator[RenderableType]:
    """The deals and the proofs that show it."""
    heads = _heads(mark)
    for head, deal in zip(heads, mark.deals, strict=False):
        yield Text("")
        yield Text(head, style="bold")
        yield from deal_rows(deal)
    for proof in mark.proofs:
        yield Text("")
        yield from proof_lines(mark, proof)


def _heads(mark: MarkedAnswer) -> list[str]:
    """What to call each of the deals: hands as they would be now."""
    first = "A deal that fits all that was seen, in which it is not so"
    if mark.right:
        first = "A deal that fits all that was seen"
    more = ["And another"] * (len(mark.deals) - 1)
    return [f"{head} (hands now; {SHOWN} tells):" for head in [first, *more]]


def deal_rows(deal: Refutation) -> Iterator[Text]:
    """The hands of a deal, one a line; the cards that tell are marked."""
    for seat, cards in deal.hands.items():
        line = Text(f"  {printable(seat)}:")
        for card in cards:
            tells = card in deal.tell_tale
            line.append(" ")
            line.append(f"{SHOWN}{card}" if tells else card, style="bold yellow" if tells else "")
        yield line


def proof_lines(mark: MarkedAnswer, proof: Explanation) -> Iterator[RenderableType]:
    """An explanation in steps."""
    wording = Wording(mark.puzzle.record, proof.view, proof.at)
    head, *steps = wording.lines(proof)
    yield Text(head, style="bold")
    yield from (Padding(Text(step), (0, 0, 0, 2)) for step in steps)


def mark_document(mark: MarkedAnswer) -> dict[str, Any]:
    """``tracker mark --json``; contract: ``right``, ``answer``, ``refutation``, ``because``."""
    refutation = mark.refutation
    return {
        "right": mark.right,
        "answer": mark.answer,
        "given": mark.given,
        "note": mark.note,
        "parts": [{"text": part.text, "right": part.right} for part in mark.parts],
        "refutation": None if refutation is None else _hands(refutation),
        "because": [cause_to_json(cause) for cause in mark.because],
        "deals": [deal_document(deal, mark.puzzle.record.seats) for deal in mark.deals],
        "proofs": [explanation_document(proof, mark.puzzle.record) for proof in mark.proofs],
    }


def deal_document(deal: Refutation, seats: tuple[Seat, ...]) -> dict[str, Any]:
    """A deal: the hands now, the hands as dealt, and the cards that tell."""
    return {
        "hands": _hands(deal),
        "dealt": hands_document(seats, deal.deal),
        "tell_tale": list(deal.tell_tale),
    }


def _hands(deal: Refutation) -> dict[Seat, list[str]]:
    return {seat: list(cards) for seat, cards in deal.hands.items()}

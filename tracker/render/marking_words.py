"""A marked answer: what was right, what was not, and what shows it."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill
from typing import Any, Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from tracker.explain import Explanation
from tracker.game.cards import Card, deck_contents
from tracker.game.events import Ask, Event, Seat
from tracker.game.record import Hand, Record
from tracker.knowledge.views import PUBLIC
from tracker.messages import counted, printable
from tracker.notation.text import format_event
from tracker.notation.writer import rules_line
from tracker.render.grid import turn_words
from tracker.render.json_form import Json, hands, plain
from tracker.render.registry import NEGATIVE, Forms
from tracker.render.wording import Wording
from tracker.teach.marking import Hint, MarkedAnswer
from tracker.teach.position import ExampleDeal
from tracker.teach.task import Task

SHOWN: Final = "*"
"""What marks the cards of a deal that tell."""


def mark_text(mark: MarkedAnswer, *, given_up: bool = False) -> RenderableType:
    """A mark, and what shows it.

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


def deal_rows(deal: ExampleDeal) -> Iterator[Text]:
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


def _mark_json(mark: MarkedAnswer) -> Json:
    """The contract has ``right``, ``answer``, ``refutation`` and ``because``."""
    refutation = mark.refutation
    return {
        "right": mark.right,
        "answer": mark.answer,
        "given": mark.given,
        "note": mark.note,
        "parts": [{"text": part.text, "right": part.right} for part in mark.parts],
        "refutation": None if refutation is None else plain(refutation.hands),
        "because": plain(mark.because),
        "deals": [deal_json(deal, mark.puzzle.record.seats) for deal in mark.deals],
        "proofs": plain(mark.proofs),
    }


def deal_json(deal: ExampleDeal, seats: tuple[Seat, ...]) -> Json:
    """A deal: the hands now, the hands as dealt, and the cards that tell."""
    return {
        "hands": plain(deal.hands),
        "dealt": hands(seats, deal.deal),
        "tell_tale": list(deal.tell_tale),
    }


MARKED_ANSWER: Final = Forms[MarkedAnswer](
    line=lambda mark: f"{mark.given} is {'right' if mark.right else 'wrong'}",
    text=lambda mark, _: mark_text(mark),
    json=_mark_json,
    status=lambda mark: 0 if mark.right else NEGATIVE,
)


# -- a puzzle as it is posed: who looks, what is on the table, what happene -----------------------
#
# A puzzle as it is posed: who looks, what is on the table, what happened, what is asked.

_COLUMN: Final = 37
"""Two columns of so many characters fit a terminal; a longer event takes more lines."""
_ANSWERS = {"yes": "yes", "no": "no", "surrender": "gives it up"}


def posed(task: Task[Any], *, with_events: bool = True) -> RenderableType:
    """The position and the question of a task.

    Args:
        task: the open task.
        with_events: whether to list what happened.
    """
    parts: list[RenderableType] = [*_table(task)]
    if with_events:
        parts += [Text(""), events(task)]
    parts += [Text(""), Text(printable(task.prompt()), style="bold")]
    parts.append(Text(f"({printable(task.usage)}; or hint, skip, show, help)", style="dim"))
    return Group(*parts)


def _table(task: Task[Any]) -> Iterator[Text]:
    """Rules, hands and half-suits, a line each."""
    puzzle = task.puzzle
    title = dict(task.record.tags).get("title") or puzzle.name
    level = f"level {puzzle.level}" if puzzle.level else ""
    head, *rest = table_lines(task)
    said = " · ".join(one for one in (title, level, head) if one)
    yield Text(printable(said), style="bold underline")
    for line in rest:
        yield Text(printable(line), style="bold green" if line.startswith("Hand") else "")


def table_lines(task: Task[Any]) -> Iterator[str]:
    """Who looks and when, rules, teams, hands and settled half-suits, a line each."""
    puzzle, state, record = task.puzzle, task.deduction.state, task.record
    seat = puzzle.view.name
    who = "What everyone knows" if seat == PUBLIC else f"You are {seat}"
    yield f"{who}, after {counted(puzzle.at, 'event')}"
    yield f"Rules  {rules_line(record)}; {_deck(record)}"
    teams = " against ".join(" ".join(team) for team in record.table.teams)
    yield f"Teams  {teams}; to move: {turn_words(state)}"
    sizes = "  ".join(f"{s} {'?' if n is None else n}" for s, n in state.sizes.items())
    yield f"Cards  {sizes}"
    for hand in puzzle.view.hands:
        yield f"Hand   {hand.seat}: {' '.join(_held(task, hand)) or 'none'}"
    settled = [
        f"{book} ({'nobody' if one.team is None else '+'.join(one.team)})"
        for book, one in state.books.items()
        if one.status != "open"
    ]
    if settled:
        yield f"Gone   {', '.join(settled)}"


def _held(task: Task[Any], hand: Hand) -> list[Card]:
    """What is left of a hand, and what has come to it."""
    located = task.deduction.state.located
    own = dict.fromkeys(hand.cards, hand.seat)
    places = {**own, **located}
    return [card for card in task.deduction.cards if places.get(card) == hand.seat]


def _deck(record: Record) -> str:
    """The cards of a deck; of a custom one half-suit by half-suit."""
    if record.books:
        return ", ".join(f"{book.name} {' '.join(book.cards)}" for book in record.books)
    return deck_contents(record.deck)


def events(task: Task[Any]) -> RenderableType:
    """What happened, in columns, in short."""
    told = [Text(fill(line, _COLUMN, subsequent_indent="    ")) for line in event_lines(task)]
    return Columns(told, column_first=True, padding=(0, 2, 0, 0)) if told else Text("No events.")


def event_lines(task: Task[Any]) -> Iterator[str]:
    """What happened up to the moment of a puzzle, a line each.

    What a ruling is about comes after that: how it ended would give the answer away.
    """
    for number in range(1, task.puzzle.at + 1):
        yield f"{number:>3} {event_words(task.record, number)}"


def event_words(record: Record, number: int) -> str:
    """One event in few words."""
    event: Event = record.events[number - 1]
    if isinstance(event, Ask):
        mark = " !" if event.irregular else ""
        said = f"{event.asker} > {event.target} {event.card} {_ANSWERS[event.answer]}{mark}"
        return printable(said)
    return printable(format_event(event, record))


def hint_lines(given: Hint, task: Task[Any]) -> Iterator[str]:
    """A hint in words, line by line."""
    wording = Wording(task.record, task.deduction.view, task.puzzle.at)
    match given.rung:
        case "books":
            yield f"Look at {', '.join(map(printable, given.books)) or 'all half-suits'}."
        case "events":
            yield "What matters:" if given.events else "No event matters."
            yield from (f"{n:>3} {event_words(task.record, n)}" for n in given.events)
            if given.hands:
                yield f"How many cards are held by {', '.join(map(printable, given.hands))}"
        case "first step":
            steps = wording.steps(given.proofs[0].steps) if given.proofs else []
            yield steps[0] if steps else "It is simply seen."
        case _:
            yield from (line for proof in given.proofs for line in wording.lines(proof))


def hint_report(given: Hint, task: Task[Any]) -> RenderableType:
    """A hint in the terminal."""
    return Group(*(Padding(Text(line), (0, 0, 0, 2)) for line in hint_lines(given, task)))

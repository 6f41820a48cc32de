"""A puzzle as it is posed: who looks, what is on the table, what happened, what is asked."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill
from typing import Any, Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from tracker.game.cards import Card, deck_contents
from tracker.game.events import Ask, Event
from tracker.game.record import Hand, Record
from tracker.game.rules import PRESETS
from tracker.knowledge.views import PUBLIC
from tracker.messages import counted, printable
from tracker.notation.text import format_event
from tracker.render.explanation import Wording
from tracker.render.grid import turn_words
from tracker.teach.hints import Hint
from tracker.teach.task import Task

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
    parts.append(Text(f"({printable(task.usage())}; or hint, skip, show, help)", style="dim"))
    return Group(*parts)


def _table(task: Task[Any]) -> Iterator[Text]:
    """Rules, hands and half-suits, a line each."""
    puzzle = task.position.puzzle
    title = dict(task.record.tags).get("title") or puzzle.name
    level = f"level {puzzle.level}" if puzzle.level else ""
    head, *rest = table_lines(task)
    said = " · ".join(one for one in (title, level, head) if one)
    yield Text(printable(said), style="bold underline")
    for line in rest:
        yield Text(printable(line), style="bold green" if line.startswith("Hand") else "")


def table_lines(task: Task[Any]) -> Iterator[str]:
    """Who looks and when, rules, teams, hands and settled half-suits, a line each."""
    puzzle, state, record = task.position.puzzle, task.deduction.state, task.record
    seat = puzzle.view.name
    who = "What everyone knows" if seat == PUBLIC else f"You are {seat}"
    yield f"{who}, after {counted(puzzle.at, 'event')}"
    yield f"Rules  {_rules(record)}; {_deck(record)}"
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


def _rules(record: Record) -> str:
    changes = record.rules.overrides(PRESETS[record.preset])
    return ", ".join([record.preset, *(f"{key}={value}" for key, value in changes.items())])


def events(task: Task[Any]) -> RenderableType:
    """What happened, in columns, in short."""
    told = [Text(fill(line, _COLUMN, subsequent_indent="    ")) for line in event_lines(task)]
    return Columns(told, column_first=True, padding=(0, 2, 0, 0)) if told else Text("No events.")


def event_lines(task: Task[Any]) -> Iterator[str]:
    """What happened up to the moment of a puzzle, a line each.

    What a ruling is about comes after that: how it ended would give the answer away.
    """
    for number in range(1, task.position.puzzle.at + 1):
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
    wording = Wording(task.record, task.deduction.view, task.position.puzzle.at)
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

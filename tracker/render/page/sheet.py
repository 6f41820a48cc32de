"""A sheet of puzzles as one HTML file: answered by clicking, marked without a network, printable.

All that the page can say of an answer is worked out beforehand: the marks of every place and every
yes or no with their deals, for other questions the mark of the right answer and one of all others.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final

from tracker.game.cards import Card
from tracker.render.marking_words import event_words, hint_lines, table_lines
from tracker.render.page import assets
from tracker.render.wording import Wording
from tracker.teach.grading import MEANING
from tracker.teach.logbook import puzzle_key
from tracker.teach.marking import RUNGS, MarkedAnswer, hint, mark_answer, mark_right, open_task
from tracker.teach.position import ExampleDeal
from tracker.teach.puzzle import Puzzle
from tracker.teach.task import NONE, UNKNOWN, Task

_SCRIPTS: Final = ("dom.js", "sheet.js")
_STYLES: Final = ("page.css", "sheet.css")
_WORDS: Final = {UNKNOWN: "it can’t be known", NONE: "none"}


def sheet(puzzles: Sequence[Puzzle], title: str = "Puzzles") -> str:
    """The page.

    Args:
        puzzles: the puzzles, in order; their labels say level and theme.
        title: its heading.

    Raises:
        ContradictionError: where no deal is consistent with a puzzle.
    """
    found = []
    for number, puzzle in enumerate(puzzles, start=1):
        with open_task(puzzle) as task:
            found.append(_data(task, number))
    marks = {one["id"]: one["marks"] for one in found}
    return assets.page(
        "sheet.html",
        marks,
        scripts=_SCRIPTS,
        styles=_STYLES,
        title=title,
        puzzles=found,
        key=_set_key(puzzles),
    )


def _set_key(puzzles: Sequence[Puzzle]) -> str:
    """What tells this set of puzzles, in this order, from another: links carry it."""
    return sha256(" ".join(map(puzzle_key, puzzles)).encode()).hexdigest()[:8]


def _data(task: Task[Any], number: int) -> dict[str, Any]:
    """All that the page says of one puzzle."""
    puzzle = task.puzzle
    right, fields = mark_right(task), _fields(task)
    return {
        "id": f"puzzle-{number}",
        "number": number,
        "level": puzzle.level,
        "theme": puzzle.theme,
        "meaning": MEANING.get(puzzle.theme or "", ""),
        "table": list(table_lines(task)),
        "events": [event_words(task.record, n) for n in range(1, puzzle.at + 1)],
        "prompt": task.prompt(),
        "kind": puzzle.question.kind,
        "fields": fields,
        "hints": [list(hint_lines(hint(task, n), task)) for n in range(len(RUNGS))],
        "answer": _WORDS.get(right.given, right.given),
        "proof": _mark_data(right, task),
        "marks": _marks(task, right, fields),
    }


def _fields(task: Task[Any]) -> dict[str, Any]:
    """What there is to click: one of some words, any of some, or a seat for each card."""
    seats = task.record.seats
    match task.question.kind:
        case "where":
            return {"one": [*seats, UNKNOWN], "words": _WORDS}
        case "can" | "ruling":
            return {"one": list(task.completions()), "words": {}}
        case "who":
            return {"any": list(seats), "none": ""}
        case "claims":
            return {"any": list(task.deduction.state.open_books()), "none": NONE}
        case "asks":
            return {
                "seats": list(task.record.table.opponents_of[_asker(task)]),
                "cards": _asked(task),
            }
        case _:
            teams = task.deduction.teams
            holders = [seat for seat in seats if any(seat in team for team in teams)]
            return {"grid": holders, "cards": _cards(task)}


def _asker(task: Task[Any]) -> str:
    return task.deduction.viewer.seats[0]


def _asked(task: Task[Any]) -> list[Card]:
    """The cards that the seat of the view does not hold for sure."""
    own = (_asker(task),)
    return [card for card in task.deduction.cards if task.deduction.holders(card) != own]


def _cards(task: Task[Any]) -> list[Card]:
    return list(task.record.deck.by_name[task.question.book or ""].cards)


# -- marks ----------------------------------------------------------------------------------------


def _marks(task: Task[Any], right: MarkedAnswer, fields: dict[str, Any]) -> dict[str, Any]:
    """The marks by answer; under ``""`` the one of any other."""
    shown = _mark_data(right, task)
    found = {_key(task, right.given): shown}
    for answer in fields.get("one", ()):
        if answer != right.given:
            found[answer] = _mark_data(mark_answer(task, answer), task)
    if task.question.kind == "claim" and not task.is_unknown:
        found[UNKNOWN] = _mark_data(mark_answer(task, UNKNOWN), task)
    others = {"right": False, "said": [f"The answer: {_WORDS.get(right.given, right.given)}."]}
    found[""] = {**others, "deals": shown["deals"], "proof": shown["proof"]}
    return found


def _key(task: Task[Any], answer: str) -> str:
    """An answer as the page's script writes it: a naming as the seats of its cards."""
    if task.question.kind != "claim" or answer == UNKNOWN:
        return answer
    place = dict(task.right()[0] or ())
    return ",".join(place[card] for card in _cards(task))


def _mark_data(found: MarkedAnswer, task: Task[Any]) -> dict[str, Any]:
    """What is said of an answer."""
    wording = Wording(task.record, task.deduction.view, task.puzzle.at)
    said = [] if found.right else [found.note]
    if not found.right and found.note and found.answer not in found.note:
        said.append(f"The answer: {_WORDS.get(found.answer, found.answer)}.")
    return {
        "right": found.right,
        "said": said,
        "deals": [_deal(deal) for deal in found.deals],
        "proof": [line for proof in found.proofs for line in wording.lines(proof)],
    }


def _deal(deal: ExampleDeal) -> dict[str, Any]:
    return {"hands": {s: list(c) for s, c in deal.hands.items()}, "tells": list(deal.tell_tale)}

"""A sheet of puzzles as one HTML file: answered by clicking, marked without a network, printable.

All that the page can say of an answer is worked out beforehand, option by option: what is wrong
with choosing it, or with leaving it out. So of every answer the page says what the library does.
What a class answered is a page of its own, with the same puzzles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from markupsafe import Markup

from tracker.errors import RecordError
from tracker.explain import Explanation
from tracker.game.cards import Card
from tracker.game.events import Ask, Seat
from tracker.game.replay import replay_of
from tracker.game.state import State
from tracker.render.grid import turn_words
from tracker.render.json_form import Json
from tracker.render.page import assets
from tracker.render.page.game_data import table_frame
from tracker.render.primer import how_to_play
from tracker.render.puzzle_words import (
    bad_line,
    event_words,
    hint_lines,
    left_out_words,
    meanings,
    proofs_in_words,
    refutation_of,
    setting_lines,
    suggested,
    themes_of,
    tick,
)
from tracker.teach.grading import MEANING
from tracker.teach.lessons import ClassAnswers, Lesson, PupilAnswer
from tracker.teach.marking import RUNGS, hints, mark_right
from tracker.teach.puzzle import Puzzle
from tracker.teach.task import NONE, UNKNOWN, ExampleDeal, Objection, Task

_STYLES: Final = ("page.css", "board.css", "puzzle.css", "sheet.css")
_PRINTED: Final = ("paper", "theme", "meaning", "answer", "proof", "examples")
"""What of a puzzle's document only paper shows."""
_WORDS: Final = {UNKNOWN: "it can’t be known", NONE: "none"}
_NONE_WORDS: Final[Mapping[str, str]] = {
    "where": "It can’t be known",
    "claim": "It can’t be proven",
    "claims": "None of them",
    "asks": "None is sure",
    "follows": "Nothing follows",
}
"""What the button says that chooses no option."""


WARM_UP: Final = "Warm-up "
"""So the titles of the puzzles begin that say which rule they teach."""
Part: TypeAlias = Literal["all", "questions", "answers"]


def sheet(
    puzzles: Sequence[Puzzle],
    title: str = "Puzzles",
    *,
    lesson: Lesson | None = None,
    part: Part = "all",
) -> str:
    """The page.

    Args:
        puzzles: the puzzles, in order; their labels say level and theme.
        title: its heading.
        lesson: the lesson that they are: a pupil's page then writes their line, and a page of
            questions has the QR code of the lesson's address, if it has one.
        part: the questions, the answers, or both.

    Raises:
        ContradictionError: where no deal is consistent with a puzzle.
    """
    return _page(_documents(puzzles, puzzle_document), puzzles, title, lesson, part)


def lesson_pages(lesson: Lesson) -> dict[str, str]:
    """The pages of a lesson by the names of their files: for phones, to print, and the answers.

    Raises:
        ContradictionError: where no deal is consistent with a puzzle.
        RecordError: where no QR code of its address can be drawn.
    """
    puzzles, title = lesson.puzzles, lesson.title
    documents = _documents(puzzles, puzzle_document)
    return {
        "lesson.html": _page(documents, puzzles, title, lesson, "all"),
        "questions.html": _page(documents, puzzles, title, lesson, "questions"),
        "answers.html": _page(documents, puzzles, f"{title}: answers", None, "answers"),
    }


def _documents(puzzles: Sequence[Puzzle], tell: Callable[[Task, int], Json]) -> list[Json]:
    """All that pages say of puzzles, worked out once for all pages.

    Args:
        puzzles: the puzzles, in order.
        tell: what is said of one, given its open task and its number.
    """
    documents = []
    for number, puzzle in enumerate(puzzles, start=1):
        with Task(puzzle) as task:
            documents.append(tell(task, number))
    return documents


def puzzle_document(task: Task, number: int) -> Json:
    """A puzzle as the scripts show it: its words and board, what can be clicked, and every mark.

    Args:
        task: the open task.
        number: its place among those that are shown.
    """
    return _data(task, number) | {"marks": _marks(task), "board": _board(task)}


def _page(
    documents: Sequence[Json],
    puzzles: Sequence[Puzzle],
    title: str,
    lesson: Lesson | None,
    part: Part,
) -> str:
    """One page, of what was worked out."""
    shown = documents if part == "all" else ()
    address = lesson.address if lesson is not None and part == "questions" else None
    return assets.page(
        "sheet.html",
        assets.packed({one["id"]: _clicked(one) for one in shown}),
        scripts=(*assets.PUZZLE, "sheet.js") if part == "all" else (),
        styles=_STYLES,
        title=title,
        puzzles=documents,
        rules=how_to_play([puzzle.record for puzzle in puzzles]),
        # Links carry what tells this set of puzzles, in this order, from another.
        key=Lesson(title, tuple(puzzles)).key,
        part=part,
        lesson=lesson if part == "all" else None,
        address=address,
        picture=qr_code(address) if address else "",
    )


def _clicked(document: Json) -> Json:
    return {key: value for key, value in document.items() if key not in _PRINTED}


def qr_code(address: str) -> Markup:
    """The QR code of an address, as a drawing for a page, of any size that its style gives it.

    Raises:
        RecordError: where the package that draws it is not installed, or the address is too long.
    """
    try:
        import segno
    except ImportError:
        needs = "a QR code needs the extra 'lesson' (pip install 'literature-tracker[lesson]')"
        raise RecordError(needs) from None
    try:
        code = segno.make(address, error="m", micro=False)
    except segno.DataOverflowError as error:
        raise RecordError(f"the address is too long for a QR code: {error}") from None
    return Markup(code.svg_inline(omitsize=True, dark="#000", light="#fff"))


def _data(task: Task, number: int) -> Json:
    """What a page of words says of one puzzle."""
    puzzle = task.puzzle
    right = mark_right(task)
    told = [list(hint_lines(rung, task)) for rung in RUNGS]
    return {
        "id": f"puzzle-{number}",
        "number": number,
        "level": puzzle.level,
        "about": puzzle.name.partition(": ")[2] if puzzle.name.startswith(WARM_UP) else "",
        "theme": puzzle.theme,
        "meaning": MEANING.get(puzzle.theme or "", ""),
        "table": list(setting_lines(task)),
        "paper": list(_empty_grids(task)),
        "lit": sorted(_lit(task)),
        "events": [(n, event_words(task.record, n)) for n in puzzle.shows],
        "others": [
            (n, event_words(task.record, n))
            for n in range(1, puzzle.at + 1)
            if n not in puzzle.shows
        ],
        "left_out": left_out_words(task),
        "prompt": task.prompt(),
        "kind": puzzle.question.kind,
        "fields": _fields(task),
        "hints": told,
        "answer": _WORDS.get(right.given, right.given),
        "proof": _told(right.proofs),
        "examples": [deal.hands for deal in right.deals],
    }


def _board(task: Task) -> Json:
    """What all saw, and the view's own hand, before, between and after the events that are shown.

    ``first`` has the half-suits that the question and the events are about.
    """
    return {
        "game": table_frame(task.record),
        "first": _books_first(task),
        "own": [hand.seat for hand in task.puzzle.view.hands],
        "moments": list(_moments(task)),
    }


def _empty_grids(task: Task) -> Iterator[Json]:
    """The half-suits of the question and the events to think on with a pencil, and own cards."""
    state = replay_of(task.record).state(task.puzzle.at)
    places = _places(task, state)
    for name in _books_first(task):
        yield {
            "seats": [(seat[:3], size) for seat, size in state.sizes.items()],
            "rows": [
                (card, ["●" if seat in places.get(card, ()) else "" for seat in state.sizes])
                for card in task.record.deck.by_name[name].cards
            ],
        }


def _lit(task: Task) -> Iterator[str]:
    """What the first hint speaks of: events by number, hands by seat, cells by card and seat."""
    told = hints(task)
    yield from told.hands
    for number in told.events:
        yield str(number)
        event = task.record.events[number - 1]
        if isinstance(event, Ask):
            yield from (f"{event.card}-{seat}" for seat in (event.asker, event.target))


def _moments(task: Task) -> Iterator[Json]:
    """The moments of the board: that before the first event shown, and that after each."""
    at, shows = task.puzzle.at, task.puzzle.shows
    for number in sorted({max(min(shows, default=1) - 1, 0), *shows, at}):
        state = replay_of(task.record).state(number)
        yield {
            "event": number,
            "turn": turn_words(state),
            "sizes": dict(state.sizes),
            "places": _places(task, state),
            "settled": {
                name: str(book.team or "cancelled")
                for name, book in state.books.items()
                if book.status != "open" and name not in task.record.table.settled
            },
        }


def _places(task: Task, state: State) -> dict[Card, tuple[Seat, str]]:
    """Where cards are, as far as all saw it or it is the view's own hand, and which of these."""
    own = {card: (hand.seat, "own") for hand in task.puzzle.view.hands for card in hand.cards}
    return own | {card: (seat, "public") for card, seat in state.located.items()}


def _books_first(task: Task) -> list[str]:
    """The half-suits that the question and the events shown are about."""
    book_of, question = task.record.deck.book_of, task.question
    asked = (task.record.events[number - 1] for number in task.puzzle.shows)
    about = {book_of[event.card].name for event in asked if isinstance(event, Ask)}
    about |= {question.book or (book_of[question.card].name if question.card else "")}
    return [book.name for book in task.record.table.books if book.name in about]


def _fields(task: Task) -> Json:
    """What there is to click: one of some words, any of some, or seats for cards; and none.

    ``joint`` stands between the parts of an answer, of which there are to be ``least``.
    """
    shape, fields, empty = task.kind.shape, task.kind.fields, task.kind.empty
    none = {"none": empty, "none_words": _NONE_WORDS[task.question.kind]} if empty else {}
    if shape == "any":
        return {"any": list(task.options), "joint": task.kind.joint, "least": 1, **none}
    if len(fields) == 1:
        words = [*task.options, *filter(None, [empty])]
        return {"one": words, "words": _WORDS, "joint": ",", "least": 1}
    cards = task.words("card")
    if shape == "one":
        seats, joint, least = "seats", " ", len(fields)
    else:
        seats, joint, least = ("marks", ",", 1) if empty == NONE else ("grid", ",", len(cards))
    return {seats: task.words("seat"), "cards": cards, "joint": joint, "least": least, **none}


# -- marks ----------------------------------------------------------------------------------------


def _marks(task: Task) -> Json:
    """What makes the mark of any answer: the right ones, and the reasons against options.

    ``wrong`` has them in the order in which they are told, for those that may be chosen wrongly,
    ``missing`` for those that may be left out.
    """
    right, every = mark_right(task), frozenset(task.options)
    missing = task.objections(task.missing(frozenset()), chosen=False)
    wrong = task.objections(task.wrong(every), chosen=True)
    return {
        "right": [[each.text for each in task.chosen(choice)] for choice in task.right()],
        "said": f"The answer: {_WORDS.get(right.given, right.given)}.",
        "proof": _told(right.proofs),
        "deals": _deals(right.deals),
        "wrong": {reason.option: _reason(task, reason) for reason in wrong},
        "missing": {reason.option: _reason(task, reason) for reason in missing},
        "wrong_alone": task.is_wrong_alone,
        "one_statement": task.question.kind == "claim",
        "parts": bool(task.parts(every)),
    }


def _reason(task: Task, reason: Objection) -> Json:
    """What speaks against choosing an option, or leaving it out; first no more than it must be."""
    return {
        "note": reason.note,
        "again": refutation_of(reason, task.puzzle, [reason.option]),
        "proof": _told([reason.proof] if reason.proof else []),
        "deals": _deals(reason.deals),
    }


def _told(proofs: Iterable[Explanation]) -> list[str]:
    return [line for lines in proofs_in_words(proofs) for line in lines]


def _deals(deals: Iterable[ExampleDeal]) -> list[Json]:
    """Deals, each as the hands of the seats, and the cards that tell."""
    return [{"hands": dict(deal.hands), "tells": deal.tell_tale} for deal in deals]


# -- what a class answered ------------------------------------------------------------------------


def class_page(answers: ClassAnswers) -> str:
    """The page of a class: who missed what, and each puzzle with the answers that were given.

    Raises:
        ContradictionError: where no deal is consistent with a puzzle.
    """
    documents = _documents(
        answers.lesson.puzzles,
        lambda task, number: _data(task, number) | _answered(answers, number),
    )
    slips = suggested(answers)
    return assets.page(
        "class.html",
        "",
        scripts=(),
        styles=(*_STYLES, "class.css"),
        title=answers.lesson.title or f"Lesson {answers.lesson.key}",
        date=answers.lesson.date,
        puzzles=documents,
        pupils=[
            {"name": pupil.name, "right": pupil.right, "ticks": list(map(_ticked, pupil.answers))}
            for pupil in answers.pupils
        ],
        themes=themes_of(answers),
        suggested=slips,
        meanings=meanings(slips),
        bad=list(map(bad_line, answers.bad)),
    )


def _ticked(answer: PupilAnswer) -> tuple[str, str, int]:
    """A cell: its sign, what it means, and the hints that were taken."""
    said = "right" if answer.right else "unanswered" if answer.answer is None else "wrong"
    return tick(answer), said, answer.hints


def _answered(answers: ClassAnswers, number: int) -> Json:
    """What was answered to a puzzle: how many had it right, and each wrong answer, by whom."""
    given = [(pupil.name, pupil.answers[number - 1]) for pupil in answers.pupils]
    wrong: dict[tuple[str, str], list[str]] = {}
    for name, each in given:
        if each.answer is not None and each.missed is not None:
            wrong.setdefault((each.answer, each.missed), []).append(name)
    return {
        "right": sum(each.right for _, each in given),
        "given": sum(each.answer is not None for _, each in given),
        "wrong": [
            {
                "words": _WORDS.get(words, words),
                "names": names,
                "missed": missed,
            }
            for (words, missed), names in sorted(wrong.items(), key=lambda item: -len(item[1]))
        ],
    }

"""Puzzles in words: question, hints and a marked answer; lists, lessons, and progress."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from textwrap import fill
from typing import Final

from rich.text import Text

from tracker.explain import Explanation
from tracker.game.cards import deck_contents
from tracker.game.events import Ask, by_seat
from tracker.game.record import Record
from tracker.knowledge.views import PUBLIC
from tracker.messages import clipped, counted, printable
from tracker.notation.text import format_event, rules_line
from tracker.render.document import (
    BLANK,
    Aside,
    Block,
    Document,
    Heading,
    Line,
    Sheet,
    dim,
    in_csv,
    in_markdown,
    indented,
    line,
)
from tracker.render.forms import EXIT_NEGATIVE, Forms
from tracker.render.grid import turn_words
from tracker.render.json_form import hands
from tracker.render.phrases import hand_lines
from tracker.render.proof_words import ProofWords
from tracker.teach.finding import FoundPuzzles
from tracker.teach.grading import MEANING, SLIPS, TO_ASK
from tracker.teach.lessons import BadLine, ClassAnswers, Lesson, PupilAnswer
from tracker.teach.logbook import Logbook, puzzle_key, spacing
from tracker.teach.marking import MarkedAnswer, hints
from tracker.teach.puzzle import Puzzle
from tracker.teach.task import Objection, Task

TELLS: Final = "*"
"""Marks the cards of a deal that tell."""
_COLUMN: Final = 37
"""Two columns of so many characters fit a terminal; a longer event takes more lines."""
_MOST_SHOWN: Final = 70
"""So much of a line that does not count is shown."""
_SEEN: Final = "Seen   "
"""What the line with the cards begins with that everyone knows the place of."""
_SIMPLY_SEEN: Final = "It is simply seen."
_ANSWERS: Final = {"yes": "yes", "no": "no", "surrender": "gives it up"}

# -- a marked answer ------------------------------------------------------------------------------


def mark_text(mark: MarkedAnswer, *, given_up: bool = False) -> Document:
    """A mark, and what shows it.

    Args:
        mark: the mark.
        given_up: whether it is of the right answer, and nobody gave it.
    """
    answer = line(f"The answer: {mark.answer}.", "bold")
    if given_up:
        head = [answer]
    elif mark.right:
        head = [line(f"Right: {mark.answer}.", "bold green")]
    else:
        head = [line(f"Wrong: {mark.given}. {mark.note}", "bold red"), *_parts(mark), answer]
    return [*head, *_reasons(mark)]


def wrong_for_now(mark: MarkedAnswer) -> Document:
    """That an answer is wrong, and which parts, where it may be tried again."""
    head = line(f"Wrong: {mark.given}. Once more, or 'skip'.", "bold red")
    return [head, *_parts(mark), *map(line, first_refutation(mark))]


def first_refutation(mark: MarkedAnswer) -> list[str]:
    """What shows that an answer is wrong, and gives no more of the right one away than it must."""
    if not mark.deals or mark.right:
        return []
    named = [part.text for part in mark.parts if not part.right] or [mark.given]
    return refutation_of(
        Objection("", "", mark.deals, next(iter(mark.proofs), None)), mark.puzzle, named
    )


def refutation_of(reason: Objection, puzzle: Puzzle, named: Iterable[str]) -> list[str]:
    """What shows that some options are chosen wrongly, and no more.

    That is the proof that something named cannot be, unless it says where the card is; else a deal
    in which the answer is false: of it the hands of the seats that were named, or the cards that
    tell, where none was.

    Args:
        reason: what is wrong with them.
        puzzle: the puzzle.
        named: the options, by their words.
    """
    if reason.proof and _keeps_the_place(reason.proof):
        return ProofWords.of(reason.proof).lines(reason.proof)
    if not reason.deals:
        return []
    deal, asked, named = reason.deals[0], puzzle.question, list(named)
    may = asked.kind == "can" and named == ["no"]
    head = f"{asked.seat} may have the {asked.card}. " if may else ""
    words = {word for text in [*named, asked.seat or ""] for word in text.split()}
    seats = [seat for seat in deal.hands if seat in words]
    held = [f"{seat} has {' '.join(deal.hands[seat]) or 'none'}" for seat in seats]
    held = held or [f"{deal.holder(card)} has the {card}" for card in deal.tell_tale]
    return [f"{head}In a deal that fits all that was seen, {'; '.join(held)}."]


def _keeps_the_place(proof: Explanation) -> bool:
    """Whether a proof says that somebody lacks a card, and not who holds it, as all may know."""
    part, *others = proof.conclusion.parts
    if not proof.because:
        return False
    steps = (literal for step in proof.steps for literal in step.conclusion)
    found = any(literal.holds and literal.card == part.card for literal in steps)
    return not others and not part.holds and not found


def _parts(mark: MarkedAnswer) -> list[Line]:
    """Which parts of an answer are right; of a single one only that it is, as far as it goes."""
    if len(mark.parts) < 2 and not any(part.right for part in mark.parts):
        return []
    parts = (f"{part.text} {'✔' if part.right else '✘'}" for part in mark.parts)
    return [line("Part by part: " + ", ".join(parts))]


def _reasons(mark: MarkedAnswer) -> Iterator[Block]:
    """The proofs and the deals that show the mark."""
    for statement, *steps in proofs_in_words(mark.proofs):
        yield from (BLANK, line(statement, "bold"))
        yield from map(indented, steps)
    not_so = (
        ", in which the claim is right" if mark.given == "refuted" else ", in which it is not so"
    )
    head = "A deal that fits all that was seen" + ("" if mark.right else not_so)
    for deal in mark.deals:
        yield from (BLANK, line(f"{head} (hands now; {TELLS} tells):", "bold"))
        yield from hand_lines(deal.hands, deal.tell_tale, TELLS + "{}", "bold yellow")
        head = "And another"


def proofs_in_words(proofs: Iterable[Explanation]) -> Iterator[list[str]]:
    """Proofs, each as what is proven and the steps.

    That another player lacks a card for the very same causes is said without the steps: they would
    be the same again.
    """
    before: set[tuple[object, ...]] = set()
    for proof in proofs:
        lines = ProofWords.of(proof).lines(proof)
        (first, *others), causes = proof.conclusion.parts, proof.because
        alike = (causes, first.card)
        if alike in before and len(causes) > 1 and not others and proof.verdict == "proven":
            lines = [f"In the same way it is proven: {ProofWords.of(proof).statement(proof)}."]
        if not others and not first.holds:
            before.add(alike)
        yield lines


MARKED_ANSWER: Final = Forms[MarkedAnswer](
    line=lambda mark: f"{mark.given} is {'right' if mark.right else 'wrong'}",
    document=lambda mark: mark_text(mark),
    derived={
        "MarkedAnswer.refutation": lambda mark, _: mark.refutation and mark.refutation.hands,
        "ExampleDeal.dealt": lambda example, mark: hands(mark.puzzle.record.seats, example.deal),
    },
    status=lambda mark: 0 if mark.right else EXIT_NEGATIVE,
)

# -- a puzzle as it is posed ----------------------------------------------------------------------


def posed(task: Task, *, with_events: bool = True) -> Document:
    """The position and the question of a task.

    Args:
        task: the open task.
        with_events: whether to list what happened.
    """
    puzzle = task.puzzle
    first, *rest = setting_lines(task)
    title = dict(task.record.tags).get("title") or puzzle.name
    level = f"level {puzzle.level}" if puzzle.level else ""
    return [
        line(" · ".join(part for part in (title, level, first) if part), "bold underline"),
        *(
            line(text, "bold green" if text.startswith("Hand") else "")
            for text in rest
            if with_events or not text.startswith(_SEEN)
        ),
        *([BLANK, _events(task), *_left_out(task)] if with_events else []),
        BLANK,
        line(task.prompt(), "bold"),
        dim(printable(f"({task.kind.usage}; or hint (a fifth of the point), skip, show, help)")),
    ]


def setting_lines(task: Task) -> Iterator[str]:
    """The board: who looks and when, rules, teams, hands, cards seen, settled half-suits."""
    puzzle, state, record = task.puzzle, task.deduction.state, task.record
    seat = puzzle.view.name
    who = "What everyone knows" if seat == PUBLIC else f"You are {seat}"
    yield f"{who}, after {counted(puzzle.at, 'event')}"
    yield f"Rules  {rules_line(record)}; {_deck_words(record)}"
    teams = " against ".join(" ".join(team) for team in record.table.teams)
    yield f"Teams  {teams}; to move: {turn_words(state)}"
    sizes = "  ".join(f"{s} {'?' if n is None else n}" for s, n in state.sizes.items())
    yield f"Cards  {sizes}"
    for hand in puzzle.view.hands:
        # What is left of the hand, and what has come to it.
        places = {**dict.fromkeys(hand.cards, hand.seat), **state.located}
        held = [card for card in task.deduction.cards if places.get(card) == hand.seat]
        yield f"Hand   {hand.seat}: {' '.join(held) or 'none'}"
    own, in_order = puzzle.view.seats, record.deck.in_order
    seen = by_seat(state.located.items())
    others = [seat for seat in record.seats if seat in seen and seat not in own]
    if others:
        hands = (f"{seat} {' '.join(in_order(seen[seat]))}" for seat in others)
        yield f"{_SEEN}{', '.join(hands)}"
    settled = [
        f"{name} ({book.team or 'nobody'})"
        for name, book in state.books.items()
        if book.status != "open"
    ]
    if settled:
        yield f"Gone   {', '.join(settled)}"


def _deck_words(record: Record) -> str:
    """The cards of a deck; of a custom one half-suit by half-suit."""
    if record.books:
        return ", ".join(f"{book.name} {' '.join(book.cards)}" for book in record.books)
    return deck_contents(record.deck)


def _events(task: Task) -> Block:
    """What happened, in columns, in short."""
    events = [Text(fill(text, _COLUMN, subsequent_indent="    ")) for text in event_lines(task)]
    return Aside(events, down=True) if events else line("No events.")


def _left_out(task: Task) -> list[Line]:
    words = left_out_words(task)
    return [dim(f"{words} ('all' lists them all)")] if words else []


def left_out_words(task: Task) -> str:
    """How many events are not shown, and whether they matter; nothing where all are shown."""
    at, shows = task.puzzle.at, task.puzzle.shows
    if len(shows) == at:
        return ""
    count = f"{len(shows)} of {counted(at, 'event')}."
    if task.reads_the_same(shows):
        return f"{count} The others do not change the answer."
    return f"{count} These are not enough: the answer is that of all events."


def event_lines(task: Task, *, every: bool = False) -> Iterator[str]:
    """What happened up to the moment of a puzzle, a line each, as far as the puzzle shows it.

    What a ruling is about comes after that: how it ended would give the answer away.

    Args:
        task: the open task.
        every: whether to tell all events.
    """
    for number in range(1, task.puzzle.at + 1) if every else task.puzzle.shows:
        yield f"{number:>3} {event_words(task.record, number)}"


def event_words(record: Record, number: int) -> str:
    """One event in few words."""
    event = record.events[number - 1]
    if not isinstance(event, Ask):
        return printable(format_event(event, record))
    mark = " !" if event.irregular else ""
    return printable(f"{event.asker} > {event.target} {event.card} {_ANSWERS[event.answer]}{mark}")


def hint_lines(rung: str, task: Task) -> Iterator[str]:
    """A hint in words, line by line.

    Args:
        rung: which one of ``RUNGS``.
        task: the open task.
    """
    told = hints(task)
    steps = told.first[0].steps if told.first else ()
    place = told.first[1] if told.first else 0
    match rung:
        case "events":
            yield "What matters:" if told.events else "No event matters."
            yield from (f"{n:>3} {event_words(task.record, n)}" for n in told.events)
            if told.hands:
                yield f"How many cards are held by {', '.join(map(printable, told.hands))}"
        case "question":
            yield TO_ASK[steps[place].technique] if steps else _SIMPLY_SEEN
        case "first step":
            words = ProofWords(task.record, task.deduction.view, task.puzzle.at)
            yield words.steps(steps)[place] if steps else _SIMPLY_SEEN
        case _:
            yield from chain.from_iterable(proofs_in_words(told.proofs))


# -- puzzles that were found, and progress --------------------------------------------------------
#
# Puzzles that were found, a handout of them in Markdown, and a learner's progress.


def _puzzles_text(puzzles: FoundPuzzles) -> Document:
    """A table without the answers."""
    heads: tuple[str, ...] = ("File", "After", "As", "Question", "Level", "Theme")
    rows: list[tuple[str, ...]] = [
        (
            puzzle.saved or puzzle.file,
            str(puzzle.puzzle.at),
            puzzle.puzzle.view.name,
            str(puzzle.puzzle.question),
            str(puzzle.grade.level),
            puzzle.grade.theme,
        )
        for puzzle in puzzles
    ]
    head = line(f"{counted(len(puzzles), 'puzzle')} found.", "bold")
    if not rows:
        return [head]
    return [head, BLANK, Sheet(heads, rows, right=("After", "Level"))]


FOUND_PUZZLES: Final = Forms[FoundPuzzles](
    line=lambda puzzles: counted(len(puzzles), "puzzle"),
    document=_puzzles_text,
    derived={
        "FoundPuzzle.question": lambda puzzle, _: str(puzzle.puzzle.question),
        "FoundPuzzle.causes": lambda puzzle, _: len(puzzle.grade.causes),
        "FoundPuzzle.steps": lambda puzzle, _: puzzle.grade.sizes["steps"],
    },
    status=lambda puzzles: 0 if puzzles else EXIT_NEGATIVE,
)

# -- a handout ------------------------------------------------------------------------------------


def handout(puzzles: FoundPuzzles) -> str:
    """The whole of ``tracker puzzles --md``: the questions, then all the answers with proofs."""
    questions: list[Block] = [Heading("Literature: puzzles", top=True)]
    answers: list[Block] = [Heading("Answers", top=True)]
    for number, puzzle in enumerate(puzzles, start=1):
        with Task(puzzle.puzzle) as task:
            questions += [Heading(f"Puzzle {number}"), line(f"Level {puzzle.grade.level}")]
            questions += [*map(indented, setting_lines(task)), Heading("What happened")]
            questions += [Aside([*event_lines(task)]), line(left_out_words(task))]
            questions.append(line(task.prompt(), "bold"))
            answers += [Heading(f"Answer {number}"), line(puzzle.answer, "bold")]
            answers += [*map(indented, answer_lines(task)), line(f"Theme: {puzzle.grade.theme}")]
    return in_markdown([*questions, *answers])


def answer_lines(task: Task) -> Iterator[str]:
    """What shows that the right answer is right: deals of what may be, and proofs of what must."""
    head = "A deal that fits all that was seen"
    for deal in task.examples():
        hands_now = "; ".join(f"{seat}: {' '.join(held)}" for seat, held in deal.hands.items())
        tells = f" (look at {' '.join(deal.tell_tale)})" if deal.tell_tale else ""
        yield f"{head}{tells}: {hands_now}."
        head = "And another"
    yield from chain.from_iterable(proofs_in_words(task.proofs()))


# -- a lesson, and a class's answers to it --------------------------------------------------------


def _lesson_text(lesson: Lesson) -> Document:
    """Its puzzles, how long it takes, and its files."""
    rows = [
        (str(number), str(p.level or "?"), p.theme or "?", str(p.question), str(len(p.shows)))
        for number, p in enumerate(lesson.puzzles, start=1)
    ]
    minutes = f"about {lesson.minutes:.0f} minutes"
    heads = ("No.", "Level", "Theme", "Question", "Events")
    return [
        line(f"{counted(len(lesson.puzzles), 'puzzle')}, {minutes}; key {lesson.key}.", "bold"),
        BLANK,
        Sheet(heads, rows, right=("No.", "Level", "Events")),
        BLANK,
        *(line(f"written: {file}") for file in lesson.files),
    ]


def _about(lesson: Lesson) -> Iterator[dict[str, object]]:
    """What JSON says of each puzzle of a lesson."""
    for number, puzzle in enumerate(lesson.puzzles, start=1):
        about = {"question": str(puzzle.question), "level": puzzle.level, "theme": puzzle.theme}
        yield {"number": number, **about}


LESSON: Final = Forms[Lesson](
    line=lambda lesson: counted(len(lesson.puzzles), "puzzle"),
    document=_lesson_text,
    derived={
        "Lesson.minutes": lambda lesson, _: round(lesson.minutes, 1),
        "Lesson.puzzles": lambda lesson, _: [
            {**about, "shown": puzzle.shows}
            for about, puzzle in zip(_about(lesson), lesson.puzzles, strict=True)
        ],
    },
)


def _class_text(answers: ClassAnswers) -> Document:
    """Who has what right; then each puzzle and theme, and what wrong answers suggest."""
    numbers = tuple(str(number) for number in range(1, len(answers.right) + 1))
    pupils = [
        (printable(pupil.name), *map(tick, pupil.answers), str(pupil.right))
        for pupil in answers.pupils
    ]
    sums = ("Right", *(str(_right(answers, int(number))) for number in numbers), "")
    parts: list[Block] = [
        line(f"{counted(len(answers.pupils), 'pupil')}.", "bold"),
        BLANK,
        Sheet(("Pupil", *numbers, "Right"), [*pupils, sums], right=(*numbers, "Right")),
        BLANK,
        Sheet(("Theme", "Right", "Answers"), themes_of(answers), right=("Right", "Answers")),
    ]
    if slips := suggested(answers):
        parts += [BLANK, line("What wrong answers suggest was missed:", "bold")]
        parts += [line(f"{printable(name)}: {_slip_words(counts)}") for name, counts in slips]
        legend = (f"{missed}: {words}" for missed, words in meanings(slips))
        parts += [BLANK, *(line(text, "dim") for text in legend)]
    if answers.bad:
        parts += [BLANK, line("Not counted:", "bold red")]
        parts += [line(printable(bad_line(bad))) for bad in answers.bad]
    return parts


def _slip_words(counts: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{missed} {count}×" for missed, count in counts)


def bad_line(bad: BadLine) -> str:
    """Where a line stands that counts for nobody, what it says, and why it does not count."""
    return f"{bad.source}:{bad.line}: {clipped(bad.text, _MOST_SHOWN)}: {bad.reason}"


def tick(answer: PupilAnswer) -> str:
    """The sign of an answer: right, wrong, or none given."""
    if answer.answer is None:
        return "–"
    return "✔" if answer.right else "✘"


def _right(answers: ClassAnswers, number: int) -> int:
    return sum(pupil.answers[number - 1].right for pupil in answers.pupils)


def themes_of(answers: ClassAnswers) -> list[tuple[str, str, str]]:
    """How many answers to the puzzles of each theme are right, and how many there are."""
    rows: dict[str, list[bool]] = {}
    for pupil in answers.pupils:
        for puzzle, answer in zip(answers.lesson.puzzles, pupil.answers, strict=True):
            if answer.answer is not None:
                rows.setdefault(puzzle.theme or "none", []).append(answer.right)
    return [(theme, str(sum(rights)), str(len(rights))) for theme, rights in sorted(rows.items())]


def suggested(answers: ClassAnswers) -> list[tuple[str, list[tuple[str, int]]]]:
    """For each pupil the techniques and slips that wrong answers suggest, the commonest first."""
    of_each = (
        (pupil.name, Counter(answer.missed for answer in pupil.answers if answer.missed))
        for pupil in answers.pupils
    )
    return [(name, counts.most_common()) for name, counts in of_each if counts]


def meanings(slips: Iterable[tuple[str, Iterable[tuple[str, int]]]]) -> list[tuple[str, str]]:
    """What each technique or slip is that wrong answers suggest, in the order of the alphabet.

    Args:
        slips: of all pupils, as ``suggested`` has them.
    """
    names = sorted({missed for _, counts in slips for missed, _ in counts})
    return [(missed, MEANING.get(missed) or SLIPS[missed]) for missed in names]


COLUMNS: Final = (
    "pupil", "puzzle", "theme", "level", "answer", "right", "hints", "missed", "key"
)  # fmt: skip
"""The columns of a class's answers as CSV; ``key`` names the puzzle in all lessons."""


def class_csv(answers: ClassAnswers) -> str:
    """A line for each pupil and puzzle. No cell can be taken for a formula."""
    puzzles = [(each.theme, each.level, puzzle_key(each)) for each in answers.lesson.puzzles]
    rows = []
    for pupil in answers.pupils:
        name = f"'{pupil.name}" if pupil.name[0] in "=+-@" else pupil.name
        for (theme, level, key), each in zip(puzzles, pupil.answers, strict=True):
            marks = (each.answer, int(each.right), each.hints, each.missed, key)
            rows.append((name, each.puzzle, theme, level, *marks))
    return in_csv(COLUMNS, rows)


CLASS_ANSWERS: Final = Forms[ClassAnswers](
    line=lambda answers: counted(len(answers.pupils), "pupil"),
    document=_class_text,
    derived={
        "ClassAnswers.puzzles": lambda answers, _: [
            {**about, "answer": right, "right": _right(answers, number)}
            for number, (about, right) in enumerate(
                zip(_about(answers.lesson), answers.right, strict=True), start=1
            )
        ]
    },
    status=lambda answers: EXIT_NEGATIVE if answers.bad or not answers.pupils else 0,
)


# -- a learner's progress -------------------------------------------------------------------------

_SPACED = {"fsrs": "Reviews are spaced by FSRS.", "doubling": (
    "Reviews are spaced by doubling; with the extra 'train' of the package, by FSRS."
)}  # fmt: skip


def attempts_csv(logbook: Logbook) -> str:
    """The whole of ``tracker train --export``: a line for each attempt, the oldest first."""
    attempts = logbook.attempts()
    return in_csv((name for name, *_ in attempts.description), attempts)


def progress_report(logbook: Logbook) -> Document:
    """The whole of ``tracker train --stats``: by theme, the weakest first, and by week."""
    themes = [
        (theme, str(attempts), str(right), f"{score:.2f}")
        for theme, attempts, right, score in logbook.strengths()
    ]
    if not themes:
        return [line("Nothing has been solved yet.")]
    weeks = [tuple(map(str, week)) for week in logbook.weeks()]
    return [
        Sheet(("Theme", "Puzzles", "Right", "Score"), themes, right=("Puzzles", "Right", "Score")),
        BLANK,
        Sheet(("Week from", "Puzzles", "Right"), weeks, right=("Puzzles", "Right")),
        BLANK,
        dim(_SPACED[spacing()]),
    ]

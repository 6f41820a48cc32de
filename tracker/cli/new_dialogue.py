"""The dialogue of ``tracker new``: one question after the other, and back again.

An answer is judged together with those before it, as soon as it is given. ``<`` goes back to the
question before, which then has its old answer as the default. What was answered when Ctrl-C ended
it is kept beside the file (``FILE.draft``), and the next ``tracker new FILE`` goes on from there.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from tracker.entry.typed_line import without_lines
from tracker.errors import NotationError, TextProblem
from tracker.game.cards import deck_contents
from tracker.game.events import Missing, Now
from tracker.game.record import Record
from tracker.game.rules import PRESETS
from tracker.messages import printable
from tracker.notation.atomic_write import write_text
from tracker.notation.names import names_between_commas, players_words
from tracker.notation.text import loads

BACK: Final = "<"
NOT_KNOWN: Final = "not known"
NO_MORE: Final = "no more"
HANDS_NOW: Final = "hands now"
"""The answer of whoever knows no dealt hands, but some of those at the end."""
_INTRODUCTION: Final = (
    f"'{BACK}' goes back to the question before. Presets: {', '.join(PRESETS)}; then changes, as "
    "in 'pagat, must-claim=yes'. 'pagat, deck=custom' asks for the half-suits."
)
_ANY_BOOK: Final = "book any half-suit: 2C 3C 4C 5C"


@dataclass(frozen=True)
class Asked:
    """What is asked next."""

    words: str
    form: str
    """The line of the header that the answer makes, at ``{}``."""
    default: str | None = None
    supposed: tuple[str, ...] = ()
    """Lines that are still to come, as they might be; ``{first}``: the answer's first word."""
    before: str = ""
    """What is said before it is asked for the first time."""


def asked_record(path: str, lines: Sequence[str]) -> Record:
    """The record that the user describes.

    Args:
        path: the file that it is for.
        lines: lines of the header that are known already.

    Raises:
        click.Abort: at Ctrl-C, or where the input ends; what was answered is kept.
    """
    kept = Path(f"{path}.draft")
    answers = _kept_answers(kept)
    _say(_INTRODUCTION)
    if answers:
        _say(f"Going on from what was typed before ({len(answers)} answers).")
    old: list[str] = []  # answers taken back: the defaults of their questions
    try:
        while (question := _question(answers, draft := _draft(lines, answers))) is not None:
            again = [old.pop()] if old else []
            default = again[0] if again else question.default
            answer = _ask(question, default, draft)
            if answer == BACK:
                old += [*again, *answers[-1:]]
                del answers[-1:]
            else:
                answers.append(answer)
    except click.Abort:
        _keep(kept, answers)
        raise
    with contextlib.suppress(OSError):
        kept.unlink(missing_ok=True)
    return _draft(lines, answers).record


def _question(answers: Sequence[str], draft: HeaderDraft) -> Asked | None:
    """What comes after some answers, which make a draft; None where all is known."""
    if not answers:
        return Asked("Rules", "rules: {}", "pagat", (*ANY_SEATS, _ANY_BOOK))
    rest = list(answers[1:])
    if "custom" in answers[0]:
        books = [answer for answer in rest if ":" in answer]
        if NO_MORE not in rest:
            more = NO_MORE if books else None
            before = "" if books else "Half-suits, each as its name and its cards: reds: 2H 3H 4H"
            return Asked(f"Half-suit {len(books) + 1}", "book {}", more, ANY_SEATS, before)
        rest = rest[len(books) + 1 :]
    if not rest:
        return Asked("Seats, clockwise", "seats: {}", None, ("dealer: {first}",))
    if len(rest) == 1:
        default = NOT_KNOWN if _is_enough(draft) else rest[0].split()[0]
        return Asked("Dealer", "dealer: {}", default)
    is_now = rest[2:3] == [HANDS_NOW]
    return _hand_question(draft, len(rest) - 2 - is_now, is_now=is_now)


def _hand_question(draft: HeaderDraft, number: int, *, is_now: bool) -> Asked | None:
    """The question for the hand of one seat; None where there is no such seat."""
    table = draft.record.table
    if number == len(table.seats):
        return None
    seat = table.seats[number]
    if is_now:
        before = "" if number else "Hands as they are now; what came before is left open ('...')."
        return Asked(f"Hand of {printable(seat)} now", f"now {seat}: {{}}", NOT_KNOWN, (), before)
    before = (
        "Dealt hands, as far as they are known; '...' at the end of one means: and others. "
        f"Cards are {deck_contents(table.deck)}. '{HANDS_NOW}': I know hands at the end instead."
    )
    words = f"Hand of {printable(seat)}, {table.sizes[seat]} cards"
    return Asked(words, f"hand {seat}: {{}}", NOT_KNOWN, (), "" if number else before)


def _draft(lines: Sequence[str], answers: Sequence[str]) -> HeaderDraft:
    """The header that some answers make."""
    draft = HeaderDraft()
    for line in lines:
        draft.add(line, *ANY_SEATS)
    for place, answer in enumerate(answers):
        question = _question(answers[:place], draft)
        if question is not None:
            _add(draft, question, answer)
    return draft


def _add(draft: HeaderDraft, question: Asked, answer: str) -> None:
    """Take in an answer.

    Raises:
        NotationError: where it does not fit.
    """
    words = answer.split()
    if answer == HANDS_NOW and question.form.startswith("hand "):
        draft.add("...")
        return
    if answer == question.default and answer in (NOT_KNOWN, NO_MORE):
        return
    supposed = (line.replace("{first}", words[0]) for line in question.supposed)
    if question.form.startswith("rules") and "custom" not in answer:
        supposed = (line for line in supposed if line != _ANY_BOOK)
    draft.add(question.form.replace("{}", answer), *supposed)


def _ask(question: Asked, default: str | None, draft: HeaderDraft) -> str:
    """Ask until the answer fits; the answer, or ``<``."""
    if question.before:
        _say(question.before)
    while True:
        answer: str = click.prompt(question.words, default=default)
        answer = " ".join(answer.split()) or question.default or ""
        if answer == BACK:
            return BACK
        if not answer:
            continue
        if answer.lower() == HANDS_NOW:
            answer = HANDS_NOW
        try:
            if question.form.startswith("seats"):
                answer = names_between_commas(answer)
            _add(draft, question, answer)
        except NotationError as error:
            for problem in error.problems:
                _say(f"  {printable(problem.message)}", err=True)
        else:
            if question.form.startswith("seats"):
                _say(players_words(answer))
            return answer


def _is_enough(draft: HeaderDraft) -> bool:
    """Whether the rules can do without a dealer."""
    try:
        return bool(draft.record)
    except NotationError:
        return False


def _say(text: str, *, err: bool = False) -> None:
    """Print a message with its lines broken at words."""
    width = max(shutil.get_terminal_size().columns - 1, 20)
    indent = " " * (len(text) - len(text.lstrip()))
    for line in textwrap.wrap(text.strip(), width - len(indent), break_on_hyphens=False):
        click.echo(indent + line, err=err)


# -- what is kept ----------------------------------------------------------------------------------


def _keep(kept: Path, answers: Sequence[str]) -> None:
    """Keep the answers, and say so."""
    if not answers:
        return
    with contextlib.suppress(OSError):
        write_text(os.fspath(kept), json.dumps(list(answers), ensure_ascii=False) + "\n")
        click.echo(err=True)
        name = printable(os.fspath(kept))
        _say(f"What was typed is kept in {name}: the same command goes on from there.", err=True)


def _kept_answers(kept: Path) -> list[str]:
    """What was answered before; only as far as it still fits."""
    try:
        given = json.loads(kept.read_bytes())
    except (OSError, ValueError, RecursionError):
        return []
    answers: list[str] = []
    for answer in given if isinstance(given, list) else ():
        try:
            _draft((), [*answers, str(answer)])
        except NotationError:
            break
        answers.append(str(answer))
    return answers


# -- the header of a new record -------------------------------------------------------------------

SOURCE = "header"
"""What errors call a line."""
ANY_SEATS = ("seats: A B C D", "dealer: A")
"""What to suppose while nobody knows the seats."""


class HeaderDraft:
    """A header that is being put together; every line is judged with those before it.

    Example::

        draft = HeaderDraft()
        draft.add("rules: india-52", *ANY_SEATS)
        draft.add("seats: Ann Bob Carl Dora")
        draft.record
    """

    def __init__(self) -> None:
        self._lines: list[str] = []

    @property
    def record(self) -> Record:
        """The record so far.

        Raises:
            NotationError: where the lines do not make one.
        """
        return without_lines(self._read())

    def add(self, line: str, *supposed: str) -> None:
        """Add a line.

        Args:
            line: the line.
            supposed: lines that are still to come, as they might be.

        Raises:
            NotationError: where it is no line of a header, or does not fit the others.
        """
        self._read(line, *supposed)
        self._lines.append(line)

    def _read(self, *more: str) -> Record:
        lines = [*self._lines, *more]
        record = loads("\n".join(lines), SOURCE)
        if any(not isinstance(event, Missing | Now) for event in record.events):
            problem = TextProblem(SOURCE, len(lines), 1, "this is an event (expected a header)")
            raise NotationError((problem,))
        return record

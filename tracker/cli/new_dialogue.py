"""The dialogue of ``tracker new``: one question after the other, and back again.

The questions are one coroutine: it asks, is sent the answer, and asks what comes next. ``<`` goes
back: the answers but the last one are sent to a new one. An answer is judged together with those
before it, as soon as it is given. What was answered when Ctrl-C ended it is kept beside the file
(``FILE.draft``), and the next ``tracker new FILE`` goes on from there.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Generator, Sequence
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
_ANY_SEATS: Final = ("seats: A B C D", "dealer: A")
"""What to suppose while nobody knows the seats."""


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


class _Dialogue:
    """The questions, and the lines that the answers to them make.

    Args:
        lines: lines of the header that are known already.
        answers: the answers given so far.
    """

    def __init__(self, lines: Sequence[str], answers: Sequence[str]) -> None:
        self._lines = list(lines)
        self._questions = self._asking()
        self.question: Asked | None = next(self._questions)
        for answer in answers:
            self.take(answer)

    def record(self, *more: str) -> Record:
        """The record that the lines make, with more of them.

        Raises:
            NotationError: where they do not make one, or an answer was an event.
        """
        lines = [*self._lines, *more]
        record = without_lines(loads("\n".join(lines), "header"))
        if any(not isinstance(event, Missing | Now) for event in record.events):
            problem = TextProblem("header", len(lines), 1, "this is an event (expected a header)")
            raise NotationError((problem,))
        return record

    def take(self, answer: str) -> None:
        """Take in an answer, and go on to the next question.

        Raises:
            NotationError: where it does not fit.
        """
        asked = self.question
        if asked is None:
            return
        if asked.form.startswith("hand ") and answer == HANDS_NOW:
            line = "..."
        elif answer == asked.default and answer in (NOT_KNOWN, NO_MORE):
            line = ""
        else:
            line = asked.form.replace("{}", answer)
            first = (*answer.split(), "")[0]
            supposed = [each.replace("{first}", first) for each in asked.supposed]
            is_custom = _ANY_BOOK not in supposed or "custom" in answer
            self.record(line, *(each for each in supposed if is_custom or each != _ANY_BOOK))
        self._lines += [line] if line else []
        with contextlib.suppress(StopIteration):
            self.question = self._questions.send(answer)
            return
        self.question = None

    def _asking(self) -> Generator[Asked, str, None]:
        """Ask, question by question; each is sent its answer."""
        rules = yield Asked("Rules", "rules: {}", "pagat", (*_ANY_SEATS, _ANY_BOOK))
        if "custom" in rules:
            number, more, answer = 1, None, ""
            before = "Half-suits, each as its name and its cards: reds: 2H 3H 4H"
            while answer != NO_MORE:
                asked = Asked(f"Half-suit {number}", "book {}", more, _ANY_SEATS, before)
                answer = yield asked
                number, more, before = number + 1, NO_MORE, ""
        seats = yield Asked("Seats, clockwise", "seats: {}", None, ("dealer: {first}",))
        try:
            dealer = NOT_KNOWN if self.record() else ""
        except NotationError:  # the rules cannot do without a dealer
            dealer = seats.split()[0]
        yield Asked("Dealer", "dealer: {}", dealer)
        table = self.record().table
        before = (
            "Dealt hands, as far as they are known; '...' at the end of one means: and others. "
            f"Cards are {deck_contents(table.deck)}. "
            f"'{HANDS_NOW}': I know hands at the end instead."
        )
        answer = ""
        for seat in table.seats:
            words = f"Hand of {printable(seat)}, {table.sizes[seat]} cards"
            answer = yield Asked(words, f"hand {seat}: {{}}", NOT_KNOWN, (), before)
            before = ""
            if answer == HANDS_NOW:
                break
        before = "Hands as they are now; what came before is left open ('...')."
        for seat in table.seats if answer == HANDS_NOW else ():
            words = f"Hand of {printable(seat)} now"
            yield Asked(words, f"now {seat}: {{}}", NOT_KNOWN, (), before)
            before = ""


def asked_record(path: str, lines: Sequence[str]) -> Record:
    """The record that the user describes.

    Args:
        path: the file that it is for.
        lines: lines of the header that are known already.

    Raises:
        click.Abort: at Ctrl-C, or where the input ends; what was answered is kept.
    """
    kept = Path(f"{path}.draft")
    answers = _kept_answers(kept, lines)
    _say(_INTRODUCTION)
    if answers:
        _say(f"Going on from what was typed before ({len(answers)} answers).")
    old: list[str] = []  # answers taken back: the defaults of their questions
    try:
        while (question := (dialogue := _Dialogue(lines, answers)).question) is not None:
            again = [old.pop()] if old else []
            answer = _ask(question, again[0] if again else question.default, dialogue)
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
    return dialogue.record()


def _ask(question: Asked, default: str | None, dialogue: _Dialogue) -> str:
    """Ask until the answer fits; the answer, or ``<``."""
    if question.before:
        _say(question.before)
    while True:
        typed: str = click.prompt(question.words, default=default)
        answer = " ".join(typed.split()) or question.default or ""
        answer = HANDS_NOW if answer.lower() == HANDS_NOW else answer
        if answer == BACK:
            return BACK
        try:
            if question.form.startswith("seats"):
                answer = names_between_commas(answer)
            if answer:
                dialogue.take(answer)
        except NotationError as error:
            for problem in error.problems:
                _say(f"  {printable(problem.message)}", err=True)
            continue
        if answer and question.form.startswith("seats"):
            _say(players_words(answer))
        if answer:
            return answer


def _say(text: str, *, err: bool = False) -> None:
    """Print a message with its lines broken at words."""
    width = max(shutil.get_terminal_size().columns - 1, 20)
    indent = " " * (len(text) - len(text.lstrip()))
    click.echo(click.wrap_text(text.strip(), width, indent, indent), err=err)


def _keep(kept: Path, answers: Sequence[str]) -> None:
    """Keep the answers, and say so."""
    if not answers:
        return
    with contextlib.suppress(OSError):
        write_text(os.fspath(kept), json.dumps(list(answers), ensure_ascii=False) + "\n")
        name = printable(os.fspath(kept))
        click.echo(err=True)
        _say(f"What was typed is kept in {name}: the same command goes on from there.", err=True)


def _kept_answers(kept: Path, lines: Sequence[str]) -> list[str]:
    """What was answered before; nothing where it does not fit any more."""
    try:
        answers = [str(answer) for answer in json.loads(kept.read_bytes())]
        _Dialogue(lines, answers)
    except (OSError, ValueError, TypeError, RecursionError, NotationError):
        return []
    return answers

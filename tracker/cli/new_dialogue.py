"""The dialogue of ``tracker new``: one question after the other, and back again.

The questions are one generator over the answers: it goes on as they say. ``<`` goes back: the next
one is made of the answers but the last. An answer is judged together with those before it, as soon
as it is given. What was answered when Ctrl-C ended it is kept beside the file (``FILE.draft``), and
the next ``tracker new FILE`` goes on from there.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

import click

from tracker.entry.typed_line import without_lines
from tracker.errors import NotationError, TextProblem
from tracker.game.cards import deck_contents
from tracker.game.events import Missing, Now, Seat
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
_INDENT: Final = len("Error: ")
"""Columns that click puts before what is wrong with an answer."""


@dataclass(frozen=True)
class Asked:
    """What is asked next."""

    words: str
    form: str
    """The line of the header that the answer makes, at ``{}``."""
    default: str | None = None
    none: str | None = None
    """The answer that makes no line."""
    supposed: Sequence[str] = ()
    """Lines that are still to come, as they might be; ``{}``: the answer's first word."""
    before: str = ""
    """What is said before it is asked."""

    def line(self, answer: str) -> str:
        """The line that an answer makes; empty for none."""
        if self.form.startswith("hand ") and answer == HANDS_NOW:
            return "..."
        return "" if answer == self.none else self.form.replace("{}", answer)

    def rest(self, answer: str) -> list[str]:
        """The lines to suppose behind that of an answer."""
        is_custom = not self.form.startswith("rules") or "custom" in answer
        lines = self.supposed if is_custom else self.supposed[1:]
        return [line.replace("{}", (*answer.split(), "")[0]) for line in lines]


def _asking(known: Sequence[str], answers: Sequence[str]) -> Iterator[Asked]:
    """Ask, question by question; each is answered before the next is asked."""
    yield Asked("Rules", "rules: {}", "pagat", supposed=(_ANY_BOOK, *_ANY_SEATS))
    place, more = 1, "custom" in answers[0]
    before = "Half-suits, each as its name and its cards: reds: 2H 3H 4H"
    while more:
        none = NO_MORE if place > 1 else None
        yield Asked(f"Half-suit {place}", "book {}", none, none, _ANY_SEATS, before)
        place, more, before = place + 1, answers[place] != NO_MORE, ""
    yield Asked("Seats, clockwise", "seats: {}", supposed=("dealer: {}",))
    seats = answers[: place + 1]
    try:
        _record(_lines(known, seats))
        yield Asked("Dealer", "dealer: {}", NOT_KNOWN, NOT_KNOWN)
    except NotationError:  # the rules cannot do without a dealer
        yield Asked("Dealer", "dealer: {}", seats[-1].split()[0])
    table = _record(_lines(known, answers[: place + 2])).table
    before = (
        "Dealt hands, as far as they are known; '...' at the end of one means: and others. "
        f"Cards are {deck_contents(table.deck)}. "
        f"'{HANDS_NOW}': I know hands at the end instead."
    )
    for number, seat in enumerate(table.seats, start=place + 2):
        words = f"Hand of {printable(seat)}, {table.sizes[seat]} cards"
        yield Asked(words, f"hand {seat}: {{}}", NOT_KNOWN, NOT_KNOWN, before=before)
        before = ""
        if answers[number] == HANDS_NOW:
            yield from _asking_hands_now(table.seats)
            return


def _asking_hands_now(seats: Sequence[Seat]) -> Iterator[Asked]:
    """Ask for the hands at the end."""
    before = "Hands as they are now; what came before is left open ('...')."
    for seat in seats:
        words = f"Hand of {printable(seat)} now"
        yield Asked(words, f"now {seat}: {{}}", NOT_KNOWN, NOT_KNOWN, before=before)
        before = ""


def _lines(known: Sequence[str], answers: Sequence[str]) -> list[str]:
    """The lines that answers make, behind those that are known already."""
    asked = zip(answers, _asking(known, answers), strict=False)
    return [*known, *filter(None, (question.line(answer) for answer, question in asked))]


def _record(lines: Sequence[str]) -> Record:
    """The record that lines of a header make.

    Raises:
        NotationError: where they do not make one, or one of them is an event.
    """
    record = without_lines(loads("\n".join(lines), "header"))
    if any(not isinstance(event, Missing | Now) for event in record.events):
        problem = TextProblem("header", len(lines), 1, "this is an event (expected a header)")
        raise NotationError((problem,))
    return record


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
    place = len(answers)  # what stands behind it was taken back, and is offered again
    _say(_INTRODUCTION)
    if answers:
        _say(f"Going on from what was typed before ({place} answers).")
    try:
        while asked := _next(lines, answers[:place]):
            default = answers[place] if place < len(answers) else asked.default
            answer = _ask(asked, default, _lines(lines, answers[:place]))
            if answer == BACK:
                place = max(place - 1, 0)
            else:
                answers[place : place + 1] = [answer]
                place += 1
    except click.Abort:
        _keep(kept, answers[:place])
        raise
    with contextlib.suppress(OSError):
        kept.unlink(missing_ok=True)
    return _record(_lines(lines, answers[:place]))


def _next(lines: Sequence[str], answers: Sequence[str]) -> Asked | None:
    """The question behind those that are answered; None where there is none."""
    return next(islice(_asking(lines, answers), len(answers), None), None)


def _ask(asked: Asked, default: str | None, lines: Sequence[str]) -> str:
    """Ask until the answer fits behind some lines; the answer, or ``<``."""
    if asked.before:
        _say(asked.before)
    judge = partial(_judged, asked, lines)
    answer: str = click.prompt(asked.words, default=default, value_proc=judge)
    if asked.form.startswith("seats") and answer != BACK:
        _say(players_words(answer))
    return answer


def _judged(asked: Asked, lines: Sequence[str], typed: str) -> str:
    """An answer as it is kept; click asks again where it does not fit."""
    answer = " ".join(typed.split()) or asked.default or ""
    answer = HANDS_NOW if answer.lower() == HANDS_NOW else answer
    try:
        if asked.form.startswith("seats"):
            answer = names_between_commas(answer)
        if answer != BACK and (line := asked.line(answer)) not in ("", "..."):
            _record([*lines, line, *asked.rest(answer)])
    except NotationError as error:
        wrong = (printable(problem.message) for problem in error.problems)
        raise click.UsageError(_wrapped("\n\n".join(wrong), _INDENT).strip()) from None
    return answer


def _wrapped(text: str, indent: int = 0) -> str:
    """A text with its lines broken at words.

    Args:
        text: the text.
        indent: columns that are taken in the first line.
    """
    width = max(shutil.get_terminal_size().columns - 1, 20)
    return click.wrap_text(text, width, " " * indent, "  " * bool(indent), preserve_paragraphs=True)


def _say(text: str) -> None:
    click.echo(_wrapped(text))


def _keep(kept: Path, answers: Sequence[str]) -> None:
    """Keep the answers, and say so."""
    if not answers:
        return
    with contextlib.suppress(OSError):
        write_text(os.fspath(kept), json.dumps(list(answers), ensure_ascii=False) + "\n")
        name = printable(os.fspath(kept))
        said = f"What was typed is kept in {name}: the same command goes on from there."
        click.echo(f"\n{_wrapped(said)}", err=True)


def _kept_answers(kept: Path, lines: Sequence[str]) -> list[str]:
    """What was answered before; nothing where it does not fit any more."""
    try:
        answers = [str(answer) for answer in json.loads(kept.read_bytes())]
        _next(lines, answers)
    except (OSError, ValueError, TypeError, RecursionError, NotationError):
        return []
    return answers

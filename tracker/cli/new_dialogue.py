"""The dialogue of ``tracker new``: one question after the other.

An answer is judged together with those before it, as soon as it is given, and click asks again
where it does not fit. What was answered stands in the lines of the header: so where Ctrl-C ends it,
the record can be made of them all the same, and ``tracker enter`` goes on.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from typing import Final

import click

from tracker.entry.typed_line import without_lines
from tracker.errors import NotationError, TextProblem
from tracker.game.cards import deck_contents
from tracker.game.events import Missing, Now, Seat
from tracker.game.record import Record
from tracker.game.rules import PRESETS
from tracker.messages import printable
from tracker.notation.names import names_between_commas, players_words
from tracker.notation.text import loads

NOT_KNOWN: Final = "not known"
NO_MORE: Final = "no more"
HANDS_NOW: Final = "hands now"
"""The answer of whoever knows no dealt hands, but some of those at the end."""
_INTRODUCTION: Final = (
    f"Presets: {', '.join(PRESETS)}; then changes, as in 'pagat, must-claim=yes'. 'pagat, "
    "deck=custom' asks for the half-suits. Whatever is said can be changed later, in 'tracker "
    "enter'."
)
_ANY_BOOK: Final = "book any half-suit: 2C 3C 4C 5C"
_ANY_SEATS: Final = ("seats: A B C D", "dealer: A")
"""What to suppose while nobody knows the seats."""
_INDENT: Final = len("Error: ")
"""Columns that click puts before what is wrong with an answer."""


def ask_header(lines: list[str]) -> None:
    """Ask for a header, and put the lines that the answers make behind those known already.

    Raises:
        click.Abort: at Ctrl-C, or where the input ends; the lines have what was answered by then.
    """
    _say(_INTRODUCTION)
    rules = _ask(lines, "Rules", "rules: {}", "pagat", _after_rules)
    if "custom" in rules:
        _ask_for_books(lines)
    seats = _ask(lines, "Seats, clockwise", "seats: {}", None, _after_seats)
    _say(players_words(seats))
    try:
        header_record(lines)
        dealer = NOT_KNOWN
    except NotationError:  # the rules cannot do without a dealer
        dealer = seats.split()[0]
    _ask(lines, "Dealer", "dealer: {}", dealer)
    table = header_record(lines).table
    _say(
        "Dealt hands, as far as they are known; '...' at the end of one means: and others. "
        f"Cards are {deck_contents(table.deck)}. "
        f"'{HANDS_NOW}': I know hands at the end instead."
    )
    for seat in table.seats:
        words = f"Hand of {printable(seat)}, {table.sizes[seat]} cards"
        if _ask(lines, words, f"hand {seat}: {{}}", NOT_KNOWN) == HANDS_NOW:
            _ask_for_hands_now(lines, table.seats)
            return


def _ask_for_books(lines: list[str]) -> None:
    """Ask for the half-suits of a deck of one's own."""
    _say("Half-suits, each as its name and its cards: reds: 2H 3H 4H")
    answer, place = _ask(lines, "Half-suit 1", "book {}", None, lambda _: _ANY_SEATS), 1
    while answer != NO_MORE:
        place += 1
        answer = _ask(lines, f"Half-suit {place}", "book {}", NO_MORE, lambda _: _ANY_SEATS)


def _ask_for_hands_now(lines: list[str], seats: Sequence[Seat]) -> None:
    """Ask for the hands at the end."""
    _say("Hands as they are now; what came before is left open ('...').")
    for seat in seats:
        _ask(lines, f"Hand of {printable(seat)} now", f"now {seat}: {{}}", NOT_KNOWN)


def _after_rules(rules: str) -> Sequence[str]:
    """What is still to come behind the rules, as it might be."""
    return (_ANY_BOOK, *_ANY_SEATS) if "custom" in rules else _ANY_SEATS


def _after_seats(seats: str) -> Sequence[str]:
    """What is still to come behind the seats, as it might be."""
    return [f"dealer: {(*seats.split(), '')[0]}"]


def _ask(
    lines: list[str],
    words: str,
    form: str,
    default: str | None,
    to_come: Callable[[str], Sequence[str]] = lambda _: (),
) -> str:
    """Ask until the answer fits behind some lines, and add the line that it makes.

    Args:
        lines: the lines of the header by now.
        words: what is asked.
        form: the line that the answer makes, at ``{}``.
        default: the answer of who gives none; that nothing is known, or no more, makes no line.
        to_come: lines that are still to come behind an answer, as they might be.
    """

    def made(answer: str) -> list[str]:
        """The line that an answer makes, if it makes one."""
        if answer == default and answer in (NOT_KNOWN, NO_MORE):
            return []
        is_for_now = answer == HANDS_NOW and form.startswith("hand ")
        return ["..." if is_for_now else form.replace("{}", answer)]

    def judged(typed: str) -> str:
        """An answer as it is kept."""
        answer = " ".join(typed.split()) or default or ""
        answer = HANDS_NOW if answer.lower() == HANDS_NOW else answer
        try:
            if form.startswith("seats"):
                answer = names_between_commas(answer)
            if (line := made(answer)) not in ([], ["..."]):
                header_record([*lines, *line, *to_come(answer)])
        except NotationError as error:
            wrong = (printable(problem.message) for problem in error.problems)
            raise click.UsageError(_wrapped("\n\n".join(wrong), _INDENT).strip()) from None
        return answer

    answer: str = click.prompt(words, default=default, value_proc=judged)
    lines += made(answer)
    return answer


def header_record(lines: Sequence[str]) -> Record:
    """The record that lines of a header make.

    Raises:
        NotationError: where they do not make one, or one of them is an event.
    """
    record = without_lines(loads("\n".join(lines), "header"))
    if any(not isinstance(event, Missing | Now) for event in record.events):
        problem = TextProblem("header", len(lines), 1, "this is an event (expected a header)")
        raise NotationError((problem,))
    return record


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

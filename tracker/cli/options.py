"""Options and arguments that commands share, and the reading of what they name."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

import click
from click.shell_completion import CompletionItem

from tracker.analysis.check import CONTRADICTION, check
from tracker.cli.streams import STANDARD, choose_colour, needs_plain, send, send_to
from tracker.errors import ContradictionError, NotationError, RecordError, TextProblem
from tracker.game.cards import Deck
from tracker.game.lookup import find_book
from tracker.game.record import Record
from tracker.game.state import State
from tracker.inference.contradictions import contradiction_error
from tracker.inference.deduction import Deduction, deduce
from tracker.knowledge.views import view_seats
from tracker.messages import printable
from tracker.notation import text
from tracker.notation.record_files import read
from tracker.notation.source import MAX_BYTES, read_file

_SLIPS: Final = 8
"""More lines than that which mean nothing, and most of all: then it is no record with slips."""
COLOURS: Final = ("always", "never", "auto")
Command = TypeVar("Command", bound=Callable[..., Any])


def read_record(path: str, *, every_problem: bool = False) -> Record:
    """The one game in a file: text, JSON or the log of another program; ``-``: standard input.

    Args:
        path: the file.
        every_problem: whether to list all that is wrong even with what is no record at all.

    Raises:
        click.ClickException: where the file cannot be read (exit status 2).
        NotationError: where it is not a record.
    """
    content = read_bytes(path)
    try:
        return read(content, "<stdin>" if path == STANDARD else path)
    except NotationError as error:
        if every_problem or not _is_something_else(error, content):
            raise
        first = error.problems[0]
        said = f"this is not a record: most of its lines mean nothing (line {first.line}: "
        problem = TextProblem(first.source, 1, 1, f"{said}{first.message})")
        raise NotationError((problem,)) from error


def _is_something_else(error: NotationError, content: bytes) -> bool:
    """Whether a text is no record with slips, but something else altogether."""
    lines = [line for line in content.split(b"\n") if line.strip() and line[:1] != b"#"]
    wrong = {problem.line for problem in error.problems}
    return len(wrong) > _SLIPS and 2 * len(wrong) > len(lines)


def read_bytes(path: str) -> bytes:
    """What a file holds, or as much of it as shows that it is too large for a record."""
    try:
        if path == STANDARD:
            return sys.stdin.buffer.read(MAX_BYTES + 1)
        return read_file(path)
    except OSError as error:
        raise unreadable(path, error) from error


class UnreadableFileError(click.FileError):
    """A file that cannot be read or written."""

    exit_code = 2


def unreadable(path: str, error: OSError) -> click.ClickException:
    """The error for a file that cannot be read or written."""
    name = "<stdin>" if path == STANDARD else printable(path)
    return UnreadableFileError(name, error.strerror or str(error))


def write_out(path: str | None, document: str) -> None:
    """Write a document to a file, or to standard output (``-``, or no file named).

    Raises:
        click.ClickException: where the file cannot be written (exit status 2).
    """
    try:
        send_to(path, document)
    except OSError as error:
        if path is None or path == STANDARD:
            raise
        raise unreadable(path, error) from error


def write_json(document: object) -> None:
    """One JSON document on standard output; nothing in it can be taken for an escape code."""
    written = json.dumps(document, ensure_ascii=False, indent=2)
    send("".join(f"{_escaped(line)}\n" for line in written.split("\n")))


class JsonEntries:
    """One JSON document with a list, written to standard output entry by entry: none is kept.

    Args:
        name: the key of the list; what else there is to say comes after it.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._begun = False

    def add(self, entry: object) -> None:
        """Write an entry."""
        written = json.dumps(entry, ensure_ascii=False, indent=2)
        lines = (f"    {_escaped(line)}" for line in written.split("\n"))
        before = ",\n" if self._begun else f"{{\n  {json.dumps(self._name)}: [\n"
        self._begun = True
        send(before + "\n".join(lines))

    def end(self, rest: Mapping[str, object]) -> None:
        """Write the rest of the document, after an entry at least: other keys than the list's."""
        written = json.dumps(rest, ensure_ascii=False, indent=2).split("\n")[1:]
        send("\n  ],\n" + "".join(f"{_escaped(line)}\n" for line in written))


def _escaped(line: str) -> str:
    if line.isprintable():
        return line
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in line)


def open_view(
    record: Record, view: str | None, at: int | None, assume: str | None = None
) -> Deduction:
    """What follows for a view at a moment, with warnings about the record on standard error.

    Args:
        record: the game.
        view: the view, as typed.
        at: the moment.
        assume: the convention that is assumed, if any.
    """
    view_seats(record.table, view)
    warn(record, at)
    if assume is None:
        return deduce(record, view, at)
    from tracker.analysis.signals import assuming

    return assuming(record, view, at)


def warn(record: Record, at: int | None = None) -> None:
    """Say on standard error what is wrong with a record up to a moment.

    Raises:
        ContradictionError: where no deal is left.
    """
    problems = check(record, at)
    broken = [problem for problem in problems if problem.code != CONTRADICTION]
    for problem in broken[:3]:
        event = "header" if problem.event is None else f"event {problem.event}"
        where = event if problem.line is None else f"line {problem.line}"
        click.echo(f"Warning: {where}: {printable(problem.message)}", err=True)
    if len(broken) > 3:
        click.echo(f"Warning: and {len(broken) - 3} more (see: tracker check)", err=True)
    if len(broken) < len(problems):
        from tracker.render.problem_lines import contradiction_lines

        first = next(problem for problem in problems if problem.code == CONTRADICTION)
        lines = contradiction_lines(record, first)
        error = contradiction_error(record, at=at)
        raise ContradictionError(error.event, "\n".join([str(error), *lines]))


# -- decorators -----------------------------------------------------------------------------------


def complete_file(ctx: click.Context) -> Record | None:
    """The record named on the command line so far, for completion; none where it is no record."""
    # While an option waits for its value, click leaves the arguments unprocessed.
    named = ctx.params.get("sources") or ctx.args
    path = ctx.params.get("file") or next(iter(named), None)
    if not path or path == "-":
        return None
    try:
        return read_record(path)
    except (NotationError, click.ClickException):
        return None


def complete_view(ctx: click.Context, _: click.Parameter, typed: str) -> list[CompletionItem]:
    """Seats of the named record; after a ``+``, further ones to pool with."""
    record = complete_file(ctx)
    if record is None:
        return []
    before, plus, last = typed.rpartition("+")
    names = record.seats if plus else ("public", *record.seats)
    taken = before.split("+")
    return [
        CompletionItem(before + plus + name)
        for name in names
        if name.lower().startswith(last.lower()) and name not in taken
    ]


def complete_seat(ctx: click.Context, _: click.Parameter, typed: str) -> list[CompletionItem]:
    """Seats of the named record."""
    record = complete_file(ctx)
    seats = record.seats if record else ()
    return [CompletionItem(seat) for seat in seats if seat.lower().startswith(typed.lower())]


def complete_event(ctx: click.Context, _: click.Parameter, typed: str) -> list[CompletionItem]:
    """Moments of the named record, each with the statement that leads to it."""
    record = complete_file(ctx)
    if record is None:
        return []
    words = ["the deal", *(text.format_event(event, record) for event in record.events)]
    return [
        CompletionItem(str(number), help=said)
        for number, said in enumerate(words)
        if str(number).startswith(typed)
    ]


def file_argument(command: Command) -> Command:
    """The argument FILE."""
    return click.argument("file", type=click.Path(dir_okay=True, allow_dash=True))(command)


def sources_argument(command: Command) -> Command:
    """The argument SOURCE, once or more often."""
    return click.argument(
        "sources", nargs=-1, required=True, metavar="SOURCE…", type=click.Path(allow_dash=True)
    )(command)


def workers_option(command: Command) -> Command:
    """The option ``--workers`` of commands that are mostly for one game."""
    return click.option(
        "--workers",
        type=click.IntRange(min=1),
        default=1,
        metavar="N",
        help="With many games: so many processes.",
    )(command)


def view_option_of(what: str) -> Callable[[Command], Command]:
    """The option ``--as``.

    Args:
        what: what it means, for the help.
    """
    return click.option("--as", "view", metavar="VIEW", shell_complete=complete_view, help=what)


def view_option(command: Command) -> Command:
    """The option ``--as`` of what is seen from a view."""
    what = "public (default), a seat, or pooled seats: Ann+Carl+Eve."
    return view_option_of(what)(command)


def assume_option(what: str) -> Callable[[Command], Command]:
    """The option ``--assume``.

    Args:
        what: what it does, for the help.
    """
    return click.option("--assume", type=click.Choice(["convention=salahuddin"]), help=what)


def assume_reading_option(command: Command) -> Command:
    """The option ``--assume`` of what is concluded from a record."""
    return assume_option("Take signals for true, and say what leans on them.")(command)


def chair_option(command: Command) -> Command:
    """The option ``--as`` of what is seen from one seat's chair."""
    return click.option(
        "--as",
        "seat",
        metavar="SEAT",
        shell_complete=complete_seat,
        help="From that seat's chair (default: whose turn it is).",
    )(command)


def at_option(command: Command) -> Command:
    """The option ``--at``."""
    return click.option(
        "--at",
        metavar="N",
        type=click.IntRange(min=0),
        shell_complete=complete_event,
        help="After the first N events (default: the end).",
    )(command)


def json_option(command: Command) -> Command:
    """The option ``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")(command)


def output_option(what: str) -> Callable[[Command], Command]:
    """The option ``-o``.

    Args:
        what: what it does, for the help.
    """
    path = click.Path(allow_dash=True)
    return click.option("-o", "--output", type=path, help=f"{what} (-: standard output).")


def ascii_option(command: Command) -> Command:
    """How it looks: ``--color``, and ``--ascii``, which an encoding without our marks implies."""
    command = click.option(
        "--color",
        type=click.Choice(COLOURS),
        expose_value=False,
        default="auto",
        callback=lambda _, __, when: choose_colour(when),
        help="When to colour (auto: on a terminal).",
    )(command)
    return click.option(
        "--ascii",
        "plain",
        is_flag=True,
        callback=lambda _, __, asked: asked or needs_plain(),
        help="Draw with ASCII only; names stay as they are.",
    )(command)


# -- values in the notation that options take: what they mean, and what is  -----------------------
#
# Values in the notation that options take: what they mean, and what is wrong with them.


def books_in_play(words: str, deck: Deck, state: State) -> tuple[str, ...]:
    """The half-suits in play that words name, with commas between them: ``low hearts, HS``.

    Raises:
        RecordError: where one is no half-suit, or is not in play any more.
    """
    books = tuple(find_book(" ".join(part.split()), deck) for part in words.split(","))
    for book in books:
        if book not in state.open_books():
            in_play = ", ".join(state.open_books()) or "no half-suit any more"
            raise RecordError(f"{book} is settled (in play: {in_play})")
    return books


class BadNotationError(click.ClickException):
    """A value on the command line that means nothing in the notation.

    Args:
        problems: of each, the option it belongs to, and what is wrong with its text.
    """

    exit_code = 2

    def __init__(self, problems: Iterable[tuple[str, TextProblem]]) -> None:
        said = (f"{option}, column {one.column}: {one.message}" for option, one in problems)
        super().__init__("\n".join(said))


# -- files of any number of games, which the limit of one record does not h -----------------------
#
# Files of any number of games, which the limit of one record does not hold for.


def read_whole(path: str) -> bytes:
    """All that a file holds; ``-`` is standard input.

    Raises:
        click.ClickException: where the file cannot be read (exit status 2).
    """
    try:
        return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise unreadable(path, error) from error


def source_name(path: str) -> str:
    """What errors call a file."""
    return "<stdin>" if path == "-" else path

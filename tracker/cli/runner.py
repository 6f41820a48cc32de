"""The runner of commands: read the record, ask the library, show the answer, end with its status.

``record_command`` makes a command of a function that takes a record and returns an answer. What an
answer looks like, as text and as JSON, and which exit status it has, is registered with its type
(``tracker.render.registry``): so nothing of that is decided in a command.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator
from contextlib import closing, suppress
from functools import wraps
from typing import Any, Final, TypeVar

import click

from tracker.answers import Answer
from tracker.cli.files import entered, read_record, write_json
from tracker.cli.options import ascii_option, file_argument, json_option
from tracker.cli.streams import send
from tracker.errors import ContradictionError
from tracker.game.record import Record
from tracker.messages import printable

_MOST_WARNINGS: Final = 3
_PROMPT: Final = 7
"""Lines of a terminal that the prompt of ``tracker enter``, its menu and its status line take."""
_QUIET_SECONDS: Final = 2
"""Progress is told after so many seconds of work, on a terminal."""
Known = TypeVar("Known", bound=Answer)
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def record_command(
    name: str, *options: Decorator, kind: type[click.Command] = click.Command
) -> Callable[[Callable[..., Answer]], click.Command]:
    """Make a command of a function that answers a question about one record.

    The command takes FILE, the options, ``--json``, ``--ascii`` and ``--color``. Problems of
    the record up to the moment asked about are told on standard error.

    Args:
        name: the command's name.
        options: its own options, in the order of the help; the function gets their values by name.
        kind: the class of the command.
    """

    def make(ask: Callable[..., Answer]) -> click.Command:
        """Make the command of one function."""

        @wraps(ask)
        def run(file: str, as_json: bool, plain: bool, **asked: Any) -> int:
            record = read_record(file)
            at = asked.get("at")
            warn(record, asked.get("event") if at is None else at)
            return deliver(ask(record, **asked), as_json=as_json, plain=plain)

        return command(name, file_argument, *options, json_option, ascii_option, kind=kind)(run)

    return make


def command(
    name: str, *options: Decorator, kind: type[click.Command] = click.Command
) -> Callable[[Callable[..., Any]], click.Command]:
    """Make a command of a function.

    Args:
        name: the command's name.
        options: its arguments and options, in the order of the help.
        kind: the class of the command.
    """

    def make(run: Callable[..., Any]) -> click.Command:
        """Give a function its options."""
        for option in reversed(options):
            run = option(run)
        return click.command(name, kind)(run)

    return make


def deliver(answer: Answer, *, as_json: bool, plain: bool = False, markdown: bool = False) -> int:
    """Print an answer.

    Args:
        answer: the answer.
        as_json: as one JSON document.
        plain: with ASCII in the place of our own marks.
        markdown: as Markdown.

    Returns:
        The exit status that goes with the answer.
    """
    from tracker.cli.console import output, tell  # it imports Rich, which takes long
    from tracker.render.registry import as_markdown, draw

    if as_json:
        write_json(answer.to_json())
    elif markdown:
        send(as_markdown(answer))
    else:
        console = output(plain=plain)
        below = _PROMPT if entered() else 1
        tell(console, draw(answer), console.height - below if console.file.isatty() else None)
    return answer.exit_status


def latest(answers: Generator[Known, None, None], words: Callable[[Known], str]) -> Known:
    """The last of some answers, each of which knows more; at Ctrl-C what is known by then.

    Args:
        answers: the first of them comes at once.
        words: how far one has got; said on a terminal, from time to time; "" is not said.
    """
    known, say = next(answers), at_times()
    with suppress(KeyboardInterrupt), closing(answers):
        for known in answers:
            say(words(known))
    return known


def at_times() -> Callable[[str], None]:
    """What says how far something has got: on a terminal, from time to time; "" is not said."""
    told = time.monotonic()

    def say(words: str) -> None:
        nonlocal told
        if words and sys.stderr.isatty() and time.monotonic() > told + _QUIET_SECONDS:
            told = time.monotonic()
            click.echo(words, err=True)

    return say


def warn(record: Record, at: int | None = None, *, broken: bool = True) -> None:
    """Say on standard error what is wrong with a record up to a moment.

    Args:
        record: the game.
        at: the moment; None: the end.
        broken: whether to say what rules are broken; else only contradictions count.

    Raises:
        ContradictionError: where no deal is left.
    """
    from tracker.analysis.check import CONTRADICTION, check
    from tracker.game.record import has_gaps
    from tracker.inference.contradictions import contradiction_error

    problems = check(record, at=at)
    if not problems:
        return
    from tracker.render.problem_lines import contradiction_lines, place_words

    others = [problem for problem in problems if problem.code != CONTRADICTION]
    for problem in others[:_MOST_WARNINGS] if broken else ():
        where = place_words(problem.event) if problem.line is None else f"line {problem.line}"
        click.echo(f"Warning: {where}: {printable(problem.message)}", err=True)
    if broken and len(others) > _MOST_WARNINGS:
        more = len(others) - _MOST_WARNINGS
        click.echo(f"Warning: and {more} more (see: tracker check)", err=True)
    if len(others) < len(problems):
        first = next(problem for problem in problems if problem.code == CONTRADICTION)
        if has_gaps(record, at):
            where = "its header" if first.event is None else f"event {first.event}"
            message = f"the record contradicts itself: at {where} {first.message}"
            raise ContradictionError(first.event or 0, message)
        lines = contradiction_lines(record, first)
        error = contradiction_error(record, at=at)
        raise ContradictionError(error.event, "\n".join([str(error), *lines]))

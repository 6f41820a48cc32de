"""``tracker check``: what is wrong with a record."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from tracker.analysis.check import CONTRADICTION, NOTATION, Problem, check
from tracker.cli.main import EXIT_CONTRADICTION, EXIT_NEGATIVE, EXIT_USAGE
from tracker.cli.options import (
    json_option,
    read_record,
    sources_argument,
    workers_option,
    write_json,
)
from tracker.cli.streams import say
from tracker.errors import NotationError
from tracker.game.record import Record
from tracker.messages import counted, printable
from tracker.render.problem_lines import problem_lines

if TYPE_CHECKING:
    from tracker.cli.each_game import GameOutcome
    from tracker.render.documents import Document


@click.command("check")
@sources_argument
@workers_option
@json_option
def command(sources: tuple[str, ...], workers: int, as_json: bool) -> None:
    """Read and replay records; list every problem, of many games the first of each.

    Exit status: 0 no problem, 1 broken rules, 2 not a record, 3 it contradicts itself; of many
    games the highest.
    """
    from tracker.cli.each_game import for_each_game, the_only_file

    file = the_only_file(sources)
    if file is None:
        sys.exit(for_each_game(sources, checked, sound=False, workers=workers, as_json=as_json))
    _check_one(file, as_json)


def _document(problems: Sequence[Problem], record: Record | None) -> Document:
    """The problems in JSON, which takes more of the program than to print them."""
    from tracker.render.documents import check_document

    return check_document(problems, record)


def _check_one(file: str, as_json: bool) -> None:
    """Print all that is wrong with the record in a file, and end with the status for it."""
    try:
        record = read_record(file, every_problem=True)
    except NotationError as error:
        if not as_json:
            raise
        write_json(_document(_unreadable(error), None))
        sys.exit(EXIT_USAGE)
    problems = check(record)
    if as_json:
        write_json(_document(problems, record))
    else:
        _print(file, record, problems)
    if problems:
        sys.exit(_status(problems))


def checked(record: Record) -> GameOutcome:
    """What is said of one game of many."""
    from tracker.cli.each_game import GameOutcome

    problems = check(record)
    document = _document(problems, record)
    if not problems:
        return GameOutcome(0, f"{counted(len(record.events), 'event')}, no problem", document)
    first = problems[0]
    where = "header" if first.event is None else f"event {first.event}"
    line = f"{counted(len(problems), 'problem')}, the first: {where}: {printable(first.message)}"
    return GameOutcome(_status(problems), line, document)


def _status(problems: Sequence[Problem]) -> int:
    """The exit status of a record with problems."""
    contradicts = any(problem.code == CONTRADICTION for problem in problems)
    return EXIT_CONTRADICTION if contradicts else EXIT_NEGATIVE


def _unreadable(error: NotationError) -> list[Problem]:
    return [
        Problem(problem.line, None, NOTATION, f"column {problem.column}: {problem.message}")
        for problem in error.problems
    ]


def _print(file: str, record: Record, problems: tuple[Problem, ...]) -> None:
    name = "<stdin>" if file == "-" else file
    for line in problem_lines(name, record, problems):
        say(line)
    if not problems:
        events = counted(len(record.events), "event")
        say(f"{printable(name)}: {events}, no problem")

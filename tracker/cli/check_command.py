"""``tracker check``: what is wrong with a record."""

from __future__ import annotations

import sys

import click

from tracker.analysis.check import CONTRADICTION, Problem, check
from tracker.cli.main import EXIT_CONTRADICTION, EXIT_NEGATIVE, EXIT_USAGE
from tracker.cli.options import file_argument, json_option, read_record, write_json
from tracker.cli.streams import say
from tracker.errors import NotationError
from tracker.game.record import Record
from tracker.messages import counted, printable
from tracker.render.documents import check_document
from tracker.render.problems import problem_lines


@click.command("check")
@file_argument
@json_option
def command(file: str, as_json: bool) -> None:
    """Read and replay a record; list every problem.

    Exit status: 0 no problem, 1 broken rules, 2 not a record, 3 it contradicts itself.
    """
    try:
        record = read_record(file, every_problem=True)
    except NotationError as error:
        if not as_json:
            raise
        write_json(check_document(_unreadable(error), None))
        sys.exit(EXIT_USAGE)
    problems = check(record)
    if as_json:
        write_json(check_document(problems, record))
    else:
        _print(file, record, problems)
    if any(problem.code == CONTRADICTION for problem in problems):
        sys.exit(EXIT_CONTRADICTION)
    if problems:
        sys.exit(EXIT_NEGATIVE)


def _unreadable(error: NotationError) -> list[Problem]:
    return [
        Problem(problem.line, None, "notation", f"column {problem.column}: {problem.message}")
        for problem in error.problems
    ]


def _print(file: str, record: Record, problems: tuple[Problem, ...]) -> None:
    name = "<stdin>" if file == "-" else file
    for line in problem_lines(name, record, problems):
        say(line)
    if not problems:
        events = counted(len(record.events), "event")
        say(f"{printable(name)}: {events}, no problem")

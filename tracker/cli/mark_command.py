"""``tracker mark``: one answer to a puzzle, judged without a dialogue."""

from __future__ import annotations

import sys

import click

from tracker.cli.main import EXIT_NEGATIVE
from tracker.cli.options import ascii_option, json_option, read_record, warn, write_json


@click.command("mark")
@click.argument("puzzle", type=click.Path(dir_okay=True, allow_dash=True))
@click.argument("answer", nargs=-1, required=True)
@json_option
@ascii_option
def command(puzzle: str, answer: tuple[str, ...], as_json: bool, plain: bool) -> None:
    """Mark an ANSWER to a PUZZLE: a record whose header asks a question.

    A right answer comes with the proof, a wrong one with a deal in which it is false, though it
    fits all that was seen. Exit status 1 if it is wrong.
    """
    record = read_record(puzzle)
    from tracker.teach.marking import mark
    from tracker.teach.puzzle import puzzle_of

    posed = puzzle_of(record, puzzle)
    warn(record)
    found = mark(posed, " ".join(answer))
    if as_json:
        from tracker.render.marking_words import mark_document

        write_json(mark_document(found))
    else:
        from tracker.cli.console import output
        from tracker.render.marking_words import mark_report

        output(plain=plain).print(mark_report(found))
    if not found.right:
        sys.exit(EXIT_NEGATIVE)

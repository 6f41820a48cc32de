"""Files that commands read and write: records, documents, and what is wrong with either."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import Final, NamedTuple

import click

from tracker.cli.streams import STANDARD, send
from tracker.errors import NotationError, RecordError, TextProblem
from tracker.game.record import Record, answer_account
from tracker.messages import printable
from tracker.notation.atomic_write import write_text
from tracker.notation.problems import SHOWN
from tracker.notation.record_files import read
from tracker.notation.source import MAX_BYTES

_SLIPS: Final = 8
"""More lines than that which mean nothing, and most of all: then it is no record with slips."""


class Entered(NamedTuple):
    """The record that is being entered: what its file holds for commands given there."""

    path: str
    content: bytes


def entered() -> Entered | None:
    """The record that is being entered, where the command is given in ``tracker enter``."""
    context = click.get_current_context(silent=True)
    return context.find_object(Entered) if context else None


def read_record(path: str, *, every_problem: bool = False) -> Record:
    """The one game in a file: text, JSON or the log of another program; ``-``: standard input.

    Args:
        path: the file.
        every_problem: whether to list all that is wrong even with what is no record at all.

    Raises:
        RecordError: where the file cannot be read (exit status 2).
        NotationError: where it is not a record.
    """
    content = read_bytes(path)
    try:
        record = read(content, source_name(path))
    except NotationError as error:
        if every_problem or not _is_something_else(error, content):
            raise
        first = error.problems[0]
        reason = f"most of its lines mean nothing (line {first.line}: {first.message})"
        problem = TextProblem(first.source, 1, 1, f"this is not a record: {reason}")
        raise NotationError((problem,)) from error
    if context := click.get_current_context(silent=True):
        context.with_resource(answer_account(record))  # until the command ends
    return record


def _is_something_else(error: NotationError, content: bytes) -> bool:
    """Whether a text is no record with slips, but something else altogether."""
    wrong = {problem.line for problem in error.problems}
    is_cut = len(error.problems) > SHOWN  # then what is wrong further on is not told
    text = content.split(b"\n")[: max(wrong) if is_cut else None]
    lines = [line for line in text if line.strip() and line[:1] != b"#"]
    return len(wrong) > _SLIPS and 2 * len(wrong) > len(lines)


def read_bytes(path: str, most: int | None = MAX_BYTES + 1) -> bytes:
    """What a file holds; ``-`` is standard input.

    Args:
        path: the file.
        most: so many bytes at most: as many as show that it is too large for a record; None: all.

    Raises:
        RecordError: where the file cannot be read (exit status 2).
    """
    if (record := entered()) and record.path == path:
        return record.content
    with (
        naming(path),
        nullcontext(sys.stdin.buffer) if path == STANDARD else open(path, "rb") as file,
    ):
        return file.read(-1 if most is None else most)


def unreadable(path: str, error: OSError) -> RecordError:
    """The error for a file that cannot be read or written."""
    name = printable(source_name(path))
    return RecordError(f"Could not open file {name!r}: {error.strerror or error}")


@contextmanager
def naming(path: str) -> Iterator[None]:
    """What the system refuses to do inside is an error that names the file.

    Raises:
        RecordError: in the place of any ``OSError``.
    """
    try:
        yield
    except OSError as error:
        raise unreadable(path, error) from error


def write_out(path: str | None, document: str) -> None:
    """Write a document to a file, or to standard output (``-``, or no file named).

    Raises:
        RecordError: where the file cannot be written (exit status 2).
    """
    if path is None or path == STANDARD:
        send(document)
        return
    sys.stdout.flush()
    with naming(path):
        write_text(path, document)


def write_json(document: object) -> None:
    """One JSON document on standard output; nothing in it can be taken for an escape code."""
    written = json.dumps(document, ensure_ascii=False, indent=2)
    send("".join(f"{_escaped(line)}\n" for line in written.split("\n")))


def write_json_line(document: object) -> None:
    """One JSON document on one line of standard output."""
    send(f"{_escaped(json.dumps(document, ensure_ascii=False))}\n")


class JsonEntries:
    """One JSON document with a list, written to standard output entry by entry; no entry is kept.

    Args:
        name: the key of the list; what else there is to say comes after it.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self.begun = False
        """Whether an entry has been written."""

    def add(self, entry: object) -> None:
        """Write an entry."""
        written = json.dumps(entry, ensure_ascii=False, indent=2)
        lines = (f"    {_escaped(line)}" for line in written.split("\n"))
        before = ",\n" if self.begun else f"{{\n  {json.dumps(self._name)}: [\n"
        self.begun = True
        send(before + "\n".join(lines))

    def end(self, rest: Mapping[str, object]) -> None:
        """Write the rest of the document, after an entry at least: other keys than the list's."""
        written = json.dumps(rest, ensure_ascii=False, indent=2).split("\n")[1:]
        send("\n  ],\n" + "".join(f"{_escaped(line)}\n" for line in written))


def _escaped(line: str) -> str:
    if line.isprintable():
        return line
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in line)


def source_name(path: str) -> str:
    """What errors call a file."""
    return "<stdin>" if path == STANDARD else path

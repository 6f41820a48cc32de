"""The text form of a record: ``load``, ``loads``, ``dump``, ``dumps``, and single events.

Reading is lax, writing canonical: ``dumps(loads(text))`` is the text as it ought to be written, and
``loads(dumps(record))`` gives the record back.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace

from tracker.errors import RecordError
from tracker.game.events import Event
from tracker.game.record import HeaderComment, Record
from tracker.notation.files import write_text
from tracker.notation.header import HeaderReader
from tracker.notation.header_lines import (
    HeaderLine,
    header_keyword,
    header_parts,
    line_key,
    read_header_line,
)
from tracker.notation.lines import Page, Statement, read_lines
from tracker.notation.names import Names
from tracker.notation.problems import Problems, quote
from tracker.notation.source import (
    MAX_STATEMENT,
    TOO_LONG,
    decode,
    read_file,
    require_readable,
)
from tracker.notation.span import Span
from tracker.notation.statements import read_event
from tracker.notation.writer import canonical, format_event, header_lines, write

__all__ = ["MAX_STATEMENT", "dump", "dumps", "format_event", "load", "loads", "parse_event"]


def load(path: str | os.PathLike[str]) -> Record:
    """Reads the record in a file.

    Raises:
        NotationError: where it is no record; with all its problems.
        OSError: where the file cannot be read.
    """
    return loads(read_file(path), os.fspath(path))


def loads(text: str | bytes, source: str = "<text>") -> Record:
    """Reads the record in a text.

    Args:
        text: the text, or its bytes in UTF-8.
        source: the name that errors give it.

    Raises:
        NotationError: where it is no record; with all its problems.
    """
    problems = Problems(source)
    record = _read(read_lines(decode(text, problems.source)), problems)
    problems.raise_any()
    return canonical(record)


def dump(record: Record, path: str | os.PathLike[str]) -> None:
    """Writes a record to a file.

    Raises:
        RecordError: where no text can say what the record says.
        OSError: where the file cannot be written.
    """
    write_text(path, dumps(record))


def dumps(record: Record) -> str:
    """The canonical text of a record.

    Raises:
        RecordError: where no text can say what the record says, or none that would be read again.
    """
    written = write(record)
    require_readable(written)
    for number, line in enumerate(written.split("\n"), start=1):
        if len(line) > MAX_STATEMENT and len(line.partition("#")[0].rstrip()) > MAX_STATEMENT:
            raise RecordError(f"line {number} would be too long to be read again: {TOO_LONG}")
    return written


def parse_event(text: str, record: Record, line: int = 1, source: str = "<text>") -> Event:
    """Reads one statement of a game that goes on.

    Args:
        text: the statement, perhaps with a comment beside it.
        record: a record with the header of the game; its events do not matter.
        line: the line number that the event and its problems get.
        source: the name that errors give the text.

    Raises:
        NotationError: where it is not one event; with all its problems.
    """
    problems = Problems(source)
    page = read_lines(decode(text, problems.source), line)
    if len(page.statements) != 1:
        at = page.statements[1].span if page.statements else Span("", line)
        problems.add(at, f"{len(page.statements)} statements (expected one event)")
    elif header_keyword(page.statements[0].span) is not None:
        problems.add(page.statements[0].span, "this is a line of the header (expected an event)")
    problems.raise_any()
    names = Names(problems, record.seats, record.deck)
    events = _read_events(_usable(page.statements, problems), names)
    problems.raise_any()
    return events[0]


def _read(page: Page, problems: Problems) -> Record:
    if not page.statements:
        problems.add(Span(""), "no statement stands here (expected a header with 'seats: NAME …')")
        return Record(())
    lines, statements = _parted(_usable(page.statements, problems), problems)
    reader = HeaderReader(header_parts(lines, problems), problems)
    record = reader.read()
    events = _read_events(statements, reader.names)
    if len(problems):
        return record
    comments = _header_comments(lines, reader.names, next(iter(header_lines(record))))
    return replace(record, events=events, header_comments=comments, closing=page.closing)


def _usable(statements: Iterable[Statement], problems: Problems) -> list[Statement]:
    """The statements without those too long to be any, which would take long to judge."""
    usable = []
    for statement in statements:
        if len(statement.span.text) <= MAX_STATEMENT:
            usable.append(statement)
        else:
            problems.add(statement.span, TOO_LONG)
    return usable


def _parted(
    statements: Iterable[Statement], problems: Problems
) -> tuple[list[HeaderLine], list[Statement]]:
    """The header lines, and the statements that are events."""
    lines: list[HeaderLine] = []
    events: list[Statement] = []
    for statement in statements:
        keyword = header_keyword(statement.span)
        if keyword is None:
            events.append(statement)
            continue
        if problems.stop():
            break
        lines.append(read_header_line(statement, keyword, problems))
        if events:
            said = quote(lines[-1].head.text)
            first = events[0].span.line
            problems.add(lines[-1].head, f"{said} stands behind the first event (line {first})")
    return lines, events


def _read_events(statements: Iterable[Statement], names: Names) -> tuple[Event, ...]:
    events = []
    for statement in statements:
        if names.problems.stop():
            break
        events.append(read_event(statement, names))
    return tuple(events)


def _header_comments(
    lines: list[HeaderLine], names: Names, first_key: str
) -> tuple[HeaderComment, ...]:
    """The comments of the header.

    What an empty line sets off from the first line of the text is of the text, not of that line: it
    stays at the top, whichever line the canonical order puts there.
    """
    above = {line_key(line, names): line.statement.above for line in lines}
    beside = {line_key(line, names): line.statement.comment for line in lines}
    first = next(iter(above))
    if first != first_key and "" in above[first]:
        cut = len(above[first]) - above[first][::-1].index("")
        above[first], top = above[first][cut:], above[first][:cut]
        above[first_key] = top + above.get(first_key, ())
    return tuple(HeaderComment(key, above[key], beside.get(key, "")) for key in above)

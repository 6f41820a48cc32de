"""What a line typed means: an event, a line of the header, or a comment."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tracker.entry.short_ask import short_ask
from tracker.entry.speech import to_notation
from tracker.errors import NotationError, RecordError, TextProblem
from tracker.game.events import Event, Seat
from tracker.game.record import HeaderComment, Record
from tracker.messages import quote
from tracker.notation.header_lines import header_keyword, line_key, read_header_line
from tracker.notation.lines import Statement, comment_line, read_lines, write_comment
from tracker.notation.names import Names
from tracker.notation.problems import Problems
from tracker.notation.source import decode
from tracker.notation.statements import is_verb
from tracker.notation.text import MAX_STATEMENT, dumps, format_event, loads, parse_event
from tracker.notation.writer import header_lines

SOURCE = "line"
"""What errors call the line typed."""


@dataclass(frozen=True)
class Comment:
    """A line that is a comment and nothing else."""

    text: str


def read_line(text: str, record: Record, turn: Seat | None) -> Event | Record | Comment | None:
    """What a line means in a game.

    Args:
        text: one line.
        record: the game so far.
        turn: whose turn it is, for sentences that leave that out.

    Returns:
        An event; a comment; for a line of the header, the record with it; none for an empty line.

    Raises:
        NotationError: where it means nothing, or would mean that the events mean nothing.
    """
    page = read_lines(decode(text, SOURCE))
    if not page.statements:
        raw = text.strip()
        return Comment(comment_line(raw[1:])) if raw.startswith("#") else None
    statement = page.statements[0]
    if len(page.statements) == 1 and header_keyword(statement.span) is not None:
        return _with_header_line(statement, text, record)
    return _event(statement, text, record, turn)


def read_event(text: str, record: Record, turn: Seat | None) -> Event:
    """What a line means in a game, if it is an event.

    Raises:
        NotationError: where it means nothing.
        RecordError: where it is no event.
    """
    said = read_line(text, record, turn)
    if isinstance(said, Event):
        return said
    raise RecordError(f"{quote(text)} is not an event (expected such as 'A asks B CARD: yes')")


def _event(statement: Statement, text: str, record: Record, turn: Seat | None) -> Event:
    """The event that a line is in the notation, or else in the words in which people tell it."""
    first = statement.span.tokens()[0]
    if turn is not None and is_verb(first.word) and first.text not in record.seats:
        return _event_of_turn(text, record, turn)
    try:
        event = parse_event(text, record, source=SOURCE)
    except NotationError:
        short, problems = _short_ask(statement, record, turn)
        said = to_notation(text, Names(Problems(SOURCE), record.seats, record.deck), turn)
        if short is not None and (said is None or not len(problems) or _is_bad(said, record)):
            problems.raise_any()
            said = short
        if said is None:
            raise
        event = parse_event(said, record, source=SOURCE)
    return _writable(event, record)


def _event_of_turn(text: str, record: Record, turn: Seat) -> Event:
    """The event that ``claims …`` is: whoever has the turn is put in; columns stay those typed."""
    whole, more = f"{turn} {text.lstrip()}", len(turn) + 1
    try:
        event = parse_event(whole, record, source=SOURCE)
    except NotationError as error:
        said = to_notation(whole, Names(Problems(SOURCE), record.seats, record.deck), turn)
        if said is None or _is_bad(said, record):
            found = (replace(one, column=max(one.column - more, 1)) for one in error.problems)
            raise NotationError(tuple(found)) from error
        event = parse_event(said, record, source=SOURCE)
    return _writable(event, record)


def _writable(event: Event, record: Record) -> Event:
    """The event, if it can be written in a line that can be read again.

    Raises:
        NotationError: where it is too long.
    """
    written = format_event(event, record)
    if len(written) > MAX_STATEMENT:
        message = f"written out, this has more than {MAX_STATEMENT:,} characters"
        raise NotationError((TextProblem(SOURCE, 1, 1, message),))
    return replace(event, line=None)


def _short_ask(
    statement: Statement, record: Record, turn: Seat | None
) -> tuple[str | None, Problems]:
    """The statement that a short ask means, with its comment; and what is wrong with it."""
    names = Names(Problems(SOURCE), record.seats, record.deck)
    said = short_ask(statement.span, names, turn)
    comment = f"  {write_comment(statement.comment)}" if statement.comment else ""
    return None if said is None else said + comment, names.problems


def _is_bad(said: str, record: Record) -> bool:
    """Whether a sentence put into the notation is still no statement of a record."""
    try:
        parse_event(said, record)
    except NotationError:
        return True
    return False


# -- the header -----------------------------------------------------------------------------------


def _with_header_line(statement: Statement, text: str, record: Record) -> Record:
    """The record with a line of the header, in the place of the one of its kind if there is one."""
    key = _key(statement, record)
    lines = [line for name, line in header_lines(record).items() if name != key]
    header = _loads("\n".join([text, *lines]))
    whole = replace(
        header,
        events=record.events,
        header_comments=_with_comment(record.header_comments, key, statement.comment),
        closing=record.closing,
    )
    return without_lines(_loads(dumps(whole)))


def _loads(text: str) -> Record:
    """Reads a record of which only the first line was typed now: all errors are that line's."""
    try:
        return loads(text, SOURCE)
    except NotationError as error:
        found = (
            problem if problem.line == 1 else TextProblem(SOURCE, 1, 1, problem.message)
            for problem in error.problems
        )
        raise NotationError(tuple(found)) from error


def _with_comment(
    comments: tuple[HeaderComment, ...], key: str, beside: str
) -> tuple[HeaderComment, ...]:
    """The comments of a header, with another one beside one of its lines."""
    if not beside:
        return comments
    old = {comment.line: comment for comment in comments}
    old[key] = replace(old.get(key, HeaderComment(key)), beside=beside)
    return tuple(old.values())


def _key(statement: Statement, record: Record) -> str:
    problems = Problems(SOURCE)
    line = read_header_line(statement, header_keyword(statement.span) or "", problems)
    problems.raise_any()
    key = line_key(line, Names(problems, record.seats, record.deck))
    problems.raise_any()
    return key


def without_lines(record: Record) -> Record:
    """The record without the lines its events stood in: they move while a game is entered."""
    return record.with_events(tuple(replace(event, line=None) for event in record.events))

"""What a typed line means in a game: an event, a line of the header, or a comment."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from tracker.errors import NotationError, RecordError, TextProblem
from tracker.game.events import Event, Now, Seat
from tracker.game.lookup import card_form
from tracker.game.record import HeaderComment, Record
from tracker.messages import quote
from tracker.notation.header import KEYWORDS, header_keyword, read_header_line
from tracker.notation.names import Names
from tracker.notation.problems import Problems
from tracker.notation.source import Statement, comment_line, decode, read_lines
from tracker.notation.statements import NOW
from tracker.notation.text import dumps, header_lines, loads, parse_typed

_SOURCE: Final = "line"
"""What errors call the typed line."""


@dataclass(frozen=True)
class Comment:
    """A line that is a comment and nothing else."""

    text: str


def read_line(text: str, record: Record, turn: Seat | None) -> Event | Record | Comment | None:
    """What a line means in a game.

    Args:
        text: one line.
        record: the game so far.
        turn: whose turn it is, for sentences that leave that out; None where it is not known.

    Returns:
        An event; a comment; for a line of the header, the record with it; None for an empty line.

    Raises:
        NotationError: where it means nothing, or would mean that the events mean nothing.
        RecordError: for a line that would change who began a game that has events.
    """
    page = read_lines(decode(text, _SOURCE))
    if not page.statements:
        raw = text.strip()
        return Comment(comment_line(raw[1:])) if raw.startswith("#") else None
    statement = page.statements[0]
    keyword = header_keyword(statement.span)
    if keyword == "turn" and record.events:
        expected = "a pass is 'A passes to B'; the first turn is changed in the file"
        raise RecordError(f"{quote(text.strip())} would change who began the game ({expected})")
    if len(page.statements) > 1 or keyword is None:
        return parse_typed(text, record, turn, source=_SOURCE)
    if ":" in statement.span.text and keyword.lower() in KEYWORDS:
        return _with_header_line(statement, text, record)
    try:  # 'Finn: 4 cards left'
        return parse_typed(text, record, turn, source=_SOURCE)
    except NotationError:
        if _names(record).is_seat(keyword):
            raise
        return _with_header_line(statement, text, record)


def read_event(text: str, record: Record, turn: Seat | None) -> Event:
    """What a line means in a game, if it is an event.

    Args:
        text: one line.
        record: the game before the event.
        turn: whose turn it is; None where it is not known.

    Raises:
        NotationError: where it means nothing.
        RecordError: where it is no event.
    """
    meaning = read_line(text, record, turn)
    if meaning is None or isinstance(meaning, Record | Comment):
        expected = "expected such as 'A asks B CARD: yes'"
        raise RecordError(f"{quote(text)} is not an event ({expected})")
    return meaning


def read_hands_now(text: str, record: Record) -> list[str]:
    """The statements that say which cards are in some hands now.

    In a record without events something came before, unless the hands are as large as dealt: then a
    missing stretch is the first statement.

    Args:
        text: seats, each with its cards: ``Ann 2H 3H, Bob 9D ...``.
        record: the game so far.

    Raises:
        NotationError: where a part of it means nothing.
    """
    names, hands = _names(record), []
    for word in re.split(r"[\s,;:]+", text):
        if names.is_seat(word) and card_form(word) is None:
            hands.append([word])
        elif hands and word:
            hands[-1].append(word)
    statements = [f"{NOW} {seat}: {' '.join(cards)}".strip() for seat, *cards in hands]
    events = [read_event(statement, record, None) for statement in statements]
    sizes = record.table.sizes
    begins = not record.events and any(
        isinstance(event, Now) and len(event.cards) != sizes[event.seat] and event.whole
        for event in events
    )
    return [*(["..."] if begins else []), *statements]


def without_lines(record: Record) -> Record:
    """The record without the lines its events stood in: they move while a game is entered."""
    return record.with_events(tuple(replace(event, line=None) for event in record.events))


def _names(record: Record) -> Names:
    """What words mean in a record, with problems of their own."""
    return Names(Problems(_SOURCE), record.seats, record.deck)


# -- the header -----------------------------------------------------------------------------------


def _with_header_line(statement: Statement, text: str, record: Record) -> Record:
    """The record with a line of the header, in the place of the one of its kind if there is one."""
    key = _key(statement, record)
    lines = [line for name, line in header_lines(record).items() if name != key]
    whole = replace(
        _loads("\n".join([text, *lines])),
        events=record.events,
        header_comments=_with_comment(record.header_comments, key, statement.comment),
        closing=record.closing,
    )
    return without_lines(_loads(dumps(whole)))


def _key(statement: Statement, record: Record) -> str:
    """What ``HeaderComment.line`` calls a line of the header.

    Raises:
        NotationError: where it is none.
    """
    names = _names(record)
    line = read_header_line(statement, header_keyword(statement.span) or "", names.problems)
    names.problems.raise_any()
    key = line.key(names)
    names.problems.raise_any()
    return key


def _loads(text: str) -> Record:
    """Reads a record of which only the first line was typed now: all errors are that line's."""
    try:
        return loads(text, _SOURCE)
    except NotationError as error:
        problems = (
            problem if problem.line == 1 else TextProblem(_SOURCE, 1, 1, problem.message)
            for problem in error.problems
        )
        raise NotationError(tuple(problems)) from error


def _with_comment(
    comments: tuple[HeaderComment, ...], key: str, beside: str
) -> tuple[HeaderComment, ...]:
    """The comments of a header, with another one beside one of its lines."""
    if not beside:
        return comments
    by_line = {comment.line: comment for comment in comments}
    by_line[key] = replace(by_line.get(key, HeaderComment(key)), beside=beside)
    return tuple(by_line.values())

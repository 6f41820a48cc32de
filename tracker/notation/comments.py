"""Comments and empty lines as a canonical text has them.

``tidy`` is what makes writing canonical: nothing of it changes what a record says.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tracker.errors import RecordError
from tracker.game.events import Event
from tracker.game.record import HeaderComment, Record
from tracker.messages import quote
from tracker.notation.lines import BARE, unwritable


def tidy(record: Record, keys: Sequence[str]) -> Record:
    """The record with its comments as they come out of a canonical text.

    At most one empty line stands between two others, none at the start or the end of the text, and
    the one between header and events is nobody's. Comments come in the order of their lines; those
    of lines that the record does not have go with them.

    Args:
        record: the record.
        keys: the header lines that it has, in their order, named as ``HeaderComment.line`` does.

    Raises:
        RecordError: where a comment cannot stand in one line.
    """
    events = tuple(_tidy_event(event) for event in record.events)
    if events and events[0].above[:1] == ("",):
        events = (replace(events[0], above=events[0].above[1:]), *events[1:])
    return replace(
        record,
        events=events,
        header_comments=_tidy_header(record.header_comments, keys),
        closing=tidy_lines(record.closing, last=True),
    )


def _tidy_event(event: Event) -> Event:
    above, comment = tidy_lines(event.above), tidy_text(event.comment)
    if (above, comment) == (event.above, event.comment):
        return event
    return replace(event, above=above, comment=comment)


def _tidy_header(
    comments: Iterable[HeaderComment], keys: Sequence[str]
) -> tuple[HeaderComment, ...]:
    """The comments of the header in the order of its lines, without empty ones."""
    by_line = {comment.line: comment for comment in comments}
    found = []
    for key in keys:
        if key in by_line:
            above = tidy_lines(by_line[key].above, first=key == keys[0])
            found.append(HeaderComment(key, above, tidy_text(by_line[key].beside)))
    return tuple(comment for comment in found if comment.above or comment.beside)


def tidy_lines(lines: Sequence[str], *, first: bool = False, last: bool = False) -> tuple[str, ...]:
    """Comment lines with at most one empty line in a row.

    Args:
        lines: the lines.
        first: whether they begin a text: then not with an empty line.
        last: whether they end a text: then not with an empty line.
    """
    found: list[str] = []
    for line in lines:
        if line or (found[-1] if found else not first):
            found.append(line and (tidy_text(line) or BARE))
    if last and found and not found[-1]:
        found.pop()
    return tuple(found)


def tidy_text(text: str) -> str:
    """A comment without the blanks behind it.

    Raises:
        RecordError: where it cannot stand in one line.
    """
    if unwritable(text) is not None:
        raise RecordError(f"{quote(text)} cannot stand in one line")
    return text.rstrip(" \t")

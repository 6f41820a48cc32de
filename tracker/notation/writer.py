"""Writing a record canonically: one way to write it, whatever way it was read.

``canonical`` gives the record as it comes back from that text: what it says is unchanged, but its
comments are tidy. At most one empty line stands between two others, none at the start or the end of
the text, and the one between header and events belongs to no event.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from tracker.errors import RecordError
from tracker.game.events import Event
from tracker.game.record import HeaderComment, Record
from tracker.game.rules import PRESETS
from tracker.messages import quote
from tracker.notation.header_lines import TAGS
from tracker.notation.names import NOBODY, seat_name_problem
from tracker.notation.source import BARE, unwritable, write_comment
from tracker.notation.statements import format_event


def write(record: Record) -> str:
    """The canonical text of a record.

    Raises:
        RecordError: where the record says what no text can say.
    """
    record = canonical(record)
    comments = {comment.line: comment for comment in record.header_comments}
    lines: list[str] = []
    for key, line in header_lines(record).items():
        comment = comments.get(key, HeaderComment(key))
        lines += [*map(write_comment, comment.above), _with_comment(line, comment.beside)]
    if record.events:
        lines.append("")
    for event in record.events:
        lines += map(write_comment, event.above)
        lines.append(_with_comment(format_event(event, record), event.comment))
    lines += map(write_comment, record.closing)
    return "".join(f"{line}\n" for line in lines)


def _with_comment(text: str, comment: str) -> str:
    return f"{text}  {write_comment(comment)}" if comment else text


def canonical(record: Record) -> Record:
    """The record as it comes back from its canonical text.

    Raises:
        RecordError: where the record says what no text can say: a seat whose name is none, an
            unknown preset or tag, a line break inside a comment or a tag.
    """
    for seat in record.seats:
        problem = seat_name_problem(seat)
        if problem is not None:
            raise RecordError(problem)
    for tag, text in record.tags:
        if tag not in TAGS:
            raise RecordError(f"{quote(tag)} is not a tag (expected {', '.join(TAGS)})")
        if "#" in text or unwritable(text) is not None:
            raise RecordError(f"{quote(text)} cannot stand in the line of the {tag}")
    events = tuple(_tidy_event(event) for event in record.events)
    if events and events[0].above[:1] == ("",):
        events = (replace(events[0], above=events[0].above[1:]), *events[1:])
    return replace(
        record,
        events=events,
        header_comments=_tidy_header(record.header_comments, list(header_lines(record))),
        closing=_tidy_lines(record.closing, last=True),
    )


# -- the header -----------------------------------------------------------------------------------


def header_lines(record: Record) -> dict[str, str]:
    """The header lines in canonical order, by the names that ``HeaderComment.line`` gives them."""
    return dict(_header(record))


def _header(record: Record) -> Iterator[tuple[str, str]]:
    """The header lines in their order, each behind the name of the comments that belong to it."""
    tags = dict(record.tags)
    yield from ((tag, _words(f"{tag}:", tags[tag])) for tag in TAGS if tag in tags)
    yield "rules", f"rules: {rules_line(record)}"
    for book in record.books:
        yield f"book {book.name}", _words(f"book {book.name}:", *book.cards)
    yield "seats", _words("seats:", *record.seats)
    if record.teams is not None:
        first, second = record.teams
        yield "teams", _words("teams:", *first, "/", *second)
    if record.dealer is not None:
        yield "dealer", f"dealer: {record.dealer}"
    if record.sizes is not None:
        yield "sizes", _words("sizes:", *(f"{seat} {size}" for seat, size in record.sizes))
    for hand in sorted(record.hands, key=lambda hand: record.seats.index(hand.seat)):
        more = "" if hand.whole else "..."
        yield f"hand {hand.seat}", _words(f"hand {hand.seat}:", *hand.cards, more)
    for entry in record.settled:
        yield f"settled {entry.book}", f"settled: {entry.book} {entry.seat or NOBODY}"
    if record.turn is not None:
        yield "turn", f"turn: {record.turn}"


def _words(*words: str) -> str:
    return " ".join(word for word in words if word)


def rules_line(record: Record) -> str:
    """The rules of a record in one line: ``pagat, wrong-split=opponents``.

    Raises:
        RecordError: where the preset is unknown.
    """
    if record.preset not in PRESETS:
        raise RecordError(f"{quote(record.preset)} is not a preset (expected {', '.join(PRESETS)})")
    changes = record.rules.overrides(PRESETS[record.preset])
    return ", ".join([record.preset, *(f"{key}={value}" for key, value in changes.items())])


# -- tidy comments --------------------------------------------------------------------------------


def _tidy_event(event: Event) -> Event:
    above, comment = _tidy_lines(event.above), _tidy_text(event.comment)
    if (above, comment) == (event.above, event.comment):
        return event
    return replace(event, above=above, comment=comment)


def _tidy_header(
    comments: Iterable[HeaderComment], keys: Sequence[str]
) -> tuple[HeaderComment, ...]:
    """The comments of the header in the order of its lines, without empty ones.

    Comments of lines that the record does not have go with them.

    Args:
        comments: the comments.
        keys: the header lines in their order, named as ``HeaderComment.line`` does.
    """
    by_line = {comment.line: comment for comment in comments}
    tidy = []
    for key in keys:
        if key in by_line:
            above = _tidy_lines(by_line[key].above, first=key == keys[0])
            tidy.append(HeaderComment(key, above, _tidy_text(by_line[key].beside)))
    return tuple(comment for comment in tidy if comment.above or comment.beside)


def _tidy_lines(
    lines: Sequence[str], *, first: bool = False, last: bool = False
) -> tuple[str, ...]:
    """Comment lines with at most one empty line in a row.

    Args:
        lines: the lines.
        first: whether they begin a text: then not with an empty line.
        last: whether they end a text: then not with an empty line.
    """
    tidy: list[str] = []
    for line in lines:
        if line or (tidy[-1] if tidy else not first):
            tidy.append(line and (_tidy_text(line) or BARE))
    if last and tidy and not tidy[-1]:
        tidy.pop()
    return tuple(tidy)


def _tidy_text(text: str) -> str:
    """A comment without the blanks behind it.

    Raises:
        RecordError: where it cannot stand in one line.
    """
    if unwritable(text) is not None:
        raise RecordError(f"{quote(text)} cannot stand in one line")
    return text.rstrip(" \t")

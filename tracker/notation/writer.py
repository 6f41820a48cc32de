"""Writing a record canonically: one way to write it, whatever way it was read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from tracker.errors import RecordError
from tracker.game.events import Event
from tracker.game.record import Hand, HeaderComment, Record
from tracker.game.rules import PRESETS
from tracker.messages import quote
from tracker.notation.header_lines import TAGS
from tracker.notation.lines import BARE, unwritable, write_comment
from tracker.notation.names import NOBODY, seat_name_problem
from tracker.notation.statements import format_event


def write(record: Record) -> str:
    """The canonical text of a record.

    Raises:
        RecordError: where the record says what no text can say.
    """
    record = canonical(record)
    lines = list(_with_comments(header_lines(record), record.header_comments))
    if record.events:
        lines.append("")
    for event in record.events:
        lines += map(write_comment, event.above)
        lines.append(_beside(format_event(event, record), event.comment))
    lines += map(write_comment, record.closing)
    return "".join(f"{line}\n" for line in lines)


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
    return tidy(record, list(header_lines(record)))


def header_lines(record: Record) -> dict[str, str]:
    """The header lines in canonical order, by the names that ``HeaderComment.line`` gives them."""
    return dict(_header(record))


def _header(record: Record) -> Iterator[tuple[str, str]]:
    """The lines of the header in their order, each with the key that comments belong to."""
    tags = dict(record.tags)
    yield from ((tag, _line(f"{tag}:", tags[tag])) for tag in TAGS if tag in tags)
    yield "rules", _rules(record)
    for book in record.books:
        yield f"book {book.name}", _line(f"book {book.name}:", *book.cards)
    yield "seats", _line("seats:", *record.seats)
    if record.teams is not None:
        first, second = record.teams
        yield "teams", _line("teams:", *first, "/", *second)
    if record.dealer is not None:
        yield "dealer", _line("dealer:", record.dealer)
    if record.sizes is not None:
        yield "sizes", _line("sizes:", *(f"{seat} {size}" for seat, size in record.sizes))
    for hand in sorted(record.hands, key=lambda hand: record.seats.index(hand.seat)):
        yield f"hand {hand.seat}", _hand(hand)
    for entry in record.settled:
        yield f"settled {entry.book}", _line("settled:", entry.book, entry.seat or NOBODY)
    if record.turn is not None:
        yield "turn", _line("turn:", record.turn)


def _line(*words: str) -> str:
    return " ".join(word for word in words if word)


def _rules(record: Record) -> str:
    if record.preset not in PRESETS:
        raise RecordError(f"{quote(record.preset)} is not a preset (expected {', '.join(PRESETS)})")
    overrides = record.rules.overrides(PRESETS[record.preset])
    return "rules: " + ", ".join(
        [record.preset, *(f"{key}={value}" for key, value in overrides.items())]
    )


def _hand(hand: Hand) -> str:
    return _line(f"hand {hand.seat}:", *hand.cards, "" if hand.whole else "...")


def _with_comments(header: dict[str, str], comments: Iterable[HeaderComment]) -> Iterator[str]:
    by_line = {comment.line: comment for comment in comments}
    for key, text in header.items():
        comment = by_line.get(key, HeaderComment(key))
        yield from map(write_comment, comment.above)
        yield _beside(text, comment.beside)


def _beside(text: str, comment: str) -> str:
    return f"{text}  {write_comment(comment)}" if comment else text


# -- comments and empty lines as a canonical text has them ----------------------------------------
#
# Comments and empty lines as a canonical text has them.
#
# ``tidy`` is what makes writing canonical: nothing of it changes what a record says.


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

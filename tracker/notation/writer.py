"""Writing a record canonically: one way to write it, whatever way it was read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tracker.errors import RecordError
from tracker.game.record import Hand, HeaderComment, Record
from tracker.game.rules import PRESETS
from tracker.notation.comments import tidy
from tracker.notation.header_lines import TAGS
from tracker.notation.lines import unwritable, write_comment
from tracker.notation.names import NOBODY, seat_name_problem
from tracker.notation.problems import quote
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

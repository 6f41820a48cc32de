"""The text form of a record: ``loads`` and ``dumps``, and for one event ``parse_event``.

Reading is lax, writing canonical: ``dumps(loads(text))`` is the text as it ought to be written, and
``loads(dumps(record))`` gives the record back. ``parse_event("a > b 5h n", record)`` reads one
statement with the names of a record, and ``format_event`` writes it: ``Ann asks Bob 5H: no``.

``canonical`` gives the record as it comes back from its text: what it says is unchanged, but its
comments are tidy. At most one empty line stands between two others, none at the start or the end of
the text, and the one between header and events belongs to no event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from tracker.errors import NotationError, RecordError, TextProblem
from tracker.game.events import Event, Now, Seat
from tracker.game.record import HeaderComment, Record
from tracker.game.rules import PRESETS
from tracker.messages import quote
from tracker.notation.header import (
    TAGS,
    Header,
    HeaderLine,
    header_keyword,
    read_header_line,
)
from tracker.notation.names import NOBODY, Names, seat_name_problem
from tracker.notation.problems import Problems, Span
from tracker.notation.source import (
    BARE,
    MAX_STATEMENT,
    TOO_LONG,
    Page,
    Statement,
    decode,
    is_separator,
    read_lines,
    require_readable,
    unwritable,
    write_comment,
)
from tracker.notation.statements import format_event, read_event

__all__ = ["dumps", "format_event", "loads", "parse_event", "parse_typed"]


def loads(text: str | bytes, source: str = "<text>", line: int = 1) -> Record:
    """Reads the record in a text.

    Args:
        text: the text, or its bytes in UTF-8.
        source: the name that errors give it.
        line: the number of its first line.

    Raises:
        NotationError: where it is no record; with all its problems.
    """
    problems = Problems(source)
    page = read_lines(decode(text, problems.source, line), line)
    _require_one_game(page, problems)
    record = _read(page, problems)
    problems.raise_any()
    return canonical(record)


def dumps(record: Record) -> str:
    """The canonical text of a record.

    Raises:
        RecordError: where the record says what no text can say, or too much to be read again.
    """
    written = write(record)
    require_readable(written)
    for number, line in enumerate(written.split("\n"), start=1):
        if len(line) > MAX_STATEMENT and len(line.partition("#")[0].rstrip()) > MAX_STATEMENT:
            raise RecordError(f"line {number} would be too long to be read again: {TOO_LONG}")
    return written


def parse_event(text: str, record: Record, line: int = 1, source: str = "<text>") -> Event:
    """Reads one statement of a game that goes on.

    It says what the statement means, not whether the event is legal.

    Args:
        text: the statement, perhaps with a comment beside it.
        record: a record with the header of the game; its events do not matter.
        line: the line number that the event and its problems get.
        source: the name that errors give the text.

    Raises:
        NotationError: where it is not one event; with all its problems and their columns.
    """
    return _parse_one(text, record, read_event, line, source)


def parse_typed(text: str, record: Record, turn: Seat | None, source: str = "<text>") -> Event:
    """Reads one statement as people type or say it: also ``bob 5h n``, or a sentence.

    Args:
        text: the statement, perhaps with a comment beside it.
        record: a record with the header of the game; its events do not matter.
        turn: whose turn it is, for statements that leave it out; None where it is not known.
        source: the name that errors give the text.

    Raises:
        NotationError: where it is not one event that is clear; with its problems.
    """
    # Only what is typed needs it, and every command waits for its imports.
    from tracker.notation.typed import read_typed

    event = _parse_one(text, record, partial(read_typed, turn=turn), 1, source)
    if len(format_event(event, record)) > MAX_STATEMENT:
        message = f"written out, this has more than {MAX_STATEMENT:,} characters"
        raise NotationError((TextProblem(source, 1, 1, message),))
    return replace(event, line=None)


def _parse_one(
    text: str,
    record: Record,
    read: Callable[[Statement, Names], Event],
    line: int,
    source: str,
) -> Event:
    """Reads one statement.

    Args:
        text: the statement.
        record: a record with the header of the game.
        read: the reader.
        line: the line number that the event and its problems get.
        source: the name that errors give the text.

    Raises:
        NotationError: where it is not one event.
    """
    problems = Problems(source)
    page = read_lines(decode(text, problems.source), line)
    if len(page.statements) != 1:
        at = page.statements[1].span if page.statements else Span("", line)
        problems.add(at, f"{len(page.statements)} statements (expected one event)")
    elif read is read_event and header_keyword(page.statements[0].span) is not None:
        problems.add(page.statements[0].span, "this is a line of the header (expected an event)")
    problems.raise_any()
    names = Names(problems, record.seats, record.deck)
    events = [read(statement, names) for statement in _usable(page.statements, problems)]
    problems.raise_any()
    return _tidy_event(events[0], record)


def _require_one_game(page: Page, problems: Problems) -> None:
    """Goes on with a text of one game.

    Raises:
        NotationError: for a text of many games, in which each statement behind the first game would
            be a problem.
    """
    for statement in page.statements:
        if is_separator(statement.span.text):
            separator = quote(statement.span.text)
            problems.add(statement.span, f"{separator} begins another game (expected one game)")
            problems.raise_any()


def _read(page: Page, problems: Problems) -> Record:
    """The record on a page, which is of no use where problems were noted."""
    start = Span("", page.first)
    if not page.statements:
        problems.add(start, "no statement stands here (expected a header with 'seats: NAME …')")
        return Record(())
    lines, statements = _parted(_usable(page.statements, problems), problems)
    header = Header(lines, start, problems)
    events = tuple(read_event(statement, header.names) for statement in statements)
    if len(problems):
        return header.record
    comments = _header_comments(lines, header.names, next(iter(header_lines(header.record))))
    return replace(header.record, events=events, header_comments=comments, closing=page.closing)


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
        line = read_header_line(statement, keyword, problems)
        lines.append(line)
        if events:
            behind = f"stands behind the first event (line {events[0].span.line})"
            problems.add(line.head, f"{quote(line.head.text)} {behind}")
    return lines, events


def _header_comments(
    lines: Sequence[HeaderLine], names: Names, first_key: str
) -> tuple[HeaderComment, ...]:
    """The comments of the header.

    Comments that an empty line sets off from the first line are about the text, not about that
    line: they stay at the top, whichever line the canonical order puts there.

    Args:
        lines: the lines of the header.
        names: what words mean.
        first_key: the line that canonically comes first.
    """
    above = {line.key(names): line.statement.above for line in lines}
    beside = {line.key(names): line.statement.comment for line in lines}
    first = next(iter(above))
    if first != first_key and "" in above[first]:
        cut = len(above[first]) - above[first][::-1].index("")
        above[first], top = above[first][cut:], above[first][:cut]
        above[first_key] = top + above.get(first_key, ())
    return tuple(HeaderComment(key, above[key], beside.get(key, "")) for key in above)


# -- writing, and tidying -------------------------------------------------------------------------


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
    events = tuple(_tidy_event(event, record) for event in record.events)
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
    hands = sorted(record.hands, key=lambda hand: record.seats.index(hand.seat))
    parts = header_parts(header_data(replace(record, hands=tuple(hands))))
    return {
        _words(part.keyword, part.name or part.about): _words(
            f"{_words(part.keyword, part.name)}:", part.body
        )
        for part in parts
    }


def header_data(record: Record) -> dict[str, Any]:
    """What the header says, by the keys of the JSON form; None for what it does not say.

    Raises:
        RecordError: where the preset is unknown.
    """
    return {
        "tags": dict(record.tags),
        "rules": _rules_data(record),
        "books": [{"name": book.name, "cards": list(book.cards)} for book in record.books],
        "seats": list(record.seats),
        "teams": record.teams and [list(team) for team in record.teams],
        "dealer": record.dealer,
        "sizes": record.sizes and dict(record.sizes),
        "hands": [
            {"seat": hand.seat, "cards": list(hand.cards), "whole": hand.whole}
            for hand in record.hands
        ],
        "settled": [{"book": entry.book, "seat": entry.seat} for entry in record.settled],
        "turn": record.turn,
    }


class HeaderPart(NamedTuple):
    """A line of a header, in pieces."""

    place: str
    """In the data of the header."""
    keyword: str
    name: str
    """What stands behind the keyword."""
    body: str
    """What the line says."""
    about: str = ""
    """Of a settled half-suit its name, which is part of what the line says."""


def header_parts(data: Mapping[str, Any]) -> Iterator[HeaderPart]:
    """The lines of a header in canonical order.

    Args:
        data: what the header says, as ``header_data`` gives it; a key may be left out.
    """
    tags = data.get("tags", {})
    yield from (HeaderPart(f"tags.{tag}", tag, "", tags[tag]) for tag in TAGS if tag in tags)
    yield HeaderPart("rules", "rules", "", _rules_words(data.get("rules", {})))
    for number, book in enumerate(data.get("books", ())):
        yield HeaderPart(f"books[{number}]", "book", book["name"], " ".join(book["cards"]))
    yield HeaderPart("seats", "seats", "", " ".join(data["seats"]))
    if data.get("teams") is not None:
        first, second = data["teams"]
        yield HeaderPart("teams", "teams", "", " ".join([*first, "/", *second]))
    if data.get("dealer") is not None:
        yield HeaderPart("dealer", "dealer", "", data["dealer"])
    if data.get("sizes") is not None:
        sizes = (f"{seat} {size}" for seat, size in data["sizes"].items())
        yield HeaderPart("sizes", "sizes", "", " ".join(sizes))
    for number, hand in enumerate(data.get("hands", ())):
        more = () if hand.get("whole", True) else ("...",)
        cards = " ".join([*hand["cards"], *more])
        yield HeaderPart(f"hands[{number}]", "hand", hand["seat"], cards)
    for number, entry in enumerate(data.get("settled", ())):
        name, seat = entry["book"], entry["seat"] or NOBODY
        yield HeaderPart(f"settled[{number}]", "settled", "", f"{name} {seat}", about=name)
    if data.get("turn") is not None:
        yield HeaderPart("turn", "turn", "", data["turn"])


def rules_line(record: Record) -> str:
    """The rules of a record in one line: ``pagat, wrong-split=opponents``.

    Raises:
        RecordError: where the preset is unknown.
    """
    return _rules_words(_rules_data(record))


def _rules_data(record: Record) -> dict[str, str]:
    """The preset, and the rules that differ from it, by their keys.

    Raises:
        RecordError: where the preset is unknown.
    """
    if record.preset not in PRESETS:
        raise RecordError(f"{quote(record.preset)} is not a preset (expected {', '.join(PRESETS)})")
    return {"preset": record.preset, **record.rules.overrides(PRESETS[record.preset])}


def _rules_words(rules: Mapping[str, str]) -> str:
    """The preset, and the rules that differ from it."""
    changes = (f"{key}={value}" for key, value in rules.items() if key != "preset")
    return ", ".join([rules.get("preset", Record.preset), *changes])


def _words(*words: str) -> str:
    return " ".join(word for word in words if word)


# -- tidy comments --------------------------------------------------------------------------------


def _tidy_event(event: Event, record: Record) -> Event:
    if isinstance(event, Now):
        event = replace(event, cards=record.deck.in_order(event.cards))
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

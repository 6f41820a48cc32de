"""What a line typed means: an event, a line of the header, or a comment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from tracker.entry.speech import to_notation
from tracker.errors import NotationError, RecordError, TextProblem
from tracker.game.events import Event, Seat
from tracker.game.lookup import card_form
from tracker.game.record import HeaderComment, Record
from tracker.messages import closest, quote
from tracker.notation.header_lines import header_keyword, read_header_line
from tracker.notation.lines import Statement, comment_line, read_lines, write_comment
from tracker.notation.names import ANSWERS, Names
from tracker.notation.problems import Problems
from tracker.notation.source import MAX_STATEMENT, decode
from tracker.notation.span import Span
from tracker.notation.statements import AWARD, SHORT_ASK, VERBS, is_verb
from tracker.notation.text import dumps, format_event, loads, parse_event
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
    key = line.key(Names(problems, record.seats, record.deck))
    problems.raise_any()
    return key


def without_lines(record: Record) -> Record:
    """The record without the lines its events stood in: they move while a game is entered."""
    return record.with_events(tuple(replace(event, line=None) for event in record.events))


# -- the shortest form of an ask, of whoever has the turn: ``bob 5h n``, or -----------------------
#
# The shortest form of an ask, of whoever has the turn: ``bob 5h n``, or in one word ``b5hn``.
#
# What looks like one and is not quite gets told what is wrong with it: the seat, the card, or the
# answer. Whatever has a verb is no short ask, and neither is a sentence.

_LIKE_A_CARD: Final = re.compile(r"\d\S{0,2}|[tjqka][a-z♣♦♥♠]", re.IGNORECASE)
"""What was meant for a card, whether it is one or not."""
_LONGEST_CARD: Final = 3


@dataclass(frozen=True)
class ShortAsk:
    """The parts of a short ask, right or wrong."""

    target: Span
    card: Span
    answer: Span
    """Empty where none was said."""
    more: Span | None = None
    """A word behind it that has no place."""


def short_ask(said: Span, names: Names, turn: Seat | None) -> str | None:
    """The statement of the notation that a short ask means; what is wrong with it is noted.

    Args:
        said: the line, without its comment.
        names: what words mean in the record.
        turn: whose turn it is; none: that is not known.

    Returns:
        The statement, of no use if problems were noted; none for what is no short ask at all.
    """
    end = len(said.text) - said.text.endswith("!")
    parts = _parts(said.part(0, end), names)
    if parts is None:
        return None
    target, card = names.seat(parts.target), names.card(parts.card)
    answer = names.answer(parts.answer) if parts.answer.text else "no"
    if not parts.answer.text and target and card:
        asked = f"{parts.target.text} {parts.card.text}"
        missing = f"the answer is missing (expected '{asked} y' or '{asked} n')"
        names.problems.add(parts.answer, missing)
    if parts.more is not None:
        names.problems.add(parts.more, "this is one word too many (expected 'SEAT CARD y' or 'n')")
    if turn is None:
        expected = f"'A {SHORT_ASK} {parts.target.text} {parts.card.text} y'"
        names.problems.add(said, f"whose turn it is is not known (expected such as {expected})")
    return f"{turn} asks {target} {card}: {answer}{said.text[end:]}"


def words_in(word: str, names: Names) -> Iterator[tuple[str, str, str]]:
    """The ways to part a word into a seat, a card, and what stands behind them (``b5hn``)."""
    for start in range(1, len(word)):
        for end in range(start + 2, min(start + _LONGEST_CARD, len(word)) + 1):
            if card_form(word[start:end]) and names.is_seat(word[:start]):
                yield word[:start], word[start:end], word[end:]


def _parts(said: Span, names: Names) -> ShortAsk | None:
    """The parts of what looks like a short ask."""
    words = [token for token in said.tokens() if token.text not in (",", ":")]
    if not 1 <= len(words) <= 4 or words[0].word == AWARD or any(w.text in ">;" for w in words):
        return None
    if len(words) == 1:
        return _in_one_word(words[0], names)
    first, second, *rest = words
    if is_verb(second.word) or (len(second.text) > 2 and closest(second.text, VERBS)):
        return None
    if len(words) == 2:
        return _in_two_words(first, second, names)
    return _in_words(first, second, rest, names)


def _in_words(first: Span, second: Span, rest: list[Span], names: Names) -> ShortAsk | None:
    """``bob 5h n``, whatever one of the three is, and ``bob 5h n now``."""
    is_answered = rest[0].word in ANSWERS
    if len(rest) == 2 and not (card_form(second.text) and is_answered):
        return None
    if card_form(second.text) or (is_answered and names.is_seat(first.text)):
        return ShortAsk(first, second, rest[0], rest[1] if len(rest) == 2 else None)
    return None


def _in_two_words(first: Span, second: Span, names: Names) -> ShortAsk | None:
    """``bob 5hn``, ``b5h n``, and ``bob 5h``, which has no answer."""
    last = len(second.text) - 1
    if card_form(second.text):
        return ShortAsk(first, second, second.end())
    if card_form(second.text[:last]):
        return ShortAsk(first, second.part(0, last), second.part(last))
    for seat, _, more in words_in(first.text, names):
        if not more:
            return ShortAsk(first.part(0, len(seat)), first.part(len(seat)), second)
    if names.is_seat(first.text) and _LIKE_A_CARD.fullmatch(second.text):
        return ShortAsk(first, second, second.end())
    return None


def _in_one_word(word: Span, names: Names) -> ShortAsk | None:
    """``b5hn``; where it can be parted in two ways that make sense, that is noted."""
    ways = list(words_in(word.text, names)) or list(_almost(word.text, names))
    whole = [way for way in ways if way[2].lower() in ANSWERS]
    if len(whole) > 1:
        meanings = " or ".join(quote(" ".join(way)) for way in whole)
        names.problems.add(word, f"{quote(word.text)} could be {meanings}")
    for seat, card, _ in whole or ways:
        start, end = len(seat), len(seat) + len(card)
        answer = word.part(end) if end < len(word.text) else word.end()
        return ShortAsk(word.part(0, start), word.part(start, end), answer)
    return None


def _almost(word: str, names: Names) -> Iterator[tuple[str, str, str]]:
    """The ways to part a word of which the seat, or the card, is none."""
    body, answer = word[:-1], word[-1:]
    if answer.lower() not in ANSWERS:
        return
    for start in range(1, len(body) - 1):
        seat, card = body[:start], body[start:]
        is_seat = names.is_seat(seat) and _LIKE_A_CARD.fullmatch(card)
        if is_seat or (card_form(card) and seat.isalpha()):
            yield seat, card, answer

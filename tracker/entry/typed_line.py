"""What a typed line means: an event, a line of the header, or a comment.

A line is read as notation first. What is none is read as a short ask (``bob 5h n``, in one word
``b5hn``), and then as common speech (``speech``), in both of which whoever has the turn asks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from tracker.entry.speech import to_notation, with_plain_verb
from tracker.errors import NotationError, RecordError, TextProblem
from tracker.game.events import Event, Now, Seat
from tracker.game.lookup import card_form
from tracker.game.record import HeaderComment, Record
from tracker.messages import closest, quote
from tracker.notation.gaps import UNKNOWN
from tracker.notation.header_lines import header_keyword, read_header_line
from tracker.notation.names import ANSWERS, Names
from tracker.notation.problems import Problems, Span
from tracker.notation.source import (
    MAX_STATEMENT,
    Statement,
    comment_line,
    decode,
    read_lines,
    write_comment,
)
from tracker.notation.statements import AWARD, NOW, SHORT_ASK, VERBS, is_verb
from tracker.notation.text import dumps, format_event, header_lines, loads, parse_event

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
    if len(page.statements) == 1 and keyword is not None:
        return _with_header_line(statement, text, record)
    return _event(statement, text, record, turn)


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


# -- events ---------------------------------------------------------------------------------------


def _event(statement: Statement, text: str, record: Record, turn: Seat | None) -> Event:
    """The event that a line is in the notation, or else in the words in which people tell it."""
    first = statement.span.tokens()[0]
    if turn is not None and is_verb(first.word) and first.text not in record.seats:
        return _writable(_event_of_turn(text, record, turn), record)
    try:
        event = parse_event(text, record, source=_SOURCE)
    except NotationError:
        short, problems = _short_ask(statement, record, turn)
        spoken = to_notation(text, _names(record), turn)
        sound = _parsed(spoken, record) or _parsed(with_plain_verb(text), record)
        if sound is not None and (short is None or len(problems)):
            event = sound
        elif short is not None:
            problems.raise_any()
            event = parse_event(short, record, source=_SOURCE)
        elif spoken is not None:
            event = parse_event(spoken, record, source=_SOURCE)
        else:
            raise
    return _writable(event, record)


def _event_of_turn(text: str, record: Record, turn: Seat) -> Event:
    """The event that ``claims …`` is: whoever has the turn is put in; columns stay those typed."""
    whole, more = f"{turn} {text.lstrip()}", len(turn) + 1
    try:
        return parse_event(whole, record, source=_SOURCE)
    except NotationError as error:
        sound = _parsed(to_notation(whole, _names(record), turn), record)
        if sound is not None:
            return sound
        problems = (replace(p, column=max(p.column - more, 1)) for p in error.problems)
        raise NotationError(tuple(problems)) from error


def _parsed(statement: str | None, record: Record) -> Event | None:
    """The event that a statement is; None where it is none."""
    if statement is None:
        return None
    try:
        return parse_event(statement, record, source=_SOURCE)
    except NotationError:
        return None


def _writable(event: Event, record: Record) -> Event:
    """The event, if it can be written in a line that can be read again.

    Raises:
        NotationError: where it is too long.
    """
    if len(format_event(event, record)) > MAX_STATEMENT:
        message = f"written out, this has more than {MAX_STATEMENT:,} characters"
        raise NotationError((TextProblem(_SOURCE, 1, 1, message),))
    return replace(event, line=None)


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


# -- the shortest form of an ask ------------------------------------------------------------------
#
# What looks like a short ask and is not quite one is told what is wrong with it: the seat, the
# card, or the answer. Whatever has a verb is no short ask, and neither is a sentence.

_LIKE_A_CARD: Final = re.compile(r"\d\S{0,2}|[tjqka][a-z♣♦♥♠]", re.IGNORECASE)
"""What was meant for a card, whether it is one or not."""
_LONGEST_CARD: Final = 3


@dataclass(frozen=True)
class _ShortAsk:
    """The parts of a short ask, right or wrong."""

    target: Span
    card: Span
    answer: Span
    """Empty where there is no answer."""
    extra: Span | None = None
    """A word behind it that has no place."""


def _short_ask(
    statement: Statement, record: Record, turn: Seat | None
) -> tuple[str | None, Problems]:
    """The statement of the notation that a short ask means, and what is wrong with it.

    Args:
        statement: what was typed.
        record: the game so far.
        turn: whose turn it is; None where it is not known.

    Returns:
        The statement with its comment, of no use if there are problems; None for what is no short
        ask at all.
    """
    typed, names = statement.span, _names(record)
    problems = names.problems
    end = len(typed.text) - typed.text.endswith("!")
    parts = _parts(typed.part(0, end), names)
    if parts is None:
        return None, problems
    target, card = names.seat(parts.target), names.card(parts.card)
    answer: str = "no"
    if parts.answer.text:
        is_open = set(parts.answer.text) == {UNKNOWN}
        answer = UNKNOWN if is_open else names.answer(parts.answer)
    if not parts.answer.text and target and card:
        asked = f"{parts.target.text} {parts.card.text}"
        missing = f"the answer is missing (expected '{asked} y', '{asked} n' or '{asked} ?')"
        problems.add(parts.answer, missing)
    if parts.extra is not None:
        problems.add(parts.extra, "this is one word too many (expected 'SEAT CARD y' or 'n')")
    if turn is None:
        expected = f"'A {SHORT_ASK} {parts.target.text} {parts.card.text} y'"
        problems.add(typed, f"whose turn it is is not known (expected such as {expected})")
    comment = f"  {write_comment(statement.comment)}" if statement.comment else ""
    return f"{turn} asks {target} {card}: {answer}{typed.text[end:]}{comment}", problems


def _parts(typed: Span, names: Names) -> _ShortAsk | None:
    """The parts of what looks like a short ask; None for what does not."""
    words = [token for token in typed.tokens() if token.text not in (",", ":")]
    if not 1 <= len(words) <= 4 or words[0].word == AWARD or any(w.text in ">;" for w in words):
        return None
    if len(words) == 1:
        return _in_one_word(words[0], names)
    first, second, *rest = words
    if is_verb(second.word) or (len(second.text) > 2 and closest(second.text, VERBS)):
        return None
    return _in_words(first, second, rest, names) if rest else _in_two_words(first, second, names)


def _in_words(first: Span, second: Span, rest: list[Span], names: Names) -> _ShortAsk | None:
    """``bob 5h n``, of which one word may be wrong, and ``bob 5h n now``."""
    is_answered = rest[0].word in ANSWERS or set(rest[0].word) == {UNKNOWN}
    if len(rest) == 2 and not (card_form(second.text) and is_answered):
        return None
    if card_form(second.text) or (is_answered and names.is_seat(first.text)):
        return _ShortAsk(first, second, rest[0], rest[1] if len(rest) == 2 else None)
    return None


def _in_two_words(first: Span, second: Span, names: Names) -> _ShortAsk | None:
    """``bob 5hn``, ``b5h n``, and ``bob 5h``, which has no answer."""
    last = len(second.text) - 1
    if card_form(second.text):
        return _ShortAsk(first, second, second.end())
    if card_form(second.text[:last]):
        return _ShortAsk(first, second.part(0, last), second.part(last))
    for seat, _, rest in _ways_to_part(first.text, names):
        if not rest:
            return _ShortAsk(first.part(0, len(seat)), first.part(len(seat)), second)
    if names.is_seat(first.text) and _LIKE_A_CARD.fullmatch(second.text):
        return _ShortAsk(first, second, second.end())
    return None


def _in_one_word(word: Span, names: Names) -> _ShortAsk | None:
    """``b5hn``; reports a word that can be parted in two ways that make sense."""
    ways = list(_ways_to_part(word.text, names)) or list(_ways_almost(word.text, names))
    whole = [way for way in ways if way[2].lower() in ANSWERS]
    if len(whole) > 1:
        meanings = " or ".join(quote(" ".join(way)) for way in whole)
        names.problems.add(word, f"{quote(word.text)} could be {meanings}")
    if not ways:
        return None
    seat, card, _ = (whole or ways)[0]
    start, end = len(seat), len(seat) + len(card)
    answer = word.part(end) if end < len(word.text) else word.end()
    return _ShortAsk(word.part(0, start), word.part(start, end), answer)


def _ways_to_part(word: str, names: Names) -> Iterator[tuple[str, str, str]]:
    """The ways to part a word into a seat, a card, and what stands behind them (``b5hn``)."""
    for start in range(1, len(word)):
        for end in range(start + 2, min(start + _LONGEST_CARD, len(word)) + 1):
            if card_form(word[start:end]) and names.is_seat(word[:start]):
                yield word[:start], word[start:end], word[end:]


def _ways_almost(word: str, names: Names) -> Iterator[tuple[str, str, str]]:
    """The ways to part a word with an answer of which the seat, or the card, is none."""
    body, answer = word[:-1], word[-1:]
    if answer.lower() not in ANSWERS:
        return
    for start in range(1, len(body) - 1):
        seat, card = body[:start], body[start:]
        is_seat = names.is_seat(seat) and _LIKE_A_CARD.fullmatch(card)
        if is_seat or (card_form(card) and seat.isalpha()):
            yield seat, card, answer

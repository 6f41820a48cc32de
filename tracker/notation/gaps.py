"""What nobody remembers, in the notation: open parts of a statement, and missing stretches.

An open part is ``?`` (anything), values with ``/`` between them (one of these), or, where a card
would stand, the name of a half-suit (one of its cards). ``...`` stands for missing statements. On
input, common speech will do: "someone", "9H or 10H", "some high heart", "don't know".

Example: ``Ann asks Bob low hearts: ?`` has two open parts, the card and the answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from tracker.game.events import (
    ANSWERS,
    OUTCOMES,
    Ask,
    Event,
    Gap,
    Give,
    Missing,
    Open,
    PlainEvent,
    is_open,
    own_fields,
)
from tracker.game.lookup import card_form
from tracker.game.record import Record
from tracker.messages import quote
from tracker.notation.names import Names
from tracker.notation.problems import Span, joined

UNKNOWN: Final = "?"
"""What stands for a part of which nothing is remembered."""
STRETCH: Final = ("...", "…")
"""What a missing stretch begins with; the first is canonical."""
_UNKNOWN_PHRASES: Final = tuple(
    tuple(phrase.split())
    for phrase in (
        "i don't know", "we don't know", "don't know", "dont know", "do not know", "dunno",
        "i forget", "i forgot", "forgot", "forgotten", "not sure", "unsure", "unknown",
        "can't remember", "cannot remember", "don't remember", "no idea",
        "someone", "somebody", "anyone", "anybody", "something", "some card", "any card", "a card",
        "??", "???",
    )
)  # fmt: skip
"""What people say for ``?``; the longer of those that begin alike come first."""
_PHRASE_WORDS: Final = frozenset(word for phrase in _UNKNOWN_PHRASES for word in phrase)
_UNKNOWN_WORDS: Final = frozenset(phrase[0] for phrase in _UNKNOWN_PHRASES if len(phrase) == 1)
_SOME: Final = ("some", "any", "a", "an", "one")
"""What may stand before the name of a half-suit."""
_NUMBERS: Final[Mapping[str, int]] = {
    word: number for number, word in enumerate(("one", "two", "three", "four", "five", "six"), 1)
}
_MISSING: Final = re.compile(
    r"(?:\.{2,}|…)\s*(?:(?P<number>(?!ask|are|is|miss)\w+)\s+)?(?P<asks>asks?)?(?:\s*(?:(?:is|are)\s+)?missing)?",
    re.IGNORECASE,
)
_PLAIN_NAME: Final = re.compile(r"[^\W\d_]+(?: [^\W\d_]+)*")


# -- reading the text -----------------------------------------------------------------------------


def begins_stretch(span: Span) -> bool:
    """Whether a text begins as a missing stretch does."""
    return span.text.startswith(("..", "…"))


def says_stretch(span: Span, names: Names) -> bool:
    """Whether a statement is a missing stretch, and not one about a player called ``...``."""
    if not begins_stretch(span):
        return False
    players = span.words()[0].text.split("/")
    is_player = any(names.is_seat_name(player) for player in players)
    return not is_player or _MISSING.fullmatch(span.text) is not None


def read_missing(span: Span, names: Names, marks: Mapping[str, Any]) -> Event:
    """The missing stretch that a statement means."""
    match = _MISSING.fullmatch(span.text)
    word = (match["number"] or "").lower() if match else ""
    number = _NUMBERS.get(word, int(word) if word.isdecimal() and len(word) <= 3 else None)
    is_sound = match is not None and (not word or (number is not None and match["asks"]))
    if match is None or not is_sound or number == 0:
        expected = "expected '...', '... 2 asks' or '... asks'"
        names.problems.add(span, f"{quote(span.text)} is no missing stretch ({expected})")
        return Missing(**marks)
    return Missing(number, only_asks=bool(match["asks"]), **marks)


def with_alternatives(tokens: Sequence[Span], names: Names) -> list[Span]:
    """The tokens, with ``X / Y`` and ``X or Y`` as one ``X/Y``."""
    if not any(token.word == "or" or token.text[:1] == "/" or token.text[-1:] == "/"
               for token in tokens):  # fmt: skip
        return list(tokens)
    merged: list[Span] = []
    glue = False
    for token in tokens:
        is_or = token.word == "or" and not names.is_seat_name(token.text)
        word = "/" if is_or else token.text
        if merged and (glue or word.startswith("/")) and merged[-1].text not in ":,;>":
            merged[-1] = _glued(merged[-1], word)
        else:
            merged.append(Span(word, token.line, token.column, token.path))
        glue = word.endswith("/")
    return merged


def _glued(span: Span, word: str) -> Span:
    return Span(span.text + word, span.line, span.column, span.path)


def read_phrases(words: Sequence[Span], kind: type[PlainEvent], names: Names) -> list[Span]:
    """The words behind a verb, with common speech for an open part as one word each.

    Args:
        words: the words.
        kind: the kind of event that they are of.
        names: what words mean in the record.
    """
    merged: list[Span] = []
    place = 0
    while place < len(words):
        length = _unknown_length(words[place:], names)
        book = None
        if not length and kind in (Ask, Give) and merged:
            length, book = _book_length(words[place:], names)
        if length:
            whole = joined(words[place : place + length], words[place])
            merged.append(Span(book or UNKNOWN, whole.line, whole.column, whole.path))
        else:
            merged.append(words[place])
        place += length or 1
    if kind is Ask and len(merged) == 2:  # the answer is missing
        merged.append(Span(UNKNOWN, merged[-1].line, merged[-1].end().column, merged[-1].path))
    return merged


def _unknown_length(words: Sequence[Span], names: Names) -> int:
    """How many of the first words say that nobody knows."""
    if names.is_seat_name(words[0].text):
        return 0
    spoken = [word.word.replace("’", "'") for word in words[:3]]
    return next(
        (len(phrase) for phrase in _UNKNOWN_PHRASES if tuple(spoken[: len(phrase)]) == phrase), 0
    )


def _book_length(words: Sequence[Span], names: Names) -> tuple[int, str | None]:
    """How many of the first words name a half-suit, and its name."""
    lead = 0
    if words[0].word in _SOME and not names.is_seat_name(words[0].text):
        lead = 2 if words[1:] and (words[0].word, words[1].word) == ("one", "of") else 1
    for length in (3, 2, 1):
        part = words[lead : lead + length]
        if len(part) < length or (length == 1 and card_form(part[0].text) is not None):
            continue
        text = " ".join(word.text for word in part)
        book = names.book_meant(text) or names.book_meant(f"{text}s")
        if book is not None:
            return lead + length, book.name
    return 0, None


def read_part(type_: str, span: Span, names: Names) -> Any:
    """What a word means as the value of an event's field, which may be open.

    Args:
        type_: the type of the field, as the class of the event declares it.
        span: the word.
        names: what words mean, and where to note problems.
    """
    text = span.text
    if _is_unknown(span, names):
        return Open()
    if "/" in text:
        pieces = [piece for piece in span.split("/") if piece.text]
        if any(_is_unknown(piece, names) for piece in pieces):
            return Open()
        values = [value for piece in pieces for value in _values(type_, piece, names)]
        return alternatives(type_, values, names)
    if type_ == "Card":
        return alternatives(type_, _values(type_, span, names), names)
    return names.value(type_, span)


def _is_unknown(span: Span, names: Names) -> bool:
    """Whether a word says that nothing is remembered."""
    if span.text == UNKNOWN:
        return True
    return span.word in _UNKNOWN_WORDS and not names.is_seat_name(span.text)


def _values(type_: str, span: Span, names: Names) -> tuple[Any, ...]:
    """What one of some alternatives means: a half-suit means all its cards."""
    if type_ == "Card" and card_form(span.text) is None:
        book = names.book_meant(span.text)
        if book is not None:
            return book.cards
    return (names.value(type_, span),)


def alternatives(type_: str, values: Iterable[Any], names: Names) -> Any:
    """Values of a field as one part: the value itself where there is but one; else in order."""
    different = list(dict.fromkeys(values))
    if len(different) == 1:
        return different[0]
    order = _order(type_, names)
    return Open(tuple(sorted(different, key=lambda value: order.get(value, -1)))
                if order else tuple(sorted(different)))  # fmt: skip


def _order(type_: str, names: Names) -> Mapping[Any, int]:
    """The place of each value of a type; nothing for numbers, and where the header is broken."""
    known: Iterable[Any] = {
        "Seat": names.seats or (),
        "Seat | None": (*(names.seats or ()), None),
        "Card": names.deck.cards if names.deck else (),
        "str": names.deck.by_name if names.deck else (),
        "AskAnswer": ANSWERS,
        "Outcome": OUTCOMES,
    }.get(type_, ())
    return {value: place for place, value in enumerate(known)}


def make_event(
    kind: type[PlainEvent], values: Mapping[str, Any], marks: Mapping[str, Any]
) -> Event:
    """The event with some values: a gap where any is open."""
    if not any(is_open(value) for value in values.values()):
        return kind(**values, **marks)
    return Gap(kind, tuple(values.get(name) for name in own_fields(kind)), **marks)


# -- writing the text -----------------------------------------------------------------------------


def format_open(part: Open, type_: str, record: Record | None) -> str:
    """An open part as the notation writes it."""
    if part.values is None:
        return UNKNOWN
    if type_ == "Card" and record is not None:
        for book in record.deck.books:
            if book.cards == part.values and _PLAIN_NAME.fullmatch(book.name) and not (
                {*book.name.lower().split()} & _PHRASE_WORDS
            ):  # fmt: skip
                return book.name
    return "/".join("nobody" if value is None else str(value) for value in part.values)


def format_missing(missing: Missing) -> str:
    """A missing stretch as the notation writes it."""
    if not missing.only_asks:
        return STRETCH[0]
    if missing.asks is None:
        return f"{STRETCH[0]} asks"
    return f"{STRETCH[0]} {missing.asks} {'ask' if missing.asks == 1 else 'asks'}"

"""Pieces of messages: quoting and escaping what is data, counting, guessing what was meant.

And what is refused with them wherever a call is given it: the wrong kind of thing, the wrong word.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from importlib import import_module
from typing import Any, Final, TypeVar

from tracker.errors import RecordError, TrackerError, WrongTypeError

Key = TypeVar("Key")
Value = TypeVar("Value")
_QUOTED: Final = 40
_OPPOSITE: Final = ("in", "un", "mis", "not", "not ")
"""What makes the opposite of a word that it stands before."""


def quote(text: str) -> str:
    """A piece of the input for a message: in quotes, short, and without control characters."""
    return repr(text if len(text) <= _QUOTED else f"{text[: _QUOTED - 1]}…")


def clipped(text: str, most: int) -> str:
    """A text, or so many of its characters and ``…``, which says that it goes on."""
    return text if len(text) <= most else f"{text[:most]}…"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """``; did you mean 'seats'?`` where one of the known words is close, else nothing."""
    close = closest(word, known)
    return f"; did you mean {quote(close)}?" if close is not None else ""


def closest(word: str, known: Iterable[str]) -> str | None:
    """The known word that a slip of the pen may have meant, whatever its case."""
    # Only an input with problems needs it, and every command waits for its imports.
    from difflib import get_close_matches

    if len(word) > _QUOTED:
        return None
    by_key = {name.lower(): name for name in known}
    nearest = get_close_matches(word.lower(), by_key, n=1)
    is_meant = nearest and word.lower().removesuffix(nearest[0]) not in _OPPOSITE
    return by_key[nearest[0]] if is_meant else None


def counted(number: int, noun: str) -> str:
    """A number of things: ``1 card``, ``2 cards``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def gathered(pairs: Iterable[tuple[Key, Value]]) -> dict[Key, list[Value]]:
    """What is to be told together: the values of each key, both in the order in which they come."""
    values_of: dict[Key, list[Value]] = {}
    for key, value in pairs:
        values_of.setdefault(key, []).append(value)
    return values_of


def printable(text: str) -> str:
    """The text with everything escaped that a terminal would not print as a character."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def printable_lines(text: str) -> str:
    """A text of several lines for a terminal: only line ends and tabs are not escaped."""
    if text.isascii() and text.replace("\n", "").replace("\t", "").isprintable():
        return text
    lines = ("\t".join(map(printable, line.split("\t"))) for line in text.split("\n"))
    return "\n".join(lines)


def require_kind(value: object, kind: Any, what: str) -> None:
    """Go on with a value of a kind, and with nothing else.

    Args:
        value: what a call was given.
        kind: the class, or several, that it is to be of.
        what: what it is to be, in words.

    Raises:
        WrongTypeError: for anything else.
    """
    if not isinstance(value, kind):
        raise WrongTypeError(f"{_shown(value)} is no {what}")


def require_tuple(value: object, kind: Any, what: str) -> None:
    """Go on with a tuple: a list or a string would break later, where nobody expects it.

    Args:
        value: what a call was given.
        kind: the class that what is in it is to be of.
        what: what is in it, in words.

    Raises:
        WrongTypeError: for anything else.
    """
    if not isinstance(value, tuple) or not all(isinstance(each, kind) for each in value):
        raise WrongTypeError(f"{_shown(value)} is not a tuple of {what}")


def require_number(number: object, least: int, what: str) -> None:
    """Go on with a whole number that is large enough.

    Args:
        number: what a call was given.
        least: the smallest that it may be.
        what: what is counted, in words.

    Raises:
        WrongTypeError: for what is no whole number.
        RecordError: where it is too small.
    """
    expected = f"number of {what} (expected {least} or more)"
    require_kind(number, int, expected)
    if isinstance(number, int) and number < least:
        raise RecordError(f"{number} is no {expected}")


def _shown(value: object) -> str:
    """A value as Python writes it, or its beginning."""
    shown = repr(value)
    return shown if len(shown) <= 80 else f"{shown[:79]}…"


def require_word(word: object, known: Collection[str], what: str) -> None:
    """Go on with a word that a call knows, and with no other.

    Args:
        word: what the call was given.
        known: the words that it knows.
        what: what it is to be, in words.

    Raises:
        RecordError: for another word.
        WrongTypeError: for what is no word.
    """
    require_kind(word, str, f"{what} (expected {', '.join(known)})")
    if word not in known:
        hint = did_you_mean(str(word), known)
        raise RecordError(f"{quote(str(word))} is no {what} (expected {', '.join(known)}){hint}")


def require_package(name: str, what: str, extra: str) -> Any:
    """A package that is installed only with an extra.

    Args:
        name: the package.
        what: says what needs it.
        extra: the extra of this program.

    Raises:
        TrackerError: where it is not installed.
    """
    try:
        return import_module(name)
    except ImportError as error:
        raise TrackerError(f"{what}: pip install 'literature-tracker[{extra}]'") from error

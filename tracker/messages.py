"""Pieces of messages: quoting and escaping what is data, counting, guessing what was meant."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

_QUOTED: Final = 40


def quote(text: str) -> str:
    """A piece of the input for a message: in quotes, short, and without control characters."""
    return repr(text if len(text) <= _QUOTED else f"{text[: _QUOTED - 1]}…")


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
    return by_key[nearest[0]] if nearest else None


def counted(number: int, noun: str) -> str:
    """A number of things: ``1 card``, ``2 cards``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


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

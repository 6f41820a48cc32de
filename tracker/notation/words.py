"""From the words of a statement to its parts.

A part is one word of a statement, or several that mean one thing: ``five of hearts`` is ``5H``,
``9H or 10H`` is ``9H/10H``, ``don't know`` is ``?``, ``one of the low hearts`` is ``low hearts``. A
word that is the name of a seat is that seat and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from tracker.game.lookup import RANK_WORDS, card_form, spoken_card
from tracker.notation.names import UNKNOWN, UNKNOWN_PHRASES, Names
from tracker.notation.problems import BLANKS, Span

Joined: TypeAlias = "tuple[str, int] | None"
"""What the first of some words mean together, and how many they are; None: nothing."""

PHRASE_WORDS: Final = frozenset(word for phrase in UNKNOWN_PHRASES for word in phrase)
_FIRST_WORDS: Final = frozenset(phrase[0] for phrase in UNKNOWN_PHRASES)
_SPOKEN: Final = ("of", "joker")
"""The words by which a card told in several words is known."""
_LEADS: Final = ("one of the", "one of", "any of the", "some", "any", "a", "an", "one")
"""What may stand before the name of a half-suit of which one card is meant."""
_ALTERNATIVES: Final = 4
"""Four of the longest names of half-suits are read where one may be meant, or more short ones."""


def unknown_part(words: Sequence[Span], names: Names) -> Joined:
    """Words that say that nobody knows."""
    if words[0].word not in _FIRST_WORDS or names.is_seat_name(words[0].text):
        return None
    spoken = tuple(word.word.replace("’", "'") for word in words[:3])
    lengths = range(len(spoken), 0, -1)
    return next(((UNKNOWN, n) for n in lengths if spoken[:n] in UNKNOWN_PHRASES), None)


def card_part(words: Sequence[Span]) -> Joined:
    """A card told in several words, such as ``the five of hearts``."""
    lead = int(words[0].word == "the")
    card = spoken_card([word.text for word in words[lead : lead + 3]])
    return (card[0], lead + card[1]) if card else None


def book_part(words: Sequence[Span], names: Names) -> Joined:
    """The name of a half-suit, perhaps with ``some`` or ``one of the`` before it.

    Alternatives to it may follow: ``low hearts/9S``.
    """
    for lead in ("",) if names.is_seat_name(words[0].text) else (*_LEADS, ""):
        start = len(lead.split())
        if lead and " ".join(word.word for word in words[:start]) != lead:
            continue
        most = min(_ALTERNATIVES * names.longest_book, len(words) - start)
        for length in range(most, 0, -1):
            books = _books(words[start : start + length], names)
            if books is not None:
                return books, start + length
    return None


def _books(words: Sequence[Span], names: Names) -> str | None:
    """A half-suit, or several and cards, with ``/`` between them; None where words mean none."""
    text = " ".join(word.text for word in words)
    pieces = [piece.strip(BLANKS) for piece in text.split("/")]
    if len(words) == 1 and (len(pieces) > 1 or card_form(text) is not None):
        return None  # one word, which needs no joining
    called = [piece if card_form(piece) else _book(piece, names) for piece in pieces]
    return "/".join(filter(None, called)) if all(called) else None


def _book(text: str, names: Names) -> str | None:
    """What the half-suit of that name is called, which may stand in the singular."""
    book = names.book_meant(text) or names.book_meant(f"{text}s")
    return book.name if book else None


def joined_parts(
    words: Sequence[Span], readings: Sequence[Callable[[Sequence[Span]], Joined]]
) -> list[Span]:
    """Words, with each run that means one thing as one word.

    Args:
        words: the words.
        readings: what may be meant by the next words, the likeliest first.
    """
    parts: list[Span] = []
    place = 0
    while place < len(words):
        rest = words[place:]
        meaning = next((each for reading in readings if (each := reading(rest))), None)
        text, length = meaning or (rest[0].text, 1)
        parts.append(rest[0].saying(text))
        place += length
    return parts


def with_unknown(words: Sequence[Span], names: Names) -> list[Span]:
    """The words, with what people say for ``?`` as that."""
    return joined_parts(words, [lambda rest: unknown_part(rest, names)])


def with_alternatives(parts: Sequence[Span], names: Names) -> list[Span]:
    """The parts, with ``X / Y`` and ``X or Y`` as one ``X/Y``; also ``nine or 10H``."""
    if not any(part.text[:1] in "/oO" or part.text[-1:] == "/" for part in parts):
        return list(parts)
    merged: list[Span] = []
    glue = False
    for part in parts:
        is_or = _is_or(part, names)
        word = "/" if is_or else part.text
        if merged and (glue or word.startswith("/")) and merged[-1].text not in (*":,;>",):
            merged[-1] = merged[-1].saying(_ranked(merged[-1].text, word) + word)
        else:
            merged.append(part.saying(word))
        glue = word.endswith("/")
    return merged


def _is_or(word: Span, names: Names) -> bool:
    """Whether a word stands between alternatives, and is not of a name."""
    return word.word == "or" and not names.is_seat_name(word.text) and not names.has_or


def require_clear_alternatives(tokens: Sequence[Span], cards: Sequence[Span], names: Names) -> None:
    """Reports an ``or`` that may go for all the cards of a list, or for two: ``5H, 6H or 7H``.

    Args:
        tokens: the words as they were typed: a ``/`` is clear.
        cards: the cards that they tell.
        names: what words mean, and where to note problems.
    """
    is_said = any(_is_or(token, names) for token in tokens)
    for card in cards[1:]:
        if is_said and "/" in card.text:
            message = "is one of all these cards meant, or one of the last?"
            expected = "expected such as '5H/6H/7H' or '5H 6H/7H'"
            names.problems.add(card, f"{message} ({expected})")


def _ranked(before: str, card: str) -> str:
    """What stands before an alternative: the ``nine`` of ``nine or 10H`` is ``9H``."""
    pieces = before.split("/")
    if card_form(card) is None or pieces[-1]:
        return before
    suit = card[-1]
    return "/".join(RANK_WORDS[p.lower()] + suit if p.lower() in RANK_WORDS else p for p in pieces)


def spoken_cards(tokens: list[Span], names: Names) -> list[Span]:
    """The words, with ``the five of hearts`` as ``5H``."""
    spoken = any(token.text[:1] in "oOjJ" and token.word in _SPOKEN for token in tokens)
    is_told = spoken and not any(map(names.is_seat_name, _SPOKEN))
    return joined_parts(tokens, [card_part]) if is_told else tokens

"""The shortest form of an ask, of whoever has the turn: ``bob 5h n``, or in one word ``b5hn``.

What looks like one and is not quite gets told what is wrong with it: the seat, the card, or the
answer. Whatever has a verb is no short ask, and neither is a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tracker.game.events import Seat
from tracker.game.words import card_form
from tracker.messages import closest, quote
from tracker.notation.names import ANSWERS, SHORT_ASK, VERBS, Names
from tracker.notation.span import Span
from tracker.notation.statements import AWARD, is_verb

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

"""What a typed line means: in the notation, as a short ask (``bob 5h n``), or as people say it.

Each of the three puts the words into the slots of a statement. What none of them understands is
judged as what it looks most like.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tracker.game.events import Ask, Decline, Event, Missing, Seat
from tracker.game.lookup import card_form
from tracker.messages import closest, quote
from tracker.notation.names import ANSWERS, UNKNOWN, Names
from tracker.notation.problems import MISSING, Span
from tracker.notation.sentences import said
from tracker.notation.source import Statement
from tracker.notation.spoken_parts import LIKE_A_CARD, has_words_of_speech
from tracker.notation.statements import (
    AWARD,
    SHORT_ASK,
    VERBS,
    Slots,
    is_verb,
    made,
    marks_of,
    read_event,
    unnumbered,
)

_LONGEST: Final = 80
"""The longest short ask, in characters."""
_MARKS: Final = str.maketrans(",:", "  ")


def read_typed(statement: Statement, names: Names, turn: Seat | None) -> Event:
    """The event that a typed statement means; it means nothing where problems were noted.

    Args:
        statement: the statement.
        names: what words mean, and where to note problems.
        turn: whose turn it is, for lines that leave it out; None where it is not known.
    """
    first = statement.span.tokens()[0]
    if turn is not None and is_verb(first.word) and not names.is_seat_name(first.text):
        span = Span(f"{turn} {statement.span.text}", first.line, first.column - len(turn) - 1)
        statement = replace(statement, span=span)
    judged = []
    for reader in (_written, _short, _spoken):
        own = names.apart()
        event = reader(statement, own, turn)
        if event is not None and not len(own.problems):
            return event
        judged.append(own.problems)
    written, short, spoken = judged
    text = statement.span.text
    is_speech = has_words_of_speech(statement.span, names) or ("," in text and ":" not in text)
    names.problems.take(short if len(short) else spoken if is_speech and len(spoken) else written)
    return Decline("")


def _written(statement: Statement, names: Names, _: Seat | None) -> Event:
    """The event that a statement is in the notation."""
    return read_event(statement, names)


def _spoken(statement: Statement, names: Names, turn: Seat | None) -> Event | None:
    """The event that a sentence tells of; ``!`` right behind a word is no mark there."""
    sentence = said(unnumbered(statement.span, names), names, turn)
    if sentence is None:
        return None
    marks = marks_of(statement, irregular=sentence.irregular)
    if isinstance(sentence.meaning, Missing):
        return replace(sentence.meaning, **marks)
    return made(sentence.meaning, names, marks)


# -- the shortest form of an ask ------------------------------------------------------------------
#
# A seat, a card and an answer, with or without blanks between them. What is almost one is told what
# is wrong with it. Whatever has a verb is no short ask, and neither is a sentence.


def _short(statement: Statement, names: Names, turn: Seat | None) -> Event | None:
    """The event that a short ask is; None for what looks like none."""
    irregular = statement.span.text.endswith("!")
    typed = statement.span.part(0, -1) if irregular else statement.span
    bare = typed.saying(typed.text.translate(_MARKS)).part(0)
    is_long = len(typed.text) > _LONGEST
    way = None if is_long or _is_statement(bare.tokens()) else _parted(bare, names)
    if way is None:
        return None
    target, card, answer, *extra = way
    if extra:
        names.problems.add(extra[0], "this is one word too many (expected 'SEAT CARD y' or 'n')")
    if turn is None:
        expected = f"'A {SHORT_ASK} {target.text} {card.text} y'"
        message = f"whose turn it is is not known (expected such as {expected})"
        names.problems.add(typed, message)
    asker = target.saying(turn) if turn is not None else MISSING
    slots = {"asker": [asker], "target": [target], "card": [card]}
    asked = f"{target.text} {card.text}"
    if not answer.text and names.is_seat(target.text) and card_form(card.text):
        missing = f"the answer is missing (expected '{asked} y', '{asked} n' or '{asked} ?')"
        names.problems.add(answer, missing)
    known = answer.saying(UNKNOWN) if {*answer.text} <= {UNKNOWN} else answer
    return made(
        Slots(Ask, {**slots, "answer": [known]}, typed.end()),
        names,
        marks_of(statement, irregular=irregular),
    )


def _is_statement(words: list[Span]) -> bool:
    """Whether some words have a verb, or almost one, or are too many."""
    if not 1 <= len(words) <= 4 or words[0].word == AWARD or any(w.text in ">;" for w in words):
        return True
    second = words[1] if len(words) > 1 else words[0]
    is_almost = len(second.text) > 2 and closest(second.text, VERBS) is not None
    return len(words) > 1 and (is_verb(second.word) or is_almost)


def _parted(typed: Span, names: Names) -> Sequence[Span] | None:
    """Seat, card and answer, and a word too many; None where the words are no such thing.

    Reports a word that can be parted in two ways that make sense.
    """
    words = typed.words()
    if len(words) == 4:
        parted = _parted(typed.part(0, words[3].column - typed.column), names)
        return [*parted, words[3]] if parted and _grade(parted, names) == 0 else None
    possible = dict.fromkeys(_ways(typed))
    if len(words) == 3 and card_form(words[0].text) and names.is_seat(words[1].text):
        possible[words[1], words[0], words[2]] = None
    graded = ((grade, way) for way in possible if (grade := _grade(way, names)) is not None)
    ways = sorted(graded, key=lambda each: each[0])
    whole = [way for grade, way in ways if grade == 0]
    if len(whole) > 1:
        meanings = " or ".join(quote(" ".join(part.text for part in way)) for way in whole)
        names.problems.add(words[0], f"{quote(words[0].text)} could be {meanings}")
    return ways[0][1] if ways else None


def _ways(typed: Span) -> Iterator[tuple[Span, Span, Span]]:
    """The ways to part a text into three without blanks, of which the last may be empty."""
    size = len(typed.text)
    for cut in range(1, size):
        for end in (size, *range(cut + 1, size)):
            way = typed.part(0, cut), typed.part(cut, end), typed.part(end)
            if all(len(part.words()) < 2 for part in way):
                yield way


def _grade(way: Sequence[Span], names: Names) -> int | None:
    """How far three words are from a seat, a card and an answer; None where they are too far."""
    seat, card, answer = (part.text for part in way)
    is_seat, is_card = names.is_seat(seat), card_form(card) is not None
    is_answer = answer.lower() in ANSWERS or (bool(answer) and set(answer) == {UNKNOWN})
    like_card = LIKE_A_CARD.fullmatch(card) is not None
    grades = (
        is_seat and is_card and is_answer,
        is_seat and is_card and not answer,
        is_seat and is_card and answer.isalpha(),
        is_seat and like_card and is_answer,
        is_seat and like_card and not answer,
        is_card and is_answer and seat.isalpha(),
    )
    return next((grade for grade, fits in enumerate(grades) if fits), None)

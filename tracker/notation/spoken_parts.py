"""From what people say to the parts of a sentence, and what each is to the grammar of speech.

A part is one word, or several that mean one thing: ``five of hearts`` is ``5H``, ``Ann or Carl`` is
``Ann/Carl``, ``somebody`` is ``?``. Articles, and words that say nothing, are left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set
from functools import cache
from importlib.resources import files
from typing import Final

from tracker.game.events import OUTCOMES
from tracker.game.lookup import RANK_WORDS, SUIT_WORDS, card_form, word_table
from tracker.notation.grammar import Grammar, Reader
from tracker.notation.names import ANSWERS, NOBODY, UNKNOWN, Names
from tracker.notation.problems import Span
from tracker.notation.statements import VERBS
from tracker.notation.words import (
    Joined,
    book_part,
    card_part,
    joined_parts,
    with_alternatives,
)

NUMBERS: Final = word_table("""
    0: 0 no zero
    1: 1 one
    2: 2 two
    3: 3 three
    4: 4 four
    5: 5 five
    6: 6 six
    7: 7 seven
    8: 8 eight
    9: 9 nine
    10: 10 ten
    11: 11 eleven
    12: 12 twelve
    13: 13 thirteen
""")
LIKE_A_CARD: Final = re.compile(r"\d\S{0,2}|[tjqka][a-z♣♦♥♠]", re.IGNORECASE)
"""What was meant for a card, whether it is one or not."""
_PLAIN_MARKS: Final = str.maketrans(
    dict.fromkeys("()–—+&", ",") | dict.fromkeys('“”"', " ") | {"’": "'"}
)
_TOKEN: Final = re.compile(r"\.{2,}|…|\.(?!\S)|\?+|[,:;!>]|(?:[^\s,:;!?>.…]|\.(?=[^\s.…]))+")
_DASH: Final = re.compile(r"(?<=\s)--?(?=\s)")
_DRAWN_OUT: Final = re.compile(r"(.)\1{2,}")
"""A letter that was drawn out: ``nooo``."""
_PIECES: Final = re.compile(
    r"(do|does|did|has|have|had|is|was|were|could|would|ca)(n't|nt)|(can)(not)"
    r"|(.+)('s|'ve|'re|'m)|(\w+)(-)(\w+)"
)
"""A word that is several: a contraction, or a range."""
_FULL: Final = word_table("""
    am: 'm
    are: 're
    can: ca
    have: 've
    not: n't nt
    to: -
""")
_DOUBTED: Final = "¿"
"""Stands for a question mark behind the last word."""
_ARTICLES: Final = frozenset(("the", "a", "an"))
_NO_CARDS: Final = frozenset(("as", "ad", "ah"))
"""Words of English that would be cards in lower case."""
_SUIT_OPEN: Final = re.compile(r"(\w+) (?:of something|of some suit|(?:, )?the suit escapes me)\b")
_NOTATION: Final = frozenset(
    (*VERBS, *OUTCOMES, "yes", "no", "y", "n", "surrender", "to", "rest", "shown", NOBODY)
)
"""The words of speech that the notation has, too."""


@cache
def grammar() -> Grammar:
    """The grammar of what people say, from ``speech.txt``."""
    return Grammar(files(__package__).joinpath("speech.txt").read_text(encoding="utf-8"))


def parts_of(span: Span, names: Names) -> list[Span]:
    """The parts of a sentence."""
    text = _DASH.sub(
        lambda dash: ",".ljust(len(dash[0])), span.text.translate(_PLAIN_MARKS).replace("->", " >")
    )
    tokens = [_token(match, span) for match in _TOKEN.finditer(text)]
    words = [word for token in tokens for word in _pieces(token, names)]
    readings: list[Callable[[Sequence[Span]], Joined]] = [
        lambda rest: None if names.is_seat_name(rest[0].text) else _spoken_part(rest, names),
        card_part,
        lambda rest: book_part(rest, names),
    ]
    parts = [part for part in joined_parts(words, readings) if part.text]
    behind = [*(part.word for part in parts[1:]), ""]
    kept = [
        part
        for part, following in zip(parts, behind, strict=False)
        if not _is_article(part, following, span)
    ]
    return with_alternatives(kept, names)


def _token(match: re.Match[str], span: Span) -> Span:
    """A word or a mark; a question mark right behind a word is a comma, but for the last one."""
    text, at = match[0], match.start()
    is_last = not match.string[match.end() :].strip(" .,!")
    is_apart = span.text[at - 1 : at] == " "
    if text[0] == "?" and at and not is_apart:
        text = _DOUBTED if is_last else ","
    elif text == "!" and is_last and is_apart:
        text = "irregular"
    elif text in (":", ";", "."):
        text = ","
    elif text[0] in ".…":
        text = "more"
    elif text.isalpha():
        text = _DRAWN_OUT.sub(r"\1", text)
    return Span(text, span.line, span.column + at)


def _pieces(token: Span, names: Names) -> list[Span]:
    """The words that a word is made of: ``didn't`` is ``did not``, ``2-4`` is ``2 to 4``."""
    match = None if names.is_seat_name(token.text) else _PIECES.fullmatch(token.word)
    if match is None or (match[8] and not {match[7], match[9]} <= RANK_WORDS.keys()):
        return [token]
    words = []
    for number in range(1, len(match.groups()) + 1):
        if match[number]:
            word = token.part(*match.span(number))
            words.append(word.saying(_FULL.get(match[number], word.text)))
    return words


def _spoken_part(words: Sequence[Span], names: Names) -> Joined:
    """What some words mean in speech alone; text that is empty means nothing."""
    spoken = [word.word for word in words[:6]]
    reader = Reader(grammar(), [{word} for word in spoken])
    for rule, meaning in (("<or>", "or"), ("<unknown>", UNKNOWN), ("<noise>", "")):
        length = max((reading.end for reading in reader.readings(rule)), default=0)
        if length and (meaning != UNKNOWN or spoken[length : length + 1] != ["of"]):
            return meaning, length
    return _with_open_suit(" ".join(spoken), names) or _card_without_of(words)


def _with_open_suit(spoken: str, names: Names) -> Joined:
    """``three of something``: all the threes of the deck."""
    match = _SUIT_OPEN.match(spoken)
    rank = RANK_WORDS.get(match[1]) if match else None
    cards = [card for card in names.deck.cards if card[:-1] == rank] if names.deck else []
    return ("/".join(cards), len(match[0].split())) if match and cards else None


def _card_without_of(words: Sequence[Span]) -> Joined:
    """``jack hearts``; ``ten hearts`` may be a number of cards."""
    rank = RANK_WORDS.get(words[0].word, "") if words[0].text != "a" else ""
    suit = SUIT_WORDS.get(words[1].word) if len(words) > 1 else None
    return (rank + suit, 2) if rank.isalpha() and suit else None


def _is_article(part: Span, following: str, span: Span) -> bool:
    """Whether a part is an article.

    ``A`` that does not begin a sentence is an ace, or a seat. The ``a`` of ``a k`` may be an ace,
    and so may one before no word.

    Args:
        part: the part.
        following: the part behind it, in lower case; empty at the end.
        span: the sentence.
    """
    is_rank = following in RANK_WORDS and len(following) < 3
    if part.text == "a" and (is_rank or not following[:1].isalnum()):
        return False
    return part.word in _ARTICLES and (part.text != "A" or part.column == span.column)


def codes_of(part: Span, names: Names) -> Set[str]:
    """What a part is to the grammar: of which kinds, or itself."""
    pieces = part.text.split("/")
    if names.is_seat_name(part.text):
        return {"S"} | ({part.word} & ANSWERS.keys())  # a player may be called No
    if part.text == "a":  # an ace, or an article: of no kind
        return {part.text}
    if part.text[0] == UNKNOWN:
        return {"U"}
    if all(map(names.book_meant, pieces)):
        return {"B"}
    if all(p not in _NO_CARDS and (card_form(p) or names.book_meant(p)) for p in pieces):
        return {"C"}
    if all(_is_seat(piece, names) for piece in pieces):
        return {"S"}
    kinds = {"N": NUMBERS, "R": RANK_WORDS}
    return {part.word} | {
        k for k, words in kinds.items() if {p.lower() for p in pieces} <= words.keys()
    }


def _is_seat(word: str, names: Names) -> bool:
    """Whether a word is a seat: its name, or what may stand for it and is no word of speech."""
    return names.is_seat_name(word) or (
        len(word) > 1 and names.is_seat(word) and not is_known(word.lower())
    )


def is_known(word: str) -> bool:
    """Whether a word may stand in a sentence."""
    return any(word in words for words in (grammar().words, NUMBERS, RANK_WORDS, _ARTICLES))


def has_words_of_speech(span: Span, names: Names) -> bool:
    """Whether a statement has words that people say, and the notation has not."""
    words = [part.word for part in parts_of(span, names)[1:] if codes_of(part, names) != {"S"}]
    return any(word.isalpha() and is_known(word) and word not in _NOTATION for word in words)

"""What people say for a statement: ``Ann asked Bob for the five of hearts, no``.

The words are joined to parts, and the grammar in ``speech.txt`` tells what statement they are. A
sentence is understood wholly or not at all: its parts are read to the last, and all that is said of
the players, the card and the answer agrees. If it can be read as two statements, it is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, TypeAlias

from tracker.game.cards import Book
from tracker.game.events import KINDS, Ask, Claim, Give, Missing, PlainEvent, Seat
from tracker.game.lookup import RANK_WORDS, SUIT_WORDS, card_form, word_table
from tracker.messages import quote
from tracker.notation.grammar import Grammar, Reader, Reading
from tracker.notation.names import NOBODY, UNKNOWN, Names
from tracker.notation.problems import Span
from tracker.notation.statements import FIELD_TYPES, VERBS, Slots, usage
from tracker.notation.words import (
    Joined,
    book_part,
    card_part,
    joined_parts,
    with_alternatives,
)

_ANSWER_HINT: Final = "expected yes or no; is the answer forgotten? write ?"
_EXAMPLE: Final = f"expected such as '{usage(Ask)}'"
_NAMING_EXAMPLE: Final = "expected such as 'Ann 2C 3C, Carl rest'"
_OUTCOME_HINT: Final = "expected correct, split, opponents or cancelled; is it forgotten? write ?"
_NUMBERS: Final = word_table("""
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
_KINDS: Final[Mapping[str, type[PlainEvent]]] = {kind.kind: kind for kind in KINDS}
_MAY_MISS: Final = ("answer", "holdings", "shown", "whole", "cards")
"""Fields that need no fact of their own."""
_MOST_PARTS: Final = 50
"""The longest sentence that is read."""


@cache
def _grammar() -> Grammar:
    return Grammar(files(__package__).joinpath("speech.txt").read_text(encoding="utf-8"))


# -- from the text to parts -----------------------------------------------------------------------

_PLAIN_MARKS: Final = str.maketrans(
    dict.fromkeys("()–—+&", ",") | dict.fromkeys('“”"', " ") | {"’": "'"}
)
_TOKEN: Final = re.compile(r"\.{2,}|…|\.(?!\S)|\?+|[,:;!>]|(?:[^\s,:;!?>.…]|\.(?=[^\s.…]))+")
_DASH: Final = re.compile(r"(?<=\s)--?(?=\s)")
_DRAWN_OUT: Final = re.compile(r"(.)\1{2,}")
"""A letter that was drawn out: ``nooo``."""
_PIECES: Final = re.compile(
    r"(do|does|did|has|have|had|is|was|were|could|would|ca)(n't|nt)|(can)(not)|(.+)('s|'ve|'re|'m)"
    r"|(\w+)(-)(\w+)"
)
"""A word that is several: a contraction, or a range."""
_FULL: Final = {"ca": "can", "n't": "not", "nt": "not", "'m": "am", "'ve": "have", "'re": "are", "-": "to"}
_DOUBTED: Final = "¿"
"""Stands for a question mark behind the last word."""
_NO_CARDS: Final = frozenset(("as", "ad", "ah"))
"""Words of English that would be cards in lower case."""
LIKE_A_CARD: Final = re.compile(r"\d\S{0,2}|[tjqka][a-z♣♦♥♠]", re.IGNORECASE)
"""What was meant for a card, whether it is one or not."""


def _parts(span: Span, names: Names) -> list[Span]:
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
    joined = joined_parts(words, readings)
    named = [part for part in joined if part.text and not _is_article(part, span)]
    return with_alternatives(named, names)


def _token(match: re.Match[str], span: Span) -> Span:
    """A word or a mark; a question mark right behind a word is a comma, but for the last one."""
    text, at = match[0], match.start()
    if text[0] == "?" and at and match.string[at - 1] != " ":
        text = "," if match.string[match.end() :].strip(" .,!") else _DOUBTED
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
    pieces = [piece for piece in match.groups() if piece] if match else []
    if not pieces or (pieces[1] == "-" and not {pieces[0], pieces[2]} <= RANK_WORDS.keys()):
        return [token]
    words, start = [], 0
    for piece in pieces:
        words.append(token.part(start, start + len(piece)).saying(_FULL.get(piece, token.text[start : start + len(piece)])))
        start += len(piece)
    return words


def _spoken_part(words: Sequence[Span], names: Names) -> Joined:
    """What some words mean in speech alone; text that is empty means nothing."""
    for rule, meaning in (("<or>", "or"), ("<unknown>", UNKNOWN), ("<noise>", "")):
        codes = [{word.word} for word in words[:6]]
        length = max((each.end for each in Reader(_grammar(), codes, ()).readings(rule)), default=0)
        if length and (rule != "<unknown>" or {"of"} not in codes[length : length + 1]):
            return meaning, length
    return _of_some_suit(words, names) or _card_without_of(words)


def _of_some_suit(words: Sequence[Span], names: Names) -> Joined:
    """``three of something``: all the threes of the deck."""
    spoken = " ".join(word.word for word in words[:6])
    match = re.match(r"(\w+)( of (something|some suit)| ,? ?the suit escapes me)\b", spoken)
    rank = RANK_WORDS.get(match[1]) if match else None
    cards = [card for card in names.deck.cards if card[:-1] == rank] if names.deck else []
    return ("/".join(cards), len(match[0].split())) if match and cards else None


def _card_without_of(words: Sequence[Span]) -> Joined:
    """``jack hearts``; ``ten hearts`` may be a number of cards."""
    rank = RANK_WORDS.get(words[0].word, "") if words[0].text != "a" else ""
    suit = SUIT_WORDS.get(words[1].word) if len(words) > 1 else None
    return (rank + suit, 2) if rank.isalpha() and suit else None


def _is_article(part: Span, span: Span) -> bool:
    """Whether a part is an article; ``A`` that does not begin a sentence is an ace, or a seat."""
    return part.word in ("the", "a", "an") and (part.text != "A" or part.column == span.column)


def _codes(part: Span, names: Names) -> Set[str]:
    """What a part is to the grammar: of which kinds, and itself."""
    pieces = part.text.split("/")
    if names.is_seat_name(part.text):
        return {"S"}
    if part.text[0] == UNKNOWN:
        return {"U"}
    if all(map(names.book_meant, pieces)):
        return {"B"}
    if all(p not in _NO_CARDS and (card_form(p) or names.book_meant(p)) for p in pieces):
        return {"C"}
    if all(_is_seat(piece, names) for piece in pieces):
        return {"S"}
    kinds = {"N": _NUMBERS, "R": RANK_WORDS}
    return {part.word, *(kind for kind, words in kinds.items() if all(p.lower() in words for p in pieces))}


def _is_seat(word: str, names: Names) -> bool:
    """Whether a word is a seat: its name, or what may stand for it and is no word of speech."""
    return names.is_seat_name(word) or (
        len(word) > 1 and names.is_seat(word) and not _is_known(word.lower())
    )


def _is_known(word: str) -> bool:
    """Whether a word may stand in a sentence."""
    return word in _grammar().words or word in _NUMBERS or word in RANK_WORDS or word in ("the", "a", "an")


def has_words_of_speech(span: Span, names: Names) -> bool:
    """Whether a statement has words that people say, and the notation has not."""
    notation = {
        *VERBS,
        *("correct", "split", "opponents", "cancelled"),
        *("yes", "no", "y", "n", "surrender", "to", "rest", "shown", NOBODY),
    }
    codes = [_codes(part, names) for part in _parts(span, names)[1:]]
    return any(code.isalpha() and code in _grammar().words and code not in notation and code.islower() for each in codes for code in each)


# -- from parts to a statement --------------------------------------------------------------------


class _UnclearError(Exception):
    """What is said does not make a statement."""

    def __init__(self, part: Span, message: str) -> None:
        super().__init__(message)
        self.part = part


@dataclass(frozen=True)
class Said:
    """What a sentence means."""

    meaning: Slots | Missing
    irregular: bool = False


def said(span: Span, names: Names, turn: Seat | None) -> Said | None:
    """What a sentence means; None where it is not understood, which is noted.

    Args:
        span: the sentence.
        names: what words mean, and where to note what is not understood.
        turn: whose turn it is, for sentences that leave it out; None where it is not known.
    """
    parts = _parts(span, names)
    if len(parts) > _MOST_PARTS:
        names.problems.add(span, f"a sentence has at most {_MOST_PARTS} words ({_EXAMPLE})")
        return None
    sentence = _Sentence(parts, span, names)
    if turn is not None and sentence.begins_with("<acts>"):
        sentence = _Sentence([parts[0].saying(turn), *parts], span, names)
    return sentence.said()


class _Sentence:
    """The parts of a sentence, and what they mean."""

    def __init__(self, parts: Sequence[Span], span: Span, names: Names) -> None:
        self.parts, self.span, self.names = parts, span, names
        self.codes = [_codes(part, names) for part in parts]
        meanings = [self._meaning(part, codes) for part, codes in zip(parts, self.codes, strict=True)]
        self.reader = Reader(_grammar(), self.codes, [meanings.index(each) for each in meanings])

    def _meaning(self, part: Span, codes: Set[str]) -> tuple[str, ...]:
        """What a part means: equal for ``Bob`` and ``bob``, ``5H`` and ``five of hearts``."""
        pieces = part.word.split("/")
        if "S" in codes:
            pieces = [seat for piece in part.text.split("/") for seat in self.names.like(piece)]
        return tuple(sorted(card_form(piece) or piece for piece in pieces) if "C" in codes else sorted(pieces))

    def begins_with(self, rule: str) -> bool:
        return bool(self.reader.readings(rule))

    def said(self) -> Said | None:
        """What the sentence means."""
        whole = [each for each in self.reader.readings("<statement>") if each.end == len(self.parts)]
        meanings: dict[object, Said] = {}
        problem = None
        for reading in whole:
            try:
                meaning = self._filled(reading)
            except _UnclearError as unclear:
                problem = problem or unclear
                continue
            meanings.setdefault(_told(meaning), meaning)
        if len(meanings) == 1:
            return next(iter(meanings.values()))
        if meanings:
            if DEBUG: print(*meanings, sep="\n   ")
            problem = _UnclearError(self.span, "may be understood in two ways")
        self._report(problem or self._not_understood())
        return None

    def _filled(self, reading: Reading) -> Said:
        """The statement that a reading is of.

        Raises:
            _UnclearError: where something is missing, or does not make sense.
        """
        facts = dict(reading.facts)
        irregular = "irregular" in facts
        end = self.span.end()
        if facts["kind"] == "missing":
            return Said(self._missing(facts), irregular)
        kind = _KINDS[str(facts["kind"])]
        types = FIELD_TYPES[kind]
        words: dict[str, Sequence[Span]] = {
            name: [end.saying(value) if isinstance(value, str) else self.parts[value]]
            for name, value in facts.items()
            if name in types
        }
        missing = [name for name in types if name not in words and name not in _MAY_MISS]
        if missing:
            raise _UnclearError(end, f"does not say the {missing[0]}")
        if kind is Ask:
            words.setdefault("answer", [end.saying(UNKNOWN)])
            self._require_others(facts)
        if "size" in words:
            (size,) = words["size"]
            words["size"] = [size.saying("/".join(_NUMBERS.get(n, n) for n in size.word.split("/")))]
        if kind is Claim:
            words["holdings"] = _Naming(self, words["claimant"][0], words["book"][0]).holdings(reading, facts)
        elif "cards" in types:
            words["cards"] = _suited([self.parts[int(value)] for _, value in reading.listed])
            words.setdefault("whole", [])
        self._require_open(kind, facts, words)
        return Said(Slots(kind, {name: words[name] for name in types if name in words}, end), irregular)

    def _missing(self, facts: Mapping[str, str | int]) -> Missing:
        """The missing stretch that some facts tell of."""
        number = self.parts[int(facts["number"])].word if "number" in facts else "0"
        asks = int(_NUMBERS.get(number, "0")) or None
        return Missing(asks, only_asks="only" in facts)

    def _require_others(self, facts: Mapping[str, str | int]) -> None:
        """Requires that what was not meant is not what was meant, too."""
        if "other" in facts and facts["other"] in (facts.get(name) for name in ("asker", "target", "card")):
            raise _UnclearError(self.parts[int(facts["other"])], "is not understood here")

    def _require_open(self, kind: type[PlainEvent], facts: Mapping[str, str | int], words: Mapping[str, Sequence[Span]]) -> None:
        """Requires that a part is open where one is said to be forgotten."""
        for which in [name for name in facts if name.startswith("left")]:
            for field, type_ in FIELD_TYPES[kind].items():
                is_seat = type_.startswith("Seat")
                if field == "answer" or (which == "left_card" and is_seat) or (which == "left_who" and not is_seat):
                    continue
                for word in words.get(field, ()):
                    if word.text == UNKNOWN or "/" in word.text or (type_ == "Card" and not card_form(word.text)):
                        return_ = True
                        break
                else:
                    continue
                break
            else:
                raise _UnclearError(self.span.end(), "says that something is forgotten, and leaves nothing open")

    def _not_understood(self) -> _UnclearError:
        """What the grammar did not allow: the first word, or one that does not agree."""
        place = self.reader.reached
        clashes = [value for label, value in self.reader.clashes if isinstance(value, int)]
        if place < len(self.parts):
            return _UnclearError(self.parts[place], "is not understood here")
        if clashes:
            return _UnclearError(self.parts[max(clashes)], "does not agree with what stands before it")
        return _UnclearError(self.span.end(), "is not understood")

    def _report(self, problem: _UnclearError) -> None:
        self.names.problems.add(problem.part, f"{quote(problem.part.text or self.span.text)} {problem} ({_ANSWER_HINT})")


DEBUG = False


def _told(said: Said) -> object:
    """What a sentence means, in words: equal for two readings that mean the same."""
    if isinstance(said.meaning, Missing):
        return said
    words = said.meaning.words.items()
    return (said.meaning.kind, said.irregular, *((name, *(each.text for each in part)) for name, part in words))


def _suited(words: Sequence[Span]) -> list[Span]:
    """Cards, of which some were told without the suit of the next: ``the four and the 5S``."""
    suited: list[Span] = []
    for word in reversed(words):
        rank = RANK_WORDS.get(word.word) if suited else None
        suited.append(word.saying(rank + suited[-1].text[-1]) if rank else word)
    return suited[::-1]


class _Naming:
    """Who holds which cards of a half-suit, as a claim tells it."""

    def __init__(self, sentence: _Sentence, claimant: Span, book: Span) -> None:
        self.parts, self.claimant, self.sentence = sentence.parts, claimant, sentence
        self.book = sentence.names.book_meant(book.text)

    def holdings(self, reading: Reading, facts: Mapping[str, str | int]) -> list[Span]:
        """The words of HOLDINGS: each seat with its cards.

        Who claims need not say that the rest is in the own hand.
        """
        if "outcome" not in facts:
            raise _UnclearError(self.sentence.span.end(), "outcome")
        if facts.get("naming") == "?":
            return [self.claimant.saying(UNKNOWN)]
        if facts.get("naming") == "whole":
            return [self.claimant, self.claimant.saying("rest"), self.claimant.saying(",")]
        if self.book is None:
            raise _UnclearError(self.claimant, "naming")
        groups = self._groups(reading.listed)
        listed = [word.text for group in groups for word in group[1:]]
        if not groups or any(len(group) == 1 for group in groups):
            raise _UnclearError(groups[0][0] if groups else self.claimant, "no cards are named")
        for group in groups:
            if len(group) == 2 and self._may_count(group) and ("rest" in listed or len(set(listed)) < len(self.book.cards)):
                raise _UnclearError(group[1], "may be a card, or a number of cards")
        is_whole = "rest" in listed or len(listed) >= len(self.book.cards)
        like = self.sentence.names.like
        if not is_whole and like(self.claimant.text) not in [like(group[0].text) for group in groups]:
            groups.append([self.claimant, self.claimant.saying("rest")])
        return [word for group in groups for word in (*group, group[0].saying(","))]

    def _groups(self, listed) -> list[list[Span]]:
        groups: list[list[Span]] = []
        waiting = None
        for label, value in listed:
            part = self.claimant if isinstance(value, str) else self.parts[value]
            if label == "next":
                waiting = []
            elif label == "holder":
                if not waiting and groups and groups[-1][0].text == part.text:
                    waiting = None
                    continue
                groups.append([part, *(waiting or [])])
                waiting = None
            else:
                into = waiting if waiting is not None else groups[-1]
                into += [card for card in self._cards(label, value, into) if card.text != "rest" or card not in into]
        return groups

    def _cards(self, label, value, into) -> list[Span]:
        if isinstance(value, str):
            return [self.claimant.saying("rest")]
        part = self.parts[value]
        card = card_form(part.text) if "C" in self.sentence.codes[value] else None
        card = card or next((c for c in self.book.cards if c[:-1] == RANK_WORDS.get(part.word)), None)
        if card is None:
            raise _UnclearError(part, "is no card of the half-suit")
        if label == "upto":
            cards = self.book.cards
            first = into[-1].text
            if first not in cards or card not in cards:
                raise _UnclearError(part, "is no card of the half-suit")
            return [part.saying(each) for each in cards[cards.index(first) + 1 : cards.index(card) + 1]]
        return [part.saying(card)]

    def _may_count(self, group: list[Span]) -> bool:
        """Whether a rank may be a number of cards: ``Ann has two``, but not ``Ann has the two``."""
        place = self.parts.index(group[1].saying(group[1].text)) if group[1] in self.parts else next((n for n, p in enumerate(self.parts) if p.column == group[1].column), 0)
        before = self.parts[place - 1]
        return "N" in self.sentence.codes[place] and group[1].column == before.end().column + 1 and before.word in ("has", "have", "had", "holds", "held", "got", "holding")

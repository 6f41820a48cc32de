"""What people say for a statement: ``Ann asked Bob for the five of hearts, no``.

The words are joined to parts, and the grammar in ``speech.txt`` tells what the parts mean. A
sentence is understood wholly or not at all: each part has its place, and all that is said of the
players, the card and the answer agrees. What can be understood in two ways is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from tracker.game.events import KINDS, Ask, Claim, HandSize, Missing, PlainEvent, Seat, Show
from tracker.game.lookup import RANK_WORDS, card_form
from tracker.messages import quote
from tracker.notation.grammar import Fact, Reader
from tracker.notation.names import UNKNOWN, Names
from tracker.notation.problems import Span
from tracker.notation.spoken_parts import (
    LIKE_A_CARD,
    NUMBERS,
    codes_of,
    grammar,
    is_known,
    parts_of,
)
from tracker.notation.statements import FIELD_TYPES, VERBS, Slots, usage
from tracker.notation.words import require_clear_alternatives

_EXAMPLE: Final = f"expected such as '{usage(Ask)}'"
_ANSWER: Final = "expected yes or no; is the answer forgotten? write ?"
_NAMING: Final = "expected such as 'Ann 2C 3C, Carl rest'; is it forgotten? write ?"
_OUTCOME: Final = "expected correct, split, opponents or cancelled; is it forgotten? write ?"
_CARD_OR_SIZE: Final = f"expected '{usage(HandSize)}' or '{usage(Show)}'"
_GAVE: Final = (
    "was this the answer to an ask?",
    f"expected '{usage(Ask)}'; where the table moves a card, 'A gives B CARD'",
)
_STRETCH: Final = "expected such as '... 2 asks' or '... asks'"
_NOT_HERE: Final = "is not understood here"
_KINDS: Final[Mapping[str, type[PlainEvent]]] = {kind.kind: kind for kind in KINDS}
_NEEDS: Final = {
    "asker": "who asked",
    "target": "who was asked",
    "card": "which card was asked for",
    "outcome": "what came of the claim",
}
"""What the fields of which something has to be said stand for, for a message."""
_QUOTED: Final = re.compile('[:“”"]')
"""What stands around what somebody else said."""
_ONE_OF: Final = re.compile(r"(one|some|any|an?)\b", re.IGNORECASE)
"""What stands before a half-suit where one card of it is meant."""
_MOST_PARTS: Final = 50
"""The longest sentence that is read."""

Facts: TypeAlias = Mapping[str, "str | int"]


class Said(NamedTuple):
    """What a sentence means."""

    meaning: Slots | Missing
    irregular: bool


class _UnclearError(Exception):
    """What is said makes no statement."""

    def __init__(self, part: Span, message: str, hint: str) -> None:
        super().__init__(message)
        self.part, self.hint = part, hint


def said(span: Span, names: Names, turn: Seat | None) -> Said | None:
    """What a sentence means; None where it is not understood, which is noted.

    Args:
        span: the sentence.
        names: what words mean, and where to note what is not understood.
        turn: whose turn it is, for sentences that leave it out; None where it is not known.
    """
    parts = parts_of(span, names)
    if len(parts) > _MOST_PARTS:
        names.problems.add(span, f"a sentence has at most {_MOST_PARTS} words ({_EXAMPLE})")
        return None
    if not parts:
        return None
    sentence = _Sentence(parts, span, names)
    if turn is not None and sentence.begins("<acts>"):
        sentence = _Sentence([parts[0].saying(turn), *parts], span, names)
    try:
        return sentence.said()
    except _UnclearError as problem:
        if not len(names.problems):
            names.problems.add(problem.part, f"{problem} ({problem.hint})")
        return None


class _Sentence:
    """The parts of a sentence, and what the grammar makes of them."""

    def __init__(self, parts: Sequence[Span], span: Span, names: Names) -> None:
        self.parts, self.span, self.names = parts, span, names
        self.codes = [codes_of(part, names) for part in parts]
        meanings = [self._meaning(number) for number in range(len(parts))]
        self._reader = Reader(grammar(), self.codes, [meanings.index(each) for each in meanings])

    def _meaning(self, number: int) -> Sequence[str]:
        """What a part means: the same for ``Bob`` and ``bob``, ``5H`` and ``5♥``."""
        pieces = self.parts[number].text.split("/")
        if "S" in self.codes[number]:
            return sorted(seat for piece in pieces for seat in self.names.like(piece))
        return sorted(card_form(piece) or piece.lower() for piece in pieces)

    def begins(self, rule: str) -> bool:
        """Whether the sentence begins with what a rule allows."""
        return bool(self._reader.readings(rule))

    def said(self) -> Said:
        """What the sentence means.

        Raises:
            _UnclearError: where that is not one thing.
        """
        readings = self._reader.readings("<statement>")
        whole = [reading for reading in readings if reading.end == len(self.parts)]
        meanings: dict[object, Said] = {}
        problems = [] if whole else [self._not_understood()]
        for reading in sorted(whole, key=lambda each: len(each.facts)):
            try:
                meaning = self._filled(dict(reading.facts), reading.listed)
                meanings[_in_words(meaning)] = meaning
            except _UnclearError as problem:
                problems.append(problem)
        if len(meanings) > 1:
            raise _unclear(self.span, "may be understood in two ways", _EXAMPLE)
        if not meanings:
            raise problems[-1]
        return meanings.popitem()[1]

    def _filled(self, facts: Facts, listed: Sequence[Fact]) -> Said:
        """The statement that some facts tell of.

        Raises:
            _UnclearError: where something is missing, or does not make sense.
        """
        end = self.span.end()
        if facts["kind"] == "gave":
            raise _UnclearError(self.span, *_GAVE)
        if facts["kind"] == "ask" and "answer" not in facts:
            self._require_no_empty_words()
        if facts["kind"] == "missing":
            return Said(self._missing(facts), "irregular" in facts)
        kind = _KINDS[str(facts["kind"])]
        words: dict[str, Sequence[Span]] = {"answer": [end.saying(UNKNOWN)], "whole": []}
        for name, value in facts.items():
            words[name] = [end.saying(value) if isinstance(value, str) else self.parts[value]]
        for name in FIELD_TYPES[kind]:
            if name not in words and name not in ("holdings", "shown", "cards"):
                hint = _OUTCOME if name == "outcome" else _EXAMPLE
                raise _UnclearError(end, f"{_NEEDS.get(name, f'the {name}')} is not clear", hint)
        if kind is Claim:
            words["holdings"] = _Naming(self, words["claimant"][0], words["book"][0]).words(
                facts, listed
            )
        else:
            words["cards"] = _suited([self._part(value) for _, value in listed])
            self.require_count(facts, len(words["cards"]))
            require_clear_alternatives(self.span.tokens(), words["cards"], self.names)
        if "size" in words:
            (size,) = words["size"]
            if self._has_article(size):
                raise _unclear(size, "may be a card, or how many there are", _CARD_OR_SIZE)
            sizes = [NUMBERS.get(piece, piece) for piece in size.word.split("/")]
            words["size"] = [size.saying("/".join(sizes))]
        slots = Slots(kind, {name: words[name] for name in FIELD_TYPES[kind] if name in words}, end)
        self._require_sound(slots, facts)
        return Said(slots, "irregular" in facts)

    def _require_no_empty_words(self) -> None:
        """Goes on where no words that say nothing stand in the place of an answer.

        Raises:
            _UnclearError: where some do, such as "of course".
        """
        asked, colon, answer = self.span.text.rpartition(":")
        behind = [part for part in self.parts if part.column > self.span.column + len(asked)]
        if colon and answer.strip() and not any(part.text[0].isalnum() for part in behind):
            raise _unclear(self.span, "is no clear answer", _ANSWER)

    def _has_article(self, size: Span) -> bool:
        """Whether an article stands before a number: "a five", or "the five", is one card."""
        before = self.span.text[: size.column - self.span.column].lower().split()
        return before[-1:] in (["a"], ["an"], ["the"])

    def _part(self, value: str | int) -> Span:
        """The part with a number; behind the sentence for a text."""
        return self.span.end().saying(value) if isinstance(value, str) else self.parts[value]

    def _is_one_card(self, card: str | int | None) -> bool:
        """Whether a card that was got is one: a card, or ``some low heart``, not ``low hearts``."""
        if not isinstance(card, int) or "B" not in self.codes[card]:
            return True
        said = self.span.text[self.parts[card].column - self.span.column :]
        return _ONE_OF.match(said) is not None

    def _missing(self, facts: Facts) -> Missing:
        """The missing stretch that some facts tell of.

        Raises:
            _UnclearError: where as many are missing as none, or it is not clear how many.
        """
        number = None
        if "number" in facts:
            part = self._part(facts["number"])
            number = int(NUMBERS.get(part.word, "0"))
            if not number:
                raise _unclear(part, _NOT_HERE, _STRETCH)
        return Missing(number, only_asks="only" in facts)

    def require_count(self, facts: Facts, number: int) -> None:
        """Goes on where as many cards are meant as the sentence says.

        Raises:
            _UnclearError: where it says another number.
        """
        if "count" in facts:
            part = self._part(facts["count"])
            if NUMBERS.get(part.word) != str(number):
                raise _unclear(part, f"is not the number of cards meant, {number}", _NAMING)

    def _require_sound(self, slots: Slots, facts: Facts) -> None:
        """Goes on where all that is said beside the statement fits it.

        Raises:
            _UnclearError: where what was not meant was meant, too, or what is said to be forgotten
                is known.
        """
        if facts.get("answer") == "yes" and not self._is_one_card(facts.get("card")):
            hint = "expected such as 'some low heart'"
            raise _unclear(self._part(facts["card"]), "may be all of it, or one card", hint)
        is_quoted = "quoted" in facts or _QUOTED.search(self.span.text)
        if "speaker" in facts and not is_quoted:
            raise _UnclearError(self.span, "it is not clear who 'I' is", _ANSWER)
        for name, value in facts.items():
            if name == "other" and value in [
                facts.get(each) for each in ("asker", "target", "card")
            ]:
                raise _unclear(self._part(value), _NOT_HERE, _ANSWER)
            if name.startswith("left") and not _leaves_open(slots, name):
                message = "something is said to be forgotten, and nothing is left open"
                raise _UnclearError(self.span.end(), message, _EXAMPLE)

    def _not_understood(self) -> _UnclearError:
        """The first part that the grammar did not take, or one that does not agree."""
        place = self._reader.reached
        clashes = [value for _, value in self._reader.clashes if isinstance(value, int)]
        is_claim = self.begins("<claiming>")
        verb = self.parts[1].word if len(self.parts) > 1 else ""
        example = f"expected such as '{usage(VERBS.get(verb, Ask))}'"
        hint = _ANSWER if self.begins("<ask>") else _NAMING if is_claim else example
        if place == len(self.parts) and is_claim:
            return _UnclearError(self.parts[-1], f"{_NEEDS['outcome']} is not clear", _OUTCOME)
        if place == len(self.parts) and clashes:
            seat = "S" in self.codes[max(clashes)]
            message = "is neither who asked nor who was asked" if seat else "is another than before"
            return _unclear(self.parts[max(clashes)], message, hint)
        if place == len(self.parts):
            message = "is no clear answer" if hint == _ANSWER else "ends too early"
            return _unclear(self.span, message, hint)
        part = self._as_typed(self.parts[place])
        if LIKE_A_CARD.fullmatch(part.text) and not is_known(part.word):
            self.names.card(part)
        elif (place == 0 or part.text.istitle()) and not is_known(part.word):
            self.names.seat(part)
        return _unclear(part, _NOT_HERE, hint)

    def _as_typed(self, part: Span) -> Span:
        """A part as it was typed, where another mark stands for it: ``...``, or an ``or``."""
        typed = self.span.text[part.column - self.span.column :].split()
        is_mark = part.text[0] == "/" or (typed and typed[0][0] in ".…")
        return part.saying(typed[0]) if is_mark and typed else part


def _unclear(part: Span, message: str, hint: str) -> _UnclearError:
    """What is wrong with a part, which is named."""
    return _UnclearError(part, f"{quote(part.text)} {message}", hint)


def _in_words(said: Said) -> object:
    """What a sentence means, in words: equal for two readings that mean the same."""
    if isinstance(said.meaning, Missing):
        return said
    words = said.meaning.words.items()
    texts = tuple((name, *(each.text for each in part)) for name, part in words)
    return said.meaning.kind, said.irregular, texts


def _leaves_open(slots: Slots, which: str) -> bool:
    """Whether a statement leaves open what is said to be forgotten beside it.

    Args:
        slots: the statement.
        which: what is forgotten: ``left_who``, ``left_card``, or ``left`` for either.
    """
    for field, type_ in FIELD_TYPES[slots.kind].items():
        is_seat = type_.startswith("Seat")
        is_wanted = not is_seat if which == "left_card" else is_seat or which == "left"
        for word in slots.words.get(field, ()) if is_wanted else ():
            is_book = type_ == "Card" and card_form(word.text) is None
            if field != "answer" and (word.text == UNKNOWN or "/" in word.text or is_book):
                return True
    return False


def _suited(words: Sequence[Span]) -> list[Span]:
    """Cards, of which some were told without the suit of the next: ``the four and the 5S``."""
    suited: list[Span] = []
    for word in reversed(words):
        rank = RANK_WORDS.get(word.word) if suited else None
        suited.append(word.saying(rank + suited[-1].text[-1]) if rank else word)
    return suited[::-1]


# -- the naming of a claim ------------------------------------------------------------------------


class _Naming:
    """Who holds which cards of a half-suit, as a claim tells it.

    What is listed is ``holder`` (a seat, of which the cards follow), ``next`` (the cards follow
    that are those of the seat behind them), ``held`` (a card, or the rest) and ``upto`` (the last
    of some cards in a row).
    """

    def __init__(self, sentence: _Sentence, claimant: Span, book: Span) -> None:
        self.sentence, self.claimant = sentence, claimant
        self.book = sentence.names.book_meant(book.text)

    def words(self, facts: Facts, listed: Sequence[Fact]) -> list[Span]:
        """The words of HOLDINGS: each seat with its cards.

        Who claims need not say that the rest is in the own hand.

        Raises:
            _UnclearError: where it is not clear who holds what.
        """
        rest = self.claimant.saying("rest")
        if facts.get("naming") == UNKNOWN:
            return [self.claimant.saying(UNKNOWN)]
        groups = [[self.claimant, rest]] if facts.get("naming") == "whole" else self._groups(listed)
        if not groups:
            raise _UnclearError(self.claimant, "who holds which cards is not said", _NAMING)
        named = [word.text for group in groups for word in group[1:]]
        is_whole = "rest" in named or (self.book and len(named) >= len(self.book.cards))
        if self.book is not None:
            others = [name for name in named if name != "rest"]
            self.sentence.require_count(facts, len(self.book.cards) - len(others))
        for group in groups:
            if len(group) == 1:
                raise _UnclearError(
                    group[0], f"no cards are named for {quote(group[0].text)}", _NAMING
                )
            if len(group) == 2 and self._may_count(group[1]) and ("rest" in named or not is_whole):
                told = self.sentence.parts[self._place(group[1])]
                raise _unclear(told, "may be a card, or a number of cards", _NAMING)
        like = self.sentence.names.like
        if not is_whole and like(self.claimant.text) not in [like(g[0].text) for g in groups]:
            groups.append([self.claimant, rest])
        return [word for group in groups for word in (*group, group[0].saying(","))]

    def _groups(self, listed: Sequence[Fact]) -> list[list[Span]]:
        """Each seat with its cards."""
        groups: list[list[Span]] = []
        waiting: list[Span] | None = None
        for label, value in listed:
            if label == "next":
                waiting = []
            elif label == "holder":
                seat = self.claimant if isinstance(value, str) else self.sentence.parts[value]
                if not groups or groups[-1][0].text != seat.text:
                    groups.append([seat])
                told = [card.text for card in groups[-1]]
                groups[-1] += [card for card in waiting or () if card.text not in told]
                waiting = None
            else:
                into = groups[-1] if waiting is None else waiting
                into += self._held(label, value, into)
        return groups

    def _held(self, label: str, value: str | int, before: Sequence[Span]) -> list[Span]:
        """The cards that a word means: one, all up to one, or the rest."""
        if isinstance(value, str):
            is_told = any(card.text == value for card in before)
            return [] if is_told else [self.claimant.saying(value)]
        part = self.sentence.parts[value]
        cards = self.book.cards if self.book else ()
        rank = RANK_WORDS.get(part.word)
        like = [part.text] if rank is None else [card for card in cards if card[:-1] == rank]
        if label == "upto" and like and {before[-1].text, *like} <= set(cards):
            like = list(cards[cards.index(before[-1].text) + 1 : cards.index(like[0]) + 1])
        elif label == "upto":
            like = []
        if not like:
            raise _unclear(part, "is not understood in a naming", _NAMING)
        return [part.saying(card) for card in like]

    def _may_count(self, card: Span) -> bool:
        """Whether a card may be a number of cards: ``Ann has two``, but not ``Ann has the two``.

        ``Ann 2`` is short for the card.
        """
        parts = self.sentence.parts
        place = self._place(card)
        before = parts[place - 1]
        is_next = card.column == before.end().column + 1
        is_short = "S" in self.sentence.codes[place - 1]
        return "N" in self.sentence.codes[place] and is_next and not is_short

    def _place(self, card: Span) -> int:
        """The number of the part that told a card."""
        return [part.column for part in self.sentence.parts].index(card.column)

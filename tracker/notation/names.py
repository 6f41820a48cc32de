"""What a word means in a record: a seat, a card, a half-suit, an answer, an outcome, a number.

``Names`` is what the readers of both forms ask. Where the header is too broken to tell the seats or
the deck, it accepts any seat or half-suit: one mistake there is one problem, not one for each
event.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from types import MappingProxyType
from typing import Any, Final, TypeVar

from tracker.game.cards import ALL_CARDS, Book, Card, Deck, deck_contents
from tracker.game.events import ANSWERS as ALL_ANSWERS
from tracker.game.events import OUTCOMES, AskAnswer, Open, Outcome, Seat
from tracker.game.lookup import (
    book_forms,
    card_form,
    folded,
    presets_with,
    seats_like,
)
from tracker.messages import counted, printable, quote
from tracker.notation.problems import Problems, Span

# Which names a seat can have, and which names look alike.
#
# Two names look alike when their *skeletons* are equal: each character in its compatibility form,
# and each letter that looks like a Latin one replaced by that, as in Unicode's Technical Standard
# 39 ("confusables"). Of its table this module has the scripts whose letters are taken for Latin
# ones (Cyrillic, Greek, Armenian, Cherokee), and ``0`` with ``O``, ``1`` with ``I`` and ``l``.
#
# Example: the skeleton of "Аnnа" with Cyrillic ``А`` and ``а`` is "Anna"; that of "Il" is "ll".

NOBODY: Final = "nobody"
_RESERVED: Final = {NOBODY: "it means no seat", "public": "it means the view of everyone"}
"""What a seat cannot be called, and why."""
SEAT_MARKS: Final = "_-."
"""What a seat's name may have besides letters and digits."""
_INVISIBLE: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8"
    "\U00016fe4\U0001bc9d\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Unicode's ``Default_Ignorable_Code_Point``, and other fillers, selectors and blanks."""
_LETTERS: Final = (
    ("аеорсухіјѕԁԛԝһӏАВЕКМНОРСТУХІЈЅԚԜӀ", "aeopcyxijsdqwhlABEKMHOPCTYXIJSQWl"),  # Cyrillic
    ("ονιαρυϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ", "oviapucjABEZHIKMNOPTYXCJ"),  # Greek
    ("օսհոցՏԼՕՍ", "ouhngSLOU"),  # Armenian
    ("ᎠᎡᎢᎪᎫᎬᎳᎷᎻᏀᏃᏕᏙᏞᏟᏢᏦᏴ", "DRTAJEWMHGZSVLCPKB"),  # Cherokee
    ("ıȷɡɑ", "ijga"),  # Latin
)
_LATIN: Final = str.maketrans(
    {char: like for chars, likes in _LETTERS for char, like in zip(chars, likes, strict=True)}
)
_DIGITS: Final = str.maketrans("0I1", "Oll")


def seat_name_problem(name: str) -> str | None:
    """Why a name cannot name a seat; None where it can."""
    if folded(name) in _RESERVED:
        return f"{quote(name)} cannot name a seat: {_RESERVED[folded(name)]}"
    if has_only_letters(name, SEAT_MARKS):
        return None
    problem = f"{quote(name)} cannot name a seat"
    hidden = invisible(name)
    if hidden is not None and hidden.isprintable():
        problem += f": U+{ord(hidden):04X} is not to be seen"
    return f"{problem} (expected letters, digits, {', '.join(map(quote, SEAT_MARKS))})"


def has_only_letters(name: str, marks: str) -> bool:
    """Whether a name has letters and digits of any script and the given marks, but nothing else.

    The vowel signs and accents that follow a letter belong to it (Unicode's categories ``Mn`` and
    ``Mc``). Emoji are no letters, and neither is an invisible character, whatever Unicode calls it.
    """
    return (
        bool(name)
        and invisible(name) is None
        and not _is_accent(name[0])
        and all(char.isalnum() or char in marks or _is_accent(char) for char in name)
    )


def _is_accent(char: str) -> bool:
    return unicodedata.category(char) in ("Mn", "Mc")


def invisible(name: str) -> str | None:
    """The first character of a name that is not to be seen; None where all are."""
    match = _INVISIBLE.search(name)
    return match[0] if match else None


def skeleton(name: str) -> str:
    """What a name looks like."""
    plain = unicodedata.normalize("NFKD", name).translate(_LATIN).translate(_DIGITS)
    return unicodedata.normalize("NFC", plain)


def lookalikes(names: Iterable[str]) -> list[tuple[str, str]]:
    """The pairs of names that look alike: the first of its looks, and each later one."""
    first: dict[str, str] = {}
    pairs = []
    for name in names:
        earlier = first.setdefault(skeleton(name), name)
        if earlier is not name:
            pairs.append((earlier, name))
    return pairs


def names_between_commas(answer: str) -> str:
    """The names that somebody typed, a blank between them.

    Where they typed commas, what stands between two commas is one name. A name of several words is
    joined, as in ``Mary_Ann``: no name of a record has a blank.
    """
    if "," not in answer:
        return answer
    return " ".join("_".join(name.split()) for name in answer.split(",") if name.strip())


def players_words(names: str) -> str:
    """How many players there are, and their names: ``4 players: Mary_Ann, Bob, Carl, Dora``."""
    players = names.split()
    return f"{counted(len(players), 'player')}: {', '.join(map(printable, players))}"


UNKNOWN: Final = "?"
"""What stands for a part of which nothing is remembered."""
UNKNOWN_PHRASES: Final = frozenset(
    tuple(phrase.split())
    for phrase in (
        "i don't know", "we don't know", "don't know", "dont know", "do not know", "dunno",
        "i forget", "i forgot", "forgot", "forgotten", "not sure", "unsure", "unknown",
        "can't remember", "cannot remember", "don't remember", "no idea",
        "someone", "somebody", "anyone", "anybody", "something", "some card", "any card", "a card",
        "?", "??", "???",
    )
)  # fmt: skip
"""What people say for it."""
ANSWERS: Final[Mapping[str, AskAnswer]] = MappingProxyType(
    {form: answer for answer in ALL_ANSWERS for form in (answer, answer[0])}
)
"""The answers by what may be typed for them: ``y`` for ``yes``."""
_OUTCOMES: Final[Mapping[str, Outcome]] = {outcome: outcome for outcome in OUTCOMES}
Word = TypeVar("Word", bound=str)


class Names:
    """The words of one record.

    Args:
        problems: where to note words that mean nothing.
        seats: the seats; None where the header does not tell.
        deck: the deck; None where the header does not tell.
    """

    def __init__(
        self,
        problems: Problems,
        seats: tuple[Seat, ...] | None,
        deck: Deck | None,
    ) -> None:
        self.problems = problems
        self.seats = seats
        self.deck = deck
        self._seat_of: dict[str, Seat] = {seat: seat for seat in seats or ()}
        self._book_of = book_forms(deck) if deck else {}
        words = [name.split() for name in self._book_of]
        self.longest_book = max(map(len, words), default=0)
        """How many words the name of a half-suit has at most."""
        self.has_or = any("or" in name for name in words)
        """Whether ``or`` is a word of the name of a half-suit."""

    def apart(self) -> Names:
        """A copy that notes problems of its own."""
        other = copy(self)
        other.problems = Problems(self.problems.source)
        return other

    def value(self, type_: str, span: Span) -> Any:
        """What a word means as the value of an event's field, which may be open.

        Args:
            type_: the type of the field, as the class of the event declares it: ``Card``.
            span: the word, words with ``/`` between them, or the words of a half-suit's name.
        """
        if self._is_unknown(span):
            return Open()
        if "/" not in span.text and (type_ != "Card" or card_form(span.text) is not None):
            return _READERS[type_](self, span)
        pieces = [piece for piece in span.split("/") if piece.text] or [span]
        if any(map(self._is_unknown, pieces)):
            return Open()
        values = dict.fromkeys(value for piece in pieces for value in self._meant(type_, piece))
        if len(values) == 1:
            return next(iter(values))
        return Open(tuple(sorted(values, key=self._order(type_))))

    def may_be_open(self, span: Span) -> bool:
        """Whether a word says that nothing is remembered, or has alternatives."""
        return self._is_unknown(span) or "/" in span.text

    def _is_unknown(self, span: Span) -> bool:
        """Whether a word says that nothing is remembered."""
        return (span.word,) in UNKNOWN_PHRASES and not self.is_seat_name(span.text)

    def _meant(self, type_: str, span: Span) -> Sequence[Any]:
        """What one word means; for a card a half-suit means each of its cards."""
        if type_ == "Card" and card_form(span.text) is None:
            book = self.book_meant(span.text)
            if book is not None:
                return book.cards
        return (_READERS[type_](self, span),)

    def _order(self, type_: str) -> Callable[[Any], Any]:
        """What values of a type are sorted by."""
        known: Sequence[Any] = {
            "Seat": self.seats or (),
            "Seat | None": (*(self.seats or ()), None),
            "Card": self.deck.cards if self.deck else (),
            "str": tuple(self.deck.by_name) if self.deck else (),
            "AskAnswer": ALL_ANSWERS,
            "Outcome": OUTCOMES,
        }.get(type_, ())
        if not known:
            return str if type_ != "int" else int
        place = {value: number for number, value in enumerate(known)}
        return lambda value: place.get(value, -1)

    # -- seats ------------------------------------------------------------------------------------

    def seat(self, span: Span) -> Seat:
        """The seat of that name: exactly, else whatever the case, else by a unique prefix."""
        if self.seats is None:
            return span.text
        if span.text not in self._seat_of:
            like = self.like(span.text)
            if len(like) == 1:
                self._seat_of[span.text] = like[0]
            elif like:
                message = f"{quote(span.text)} could be {' or '.join(like)} (expected one seat)"
                self.problems.add(span, message)
            else:
                expected = f"expected {', '.join(self.seats)}"
                self.problems.unknown(span, "a seat", expected, self.seats)
        return self._seat_of.get(span.text, "")

    def seat_or_nobody(self, span: Span) -> Seat | None:
        """The seat of that name, or None for ``nobody``."""
        return None if span.word == NOBODY else self.seat(span)

    def is_seat(self, word: str) -> bool:
        """Whether a word means exactly one seat."""
        return word in self._seat_of or len(self.like(word)) == 1

    def is_seat_name(self, word: str) -> bool:
        """Whether a word is the whole name of a seat."""
        return self.seats is not None and word in self.seats

    def like(self, word: str) -> tuple[Seat, ...]:
        """The seats that a word may mean."""
        return seats_like(word, self.seats or ())

    # -- cards and half-suits ---------------------------------------------------------------------

    def card(self, span: Span) -> Card:
        """The card of the deck that a word means."""
        text = span.text
        card = card_form(text)
        if card is not None and (self.deck is None or card in self.deck.position):
            return card
        kind = "a card of this deck" if self.deck else "a card"
        expected = deck_contents(self.deck) if self.deck else "such as 5H, 10D, KS or RJ"
        hint = presets_with(card, self.deck) if self.deck else ""
        self.problems.add(span, f"{quote(text)} is not {kind} ({expected}){hint}")
        return ""

    def cards(self, spans: Iterable[Span], *, may_be_open: bool = False) -> tuple[Any, ...]:
        """Cards in the order given, perhaps open; reports those that stand twice."""
        cards: list[Any] = []
        for span in spans:
            card = self.value("Card", span) if may_be_open else self.card(span)
            if card and not isinstance(card, Open) and card in cards:
                self.problems.add(span, f"{quote(span.text)} stands twice here")
            cards.append(card)
        return tuple(cards)

    def book(self, span: Span) -> str:
        """The half-suit that words mean, as its name in the deck."""
        if self.deck is None:
            return span.text
        by_name = self.deck.by_name
        name = span.text if span.text in by_name else self._book_of.get(folded(span.text))
        if name is None:
            self.problems.unknown(span, "a book", f"expected {', '.join(by_name)}", by_name)
        return name or ""

    def book_meant(self, words: str) -> Book | None:
        """The half-suit that words mean; None where they mean none."""
        return self.book_called(self._book_of.get(folded(words), ""))

    def book_called(self, name: str) -> Book | None:
        """The half-suit of that name; None where it is unknown."""
        return self.deck.by_name.get(name) if self.deck else None

    # -- the rest ---------------------------------------------------------------------------------

    def answer(self, span: Span) -> AskAnswer:
        """The answer to an ask."""
        return self._among(span, "an answer", ANSWERS, ALL_ANSWERS) or "no"

    def outcome(self, span: Span) -> Outcome:
        """The outcome of a claim."""
        return self._among(span, "an outcome", _OUTCOMES, OUTCOMES) or "correct"

    def _among(
        self, span: Span, what: str, forms: Mapping[str, Word], known: tuple[Word, ...]
    ) -> Word | None:
        """What a word stands for; reports one that stands for nothing.

        Args:
            span: the word.
            what: what it is not then, with an article.
            forms: what each word stands for.
            known: all that words can stand for.
        """
        if span.word not in forms:
            *others, last = known
            expected = f"expected {', '.join(others)} or {last}"
            self.problems.unknown(span, what, expected, known)
        return forms.get(span.word)

    def size(self, span: Span) -> int:
        """A number of cards that a hand of the deck can have."""
        most = len(self.deck.cards if self.deck else ALL_CARDS)
        digits = span.text.lstrip("0") or span.text[:1]
        if digits.isascii() and digits.isdigit() and len(digits) <= 2 and int(digits) <= most:
            return int(digits)
        self.problems.unknown(span, "a number of cards", f"expected 0 to {most}", ())
        return 0


_READERS: Final[Mapping[str, Callable[[Names, Span], Any]]] = {
    "Seat": Names.seat,
    "Seat | None": Names.seat_or_nobody,
    "Card": Names.card,
    "str": Names.book,
    "AskAnswer": Names.answer,
    "Outcome": Names.outcome,
    "int": Names.size,
}
"""By the type of a field; the only plain text in an event is a half-suit's name."""
PLAIN_TYPES: Final = frozenset(_READERS)
"""The types of fields of which a value is one word, or the name of a half-suit."""

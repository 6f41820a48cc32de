"""What a word means in a record: its seats, its cards, its half-suits, and the fixed words.

``Names`` is filled by the header. Where the header is too broken to tell the seats or the deck, it
lets every seat or book pass: one slip there is one problem, not one for each event.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, cast

from tracker.game.cards import ALL_CARDS, Book, Card, Deck, deck_contents
from tracker.game.events import KINDS, Answer, Outcome, Seat
from tracker.game.lookup import book_forms, card_form, folded, seats_like
from tracker.messages import quote
from tracker.notation.problems import Problems
from tracker.notation.span import Span

NOBODY: Final = "nobody"
RESERVED: Final = {NOBODY: "it means no seat", "public": "it means the view of everyone"}
"""What a seat cannot be called, and why."""
SEAT_MARKS: Final = "_-."
"""What a seat's name may have besides letters and digits."""
VERBS: Final[Mapping[str, str]] = MappingProxyType(
    {kind.usage.split()[1]: kind.usage for kind in KINDS if kind.usage.startswith("A ")}
)
"""The verbs, each with the statement it makes."""
SHORT_ASK: Final = ">"
ANSWERS: Final[Mapping[str, Answer]] = MappingProxyType(
    {"yes": "yes", "no": "no", "surrender": "surrender", "y": "yes", "n": "no", "s": "surrender"}
)
OUTCOMES: Final = ("correct", "split", "opponents", "cancelled")


class Names:
    """The words of one record.

    Args:
        problems: where to note words that mean nothing.
        seats: the seats; none where the header does not tell.
        deck: the deck; none where the header does not tell.
        lax: whether short forms, prefixes and any case will do.
    """

    def __init__(
        self,
        problems: Problems,
        seats: tuple[Seat, ...] | None,
        deck: Deck | None,
        *,
        lax: bool = True,
    ) -> None:
        self.problems = problems
        self.seats = seats
        self.deck = deck
        self._lax = lax
        self._seat_of: dict[str, Seat] = {seat: seat for seat in seats or ()}
        self._book_of = book_forms(deck) if lax and deck else {}

    def seat(self, span: Span) -> Seat:
        """The seat of that name: exactly, else whatever the case, else by a unique prefix."""
        if self.seats is None:
            return span.text
        known = self._seat_of.get(span.text)
        if known is None:
            known = self._seat_of_prefix(span)
        return known

    def is_seat(self, word: str) -> bool:
        """Whether a word means exactly one seat."""
        return word in self._seat_of or len(self._like(word)) == 1

    def is_seat_name(self, word: str) -> bool:
        """Whether a word is the whole name of a seat."""
        return self.seats is not None and word in self.seats

    def seat_or_nobody(self, span: Span) -> Seat | None:
        """A seat, or none for ``nobody``."""
        return None if span.word == NOBODY else self.seat(span)

    def card(self, span: Span) -> Card:
        """The card of the deck that a word means."""
        card = self._card_form(span.text)
        if card is not None and (self.deck is None or card in self.deck.position):
            return card
        kind = "a card of this deck" if self.deck else "a card"
        expected = deck_contents(self.deck) if self.deck else "such as 5H, 10D, KS or RJ"
        self.problems.add(span, f"{quote(span.text)} is not {kind} ({expected})")
        return ""

    def cards(self, spans: Iterable[Span]) -> tuple[Card, ...]:
        """Cards of which each may stand only once, in the order given."""
        found: dict[Card, None] = {}
        for span in spans:
            card = self.card(span)
            if card and card in found:
                self.problems.add(span, f"{quote(span.text)} stands twice here")
            found[card] = None
        return tuple(found)

    def book(self, span: Span) -> str:
        """The half-suit that words mean, as its name in the deck."""
        if self.deck is None:
            return span.text
        by_name = self.deck.by_name
        name = span.text if span.text in by_name else self._book_of.get(folded(span.text))
        if name is None:
            self.problems.unknown(span, "a book", f"expected {', '.join(by_name)}", by_name)
        return name or ""

    def is_book(self, words: str) -> bool:
        """Whether words mean a half-suit."""
        return folded(words) in self._book_of

    def book_called(self, name: str) -> Book | None:
        """The half-suit of that name; none where it is unknown."""
        return self.deck.by_name.get(name) if self.deck else None

    def answer(self, span: Span) -> Answer:
        """The answer to an ask."""
        answer = ANSWERS.get(span.word if self._lax else span.text)
        if answer is None or not (self._lax or answer == span.text):
            expected = "expected yes, no or surrender"
            self.problems.unknown(span, "an answer", expected, ("yes", "no", "surrender"))
        return answer or "no"

    def outcome(self, span: Span) -> Outcome:
        """The outcome of a claim."""
        outcome = span.word if self._lax else span.text
        if outcome not in OUTCOMES:
            self.problems.unknown(
                span, "an outcome", f"expected {', '.join(OUTCOMES[:3])} or {OUTCOMES[3]}", OUTCOMES
            )
        return cast(Outcome, outcome)

    def size(self, span: Span) -> int:
        """A number of cards that a hand of the deck can have."""
        most = len(self.deck.cards if self.deck else ALL_CARDS)
        digits = span.text.lstrip("0") or span.text[:1]
        if digits.isascii() and digits.isdigit() and len(digits) <= 2 and int(digits) <= most:
            return int(digits)
        self.problems.unknown(span, "a number of cards", f"expected 0 to {most}", ())
        return 0

    def _seat_of_prefix(self, span: Span) -> Seat:
        """The one seat whose name begins so; reports where there are none or several."""
        like = self._like(span.text)
        if len(like) == 1:
            self._seat_of[span.text] = like[0]
            return like[0]
        if like:
            self.problems.add(
                span, f"{quote(span.text)} could be {' or '.join(like)} (expected one seat)"
            )
        else:
            seats = self.seats or ()
            self.problems.unknown(span, "a seat", f"expected {', '.join(seats)}", seats)
        return ""

    def _like(self, word: str) -> tuple[Seat, ...]:
        """The seats that a word may mean."""
        return seats_like(word, self.seats or ()) if self._lax else ()

    def _card_form(self, text: str) -> Card | None:
        if self._lax:
            return card_form(text)
        return text if text in ALL_CARDS else None


def has_only_letters(name: str, marks: str) -> bool:
    """Whether a name has letters and digits of any script, and the given marks, but nothing else.

    The vowel signs and accents that follow a letter belong to it (Unicode's categories ``Mn`` and
    ``Mc``). Emoji are neither, and what is not to be seen is no letter, whatever Unicode calls it.
    """
    return (
        bool(name)
        and invisible(name) is None
        and not _is_accent(name[0])
        and all(char.isalnum() or char in marks or _is_accent(char) for char in name)
    )


def _is_accent(char: str) -> bool:
    return unicodedata.category(char) in ("Mn", "Mc")


def seat_name_problem(name: str) -> str | None:
    """Why a name cannot name a seat; none where it can."""
    if folded(name) in RESERVED:
        return f"{quote(name)} cannot name a seat: {RESERVED[folded(name)]}"
    if has_only_letters(name, SEAT_MARKS):
        return None
    said = f"{quote(name)} cannot name a seat"
    hidden = invisible(name)
    if hidden is not None and hidden.isprintable():
        said += f": U+{ord(hidden):04X} is not to be seen"
    return f"{said} (expected letters, digits, {', '.join(map(quote, SEAT_MARKS))})"


# -- names that cannot be told apart: invisible characters, and letters tha -----------------------
#
# Names that cannot be told apart: invisible characters, and letters that look like others.
#
# Two names look alike when their *skeletons* are equal: each character in its compatibility form,
# and each letter that looks like a Latin one in its place, as in Unicode's Technical Standard 39
# ("confusables"). Of its table this has the scripts whose letters are taken for Latin ones
# (Cyrillic, Greek, Armenian, Cherokee), and ``0`` with ``O``, ``1`` with ``I`` and ``l``.
#
# Example: the skeleton of "Аnnа" with Cyrillic ``А`` and ``а`` is "Anna"; that of "Il" is "ll".

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


def invisible(name: str) -> str | None:
    """The first character of a name that is not to be seen; none where all are."""
    match = _INVISIBLE.search(name)
    return match[0] if match else None


def skeleton(name: str) -> str:
    """What a name looks like."""
    plain = unicodedata.normalize("NFKD", name).translate(_LATIN).translate(_DIGITS)
    return unicodedata.normalize("NFC", plain)


def lookalikes(names: Iterable[str]) -> list[tuple[str, str]]:
    """The pairs of names that look alike: each with the first that looks like it."""
    first: dict[str, str] = {}
    found = []
    for name in names:
        same = first.setdefault(skeleton(name), name)
        if same is not name:
            found.append((same, name))
    return found

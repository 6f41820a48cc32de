"""What a word means in a record: a seat, a card, a half-suit, an answer, an outcome, a number.

``Names`` is what the readers of both forms ask. Where the header is too broken to tell the seats or
the deck, it accepts any seat or half-suit: one mistake there is one problem, not one for each
event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, cast, get_args

from tracker.game.cards import ALL_CARDS, Book, Card, Deck, deck_contents
from tracker.game.events import AskAnswer, Outcome, Seat
from tracker.game.lookup import book_forms, card_form, folded, seats_like
from tracker.messages import quote
from tracker.notation.problems import Problems
from tracker.notation.seat_names import NOBODY
from tracker.notation.span import Span

_ANSWERS: Final[tuple[AskAnswer, ...]] = get_args(AskAnswer)
_OUTCOMES: Final[tuple[Outcome, ...]] = get_args(Outcome)
ANSWERS: Final[Mapping[str, AskAnswer]] = MappingProxyType(
    {form: answer for answer in _ANSWERS for form in (answer, answer[0])}
)
"""The answers by what may be typed for them: ``y`` for ``yes``."""


class Names:
    """The words of one record.

    Args:
        problems: where to note words that mean nothing.
        seats: the seats; None where the header does not tell.
        deck: the deck; None where the header does not tell.
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

    def value(self, type_: str, span: Span) -> Any:
        """What a word means as the value of an event's field.

        Args:
            type_: the type of the field, as the class of the event declares it: ``Card``.
            span: the word, or the words of a half-suit's name.
        """
        return _READERS[type_](self, span)

    # -- seats ------------------------------------------------------------------------------------

    def seat(self, span: Span) -> Seat:
        """The seat of that name: exactly, else whatever the case, else by a unique prefix."""
        if self.seats is None:
            return span.text
        known = self._seat_of.get(span.text)
        if known is None:
            known = self._seat_of_prefix(span)
        return known

    def seat_or_nobody(self, span: Span) -> Seat | None:
        """The seat of that name, or None for ``nobody``."""
        return None if span.word == NOBODY else self.seat(span)

    def is_seat(self, word: str) -> bool:
        """Whether a word means exactly one seat."""
        return word in self._seat_of or len(self._like(word)) == 1

    def is_seat_name(self, word: str) -> bool:
        """Whether a word is the whole name of a seat."""
        return self.seats is not None and word in self.seats

    def _seat_of_prefix(self, span: Span) -> Seat:
        """The one seat whose name begins so; reports where there is none, or several."""
        like = self._like(span.text)
        if len(like) == 1:
            self._seat_of[span.text] = like[0]
            return like[0]
        if like:
            message = f"{quote(span.text)} could be {' or '.join(like)} (expected one seat)"
            self.problems.add(span, message)
        else:
            seats = self.seats or ()
            self.problems.unknown(span, "a seat", f"expected {', '.join(seats)}", seats)
        return ""

    def _like(self, word: str) -> tuple[Seat, ...]:
        """The seats that a word may mean."""
        return seats_like(word, self.seats or ()) if self._lax else ()

    # -- cards and half-suits ---------------------------------------------------------------------

    def card(self, span: Span) -> Card:
        """The card of the deck that a word means."""
        text = span.text
        card = card_form(text) if self._lax else text if text in ALL_CARDS else None
        if card is not None and (self.deck is None or card in self.deck.position):
            return card
        kind = "a card of this deck" if self.deck else "a card"
        expected = deck_contents(self.deck) if self.deck else "such as 5H, 10D, KS or RJ"
        self.problems.add(span, f"{quote(text)} is not {kind} ({expected})")
        return ""

    def cards(self, spans: Iterable[Span]) -> tuple[Card, ...]:
        """Cards in the order given; reports those that stand twice."""
        cards: dict[Card, None] = {}
        for span in spans:
            card = self.card(span)
            if card and card in cards:
                self.problems.add(span, f"{quote(span.text)} stands twice here")
            cards[card] = None
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

    def is_book(self, words: str) -> bool:
        """Whether words mean a half-suit."""
        return folded(words) in self._book_of

    def book_called(self, name: str) -> Book | None:
        """The half-suit of that name; None where it is unknown."""
        return self.deck.by_name.get(name) if self.deck else None

    # -- the rest ---------------------------------------------------------------------------------

    def answer(self, span: Span) -> AskAnswer:
        """The answer to an ask."""
        answer = ANSWERS.get(span.word if self._lax else span.text)
        if answer is None or not (self._lax or answer == span.text):
            self.problems.unknown(span, "an answer", _expected(_ANSWERS), _ANSWERS)
        return answer or "no"

    def outcome(self, span: Span) -> Outcome:
        """The outcome of a claim."""
        outcome = span.word if self._lax else span.text
        if outcome not in _OUTCOMES:
            self.problems.unknown(span, "an outcome", _expected(_OUTCOMES), _OUTCOMES)
        return cast(Outcome, outcome)

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


def _expected(words: tuple[str, ...]) -> str:
    *others, last = words
    return f"expected {', '.join(others)} or {last}"

"""HOLDINGS: who holds each card of a book, ``Ann 2C 3C, Carl rest``.

Written canonically, the seats come in seat order, and the last of them that holds two cards or
more gets ``rest``; a seat that holds the whole book gets ``rest`` whatever its size.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from tracker.game.cards import Book, Card
from tracker.game.events import Holdings, Seat
from tracker.game.lookup import card_form
from tracker.game.record import Record
from tracker.messages import quote
from tracker.notation.names import Names
from tracker.notation.problems import Problems
from tracker.notation.span import Span, split_at

REST: Final = "rest"


class HoldingsReader:
    """Reads the HOLDINGS of one book.

    Args:
        names: what words mean.
        name: the name of the book; an unknown one means that the cards cannot be judged.
    """

    def __init__(self, names: Names, name: str) -> None:
        self._names = names
        self._problems = names.problems
        self._book: Book | None = names.book_called(name)
        self._seat: Seat | None = None
        self._held: list[tuple[Span, Seat]] = []
        self._rest: tuple[Span, Seat] | None = None

    def read(self, tokens: Sequence[Span], at: Span) -> Holdings:
        """Reads the words of HOLDINGS.

        Args:
            tokens: the words and the commas between them.
            at: where to note that cards are missing.
        """
        for group in split_at(tokens, ","):
            self._group(group)
        if not self._held and self._rest is None:
            self._problems.add(at, "expected HOLDINGS such as 'Ann 2C 3C, Carl rest' here")
            return ()
        return cover(self._names, self._book, self._held, at, self._rest)

    def _group(self, group: list[Span]) -> None:
        """Read what stands between two commas: a seat and what it holds."""
        for place, token in enumerate(group):
            if self._is_held(token, first=place == 0):
                self._hold(token)
            else:
                self._seat = self._names.seat(token)
                if place == len(group) - 1:
                    self._problems.add(token, f"expected cards or 'rest' after {quote(token.text)}")

    def _is_held(self, token: Span, *, first: bool) -> bool:
        """Whether a word is a card or ``rest``: at the start of a group a seat is likelier."""
        if self._seat is None or (first and self._names.is_seat_name(token.text)):
            return False
        card = card_form(token.text)
        if card is None and token.word != REST:
            return not first and not self._names.is_seat(token.text)
        if card is not None and first and self._book is not None:
            return card in self._book.cards or not self._names.is_seat(token.text)
        return True

    def _hold(self, token: Span) -> None:
        """Take in a card, or ``rest``, for the seat named last."""
        seat = self._seat or ""
        if token.word != REST:
            self._held.append((token, seat))
        elif self._rest is None:
            self._rest = (token, seat)
        else:
            self._problems.add(token, "'rest' stands twice here (only one seat can hold the rest)")


def cover(
    names: Names,
    book: Book | None,
    held: Iterable[tuple[Span, Seat]],
    at: Span,
    rest: tuple[Span, Seat] | None = None,
) -> Holdings:
    """HOLDINGS from cards and their seats, with every card of the book exactly once.

    Args:
        names: what words mean, and where to note problems.
        book: the book; none where it is unknown.
        held: the cards that are named, each with its seat.
        at: where to note that cards are missing.
        rest: the word ``rest`` and the seat that holds it.
    """
    seat_of: dict[Card, Seat] = {}
    for span, seat in held:
        card = names.card(span)
        if card in seat_of:
            names.problems.add(span, f"{quote(span.text)} stands twice here")
        elif card and book and card not in book.cards:
            names.problems.add(span, f"{quote(span.text)} is not a card of {_said(book)}")
        elif card:
            seat_of[card] = seat
    if book is None:
        return ()
    missing = [card for card in book.cards if card not in seat_of]
    _judge_rest(names, book, missing, at, rest)
    return tuple((card, seat_of.get(card, rest[1] if rest else "")) for card in book.cards)


def _judge_rest(
    names: Names, book: Book, missing: list[Card], at: Span, rest: tuple[Span, Seat] | None
) -> None:
    """Report cards that nobody is named for, or a ``rest`` that is empty."""
    if missing and rest is None:
        names.problems.add(
            at, f"no seat is named for {' '.join(missing)} (expected every card of {_said(book)})"
        )
    if rest is not None and not missing:
        names.problems.add(rest[0], f"'rest' is empty here: every card of {book.name} is named")


def _said(book: Book) -> str:
    return f"{book.name} ({' '.join(book.cards)})"


def format_holdings(holdings: Holdings, seats: Sequence[Seat]) -> str:
    """HOLDINGS as they are written canonically.

    Args:
        holdings: the cards of one book with their seats.
        seats: the seats of the table, clockwise.
    """
    by_seat: dict[Seat, list[Card]] = {seat: [] for seat in seats}
    for card, seat in holdings:
        by_seat.setdefault(seat, []).append(card)
    held = {seat: cards for seat, cards in by_seat.items() if cards}
    with_rest = next((seat for seat in reversed(held) if len(held[seat]) > 1), None)
    if len(held) == 1:
        with_rest = next(iter(held))
    return ", ".join(
        f"{seat} {REST if seat == with_rest else ' '.join(cards)}" for seat, cards in held.items()
    )


# -- what a claim says, where it stands alone: an argument of a command or  -----------------------
#
# What a claim says, where it stands alone: an argument of a command or a call.


def parse_naming(text: str, record: Record, source: str = "BOOK: HOLDINGS") -> tuple[str, Holdings]:
    """Reads what a claim says: ``low clubs: Ann 2C 3C, Carl rest``.

    Raises:
        NotationError: where it is not a book and holdings of all its cards.
    """
    problems = Problems(source)
    names = Names(problems, record.seats, record.deck)
    head, *rest = Span(text).split(":")
    book = names.book(head)
    if len(rest) != 1:
        problems.add(head.end(), "expected one colon: 'BOOK: SEAT CARD …, SEAT rest'")
    else:
        tokens = rest[0].tokens()
        holdings = HoldingsReader(names, book).read(tokens, tokens[0] if tokens else rest[0])
    problems.raise_any()
    return book, holdings

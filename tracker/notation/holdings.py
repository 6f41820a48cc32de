"""HOLDINGS: who holds each card of a half-suit, as in ``Ann 2C 3C, Carl rest``.

Written canonically, the seats come in seat order, and the last of them that holds two cards or
more gets ``rest``; a seat that holds the whole half-suit gets ``rest`` whatever its size.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tracker.game.cards import Book
from tracker.game.events import Holdings, Seat, by_seat
from tracker.game.lookup import card_form
from tracker.game.record import Record
from tracker.messages import quote
from tracker.notation.names import Names
from tracker.notation.problems import Problems, Span, split_at
from tracker.notation.words import spoken_cards

REST: Final = "rest"


def parse_naming(text: str, record: Record, source: str = "BOOK: HOLDINGS") -> tuple[str, Holdings]:
    """Reads what a claim says: ``low clubs: Ann 2C 3C, Carl rest``.

    Args:
        text: the half-suit, a colon, and the seats with their cards.
        record: a record with the seats and the deck.
        source: the name that errors give the text.

    Raises:
        NotationError: where it is not a half-suit and the holdings of all its cards.
    """
    problems = Problems(source)
    names = Names(problems, record.seats, record.deck)
    head, *rest = Span(text).split(":")
    book = names.book(head)
    holdings: Holdings = ()
    if len(rest) != 1:
        problems.add(head.end(), "expected one colon: 'BOOK: SEAT CARD …, SEAT rest'")
    else:
        tokens = spoken_cards(rest[0].tokens(), names)
        holdings = read_holdings(tokens, book, names, tokens[0] if tokens else rest[0])
    problems.raise_any()
    return book, holdings


def read_holdings(tokens: Sequence[Span], name: str, names: Names, at: Span) -> Holdings:
    """Reads the HOLDINGS of one half-suit.

    Args:
        tokens: the words, and the commas between them.
        name: the name of the half-suit; of an unknown one, the cards cannot be judged.
        names: what words mean, and where to note problems.
        at: where to note that cards are missing.
    """
    half_known = [token for token in tokens if names.may_be_open(token)]
    if half_known:
        message = f"{quote(half_known[0].text)} cannot stand among HOLDINGS"
        expected = "expected one seat for each card; what is not known whole is '?', or not 'shown'"
        names.problems.add(half_known[0], f"{message} ({expected})")
        return ()
    book = names.book_called(name)
    seat: Seat | None = None
    held: list[tuple[Span, Seat]] = []
    for group in split_at(tokens, ","):
        for place, token in enumerate(group):
            if held and place == 0 and token.word == REST and not names.is_seat_name(token.text):
                expected = f"expected such as '{held[-1][1]} {REST}'"
                names.problems.add(token, f"whose is the {quote(REST)}? ({expected})")
            if seat is not None and _is_held(token, book, names, first=place == 0):
                held.append((token, seat))
                continue
            seat = names.seat(token)
            if place == len(group) - 1:
                message = f"expected cards or 'rest' after {quote(token.text)}"
                names.problems.add(token, message)
    if not held:
        names.problems.add(at, "expected HOLDINGS such as 'Ann 2C 3C, Carl rest' here")
        return ()
    return _cover(names, book, held, at)


def _is_held(token: Span, book: Book | None, names: Names, *, first: bool) -> bool:
    """Whether a word is a card or ``rest``, not a seat.

    Args:
        token: the word.
        book: the half-suit; None where it is unknown.
        names: what words mean.
        first: whether it stands at the start or behind a comma, where a seat is likelier.
    """
    if first and names.is_seat_name(token.text):
        return False
    card = card_form(token.text)
    if card is None and token.word != REST:
        return not first and not names.is_seat(token.text)
    if card is not None and first and book is not None:
        return card in book.cards or not names.is_seat(token.text)
    return True


def _cover(
    names: Names, book: Book | None, held: Sequence[tuple[Span, Seat]], at: Span
) -> Holdings:
    """HOLDINGS from words and their seats, with every card of the half-suit exactly once.

    Args:
        names: what words mean, and where to note problems.
        book: the half-suit; None where it is unknown.
        held: the cards that are named, and ``rest``, each with its seat.
        at: where to note that cards are missing.
    """
    problems = names.problems
    rests = [(span, seat) for span, seat in held if span.word == REST]
    for span, _ in rests[1:]:
        problems.add(span, "'rest' stands twice here (only one seat can hold the rest)")
    seat_of: dict[str, Seat] = {}
    for span, seat in held:
        card = names.card(span) if span.word != REST else ""
        if card in seat_of:
            problems.add(span, f"{quote(span.text)} stands twice here")
        elif card and book and card not in book.cards:
            problems.add(span, f"{quote(span.text)} is not a card of {_book_words(book)}")
        elif card:
            seat_of[card] = seat
    if book is None:
        return ()
    missing = [card for card in book.cards if card not in seat_of]
    if missing and not rests:
        expected = f"expected every card of {_book_words(book)}"
        problems.add(at, f"no seat is named for {' '.join(missing)} ({expected})")
    if rests and not missing:
        problems.add(rests[0][0], f"'rest' is empty here: every card of {book.name} is named")
    return tuple((card, seat_of.get(card, rests[0][1] if rests else "")) for card in book.cards)


def _book_words(book: Book) -> str:
    return f"{book.name} ({' '.join(book.cards)})"


def format_holdings(holdings: Holdings, seats: Sequence[Seat]) -> str:
    """HOLDINGS as they are written canonically.

    Args:
        holdings: the cards of one half-suit with their seats.
        seats: the seats of the table, clockwise.
    """
    cards_of = by_seat(holdings)
    held = {seat: cards_of[seat] for seat in (*seats, *cards_of) if seat in cards_of}
    with_rest = next((seat for seat in reversed(held) if len(held[seat]) > 1), None)
    if len(held) == 1:
        with_rest = next(iter(held))
    return ", ".join(
        f"{seat} {REST if seat == with_rest else ' '.join(cards)}" for seat, cards in held.items()
    )

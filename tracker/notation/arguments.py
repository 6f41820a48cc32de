"""Pieces of the notation that stand alone, such as arguments of a command."""

from __future__ import annotations

from tracker.game.cards import Card
from tracker.game.events import Holdings, Seat
from tracker.game.record import Record
from tracker.notation.holdings import HoldingsReader
from tracker.notation.names import Names
from tracker.notation.problems import Problems
from tracker.notation.span import Span


def parse_card(text: str, record: Record, source: str = "CARD") -> Card:
    """Reads a card of the record's deck, in any form the notation takes.

    Raises:
        NotationError: where it is none.
    """
    problems = Problems(source)
    card = Names(problems, record.seats, record.deck).card(Span(text))
    problems.raise_any()
    return card


def parse_seat(text: str, record: Record, source: str = "SEAT") -> Seat:
    """Reads a seat: its name, in any case, or a unique prefix of it.

    Raises:
        NotationError: where it is none.
    """
    problems = Problems(source)
    seat = Names(problems, record.seats, record.deck).seat(Span(text))
    problems.raise_any()
    return seat


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

"""What a claim says, where it stands alone: an argument of a command or a call."""

from __future__ import annotations

from tracker.game.events import Holdings
from tracker.game.record import Record
from tracker.notation.holdings import HoldingsReader
from tracker.notation.names import Names
from tracker.notation.problems import Problems
from tracker.notation.span import Span


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

"""Bounds of one half-suit: how many of its cards some seats must have, and can have at most.

This is the part of bounds propagation that looks at one addend of a sum. The bounds come from all
the ways to lay the cards of the half-suit that satisfy what is known of it (``fewest_and_most`` in
``tracker.inference.half_suits``). Each bound comes with a minimal set of reasons for it.

Example: of the clubs 2C 3C 4C, Carl is known to hold one, and Dora not the 2C. Then Ann and Bob can
have two of them at most; the reason is what is known of Carl.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from tracker.budget import HALF_SUIT_STATES, minimal_subset
from tracker.explain.explanation import HowMany
from tracker.game.cards import Book, Card
from tracker.game.events import Seat
from tracker.inference.half_suits import fewest_and_most
from tracker.knowledge.facts import Cause, Clause

Source: TypeAlias = Cause | int
"""A cause; or the place of an earlier step in the chain."""


class StepReason(NamedTuple):
    """A cause or an earlier step, and the clause that is needed of it."""

    source: Source
    clause: Clause | None = None
    """None: what it says of numbers."""


class ProvenBound(NamedTuple):
    """How many of some cards some seats hold, and why."""

    how_many: HowMany
    reasons: tuple[StepReason, ...]


class HalfSuitBounds:
    """Bounds of each half-suit by itself, from what is known of it.

    Where the ways to lay a half-suit are too many, every method raises ``UndecidedError``.

    Args:
        seats: all the seats.
        books: the half-suits.
        reasons: what is known; only clauses count.
    """

    def __init__(
        self, seats: Sequence[Seat], books: Sequence[Book], reasons: Iterable[StepReason]
    ) -> None:
        self._seats = seats
        distinct = dict.fromkeys(reasons)
        self._known = {
            book.name: [reason for reason in distinct if _is_about(reason, book)] for book in books
        }

    def number(self, book: Book, total: HowMany, *, upper: bool) -> int | None:
        """How many cards of a half-suit the seats of a total can have at most, or must have.

        Args:
            book: the half-suit.
            total: the seats, and the cards that count.
            upper: whether to find the most; else the fewest.

        Returns:
            None where the clauses leave no way to lay the half-suit.
        """
        extremes = self._range(book, total, self._known[book.name])
        return None if extremes is None else extremes[upper]

    def bound(self, book: Book, total: HowMany, number: int, *, upper: bool) -> ProvenBound:
        """That bound with a minimal set of reasons.

        There is no reason where there are no more cards of it, or cannot be fewer.

        Args:
            book: the half-suit.
            total: the seats, and the cards that count.
            number: what ``number`` returned.
            upper: as for ``number``.
        """

        def suffice(reasons: Iterable[StepReason]) -> bool:
            extremes = self._range(book, total, reasons)
            if extremes is None:
                return True
            return extremes[1] <= number if upper else extremes[0] >= number

        cards = counted(book, total)
        least, most = (0, number) if upper else (number, len(cards))
        return ProvenBound(
            HowMany(total.seats, cards, least, most), tuple(self._needed(book, suffice))
        )

    def contradicts(
        self,
        book: Book,
        denials: Iterable[Sequence[Clause]],
        left: HowMany,
        reasons: Iterable[StepReason] | None = None,
    ) -> bool:
        """Whether each of some denials contradicts what is known of a half-suit.

        Args:
            book: the half-suit.
            denials: each a set of clauses about its cards.
            left: how many of its cards some seats hold, as is known besides.
            reasons: what is known of it; None: all.
        """
        known = self._known[book.name] if reasons is None else [*reasons]
        for denial in denials:
            extremes = self._range(book, left, known, denial)
            if extremes and extremes[0] <= left.most and extremes[1] >= left.least:
                return False
        return True

    def why_contradicted(
        self, book: Book, denials: Sequence[Sequence[Clause]], left: HowMany
    ) -> list[StepReason]:
        """A minimal set of reasons for which each of some denials is a contradiction.

        Args:
            book: the half-suit.
            denials: as for ``contradicts``.
            left: as for ``contradicts``.
        """
        return self._needed(book, lambda some: self.contradicts(book, denials, left, some))

    def _needed(
        self, book: Book, suffice: Callable[[Sequence[StepReason]], bool]
    ) -> list[StepReason]:
        """A minimal subset of what is known: whole sources go first, then single clauses."""
        known = self._known[book.name]
        sources = minimal_subset(
            dict.fromkeys(reason.source for reason in known),
            lambda some: suffice([reason for reason in known if reason.source in some]),
        )
        return minimal_subset([reason for reason in known if reason.source in sources], suffice)

    def _range(
        self,
        book: Book,
        total: HowMany,
        reasons: Iterable[StepReason],
        supposed: Iterable[Clause] = (),
    ) -> tuple[int, int] | None:
        """The fewest and the most cards of a half-suit with some seats; None where no way is left.

        Args:
            book: the half-suit.
            total: the seats, and the cards that count.
            reasons: what is known of the half-suit.
            supposed: clauses that are supposed as well.
        """
        clauses = [*(reason.clause for reason in reasons if reason.clause), *supposed]
        cards = counted(book, total)
        return fewest_and_most(self._seats, book, clauses, cards, total.seats, HALF_SUIT_STATES)


def counted(book: Book, total: HowMany) -> tuple[Card, ...]:
    """The cards of a half-suit that count in a total."""
    return tuple(card for card in total.cards if card in book.cards)


def _is_about(reason: StepReason, book: Book) -> bool:
    """Whether a reason is a clause about a half-suit."""
    literals = reason.clause.literals if reason.clause else ()
    return bool(literals) and literals[0].card in book.cards

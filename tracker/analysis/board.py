"""The board: the state of a game at a moment and who can hold what, with what is to be shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tracker.answers import Answer
from tracker.errors import RecordError
from tracker.game.cards import Card, Deck
from tracker.game.lookup import find_book
from tracker.game.record import Record
from tracker.game.state import State
from tracker.inference.deduction import Deduction, deduce
from tracker.knowledge.facts import Chances
from tracker.knowledge.views import ViewLike

if TYPE_CHECKING:
    from tracker.analysis.signals import HoldersLeaning


@dataclass(frozen=True, repr=False)
class Board(Answer):
    """What follows for a view at a moment, with what is to be shown of it."""

    deduction: Deduction
    books: tuple[str, ...] | None = None
    """The half-suits to show; None: all in play."""
    chances: Mapping[Card, Chances] | None = None
    """The probability of each possible holder now, where it is to be shown."""
    sure: Deduction | None = None
    """Where signals are assumed: what follows without them."""
    leanings: tuple[HoldersLeaning, ...] = ()
    """Where signals are assumed: the cards that fewer seats could have than without them."""
    compact: bool = False
    """Whether everything is to stand on one screen."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards to show, in deck order."""
        book_of = self.deduction.record.deck.book_of
        return tuple(
            card
            for card in self.deduction.cards
            if self.books is None or book_of[card].name in self.books
        )


def board(
    record: Record,
    *,
    view: ViewLike = None,
    at: int | None = None,
    odds: bool = False,
    books: Iterable[str] = (),
    assume: bool = False,
) -> Board:
    """The state of a game, and who can hold what.

    Args:
        record: the game.
        view: whose, as ``deduce`` takes it.
        at: after that many events; None: after all.
        odds: whether to say how likely each possible holder is.
        books: only these half-suits, in any form that the notation reads; empty: all in play.
        assume: whether to take signals of a convention for true (``tracker.analysis.signals``).

    Raises:
        RecordError: for a view, a moment or a half-suit in play that the record does not have.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is consistent with the view, or with what is assumed.
    """
    if assume:
        return _assuming_board(record, view, at, odds=odds, books=books)
    deduction = deduce(record, view=view, at=at)
    return _board_of(deduction, odds=odds, books=books)


def _board_of(deduction: Deduction, *, odds: bool, books: Iterable[str]) -> Board:
    """The board of what follows."""
    in_play = books_in_play(books, deduction.record.deck, deduction.state)
    shown = Board(deduction, in_play or None)
    if odds:
        from tracker.analysis.odds import odds_of  # which takes the counting engine

        shown = replace(shown, chances=odds_of(deduction).holders)
    return shown


def _assuming_board(
    record: Record,
    view: ViewLike,
    at: int | None,
    *,
    odds: bool,
    books: Iterable[str],
) -> Board:
    """The board with signals of a convention taken for true, beside what follows without them."""
    from tracker.analysis.signals import assuming, leanings  # few ask for them

    assumed = assuming(record, view=view, at=at)
    shown = _board_of(assumed, odds=odds, books=books)
    sure = deduce(record, view=shown.deduction.viewer, at=at)
    leaning = leanings(shown.deduction, sure)
    listed = tuple(each for each in leaning if each.card in shown.cards)
    return replace(shown, sure=sure, leanings=listed)


def books_in_play(names: Iterable[str], deck: Deck, state: State) -> tuple[str, ...]:
    """The half-suits in play that some names mean.

    Raises:
        RecordError: where a name means none, or one that is not in play any more.
    """
    books = tuple(find_book(" ".join(name.split()), deck) for name in names)
    for book in books:
        if book not in state.open_books():
            in_play = ", ".join(state.open_books()) or "no half-suit any more"
            raise RecordError(f"{book} is settled (in play: {in_play})")
    return books

"""The board: the state of a game at a moment and who can hold what, with what is to be shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from tracker.answers import OPTIONAL, Answer, json_keys
from tracker.errors import RecordError
from tracker.game.cards import Card, Deck
from tracker.game.events import Seat
from tracker.game.lookup import find_book
from tracker.game.record import Record
from tracker.game.state import State
from tracker.inference.deduction import Deduction, deduce
from tracker.knowledge.facts import Chances
from tracker.knowledge.views import ViewLike


@json_keys(
    "view=deduction.view",
    "at=deduction.at",
    "events",
    "turn",
    "score",
    "sizes",
    "books",
    "cards",
    "probability=chances",
)
@dataclass(frozen=True, repr=False)
class Board(Answer):
    """What follows for a view at a moment, with what is to be shown of it.

    Keys:
        events: How many events the record has.
        turn: The seat whose turn it is; null where several may take it, or the game is over.
        score: Points by team.
        sizes: Hand sizes by seat; null where uncertain.
        books: By half-suit: ``state`` is ``open``, ``won``, ``cancelled``, or ``gap`` where that
            depends on a gap; ``team`` won it, or is null.
        cards: By card in play: ``holders``, the seats that hold it now in some consistent deal, and
            ``status``: ``public``, ``own``, ``deduced``, ``open``, ``gap`` (open only because of a
            gap) or ``undecided`` (past a missing stretch; of the holders in ``undecided`` it was
            not found out).
        probability: Only with --odds: by card, the probability of each holder.
    """

    deduction: Deduction
    books: tuple[str, ...] | None = None
    """The half-suits to show; None: all in play."""
    chances: Mapping[Card, Chances] | None = field(default=None, metadata=OPTIONAL)
    """The probability of each possible holder now, where it is to be shown."""
    compact: bool = False
    """Whether everything is to stand on one screen."""

    @property
    def turn(self) -> Seat | None:
        """The seat whose turn it is; None where several may take it, or the game is over."""
        seats = self.deduction.to_move()
        return None if self.deduction.state.over or len(seats) > 1 else seats[0]

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
) -> Board:
    """The state of a game, and who can hold what.

    Args:
        record: the game.
        view: whose, as ``deduce`` takes it.
        at: after that many events; None: after all.
        odds: whether to say how likely each possible holder is.
        books: only these half-suits, in any form that the notation reads; empty: all in play.

    Raises:
        RecordError: for a view, a moment or a half-suit in play that the record does not have.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is consistent with the view.
    """
    deduction = deduce(record, view=view, at=at)
    in_play = books_in_play(books, deduction.record.deck, deduction.state)
    shown = Board(deduction, in_play or None)
    if odds:
        from tracker.analysis.odds import Odds  # which takes the counting engine

        shown = replace(shown, chances=Odds(deduction).holders)
    return shown


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

"""The public state of a game: what everyone at the table can see after any event.

A ``State`` is immutable; ``tracker.game.replay`` makes the next one from an event. It holds no
deduction: a card's place is in ``located`` only if it moved, or was shown, in public.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from tracker.game.cards import Card
from tracker.game.events import Ask, Seat
from tracker.game.table import Table, Team

BookStatus = Literal["open", "won", "cancelled"]


@dataclass(frozen=True)
class BookState:
    """What has become of a half-suit."""

    status: BookStatus = "open"
    team: Team | None = None
    """The team that won it."""


@dataclass(frozen=True)
class Forced:
    """Forced claims under way: a challenge, or what is left at the end (``forced-claims``)."""

    team: Team
    """The team that must claim."""
    books: tuple[str, ...]
    """What it must claim."""
    chances: tuple[Seat, ...]
    """Who may still claim or decline, in turn: the first is next. Empty: all have declined."""
    challenger: Seat | None = None
    """Who challenged; names the cards if all decline. None at the end of the game."""


@dataclass(frozen=True)
class State:
    """The public state after ``at`` events.

    A seat's hand is ``balance[seat]`` cards less those of ``hidden`` that were dealt to it.
    """

    table: Table
    at: int
    to_move: tuple[Seat, ...]
    """Who has the turn; several where the rules leave a choice, or the record does not tell."""
    books: Mapping[str, BookState]
    located: Mapping[Card, Seat]
    """Where cards of open books publicly are: they moved, or were shown."""
    sizes: Mapping[Seat, int | None]
    """Hand sizes; none where a claim that showed nothing makes the size unknown."""
    balance: Mapping[Seat, int]
    """Cards dealt and received less those publicly lost."""
    score: Mapping[Team, int]
    hidden: tuple[Card, ...] = ()
    """Cards that left play unseen from nobody knows whose hand, in the order they left."""
    last_asker: Mapping[Seat, Seat] = field(default_factory=dict)
    """The last opponent who asked each seat."""
    forced: Forced | None = None
    unannounced: tuple[Seat, ...] = ()
    """Who came down to one card or none by the last event and has to say so (announce-last)."""
    awaited: Ask | None = None
    """The last event, where it is a plain ``no`` under ``own-card-asks=surrender``: the asker may
    have held the card, and then gives it up now (rulings, 7)."""

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is; none where several may take it."""
        return self.to_move[0] if len(self.to_move) == 1 else None

    @property
    def over(self) -> bool:
        """Whether every book is settled."""
        return all(book.status != "open" for book in self.books.values())

    def is_open(self, card: Card) -> bool:
        """Whether a card is in play."""
        return self.books[self.table.deck.book_of[card].name].status == "open"

    def open_books(self) -> tuple[str, ...]:
        """The half-suits in play, in deck order."""
        return tuple(name for name, book in self.books.items() if book.status == "open")

    def movers(self) -> tuple[Seat, ...]:
        """Who may act next.

        It is whoever has the turn or, where all that could have it are out of cards, whoever they
        can pass the turn to: a record need not spell out the pass.
        """
        able = tuple(seat for seat in self.to_move if self.may_hold_cards(seat))
        return able or (*self.to_move, *self.heirs(self.to_move[0]))

    def heirs(self, seat: Seat) -> tuple[Seat, ...]:
        """To whom a seat can pass the turn: teammates with cards, else opponents with cards."""
        table = self.table
        for team in (table.team_of[seat], table.opponents_of[seat]):
            able = tuple(other for other in team if other != seat and self.may_hold_cards(other))
            if able:
                return able
        return ()

    def chooser(self, seat: Seat) -> Seat:
        """Who picks the teammate that the turn goes to when a seat is out of cards."""
        if self.table.rules.out_of_cards == "player-chooses":
            return seat
        return self.last_asker.get(seat, seat)

    def may_hold_cards(self, seat: Seat) -> bool:
        """Whether a hand is not publicly empty."""
        return self.sizes[seat] != 0

    def is_out(self, team: Team) -> bool:
        """Whether a team publicly has no cards left: asking has ended."""
        return not any(self.may_hold_cards(seat) for seat in team)


def initial_state(table: Table) -> State:
    """The state before the first event."""
    books = {
        book.name: _settled(table, book.name) if book.name in table.settled else BookState()
        for book in table.deck.books
    }
    score = dict.fromkeys(table.teams, 0)
    for name, team in table.settled.items():
        if team is not None:
            score[team] += table.book_points(name)
    return State(
        table=table,
        at=0,
        to_move=table.seats if table.first_turn is None else (table.first_turn,),
        books=books,
        located={},
        sizes=dict(table.sizes),
        balance=dict(table.sizes),
        score=score,
    )


def _settled(table: Table, name: str) -> BookState:
    team = table.settled[name]
    return BookState("cancelled") if team is None else BookState("won", team)

"""The public state of a game: what everyone at the table can see after any event.

A ``State`` is immutable; ``tracker.game.transition`` makes the next one from an event. It holds no
deduction: a card's place is in ``located`` only if it moved, or was shown, in public.

Whose turn it is can depend on hands whose size nobody knows. So a state has one ``Situation`` or
several: all that the sizes known to everyone allow.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from typing import Any, Literal, TypeVar

from tracker.game.cards import Card
from tracker.game.events import Ask, Seat
from tracker.game.table import Table, Team

Value = TypeVar("Value")


def changed(value: Value, **changes: Any) -> Value:
    """``dataclasses.replace``, several times as fast: games are long, and branch at gaps.

    It is for frozen dataclasses without ``__post_init__``. What was cached is not taken over.
    """
    copy, old = object.__new__(type(value)), vars(value)
    kind: Any = type(value)
    vars(copy).update({name: old[name] for name in _field_names(kind)}, **changes)
    return copy


@cache
def _field_names(kind: Any) -> tuple[str, ...]:
    """The names of the fields of a dataclass."""
    return tuple(field.name for field in fields(kind))


BookStatus = Literal["open", "won", "cancelled"]


@dataclass(frozen=True)
class BookState:
    """Whether a half-suit is in play, won or thrown in."""

    status: BookStatus = "open"
    team: Team | None = None
    """The team that won it; None where none has."""


def settled(winner: Team | None) -> BookState:
    """A half-suit that a team won, or nobody."""
    return BookState("cancelled") if winner is None else BookState("won", winner)


@dataclass(frozen=True)
class Forced:
    """Forced claims under way: a challenge, or what is left at the end (``forced-claims``)."""

    team: Team
    """The team that must claim."""
    books: tuple[str, ...]
    """What it must claim."""
    chances: tuple[Seat, ...]
    """Who may still claim or decline, in turn: the first is next. Empty where all have declined."""
    challenger: Seat | None = None
    """Who challenged, and names the cards if all decline; None at the end of the game."""

    @property
    def next_up(self) -> Seat | None:
        """The seat that has to claim or decline."""
        return self.chances[0] if self.chances else self.challenger


@dataclass(frozen=True)
class Situation:
    """Whose turn it may be.

    A pass may be left out of a record, and while hand sizes are unknown only the deal tells who can
    go on. So a state has every situation that its record can have led to by the sizes that everyone
    knows. Why a turn came to somebody is not concluded from (rulings, 1).

    Example: after a claim that showed nothing it is Bob's turn if Bob has cards left, else Dora's.
    """

    to_move: tuple[Seat, ...]
    """Who has the turn, with or without cards; or those of whom one is to be chosen."""
    choosers: tuple[Seat, ...] = ()
    """Where one is to be chosen: who may say in a pass who it is. Empty: the turn is one seat's."""
    forced: Forced | None = None
    """The forced claims that are under way."""
    over: bool = False
    """Whether the last chance of forced claims was used: nothing can happen any more."""


@dataclass(frozen=True)
class State:
    """The public state after ``at`` events.

    A seat's hand is ``balance[seat]`` cards less those of ``hidden`` that were dealt to it.
    """

    table: Table
    at: int
    situations: tuple[Situation, ...]
    """One at least; the hands decide which of them it is, or a choice that nobody spoke of."""
    books: Mapping[str, BookState]
    """What has become of each half-suit, in deck order."""
    located: Mapping[Card, Seat]
    """Where cards of open books publicly are: they moved, or were shown."""
    sizes: Mapping[Seat, int | None]
    """Hand sizes; None where a claim that showed nothing makes the size unknown."""
    balance: Mapping[Seat, int]
    """Cards dealt and received less those publicly lost."""
    score: Mapping[Team, int]
    hidden: tuple[Card, ...] = ()
    """Cards that left play without anybody seeing from whose hand, in the order they left."""
    able: frozenset[Seat] = frozenset()
    """The seats of unknown size that were said to have a card, and can have lost none since."""
    last_asker: Mapping[Seat, Seat] = field(default_factory=dict)
    """The last opponent who asked each seat."""
    forced: Forced | None = None
    """Forced claims that are under way for all to see; where several seats may begin, the order is
    one of those that are possible."""
    awaited: Ask | None = None
    """The last event, where it is a plain ``no`` under ``own-card-asks=surrender``: the asker may
    have held the card, and then gives it up now (rulings, 7)."""
    section: int = 0
    """The event with which a new section of the game began, as statements are missing there: the
    cards in play were "dealt" at its end, nobody knows how many to whom. 0: it is the first."""
    weaker: bool = False
    """Whether it began with a gap whose ways are too many to list, or ways that look alike to all
    were put together at a gap: then the record says more than what is known."""
    perhaps_settled: tuple[str, ...] = ()
    """The half-suits that may have been settled where the section began, or before."""

    @property
    def is_partial(self) -> bool:
        """Whether what is known is not all that was said, as it is past a missing stretch."""
        return bool(self.section) or self.weaker

    @cached_property
    def to_move(self) -> tuple[Seat, ...]:
        """Who has the turn; several where the rules leave a choice, or the record does not tell."""
        return tuple(
            dict.fromkeys(seat for case in self.situations for seat in self._waiting(case))
        )

    def _waiting(self, situation: Situation) -> tuple[Seat, ...]:
        """Who has the turn in a situation; if a choice is left, those who may hold cards."""
        if not situation.choosers:
            return situation.to_move
        candidates = situation.to_move
        if self.may_all_be_out(candidates):  # then anybody else may be chosen
            candidates += tuple(seat for seat in self.table.seats if seat not in situation.to_move)
        return self._able_of(candidates) or situation.to_move

    def _able_of(self, seats: Iterable[Seat]) -> tuple[Seat, ...]:
        """Those of some seats whose hands are not publicly empty."""
        return tuple(seat for seat in seats if self.may_hold_cards(seat))

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is; None where several may take it."""
        return self.to_move[0] if len(self.to_move) == 1 else None

    @property
    def over(self) -> bool:
        """Whether every book is settled."""
        return all(book.status != "open" for book in self.books.values())

    @property
    def may_be_over(self) -> bool:
        """Whether nobody can tell if the last chance of forced claims was used."""
        return len({situation.over for situation in self.situations}) > 1

    def known_score(self) -> Mapping[Team, int | None]:
        """The points; None for a team that has more if the last chance was used.

        None for both past a stretch that may have settled a half-suit.
        """
        if self.perhaps_settled:
            return dict.fromkeys(self.score)
        gain = {case.forced.team for case in self.situations if case.forced and case.over}
        return {
            team: None if self.may_be_over and self.table.other_team(team) in gain else points
            for team, points in self.score.items()
        }

    def is_open(self, card: Card) -> bool:
        """Whether a card is in play."""
        return self.books[self.table.deck.book_of[card].name].status == "open"

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards in play, in deck order."""
        return tuple(card for card in self.table.cards if self.is_open(card))

    def open_books(self) -> tuple[str, ...]:
        """The half-suits in play, in deck order."""
        return tuple(name for name, book in self.books.items() if book.status == "open")

    def hands_of(self, deal: Mapping[Card, Seat]) -> dict[Seat, tuple[Card, ...]]:
        """The hands now, if the cards were dealt so: without what is settled, as cards have moved.

        Args:
            deal: who was dealt each card; cards that have publicly moved may be left out.

        Returns:
            The cards of each seat, in deck order.
        """
        holder = {card: self.located.get(card, deal.get(card)) for card in self.cards}
        return {
            seat: tuple(card for card in self.cards if holder[card] == seat)
            for seat in self.table.seats
        }

    def movers(self) -> tuple[Seat, ...]:
        """Who may act next.

        It is whoever has the turn or, where all that could have it are out of cards, whoever they
        can pass the turn to: a record need not spell out the pass.
        """
        movers: dict[Seat, None] = {}
        for situation in self.situations:
            waiting = self._waiting(situation)
            able = self._able_of(waiting)
            movers |= dict.fromkeys(able or (*waiting, *self.pass_receivers(waiting[0])))
        return tuple(movers)

    def pass_receivers(self, seat: Seat) -> tuple[Seat, ...]:
        """To whom a seat can pass the turn: teammates with cards, else opponents with cards."""
        mates = (mate for mate in self.table.team_of[seat] if mate != seat)
        return self._able_of(mates) or self._able_of(self.table.opponents_of[seat])

    def chooser(self, seat: Seat) -> Seat:
        """Who picks the teammate that the turn goes to when a seat is out of cards."""
        if self.table.rules.out_of_cards == "player-chooses":
            return seat
        return self.last_asker.get(seat, seat)

    def may_hold_cards(self, seat: Seat) -> bool:
        """Whether a hand is not publicly empty."""
        return self.sizes[seat] != 0

    def may_all_be_out(self, seats: Iterable[Seat]) -> bool:
        """Whether some hands may all be empty, as far as everyone knows."""
        seats = tuple(seats)
        if any(self.sizes[seat] for seat in seats):
            return False
        unsized = [seat for seat in seats if self.sizes[seat] is None]
        if not self.able.union(self.located.values()).isdisjoint(unsized):
            return False
        # No balance is known after a stretch; else more cards than have left play unseen.
        if not self.section and sum(self.balance[seat] for seat in unsized) > len(self.hidden):
            return False
        # Somebody has the cards in play.
        unknown = {seat for seat, size in self.sizes.items() if size is None}
        known = sum(size or 0 for size in self.sizes.values())
        return not unknown <= {*seats} or known >= len(self.cards) or bool(self.perhaps_settled)

    def is_out(self, team: Team) -> bool:
        """Whether a team publicly has no cards left: asking has ended."""
        return not any(map(self.may_hold_cards, team))

    @property
    def outlook(self) -> tuple[object, ...]:
        """What decides how a game can go on: alike in states that can no longer differ."""
        return (
            self.situations,
            tuple(self.books.values()),
            tuple(sorted(self.located.items())),
            tuple(self.sizes.values()),
            tuple(self.balance[seat] for seat in self.table.seats),
            tuple(self.score.values()),
            self.hidden,
            tuple(sorted(self.able)),
            tuple(sorted(self.last_asker.items())),
            self.awaited,
            self.section,
            self.weaker,
            self.perhaps_settled,
        )


def initial_state(table: Table) -> State:
    """The state before the first event."""
    books = {
        book.name: settled(table.settled[book.name]) if book.name in table.settled else BookState()
        for book in table.deck.books
    }
    score = dict.fromkeys(table.teams, 0)
    for name, team in table.settled.items():
        if team is not None:
            score[team] += table.book_points(name)
    return State(
        table=table,
        at=0,
        situations=(_first_situation(table),),
        books=books,
        located={},
        sizes=dict(table.sizes),
        balance=dict(table.sizes),
        score=score,
    )


def _first_situation(table: Table) -> Situation:
    """Whose turn it is at the start; where the header leaves that open, anybody may begin."""
    if table.first_turn is not None:
        return Situation((table.first_turn,))
    return Situation(table.seats, choosers=table.seats)

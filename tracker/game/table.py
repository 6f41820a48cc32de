"""The table: who sits where, in which team, with which deck and how many cards.

A ``Table`` is what a header means once every default is filled in.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tracker.errors import RecordError
from tracker.game.cards import Book, Card, Deck
from tracker.game.events import Seat
from tracker.game.rules import Rules
from tracker.messages import counted, quote


class Team(tuple[Seat, ...]):
    """One of the two teams: its seats, in seat order. ``str`` joins them: ``Ann+Carl+Eve``."""

    __slots__ = ()

    def __str__(self) -> str:
        return "+".join(self)


TABLE_SIZES: Final = (4, 6, 8, 10, 12, 14, 16)


@dataclass(frozen=True)
class Table:
    """Seats, teams, deck, rules and the sizes of the hands at the start of a record.

    Build one with ``make_table``, which fills in what the rules give.
    """

    seats: tuple[Seat, ...]
    """Clockwise."""
    teams: tuple[Team, Team]
    """The team of the first seat, then the other."""
    deck: Deck
    rules: Rules
    sizes: Mapping[Seat, int]
    """Cards in each hand at the start of the record (the deal, unless it starts in mid-game)."""
    settled: Mapping[str, Team | None]
    """Books won (by a team) or cancelled (none) before the record starts."""
    first_turn: Seat | None
    """Whose turn it is at the start; None where the record does not tell."""

    @cached_property
    def team_of(self) -> Mapping[Seat, Team]:
        """The team of each seat."""
        return {seat: team for team in self.teams for seat in team}

    @cached_property
    def opponents_of(self) -> Mapping[Seat, Team]:
        """The other team, for each seat."""
        first, second = self.teams
        return {seat: second if seat in first else first for seat in self.seats}

    @cached_property
    def books(self) -> tuple[Book, ...]:
        """The half-suits dealt, in deck order: all but those settled before the record begins."""
        return tuple(book for book in self.deck.books if book.name not in self.settled)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards in play at the start of the record, in deck order."""
        return tuple(card for book in self.books for card in book.cards)

    def other_team(self, team: Team) -> Team:
        """The team that plays against ``team``."""
        first, second = self.teams
        return second if team == first else first

    def claimable_by(self, seat: Seat) -> tuple[Team, ...]:
        """The teams whose cards a claim of a seat may name, its own first."""
        if self.rules.claim_other_team == "no":
            return (self.team_of[seat],)
        return (self.team_of[seat], self.opponents_of[seat])

    def from_left_of(self, seat: Seat) -> tuple[Seat, ...]:
        """All the seats clockwise, from the left neighbour of ``seat`` to ``seat`` itself."""
        start = self.seats.index(seat) + 1
        return self.seats[start:] + self.seats[:start]

    def book_points(self, name: str) -> int:
        """What a half-suit scores."""
        high = self.deck.by_name[name].is_high
        return 2 if high and self.rules.high_points == "2" else 1


def alternating_teams(seats: Sequence[Seat]) -> tuple[Team, Team]:
    """The two teams of seats that sit alternately."""
    return Team(seats[0::2]), Team(seats[1::2])


def make_table(
    seats: Sequence[Seat],
    deck: Deck,
    rules: Rules,
    *,
    teams: tuple[Sequence[Seat], Sequence[Seat]] | None = None,
    dealer: Seat | None = None,
    sizes: Mapping[Seat, int] | None = None,
    settled: Mapping[str, Seat | None] | None = None,
    turn: Seat | None = None,
) -> Table:
    """The table that a header describes.

    Args:
        seats: names, clockwise.
        deck: the deck with its half-suits.
        rules: the rules in force.
        teams: the two teams, where they do not alternate.
        dealer: the dealer; decides who begins and, in an uneven deal, who has one card more.
        sizes: hands at the start, where they are not what the rules give.
        settled: books already won by a seat's team, or cancelled (none).
        turn: whose turn it is at the start, where the rules do not tell.

    Raises:
        RecordError: where these do not fit together.
    """
    seats = require_seats(tuple(seats))
    parted = parted_teams(seats, teams)
    team_of = {seat: team for team in parted for seat in team}
    won = {
        book: team_of[seat] if seat is not None else None for book, seat in (settled or {}).items()
    }
    in_play = sum(len(book.cards) for book in deck.books if book.name not in won)
    return Table(
        seats=seats,
        teams=parted,
        deck=deck,
        rules=rules,
        sizes=_sizes(seats, in_play, dealer, sizes, bool(won)),
        settled=won,
        first_turn=turn if turn is not None else _first_turn(seats, rules, dealer),
    )


def require_seats(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats, if they can sit at a table.

    Raises:
        RecordError: where they are too few or too many, or two have names that look the same.
    """
    # Names that differ only in how an accent is encoded look the same.
    names = [unicodedata.normalize("NFC", seat) for seat in seats]
    for place, seat in enumerate(seats):
        if names[place] in names[:place]:
            raise RecordError(f"{quote(seat)} stands twice in the seats")
    if len(seats) not in TABLE_SIZES:
        expected = ", ".join(map(str, TABLE_SIZES))
        raise RecordError(f"found {counted(len(seats), 'seat')} (expected {expected})")
    return seats


def parted_teams(
    seats: tuple[Seat, ...], given: tuple[Sequence[Seat], Sequence[Seat]] | None
) -> tuple[Team, Team]:
    """The teams, that of the first seat first; where none are given, every other seat.

    Raises:
        RecordError: where those given are not two halves of the seats.
    """
    if given is None:
        return alternating_teams(seats)
    members = [*given[0], *given[1]]
    left = [seat for seat in seats if seat not in members]
    if left:
        raise RecordError(f"no team has {', '.join(left)} (expected every seat)")
    if sorted(members) != sorted(seats) or len(given[0]) != len(given[1]):
        half, numbers = len(seats) // 2, f"{len(given[0])} and {len(given[1])}"
        raise RecordError(f"teams of {numbers} seats (expected {half} and {half})")
    first, second = (Team(seat for seat in seats if seat in team) for team in given)
    return (first, second) if seats[0] in first else (second, first)


def _sizes(
    seats: tuple[Seat, ...],
    in_play: int,
    dealer: Seat | None,
    given: Mapping[Seat, int] | None,
    mid_game: bool,
) -> dict[Seat, int]:
    """The hand sizes at the start: as given, or dealt out from the seat after the dealer."""
    if given is not None:
        if set(given) != set(seats):
            missing = [seat for seat in seats if seat not in given]
            raise RecordError(f"'sizes' gives no size for {', '.join(missing)}")
        if sum(given.values()) != in_play:
            raise RecordError(
                f"'sizes' adds up to {sum(given.values())} cards, but {in_play} are in play"
            )
        return {seat: given[seat] for seat in seats}
    if mid_game:
        raise RecordError("a record that starts in mid-game needs 'sizes: SEAT N …' for every seat")
    share, extra = divmod(in_play, len(seats))
    if extra == 0:
        return dict.fromkeys(seats, share)
    if dealer is None:
        raise RecordError(
            f"{in_play} cards do not deal evenly to {len(seats)} seats: "
            "'dealer: SEAT' or 'sizes: SEAT N …' must say who has one card more"
        )
    start = seats.index(dealer) + 1
    order = seats[start:] + seats[:start]
    return {seat: share + (order.index(seat) < extra) for seat in seats}


def _first_turn(seats: tuple[Seat, ...], rules: Rules, dealer: Seat | None) -> Seat | None:
    if dealer is None:
        return None
    step = {"dealer": 0, "left": 1, "right": -1}[rules.first_turn]
    return seats[(seats.index(dealer) + step) % len(seats)]

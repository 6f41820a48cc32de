"""The answers to puzzles by counting alone: no solver, and none of the package's judgement.

What is possible is what has a chance; what is certain has no other. Written from what the questions
mean, in the plainest way.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from tracker.counting import count
from tracker.game.cards import Card
from tracker.game.events import Claim, Holdings, Seat
from tracker.game.replay import replay_of
from tracker.knowledge.views import knowledge
from tracker.teach.puzzle import Puzzle


class Counted:
    """A puzzle's position, counted."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.table = puzzle.record.table
        self.state = replay_of(puzzle.record).state(puzzle.at)
        self._posterior = count(knowledge(puzzle.record, puzzle.view.hands, puzzle.at))
        assert self._posterior.exact
        self._dealt = self._posterior.marginals()

    def holders(self, card: Card) -> set[Seat]:
        if card in self.state.located:
            return {self.state.located[card]}
        return {seat for seat, chance in self._dealt[card].items() if chance > 0}

    def naming(self, holdings: Holdings) -> Fraction:
        """How likely a naming is to be right."""
        located = self.state.located
        if any(located.get(card, seat) != seat for card, seat in holdings):
            return Fraction(0)
        hidden = {card: seat for card, seat in holdings if card not in located}
        return self._posterior.naming(hidden) if hidden else Fraction(1)

    def proven(self, book: str) -> dict[Card, Seat] | None:
        """Where all the cards are, where that is certain and they are with a team of the view."""
        places = {card: self.holders(card) for card in self.table.deck.by_name[book].cards}
        own = [team for team in self.table.teams if self._speaks_for(team)]
        for team in own:
            if all(len(seats) == 1 and seats <= set(team) for seats in places.values()):
                return {card: next(iter(seats)) for card, seats in places.items()}
        return None

    def _speaks_for(self, team: Iterable[Seat]) -> bool:
        mine = set(self.puzzle.view.seats)
        return not mine or bool(mine & set(team))

    def sure_asks(self) -> set[str]:
        """Asks that get a yes: the seat holds another card of the half-suit, an opponent that."""
        (seat,) = self.puzzle.view.seats
        found = set()
        for name in self.state.open_books():
            places = {card: self.holders(card) for card in self.table.deck.by_name[name].cards}
            if {seat} not in places.values():
                continue
            for card, seats in places.items():
                if len(seats) == 1 and seats <= set(self.table.opponents_of[seat]):
                    found.add(f"{next(iter(seats))} {card}")
        return found

    def answers(self) -> set[str]:
        """The right answers, as they are written."""
        asked = self.puzzle.question
        match asked.kind:
            case "where":
                seats = self.holders(asked.card or "")
                return seats if len(seats) == 1 else {"unknown"}
            case "who":
                seats = self.holders(asked.card or "")
                return {" ".join(seat for seat in self.table.seats if seat in seats)}
            case "can":
                return {"yes" if asked.seat in self.holders(asked.card or "") else "no"}
            case "claim":
                return {_said(self.proven(asked.book or ""))}
            case "claims":
                books = [one for one in self.state.open_books() if self.proven(one) is not None]
                return {", ".join(books) or "none"}
            case "asks":
                return self.sure_asks() or {"none"}
            case _:
                claim = self.puzzle.record.events[self.puzzle.at]
                assert isinstance(claim, Claim)
                right = self.naming(claim.holdings)
                return {"proven" if right == 1 else "guess" if right else "refuted"}


def _said(places: dict[Card, Seat] | None) -> str:
    if places is None:
        return "unknown"
    seats = dict.fromkeys(places.values())
    said = [f"{seat} {' '.join(c for c, at in places.items() if at == seat)}" for seat in seats]
    return ", ".join(said)

"""The answers to puzzles by two plain roads: by counting, and by playing on every deal.

No solver, and none of the package's judgement: what is possible is what has a deal, what is certain
has no other. Written from what the questions mean, in the plainest way.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import product

from tests.play.possibilities import Possibilities
from tests.referee import FoulError, Referee
from tracker.counting import count
from tracker.game.cards import Card
from tracker.game.events import Ask, Claim, Give, Holdings, Seat
from tracker.game.replay import replay_of
from tracker.knowledge.facts import Clause, EventCause, Fact
from tracker.knowledge.views import knowledge
from tracker.teach.puzzle import Puzzle


class _Answered(ABC):
    """A puzzle's position, and its answers."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.table = puzzle.record.table
        self.state = replay_of(puzzle.record).state(puzzle.at)

    @abstractmethod
    def holders(self, card: Card) -> set[Seat]:
        """Who holds a card in some deal."""

    @abstractmethod
    def naming(self, holdings: Holdings) -> Fraction:
        """How likely a naming is to be right."""

    def proven(self, book: str) -> dict[Card, Seat] | None:
        """Where all the cards are, where that is certain and the view could claim them."""
        places = {card: self.holders(card) for card in self.table.deck.by_name[book].cards}
        own = [team for team in self.table.teams if self._may_claim_of(team)]
        for team in own:
            if all(len(seats) == 1 and seats <= set(team) for seats in places.values()):
                return {card: next(iter(seats)) for card, seats in places.items()}
        return None

    def _may_claim_of(self, team: Iterable[Seat]) -> bool:
        mine = set(self.puzzle.view.seats)
        if self.table.rules.claim_other_team == "yes":
            return True
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

    def places(self) -> dict[Card, Seat]:
        """The cards in play with one possible holder, each with that holder."""
        open_books = map(self.table.deck.by_name.__getitem__, self.state.open_books())
        holders = {card: self.holders(card) for book in open_books for card in book.cards}
        return {card: next(iter(seats)) for card, seats in holders.items() if len(seats) == 1}

    def follows(self) -> str:
        """The cards of the half-suit asked for that the last event places, not for all to see."""
        record, asked = self.puzzle.record, self.puzzle.question.book or ""
        earlier = replace(self.puzzle, record=record.with_events(record.events[:-1]))
        before, now = type(self)(earlier).places(), self.places()
        cards = self.table.deck.by_name[asked].cards
        new = {card: now[card] for card in cards if card in now and card not in before}
        return _said({card: at for card, at in new.items() if card not in self.state.located})

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
            case "follows":
                return {self.follows()}
            case _:
                claim = self.puzzle.record.events[self.puzzle.at]
                assert isinstance(claim, Claim)
                right = self.naming(claim.holdings)
                return {"proven" if right == 1 else "guess" if right else "refuted"}


def _is_read(fact: Fact, shown: Collection[int]) -> bool:
    """Whether a reader of some events has a fact: of the others, only where all saw a card go."""
    if not isinstance(fact.cause, EventCause) or fact.cause.number in shown:
        return True
    return isinstance(fact, Clause) and len(fact.literals) == 1 and fact.literals[0].holds


class Counted(_Answered):
    """By counting deals; of those that fit some of the events, where these are given."""

    def __init__(self, puzzle: Puzzle, shown: Collection[int] | None = None) -> None:
        super().__init__(puzzle)
        self.known = knowledge(puzzle.record, puzzle.view.hands, puzzle.at)
        if shown is not None:
            facts = tuple(fact for fact in self.known.facts if _is_read(fact, shown))
            self.known = replace(self.known, facts=facts)
        self._posterior = count(self.known)
        assert self._posterior.exact
        self._dealt = self._posterior.marginals()

    def holders(self, card: Card) -> set[Seat]:
        if card in self.state.located:
            return {self.state.located[card]}
        return {seat for seat, chance in self._dealt[card].items() if chance > 0}

    def naming(self, holdings: Holdings) -> Fraction:
        located = self.state.located
        if any(located.get(card, seat) != seat for card, seat in holdings):
            return Fraction(0)
        unknown = {card: seat for card, seat in holdings if card not in located}
        return self._posterior.naming(unknown) if unknown else Fraction(1)


class Tried(_Answered):
    """By playing what happened on every deal: of tiny games only."""

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(puzzle)
        before = puzzle.record.with_events(puzzle.record.events[: puzzle.at])
        self.cell = Possibilities(before).cell(puzzle.at, puzzle.view.seats)

    def holders(self, card: Card) -> set[Seat]:
        return {one.places[card] for one in self.cell}

    def sure_asks(self) -> set[str]:
        """Asks that, were it the seat's turn, could be made and would get a yes in every deal."""
        (seat,) = self.puzzle.view.seats
        return {
            f"{target} {card}"
            for target, card in product(self.table.opponents_of[seat], self.table.cards)
            if all(_gets(one.table, seat, target, card) for one in self.cell)
        }

    def naming(self, holdings: Holdings) -> Fraction:
        return Fraction(sum(one.is_right(holdings) for one in self.cell), len(self.cell))


def _gets(table: Referee, seat: Seat, target: Seat, card: Card) -> bool:
    """Whether a seat that had the turn could ask for a card and would get it.

    Who has just been refused a card that they hold gives it up first (rulings, 7).
    """
    after = table.copy()
    refused = table.open_ask
    if refused is not None and refused.card in table.hands[refused.asker]:
        after.play(Give(refused.asker, refused.target, refused.card))
    after.spots = {replace(spot, holder=seat, choice=()) for spot in table.spots}
    try:
        after.play(Ask(seat, target, card, "yes"))
    except FoulError:
        return False
    return True


def _said(places: dict[Card, Seat] | None) -> str:
    if places is None:
        return "unknown"
    if not places:
        return "none"
    seats = dict.fromkeys(places.values())
    said = [f"{seat} {' '.join(c for c, at in places.items() if at == seat)}" for seat in seats]
    return ", ".join(said)

"""Policies: what a player does who has to decide.

A ``Policy`` takes the three decisions that a player is faced with: to claim or to ask, at a turn;
what to claim, when there is nothing else left to do; and whether to take up a forced claim.
Everything else that happens at a table is the simulator's.

``Pretending`` players know the true hands, as the simulator does, and pretend not to. They choose
an ask by public knowledge alone: first cards that everyone knows an opponent to hold, never those
whose answer everyone knows to be no, unless attention lapses. The true hands decide which claims
they make, and how many slips there are in them; ``Manners`` say how often. Players who truly think
are in ``tracker.play.players``.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from tracker.game.cards import Book, Card
from tracker.game.events import Ask, Claim, Decline, Holdings, Seat
from tracker.game.state import Forced
from tracker.game.table import Team
from tracker.play.game import Game

_SURE_HIT: Final = 20.0
"""The appeal of a card that is publicly with the player asked, counted in cards of the asker's."""


class Policy(ABC):
    """How players decide. It may look at the true hands only for what its players could know."""

    @abstractmethod
    def claim_or_ask(self, seat: Seat) -> Claim | Ask:
        """What a player does at their turn, who can ask or claim."""

    @abstractmethod
    def last_claim(self, seats: Sequence[Seat]) -> Claim:
        """The claim that has to be made when nobody can ask any more, by one of some seats."""

    @abstractmethod
    def forced_claim(self, forced: Forced) -> Claim | Decline:
        """What the player does who is next in a forced claim."""


@dataclass(frozen=True)
class Manners:
    """How often players do what the rules let them do, and how often they err.

    Each number is a probability, between 0 and 1, on one occasion. The defaults make a game of
    people who pay attention and keep to the rules.
    """

    attention: float = 0.95
    """An ask that everyone knows to be refused is avoided."""
    boldness: float = 0.6
    """A half-suit of the team's is claimed, for each of its cards the claimant has not seen."""
    patience: float = 0.05
    """A claim that could be made is kept for later."""
    misnaming: float = 0.05
    """A claim puts an unseen card with the wrong teammate."""
    overreach: float = 0.02
    """A half-suit is claimed all the same, for each of its cards that an opponent holds."""
    bluff: float = 0.1
    """A player asks for a card of their own, where the rules let them."""
    eagerness: float = 0.3
    """Somebody not at turn looks whether to claim, where the rules let them."""
    interruption: float = 0.001
    """Somebody claims out of turn where the rules penalise it."""
    challenge: float = 0.01
    """Somebody challenges the other team, where the rules let them."""
    spoken_pass: float = 0.8
    """The pass of a turn is said (else the next player just goes on)."""
    curiosity: float = 0.01
    """Somebody is asked for the size of their hand."""
    thoroughness: float = 0.0
    """The cards of a correct claim are noted as shown, too."""
    accident: float = 0.0
    """A card is exposed, moved by the table, or a half-suit awarded."""
    slip: float = 0.0
    """An event is irregular: an invalid ask, a claim out of turn that is let stand."""


PEOPLE: Final = Manners()
"""People who pay attention."""

CHAOS: Final = Manners(
    attention=0.5,
    boldness=0.5,
    patience=0.3,
    misnaming=0.25,
    overreach=0.3,
    bluff=0.25,
    eagerness=0.3,
    interruption=0.04,
    challenge=0.08,
    spoken_pass=0.5,
    curiosity=0.08,
    thoroughness=0.2,
    accident=0.05,
    slip=0.05,
)
"""Everything that can happen, often."""


class Pretending(Policy):
    """Players who know the true hands and pretend not to.

    Args:
        game: the game.
        rng: the source of chance.
        manners: how well they pretend.
    """

    def __init__(self, game: Game, rng: random.Random, manners: Manners = PEOPLE) -> None:
        self._game = game
        self._rng = rng
        self._manners = manners

    def claim_or_ask(self, seat: Seat) -> Claim | Ask:
        """A claim that the player is bold enough to make, else an ask, else any claim."""
        return self.bold_claim((seat,)) or self._ask(seat) or self.last_claim((seat,))

    def last_claim(self, seats: Sequence[Seat]) -> Claim:
        """Somebody claims the half-suit that they have seen the most of."""
        seat = self._rng.choice(seats)
        return self.claim(seat, self.easiest(seat, self._game.open_books()))

    def forced_claim(self, forced: Forced) -> Claim | Decline:
        """A claim, if the player next up is bold enough; the challenger at the end has to."""
        game = self._game
        books = tuple(book for book in game.open_books() if book.name in forced.books)
        if not forced.chances and forced.challenger is not None:
            naming = self._naming(forced.challenger, forced.team, books[0])
            return game.claim(forced.challenger, books[0].name, naming)
        seat = forced.chances[0]
        book = self.easiest(seat, books)
        if self._rng.random() < self._confidence(seat, book, forced.team):
            return self.claim(seat, book)
        return Decline(seat)

    # -- asks -------------------------------------------------------------------------------------

    def _ask(self, asker: Seat) -> Ask | None:
        """One of the legal asks; None where there is none."""
        game, rng, manners = self._game, self._rng, self._manners
        asks = list(game.asks(asker))
        own = [ask for ask in asks if game.holder[ask.card] == asker]
        others = [ask for ask in asks if game.holder[ask.card] != asker]
        if own and (not others or rng.random() < manners.bluff):
            return rng.choice(own)
        if rng.random() < manners.attention:
            unknown = [ask for ask in others if not game.known_to_lack(ask.card, ask.target)]
            others = unknown or others
        return rng.choices(others, list(map(self._appeal, others)))[0] if others else None

    def _appeal(self, ask: Ask) -> float:
        """The weight of an ask: what is known to hit, then what the asker holds much of."""
        game = self._game
        cards = game.table.deck.book_of[ask.card].cards
        held = sum(game.holder[card] == ask.asker for card in cards)
        return _SURE_HIT + held if game.state.located.get(ask.card) == ask.target else held

    # -- claims -----------------------------------------------------------------------------------

    def bold_claim(self, seats: Sequence[Seat]) -> Claim | None:
        """A claim that one of some seats is bold enough to make; None where none is."""
        books = self._game.open_books()
        for book in self._rng.sample(books, len(books)):
            for seat in self._rng.sample(seats, len(seats)):
                for team in self._game.table.claimable_by(seat):
                    if self._rng.random() < self._confidence(seat, book, team):
                        naming = self._naming(seat, team, book)
                        return self._game.claim(seat, book.name, naming)
        return None

    def claim(self, seat: Seat, book: Book, *, irregular: bool = False) -> Claim:
        """A claim of a half-suit, named as well as the player can.

        Args:
            seat: who claims.
            book: the half-suit.
            irregular: whether it is a claim out of turn that the table lets stand.
        """
        naming = self._naming(seat, self._game.table.team_of[seat], book)
        return self._game.claim(seat, book.name, naming, irregular=irregular)

    def easiest(self, seat: Seat, books: Iterable[Book]) -> Book:
        """The half-suit that a player has seen the most of; the team's own first."""
        team = self._game.table.team_of[seat]
        return min(
            books,
            key=lambda book: (not self._game.has_all(team, book), len(self._unseen(seat, book))),
        )

    def _confidence(self, seat: Seat, book: Book, team: Team) -> float:
        """The probability that a player claims a half-suit as held by a team, when they can."""
        game, manners = self._game, self._manners
        opponents = game.table.other_team(team)
        missing = [card for card in book.cards if game.holder[card] in opponents]
        bold = manners.boldness ** len(self._unseen(seat, book))
        if not missing:
            return (1 - manners.patience) * bold
        if any(game.state.located.get(card) in opponents for card in missing):
            bold *= 1 - manners.attention
        return float(bold * manners.overreach ** len(missing))

    def _unseen(self, seat: Seat, book: Book) -> tuple[Card, ...]:
        """The cards of a half-suit that a player neither holds nor has seen."""
        holder, located = self._game.holder, self._game.state.located
        return tuple(card for card in book.cards if holder[card] != seat and card not in located)

    def _naming(self, seat: Seat, team: Sequence[Seat], book: Book) -> Holdings:
        """A naming of a half-suit within a team: the true one, but for slips and opponents' cards.

        Args:
            seat: who names.
            team: the team that is said to hold the cards.
            book: the half-suit.
        """
        rng, manners = self._rng, self._manners
        unseen = self._unseen(seat, book)
        naming = []
        for card in book.cards:
            holder = self._game.holder[card]
            if rng.random() < manners.misnaming and rng.random() > manners.attention:
                holder = rng.choice(team)
            elif holder not in team or (card in unseen and rng.random() < manners.misnaming):
                holder = rng.choice(self._thinkable(seat, team, card))
            naming.append((card, holder))
        return tuple(naming)

    def _thinkable(self, seat: Seat, team: Iterable[Seat], card: Card) -> Sequence[Seat]:
        """Who of a team may hold a card that a player has not seen, as the player remembers."""
        game = self._game
        mates = [mate for mate in team if mate != seat]
        able = [mate for mate in mates if game.state.may_hold_cards(mate)]
        return [mate for mate in able if not game.known_to_lack(card, mate)] or able or mates

"""Players that think: they claim what they can prove, and never peek at the hands of others.

Each sees the game with its own view: its dealt hand, all that is public, and of what the events
said as much as its memory holds. It claims as soon as it can prove a half-suit. Else it asks, by
chance (how likely a yes is) and by what the answer tells it: with n deals left, an answer that
comes with the probability p tells h(p) = -p log2 p - (1-p) log2 (1-p) bits, whatever it is. Asks
that are sure to be refused are made only where there are no others.

A player with a memory of so many events has forgotten what earlier ones said, but for the cards
that everyone saw: who gave which to whom, and what was laid down.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from math import exp, log2
from typing import Final

from tracker.counting import count
from tracker.game.cards import Book, Card
from tracker.game.events import Ask, Claim, Decline, Event, Holdings, Seat
from tracker.game.record import Record
from tracker.game.state import Forced
from tracker.inference.deduction import Deduction
from tracker.inference.possible_holders import prospects_of
from tracker.knowledge.facts import Clause, EventCause, Fact, Knowledge
from tracker.knowledge.views import View, knowledge
from tracker.play.game import Game
from tracker.play.players import Manners, Players

CAREFUL: Final = Manners(
    attention=1, boldness=0, misnaming=0, overreach=0, slip=0, accident=0, bluff=0, interruption=0
)
"""Nobody slips, nobody bluffs, nothing falls to the floor."""
_KEENNESS: Final = 6.0
"""How much more likely an ask is made for each point of its appeal."""
_TOLD: Final = 0.5
"""What a bit is worth beside the chance of a yes."""


class ThinkingPlayers(Players):
    """Players who know what their views tell them.

    Args:
        game: the game; what it knows of the hands decides only answers and outcomes.
        rng: the source of chance.
        memory: how many events the players remember; none: all.
        manners: how they behave besides.
    """

    def __init__(
        self,
        game: Game,
        rng: random.Random,
        *,
        memory: int | None = None,
        manners: Manners = CAREFUL,
    ) -> None:
        super().__init__(game, manners, rng)
        self.memory = memory

    def sees(self, seat: Seat) -> Deduction:
        """What a player can conclude now, from what is remembered."""
        record = self.game.record
        hand = record.hand_of(seat)
        view = View(() if hand is None else (hand,))
        known = self._remembered(knowledge(record, view.hands))
        return Deduction(record, view, prospects_of(known), self.game.state)

    def _remembered(self, known: Knowledge) -> Knowledge:
        """What is left of all that was said."""
        if self.memory is None:
            return known
        oldest = self.game.state.at - self.memory
        return replace(known, facts=tuple(one for one in known.facts if _lasts(one, oldest)))

    # -- at turn --------------------------------------------------------------------------------

    def _claims_or_asks(self, seat: Seat) -> Event:
        with self.sees(seat) as seen:
            return self._proven_claim(seat, seen) or self._ask(seat, seen) or self._last(seat, seen)

    def _proven_claim(self, seat: Seat, seen: Deduction) -> Claim | None:
        """The claim of a half-suit that the player can prove."""
        for verdict in seen.claims(self.game.table.team_of[seat]):
            if verdict.holdings is not None:
                return self.game.claim(seat, verdict.book, verdict.holdings)
        return None

    def _ask(self, seat: Seat, seen: Deduction) -> Ask | None:
        """One of the legal asks, the more likely the more it promises; none where there is none."""
        posterior = count(seen.knowledge)
        legal = {(ask.target, ask.card): ask for ask in self.game.asks(seat)}
        if posterior.status == "unknown" or not legal:
            return self.rng.choice(list(legal.values())) if legal else None
        located, dealt = seen.state.located, posterior.marginals()
        hopeful = {
            (seat, card): float(located[card] == seat)
            if card in located
            else dealt[card].get(seat, 0.0)
            for seat, card in legal
        }
        hopeful = {key: p for key, p in hopeful.items() if p > 0} or hopeful
        weights = [exp(_KEENNESS * (p + _TOLD * _entropy(p))) for p in hopeful.values()]
        return legal[self.rng.choices(list(hopeful), weights)[0]]

    # -- when it has to be ----------------------------------------------------------------------

    def _last_claim(self, seats: Sequence[Seat]) -> Claim:
        """A claim that has to be made: by the first who can prove one, else a guess."""
        for seat in seats:
            with self.sees(seat) as seen:
                claim = self._proven_claim(seat, seen)
            if claim is not None:
                return claim
        seat = self.rng.choice(seats)
        with self.sees(seat) as seen:
            return self._last(seat, seen)

    def _forced(self, forced: Forced) -> Event:
        """Claim what can be proven, or guess at the last chance; else decline."""
        seat = forced.next_up or forced.team[0]
        books = [book for book in self.game.open_books() if book.name in forced.books]
        with self.sees(seat) as seen:
            for book in books:
                naming = seen.proven(book.name, forced.team)
                if naming is not None:
                    return self.game.claim(seat, book.name, naming)
            if len(forced.chances) > 1:
                return Decline(seat)
            return self.game.claim(seat, books[0].name, self._guess(seen, books[0], forced.team))

    def _last(self, seat: Seat, seen: Deduction) -> Claim:
        """The claim of whatever the player thinks the most likely to succeed."""
        team = self.game.table.team_of[seat]
        book = min(self.game.open_books(), key=lambda one: self._doubts(seen, one, team))
        return self.game.claim(seat, book.name, self._guess(seen, book, team))

    def _doubts(self, seen: Deduction, book: Book, team: Sequence[Seat]) -> int:
        """In how many ways the cards of a half-suit may lie elsewhere."""
        holders = [seen.holders(card) for card in book.cards]
        return sum(len(seats) - 1 + 9 * (not set(seats) & set(team)) for seats in holders)

    def _guess(self, seen: Deduction, book: Book, team: tuple[Seat, ...]) -> Holdings:
        """The likeliest naming; where there is none, any teammate for what opponents have."""
        located = seen.state.located
        unknown = [card for card in book.cards if card not in located]
        posterior = count(seen.knowledge)
        found = None if posterior.status == "unknown" else posterior.likeliest_naming(unknown, team)
        named = {**located, **(dict(found[0]) if found else {})}
        mates = {card: named.get(card, "") for card in book.cards}
        return tuple(
            (card, seat if seat in team else self._mate(seen, card, team))
            for card, seat in mates.items()
        )

    def _mate(self, seen: Deduction, card: Card, team: Sequence[Seat]) -> Seat:
        able = [seat for seat in seen.holders(card) if seat in team]
        return self.rng.choice(able or list(team))


def thinking_game(
    rng: random.Random, record: Record, *, memory: int | None = None, limit: int | None = None
) -> Record:
    """Let players who think go on with a game.

    Args:
        rng: the only source of chance.
        record: the game so far, with the hands of all seats.
        memory: how many events they remember; none: all.
        limit: stop after so many events; none: at the end.

    Raises:
        RecordError: where a hand is missing.
    """
    return ThinkingPlayers(Game(record), rng, memory=memory).play(limit)


def _lasts(fact: Fact, oldest: int) -> bool:
    """Whether a fact is remembered: it is recent, no event's, or of a card that everyone saw."""
    if not isinstance(fact.cause, EventCause) or fact.cause.number > oldest:
        return True
    return isinstance(fact, Clause) and len(fact.literals) == 1 and fact.literals[0].holds


def _entropy(chance: float) -> float:
    """What a yes or a no of that chance tells, in bits."""
    if not 0 < chance < 1:
        return 0.0
    return -chance * log2(chance) - (1 - chance) * log2(1 - chance)

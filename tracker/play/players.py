"""Players who think: they claim what they can prove, and never peek at the hands of others.

Each sees the game with its own view: its dealt hand, all that is public, and of what the events
said as much as its memory holds. It claims as soon as it can prove a half-suit. Else it asks, by
the chance of a yes, and by what the answer tells. With the probability p of a yes, an answer tells

    h(p) = -p log2 p - (1-p) log2 (1-p)

bits, whatever it is. Asks that are sure to be refused are made only where there are no others.

A player with a memory of so many events has forgotten what earlier ones said, but for the cards
that everyone saw: who gave which to whom, and what was laid down.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import exp, log2
from types import MappingProxyType
from typing import Final

from tracker.counting import count
from tracker.errors import RecordError
from tracker.game.cards import Book, Card
from tracker.game.events import Ask, Claim, Decline, Holdings, Seat
from tracker.game.record import Record
from tracker.game.state import Forced
from tracker.inference.deduction import Deduction, deduction_of
from tracker.inference.possible_holders import possible_holders_of
from tracker.knowledge.facts import Clause, EventCause, Fact
from tracker.knowledge.views import View, knowledge
from tracker.play.game import Game
from tracker.play.policies import CHAOS, PEOPLE, Manners, Policy, Pretending
from tracker.play.simulator import Simulation, deal

CAREFUL: Final = Manners(
    attention=1, boldness=0, misnaming=0, overreach=0, slip=0, accident=0, bluff=0, interruption=0
)
"""Nobody errs, nobody bluffs, nothing falls to the floor."""
_KEENNESS: Final = 6.0
"""An ask of one more point of appeal is exp(6) times as likely."""
_TOLD: Final = 0.5
"""The appeal of one bit; that of a sure yes is 1."""


class Thinking(Policy):
    """Players who know what their views tell them.

    Args:
        game: the game. What it knows of the hands decides only answers and outcomes.
        rng: the source of chance.
        memory: how many events the players remember; None: all.
    """

    def __init__(self, game: Game, rng: random.Random, memory: int | None = None) -> None:
        self._game = game
        self._rng = rng
        self._memory = memory

    def claim_or_ask(self, seat: Seat) -> Claim | Ask:
        """A claim that the player can prove, else an ask, else the likeliest claim."""
        with self.sees(seat) as seen:
            return (
                self._proven_claim(seat, seen) or self._ask(seat, seen) or self._guess(seat, seen)
            )

    def last_claim(self, seats: Sequence[Seat]) -> Claim:
        """The claim of the first who can prove one, else somebody's likeliest."""
        for seat in seats:
            with self.sees(seat) as seen:
                claim = self._proven_claim(seat, seen)
            if claim is not None:
                return claim
        seat = self._rng.choice(seats)
        with self.sees(seat) as seen:
            return self._guess(seat, seen)

    def forced_claim(self, forced: Forced) -> Claim | Decline:
        """A claim that can be proven, or at the last chance the likeliest; else a refusal."""
        seat = forced.next_up or forced.team[0]
        books = [book for book in self._game.open_books() if book.name in forced.books]
        with self.sees(seat) as seen:
            for book in books:
                naming = seen.proven(book.name, forced.team)
                if naming is not None:
                    return self._game.claim(seat, book.name, naming)
            if len(forced.chances) > 1:
                return Decline(seat)
            naming = self._likeliest_naming(seen, books[0], forced.team)
            return self._game.claim(seat, books[0].name, naming)

    # -- what a player knows ----------------------------------------------------------------------

    def sees(self, seat: Seat) -> Deduction:
        """What a player can conclude now, from what is remembered."""
        record, state = self._game.record, self._game.state
        hand = record.hand_of(seat)
        view = View(() if hand is None else (hand,))
        known = knowledge(record, view.hands)
        if self._memory is not None:
            oldest = state.at - self._memory
            facts = tuple(fact for fact in known.facts if _is_remembered(fact, oldest))
            known = replace(known, facts=facts)
        return deduction_of(record, view, possible_holders_of(known), state)

    # -- asks -------------------------------------------------------------------------------------

    def _ask(self, seat: Seat, seen: Deduction) -> Ask | None:
        """One of the legal asks, the likelier the more appeal it has; None where there is none."""
        legal = {(ask.target, ask.card): ask for ask in self._game.asks(seat)}
        if not legal:
            return None
        posterior = count(seen.knowledge)
        if not posterior.exact:
            return self._rng.choice(list(legal.values()))
        located, dealt = seen.state.located, posterior.marginals()
        chances = {
            (target, card): float(located[card] == target)
            if card in located
            else dealt[card].get(target, 0.0)
            for target, card in legal
        }
        hopeful = {ask: chance for ask, chance in chances.items() if chance > 0} or chances
        weights = [exp(_KEENNESS * (p + _TOLD * _bits(p))) for p in hopeful.values()]
        return legal[self._rng.choices(list(hopeful), weights)[0]]

    # -- claims -----------------------------------------------------------------------------------

    def _proven_claim(self, seat: Seat, seen: Deduction) -> Claim | None:
        """The claim of a half-suit that the player can prove."""
        for verdict in seen.claims():
            if verdict.holdings is not None:
                return self._game.claim(seat, verdict.book, verdict.holdings)
        return None

    def _guess(self, seat: Seat, seen: Deduction) -> Claim:
        """The likeliest claim of the half-suit whose cards can be in the fewest other places."""
        team = self._game.table.team_of[seat]

        def other_places(book: Book) -> int:
            """How many; nine more for each card that nobody of the team can hold."""
            holders = [seen.holders(card) for card in book.cards]
            return sum(len(seats) - 1 + 9 * (not set(seats) & set(team)) for seats in holders)

        book = min(self._game.open_books(), key=other_places)
        return self._game.claim(seat, book.name, self._likeliest_naming(seen, book, team))

    def _likeliest_naming(self, seen: Deduction, book: Book, team: Sequence[Seat]) -> Holdings:
        """The likeliest naming; where there is none, any teammate for what opponents hold."""
        located = seen.state.located
        unknown = [card for card in book.cards if card not in located]
        posterior = count(seen.knowledge)
        likeliest = None
        if unknown and posterior.exact:
            likeliest = posterior.likeliest_naming(unknown, tuple(team))
        places = {**located, **(dict(likeliest[0]) if likeliest else {})}
        return tuple(
            (card, places[card] if places.get(card) in team else self._teammate(seen, card, team))
            for card in book.cards
        )

    def _teammate(self, seen: Deduction, card: Card, team: Sequence[Seat]) -> Seat:
        able = [seat for seat in seen.holders(card) if seat in team]
        return self._rng.choice(able or list(team))


def thinking_game(
    rng: random.Random, record: Record, *, memory: int | None = None, limit: int | None = None
) -> Record:
    """Let players who think go on with a game.

    Args:
        rng: the only source of chance.
        record: the game so far, with the hands of all seats.
        memory: how many events the players remember; None: all.
        limit: stop after so many events; None: at the end.

    Raises:
        RecordError: where a hand is missing.
    """
    game = Game(record)
    thinking = dict.fromkeys(record.seats, Thinking(game, rng, memory))
    return Simulation(game, rng, CAREFUL, thinking).play(limit)


def _is_remembered(fact: Fact, oldest: int) -> bool:
    """Whether a fact is recent, not of an event, or the place of a card that everyone saw.

    Args:
        fact: the fact.
        oldest: the number of the last event that is forgotten.
    """
    if not isinstance(fact.cause, EventCause) or fact.cause.number > oldest:
        return True
    return isinstance(fact, Clause) and len(fact.literals) == 1 and fact.literals[0].holds


def _bits(chance: float) -> float:
    """What an answer tells, in bits, where a yes has a chance."""
    if not 0 < chance < 1:
        return 0.0
    return -chance * log2(chance) - (1 - chance) * log2(1 - chance)


# -- kinds of players by name, and games among them -----------------------------------------------
#
# Simulated players by name, and games among them.
#
# A kind of player is a policy. Those at one table may be of different kinds, so that it can be
# tried who wins: what each knows and does is said in ``KINDS``. No kind has looked at games of
# people.
#
# Example: ``simulated_game(header("Ann Bob Carl Dora Eve Finn"), ["thinker", "rash"] * 3,
# "7/1")`` is a game of three thinkers against three rash players.


RASH: Final = replace(PEOPLE, boldness=1.0, overreach=0.3, patience=0.0)
"""Players who claim early, and what they do not know."""
MEMORY: Final = 12
"""So many events a forgetful player remembers."""

KINDS: Final[Mapping[str, Callable[[Game, random.Random], Policy]]] = MappingProxyType(
    {
        "thinker": Thinking,
        "attentive": lambda game, rng: Pretending(game, rng, PEOPLE),
        "forgetful": lambda game, rng: Thinking(game, rng, MEMORY),
        "chaotic": lambda game, rng: Pretending(game, rng, CHAOS),
        "rash": lambda game, rng: Pretending(game, rng, RASH),
    }
)
"""The kinds of players by name, the strongest first, by whole teams against each other.

* ``thinker``: remembers all, asks by the exact odds and claims what it can prove;
* ``attentive``: asks for cards that it saw move and in half-suits that it holds much of, and claims
  what its team has once it has seen most of it;
* ``forgetful``: a thinker that remembers only a few events, and the cards that all saw move;
* ``chaotic``: forgets half of what it saw, misnames a quarter of the cards it did not see, and
  claims wildly;
* ``rash``: asks like the attentive, but claims at once, three times in ten also what an opponent
  holds a card of.

All but the thinkers and the forgetful know the true hands, and pretend not to: that they claim what
their team has is more than they could know."""


def simulated_game(undealt: Record, players: Sequence[str], seed: str) -> Record:
    """Deal and play a game.

    Args:
        undealt: the header, without hands.
        players: the kind of each player, clockwise; fewer are repeated.
        seed: what chance comes from: the same seed, the same game.

    Raises:
        RecordError: where there is no such kind of player.
    """
    require_kinds(players)
    rng = random.Random(seed)
    return play_to_the_end(Game(deal(rng, undealt)), players, rng)


def require_kinds(players: Iterable[str]) -> None:
    """Go on where all of these are kinds of players.

    Raises:
        RecordError: where there is no such kind of player.
    """
    for kind in players:
        if kind not in KINDS:
            raise RecordError(f"{kind!r} is no kind of player (expected {', '.join(KINDS)})")


def play_to_the_end(game: Game, players: Sequence[str], rng: random.Random) -> Record:
    """Let players of some kinds go on with a game.

    Args:
        game: the game so far.
        players: the kind of each player, clockwise; fewer are repeated.
        rng: the only source of chance.
    """
    policies: dict[Seat, Policy] = {
        seat: KINDS[players[place % len(players)]](game, rng)
        for place, seat in enumerate(game.table.seats)
    }
    return Simulation(game, rng, CAREFUL, policies).play(None)

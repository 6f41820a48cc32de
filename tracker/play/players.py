"""The players at the table: what happens next, by the rules and by their manners.

Whoever may act is asked in the order of urgency: announcements that are owed, things that happen at
any moment, forced claims, those who act out of turn, and the player whose turn it is.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tracker.game.cards import Book, Card
from tracker.game.events import (
    Ask,
    Award,
    Challenge,
    Claim,
    Decline,
    Event,
    Give,
    HandSize,
    Holdings,
    Pass,
    Seat,
    Show,
)
from tracker.game.record import Record
from tracker.game.state import Forced
from tracker.game.table import Team
from tracker.play.game import Game

# Manners: how the simulated players play, as probabilities.
#
# The rules say what is legal; manners say what players make of it. Every number is the
# probability of one occasion taken, between 0 and 1.


@dataclass(frozen=True)
class Manners:
    """How often players do what the rules let them do, and what they let slip.

    The defaults make a game of people who pay attention and keep to the rules.
    """

    attention: float = 0.95
    """An ask that everyone knows the answer of (a no) is avoided."""
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


PEOPLE = Manners()
"""People who pay attention."""

CHAOS = Manners(
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


class Players:
    """The players at the table: choose what happens next."""

    def __init__(self, game: Game, manners: Manners, rng: random.Random) -> None:
        self.game = game
        self.manners = manners
        self.rng = rng

    def play(self, limit: int | None) -> Record:
        """Go on with the game, and give its record.

        Args:
            limit: stop after so many events (a few more where they belong together); none: at the
                end.
        """
        while limit is None or len(self.game.events) < limit:
            events = self.next_events()
            if not events:
                break
            for event in events:
                self.game.play(event)
        return self.game.record

    def next_events(self) -> tuple[Event, ...]:
        """What happens next: one event, two that belong together, or none at the end."""
        game = self.game
        if game.owing:
            seat = self.rng.choice(game.owing)
            return (HandSize(seat, game.size(seat)),)
        if game.over:
            return ()
        event = self._aside()
        if event is not None:
            return (event,)
        forced = game.forced
        if forced is not None:
            return self._spelled_out(self._forced(forced))
        event = self._out_of_turn() or self._at_turn()
        return self._spelled_out(event)

    def _happens(self, probability: float) -> bool:
        return self.rng.random() < probability

    def _spelled_out(self, event: Event) -> tuple[Event, ...]:
        """The event as it is written down, where there is more than one way.

        An own card given up is a surrender, or a no and a gift; the cards of a correct claim can
        be noted as shown.
        """
        if isinstance(event, Ask) and event.answer == "surrender" and self._happens(0.3):
            gift = Give(event.asker, event.target, event.card)
            return replace(event, answer="no"), gift
        if isinstance(event, Claim) and event.outcome == "correct" and self._shows_all():
            return (replace(event, shown=event.holdings),)
        return (event,)

    def _shows_all(self) -> bool:
        shows = self.game.table.rules.reveal == "all"
        return shows and self._happens(self.manners.thoroughness)

    # -- what can happen at any moment -----------------------------------------------------------

    def _aside(self) -> Event | None:
        if self._happens(self.manners.curiosity):
            return self._answered_size()
        if self._happens(self.manners.accident):
            return self._accident()
        return None

    def _answered_size(self) -> HandSize | None:
        seat = self.rng.choice(self.game.table.seats)
        size = self.game.size(seat)
        if size > 0 and self.game.table.rules.hand_sizes == "empty-only":
            return None
        return HandSize(seat, size)

    def _accident(self) -> Event:
        """A card exposed or moved by the table, or a half-suit that it settles."""
        game, rng = self.game, self.rng
        card = rng.choice(list(game.holder))
        holder = game.holder[card]
        others = game.able(seat for seat in game.table.seats if seat != holder)
        if others and self._happens(0.3):
            return Give(holder, rng.choice(others), card)
        if self._happens(0.15):
            shown = game.holdings(game.table.deck.book_of[card]) if self._happens(0.5) else None
            winner = rng.choice((None, *game.table.seats))
            return Award(game.table.deck.book_of[card].name, winner, shown)
        cards = {card, rng.choice(game.hand(holder))}
        return Show(holder, game.table.deck.in_order(cards))

    # -- forced claims --------------------------------------------------------------------------

    def _forced(self, forced: Forced) -> Event:
        """The claim or the refusal of whoever it is for."""
        game, manners, rng = self.game, self.manners, self.rng
        books = tuple(book for book in game.open_books() if book.name in forced.books)
        if not forced.chances and forced.challenger is not None:
            seat = forced.challenger
            holdings = name_holders(game, seat, forced.team, books[0], manners, rng)
            return game.claim(seat, books[0].name, holdings)
        seat = forced.chances[0]
        book = easiest(game, seat, books)
        if self._happens(confidence(game, seat, book, manners)):
            return make_claim(game, seat, book, manners, rng)
        return Decline(seat)

    # -- out of turn ----------------------------------------------------------------------------

    def _out_of_turn(self) -> Event | None:
        """What somebody does without being asked: a slip, a challenge or another interruption."""
        manners = self.manners
        if self._happens(manners.slip):
            return self._slip()
        if self.game.beaten() is not None:
            return None
        if self.game.table.rules.challenge == "yes" and self._happens(manners.challenge):
            book = self.rng.choice(self.game.open_books())
            return Challenge(self.rng.choice(self.game.table.seats), book.name)
        return self._interruption()

    def _interruption(self) -> Claim | None:
        """A claim by somebody whose turn it is not: free, or penalised."""
        game, manners, rng = self.game, self.manners, self.rng
        if game.table.rules.claims == "any-time":
            eager = self._happens(manners.eagerness)
            return choose_claim(game, game.table.seats, manners, rng) if eager else None
        waiting = [seat for seat in game.table.seats if not game.may_claim(seat)]
        if not waiting or not game.movers() or not self._happens(manners.interruption):
            return None
        seat = rng.choice(waiting)
        return make_claim(game, seat, easiest(game, seat, game.open_books()), manners, rng)

    def _slip(self) -> Event:
        """Something irregular: an invalid ask, a turn given away, a claim out of turn let stand."""
        game, rng = self.game, self.rng
        asker = rng.choice(game.movers() or game.able(game.table.seats))
        targets = game.able(game.table.opponents_of[asker])
        kind = rng.random()
        if targets and kind < 0.6:
            target, card = rng.choice(targets), rng.choice(list(game.holder))
            return Ask(asker, target, card, game.answer(asker, target, card), irregular=True)
        seat = rng.choice(game.table.seats)
        if kind < 0.8 and seat != asker and game.size(seat):
            return Pass(asker, seat, irregular=True)
        book = rng.choice(game.open_books())
        return make_claim(game, seat, book, self.manners, rng, irregular=True)

    # -- at turn --------------------------------------------------------------------------------

    def _at_turn(self) -> Event:
        """What is done at a turn: word that a team is out, a pass, a claim or an ask."""
        game = self.game
        passes, movers = game.passes(), game.movers()
        beaten = game.beaten()
        if beaten is not None and not game.state.is_out(beaten) and self._happens(0.5):
            return self._says_it_is_out(beaten)
        if beaten is not None and game.table.rules.endgame == "any-player":
            return self._last_claim(game.table.other_team(beaten))
        if passes and not (movers and not self._happens(self.manners.spoken_pass)):
            return self._passes_on(passes)
        if beaten is not None:
            return self._last_claim(movers)
        return self._claims_or_asks(self.rng.choice(movers))

    def _says_it_is_out(self, beaten: Team) -> HandSize:
        unsure = [seat for seat in beaten if self.game.state.may_hold_cards(seat)]
        return HandSize(self.rng.choice(unsure), 0)

    def _passes_on(self, passes: Sequence[Pass]) -> Event:
        """A pass, or first the word of the passing seat that its hand is empty."""
        passing = self._picked(passes)
        unsure = self.game.state.sizes[passing.passer] is None and not self.game.size(
            passing.passer
        )
        if unsure and self._happens(0.3):
            return HandSize(passing.passer, 0)
        return passing

    def _picked(self, passes: Sequence[Pass]) -> Pass:
        """A player hands the turn to the longest hand, an opponent who may pick to the shortest."""
        game = self.game
        table, passer = game.table, passes[0].passer
        if game.size(passer) or passes[0].receiver not in table.team_of[passer]:
            return self.rng.choice(passes)
        sizes = [game.size(passing.receiver) for passing in passes]
        wanted = max if game.state.chooser(passer) in table.team_of[passer] else min
        return passes[sizes.index(wanted(sizes))]

    def _last_claim(self, seats: Sequence[Seat]) -> Claim:
        """A claim that has to be made, when asking has ended."""
        seat = self.rng.choice(seats)
        book = easiest(self.game, seat, self.game.open_books())
        return make_claim(self.game, seat, book, self.manners, self.rng)

    def _claims_or_asks(self, seat: Seat) -> Event:
        game, manners, rng = self.game, self.manners, self.rng
        claim = choose_claim(game, (seat,), manners, rng)
        if claim is not None:
            return claim
        return choose_ask(game, seat, manners, rng) or self._last_claim((seat,))


# -- choices: what a player asks, and what a player claims ----------------------------------------
#
# Choices: what a player asks, and what a player claims.
#
# The players know the true hands, as the simulator does, and pretend not to: what they let it
# decide is which claims are right. An ask is chosen by public knowledge alone: cards known to be
# with an opponent first, and none that everyone knows the answer of, unless attention lapses.

_SURE_HIT = 20.0
"""Weight of an ask for a card that is publicly with the one asked, in cards of the asker's own."""


def choose_ask(game: Game, asker: Seat, manners: Manners, rng: random.Random) -> Ask | None:
    """One of the legal asks; none where there are none."""
    asks = list(game.asks(asker))
    own = [ask for ask in asks if game.holder[ask.card] == asker]
    others = [ask for ask in asks if game.holder[ask.card] != asker]
    if own and (not others or rng.random() < manners.bluff):
        return rng.choice(own)
    if rng.random() < manners.attention:
        others = [ask for ask in others if not game.known_to_lack(ask.card, ask.target)] or others
    if not others:
        return None
    return rng.choices(others, [_appeal(game, ask) for ask in others])[0]


def _appeal(game: Game, ask: Ask) -> float:
    """Players go for what they know, then for half-suits they hold much of."""
    cards = game.table.deck.book_of[ask.card].cards
    held = sum(game.holder[card] == ask.asker for card in cards)
    return _SURE_HIT + held if game.state.located.get(ask.card) == ask.target else held


def unseen(game: Game, seat: Seat, book: Book) -> tuple[Card, ...]:
    """The cards of a half-suit that a player neither holds nor has seen."""
    return tuple(
        card for card in book.cards if game.holder[card] != seat and card not in game.state.located
    )


def choose_claim(
    game: Game, seats: Sequence[Seat], manners: Manners, rng: random.Random
) -> Claim | None:
    """A claim that one of the seats is bold enough to make; none where none is."""
    for book in rng.sample(game.open_books(), len(game.open_books())):
        for seat in rng.sample(seats, len(seats)):
            if rng.random() < confidence(game, seat, book, manners):
                return make_claim(game, seat, book, manners, rng)
    return None


def confidence(game: Game, seat: Seat, book: Book, manners: Manners) -> float:
    """The probability that a player claims a half-suit when they can."""
    rivals = game.table.opponents_of[seat]
    missing = [card for card in book.cards if game.holder[card] in rivals]
    bold = manners.boldness ** len(unseen(game, seat, book))
    if not missing:
        return (1 - manners.patience) * bold
    if any(game.state.located.get(card) in rivals for card in missing):
        bold *= 1 - manners.attention
    return float(bold * manners.overreach ** len(missing))


def easiest(game: Game, seat: Seat, books: Iterable[Book]) -> Book:
    """The half-suit that a player has seen the most of; the team's own first."""
    team = game.table.team_of[seat]
    return min(
        books, key=lambda book: (not game.has_all(team, book), len(unseen(game, seat, book)))
    )


def make_claim(
    game: Game,
    seat: Seat,
    book: Book,
    manners: Manners,
    rng: random.Random,
    *,
    irregular: bool = False,
) -> Claim:
    """A claim of a half-suit, named as well as the player can."""
    holdings = name_holders(game, seat, game.table.team_of[seat], book, manners, rng)
    return game.claim(seat, book.name, holdings, irregular=irregular)


def name_holders(
    game: Game, seat: Seat, team: Team, book: Book, manners: Manners, rng: random.Random
) -> Holdings:
    """A naming of a half-suit within a team: the true one, but for slips and for what is not."""
    guessed = unseen(game, seat, book)
    holdings = []
    for card in book.cards:
        holder = game.holder[card]
        if rng.random() < manners.misnaming and rng.random() > manners.attention:
            holder = rng.choice(team)
        elif holder not in team or (card in guessed and rng.random() < manners.misnaming):
            holder = rng.choice(_thinkable(game, seat, team, card))
        holdings.append((card, holder))
    return tuple(holdings)


def _thinkable(game: Game, seat: Seat, team: Team, card: Card) -> tuple[Seat, ...]:
    """Who of a team may hold a card that a player has not seen, for all the player remembers."""
    others = tuple(mate for mate in team if mate != seat)
    able = tuple(mate for mate in others if game.state.may_hold_cards(mate))
    return tuple(mate for mate in able if not game.known_to_lack(card, mate)) or able or others

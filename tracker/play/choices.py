"""Choices: what a player asks, and what a player claims.

The players know the true hands, as the simulator does, and pretend not to: what they let it decide
is which claims are right. An ask is chosen by public knowledge alone: cards known to be with an
opponent first, and none that everyone knows the answer of, unless attention lapses.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from tracker.game.cards import Book, Card
from tracker.game.events import Ask, Claim, Holdings, Seat
from tracker.game.table import Team
from tracker.play.game import Game
from tracker.play.manners import Manners

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

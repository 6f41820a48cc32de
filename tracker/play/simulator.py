"""The simulator: legal play from a full deal, at random and repeatable from a seed.

``play_on`` goes on from any record with all hands. Everything that a record can say happens if the
rules and the ``Manners`` let it. The events are legal in truth, but for those marked irregular, and
every answer, outcome and card shown is true.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from tracker.errors import RecordError
from tracker.game.cards import Book
from tracker.game.events import (
    Ask,
    Award,
    Challenge,
    Claim,
    Decline,
    Event,
    Give,
    HandSize,
    Pass,
    Seat,
    Show,
)
from tracker.game.record import Hand, Record, Settled
from tracker.game.rules import PRESETS
from tracker.game.state import Forced, State
from tracker.game.table import Team
from tracker.play.game import Game
from tracker.play.policies import PEOPLE, Manners, Policy, Pretending


def header(
    seats: str,
    preset: str = "pagat",
    *,
    rules: Mapping[str, str] = MappingProxyType({}),
    books: tuple[Book, ...] = (),
) -> Record:
    """A header without hands. The first seat deals.

    Args:
        seats: names with blanks between them, clockwise.
        preset: the name of a preset of rules.
        rules: the rules that differ from the preset, both keys and values as the notation has them.
        books: the half-suits of a custom deck.
    """
    names = tuple(seats.split())
    changed = {**rules, "deck": "custom"} if books else rules
    return Record(names, PRESETS[preset].with_values(changed), preset, books, dealer=names[0])


def deal(rng: random.Random, undealt: Record) -> Record:
    """A header with hands dealt at random to all seats."""
    table = undealt.table
    cards = list(table.cards)
    rng.shuffle(cards)
    hands = []
    for seat in table.seats:
        size = table.sizes[seat]
        hands.append(Hand(seat, table.deck.in_order(cards[:size])))
        del cards[:size]
    return replace(undealt, hands=tuple(hands))


def play_on(
    rng: random.Random, record: Record, *, manners: Manners = PEOPLE, limit: int | None = None
) -> Record:
    """Go on with a game.

    Args:
        rng: the only source of chance.
        record: the game so far, with the hands of all seats at its start.
        manners: how the players play.
        limit: stop after so many events (a few more where they belong together); None: at the end.

    Raises:
        RecordError: where a hand is missing.
    """
    return Simulation(Game(record), rng, manners).play(limit)


class Simulation:
    """Lets a game happen, event by event.

    Whoever may act is looked at in the order of urgency: announcements that are owed, what can
    happen at any moment, forced claims, those who act out of turn, and the player at turn.

    Args:
        game: the game so far.
        rng: the only source of chance.
        manners: how the players behave beside their decisions.
        policies: how each of them decides; players may share one. None: they pretend, with these
            manners.
    """

    def __init__(
        self,
        game: Game,
        rng: random.Random,
        manners: Manners = PEOPLE,
        policies: Mapping[Seat, Policy] | None = None,
    ) -> None:
        self._game = game
        self._rng = rng
        self._manners = manners
        self._pretending = Pretending(game, rng, manners)
        self._policies = policies or dict.fromkeys(game.table.seats, self._pretending)

    def play(self, limit: int | None) -> Record:
        """Go on with the game.

        Args:
            limit: stop after so many events (a few more where they belong together); None: at the
                end.

        Returns:
            The record of the game so far.
        """
        while limit is None or len(self._game.events) < limit:
            events = self.next_events()
            if not events:
                break
            for event in events:
                self._game.play(event)
        return self._game.record

    def next_events(self) -> tuple[Event, ...]:
        """What happens next: one event, two that belong together, or none at the end."""
        game = self._game
        if game.owing:
            seat = self._rng.choice(game.owing)
            return (HandSize(seat, game.size(seat)),)
        if game.over:
            return ()
        aside = self._aside()
        if aside is not None:
            return (aside,)
        forced = self._forced()
        if forced is not None:
            claims = self._policies[forced.next_up or forced.team[0]].forced_claim
            return self._as_written(self._slip_when_forced() or claims(forced))
        return self._as_written(self._out_of_turn() or self._at_turn())

    def _as_written(self, event: Event) -> tuple[Event, ...]:
        """An event as somebody writes it down, where there is more than one way.

        A card of one's own that is given up is a surrender, or a no and a gift. The cards of a
        correct claim can be noted as shown.
        """
        if isinstance(event, Ask) and event.answer == "surrender" and self._happens(0.3):
            gift = Give(event.asker, event.target, event.card)
            return replace(event, answer="no"), gift
        shows = self._game.table.rules.reveal == "all"
        if isinstance(event, Claim) and event.outcome == "correct" and shows:
            shown = event.holdings if self._happens(self._manners.thoroughness) else None
            return (replace(event, shown=shown),)
        return (event,)

    def _happens(self, probability: float) -> bool:
        return self._rng.random() < probability

    # -- what can happen at any moment ------------------------------------------------------------

    def _aside(self) -> Event | None:
        """A hand size that somebody asks for, or an accident."""
        if self._happens(self._manners.curiosity):
            return self._answered_size()
        if self._happens(self._manners.accident):
            return self._accident()
        return None

    def _answered_size(self) -> HandSize | None:
        """The size of somebody's hand, where the rules let them say it."""
        game = self._game
        seat = self._rng.choice(game.table.seats)
        size = game.size(seat)
        secret = size > 0 and game.table.rules.hand_sizes == "empty-only"
        return None if secret else HandSize(seat, size)

    def _accident(self) -> Event:
        """A card exposed or moved by the table, or a half-suit that it settles."""
        game, rng = self._game, self._rng
        card = rng.choice(list(game.holder))
        holder = game.holder[card]
        others = game.able(seat for seat in game.table.seats if seat != holder)
        if others and self._happens(0.3):
            return Give(holder, rng.choice(others), card)
        if self._happens(0.15):
            book = game.table.deck.book_of[card]
            shown = game.holdings(book) if self._happens(0.5) else None
            return Award(book.name, rng.choice((None, *game.table.seats)), shown)
        return Show(holder, game.table.deck.in_order({card, rng.choice(game.hand(holder))}))

    # -- out of turn ------------------------------------------------------------------------------

    def _out_of_turn(self) -> Event | None:
        """What somebody does without being asked: a slip, a challenge or another interruption."""
        game, manners = self._game, self._manners
        if self._happens(manners.slip):
            return self._slip()
        if game.beaten() is not None:
            return None
        if game.table.rules.challenge == "yes" and self._happens(manners.challenge):
            book = self._rng.choice(game.open_books())
            return Challenge(self._rng.choice(game.table.seats), book.name)
        return self._interruption()

    def _interruption(self) -> Claim | None:
        """A claim by somebody whose turn it is not: free, or penalised."""
        game, claims = self._game, self._game.table.rules.claims
        if claims != "own-turn" and self._happens(self._manners.eagerness):
            free = [seat for seat in game.table.seats if game.may_claim(seat)]
            claim = self._pretending.bold_claim(free)
            if claim is not None:
                return claim
        if claims == "any-time":
            return None
        waiting = [seat for seat in game.table.seats if not game.may_claim(seat)]
        if not waiting or not game.movers() or not self._happens(self._manners.interruption):
            return None
        return self._pretending.last_claim(waiting)

    def _forced(self) -> Forced | None:
        """The forced claims under way, in one of the orders that they can come in."""
        orders = self._game.forced_orders()
        return self._rng.choice(orders) if len(orders) > 1 else next(iter(orders), None)

    def _slip_when_forced(self) -> Event | None:
        """An irregular event where somebody has to claim or decline."""
        slip = self._manners.slip
        return self._slip() if slip and self._happens(slip) else None

    def _slip(self) -> Event:
        """Something irregular: an invalid ask, a turn given away, a claim out of turn let stand."""
        game, rng = self._game, self._rng
        asker = rng.choice(game.movers() or game.able(game.table.seats))
        targets = game.able(game.table.opponents_of[asker])
        kind = rng.random()
        if targets and kind < 0.6:
            target, card = rng.choice(targets), rng.choice(list(game.holder))
            return Ask(asker, target, card, game.answer(asker, target, card), irregular=True)
        seat = rng.choice(game.table.seats)
        if kind < 0.8 and seat != asker and game.size(seat):
            return Pass(asker, seat, irregular=True)
        if kind < 0.85:
            return Decline(seat, irregular=True)
        return self._pretending.claim(seat, rng.choice(game.open_books()), irregular=True)

    # -- at turn ----------------------------------------------------------------------------------

    def _at_turn(self) -> Event:
        """What is done at a turn: word that a team is out, a pass, a claim or an ask."""
        game = self._game
        passes, movers, beaten = game.passes(), game.movers(), game.beaten()
        if beaten is not None and not game.state.is_out(beaten) and self._happens(0.5):
            return self._says_it_is_out(beaten)
        if beaten is not None and game.table.rules.endgame == "any-player":
            return self._last_claim(game.table.other_team(beaten))
        if passes and not (movers and not self._happens(self._manners.spoken_pass)):
            return self._passes_on(passes)
        if beaten is not None:
            return self._last_claim(movers)
        seat = self._rng.choice(movers)
        return self._policies[seat].claim_or_ask(seat)

    def _last_claim(self, seats: Sequence[Seat]) -> Claim:
        """A claim by one of some seats: those who decide together with the first of them."""
        policy = self._policies[seats[0]]
        return policy.last_claim([seat for seat in seats if self._policies[seat] is policy])

    def _says_it_is_out(self, beaten: Team) -> HandSize:
        """Somebody of a team without cards says that their hand is empty."""
        unsure = [seat for seat in beaten if self._game.state.may_hold_cards(seat)]
        return HandSize(self._rng.choice(unsure), 0)

    def _passes_on(self, passes: Sequence[Pass]) -> Event:
        """A pass, or first the word of the passing seat that its hand is empty."""
        chosen = self._chosen_pass(passes)
        game, passer = self._game, chosen.passer
        unsure = game.state.sizes[passer] is None and not game.size(passer)
        return HandSize(passer, 0) if unsure and self._happens(0.3) else chosen

    def _chosen_pass(self, passes: Sequence[Pass]) -> Pass:
        """The pass to the longest hand; to the shortest, where an opponent may choose."""
        game = self._game
        team_of, passer = game.table.team_of, passes[0].passer
        if game.size(passer) or passes[0].receiver not in team_of[passer]:
            return self._rng.choice(passes)
        sizes = [game.size(choice.receiver) for choice in passes]
        wanted = max if game.state.chooser(passer) in team_of[passer] else min
        return passes[sizes.index(wanted(sizes))]


# -- starting in mid-game -------------------------------------------------------------------------
#
# Starting in mid-game: a record cut in two, and its second part made a record of its own.
#
# The header of the new record says which books are settled, who holds how many cards and whose
# turn it is. It cannot say everything: points lost (``opponent-holds=minus-one``), who asked
# whom, and all that could be deduced, are forgotten. What everyone has *seen* is kept, as cards
# shown at the start.


def start_at(record: Record, at: int) -> Record:
    """A record that starts after the first events of another.

    Args:
        record: a game with the hands of all seats.
        at: how many events are cut off.

    Returns:
        The record with the hands of all seats at that moment. Its events begin with showing the
        cards whose places everyone knew; those that followed in the other record come after that.

    Raises:
        RecordError: where a hand is missing, or no header can describe the moment.
    """
    game = Game(record.with_events(record.events[: record.moment(at)]))
    if game.state.forced is not None:
        raise RecordError(f"forced claims are under way at {at}: no header can say who declined")
    return replace(
        record,
        dealer=None,
        sizes=tuple((seat, game.size(seat)) for seat in record.seats),
        hands=tuple(Hand(seat, game.hand(seat)) for seat in record.seats),
        settled=_settled(game.state),
        turn=game.state.turn,
        events=(*_seen(game), *record.events[at:]),
        header_comments=(),
    )


def _settled(state: State) -> tuple[Settled, ...]:
    return tuple(
        Settled(name, book.team[0] if book.team else None)
        for name, book in state.books.items()
        if book.status != "open"
    )


def _seen(game: Game) -> tuple[Event, ...]:
    """The cards in play that everyone knows the place of, as shown by their holders."""
    hands = {seat: game.hand(seat) for seat in game.table.seats}
    seen = {s: tuple(c for c in cards if c in game.state.located) for s, cards in hands.items()}
    return tuple(Show(seat, cards) for seat, cards in seen.items() if cards)

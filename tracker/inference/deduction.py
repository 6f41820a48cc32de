"""What follows, for a view at a moment: holders, forced locations, claim verdicts, deals.

Everything here is *complete and sound*: a seat is a possible holder of a card exactly when some
deal consistent with the view has the card there, and a claim is proven exactly when it is right in
every such deal. Nothing here says how likely anything is; that is ``tracker.counting``'s.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from tracker.errors import ContradictionError, RecordError
from tracker.game.cards import Card
from tracker.game.events import Holdings, Seat
from tracker.game.record import Hand, Record
from tracker.game.replay import states
from tracker.game.state import State
from tracker.game.table import Team
from tracker.inference.claims import Judgement, judge_naming, proven_naming
from tracker.inference.enumeration import deals_of
from tracker.inference.hands import contradiction_error, view_hands
from tracker.inference.prospects import Prospects
from tracker.inference.sizes import certain_sizes
from tracker.knowledge.facts import Deal, Knowledge
from tracker.knowledge.views import knowledge, view_name, view_seats, view_teams
from tracker.sat.closing import Closing

Status = Literal["public", "own", "deduced", "open"]
Verdict = Literal["proven", "owned", "open", "impossible"]


@dataclass(frozen=True)
class ClaimVerdict:
    """What can be said of a team's claim of an open half-suit.

    ``proven``: in every deal the team holds all its cards, each where ``holdings`` says;
    ``owned``: it holds them all in every deal, the split is not fixed; ``open``: it does in some
    deal; ``impossible``: in none.
    """

    book: str
    team: Team
    verdict: Verdict
    holdings: Holdings | None
    """Who holds each card, in deck order; only where proven."""


class Deduction(Closing):
    """What follows for one view at one moment. Make one with ``deduce``.

    It holds a solver: use it as a context manager, or let it go out of scope.

    Args:
        record: the game.
        seats: the seats whose dealt hands the view knows; none: the public view.
        hands: those hands.
        at: the moment, as the number of events before it.
    """

    def __init__(
        self, record: Record, seats: tuple[Seat, ...], hands: tuple[Hand, ...], at: int
    ) -> None:
        self.record = record
        self.seats = seats
        self.hands = hands
        self.at = at
        self.knowledge: Knowledge = knowledge(record, hands, at)
        """All that the view knows of the deal."""
        try:
            self._prospects = Prospects(self.knowledge)
        except ContradictionError as error:
            raise contradiction_error(record, hands, at) from error

    def close(self) -> None:
        """Free the solver."""
        self._prospects.close()

    @property
    def view(self) -> str:
        """The view's name: ``public``, a seat, or seats joined by ``+``."""
        return view_name(self.seats)

    @property
    def teams(self) -> tuple[Team, ...]:
        """The teams the view speaks for: its own, or both where it is nobody's or of both."""
        return view_teams(self.record.table, self.seats)

    @cached_property
    def state(self) -> State:
        """The public state at the moment."""
        return states(self.record.with_events(self.record.events[: self.at]))[-1]

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards in play, in deck order."""
        return tuple(card for card in self.record.table.cards if self.state.is_open(card))

    def dealt_to(self, card: Card) -> tuple[Seat, ...]:
        """The seats that the card can have been dealt to, in seat order."""
        return self._prospects.placements.seats_of(self._prospects.possible, card)

    def holders(self, card: Card) -> tuple[Seat, ...]:
        """The seats that hold the card now in at least one consistent deal, in seat order.

        Args:
            card: a card in play.

        Raises:
            RecordError: for a card that is not in play.
        """
        if card not in self.cards:
            raise RecordError(f"{card!r} is not a card in play")
        located = self.state.located.get(card)
        return (located,) if located is not None else self.dealt_to(card)

    def all_holders(self) -> dict[Card, tuple[Seat, ...]]:
        """``holders`` of every card in play, in deck order."""
        return {card: self.holders(card) for card in self.cards}

    def forced(self) -> dict[Card, Seat]:
        """The cards in play whose holder is certain, with that holder, in deck order."""
        found = self.all_holders().items()
        return {card: holders[0] for card, holders in found if len(holders) == 1}

    def status(self, card: Card) -> Status:
        """How the holder of a card in play is known.

        ``public``: it moved or was shown; ``own``: it is in a hand the view knows; ``deduced``: it
        follows; ``open``: it is not certain.
        """
        if card in self.state.located:
            return "public"
        holders = self.holders(card)
        if len(holders) > 1:
            return "open"
        own = any(card in hand.cards for hand in self.hands)
        return "own" if own else "deduced"

    def sizes(self) -> Mapping[Seat, int | None]:
        """Hand sizes now, each where it is the same in every consistent deal, else none."""
        return certain_sizes(self.state, self.knowledge, self._prospects.witnesses)

    def claim(self, book: str, team: Team) -> ClaimVerdict:
        """What can be said of a team's claim.

        Args:
            book: the name of an open half-suit.
            team: one of the two teams.
        """
        cards = self.record.table.deck.by_name[book].cards
        holders = {card: self.holders(card) for card in cards}
        naming = proven_naming(holders, team)
        if naming is not None:
            return ClaimVerdict(book, team, "proven", naming)
        if all(set(seats) <= set(team) for seats in holders.values()):
            return ClaimVerdict(book, team, "owned", None)
        possible = self._can_own(cards, holders, team)
        return ClaimVerdict(book, team, "open" if possible else "impossible", None)

    def claims(self, team: Team | None = None) -> tuple[ClaimVerdict, ...]:
        """The verdict on every open half-suit.

        Args:
            team: for that team; none: for the view's team, or both in the public view.
        """
        teams = self.teams if team is None else (team,)
        return tuple(self.claim(book, one) for book in self.state.open_books() for one in teams)

    def judge(self, holdings: Holdings) -> Judgement:
        """Whether a naming of cards in play is right in every deal, in some, or in none."""
        return judge_naming(self._prospects, self.state.located, holdings)

    def deals(self) -> Iterator[Deal]:
        """All the consistent deals, as the seat each card was *dealt* to, in no special order.

        There may be astronomically many; ``tracker.counting`` says how many.
        """
        return deals_of(self.knowledge)

    def _can_own(
        self, cards: tuple[Card, ...], holders: Mapping[Card, tuple[Seat, ...]], team: Team
    ) -> bool:
        """Whether the team holds all the cards in some deal."""
        if any(not set(seats) & set(team) for seats in holders.values()):
            return False
        placements = self._prospects.placements
        elsewhere = sum(
            placements.bit(card, seat)
            for card in cards
            if card not in self.state.located
            for seat in holders[card]
            if seat not in team
        )
        return self._prospects.is_possible(lacks=elsewhere)


def deduce(record: Record, view: str | None = None, at: int | None = None) -> Deduction:
    """What follows from a record, for a view, at a moment.

    Args:
        record: the game.
        view: ``public`` (or none), a seat, or seats joined by ``+`` (what they know if they pool).
        at: after that many events; none: after all.

    Raises:
        RecordError: for a view or a moment that the record does not have.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is consistent with the view.
    """
    seats = view_seats(record.table, view)
    moment = record.moment(at)
    return Deduction(record, seats, view_hands(record, seats), moment)

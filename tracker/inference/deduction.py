"""What follows, for a view at a moment: holders, forced locations, claim verdicts, deals.

Everything here is *complete and sound*: a seat is a possible holder of a card exactly when some
deal consistent with the view has the card there, and a claim is proven exactly when it is right in
every such deal. Nothing here says how likely anything is; that is ``tracker.counting``'s.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from tracker.answers import Answer
from tracker.errors import ContradictionError, RecordError
from tracker.game.cards import Card
from tracker.game.events import Holdings, Seat
from tracker.game.lookup import TeamLike, find_book, find_card, find_team
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.game.state import State
from tracker.game.table import Team
from tracker.inference.claims import Judgement, judge_naming, proven_naming
from tracker.inference.contradictions import contradiction_error
from tracker.inference.hands import view_of
from tracker.inference.hidden_sizes import certain_sizes, possibly_to_move
from tracker.inference.possible_holders import Prospects, prospects_of
from tracker.knowledge import facts
from tracker.knowledge.facts import Clause, Deal, Fact, HeaderCause, Knowledge
from tracker.knowledge.views import View, ViewLike, knowledge
from tracker.sat import DealSolver, Placements
from tracker.sat.solver import SolverHolder

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


class Deduction(Answer, SolverHolder):
    """What follows for one view at one moment. ``deduce`` makes one, ``follow`` many.

    It is a value: it stays true when the game has moved on. One made by ``deduce`` holds a solver:
    use it as a context manager, or let it go out of scope.

    Args:
        record: the game.
        view: whose eyes it is seen with.
        prospects: what that view can think possible at the moment.
        state: the public state at the moment.
        assumed: what is taken for true besides the record; None: nothing was to be assumed.
    """

    def __init__(
        self,
        record: Record,
        view: View,
        prospects: Prospects,
        state: State,
        assumed: tuple[Fact, ...] | None = None,
    ) -> None:
        self.record = record
        self.assumed = assumed
        self.viewer = view
        """The view, with the hands it knows."""
        self.state = state
        """The public state at the moment."""
        self._prospects = prospects
        self._held.callback(prospects.release)

    @property
    def view(self) -> str:
        """The view's name: ``public``, a seat, or seats joined by ``+``."""
        return self.viewer.name

    @property
    def at(self) -> int:
        """The moment, as the number of events before it."""
        return self.state.at

    @property
    def teams(self) -> tuple[Team, ...]:
        """The teams the view speaks for: its own, or both where it is nobody's or of both."""
        return self.viewer.teams(self.record.table)

    @property
    def knowledge(self) -> Knowledge:
        """All that the view knows of the deal; it can still be had once this is closed."""
        return self._prospects.known

    @property
    def prospects(self) -> Prospects:
        """What the view can think possible, as placements: for the packages of this program.

        Raises:
            ClosedError: once it is closed.
        """
        self._require_open()
        return self._prospects

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in play, in deck order."""
        return self.state.cards

    def dealt_to(self, card: Card) -> tuple[Seat, ...]:
        """The seats that a card can have been dealt to, in seat order.

        Raises:
            RecordError: for a card that was not in play at the start of the record.
        """
        if card not in self.record.table.cards:
            card = find_card(card, self.record.deck)
        if card not in self.record.table.cards:
            raise RecordError(f"{card!r} was not in play at the start of the record")
        return self.prospects.dealt_to(card)

    def holders(self, card: Card) -> tuple[Seat, ...]:
        """The seats that hold the card now in at least one consistent deal, in seat order.

        Args:
            card: a card in play, in any form that the notation reads.

        Raises:
            RecordError: for a card that is not in play.
            ClosedError: once it is closed.
        """
        return self._holders(self._in_play(card))

    def all_holders(self) -> dict[Card, tuple[Seat, ...]]:
        """``holders`` of every card in play, in deck order."""
        return {card: self._holders(card) for card in self.cards}

    def forced(self) -> dict[Card, Seat]:
        """The cards in play whose holder is certain, with that holder, in deck order."""
        found = self.all_holders().items()
        return {card: holders[0] for card, holders in found if len(holders) == 1}

    def status(self, card: Card) -> Status:
        """How the holder of a card in play is known.

        ``public``: it moved or was shown; ``own``: it is in a hand the view knows; ``deduced``: it
        follows; ``open``: it is not certain.
        """
        card = self._in_play(card)
        if card in self.state.located:
            return "public"
        if len(self._holders(card)) > 1:
            return "open"
        own = any(card in hand.cards for hand in self.viewer.hands)
        return "own" if own else "deduced"

    def sizes(self) -> Mapping[Seat, int | None]:
        """Hand sizes now, each where it is the same in every consistent deal, else none."""
        return certain_sizes(self.state, self.prospects)

    def to_move(self) -> tuple[Seat, ...]:
        """Who has the turn, or can be chosen for it, in some consistent deal; in seat order."""
        return possibly_to_move(self.state, self.prospects)

    def open_book(self, book: str) -> str:
        """A half-suit in play, by its name in any form that the notation reads.

        Raises:
            RecordError: where it is none.
        """
        name = find_book(book, self.record.deck)
        if self.state.books[name].status != "open":
            raise RecordError(f"{name} is settled: it can no longer be claimed")
        return name

    def claim(self, book: str, team: TeamLike) -> ClaimVerdict:
        """What can be said of a team's claim.

        Args:
            book: the name of an open half-suit.
            team: one of the two teams: its seats, ``"A+C+E"``, or one of its seats.

        Raises:
            RecordError: for what is no half-suit in play, or no team.
        """
        book, team = self.open_book(book), find_team(team, self.record.table)
        cards = self.record.table.deck.by_name[book].cards
        holders = {card: self._holders(card) for card in cards}
        naming = proven_naming(holders.items(), team)
        if naming is not None:
            return ClaimVerdict(book, team, "proven", naming)
        if all(set(seats) <= set(team) for seats in holders.values()):
            return ClaimVerdict(book, team, "owned", None)
        possible = self._can_own(cards, holders, team)
        return ClaimVerdict(book, team, "open" if possible else "impossible", None)

    def proven(self, book: str, team: Team) -> Holdings | None:
        """How a team holds an open half-suit, where that is proven."""
        cards = self.record.table.deck.by_name[book].cards
        return proven_naming(((card, self._holders(card)) for card in cards), team)

    def provable(self, team: Team | None = None) -> dict[tuple[str, Team], Holdings]:
        """The half-suits in play that are proven to be a team's, and how it holds them.

        Args:
            team: for that team; none: for the view's team, or both in the public view.
        """
        teams = self.teams if team is None else (team,)
        claims = ((book, one) for book in self.state.open_books() for one in teams)
        namings = ((claim, self.proven(*claim)) for claim in claims)
        return {claim: naming for claim, naming in namings if naming is not None}

    def claims(self, team: TeamLike | None = None) -> tuple[ClaimVerdict, ...]:
        """The verdict on every open half-suit.

        Args:
            team: for that team; none: for the view's team, or both in the public view.
        """
        teams = self.teams if team is None else (team,)
        return tuple(self.claim(book, one) for book in self.state.open_books() for one in teams)

    def judge(self, holdings: Holdings) -> Judgement:
        """Whether a naming of cards in play is right in every deal, in some, or in none."""
        for card, _ in holdings:
            self._in_play(card)
        return judge_naming(self.prospects, self.state.located, holdings)

    def deals(self) -> Iterator[Deal]:
        """All the consistent deals, as the seat each card was *dealt* to, in no special order.

        There may be astronomically many; ``tracker.counting`` says how many.
        """
        return deals_of(self.prospects.known)

    def _holders(self, card: Card) -> tuple[Seat, ...]:
        """``holders`` of a card that is known to be in play."""
        located = self.state.located.get(card)
        return (located,) if located is not None else self.prospects.dealt_to(card)

    def _in_play(self, card: Card) -> Card:
        """A card in play, by its name in the notation.

        Raises:
            RecordError: where it is none.
        """
        if card not in self.cards:
            card = find_card(card, self.record.deck)
        if card not in self.cards:
            raise RecordError(f"{card!r} is not a card in play")
        return card

    def _can_own(
        self, cards: tuple[Card, ...], holders: Mapping[Card, tuple[Seat, ...]], team: Team
    ) -> bool:
        """Whether the team holds all the cards in some deal."""
        if any(not set(seats) & set(team) for seats in holders.values()):
            return False
        prospects = self.prospects
        elsewhere = sum(
            prospects.placements.bit(card, seat)
            for card in cards
            if card not in self.state.located
            for seat in holders[card]
            if seat not in team
        )
        return prospects.is_possible(lacks=elsewhere)


def deduce(
    record: Record,
    view: ViewLike = None,
    at: int | None = None,
    *,
    assumed: tuple[Fact, ...] | None = None,
) -> Deduction:
    """What follows from a record, for a view, at a moment.

    Args:
        record: the game.
        view: ``public`` (or none), a seat, seats joined by ``+`` (what they know if they pool),
            seats in a tuple, or a ``View``.
        at: after that many events; none: after all.
        assumed: what is taken for true besides; then all that follows leans on it.

    Raises:
        RecordError: for a view or a moment that the record does not have.
        WrongTypeError: for what can be neither.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is consistent with the view, or with what is assumed.
    """
    viewer = view_of(record, view)
    moment = record.moment(at)
    known = knowledge(record, viewer.hands, moment, assumed or ())
    try:
        prospects = prospects_of(known)
    except ContradictionError as error:
        if assumed:
            raise
        raise contradiction_error(record, viewer.hands, moment) from error
    return Deduction(record, viewer, prospects, replay_of(record).state(moment), assumed)


# -- all the deals consistent with some knowledge, one by one -------------------------------------
#
# All the deals consistent with some knowledge, one by one.


def deals_of(known: Knowledge) -> Iterator[Deal]:
    """The consistent deals, in no special order.

    Each deal found is blocked by a clause, so memory grows with the number of deals listed; this is
    for few deals, and for checking the counting engine.
    """
    placements = Placements(known.cards, known.seats)
    with DealSolver(placements, known.sizes) as solver:
        solver.add(known.facts)
        while (mask := solver.find()) is not None:
            deal = placements.deal_of(mask)
            yield deal
            solver.add([_other_than(deal)])


def _other_than(deal: Deal) -> Clause:
    literals = tuple(facts.Literal(card, seat, False) for card, seat in deal.items())
    return Clause(literals, HeaderCause("listed already"))

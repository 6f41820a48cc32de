"""What can be so for a view at a moment, in one way to fill the gaps of a record.

A way is an ordinary record; a record without gaps is one way, with nothing to fill. All that is
asked here is *complete and sound*: something is possible exactly when some deal that the view has
to think possible has it. Past a gap whose ways are too many to list that is not known; then what is
ruled out is ruled out, and the rest is undecided (None).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, reduce
from operator import or_
from typing import TYPE_CHECKING, Final, TypeAlias

from tracker.budget import charge
from tracker.errors import ContradictionError, UndecidedError
from tracker.game.cards import Card
from tracker.game.events import Holdings, Seat
from tracker.game.record import Hand, Record
from tracker.game.replay import replay_of
from tracker.game.state import State, changed
from tracker.game.table import Team
from tracker.game.turns import is_lax
from tracker.inference.possible_holders import PossibleHolders, has_deal, possible_holders_of
from tracker.knowledge.facts import WHAT_IF, Clause, Count, Deal, HeaderCause, Knowledge, Literal
from tracker.knowledge.gather import OUT, hidden_parts, size_parts
from tracker.knowledge.views import View, dealt_moment, knowledge
from tracker.sat import DealSolver, Placements
from tracker.sat.solver import SolverHolder

if TYPE_CHECKING:  # most records have no gaps
    from tracker.inference.completions import Completion

Truth: TypeAlias = bool | None
"""Whether something can be so; None: that is not decided."""
DEDUCTION_COST: Final = 2
"""What working out all that follows costs for each fact, in the unit of ``completions.WORK``."""


class Way(SolverHolder):
    """What can be so for a view at a moment, where the gaps are filled in one way.

    Args:
        record: the ordinary record.
        view: whose eyes it is seen with.
        possible_holders: what that view can think possible at the moment.
        state: the public state at the moment.
        completion: how the gaps are filled; None where the record has none.
    """

    def __init__(
        self,
        record: Record,
        view: View,
        possible_holders: PossibleHolders,
        state: State,
        completion: Completion | None = None,
    ) -> None:
        self.record = record
        self.viewer = view
        self.state = state
        self.completion = completion
        self.possible_holders = possible_holders

    # -- where cards are --------------------------------------------------------------------------

    def places(self, card: Card) -> tuple[Seat, ...]:
        """Who can hold a card in play, with the seat ``OUT`` where it may be out of play."""
        located = self.state.located.get(card)
        return (located,) if located is not None else self.possible_holders.dealt_to(card)

    def holders(self, card: Card) -> tuple[Seat, ...]:
        """Who can hold a card in play."""
        places = self.places(card)
        return _at_table(places) if self.state.perhaps_settled else places

    def sure_holders(self, card: Card) -> tuple[Seat, ...]:
        """Those of ``holders`` of which it was found out that they can hold the card."""
        holders = self.holders(card)
        return () if self.state.weaker and len(holders) > 1 else holders

    @cached_property
    def all_holders(self) -> Mapping[Card, tuple[Seat, ...]]:
        """``holders`` of every card in play, in deck order."""
        located, possible = self.state.located, self.possible_holders.possible
        seats_of = self.possible_holders.placements.seats_of
        holders = {card: seats_of(possible, card) for card in self.state.cards}
        if self.state.perhaps_settled:
            holders = {card: _at_table(seats) for card, seats in holders.items()}
        return holders | {card: (seat,) for card, seat in located.items() if card in holders}

    def sizes(self) -> Mapping[Seat, int | None]:
        """Hand sizes now; None where consistent deals differ in it."""
        if is_lax(self.state):
            return dict.fromkeys(self.record.seats)
        return {
            seat: self._certain_size(seat) if size is None else size
            for seat, size in self.state.sizes.items()
        }

    def _certain_size(self, seat: Seat) -> int | None:
        """The size of a hand that nobody said, if no consistent deal has another."""
        holders = self.possible_holders
        cards, others, sign = size_parts(self.state, seat)
        held = sum(holders.placements.bit(card, seat) for card in cards)
        counts = {(deal & held).bit_count() for deal in holders.deals_with()}
        if len(counts) > 1:
            return None
        (count,) = counts
        least = sum(holders.dealt_to(card) == (seat,) for card in cards)
        fewer = [Count(seat, cards, 0, count - 1, WHAT_IF)] if least < count else []
        most = (holders.possible & held).bit_count()
        more = [Count(seat, cards, count + 1, len(cards), WHAT_IF)] if count < most else []
        for different in (*fewer, *more):
            if has_deal(holders.known.with_facts([different]), holders.budget):
                return None
        return others + sign * count

    def to_move(self) -> tuple[Seat, ...]:
        """Who has the turn, or can be chosen for it, by the sizes that the view knows."""
        return changed(self.state, sizes=self.sizes()).to_move

    # -- half-suits -------------------------------------------------------------------------------

    @property
    def unsure_books(self) -> frozenset[str]:
        """The half-suits of which it is open whether they are in play, or who won them."""
        if self.state.may_be_over:
            return frozenset(self.state.open_books())
        return frozenset(
            book
            for book in self.state.perhaps_settled
            if self.state.books[book].status == "open"
            and (is_lax(self.state) or OUT in self.places(self._cards(book)[0]))
        )

    def may_be_gone(self, book: str) -> bool:
        """Whether a half-suit is out of play, or may have been settled in a missing stretch.

        Where only a forced end may be over, what is said of a half-suit is so if it is in play.
        """
        is_open = self.state.books[book].status == "open"
        return not is_open or (bool(self.state.section) and book in self.unsure_books)

    def _cards(self, book: str) -> tuple[Card, ...]:
        return self.record.deck.by_name[book].cards

    def ownership(self, book: str, team: Team) -> tuple[Truth, Truth]:
        """Whether a team can hold the whole of an open half-suit, and whether it can lack a part.

        Args:
            book: the half-suit.
            team: the team.
        """
        elsewhere = [seat for seat in self.possible_holders.placements.seats if seat not in team]
        cards = self._cards(book)
        parts = [Literal(card, seat, False) for card in cards for seat in elsewhere]
        owned, lost = self.truths(parts)
        return owned, lost or self.may_be_gone(book)

    def proven(self, book: str, team: Team) -> Holdings | None:
        """How a team holds a half-suit in play; None where that is not proven."""
        if self.may_be_gone(book):
            return None
        return proven_naming(((card, self.holders(card)) for card in self._cards(book)), team)

    def placed_books(self) -> tuple[str, ...]:
        """The half-suits in play with just one possible holder for each card."""
        holders = self.all_holders
        return tuple(
            book
            for book in self.state.open_books()
            if all(len(holders[card]) == 1 for card in self._cards(book))
        )

    # -- conclusions ------------------------------------------------------------------------------

    def truths(self, parts: Sequence[Literal]) -> tuple[Truth, Truth]:
        """Whether a conclusion can be true, and whether it can be false.

        Args:
            parts: each says that a seat holds, or lacks, a card now; it is true where all of them
                are. A card that is out of play is held by nobody.
        """
        possible = self.possible_holders
        hidden, is_false = hidden_parts(self.state, parts)
        bits = [(possible.placements.bit(part.card, part.seat), part.holds) for part in hidden]
        holds = reduce(or_, (bit for bit, so in bits if so), 0)
        lacks = reduce(or_, (bit for bit, so in bits if not so), 0)
        false = is_false or any(map(self._against, hidden))
        if is_false or holds & ~possible.possible:
            return False, false
        if self.state.perhaps_settled:
            books = {self.record.deck.book_of[part.card].name for part in parts if part.holds}
            false = false or any(map(self.may_be_gone, books))
        true = not false or possible.is_possible(holds, lacks)
        if self.state.weaker:
            return true and None, false and None
        return true, false

    def example_against(self, parts: Sequence[Literal]) -> Deal | None:
        """A deal, as dealt, in which a conclusion is false; None where there is none."""
        hidden, is_false = hidden_parts(self.state, parts)
        possible = self.possible_holders
        if is_false:
            return possible.placements.deal_of(possible.deals_with()[0])
        against = next(filter(None, map(self._against, hidden)), 0)
        return possible.placements.deal_of(possible.deal_with(against)) if against else None

    def _against(self, part: Literal) -> int:
        """The possible placements (a mask) with each of which a part of a conclusion is false."""
        placements, possible = self.possible_holders.placements, self.possible_holders.possible
        bit = placements.bit(part.card, part.seat)
        return possible & (placements.of_card(part.card) & ~bit if part.holds else bit)

    # -- the dealt hands --------------------------------------------------------------------------

    @property
    def dealt(self) -> Iterator[PossibleHolders]:
        """What is possible of the dealt hands: what one of these says.

        Past a missing stretch it is what was before: what is said later says nothing of them.
        """
        if not self.state.section:
            return iter((self.possible_holders,))
        return map(possible_holders_of, self.dealt_knowledge)

    @property
    def dealt_knowledge(self) -> tuple[Knowledge, ...]:
        """The consistent deals are those that fit one of these.

        There are several where ways became one with a missing stretch.
        """
        if not self.state.section:
            return (self.possible_holders.known,)
        records = self.completion.records if self.completion else (self.record,)
        return tuple(
            knowledge(record, self.viewer.hands, dealt_moment(record, self.state.at))
            for record in records
        )

    def deals(self) -> Iterator[Deal]:
        """All the consistent deals, as dealt, in no special order; perhaps one of them repeatedly.

        Raises:
            UndecidedError: past a gap whose ways are too many to list.
        """
        if self.state.weaker:
            raise UndecidedError("not decided: the gaps can be filled in too many ways")
        for known in self.dealt_knowledge:
            yield from deals_of(known)


def way_of(completion: Completion, view: View) -> Way:
    """What can be so where the gaps are filled in one way.

    Raises:
        ContradictionError: where no deal fits.
    """
    charge(DEDUCTION_COST * len(completion.facts))
    state = replay_of(completion.record).state(completion.at)
    known = knowledge(completion.record, view.hands, state.section).with_facts(completion.facts)
    return Way(completion.record, view, possible_holders_of(known), state, completion)


def ways_of(
    record: Record, hands: tuple[Hand, ...], at: int, *, by_players: bool = False
) -> Iterator[Way]:
    """The ways to fill the gaps of a record that leave a deal for some hands.

    Args:
        record: the game.
        hands: the dealt hands that are known.
        at: the moment.
        by_players: whether fillings that say the same to the reader stay apart.
    """
    from tracker.inference.completions import completions

    for completion in completions(record, at, hands=hands, by_players=by_players):
        with suppress(ContradictionError):
            yield way_of(completion, View(hands))


def _at_table(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Some seats without ``OUT``, where cards are that are out of play."""
    return tuple(seat for seat in seats if seat != OUT)


def proven_naming(holders: Iterable[tuple[Card, tuple[Seat, ...]]], team: Team) -> Holdings | None:
    """The one way in which a team holds some cards; None where that is not certain.

    Args:
        holders: the cards, each with the seats that can hold it now. They are taken one by one, as
            mostly the first of them shows that it is not certain.
        team: the team.
    """
    naming: list[tuple[Card, Seat]] = []
    for card, seats in holders:
        if len(seats) != 1 or seats[0] not in team:
            return None
        naming.append((card, seats[0]))
    return tuple(naming)


def deals_of(known: Knowledge) -> Iterator[Deal]:
    """The consistent deals, in no special order.

    Each deal found is blocked by a clause, so memory grows with the number of deals listed; this is
    for few deals, and for checking the counting engine.
    """
    placements = Placements(known.cards, known.seats)
    with DealSolver(placements, known) as solver:
        while (mask := solver.find()) is not None:
            deal = placements.deal_of(mask)
            yield deal
            elsewhere = (Literal(card, seat, False) for card, seat in deal.items())
            solver.add([Clause(tuple(elsewhere), HeaderCause("listed already"))])

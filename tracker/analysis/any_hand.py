"""A claim by a seat whose dealt hand is not known, judged with every hand that it can have had.

Which hands these are, the whole record says. With each of them the claimant had to think possible
the deals in which its hand is the same, and that fit what had happened by then. So a claim that was
right is ``proven`` with every hand unless two deals are found: one that fits the whole record, and
one that fits what came before the claim, has the same hand, and has a card elsewhere. It is a
``guess`` with every hand if none of them lets the claimant prove where the cards were.

Example: Ann claims six cards that she then shows: all of them were in her hand, so that she saw
that the claim is right, whatever else she was dealt.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property

from tracker.errors import ContradictionError, UndecidedError
from tracker.game.events import Claim, Seat
from tracker.game.record import Hand, Record
from tracker.game.transition import claimed_team
from tracker.inference.deduction import deduction_of
from tracker.inference.epistemic import OthersView, SeatProof
from tracker.inference.follow import Moment
from tracker.inference.hands import stated_hands
from tracker.inference.possible_holders import PossibleHolders, possible_holders_of
from tracker.inference.who_can_prove import BUDGET
from tracker.knowledge.facts import WHAT_IF, Clause, Literal
from tracker.knowledge.gather import hidden_parts
from tracker.knowledge.views import PUBLIC, View, dealt_moment, knowledge
from tracker.sat.deal_chain import deals_apart


class AnyHand:
    """The dealt hands that a whole record allows.

    Args:
        record: the game, without gaps.
    """

    def __init__(self, record: Record) -> None:
        self._record = record
        self._view = View(stated_hands(record))

    @cached_property
    def _dealt(self) -> PossibleHolders | None:
        """Who can have been dealt what, by the whole record; None where that is not found out."""
        known = knowledge(self._record, self._view.hands, dealt_moment(self._record))
        with suppress(ContradictionError, UndecidedError):
            return possible_holders_of(known)
        return None

    def part(self, seat: Seat) -> Hand:
        """What is certain of a seat's dealt hand."""
        table, dealt = self._record.table, self._dealt
        seats = {card: dealt.dealt_to(card) if dealt else table.seats for card in table.cards}
        holds = tuple(card for card, of in seats.items() if of == (seat,))
        lacks = tuple(card for card, of in seats.items() if seat not in of)
        return Hand(seat, holds, whole=len(holds) == table.sizes[seat], lacks=lacks)

    def proof(self, moment: Moment, claim: Claim) -> SeatProof | None:
        """Whether the claimant could prove a claim as it was named: with every hand, or with none.

        Args:
            moment: the one before the claim, in the public view at least.
            claim: the claim, of the claimant's own team.

        Returns:
            None where it is not known to have been right, or that was not found out.
        """
        own = self._record.table.team_of[claim.claimant]
        if self._dealt is None or claimed_team(moment.state, claim) != own:
            return None
        truth = deduction_of(self._record, self._view, self._dealt, moment.state)
        if truth.judge(claim.holdings) != "proven":
            return None
        with OthersView(truth, moment.deductions[PUBLIC].possible_holders) as others:
            return others.verdict(claim.claimant, claim.book)

    def is_refuted(self, moment: Moment, claim: Claim) -> bool:
        """Whether a claim was impossible for the claimant, whatever hand it was dealt.

        Args:
            moment: the one before the claim, in the public view at least.
            claim: the claim.
        """
        public = moment.deductions[PUBLIC].possible_holders
        naming = [Literal(card, seat, True) for card, seat in claim.holdings]
        hidden, is_false = hidden_parts(moment.state, naming)
        if self._dealt is None or is_false:
            return is_false
        right = public.known.with_facts([Clause((part,), WHAT_IF) for part in hidden])
        views = [(self._dealt.known, self._dealt.possible), (right, public.possible)]
        with suppress(UndecidedError):
            return not deals_apart(public.placements, views, [claim.claimant], None, (), BUDGET)
        return False

"""An open position of a puzzle: what follows, why, and deals in which something is otherwise.

Everything a task asks, it asks here, so that one solver of each kind serves a whole puzzle.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tracker.explain import Conclusion, Explainer, Explanation, card_at
from tracker.explain.smallest.counterexample import Counterexamples
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.inference.deduction import deduce
from tracker.knowledge.facts import Clause, Deal, HeaderCause, Literal
from tracker.sat.solver import SolverHolder
from tracker.teach.puzzle import Puzzle

QUESTIONS: Final = 3_000
"""Questions that the search for one smallest explanation may ask; no clock, so that a puzzle has
the same level on every machine."""
_SUPPOSED: Final = HeaderCause("what is supposed")


@dataclass(frozen=True)
class Refutation:
    """A deal, consistent with all that the view knows, in which an answer is false."""

    deal: Deal
    """The seat that each card was dealt to."""
    hands: Mapping[Seat, tuple[Card, ...]]
    """The cards in play that each seat then holds now, in deck order."""
    tell_tale: tuple[Card, ...]
    """The cards that show that the answer is false."""


class OpenPuzzle(SolverHolder):
    """The moment of a puzzle, seen with its view's eyes.

    It holds solvers: use it as a context manager, or ``close`` it.

    Args:
        puzzle: the puzzle.

    Raises:
        ContradictionError: where no deal is consistent with the view.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.deduction = self._hold(deduce(puzzle.record, puzzle.view, puzzle.at))
        self._explained: dict[Conclusion, Explanation] = {}

    @cached_property
    def _explainer(self) -> Explainer:
        return self._hold(Explainer(self.deduction))

    @cached_property
    def _counterexamples(self) -> Counterexamples:
        return self._hold(Counterexamples(self.deduction.knowledge))

    def explain(self, conclusion: Conclusion) -> Explanation:
        """Why something that is certain is so, in steps."""
        if conclusion not in self._explained:
            self._explained[conclusion] = self._explainer.why(
                conclusion, limit=None, questions=QUESTIONS
            )
        return self._explained[conclusion]

    def deal_with(
        self, literals: Iterable[Literal], tell_tale: Sequence[Card] = ()
    ) -> Refutation | None:
        """A consistent deal, near the likeliest, in which all of some things are so *now*.

        Args:
            literals: who holds, or lacks, which card now.
            tell_tale: the cards that show it.

        Returns:
            The deal; none where there is none.
        """
        located, literals = self.deduction.state.located, tuple(literals)
        if self._publicly_false(literals):
            return None
        hidden = [one for one in literals if one.card not in located]
        if not self._is_possible(hidden):
            return None
        return self._refutation([Clause((one,), _SUPPOSED) for one in hidden], tell_tale)

    def deal_without(
        self, literals: Iterable[Literal], tell_tale: Sequence[Card] = ()
    ) -> Refutation:
        """A consistent deal in which not all of some things are so now; there must be one."""
        located, literals = self.deduction.state.located, tuple(literals)
        if self._publicly_false(literals):
            return self._refutation([], tell_tale)
        denied = tuple(
            Literal(card, seat, not holds) for card, seat, holds in literals if card not in located
        )
        return self._refutation([Clause(denied, _SUPPOSED)], tell_tale)

    def disagreeing(self, cards: Iterable[Card]) -> tuple[Refutation, ...]:
        """Two consistent deals that differ in the first of some cards whose place is not certain.

        Where it can be, the first has that card with an opponent of the view.

        Args:
            cards: cards in play.

        Returns:
            The deals, with the card as the one that tells; none where all the places are certain.
        """
        holders = {card: self.deduction.holders(card) for card in cards}
        unsure = next((card for card, seats in holders.items() if len(seats) > 1), None)
        if unsure is None:
            return ()
        own = {seat for team in self.deduction.teams for seat in team}
        order = sorted(holders[unsure], key=lambda seat: seat in own)
        found = (self.deal_with([Literal(unsure, seat, True)], [unsure]) for seat in order[:2])
        return tuple(deal for deal in found if deal)

    def known_of(self, card: Card) -> tuple[Conclusion, ...]:
        """What is certain of a card in play: who holds it; or else who lacks it."""
        holders = self.deduction.holders(card)
        if len(holders) == 1:
            return (card_at(card, holders[0]),)
        others = (seat for seat in self.deduction.record.seats if seat not in holders)
        return tuple(card_at(card, seat, holds=False) for seat in others)

    def known_of_all(self, cards: Iterable[Card]) -> tuple[Conclusion, ...]:
        """What is certain of those of some cards that have not publicly moved."""
        hidden = (card for card in cards if card not in self.deduction.state.located)
        return tuple(one for card in hidden for one in self.known_of(card))

    def _publicly_false(self, literals: Iterable[Literal]) -> bool:
        """Whether everyone can see that one of some things is not so."""
        located = self.deduction.state.located
        return any(
            (located[one.card] == one.seat) != one.holds for one in literals if one.card in located
        )

    def _is_possible(self, literals: Iterable[Literal]) -> bool:
        prospects = self.deduction.prospects
        holds = lacks = 0
        for card, seat, there in literals:
            bit = prospects.placements.bit(card, seat)
            holds, lacks = (holds | bit, lacks) if there else (holds, lacks | bit)
        return prospects.is_possible(holds, lacks)

    def _refutation(self, supposed: Iterable[Clause], tell_tale: Sequence[Card]) -> Refutation:
        deal = self._counterexamples.nearest(supposed)
        return Refutation(deal, self.deduction.state.hands_of(deal), tuple(tell_tale))

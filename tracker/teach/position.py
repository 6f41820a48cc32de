"""The position of a puzzle: what is certain in it, why, and deals that show what is not.

All that a question asks goes through here, so that one solver of each kind serves a whole puzzle.

Example: "Carl holds the 5H" is open. ``explain`` would have no proof of it; ``deal_with`` gives
hands that fit all that was seen, in which Carl has the card, and ``deal_without`` others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tracker.answers import json_keys
from tracker.explain import Conclusion, Explainer, Explanation, card_at
from tracker.explain.explanation import Question
from tracker.explain.smallest.counterexample import Counterexamples
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.inference.deduction import deduce
from tracker.knowledge.facts import Clause, Deal, Literal
from tracker.sat.solver import SolverHolder
from tracker.teach.excerpt import read_from
from tracker.teach.puzzle import Puzzle

SEARCHES_ALLOWED: Final = 3_000
"""Solver calls that the search for one smallest explanation may take. They are counted, not timed,
so that a puzzle has the same level on every machine."""


@json_keys("hands", "dealt", "tell_tale")
@dataclass(frozen=True)
class ExampleDeal:
    """A deal that is consistent with all that the view knows, and shows something."""

    deal: Deal
    """The seat that each card was dealt to."""
    hands: Mapping[Seat, tuple[Card, ...]]
    """The cards in play that each seat would hold now, in deck order."""
    tell_tale: tuple[Card, ...]
    """The cards to look at: where they are shows it."""

    def holder(self, card: Card) -> Seat:
        """The seat that holds a card in play now."""
        return next(seat for seat, cards in self.hands.items() if card in cards)


class OpenPuzzle(SolverHolder):
    """The moment of a puzzle, seen with its view's eyes.

    It holds solvers: use it as a context manager, or ``close`` it.

    Args:
        puzzle: the puzzle.
        shown: the events that are known; None: all.

    Raises:
        ContradictionError: where no deal is consistent with the view.
    """

    def __init__(self, puzzle: Puzzle, shown: Collection[int] | None = None) -> None:
        record, view, at = puzzle.record, puzzle.view, puzzle.at
        known = deduce(record, view=view, at=at) if shown is None else None
        self.deduction = self._hold(known or read_from(record, view, at, shown or ()))
        self._explained: dict[Conclusion, Explanation] = {}

    @cached_property
    def _explainer(self) -> Explainer:
        return self._hold(Explainer(self.deduction))

    @cached_property
    def _counterexamples(self) -> Counterexamples:
        return self._hold(Counterexamples(self.deduction.knowledge))

    # -- what is certain --------------------------------------------------------------------------

    def known_of(self, card: Card) -> tuple[Conclusion, ...]:
        """What is certain of a card in play: who holds it, or else who lacks it."""
        holders = self.deduction.holders(card)
        if len(holders) == 1:
            return (card_at(card, holders[0]),)
        others = (seat for seat in self.deduction.record.seats if seat not in holders)
        return tuple(card_at(card, seat, holds=False) for seat in others)

    def known_of_hidden(self, cards: Iterable[Card]) -> tuple[Conclusion, ...]:
        """What is certain of those of some cards in play that have not publicly moved."""
        hidden = (card for card in cards if card not in self.deduction.state.located)
        return tuple(conclusion for card in hidden for conclusion in self.known_of(card))

    def explain(self, conclusion: Conclusion) -> Explanation:
        """Why something is certain, or certainly not so, in steps."""
        if conclusion not in self._explained:
            self._explained[conclusion] = self._explainer.why(conclusion, limit=SEARCHES_ALLOWED)
        return self._explained[conclusion]

    def hidden_parts(self, conclusion: Conclusion) -> tuple[Literal, ...]:
        """The parts of a conclusion about cards that have not publicly moved."""
        return Question(conclusion, self.deduction.state).hidden

    # -- deals that show something ----------------------------------------------------------------

    def deal_with(self, conclusion: Conclusion, tell_tale: Iterable[Card] = ()) -> ExampleDeal:
        """A consistent deal, near the likeliest, in which a conclusion is true now.

        Args:
            conclusion: what is to be true; it must not be refuted.
            tell_tale: the cards to look at.
        """
        return self._nearest(Question(conclusion, self.deduction.state).affirmed, tell_tale)

    def deal_without(self, conclusion: Conclusion, tell_tale: Iterable[Card] = ()) -> ExampleDeal:
        """A consistent deal, near the likeliest, in which a conclusion is false now.

        Args:
            conclusion: what is to be false; it must not be proven.
            tell_tale: the cards to look at.
        """
        supposed = Question(conclusion, self.deduction.state)
        return self._nearest(() if supposed.publicly_false else supposed.denied, tell_tale)

    def disagreeing(self, cards: Iterable[Card]) -> tuple[ExampleDeal, ...]:
        """Two consistent deals that differ in the first of some cards whose place is not certain.

        Where that is possible, the first has the card with an opponent of the view.

        Args:
            cards: cards in play.

        Returns:
            The deals, which tell by that card; none where the places of all cards are certain.
        """
        holders = {card: self.deduction.holders(card) for card in cards}
        unsure = next((card for card, seats in holders.items() if len(seats) > 1), None)
        if unsure is None:
            return ()
        teams = self.deduction.viewer.teams(self.deduction.record.table)
        own = {seat for team in teams for seat in team}
        opponents_first = sorted(holders[unsure], key=lambda seat: seat in own)
        return tuple(
            self.deal_with(card_at(unsure, seat), [unsure]) for seat in opponents_first[:2]
        )

    def _nearest(self, supposed: Iterable[Clause], tell_tale: Iterable[Card]) -> ExampleDeal:
        deal = self._counterexamples.nearest(supposed)
        return ExampleDeal(deal, self.deduction.state.hands_of(deal), tuple(tell_tale))

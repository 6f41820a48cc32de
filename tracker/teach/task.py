"""A task: the question of a puzzle, with its right answers worked out and its wrong ones refuted.

The subclasses are the kinds of questions: those about cards in ``card_tasks``, those about claims
in ``claim_tasks``. Each says how its answers are read and written, which are right, what has to be
proven for them, and what is wrong with another. A *value* is what an answer means (a seat, a set of
half-suits, ...), its *text* how it is written.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final, Generic, TypeVar

from tracker.errors import RecordError
from tracker.explain import Conclusion, Explainer, Explanation, card_at
from tracker.explain.explanation import Question
from tracker.explain.smallest.counterexample import Counterexamples
from tracker.game.cards import Card
from tracker.game.events import Seat, by_seat
from tracker.game.lookup import folded
from tracker.inference.deduction import deduce
from tracker.knowledge.facts import Clause, Deal, Literal
from tracker.messages import quote
from tracker.sat.solver import SolverHolder
from tracker.teach.excerpt import read_from
from tracker.teach.puzzle import Puzzle

UNKNOWN: Final = "unknown"
"""How "it can't be known" is written in answers."""
NONE: Final = "none"
"""How "there is none" is written in answers."""
_UNKNOWN_WORDS: Final = (UNKNOWN, "?", "can't be known", "open", "u")

Value = TypeVar("Value")


@dataclass(frozen=True)
class AnswerPart:
    """A part of an answer, and whether it is right."""

    text: str
    right: bool


@dataclass(frozen=True)
class Correction:
    """What is wrong with a wrong answer."""

    note: str
    """What is wrong, in a sentence."""
    deals: tuple[ExampleDeal, ...] = ()
    """Deals in which the answer is false; two that disagree, where nothing is certain."""
    proofs: tuple[Explanation, ...] = ()
    """Proofs that it is otherwise."""


class Task(SolverHolder, ABC, Generic[Value]):
    """A question about the position of a puzzle. ``marking.open_task`` makes one.

    It holds solvers: use it as a context manager, or ``close`` it.

    Args:
        puzzle: the puzzle.
        shown: the events that somebody knows who answers; None: all.

    Raises:
        ContradictionError: where no deal is consistent with the view.
    """

    usage: ClassVar[str]
    """What an answer looks like."""

    def __init__(self, puzzle: Puzzle, shown: Collection[int] | None = None) -> None:
        self.puzzle = puzzle
        self.question = puzzle.question
        self.record = puzzle.record
        self.position = self._hold(OpenPuzzle(puzzle, shown))
        self.deduction = self.position.deduction

    # -- the question -----------------------------------------------------------------------------

    @abstractmethod
    def prompt(self) -> str:
        """The question in words."""

    def books(self) -> tuple[str, ...]:
        """The half-suits to look at, for a first hint that is no answer yet; none: all in play."""
        book = self.question.book
        if self.question.card is not None:
            book = self.record.deck.book_of[self.question.card].name
        return () if book is None else (book,)

    # -- answers as text --------------------------------------------------------------------------

    @abstractmethod
    def parse(self, text: str) -> Value:
        """What an answer means.

        Raises:
            RecordError: where it means nothing.
            NotationError: where it is a naming that means nothing.
        """

    @abstractmethod
    def text(self, value: Value) -> str:
        """How a value is written as an answer."""

    def completions(self) -> Sequence[str]:
        """The words that an answer may consist of."""
        return (*self.record.seats, UNKNOWN)

    # -- right answers ----------------------------------------------------------------------------

    @abstractmethod
    def right(self) -> tuple[Value, ...]:
        """The right answers, best first; there is always one."""

    @property
    def is_unknown(self) -> bool:
        """Whether the right answer is that it can't be known."""
        return self.right()[0] is None

    @abstractmethod
    def conclusions(self) -> tuple[Conclusion, ...]:
        """What has to be proven for the right answer; if it can't be known, all that can."""

    def proofs(self) -> tuple[Explanation, ...]:
        """The explanations of all ``conclusions``."""
        return tuple(map(self.position.explain, self.conclusions()))

    def clues(self) -> tuple[Explanation, ...]:
        """What hints are made of: the proofs; where the answer is "none", what is known instead.

        So that a hint says as much of one answer as of another.
        """
        return self.proofs() or tuple(map(self.position.explain, self.known_instead()))

    def known_instead(self) -> tuple[Conclusion, ...]:
        """What is known of what comes nearest to an answer, where the answer is "none"."""
        return ()

    def examples(self) -> tuple[ExampleDeal, ...]:
        """Deals that show the right answer, where it is that something may be, or is unknown."""
        return ()

    def reads_the_same(self, shown: Collection[int]) -> bool:
        """Whether somebody who knows only some of the events has the answer of the whole game."""
        if len(shown) >= self.puzzle.at:
            return True
        with type(self)(self.puzzle, shown) as read:
            return read.right() == self.right()

    # -- wrong answers ----------------------------------------------------------------------------

    @abstractmethod
    def correction(self, value: Value) -> Correction:
        """What is wrong with a wrong answer."""

    def parts(self, _: Value) -> tuple[AnswerPart, ...]:
        """The parts of a wrong answer, each right or not; none where it has no parts."""
        return ()


def naming_text(places: Iterable[tuple[Card, Seat]]) -> str:
    """Where cards are, seat by seat: ``Ann 2H 3H, Carl 5H``."""
    return ", ".join(f"{seat} {' '.join(cards)}" for seat, cards in by_seat(places).items())


def means_unknown(text: str) -> bool:
    """Whether an answer says that it can't be known."""
    return folded(" ".join(text.replace("’", "'").split())) in _UNKNOWN_WORDS


def choice(text: str, options: Iterable[str], what: str) -> str:
    """The one option that a text is, or is a beginning of, in any case.

    Args:
        text: the text.
        options: the options.
        what: what to call an option in the message.

    Raises:
        RecordError: where there is none, or several.
    """
    options = tuple(options)
    key = folded(text.strip())
    like = [option for option in options if folded(option) == key] or [
        option for option in options if key and folded(option).startswith(key)
    ]
    if len(like) != 1:
        raise RecordError(f"{quote(text)} is not {what} (expected {' or '.join(options)})")
    return like[0]


# -- an opened puzzle -----------------------------------------------------------------------------
#
# The position of a puzzle: what is certain in it, why, and deals that show what is not.
#
# All that a task asks goes through here, so that one solver of each kind serves a whole puzzle.
#
# Example: "Carl holds the 5H" is open. ``explain`` would have no proof of it; ``deal_with`` gives
# hands that fit all that was seen, in which Carl has the card, and ``deal_without`` others.

SEARCHES_ALLOWED: Final = 3_000
"""Solver calls that the search for one smallest explanation may take. They are counted, not timed,
so that a puzzle has the same level on every machine."""


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

    def likely_deal(self, tell_tale: Iterable[Card]) -> ExampleDeal:
        """The consistent deal that is about the likeliest.

        Args:
            tell_tale: the cards to look at.
        """
        return self._nearest((), tell_tale)

    def deal_where(self, card: Card, seat: Seat) -> ExampleDeal:
        """A consistent deal in which one of the possible holders of a card holds it now."""
        return self.deal_with(card_at(card, seat), [card])

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
        return tuple(self.deal_where(unsure, seat) for seat in opponents_first[:2])

    def _nearest(self, supposed: Iterable[Clause], tell_tale: Iterable[Card]) -> ExampleDeal:
        deal = self._counterexamples.nearest(supposed)
        return ExampleDeal(deal, self.deduction.state.hands_of(deal), tuple(tell_tale))

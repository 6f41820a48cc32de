"""An explanation as data; its wording is ``tracker.render``'s."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from tracker.answers import Answer
from tracker.errors import RecordError
from tracker.explain.steps.step import Step
from tracker.game.cards import Card
from tracker.game.events import Holdings, Seat
from tracker.game.record import Record
from tracker.game.state import State
from tracker.inference.claims import Judgement
from tracker.knowledge.facts import (
    Cause,
    Clause,
    HeaderCause,
    Literal,
)


@dataclass(frozen=True, repr=False)
class Explanation(Answer):
    """Why a conclusion is proven or refuted; or, where it is open, how else things may be."""

    record: Record
    view: str
    at: int
    conclusion: Conclusion
    verdict: Judgement
    because: tuple[Cause, ...] = ()
    """Proven: they force the conclusion; refuted: its opposite. None can be left out. Empty where
    it is open, or public (a card that has publicly moved is where it went)."""
    smallest: bool = True
    """Whether no smaller set of causes exists; else the time limit ended the search."""
    others: tuple[tuple[Cause, ...], ...] = ()
    """Other sets as small as ``because``, lightest first, as many as were asked for."""
    steps: tuple[Step, ...] = ()
    """The way from the causes to the conclusion (or its opposite), where it was asked for."""
    counterexample: Mapping[Card, Seat] | None = None
    """Where it is open: a consistent deal (seat dealt to, by card) in which it is otherwise."""


# -- what can be asked: a statement about where cards are *now*, and what i -----------------------
#
# What can be asked: a statement about where cards are *now*, and what it says of the deal.

ASKED = HeaderCause("what is asked")
"""The cause of a fact that is only supposed."""


@dataclass(frozen=True)
class Conclusion:
    """Cards are, or are not, held by seats now: all of it together."""

    parts: tuple[Literal, ...]
    """Each says that a seat holds, or lacks, a card *now*."""
    book: str | None = None
    """The half-suit, where it is a claim."""


def card_at(card: Card, seat: Seat, *, holds: bool = True) -> Conclusion:
    """A seat holds (or lacks) a card now."""
    return Conclusion((Literal(card, seat, holds),))


def whole_claim(book: str, holdings: Holdings) -> Conclusion:
    """All the cards of a half-suit are where a claim says."""
    return Conclusion(tuple(Literal(card, seat, True) for card, seat in holdings), book)


class Question:
    """A conclusion as facts about the deal, at a moment.

    Cards that have publicly moved are where they are: background, no part of the question.

    Args:
        conclusion: what is asked.
        state: the public state at the moment.

    Raises:
        RecordError: for a card that is not in play, or a seat that is not at the table.
    """

    def __init__(self, conclusion: Conclusion, state: State) -> None:
        self.conclusion = conclusion
        self.state = state
        for card, seat, _ in conclusion.parts:
            if card not in state.cards:
                raise RecordError(f"{card!r} is not a card in play")
            if seat not in state.table.seats:
                raise RecordError(f"{seat!r} is not a seat")

    @cached_property
    def hidden(self) -> tuple[Literal, ...]:
        """The parts about cards that have not publicly moved: they speak of the deal."""
        return tuple(part for part in self.conclusion.parts if part.card not in self.state.located)

    @cached_property
    def publicly_false(self) -> bool:
        """Whether a card that has publicly moved is not where the conclusion says."""
        located = self.state.located
        return any(
            (located[card] == seat) != holds
            for card, seat, holds in self.conclusion.parts
            if card in located
        )

    @cached_property
    def affirmed(self) -> tuple[Clause, ...]:
        """The conclusion as facts."""
        return tuple(Clause((part,), ASKED) for part in self.hidden)

    @cached_property
    def denied(self) -> tuple[Clause, ...]:
        """Its opposite as a fact."""
        return (denial(self.hidden),)


def denial(literals: Iterable[Literal]) -> Clause:
    """Not all of these are true."""
    return Clause(tuple(Literal(card, seat, not holds) for card, seat, holds in literals), ASKED)

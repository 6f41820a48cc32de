"""Explanations as data: what is asked, the answer, and the steps to it.

A ``Conclusion`` is a statement about where cards are *now*. A ``Question`` says what it means for
the deal, the one thing that is not public. An ``Explanation`` is the answer, and a ``Step`` a part
of the way from its causes to the conclusion. The sentences are made by ``tracker.render``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias
from typing import Literal as OneOf

from tracker.answers import Answer
from tracker.errors import RecordError
from tracker.game.cards import Card
from tracker.game.events import Holdings, Seat
from tracker.game.record import Record
from tracker.game.state import State
from tracker.inference.deduction import Judgement
from tracker.knowledge.facts import Cause, Clause, Fact, HeaderCause, Literal

SUPPOSED: Final = HeaderCause("what is asked")
"""The cause of a fact that no record states: one that is only supposed, or has been concluded."""

Rule: TypeAlias = OneOf[
    "says",
    "one-of",
    "only-seat",
    "one-each",
    "hand",
    "hands",
    "together",
    "all",
    "not-all",
    "sum",
    "bound",
    "added",
    "counting",
    "within",
]
"""How a step follows.

From ``says`` to ``hands``: by propagation (``tracker.explain.steps.propagation``). From ``sum`` to
``within``: by counting (``tracker.explain.steps.counting_steps``). ``together``: from all that it
names at once. ``all``: several conclusions put together. ``not-all``: one of several literals is
true, because not all of their opposites can be.
"""


@dataclass(frozen=True)
class HowMany:
    """Between ``least`` and ``most`` of ``cards`` (inclusive) were dealt to ``seats`` together.

    Example: "Zoe and Priya hold at least 2 of the high clubs".
    """

    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]
    """In deck order: of one half-suit or more, those whose place is not public (or all, where the
    sizes are those of the dealt hands)."""
    least: int
    most: int


@dataclass(frozen=True)
class Step:
    """One conclusion on the way to the last one, or the last one itself."""

    conclusion: tuple[Literal, ...]
    """What follows, about the *dealt* hands: all of it; or, with rule ``not-all``, one of it."""
    because: tuple[Cause, ...]
    """The causes that it follows from,"""
    uses: tuple[int, ...] = ()
    """and the earlier steps, by their place in the explanation from 0."""
    rule: Rule = "together"
    fact: Fact | None = None
    """With rule ``one-of`` the clause, with ``hand`` the hand size, that it is about."""
    stated: tuple[tuple[Cause, Literal], ...] = ()
    """Causes of which it needs no more than that each states a literal."""
    used: tuple[Clause, ...] = ()
    """With rules ``one-each``, ``hand``, ``hands``, ``together``, ``not-all``, ``all`` and those
    that count: the clauses that it needs of the other causes."""
    bounds: tuple[HowMany, ...] = ()
    """What follows as well: how many of some cards some seats hold."""
    clauses: tuple[Clause, ...] = ()
    """With rule ``all``, what follows as well: clauses of more than one literal."""
    addends: tuple[HowMany, ...] = ()
    """With rule ``counting``: the cards that the seats hold in all, then what of them the other
    half-suits take. With ``added``: the bounds that are added."""
    part_of: Rule | None = None
    """The rule of the inference that this step is a part of, where it takes several that count."""

    @property
    def size(self) -> int:
        """The number of causes and earlier steps that it takes."""
        return len(self.because) + len(self.uses)


@dataclass(frozen=True, repr=False)
class Explanation(Answer):
    """Why a conclusion is proven or refuted; or, where it is open, how else the cards may lie."""

    record: Record
    view: str
    at: int
    conclusion: Conclusion
    verdict: Judgement
    because: tuple[Cause, ...] = ()
    """The causes that force the conclusion, or its opposite where it is refuted. Empty
    where it is open, or public (a card that has publicly moved is where it went)."""
    smallest: bool = True
    """Whether no smaller set of causes exists; else a limit ended the search."""
    minimal: bool = True
    """Whether none of the causes can be left out; else that is not known of all of them."""
    unsure: bool = False
    """Where it is not minimal: all was tried, but of some sets of causes it could not be found out
    whether they are enough. Else a limit ended the search."""
    others: tuple[tuple[Cause, ...], ...] = ()
    """Other sets as small as ``because``, the lightest first, as many as were asked for."""
    steps: tuple[Step, ...] = ()
    """The way from the causes to the conclusion (or its opposite), where it was asked for."""
    counterexample: Mapping[Card, Seat] | None = None
    """Where it is open: a consistent deal (the seat dealt to, by card) in which it is false."""
    origin: tuple[Record, int] | None = None
    """Where ``record`` is what a record with gaps comes to: that record, and the moment in it."""


@dataclass(frozen=True, repr=False)
class Consequences(Answer):
    """All the places of cards that follow for a view at a moment, in steps, the easiest first."""

    record: Record
    view: str
    at: int
    cards: tuple[Card, ...]
    """The cards whose places follow; nobody saw them move there, and no known hand has them."""
    steps: tuple[Step, ...]
    """Each uses causes and earlier steps."""
    unexplained: tuple[Card, ...] = ()
    """The cards to whose places no way was found before the limit."""
    hint: bool = False
    """Whether only the first step is to be told."""


@dataclass(frozen=True)
class Conclusion:
    """Cards are, or are not, held by seats now: all of it together."""

    parts: tuple[Literal, ...]
    """Each says that a seat holds, or lacks, a card *now*."""
    book: str | None = None
    """The half-suit, where it is a claim."""


def card_at(card: Card, seat: Seat, *, holds: bool = True) -> Conclusion:
    """The conclusion that a seat holds (or lacks) a card now."""
    return Conclusion((Literal(card, seat, holds),))


def whole_claim(book: str, holdings: Holdings) -> Conclusion:
    """The conclusion that all the cards of a half-suit are where a claim says."""
    return Conclusion(tuple(Literal(card, seat, True) for card, seat in holdings), book)


class Question:
    """A conclusion as facts about the deal, at a moment.

    A card that has publicly moved is where it went: that is known, and no part of the question.

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
        """The parts about cards that have not publicly moved, which are about the deal."""
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
        return tuple(Clause((part,), SUPPOSED) for part in self.hidden)

    @cached_property
    def denied(self) -> tuple[Clause, ...]:
        """The opposite of the conclusion as a fact."""
        return (denial(self.hidden),)


def opposite(literal: Literal) -> Literal:
    """The literal that is true exactly when this one is false."""
    return Literal(literal.card, literal.seat, not literal.holds)


def denial(literals: Iterable[Literal]) -> Clause:
    """The clause that is true exactly when not all of some literals are."""
    return Clause(tuple(map(opposite, literals)), SUPPOSED)

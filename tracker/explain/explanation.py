"""Explanations as data: what is asked, the answer, and the steps to it.

A ``Conclusion`` is a statement about where cards are *now*. A ``Question`` says what it means for
the deal, the one thing that is not public. An ``Explanation`` is the answer, and a ``Step`` a part
of the way from its causes to the conclusion. The sentences are made by ``tracker.render``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

from tracker.answers import Answer, json_keys
from tracker.errors import RecordError
from tracker.explain.evidence import in_order
from tracker.game.cards import Card
from tracker.game.events import Holdings, Seat
from tracker.game.record import Record
from tracker.game.state import State
from tracker.inference.deduction import Judgement
from tracker.knowledge.facts import (
    Cause,
    Clause,
    Deal,
    HandCause,
    HeaderCause,
    Literal,
    OwnCause,
    SizeCause,
)

SUPPOSED: Final = HeaderCause("what is asked")
"""The cause of a fact that no record states: one that is only supposed, or has been concluded."""

TECHNIQUES: Final = (
    "told",
    "one-left",
    "only-seat",
    "full-hand",
    "one-each",
    "place-taken",
    "hands-together",
    "all-together",
)
"""What a step can take, the easiest first; ``tracker.teach.grading`` says what each of them is."""


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


Source: TypeAlias = Cause | int
"""A cause; or the place of an earlier step of the explanation, from 0."""
Statement: TypeAlias = Clause | HowMany
"""What a cause says, or a step concludes, of the dealt hands."""


class Given(NamedTuple):
    """A statement that a step uses, and the cause that says so, or the step that concludes it."""

    source: Source
    says: Statement

    @property
    def literal(self) -> Literal | None:
        """The one literal that it states; None where it leaves a choice or is a number."""
        if isinstance(self.says, Clause) and len(self.says.literals) == 1:
            return self.says.literals[0]
        return None


@dataclass(frozen=True)
class Step:
    """One conclusion on the way to the last one, or the last one itself."""

    concludes: tuple[Statement, ...]
    """What follows, about the *dealt* hands: all of it."""
    given: tuple[Given, ...]
    """What it follows from."""
    sum: tuple[HowMany, ...] = ()
    """Where hands are counted: how many cards they hold at least, then what of them each other
    half-suit can take at most; or how many they hold at most, and what others take at least. What
    is left is of the half-suit that the step concludes of."""

    @property
    def conclusion(self) -> tuple[Literal, ...]:
        """The literals that it concludes."""
        return literals_of(self.concludes)

    @property
    def bounds(self) -> tuple[HowMany, ...]:
        """The numbers that it concludes."""
        return tuple(each for each in self.concludes if isinstance(each, HowMany))

    @property
    def because(self) -> tuple[Cause, ...]:
        """The causes that it follows from."""
        return in_order({each.source for each in self.given if not isinstance(each.source, int)})

    @property
    def uses(self) -> tuple[int, ...]:
        """And the earlier steps, by their place in the explanation from 0."""
        return tuple(sorted({each.source for each in self.given if isinstance(each.source, int)}))

    @property
    def size(self) -> int:
        """The number of causes and earlier steps that it takes; an own hand is one."""
        return len(sources_of(self.given))

    @property
    def technique(self) -> str:
        """The one of ``TECHNIQUES`` that it takes, read off its reasons."""
        contents = {content(each.says) for each in self.given}
        choices = sum(isinstance(each, tuple) and len(each) > 1 for each in contents)
        if self.sum and len(self.sum[0].seats) > 1:
            return "hands-together"
        if {content(each) for each in self.concludes} <= contents:
            return "full-hand" if isinstance(self.given[0].source, HandCause) else "told"
        if self.sum or self.bounds:
            return "place-taken" if choices else "full-hand"
        numbers = [each for each in self.given if isinstance(each.says, HowMany)]
        if any(isinstance(each.source, HandCause | SizeCause) for each in numbers):
            return "all-together"
        if len(numbers) + choices > 1:
            return "one-each"
        return "full-hand" if numbers else "one-left" if choices else "only-seat"


def at_once(source: Source) -> Source:
    """What is looked at at once: the cards of an own hand are one source."""
    return OwnCause("", source.seat) if isinstance(source, OwnCause) else source


def sources_of(given: Iterable[Given]) -> tuple[Source, ...]:
    """The different sources of some statements, an own hand once."""
    return tuple(dict.fromkeys(at_once(each.source) for each in given))


def content(statement: Statement) -> object:
    """What a statement says, whatever says it: the literals of a clause, or the number."""
    return statement.literals if isinstance(statement, Clause) else statement


def literals_of(statements: Iterable[Statement]) -> tuple[Literal, ...]:
    """The literals that some statements are, without choices and numbers."""
    given = (Given(SUPPOSED, each).literal for each in statements)
    return tuple(literal for literal in given if literal)


SHARED_KEYS: Final = (
    "record",
    "view",
    "at",
    "conclusion",
    "verdict",
    "because",
    "smallest",
    "*=unsure",
)
"""The keys that the JSON of every explanation begins with."""


@json_keys(*SHARED_KEYS, "gist", "others", "steps", "counterexample", "hands")
@dataclass(frozen=True, repr=False)
class Explanation(Answer):
    """Why a conclusion is proven or refuted; or, where it is open, how else the cards may lie.

    Keys:
        record: The digest of the record: SHA-256 of its canonical text.
        conclusion: ``card``, ``seat`` and ``holds``; of a claim, ``book`` and its ``parts``, each
            like that.
        verdict: ``proven``, ``open`` or ``refuted``.
        because: The causes: ``{"event": n}`` (all that event n says), ``{"hand": SEAT}`` (how many
            cards that seat holds at the moment), ``{"size": SEAT}`` (how many were dealt to it;
            only where the sizes of now are not all public), ``{"own": CARD, "seat": SEAT}`` (a
            viewer has, or has not, that card in the dealt hand), ``{"header": TEXT}``.
        smallest: Whether no smaller set exists; false only where --limit ended the search.
        minimal: Only where false: it is not known of each cause that it is needed.
        others: Other sets as small, with --all N.
        gist: Of more than six causes, one sentence on what they are; else null.
        steps: The way from the causes to the conclusion: ``conclusion`` (in words), ``because``
            (causes) and ``uses`` (earlier steps, from 0), six at most together; ``technique``,
            ``bounds`` (what it concludes of numbers: ``seats`` hold from ``least`` to
            ``most`` of ``cards``), ``text``.
        counterexample: Where it is open: the dealt hand of each seat; else null.
        hands: Where it is open: what these hands have become at the moment; else null.
    """

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
    others: tuple[tuple[Cause, ...], ...] = ()
    """Other sets as small as ``because``, the easiest first, as many as were asked for."""
    steps: tuple[Step, ...] = ()
    """The way from the causes to the conclusion (or its opposite), where it was asked for."""
    counterexample: Mapping[Card, Seat] | None = None
    """Where it is open: a consistent deal (the seat dealt to, by card) in which it is false."""
    otherwise: Literal | None = None
    """Where it is open: the first card that the counterexample has otherwise, and where it is."""
    unsaid: int | None = None
    """Where it is open: the last ask that may have been made with the card asked about, by the seat
    that has it in the counterexample; of no card is it certain that it was made with that one."""
    origin: tuple[Record, int] | None = None
    """Where ``record`` is what a record with gaps comes to: that record, and the moment in it."""


@json_keys("view", "at", "cards", "steps", "unexplained")
@dataclass(frozen=True, repr=False)
class Consequences(Answer):
    """All the places of cards that follow for a view at a moment, in steps, the easiest first.

    Keys:
        cards: With --all or --hint and no card: the cards whose places follow.
        steps: As above, each with its ``level``, 1 to 5.
        unexplained: Cards to whose places no way was found before the limit.
    """

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

    def otherwise(self, deal: Deal) -> Literal:
        """The first card that a deal has otherwise than is asked, and the seat that has it."""
        card = next(card for card, seat, holds in self.hidden if (deal[card] == seat) != holds)
        return Literal(card, deal[card], True)

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


def excludes(fact: Literal, other: Literal) -> bool:
    """Whether what is so of a card makes something else that is said of it false."""
    is_same = fact.seat == other.seat
    is_false = fact.holds != other.holds if is_same else fact.holds and other.holds
    return is_false and fact.card == other.card


def denial(literals: Iterable[Literal]) -> Clause:
    """The clause that is true exactly when not all of some literals are."""
    return Clause(tuple(map(opposite, literals)), SUPPOSED)

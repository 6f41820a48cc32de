"""Steps that count: an inference that joins half-suits, told as several that each do one thing.

But for hand sizes, every fact is about one half-suit. So what joins half-suits is only how many
cards some hands hold. Where many causes together leave a conclusion no way out, this is why (it is
bounds propagation on a sum with one addend for each half-suit):

1. Some seats hold so many cards in all (*sum*).
2. By what is known of each other half-suit, they can have at most so many of it, or must have at
   least so many (*bound*; *added* where the bounds of several half-suits are added first).
3. So at least (at most) so many of this half-suit are theirs (*counting*).
4. With what is known of this half-suit, that leaves only the conclusion (*within*).

Example: "Zoe and Priya hold 9 unseen cards, at most 4 low hearts and at most 3 low clubs among
them; so at least 2 of the 3 high clubs are theirs. Neither holds the QC; so both others are."
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain, permutations
from typing import Final, NamedTuple

from tracker.budget import MOST_SOURCES
from tracker.errors import UndecidedError
from tracker.explain.evidence import in_order
from tracker.explain.explanation import HowMany, Rule, Step, denial
from tracker.explain.steps.half_suit_bounds import (
    HalfSuitBounds,
    ProvenBound,
    Source,
    StepReason,
    counted,
)
from tracker.game.cards import Book, Card
from tracker.game.events import Seat
from tracker.knowledge.facts import Clause, Count, Fact, HandCause, Literal, SizeCause

_NOTHING: Final = HowMany((), (), 0, 0)
"""The bound that nobody holds any of no cards."""


class Need(NamedTuple):
    """What an inference needs of a cause or an earlier step."""

    source: Source
    facts: tuple[Fact, ...]


class _Goal(NamedTuple):
    """Literals of one half-suit that are to be concluded."""

    book: Book
    literals: tuple[Literal, ...]
    denials: tuple[tuple[Clause, ...], ...]
    """What has to be contradicted, each by itself."""
    rule: Rule


class Counting:
    """Tells an inference as steps that count.

    Args:
        needs: what the inference needs of its causes and of earlier steps.
        books: the half-suits.
        seats: all the seats.
        before: the steps that come before.
    """

    def __init__(
        self,
        needs: Iterable[Need],
        books: Sequence[Book],
        seats: Sequence[Seat],
        before: Sequence[Step],
    ) -> None:
        self._books = books
        self._seats = seats
        self._before = before
        self._steps: list[Step] = []
        self._hands: list[ProvenBound] = []
        """The hands that are counted,"""
        self._total = _NOTHING
        """and how many cards they hold together."""
        facts = [(need.source, fact) for need in needs for fact in need.facts]
        self._counts = [(source, fact) for source, fact in facts if isinstance(fact, Count)]
        clauses = (StepReason(source, fact) for source, fact in facts if isinstance(fact, Clause))
        self._half_suits = HalfSuitBounds(seats, books, clauses)

    def steps(self, goals: Sequence[Literal], *, one_of: bool) -> list[Step] | None:
        """The steps to some literals; None where they do not follow by counting.

        The literals are concluded one half-suit after the other. All hands whose size is given are
        counted, or none.

        Args:
            goals: the literals.
            one_of: whether one of them is concluded (they are of one half-suit then), not all.
        """
        with suppress(UndecidedError):
            for hands in (*self._sized_hands(), []):
                self._hands, self._steps = hands, []
                self._total = _sum([hand.how_many for hand in hands])
                if all(map(self._conclude, self._by_book(goals, one_of=one_of))):
                    return self._steps
        return None

    def _by_book(self, literals: Sequence[Literal], *, one_of: bool) -> Iterator[_Goal]:
        """The goals, one for each half-suit."""
        for book in self._books:
            here = tuple(literal for literal in literals if literal.card in book.cards)
            denied = tuple(denial([literal]) for literal in here)
            if one_of and here:
                yield _Goal(book, here, (denied,), "not-all" if len(here) > 1 else "within")
            elif here:
                yield _Goal(book, here, tuple((clause,) for clause in denied), "within")

    # -- how many cards the hands hold ------------------------------------------------------------

    def _sized_hands(self) -> Iterator[list[ProvenBound]]:
        """All the hands whose size is given, for each choice of cards that are counted in all."""
        sized = {count.seat for source, count in self._counts if _is_size(source)}
        hands = [self._hand(seat) for seat in self._seats if seat in sized]
        for cards in hands[0] if hands else ():
            if all(cards in hand for hand in hands):
                yield [hand[cards] for hand in hands]

    def _hand(self, seat: Seat) -> dict[tuple[Card, ...], ProvenBound]:
        """The size of one hand, by the cards counted: as given, or less what another count says."""
        counts = [(source, count) for source, count in self._counts if count.seat == seat]
        sizes = {
            count.cards: ProvenBound(
                HowMany((seat,), count.cards, count.least, count.most), (StepReason(source),)
            )
            for source, count in counts
            if _is_size(source)
        }
        for (source, whole), (other, part) in permutations(counts, 2):
            if _is_size(source) and set(part.cards) < set(whole.cards):
                rest = tuple(card for card in whole.cards if card not in part.cards)
                least, most = max(whole.least - part.most, 0), whole.most - part.least
                reasons = (StepReason(source), StepReason(other))
                sizes[rest] = ProvenBound(HowMany((seat,), rest, least, most), reasons)
        return sizes

    # -- from the total to a goal -----------------------------------------------------------------

    def _conclude(self, goal: _Goal) -> bool:
        """Add the steps to a goal; False where it does not follow."""
        if self._half_suits.contradicts(goal.book, goal.denials, _NOTHING):
            self._finish(goal)
            return True
        return bool(self._hands) and (
            self._count(goal, upper=True) or self._count(goal, upper=False)
        )

    def _count(self, goal: _Goal, *, upper: bool) -> bool:
        """Add the steps to a goal that follows from what the other half-suits leave for its own.

        Args:
            goal: the goal.
            upper: whether to count how many of the others the seats can have at most, which leaves
                at least so many of this half-suit; else how many they must have, which leaves at
                most so many.

        Returns:
            False where it does not follow.
        """
        others = [book for book in self._books if book is not goal.book]
        total, cards = self._total, counted(goal.book, self._total)
        extremes = [self._half_suits.number(book, total, upper=upper) for book in others]
        numbers = [number for number in extremes if number is not None]
        if len(numbers) < len(others):  # the clauses leave no way to lay a half-suit
            return False
        least, most = 0, len(cards)
        if upper:
            least = max(total.least - sum(numbers), least)
        else:
            most = min(total.most - sum(numbers), most)
        left = HowMany(total.seats, cards, least, most)
        if not self._half_suits.contradicts(goal.book, goal.denials, left):
            return False
        addends = [
            self._half_suits.bound(book, total, number, upper=upper)
            for book, number in zip(others, numbers, strict=True)
            if counted(book, total) and (upper or number)
        ]
        self._finish(goal, self._counted_out(addends, left))
        return True

    def _finish(self, goal: _Goal, counting: Step | None = None) -> None:
        """Add the last step to a goal.

        Args:
            goal: the goal.
            counting: how many of its half-suit are with the seats. Where that alone forces the
                goal, it is the last step.
        """
        left = counting.bounds[0] if counting else _NOTHING
        reasons = self._half_suits.why_contradicted(goal.book, goal.denials, left)
        if counting and not reasons and goal.rule == "within":
            self._steps.append(replace(counting, conclusion=goal.literals, bounds=()))
            return
        if counting:
            reasons.append(StepReason(self._place(counting)))
        self._steps.append(_step(goal.rule, reasons, conclusion=goal.literals))

    def _counted_out(self, addends: Sequence[ProvenBound], left: HowMany) -> Step:
        """The step to what some half-suits leave of the total; those that it takes are added."""
        total = self._added_up()
        own = [
            self._in_a_step(_step("bound", addend.reasons, bounds=(addend.how_many,)))
            if len({reason.source for reason in addend.reasons}) > 1
            else addend
            for addend in addends
        ]
        shown = self._gathered(own, MOST_SOURCES - len(total))
        reasons = [*total, *_reasons_of(shown)]
        step = _step("counting", reasons, bounds=(left,))
        return replace(step, addends=(self._total, *(addend.how_many for addend in shown)))

    def _added_up(self) -> tuple[StepReason, ...]:
        """Why the seats hold so many cards: a step, where that takes several sources."""
        hands = self._hands
        if len(_reasons_of(hands)) < 2:
            return _reasons_of(hands)
        while len(_reasons_of(hands)) > MOST_SOURCES:
            some, hands = hands[: MOST_SOURCES // 2], hands[MOST_SOURCES // 2 :]
            part = _sum([hand.how_many for hand in some])
            hands = [*hands, self._in_a_step(_step("sum", _reasons_of(some), bounds=(part,)))]
        return self._in_a_step(_step("sum", _reasons_of(hands), bounds=(self._total,))).reasons

    def _gathered(self, addends: Sequence[ProvenBound], room: int) -> list[ProvenBound]:
        """Addends, some of them added in steps of their own, until there is room for their sources.

        Each has one source at most.
        """
        free = [addend for addend in addends if not addend.reasons]
        rest = [addend for addend in addends if addend.reasons]
        while len(rest) > room:
            number = min(MOST_SOURCES, len(rest) - room + 1)
            some, rest = rest[:number], rest[number:]
            bounds = tuple(addend.how_many for addend in some)
            step = _step("added", _reasons_of(some), bounds=(_sum(bounds),))
            rest.append(self._in_a_step(replace(step, addends=bounds)))
        return [*rest, *free]

    def _in_a_step(self, step: Step) -> ProvenBound:
        """The bound that a step concludes, with the step as its reason."""
        return ProvenBound(step.bounds[0], (StepReason(self._place(step)),))

    def _place(self, step: Step) -> int:
        """The place of a step: of an earlier one with the same bounds, or of the new one."""
        earlier = [*self._before, *self._steps]
        for place, other in enumerate(earlier):
            if other.bounds == step.bounds and not other.conclusion:
                return place
        self._steps.append(step)
        return len(earlier)


def _is_size(source: Source) -> bool:
    """Whether a source is the size of a hand."""
    return isinstance(source, HandCause | SizeCause)


def _reasons_of(bounds: Iterable[ProvenBound]) -> tuple[StepReason, ...]:
    return tuple(reason for bound in bounds for reason in bound.reasons)


def _sum(bounds: Sequence[HowMany]) -> HowMany:
    """The sum of bounds: of several hands on the same cards, or of one on several half-suits."""
    seats = dict.fromkeys(chain.from_iterable(bound.seats for bound in bounds))
    cards = dict.fromkeys(chain.from_iterable(bound.cards for bound in bounds))
    least, most = sum(bound.least for bound in bounds), sum(bound.most for bound in bounds)
    return HowMany(tuple(seats), tuple(cards), least, most)


def _step(
    rule: Rule,
    reasons: Sequence[StepReason],
    *,
    conclusion: tuple[Literal, ...] = (),
    bounds: tuple[HowMany, ...] = (),
) -> Step:
    """A step from some reasons.

    The clauses of a cause go to ``stated`` where all of them have one literal, else to ``used``.
    """
    clauses = [
        (source, clause)
        for source, clause in reasons
        if clause is not None and not isinstance(source, int)
    ]
    choices = {cause for cause, clause in clauses if len(clause.literals) > 1}
    sources = {reason.source for reason in reasons}
    return Step(
        conclusion=conclusion,
        because=in_order(source for source in sources if not isinstance(source, int)),
        uses=tuple(sorted(source for source in sources if isinstance(source, int))),
        rule=rule,
        stated=tuple(
            (cause, clause.literals[0]) for cause, clause in clauses if cause not in choices
        ),
        used=tuple(clause for cause, clause in clauses if cause in choices),
        bounds=bounds,
    )

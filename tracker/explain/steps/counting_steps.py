"""A step that counts hands and half-suits, told as several that each do one thing.

What joins the half-suits is only how many cards hands hold. So where many causes leave a conclusion
no way out, this is why: some seats hold so many cards in all; of each other half-suit they can have
only so many (or must have so many); so at least (at most) so many of this one are theirs; and with
what is known of this half-suit, that leaves only the conclusion. Each of these is a step:

* *sum*: how many cards several hands hold together;
* *bound*: how many of one half-suit they can have, or must have, by what is known of it;
* *added*: the same of several half-suits together, where there are many;
* *counting*: what that leaves for one half-suit;
* *within*: what follows from that, and what is known of this half-suit.

Example: "Zoe and Priya hold 9 unseen cards, at most 4 low hearts and at most 3 low clubs among
them; so at least 2 of the 3 high clubs are theirs. Neither holds the QC; so both others are."

The numbers of one half-suit come from all the ways to lay it (``half_suits``); a step has only the
causes without which its number would be another.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, permutations
from typing import Final, NamedTuple, TypeAlias

from tracker.errors import UndecidedError
from tracker.explain.smallest.causes import in_order
from tracker.explain.steps.propagation import Rule, opposite
from tracker.explain.steps.step import MANY, HowMany, Step
from tracker.game.cards import Book, Card
from tracker.game.events import Seat
from tracker.inference.half_suits import fewest_and_most
from tracker.knowledge.facts import (
    Cause,
    Clause,
    Count,
    Fact,
    HandCause,
    HeaderCause,
    Literal,
    SizeCause,
)

Source: TypeAlias = Cause | int
"""A cause; or the place of an earlier step in the chain."""
SIZES: Final = (HandCause, SizeCause)
"""The causes that say how many cards a hand has."""
MOST_STATES: Final = 20_000
"""Leave a step as it is where a half-suit has more states than this: some 50 ms for a number."""
_NOTHING: Final = HeaderCause("")


class Need(NamedTuple):
    """What a step uses of a cause or an earlier step."""

    source: Source
    facts: tuple[Fact, ...]


class _Said(NamedTuple):
    """One clause, and where it comes from."""

    source: Source
    clause: Clause


@dataclass(frozen=True)
class _Total:
    """How many cards some seats hold together, and the sources of that."""

    bound: HowMany
    sources: tuple[Source, ...]
    hands: tuple[_Total, ...] = ()
    """Where it is of several seats: of each alone."""


@dataclass(frozen=True)
class _Addend:
    """How many of a half-suit are with the seats at most (or at least), and why."""

    bound: HowMany
    said: tuple[_Said, ...]

    @property
    def sources(self) -> tuple[Source, ...]:
        """Where it comes from; none where there are not more such cards anyway."""
        return tuple(dict.fromkeys(one.source for one in self.said))


class Counting:
    """Tells a step as several that count.

    Args:
        needs: what the step uses.
        books: the half-suits.
        seats: all the seats.
        before: the steps that come before it.
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
        self._said: dict[str, list[_Said]] = {book.name: [] for book in books}
        self._counts: list[tuple[Source, Count]] = []
        for need in needs:
            for fact in need.facts:
                self._take(need.source, fact)
        self._total: _Total | None = None

    def _take(self, source: Source, fact: Fact) -> None:
        """Put a fact where it belongs."""
        if isinstance(fact, Count):
            self._counts.append((source, fact))
        elif isinstance(fact, Clause) and fact.literals:
            card = fact.literals[0].card
            book = next(book for book in self._books if card in book.cards)
            self._said[book.name].append(_Said(source, fact))

    def steps(self, goals: Sequence[Literal], *, one_of: bool) -> list[Step] | None:
        """The steps to some literals, one half-suit's after the other; none where it is not so.

        Args:
            goals: what follows: all of it,
            one_of: or, where they are of one half-suit, that one of it is true.
        """
        with suppress(UndecidedError):
            for total in (*self._added_hands(), None):
                self._total, self._steps = total, []
                if all(self._conclude(*part, one_of=one_of) for part in self._by_book(goals)):
                    return self._steps
        return None

    def _by_book(self, goals: Sequence[Literal]) -> Iterator[tuple[Book, tuple[Literal, ...]]]:
        """Literals by the half-suit they are about."""
        for book in self._books:
            here = tuple(goal for goal in goals if goal.card in book.cards)
            if here:
                yield book, here

    # -- how many cards the hands hold ------------------------------------------------------------

    def _added_hands(self) -> Iterator[_Total]:
        """How many cards the seats hold together whose hands are counted, in each way to say it."""
        sized = {count.seat for source, count in self._counts if isinstance(source, SIZES)}
        seats = [seat for seat in self._seats if seat in sized]
        hands = [self._of_hand(seat) for seat in seats]
        for cards in hands[0] if hands else ():
            same = [hand[cards] for hand in hands if cards in hand]
            if len(same) == len(seats):
                yield _of_all(same)

    def _of_hand(self, seat: Seat) -> dict[tuple[Card, ...], _Total]:
        """What is said of one hand: by one count, or by what one count leaves of another.

        Returns:
            By the cards that are counted.
        """
        counts = [(source, count) for source, count in self._counts if count.seat == seat]
        found: dict[tuple[Card, ...], _Total] = {}
        for source, one in counts:
            if isinstance(source, SIZES):
                found[one.cards] = _Total(
                    HowMany((seat,), one.cards, one.least, one.most), (source,)
                )
        for (source, whole), (other, part) in permutations(counts, 2):
            if isinstance(source, SIZES) and set(part.cards) < set(whole.cards):
                rest = tuple(card for card in whole.cards if card not in part.cards)
                least, most = whole.least - part.most, whole.most - part.least
                found[rest] = _Total(HowMany((seat,), rest, max(least, 0), most), (source, other))
        return found

    # -- from the total to a conclusion -----------------------------------------------------------

    def _conclude(self, book: Book, goals: tuple[Literal, ...], *, one_of: bool) -> bool:
        """Make the steps to some literals of one half-suit; whether that is possible."""
        if one_of:
            denials = [[Clause((opposite(goal),), _NOTHING) for goal in goals]]
        else:
            denials = [[Clause((opposite(goal),), _NOTHING)] for goal in goals]
        rule: Rule = "not-all" if one_of and len(goals) > 1 else "within"
        if self._denied(book, self._said[book.name], denials, None):
            self._within(book, goals, denials, None, rule)
            return True
        return self._total is not None and any(
            self._count(book, goals, denials, self._total, rule, upper=upper)
            for upper in (True, False)
        )

    def _count(
        self,
        book: Book,
        goals: tuple[Literal, ...],
        denials: Sequence[Sequence[Clause]],
        total: _Total,
        rule: Rule,
        *,
        upper: bool,
    ) -> bool:
        """Make the steps by which the other half-suits leave too little, or too much, room.

        Args:
            book: the half-suit of
            goals: the literals that follow,
            denials: each of which leads to a contradiction.
            total: how many cards the seats hold.
            rule: of the last step.
            upper: whether the others can have only so many; else they must have so many.
        """
        others = [other for other in self._books if other is not book]
        numbers = {other.name: self._number(other, upper=upper) for other in others}
        if None in numbers.values():
            return False
        found = {name: number for name, number in numbers.items() if number is not None}
        left = (total.bound.least if upper else total.bound.most) - sum(found.values())
        cards = self._counted(book)
        goal = HowMany(total.bound.seats, cards, 0, min(left, len(cards)))
        if upper:
            goal = HowMany(total.bound.seats, cards, max(left, 0), len(cards))
        if not self._denied(book, self._said[book.name], denials, goal):
            return False
        addends = [self._addend(other, found[other.name], upper=upper) for other in others]
        addends = [one for one in addends if one.bound.cards and (upper or one.bound.least)]
        self._within(book, goals, denials, self._counted_out(total, addends, goal), rule)
        return True

    def _within(
        self,
        book: Book,
        goals: tuple[Literal, ...],
        denials: Sequence[Sequence[Clause]],
        counting: Step | None,
        rule: Rule,
    ) -> None:
        """The last step, from what is known of a half-suit and how many of it are with the seats.

        Where the number alone says all, there is no step between.
        """
        goal = counting.bounds[0] if counting else None
        said = self._fewest(
            self._said[book.name], lambda some: self._denied(book, some, denials, goal)
        )
        if counting is not None and not said and rule == "within":
            self._steps.append(replace(counting, conclusion=goals, bounds=()))
            return
        uses = [] if counting is None else [self._place(counting)]
        self._steps.append(_step(rule, said, uses, goals))

    def _counted_out(self, total: _Total, addends: Sequence[_Addend], goal: HowMany) -> Step:
        """What some half-suits leave of a total for one, with the steps that it takes before."""
        sources = self._added_up(total)
        said: list[_Said] = []
        kept: list[_Addend] = []
        for one in addends:
            if len(one.sources) > 1:
                place = self._place(_step("bound", one.said, (), bounds=(one.bound,)))
                one = _Addend(one.bound, (_Said(place, Clause((), _NOTHING)),))
            kept.append(one)
        kept = self._gathered(kept, MANY - len(sources))
        for one in kept:
            said += one.said
        shown = tuple(one.bound for one in kept)
        step = _step("counting", said, sources, bounds=(goal,))
        return replace(step, addends=(total.bound, *shown))

    def _added_up(self, total: _Total) -> tuple[Source, ...]:
        """What says how many cards the seats hold together: where it takes several, a step."""
        if len(total.sources) < 2:
            return total.sources
        hands = list(total.hands)
        while len(_of_all(hands).sources) > MANY:
            some, hands = hands[: MANY // 2], hands[MANY // 2 :]
            part = _of_all(some)
            place = self._place(_step("sum", (), part.sources, bounds=(part.bound,)))
            hands.append(replace(part, sources=(place,)))
        sources = _of_all(hands).sources
        return (self._place(_step("sum", (), sources, bounds=(total.bound,))),)

    def _gathered(self, addends: list[_Addend], room: int) -> list[_Addend]:
        """Some half-suits taken together, until there are not too many sources."""
        plain = [one for one in addends if not one.said]
        rest = [one for one in addends if one.said]
        while len(rest) > room:
            take = min(MANY, len(rest) - room + 1)
            some, rest = rest[:take], rest[take:]
            bounds = [one.bound for one in some]
            cards = tuple(chain.from_iterable(bound.cards for bound in bounds))
            least, most = sum(one.least for one in bounds), sum(one.most for one in bounds)
            bound = HowMany(bounds[0].seats, cards, least, most)
            step = _step(
                "added", list(chain.from_iterable(one.said for one in some)), (), (), (bound,)
            )
            place = self._place(replace(step, addends=tuple(bounds)))
            rest.append(_Addend(bound, (_Said(place, Clause((), _NOTHING)),)))
        return [*rest, *plain]

    # -- one half-suit ----------------------------------------------------------------------------

    def _counted(self, book: Book) -> tuple[Card, ...]:
        """The cards of a half-suit that count."""
        if self._total is None:
            return ()
        return tuple(card for card in self._total.bound.cards if card in book.cards)

    def _range(self, book: Book, clauses: Iterable[Clause]) -> tuple[int, int] | None:
        """The fewest and the most cards of a half-suit that are with the seats."""
        inside: Collection[Seat] = self._total.bound.seats if self._total else ()
        cards = self._counted(book)
        return fewest_and_most(self._seats, book, clauses, cards, inside, MOST_STATES)

    def _number(self, book: Book, *, upper: bool) -> int | None:
        """How many of a half-suit are with the seats at most, or at least."""
        found = self._range(book, (one.clause for one in self._said[book.name]))
        return None if found is None else found[upper]

    def _addend(self, book: Book, number: int, *, upper: bool) -> _Addend:
        """How many of a half-suit are with the seats, from as little as it takes."""

        def suffices(some: Sequence[_Said]) -> bool:
            found = self._range(book, (one.clause for one in some))
            return found is None or (found[1] <= number if upper else found[0] >= number)

        said = self._fewest(self._said[book.name], suffices)
        cards = self._counted(book)
        seats = self._total.bound.seats if self._total else ()
        least, most = (0, number) if upper else (number, len(cards))
        return _Addend(HowMany(seats, cards, least, most), tuple(said))

    def _denied(
        self,
        book: Book,
        said: Iterable[_Said],
        denials: Sequence[Sequence[Clause]],
        bound: HowMany | None,
    ) -> bool:
        """Whether every denial contradicts what is said of a half-suit, within a bound."""
        clauses = [one.clause for one in said]
        ranges = (self._range(book, [*clauses, *denial]) for denial in denials)
        if bound is None:
            return all(found is None for found in ranges)
        return all(
            found is None or found[1] < bound.least or found[0] > bound.most for found in ranges
        )

    def _fewest(
        self, said: Sequence[_Said], suffices: Callable[[Sequence[_Said]], bool]
    ) -> list[_Said]:
        """What cannot be left out of what is said: whole sources first, then single clauses."""
        kept = list(said)
        for source in dict.fromkeys(one.source for one in said):
            rest = [one for one in kept if one.source != source]
            if suffices(rest):
                kept = rest
        for one in tuple(kept):
            rest = [other for other in kept if other is not one]
            if suffices(rest):
                kept = rest
        return kept

    def _place(self, step: Step) -> int:
        """The place of a step in the chain: an earlier one that says the same, or a new one."""
        chained = [*self._before, *self._steps]
        for place, other in enumerate(chained):
            if other.bounds == step.bounds and not other.conclusion:
                return place
        self._steps.append(step)
        return len(chained)


def _of_all(hands: Sequence[_Total]) -> _Total:
    """Hands added up."""
    bounds = [hand.bound for hand in hands]
    seats = tuple(seat for bound in bounds for seat in bound.seats)
    least, most = sum(one.least for one in bounds), sum(one.most for one in bounds)
    sources = tuple(source for hand in hands for source in hand.sources)
    return _Total(HowMany(seats, bounds[0].cards, least, most), sources, tuple(hands))


def _step(
    rule: Rule,
    said: Sequence[_Said],
    sources: Iterable[Source] = (),
    conclusion: tuple[Literal, ...] = (),
    bounds: tuple[HowMany, ...] = (),
) -> Step:
    """A step from what some causes and earlier steps say, and from some more of these."""
    every = [*sources, *(one.source for one in said)]
    causes = {one for one in every if not isinstance(one, int)}
    plain = {cause for cause in causes if all(_is_plain(one, cause) for one in said)}
    return Step(
        conclusion=conclusion,
        because=in_order(causes),
        uses=tuple(sorted({one for one in every if isinstance(one, int)})),
        rule=rule,
        said=tuple(_said_by(said, plain)),
        used=tuple(one.clause for one in said if one.source in causes - plain),
        bounds=bounds,
    )


def _is_plain(said: _Said, cause: Cause) -> bool:
    """Whether a clause, if it is this cause's, has one literal only."""
    return said.source != cause or len(said.clause.literals) == 1


def _said_by(said: Iterable[_Said], causes: Collection[Cause]) -> Iterator[tuple[Cause, Literal]]:
    """What some causes simply say."""
    for source, clause in said:
        if not isinstance(source, int) and source in causes:
            yield source, clause.literals[0]

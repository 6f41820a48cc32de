"""Steps from a set of causes to a conclusion, by two rules.

But for hand sizes every fact is about one half-suit. So whatever follows, follows from what
half-suits and hands tell each other: "these seats have so many of these cards". Two rules make
every step:

* *within a half-suit*: what its table rules out, by the fewest statements;
* *counting hands*: some hands hold so many cards; of each other half-suit they can have at most so
  many, or must have at least so many; the rest is of this half-suit.

This is bounds propagation on a sum with one addend for each half-suit. Both rules are tried from
the easiest skill on (``LADDER``), and after each conclusion again from the easiest. At the end only
what the conclusion needs is told. Where the rules do not get there, one step has all the causes at
once.

It is the idea of step-wise explanations (Bogaerts, Gamba and Guns, "A framework for step-wise
explaining how to solve constraint satisfaction problems", Artificial Intelligence 300, 2021).

Example: "Zoe and Priya hold 9 cards, at most 4 low hearts and at most 3 low clubs among them; so at
least 2 of the 3 high clubs are theirs. Neither holds the QC; so both others are."
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import combinations, permutations
from typing import Final, NamedTuple

from tracker.budget import minimal_subset
from tracker.errors import UndecidedError
from tracker.explain.explanation import (
    SUPPOSED,
    Given,
    HowMany,
    Step,
    at_once,
    content,
    opposite,
    sources_of,
)
from tracker.explain.half_suit import LaidBook
from tracker.explain.limits import MOST_HANDS, MOST_SOURCES
from tracker.game.cards import Book, Card
from tracker.game.events import Seat
from tracker.knowledge.facts import Clause, Fact, Literal, OwnCause


class Skill(NamedTuple):
    """What a step may take."""

    choices: int | None
    """So many statements that leave a choice, within a half-suit; None: any number."""
    hands: int = 0
    """So many hands together."""
    places: bool = False
    """Whether "one of these" may take up a place in a hand that is counted."""


LADDER: Final = (
    Skill(1),
    Skill(1, 1),
    Skill(None, 1),
    Skill(None, 1, places=True),
    Skill(None, MOST_HANDS, places=True),
)
"""The skills, the easiest first; each adds to the one before."""


class SizedHand(NamedTuple):
    """How many of some cards a seat holds, and what says so."""

    says: HowMany
    given: tuple[Given, ...]


class Reasoning:
    """What follows from some facts, step by step.

    Args:
        seats: all the seats.
        books: the half-suits.
        facts: the facts.
        ladder: the skills that may be used.
        own: what the reader sees in the own hand: used where else it would have to be proven.
        nowhere: as for ``LaidBook``.
    """

    def __init__(
        self,
        seats: Sequence[Seat],
        books: Sequence[Book],
        facts: Iterable[Fact],
        ladder: Sequence[Skill] = LADDER,
        *,
        own: Collection[Clause] = (),
        nowhere: bool = False,
    ) -> None:
        self.steps: list[Step] = []
        """All conclusions in order, needed or not."""
        self._ladder = ladder
        self._tables = [LaidBook(seats, book, nowhere=nowhere) for book in books]
        self._of = {card: table for table in self._tables for card in table.book.cards}
        self._facts = [Given(each.cause, _statement(each)) for each in facts]
        """All there is."""
        sizes = [each for each in self._facts if isinstance(each.says, HowMany)]
        most = max((skill.hands for skill in ladder), default=0)
        self._groups = list(_groups([*_hands(sizes)], most))
        sure = {fact.literals[0] for fact in own}
        for each in (*(Given(fact.cause, fact) for fact in own), *self._facts):
            says = each.says
            # A choice that the own hand meets tells the reader nothing.
            if isinstance(says, Clause) and (each.literal or sure.isdisjoint(says.literals)):
                for literal in says.literals[:1]:
                    self._of[literal.card].learn(each)

    # -- the way to a goal ------------------------------------------------------------------------

    def follow(self, goals: Sequence[Literal] | None = None) -> None:
        """Go on until some literals are known, or until nothing more follows."""
        with suppress(UndecidedError):
            while goals is None or not all(map(self.known, goals)):
                if not any(self._goes_on(skill) for skill in self._ladder):
                    return

    def known(self, literal: Literal) -> Given | None:
        """The statement that makes a literal true, or that its card is elsewhere; None: neither."""
        stated = self._of[literal.card].stated
        elsewhere = (
            each
            for key, each in stated.items()
            if key.card == literal.card and key.holds and key.seat != literal.seat
        )
        return stated.get(literal) or (None if literal.holds else next(elsewhere, None))

    def steps_to(self, goals: Sequence[Literal]) -> tuple[Step, ...]:
        """The steps to some literals that the facts force."""
        for table in self._tables:
            table.wanted = {goal.card for goal in goals}
        self.follow(goals)
        if len(goals) == 1:
            return _needed(self.steps, [self._stepped(goals[0])])
        given = [self.known(goal) or self._stepped(goal) for goal in goals]
        return _needed(
            self.steps, self._add(tuple(Clause((goal,), SUPPOSED) for goal in goals), given)
        )

    def told_each(self, goals: Sequence[Literal]) -> tuple[tuple[Step, ...], tuple[Literal, ...]]:
        """The steps to each of some literals, and the literals to which no way was found."""
        self.follow(goals)
        reached = [self._stepped(goal) for goal in goals if self.known(goal)]
        return _needed(self.steps, reached), tuple(goal for goal in goals if not self.known(goal))

    def _stepped(self, goal: Literal) -> Given:
        """What makes a literal known, as a step says it.

        One is added where a fact does; or all the facts together, where no way was found.
        """
        given = self.known(goal)
        if given and isinstance(given.source, int):
            return given
        literal = given.literal if given and given.literal else goal
        return self._add((Clause((literal,), SUPPOSED),), [given] if given else self._facts)[0]

    def told_one_of(self, goals: Sequence[Literal]) -> tuple[Step, ...]:
        """The steps to "one of these literals is true", or to one of them, where that follows."""
        self.follow()
        first = next((goal for goal in goals if self.known(goal)), None)
        if first:
            return self.steps_to([first])
        one_of = Clause(tuple(goals), SUPPOSED)
        denied, given = [*map(opposite, goals)], self._facts
        if self.refutes(denied):
            table = self._of[goals[0].card]
            given = self._fewest(table.given, lambda some: table.refutes(some, denied))
        return _needed(self.steps, self._add((one_of,), given))

    def refutes(self, literals: Sequence[Literal]) -> bool:
        """Whether some literals of one half-suit cannot all be true, by what is known of it."""
        tables = {self._of[literal.card] for literal in literals}
        return len(tables) == 1 and all(table.refutes(table.given, literals) for table in tables)

    def _goes_on(self, skill: Skill) -> bool:
        """Conclude something new by a skill, if that can be."""
        groups = (group for group in self._groups if len(group) <= skill.hands)
        return any(self._within(table, skill) for table in self._tables) or any(
            self._count(group, skill) for group in groups
        )

    # -- within a half-suit -----------------------------------------------------------------------

    def _within(self, table: LaidBook, skill: Skill) -> bool:
        """Conclude what the table of a half-suit rules out, by the fewest statements."""
        if skill.choices in table.exhausted:
            return False
        plain, others = table.sorted_out()
        for group in (
            [others]
            if skill.choices is None
            else [(), *((each,) for each in others)][: None if skill.choices else 1]
        ):
            left = table.possible(group, table.open)
            new = table.news(left)
            if new:
                given = [*plain, *group]
                reasons = min((self._why(table, given, literal) for literal in new), key=len)
                left = table.possible(reasons)
                self._add([Clause((each,), SUPPOSED) for each in table.news(left)], reasons)
                return True
        table.exhausted.add(skill.choices)
        return False

    def _why(self, table: LaidBook, given: Sequence[Given], literal: Literal) -> list[Given]:
        """The fewest of some statements that make a literal true."""
        gone = table.denied(literal)
        touched = {literal.card}.union(*(_cards(each) for each in given if not each.literal))
        near = [each for each in given if not each.literal or each.literal.card in touched]
        return self._fewest(near, lambda some: not table.possible(some) & gone)

    def _fewest(
        self, given: Sequence[Given], suffices: Callable[[list[Given]], bool]
    ) -> list[Given]:
        """A subset of statements that suffices: of few sources, rather steps and own hands."""
        easy = sorted(given, key=lambda each: isinstance(each.source, int | OwnCause))
        sources = dict.fromkeys(each.source for each in easy)
        kept = minimal_subset(
            sources,
            lambda some: suffices([each for each in easy if each.source in some]),
            at_once=max(len(sources) // 4, 1),
        )
        return minimal_subset([each for each in easy if each.source in kept], suffices)

    # -- counting hands ---------------------------------------------------------------------------

    def _count(self, hands: Sequence[SizedHand], skill: Skill) -> bool:
        """Conclude how many of a half-suit some hands hold, from what the others leave."""
        total = _total(hands)
        seats, counted = total.seats, set(total.cards)
        parts = {
            table: tuple(card for card in table.book.cards if card in counted)
            for table in self._tables
        }
        ranges = {
            table: table.known_numbers(seats, part, skill.places)
            for table, part in parts.items()
            if part
        }
        for table in ranges:
            low, high = table.known_numbers(seats, parts[table], True)
            sure, perhaps = ranges[table]
            others = [other for other in ranges if other is not table]
            at_least = total.least - sum(ranges[other][1] for other in others)
            at_most = total.most - sum(ranges[other][0] for other in others)
            # What choices say already is new to who has yet to see it, where it settles places.
            for upper, is_new in (
                (False, at_most < high or at_most == sure < perhaps),
                (True, at_least > low or at_least == perhaps > sure),
            ):
                if is_new:
                    bound = HowMany(
                        seats,
                        parts[table],
                        *((at_least, len(parts[table])) if upper else (0, at_most)),
                    )
                    addends = [
                        HowMany(
                            seats,
                            parts[other],
                            *(
                                (0, ranges[other][1])
                                if upper
                                else (ranges[other][0], len(parts[other]))
                            ),
                        )
                        for other in others
                        if upper or ranges[other][0]
                    ]
                    if self._counted(hands, table, bound, addends, skill):
                        return True
        return False

    def _counted(
        self,
        hands: Sequence[SizedHand],
        table: LaidBook,
        bound: HowMany,
        addends: Sequence[HowMany],
        skill: Skill,
    ) -> bool:
        """Add the step to a bound, with what it plainly rules out; False where that is nothing."""
        sized = [each for hand in hands for each in hand.given]
        shown = Given(len(self.steps), bound)
        plain, _ = table.sorted_out()
        left = table.possible([shown], table.open)
        gone = table.open & ~left
        reasons = (
            self._fewest(plain, lambda some: not table.possible([*some, shown]) & gone)
            if gone
            else []
        )
        left = table.possible([*reasons, shown]) if gone else table.open
        concluded = [Clause((each,), SUPPOSED) for each in table.news(left)] if gone else []
        low, high = table.numbers([], bound.seats, bound.cards, left & table.open)
        numbers = [] if bound.least <= low and high <= bound.most else [bound]
        if not concluded and not numbers:
            return False
        if not bound.most and len(sized) == 1 and not addends:
            for says in concluded:  # a hand without room says so itself
                table.learn(Given(sized[0].source, says))
            return True
        why = [each for addend in addends for each in self._why_so_many(addend, skill)]
        total = _total(hands)
        low, high = (total.least, len(total.cards)) if bound.least else (0, total.most)
        total = replace(total, least=low, most=high)
        self._add((*concluded, *numbers), [*sized, *why, *reasons], (total, *addends))
        return True

    def _why_so_many(self, addend: HowMany, skill: Skill) -> list[Given]:
        """Why some seats hold at most, or at least, so many of a half-suit.

        A step of its own, where it takes several choices.
        """
        table = self._of[addend.cards[0]]

        def suffices(some: list[Given]) -> bool:
            low, high = table.numbers(some, addend.seats, addend.cards)
            return low >= addend.least and high <= addend.most

        why = self._fewest(table.given if skill.places else table.sorted_out()[0], suffices)
        is_hard = sum(not each.literal for each in why) > 1
        return self._add([addend], why) if is_hard else why

    def _add(
        self,
        concludes: Sequence[Clause | HowMany],
        given: Sequence[Given],
        total: tuple[HowMany, ...] = (),
    ) -> list[Given]:
        """Add a step; its conclusions are known from now on."""
        place = len(self.steps)
        self.steps.append(Step(tuple(concludes), tuple(given), total))
        for says in concludes:
            card = says.literals[0].card if isinstance(says, Clause) else says.cards[0]
            self._of[card].learn(Given(place, says))
        return [Given(place, says) for says in concludes]


def _cards(given: Given) -> Iterable[Card]:
    """The cards that a statement is about."""
    says = given.says
    return (each.card for each in says.literals) if isinstance(says, Clause) else says.cards


def _statement(fact: Fact) -> Clause | HowMany:
    """What a fact says."""
    if isinstance(fact, Clause):
        return fact
    return HowMany((fact.seat,), fact.cards, fact.least, fact.most)


def _hands(sizes: Sequence[Given]) -> Iterator[SizedHand]:
    """The hands that numbers of cards give, as they stand, or less what another says of a part."""
    numbers = {each: each.says for each in sizes if isinstance(each.says, HowMany)}
    yield from (SizedHand(says, (each,)) for each, says in numbers.items())
    for (whole, all_), (part, some) in permutations(numbers.items(), 2):
        if all_.seats == some.seats and set(some.cards) < set(all_.cards):
            rest = tuple(card for card in all_.cards if card not in some.cards)
            least, most = max(all_.least - some.most, 0), all_.most - some.least
            yield SizedHand(HowMany(all_.seats, rest, least, most), (whole, part))


def _total(hands: Sequence[SizedHand]) -> HowMany:
    """How many cards some hands that count the same cards hold together."""
    says = [hand.says for hand in hands]
    seats = tuple(seat for each in says for seat in each.seats)
    return HowMany(seats, says[0].cards, sum(x.least for x in says), sum(x.most for x in says))


def _groups(hands: Sequence[SizedHand], most: int) -> Iterator[tuple[SizedHand, ...]]:
    """Hands of different seats that count the same cards, one and more, up to so many."""
    alike: dict[tuple[Card, ...], list[SizedHand]] = {}
    for hand in hands:
        alike.setdefault(hand.says.cards, []).append(hand)
    alike.pop((), None)
    for number in range(1, most + 1):
        for same in alike.values():
            for group in combinations(same, number):
                if len({hand.says.seats for hand in group}) == number:
                    yield group


# -- what is told ---------------------------------------------------------------------------------


def _needed(steps: Sequence[Step], goals: Iterable[Given]) -> tuple[Step, ...]:
    """The steps that some conclusions need, each with what is needed of it, and none too large.

    Steps that follow from the same statements are one.
    """
    wanted: dict[int, set[object]] = {}
    _want(wanted, goals)
    for place in range(len(steps) - 1, -1, -1):
        if place in wanted:
            _want(wanted, steps[place].given)
    told: list[Step] = []
    moved: dict[int, int] = {}
    for place, contents in sorted(wanted.items()):
        given = (
            one._replace(source=moved[one.source]) if isinstance(one.source, int) else one
            for one in steps[place].given
        )
        concludes = tuple(one for one in steps[place].concludes if content(one) in contents)
        step = replace(steps[place], concludes=concludes, given=tuple(given))
        same = next((i for i, one in enumerate(told) if _from(one) == _from(step)), None)
        if same is not None:
            told[same] = replace(told[same], concludes=(*told[same].concludes, *concludes))
            moved[place] = same
            continue
        while step.size > MOST_SOURCES:
            part, step = _split(step, len(told))
            told.append(part)
        moved[place] = len(told)
        told.append(step)
    return tuple(told)


def _want(wanted: dict[int, set[object]], given: Iterable[Given]) -> None:
    """Note what is needed of earlier steps."""
    for each in given:
        if isinstance(each.source, int):
            wanted.setdefault(each.source, set()).add(content(each.says))


def _from(step: Step) -> tuple[object, ...]:
    """All that a step follows from."""
    return {*step.given}, step.sum


def _split(step: Step, place: int) -> tuple[Step, Step]:
    """Two steps for one. The first puts some sources together, hands last, and no more.

    Args:
        step: the one.
        place: where the first of the two will stand.
    """
    hands = {one.source for one in step.given if isinstance(one.says, HowMany)} - {*step.uses}
    sources = sorted(sources_of(step.given), key=lambda x: (x in hands, isinstance(x, int)))
    some = sources[: min(MOST_SOURCES, step.size - MOST_SOURCES + 1)]
    given = tuple(each for each in step.given if at_once(each.source) in some)
    says = dict.fromkeys(
        each.says if isinstance(each.says, HowMany) else replace(each.says, cause=SUPPOSED)
        for each in given
    )
    rest = (each for each in step.given if each not in given)
    passed_on = (Given(place, each) for each in says)
    return Step(tuple(says), given), replace(step, given=(*passed_on, *rest))

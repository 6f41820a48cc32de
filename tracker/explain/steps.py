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

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial, reduce
from itertools import chain, combinations, permutations
from operator import or_
from typing import Final, NamedTuple, TypeAlias

from tracker.budget import minimal_subset
from tracker.errors import UndecidedError
from tracker.explain.explanation import (
    SUPPOSED,
    Given,
    HowMany,
    Source,
    Statement,
    Step,
    at_once,
    excludes,
    literals_of,
    opposite,
    sources_of,
)
from tracker.explain.half_suit import Laid, LaidBook
from tracker.explain.limits import MOST_HANDS, MOST_SOURCES
from tracker.game.cards import Book, Card
from tracker.game.events import Seat
from tracker.knowledge.facts import Clause, Fact, HandCause, Literal, OwnCause, SizeCause

_Way: TypeAlias = Callable[[int, Sequence[Statement]], Iterable[Step]]
"""Gives the steps to those of its conclusions that are wanted; what they pass on has its place."""


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
    """How many of some cards a seat holds, or several seats together, and what says so."""

    says: HowMany
    given: tuple[Given, ...]


class Reasoning:
    """What follows from some facts, step by step.

    First all that follows is noted, each conclusion with a way to tell it. Only what a goal needs
    is told then, by the fewest statements.

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
        self._ways: list[_Way] = []
        """How each conclusion is told, in order."""
        self._ladder = ladder
        self._tables = [LaidBook(seats, book, nowhere=nowhere) for book in books]
        self._of = {card: table for table in self._tables for card in table.book.cards}
        self._facts = [Given(each.cause, _statement(each)) for each in facts]
        """All there is."""
        sizes = [each for each in self._facts if isinstance(each.says, HowMany)]
        most = max((skill.hands for skill in ladder), default=0)
        self._hands = list(_together([*_hands(sizes)], most))
        self._parts = {hand.says.cards: self._by_book(hand.says) for hand in self._hands}
        """What of the cards that are counted is of each half-suit."""
        sure = {fact.literals[0] for fact in own}
        for each in (*(Given(fact.cause, fact) for fact in own), *self._facts):
            says = each.says
            # A choice that the own hand meets tells the reader nothing.
            if isinstance(says, Clause) and (each.literal or sure.isdisjoint(says.literals)):
                for literal in says.literals[:1]:
                    self._of[literal.card].learn(each)
            elif not isinstance(says, Clause) and not isinstance(
                each.source, HandCause | SizeCause
            ):
                tables = {self._of[card] for card in says.cards}
                for table in tables if len(tables) == 1 else ():
                    table.learn(each)

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
            table.want({goal.card for goal in goals})
        self.follow(goals)
        if len(goals) == 1:
            return self._told([self._stepped(goals[0])])
        given = [self.known(goal) or self._stepped(goal) for goal in goals]
        return self._told(self._add(_clauses(goals), given))

    def told_each(self, goals: Sequence[Literal]) -> tuple[Step, ...]:
        """The steps to each of some literals to which a way is found."""
        self.follow(goals)
        return self._told(self._stepped(goal) for goal in goals if self.known(goal))

    def _stepped(self, goal: Literal) -> Given:
        """What makes a literal known, as a step says it.

        One is added where a fact does; or all the facts together, where no way was found.
        """
        given = self.known(goal)
        if given and isinstance(given.source, int):
            return given
        literal = given.literal if given and given.literal else goal
        return self._add(_clauses([literal]), [given] if given else self._facts)[0]

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
            given = [*_said(_fewest(table.given, lambda some: table.refutes(some, denied)))]
        return self._told(self._add((one_of,), given))

    def refutes(self, literals: Sequence[Literal]) -> bool:
        """Whether some literals of one half-suit cannot all be true, by what is known of it."""
        tables = {self._of[literal.card] for literal in literals}
        return len(tables) == 1 and all(table.refutes(table.given, literals) for table in tables)

    def _goes_on(self, skill: Skill) -> bool:
        """Conclude something new by a skill, if that can be."""
        hands = (hand for hand in self._hands if len(hand.says.seats) <= skill.hands)
        return any(self._within(table, skill) for table in self._tables) or any(
            self._count(hand, skill) for hand in hands
        )

    # -- within a half-suit -----------------------------------------------------------------------

    def _within(self, table: LaidBook, skill: Skill) -> bool:
        """Conclude what the table of a half-suit rules out, by the fewest statements."""
        if not table.given or skill.choices in table.exhausted:
            return False
        plain, others = table.sorted_out()
        for group in (
            [others]
            if skill.choices is None
            else [(), *((each,) for each in others)][: None if skill.choices else 1]
        ):
            left = table.possible(group, table.open)
            said = reduce(or_, (each.places for each in group)) if group else -1
            new = table.news(left, said)
            if new:
                way = partial(_within, table, [*plain, *group])
                self._conclude(_clauses(new), way)
                return True
        table.exhausted.add(skill.choices)
        return False

    # -- counting hands ---------------------------------------------------------------------------

    def _by_book(self, total: HowMany) -> Mapping[LaidBook, tuple[Card, ...]]:
        """The cards of a number, by half-suit."""
        parts: dict[LaidBook, tuple[Card, ...]] = {}
        for card in total.cards:
            parts[self._of[card]] = (*parts.get(self._of[card], ()), card)
        return parts

    def _count(self, hand: SizedHand, skill: Skill) -> bool:
        """Conclude how many of a half-suit some hands hold, from what the others leave."""
        total, parts = hand.says, self._parts[hand.says.cards]
        seats, counting = total.seats, (total, skill.places)
        if all(counting in table.exhausted for table in parts):
            return False
        ranges = {
            table: table.known_numbers(seats, part, skill.places) for table, part in parts.items()
        }
        lowest, highest = map(sum, zip(*ranges.values(), strict=True))
        for table, (sure, perhaps) in ranges.items():
            at_least, at_most = total.least - highest + perhaps, total.most - lowest + sure
            if at_least <= sure and perhaps <= at_most:
                continue
            others = {other: of for other, of in ranges.items() if other is not table}
            low, high = table.known_numbers(seats, parts[table], True)
            # What choices say already is new to who has yet to see it, where it settles places.
            if at_most < high or at_most == sure < perhaps:
                bound = HowMany(seats, parts[table], 0, at_most)
                addends = {
                    other: HowMany(seats, parts[other], least, len(parts[other]))
                    for other, (least, _) in others.items()
                    if least
                }
                if self._counted(hand, table, bound, addends, skill):
                    return True
            if at_least > low or at_least == perhaps > sure:
                bound = HowMany(seats, parts[table], at_least, len(parts[table]))
                addends = {
                    other: HowMany(seats, parts[other], 0, most)
                    for other, (_, most) in others.items()
                }
                if self._counted(hand, table, bound, addends, skill):
                    return True
        for table in parts:
            table.exhausted.add(counting)
        return False

    def _counted(
        self,
        hand: SizedHand,
        table: LaidBook,
        bound: HowMany,
        addends: Mapping[LaidBook, HowMany],
        skill: Skill,
    ) -> bool:
        """Add the step to a bound, with what it plainly rules out; False where that is nothing."""
        plain, _ = table.sorted_out()
        shown = table.laid(Given(len(self._ways), bound))
        left = table.possible([*plain, shown], table.open)
        new = table.news(left, shown.places if bound.least else 0)
        low, high = table.numbers([], bound.seats, bound.cards, left)
        numbers = [] if bound.least <= low and high <= bound.most else [bound]
        if not new and not numbers:
            return False
        if not bound.most and len(hand.given) == 1 and not addends:
            # A hand without room says so itself.
            for says in _clauses(table.news(table.possible([shown]))):
                table.learn(Given(hand.given[0].source, says))
            return True
        total = hand.says
        held = replace(total, most=len(total.cards)) if bound.least else replace(total, least=0)
        parts = [
            (addend, other, [x for x in other.given if x.is_plain or skill.places])
            for other, addend in addends.items()
        ]
        count = _Count(hand._replace(says=held), parts, table, plain, shown)
        self._conclude([*_clauses(new), *numbers], count.told)
        return True

    def _add(self, concludes: Sequence[Statement], given: Sequence[Given]) -> list[Given]:
        """Add a step; its conclusions are known from now on."""
        return self._conclude(concludes, lambda *_: [Step(tuple(concludes), tuple(given))])

    def _conclude(self, concludes: Sequence[Statement], way: _Way) -> list[Given]:
        """Note conclusions, which are known from now on, and how to tell them."""
        place = len(self._ways)
        self._ways.append(way)
        for says in concludes:
            card = says.literals[0].card if isinstance(says, Clause) else says.cards[0]
            self._of[card].learn(Given(place, says))
        return [Given(place, says) for says in concludes]

    def _told(self, goals: Iterable[Given]) -> tuple[Step, ...]:
        """The steps that some conclusions need, and none too large."""
        wanted: dict[int, dict[Statement, None]] = {}
        _want(wanted, goals)
        steps: list[tuple[int, Step]] = []
        for place in range(len(self._ways) - 1, -1, -1):
            if place in wanted:
                told = [(place, step) for step in self._ways[place](place, [*wanted[place]])]
                steps[:0] = told
                _want(wanted, (each for _, step in told for each in step.given))
        return _in_order(steps)


# -- how a conclusion is told ---------------------------------------------------------------------


def _within(
    table: LaidBook, given: Sequence[Laid], place: int, wanted: Sequence[Statement]
) -> Iterator[Step]:
    """Steps to what a table rules out, each by the fewest statements that make a literal true."""
    why = {literal: _why(table, given, literal) for literal in literals_of(wanted)}
    while why:
        reasons = min(why.values(), key=len)
        left = table.possible(reasons)
        new = [each for each in why if not left & table.denied(each)]
        narrowing, reasons = _in_parts(table, reasons, new, place)
        yield from narrowing
        yield Step(_clauses(new), _said(reasons))
        why = {each: reasons for each, reasons in why.items() if each not in new}


def _in_parts(
    table: LaidBook, reasons: list[Laid], new: Iterable[Literal], place: int
) -> tuple[list[Step], list[Laid]]:
    """Steps that narrow choices down, where the reasons take too many sources; and what is left."""
    steps: list[Step] = []
    gone = reduce(or_, map(table.denied, new))
    for choice in [each for each in reasons if each.places and not each.bound]:
        if _size(_said(reasons)) > MOST_SOURCES:
            step = _narrowed(choice.given, _said(reasons))
            others = [each for each in reasons if each is not choice]
            others.append(table.laid(Given(place, step.concludes[0])))
            fewer = _fewest(others, lambda some: not table.possible(some) & gone)
            if _size(_said(fewer)) < _size(_said(reasons)):
                steps.append(step)
                reasons = fewer
    return steps, reasons


def _narrowed(choice: Given, reasons: Iterable[Given]) -> Step:
    """The step to what is left of a choice, by those of some reasons that rule some of it out."""
    literals = choice.says.literals if isinstance(choice.says, Clause) else ()
    out = {
        each: [one for one in literals if each.literal and excludes(each.literal, one)]
        for each in reasons
    }
    left = (one for one in literals if not any(one in of for of in out.values()))
    narrowing = (each for each, of in out.items() if of)
    return Step((Clause(tuple(left), SUPPOSED),), (choice, *narrowing))


def _why(table: LaidBook, given: Sequence[Laid], literal: Literal) -> list[Laid]:
    """The fewest of some statements that make a literal true."""
    gone = table.denied(literal)
    touched = {literal.card}.union(*(_cards(each.given) for each in given if not each.is_plain))
    near = [x for x in given if not x.is_plain or touched.intersection(_cards(x.given))]
    return _fewest(near, lambda some: not table.possible(some) & gone)


def _fewest(given: Sequence[Laid], suffices: Callable[[list[Laid]], bool]) -> list[Laid]:
    """A subset of statements that suffices: of few sources, rather steps and own hands."""
    of_source: dict[Source, list[Laid]] = {}
    for each in sorted(given, key=lambda each: isinstance(each.given.source, int | OwnCause)):
        of_source.setdefault(each.given.source, []).append(each)
    groups = [*of_source.values()]
    kept = minimal_subset(
        range(len(groups)),
        lambda some: suffices([each for i in some for each in groups[i]]),
        at_once=max(len(groups) // 4, 1),
    )
    left = [each for i in kept for each in groups[i]]
    return minimal_subset(left, suffices) if len(left) > len(kept) else left


class _Count(NamedTuple):
    """What some hands hold of a half-suit, by what others leave."""

    hand: SizedHand
    """How many cards the hands hold, at least or at most, and what says so."""
    parts: Sequence[tuple[HowMany, LaidBook, list[Laid]]]
    """What of them is of the others, each with its half-suit and what says so."""
    table: LaidBook
    plain: Sequence[Laid]
    """The literals that were known of the half-suit."""
    shown: Laid
    """How many the hands hold of it."""

    def told(self, place: int, wanted: Sequence[Statement]) -> Iterator[Step]:
        """The step to what is wanted, after one for each part that takes too much to be in it."""
        parts = {part: self._why_so_many(part, table, known) for part, table, known in self.parts}
        gone = reduce(or_, map(self.table.denied, literals_of(wanted)), 0)
        reasons = _fewest(self.plain, partial(self._leaves_none, gone))
        sizes = {part: (len(_choices(why)), _size(why)) for part, why in parts.items()}
        for part in sorted(sizes, key=lambda part: sizes[part], reverse=True):
            why, given = parts[part], (*self.hand.given, *chain(*parts.values()), *_said(reasons))
            is_large = _size(given) > MOST_SOURCES and _size(why) > MOST_SOURCES // 3
            if (is_large and _rules_out(why)) or len(_choices(why)) > 1:
                step = _of_part(part, why)
                yield step
                parts[part] = tuple(Given(place, says) for says in step.concludes)
        given = (*self.hand.given, *chain(*parts.values()))
        if _size((*given, *_said(reasons))) > MOST_SOURCES and _rules_out(_said(reasons)):
            sure = _clauses(self.table.sure(self.table.possible(reasons)))
            fewer = [self.table.laid(Given(place, says)) for says in sure]
            if sure and self._leaves_none(gone, fewer):
                yield Step(sure, _said(reasons))
                reasons = fewer
        yield Step(tuple(wanted), (*given, *_said(reasons)), (self.hand.says, *parts))

    def _leaves_none(self, gone: int, some: Sequence[Laid]) -> bool:
        """Whether some statements leave none of some places to what the hands hold."""
        return not self.table.possible([*some, self.shown]) & gone

    def _why_so_many(
        self, part: HowMany, table: LaidBook, known: Sequence[Laid]
    ) -> tuple[Given, ...]:
        """Why some seats hold at most, or at least, so many of a half-suit."""

        def suffices(some: list[Laid]) -> bool:
            low, high = table.numbers(some, part.seats, part.cards)
            return low >= part.least and high <= part.most

        return _said(_fewest(known, suffices))


def _of_part(part: HowMany, why: tuple[Given, ...]) -> Step:
    """The step to a part of a sum: what is left of its one choice, or else how many cards."""
    choices = _choices(why)
    if part.least == 1 and len(choices) == 1 and isinstance(choices[0].says, Clause):
        return _narrowed(choices[0], why)
    placed = tuple(card for card in part.cards if any(card in _cards(each) for each in why))
    return Step((replace(part, cards=placed, most=len(placed)) if part.least else part,), why)


def _rules_out(given: Iterable[Given]) -> bool:
    """Whether some statements say more than where cards are."""
    return not all(each.literal and each.literal.holds for each in given)


def _choices(given: Iterable[Given]) -> list[Given]:
    """The statements that are neither literals nor numbers of hands."""
    return [each for each in given if not each.literal]


def _size(given: Iterable[Given]) -> int:
    """The number of different sources of some statements."""
    return len(sources_of(given))


def _clauses(literals: Iterable[Literal]) -> tuple[Clause, ...]:
    """Literals as conclusions."""
    return tuple(Clause((literal,), SUPPOSED) for literal in literals)


def _said(laid: Iterable[Laid]) -> tuple[Given, ...]:
    """Statements as a step has them."""
    return tuple(each.given for each in laid)


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


def _together(hands: Sequence[SizedHand], most: int) -> Iterator[SizedHand]:
    """Hands of different seats that count the same cards, one and more, up to so many."""
    alike: dict[tuple[Card, ...], list[SizedHand]] = {}
    for hand in hands:
        alike.setdefault(hand.says.cards, []).append(hand)
    alike.pop((), None)
    for number in range(1, most + 1):
        for cards, same in alike.items():
            for group in combinations(same, number):
                says = [hand.says for hand in group]
                seats = tuple(seat for each in says for seat in each.seats)
                if len({*seats}) == number:
                    least = sum(each.least for each in says)
                    highest = sum(each.most for each in says)
                    given = tuple(each for hand in group for each in hand.given)
                    yield SizedHand(HowMany(seats, cards, least, highest), given)


# -- what is told ---------------------------------------------------------------------------------


def _in_order(steps: Iterable[tuple[int, Step]]) -> tuple[Step, ...]:
    """Steps that name earlier ones by their place; those that follow from the same are one.

    Args:
        steps: each with the place of its conclusion, which the others name.
    """
    told: list[Step] = []
    moved: dict[tuple[int, Statement], int] = {}
    for place, step in steps:
        given = tuple(
            each._replace(source=moved[each.source, each.says])
            if isinstance(each.source, int)
            else each
            for each in step.given
        )
        new = replace(step, given=given)
        same = next((i for i, one in enumerate(told) if _from(one) == _from(new)), len(told))
        if same < len(told):
            concludes = dict.fromkeys((*told[same].concludes, *step.concludes))
            told[same] = replace(told[same], concludes=tuple(concludes))
        else:
            while new.size > MOST_SOURCES:
                part, new = _split(new, len(told))
                told.append(part)
            same = len(told)
            told.append(new)
        moved |= {(place, says): same for says in step.concludes}
    return tuple(told)


def _want(wanted: dict[int, dict[Statement, None]], given: Iterable[Given]) -> None:
    """Note what is needed of earlier conclusions."""
    for each in given:
        if isinstance(each.source, int):
            wanted.setdefault(each.source, {})[each.says] = None


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

"""Is there a deal at all? Answered exactly and without SAT, by tables of half-suits.

SAT solvers cannot count (the pigeonhole problem): "eight half-suits; Ann was dealt a card of each,
and seven cards in all" may take one for ever. So the ways to lay each half-suit are listed and
added up (``tracker.inference.sums``), with hand sizes or without.

At tables of ten seats and more there may be too many sums. Then the counting engine is asked, if
the hand sizes are given. As none of this uses SAT, it verifies certificates.

A record with gaps is gone through once more for that, as plainly as can be: every event that a gap
can be is played, and each way to fill the gaps is asked for a deal (``AcrossGaps``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tracker.budget import TABLE_BITS, Budget
from tracker.counting import count
from tracker.counting.posterior import POSITION
from tracker.errors import UndecidedError
from tracker.game.cards import Book
from tracker.game.events import Event, Gap, Missing, PlainEvent, Seat, is_stretch
from tracker.game.fillings import ANY_ASK, ANY_PASS, fillings
from tracker.game.legality import violations
from tracker.game.record import Hand, Record
from tracker.game.replay import Played, replay_of
from tracker.game.state import State
from tracker.game.transition import apply
from tracker.inference.half_suits import half_suits
from tracker.inference.sums import Sums, narrowed
from tracker.knowledge.facts import (
    Cause,
    Clause,
    Count,
    EventCause,
    Fact,
    GapCause,
    HeaderCause,
    Knowledge,
    Literal,
    size_facts,
)
from tracker.knowledge.gather import facts_of, hidden_parts
from tracker.knowledge.views import View, knowledge

MOST_WAYS: Final = 200
"""Where a record can be filled in more ways at once, they are not asked for deals one by one."""
FEW_WAYS: Final = 12
"""Where it can be in more, those that no deal fits are left out."""
IS_SUPPOSED: Final = HeaderCause("what is supposed")


def is_possible(seats: Sequence[Seat], books: Sequence[Book], facts: Iterable[Fact]) -> bool:
    """Whether a deal fits some facts; hand sizes count only where a fact gives them.

    Args:
        seats: all the seats.
        books: the half-suits dealt.
        facts: the facts.

    Raises:
        UndecidedError: where the tables get too large.
    """
    facts = tuple(facts)
    if any(isinstance(fact, Clause) and not fact.literals for fact in facts):
        return False
    for fact in facts:
        if isinstance(fact, Clause) and len(parts := _by_book(fact, books)) > 1:
            rest = [other for other in facts if other is not fact]
            return any(is_possible(seats, books, [*rest, part]) for part in parts)
    try:
        position = narrowed(*half_suits(seats, books, facts), len(seats))
        return position is not None and Sums(position, TABLE_BITS).is_possible()
    except UndecidedError:
        return _is_possible_by_counting(seats, books, facts, POSITION)


def _by_book(clause: Clause, books: Sequence[Book]) -> list[Clause]:
    """The parts of a clause that are about one half-suit each: tables take only one at a time.

    The facts of a game are about one half-suit, but what is asked may be about several.
    """
    parts = (
        tuple(literal for literal in clause.literals if literal.card in book.cards)
        for book in books
    )
    return [replace(clause, literals=literals) for literals in parts if literals]


def _is_possible_by_counting(
    seats: Sequence[Seat], books: Sequence[Book], facts: tuple[Fact, ...], budget: int
) -> bool:
    """Whether the counting engine counts a deal; it needs the sizes of all hands.

    Raises:
        UndecidedError: where the facts do not give the sizes, or it is beyond the budget.
    """
    cards = tuple(card for book in books for card in book.cards)
    sizes = {
        fact.seat: fact.most
        for fact in facts
        if isinstance(fact, Count) and fact.cards == cards and fact.least == fact.most
    }
    rest = len(cards) - sum(sizes.values())
    lacking = [seat for seat in seats if seat not in sizes]
    if rest < 0 or (rest > 0 and not lacking):
        return False
    if len(lacking) > 1 and rest > 0:
        raise UndecidedError
    sizes |= dict.fromkeys(lacking, rest)
    in_seat_order = {seat: sizes[seat] for seat in seats}
    return count(Knowledge(tuple(seats), tuple(books), in_seat_order, facts), budget).count > 0


# -- records with gaps ----------------------------------------------------------------------------


@dataclass(frozen=True)
class _Way:
    """A way to fill the gaps so far."""

    state: State
    facts: tuple[Fact, ...] = ()
    """What the events among the causes say to everyone."""

    def played(self, event: PlainEvent, *, heeded: bool) -> _Way:
        """The way with one more event, and with what it says where it is heeded."""
        played = Played(event, self.state, apply(self.state, event))
        return _Way(played.after, (*self.facts, *(facts_of(played) if heeded else ())))


class AcrossGaps:
    """Whether some causes leave a deal in some way to fill the gaps of a record.

    Of an event that is no cause only what it publicly moves counts; a gap that is none may even
    have been against the rules.

    Args:
        record: the game.
        at: the moment.
        hands: the dealt hands of the view's seats.
        budget: for questions whether a deal fits; None: no limit.
    """

    def __init__(
        self, record: Record, at: int, hands: tuple[Hand, ...], budget: Budget | None = None
    ) -> None:
        self._budget = Budget() if budget is None else budget
        self._start = replay_of(record).state(0)
        self._events = record.events[:at]
        self._known = knowledge(record, hands, 0)
        self._found: dict[frozenset[Fact], bool] = {}
        self._told: dict[Cause, list[Fact]] = {}
        for fact in (*View(hands).facts(record.table), *size_facts(self._known)):
            self._told.setdefault(fact.cause, []).append(fact)

    @property
    def causes(self) -> tuple[Cause, ...]:
        """All that may be a cause: own cards, sizes of dealt hands, and the events."""
        events = enumerate(self._events, start=1)
        gaps = (Gap, Missing)
        return (
            *self._told,
            *(GapCause(n) if isinstance(event, gaps) else EventCause(n) for n, event in events),
        )

    def fits(self, causes: Collection[Cause], parts: Sequence[Literal], *, true: bool) -> bool:
        """Whether causes leave a deal in which a conclusion is true, or one in which it is false.

        Args:
            causes: some of ``causes``.
            parts: the conclusion: that seats hold, or lack, cards now; all of it together.
            true: whether it is to be true.

        Raises:
            UndecidedError: where there are too many ways, or the tables get too large.
        """
        stated = self._facts_told(causes)
        for way in self._ways(causes, stated):
            supposed = _supposed(way.state, parts, true=true)
            if supposed is not None and self._has_deal((*stated, *supposed), way):
                return True
        return False

    def ways(self) -> Iterator[Knowledge]:
        """What is known in each way to fill the gaps, by all there is."""
        stated = self._facts_told(self.causes)
        for way in self._ways(self.causes, stated):
            yield self._known.with_facts(way.facts)

    def _facts_told(self, causes: Iterable[Cause]) -> tuple[Fact, ...]:
        """What the causes among some that are no events say."""
        return tuple(fact for cause in causes for fact in self._told.get(cause, ()))

    def _has_deal(self, facts: Iterable[Fact], way: _Way) -> bool:
        """Whether a deal fits a way and more facts; many ways say the same."""
        every = tuple(dict.fromkeys((*facts, *way.facts)))
        key = frozenset(every)
        if key not in self._found:
            self._budget.require()
            self._found[key] = is_possible(self._known.seats, self._known.books, every)
        return self._found[key]

    def _ways(self, causes: Iterable[Cause], stated: Sequence[Fact]) -> Sequence[_Way]:
        """The ways to fill the gaps, those without a deal perhaps among them."""
        heeded = {cause.number for cause in causes if isinstance(cause, EventCause | GapCause)}
        ways: Sequence[_Way] = [_Way(self._start)]
        for number, event in enumerate(self._events, start=1):
            ways = _different(_after(ways, event, heeded=number in heeded))
            if len(ways) > MOST_WAYS:
                raise UndecidedError("not decided: the gaps can be filled in too many ways")
            if len(ways) > FEW_WAYS and isinstance(event, Gap | Missing):
                ways = [way for way in ways if self._has_deal(stated, way)] or ways
        return ways


def _after(ways: Sequence[_Way], event: Event, *, heeded: bool) -> Iterable[_Way]:
    """The ways past an event: the regular ones; where there are none, all."""
    if is_stretch(event):
        raise UndecidedError("not decided: a stretch is missing")
    if not isinstance(event, Gap | Missing):
        regular = ways
        if heeded and not event.irregular:
            regular = [way for way in ways if not violations(way.state, event)]
        return [way.played(event, heeded=heeded) for way in regular or ways]
    gap = event if heeded else replace(event, irregular=True)
    return _filled(ways, gap, heeded, True) or _filled(ways, gap, heeded, False)


def _filled(ways: Sequence[_Way], gap: Gap | Missing, heeded: bool, regular: bool) -> list[_Way]:
    """The ways past a gap, which may be a missing ask with a pass before or after it."""
    ask = gap if isinstance(gap, Gap) else replace(ANY_ASK, irregular=gap.irregular)
    before = ways if isinstance(gap, Gap) else _passing(ways, heeded=heeded)
    filled = [
        way.played(event, heeded=heeded)
        for way in before
        for event in fillings(way.state, ask, by_players=False, regular=regular)
    ]
    return filled if isinstance(gap, Gap) else _passing(filled, heeded=heeded)


def _passing(ways: Sequence[_Way], *, heeded: bool) -> list[_Way]:
    """Some ways, and those with a pass after them."""
    passed = (
        way.played(event, heeded=heeded)
        for way in ways
        for event in fillings(way.state, ANY_PASS, by_players=True, regular=True)
    )
    return [*ways, *passed]


def _different(ways: Iterable[_Way]) -> list[_Way]:
    """Those of some ways that differ in what is to come."""
    return list({(way.state.outlook, frozenset(way.facts)): way for way in ways}.values())


def _supposed(state: State, parts: Sequence[Literal], *, true: bool) -> tuple[Clause, ...] | None:
    """What a deal must fit so that a conclusion is true, or false; None: it cannot be."""
    hidden, is_false = hidden_parts(state, parts)
    if true:
        return None if is_false else tuple(Clause((part,), IS_SUPPOSED) for part in hidden)
    denied = tuple(part._replace(holds=not part.holds) for part in hidden)
    return () if is_false else (Clause(denied, IS_SUPPOSED),)

"""The posterior: how many deals are left, and how likely is what, each deal equally likely.

All of it is about the *dealt* places. A half-suit of which some cards have publicly moved is asked
about by the others alone: the moved ones lie where everyone saw them go.

Probabilities come as exact fractions; ``marginals`` gives them rounded to floats, for display, and
lists a seat exactly where some deal has it.

A ``Counter`` counts along a game: a view's knowledge grows, and only what an event touches is done
again. Positions, engines and posteriors are values: a later one shares what an earlier one has
made, and changes nothing of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import cache, cached_property, partial
from math import log2
from operator import sub
from random import Random
from typing import TYPE_CHECKING, Final, TypeAlias

from tracker.budget import Budget
from tracker.counting.fillings import Fillings, pick
from tracker.counting.half_suit_odds import HalfSuitOdds, Naming
from tracker.counting.open_deal import BEYOND, OpenDeal
from tracker.counting.reduction import Reduction
from tracker.counting.twin import Twin
from tracker.errors import NoDealError, UndecidedError
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.knowledge.facts import Clause, Fact, HeaderCause, Knowledge, Literal

if TYPE_CHECKING:
    from tracker.counting.engine import NumpyEngine

# What counting may cost: each position by itself, and all the positions of a game together.
#
# One position may take some seconds, and a whole game in many views has thousands of them. So those
# that count along a game share a budget, and what a position costs is known before the work begins.
# When the budget is spent, positions that cost next to nothing are still counted, and the remaining
# counts are unknown. The unit is a number on a grid; all of them are in memory at a time.

POSITION: Final = 5 * 2**24
"""For one position: some seconds of one core, and up to 700 MB."""
GAME: Final = 2**31
"""For all the positions of a game together, in all views."""
FREE: Final = 2**17
"""What costs less is counted even when the budget is spent: it takes some milliseconds."""
MOST_COUNTS: Final = 400
"""So many sets of deals are counted to count each deal once; beyond that, the number is unknown."""

Engine: TypeAlias = "NumpyEngine | Twin"
"""What counts the deals of a position. Deals are to groups."""

_MOST: Final[ContextVar[float]] = ContextVar("most", default=POSITION)


@contextmanager
def counting_at_most(units: float) -> Iterator[None]:
    """Within the block, a position may cost so much where nothing else is said.

    It is for programs that share their time with a person, such as the app: what would cost more is
    beyond the budget there, and is said to be.
    """
    token = _MOST.set(units)
    try:
        yield
    finally:
        _MOST.reset(token)


def game_budget() -> Budget:
    """A budget for all the positions of a game; each as ``counting_at_most`` allows it."""
    return Budget(GAME, each=_MOST.get(), floor=FREE)


def game_counters() -> defaultdict[str, Counter]:
    """What counts the deals of each view of a game, by the view's name, within one budget."""
    return defaultdict(partial(Counter, game_budget()))


class Counter:
    """Counts the deals of one view, moment after moment.

    Args:
        budget: what counting may cost; None: each position may cost ``POSITION``. Beyond it,
            numbers are unknown.
        engine: what counts; None: the engine where NumPy can be imported, else its twin.
    """

    def __init__(
        self,
        budget: Budget | None = None,
        *,
        engine: type[Twin] | None = None,
    ) -> None:
        self.budget = budget or Budget(each=_MOST.get(), floor=FREE)
        self._twin = engine
        self._last: Posterior | None = None

    def update(self, knowledge: Knowledge) -> Posterior:
        """What the knowledge leaves open.

        Args:
            knowledge: any; quickest where it is the last one with more facts.
        """
        after = self._last and self._last.extended(knowledge)
        self._last = after or Posterior(Reduction(knowledge), self)
        return self._last

    def engine_of(self, position: OpenDeal, before: Engine | None) -> Engine:
        """What counts the deals of a position, with what that of some of the facts has done."""
        if self._twin is None:
            # The one door to NumPy: without it, the twin counts.
            try:
                from tracker.counting.engine import NumpyEngine

                return NumpyEngine(position, self.budget, before)
            except ImportError:
                self._twin = Twin
        return self._twin(position, self.budget)


class Posterior:
    """What a view's knowledge leaves open, as numbers; computed when first asked for.

    Args:
        reduction: of the knowledge.
        counter: what counts it.
        before: that of some of its facts; None: there is none.
    """

    def __init__(
        self, reduction: Reduction, counter: Counter, before: Posterior | None = None
    ) -> None:
        self.knowledge = reduction.knowledge
        self._reduction, self._counter = reduction, counter
        self._engine: Engine | None = None
        self._odds: dict[str, HalfSuitOdds] = {}
        earlier = None if before is None else before._engine
        if before is not None and before._reduction.position is reduction.position:
            self._engine, self._odds = earlier, before._odds
        elif reduction.position is not None:
            self._engine = counter.engine_of(reduction.position, earlier)

    def extended(self, knowledge: Knowledge) -> Posterior | None:
        """That of more knowledge; None where it does not have all the facts of this one."""
        reduction = self._reduction.extended(knowledge)
        return None if reduction is None else Posterior(reduction, self._counter, self)

    def given(self, facts: Iterable[Fact]) -> Posterior:
        """What is left open once more facts are known."""
        known = self.knowledge.with_facts(facts)
        return self.extended(known) or self._counter.update(known)

    @cached_property
    def exact(self) -> bool:
        """Whether it could be counted within the budget; else everything raises an error."""
        try:
            return self.count >= 0
        except UndecidedError:
            return False

    @cached_property
    def count(self) -> int:
        """The number of deals consistent with the view; 0 where it contradicts itself.

        Raises:
            UndecidedError: beyond the budget.
        """
        if not self.knowledge.sizes:  # past a missing stretch: this is no count of dealt hands
            raise UndecidedError(BEYOND)
        return self._engine.total * self._engine.position.multiple if self._engine else 0

    @property
    def bits(self) -> float:
        """The entropy: log2 of the number of deals.

        Raises:
            NoDealError: where there is none.
            UndecidedError: beyond the budget.
        """
        self._require_deal()
        return log2(self.count)

    def marginals(
        self, cards: Collection[Card] | None = None
    ) -> Mapping[Card, Mapping[Seat, float]]:
        """The probability of each seat that each card can have been dealt to, in seat order.

        Args:
            cards: those that are wanted: half-suits without any of them cost nothing; None: all.

        Returns:
            For every card, exactly the seats it has in some deal, with floats above 0.

        Raises:
            NoDealError: where no deal is left.
        """
        known = self._require_deal().position.known
        wanted = frozenset(self.knowledge.cards if cards is None else cards)
        odds = self._odds_of(wanted.difference(known))
        return {
            card: {known[card]: 1.0} if card in known else odds[self._book_of[card]].marginals[card]
            for card in self.knowledge.cards
            if card in wanted
        }

    def naming(self, holdings: Mapping[Card, Seat]) -> Fraction:
        """The probability that cards of one half-suit were dealt just so.

        Args:
            holdings: the seat of each card; cards of the half-suit may be left out.

        Raises:
            NoDealError: where no deal is left.
            ValueError: where the cards are not of one half-suit.
        """
        return self.owned({card: [seat] for card, seat in holdings.items()})

    def likeliest_naming(self, cards: Sequence[Card], seats: Iterable[Seat]) -> Naming | None:
        """The likeliest way in which cards of one half-suit were dealt to some seats.

        Ties are broken by seat order: the first card, in the order given, has the first seat.

        Args:
            cards: cards of one half-suit.
            seats: seats that may have them.

        Returns:
            The holdings and their probability; None where no deal gives these seats all of them.
        """
        return self._half_suit(cards).likeliest(cards, tuple(seats))

    def owned(self, seats: Mapping[Card, Collection[Seat]]) -> Fraction:
        """The probability that cards of one half-suit were each dealt to one of some seats."""
        return self._half_suit(seats).owned(seats)

    def sample(self, n: int, seed: int) -> list[dict[Card, Seat]]:
        """Deals drawn at random, each of the consistent ones equally likely, exactly.

        Args:
            n: how many, drawn independently (with replacement).
            seed: the same seed gives the same deals.

        Raises:
            NoDealError: where no deal is left.
            UndecidedError: beyond the budget.
        """
        engine = self._require_deal()
        random, position = Random(seed), engine.position
        rooms = [position.rooms] * n
        drawn: list[list[tuple[Card, int]]] = [[] for _ in rooms]
        for book in reversed(position.order):
            fillings, cards = engine.fillings(book), position.books[book].cards
            likely = cache(partial(engine.likely, book))
            for deal, room in enumerate(rooms):
                ways = likely(room)
                vector = [*ways][pick(ways.values(), random)]
                rooms[deal] = tuple(map(sub, room, vector))
                drawn[deal] += zip(cards, fillings.drawn(vector, random), strict=True)
        return [self._whole(position.dealt(filling, random)) for filling in drawn]

    def deals(self) -> Iterator[dict[Card, Seat]]:
        """Every consistent deal, once, in order of seats card by card; meant for where few are.

        Each filling of the first half-suit that some deal has is taken in turn; what is open of the
        others is a smaller position of the same kind. So no branch is a dead end.

        Raises:
            UndecidedError: beyond the budget.
        """
        if not self.count:
            return
        position = self._require_deal().position
        if not position.order:
            yield self._whole({})
            return
        cards = position.books[min(position.order)].cards
        for filling in self._half_suit(cards).deals():
            places = (Clause((Literal(card, at, True),), _LISTED) for card, at in filling.items())
            yield from self.given(places).deals()

    def _whole(self, deal: Mapping[Card, Seat]) -> dict[Card, Seat]:
        """The deal with the known cards, in deck order."""
        whole = {**self._require_deal().position.known, **deal}
        return {card: whole[card] for card in self.knowledge.cards}

    def _require_deal(self) -> Engine:
        if self.count == 0 or self._engine is None:
            raise NoDealError
        return self._engine

    def _half_suit(self, cards: Collection[Card]) -> HalfSuitOdds:
        """The odds of the half-suit of some cards."""
        if len({self._book_of[card] for card in cards}) != 1:
            raise ValueError("cards of several half-suits, or none (expected one)")
        return self._odds_of(cards)[self._book_of[next(iter(cards))]]

    def _odds_of(self, cards: Iterable[Card]) -> Mapping[str, HalfSuitOdds]:
        """The odds of half-suits by name, at least of those of some cards."""
        engine = self._require_deal()
        books, names = engine.position.books, {self._book_of[card] for card in cards}
        new = [i for i, each in enumerate(books) if each.name in names.difference(self._odds)]
        still_open = [i for i in new if books[i].cards]
        weights = engine.weights(still_open) if still_open else {}
        for i in new:
            fillings = engine.fillings(i) if i in weights else Fillings(engine.position.shapes[i])
            own = weights.get(i, dict.fromkeys(fillings.ways, engine.total))
            self._odds[books[i].name] = HalfSuitOdds(
                engine.position, books[i], fillings, own, engine.total
            )
        return self._odds

    @cached_property
    def _book_of(self) -> Mapping[Card, str]:
        return {card: book.name for book in self.knowledge.books for card in book.cards}


_LISTED: Final = HeaderCause("one of the deals")
"""The cause of what is so in one of the deals that are listed."""


def count(knowledge: Knowledge, most: float | None = None) -> Posterior:
    """What one view's knowledge leaves open.

    Args:
        knowledge: the facts.
        most: what the answer may cost (``POSITION``); beyond it, it is unknown.
    """
    budget = None if most is None else Budget(each=most, floor=FREE)
    return Counter(budget).update(knowledge)


def count_together(known: Sequence[Knowledge]) -> int | None:
    """How many deals are consistent with at least one of several kinds of knowledge.

    By inclusion and exclusion: the deals of each, less those of each two, and so on. Mostly two
    completions have no deal in common, and all that contain both need not be looked at.

    Returns:
        None where exact counting is beyond its budget, or too many sets would have to be counted.
    """
    if len(known) * (len(known) + 1) > 2 * MOST_COUNTS:  # each alone, and each two together
        return None
    left = Budget(MOST_COUNTS)

    def together(chosen: Knowledge, rest: Sequence[Knowledge]) -> int:
        """The deals of ``chosen``, less those that it has in common with any of the rest."""
        left.require()
        total = 0 if chosen.impossible else count(chosen).count
        for place, other in enumerate(rest if total else ()):
            total -= together(chosen.with_facts(other.facts), rest[place + 1 :])
        return total

    try:
        return sum(together(part, known[place + 1 :]) for place, part in enumerate(known))
    except UndecidedError:
        return None

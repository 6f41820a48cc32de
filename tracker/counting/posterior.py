"""The posterior: how many deals are left, and how likely is what, each deal equally likely.

All of it is about the *dealt* places. A half-suit of which some cards have publicly moved is asked
about by the others alone: the moved ones lie where everyone saw them go.

Probabilities come as exact fractions; ``marginals`` gives floats for display, with a relative error
below 1e-12, and lists a seat exactly where some deal has it.

A ``Counter`` counts along a game: a view's knowledge grows, and only what an event touches is done
again. Positions, engines and posteriors are values: a later one shares tables with an earlier one,
and changes nothing of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from copy import copy
from fractions import Fraction
from functools import cache, cached_property, partial
from math import log2
from operator import sub
from random import Random
from typing import Final

from tracker.budget import Budget
from tracker.counting.half_suit_odds import Absence, Fillings, HalfSuitOdds, Naming, pick
from tracker.counting.open_deal import BEYOND, Engine, OpenDeal
from tracker.counting.reduction import Reduction
from tracker.counting.twin import Twin
from tracker.errors import NoDealError, UndecidedError
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.knowledge.facts import Clause, HeaderCause, Knowledge, Literal

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


def beyond_budget() -> UndecidedError:
    """The error for what takes exact counting that is beyond the budget."""
    return UndecidedError(BEYOND)


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
        self._base: Posterior | None = None

    def fork(self) -> Counter:
        """Another counter that always goes on from here, with the same budget."""
        other = copy(self)
        other._base = self._last
        return other

    def update(self, knowledge: Knowledge) -> Posterior:
        """What the knowledge leaves open.

        Args:
            knowledge: any; quickest where it is the last one, or that at the fork, with more facts.
        """
        for before in (self._last, self._base):
            if before is not None and (after := before.extended(knowledge)):
                self._last = after
                return after
        self._last = Posterior(Reduction(knowledge), self)
        return self._last

    def engine_of(self, reduction: Reduction, before: Engine | None) -> Engine | None:
        """What counts the deals of a position, with the tables of the one before it.

        Returns:
            None where no deal is left.
        """
        if reduction.position is None:
            return None
        if self._twin is None:
            # The one door to NumPy: without it, the twin counts.
            try:
                from tracker.counting.engine import NumpyEngine
            except ImportError:
                self._twin = Twin
            else:
                return NumpyEngine(reduction.position, self.budget, before)
        return self._twin(reduction.position, self.budget)


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
        self._possible: Engine | None
        self._odds: dict[str, HalfSuitOdds | None] = {}
        if before is not None and before._reduction.position is reduction.position:
            self._possible, self._odds = before._possible, before._odds
        else:
            self._possible = counter.engine_of(
                reduction, None if before is None else before._possible
            )

    def extended(self, knowledge: Knowledge) -> Posterior | None:
        """That of more knowledge; None where it does not have all the facts of this one."""
        if knowledge is self.knowledge:
            return self
        reduction = self._reduction.extended(knowledge)
        return None if reduction is None else Posterior(reduction, self._counter, self)

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
            raise beyond_budget()
        return 0 if self._possible is None else self._engine.total * self._position.multiple

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
        self._require_deal()
        wanted = self.knowledge.cards if cards is None else frozenset(cards)
        return {card: self.marginals_of(card) for card in self.knowledge.cards if card in wanted}

    def marginals_of(self, card: Card) -> Mapping[Seat, float]:
        """Those of one card; only its half-suit is looked at.

        Raises:
            NoDealError: where no deal is left.
        """
        odds = self._odds_of([card])
        return odds.marginals[card] if odds and card in odds.cards else {self._known[card]: 1.0}

    def plain_place(self, card: Card) -> Seat | None:
        """The one seat that a card can have been dealt to, where that is plain without a count.

        Raises:
            NoDealError: where it is plain that no deal is left.
        """
        return self._known.get(card)

    def probability(self, card: Card, seat: Seat) -> Fraction:
        """The probability that a card was dealt to a seat."""
        odds = self._odds_of([card])
        if odds is None or card in self._known:
            return Fraction(self._known[card] == seat)
        return odds.exact_marginals[card].get(seat, Fraction(0))

    def absent(self, cards: Sequence[Card], seat: Seat) -> Absence | None:
        """How things are where a seat was dealt none of some cards of one half-suit, in floats.

        Returns:
            The share of the deals, and in them the probability of each possible seat of each card
            of the half-suit that is open; None where that takes a count of its own, as the seat may
            have other cards of it.

        Raises:
            NoDealError: where no deal is left.
            ValueError: where the cards are not of one half-suit.
        """
        odds = self._odds_of(cards)
        if any(self._known.get(card) == seat for card in cards):
            return Absence(0.0, {})
        return odds.absent(cards, seat) if odds else Absence(1.0, {})

    def naming(self, holdings: Mapping[Card, Seat]) -> Fraction:
        """The probability that cards of one half-suit were dealt just so.

        Args:
            holdings: the seat of each card; cards of the half-suit may be left out.

        Raises:
            NoDealError: where no deal is left.
            ValueError: where the cards are not of one half-suit.
        """
        return self._share({card: (seat,) for card, seat in holdings.items()})

    def likeliest_naming(self, cards: Sequence[Card], seats: Iterable[Seat]) -> Naming | None:
        """The likeliest way in which cards of one half-suit were dealt to some seats.

        Ties are broken by seat order: the first card, in the order given, has the first seat.

        Args:
            cards: cards of one half-suit.
            seats: seats that may have them.

        Returns:
            The holdings and their probability; None where no deal gives these seats all of them.
        """
        odds, chosen = self._odds_of(cards), self._in_order(seats)
        if not {self._known[card] for card in cards if card in self._known}.issubset(chosen):
            return None
        left = [card for card in cards if card not in self._known]
        likeliest = odds.likeliest(left, chosen) if odds else ((), Fraction(1))
        if likeliest is None:
            return None
        places = {**self._known, **dict(likeliest[0])}
        return tuple((card, places[card]) for card in cards), likeliest[1]

    def owned(self, cards: Iterable[Card], seats: Iterable[Seat]) -> Fraction:
        """The probability that cards of one half-suit were all dealt to some of these seats."""
        return self._share(dict.fromkeys(cards, self._in_order(seats)))

    def _share(self, seats: Mapping[Card, Sequence[Seat]]) -> Fraction:
        """The probability that each of some cards of one half-suit is with one of its seats."""
        odds = self._odds_of(seats)
        known = self._known.keys() & seats
        if any(self._known[card] not in seats[card] for card in known):
            return Fraction(0)
        left = {card: own for card, own in seats.items() if card not in known}
        return odds.owned(left) if odds else Fraction(1)

    def sample(self, n: int, seed: int) -> list[dict[Card, Seat]]:
        """Deals drawn at random, each of the consistent ones equally likely, exactly.

        Args:
            n: how many, drawn independently (with replacement).
            seed: the same seed gives the same deals.

        Raises:
            NoDealError: where no deal is left.
            UndecidedError: beyond the budget.
        """
        self._require_deal()
        random, position = Random(seed), self._position
        rooms = [position.rooms] * n
        drawn: list[list[tuple[Card, int]]] = [[] for _ in rooms]
        for book in reversed(position.order):
            fillings = Fillings(position.shapes[book])
            likely = cache(partial(self._engine.likely, book))
            for deal, room in enumerate(rooms):
                ways = likely(room)
                vector = [*ways][pick(ways.values(), random)]
                rooms[deal] = tuple(map(sub, room, vector))
                cards = position.books[book].cards
                drawn[deal] += zip(cards, fillings.drawn(vector, random), strict=True)
        return [self._whole(position.dealt(cards, random)) for cards in drawn]

    def deals(self) -> Iterator[dict[Card, Seat]]:
        """Every consistent deal, once, in order of seats card by card; meant for where few are.

        Each filling of the first half-suit that some deal has is taken in turn; what is open of the
        others is a smaller position of the same kind. So no branch is a dead end.

        Raises:
            UndecidedError: beyond the budget.
        """
        if not self.count:
            return
        if not self._position.books:
            yield self._whole({})
            return
        for filling in HalfSuitOdds(self._engine, 0).fillings():
            places = (Clause((Literal(card, at, True),), _LISTED) for card, at in filling.items())
            smaller = self.extended(self.knowledge.with_facts(places))
            if smaller:
                yield from smaller.deals()

    def _whole(self, deal: Mapping[Card, Seat]) -> dict[Card, Seat]:
        """The deal with the known cards, in deck order."""
        return {card: deal.get(card) or self._known[card] for card in self.knowledge.cards}

    def _in_order(self, seats: Iterable[Seat]) -> tuple[Seat, ...]:
        chosen = set(seats)
        return tuple(seat for seat in self.knowledge.seats if seat in chosen)

    def _require_deal(self) -> None:
        if self.count == 0:
            raise NoDealError

    @property
    def _engine(self) -> Engine:
        if self._possible is None:
            raise NoDealError
        return self._possible

    @property
    def _position(self) -> OpenDeal:
        return self._engine.position

    @property
    def _known(self) -> Mapping[Card, Seat]:
        return self._position.known

    def _odds_of(self, cards: Iterable[Card]) -> HalfSuitOdds | None:
        """The odds of the half-suit of some cards; None where all of it is known."""
        names = {self._book_of[card] for card in cards}
        if len(names) != 1:
            raise ValueError(f"cards of {len(names)} half-suits (expected one)")
        self._require_deal()
        (name,) = names
        if name not in self._odds:
            books = enumerate(self._position.books)
            place = next((i for i, book in books if book.name == name), None)
            self._odds[name] = None if place is None else HalfSuitOdds(self._engine, place)
        return self._odds[name]

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


def count_deals(knowledge: Knowledge) -> int:
    """The exact number of deals consistent with a view, however long it takes."""
    return count(knowledge, most=2**99).count


def count_together(known: Sequence[Knowledge]) -> int | None:
    """How many deals are consistent with at least one of several kinds of knowledge.

    By inclusion and exclusion: the deals of each, less those of each two, and so on. Mostly two
    completions have no deal in common, and all that contain both need not be looked at.

    Returns:
        None where exact counting is beyond its budget, or too many sets would have to be counted.
    """
    left = MOST_COUNTS

    def together(chosen: Knowledge, rest: Sequence[Knowledge]) -> int:
        """The deals of ``chosen``, less those that it has in common with any of the rest."""
        nonlocal left
        left -= 1
        if left < 0:
            raise UndecidedError
        total = 0 if chosen.impossible else count(chosen).count
        for place, other in enumerate(rest if total else ()):
            total -= together(chosen.with_facts(other.facts), rest[place + 1 :])
        return total

    try:
        return sum(together(part, known[place + 1 :]) for place, part in enumerate(known))
    except UndecidedError:
        return None

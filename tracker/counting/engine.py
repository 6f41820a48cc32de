"""What a counting engine offers: the deals of one position, and how half-suits lie in them.

There are two engines. The fast one (``fast.fast_engine``) needs NumPy; the plain one
(``plain_engine``) needs only Python, but more time. Where both count exactly, their numbers are the
same.

Seats that no fact tells apart are dealt to like one hand: their cards could be swapped in every
deal. Such a *group* of seats with room h_1, h_2, ... is one column with room H = h_1 + h_2 + ...;
each deal to groups stands for the product of H! / (h_1! h_2! ...) deals to seats. Before the first
ask all the seats are one group, and there is nothing to compute at all.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from copy import copy
from functools import cached_property, reduce
from math import factorial, prod
from operator import or_
from random import Random
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from tracker.budget import Budget
from tracker.counting.hidden_half_suits import Stages, staged
from tracker.counting.open_deal import OpenBook, OpenDeal
from tracker.counting.placing import Columns, Vector
from tracker.game.cards import Card
from tracker.game.events import Seat

# What counting may cost: each position by itself, and all the positions of a game together.
#
# One position may take twenty seconds, and a whole game in many views has thousands of them. So
# those that count along a game share a budget, and what a position costs is known before the work
# begins. When the budget is spent, positions that cost next to nothing are still counted, and the
# remaining counts are unknown. The unit is a number to transform.

POSITION: Final = 2**30
"""For one position: about 20 s of one core."""
GAME: Final = 2**32
"""For all the positions of a game together, in all views."""
STEP: Final = 8
"""One step in the making of a table; it takes as long as to transform so many numbers."""
ESTIMATE: Final = 2**27
"""One estimate."""
FREE: Final = 2**17
"""What costs less is counted even when the budget is spent: it takes some milliseconds."""


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


def position_budget(most: float | None = None) -> Budget:
    """A budget for any number of positions.

    Args:
        most: what each may cost; None: ``POSITION``, or what ``counting_at_most`` says.
    """
    return Budget(each=_MOST.get() if most is None else most, floor=FREE)


def game_budget() -> Budget:
    """A budget for all the positions of a game; each as ``position_budget`` allows it."""
    return Budget(GAME, each=_MOST.get(), floor=FREE)


Status: TypeAlias = Literal["exact", "estimate", "unknown"]

LARGE: Final = 9
"""Half-suits of more cards are tabulated within the rooms, which is less; smaller ones without, so
that their tables stay the same when somebody's room shrinks."""


class Place(NamedTuple):
    """A seat that open cards can go to."""

    seat: Seat
    group: int
    """The mask of its group."""
    room: int
    rooms: int
    """The room of all seats of the group."""


class Rows(NamedTuple):
    """Where the open cards of a half-suit are, in some of the deals."""

    share: float
    """Of all deals."""
    by_column: Sequence[Sequence[float]]
    """[card][group]: in them, the probability that the card is with the group."""


class Thinning(NamedTuple):
    """Only some of the deals with a vector count."""

    column: int
    shares: Sequence[float]
    """By the number of cards in the column, what share of the deals counts."""


class TableCache:
    """The tables of the last positions, by what is open of each half-suit.

    Args:
        forgets: whether only the last two tables of each half-suit are kept; else all are.
    """

    def __init__(self, *, forgets: bool = True) -> None:
        self._forgets = self._follows = forgets
        self._kept: dict[str, dict[Columns, Any]] = {}
        """By the name of the half-suit, oldest first."""
        self.goes_on = False
        """Whether the position has the facts of the last one and more, along a game."""
        self.moves = 0
        """How many positions there were: one asked about late must not use what is kept since."""
        self.running: Any = None
        """What an engine keeps besides, as long as that is so."""

    def fork(self) -> TableCache:
        """Another cache with these tables, for positions that are not along the game."""
        other = copy(self)
        other._follows, other.goes_on, other.running = False, False, None
        return other

    def move_on(self, *, more: bool = False) -> None:
        """A new position follows.

        Args:
            more: whether it has the facts of the last one and more.
        """
        self.moves += 1
        self.goes_on = more and self._follows
        if not more:
            self.running = None

    def table(self, columns: Columns, make: Callable[[Columns], Any]) -> Any:
        """The table of a half-suit, made only where it is not kept."""
        kept = self._kept.setdefault(columns.book.name, {})
        table = kept.get(columns)
        if table is None:
            table = kept[columns] = make(columns)
            if self._forgets and len(kept) > 2:
                del kept[next(iter(kept))]
        elif table is not next(reversed(kept.values())):
            kept[columns] = kept.pop(columns)
        return table


class Engine(ABC):
    """A position, the groups of its seats, and the number of its deals to groups.

    Args:
        position: what is open.
        budget: what exact answers may cost (``POSITION``); None: what one position may cost.
        cache: where to look for tables, and to keep them; None: nowhere.
    """

    def __init__(
        self, position: OpenDeal, budget: Budget | None = None, cache: TableCache | None = None
    ) -> None:
        self.position = position
        self._budget = budget or position_budget()
        self._cache = cache or TableCache()
        self._move = self._cache.moves

    # -- what is counted ---------------------------------------------------------------------------

    @property
    @abstractmethod
    def status(self) -> Status:
        """Whether numbers are exact, estimates, or not to be had within the budget."""

    @property
    @abstractmethod
    def total(self) -> int:
        """The number of deals to groups, or an estimate of it."""

    @property
    def interval(self) -> tuple[int, int]:
        """Where the number of deals to groups is; 95% each way where it is an estimate."""
        return self.total, self.total

    def prepare(  # noqa: B027 - most engines have nothing to prepare
        self, books: Collection[int] | None = None
    ) -> None:
        """Work out the weights of half-suits at once, where the total then costs next to nothing.

        Args:
            books: the places of those that will be asked about; None: all.
        """

    @abstractmethod
    def weights(self, book: int) -> Mapping[Vector, int]:
        """By vector, how many deals to groups complete a filling of a half-suit.

        Args:
            book: the place of the half-suit among those of the position.
        """

    @abstractmethod
    def rows(self, book: int, thinning: Thinning | None = None) -> Rows:
        """Where the cards of a half-suit are, in floats; there is a deal."""

    @abstractmethod
    def exact_rows(self, book: int) -> Sequence[Sequence[int]]:
        """[card][group]: in how many deals to groups the card is with the group."""

    @abstractmethod
    def sample(self, n: int, random: Random) -> list[dict[Card, Seat]]:
        """The places of the open cards in deals drawn at random, each equally likely; exactly.

        Args:
            n: how many deals; there is at least one, and numbers are exact.
            random: where the draws come from.
        """

    # -- seats and columns -------------------------------------------------------------------------

    @cached_property
    def groups(self) -> tuple[int, ...]:
        """Masks of the seats that nothing tells apart, lowest seat first."""
        everyone = sum([1 << i for i, room in enumerate(self.position.room) if room])
        parts = [everyone] if everyone else []
        together = everyone.bit_count() - len(parts)
        for mask in self._distinctions():
            if not together:  # soon after the deal every seat stands apart
                break
            halves = [half for part in parts for half in (part & mask, part & ~mask)]
            parts = [half for half in halves if half]
            together = everyone.bit_count() - len(parts)
        return tuple(sorted(parts, key=lambda mask: mask & -mask))

    def _distinctions(self) -> Iterable[int]:
        """The sets of seats that facts speak of."""
        for book in self.position.books:
            yield from book.distinctions
        for condition in self.position.conditions:
            yield from (tally.seat for tallies in condition for tally in tallies)

    def member_rooms(self, group: int) -> tuple[int, ...]:
        """The room of each seat of a group."""
        if not group & (group - 1):  # most groups are one seat
            return (self.position.room[group.bit_length() - 1],)
        return tuple([room for i, room in enumerate(self.position.room) if group >> i & 1])

    @cached_property
    def rooms(self) -> tuple[int, ...]:
        """The room of each group."""
        return tuple([sum(self.member_rooms(group)) for group in self.groups])

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Each seat with room, in seat order."""
        position, rooms = self.position, dict(zip(self.groups, self.rooms, strict=True))
        seats = enumerate(zip(position.seats, position.room, strict=True))
        return tuple(
            Place(seat, group, room, rooms[group])
            for i, (seat, room) in seats
            for group in self.groups
            if group >> i & 1
        )

    @cached_property
    def multiple(self) -> int:
        """How many deals to seats each deal to groups stands for; or what these weigh together."""
        return self.position.scale * prod(
            factorial(room) // prod(map(factorial, self.member_rooms(group)))
            for group, room in zip(self.groups, self.rooms, strict=True)
            if group & (group - 1)
        )

    @property
    def weighed(self) -> bool:
        """Whether deals have weights. Then their numbers are sums of weights."""
        return any(book.weights for book in self.position.books)

    @cached_property
    def stages(self) -> Stages:
        """The half-suits that conditions speak of, in the order in which these can be checked."""
        return staged(self.position.books, self.groups, self.position.conditions)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The half-suits in the order in which they are combined: those with stages first."""
        first = [stage.book for stage in self.stages.order]
        rest = (i for i in range(len(self.position.books)) if i not in first)
        return (*first, *rest)

    @cached_property
    def columns(self) -> tuple[Columns, ...]:
        """The columns of each half-suit: the groups that it can go to, and their parts."""
        return tuple(map(self.columns_of, self.position.books))

    def columns_of(self, book: OpenBook) -> Columns:
        """The columns of one half-suit."""
        seats = reduce(or_, book.choices, 0)
        groups = tuple([group for group in self.groups if group & seats])
        rooms: tuple[int, ...] = ()
        if len(book.cards) > LARGE:
            room_of = dict(zip(self.groups, self.rooms, strict=True))
            rooms = tuple(min(room_of[group], len(book.cards)) for group in groups)
        parts = tuple(part for part in self.stages.parts if part.cards & {*book.cards})
        return Columns(book, groups, parts, rooms)

    def dealt(self, filling: Iterable[tuple[Card, int]], random: Random) -> dict[Card, Seat]:
        """The cards of each group dealt to the places of its seats, as from a shuffled pack."""
        cards = list(filling)
        deal: dict[Card, Seat] = {}
        for group in self.groups:
            places = [
                place.seat
                for place in self.places
                if place.group == group
                for _ in range(place.room)
            ]
            random.shuffle(places)
            own = (card for card, of_card in cards if of_card == group)
            deal.update(zip(own, places, strict=True))
        return deal

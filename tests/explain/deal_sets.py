"""Facts as the sets of deals that fit them, each a bit of an integer, at a table of three."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, reduce
from itertools import product
from operator import and_, or_
from typing import TypeAlias

from tracker.explain.explanation import HowMany, Step
from tracker.game.cards import Book
from tracker.knowledge.facts import Clause, Count, Literal

Given: TypeAlias = Literal | Clause | Count | HowMany
SEATS = ("Ann", "Bob", "Carl")
BOOKS = (
    Book("reds", ("2H", "3H", "4H")),
    Book("blacks", ("2S", "3S")),
    Book("clubs", ("2C", "3C")),
)
CARDS = tuple(card for book in BOOKS for card in book.cards)
DEALS = list(product(SEATS, repeat=len(CARDS)))
LITERALS = [Literal(*one) for one in product(CARDS, SEATS, (True, False))]


@cache
def deals_of(fact: Given) -> int:
    """The deals that fit a fact."""
    if isinstance(fact, Clause):
        return reduce(or_, map(deals_of, fact.literals), 0)
    if isinstance(fact, Literal):
        fact = HowMany((fact.seat,), (fact.card,), int(fact.holds), int(fact.holds))
    seats = (fact.seat,) if isinstance(fact, Count) else fact.seats
    places = [CARDS.index(card) for card in fact.cards]
    numbers = (sum(deal[place] in seats for place in places) for deal in DEALS)
    return sum(1 << i for i, n in enumerate(numbers) if fact.least <= n <= fact.most)


def deals_of_all(facts: Iterable[Given]) -> int:
    """The deals that fit all of some facts."""
    return reduce(and_, map(deals_of, facts), (1 << len(DEALS)) - 1)


def shown(step: Step) -> Iterator[int]:
    """What a step concludes, as deals."""
    if step.rule == "not-all":
        yield reduce(or_, map(deals_of, step.conclusion))
    else:
        yield from map(deals_of, step.conclusion)
    yield from map(deals_of, (*step.bounds, *step.clauses))


def follow(given: int, conclusions: Iterable[int]) -> bool:
    """Whether some deals are all among those of each conclusion."""
    return not any(given & ~one for one in conclusions)

"""How likely an ask and its answer are, in the eyes of a view: what it learns is -log2 of that.

What an ask says is of one card (the asker lacks it, the one asked holds it or not), and that the
asker holds one of some others of its half-suit; the rest, if anything, is the same for all the asks
from one chair. With n deals left, of which n' have none of those others with the asker,

    deals that fit = n * P(the card is there) - n' * P'(the card is there)

So all the asks from a chair take one count of the deals, and one for each half-suit: an event
changes one half-suit's table only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from math import log2
from operator import add, mul, sub
from typing import NamedTuple, TypeAlias

from tracker.budget import Budget
from tracker.counting import Counter, Posterior
from tracker.counting.book_odds import Absence
from tracker.game.cards import Card
from tracker.game.events import Ask, Seat
from tracker.game.state import State
from tracker.knowledge.facts import Clause, EventCause, Fact, Knowledge, Literal
from tracker.knowledge.gather import event_facts

Number: TypeAlias = "Fraction | float"


class Sayings(NamedTuple):
    """What an ask with its answer says, in parts."""

    of_the_card: tuple[Literal, ...]
    """Where the card asked for is, or is not: all of these are true."""
    one_of: tuple[Card, ...]
    """The asker was dealt one of these; none: nothing is said of that. A card that the ask says
    the asker lacks is among them, so that they are the same for as many asks as can be."""
    rest: tuple[Fact, ...]
    facts: tuple[Fact, ...]
    """All of it."""


class _More(NamedTuple):
    """What more is supposed to be known than a view knows."""

    facts: tuple[Fact, ...]
    lacked: tuple[Card, ...] = ()
    """Cards of one half-suit that the asker was not dealt."""
    asker: Seat = ""
    """Who that is; nobody where no cards are named."""


def sayings(state: State, ask: Ask) -> Sayings:
    """What an ask says, were it the next event."""
    of_the_card: list[Literal] = []
    one_of: set[Card] = set()
    rest: list[Fact] = []
    facts = event_facts(state, ask)
    for fact in facts:
        literals = fact.literals if isinstance(fact, Clause) else ()
        if len(literals) == 1 and literals[0].card == ask.card:
            of_the_card.append(literals[0])
        elif not one_of and _is_at_the_asker(literals, ask):
            one_of = {literal.card for literal in literals}
        else:
            rest.append(fact)
    if one_of and Literal(ask.card, ask.asker, False) in of_the_card:
        one_of.add(ask.card)
    return Sayings(tuple(of_the_card), tuple(sorted(one_of)), tuple(rest), facts)


def _is_at_the_asker(literals: tuple[Literal, ...], ask: Ask) -> bool:
    """Whether it is said that the asker was dealt one of some cards."""
    return bool(literals) and all(one.holds and one.seat == ask.asker for one in literals)


class Likelihoods:
    """How likely what asks say is, in the eyes of one view at one moment.

    Args:
        known: what the view knows.
        quick: from probabilities in floats.
        budget: what counting may cost; none: no limit but for each position.
        counter: what counts, quickest where it has counted less of the same; none: a new one.
        posterior: its counts, where they are worked out already.
    """

    def __init__(
        self,
        known: Knowledge,
        *,
        quick: bool = False,
        budget: Budget | None = None,
        counter: Counter | None = None,
        posterior: Posterior | None = None,
    ) -> None:
        self._known = known
        self._given = posterior
        self._quick = quick
        self._counter = Counter(budget=budget) if counter is None else counter
        self._counts: dict[_More, _Deals] = {}

    @property
    def posterior(self) -> Posterior:
        """The counts as they are before the ask."""
        return self._all.posterior

    @property
    def exact(self) -> bool:
        """Whether all that has been counted was counted exactly."""
        counted = [one for one in self._counts.values() if isinstance(one, _Count)]
        if "_all" in vars(self):
            counted.append(self._all)
        return all(one.posterior.exact for one in counted)

    def of(self, ask: Ask, said: Sayings) -> Fraction:
        """The share of the deals that an ask with its answer leaves."""
        return Fraction(self._share(ask, said))

    def bits(self, ask: Ask, said: Sayings) -> float:
        """What the view learns from an ask and its answer, where some deal allows them."""
        # One deal is left at least, whatever floats make of it.
        return -log2(max(self._share(ask, said), 1 / self.posterior.count))

    def _share(self, ask: Ask, said: Sayings) -> Number:
        share = self.left(_More(said.rest)).fitting(said.of_the_card)
        if said.one_of:
            without = self.left(_More(said.rest, said.one_of, ask.asker))
            share -= without.fitting(said.of_the_card)
        return share

    @cached_property
    def _all(self) -> _Count:
        posterior = self._given or self._counter.update(self._known)
        return _Count(posterior, None, self._quick)

    def left(self, more: _More) -> _Deals:
        """The deals once more is known."""
        if not more.facts and not more.lacked:
            return self._all
        if more not in self._counts:
            self._counts[more] = self._found(more)
        return self._counts[more]

    def _found(self, more: _More) -> _Deals:
        """The same, counted; floats need no count of their own for cards that were not dealt."""
        if more.lacked and self._quick:
            among = self.left(_More(more.facts))
            if isinstance(among, _Count) and among.share:
                absence = among.posterior.absent(more.lacked, more.asker)
                if absence is not None:
                    return _Part(among, absence)
        lacks = (Clause((Literal(card, more.asker, False),), EventCause(0)) for card in more.lacked)
        posterior = self._counter.update(self._known.with_facts((*more.facts, *lacks)))
        return _Count(posterior, self.posterior.count, self._quick)


@lru_cache(maxsize=1000)
def _place(literals: Sequence[Literal]) -> tuple[Card, frozenset[Seat], bool]:
    """What is said of a card: that it is at one of some seats (none: nowhere), or at none."""
    there = frozenset(one.seat for one in literals if one.holds)
    absent = frozenset(one.seat for one in literals if not one.holds)
    card = literals[0].card if literals else ""
    if len(there) > 1 or there & absent:
        return card, frozenset(), True
    return card, there or absent, bool(there)


class _Deals:
    """Some of the deals of a view."""

    share: Number
    """How many of all they are."""

    def fitting(self, literals: Sequence[Literal]) -> Number:
        """The share of all the deals that are among them, a card being where it is said."""
        if not self.share:
            return self.share
        card, seats, there = _place(literals)
        if not there and not seats:
            return self.share
        chance: Number = sum(self.chance(card, seat) for seat in seats)
        return self.share * (chance if there else 1 - chance)

    def chance(self, card: Card, seat: Seat) -> Number:
        """In what share of them, if there are any, a card was dealt to a seat."""
        raise NotImplementedError


class _Count(_Deals):
    """A position counted.

    Args:
        posterior: its counts.
        total: of how many deals it has a share; none: of its own.
        quick: whether probabilities in floats will do.
    """

    def __init__(self, posterior: Posterior, total: int | None, quick: bool) -> None:
        if quick:
            posterior.prepare_marginals()  # then the count costs nothing
        self.posterior = posterior
        share = Fraction(1) if total is None else Fraction(posterior.count, total)
        self.share = float(share) if quick else share
        self._quick = quick
        self._marginals: dict[Card, Mapping[Seat, float]] = {}

    def chance(self, card: Card, seat: Seat) -> Number:
        """In what share of them a card was dealt to a seat."""
        if not self._quick:
            return self.posterior.probability(card, seat)
        if card not in self._marginals:
            self._marginals[card] = self.posterior.marginals_of(card)
        return self._marginals[card].get(seat, 0.0)


class _Part(_Deals):
    """Those deals of a position in which the asker was dealt none of a half-suit's open cards."""

    def __init__(self, among: _Count, absence: Absence) -> None:
        self.share = among.share * absence.share
        self._among = among
        self._absence = absence

    def chance(self, card: Card, seat: Seat) -> Number:
        """In what share of them a card was dealt to a seat."""
        # A card that is no open one of that half-suit is known.
        if card in self._absence.marginals:
            return self._absence.marginals[card].get(seat, 0.0)
        return self._among.chance(card, seat)


class SideBySide:
    """The likelihoods of several views at once, all in floats: one number for each of them.

    Args:
        views: the views, each with ``quick`` likelihoods.
    """

    def __init__(self, views: Sequence[Likelihoods]) -> None:
        self._views = views
        self._columns: dict[_More, _Columns] = {}

    def shares(self, ask: Ask, said: Sayings) -> Sequence[float]:
        """The share of each view's deals that an ask with its answer leaves.

        It may round to a little less than 0.
        """
        left = self._with(_More(said.rest)).fitting(said.of_the_card)
        if not said.one_of:
            return left
        without = self._with(_More(said.rest, said.one_of, ask.asker))
        return list(map(sub, left, without.fitting(said.of_the_card)))

    def bits(self, ask: Ask, said: Sayings) -> Sequence[float]:
        """What each view learns; the most that is possible where it rules the answer out."""
        shares = self.shares(ask, said)
        return [-log2(max(share, least)) for share, least in zip(shares, self._least, strict=True)]

    @cached_property
    def _least(self) -> Sequence[float]:
        """The share of one deal, for each view."""
        return [1 / view.posterior.count for view in self._views]

    def _with(self, more: _More) -> _Columns:
        """The deals of each view once more is known."""
        if more not in self._columns:
            self._columns[more] = _Columns([view.left(more) for view in self._views])
        return self._columns[more]


class _Columns:
    """Some of the deals of each of several views.

    Args:
        deals: those of each view.
    """

    def __init__(self, deals: Sequence[_Deals]) -> None:
        self._deals = deals
        self._shares = [float(one.share) for one in deals]
        self._chances: dict[tuple[Card, Seat], Sequence[float]] = {}

    def fitting(self, literals: Sequence[Literal]) -> Sequence[float]:
        """``_Deals.fitting`` of each."""
        card, seats, there = _place(literals)
        if not there and not seats:
            return self._shares
        chances: Sequence[float] = [0.0] * len(self._deals)
        for seat in seats:
            chances = list(map(add, chances, self._chance(card, seat)))
        if there:
            return list(map(mul, self._shares, chances))
        return [share * (1 - one) for share, one in zip(self._shares, chances, strict=True)]

    def _chance(self, card: Card, seat: Seat) -> Sequence[float]:
        """In what share of them a card was dealt to a seat; of none, 0."""
        if (card, seat) not in self._chances:
            self._chances[card, seat] = [
                float(one.chance(card, seat)) if one.share else 0.0 for one in self._deals
            ]
        return self._chances[card, seat]

"""The posterior: how many deals are left, and how likely is what, each deal equally likely.

All of it is about the *dealt* places. A half-suit of which some cards have publicly moved is asked
about by the others alone: the moved ones lie where everyone saw them go.

Probabilities come as exact fractions; ``marginals`` gives floats for display, with a relative error
below 1e-12, and lists a seat exactly where some deal has it.

An engine gives the weights W[v], the number of deals that complete a filling of a half-suit with
vector v. Such a filling has the probability W[v] / (sum over all v of T[v] W[v]), and everything
about one half-suit is a sum of such terms (``half_suit_odds``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import factorial, log2, prod
from random import Random

from tracker.counting.engine import Engine, Status
from tracker.counting.half_suit_odds import Absence, HalfSuitOdds, Naming, PositionOdds, Split
from tracker.errors import NoDealError, UndecidedError
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.knowledge.facts import Knowledge


def beyond_budget(status: Status) -> UndecidedError:
    """The error for what takes exact counting, or any counting, that is beyond the budget."""
    what = "exact counting" if status == "estimate" else "counting, and of an honest estimate"
    return UndecidedError(f"the position is beyond the budget of {what}")


class Posterior:
    """What a view's knowledge leaves open, as numbers; computed when first asked for.

    Args:
        knowledge: the seats, cards and facts.
        odds: those of what is open; None where the facts plainly contradict each other.
    """

    def __init__(self, knowledge: Knowledge, odds: PositionOdds | None) -> None:
        self.knowledge = knowledge
        self._possible = odds

    @property
    def status(self) -> Status:
        """Whether numbers are ``exact``, an ``estimate``, or ``unknown``.

        Estimates come from random draws: a seat that is not listed, or has a probability of 0, was
        in none of them, and may still be possible. Where neither could be had within the budget,
        ``interval`` is all that is sure, and everything else raises ``UndecidedError``.
        """
        return "exact" if self._possible is None else self._engine.status

    @property
    def exact(self) -> bool:
        """Whether ``count`` and all probabilities are exact."""
        return self.status == "exact"

    @cached_property
    def count(self) -> int:
        """The number of deals consistent with the view; 0 where it contradicts itself.

        Where deals have weights, it is what they weigh together.

        Raises:
            UndecidedError: where it is unknown.
        """
        if self._possible is None:
            return 0
        if self.status == "unknown":
            raise beyond_budget(self.status)
        return self._engine.total * self._engine.multiple

    @property
    def interval(self) -> tuple[int, int]:
        """Where the number of deals is: the number itself, or a 95% interval of an estimate.

        Where it is unknown, any number from 0 to that of all deals with these hand sizes.
        """
        if self._possible is None:
            return 0, 0
        if self.status == "unknown":
            sizes = self.knowledge.sizes.values()
            return 0, factorial(sum(sizes)) // prod(map(factorial, sizes))
        low, high = self._engine.interval
        return low * self._engine.multiple, high * self._engine.multiple

    @property
    def bits(self) -> float:
        """The entropy: log2 of the number of deals.

        Raises:
            NoDealError: where there is none.
            UndecidedError: where it is unknown how many there are.
        """
        self._require_deal()
        return log2(self.count)

    def prepare_marginals(self, cards: Collection[Card] | None = None) -> None:
        """Work out what ``marginals`` need; after that, the number of deals costs next to nothing.

        Args:
            cards: those whose marginals are wanted; None: all.
        """
        if self._possible is None:
            return
        if cards is None:
            self._engine.prepare()
            return
        books = enumerate(self._engine.position.books)
        wanted = frozenset(cards)
        self._engine.prepare([i for i, book in books if not wanted.isdisjoint(book.cards)])

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
        wanted = frozenset(self.knowledge.cards if cards is None else cards)
        position = self._engine.position
        shares: dict[Card, Mapping[Seat, float]] = {
            card: {seat: 1.0} for card, seat in position.known.items()
        }
        for book in position.books:
            if not wanted.isdisjoint(book.cards):
                shares.update(self._odds.half_suit(book.name).marginals)
        return {card: shares[card] for card in self.knowledge.cards if card in wanted}

    def marginals_of(self, card: Card) -> Mapping[Seat, float]:
        """Those of one card; only its half-suit is looked at.

        Raises:
            NoDealError: where no deal is left.
        """
        odds = self._odds_of([card])
        known = self._known.get(card)
        return odds.marginals[card] if known is None else {known: 1.0}

    def plain_place(self, card: Card) -> Seat | None:
        """The one seat that a card can have been dealt to, where that is plain without a count.

        Raises:
            NoDealError: where it is plain that no deal is left.
        """
        return self._known.get(card)

    def probability(self, card: Card, seat: Seat) -> Fraction:
        """The probability that a card was dealt to a seat."""
        odds = self._odds_of([card])
        if card in self._known:
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
        if any(odds.may_have(card, seat) for card in odds.cards if card not in cards):
            return None
        return odds.absent(seat)

    def naming(self, holdings: Mapping[Card, Seat]) -> Fraction:
        """The probability that cards of one half-suit were dealt just so.

        Args:
            holdings: the seat of each card; cards of the half-suit may be left out.

        Raises:
            NoDealError: where no deal is left.
            ValueError: where the cards are not of one half-suit.
        """
        return self._odds_of(holdings).naming(holdings)

    def likeliest_naming(self, cards: Sequence[Card], seats: Iterable[Seat]) -> Naming | None:
        """The likeliest way in which cards of one half-suit were dealt to some seats.

        Ties are broken by seat order: the first card, in the order given, has the first seat.

        Args:
            cards: cards of one half-suit.
            seats: seats that may have them.

        Returns:
            The holdings and their probability; None where no deal gives these seats all of them.
        """
        return self._odds_of(cards).likeliest(cards, self._in_order(seats))

    def owned(self, cards: Iterable[Card], seats: Iterable[Seat]) -> Fraction:
        """The probability that cards of one half-suit were all dealt to some of these seats."""
        cards = tuple(cards)
        return self._odds_of(cards).owned(cards, self._in_order(seats))

    def splits(self, cards: Iterable[Card]) -> tuple[Split, ...]:
        """How many of some cards of one half-suit each seat was dealt.

        Returns:
            (numbers in seat order, probability), likeliest first, then by most for the first seat.
        """
        cards = tuple(cards)
        return self._odds_of(cards).splits(cards)

    def sample(self, n: int, seed: int) -> list[dict[Card, Seat]]:
        """Deals drawn at random, each of the consistent ones equally likely, exactly.

        Args:
            n: how many, drawn independently (with replacement).
            seed: the same seed gives the same deals, as long as the engine is the same.

        Raises:
            NoDealError: where no deal is left.
            UndecidedError: where the exact weights are beyond the budget.
        """
        self._require_exact()
        return [self._whole(deal) for deal in self._engine.sample(n, Random(seed))]

    def deals(self) -> Iterator[dict[Card, Seat]]:
        """Every consistent deal, once, in order of seats card by card; meant for where few are.

        Raises:
            UndecidedError: where the exact weights are beyond the budget.
        """
        if self.count:
            self._require_exact()
            yield from map(self._whole, self._odds.deals())

    def _whole(self, deal: Mapping[Card, Seat]) -> dict[Card, Seat]:
        """The deal with the known cards, in deck order."""
        return {card: deal.get(card) or self._known[card] for card in self.knowledge.cards}

    def _in_order(self, seats: Iterable[Seat]) -> tuple[Seat, ...]:
        chosen = set(seats)
        return tuple(seat for seat in self.knowledge.seats if seat in chosen)

    def _require_deal(self) -> None:
        if self.count == 0:
            raise NoDealError

    def _require_exact(self) -> None:
        self._require_deal()
        if not self.exact:
            raise beyond_budget(self.status)

    @property
    def _odds(self) -> PositionOdds:
        if self._possible is None:
            raise NoDealError
        return self._possible

    @property
    def _engine(self) -> Engine:
        return self._odds.engine

    @property
    def _known(self) -> Mapping[Card, Seat]:
        return self._engine.position.known

    def _odds_of(self, cards: Iterable[Card]) -> HalfSuitOdds:
        names = {self._book_of[card] for card in cards}
        if len(names) != 1:
            raise ValueError(f"cards of {len(names)} half-suits (expected one)")
        self._require_deal()
        return self._odds.half_suit(names.pop())

    @cached_property
    def _book_of(self) -> Mapping[Card, str]:
        return {card: book.name for book in self.knowledge.books for card in book.cards}

"""Estimates of positions small enough to be counted: they are near, and their intervals honest."""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import count as numbers
from itertools import islice, permutations
from math import log, log2
from random import Random

import pytest

from tests.counting.hidden import tiny_hidden
from tests.counting.random_knowledge import CAUSE, tiny_knowledge
from tracker.budget import Budget
from tracker.counting import Counter, NoDealError, Posterior, count
from tracker.counting.engine import ESTIMATE, FREE
from tracker.counting.fast import component, estimates, fast_engine
from tracker.errors import UndecidedError
from tracker.game.cards import ALL_CARDS, Book
from tracker.knowledge.facts import Clause, Knowledge, Literal

SCORES = ("_MOST_SCORES", 80_000, 20_000)
WIDTH = 2 * 1.96
"""The ends of an interval are so many standard errors apart."""


@pytest.fixture(autouse=True)
def _estimates_for_what_is_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(component, "_FEW", 0)
    monkeypatch.setattr(estimates, "DRAWS", 500)


def position(seed: int) -> Knowledge:
    """Clauses within half-suits; every other one has numbers of cards of several half-suits."""
    random = Random(seed)
    if seed % 2:
        return tiny_knowledge(random, seats=4, cards=12, counts=0)
    return tiny_hidden(random, seats=4, cards=12)


def estimated() -> Iterator[tuple[Posterior, Posterior]]:
    """The exact and the estimated count of positions of which one weighs little."""
    for seed in numbers(100):
        exact = count(position(seed))
        if exact.count > 5000:
            found = count(position(seed), most=0)
            if found.status == "estimate" and found.interval[1] - found.interval[0] > 200:
                yield exact, found


def relative_width(found: Posterior) -> float:
    low, high = found.interval
    return log(high / low)


def test_intervals_are_right_as_often_as_they_say() -> None:
    """In standard errors the squares of the differences add up as chi-square does.

    With 16 degrees of freedom that is within these limits 98 in 100 times.
    """
    squares = 0.0
    for exact, found in islice(estimated(), 16):
        low, high = found.interval
        assert low < found.count < high <= 2 * low
        assert not found.exact
        assert high / found.count == pytest.approx(found.count / low, rel=0.02)
        squares += (WIDTH * log(found.count / exact.count) / relative_width(found)) ** 2
        assert found.bits == log2(found.count)
    assert 5.81 < squares < 32.0


def test_few_numbers_are_unknown() -> None:
    seeds = [seed for seed in range(25) if count(position(seed)).count > 5000]
    found = Counts(count(position(seed), most=0).status for seed in seeds)
    assert found["estimate"] > 9 * found["unknown"]
    assert found["estimate"] > 8


def test_two_tables_that_have_nothing_to_do_with_each_other() -> None:
    """Half-suits of which A and B have all the cards, and others of C and D."""
    cards = sorted(ALL_CARDS)
    books = tuple(Book(f"book {i}", tuple(cards[4 * i : 4 * i + 4])) for i in range(6))
    facts = []
    for i, book in enumerate(books):
        one, other = ("A", "B") if i < 3 else ("C", "D")
        facts += [
            Clause((Literal(card, one, True), Literal(card, other, True)), CAUSE)
            for card in book.cards
        ]
        facts.append(Clause(tuple(Literal(card, one, True) for card in book.cards[:2]), CAUSE))
    known = Knowledge(("A", "B", "C", "D"), books, {"A": 6, "B": 6, "C": 5, "D": 7}, tuple(facts))
    exact, found = count(known), count(known, most=0)
    low, high = found.interval
    assert found.status == "estimate"
    assert abs(log(found.count / exact.count)) < log(high / low)
    for card in known.cards:
        assert found.marginals()[card] == pytest.approx(exact.marginals()[card], abs=0.12)


def test_chances_are_near() -> None:
    for exact, found in islice(estimated(), 6):
        shares = found.marginals()
        for card, sure in exact.marginals().items():
            assert set(shares[card]) <= set(sure)
            assert sum(shares[card].values()) == pytest.approx(1, abs=0.01)
            for seat, chance in sure.items():
                assert shares[card].get(seat, 0.0) == pytest.approx(chance, abs=0.12)
                rounded = float(found.probability(card, seat))
                assert rounded == pytest.approx(shares[card].get(seat, 0.0), abs=0.02)


@pytest.mark.parametrize(("limit", "many", "few"), [("DRAWS", 1600, 400), SCORES])
def test_with_a_quarter_of_the_draws_intervals_are_twice_as_wide(
    limit: str, many: int, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it is their number that is limited, or what is looked at for all of them."""
    known = [exact.knowledge for exact, _ in islice(estimated(), 3)]
    monkeypatch.setattr(estimates, "DRAWS", 10**5)
    for each in known:
        widths = []
        for value in (many, few):
            monkeypatch.setattr(estimates, limit, value)
            widths.append(relative_width(count(each, most=0)))
        assert widths[1] == pytest.approx(2 * widths[0], rel=0.3)


def test_draws_in_batches_are_as_good(monkeypatch: pytest.MonkeyPatch) -> None:
    for exact, found in list(islice(estimated(), 3)):
        monkeypatch.setattr(estimates, "_AT_ONCE", 2**10)
        other = count(exact.knowledge, most=0)
        assert relative_width(other) == pytest.approx(relative_width(found), rel=0.3)
        assert other.count == pytest.approx(exact.count, rel=2 * relative_width(found))


def test_the_same_position_gets_the_same_estimate() -> None:
    exact, found = next(estimated())
    again = count(exact.knowledge, most=0)
    assert (again.count, again.interval) == (found.count, found.interval)
    assert again.marginals() == found.marginals()


# -- what is not estimated ------------------------------------------------------------------------


def test_no_deals_are_drawn_or_listed_from_estimates() -> None:
    _, found = next(estimated())
    for asked in (lambda: found.sample(1, 1), lambda: next(found.deals())):
        with pytest.raises(UndecidedError, match="budget of exact counting"):
            asked()


def check_unknown(found: Posterior) -> None:
    """Nothing is said but how many deals there are whatever the facts."""
    assert found.status == "unknown"
    assert not found.exact
    assert found.interval == (0, count(replace(found.knowledge, facts=())).count)
    for asked in (lambda: found.count, found.marginals, lambda: found.bits, found.deals().__next__):
        with pytest.raises(UndecidedError, match="an honest estimate"):
            asked()


def test_an_interval_that_is_too_wide_to_be_of_use_is_not_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    exact, found = next(estimated())
    low, high = found.interval
    for widest, told in ((Fraction(high, low), True), (Fraction(high - 1, low), False)):
        monkeypatch.setattr(fast_engine, "_WIDEST", widest)
        other = count(exact.knowledge, most=0)
        assert (other.status == "estimate") == told
        if not told:
            check_unknown(other)


def test_draws_that_are_too_uneven_or_too_few_say_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of equal weights as many do as there are: then each draw counts."""
    exact, found = next(estimated())
    assert found.status == "estimate"
    monkeypatch.setattr(estimates, "_LEAST_EFFECTIVE", 450)
    check_unknown(count(exact.knowledge, most=0))


def test_where_no_draw_counts_there_may_still_be_deals() -> None:
    """Two cards of each half-suit are together, so nobody has an odd number: bounds do not see it.

    Counting does; an estimate cannot tell.
    """
    known = together((2, 2, 2), {"A": 3, "B": 3})
    check_unknown(count(known, most=0))
    exact = count(known)
    exact.prepare_marginals()
    assert (exact.status, exact.count, exact.interval) == ("exact", 0, (0, 0))
    for asked in (exact.marginals, lambda: exact.bits, lambda: exact.sample(1, 1)):
        with pytest.raises(NoDealError):
            asked()
    assert list(exact.deals()) == []
    assert count(together((2, 2, 2), {"A": 4, "B": 2})).count == 3


def test_a_single_deal_is_estimated_too() -> None:
    """Of two, three and four cards, each lot together, five can only be two and three."""
    known = together((2, 3, 4), {"A": 5, "B": 4})
    found = count(known, most=0)
    low, high = found.interval
    assert (found.status, found.count, low) == ("estimate", 1, 1)
    assert 1 <= high <= 2, "ends are rounded outwards"
    assert found.bits == 0
    of_a = known.books[0].cards + known.books[1].cards
    for card, shares in found.marginals().items():
        assert shares == {"A" if card in of_a else "B": pytest.approx(1)}


def together(books: Sequence[int], sizes: dict[str, int]) -> Knowledge:
    """Half-suits of so many cards, all of them with the same one of two seats."""
    cards = iter(sorted(ALL_CARDS))
    made = tuple(Book(f"book {i}", tuple(islice(cards, n))) for i, n in enumerate(books))
    facts = [
        Clause((Literal(one, "A", True), Literal(other, "B", True)), CAUSE)
        for book in made
        for one, other in permutations(book.cards, 2)
    ]
    return Knowledge(("A", "B"), made, sizes, tuple(facts))


@pytest.mark.parametrize(("seed", "budget"), [(7, 96), (16, 96), (22, 24), (44, 216)])
def test_what_is_beside_hidden_half_suits_is_estimated(seed: int, budget: int) -> None:
    """The sums of the hidden ones are affordable, as Python's integers; the rest is not."""
    known = tiny_hidden(Random(seed), seats=4, cards=14, counts=2)
    found, exact = count(known, most=budget), count(known)
    assert found.status == "estimate"
    assert found.count == pytest.approx(exact.count, rel=0.1)
    told = found.marginals()
    for card, shares in exact.marginals().items():
        for seat, share in shares.items():
            assert told[card].get(seat, 0.0) == pytest.approx(share, abs=0.1)


def test_where_all_is_decided_nothing_has_to_be_drawn() -> None:
    """Nor paid for, though there are hidden half-suits to add up."""
    known = tiny_hidden(Random(45), seats=4, cards=10)
    found = count(known, most=0)
    assert (found.status, found.count) == ("exact", count(known).count)


def test_estimates_are_paid_for() -> None:
    """The budget has enough for one, and for the tables; the position after that gets none."""
    for seed in (4, 7):
        known, other = position(seed), position(seed + 20)
        counter = Counter(budget=Budget(2 * ESTIMATE - 1, each=0, floor=FREE))
        assert counter.update(known).status == "estimate"
        check_unknown(counter.update(other))

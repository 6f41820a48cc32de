"""Positions whose counts are known by a formula or by hand, and what cannot be counted."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import factorial
from random import Random

import pytest

from tests.counting.random_knowledge import CAUSE, tiny_knowledge
from tests.marks import first
from tracker.counting import Counter, NoDealError, count
from tracker.counting.posterior import count_together
from tracker.errors import UndecidedError
from tracker.game.cards import DECKS, Book
from tracker.knowledge.facts import Clause, Count, Knowledge, Literal


def some_knowledge(seed: int, *, true: bool = True) -> Knowledge:
    random = Random(seed)
    return tiny_knowledge(
        random, seats=random.choice((2, 3, 4, 5)), cards=random.choice((5, 7, 8)), true=true
    )


def test_a_half_suit_that_cannot_lie_in_any_way_leaves_no_deal() -> None:
    """Three seats each have one of two cards."""
    low, high = Book("low", ("2C", "3C")), Book("high", ("4C", "5C"))
    one_of = [
        Clause(tuple(Literal(card, seat, True) for card in low.cards), CAUSE) for seat in "ABC"
    ]
    sizes = {"A": 1, "B": 1, "C": 1, "D": 1}
    assert count(Knowledge(tuple(sizes), (low, high), sizes, tuple(one_of))).count == 0


def test_the_deal_of_48_cards_to_six() -> None:
    """The number of deals is a multinomial coefficient."""
    seats = tuple("ABCDEF")
    knowledge = Knowledge(seats, DECKS["no8"].books, dict.fromkeys(seats, 8), ())
    posterior = count(knowledge)
    assert posterior.count == factorial(48) // factorial(8) ** 6
    assert posterior.naming({"2C": "A"}) == Fraction(1, 6)
    assert list(posterior.marginals()["AS"].values()) == [pytest.approx(1 / 6)] * 6


def test_of_too_many_ways_none_is_counted() -> None:
    """Any two of them have to be counted together, which is known before any is."""
    seats = tuple("ABCDEF")
    known = Knowledge(seats, DECKS["no8"].books, dict.fromkeys(seats, 8), ())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tracker.counting.posterior.count", lambda _: pytest.fail("counted"))
        assert count_together([known] * 28) is None
    assert count_together([known] * 2) == count(known).count


def test_without_a_deal_nothing_is_likely() -> None:
    seats = ("A", "B")
    books = DECKS["no8"].books[:1]
    never = Clause((), CAUSE)
    posterior = count(Knowledge(seats, books, {"A": 3, "B": 3}, (never,)))
    assert posterior.count == 0
    with pytest.raises(NoDealError, match="no deal"):
        posterior.marginals()
    with pytest.raises(NoDealError):
        posterior.naming({"2C": "A"})


def test_a_naming_is_of_one_half_suit() -> None:
    seats = ("A", "B")
    knowledge = Knowledge(seats, DECKS["no8"].books[:2], {"A": 6, "B": 6}, ())
    with pytest.raises(ValueError, match="half-suits"):
        count(knowledge).naming({"2C": "A", "9C": "B"})


def test_a_card_known_to_be_elsewhere_rules_out_a_team() -> None:
    seats = ("A", "B", "C", "D")
    book = DECKS["no8"].books[0]
    fact = Clause((Literal("2C", "B", True),), CAUSE)
    sizes = {"A": 2, "B": 2, "C": 1, "D": 1}
    posterior = count(Knowledge(seats, (book,), sizes, (fact,)))
    assert posterior.likeliest_naming(book.cards, ("A", "C")) is None
    assert posterior.owned(dict.fromkeys(book.cards, ("A", "C"))) == 0
    assert posterior.naming({"2C": "B"}) == 1


@pytest.mark.parametrize("start", first(1, range(0, 120, 40)))
def test_what_goes_on_from_common_facts_counts_what_a_new_counter_would(start: int) -> None:
    """Whoever knows some facts more goes on from what is common; that stays as it was."""
    for seed in range(start, start + 40):
        known = some_knowledge(seed)
        common = replace(known, facts=known.facts[::2])
        base = Counter().update(common)
        before = base.count
        for facts in (known.facts[1::2], known.facts[1::4], ()):
            more = common.with_facts(facts)
            found, expected = base.extended(more), count(more)
            assert found is not None
            assert found.count == expected.count
            if found.count:
                assert found.marginals() == expected.marginals()
        assert base.count == before


def test_a_number_of_a_part_of_a_half_suit_is_beyond_counting() -> None:
    """Half-suits are hidden as a whole, and stay hidden: no game says anything else."""
    seats, books = ("A", "B"), DECKS["no8"].books[:2]
    known = Knowledge(seats, books, {"A": 6, "B": 6}, (Count("A", books[0].cards, 1, 3, CAUSE),))
    assert count(known).exact
    part = replace(known, facts=(Count("A", books[0].cards[:4], 1, 3, CAUSE),))
    assert not count(part).exact
    with pytest.raises(UndecidedError, match="whole half-suits"):
        count(part).marginals()
    other = Count("A", books[1].cards, 1, 3, CAUSE)
    assert not count(replace(known, facts=(*known.facts, other))).exact


def test_after_a_contradiction_there_is_no_deal_for_good_but_of_other_facts_there_is() -> None:
    books = (Book("reds", ("2H", "3H", "4H")), Book("blacks", ("2S", "3S", "4S")))
    sizes = {"A": 2, "B": 2, "C": 2}
    known = Knowledge(
        tuple(sizes),
        books,
        sizes,
        (Clause((Literal("2H", "A", True),), CAUSE), Clause((Literal("2H", "B", True),), CAUSE)),
    )
    counter = Counter()
    assert counter.update(known).count == 0
    more = known.with_facts([Clause((Literal("2S", "C", True),), CAUSE)])
    assert counter.update(more).count == 0
    fewer = Knowledge(tuple(sizes), books, sizes, known.facts[:1])
    assert counter.update(fewer).count == 5 * 4 * 3 // 2

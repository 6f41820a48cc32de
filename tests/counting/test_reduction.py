"""What plainly follows from facts, and what plainly contradicts itself: worked out by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random

import pytest

from tests.brute import consistent_deals
from tests.counting.hidden import counts_of
from tests.counting.random_knowledge import CAUSE, random_deal, sizes_of, tiny_books
from tracker.counting import Counter, count
from tracker.counting.open_deal import OpenDeal, Tally
from tracker.counting.reduction import Reduction
from tracker.game.cards import Book, Card
from tracker.game.events import Seat
from tracker.knowledge.facts import Clause, Count, Fact, Knowledge, Literal

REDS = Book("reds", ("2H", "3H", "4H"))
BLACKS = Book("blacks", ("2S", "3S", "4S"))
SEATS = ("A", "B", "C")
TWO_EACH = {"A": 2, "B": 2, "C": 2}


def position(facts: Iterable[Fact], sizes: Mapping[Seat, int] = TWO_EACH) -> OpenDeal | None:
    return Reduction(Knowledge(SEATS, (REDS, BLACKS), sizes, tuple(facts))).position


def one_of(card: Card, *seats: Seat) -> Clause:
    return Clause(tuple(Literal(card, seat, True) for seat in seats), CAUSE)


def lacks(seat: Seat, *cards: Card) -> list[Clause]:
    return [Clause((Literal(card, seat, False),), CAUSE) for card in cards]


def tally(seat: Seat, cards: Iterable[Card], least: int, most: int) -> Count:
    return Count(seat, tuple(cards), least, most, CAUSE)


# -- what follows ---------------------------------------------------------------------------------


def test_a_full_hand_has_no_more_cards_and_the_rest_just_fit() -> None:
    """A has both of its cards, B is not to have the black ones: C gets two, and B two red ones."""
    found = position([one_of("2H", "A"), one_of("2S", "A"), *lacks("B", "3S", "4S")])
    assert found is not None
    places = dict.fromkeys(("2H", "2S"), "A") | dict.fromkeys(("3S", "4S"), "C")
    assert found.known == {**places, "3H": "B", "4H": "B"}
    assert (found.room, found.books, found.conditions) == ((0, 0, 0), (), ())


def test_of_what_is_open_only_that_is_left_which_is_not_true_anyway() -> None:
    """The 2H is A's. One of the others holds the 3H, or C the 4H: all that is open of the reds."""
    said = Clause((Literal("3H", "A", True), Literal("4H", "C", True)), CAUSE)
    weaker = Clause((*said.literals, Literal("2H", "B", True)), CAUSE)
    true = Clause((Literal("2H", "A", True), Literal("4H", "B", True)), CAUSE)
    found = position([one_of("2H", "A"), weaker, said, true])
    assert found is not None
    assert found.known == {"2H": "A"}
    assert found.room == (1, 2, 2)
    reds, blacks = found.books
    assert (reds.cards, reds.choices) == (("3H", "4H"), (7, 7))
    assert reds.clauses == ((("3H", 1), ("4H", 4)),)
    assert (blacks.cards, blacks.choices, blacks.clauses) == (BLACKS.cards, (7, 7, 7), ())


def test_what_cannot_be_true_leaves_the_rest_of_a_clause() -> None:
    """A has the 2H or B the 3H; C has it. B has the 3H, so A has the 4H."""
    either = Clause((Literal("2H", "A", True), Literal("3H", "B", True)), CAUSE)
    other = Clause((Literal("3H", "A", True), Literal("4H", "A", True)), CAUSE)
    found = position([other, either, one_of("2H", "C")])
    assert found is not None
    assert found.known == {"2H": "C", "3H": "B", "4H": "A"}


def test_of_a_number_of_cards_the_known_ones_are_taken() -> None:
    found = position([one_of("2H", "A"), tally("A", REDS.cards, 1, 1)])
    assert found is not None
    assert all(mask == 6 for mask in found.books[0].choices)
    assert found.conditions == ()
    open_one = position([one_of("2H", "B"), tally("A", REDS.cards, 1, 1)])
    assert open_one is not None
    assert open_one.conditions == (Tally(1, frozenset({"3H", "4H"}), 1, 1),)


# -- what contradicts itself ----------------------------------------------------------------------

CONTRADICTIONS: Mapping[str, tuple[Sequence[Fact], Mapping[Seat, int]]] = {
    "nowhere": ([*lacks("A", "2H"), *lacks("B", "2H"), *lacks("C", "2H")], TWO_EACH),
    "said to be nowhere": ([Clause((), CAUSE)], TWO_EACH),
    "at two places": ([one_of("2H", "A"), one_of("2H", "B")], TWO_EACH),
    "three cards at two places": (
        [one_of("3H", "A", "B"), one_of("4H", "A", "B"), one_of("2H", "A")],
        {"A": 1, "B": 1, "C": 4},
    ),
    "three cards in a hand of two": ([one_of(card, "A") for card in REDS.cards], TWO_EACH),
    "two cards for a hand of three": (
        lacks("A", "3H", "4H", "3S", "4S"),
        {"A": 3, "B": 2, "C": 1},
    ),
    "fewer than there must be": (
        [one_of("2H", "B"), one_of("3H", "C"), tally("A", REDS.cards, 2, 3)],
        TWO_EACH,
    ),
    "more than there are": ([one_of("2H", "B"), tally("A", REDS.cards, 3, 3)], TWO_EACH),
    "hands too small": ([], {"A": 2, "B": 2, "C": 1}),
}


@pytest.mark.parametrize("what", CONTRADICTIONS)
def test_what_plainly_contradicts_itself_leaves_no_position(what: str) -> None:
    facts, sizes = CONTRADICTIONS[what]
    assert position(facts, sizes) is None
    if sum(sizes.values()) == len(REDS.cards) + len(BLACKS.cards):
        found = count(Knowledge(SEATS, (REDS, BLACKS), sizes, tuple(facts)))
        assert (found.exact, found.count) == (True, 0)


def test_after_a_contradiction_there_is_no_deal_for_good_but_of_other_facts_there_is() -> None:
    known = Knowledge(SEATS, (REDS, BLACKS), TWO_EACH, (one_of("2H", "A"), one_of("2H", "B")))
    counter = Counter()
    assert counter.update(known).count == 0
    assert counter.update(known.with_facts([one_of("2S", "C")])).count == 0
    fewer = Knowledge(SEATS, (REDS, BLACKS), TWO_EACH, known.facts[:1])
    assert counter.update(fewer).count == 5 * 4 * 3 // 2


# -- facts that are true, or not ------------------------------------------------------------------


def numbers(random: Random) -> Knowledge:
    """Numbers of cards, each true of some deal, but not of one."""
    books = tiny_books(random, 7)
    deals = [random_deal(random, SEATS, books) for _ in range(3)]
    order = random.sample(books, len(books))
    facts = [
        fact
        for deal in random.sample(deals, 2)
        for _ in range(random.randint(1, 2))
        for fact in counts_of(random, SEATS, order[: random.randint(1, len(order))], deal, 1)
    ]
    return Knowledge(SEATS, books, sizes_of(SEATS, deals[0]), tuple(facts))


def test_numbers_that_may_contradict_each_other_equal_brute_force() -> None:
    counts = []
    for seed in range(8000, 8060):
        known = numbers(Random(seed))
        counts.append(len(consistent_deals(known)))
        assert count(known).count == counts[-1]
    assert 10 < counts.count(0) < 50

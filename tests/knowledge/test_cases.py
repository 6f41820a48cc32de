"""Facts that leave alternatives, case by case, worked out by hand."""

from __future__ import annotations

from tracker.game.cards import Book
from tracker.knowledge.facts import Clause, Count, Either, EventCause, Knowledge, Literal, cases

TWO, FOUR = ("2H", "3H"), ("2H", "3H", "4H", "5H")
CAUSE = EventCause(1)
PLAIN = Clause((Literal("2H", "Ann", True),), CAUSE)


def had(seat: str, least: int, most: int, cards: tuple[str, ...] = FOUR) -> Count:
    return Count(seat, cards, least, most, CAUSE)


def either(*alternatives: tuple[Count, ...]) -> Either:
    return Either(alternatives, CAUSE)


BOTH = either((had("Ann", 0, 0),), (had("Bob", 0, 0),))
OTHER = either((had("Carl", 0, 0),), (had("Dora", 0, 0),))


def test_without_alternatives_there_is_one_case() -> None:
    assert cases([PLAIN], 1) == [(PLAIN,)]
    assert cases([], 1) == [()]


def test_each_alternative_is_a_case() -> None:
    assert cases([PLAIN, BOTH], 2) == [(PLAIN, had("Ann", 0, 0)), (PLAIN, had("Bob", 0, 0))]


def test_alternatives_multiply() -> None:
    found = cases([BOTH, PLAIN, OTHER], 4)
    assert found is not None
    assert [tuple(fact.seat for fact in case if isinstance(fact, Count)) for case in found] == [
        ("Ann", "Carl"),
        ("Ann", "Dora"),
        ("Bob", "Carl"),
        ("Bob", "Dora"),
    ]
    assert all(case[0] == PLAIN for case in found)


def test_there_may_be_too_many() -> None:
    assert cases([BOTH, OTHER], 4) is not None
    assert cases([BOTH, OTHER], 3) is None
    assert cases([BOTH], 1) is None


def test_a_case_that_another_includes_is_left_out() -> None:
    """Bob was out; or Bob and Ann were."""
    out = had("Bob", 0, 0)
    assert cases([either((out,), (out, had("Ann", 0, 0)))], 1) == [(out,)]
    assert cases([either((out, had("Ann", 0, 0)), (out,))], 1) == [(out,)]
    assert cases([either((had("Bob", 0, 1),), (out,))], 1) == [(had("Bob", 0, 1),)]


def test_of_two_bounds_the_narrower_is_enough() -> None:
    assert cases([either((had("Ann", 0, 3), had("Ann", 1, 2)))], 1) == [(had("Ann", 1, 2),)]
    wide = had("Ann", 1, 4)
    assert cases([either((wide, had("Ann", 1, 2, TWO)))], 1) == [(had("Ann", 1, 2, TWO),)]
    at_most = had("Ann", 0, 1)
    assert cases([either((at_most, had("Ann", 0, 1, TWO)))], 1) == [(at_most,)]


def test_bounds_that_say_different_things_both_stay() -> None:
    """Two of the four do not make one of the first two; nor does a seat say what another has."""
    for pair in (
        (had("Ann", 2, 4), had("Ann", 1, 2, TWO)),
        (had("Ann", 0, 1, TWO), had("Ann", 0, 2)),
        (had("Ann", 1, 1), had("Bob", 1, 1)),
        (had("Ann", 1, 1, TWO), had("Ann", 1, 1, ("4H", "5H"))),
    ):
        assert cases([either(pair)], 1) == [pair]


def test_what_no_deal_fits_is_of_no_half_suit() -> None:
    nothing = Clause((), CAUSE)
    known = Knowledge(("Ann", "Bob"), (Book("hearts", FOUR),), {}, (PLAIN, nothing, BOTH))
    assert known.blocks == {"hearts": (PLAIN,)}
    assert known.impossible == (nothing,)

"""Deals near a deal: each is a deal, does what it should, and is as near as it can be."""

from __future__ import annotations

from tracker.explain.smallest.counterexample import deals_near
from tracker.knowledge.facts import Literal
from tracker.sat import Placements

PLACEMENTS = Placements(("2C", "3C", "4C", "5C"), ("Ann", "Bob", "Cal"))
DEAL = {"2C": "Ann", "3C": "Bob", "4C": "Bob", "5C": "Cal"}
MASK = PLACEMENTS.mask_of(DEAL)


def with_(**places: str) -> dict[str, str]:
    """The deal with some cards elsewhere; names begin with an underscore, as digits cannot."""
    return DEAL | {card.strip("_"): seat for card, seat in places.items()}


def near(*literals: Literal) -> list[dict[str, str]]:
    return [dict(PLACEMENTS.deal_of(one)) for one in deals_near(PLACEMENTS, MASK, literals)]


def test_a_card_goes_elsewhere_or_is_swapped() -> None:
    assert near(Literal("2C", "Ann", False)) == [
        with_(_2C="Bob"),
        with_(_2C="Bob", _3C="Ann"),
        with_(_2C="Bob", _4C="Ann"),
        with_(_2C="Cal"),
        with_(_2C="Cal", _5C="Ann"),
    ]


def test_a_card_comes_or_is_swapped() -> None:
    assert near(Literal("5C", "Ann", True)) == [with_(_5C="Ann"), with_(_5C="Ann", _2C="Cal")]


def test_each_of_several_literals_may_be_made_true() -> None:
    one, other = Literal("5C", "Cal", False), Literal("5C", "Ann", True)
    assert near(one, other) == [*near(one), *near(other)]


def test_what_is_so_already_is_left_as_it_is() -> None:
    assert near(Literal("2C", "Ann", True), Literal("3C", "Ann", False)) == []


def test_every_mask_is_a_deal() -> None:
    for one in deals_near(PLACEMENTS, MASK, [Literal(*place, False) for place in DEAL.items()]):
        assert all((one & PLACEMENTS.of_card(c)).bit_count() == 1 for c in PLACEMENTS.cards)

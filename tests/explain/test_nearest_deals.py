"""Deals near a deal: each is a deal, does what it should, and is as near as it can be."""

from __future__ import annotations

from tracker.explain.smallest.counterexample import deals_with, deals_without
from tracker.knowledge.facts import Literal
from tracker.sat import Placements

PLACEMENTS = Placements(("2C", "3C", "4C", "5C"), ("Ann", "Bob", "Cal"))
DEAL = {"2C": "Ann", "3C": "Bob", "4C": "Bob", "5C": "Cal"}
MASK = PLACEMENTS.mask_of(DEAL)


def with_(**places: str) -> dict[str, str]:
    """The deal with some cards elsewhere; names begin with an underscore, as digits cannot."""
    return DEAL | {card.strip("_"): seat for card, seat in places.items()}


def near_without(*literals: Literal) -> list[dict[str, str]]:
    return [dict(PLACEMENTS.deal_of(one)) for one in deals_without(PLACEMENTS, MASK, literals)]


def near_with(*literals: Literal) -> list[dict[str, str]]:
    return [dict(PLACEMENTS.deal_of(one)) for one in deals_with(PLACEMENTS, MASK, literals)]


def test_a_card_goes_elsewhere_or_is_swapped() -> None:
    assert near_without(Literal("2C", "Ann", True)) == [
        with_(_2C="Bob"),
        with_(_2C="Bob", _3C="Ann"),
        with_(_2C="Bob", _4C="Ann"),
        with_(_2C="Cal"),
        with_(_2C="Cal", _5C="Ann"),
    ]


def test_a_card_comes_or_is_swapped() -> None:
    comes = [with_(_5C="Ann"), with_(_5C="Ann", _2C="Cal")]
    assert near_without(Literal("5C", "Ann", False)) == comes
    assert near_with(Literal("5C", "Ann", True), Literal("2C", "Bob", False)) == comes


def test_each_of_several_literals_may_be_made_false() -> None:
    one, other = Literal("5C", "Cal", True), Literal("5C", "Ann", False)
    assert near_without(one, other) == [*near_without(one), *near_without(other)]


def test_several_cards_come_at_once() -> None:
    wanted = (Literal("2C", "Bob", True), Literal("3C", "Bob", True), Literal("5C", "Ann", True))
    assert near_with(*wanted) == [with_(_2C="Bob", _5C="Ann")]


def test_cards_that_are_to_go_to_no_seat_in_particular_are_left() -> None:
    """Of several that are to move; those that are where they should be do not count."""
    goes, comes = Literal("2C", "Ann", False), Literal("3C", "Ann", True)
    assert near_with(goes, Literal("3C", "Bob", False)) == []
    assert near_with(goes, comes) == near_with(comes, goes) == []
    assert near_with(goes, Literal("3C", "Bob", True)) == near_without(Literal("2C", "Ann", True))


def test_what_is_so_already_is_left_as_it_is() -> None:
    assert near_with(Literal("2C", "Ann", True), Literal("3C", "Ann", False)) == [DEAL]


def test_every_mask_is_a_deal() -> None:
    wanted = [Literal("2C", "Bob", True), Literal("5C", "Ann", True)]
    found = [
        *deals_with(PLACEMENTS, MASK, wanted),
        *deals_without(PLACEMENTS, MASK, [Literal(*place, True) for place in DEAL.items()]),
    ]
    for one in found:
        assert all((one & PLACEMENTS.of_card(c)).bit_count() == 1 for c in PLACEMENTS.cards)

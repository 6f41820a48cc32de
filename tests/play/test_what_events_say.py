"""Rare events on a tiny deck: what they say of the deal, by the facts and by definition."""

from __future__ import annotations

from tests.brute import consistent_deals
from tests.game.test_legality import SMALL, record
from tests.play.test_knowledge_by_definition import assert_facts_are_all_there_is
from tracker.game.events import Seat
from tracker.knowledge.views import knowledge


def hands_left(start: str, events: str, rules: str, seat: Seat) -> set[tuple[str, ...]]:
    """The hands that a seat can have been dealt, after checking that nothing else is known."""
    game = record(SMALL, start + events, rules)
    assert_facts_are_all_there_is(game)
    return {
        tuple(card for card, holder in deal.items() if holder == seat)
        for deal in consistent_deals(knowledge(game))
    }


START = """turn: Ann
sizes: Ann 2 Bob 1 Carl 2 Dora 1

Ann claims reds: Ann 2H, Carl 3H: opponents
"""
HIDDEN = "reveal=nothing"


def test_a_wrong_claim_that_shows_nothing_leaves_all_open() -> None:
    assert len(hands_left(START, "", HIDDEN, "Bob")) == 6


def test_a_claim_out_of_turn_that_stands_says_that_the_opponents_are_out() -> None:
    rules = f"{HIDDEN}, endgame=any-player"
    claim = "Carl claims blacks: Ann 2S, Carl 3S: split"
    anns_turn = f"{START}Ann has 2\n"
    assert hands_left(anns_turn, claim, rules, "Bob") == {("2H",), ("3H",)}


def test_a_claim_says_nothing_of_why_the_turn_may_have_come() -> None:
    rules = f"{HIDDEN}, endgame=any-player"
    claim = "Carl claims blacks: Ann 2S, Carl 3S: split"
    assert hands_left(START, claim, rules, "Bob") == {("2H",), ("3H",), ("2C",), ("3C",)}


def test_a_claim_out_of_turn_marked_irregular_says_no_such_thing() -> None:
    rules = f"{HIDDEN}, endgame=any-player"
    claim = "Carl claims blacks: Ann 2S, Carl 3S: split !"
    assert hands_left(START, claim, rules, "Bob") == {("2H",), ("3H",), ("2C",), ("3C",)}


def test_a_penalised_claim_says_only_where_the_cards_were() -> None:
    rules = f"{HIDDEN}, endgame=any-player"
    claim = "Carl claims blacks: Ann 2S, Carl 3S: cancelled"
    assert hands_left(START, claim, rules, "Bob") == {("2H",), ("3H",), ("2C",), ("3C",)}


def test_a_pass_to_a_teammate_says_that_the_passer_is_out() -> None:
    assert hands_left(START, "Ann passes to Carl", HIDDEN, "Ann") == set()
    hidden_split = START.replace("opponents", "split")
    assert hands_left(hidden_split, "Ann passes to Carl", HIDDEN, "Ann") == {("2H", "3H")}


def test_a_pass_to_the_opponents_says_only_that_the_chosen_has_cards() -> None:
    rules = f"{HIDDEN}, turn-after-wrong-claim=opponents"
    for seat in ("Bob", "Dora"):
        assert len(hands_left(START, "Bob passes to Ann", rules, seat)) == 6


def test_a_choice_says_only_that_the_chosen_has_cards() -> None:
    rules = f"{HIDDEN}, turn-after-wrong-claim=opponents"
    left = hands_left(START, "Bob passes to Dora", rules, "Dora")
    assert left == {("2S",), ("3S",), ("2C",), ("3C",)}
    longer = START.replace("Ann 2 Bob 1", "Ann 1 Bob 1").replace("Dora 1", "Dora 2")
    assert len(hands_left(longer, "Bob passes to Dora", rules, "Bob")) == 6
    assert ("2H", "3H") not in hands_left(longer, "Bob passes to Dora", rules, "Dora")


def test_an_own_card_given_up_in_two_statements() -> None:
    start = "turn: Ann\nsizes: Ann 2 Bob 2 Carl 1 Dora 1\n\n"
    rules = "own-card-asks=surrender"
    given = hands_left(start, "Ann asks Bob 2H: no\nAnn gives Bob 2H", rules, "Ann")
    assert all("2H" in hand for hand in given)
    waiting = hands_left(start, "Ann asks Bob 2H: no", rules, "Ann")
    assert {"2H" in hand for hand in waiting} == {True, False}
    kept = hands_left(start, "Ann asks Bob 2H: no\nAnn has 2", rules, "Ann")
    assert all("2H" not in hand and "3H" in hand for hand in kept)


def test_a_bluff_says_nothing_of_the_card_named() -> None:
    start = "turn: Ann\nsizes: Ann 2 Bob 2 Carl 1 Dora 1\n\n"
    hands = hands_left(start, "Ann asks Bob 2H: no", "own-card-asks=bluff", "Ann")
    assert {"2H" in hand for hand in hands} == {True, False}
    assert all(set(hand) & {"2H", "3H"} for hand in hands)

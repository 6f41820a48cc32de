"""What may be explained from says no more, and no less, than what is known."""

from __future__ import annotations

from itertools import product

from tests.brute import consistent_deals
from tests.explain.twins import VIEWS, every_deal, moments, small_games
from tracker.explain import Explainer, card_at
from tracker.explain.evidence import evidence_of_deal, evidence_of_now, hand_facts
from tracker.game.record import Record
from tracker.inference.deduction import Deduction, deduce
from tracker.knowledge.facts import EventCause, HandCause, Knowledge, SizeCause
from tracker.notation.text import loads


def check(deduction: Deduction) -> bool:
    """Whether the grounds leave the same deals of the cards in play; returns if they are of now."""
    known, grounds = deduction.knowledge, evidence_of_now(deduction.knowledge, deduction.state)
    deals = consistent_deals(known)
    assert all(fact.fits(deal) for deal in deals for fact in hand_facts(deduction.state))
    left = {tuple(deal[card] for card in grounds.cards) for deal in deals}
    part = Knowledge(known.seats, grounds.books, {}, ())
    found = {
        tuple(deal.values())
        for deal in every_deal(part)
        if all(fact.fits(deal) for fact in grounds.facts)
    }
    assert found == left
    return grounds != evidence_of_deal(known)


def check_games(seed: int, count: int) -> set[bool]:
    seen = set()
    for record in small_games(seed, count, most=5_000):
        for view, at in product(VIEWS, moments(record)):
            with deduce(record, view=view, at=at) as deduction:
                seen.add(check(deduction))
    return seen


def test_tiny_games() -> None:
    assert check_games(4, 20) == {True, False}


HEADER = """\
rules: pagat, deck=custom, reveal=nothing
book reds: 2H 3H
book blacks: 2S 3S
book clubs: 2C 3C
seats: Ann Bob Carl Dora
sizes: Ann 2 Bob 1 Carl 2 Dora 1
turn: Ann
"""


def of(lines: str) -> Record:
    return loads(HEADER + lines)


def test_a_hand_that_is_empty_now_has_nothing() -> None:
    record = of("Ann asks Bob 2S: yes\n")
    with deduce(record) as deduction, Explainer(deduction) as explainer:
        assert explainer.why(card_at("2C", "Bob", holds=False)).because == (HandCause("Bob"),)


SPLIT = "Ann asks Bob 2S: yes\nAnn claims reds: Ann 2H, Carl 3H: split\n"


def test_where_a_size_is_not_public_the_deal_is_told() -> None:
    """Ann and Carl had the reds, nobody knows how: only the size of Bob's dealt hand is a cause."""
    with deduce(of(SPLIT)) as deduction, Explainer(deduction) as explainer:
        found = explainer.why(card_at("2C", "Bob", holds=False))
    assert found.because == (EventCause(1), SizeCause("Bob"))


def test_once_all_sizes_are_public_again_the_present_is_told() -> None:
    record = of(f"{SPLIT}Ann has 2\nCarl has 1\n")
    with deduce(record) as deduction, Explainer(deduction) as explainer:
        found = explainer.why(card_at("2C", "Bob", holds=False))
    assert found.because == (HandCause("Bob"),)

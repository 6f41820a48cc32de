"""Why something is open: each part of the sentence is true in all deals of tiny games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product

import pytest

from tests.brute import consistent_deals
from tests.explain.twins import VIEWS, moments, small_games
from tests.marks import first
from tracker.explain import Explainer, Explanation, card_at
from tracker.game.ask_rules import entitling_cards
from tracker.game.events import Ask
from tracker.game.replay import replay_of
from tracker.inference.deduction import deduce
from tracker.knowledge.facts import Deal
from tracker.render.proof_words import ProofWords


def check(explanation: Explanation, deals: Sequence[Deal]) -> str:
    """The sentence by all deals; returns which kind of it there is."""
    (asked,), held = explanation.conclusion.parts, explanation.otherwise
    assert held is not None
    assert (held.card, held.seat == asked.seat) == (asked.card, not asked.holds)
    assert any(deal[held.card] == held.seat for deal in deals)
    assert any((deal[asked.card] == asked.seat) == asked.holds for deal in deals)
    seat, too = held.seat, " too" * asked.holds
    who = "You" if explanation.view == seat else seat
    why = "nothing rules it out"
    if explanation.unsaid is not None:
        check_unsaid(explanation, deals)
        book = explanation.record.deck.book_of[held.card].name
        why = f"event {explanation.unsaid} was in {book}, and nothing says with which card"
    said = ProofWords.of(explanation).lines(explanation)
    assert said[1:] == [f"{who}{too} may have the {held.card}: {why}."]
    return "ask" if explanation.unsaid is not None else "nothing"


def check_unsaid(explanation: Explanation, deals: Sequence[Deal]) -> None:
    """The seat asked in the half-suit; it may have been with that card, and was with none for sure.

    It had such a card of the half-suit in every deal: else the ask says nothing of it.
    """
    assert explanation.otherwise is not None
    assert explanation.unsaid is not None
    card, seat, _ = explanation.otherwise
    event = explanation.record.events[explanation.unsaid - 1]
    located = replay_of(explanation.record).state(explanation.unsaid - 1).located
    assert isinstance(event, Ask)
    assert event.asker == seat
    book = explanation.record.deck.book_of[card]
    others = [*entitling_cards(explanation.record.rules, book, event.card)]
    assert card in others
    held = [{other for other in others if {**deal, **located}[other] == seat} for deal in deals]
    assert all(held)
    assert not set.intersection(*held)
    assert any(card in some for some in held)


@pytest.mark.parametrize("seed", first(1, range(10)))
def test_each_part_of_the_sentence_is_true(seed: int) -> None:
    kinds: Counter[str] = Counter()
    for record in small_games(seed, 6, most=5_000):
        for view, at in product(VIEWS, moments(record)):
            with deduce(record, view=view, at=at) as deduction, Explainer(deduction) as explainer:
                deals = consistent_deals(deduction.knowledge)
                for card, seat in product(deduction.cards, record.seats):
                    for holds in (True, False):
                        found = explainer.why(card_at(card, seat, holds=holds))
                        if found.verdict == "open":
                            kinds[check(found, deals)] += 1
    assert kinds["nothing"] > 5
    assert seed or kinds["ask"] > 5

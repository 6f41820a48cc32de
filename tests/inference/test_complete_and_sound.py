"""What a deduction says at a moment, beside all deals; and that the truth is always possible."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.brute import all_deals
from tests.marks import some
from tests.strategies import full_games, tiny_games
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.record import Record
from tracker.game.state import State
from tracker.game.table import Team
from tracker.inference.deduction import Deduction, deduce
from tracker.inference.follow import follow
from tracker.knowledge.facts import Deal, Knowledge
from tracker.knowledge.views import View, knowledge

Truth = list[Mapping[Card, Seat]]
"""The consistent deals, each as where the cards in play are *now*."""


def now(state: State, deal: Deal) -> dict[Card, Seat]:
    """Where the cards in play are, if that was the deal."""
    return {
        card: state.located.get(card, seat) for card, seat in deal.items() if state.is_open(card)
    }


def holders(truth: Truth, card: Card, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    found = {places[card] for places in truth}
    return tuple(seat for seat in seats if seat in found)


def verdict(truth: Truth, cards: tuple[Card, ...], team: Team) -> str:
    """A claim's verdict, straight from its definition."""
    owned = [places for places in truth if all(places[card] in team for card in cards)]
    namings = {tuple(places[card] for card in cards) for places in truth}
    if not owned:
        return "impossible"
    if len(owned) < len(truth):
        return "open"
    return "proven" if len(namings) == 1 else "owned"


def size(state: State, deals: list[Deal], seat: Seat) -> int | None:
    """A hand size, if all deals agree on it."""
    if state.sizes[seat] is not None:
        return state.sizes[seat]
    lost = {sum(deal[card] == seat for card in state.hidden) for deal in deals}
    return state.balance[seat] - lost.pop() if len(lost) == 1 else None


def check_moment(deduction: Deduction, deals: list[Deal]) -> None:
    state, seats = deduction.state, deduction.record.seats
    truth: Truth = [now(state, deal) for deal in deals]
    for card in deduction.cards:
        assert deduction.holders(card) == holders(truth, card, seats)
    for team in deduction.record.table.teams:
        for claim in deduction.claims(team):
            cards = deduction.record.deck.by_name[claim.book].cards
            assert claim.verdict == verdict(truth, cards, team)
            if claim.verdict == "proven":
                assert dict(claim.holdings or ()) == {card: truth[0][card] for card in cards}
    assert deduction.sizes() == {seat: size(state, deals, seat) for seat in seats}


@given(full_games(max_events=120, seats=(4, 6, 8)))
@settings(max_examples=6, deadline=None)
def test_the_truth_is_always_possible_and_following_agrees_with_starting_anew(
    record: Record,
) -> None:
    views = [(), (record.seats[0],), record.table.teams[1]]
    truth = {card: hand.seat for hand in record.hands for card in hand.cards}
    for at, moment in enumerate(follow(record, views=views)):
        true_places = now(moment.state, truth)
        for view in moment.possible_holders:
            found = moment.all_holders(view)
            assert all(true_places[card] in seats for card, seats in found.items())
        if at % 40 == 0 or at == len(record.events):
            check_afresh(
                record, views, at, {v: moment.all_holders(v) for v in moment.possible_holders}
            )


def check_afresh(
    record: Record,
    views: list[tuple[Seat, ...]],
    at: int,
    found: Mapping[str, Mapping[Card, tuple[Seat, ...]]],
) -> None:
    for seats in views:
        hands = tuple(hand for hand in record.hands if hand.seat in seats)
        with deduce(record, view=View(hands), at=at) as deduction:
            assert found[deduction.view] == deduction.all_holders()


@given(tiny_games(max_deals=300), st.integers(0, 60))
@settings(max_examples=some(15), deadline=None)
def test_enumeration_lists_each_consistent_deal_once(record: Record, at: int) -> None:
    at = min(at, len(record.events))
    known: Knowledge = knowledge(record, (), at)
    with deduce(record, view=None, at=at) as deduction:
        listed = [tuple(sorted(deal.items())) for deal in deduction.deals()]
    expected = [tuple(sorted(deal.items())) for deal in all_deals(known) if known.fits(deal)]
    assert sorted(listed) == sorted(expected)

"""Deductions are complete and sound: they equal brute force over all deals of tiny decks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.brute import all_deals
from tests.marks import some
from tests.strategies import full_games, seed_games, tiny_games
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


def views_of(record: Record) -> list[tuple[Seat, ...]]:
    """No seat, each seat, a few pools."""
    seats = record.seats
    pairs = list(combinations(seats, 2))[:2]
    return [(), *((seat,) for seat in seats), record.table.teams[0], *pairs]


def check_game(record: Record) -> int:
    """Check every view at every moment; the number of positions."""
    start = list(all_deals(knowledge(record, (), 0)))
    positions = 0
    for seats in views_of(record):
        hands = tuple(hand for hand in record.hands if hand.seat in seats)
        if len(hands) < len(seats):
            continue
        deals: list[Deal] = list(start)
        done: int = 0
        for at in range(len(record.events) + 1):
            known = knowledge(record, hands, at)
            new = known.facts[done:]
            done = len(known.facts)
            deals = [deal for deal in deals if all(fact.fits(deal) for fact in new)]
            with deduce(record, view=View(hands), at=at) as deduction:
                check_moment(deduction, deals)
            positions += 1
    return positions


@given(tiny_games(max_deals=1_000))
@settings(max_examples=some(15), deadline=None)
def test_every_view_at_every_moment_equals_brute_force(record: Record) -> None:
    check_game(record)


def test_thousands_of_positions_equal_brute_force() -> None:
    games = seed_games(seed=2026, count=some(25), max_deals=2_000)
    assert sum(check_game(game) for game in games) > some(2_000)


@pytest.mark.soak
def test_soak_brute_force() -> None:
    games = seed_games(seed=11, count=1_500)
    positions = sum(check_game(game) for game in games)
    rules = {tuple(game.rules.items().values()) for game in games}
    print(f"\n{positions} positions of {len(games)} games, {len(rules)} combinations of rules")


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
@settings(max_examples=15, deadline=None)
def test_enumeration_lists_each_consistent_deal_once(record: Record, at: int) -> None:
    at = min(at, len(record.events))
    known: Knowledge = knowledge(record, (), at)
    with deduce(record, view=None, at=at) as deduction:
        listed = [tuple(sorted(deal.items())) for deal in deduction.deals()]
    expected = [tuple(sorted(deal.items())) for deal in all_deals(known) if known.fits(deal)]
    assert sorted(listed) == sorted(expected)

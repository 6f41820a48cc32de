"""Following a game: kept moments stay true, and going back and forth is like starting anew."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_

import pytest
from hypothesis import given, settings

import tracker
from tests.brute import consistent_deals
from tests.marks import some
from tests.strategies import full_games, seed_games, tiny_games
from tracker.errors import ContradictionError, RecordError
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.record import Hand, Record
from tracker.inference.deduction import Deduction, deduce
from tracker.inference.follow import follow
from tracker.inference.hands import known_views
from tracker.knowledge.views import View


def views_of(record: Record) -> list[View]:
    """The public's, each seat's, and a team's that pools."""
    hands = {hand.seat: hand for hand in record.hands}
    team = View(tuple(hands[seat] for seat in record.table.teams[0]))
    return [View(), *(View((hand,)) for hand in record.hands), team]


def same(one: Deduction, other: Deduction) -> None:
    """Two deductions say the same."""
    assert one.at == other.at
    assert one.view == other.view
    assert one.all_holders() == other.all_holders()
    assert one.sizes() == other.sizes()
    for team in one.record.table.teams:
        assert one.claims(team) == other.claims(team)
        assert one.provable(team) == other.provable(team)
    assert one.provable() == other.provable()


def check_against_fresh(record: Record, views: list[View]) -> None:
    """All the moments are kept before the first is asked."""
    moments = list(follow(record, views=views))
    assert [moment.state.at for moment in moments] == list(range(len(record.events) + 1))
    for moment in moments:
        for view in views:
            with deduce(record, view=view, at=moment.state.at) as fresh:
                same(moment.deductions[view.name], fresh)


@given(tiny_games(max_deals=300))
@settings(max_examples=some(25), deadline=None)
def test_kept_moments_equal_fresh_deductions(record: Record) -> None:
    check_against_fresh(record, views_of(record))


@given(full_games(max_events=30, seats=(4, 6, 8)))
@settings(max_examples=some(6), deadline=None)
def test_kept_moments_of_full_games(record: Record) -> None:
    check_against_fresh(record, views_of(record)[:3])


@given(full_games(max_events=120, seats=(4, 6, 8)))
@settings(max_examples=6, deadline=None)
def test_the_truth_is_always_possible_and_following_agrees_with_starting_anew(
    record: Record,
) -> None:
    views = [(), (record.seats[0],), record.table.teams[1]]
    truth = {card: hand.seat for hand in record.hands for card in hand.cards}
    for at, moment in enumerate(follow(record, views=views)):
        true_places = {**truth, **moment.state.located}
        for view in moment.deductions:
            found = moment.all_holders(view)
            assert all(true_places[card] in seats for card, seats in found.items())
        if at % 40 == 0 or at == len(record.events):
            check_afresh(record, views, at, {v: moment.all_holders(v) for v in moment.deductions})


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


def test_every_possible_placement_has_a_witness() -> None:
    """However views help each other, each has deals of its own that show what is possible."""
    for record in seed_games(seed=78, count=some(4), max_deals=300):
        for moment in follow(record, views=views_of(record)):
            for holders in (each.possible_holders for each in moment.deductions.values()):
                deals = map(holders.placements.mask_of, consistent_deals(holders.known))
                assert set(holders.witnesses) <= set(deals)
                assert reduce(or_, holders.witnesses, 0) == holders.possible
                assert holders.deals_with(holders.possible) == holders.witnesses


def test_two_views_of_the_same_seats_are_refused() -> None:
    one, other = (Hand("Marta", (card,), whole=False) for card in ("2C", "3C"))
    record = tracker.load("samples/pagat-six.lit")
    with pytest.raises(RecordError, match="same seats"):
        next(follow(record, views=[View((one,)), View((other,))]))


def test_a_contradiction_is_named_by_its_event() -> None:
    record = tracker.load("samples/broken/contradiction.lit")
    with pytest.raises(ContradictionError) as caught:
        list(follow(record))
    wanted = [one.event for one in tracker.check(record) if one.code == "contradiction"]
    assert caught.value.event == wanted[0]


def test_known_views_are_those_of_whole_hands() -> None:
    record = tracker.load("samples/pagat-six.lit")
    assert [view.name for view in known_views(record)] == ["public", *record.seats]

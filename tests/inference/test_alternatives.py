"""Facts that leave alternatives: every engine against brute force, with passes left out."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.brute import consistent_deals
from tests.inference.test_complete_and_sound import check_moment
from tests.play.mutations import with_statements_left_out
from tests.referee import Referee
from tests.strategies import seed_games
from tracker.counting import count
from tracker.explain.consistency import is_possible
from tracker.game.record import Record
from tracker.game.replay import states
from tracker.inference.deal_search import possible_by_tables
from tracker.inference.deduction import deduce
from tracker.knowledge.facts import Deal, Either, Knowledge, cases, size_facts
from tracker.knowledge.views import View, knowledge
from tracker.sat import Placements


def games_with_alternatives(seed: int, tried: int) -> Iterator[Record]:
    """Of so many tiny games where nothing is shown, those that say one thing or another."""
    rng = random.Random(seed)
    rules = {"reveal": "nothing", "claims": "own-turn"}
    for record in seed_games(seed, tried, max_deals=300, fixed=rules):
        shorter = with_statements_left_out(record, rng)
        if any(isinstance(fact, Either) for fact in knowledge(shorter).facts):
            yield shorter


def check_turn(record: Record) -> None:
    """Who can have the turn is who has it on some deal that the record can be played on."""
    if states(record)[-1].over:
        return
    turns: set[str] = set()
    for deal in consistent_deals(knowledge(record)):
        referee = Referee(record, deal)
        for event in record.events:
            referee.play(event)
        turns |= referee.turn
    with deduce(record) as deduction:
        assert set(deduction.to_move()) == turns


def check_engines(known: Knowledge, deals: list[Deal]) -> None:
    """Tables, counting and the checker of certificates."""
    placements = Placements(known.cards, known.seats)
    expected = 0
    for deal in deals:
        expected |= placements.mask_of(deal)
    assert possible_by_tables(placements, known, placements.all) == expected
    assert placements.fitting([placements.mask_of(deal) for deal in deals], known.facts[-1])
    assert is_possible(known.seats, known.books, (*known.facts, *size_facts(known)))
    posterior = count(known)
    assert posterior.count == len(deals)
    for card, chances in posterior.marginals().items():
        for seat, chance in chances.items():
            assert chance == pytest.approx(sum(deal[card] == seat for deal in deals) / len(deals))
    split = cases(known.facts, 10_000)
    assert split is not None
    for deal in deals:
        assert any(all(fact.fits(deal) for fact in facts) for facts in split)


def check_game(record: Record) -> None:
    """The public view, and that of each seat, once the record leaves alternatives."""
    for hands in ((), *((hand,) for hand in record.hands)):
        known = knowledge(record, hands)
        deals: list[Deal] = list(consistent_deals(known))
        check_engines(known, deals)
        with deduce(record, view=View(hands)) as deduction:
            check_moment(deduction, deals)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_every_engine_knows_alternatives(seed: int) -> None:
    games = list(games_with_alternatives(seed, 250))
    assert len(games) > 10
    for record in games:
        check_game(record)
        check_turn(record)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 120))
def test_every_engine_knows_alternatives_in_many_games(seed: int) -> None:
    for record in games_with_alternatives(seed, 1000):
        check_game(record)

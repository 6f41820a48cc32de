"""What is publicly known, by definition: the deals that the record could have come from.

The referee tries the record on every deal of a tiny deck. The deals it accepts must be exactly the
deals that fit the facts gathered, after every event: no fact is false, and none is missing. By
design silence says nothing, and a claim nothing of the claimant's own hand.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings

from tests.brute import all_deals
from tests.marks import first, some
from tests.play.mutations import with_a_slip, with_statements_left_out
from tests.referee import accepted
from tests.strategies import SLOPPY, seed_games, tiny_games
from tracker.game.events import Ask, Claim, Decline, Pass
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.inference.contradictions import contradictions
from tracker.knowledge.facts import Deal, Fact
from tracker.knowledge.gather import facts_of
from tracker.knowledge.views import knowledge
from tracker.play.game import dealt


def fitting(facts: tuple[tuple[Fact, ...], ...], deal: Deal) -> int:
    """The facts of how many events, from the first on, a deal fits."""
    for number, said in enumerate(facts):
        if not all(fact.fits(deal) for fact in said):
            return number
    return len(facts)


def assert_facts_are_true(record: Record) -> None:
    deal = dealt(record)
    for played in replay_of(record).played():
        for fact in facts_of(played):
            assert fact.fits(deal), fact


def keeping_the_rules(record: Record) -> int:
    """How many events come before the first that breaks a rule for all to see."""
    broken = [i for i, played in enumerate(replay_of(record).played()) if played.broken]
    return min(broken, default=len(record.events))


def assert_facts_are_all_there_is(record: Record) -> None:
    facts = tuple(map(facts_of, replay_of(record).played()))
    compared = keeping_the_rules(record)
    for deal in all_deals(knowledge(record, at=0)):
        told, gathered = accepted(record, deal), min(fitting(facts, deal), compared)
        assert told == gathered, (record.events[min(told, gathered)], deal)


@pytest.mark.parametrize("seed", first(1, range(4)))
def test_facts_are_true_of_the_deal(seed: int) -> None:
    for record in seed_games(seed, 300):
        assert_facts_are_true(record)


@pytest.mark.parametrize("seed", first(1, range(4)))
def test_facts_are_all_that_is_known(seed: int) -> None:
    for record in seed_games(1000 + seed, some(250), max_deals=600):
        assert_facts_are_all_there_is(record)


def silence_says_who_begins(record: Record, refused: int) -> bool:
    """Whether the event refused may be one of a forced end that the team's choice left open.

    The first with cards begins it then (ruling 8): the pass that chose another cannot be left out.
    """
    rules = record.rules
    chosen = (rules.turn_after_claim, rules.turn_after_wrong_claim)
    return (
        rules.forced_claims == "yes"
        and ("team-chooses" in chosen or "opponents" in chosen)
        and isinstance(record.events[refused], Claim | Decline)
    )


def with_deals_left(record: Record) -> int:
    """After how many events some deal is left that the record can have been played on."""
    start = all_deals(knowledge(record, at=0))
    return max((accepted(record, deal) for deal in start), default=0)


def assert_problems_are_real(record: Record) -> None:
    """The first problem is told at the first event that no deal allows, and not before."""
    left = with_deals_left(record)
    played = replay_of(record).played()
    for one in played[:left]:
        assert one.broken == (), (one.event, one.broken)
    if left < len(played):
        last = played[left]
        assert last.broken or left + 1 in contradictions(record, (), left + 1), last.event


@pytest.mark.parametrize("seed", first(1, range(2)))
def test_a_statement_left_out_says_what_all_ways_to_fill_it_in_have_in_common(seed: int) -> None:
    rng = random.Random(seed)
    for record in seed_games(6000 + seed, some(150), max_deals=300, fixed={"reveal": "nothing"}):
        shorter = with_statements_left_out(record, rng)
        assert accepted(shorter, dealt(record)) == len(shorter.events)
        assert_problems_are_real(shorter)
        assert_facts_are_all_there_is(shorter)


@pytest.mark.parametrize("seed", first(1, range(2)))
def test_no_slip_is_missed_and_none_is_made_up(seed: int) -> None:
    rng = random.Random(seed)
    for record in seed_games(7000 + seed, some(150), max_deals=200):
        assert_problems_are_real(with_a_slip(with_statements_left_out(record, rng), rng))


FOCUS = (
    {"reveal": "nothing", "opponent-holds": "opponents"},
    {"reveal": "nothing", "claims": "own-turn", "endgame": "any-player"},
    {"reveal": "nothing", "turn-after-claim": "team-chooses"},
    {"own-card-asks": "surrender", "must-claim": "yes"},
    {"challenge": "yes", "forced-claims": "yes"},
    {"claims": "team-turn", "reveal": "nothing", "claim-other-team": "yes"},
)


@pytest.mark.parametrize("fixed", first(1, FOCUS), ids=lambda fixed: " ".join(fixed))
def test_facts_are_all_that_is_known_where_it_is_hard(fixed: dict[str, str]) -> None:
    for record in seed_games(3, some(150), max_deals=400, fixed=fixed):
        assert_facts_are_all_there_is(record)


FORCED = {"forced-claims": "yes", "reveal": "nothing"}


def slips_when_forced(record: Record) -> int:
    """How many irregular asks, passes and declines there are while the last claims are forced."""
    return sum(
        one.event.irregular
        and isinstance(one.event, Ask | Pass | Decline)
        and one.before.forced is not None
        for one in replay_of(record).played()
    )


def check_slips_when_forced(seed: int, games: int) -> int:
    """Games of players who often slip, ruling 9 by definition; how many slips it is about."""
    slips = 0
    for record in seed_games(seed, games, max_deals=300, fixed=FORCED, manners=(SLOPPY,)):
        slips += slips_when_forced(record)
        assert_facts_are_true(record)
        assert_facts_are_all_there_is(record)
    return slips


def test_slips_in_a_forced_end_say_only_what_they_say() -> None:
    assert check_slips_when_forced(9_000, 100) > 20


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(9_001, 9_011))
def test_slips_in_a_forced_end_in_many_games(seed: int) -> None:
    assert check_slips_when_forced(seed, 1_000) > 200


@given(tiny_games(max_deals=1500))
@settings(max_examples=some(60), deadline=None)
def test_facts_are_all_that_is_known_in_games_that_shrink(record: Record) -> None:
    assert_facts_are_all_there_is(record)


@pytest.mark.soak
@pytest.mark.parametrize("fixed", [{}, *FOCUS], ids=lambda fixed: " ".join(fixed) or "any rules")
@pytest.mark.parametrize("seed", range(2000, 2020))
def test_facts_slips_and_what_is_left_out_in_many_games(seed: int, fixed: dict[str, str]) -> None:
    rng = random.Random(seed)
    for record in seed_games(seed, 1000, max_deals=400, fixed=fixed):
        assert_facts_are_true(record)
        assert_facts_are_all_there_is(record)
        shorter = with_statements_left_out(record, rng)
        told = accepted(shorter, dealt(record))
        assert told == len(shorter.events) or silence_says_who_begins(shorter, told)
        assert_problems_are_real(shorter)
        assert_facts_are_all_there_is(shorter)
        assert_problems_are_real(with_a_slip(shorter, rng))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3000, 3020))
def test_facts_are_all_that_is_known_with_more_deals(seed: int) -> None:
    for record in seed_games(seed, 40, max_deals=20_000):
        assert_facts_are_all_there_is(record)

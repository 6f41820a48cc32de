"""Contradictions and their repairs, by definition: the referee plays the record on every deal.

Records without gaps are compared for ``check`` (``tests.play.by_command``) by ``judge``.

A record contradicts itself at the first event that no deal is left for. A repair mends it if the
changed record can be played to its end on some deal that has the hands of the header. Where events
then break a rule for all to see, nothing is played: how many they are is said with the repair.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice, product

import pytest

from tests import gap_referee
from tests.brute import all_deals
from tests.inference import test_completions as with_gaps
from tests.marks import first
from tests.referee import accepted
from tracker.analysis.check import CONTRADICTION, check
from tracker.explain import Conflict, conflicts, suggestions
from tracker.explain.evidence import evidence_of_deal
from tracker.explain.repairs import suggestions_across_gaps
from tracker.explain.slips import Repair, event_repairs, hand_repairs
from tracker.game.events import Ask, Gap
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.knowledge.facts import Cause, Deal, OwnCause
from tracker.knowledge.views import knowledge
from tracker.notation.text import loads


def deals_with_hands(record: Record) -> Iterator[Deal]:
    """The deals that have the hands of the header."""
    held = {card: hand.seat for hand in record.hands for card in hand.cards}
    whole = {hand.seat for hand in record.hands if hand.whole}
    if sum(len(hand.cards) for hand in record.hands) > len(held):
        return  # two hands with the same card
    for deal in all_deals(knowledge(record, (), at=0)):
        if all(deal[card] == seat for card, seat in held.items()) and all(
            card in held for card, seat in deal.items() if seat in whole
        ):
            yield deal


def furthest(record: Record) -> int:
    """How many events can be played on some deal."""
    most = -1
    for deal in deals_with_hands(record):
        most = max(most, accepted(record, deal))
        if most == len(record.events):
            break
    return most


def is_mended(record: Record) -> bool:
    """Whether a record can be played to its end on some deal."""
    return furthest(record) == len(record.events)


def slipped(game: Record, rng: random.Random) -> Record:
    """A game with some hands in its header, and a slip in an event."""
    hands = rng.sample(game.hands, rng.choice((0, 1, 1, 2)))
    number = rng.randint(1, len(game.events))
    slips = list(event_repairs(game.events[number - 1], number, game.table))
    return rng.choice(slips).applied(replace(game, hands=tuple(hands)))


def check_conflict(record: Record, conflict: Conflict) -> None:
    """No deal fits all of its statements; without any of them, some deal does."""
    facts = evidence_of_deal(knowledge(record, record.hands)).by_cause()
    cards, seats = record.table.cards, record.seats
    deals = [dict(zip(cards, dealt, strict=True)) for dealt in product(seats, repeat=len(cards))]

    def leave_a_deal(causes: Iterable[Cause]) -> bool:
        said = [fact for cause in causes for fact in facts[cause]]
        return any(all(fact.fits(deal) for fact in said) for deal in deals)

    assert not leave_a_deal(conflict.because)
    for left_out in conflict.because:
        assert leave_a_deal(cause for cause in conflict.because if cause != left_out)


def all_changes(record: Record, conflict: Conflict) -> Iterator[Repair]:
    """Every change to what was written up to the contradiction."""
    for number, event in enumerate(record.events[: conflict.event], start=1):
        yield from event_repairs(event, number, record.table)
    for hand in record.hands:
        for card in record.table.cards:
            if OwnCause(card, hand.seat) in conflict.because:
                yield from hand_repairs(hand, card, record.table)


def judge(record: Record) -> tuple[str, list[str]]:
    """What became of one record, and where the program differs from the referee."""
    broken = [played.number for played in replay_of(record).played() if played.broken]
    left = furthest(record)
    if left == len(record.events):
        return ("fits", []) if not conflicts(record) and not broken else ("fits", ["refused"])
    if broken and broken[0] <= left + 1:
        return "breaks a rule", [] if broken[0] == left + 1 else [f"{broken} before {left + 1}"]
    events = [conflict.event for conflict in conflicts(record)]
    if not events or events[0] != left + 1:
        return "contradicts", [f"contradicts at {events}, by playing at {left + 1}"]
    end = events[1] - 1 if len(events) > 1 else len(record.events)
    return "contradicts", list(_repairs_judged(record.with_events(record.events[:end])))


def _repairs_judged(record: Record) -> Iterator[str]:
    conflict = conflicts(record)[0]
    if len(record.table.cards) <= 7 and len(record.seats) == 4:
        check_conflict(record, conflict)
    told = {one.repair: one.broken_rules for one in suggestions(record, conflict, limit=None)}
    for repair, rules in told.items():
        if rules == 0 and not is_mended(repair.applied(record)):
            yield f"mends nothing: {repair}"
    if len(told) < 40:  # else only the likeliest are kept
        for repair in all_changes(record, conflict):
            if repair not in told and is_mended(repair.applied(record)):
                yield f"missed: {repair} of {conflict}"


# -- records with gaps ----------------------------------------------------------------------------


def is_playable(record: Record) -> bool:
    """Whether a record with gaps can be played to its end, on some deal and in some way."""
    return any(gap_referee.ways(record, deal) for deal in deals_with_hands(record))


def judge_across_gaps(record: Record, at: int, rng: random.Random) -> int | None:
    """Leave an ask out, and compare what is suggested with what can be played.

    Returns:
        How many changes mend the record; None where nothing has to be mended.
    """
    asks = [n for n, event in enumerate(record.events[:at], start=1) if isinstance(event, Ask)]
    if not asks:
        return None
    missing = rng.choice(asks)
    slipped = record.with_events((*record.events[: missing - 1], *record.events[missing:at]))
    ends = range(missing, len(slipped.events) + 1)
    wrong = (n for n in ends if not is_playable(slipped.with_events(slipped.events[:n])))
    number = next(wrong, None)
    if number is None:
        return None
    for problem in check(slipped):
        is_early = problem.code == CONTRADICTION and (problem.event or number) < number
        assert not is_early, (slipped, problem)
    slipped = slipped.with_events(slipped.events[:number])
    told = {one.repair: one for one in suggestions_across_gaps(slipped, number, limit=None)}
    for repair, one in told.items():
        assert one.broken_rules or is_playable(repair.applied(slipped)), (slipped, repair)
    for repair in event_repairs(slipped.events[-1], number, slipped.table):
        if isinstance(repair.new, Gap) and repair.new.irregular:
            continue  # the referee lets a seat ask itself there
        assert repair in told or not is_playable(repair.applied(slipped)), (slipped, repair)
    return len(told)


def judge_games_with_gaps(seed: int, games: int) -> int:
    """The records of some games that had to be mended, and were."""
    chosen = islice(with_gaps.games(seed), games)
    return sum(bool(judge_across_gaps(record, at, rng)) for record, at, rng in chosen)


@pytest.mark.parametrize("seed", first(1, range(4)))
def test_mends_across_gaps_are_what_playing_says(seed: int) -> None:
    assert judge_games_with_gaps(seed, 25) > 3


@pytest.mark.soak
def test_mends_across_gaps_are_what_playing_says_in_many_games() -> None:
    assert judge_games_with_gaps(100, 600) > 100


TABLE = """
rules: pagat, deck=custom
book reds: 2H 3H 4H 5H
book blacks: 2S 3S 4S 5S
seats: Ann Bob Carl Dora
dealer: Ann
hand Ann: 2H 2S

Ann asks Bob 3H: no
"""


def test_rules_broken_before_a_change_count_too() -> None:
    asks = (
        "Dora asks Carl 4H: no",  # out of turn
        "Carl asks Bob ?: no",
        "Bob asks Carl 3H: no",
        "Carl asks Bob 3H: yes",
    )
    mends = suggestions_across_gaps(loads(TABLE + "\n".join(asks)), 5, limit=None)
    assert mends
    assert {mend.broken_rules for mend in mends} == {1}

"""Conflicts hold and none of their statements can be left out; suggestions mend the record."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from tests import SAMPLES
from tests.explain.broken import SLIPS, broken_game, rank_of_truth
from tests.marks import first
from tracker.explain import conflicts, suggestions
from tracker.explain.conflict import Conflict
from tracker.explain.consistency import is_possible
from tracker.explain.evidence import evidence_of_deal
from tracker.game.record import Hand, Record
from tracker.inference.contradictions import contradictions
from tracker.knowledge.facts import Cause, EventCause, OwnCause
from tracker.knowledge.views import knowledge
from tracker.notation.record_files import load
from tracker.notation.text import loads
from tracker.render.problem_lines import repair_words
from tracker.render.proof_words import ProofWords

HEADER = """
seats: Ann Bob Carl Dora
dealer: Ann
hand Ann: 2C 4C 5C 6C 7C 9C 2D 3D 4D 5D 6D 7D
"""


def leaves_a_deal(record: Record, causes: tuple[Cause, ...]) -> bool:
    known = knowledge(record, record.hands)
    facts = evidence_of_deal(known).by_cause()
    return is_possible(known.seats, known.books, [f for cause in causes for f in facts[cause]])


def check_conflict(record: Record, conflict: Conflict) -> None:
    assert not leaves_a_deal(record, conflict.because)
    for left_out in conflict.because:
        rest = tuple(cause for cause in conflict.because if cause != left_out)
        assert leaves_a_deal(record, rest)


@pytest.mark.parametrize("slip", first(2, SLIPS))
@pytest.mark.parametrize("hands", first(1, [0, 1, 6]))
def test_broken_games(slip: str, hands: int) -> None:
    for seed in range(4):
        record = broken_game(seed, slip, hands).record
        for conflict in conflicts(record, limit=None):
            assert conflict.smallest
            check_conflict(record, conflict)


def test_each_suggestion_leaves_a_deal() -> None:
    record = broken_game(5, "answer").record
    found = suggestions(record, conflicts(record)[0], limit=None)
    assert found
    for suggestion in found:
        assert not contradictions(suggestion.repair.applied(record))
    assert [one.bits for one in found] == sorted(one.bits for one in found)


@pytest.mark.long
def test_wrong_answers_are_found_first() -> None:
    ranks = [rank_of_truth(broken_game(seed, "answer")) for seed in range(100, 112)]
    assert ranks.count(0) >= 10, ranks


def test_own_hand_against_an_answer() -> None:
    record = loads(HEADER + "Ann asks Bob 2H: no !\nBob asks Ann 2C: no\n")
    (conflict,) = conflicts(record)
    assert conflict.because == (EventCause(2), OwnCause("2C", "Ann"))
    assert ProofWords(record).conflict(conflict) == (
        "These cannot all be true: event 2 (Bob asks Ann 2C: no); Ann’s own hand: Ann holds the 2C."
    )
    first = suggestions(record, conflict)[0].repair
    assert repair_words(first, record) == "event 2 is: Bob asks Ann 2C: yes"


def test_what_everyone_saw_is_named() -> None:
    record = loads(
        HEADER + "Ann asks Bob 2H: yes !\nAnn asks Bob 3H: no\nBob asks Dora 2H: yes !\n"
    )
    (conflict,) = conflicts(record)
    assert conflict == Conflict(3, (EventCause(3),), True, (1,))
    assert ProofWords(record).conflict(conflict) == (
        "This cannot be: event 3 (Bob asks Dora 2H: yes !). "
        "Before that: event 1 (Ann asks Bob 2H: yes !)."
    )


def test_the_header_alone() -> None:
    record = loads(HEADER)
    bob = Hand("Bob", ("2C", "2H", "3H", "4H", "5H", "6H", "7H", "2S", "3S", "4S", "5S", "6S"))
    record = replace(record, hands=(*record.hands, bob))
    (conflict,) = conflicts(record)
    assert conflict.event == 0
    check_conflict(record, conflict)
    assert conflict.because == (OwnCause("2C", "Ann"), OwnCause("2C", "Bob"))


@pytest.mark.parametrize("name", ["contradiction", "counting-contradiction", "own-hand"])
def test_samples(name: str) -> None:
    record = load(SAMPLES / "broken" / f"{name}.lit")
    found = conflicts(record)
    assert found
    for conflict in found:
        check_conflict(record, conflict)
    assert suggestions(record, found[0])


@pytest.mark.soak
def test_how_often_the_first_suggestion_is_right() -> None:
    """Prints the figures for the docs; asserts less than they say."""
    for hands, spoken, slip in product((0, 1), (True, False), SLIPS):
        games = [broken_game(seed, slip, hands, spoken=spoken) for seed in range(100)]
        ranks = Counter(rank_of_truth(game) for game in games)
        mended = ranks.total() - ranks[-1]
        top = sum(ranks[place] for place in (0, 1, 2))
        figures = f"{mended} contradict, first {ranks[0]}, top 3 {top}"
        print(f"{hands} hands, {'all said' if spoken else 'asks only'}, {slip}: {figures}")
        assert slip != "answer" or ranks[0] >= 0.8 * mended

"""Conflicts hold and none of their statements can be left out; suggestions mend the record."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from tests.explain.broken import SLIPS, broken_game, rank_of_truth
from tracker.explain import conflicts
from tracker.explain.conflict import Conflict
from tracker.explain.consistency import is_possible
from tracker.explain.evidence import evidence_of_deal
from tracker.game.record import Record
from tracker.knowledge.facts import Cause, EventCause
from tracker.knowledge.views import knowledge
from tracker.notation.text import loads
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

"""Answers about records with gaps beside all ways to fill them, played on all deals.

Tiny random games under any rules are half forgotten. ``tests.gap_referee``, written from the text
of the rules alone, plays each from every deal in every way to fill its gaps; what the answers
should be follows. Each function makes games of one kind without end, each with its comparison,
which says whether all was decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from random import Random
from typing import Final, TypeAlias

from tests.analysis import test_each_filling as fillings
from tests.analysis import test_open_gaps as open_gaps
from tests.inference import test_completions as completions
from tests.inference import test_stretches as stretches
from tracker.game.events import Claim, Missing
from tracker.game.record import Record

Comparison: TypeAlias = Callable[[], int]
"""Compares one game: how many answers, or whether all was decided."""
Compared: TypeAlias = Iterator[tuple[Record, Comparison]]


def _all_decided(record: Record) -> bool:
    """Compare the verdicts on claims."""
    return completions.judge_verdicts(record) > 0


def _nothing_undecided(record: Record, at: int, rng: Random) -> bool:
    """Compare what is said past a stretch."""
    return not stretches.compare(record, at, rng)


def gaps(seed: int) -> Compared:
    """What ``show``, ``deals``, ``claims`` and conclusions of several parts say."""
    for both in zip(completions.games(seed), stretches.games(seed, only_asks=True), strict=True):
        for record, at, rng in both:
            yield record, partial(completions.compare, record, at, rng)


def verdicts(seed: int) -> Compared:
    """What the audit says of claims."""
    for record, _ in fillings.games(seed):
        if any(isinstance(event, Claim) for event in record.events):
            yield record, partial(_all_decided, record)


def possible(seed: int) -> Compared:
    """What ``gaps`` says of each gap."""
    for record in open_gaps.tiny_games(seed):
        yield record, partial(open_gaps.judge_possible, record)


def players(seed: int) -> Compared:
    """What ``knows``, ``timeline`` and ``report`` say."""
    for record, _ in fillings.games(seed):
        filled = fillings.filled_records(record)
        if filled:
            yield record, partial(fillings.judge_players, record, filled)


def asks(seed: int) -> Compared:
    """What ``asks`` says."""
    for record, rng in fillings.games(seed, gaps=2):
        yield record, partial(fillings.judge_asks, record, rng)


def asks_missing(seed: int) -> Compared:
    """What is said past missing asks."""
    for record, at, rng in stretches.games(seed, only_asks=True):
        yield record, partial(_nothing_undecided, record, at, rng)


def anything_missing(seed: int) -> Compared:
    """What is said past a stretch of anything."""
    for record, at, rng in stretches.games(seed, only_asks=False):
        if sum(isinstance(event, Missing) for event in record.events[:at]) == 1:
            yield record, partial(_nothing_undecided, record, at, rng)


KINDS: Final[Mapping[str, Callable[[int], Compared]]] = {
    "gaps": gaps,
    "verdicts": verdicts,
    "possible": possible,
    "players": players,
    "asks-with-gaps": asks,
    "asks-missing": asks_missing,
    "anything-missing": anything_missing,
}

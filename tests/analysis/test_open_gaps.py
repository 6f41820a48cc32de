"""What gaps can be, when they are closed and what they matter for, against all ways to play."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import count
from random import Random

import pytest

from tests.gap_referee import Played, all_said, with_gaps
from tests.inference.test_completions import MOST_DEALS, judged_in_each, played
from tests.strategies import seed_games
from tracker.analysis.each_filling import UNKNOWN, filled_fields
from tracker.analysis.open_gaps import OpenGap, gaps
from tracker.game.events import Award, Claim, Event, Gap, Open
from tracker.game.record import Record, has_gaps
from tracker.knowledge.views import View
from tracker.notation.text import dumps, loads

Possible = dict[tuple[int, str], set[str]]


def tiny_games(seed: int, *, deals: int = MOST_DEALS) -> Iterator[Record]:
    """Tiny games with gaps but no missing stretches, without end."""
    for number in count(seed):
        rng = Random(number)
        (record,) = seed_games(number, 1, max_deals=deals)
        record = record.with_events(record.events[: rng.randint(2, 14)])
        record = with_gaps(record, rng, rng.choice((1, 2, 4)), stretches=False)
        if has_gaps(record):
            yield record


def ways_to_play(record: Record, at: int) -> list[Played]:
    """The ways to play the beginning of a record from the deals that fit its dealt hands."""
    found = played(record, View(record.hands), at)
    return [way for _, each in found for way in each if all_said(way)]


def values_of(record: Record, filled: tuple[Event, ...]) -> Mapping[tuple[int, str], str]:
    """What each open field was when a record was played."""
    left = iter(filled)
    return {
        (number, name): value
        for number, event in enumerate(record.events, start=1)
        if isinstance(event, Gap)
        for name, value in filled_fields(event, (next(left),), record).items()
    }


def possible_in(record: Record, ways: list[Played]) -> Possible:
    """What each open field can have been."""
    possible: Possible = defaultdict(set)
    for way in ways:
        for field, value in values_of(record, way.filled).items():
            possible[field].add(value)
    return possible


def fillings(record: Record, at: int, gap: OpenGap) -> set[object]:
    """The ways to fill one gap, by the beginning of a record."""
    beginning = record.with_events(record.events[:at])
    each = (values_of(beginning, way.filled) for way in ways_to_play(record, at))
    return {tuple(values[gap.event, name] for name in gap.open) for values in each}


def named_once(record: Record, gap: OpenGap, values: set[str]) -> set[str]:
    """The values; where any seat may name the team of an award, one seat of each team."""
    event = record.events[gap.event - 1]
    if not isinstance(event, Gap) or event.of is not Award or event.value("seat") != Open():
        return values
    return {record.table.team_of[value][0] if value in record.seats else value for value in values}


def judge_possible(record: Record) -> bool:
    """Compare what each gap can be, and when it was closed; False where that is not all known."""
    expected = possible_in(record, ways_to_play(record, len(record.events)))
    each = gaps(record).gaps
    for gap in each:
        text = f"{dumps(record)}{gap}"
        for name, values in gap.possible.items() if gap.up_to is None else ():
            if UNKNOWN not in values:  # of some outcomes the naming is left alone
                assert set(values) == named_once(record, gap, expected[gap.event, name]), text
        if gap.up_to is None:
            judge_moment(record, gap, text)
    return all(gap.up_to is None for gap in each)


def judge_moment(record: Record, gap: OpenGap, text: str) -> None:
    """Compare the event by which a gap was closed."""
    if any(UNKNOWN in values for values in gap.possible.values()):
        return
    closed = [
        at for at in range(gap.event, len(record.events) + 1) if len(fillings(record, at, gap)) == 1
    ]
    assert gap.closed_at == (min(closed) if closed else None), text


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2))
def test_what_matters_against_the_referee(seed: int) -> None:
    compared = 0
    for record in tiny_games(seed * 100_000 + 11_000, deals=60):
        known = len(record.hands) == len(record.seats) and all(h.whole for h in record.hands)
        if not known or not any(isinstance(event, Claim) for event in record.events):
            continue
        if sum(isinstance(event, Gap) for event in record.events) > 2:
            continue
        answer = gaps(record)
        each = [(values_of(record, filled), of) for filled, of in judged_in_each(record)]
        for gap in answer.gaps:
            for matter in gap.matters:
                if UNKNOWN in matter.verdicts:
                    continue
                by_value = defaultdict(set)
                for values, verdicts in each:
                    by_value[values[gap.event, matter.field]].add(
                        verdicts.get(matter.event, "unknown")
                    )
                expected = {
                    value: found.pop() if len(found) == 1 else "depends"
                    for value, found in by_value.items()
                }
                assert matter.verdicts == expected, f"{dumps(record)}{matter}"
                compared += 1
        if compared > 6:
            break
    assert compared > 6


def test_of_very_many_wrong_namings_none_is_listed() -> None:
    seats = "Ann Bob Carl Dora Eve Finn Gus Hal"
    head = f"rules: pagat\nseats: {seats}\ndealer: Ann\n\nAnn claims low clubs: ?: split"
    (gap,) = gaps(loads(f"{head}; shown Ann 2C 3C 4C 5C, Carl rest\n")).gaps
    assert gap.possible == {"holdings": (UNKNOWN,)}
    (gap,) = gaps(loads(head)).gaps
    assert (gap.possible, gap.up_to) == ({}, 0)


def test_once_all_is_settled_any_card_may_have_been_asked_for() -> None:
    record = loads(
        "rules: pagat, deck=custom\nbook reds: 2H 3H\nbook blacks: 2S 3S\n"
        "seats: Ann Bob Carl Dora\ndealer: Ann\nsizes: Ann 1 Bob 1 Carl 1 Dora 1\n\n"
        "Ann claims reds: Ann 2H, Carl 3H: correct\n"
        "Ann claims blacks: Ann 2S, Carl 3S: opponents\nAnn asks Bob ?: no\n"
    )
    assert "card: 2H, 3H, 2S or 3S" in str(gaps(record))

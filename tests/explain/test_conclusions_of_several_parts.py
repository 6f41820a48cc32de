"""Conclusions of one to four parts, held and lacked, past gaps: against every way to play the game.

``pytest -m soak`` judges 20,000 of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Final

import pytest

from tests.gap_referee import Played, TooManyWaysError
from tests.inference.test_completions import games, played
from tests.inference.test_stretches import games as games_with_stretches
from tests.marks import first
from tracker.errors import ContradictionError, UndecidedError
from tracker.explain.explanation import Conclusion
from tracker.explain.gap_why import explain
from tracker.game.record import Record, gap_numbers
from tracker.inference.deduction import Judgement, deduce, judgement_of
from tracker.knowledge.facts import Literal
from tracker.knowledge.views import View
from tracker.notation.text import dumps, loads

OPEN: Final = """
rules: pagat, deck=custom
book reds: 2H 3H 4H 5H
book blacks: 2S 3S 4S 5S
seats: Ann Bob Carl Dora
dealer: Ann
hand Carl: 4H 5H

Ann asks Bob 2S: ?
"""
AT_ONCE: Final = 25
"""So many conclusions are judged of one game."""


def test_not_all_of_these_is_not_none_of_these() -> None:
    record = loads(OPEN)
    lacks = tuple(Literal(card, "Ann", False) for card in ("3S", "4S"))
    with deduce(record, view="Carl") as deduction:
        assert explain(deduction, Conclusion(lacks)).verdict == "open"
        none_held = Conclusion(tuple(Literal(card, "Ann", False) for card in ("4H", "5H")))
        assert explain(deduction, none_held).verdict == "proven"
        mixed = Conclusion((Literal("4H", "Carl", True), Literal("3S", "Ann", False)))
        explanation = explain(deduction, mixed)
        assert explanation.verdict == "open"
        hands = explanation.hands  # type: ignore[attr-defined]
        assert "3S" in hands["Ann"]


def judged(parts: tuple[Literal, ...], every: list[Played]) -> Judgement:
    """The verdict by all the ways in which a game can have been played."""
    true = [all((p.card in way.hands[p.seat]) == p.holds for p in parts) for way in every]
    return judgement_of(any(true), not all(true))


def random_parts(record: Record, rng: Random) -> tuple[Literal, ...]:
    """One to four parts; often of one half-suit, as people ask."""
    cards = rng.choice(record.books).cards if rng.random() < 0.5 else record.table.cards
    cards = tuple(card for card in cards if card in record.table.cards) or record.table.cards
    chosen = rng.sample(cards, min(len(cards), rng.randint(1, 4)))
    kind = rng.choice(("held", "lacked", "mixed"))
    return tuple(
        Literal(card, rng.choice(record.seats), kind == "held" or (kind == "mixed" and flip))
        for card in chosen
        for flip in (rng.random() < 0.5,)
    )


def compared(seed: int, number: int, of_each: int = AT_ONCE) -> Counter[str]:
    """Compare so many conclusions; how often each verdict was right."""
    verdicts: Counter[str] = Counter()
    for record, at, rng in both_kinds(seed):
        hands = tuple(hand for hand in record.hands if hand.whole)
        view = View((rng.choice(hands),)) if hands and rng.random() < 0.5 else View()
        try:
            every = [way for _, found in played(record, view, at) for way in found]
            deduction = deduce(record, view=view, at=at)
        except (UndecidedError, TooManyWaysError, ContradictionError):
            continue
        with deduction:
            for _ in range(of_each):
                parts = random_parts(record, rng)
                said = judgement_of(*deduction.truths(parts))
                expected = judged(parts, every)
                text = f"{dumps(record)}at {at}, {view.name}: {parts}: {said}"
                assert said in (expected, "undecided"), text
                verdicts[said] += 1
                check_example(deduction.truths(parts), expected, text)
        if verdicts.total() >= number:
            return verdicts
    raise AssertionError("the games never end")


def check_example(truths: tuple[bool | None, bool | None], expected: str, text: str) -> None:
    """What can be true is true in some way."""
    true, false = truths
    assert true is None or true == (expected != "refuted"), text
    assert false is None or false == (expected != "proven"), text


def both_kinds(seed: int) -> Iterator[tuple[Record, int, Random]]:
    """Games with forgotten parts, and games without some of their asks."""
    for one, other in zip(games(seed), games_with_stretches(seed, only_asks=True), strict=True):
        yield one
        yield other


@pytest.mark.parametrize("seed", first(1, range(2)))
def test_against_all_ways(seed: int) -> None:
    verdicts = compared(820_000 + seed * 1_000, 250)
    assert min(verdicts[verdict] for verdict in ("proven", "open", "refuted")) > 10


@pytest.mark.soak
def test_twenty_thousand() -> None:
    verdicts = compared(830_000_000, 20_000, 80)
    print(dict(verdicts))
    assert verdicts["undecided"] < verdicts.total() / 4


@pytest.mark.parametrize("seed", range(2))
def test_without_gaps_too(seed: int) -> None:
    """Ordinary records go the same way."""
    done = 0
    for record, _, rng in games(840_000 + seed * 1_000):
        plain = record.with_events(record.events[: first_gap(record)])
        if done > 100:
            return
        with deduce(plain) as deduction:
            every = [way for _, found in played(plain, View(), len(plain.events)) for way in found]
            for _ in range(AT_ONCE):
                parts = random_parts(plain, rng)
                assert judgement_of(*deduction.truths(parts)) == judged(parts, every), dumps(plain)
                done += 1


def first_gap(record: Record) -> int:
    """How many events come before the first gap."""
    return gap_numbers(record)[0] - 1

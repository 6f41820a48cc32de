"""Where counting may cost only so much: what is said is exact, and the rest says it is unknown."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import isnan

import pytest

from tests.strategies import seed_games
from tracker.analysis.asks import what_if
from tracker.analysis.audit import audit
from tracker.analysis.auditor import AskAudit, ClaimAudit
from tracker.answers import certain
from tracker.counting import posterior
from tracker.game.events import Ask
from tracker.game.record import Record


def games(seed: int, number: int, **fixed: str) -> list[Record]:
    return seed_games(seed, number, max_deals=90, fixed=fixed)


def longest(records: list[Record], number: int) -> list[Record]:
    return sorted(records, key=lambda record: len(record.events))[-number:]


def spend(monkeypatch: pytest.MonkeyPatch, game: int) -> None:
    """So much for a game, and nothing for free."""
    monkeypatch.setattr(posterior, "FREE", 0)
    monkeypatch.setattr(posterior, "GAME", game)


# -- exact, or unknown ----------------------------------------------------------------------------


def same_claim(one: ClaimAudit, sure: ClaimAudit) -> bool:
    """The same but for a probability that could not be had."""
    if one.probability is None:
        assert (one.verdict, one.exact) in (("guess", False), ("unknown", False))
        sure = replace(sure, probability=None, exact=False)
    assert one == sure
    return one.probability is None


def same_ask(one: AskAudit, sure: AskAudit) -> bool:
    if one.chance is None:
        assert one == replace(sure, chance=None, best=None, rank=None, exact=False)
    else:
        assert (one.chance, one.best) == pytest.approx((sure.chance, sure.best), abs=1e-9)
        assert replace(one, chance=sure.chance, best=sure.best) == sure
    return one.chance is None


def test_an_audit_is_the_same_as_far_as_the_budget_lasts(monkeypatch: pytest.MonkeyPatch) -> None:
    unknown: Counter[bool] = Counter()
    records = games(101, 3, reveal="nothing") + games(7, 5, reveal="nothing")
    for record, sure in [(record, audit(record)) for record in records]:
        for game in range(0, 501, 100):
            with monkeypatch.context() as patch:
                spend(patch, game)
                found = audit(record)
            assert found.missed == sure.missed
            unknown.update(map(same_claim, found.claims, sure.claims))
            unknown.update(map(same_ask, certain(found.asks), certain(sure.asks)))
    assert min(unknown.values()) > 10


def test_both_answers_place_the_same_cards_whatever_may_be_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unknown: Counter[bool] = Counter()
    for record in games(102, 8):
        event = next(
            (
                n
                for n, one in enumerate(record.events, 1)
                if isinstance(one, Ask) and one.answer != "surrender"
            ),
            0,
        )
        if not event:
            continue
        sure = what_if(record, event)
        for game in (0, 200):
            with monkeypatch.context() as patch:
                spend(patch, game)
                found = what_if(record, event)
            for answer, news in found.views["public"].items():
                expected = sure.views["public"][answer]
                assert (news is None) == (expected is None)
                if news is None or expected is None:
                    continue
                unknown[isnan(news.bits)] += 1
                assert news.placed == expected.placed
                assert news.exact != isnan(news.bits)
                assert isnan(news.bits) or news.bits == pytest.approx(expected.bits, abs=1e-9)
    assert min(unknown.values()) > 5

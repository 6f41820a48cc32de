"""Where counting may cost only so much: what is said is exact, and the rest says it is unknown."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tests.strategies import seed_games
from tracker.analysis.audit import audit
from tracker.analysis.auditor import AskAudit, ClaimAudit
from tracker.answers import certain
from tracker.counting import posterior


def same_claim(one: ClaimAudit, sure: ClaimAudit) -> bool:
    """The same but for a probability that could not be had: no naming is known to be likelier."""
    if one.probability is None:
        assert (one.verdict, one.exact) in (("guess", False), ("unknown", False))
        assert one.forced or not sure.forced
        sure = replace(sure, probability=None, exact=False, forced=one.forced)
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
    fixed = {"reveal": "nothing"}
    records = [game for seed in (101, 7) for game in seed_games(seed, 4, max_deals=90, fixed=fixed)]
    for record, sure in [(record, audit(record)) for record in records]:
        for game in range(0, 501, 100):
            with monkeypatch.context() as patch:
                patch.setattr(posterior, "FREE", 0)
                patch.setattr(posterior, "GAME", game)
                found = audit(record)
            assert found.missed == sure.missed
            unknown.update(map(same_claim, found.claims, sure.claims))
            unknown.update(map(same_ask, certain(found.asks), certain(sure.asks)))
    assert min(unknown.values()) > 10

"""Where counting may cost only so much: what is said to be exact is, and the rest says that it is
an estimate, or unknown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product
from math import isnan

import pytest

from tests.explain.positions import samples
from tests.strategies import seed_games
from tracker.analysis.asks import asks, what_if
from tracker.analysis.audit import askers, audit
from tracker.analysis.auditor import AskAudit, ClaimAudit
from tracker.analysis.mutual_knowledge import knows_of_others
from tracker.analysis.odds import Odds
from tracker.analysis.shares import UNKNOWN_SHARE, exact_share
from tracker.budget import Budget
from tracker.counting import count, engine
from tracker.counting.fast import component, estimates, fast_engine, half_suit_tables
from tracker.game.events import Ask
from tracker.game.record import Record
from tracker.inference.deduction import Deduction, deduce
from tracker.knowledge.views import knowledge


def games(seed: int, number: int, **fixed: str) -> list[Record]:
    return seed_games(seed, number, max_deals=90, fixed=fixed)


def longest(records: list[Record], number: int) -> list[Record]:
    return sorted(records, key=lambda record: len(record.events))[-number:]


def spend(monkeypatch: pytest.MonkeyPatch, game: int) -> None:
    """So much for a game, and nothing for free."""
    monkeypatch.setattr(component, "_FEW", 0)
    monkeypatch.setattr(engine, "FREE", 0)
    monkeypatch.setattr(engine, "GAME", game)


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
    records = games(101, 3, reveal="nothing") + games(7, 3, reveal="nothing")
    for record, sure in [(record, audit(record)) for record in records]:
        for game in range(0, 501, 100):
            with monkeypatch.context() as patch:
                spend(patch, game)
                found = audit(record)
            assert found.missed == sure.missed
            unknown.update(map(same_claim, found.claims, sure.claims))
            unknown.update(map(same_ask, found.asks, sure.asks))
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


def test_what_asks_told_is_known_where_every_moment_of_a_listener_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Tables of a limited size: moments with few cards have a count, others have none."""
    unknown: Counter[bool] = Counter()
    for record in longest(games(101, 6, reveal="nothing"), 2):
        judged = audit(record, chances=False)
        sure = askers(record, audit=judged)
        for steps in (0, 5, 10, 15, 20, 30):
            monkeypatch.setattr(half_suit_tables, "_MOST_STEPS", steps)
            for one, whole in zip(askers(record, audit=judged), sure, strict=True):
                for told, expected in (
                    (one.bits_per_ask.team, whole.bits_per_ask.team),
                    (one.bits_per_ask.opponents, whole.bits_per_ask.opponents),
                ):
                    assert told in (None, pytest.approx(expected))
                    unknown[told is None] += expected is not None
                assert (one.asks, one.turns, one.cards) == (whole.asks, whole.turns, whole.cards)
    assert min(unknown.values()) > 5


# -- estimates ------------------------------------------------------------------------------------


def estimate_all(monkeypatch: pytest.MonkeyPatch, draws: int) -> None:
    """Nothing may be spent on exact numbers; however few the draws, what they say is told."""
    monkeypatch.setattr(component, "_FEW", 0)
    monkeypatch.setattr(Budget, "allowed", property(lambda _: 0))
    monkeypatch.setattr(estimates, "DRAWS", draws)
    monkeypatch.setattr(estimates, "_LEAST_EFFECTIVE", 0)
    monkeypatch.setattr(fast_engine, "_WIDEST", 10**9)


def positions() -> Iterator[Deduction]:
    """A game with a whole deck, as everybody saw it and as one player did."""
    for view, at in product(("public", "Marta"), (20, 40, 60)):
        with deduce(samples()["pagat-six"], view=view, at=at) as deduction:
            yield deduction


def test_claims_have_odds_but_those_that_no_draw_had(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that may be so is said to be impossible, nor certain."""
    estimate_all(monkeypatch, 5)
    drawn: Counter[bool] = Counter()
    for deduction in positions():
        for one in Odds(deduction).claims():
            sure = {"proven": (1, 1), "impossible": (0, 0)}.get(one.verdict)
            if sure is not None:
                assert [one.probability, one.owned] == list(map(Fraction, sure))
                proven = deduction.claim(one.book, one.team).holdings
                assert one.holdings == (None if proven is None else dict(proven))
            elif one.probability is None:
                assert (one.holdings, one.owned) == (None, None)
            else:
                assert one.holdings is not None
                assert one.owned is not None
                assert 0 < one.probability <= one.owned
            drawn[one.probability is not None] += sure is None
    assert min(drawn.values()) > 1


def test_of_what_others_can_prove_only_what_is_certain_has_a_share(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    estimate_all(monkeypatch, 200)
    shares: Counter[str] = Counter()
    for deduction in islice(positions(), 3):
        found = knows_of_others(deduction.record, view="public", at=deduction.at)
        for about in found.books:
            teams = [(about.proves, about.share)]
            for proves, share in teams + [(one.proves, one.share) for one in about.seats]:
                shares[proves] += 1
                certain = {"yes": 1, "no": 0}.get(proves)
                if certain is None:
                    assert share == UNKNOWN_SHARE
                else:
                    assert share == exact_share(Fraction(certain))
    assert min(shares["open"], shares["no"]) > 5


def test_asks_are_exact_where_the_asker_s_numbers_and_the_public_s_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The asker has few deals to count, and everyone else many."""
    record = seed_games(121, 1, max_deals=20_000, fixed={"reveal": "all"})[0]
    sure = asks(record, at=3)
    assert sure.exact
    monkeypatch.setattr(Budget, "allowed", property(lambda _: 0))
    with deduce(record, view=sure.seat, at=3) as own:
        assert count(own.knowledge).status == "exact"
    assert count(knowledge(record, (), 3)).status == "estimate"
    found = asks(record, at=3)
    assert not found.exact
    assert [one.answers for one in found.asks] == [one.answers for one in sure.asks]
    for one, expected in zip(found.asks, sure.asks, strict=True):
        assert one.public == pytest.approx(expected.public, abs=0.1)

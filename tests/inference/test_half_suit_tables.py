"""The tables that take over from the solver: against brute force, and against the solver."""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Iterator, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.brute import consistent_deals
from tests.inference.test_complete_and_sound import Truth, holders, now, size, verdict
from tests.marks import some
from tests.strategies import full_games, moments, seed_games, tiny_games, views
from tracker.game.cards import Card
from tracker.game.events import Holdings
from tracker.game.record import Record
from tracker.inference.deal_search import possible_by_tables
from tracker.inference.deduction import Deduction, Judgement, deduce
from tracker.inference.possible_holders import possible_holders_of
from tracker.knowledge.facts import Deal
from tracker.knowledge.views import knowledge
from tracker.notation import text
from tracker.sat import Placements
from tracker.sat.solver import MiniCard


@given(st.data())
@settings(max_examples=some(60), deadline=None)
def test_tables_equal_brute_force(data: st.DataObject) -> None:
    record = data.draw(tiny_games(max_deals=2_000))
    known = knowledge(record, data.draw(views(record)), data.draw(moments(record)))
    placements = Placements(known.cards, known.seats)
    expected = 0
    for deal in consistent_deals(known):
        expected |= placements.mask_of(deal)
    assert possible_by_tables(placements, known, placements.all) in (expected, None)


def test_tables_answer_for_nearly_all_games() -> None:
    for record in seed_games(seed=8, count=some(40)):
        known = knowledge(record)
        placements = Placements(known.cards, known.seats)
        assert possible_by_tables(placements, known, placements.all) is not None


@given(st.data())
@settings(max_examples=8, deadline=None)
def test_tables_equal_the_solver_on_full_games(data: st.DataObject) -> None:
    record: Record = data.draw(full_games(seats=(4, 6), presets=True))
    hands = data.draw(views(record))
    known = knowledge(record, hands, data.draw(moments(record)))
    holders = possible_holders_of(known)
    placements = holders.placements
    assert possible_by_tables(placements, known, placements.all) == holders.possible


@pytest.fixture
def gives_up_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of the solver's searches end undecided, as if their conflicts had run out."""
    rng, solve = Random(1), MiniCard.solve

    def undecided(solver: MiniCard, assumptions: list[int], conflicts: int) -> bool | None:
        return None if rng.random() < 0.5 else solve(solver, assumptions, conflicts)

    monkeypatch.setattr(MiniCard, "solve", undecided)


def positions(seed: int, count: int) -> Iterator[tuple[Record, int, list[Deal]]]:
    """Moments of tiny games that some deals fit, with all of them."""
    for record in seed_games(seed=seed, count=count, max_deals=300):
        for at in range(0, len(record.events) + 1, 3):
            deals: list[Deal] = list(consistent_deals(knowledge(record, (), at)))
            if deals:
                yield record, at, deals


def judgement(truth: Truth, naming: Holdings) -> Judgement:
    right = [all(places[card] == seat for card, seat in naming) for places in truth]
    return "proven" if all(right) else "open" if any(right) else "refuted"


def namings(rng: Random, truth: Truth, cards: Sequence[Card]) -> Iterator[Holdings]:
    """One that is right in some deal, and one put together from several."""
    seen, mixed = rng.choice(truth), rng.choices(truth, k=len(cards))
    yield tuple((card, seen[card]) for card in cards)
    yield tuple((card, places[card]) for card, places in zip(cards, mixed, strict=True))


def check_position(deduction: Deduction, truth: Truth, rng: Random) -> Iterator[Judgement]:
    """Holders, claims and namings; the judgements on these."""
    record = deduction.record
    for card in deduction.cards:
        assert deduction.holders(card) == holders(truth, card, record.seats)
    for claim in deduction.claims():
        cards = record.deck.by_name[claim.book].cards
        assert claim.verdict == verdict(truth, cards, claim.team)
        for naming in namings(rng, truth, cards):
            expected = judgement(truth, naming)
            assert deduction.judge(naming) == expected
            yield expected


@pytest.mark.usefixtures("gives_up_often")
def test_the_same_follows_where_the_solver_gives_up() -> None:
    rng, judged = Random(2), Multiset[Judgement]()
    for record, at, deals in positions(seed=21, count=some(40)):
        with deduce(record, at=at) as deduction:
            truth: Truth = [now(deduction.state, deal) for deal in deals]
            judged.update(check_position(deduction, truth, rng))
    assert min(judged[kind] for kind in ("proven", "open", "refuted")) > some(50), judged


@pytest.mark.usefixtures("gives_up_often")
def test_the_same_sizes_follow_where_the_solver_gives_up() -> None:
    for record, at, deals in positions(seed=21, count=some(40)):
        with deduce(record, at=at) as deduction:
            sizes = {seat: size(deduction.state, deals, seat) for seat in record.seats}
            assert deduction.sizes() == sizes


WALL = """\
rules: pagat, deck=jokers54, own-card-asks=surrender, claims=any-time, reveal=nothing
seats: Ann Bob Carl Dora Eve Finn
dealer: Finn

Ann claims high hearts: Ann rest: opponents
Ann claims low spades: Carl rest: opponents
Ann claims low hearts: Eve rest: opponents
Ann claims low clubs: Carl rest: opponents
Ann claims high diamonds: Ann rest: opponents
Ann claims high spades: Ann rest: opponents
Bob has 1
Carl has 0
Ann has 1
Dora has 3
Finn has 4
Eve claims low diamonds: Eve rest: opponents
Ann has 0
Bob has 0
Dora has 3
"""


def test_a_position_that_is_all_counting() -> None:
    """Forty-two cards left unseen, and hand sizes told: pigeonholes for a solver."""
    record = text.loads(WALL)
    with deduce(record) as deduction:
        assert deduction.sizes()["Carl"] == 0
        for card in deduction.cards:
            assert "Carl" not in deduction.holders(card)
            assert "Dora" in deduction.holders(card)

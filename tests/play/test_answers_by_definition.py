"""What tracker answers, by definition: from the deals that the record could have been played on.

The referee plays the record on every deal of a tiny deck; what the accepted deals have in common is
what is certain, and how many of them say so is how likely it is. Nothing of what the program
gathers, deduces or counts is used to find them.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest

from tests.brute import all_deals
from tests.inference.test_complete_and_sound import Truth, verdict
from tests.marks import some
from tests.play.mutations import with_statements_left_out
from tests.play.test_knowledge_by_definition import FOCUS
from tests.referee import FoulError, Referee
from tests.strategies import seed_games
from tracker.analysis.odds import Odds
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.record import Hand, Record
from tracker.inference.deduction import deduce
from tracker.knowledge.facts import Deal
from tracker.knowledge.views import View, knowledge


def played(record: Record, deal: Deal) -> Referee | None:
    """The table after a record was played on a deal; none where it cannot have been."""
    referee = Referee(record, deal)
    try:
        for event in record.events:
            referee.play(event)
    except FoulError:
        return None
    return referee


def tables_of(record: Record, hands: Sequence[Hand]) -> list[Referee]:
    """The tables of all deals that the record can have come from, with these hands."""
    known = {card: hand.seat for hand in hands for card in hand.cards}
    own = {hand.seat for hand in hands}
    deals = (
        deal
        for deal in all_deals(knowledge(record, at=0))
        if all(known.get(card) == seat for card, seat in deal.items() if seat in own)
    )
    return [table for deal in deals if (table := played(record, deal)) is not None]


def places(table: Referee) -> dict[Card, Seat]:
    """Where the cards of the half-suits in play are."""
    held = {card: seat for seat, cards in table.hands.items() for card in cards}
    return {card: held[card] for book in table.open_books() for card in table.cards_of[book]}


def common(values: Sequence[int]) -> int | None:
    """The value that all have, if they have one."""
    return values[0] if len(set(values)) == 1 else None


def check_answers(record: Record, hands: tuple[Hand, ...]) -> int:
    """All answers about a record's end, from one chair; how many deals there are."""
    tables = tables_of(record, hands)
    truth: Truth = [places(table) for table in tables]
    with deduce(record, view=View(hands)) as deduction:
        odds = Odds(deduction)
        assert odds.posterior.count == len(tables)
        for card in truth[0]:
            seen = Counter(place[card] for place in truth)
            assert deduction.holders(card) == tuple(seat for seat in record.seats if seen[seat])
            for seat, chance in odds.holders[card].items():
                assert chance == pytest.approx(seen[seat] / len(truth))
        assert deduction.sizes() == {
            seat: common([len(table.hands[seat]) for table in tables]) for seat in record.seats
        }
        if tables[0].open_books():
            turns = set[Seat]().union(*(table.turn for table in tables))
            able = set(deduction.to_move())
            # Two hands of unknown size may each be empty, though not both (rulings, 1).
            assert turns <= able if None in deduction.sizes().values() else turns == able
        for team in record.table.teams:
            for claim in odds.claims(team):
                cards = record.deck.by_name[claim.book].cards
                assert claim.verdict == verdict(truth, cards, team)
                assert (claim.owned, claim.probability) == chances(truth, cards, team)
    return len(tables)


def chances(truth: Truth, cards: Sequence[Card], team: Sequence[Seat]) -> tuple[Fraction, Fraction]:
    """That a team holds all the cards, and that the likeliest of its namings is right."""
    namings = Counter(
        tuple(place[card] for card in cards)
        for place in truth
        if all(place[card] in team for card in cards)
    )
    likeliest = max(namings.values(), default=0)
    return Fraction(namings.total(), len(truth)), Fraction(likeliest, len(truth))


def check_games(seed: int, number: int, fixed: Mapping[str, str]) -> tuple[int, int]:
    """Some games, each at a moment and from a chair drawn by lot: how many, and their deals."""
    rng = random.Random(seed)
    games = deals = 0
    for whole in seed_games(seed, number, max_deals=400, fixed=fixed):
        record = whole
        if rng.random() < 0.5:
            shorter = with_statements_left_out(whole, rng)
            truth = {card: hand.seat for hand in whole.hands for card in hand.cards}
            record = shorter if played(shorter, truth) else whole
        record = record.with_events(record.events[: rng.randint(0, len(record.events))])
        chair = rng.choice(((), *((hand,) for hand in record.hands)))
        deals += check_answers(record, chair)
        games += 1
    return games, deals


@pytest.mark.parametrize("fixed", [{}, *FOCUS], ids=lambda fixed: " ".join(fixed) or "any rules")
def test_answers_are_what_the_possible_deals_say(fixed: dict[str, str]) -> None:
    games, deals = check_games(31, some(85), fixed)
    assert games == some(85)
    assert deals > 3 * games


@pytest.mark.soak
@pytest.mark.parametrize("fixed", [{}, *FOCUS], ids=lambda fixed: " ".join(fixed) or "any rules")
@pytest.mark.parametrize("seed", range(9000, 9004))
def test_answers_are_what_the_possible_deals_say_in_many_games(
    seed: int, fixed: dict[str, str]
) -> None:
    games, deals = check_games(seed, 850, fixed)
    print(f"\n{games} games, {deals} deals that fit")

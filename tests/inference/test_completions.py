"""What follows from records with gaps, against every way to fill them on every deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from random import Random

import pytest

from tests.brute import all_deals
from tests.gap_referee import (
    Played,
    all_said,
    drawn_view,
    filled_in,
    holders_in,
    ways,
    with_gaps,
)
from tests.strategies import seed_games
from tracker.analysis.audit import audit
from tracker.analysis.odds import odds
from tracker.errors import UndecidedError
from tracker.game.cards import Card
from tracker.game.events import Claim, Event, Seat
from tracker.game.record import Hand, Record, has_gaps
from tracker.inference.completions import completions
from tracker.inference.deduction import Deduction, deduce
from tracker.knowledge.facts import Literal
from tracker.knowledge.views import View, knowledge
from tracker.notation.text import dumps, loads

MOST_DEALS = 120


def games(seed: int) -> Iterator[tuple[Record, int, Random]]:
    """Tiny games with gaps, each with a moment to ask about, without end."""
    for number in count(seed):
        rng = Random(number)
        (record,) = seed_games(number, 1, max_deals=MOST_DEALS)
        record = record.with_events(record.events[: rng.randint(1, 14)])
        record = with_gaps(record, rng, rng.choice((1, 2, 4, 8)))
        at = rng.choice((len(record.events), rng.randint(0, len(record.events))))
        if has_gaps(record, at):
            yield record, at, rng


def played(record: Record, view: View, at: int) -> list[tuple[Mapping[Card, Seat], list[Played]]]:
    """The consistent deals of a view, each with the ways to play the record from it.

    Raises:
        TooManyWaysError: there are more than a test can go through.
    """
    known = knowledge(record, view.hands, 0)
    each = ((deal, ways(record, deal, at)) for deal in all_deals(known) if known.fits(deal))
    return [(deal, found) for deal, found in each if found]


def compare(record: Record, at: int, rng: Random) -> bool:
    """Judge one game; False where the answer was that it is not decided."""
    view = drawn_view(record, rng)
    expected = played(record, view, at)
    text = f"{dumps(record)}at {at}, {view.name}"
    assert expected, text
    every = [way for _, found in expected for way in found]
    try:
        deduction = deduce(record, view=view, at=at)
    except UndecidedError:
        return False
    holders = holders_in(every)
    said = {card: set(seats) for card, seats in deduction.all_holders().items()}
    sure = {card: said[card] - {*deduction.undecided_holders(card)} for card in said}
    judge_parts(deduction, every, rng, text, decided=sure == said)
    if sure != said:
        assert holders.keys() <= said.keys(), text
        for card in said:
            assert sure[card] <= holders.get(card, set()) <= said[card], f"{text}: {card}"
        return False
    assert said == holders, text
    assert odds(record, view=view, at=at).count in (len(expected), None), text
    judge_claims(deduction, every, text)
    return True


def random_parts(record: Record, rng: Random) -> tuple[Literal, ...]:
    """One to four parts, held, lacked or mixed; often of one half-suit, as people ask."""
    cards = rng.choice(record.books).cards if rng.random() < 0.5 else record.table.cards
    cards = tuple(card for card in cards if card in record.table.cards) or record.table.cards
    chosen = rng.sample(cards, min(len(cards), rng.randint(1, 4)))
    holds = rng.choice(((True,), (False,), (True, False)))
    return tuple(Literal(card, rng.choice(record.seats), rng.choice(holds)) for card in chosen)


def judge_parts(
    deduction: Deduction, every: list[Played], rng: Random, text: str, *, decided: bool
) -> None:
    """Compare whether some conclusions can be true, and false."""
    for parts in (random_parts(deduction.record, rng) for _ in range(6)):
        so = {all((p.card in way.hands[p.seat]) == p.holds for p in parts) for way in every}
        for value, told in zip((True, False), deduction.truths(parts), strict=True):
            assert told == (value in so) or (told is None and not decided), f"{text}: {parts}"


def judge_claims(deduction: Deduction, every: list[Played], text: str) -> None:
    """Compare the verdict on every claim."""
    for verdict in deduction.claims():
        cards = deduction.record.deck.by_name[verdict.book].cards
        namings = set()
        owned = settled = 0
        for way in every:
            if verdict.book in way.table.settled:
                settled += 1
                continue
            places = {card: seat for seat, held in way.hands.items() for card in held}
            naming = tuple((card, places[card]) for card in cards)
            namings.add(naming)
            owned += all(seat in verdict.team for _, seat in naming)
        left = len(every) - settled
        if owned == left and not settled and not any(way.table.may_be_over for way in every):
            expected = "proven" if len(namings) == 1 else "owned"
        else:
            expected = "open" if owned else "impossible"
        assert verdict.verdict == expected, f"{text}: {verdict}"


def judged_by_hand(record: Record) -> dict[int, set[str]]:
    """The verdicts on each claim over all completions of a record whose hands are all known."""
    verdicts: dict[int, set[str]] = {}
    for _, of_claims in judged_in_each(record):
        for number, verdict in of_claims.items():
            verdicts.setdefault(number, set()).add(verdict)
    return verdicts


def judged_in_each(record: Record) -> Iterator[tuple[tuple[Event, ...], dict[int, str]]]:
    """Each way to fill the gaps of a record whose hands are all known, with all its verdicts."""
    hands = {hand.seat: hand for hand in record.hands}
    deal = {card: hand.seat for hand in record.hands for card in hand.cards}
    for filled in {way.filled for way in ways(record, deal) if all_said(way)}:
        events = filled_in(record, filled).events
        yield (
            filled,
            {
                place + 1: judged(record.with_events(events[:place]), hands[event.claimant], event)
                for place, event in enumerate(events)
                if isinstance(event, Claim)
                and event.book not in settled_before(record, deal, events, place)
            },
        )


def settled_before(
    record: Record, deal: Mapping[Card, Seat], events: tuple[Event, ...], place: int
) -> set[str]:
    """The half-suits that are out of play before an event."""
    (way,) = ways(record.with_events(events[:place]), deal)
    return set(way.table.settled)


def judged(before: Record, hand: Hand, claim: Claim) -> str:
    """The verdict on a claim: its naming, over the deals that the claimant thinks possible."""
    right = set()
    for _, found in played(before, View((hand,)), len(before.events)):
        right.add(all(card in found[0].hands[seat] for card, seat in claim.holdings))
    if len(right) == 2:
        return "guess"
    return "proven" if right == {True} else "refuted"


def judge_verdicts(record: Record) -> int:
    """Compare the verdicts on claims; how many were decided."""
    expected, compared = judged_by_hand(record), 0
    for claim in audit(record, chances=False).claims:
        if claim.verdict == "undecided":
            continue
        verdicts = expected[claim.event]
        text = f"{dumps(record)}{claim} {verdicts}"
        if claim.verdict == "depends":
            cases = {case.value.verdict for case in claim.cases or ()}
            assert len(cases) > 1, text
            assert cases - {"unknown"} == verdicts, text
        else:
            assert verdicts == {claim.verdict}, text
        compared += 1
    return compared


TABLE = """
rules: pagat, deck=custom
book reds: 2H 3H 4H 5H
book blacks: 2S 3S 4S 5S
seats: Ann Bob Carl Dora
dealer: Ann
{}

{}
"""
NOTED = TABLE.format("", "Ann asks Bob 3H: no\nhands: Ann 2 Bob 2\nnow Ann: 2H 2S")


def test_a_card_is_open_only_because_of_a_gap_where_each_way_places_it() -> None:
    record = loads(TABLE.format("hand Bob: 2H 3H", "Ann asks Bob 2H/3H: yes"))
    seen = deduce(record, view="Bob")
    assert [seen.status(card) for card in ("2H", "3H", "4H")] == ["gap", "gap", "open"]
    text = TABLE.replace("dealer", "book stars: 2C 3C 4C 5C\ndealer", 1)
    text = text.format("", "Ann asks Bob 2S: yes\nAnn claims ?: ?: correct")
    assert deduce(loads(text)).status("2S") == "gap"  # if it is still in play


@pytest.mark.parametrize(("asks", "listed"), [(4, 4), (5, 4), (6, 5)])
def test_gaps_are_listed_up_to_the_one_with_which_they_are_too_many(asks: int, listed: int) -> None:
    """Each ask is to one of two, in one of two half-suits: 4 of them can be filled in 256 ways."""
    text = TABLE.format("", "Ann asks ? ?: no\n" + "? asks ? ?: no\n" * (asks - 1))
    ways = completions(loads(text))
    assert {tuple(number for number, _ in way.fillings) for way in ways} == {
        tuple(range(1, listed + 1))
    }
    assert {way.state.weaker for way in ways} == {asks > listed}

"""`turns` by definition: the referee plays the record on every deal, and then what comes next.

Whoever gets the turn is sure of a half-suit if all the deals that they then have to think possible
have its cards at the same places, and in each of them they can get it from there on by the rules:
they claim what they must claim first, ask for the cards of opponents, each of which comes, and
claim. How the answer is found (``Provability``) is not looked at.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import NamedTuple, get_args

from tests.play.possibilities import Possibilities, Possible, after_event, common, places
from tests.referee import Referee
from tracker.analysis.turn_options import TurnOption, turns
from tracker.errors import RecordError
from tracker.game.cards import Card
from tracker.game.events import Ask, AskAnswer, Claim, Event, Pass, Seat
from tracker.game.record import Record


class Expected(NamedTuple):
    """An option as the referee sees it: whose turn it is then, and of what they are sure."""

    receiver: Seat
    chance: Fraction
    won: list[frozenset[str]]
    """For each deal that the viewer thinks possible."""


def can_get(table: Referee, seat: Seat, book: str) -> bool:
    """Whether a seat that knows all the cards of a half-suit can win it from here on."""
    place = places(table)
    holders = {card: place[card] for card in table.cards_of[book]}
    if set(holders.values()) <= set(table.rivals(seat)) and table.rules.claim_other_team == "yes":
        return after_event(table, _right(table, seat, book, holders)) is not None
    before = [] if seat not in holders.values() else _musts(table, seat, book)
    asks = [
        Ask(seat, holder, card, "yes")
        for card, holder in holders.items()
        if holder in table.rivals(seat)
    ]
    theirs = {card: seat for card, holder in holders.items() if holder in table.rivals(seat)}
    claim = _right(table, seat, book, {**holders, **theirs})
    return after_event(table, *(before if asks else ()), *asks, claim) is not None


def _musts(table: Referee, seat: Seat, book: str) -> list[Event]:
    """The claims that a seat has to make before it may ask."""
    if table.rules.must_claim == "no":
        return []
    return [
        _right(table, seat, name, dict.fromkeys(table.cards_of[name], seat))
        for name in table.open_books()
        if name != book and table.hands[seat].issuperset(table.cards_of[name])
    ]


def _right(table: Referee, seat: Seat, book: str, holders: Mapping[Card, Seat]) -> Claim:
    holdings = tuple((card, holders[card]) for card in table.cards_of[book])
    return Claim(seat, book, holdings, "correct")


def sure_of(seat: Seat, hand: frozenset[Card], tables: Sequence[Possible]) -> frozenset[str]:
    """The half-suits that a seat with the turn is sure of, with its dealt hand."""
    cell = [one for one in tables if one.dealt_to(seat) == hand]
    return frozenset(
        book
        for book in cell[0].table.open_books()
        if common(one.naming(one.table.cards_of[book]) for one in cell) is not None
        and all(can_get(one.table, seat, book) for one in cell)
    )


def next_events(record: Record, seat: Seat) -> Iterator[Event]:
    """All that a seat could do to give the turn away."""
    others = [other for other in record.seats if other != seat]
    for other in others:
        yield Pass(seat, other)
    for other, card in product(others, record.table.cards):
        yield Ask(seat, other, card, "no")
        yield Ask(seat, other, card, "surrender")


def options(record: Record, seat: Seat) -> dict[Event, Expected]:
    """All the ways to give the turn to one other seat."""
    hand = next(hand for hand in record.hands if hand.seat == seat)
    tables = Possibilities(record).moments[-1]
    own = frozenset(hand.cards)
    found: dict[Event, Expected] = {}
    for event in next_events(record, seat):
        after = [
            Possible(one.deal, table)
            for one in tables
            if (table := after_event(one.table, event)) and not waits(table)
        ]
        mine = [one for one in after if one.dealt_to(seat) == own]
        receivers = {frozenset(one.table.turn) for one in mine}
        if len(receivers) != 1 or len(min(receivers)) != 1 or receivers == {frozenset((seat,))}:
            continue
        ((receiver,),) = receivers
        won = [sure_of(receiver, one.dealt_to(receiver), after) for one in mine]
        chance = Fraction(len(won), asked(tables, seat, own, event))
        found[event] = Expected(receiver, chance, won)
    return found


def waits(table: Referee) -> bool:
    """Whether the card that a player was refused is theirs, and has to be given up first."""
    ask = table.open_ask
    return ask is not None and ask.card in table.hands[ask.asker]


def asked(tables: Sequence[Possible], seat: Seat, hand: frozenset[Card], event: Event) -> int:
    """In how many deals the seat could do this, whatever the answer."""
    answers = [event]
    if isinstance(event, Ask):
        answers = [replace(event, answer=answer) for answer in get_args(AskAnswer)]
    return sum(
        any(
            (table := after_event(one.table, answer)) is not None and not waits(table)
            for answer in answers
        )
        for one in tables
        if one.dealt_to(seat) == hand
    )


def difference(one: TurnOption, expected: Expected | None) -> str | None:
    """Where an option is not what the referee says."""
    if expected is None:
        return "is none"
    receiver, chance, won = expected
    if one.receiver != receiver:
        return f"the turn is {receiver}'s"
    if abs(one.chance - chance) > 1e-9:
        return f"the chance is {chance}"
    wins = {book: Fraction(sum(book in of for of in won), len(won)) for of in won for book in of}
    told = {book: share.probability for book, share in one.wins}
    if told != wins:
        return f"wins {told}, by playing {wins}"
    nothing = Fraction(sum(not of for of in won), len(won))
    return None if one.nothing.probability == nothing else f"nothing: {nothing}"


def compare(whole: Record, rng: random.Random) -> tuple[int, list[str]]:
    """One moment of a game, drawn by lot: how many options, and the differences."""
    record = whole.with_events(whole.events[: rng.randint(0, len(whole.events))])
    try:
        answer = turns(record)
    except RecordError:
        return 0, []
    told = {one.event: one for one in answer.options}
    expected = options(record, answer.seat)
    differences = [
        f"{event}: {why}"
        for event, one in told.items()
        if (why := difference(one, expected.get(event)))
    ]
    differences += [f"{event} is missing" for event in expected.keys() - told.keys()]
    return len(told), differences

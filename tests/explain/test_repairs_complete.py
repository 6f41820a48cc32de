"""All that makes sense of small records is suggested, and nothing else: found by trying."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import TypeAlias

import pytest

from tests.explain.test_repairs_by_hand import (
    ASKED_AGAIN,
    FROM_A_PUBLIC_PLACE,
    FROM_NOWHERE,
    HEADER,
    OUT_OF_TURN,
    TAKEN,
)
from tests.marks import first
from tests.strategies import MANNERS
from tracker.explain import Conflict, conflicts, suggestions
from tracker.explain.slips import Repair, event_repairs, hand_repairs
from tracker.game.cards import Book
from tracker.game.events import Ask, Claim, Event, HandSize
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.game.rules import Rules
from tracker.inference.contradictions import contradictions
from tracker.knowledge.facts import EventCause, OwnCause
from tracker.notation.text import loads
from tracker.play.simulator import random_game

Transfer: TypeAlias = tuple[str, str, str]
"""Who may have got which card from whom: asker, target, card."""


def helps(event: Event, record: Record, transfer: Transfer) -> bool:
    """Whether an event makes more sense after a card has changed hands."""
    receiver, giver, card = transfer
    match event:
        case Ask(asker=asker, target=target, card=wanted):
            book = record.deck.book_of[wanted].cards
            comes = card == wanted and receiver == target
            lets_ask = card in book and card != wanted and receiver == asker
            return comes or lets_ask or (card == wanted and giver == asker)
        case Claim():
            return (card, receiver) in (event.shown or event.holdings)
        case HandSize(seat=seat):
            return seat in (receiver, giver)
        case _:
            return False


def last_number(record: Record, transfer: Transfer, before: int) -> int | None:
    """The last place for an ask: before an event, at the asker's turn, the card where it lay."""
    asker, target, card = transfer
    states = replay_of(record).states()
    place = states[before - 1].located.get(card)
    if place not in (None, target):
        return None
    for number in range(before, 0, -1):
        state = states[number - 1]
        if state.located.get(card) != place or not state.is_open(card):
            return None
        if asker in state.movers():
            return number
    return None


def left_out(record: Record, suspects: Iterable[int]) -> Iterator[Repair]:
    """The asks left out that help an event."""
    table = record.table
    for receiver, card in product(table.seats, table.cards):
        for giver in table.opponents_of[receiver]:
            for number in suspects:
                transfer = (receiver, giver, card)
                place = last_number(record, transfer, number)
                if place and helps(record.events[number - 1], record, transfer):
                    yield Repair("missing", place, Ask(*transfer, "yes"))


WON_IN_BETWEEN = """\
turn: Ann
sizes: Ann 3 Bob 2 Carl 2 Dora 1
hand Ann: 2H 3H 2S

Ann asks Bob 4H: yes
Ann asks Dora 5H: yes
Ann claims reds: Ann 2H 3H 4H 5H: correct
Ann asks Bob 3S: no
Bob asks Ann 4S: yes
Bob has 1
"""
SHOWN_ELSEWHERE = """\
turn: Ann
hand Ann: 2H 2S

Ann asks Bob 3H: no
Bob asks Carl 4S: no
Carl asks Dora 5S: no
Dora claims blacks: Bob 3S 4S, Dora 2S 5S: opponents; shown Ann 4S, Bob 2S 3S, Carl 5S
"""
THERE_AND_BACK = """\
turn: Ann
hand Ann: 2H 2S

Ann asks Bob 3H: yes
Ann asks Dora 3S: no
Dora asks Ann 3H: yes
Dora asks Carl 4H: no
Carl asks Dora 3H: yes
Carl asks Bob 4S: no
Bob asks Carl 5H: no
Carl has 2
"""


GIVEN_AWAY = """\
turn: Ann
hand Ann: 4H 2S

Ann asks Dora 2H: yes
Ann gives Bob 4H
Ann gives Bob 2H
Ann asks Dora 3H: no
"""
ONE_TAKEN_AND_ONE_GONE = """\
turn: Bob
hand Ann: 2H 5H

Bob asks Ann 2H: yes
Bob asks Ann 3S: no
Ann has 0
"""
GAMES = (
    FROM_NOWHERE,
    FROM_A_PUBLIC_PLACE,
    ASKED_AGAIN,
    OUT_OF_TURN,
    f"{TAKEN}Ann has 4",
    f"{TAKEN}Ann asks Bob 3H: no\nBob claims blacks: Bob 2S 4S 5S, Dora 3S: correct",
    WON_IN_BETWEEN,
    SHOWN_ELSEWHERE,
    THERE_AND_BACK,
    GIVEN_AWAY,
    ONE_TAKEN_AND_ONE_GONE,
)


def named(conflict: Conflict) -> set[int]:
    """The events that a conflict names."""
    numbers = {cause.number for cause in conflict.because if isinstance(cause, EventCause)}
    return {conflict.event, *conflict.background, *numbers} - {0}


def changes(record: Record, conflict: Conflict) -> Iterator[Repair]:
    """The changes to what is there: to an event, or to a card of a hand that contradicts."""
    for number, event in enumerate(record.events[: conflict.event], start=1):
        yield from event_repairs(event, number, record.table)
    for cause in conflict.because:
        for hand in record.hands:
            if isinstance(cause, OwnCause) and cause.seat == hand.seat:
                yield from hand_repairs(hand, cause.card, record.table)


def check_suggested(record: Record) -> Counter[str]:
    """Of all that may be changed, whatever leaves a deal is suggested; how often, by kind."""
    conflict = conflicts(record)[0]
    found = [one.repair for one in suggestions(record, conflict, limit=None)]
    tried = {*changes(record, conflict), *left_out(record, named(conflict))}
    mended = {mend: mend.applied(record) for mend in tried}
    fitting = {mend for mend, new in mended.items() if not contradictions(new, new.hands)}
    assert len(found) == len(set(found))
    assert set(found) == fitting
    return Counter(mend.kind for mend in found)


@pytest.mark.parametrize("game", first(4, GAMES))
def test_all_that_makes_sense_of_a_small_record_is_suggested(game: str) -> None:
    check_suggested(loads(HEADER + game))


BOOKS = (Book("reds", ("2H", "3H", "4H", "5H")), Book("blacks", ("2S", "3S", "4S", "5S")))


def slipped(seed: int) -> Record:
    """A small game with a slip in it, or an event left out."""
    rng = random.Random(seed)
    seats = ("Ann", "Bob", "Carl", "Dora")
    manners = rng.choice(MANNERS)
    game = random_game(
        rng, seats, Rules(deck="custom"), books=BOOKS, dealer="Ann", manners=manners, limit=12
    )
    number = rng.randint(1, len(game.events))
    slips = list(event_repairs(game.events[number - 1], number, game.table))
    return rng.choice(slips).applied(replace(game, hands=game.hands[: rng.randint(0, 2)]))


@pytest.mark.parametrize("seed", first(3, [18, 26, 32, 190, 206, 212, 238, 268, 296]))
def test_all_that_makes_sense_of_a_game_with_a_slip_is_suggested(seed: int) -> None:
    check_suggested(slipped(seed))

"""Slips of the pen, and the single changes to a record that repair them.

Whoever writes a game down may write a wrong answer, card, seat or number, leave an event out, or
write one that did not happen. Each possible slip gives a ``Repair``: the change that would undo it.
A slip has a price in bits: how much less common it is than an ask that was left out, the commonest
one. The prices are guesses that can be argued with, not measurements.

Example: "Ann asks Bob 5H: no" may have been a yes (0 bits), about the 6H, or addressed to Dora (3
bits each).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final, TypeAlias
from typing import Literal as OneOf

from tracker.errors import UndecidedError
from tracker.game.cards import Card, Deck
from tracker.game.events import (
    Ask,
    AskAnswer,
    Award,
    Claim,
    Event,
    Gap,
    HandSize,
    Missing,
    Open,
    Seat,
    actor,
    cards_in,
    own_fields,
)
from tracker.game.fillings import fillings
from tracker.game.legality import violations
from tracker.game.record import Hand, Record
from tracker.game.state import State
from tracker.game.table import Table
from tracker.game.transition import outcome_by
from tracker.game.turns import named_team

Slip: TypeAlias = OneOf["answer", "card", "seat", "size", "hand", "missing", "irregular", "extra"]
"""A kind of slip.

``answer``, ``card``, ``seat``, ``size``: something in an event is wrong; ``hand``: a card in a hand
line is wrong; ``missing``: an event was left out; ``irregular``: an event broke the rules and is
not marked; ``extra``: an event did not happen.
"""

TURN: Final = "turn"
"""The code of the rule that an event out of turn breaks."""
PRICE: Final[Mapping[Slip, float]] = MappingProxyType(
    {
        "missing": 0,
        "answer": 0,
        "card": 3,
        "seat": 3,
        "size": 3,
        "hand": 5,
        "irregular": 6,
        "extra": 8,
    }
)
"""Bits for each kind of slip."""


@dataclass(frozen=True)
class Repair:
    """One change to a record."""

    kind: Slip
    """The slip that it undoes."""
    event: int
    """The number of the event; of a missing one, the number it would get; 0: a hand line."""
    new: Event | Hand | None
    """What should stand there; None where nothing should."""

    def applied(self, record: Record) -> Record:
        """The record with the change made."""
        new = self.new
        if isinstance(new, Hand):
            hands = (new if hand.seat == new.seat else hand for hand in record.hands)
            return replace(record, hands=tuple(hands))
        before, after = record.events[: self.event - 1], record.events[self.event - 1 :]
        kept = after if self.kind == "missing" else after[1:]
        return record.with_events((*before, *([new] if new else []), *kept))


def event_repairs(event: Event, number: int, table: Table) -> Iterator[Repair]:
    """The changes to one event.

    Args:
        event: the event.
        number: its number in the record.
        table: the table.
    """
    for kind, new in _variants(event, table):
        yield Repair(kind, number, new)
    if not event.irregular:
        yield Repair("irregular", number, replace(event, irregular=True))
    yield Repair("extra", number, None)


def hand_repairs(hand: Hand, card: Card, table: Table) -> Iterator[Repair]:
    """The changes to a hand line that put a card in, or take it out, for another card."""
    inside = card in hand.cards
    for other in _similar(card, table.deck):
        if (other in hand.cards) != inside:
            old, new = (card, other) if inside else (other, card)
            cards = table.deck.in_order([new, *(kept for kept in hand.cards if kept != old)])
            yield Repair("hand", 0, replace(hand, cards=cards))


def left_out_before(state: State, event: Event, number: int) -> Repair | None:
    """What may have been left out just before an event that is out of turn.

    The commonest slip is a forgotten ask. One ask hands the turn from the seat that has it to an
    opponent; to a teammate it takes two.

    Args:
        state: the public state before the event.
        event: the event; one that is marked irregular is looked at as if it were not.
        number: its number.

    Returns:
        The addition of an ask whose card is open, or of a missing stretch of asks; None where the
        event is not out of turn.
    """
    seats = _out_of_turn(state, event)
    if not seats:
        return None
    turn = state.turn
    if turn is None or turn in seats:
        return Repair("missing", number, Missing(None, only_asks=True))
    others = tuple(seat for seat in seats if seat in state.table.opponents_of[turn])
    target = others[0] if len(others) == 1 else Open(others)
    ask = Gap(Ask, (turn, target, Open(), "no"))
    if others and fillings(state, ask, by_players=True, regular=True):
        return Repair("missing", number, ask)
    return Repair("missing", number, Missing(2, only_asks=True))


def _out_of_turn(state: State, event: Event) -> tuple[Seat, ...]:
    """The seats that an event can be by, where it is out of turn whichever it was; else none."""
    regular = replace(event, irregular=False)
    if isinstance(event, Missing):
        return ()
    if not isinstance(regular, Gap):
        seat = actor(event)
        broken = {violation.code for violation in violations(state, regular)}
        return (seat,) if seat is not None and TURN in broken else ()
    try:
        ways = fillings(state, regular, by_players=False)
    except UndecidedError:
        return ()
    each = [{violation.code for violation in violations(state, way)} for way in ways]
    acting = (actor(way) for way, broken in zip(ways, each, strict=True) if broken == {TURN})
    seats = {seat for seat in acting if seat is not None}
    return tuple(seat for seat in state.table.seats if seat in seats) if all(each) else ()


def cards_named(event: Event, deck: Deck) -> tuple[Card, ...]:
    """The cards that an event names, or those of the half-suit that it settles."""
    return deck.by_name[event.book].cards if isinstance(event, Claim | Award) else cards_in(event)


def transfers_wanted(event: Event, table: Table) -> Iterator[tuple[Seat, Seat | None, Card]]:
    """The transfers that would make sense of an event: who got which card before it, from whom.

    Other events than asks, claims and hand sizes want none.
    """
    if isinstance(event, Ask):
        yield event.target, None, event.card
        for card in table.deck.book_of[event.card].cards:
            if card != event.card:
                yield event.asker, None, card
        for seat in table.opponents_of[event.asker]:
            yield seat, event.asker, event.card
    elif isinstance(event, Claim):
        for card, seat in event.shown or event.holdings:
            yield seat, None, card
    elif isinstance(event, HandSize):
        for card in table.cards:
            yield event.seat, None, card
            for seat in table.opponents_of[event.seat]:
                yield seat, event.seat, card


# -- what else an event may have been -------------------------------------------------------------


def _variants(event: Event, table: Table) -> Iterator[tuple[Slip, Event]]:
    """The events that an event may have been, each with the slip."""
    if isinstance(event, Ask):
        yield from _ask_variants(event, table)
    elif isinstance(event, Claim):
        yield from _claim_variants(event, table)
    else:
        for name in own_fields(type(event)):
            for slip, value in _other_values(name, getattr(event, name), table.deck):
                yield slip, replace(event, **{name: value})


def _other_values(name: str, value: Any, deck: Deck) -> Iterator[tuple[Slip, Any]]:
    """What a field of an event may have been: slips in cards and sizes, whatever the event."""
    if name == "card":
        for card in _similar(value, deck):
            yield "card", card
    elif name == "cards":
        for shown in value:
            for card in _similar(shown, deck):
                if card not in value:
                    yield "card", tuple(card if old == shown else old for old in value)
    elif name == "size":
        yield "size", value + 1
        if value > 0:
            yield "size", value - 1


def _ask_variants(ask: Ask, table: Table) -> Iterator[tuple[Slip, Event]]:
    """An ask with another answer, another card, or another seat on either side."""
    if ask.answer != "surrender":
        answer: AskAnswer = "no" if ask.answer == "yes" else "yes"
        yield "answer", replace(ask, answer=answer)
    for card in _similar(ask.card, table.deck):
        yield "card", replace(ask, card=card)
    for seat in table.seats:
        if seat != ask.target and seat in table.opponents_of[ask.asker]:
            yield "seat", replace(ask, target=seat)
        if seat != ask.asker and seat in table.opponents_of[ask.target]:
            yield "seat", replace(ask, asker=seat)


def _claim_variants(claim: Claim, table: Table) -> Iterator[tuple[Slip, Event]]:
    """A claim with the outcome that its shown cards make, or with one card at another seat."""
    places = claim.shown if claim.shown is not None else claim.holdings
    if claim.shown is None and claim.outcome != "correct":
        return
    team = named_team(table, claim)
    if claim.shown is not None and claim.outcome != outcome_by(claim.shown, claim, team):
        yield "answer", replace(claim, outcome=outcome_by(claim.shown, claim, team))
    for i, (card, holder) in enumerate(places):
        for seat in table.seats:
            if seat == holder or (claim.outcome != "opponents" and seat not in team):
                continue
            changed = (*places[:i], (card, seat), *places[i + 1 :])
            if claim.shown is None:
                yield "seat", replace(claim, holdings=changed)
            else:
                yield "seat", replace(claim, shown=changed)


def _similar(card: Card, deck: Deck) -> tuple[Card, ...]:
    """The cards that are easily written for another: of its half-suit, and of its rank."""
    rank = card[:-1]
    return tuple(
        other
        for other in deck.cards
        if other != card and (deck.book_of[other] == deck.book_of[card] or other[:-1] == rank)
    )

"""Slips: the single changes to a record that a person who wrote it down may have to make.

Each ``Mend`` has a kind and a price in bits: how much less common such a slip is than the
commonest one, a wrong answer. The prices are guesses that can be argued with, not measurements.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, TypeAlias
from typing import Literal as OneOf

from tracker.game.cards import Card, Deck
from tracker.game.events import Ask, AskAnswer, Award, Claim, Event, Give, HandSize, Seat, Show
from tracker.game.record import Hand, Record
from tracker.game.table import Table

Kind: TypeAlias = OneOf["answer", "card", "seat", "size", "hand", "missing", "irregular", "extra"]

PRICE: Final[Mapping[Kind, float]] = MappingProxyType(
    {
        "answer": 0,
        "card": 3,
        "seat": 3,
        "size": 3,
        "hand": 5,
        "missing": 5,
        "irregular": 6,
        "extra": 8,
    }
)
"""Bits for each kind of slip."""


@dataclass(frozen=True)
class Mend:
    """One change to a record."""

    kind: Kind
    """``answer``, ``card``, ``seat``, ``size``: something in an event is another; ``hand``: a card
    in a hand line is; ``missing``: an event was left out; ``irregular``: it breaks the rules and
    should be marked; ``extra``: it should not be there."""
    event: int
    """The number of the event; of a missing one, the number it would get; 0: a hand line."""
    new: Event | Hand | None
    """What should stand there; none where nothing should."""

    def applied(self, record: Record) -> Record:
        """The record with the change made."""
        if isinstance(self.new, Hand):
            new = self.new
            hands = [new if hand.seat == new.seat else hand for hand in record.hands]
            return replace(record, hands=tuple(hands))
        before, after = record.events[: self.event - 1], record.events[self.event - 1 :]
        kept = after if self.kind == "missing" else after[1:]
        return record.with_events((*before, *([self.new] if self.new else []), *kept))


def cards_named(event: Event, deck: Deck) -> tuple[Card, ...]:
    """The cards an event speaks of."""
    match event:
        case Ask() | Give():
            return (event.card,)
        case Show():
            return event.cards
        case Claim() | Award():
            return deck.by_name[event.book].cards
        case _:
            return ()


def mends_of(event: Event, number: int, table: Table) -> Iterator[Mend]:
    """The changes to one event."""
    yield from _of_kind(event, number, table)
    if not event.irregular:
        yield Mend("irregular", number, replace(event, irregular=True))
    yield Mend("extra", number, None)


def _of_kind(event: Event, number: int, table: Table) -> Iterator[Mend]:
    """The slips that an event of its kind can have."""
    match event:
        case Ask():
            yield from _of_ask(event, number, table)
        case Claim():
            yield from _of_claim(event, number, table)
        case Show():
            yield from _of_show(event, number, table)
        case Give():
            for card in similar(event.card, table.deck):
                yield Mend("card", number, replace(event, card=card))
        case HandSize():
            yield Mend("size", number, replace(event, size=event.size + 1))
            if event.size > 0:
                yield Mend("size", number, replace(event, size=event.size - 1))
        case _:
            return


def _of_show(show: Show, number: int, table: Table) -> Iterator[Mend]:
    for card in show.cards:
        for other in similar(card, table.deck):
            if other not in show.cards:
                cards = tuple(other if one == card else one for one in show.cards)
                yield Mend("card", number, replace(show, cards=cards))


def _of_ask(ask: Ask, number: int, table: Table) -> Iterator[Mend]:
    """Another answer, another card, or another seat on either side of an ask."""
    if ask.answer != "surrender":
        other: AskAnswer = "no" if ask.answer == "yes" else "yes"
        yield Mend("answer", number, replace(ask, answer=other))
    for card in similar(ask.card, table.deck):
        yield Mend("card", number, replace(ask, card=card))
    for seat in table.seats:
        if seat != ask.target and seat in table.opponents_of[ask.asker]:
            yield Mend("seat", number, replace(ask, target=seat))
        if seat != ask.asker and seat in table.opponents_of[ask.target]:
            yield Mend("seat", number, replace(ask, asker=seat))


def _of_claim(claim: Claim, number: int, table: Table) -> Iterator[Mend]:
    """One card of a right claim, or of the cards shown, is with another seat."""
    said = claim.shown if claim.shown is not None else claim.holdings
    if claim.shown is None and claim.outcome != "correct":
        return
    team = table.team_of[claim.claimant]
    for place, (card, holder) in enumerate(said):
        for seat in table.seats:
            if seat == holder or (claim.outcome != "opponents" and seat not in team):
                continue
            holdings = (*said[:place], (card, seat), *said[place + 1 :])
            if claim.shown is None:
                yield Mend("seat", number, replace(claim, holdings=holdings))
            else:
                yield Mend("seat", number, replace(claim, shown=holdings))


def mends_of_hand(hand: Hand, card: Card, table: Table) -> Iterator[Mend]:
    """The changes to a hand line that are about one card: it goes in, or out, for another."""
    inside = card in hand.cards
    for other in similar(card, table.deck):
        if (other in hand.cards) != inside:
            out, new = (card, other) if inside else (other, card)
            cards = table.deck.in_order([new, *(one for one in hand.cards if one != out)])
            yield Mend("hand", 0, replace(hand, cards=cards))


def missing_ask(asker: Seat, target: Seat, card: Card, number: int) -> Mend:
    """An ask that got its card was left out."""
    return Mend("missing", number, Ask(asker, target, card, "yes"))


def similar(card: Card, deck: Deck) -> tuple[Card, ...]:
    """The cards that are easily written for another: of its half-suit, and of its rank."""
    rank = card[:-1]
    return tuple(
        other
        for other in deck.cards
        if other != card and (deck.book_of[other] == deck.book_of[card] or other[:-1] == rank)
    )

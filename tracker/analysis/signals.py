"""Conventions: what asks would say besides, had a team agreed on it. Never a fact by itself.

Ali Salahuddin's signal: after a player's ask for a card is refused, a teammate who has it asks for
another card of that half-suit; one who has others of it but not that one repeats the ask. So a
teammate's next ask in the half-suit *would* tell whether they hold the card.

Whether anybody agreed on that, no record says. So a signal is only listed, and what would follow
from signals is worked out on request, apart, and says on which of them it leans.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from tracker.errors import ContradictionError
from tracker.game.cards import Card
from tracker.game.events import Ask, Seat
from tracker.game.record import Hand, Record
from tracker.game.replay import beginning
from tracker.inference.deduction import deduce
from tracker.inference.follow import Moment, follow
from tracker.inference.hands import known_hands, view_of
from tracker.knowledge.views import View, ViewLike


@dataclass(frozen=True)
class Signal:
    """An ask that would be a signal."""

    event: int
    seat: Seat
    """Who would have given it."""
    card: Card
    """What it would be about."""
    holds: bool
    """What it would say: that the seat holds the card, or lacks it."""
    after: int
    """The event at which a teammate asked for the card and was refused."""
    true: bool | None
    """Whether it was so; none where the seat's dealt hand is not known."""


@dataclass(frozen=True)
class Leaning:
    """Where a card would be for certain, if signals meant what they would say."""

    card: Card
    seat: Seat
    signals: tuple[int, ...]
    """The events it leans on: without any one of them it would not follow."""


@dataclass(frozen=True)
class Signals:
    """The asks of a record that would be signals."""

    record: Record = field(repr=False)
    at: int
    signals: tuple[Signal, ...]


@dataclass(frozen=True)
class SignalReading:
    """What would follow for a view, if a convention had been agreed on and kept."""

    view: str
    signals: Signals
    leaning: tuple[Leaning, ...] | None
    """What is certain with the signals and not without; none: no deal fits them all, so the
    convention was not kept."""


def signals(record: Record, at: int | None = None) -> Signals:
    """The asks that would be signals by Ali Salahuddin's convention.

    One is listed where a teammate's last refused ask in the half-suit was for a card of which the
    public could not tell whether the asker held it.

    Args:
        record: the game.
        at: up to that many events; none: all.

    Raises:
        RecordError: where the record has no such moment.
        ContradictionError: where no deal fits the record.
    """
    end = record.moment(at)
    return Signals(record, end, tuple(_found(record, end)))


def reading(record: Record, view: ViewLike = None, at: int | None = None) -> SignalReading:
    """What would follow for a view if all the signals so far meant what they would say.

    Args:
        record: the game.
        view: whose, as ``deduce`` takes it.
        at: after that many events; none: after all.

    Raises:
        RecordError: for a view or a moment that the record does not have.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is consistent with the view alone.
    """
    viewer, found = view_of(record, view), signals(record, at)
    with deduce(record, viewer, at) as deduction:
        plain = deduction.forced()
    supposed = [one for one in found.signals if one.holds and one.seat not in viewer.seats]
    certain = _certain(record, viewer, found.at, supposed)
    if certain is None:
        return SignalReading(viewer.name, found, None)
    leaning = (
        Leaning(card, seat, _leant_on(record, viewer, found.at, supposed, (card, seat)))
        for card, seat in certain.items()
        if card not in plain
    )
    return SignalReading(viewer.name, found, tuple(leaning))


def _found(record: Record, end: int) -> Iterator[Signal]:
    """The signals, in order: for each seat the last refused ask of a teammate in a half-suit."""
    hands = known_hands(record)
    asked: dict[tuple[Seat, str], tuple[Card, int]] = {}
    for moment in follow(beginning(record, end)):
        if moment.state.at == end:
            return
        event, number = record.events[moment.state.at], moment.state.at + 1
        if not isinstance(event, Ask) or event.irregular or not moment.state.is_open(event.card):
            continue
        book = record.deck.book_of[event.card].name
        card, after = asked.pop((event.asker, book), ("", 0))
        if card and _is_open(moment, card, event.asker):
            hand = hands.get(event.asker)
            holds = card != event.card
            true = None if hand is None else (card in hand.cards) == holds
            yield Signal(number, event.asker, card, holds, after, true)
        if event.answer == "no":
            for mate in record.table.team_of[event.asker]:
                if mate != event.asker:
                    asked[mate, book] = event.card, number


def _is_open(moment: Moment, card: Card, seat: Seat) -> bool:
    """Whether the public cannot tell if a seat holds a card in play."""
    holders = moment.holders("public", card)
    return seat in holders and len(holders) > 1


def _certain(
    record: Record, viewer: View, at: int, supposed: Iterable[Signal]
) -> dict[Card, Seat] | None:
    """The cards whose place is certain if signals are true; none where no deal fits them."""
    held: dict[Seat, tuple[Card, ...]] = {}
    for one in supposed:
        held[one.seat] = (*held.get(one.seat, ()), one.card)
    parts = tuple(Hand(seat, cards, whole=False) for seat, cards in held.items())
    try:
        with deduce(record, View((*viewer.hands, *parts)), at) as deduction:
            return deduction.forced()
    except ContradictionError:
        return None


def _leant_on(
    record: Record, viewer: View, at: int, supposed: Sequence[Signal], place: tuple[Card, Seat]
) -> tuple[int, ...]:
    """Such signals as a conclusion needs: none of them can be left out."""
    needed = list(supposed)
    for one in supposed:
        fewer = [other for other in needed if other is not one]
        certain = _certain(record, viewer, at, fewer)
        if certain is not None and certain.get(place[0]) == place[1]:
            needed = fewer
    return tuple(one.event for one in needed)

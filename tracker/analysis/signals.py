"""Conventions: what asks would say besides, if a team had agreed on it. They are never facts.

Ali Salahuddin's signal: after a player's ask for a card is refused, a teammate who has the card
asks for another card of that half-suit. One who has others of the half-suit but not that card
repeats the ask. So a teammate's next ask in the half-suit *would* tell whether they hold the card.

No record says whether anybody agreed on that. So signals are only listed, and nothing follows from
them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tracker.analysis.each_filling import closed_record
from tracker.answers import HIDDEN, OPTIONAL, AnswerList
from tracker.game.cards import Card
from tracker.game.events import Ask, Seat
from tracker.game.record import Record, gap_numbers, require_record
from tracker.inference.follow import Moment, follow
from tracker.inference.hands import known_hands, up_to


@dataclass(frozen=True)
class Signal:
    """An ask that would be a signal."""

    event: int
    seat: Seat
    """Who would have given it."""
    card: Card
    """The card that it would be about."""
    holds: bool
    """Whether it would say that the seat holds the card; else that the seat lacks it."""
    after: int
    """The event at which a teammate asked for the card and was refused."""
    true: bool | None
    """Whether it was true; None where the seat's dealt hand is not known."""


@dataclass(frozen=True, repr=False)
class Signals(AnswerList[Signal], field="signals"):
    """The asks of a record that would be signals."""

    record: Record = field(metadata=HIDDEN)
    at: int
    signals: tuple[Signal, ...]
    up_to: int | None = field(default=None, metadata=OPTIONAL)
    """Where a gap that can be filled in several ways comes before ``at``: the last event that was
    looked at. None: all were."""


def signals(record: Record, *, at: int | None = None) -> Signals:
    """The asks that would be signals by Ali Salahuddin's convention.

    One is listed where a teammate's last refused ask in the half-suit was for a card of which the
    public could not tell whether the asker held it.

    Past a gap that can be filled in several ways none is looked for.

    Args:
        record: the game.
        at: up to that many events; None: all.

    Raises:
        RecordError: where the record has no such moment.
        ContradictionError: where no deal fits the record.
    """
    require_record(record)
    end = record.moment(at)
    played = up_to(record, end)
    closed = closed_record(played)
    if closed is not None:
        return Signals(record, end, tuple(_signals(closed, end)))
    known = gap_numbers(played)[0] - 1
    return Signals(record, end, tuple(_signals(up_to(record, known), known)), known)


def _signals(record: Record, end: int) -> Iterator[Signal]:
    """The signals, in order."""
    hands = known_hands(record)
    asked: dict[tuple[Seat, str], tuple[Card, int]] = {}
    """For each seat, the last refused ask of a teammate in a half-suit that it has not heeded."""
    numbered = enumerate(record.events[:end], start=1)
    for (number, event), moment in zip(numbered, follow(record), strict=False):
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

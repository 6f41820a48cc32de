"""Records as people write them: statements left out; and records with a slip."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Final

from tracker.game.events import (
    Ask,
    AskAnswer,
    Award,
    Challenge,
    Claim,
    Decline,
    Event,
    HandSize,
    Outcome,
    Pass,
)
from tracker.game.record import Record

OUTCOMES: Final[tuple[Outcome, ...]] = ("correct", "split", "opponents", "cancelled")
ANSWERS: Final[tuple[AskAnswer, ...]] = ("yes", "no")


def with_statements_left_out(record: Record, rng: random.Random) -> Record:
    """The record without some of its passes and announcements."""
    kept = tuple(
        event
        for event in record.events
        if not isinstance(event, Pass | HandSize) or event.irregular or rng.random() < 0.4
    )
    return record.with_events(kept)


def with_a_slip(record: Record, rng: random.Random) -> Record:
    """The record with one event more, less, changed or in the wrong place."""
    events = list(record.events)
    i = rng.randrange(len(events) + 1)
    kind = rng.choice(("lost", "moved", "added", "changed", "irregular"))
    if kind == "added" or i == len(events):
        events.insert(i, _any_event(record, rng))
    elif kind == "lost":
        del events[i]
    elif kind == "moved":
        events.insert(rng.randrange(len(events)), events.pop(i))
    elif kind == "irregular":
        events[i] = replace(events[i], irregular=False)
    else:
        events[i] = _changed(events[i], record, rng)
    return record.with_events(tuple(events))


def _changed(event: Event, record: Record, rng: random.Random) -> Event:
    seat = rng.choice(record.seats)
    match event:
        case Ask():
            return rng.choice((replace(event, asker=seat), replace(event, target=seat)))
        case Claim():
            outcome = rng.choice(OUTCOMES)
            return rng.choice((replace(event, claimant=seat), replace(event, outcome=outcome)))
        case Pass():
            return rng.choice((replace(event, passer=seat), replace(event, receiver=seat)))
        case HandSize():
            return replace(event, size=rng.randrange(3))
        case Decline():
            return replace(event, seat=seat)
        case _:
            return _any_event(record, rng)


def _any_event(record: Record, rng: random.Random) -> Event:
    seat, other = rng.sample(record.seats, 2)
    book = rng.choice(record.deck.books)
    card = rng.choice(book.cards)
    team = record.table.team_of[seat]
    naming = tuple((card, rng.choice(team)) for card in book.cards)
    return rng.choice(
        (
            Ask(seat, other, card, rng.choice(ANSWERS)),
            Claim(seat, book.name, naming, rng.choice(OUTCOMES[1:])),
            Pass(seat, other),
            Decline(seat),
            Challenge(seat, book.name),
            Award(book.name, seat),
            HandSize(seat, rng.randrange(3)),
        )
    )

"""Records of games that somebody half remembers: up to twelve forgotten lines, each from a seed.

``python -m tests.bounds.search --families forgotten`` looks for those that keep commands busy.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

from tests.gap_referee import with_gaps
from tests.play.random_games import random_game
from tests.strategies import SEATS
from tracker.game.cards import DECKS
from tracker.game.events import Ask, Event, Gap, Missing, Now, Open
from tracker.game.record import Hand, Record
from tracker.game.replay import replay_of
from tracker.game.rules import PRESETS, VALUES, Rules

MOST_FORGOTTEN: Final = 12
ANY_ASK: Final = Gap(Ask, (Open(), Open(), Open(), Open()))
COMMANDS: Final[tuple[tuple[str, ...], ...]] = (
    ("check",),
    ("show",),
    ("show", "--as", "SEAT"),
    ("show", "--odds"),
    ("claims", "--as", "SEAT"),
    ("deals",),
    ("why", "CARD", "SEAT", "--as", "SEAT"),
    ("why", "CARD", "SEAT", "--lacks"),
    ("audit",),
    ("gaps",),
    ("knows",),
    ("report",),
    ("asks", "--as", "SEAT"),
    ("turns", "--as", "SEAT"),
    ("signals",),
    ("timeline",),
)
"""What is asked of each; SEAT and CARD stand for the first seat and a card of its hand, if any."""


def forgotten(rng: Random) -> Record:
    """A game with up to twelve forgotten lines, of which a seat may remember a hand."""
    seats = SEATS[: rng.choice((4, 6, 6, 6, 8))]
    whole = random_game(
        rng, seats, _rules(rng), dealer=seats[0], limit=rng.choice((5, 20, 60, 120))
    )
    record = _half_known(whole, rng)
    most = rng.randint(1, MOST_FORGOTTEN)
    if rng.random() < 0.5:
        return with_gaps(record, rng, most)
    events = list(record.events)
    asks = [place for place, event in enumerate(events) if isinstance(event, Ask)]
    first = rng.randrange(len(asks) + 1)
    run = rng.random() < 0.5
    chosen = asks[first : first + most] if run else rng.sample(asks, min(most, len(asks)))
    for place in chosen:
        events[place] = _forgotten(rng, record, events[place])
    if rng.random() < 0.3:
        events += [ANY_ASK] * (most - len(chosen))
    return record.with_events(tuple(events))


def _rules(rng: Random) -> Rules:
    """A preset, or any values of all keys."""
    if rng.random() < 0.6:
        return rng.choice(list(PRESETS.values()))
    deck = rng.choice(list(DECKS))
    values = {key: rng.choice(options) for key, options in VALUES.items()}
    points = {"high-points": "1"} if deck == "quartets52" else {}
    return Rules().with_values({**values, **points, "deck": deck})


def _half_known(whole: Record, rng: Random) -> Record:
    """The game with the first hand whole, in part, or told by what the seat has at some moment."""
    own = whole.hands[0]
    part = Hand(own.seat, own.cards[:1], whole=False)
    how = rng.choice(("whole", "part", "now", "later", "all", "none"))
    known = {"whole": (own,), "all": whole.hands, "none": ()}
    record = replace(whole, hands=known.get(how, (part,)))
    if how not in ("now", "later"):
        return record
    at = len(whole.events) if how == "later" else rng.randint(0, len(whole.events))
    held = replay_of(whole).state(at).hands_of({c: h.seat for h in whole.hands for c in h.cards})
    now = Now(own.seat, tuple(held[own.seat]), whole=True)
    return record.with_events((*whole.events[:at], now, *whole.events[at:]))


def _forgotten(rng: Random, record: Record, event: Event) -> Event:
    """An ask of which little or nothing is remembered."""
    if rng.random() < 0.2:
        asks = rng.choice((None, None, 1, 2))
        return Missing(asks, only_asks=asks is not None or rng.random() < 0.5)
    if rng.random() < 0.5 or not isinstance(event, Ask):
        return ANY_ASK
    card = Open(record.deck.book_of[event.card].cards) if rng.random() < 0.5 else Open()
    return Gap(Ask, (event.asker, Open(), card, Open()))


def arguments_of(command: tuple[str, ...], record: Record, path: Path) -> list[str]:
    """The words of a command that asks something of a record in a file."""
    seat = record.seats[0]
    card = next((c for hand in record.hands for c in hand.cards), record.deck.cards[0])
    name, *options = command
    return [name, str(path), *({"SEAT": seat, "CARD": card}.get(word, word) for word in options)]

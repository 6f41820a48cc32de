"""A referee for records with gaps: every way to fill them, played with the cards face up.

It knows nothing of ``tracker.inference.completions``. From each deal it plays the record with
``tests.referee``, and at each gap it tries every event that the words of the gap can mean; a
missing stretch of so many asks is any run of passes with so many asks among them. A stretch of any
length is played until nothing new comes of it: there are only so many ways for a tiny table to be.
A deal is consistent with the record when some way to fill the gaps can be played from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count, islice, product
from random import Random
from typing import Any

from tests.referee import FoulError, Referee
from tracker.game.cards import Card
from tracker.game.events import (
    ANSWERS,
    OUTCOMES,
    Ask,
    Award,
    Challenge,
    Claim,
    Decline,
    Event,
    Gap,
    Give,
    HandSizes,
    Missing,
    Now,
    Open,
    Pass,
    PlainEvent,
    Seat,
    Show,
    own_fields,
)
from tracker.game.record import Record

EVENING = """
rules: pagat, deck=custom
book reds: 2H 3H 4H 5H
book blacks: 2S 3S 4S 5S
seats: Ann Bob Carl Dora
dealer: Ann
hand Ann: 2H 2S
hand Carl: 5H 3S

Ann asks Bob 3H: ?
Ann asks Dora 4H/5H: no
Dora asks Carl blacks: no
Carl asks Bob 4S: yes
Carl asks Dora 5S: ?
Carl claims blacks: Ann 2S, Carl rest: correct
"""
"""Half remembered: of its three gaps one stays open, and decides whether the claim was proven."""


@dataclass(frozen=True)
class Played:
    """One way in which a record can have been played from a deal."""

    table: Referee
    filled: tuple[Event, ...]
    """The events that stood for the gaps."""

    @property
    def hands(self) -> Mapping[Seat, frozenset[Card]]:
        """The cards of each seat now."""
        return {seat: frozenset(cards) for seat, cards in self.table.hands.items()}


def ways(
    record: Record,
    deal: Mapping[Card, Seat],
    at: int | None = None,
    *,
    tries: Iterator[int] | None = None,
) -> list[Played]:
    """All the ways in which the beginning of a record can have been played from a deal.

    Args:
        record: the record.
        deal: where each card was dealt.
        at: after so many events; all by default.
        tries: one is taken for each statement that is tried in a stretch; without end by default.

    Raises:
        TooManyWaysError: there are more than a test can go through, or no tries are left.
    """
    now = [Played(Referee(record, deal), ())]
    tries = count() if tries is None else tries
    for event in record.events[:at]:
        every = (after for way in now for after in _after(record, way, event, tries))
        now = [*islice(every, MOST_WAYS_OF_A_DEAL + 1)]
        if len(now) > MOST_WAYS_OF_A_DEAL:
            raise TooManyWaysError
    return now


def _after(record: Record, way: Played, event: Event, tries: Iterator[int]) -> Iterator[Played]:
    if isinstance(event, Missing) and event.asks == 1:
        yield from _through(record, way, 1)
    elif isinstance(event, Missing):
        yield from _stretch(record, way, event, tries)
    elif isinstance(event, Gap):
        for filled in _meanings(record, way.table, event):
            yield from _played(way, filled, filling=True)
    else:
        yield from _played(way, event)


def _played(way: Played, event: Event, *, filling: bool = False) -> Iterator[Played]:
    """The way, if the event can be played."""
    table = way.table.copy()
    try:
        if isinstance(event, HandSizes):
            if any(len(table.hands[seat]) != size for seat, size in event.sizes):
                return
            table.unsure -= {seat for seat, _ in event.sizes}
        elif not isinstance(event, Now):
            table.play(event)
    except FoulError:
        return
    yield Played(table, (*way.filled, event) if filling else way.filled)


def _through(record: Record, way: Played, asks: int) -> Iterator[Played]:
    """The ways through a missing stretch."""
    for before in _passing(record, way):
        if not asks:
            yield before
            continue
        for ask in _meanings(record, before.table, Gap(Ask, (Open(), Open(), Open(), Open()))):
            for after in _played(before, ask, filling=True):
                yield from _through(record, after, asks - 1)


class TooManyWaysError(Exception):
    """There are more ways to play a record than a test can go through."""


MOST_WAYS = 6_000
"""To how many tables a stretch may lead."""
MOST_WAYS_OF_A_DEAL = 20_000


def _stretch(
    record: Record, way: Played, missing: Missing, tries: Iterator[int]
) -> Iterator[Played]:
    """What a stretch leads to, each way for the table to be once; how it went is not kept."""
    new = {_key(before.table): Played(before.table, ()) for before in _passing(record, way)}
    seen = dict(new)
    length = 0
    while new and (missing.asks is None or length < missing.asks):
        length += 1
        after = {
            _key(passed.table): Played(passed.table, ())
            for before in new.values()
            for event in _tried(_statements(record, before.table, missing.only_asks), tries)
            for played in _played(before, event)
            for passed in _passing(record, played)
        }
        if missing.asks is None:
            new = {key: played for key, played in after.items() if key not in seen}
            seen |= new
        else:
            new = seen = after
        if len(seen) > MOST_WAYS:
            raise TooManyWaysError
    yield from (Played(played.table, way.filled) for played in seen.values())


def _tried(events: Iterator[Event], tries: Iterator[int]) -> Iterator[Event]:
    """The events, each of which takes one of the tries."""
    for event in events:
        if next(tries, None) is None:
            raise TooManyWaysError
        yield event


def _key(table: Referee) -> object:
    """Tables with the same key go on in the same way."""
    return (
        tuple(frozenset(cards) for cards in table.hands.values()),
        frozenset(table.settled.items()),
        tuple(table.score.values()),
        frozenset(table.seen.items()),
        frozenset(table.unsure),
        frozenset(table.last_asker.items()),
        frozenset(table.spots),
        table.open_ask,
    )


def _statements(record: Record, table: Referee, only_asks: bool) -> Iterator[Event]:
    """Every statement that can be missing and makes a difference."""
    surrenders = record.rules.own_card_asks == "surrender"
    cards = [(seat, card) for seat, cards in table.hands.items() for card in cards]
    for (seat, card), other in product(cards, record.seats):
        for asker, answer in product(record.seats, ANSWERS if surrenders else ("yes", "no")):
            yield Ask(asker, other, card, answer)
        if not only_asks and other != seat:
            yield Give(seat, other, card)
    if not only_asks:
        for book in table.open_books():
            yield from _settlements(record, table, book)
        yield from map(Decline, record.seats)


def _settlements(record: Record, table: Referee, book: str) -> Iterator[Event]:
    """The ways to settle a half-suit: awards, and claims that name the holders or one alone."""
    for seat in (None, *(team[0] for team in record.table.teams)):
        yield Award(book, seat)
    where = {card: seat for seat, held in table.hands.items() for card in held}
    true = tuple((card, where[card]) for card in table.cards_of[book])
    for claimant, outcome in product(record.seats, OUTCOMES):
        alone = tuple((card, table.mates(claimant)[0]) for card, _ in true)
        yield from (Claim(claimant, book, naming, outcome) for naming in (true, alone))
    yield from (Challenge(claimant, book) for claimant in record.seats)


def _passing(record: Record, way: Played, left: int = 2) -> Iterator[Played]:
    """The way, and those with passes after it."""
    yield way
    if left:
        for passer, receiver in product(record.seats, repeat=2):
            for after in _played(way, Pass(passer, receiver), filling=True):
                yield from _passing(record, after, left - 1)


def _meanings(record: Record, table: Referee, gap: Gap) -> Iterator[Event]:
    """Every event that the words of a gap can mean; most cannot be played."""
    values = {
        name: _values(record, table, gap.of, name, gap.value(name)) for name in own_fields(gap.of)
    }
    if gap.of is Claim and isinstance(gap.value("holdings"), Open):
        del values["holdings"]
    for chosen in product(*values.values()):
        event: dict[str, Any] = dict(zip(values, chosen, strict=True))
        if gap.of is Claim and "holdings" not in event:
            for naming in _namings(record, event["book"]):
                yield Claim(**event, holdings=naming, irregular=gap.irregular)
        elif gap.of in (Give, Pass) and len({*list(event.values())[:2]}) == 1:
            continue  # nobody gives a card, or the turn, to themselves
        elif gap.of is not Show or len(set(event["cards"])) == len(event["cards"]):
            yield gap.of(**event, irregular=gap.irregular)


def _namings(record: Record, book: str) -> Iterator[tuple[tuple[Card, Seat], ...]]:
    """Every naming of a half-suit within a team."""
    cards = record.deck.by_name[book].cards
    for team in record.table.teams:
        for seats in product(team, repeat=len(cards)):
            yield tuple(zip(cards, seats, strict=True))


def _values(record: Record, table: Referee, kind: type, name: str, value: Any) -> list[Any]:
    """Every value that a field can have."""
    if name == "cards":
        return list(product(*(_values(record, table, kind, "card", card) for card in value)))
    if not isinstance(value, Open):
        return [value]
    if name == "answer":
        answers = ANSWERS if record.rules.own_card_asks == "surrender" else ("yes", "no")
        return [answer for answer in value.values or ANSWERS if answer in answers]
    if value.values is not None:
        return list(value.values)
    if name == "card":
        return [card for book in table.open_books() for card in table.cards_of[book]]
    if name == "size":
        return list(range(len(record.table.cards) + 1))
    named = {"outcome": OUTCOMES, "book": table.open_books()}
    seats = (*record.seats, None) if kind is Award else record.seats
    return list(named.get(name, seats))


# -- making gaps ----------------------------------------------------------------------------------


def with_gaps(record: Record, rng: Random, number: int, *, stretches: bool = True) -> Record:
    """The record with some of its events half forgotten."""
    events = list(record.events)
    for _ in range(number if events else 0):
        place = rng.randrange(len(events))
        event = events[place]
        if isinstance(event, Gap | Missing | HandSizes | Now) or event.irregular:
            continue
        if stretches and isinstance(event, Ask) and rng.random() < 0.15:
            events[place] = Missing(1, only_asks=True)
        else:
            events[place] = _forgotten(event, record, rng)
    return record.with_events(tuple(events))


def _forgotten(event: PlainEvent, record: Record, rng: Random) -> Event:
    """An event with one part or two left open."""
    names = [
        name
        for name in own_fields(type(event))
        if name != "shown" and not (name == "book" and isinstance(event, Claim | Award))
    ]
    opened = rng.sample(names, min(len(names), rng.choice((1, 1, 1, 2))))
    values: list[Any] = [
        _opened(getattr(event, name), name, record, rng) if name in opened else getattr(event, name)
        for name in own_fields(type(event))
    ]
    gap = Gap(type(event), tuple(values))
    return gap if gap.open_fields else event


def _opened(value: Any, name: str, record: Record, rng: Random) -> Any:
    """A value as somebody remembers it."""
    if name == "cards":
        return (_opened(value[0], "card", record, rng), *value[1:])
    if name == "holdings" or rng.random() < 0.5:
        return Open()
    others: tuple[Any, ...] = {
        "card": record.deck.book_of[value].cards if name == "card" else (),
        "answer": ANSWERS,
        "outcome": OUTCOMES,
        "book": tuple(record.deck.by_name),
        "size": (0, 1, 2, 3),
    }.get(name, record.seats)
    more = rng.sample(others, min(len(others), rng.choice((1, 2, len(others)))))
    chosen = tuple(other for other in others if other == value or other in more)
    if value not in chosen:
        chosen = (value, *chosen)
    return Open(chosen) if len(chosen) > 1 else value

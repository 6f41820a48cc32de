"""A referee for records with gaps: every way to fill them, played with the cards face up.

It knows nothing of ``tracker.inference.completions``. From each deal it plays the record with
``tests.referee``, and at each gap it tries every event that the words of the gap can mean; so many
missing asks are so many asks of which nothing is known. After a stretch of any length the cards in
play may lie anyhow: every way for a tiny table to be is tried.
A deal is consistent with the record when some way to fill the gaps can be played from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, islice, product
from random import Random
from typing import Any

from tests.referee import FoulError, Referee
from tracker.game.cards import Card
from tracker.game.events import (
    ANSWERS,
    OUTCOMES,
    Ask,
    Award,
    Claim,
    Event,
    Gap,
    Give,
    HandSize,
    HandSizes,
    Missing,
    Now,
    Open,
    OtherTeamClaim,
    Pass,
    PlainEvent,
    Seat,
    Show,
    own_fields,
)
from tracker.game.record import Record
from tracker.knowledge.views import View

ANY_ASK = Gap(Ask, (Open(), Open(), Open(), Open()))
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


def ways(record: Record, deal: Mapping[Card, Seat], at: int | None = None) -> list[Played]:
    """All the ways in which the beginning of a record can have been played from a deal.

    Raises:
        TooManyWaysError: there are more than a test can go through.
    """
    return ways_on(Played(Referee(record, deal), ()), record, 0, at)


def ways_on(way: Played, record: Record, start: int, at: int | None = None) -> list[Played]:
    """All the ways in which a record can have been played on from a moment.

    Raises:
        TooManyWaysError: there are more than a test can go through.
    """
    now = [way]
    for event in record.events[start:at]:
        every = (after for way in now for after in _after(record, way, event))
        now = [*islice(every, MOST_WAYS_OF_A_DEAL + 1)]
        if len(now) > MOST_WAYS_OF_A_DEAL:
            raise TooManyWaysError
    return now


def _after(record: Record, way: Played, event: Event) -> Iterator[Played]:
    if isinstance(event, Missing) and event.asks is not None:
        asked = [way]
        for _ in range(event.asks):
            asked = [after for before in asked for after in _after(record, before, ANY_ASK)]
        yield from asked
    elif isinstance(event, Missing):
        yield from _section(record, way, event)
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


def all_said(way: Played) -> bool:
    """Whether every gap is filled by what the players heard."""
    kinds = (HandSizes, Claim)
    said = [getattr(event, "holdings", ()) for event in way.filled if isinstance(event, kinds)]
    return all(said)


def holders_in(ways: Iterable[Played]) -> dict[Card, set[Seat]]:
    """Who holds each card in play in some of the ways."""
    holders: dict[Card, set[Seat]] = {}
    for way in ways:
        for seat, cards in way.hands.items():
            for card in cards:
                holders.setdefault(card, set()).add(seat)
    return holders


def filled_in(record: Record, filled: Iterable[Event]) -> Record:
    """The ordinary record that one with gaps is where they are filled in so."""
    left = iter(filled)
    events = (next(left) if isinstance(event, Gap) else event for event in record.events)
    return record.with_events(tuple(events))


def drawn_view(record: Record, rng: Random) -> View:
    """The public's view or, half of the time, that of a seat whose dealt hand is known."""
    hands = tuple(hand for hand in record.hands if hand.whole)
    return View((rng.choice(hands),)) if hands and rng.random() < 0.5 else View()


class TooManyWaysError(Exception):
    """There are more ways to play a record than a test can go through."""


MOST_WAYS_OF_A_DEAL = 20_000


def _section(record: Record, way: Played, missing: Missing) -> Iterator[Played]:
    """Every way for the table to be after a missing stretch: only what was settled is known."""
    open_books = way.table.open_books()
    sizes = range(1 if missing.only_asks or not open_books else len(open_books) + 1)
    for gone in (books for size in sizes for books in combinations(open_books, size)):
        cards = [c for book in open_books if book not in gone for c in way.table.cards_of[book]]
        for seats in product(record.seats, repeat=len(cards)):
            table = way.table.copy()
            if open_books:
                table.settled |= dict.fromkeys(gone)
                table.begin_section(dict(zip(cards, seats, strict=True)))
            yield Played(table, way.filled)


def _meanings(record: Record, table: Referee, gap: Gap) -> Iterator[Event]:
    """Every event that the words of a gap can mean; most cannot be played.

    Where nobody remembers what a right claim named, the reader knows no sizes of hands after it,
    and a size that nobody remembers tells none, where any may be said; why the turn came to
    somebody is not concluded from. So it may also be a claim without a naming, and a note without a
    size.
    """
    is_open_size = gap.of is HandSize and gap.value("size") == Open()
    if is_open_size and table.unsure and table.rules.hand_sizes == "public":
        yield HandSizes((), irregular=gap.irregular)
    values = {
        name: _values(record, table, gap.of, name, gap.value(name)) for name in own_fields(gap.of)
    }
    if gap.of is Claim and isinstance(gap.value("holdings"), Open):
        del values["holdings"]
    for chosen in product(*values.values()):
        event: dict[str, Any] = dict(zip(values, chosen, strict=True))
        if gap.of is Claim and "holdings" not in event:
            if event["outcome"] == "correct":
                for kind in (Claim, OtherTeamClaim):
                    yield kind(**event, holdings=(), irregular=gap.irregular)
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

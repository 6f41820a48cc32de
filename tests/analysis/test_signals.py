"""Signals, against their definition."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.marks import some
from tests.play.possibilities import Possibilities, Possible, common
from tests.play.random_games import random_game
from tests.strategies import SEATS, SHY, tiny_books
from tracker.analysis.signals import Signals, signals
from tracker.game.cards import Card
from tracker.game.events import Ask, Seat
from tracker.game.record import Record
from tracker.game.rules import Rules
from tracker.notation import text


def by_definition(possible: Possibilities) -> Iterator[tuple[int, Seat, Card, bool, int]]:
    """Look back from each ask: what was a teammate last refused in this half-suit?"""
    record = possible.record
    book_of = record.deck.book_of
    cells = {n: possible.cell(n - 1) for n in record.numbered(Ask)}
    asks = [
        (n, ask)
        for n, ask in record.numbered(Ask).items()
        if not ask.irregular and all(ask.card in one.places for one in cells[n])
    ]
    for n, ask in asks:
        before = [(m, e) for m, e in asks if m < n and book_of[e.card] == book_of[ask.card]]
        mates = set(record.table.team_of[ask.asker]) - {ask.asker}
        own = max((m for m, e in before if e.asker == ask.asker), default=0)
        refused = [(m, e) for m, e in before if e.asker in mates and e.answer == "no" and m > own]
        if refused and is_open(cells[n], refused[-1][1].card, ask.asker):
            m, first = refused[-1]
            yield n, ask.asker, first.card, first.card != ask.card, m


def is_open(cell: list[Possible], card: Card, seat: Seat) -> bool:
    holders = [one.places[card] for one in cell]
    return seat in holders and common(holders) is None


def check_signals(record: Record) -> Signals:
    """Compare all signals with their definition."""
    found = signals(record)
    listed = [(one.event, one.seat, one.card, one.holds, one.after) for one in found.signals]
    assert listed == list(by_definition(Possibilities(record)))
    hands = {hand.seat: hand.cards for hand in record.hands}
    for one in found.signals:
        assert one.true == ((one.card in hands[one.seat]) == one.holds)
    return found


def games(rng: random.Random, count: int) -> Iterator[Record]:
    """Games in which one team has most of the cards, and claims late: they ask on and on."""
    books, rules = tiny_books([5, 3]), Rules().with_values({"deck": "custom"})
    sizes = dict(zip(SEATS[:4], (3, 1, 3, 1), strict=True))
    for _ in range(count):
        yield random_game(
            rng, SEATS[:4], rules, books=books, sizes=sizes, dealer=SEATS[0], manners=SHY, limit=12
        )


def test_signals_are_those_of_the_definition() -> None:
    rng = random.Random(61)
    assert sum(len(check_signals(record).signals) for record in games(rng, some(48))) > 3


@pytest.mark.parametrize(
    ("events", "told"),
    [
        ("Ann asks Bob ?: no", ["From event 1 on it is not decided"]),
        (
            "Ann asks Bob 5H: no\nBob asks Ann ?: no",
            ["No ask before event 2 would be a signal.", "From event 2 on it is not decided"],
        ),
        ("Ann asks Bob 5H: no\nBob asks Ann 6H: no", ["No ask would be a signal."]),
    ],
)
def test_from_a_gap_on_it_is_not_decided(events: str, told: list[str]) -> None:
    head = "rules: pagat\nseats: Ann Bob Carl Dora\ndealer: Ann\n\n"
    lines = str(signals(text.loads(f"{head}{events}\n"))).splitlines()
    assert [line.partition(":")[0] for line in lines[: len(told)]] == told

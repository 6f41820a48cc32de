"""Signals, against their definition; what would follow from them, against all deals."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.analysis.kripke import Kripke
from tests.cli.running import run
from tests.strategies import SEATS, SHY, tiny_books
from tracker.analysis.signals import Signals, reading, signals
from tracker.game.cards import Card
from tracker.game.events import Ask, Seat
from tracker.game.record import Record
from tracker.game.rules import Rules
from tracker.knowledge.facts import Deal
from tracker.knowledge.views import View
from tracker.notation import text
from tracker.play.simulator import random_game


def by_definition(record: Record) -> Iterator[tuple[int, Seat, Card, bool, int]]:
    """Look back from each ask: what was a teammate last refused in this half-suit?"""
    book_of = record.deck.book_of
    asks = [(n, e) for n, e in enumerate(record.events, 1) if isinstance(e, Ask)]
    kripkes = {n: Kripke(record, n - 1) for n, _ in asks}
    asks = [(n, e) for n, e in asks if not e.irregular and kripkes[n].state.is_open(e.card)]
    for n, ask in asks:
        before = [(m, e) for m, e in asks if m < n and book_of[e.card] == book_of[ask.card]]
        mates = set(record.table.team_of[ask.asker]) - {ask.asker}
        own = max((m for m, e in before if e.asker == ask.asker), default=0)
        refused = [(m, e) for m, e in before if e.asker in mates and e.answer == "no" and m > own]
        if refused and is_open(kripkes[n], refused[-1][1].card, ask.asker):
            m, first = refused[-1]
            yield n, ask.asker, first.card, first.card != ask.card, m


def is_open(kripke: Kripke, card: Card, seat: Seat) -> bool:
    holders = {kripke.state.located.get(card, deal[card]) for deal in kripke.deals}
    return seat in holders and len(holders) > 1


def certain(deals: list[Deal], kripke: Kripke) -> dict[Card, Seat]:
    found = {}
    for card in kripke.record.table.cards:
        holders = {kripke.state.located.get(card, deal[card]) for deal in deals}
        if kripke.state.is_open(card) and len(holders) == 1:
            found[card] = holders.pop()
    return found


def check_reading(record: Record, view: View, at: int) -> int:
    """What follows with the signals and not without; how many conclusions there were."""
    found, kripke = reading(record, view, at), Kripke(record, at)
    plain = kripke.of(view)
    held = [one for one in found.signals.signals if one.holds and one.seat not in view.seats]

    def fitting(numbers: tuple[int, ...]) -> list[Deal]:
        said = [one for one in held if one.event in numbers]
        return [deal for deal in plain if all(deal[one.card] == one.seat for one in said)]

    deals = fitting(tuple(one.event for one in held))
    if found.leaning is None:
        assert not deals
        return 0
    expected = certain(deals, kripke).items() - certain(plain, kripke).items()
    assert {(one.card, one.seat) for one in found.leaning} == expected
    for one in found.leaning:
        assert certain(fitting(one.signals), kripke)[one.card] == one.seat
        for number in one.signals:
            fewer = fitting(tuple(n for n in one.signals if n != number))
            assert one.card not in certain(fewer, kripke)
    return len(found.leaning)


def check_signals(record: Record) -> Signals:
    found = signals(record)
    listed = [(one.event, one.seat, one.card, one.holds, one.after) for one in found.signals]
    assert listed == list(by_definition(record))
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


def test_signals_and_what_leans_on_them() -> None:
    rng = random.Random(61)
    listed = leaning = 0
    for record in games(rng, 24):
        found = check_signals(record).signals
        listed += len(found)
        for hands in ((), (rng.choice(record.hands),)):
            at = found[-1].event if found else len(record.events)
            leaning += check_reading(record, View(hands), at)
    assert listed > 5
    assert leaning > 1


EXAMPLE = """\
# Ann is refused the 3H; Carl, who is asked in turn, asks for the 4H: so he would have the 3H.
rules: pagat, deck=custom
book reds: 2H 3H 4H 5H
book blacks: 2S 3S 4S 5S
seats: Ann Bob Carl Dora
dealer: Ann
hand Ann: 2H 2S

Ann asks Bob 3H: no
Bob asks Carl 4S: no
Carl asks Dora 4H: no
"""


def test_a_signal_is_no_fact_and_says_on_what_it_leans() -> None:
    record = text.loads(EXAMPLE.replace("dealer: Ann", "dealer: Ann\nturn: Ann"))
    (one,) = signals(record).signals
    assert (one.event, one.seat, one.card, one.holds, one.after) == (3, "Carl", "3H", True, 1)
    found = reading(record, "Ann")
    assert found.leaning is not None
    (lean,) = found.leaning
    assert (lean.card, lean.seat, lean.signals) == ("3H", "Carl", (3,))


def test_the_command_says_that_it_is_no_fact() -> None:
    said = run("signals", "samples/pagat-six.lit", "--at", "20").stdout
    assert "had they agreed on it" in said
    assert "No fact" in said
    wrong = run("signals", "samples/pagat-six.lit", "--as", "Tom")
    assert wrong.exit_code == 2
    assert "goes with --assume" in wrong.stderr

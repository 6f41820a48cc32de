"""Asks against their definition: every deal of a tiny deck, with the cards face up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import log2

import pytest

from tests import SAMPLES
from tests.play.possibilities import (
    Possibilities,
    Possible,
    after_all,
    after_event,
    is_provable,
)
from tests.referee import Referee
from tracker.analysis.ask_chances import Likelihoods, ask_chances
from tracker.analysis.asks import AskOdds, Asks, asks
from tracker.analysis.auditor import AskAudit
from tracker.answers import certain
from tracker.budget import Budget
from tracker.counting import Counter as DealCounter
from tracker.counting import count
from tracker.counting.posterior import FREE
from tracker.errors import RecordError, UndecidedError
from tracker.game.cards import Card
from tracker.game.events import Ask, AskAnswer, Seat
from tracker.game.record import Hand, Record
from tracker.game.replay import replay_of, states
from tracker.inference.deduction import deduce
from tracker.knowledge.views import knowledge
from tracker.notation import text
from tracker.notation.record_files import load

Key = tuple[Seat, Card]
Answers = dict[Key, list[AskAnswer]]


class Table:
    """All the deals of a record's first so many events, by view, with the cards face up."""

    def __init__(self, possible: Possibilities, at: int) -> None:
        self.possible, self.at = possible, at

    def view(self, hand: Hand | None) -> list[Possible]:
        return self.possible.cell(self.at, () if hand is None else (hand.seat,))

    def bits_told(self, ask: Ask, hand: Hand | None) -> float:
        """What an ask tells a view: by how much the number of its deals falls, in log2."""
        return log2(len(self.view(hand)) / len(after_all(self.view(hand), ask)))


def answered(referee: Referee, seat: Seat, target: Seat, card: Card) -> AskAnswer | None:
    """What comes of an ask; none where it is not allowed."""
    if card in referee.hands[seat] and referee.rules.own_card_asks == "surrender":
        answer: AskAnswer = "surrender"
    else:
        answer = "yes" if card in referee.hands[target] else "no"
    asked = after_event(referee, Ask(seat, target, card, answer))
    return None if asked is None else answer


def by_definition(table: Table, hand: Hand) -> Answers:
    """For each ask that is legal in some deal, what comes of it in each of those."""
    found: Answers = {}
    for one in table.view(hand):
        for target in one.table.rivals(hand.seat):
            for card in one.places:
                answer = answered(one.table, hand.seat, target, card)
                if answer is not None:
                    found.setdefault((target, card), []).append(answer)
    return found


def check_ask(table: Table, hand: Hand, one: AskOdds, outcomes: list[AskAnswer]) -> None:
    numbers = Counter(outcomes)
    total = sum(numbers.values())
    assert one.yes == Fraction(numbers["yes"], total)
    assert one.surrender == (numbers["surrender"] == total)
    public = 0.0
    for answer, number in numbers.items():
        ask = Ask(hand.seat, one.target, one.card, answer)
        public += number / total * table.bits_told(ask, None)
        record, left = table.possible.record, after_all(table.view(hand), ask)
        team = record.table.team_of[hand.seat]
        assert (one.proves.yes if answer == "yes" else one.proves.no) == tuple(
            book.name for book in record.deck.books if is_provable(left, book.cards, team)
        )
    assert one.bits.public == pytest.approx(public, abs=1e-9)


def yes_of(one: AskOdds) -> Fraction:
    """The chance of a yes, in a record without gaps."""
    assert isinstance(one.yes, Fraction)
    return one.yes


def chairs(record: Record) -> Iterator[tuple[int, Hand]]:
    """The moments at which it is one seat's turn, with the seat's hand."""
    hands: Mapping[Seat, Hand] = {hand.seat: hand for hand in record.hands}
    for at, state in enumerate(states(record)):
        if not state.over and state.turn is not None:
            yield at, hands[state.turn]


def check(possible: Possibilities, at: int, hand: Hand) -> Asks:
    """Compare all asks of whoever's turn it is."""
    table, found = Table(possible, at), asks(possible.record, view=None, at=at)
    assert found.seat == hand.seat
    assert found.exact
    expected = by_definition(table, hand)
    listed = certain(found.asks)
    assert {(one.target, one.card) for one in listed} == expected.keys()
    for one in listed:
        check_ask(table, hand, one, expected[one.target, one.card])
    check_order(possible.record, found)
    return found


def check_order(record: Record, found: Asks) -> None:
    def rank(one: AskOdds) -> tuple[Fraction, int, int]:
        return -yes_of(one), record.seats.index(one.target), record.deck.position[one.card]

    listed = certain(found.asks)
    assert listed == tuple(sorted(listed, key=rank))


def check_audited(record: Record, audited: AskAudit) -> None:
    """The chance, the best and the rank of an ask, from all the asks that were legal then."""
    event = record.events[audited.event - 1]
    assert isinstance(event, Ask)
    found = asks(record, view=audited.asker, at=audited.event - 1)
    chances = {(one.target, one.card): yes_of(one) for one in certain(found.asks)}
    if (event.target, event.card) in chances:
        chance = chances[event.target, event.card]
        assert audited.chance == pytest.approx(float(chance), abs=1e-9)
        assert audited.best == pytest.approx(float(max(chances.values())), abs=1e-9)
        assert audited.rank == 1 + sum(other > chance for other in chances.values())
    else:
        assert event.irregular


@pytest.mark.long
def test_what_may_cost_nothing_is_not_estimated() -> None:
    """Where the public's counts may cost nothing, they are undecided."""
    record = load(SAMPLES / "canadian-six.lit")
    known, state = knowledge(record, (), 10), replay_of(record).state(10)
    ask = next(
        replace(one, answer="no")
        for one in record.events[10:]
        if isinstance(one, Ask) and one.card not in state.located
    )
    assert 0 < Likelihoods(state, count(known)).share(ask) < 1
    spent = Likelihoods(state, DealCounter(Budget(each=1, floor=FREE)).update(known))
    with pytest.raises(UndecidedError):
        spent.share(ask)


def test_who_has_no_card_of_the_half_suit_left_cannot_ask_back() -> None:
    record = text.loads(
        "rules: pagat, deck=custom\nbook hearts: 9H 10H JH QH KH AH\nbook spades: 9S 10S JS QS\n"
        "seats: Ann Bob Carl Dora\ndealer: Ann\nsizes: Ann 3 Bob 2 Carl 2 Dora 3\n"
        "hand Ann: 10H KH 9S\nhand Dora: 9H JS 10S\nturn: Ann\n"
        "Ann asks Dora 9H: yes\nAnn asks Dora JH: no\n"
    )
    assert "9H" not in [one.card for one in certain(asks(record, view="Dora"))]


@pytest.mark.parametrize(
    ("rules", "event", "told"),
    [
        ("", "", "Bob for the 3H: a yes in 33% of the deals; a yes proves reds; margin +0.41."),
        (
            ", own-card-asks=surrender", "",
            "Bob for the 2H: it is your own card, and you give it up; margin -0.86, "
            "1.26 less than the best option.",
        ),
        (
            "", "Ann asks Bob/Dora 3H: no\n",
            "Bob for the 3H: a yes in 0–50% of the deals: a gap decides it; a yes may prove reds: "
            "a gap decides it; a no may prove reds: a gap decides it; margin -0.21 to +0.51.",
        ),
    ],
)  # fmt: skip
def test_an_ask_is_told_with_what_its_answers_prove(rules: str, event: str, told: str) -> None:
    books = "book reds: 2H 3H\nbook blacks: 2S 3S\n"
    table = "seats: Ann Bob Carl Dora\nhand Ann: 2H\ndealer: Ann\n"
    record = text.loads(f"rules: pagat, deck=custom{rules}\n{books}{table}{event}")
    assert told in " ".join(str(asks(record, view="Ann")).split())


def test_of_a_hand_known_in_part_all_asks_that_may_be_legal_have_odds() -> None:
    """And nothing is said of what they are worth."""
    record = text.loads(
        "rules: pagat\nseats: Ann Bob Carl Dora\ndealer: Ann\nhand Ann: 2H 3H 4H ...\n\n"
        "Ann asks Bob 5H: no\n"
    )
    found = asks(record, view="Ann")
    assert len(found.asks) == 90
    chances = {(one.target, one.card): yes_of(one) for one in certain(found)}
    with deduce(record, view="Ann") as deduction:
        told = ask_chances(deduction, count(deduction.knowledge))
    assert told == {ask: pytest.approx(float(chance)) for ask, chance in chances.items()}
    assert {(one.margin, one.error) for one in certain(found)} == {(None, None)}
    assert "argin" not in str(found)


LATE_ASK = """\
rules: pagat, deck=custom, claims=team-turn, reveal=nothing, first-turn=left, forced-claims=yes
book low clubs: 2C 3C 4C 5C
book high diamonds: 2D 3D
book low hearts: 2H 3H
seats: Ann Bob Carl Dora
teams: Ann Bob / Carl Dora
dealer: Bob
sizes: Ann 6 Bob 1 Carl 0 Dora 1
hand Ann: 3C 5C 2D 3D 2H 3H
hand Bob: 4C
hand Dora: 2C

Dora claims low hearts: Carl rest: opponents
Dora asks Bob 4C: yes !
"""


def test_an_ask_tells_that_the_forced_end_had_not_come() -> None:
    """Had Dora's card been a low heart, her team would have been out when she claimed."""
    record = text.loads(LATE_ASK)
    (hand,) = (hand for hand in record.hands if hand.seat == "Dora")
    found = {(one.target, one.card): one for one in certain(asks(record))}
    possible = Possibilities(record)
    told = Table(possible, 2).bits_told(Ask("Dora", "Ann", "3C", "yes"), None)
    assert told > 0
    assert found["Ann", "3C"].bits.public == pytest.approx(told)
    check(possible, 2, hand)


def test_whose_asks_they_are_is_known_past_a_gap_at_any_moment() -> None:
    record = text.loads(
        "rules: pagat, deck=custom\nbook reds: 2H 3H\nbook blacks: 2S 3S\n"
        "seats: Ann Bob Carl Dora\nhand Ann: 2H\nhand Bob: 2S\ndealer: Ann\n\n"
        "Ann asks Bob ?: no\nBob asks Ann 3S: no\n"
    )
    assert [asks(record, at=at).seat for at in range(3)] == ["Ann", "Bob", "Ann"]
    open_turn = text.loads("seats: Ann Bob Carl Dora\ndealer: Ann\n\nAnn asks ? 2H: no\n")
    with pytest.raises(RecordError, match="no single seat's turn"):
        asks(open_turn)

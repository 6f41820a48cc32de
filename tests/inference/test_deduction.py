"""What a deduction is asked in words of its players, what it refuses, and the deals it lists."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.brute import all_deals
from tests.marks import some
from tests.strategies import tiny_games
from tracker.errors import ContradictionError, RecordError
from tracker.game.events import HandSize
from tracker.game.record import Hand, Record
from tracker.game.replay import states
from tracker.inference.contradictions import consistency, contradiction_error
from tracker.inference.deduction import deduce
from tracker.inference.follow import follow
from tracker.knowledge.facts import Clause, EventCause, Knowledge, Literal
from tracker.knowledge.views import View, knowledge
from tracker.notation.text import loads

RECORD = loads(
    """\
rules: pagat, deck=custom
book reds: 2H 3H
book blacks: 2S 3S
book clubs: 2C 3C
seats: Ann Bob Carl Dora
settled: clubs Bob
turn: Ann
sizes: Ann 1 Bob 1 Carl 1 Dora 1

Ann asks Bob 2H: yes
Ann claims reds: Ann rest: correct
"""
)


def test_cards_are_asked_for_in_any_form() -> None:
    with deduce(RECORD, at=1) as deduction:
        for word in ("2S", "2s", "♠2", "s2"):
            assert deduction.dealt_to(word) == deduction.holders(word) == ("Carl", "Dora")
        assert (deduction.status("2♥"), deduction.status("h3")) == ("public", "deduced")
        assert deduction.judge((("2S", "Carl"), ("3S", "Dora"))) == "open"


def test_a_card_that_has_left_play_was_dealt_but_is_not_held() -> None:
    with deduce(RECORD) as deduction:
        assert deduction.dealt_to("2H") == ("Bob",)
        assert deduction.dealt_to("h3") == ("Ann",)
        for asked in (deduction.holders, deduction.status):
            with pytest.raises(RecordError, match="'3H' is not a card in play"):
                asked("h3")
        with pytest.raises(RecordError, match="'2H' is not a card in play"):
            deduction.judge((("2S", "Carl"), ("2H", "Ann")))


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ("c2", "'2C' was not in play at the start of the record"),
        ("9H", "'9H' is not a card of this deck"),
    ],
)
def test_a_card_that_was_not_dealt(card: str, said: str) -> None:
    with deduce(RECORD) as deduction, pytest.raises(RecordError, match=said):
        deduction.dealt_to(card)


def test_when_the_game_is_over_the_turn_is_where_it_was_left() -> None:
    over = loads(
        "rules: pagat, deck=custom, reveal=nothing, turn-after-claim=team-chooses\n"
        "book reds: 2H 3H\nbook blacks: 2S 3S\nseats: Ann Bob Carl Dora\nturn: Ann\n"
        "sizes: Ann 1 Bob 1 Carl 1 Dora 1\n\n"
        "award reds to nobody\nAnn claims blacks: Ann 2S, Carl 3S: correct\n"
    )
    with deduce(over) as deduction:
        assert deduction.to_move() == states(over)[-1].to_move == ("Ann", "Carl")


def test_a_header_that_no_deal_fits() -> None:
    """Two hands with the same card: nothing more is said of the events, but that they happened."""
    hands = (Hand("Ann", ("2H",), whole=False), Hand("Bob", ("2H",), whole=False))
    found = consistency(RECORD, hands)
    assert (found.contradictions, found.undecided) == ((0,), None)
    assert found.state is states(RECORD)[-1]
    error = contradiction_error(RECORD, hands)
    assert (error.event, str(error)) == (
        0,
        "the record contradicts itself: no deal fits its header",
    )
    with pytest.raises(ContradictionError, match="no deal fits its header"):
        deduce(RECORD, view=View(hands))


def test_a_naming_is_read_as_its_words_mean() -> None:
    with deduce(RECORD, at=1) as deduction:
        assert deduction.judge((("s2", "carl"), ("♠3", "DORA"))) == "open"
        assert deduction.judge((("h2", "ann"),)) == "proven"
        assert deduction.judge((("2S", "Carl"), ("s2", "Dora"))) == "refuted"
        with pytest.raises(RecordError, match="'Zoe' is not a seat"):
            deduction.judge((("2S", "Zoe"),))


def test_a_team_is_named_in_any_form() -> None:
    with deduce(RECORD, at=1) as deduction:
        naming = deduction.proven("reds", ("Ann", "Carl"))
        assert naming == (("2H", "Ann"), ("3H", "Ann"))
        assert deduction.proven("Reds", "Ann") == deduction.proven("reds", "carl+ann") == naming
        assert deduction.provable("Ann") == {("reds", ("Ann", "Carl")): naming}
        with pytest.raises(RecordError, match="not a seat"):
            deduction.proven("reds", "xxAnnxx")


PERHAPS_OVER = loads(
    """\
rules: pagat, deck=custom, forced-claims=yes, reveal=nothing, wrong-split=stays, claims=any-time
book aa: 2C 3C 4C 5C
book bb: 2D 3D 4D 5D
book cc: 2H 3H 4H 5H
seats: Ann Bob Carl Dora
dealer: Ann
sizes: Ann 3 Bob 2 Carl 5 Dora 2
hand Ann: 2D 3D 4D

Ann claims aa: Ann rest: opponents
"""
    + "Ann claims bb: Carl rest: split\nCarl claims bb: Carl rest: split\n" * 4
)
"""Nobody knows whether Bob and Dora are out of cards, and the chances of Ann and Carl used up."""


def test_a_forced_end_that_may_be_over_is_not_concluded_from() -> None:
    """Where the cards are is as certain as before (rulings, 1)."""
    naming = (("2D", "Ann"), ("3D", "Ann"), ("4D", "Ann"), ("5D", "Carl"))
    with deduce(PERHAPS_OVER, view="Ann") as deduction:
        assert deduction.proven("bb", "Ann") == naming
        assert deduction.judge((("5D", "Bob"),)) == "refuted"
    *_, before, after = follow(PERHAPS_OVER, views=["Ann"])
    assert before.all_holders("Ann") == after.all_holders("Ann")


def test_a_forced_end_that_may_be_over_leaves_the_score_open() -> None:
    told = PERHAPS_OVER.with_events((*PERHAPS_OVER.events, HandSize("Ann", 1)))
    for at, scores, unsure in ((8, [0, 1], ()), (9, [0, None], ("bb", "cc")), (10, [0, 1], ())):
        with deduce(told, at=at) as deduction:
            assert [*deduction.scores().values()] == scores
            assert deduction.unsure_books == {*unsure}


@given(tiny_games(max_deals=300), st.integers(0, 60))
@settings(max_examples=some(15), deadline=None)
def test_enumeration_lists_each_consistent_deal_once(record: Record, at: int) -> None:
    at = min(at, len(record.events))
    known: Knowledge = knowledge(record, (), at)
    with deduce(record, view=None, at=at) as deduction:
        listed = [tuple(sorted(deal.items())) for deal in deduction.deals()]
    expected = [tuple(sorted(deal.items())) for deal in all_deals(known) if known.fits(deal)]
    assert sorted(listed) == sorted(expected)


@given(tiny_games(max_deals=300), st.integers(0, 60), st.data())
@settings(max_examples=some(40), deadline=None)
def test_what_one_more_fact_places(record: Record, at: int, data: st.DataObject) -> None:
    at = min(at, len(record.events))
    known: Knowledge = knowledge(record, (), at)
    card, seat = (data.draw(st.sampled_from(of)) for of in (known.cards, known.seats))
    fact = Clause((Literal(card, seat, data.draw(st.booleans())),), EventCause(at + 1))
    before, after = (
        [deal for deal in all_deals(known) if each.fits(deal)]
        for each in (known, known.with_facts([fact]))
    )
    expected = {
        card: seat
        for card, seat in (after or [{}])[0].items()
        if {deal[card] for deal in after} == {seat} < {deal[card] for deal in before}
    }
    with deduce(record, view=None, at=at) as deduction:
        placed = deduction.possible_holders.placed_by([fact])
    assert placed == (expected if after else None)

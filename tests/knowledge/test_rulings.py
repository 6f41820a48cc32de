"""What a record says where hands are hidden and statements left out: the rulings, one by one.

The deals left are told by the referee (the record is played on each deal), by brute force on the
facts gathered, by the counting engine and by the SAT engine.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.brute import all_deals, consistent_deals
from tests.referee import accepted
from tracker.analysis.check import check
from tracker.counting import count
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.inference.deduction import deduce
from tracker.inference.way import deals_of
from tracker.knowledge.views import knowledge
from tracker.notation import text

CLAIMED_IN_TURN = """\
rules: pagat, deck=custom, claims=any-time, reveal=nothing, turn-after-claim=claimant, \
turn-after-wrong-claim=opponents, first-turn=right, forced-claims=yes
book greens: 8D 10D QD KD AD
book reds: QH
book blacks: 7S AS
seats: Ann Bob Carl Dora
dealer: Dora
sizes: Ann 2 Bob 2 Carl 2 Dora 2
hand Carl: QH 7S

Bob claims greens: Bob 10D QD, Dora 8D KD AD: opponents
Carl claims reds: Carl QH: correct
"""


def record(header: str, rules: str, events: str) -> Record:
    return text.loads(f"rules: pagat, deck=custom, {rules}\n{header}\n{events}\n")


def left(game: Record) -> int:
    """The deals left, by four roads; the record breaks no rule."""
    known = knowledge(game)
    deals = consistent_deals(known)
    played = [
        deal
        for deal in all_deals(knowledge(game, at=0))
        if accepted(game, deal) == len(game.events)
    ]
    assert played == deals
    assert count(known).count == len(deals)
    assert sum(1 for _ in deals_of(known)) == len(deals)
    assert not check(game) or not deals
    return len(deals)


THREE = """\
book reds: 2H 3H 4H
book blacks: 2S 3S
book green: 2C
seats: Ann Bob Carl Dora
dealer: Bob
sizes: Ann 1 Bob 2 Carl 1 Dora 2"""
TWO = """\
book reds: 2H 3H 4H
book blacks: 2S 3S 4S
seats: Ann Bob Carl Dora
dealer: Ann
sizes: Ann 2 Bob 1 Carl 2 Dora 1"""
NO_PASS = "Bob claims reds: Bob rest: opponents\nDora claims blacks: Dora rest: correct"
AFTER_AWARD = "award reds to nobody\nDora claims blacks: Dora rest: correct"
ENDED = "Ann claims reds: Ann rest: opponents\n"
BOBS = "Bob claims reds: Bob rest: opponents\n"


class Case(NamedTuple):
    """A record, and how many deals it leaves."""

    ruling: int
    header: str
    rules: str
    events: str
    deals: int


CASES = (
    Case(1, THREE, "endgame=any-player", NO_PASS, 12),
    Case(1, THREE, "endgame=alone", NO_PASS, 12),
    Case(1, THREE, "endgame=any-player", AFTER_AWARD, 12),
    Case(1, THREE, "endgame=alone", AFTER_AWARD, 12),
    Case(2, TWO, "forced-claims=yes", f"{ENDED}Ann declines", 36),
    Case(2, TWO, "forced-claims=yes, challenge=yes", f"{ENDED}Bob challenges blacks", 144),
    Case(3, TWO, "forced-claims=yes", f"{ENDED}Carl declines", 36),
    Case(
        3, TWO.replace("dealer: Ann", "dealer: Bob"), "forced-claims=yes", f"{BOBS}Ann declines", 36
    ),
    Case(
        3,
        TWO.replace("dealer: Ann", "dealer: Bob"),
        "forced-claims=yes",
        f"{BOBS}Carl declines",
        36,
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.ruling} {case.rules}")
def test_a_ruling(case: Case) -> None:
    game = record(case.header, f"{case.rules}, reveal=nothing", case.events)
    assert left(game) == case.deals


LATE_END = """\
book reds: 2H 3H
book blacks: 2S 3S
book clubs: 2C 3C
seats: Ann Bob Carl Dora
dealer: Ann
sizes: Ann 2 Bob 1 Carl 2 Dora 1"""
FOUR_DECLINED = (
    "Ann claims reds: Ann rest: opponents\n"
    "award blacks to nobody\n"
    "Ann declines\nCarl declines\nAnn declines\nCarl declines\n"
)


@pytest.mark.parametrize(
    ("last", "deals"),
    [
        ("", 60),
        ("Bob has 0", 60),
        ("Ann has 0", 10),
        ("Ann has 1", 40),
        ("Ann has 1\nAnn declines", 40),
        ("Ann has 0\nAnn has 0 !\nCarl has 2", 10),
        ("Ann declines", 60),
        ("Bob has 0\nAnn declines", 60),
        ("award clubs to nobody", 60),
        ("Ann gives Carl 2C", 30),
    ],
)
def test_who_still_has_a_chance_tells_nothing_of_since_when_the_others_are_out(
    last: str, deals: int
) -> None:
    """Ruling 1: a decline says that Bob and Dora are out now; a fifth chance tells no more.

    They had two of the first four cards, but not both blacks: five ways, and the others had six
    ways to share two of what is left, two for each of the four places.
    """
    game = record(LATE_END, "forced-claims=yes, reveal=nothing", FOUR_DECLINED + last)
    assert left(game) == deals


UNEVEN = """\
book reds: 2H 3H 4H
book blacks: 2S 3S
book clubs: 2C 3C
seats: Ann Bob Carl Dora
dealer: Dora
sizes: Ann 5 Bob 0 Carl 1 Dora 1"""


@pytest.mark.parametrize("between", ["", "Bob has 0 !\n"])
def test_a_slip_takes_nothing_back_of_what_may_have_been(between: str) -> None:
    """Carl declines, so Dora is out: her card was red or black. A pass says that Ann has cards."""
    events = (
        "Dora claims reds: Bob rest: opponents\n"
        "Carl passes to Ann\n"
        f"Ann claims blacks: Carl rest: opponents\n{between}"
        "Carl declines"
    )
    rules = "forced-claims=yes, turn-after-wrong-claim=opponents, reveal=nothing"
    assert left(record(UNEVEN, rules, events)) == 12


ISSUE_9 = """\
book greens: 5C 7C
book golds: 6H 9H
book blacks: 7S 10S
seats: Ann Bob Carl Dora
sizes: Ann 1 Bob 1 Carl 1 Dora 1
settled: golds nobody
turn: Dora"""
DISORDER = """\
book reds: 2H 3H 4H
book blacks: 2S 3S
seats: Ann Bob Carl Dora
dealer: Bob
sizes: Ann 2 Bob 1 Carl 1 Dora 1"""
BOTH_OUT = f"{BOBS}Bob has 0\nDora has 0\n"


@pytest.mark.parametrize(
    ("header", "events", "deals"),
    [
        (
            ISSUE_9.replace("Bob 1", "Bob 2").replace("5C 7C", "5C 7C 8C"),
            "Dora claims greens: Dora rest: opponents\nBob asks Carl 7S: no !\n"
            "Ann has 0\nCarl has 0\nBob declines",
            18,
        ),
        (DISORDER, f"{BOTH_OUT}Bob passes to Carl !\nCarl declines", 18),
        (DISORDER, f"{BOTH_OUT}Bob passes to Carl\nCarl declines", 12),
        (DISORDER, f"{BOTH_OUT}Carl asks Ann 2S: yes !\nCarl declines", 12),
        (DISORDER, f"{BOTH_OUT}Carl declines", 18),
    ],
)
def test_who_goes_on_after_a_slip_in_a_forced_end_need_have_no_cards(
    header: str, events: str, deals: int
) -> None:
    """Ruling 9: the slip says what it says, and then anyone of the team may have been next."""
    rules = "own-card-asks=bluff, forced-claims=yes, endgame=any-player, reveal=nothing"
    assert left(record(header, rules, events)) == deals


REPORTED = """rules: pagat, deck=custom, own-card-asks=bluff, claims=any-time, reveal=nothing, \
out-of-cards=last-asker-chooses, forced-claims=yes, challenge=yes, endgame=any-player
book greens: 5C 7C 8C QC AC
book high golds: 6H 9H
book blacks: 7S 10S
seats: Ann Bob Carl Dora
sizes: Ann 2 Bob 2 Carl 2 Dora 1
settled: high golds nobody
turn: Dora

Dora claims greens: Dora 5C 7C 8C QC AC: opponents
Bob asks Carl 7S: no !
Ann has 0
Carl has 0
Bob declines
"""


def test_a_slip_in_a_forced_end_leaves_open_whose_the_last_cards_are() -> None:
    game = text.loads(REPORTED)
    with deduce(game) as deduction:
        assert deduction.holders("7S") == deduction.holders("10S") == ("Bob", "Dora")
    assert left(game) > 0


def test_why_the_turn_came_to_a_claimant_says_nothing_of_who_has_cards() -> None:
    """After the wrong claim an opponent goes on: that Carl does says nothing of the green cards."""
    game = text.loads(CLAIMED_IN_TURN)
    with deduce(game, view="Carl") as deduction:
        assert deduction.holders("AS") == ("Ann", "Bob", "Dora")


def test_no_claim_is_cancelled_in_a_forced_end() -> None:
    """Ruling 9: where the sizes are public a rule is broken; else the end had not come."""
    rules = "forced-claims=yes, reveal=nothing"
    game = record(DISORDER, rules, f"{BOTH_OUT}Ann claims blacks: Ann rest: cancelled")
    (problem,) = check(game)
    assert problem.message == "a claim that has to be made is not cancelled"
    hidden = f"{ENDED}Ann claims blacks: Ann rest: cancelled"
    assert left(record(LATE_END, rules, hidden)) == 60


@pytest.mark.parametrize("chances", [("Ann declines", "Carl declines"), None])
def test_claims_use_up_chances_as_declines_do(chances: tuple[str, str] | None) -> None:
    """Ruling 9: one half-suit gives four chances; then it goes to the opponents."""
    wrong = "claims blacks: Ann 2S, Carl 3S: split"
    first, second = chances or (f"Ann {wrong}", f"Carl {wrong}")
    game = record(
        DISORDER,
        "forced-claims=yes, wrong-split=stays",
        "Bob asks Ann 2H: yes\nBob claims reds: Bob 2H 3H, Dora 4H: correct\n"
        + "\n".join((first, second, first, second)),
    )
    assert dict(replay_of(game).state(5).score) == {("Ann", "Carl"): 0, ("Bob", "Dora"): 1}
    assert dict(replay_of(game).state().score) == {("Ann", "Carl"): 0, ("Bob", "Dora"): 2}

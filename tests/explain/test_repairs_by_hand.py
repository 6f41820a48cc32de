"""What is suggested to mend small records, worked out by hand: all of it and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.brute import consistent_deals
from tracker.errors import UndecidedError
from tracker.explain import Conflict, Suggestion, conflicts, slips, suggestions
from tracker.explain.slips import Repair, Slip
from tracker.game.events import Ask, Claim, Outcome
from tracker.game.record import Hand
from tracker.game.replay import replay_of
from tracker.knowledge.views import knowledge
from tracker.notation.text import loads
from tracker.sat.solver import DealSolver

HEADER = """\
rules: pagat, deck=custom
book reds: 2H 3H 4H 5H
book blacks: 2S 3S 4S 5S
seats: Ann Bob Carl Dora
"""


def suggested(game: str, kind: Slip) -> set[Repair]:
    """The suggestions of a kind for the one conflict of a record."""
    record = loads(HEADER + game)
    (conflict,) = conflicts(record)
    found = [one.repair for one in suggestions(record, conflict, limit=None)]
    assert len(found) == len(set(found))
    return {change for change in found if change.kind == kind}


def missing(number: int, asker: str, target: str, card: str) -> Repair:
    return Repair("missing", number, Ask(asker, target, card, "yes"))


FROM_NOWHERE = """\
turn: Ann
hand Ann: 2H 2S

Ann asks Bob 3H: no
Bob asks Ann 4S: yes
"""


def test_an_ask_left_out_brought_a_card_from_either_opponent() -> None:
    """Ann was not dealt the 4S: she must have got it at her turn, and then asked on."""
    expected = {missing(1, "Ann", "Bob", "4S"), missing(1, "Ann", "Dora", "4S")}
    assert suggested(FROM_NOWHERE, "missing") == expected


FROM_A_PUBLIC_PLACE = """\
turn: Ann
sizes: Ann 3 Bob 2 Carl 2 Dora 1
hand Ann: 2H 2S 4S

Ann asks Bob 3S: no
Bob asks Ann 2S: yes
Bob asks Ann 3S: no
Ann asks Dora 3H: no
Dora asks Ann 2S: yes
"""


def test_an_ask_left_out_brought_a_card_from_where_all_saw_it() -> None:
    """Bob has the 2S since event 2; Ann had the turn after event 3."""
    assert suggested(FROM_A_PUBLIC_PLACE, "missing") == {missing(4, "Ann", "Bob", "2S")}


TAKEN = """\
turn: Bob
sizes: Ann 3 Bob 3 Carl 1 Dora 1
hand Ann: 2H 5H 2S

Bob asks Ann 3S: no
"""


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        # Ann had the 2H: Bob must have taken it when it was his turn; and so the 2S.
        ("Ann asks Bob 2H: yes", {missing(1, "Bob", "Ann", "2H")}),
        ("Ann asks Dora 2H: no", {missing(1, "Bob", "Ann", "2H")}),
        (
            "Ann asks Bob 3H: no\nBob claims blacks: Bob 2S 4S 5S, Dora 3S: correct",
            {missing(3, "Bob", "Ann", "2S")},
        ),
        # A card is gone; or Ann got one that she lacked, when it was hers.
        ("Ann has 2", {missing(1, "Bob", "Ann", card) for card in ("2H", "5H", "2S")}),
        (
            "Ann has 4",
            {missing(2, "Ann", "Bob", card) for card in ("3H", "4H", "4S", "5S")}
            | {missing(2, "Ann", "Dora", card) for card in ("3H", "4H", "3S", "4S", "5S")},
        ),
    ],
)
def test_an_ask_left_out_explains_what_came_after(events: str, expected: set[Repair]) -> None:
    assert suggested(TAKEN + events, "missing") == expected


def hand(*cards: str) -> Repair:
    return Repair("hand", 0, Hand("Ann", cards))


WRITTEN_TOO_MUCH = """\
turn: Bob
hand Ann: 2H 2S

Bob asks Ann 2S: no
"""


def test_a_card_of_a_hand_goes_out_for_one_like_it() -> None:
    """The 2S goes; the 2H, of its rank, is there already, so a black one comes."""
    assert suggested(WRITTEN_TOO_MUCH, "hand") == {
        hand("2H", other) for other in ("3S", "4S", "5S")
    }


WRITTEN_TOO_LITTLE = """\
turn: Bob
hand Ann: 2H 3S

Bob asks Ann 2S: yes
"""


def test_a_card_comes_into_a_hand_for_one_like_it() -> None:
    """The 2S comes, for the black card that is there or for the card of its rank."""
    assert suggested(WRITTEN_TOO_LITTLE, "hand") == {hand("2H", "2S"), hand("2S", "3S")}


ASKED_AGAIN = """\
turn: Ann
hand Ann: 2H 2S

Ann asks Bob 3S: yes
Ann asks Bob 3H: yes
Ann asks Dora 3S: no
"""


@pytest.mark.parametrize(("game", "broken"), [(ASKED_AGAIN, {0, 1, 2}), (TAKEN + "Ann has 4", {0})])
def test_the_likeliest_come_first(game: str, broken: set[int]) -> None:
    """Price, broken rules and distance count against a change."""
    record = loads(HEADER + game)
    (conflict,) = conflicts(record)
    found = suggestions(record, conflict, limit=None)
    assert [one.bits for one in found] == sorted(one.bits for one in found)
    for one in found:
        mended = one.repair.applied(record)
        assert consistent_deals(knowledge(mended, mended.hands))
        assert one.broken_rules == sum(len(played.broken) for played in replay_of(mended))
        assert one.bits == pytest.approx(against(one, conflict))
    assert {one.broken_rules for one in found} == broken


OUT_OF_TURN = """\
turn: Ann
hand Ann: 2H 2S

Ann asks Bob 3H: no
Ann asks Bob 3S: yes
Ann asks Dora 3S: no
Dora asks Carl 3H: no
Bob asks Carl 4H: no
Carl asks Bob 4S: no
Bob asks Ann 3H: yes
Bob shows 2S
"""


def against(one: Suggestion, conflict: Conflict) -> float:
    """Price, broken rules and distance, in bits."""
    distance = abs(conflict.event - one.repair.event)
    return slips.PRICE[one.repair.kind] + 12 * one.broken_rules + 0.02 * distance


@pytest.mark.parametrize("game", [FROM_NOWHERE, TAKEN + "Ann has 4"])
def test_what_the_solver_does_not_decide_is_not_suggested(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is suggested that may not be so."""
    record = loads(HEADER + game)
    (conflict,) = conflicts(record)
    assert suggestions(record, conflict, limit=None)
    monkeypatch.setattr(DealSolver, "is_satisfiable", undecided)
    assert suggestions(record, conflict, limit=None) == []


def undecided(*_: object) -> bool:
    """What never decides."""
    raise UndecidedError


@pytest.mark.parametrize(
    ("shown", "outcome"),
    [("Ann 2H 3H, Carl 4H 5H", "correct"), ("Ann 2H 3H, Bob 4H 5H", "opponents")],
)
def test_an_outcome_that_the_cards_shown_belie(shown: str, outcome: Outcome) -> None:
    said = f"turn: Ann\n\nAnn claims reds: Ann 2H 3H, Carl 4H 5H: split; shown {shown}\n"
    claim = loads(HEADER + said).events[0]
    assert isinstance(claim, Claim)
    assert suggested(said, "answer") == {Repair("answer", 1, replace(claim, outcome=outcome))}

"""To whom the turn could go: the tactics it is for, and what is too dear to be decided."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tracker.analysis import turn_options
from tracker.analysis.turn_options import turns
from tracker.errors import UndecidedError
from tracker.game.events import Pass
from tracker.inference.possible_holders import PossibleHolders, possible_holders_of
from tracker.inference.who_can_prove import Provability
from tracker.knowledge.facts import Knowledge
from tracker.notation import text

PASS = """\
# Ann goes out with her claim and passes: Bob, Carl or Eve has the 5S, the others a blue card.
rules: pagat, deck=custom
book reds: 2H 3H
book blacks: 2S 3S 4S 5S
book blues: 2C 3C
seats: Ann Bob Carl Dora Eve Finn
dealer: Ann
sizes: Ann 2 Bob 2 Carl 1 Dora 1 Eve 1 Finn 1
hand Ann: 2H 3H
turn: Ann

Bob shows 2S
Dora shows 3S
Finn shows 4S
Ann claims reds: Ann rest: correct
"""


def test_to_whom_to_pass() -> None:
    """Whoever has the 5S could ask for all the other blacks; the other one might know nothing."""
    found = turns(text.loads(PASS))
    assert [(one.event, one.receiver) for one in found.options] == [
        (Pass("Ann", "Carl"), "Carl"),
        (Pass("Ann", "Eve"), "Eve"),
    ]
    for one in found.options:
        assert (one.chance, one.exact) == (1, True)
        assert dict(one.wins).keys() == {"blacks"}
        assert dict(one.wins)["blacks"].probability == Fraction(1, 3)
        assert one.nothing.probability == Fraction(2, 3)
    shown = turns(text.loads(PASS.replace("Finn shows 4S", "Finn shows 4S\nCarl shows 5S")))
    assert [[book for book, _ in one.wins] for one in shown.options] == [["blacks"], ["blues"]]


LOCK_OUT = """\
# Dora holds no red card, so she may not ask for one; Bob holds one and knows where all are.
rules: pagat, deck=custom
book reds: 2H 3H 4H
book blacks: 2S 3S 4S
seats: Ann Bob Carl Dora
dealer: Ann
sizes: Ann 2 Bob 1 Carl 1 Dora 2
hand Ann: 2H 2S
turn: Ann

Ann shows 2H
Bob shows 4H
Carl shows 3H
"""


@pytest.mark.parametrize(
    ("of", "search", "error"),
    [(Provability, "can_win", UndecidedError), (PossibleHolders, "with_facts", UndecidedError)],
)
def test_options_that_are_not_decided_stay_and_say_so(
    of: type, search: str, error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = text.loads(PASS)
    decided = turns(record).options

    def gives_up(*_: object) -> bool:
        raise error

    monkeypatch.setattr(of, search, gives_up)
    undecided = turns(record).options
    assert [one.event for one in undecided] == [one.event for one in decided]
    for one in undecided:
        assert one.nothing.probability is None
        assert [share.probability for _, share in one.wins] == [None] * len(one.wins) != []
        assert not any(share.exact for _, share in one.wins)


def test_once_all_that_options_may_cost_is_spent_the_rest_is_not_decided(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = text.loads(LOCK_OUT)

    def spent(known: Knowledge) -> PossibleHolders:
        holders = possible_holders_of(known)
        holders.budget.charge(holders.budget.left)
        return holders

    monkeypatch.setattr(turn_options, "possible_holders_of", spent)
    found = turns(record).options
    assert [one.event for one in found] != []
    assert {one.nothing.probability for one in found} == {None}

"""What ``check`` says of small records, worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tracker.analysis.check import Problem, check, problems
from tracker.game.record import Hand
from tracker.knowledge.facts import OwnCause
from tracker.notation.text import loads

HEADER = """\
rules: pagat, deck=custom
book reds: 2H 3H
book blacks: 2S 3S
seats: Ann Bob Carl Dora
dealer: Ann

"""
"""Who asked for the 2H has the 3H, which she then denies."""


def test_hands_that_no_deal_has_contradict_each_other_before_the_first_event() -> None:
    twice = (Hand("Ann", ("2H",)), Hand("Bob", ("2H",)))
    record = replace(loads(HEADER + "Ann asks Bob 3H: no\n"), hands=twice)
    first = check(record)[0]
    assert (first.line, first.event, first.code) == (None, None, "contradiction")
    assert first.message == "no deal fits the header"
    assert first.conflict == (OwnCause("2H", "Ann"), OwnCause("2H", "Bob"))


def test_where_a_search_was_given_up_is_a_problem_in_its_place() -> None:
    """After the problems of the same event, before those of later ones."""
    record = loads(HEADER + "Ann asks Carl 2H: no\nBob asks Dora 3H: no\n")
    said = "not decided whether a deal is left from here on: finding out would take too long"
    (own_team, *others) = problems(record, ())
    assert (own_team.event, own_team.line) == (1, 7)
    assert {one.event for one in others} == {2}
    for event, line in ((0, None), (1, 7), (2, 8)):
        found = problems(record, (), undecided=event)
        told = Problem(line, event or None, "undecided", said)
        before = [one for one in problems(record, ()) if (one.event or 0) <= event]
        assert found[len(before)] == told
        assert len(found) == len(others) + 2
    contradiction = problems(record, [2])[-1]
    assert (contradiction.line, contradiction.event) == (8, 2)
    assert contradiction.message == "no deal is left that fits the record so far"


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("Ann asks Ann ?: no", "teammate: Ann asks themselves: only opponents can be asked"),
        ("Ann gives Ann ?", "holder: Ann gives the 2H to themselves: another player gets it"),
        ("Ann asks Bob ?: surrender", "surrender: a card is surrendered only under own-card-asks"),
        ("Ann shows ? ? ? ? ?", ""),
    ],
)
def test_a_gap_that_makes_no_sense_breaks_a_rule_however_it_is_filled(
    statement: str, said: str
) -> None:
    found = check(loads(HEADER + statement + "\n"))
    assert "; ".join(f"{one.code}: {one.message}" for one in found).startswith(said)


NOTED = """\
rules: pagat, deck=custom
book reds: 2H 3H
seats: Ann Bob Carl Dora
sizes: Ann 1 Bob 0 Carl 1 Dora 0

now Ann: 3H
"""
SHOWN = "Ann claims reds: Ann 2H, Carl 3H: correct\n"


@pytest.mark.parametrize(
    ("rest", "event"),
    [
        ("", None),
        (SHOWN, 2),
        (SHOWN + "now Ann:\n", 2),
        (SHOWN + "...\n", 2),
        ("Ann shows 3H\n" + SHOWN.replace("Ann 2H, Carl 3H", "Ann 3H, Carl 2H") + "...\n", None),
        ("now Ann: 2H\n" + SHOWN, 2),
    ],
)
def test_what_happens_after_a_note_of_a_hand_is_judged_by_it(rest: str, event: int | None) -> None:
    found = check(loads(NOTED + rest))
    assert [(one.event, one.code) for one in found] == ([(event, "contradiction")] if event else [])

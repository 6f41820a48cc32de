"""What ``check`` says of small records, worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tracker.analysis.check import check
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

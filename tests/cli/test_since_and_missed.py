"""Since when, proofs of what was missed, a timeline up to a moment; how it looks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tracker
from tests import SAMPLES
from tests.cli.running import run, written
from tests.marks import first
from tracker.analysis.conclusions import judged_moments, proven_since
from tracker.explain import card_at
from tracker.game.record import Record

FIVE = SAMPLES / "examples" / "1-the-five-of-hearts.lit"
PAGAT = SAMPLES / "pagat-six.lit"
QUARTETS = SAMPLES / "quartets-four.lit"


# -- since when ------------------------------------------------------------------------------------


SMALL = """\
rules: pagat, deck=custom
book reds: 2H 3H 4H 5H
book blacks: 2S 3S 4S 5S
seats: Ann Bob Carl Dora
dealer: Ann
hand Ann: 2H 2S

Ann asks Bob 3H: no
Bob asks Carl 4S: no
Carl asks Bob 5H: yes
Carl asks Dora 3H: yes
Carl asks Dora 4S: yes
Carl claims reds: Ann 2H, Carl rest: correct
Carl asks Bob 3S: yes
"""


def verdicts(record: Record, card: str, seat: str, *, holds: bool) -> list[str]:
    """The verdict at each moment, each asked for by itself."""
    found = []
    for at in range(len(record.events) + 1):
        with tracker.deduce(record, view="Ann", at=at) as deduction:
            if not deduction.state.is_open(card):
                found.append("settled")
                continue
            certain, never = deduction.holders(card) == (seat,), seat not in deduction.holders(card)
            said = "proven" if certain else "refuted" if never else "open"
            other = {"proven": "refuted", "refuted": "proven", "open": "open"}[said]
            found.append(said if holds else other)
    return found


@pytest.mark.parametrize("holds", [True, False])
@pytest.mark.parametrize("card", ["4H", "4S", "3S"])
def test_since_when_is_what_asking_at_every_moment_says(card: str, holds: bool) -> None:
    record = tracker.loads(SMALL)
    seen = set()
    for seat in record.seats:
        wanted = verdicts(record, card, seat, holds=holds)
        seen.update(wanted)
        asked = card_at(card, seat, holds=holds)
        for verdict in ("proven", "open", "refuted"):
            found = judged_moments(record, asked, verdict, "Ann", None)
            moments = [at for one in found for at in range(one.start, one.end + 1)]
            assert moments == [at for at, said in enumerate(wanted) if said == verdict]
        since = proven_since(record, asked, "Ann", None)
        assert (since is not None) == (wanted[-1] == "proven")
        if since is not None:
            assert set(wanted[since:]) == {"proven"}
            assert since == 0 or wanted[since - 1] != "proven"
    assert {"proven", "open", "refuted"} <= seen


# -- the audit, the timeline ----------------------------------------------------------------------


BACK_AND_FORTH = """\
seats: Ann Bob Carl Dora
dealer: Ann

Ann asks Bob 5H: yes
Ann asks Bob 6H: no
Bob asks Ann 5H: yes
Bob asks Ann 7H: no
Ann asks Bob 5H: yes
"""


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        ("2S Carl", "It is open since the deal."),
        ("5H Carl", "It is refuted since event 1: Ann asks Bob 5H: yes."),
        ("5H Ann", "It is proven since event 5: Ann asks Bob 5H: yes. It was so before, at the "
         "moments 1 to 2."),
    ],
)  # fmt: skip
def test_since_when_it_is_so_and_when_it_was_so_before(
    cell: str, told: str, tmp_path: Path
) -> None:
    printed = run("why", written(tmp_path, BACK_AND_FORTH), *cell.split(), "--since").stdout
    assert " ".join(printed.split()).endswith(told)


# -- how it looks ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "looks"),
    [
        (("show", PAGAT, "--at", "20"), {"1": "2H", "1;4": "low clubs", "1;36": "●", "1;32": "■"}),
        (("claims", PAGAT, "--at", "40"), {"39": "open", "2": "impossible"}),
        (("audit", PAGAT), {"1;31": "refuted", "1;33": "guess", "1;32": "proven"}),
    ],
)  # fmt: skip
def test_colours_tell_what_is_certain(
    command: tuple[str | Path, ...], looks: dict[str, str]
) -> None:
    colourful = run(*command, "--color", "always").stdout
    for look, words in looks.items():
        assert re.search(rf"\x1b\[{look}m *{words}", colourful), words


@pytest.mark.parametrize(
    "command",
    first(2, map(pytest.param, [
        ("show", PAGAT, "--at", "20"), ("claims", PAGAT, "--at", "20"), ("audit", QUARTETS),
        ("timeline", QUARTETS, "--as", "public"), ("deals", PAGAT, "--at", "90"), ("rules",),
        ("knows", QUARTETS), ("asks", PAGAT, "--at", "110"), ("report", FIVE),
    ])),
)  # fmt: skip
def test_no_line_in_a_pipe_ends_in_blanks(command: tuple[str | Path, ...]) -> None:
    said = run(*command).stdout
    assert len(said.splitlines()) > 5
    assert not [line for line in said.splitlines() if line.endswith(" ")]


@pytest.mark.parametrize("name", ["asks", "knows", "audit", "timeline", "report", "why"])
def test_all_that_draws_can_do_without_our_marks(name: str) -> None:
    question = ("9C", "Doug") if name == "why" else ()
    file = (PAGAT, "--at", "110") if name == "asks" else (FIVE,)
    said = run(name, *file, *question, "--ascii")
    assert said.stdout.isascii()

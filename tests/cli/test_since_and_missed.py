"""Since when, what was missed and its proof, one seat's audit, a moment's report; how it looks."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import tracker
from tests.cli.running import GAME, run, run_json, written
from tests.doc_pages import ROOT
from tests.marks import first
from tracker.analysis.audit import audit, missed_proofs
from tracker.analysis.conclusions import judged_moments, proven_since
from tracker.explain import card_at, whole_claim
from tracker.game.record import Record

SAMPLES = ROOT / "samples"
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


def test_a_claim_is_judged_as_a_whole(tmp_path: Path) -> None:
    record = tracker.load(FIVE)
    naming = tuple((card, "Doug" if card == "5H" else "Ann") for card in
                   ("2H", "3H", "4H", "5H", "6H", "7H"))  # fmt: skip
    asked = whole_claim("low hearts", naming)
    (stretch,) = judged_moments(record, asked, "proven", "Ann", 2)
    assert (stretch.start, stretch.end) == (1, 2)
    (stretch,) = judged_moments(record, asked, "open", "Ann", 2)
    assert (stretch.start, stretch.end) == (0, 0)


# -- hands now, and the card that tells ------------------------------------------------------------


def test_a_counterexample_is_told_as_hands_now_with_the_tell_tale_card_marked(
    tmp_path: Path,
) -> None:
    game = written(tmp_path, GAME)
    said = run("why", game, "7D", "Dora").stdout
    assert "hands now that fit everything" in said
    hands = dict(re.findall(r"^  (\w+): (.*)$", said, re.MULTILINE))
    assert "KH" in hands["Ann"], "it moved there"
    assert "5D" in hands["Bob"], "it moved there"
    assert said.count("[7D]") == 1
    assert "7D" not in hands["Dora"].split()
    found = run_json("why", game, "7D", "Dora", status=1)
    assert {seat: " ".join(cards) for seat, cards in found["hands"].items()} == {
        seat: cards.replace("[", "").replace("]", "") for seat, cards in hands.items()
    }
    assert "KH" in found["counterexample"]["Bob"], "as dealt, as ever"
    with tracker.deduce(tracker.load(game)) as deduction:
        for seat, cards in found["hands"].items():
            assert all(seat in deduction.holders(card) for card in cards)
            assert len(cards) == deduction.sizes()[seat]


# -- the audit, the timeline, the report -----------------------------------------------------------


def test_what_was_missed_with_its_proof() -> None:
    said = run("audit", QUARTETS, "--missed").stdout
    assert "Leni can claim queens from event 43 to 47" in said
    assert "  Ana QH, Leni rest" in said
    assert "So Ana holds the QH." in " ".join(said.split())
    whole = run_json("audit", QUARTETS, "--missed")
    assert [(one["seat"], one["book"], one["from"], one["to"]) for one in whole["proofs"]] == [
        (one["seat"], one["book"], one["from"], one["to"]) for one in whole["missed"]
    ]
    assert all(one["explanation"]["verdict"] == "proven" for one in whole["proofs"])
    assert run("audit", FIVE, "--missed").stdout == "No claim was missed.\n"


def test_each_proof_is_of_a_claim_that_its_seat_could_make() -> None:
    record = tracker.load(QUARTETS)
    found = missed_proofs(audit(record, chances=False))
    assert len(found) == 3
    for proof in found:
        one, explanation = proof.missed, proof.explanation
        with tracker.deduce(record, view=one.seat, at=one.start) as deduction:
            team = record.table.team_of[one.seat]
            assert deduction.claim(one.book, team).verdict == "proven"
            for part in explanation.conclusion.parts:
                assert deduction.holders(part.card) == (part.seat,)
                assert part.seat in team


def test_missed_claims_that_are_proven_however_a_gap_is_filled() -> None:
    record = tracker.loads("""
        rules: pagat, deck=custom
        book reds: 2H 3H 4H
        book blacks: 2S 3S 4S 5S 6S
        book greens: 2C 3C 4C 5C
        seats: Ann Bob Carl Dora
        dealer: Ann
        hand Ann: 2H 3H 2S

        Ann asks Bob 3S/4S: no
        Bob asks Ann 4C: no
        Ann asks Dora 4H: yes
        Ann asks Dora 5S: no
    """)
    assert str(missed_proofs(audit(record))).splitlines() == [
        "Ann can claim reds from event 3 to 4",
        "  Ann rest",
        "  All saw it: the 4H has been Ann’s since event 3.",
        "  2H 3H are in Ann’s own hand. So all the reds lie as claimed.",
    ]


def test_timeline_and_report_at_a_moment() -> None:
    whole = run_json("timeline", QUARTETS, "--as", "Leni")
    begun = run_json("timeline", QUARTETS, "--as", "Leni", "--at", "7")
    assert begun["start"] == whole["start"]
    assert begun["events"] == whole["events"][:7]
    assert run_json("report", FIVE, "--at", "2")["audit"]["claims"] == []
    assert run("timeline", QUARTETS, "--at", "999").exit_code == 2
    finished = SAMPLES / "quartets-four.lit"
    bare = "\n".join(
        line for line in finished.read_text().splitlines() if not line.startswith("hand ")
    )
    views = set(run_json("timeline", "-", stdin=bare)["start"])
    assert set(run_json("timeline", "-", "--at", "3", stdin=bare)["start"]) == views
    assert len(views) > 1, "the whole record fixes hands, and the beginning has the same views"


# -- how it looks ----------------------------------------------------------------------------------


def test_colour_is_there_when_it_is_asked_for(tmp_path: Path) -> None:
    game = written(tmp_path, GAME)
    plain = run("show", game).stdout
    assert "\x1b" not in plain
    assert run("show", game, "--color", "auto").stdout == plain
    assert run("show", game, "--color", "never").stdout == plain
    colourful = run("show", game, "--color", "always").stdout
    assert "\x1b[" in colourful
    assert re.sub(r"\x1b\[[0-9;]*m", "", colourful) == plain
    assert run("show", game, "--color", "sometimes").exit_code == 2


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


# -- errors ----------------------------------------------------------------------------------------


def test_the_commands_of_the_readme_are_about_its_record(tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text()
    blocks = re.findall(r"^```[^\n]*\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    record = next(block for block in blocks if block.startswith("seats:"))
    written(tmp_path, record)
    commands = re.findall(r"^tracker (\w+ game\.lit.*?)\s*#", text, re.MULTILINE)
    assert len(commands) >= 5
    for command in commands:
        if command.startswith("report"):
            continue
        words = [
            str(tmp_path / word) if word == "game.lit" else word for word in shlex.split(command)
        ]
        said = run(*words)
        assert said.exit_code in (0, 1), (command, said.stderr)
        assert said.stderr == ""

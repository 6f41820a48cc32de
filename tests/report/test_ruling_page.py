"""Rulings on a page, and what needs more than a command; the others are in ``tests/sessions``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import tracker
from tests.cli.running import run, written
from tracker.analysis import each_filling
from tracker.analysis.conclusions import rule
from tracker.inference.epistemic import SeatProof
from tracker.notation.text import loads
from tracker.render.page.game_data import audit_marks
from tracker.render.registry import as_markdown
from tracker.render.ruling import answer, ruling_page

FIVE = """\
seats: Ann Christina Doug Laura Eve Finn
dealer: Doug
hand Ann: 2H 3H 4H 6H 7H 9C QD KS

Doug asks Christina 3H: no
Christina asks Ann QC: no
Ann claims low hearts: Ann rest, Doug 5H: correct
"""


def test_what_was_proven_before_a_gap_of_too_many_ways_stays_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(each_filling, "MOST_WAYS", 1)
    ruling = rule(loads(FIVE.replace("QC", "10C/JC")), 3)
    assert (ruling.claim.verdict, ruling.claim.provable_since) == ("proven", 1)
    assert "So Doug holds the 5H." in as_markdown(ruling)


def test_past_a_missing_stretch_no_proof_is_told() -> None:
    again = "...\nnow Ann: 2H 3H 4H 6H 7H 9C QD KS\nDoug asks Christina 3H: no"
    page = as_markdown(rule(loads(FIVE.replace("Christina asks Ann QC: no", again)), 5))
    assert "## Proof\n\n- It is so however the gaps are filled; what shows it is not told" in page


def test_since_when_it_could_be_proven_is_marked_only_where_it_was_worked_out() -> None:
    """A hand that is known in part is asked at the claim only."""
    part = loads(FIVE.replace("9C QD KS", "..."))
    since = {mark["text"] for mark in audit_marks(tracker.audit(part, chances=False))}
    assert since == {"Proven when it is made."}
    assert "from the deal on" not in ruling_page(rule(part, 3))


def test_a_hand_that_is_not_known_and_decides_whether_a_right_claim_was_proven() -> None:
    ruling = rule(loads(FIVE.replace("hand Ann: 2H 3H 4H 6H 7H 9C QD KS\n", "")), 3)
    proof = SeatProof("Ann", "open", True, {"2H": "Ann", "3H": "Bob"}, {"2H": "Bob", "3H": "Ann"})
    hangs = replace(ruling.claim, verdict="unknown", by_hand=proof)
    assert answer(replace(ruling, claim=hangs)) == (
        "It hangs on the dealt hand of Ann, which is not known: yes if it was 2H; no if it was 3H."
    )


def test_a_teammate_who_could_prove_it_is_named() -> None:
    ruling = rule(
        loads(
            "rules: pagat, deck=custom\nbook reds: 2H 3H\nbook blacks: 2S 3S\n"
            "seats: Ann Bob Carl Dora\ndealer: Ann\nsizes: Ann 1 Bob 1 Carl 2 Dora 0\n"
            "hand Ann: 2S\nhand Carl: 2H 3H\n\nAnn claims reds: Carl rest: correct\n"
        ),
        1,
    )
    told = "Carl could prove where the cards were; Ann, who claimed, could not."
    assert told in str(ruling)


def test_the_page_as_html_and_markdown(tmp_path: Path) -> None:
    """One file without scripts; what comes from the record is text in it."""
    text = FIVE.replace("Christina", "Tina_b_")
    ruling = rule(loads(text), 3)
    html, markdown = ruling_page(ruling), as_markdown(ruling)
    assert "<script" not in html
    assert "<h1>Ruling on event 3: Ann claims low hearts</h1>" in html
    assert "not 2H 4H 6H 7H (in Ann’s own hand)" in html
    assert "Tina\\_b\\_" in markdown
    assert markdown.startswith("# Ruling on event 3: Ann claims low hearts\n")
    file, page = written(tmp_path, text), tmp_path / "ruling.html"
    run("audit", file, "--event", "3", "-o", page)
    assert page.read_text(encoding="utf-8") == html
    assert run("audit", file, "--event", "3", "--md").stdout == markdown
    assert run("audit", file, "--md").exit_code == 2

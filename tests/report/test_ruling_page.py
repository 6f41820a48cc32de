"""Rulings on one page: the question, the answer, the proof or a counterexample; broken records."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

import tracker
from tests.cli.running import run, run_json
from tests.explain.positions import samples
from tests.gap_referee import EVENING
from tests.marks import first
from tracker.analysis import each_filling
from tracker.analysis.conclusions import Ruling, rule
from tracker.explain.gap_why import GapExplanation
from tracker.game.events import Ask, Claim, Gap, Open
from tracker.game.record import Record
from tracker.inference.epistemic import SeatProof
from tracker.knowledge.views import knowledge
from tracker.notation.record_files import dump
from tracker.notation.text import loads
from tracker.render.document import Heading, Line, Sheet
from tracker.render.page.game_data import audit_marks
from tracker.render.registry import as_markdown
from tracker.render.ruling import answer, document, facts, ruling_page

FIVE = """\
seats: Ann Christina Doug Laura Eve Finn
dealer: Doug
hand Ann: 2H 3H 4H 6H 7H 9C QD KS

Doug asks Christina 3H: no
Christina asks Ann QC: no
Ann claims low hearts: Ann rest, Doug 5H: correct
"""
OUT_OF_TURN = FIVE.replace("Christina asks", "Eve asks Christina QC: no\nChristina asks")
LATER = FIVE + "Laura asks Ann 9S: no\n"


def written(folder: Path, text: str) -> Path:
    file = folder / "game.lit"
    file.write_text(text, encoding="utf-8")
    return file


@dataclass
class Section:
    """What stands below one heading of a ruling."""

    heading: str
    lines: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


def sections(ruling: Ruling) -> list[Section]:
    parts: list[Section] = []
    for block in document(ruling):
        match block:
            case Heading(top=False):
                parts.append(Section(block.words))
            case Line(indent=2):
                parts[-1].lines += (block.words.plain,)
            case Sheet():
                parts[-1].rows = tuple(tuple(map(str, row)) for row in block.rows)
    return parts


def sections_by_heading(ruling: Ruling) -> dict[str, Section]:
    return {section.heading: section for section in sections(ruling)}


def test_a_proven_claim() -> None:
    ruling = rule(loads(FIVE), 3)
    assert dict(facts(ruling))["Question"] == (
        "Could Ann prove, before event 3, that low hearts lie so: Ann rest, Doug 5H?"
    )
    assert answer(ruling) == "Yes: in every deal that fits what Ann had seen, the claim is right."
    proof, other, who, _ = sections(ruling)
    assert proof.heading == "Proof"
    assert proof.lines[-1] == (
        "2. 2H 3H 4H 6H 7H are in Ann’s own hand. The 5H is Doug’s, by step 1. "
        "So all the low hearts lie as claimed."
    )
    assert other.lines == ("Nothing else could be proven then.",)
    assert who.lines == ("Ann could prove it since event 1.",)
    assert dict(facts(ruling))["Why"] == (
        "All could see where cards went. Besides that the proof rests on 6 facts: event 1 and "
        "Ann’s own hand (2H 3H 4H 6H 7H). Fewer would not prove it."
    )


def test_what_was_proven_before_a_gap_of_too_many_ways_is_undecided(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(each_filling, "MOST_WAYS", 1)
    ruling = rule(loads(FIVE.replace("QC", "10C/JC")), 3)
    assert ruling.claim.verdict == "undecided"
    assert ruling.claim.provable_since is None
    assert "could prove it" not in as_markdown(ruling)


def test_since_when_it_could_be_proven_is_said_only_where_it_was_worked_out() -> None:
    """A hand that is known in part is asked at the claim only."""
    record = loads(FIVE.replace("9C QD KS", "..."))
    ruling = rule(record, len(record.events))
    assert ruling.claim.verdict == "proven"
    assert ruling.claim.provable_since is None
    who = sections_by_heading(ruling)["Who could have claimed it"]
    assert who.lines == ("Ann could prove it.",)
    assert "from the deal on" not in ruling_page(ruling) + as_markdown(ruling)
    since = {mark["text"] for mark in audit_marks(tracker.audit(record, chances=False))}
    assert since == {"Proven when it is made."}


def test_a_problem_before_the_claim_stands_in_the_ruling(tmp_path: Path) -> None:
    """No clean verdict, and no exit status 0; nothing on standard error."""
    file = written(tmp_path, OUT_OF_TURN)
    result = run("audit", file, "--event", "4")
    assert result.exit_code == 1
    said = " ".join(result.stdout.split())
    assert "No ruling before the record is put right. As it stands: yes, in every deal" in said
    assert "proven, if the record is right" in said
    assert "1 problem up to the claim; event 2: it is Christina's turn, not Eve's" in said
    assert result.stderr == ""
    found = run_json("audit", file, "--event", "4", status=1)
    assert found["verdict"] == "proven"
    assert found["sound"] is False
    assert [problem["event"] for problem in found["problems"]] == [2]


def test_a_problem_after_the_claim_does_not_touch_it(tmp_path: Path) -> None:
    file = written(tmp_path, LATER)
    assert run("check", file).exit_code == 1
    result = run("audit", file, "--event", "3")
    assert result.exit_code == 0
    assert "no problem up to the claim" in result.stdout


NO_HAND = FIVE.replace("hand Ann: 2H 3H 4H 6H 7H 9C QD KS\n", "")


def test_a_hand_that_is_not_known_but_proves_the_claim_whatever_it_was() -> None:
    ruling = rule(loads(NO_HAND), 3)
    assert ruling.claim.verdict == "proven"
    assert answer(ruling).startswith("Yes: in every deal that fits what Ann had seen")
    said = sections_by_heading(ruling)
    assert said["Proof"].lines == sections_by_heading(rule(loads(FIVE), 3))["Proof"].lines
    assert said["Notes"].lines[0] == (
        "The dealt hand of Ann is not known: each that the whole record allows was tried."
    )


def test_a_hand_that_is_not_known_and_a_guess_whatever_it_was() -> None:
    ruling = rule(loads(NO_HAND.replace("3H: no", "3C: no")), 3)
    assert ruling.claim.verdict == "guess"
    assert answer(ruling).startswith("No: it was a guess whatever Ann was dealt, right in ")
    deal, others, _, notes, replay = sections(ruling)
    assert others.lines == ("Nothing could be proven by what everyone had seen.",)
    assert notes.lines[1] == "Judged by what everyone had seen, as the hand of Ann is not known."
    assert len(deal.rows) == 6
    assert [row[0] for row in replay.rows] == ["1", "2"]


def test_a_hand_that_is_not_known_and_decides_it() -> None:
    ruling = rule(loads(NO_HAND.replace("3H: no", "3C: no").replace("correct", "opponents")), 3)
    assert ruling.claim.verdict == "unknown"
    assert answer(ruling) == (
        "No: it was wrong. Whether it was a guess hangs on the dealt hand of Ann, which is not "
        "known."
    )
    proof = SeatProof("Ann", "open", True, {"2H": "Ann", "3H": "Bob"}, {"2H": "Bob", "3H": "Ann"})
    right = replace(ruling.claim, outcome="correct", by_hand=proof)
    assert answer(replace(ruling, claim=right)) == (
        "It hangs on the dealt hand of Ann, which is not known: yes if it was 2H; no if it was 3H."
    )
    notes = sections_by_heading(ruling)["Notes"]
    assert notes.lines[-1] == (
        "With the hand in the record ('hand Ann: CARD …'), this can be ruled on."
    )


@pytest.mark.parametrize("name", first(1, ["pagat-six", "wikipedia-four", "india-eight"]))
def test_the_deal_in_which_a_claim_is_wrong_can_be_replayed(name: str) -> None:
    record = samples()[name]
    judged = tracker.audit(record, chances=False).claims
    guesses = [claim.event for claim in judged if claim.verdict == "guess"]
    assert guesses or name == "india-eight"
    for event in guesses[:2]:
        check_replayed(record, event)


def check_replayed(record: Record, event: int) -> None:
    """The hands fit what the claimant knew; what the page says of each ask is so in them."""
    ruling = rule(record, event)
    deal = ruling.explanation.counterexample
    assert deal is not None
    assert knowledge(ruling.record, ruling.record.hands, event - 1) is not None
    wrong, *_, replay = sections(ruling)
    assert len(wrong.rows) == len(record.seats)
    assert len(replay.rows) == event - 1
    for (_, _, hands), played in zip(replay.rows, record.events, strict=False):
        if isinstance(played, Ask) and not played.irregular:
            entitled, answered = hands.split("; ")
            assert "has no other" not in entitled
            has = "the" if played.answer == "yes" else "no"
            assert answered == f"{played.target} has {has} {played.card}"
        if isinstance(played, Claim) and played.outcome == "correct":
            assert "they lie so: " in hands
    assert "[" in " ".join(row[2] for row in wrong.rows)


def test_a_forgotten_answer_that_the_rest_settles_is_replayed_as_it_was() -> None:
    record = samples()["pagat-six"]
    ask = record.events[63]
    assert isinstance(ask, Ask)
    gap = Gap(Ask, (ask.asker, ask.target, ask.card, Open()))
    events = (*record.events[:63], gap, *record.events[64:])
    ruling = rule(replace(record, events=events), 68)
    *_, replay = sections(ruling)
    assert dict(facts(ruling))["Record"] == (
        "no problem up to the claim; settled by the rest: event 64 was Zoe asks Yusuf QD: yes"
    )
    assert replay.rows[63] == [*sections(rule(record, 68))][-1].rows[63]


SMALL = """\
rules: pagat, deck=custom
book reds: 2H 3H 4H
book blacks: 2S 3S 4S
seats: Ann Bob Carl Dora
sizes: Ann 2 Bob 1 Carl 2 Dora 1
hand Ann: 2H 2S
turn: Ann

"""


def test_a_forgotten_naming_of_which_each_was_wrong() -> None:
    """Ann saw her own hand: the only naming that she had to think possible was right."""
    ruling = rule(loads(f"{SMALL}Ann claims reds: ?: split\n"), 1)
    assert ruling.claim.verdict == "refuted"
    proof, *_ = sections(ruling)
    assert proof.lines == (
        "Each naming that the claim can have been was impossible by then, each for its reasons.",
    )


def test_a_naming_that_nobody_remembers_is_neither_proven_nor_refuted() -> None:
    ruling = rule(loads(f"{SMALL}Ann claims reds: ?: opponents\n"), 1)
    assert answer(ruling) == "It cannot be told: the record does not say what the claim named."
    proof, *_ = sections(ruling)
    assert proof.lines == (
        "The record does not say what the claim named: that can be neither proven nor refuted.",
    )
    assert ruling.explanation.verdict == "undecided"


def test_what_else_could_be_claimed_is_for_each_team_that_may_be_named() -> None:
    text = """\
rules: pagat, deck=custom, claim-other-team=yes
book reds: 2H 3H
book blacks: 2S 3S
seats: Ann Bob Carl Dora
sizes: Ann 2 Bob 1 Carl 0 Dora 1
hand Ann: 2H 3H
turn: Ann

Bob shows 2S
Ann claims reds: Ann 2H 3H: correct
"""
    ruling = rule(loads(text), 2)
    (other,) = [section for section in sections(ruling) if "else" in section.heading]
    assert other.lines == ("Ann could prove blacks as well: Bob 2S, Dora 3S.",)


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
    file = tmp_path / "game.lit"
    dump(loads(text), file)
    page = tmp_path / "ruling.html"
    run("audit", file, "--event", "3", "-o", page)
    assert page.read_text(encoding="utf-8") == html
    assert run("audit", file, "--event", "3", "--md").stdout == markdown
    assert run("audit", file, "--md").exit_code == 2


def test_the_deal_of_a_ruling_that_depends_is_one_of_a_case_without_proof() -> None:
    """Of one way to fill the gaps, which is named; what the rest settles is no longer open."""
    ruling = rule(loads(EVENING), 6)
    assert answer(ruling) == (
        "It depends on what the record leaves open: proven if event 3 has the card 2S; "
        "otherwise guess."
    )
    assert isinstance(ruling.explanation, GapExplanation)
    assert ruling.explanation.fillings[3] == ("Dora asks Carl 4S: no",)
    assert dict(facts(ruling))["Record"] == (
        "no problem up to the claim; not remembered in full: event 3 (Dora asks Carl blacks: no); "
        "settled by the rest: event 1 was Ann asks Bob 3H: yes, event 2 was Ann asks Dora 5H: no, "
        "event 5 was Carl asks Dora 5S: yes"
    )


def test_an_opponent_who_knew_that_a_claim_was_right_could_not_have_made_it() -> None:
    text = EVENING.replace("Carl blacks: no", "Carl 2S: no")
    who = sections_by_heading(rule(loads(text), 6))["Who could have claimed it"]
    assert who.lines[1:] == (
        "Ann could prove it, too.",
        "Bob and Dora, of the other team, could see that it was right.",
    )


def test_a_gap_before_the_claim() -> None:
    """What holds however it is filled is ruled on; else the page says on what it depends."""
    answer_forgotten = rule(loads(FIVE.replace("Christina asks Ann QC", "Christina asks ? QC")), 3)
    assert answer_forgotten.claim.verdict == "proven"
    proof, *_ = sections(answer_forgotten)
    assert proof.lines[0].startswith("1. At event 1 Doug asked Christina for the 3H, so Doug holds")
    card_forgotten = rule(loads(FIVE.replace("Christina 3H", "Christina ?")), 3)
    assert card_forgotten.claim.verdict == "depends"
    assert answer(card_forgotten) == (
        "It depends on what the record leaves open: proven if event 1 has the card 2H, or event 1 "
        "has the card 3H, or event 1 has the card 4H, or event 1 has the card 6H, or event 1 has "
        "the card 7H; otherwise guess."
    )
    wrong, *_, replay = sections(card_forgotten)
    assert "Here event 1 was: Doug asks Christina 2C: no." in wrong.lines[0]
    assert len(wrong.rows) == 6
    assert [row[1] for row in replay.rows] == [
        "Doug asks Christina 2C: no",
        "Christina asks Ann QC: no",
    ]
    assert re.fullmatch(r"Doug has [^;]*\dC[^;]*; Christina has no 2C", replay.rows[0][2])
    stretch = rule(loads(FIVE.replace("Christina asks Ann QC: no", "...")), 3)
    assert "The game with these hands" not in [part.heading for part in sections(stretch)]


def test_short_is_the_question_the_answer_and_why(tmp_path: Path) -> None:
    result = run("audit", written(tmp_path, FIVE), "--event", "3", "--short")
    heads = [line.split()[0] for line in result.stdout.splitlines()[2:] if line[0] != " "]
    assert (result.exit_code, heads) == (0, ["Question", "Answer", "Why"])


def test_a_guess_says_who_else_may_have_had_a_card() -> None:
    ruling = rule(loads(GUESSED), 2)
    assert dict(facts(ruling))["Verdict"] == "guess"
    assert dict(facts(ruling))["Why"] == "Eve too may have the 5H: nothing rules it out."


GUESSED = """\
seats: Ann Christina Doug Laura Eve Finn
dealer: Doug
hand Ann: 2H 3H 4H 6H 7H 9C QD KS

Doug asks Christina 9S: no
Ann claims low hearts: Ann rest, Doug 5H: correct !
"""
CLASHING = FIVE.replace("Christina asks Ann QC: no", "Christina asks Ann 9C: no")


def test_a_record_that_contradicts_itself_gets_a_page(tmp_path: Path) -> None:
    file = written(tmp_path, CLASHING)
    result = run("audit", file, "--event", "3")
    assert (result.exit_code, result.stderr) == (3, "")
    assert "Could Ann prove, before event 3, that low hearts lie so" in result.stdout
    assert "No ruling is possible" in result.stdout
    assert "These cannot all be true" in result.stdout
    assert run_json("audit", file, "--event", "3", status=3)["verdict"] is None
    page = tmp_path / "ruling.html"
    assert run("audit", file, "--event", "3", "-o", page).exit_code == 3
    assert "No ruling is possible" in page.read_text(encoding="utf-8")


def test_of_what_is_no_claim_there_is_no_page_either(tmp_path: Path) -> None:
    result = run("audit", written(tmp_path, CLASHING), "--event", "1")
    assert result.exit_code == 2
    assert "event 1 of the record is not a claim" in result.stderr

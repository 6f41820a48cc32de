"""The marks of the audit on the page's events: where each stands, and what it says."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from tests.analysis.test_review import GAME, reviewed
from tests.report.pages import read_data
from tracker.analysis.audit import audit as audit_of
from tracker.analysis.auditor import AskAudit, Audit, ClaimAudit, Missed
from tracker.analysis.view_history import ReachableClaim
from tracker.game.events import Ask
from tracker.inference.deduction import Verdict
from tracker.notation import text
from tracker.render.page import page
from tracker.render.page.game_data import WORST, audit_marks, worst_moments
from tracker.render.page.view_data import claim_document

RECORD = text.loads("seats: Ann Bob Carl Dora\n\n" + "Ann has 12\n" * 9)


CLAIMS: Final[list[tuple[Verdict, float | None]]] = [
    ("open", 1.0),
    ("open", 1e-9),
    ("proven", 1.0),
    ("impossible", 0.0),
    ("owned", None),
]


def claim(**changes: object) -> ClaimAudit:
    """A guess of Ann's at event 4, right in a quarter of the deals."""
    values = {
        "event": 4,
        "claimant": "Ann",
        "book": "low hearts",
        "holdings": (),
        "outcome": "correct",
        "verdict": "guess",
        "probability": Fraction(1, 4),
        "exact": True,
        "provable_since": None,
        "also_proven_for": (),
        "provable_by": (),
        **changes,
    }
    return ClaimAudit(**values)  # type: ignore[arg-type]


def said(one: ClaimAudit) -> tuple[str, bool]:
    (mark,) = audit_marks(Audit(RECORD, (one,), (), ()))
    assert (mark["event"], mark["kind"], mark["seat"]) == (4, one.verdict, "Ann")
    return mark["text"], mark["slip"]


def test_a_claim_says_how_good_it_was_and_who_knew_better() -> None:
    assert said(claim()) == (
        "A guess, right in 25% of the deals, as Ann sees it. It comes out right.",
        True,
    )
    better = claim(provable_by=("Carl",), also_proven_for=("Carl", "Dora"))
    assert said(better)[0].endswith("Carl could prove it; Ann, who claimed, could not.")
    wrong = claim(provable_by=("Carl",), outcome="split")
    assert said(wrong)[0].endswith(
        "Carl could prove where the cards were; Ann, who claimed, could not."
    )
    proven = claim(verdict="proven", probability=Fraction(1), provable_since=2)
    assert said(proven) == (
        "Proven when it is made. Ann can prove where the cards are since event 2.",
        False,
    )
    wrong = claim(verdict="unknown", outcome="opponents", probability=None)
    assert said(wrong) == (
        "Ann’s hand is not known. Outcome: opponents.",
        True,
    )
    assert said(claim(verdict="unknown")) == (
        "Ann’s hand is not known. As all see it, it is right in 25% of the deals. "
        "It comes out right.",
        False,
    )
    refuted = claim(verdict="refuted", outcome="split", probability=Fraction(0), provable_since=0)
    assert said(refuted)[0] == (
        "Refuted: Ann can know that it is not so. "
        "Ann can prove where the cards are from the deal on. Outcome: split."
    )


def test_what_was_missed_is_marked_where_something_else_was_done() -> None:
    missed = Missed(seat="Bob", book="high clubs", start=5, end=8)
    (mark,) = audit_marks(Audit(RECORD, (), (missed,), ()))
    assert (mark["event"], mark["kind"], mark["slip"]) == (6, "missed", True)
    assert mark["text"].endswith(
        "can prove high clubs here, and does not claim it (until event 8)."
    )
    (at_the_end,) = audit_marks(Audit(RECORD, (), (Missed("Bob", "high clubs", 9, 9),), ()))
    assert at_the_end["event"] == 9


def test_only_asks_in_vain_are_marked() -> None:
    asks = (
        AskAudit(1, "Ann", "sure", None, None, None, True),
        AskAudit(2, "Ann", "dead", None, None, None, True),
        AskAudit(3, "Ann", None, None, None, None, True),
    )
    (mark,) = audit_marks(Audit(RECORD, (), (), asks))
    assert (mark["event"], mark["kind"], mark["slip"]) == (2, "dead", False)


def test_no_number_rounds_to_what_is_certain() -> None:
    """A float may be 1.0 by rounding; only the verdict says that a claim is proven."""
    odds = [
        claim_document(ReachableClaim(verdict, (), probability))["odds"]
        for verdict, probability in CLAIMS
    ]
    assert odds == [">99", "<1", None, None, None]


# -- the review -----------------------------------------------------------------------------------


def test_a_claim_that_the_team_made_later_was_not_missed() -> None:
    lines = "seats: Ann Bob Carl Dora\n\nAnn asks Bob 2C: no\nBob asks Ann 9H: no\n"
    claim_made = "Ann claims low hearts: Ann 2H 3H 4H, Carl 5H 6H 7H: {}\n"
    for outcome, kind in (("correct", "since"), ("split", "missed")):
        record = text.loads(lines + claim_made.format(outcome))
        missed = Missed(seat="Carl", book="low hearts", start=0, end=3)
        made = audit_of(record).claims
        marks = audit_marks(Audit(record, made, (missed,), ()))
        (mark,) = [mark for mark in marks if mark["seat"] == "Carl"]
        assert (mark["kind"], mark["slip"]) == (kind, kind == "missed")
        assert ("does at event 3" in mark["text"]) == (kind == "since")


def test_the_worst_moments_are_posed_with_what_was_better() -> None:
    found = reviewed(GAME)
    posed = worst_moments(found)
    assert len(posed) == min(WORST, len(found.moments))
    for moment, mistake in zip(posed, found.moments, strict=False):
        assert (moment["event"], moment["seat"]) == (mistake.event, mistake.seat)
        assert moment["error"] == round(mistake.error, 2)
        assert moment["better"].keys() & {"ask", "claim"}
        chances = {
            (option.move.card, option.move.target): option.chance or 0.0
            for decision in found.decisions
            if (decision.event, decision.seat) == (mistake.event, mistake.seat)
            for option in decision.options
            if isinstance(option.move, Ask)
        }
        asks = [(ask["card"], ask["seat"]) for ask in moment["asks"]]
        assert sorted(asks) == sorted(chances)
        assert not asks or chances[asks[0]] == max(chances.values())


# -- beside gaps ----------------------------------------------------------------------------------

HAND = "seats: Ann Bob Carl Dora\ndealer: Ann\nhand Ann: 2H 3H 4H 5H 6H {} 2S 3S 4S 5S 6S 10D\n\n"
NAMED = "Ann claims low hearts: Ann 2H 3H 4H 5H 6H, Carl 7H: "


def test_the_page_judges_claims_beside_gaps() -> None:
    """A claim that was missed, or wrong, in a record that nobody can replay."""
    asked = "Ann asks Bob/Dora JD: yes\n"
    missed = text.loads(HAND.format("7H") + f"{asked}Ann asks Bob QD: no")
    wrong = text.loads(
        "rules: pagat, reveal=nothing\n" + HAND.format("9D") + f"{asked}{NAMED}opponents"
    )
    for record, kind in ((missed, "missed"), (wrong, "guess")):
        shown = read_data(page(record))
        assert [mark["kind"] for mark in shown["marks"] if mark["slip"]] == [kind]
        assert shown["review"] == []


def test_a_forgotten_naming_is_said_to_be_that() -> None:
    record = text.loads(
        "rules: pagat, reveal=nothing\n" + HAND.format("9D") + "Ann claims low hearts: ?: opponents"
    )
    (mark,) = [mark for mark in read_data(page(record))["marks"] if mark["kind"] == "undecided"]
    assert mark["text"].startswith("Undecided: the record does not say what the claim named.")

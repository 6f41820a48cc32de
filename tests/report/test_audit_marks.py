"""The marks of the audit on the page's events: where each stands, and what it says."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from tests.report.pages import read_data
from tracker.analysis.audit import audit as audit_of
from tracker.analysis.auditor import AskAudit, Audit, ClaimAudit, Missed
from tracker.analysis.report import game_result
from tracker.analysis.view_history import ReachableClaim, TurnChoice
from tracker.notation import text
from tracker.render.json_form import Json
from tracker.render.page import page
from tracker.render.page.game_data import audit_marks, review
from tracker.render.page.view_data import CERTAIN, LABELS, share

RECORD = text.loads("seats: Ann Bob Carl Dora\n\n" + "Ann has 12\n" * 9)


def marks_of(audit: Audit, choices: Mapping[int, TurnChoice] | None = None) -> list[Json]:
    """The marks of an audit, with what became of the half-suits in its record."""
    return audit_marks(audit, game_result(audit.record).books, choices)


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
    (mark,) = marks_of(Audit(RECORD, (one,), (), ()))
    assert (mark["event"], mark["kind"], mark["seat"]) == (4, one.verdict, "Ann")
    return mark["text"], mark["slip"]


def test_a_claim_says_how_good_it_was_and_who_knew_better() -> None:
    assert said(claim()) == (
        "A guess, right in 25% of the deals, as Ann sees it. It comes out right.",
        True,
    )
    better = claim(provable_by=("Carl",), also_proven_for=("Carl", "Dora"))
    assert said(better)[0].endswith("Carl and Dora could prove it; Ann, who claimed, could not.")
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
    (mark,) = marks_of(Audit(RECORD, (), (missed,), ()))
    assert (mark["event"], mark["kind"], mark["slip"]) == (6, "missed", True)
    assert mark["text"].endswith(
        "can prove high clubs here, and does not claim it (until event 8)."
    )
    (at_the_end,) = marks_of(Audit(RECORD, (), (Missed("Bob", "high clubs", 9, 9),), ()))
    assert at_the_end["event"] == 9


def test_only_asks_in_vain_are_marked() -> None:
    asks = (
        AskAudit(1, "Ann", "sure", None, None, None, True),
        AskAudit(2, "Ann", "dead", None, None, None, True),
        AskAudit(3, "Ann", None, None, None, None, True),
    )
    (mark,) = marks_of(Audit(RECORD, (), (), asks))
    assert (mark["event"], mark["kind"], mark["slip"]) == (2, "dead", True)


def test_no_number_rounds_to_what_is_certain() -> None:
    """A float may be 1.0 by rounding; only the verdict says that a claim is proven."""
    assert LABELS[share(ReachableClaim("open", (), 1.0)) or 0] == ">99"
    assert LABELS[share(ReachableClaim("open", (), 1e-9)) or 0] == "<1"
    assert share(ReachableClaim("proven", (), 1.0)) == CERTAIN
    assert share(ReachableClaim("impossible", None, 0.0)) == 0
    assert share(ReachableClaim("owned", None, None)) is None


# -- the review -----------------------------------------------------------------------------------


def test_a_claim_that_the_team_made_later_was_not_missed() -> None:
    lines = "seats: Ann Bob Carl Dora\n\nAnn asks Bob 2C: no\nBob asks Ann 9H: no\n"
    claim_made = "Ann claims low hearts: Ann 2H 3H 4H, Carl 5H 6H 7H: {}\n"
    for outcome, kind in (("correct", "since"), ("split", "missed")):
        record = text.loads(lines + claim_made.format(outcome))
        missed = Missed(seat="Carl", book="low hearts", start=0, end=3)
        made = audit_of(record).claims
        (mark,) = [m for m in marks_of(Audit(record, made, (missed,), ())) if m["seat"] == "Carl"]
        assert (mark["kind"], mark["slip"]) == (kind, kind == "missed")
        assert ("does at event 3" in mark["text"]) == (kind == "since")


def test_the_worst_moments_come_first_with_what_they_cost() -> None:
    record = text.loads(
        "seats: Ann Bob Carl Dora\n\nAnn asks Bob 2C: no\nBob asks Ann 9H: no\n"
        "Ann asks Dora 3C: no\n"
    )
    best = ("Dora", "4C")
    choices = {
        1: TurnChoice(0.0, best, 0.4, (("Bob", "2C"), best)),
        2: TurnChoice(0.3, ("Carl", "9H"), 0.5, (("Carl", "9H"),)),
        3: TurnChoice(0.2, best, 1.0, (("Dora", "3C"), best)),
    }
    dead = AskAudit(1, "Ann", "dead")
    marks = marks_of(Audit(record, (), (), (dead,)), choices)
    moments = review(record, marks, choices)
    assert [(moment["event"], moment["kind"]) for moment in moments] == [(1, "dead"), (3, "weak")]
    assert [moment["cost"] for moment in moments] == [
        "The turn, and a chance of 40% given up.",
        "The turn, and a chance of 80% given up.",
    ]
    cards = record.table.cards
    assert [moment["asks"][0] for moment in moments] == [4 * cards.index("4C") + 3] * 2


# -- what a slip cost -----------------------------------------------------------------------------

HAND = "seats: Ann Bob Carl Dora\ndealer: Ann\nhand Ann: 2H 3H 4H 5H 6H {} 2S 3S 4S 5S 6S 10D\n\n"
NAMED = "Ann claims low hearts: Ann 2H 3H 4H 5H 6H, Carl 7H: "
ENDINGS = {
    "it is lost": ("", f"{NAMED}opponents", "A half-suit: low hearts goes to Bob+Dora."),
    "it is cancelled": (
        "",
        "Ann claims low hearts: Ann rest, Carl 2H: split",
        "A half-suit: low hearts is lost to both teams.",
    ),
    "it stays, and is won": (
        "wrong-split=stays",
        f"Ann claims low hearts: Ann rest, Carl 2H: split; shown Ann rest, Carl 7H\n{NAMED}correct",
        "Nothing in the end: low hearts goes to Ann+Carl.",
    ),
    "a point": (
        "opponent-holds=minus-one",
        f"{NAMED}opponents; shown Ann rest, Bob 7H",
        "A point.",
    ),
    "a forgotten outcome": (
        "wrong-split=stays, opponent-holds=minus-one",
        f"{NAMED}?\nAnn asks Bob JD: no",
        "A gap decides that: it is not known who wins low hearts.",
    ),
}


@pytest.mark.parametrize(("rules", "events", "cost"), ENDINGS.values(), ids=ENDINGS)
def test_a_wrong_claim_costs_what_became_of_the_half_suit(
    rules: str, events: str, cost: str
) -> None:
    head = "rules: " + ", ".join(filter(None, ("pagat", rules))) + "\n"
    shown = page(text.loads(head + HAND.format("9D") + events))
    marks = [mark for mark in read_data(shown)["marks"] if mark["kind"] in ("guess", "refuted")]
    assert [mark["cost"] for mark in marks] == [cost]
    assert ("Cost: 1 half-suit" in shown) == cost.startswith("A half-suit")
    assert ("Cost: 1 point" in shown) == (cost == "A point.")


def test_the_page_judges_claims_beside_gaps() -> None:
    """A claim that was missed, or wrong, in a record that nobody can replay."""
    asked = "Ann asks Bob/Dora JD: yes\n"
    missed = text.loads(HAND.format("7H") + f"{asked}Ann asks Bob QD: no")
    wrong = text.loads(
        "rules: pagat, reveal=nothing\n" + HAND.format("9D") + f"{asked}{NAMED}opponents"
    )
    for record, cost in (
        (missed, "A half-suit, provable and not said: low hearts is not won."),
        (wrong, "A half-suit: low hearts goes to Bob+Dora."),
    ):
        costs = [mark["cost"] for mark in read_data(page(record))["marks"] if mark["slip"]]
        assert costs == [cost]


def test_a_missed_claim_of_a_half_suit_that_was_won_cost_nothing() -> None:
    lines = "Ann asks Bob JD: no\nBob claims low hearts: Bob rest, Dora 2H: opponents\n"
    record = text.loads(HAND.format("7H") + lines)
    shown = page(record)
    (mark,) = [mark for mark in read_data(shown)["marks"] if mark["kind"] == "missed"]
    assert mark["cost"] == "Nothing in the end: low hearts goes to Ann+Carl."
    assert "not said" not in shown


def test_a_forgotten_naming_is_said_to_be_that() -> None:
    record = text.loads(
        "rules: pagat, reveal=nothing\n" + HAND.format("9D") + "Ann claims low hearts: ?: opponents"
    )
    (mark,) = [mark for mark in read_data(page(record))["marks"] if mark["kind"] == "undecided"]
    assert mark["text"].startswith("Undecided: the record does not say what the claim named.")


def test_nobody_is_said_to_know_less_than_they_may() -> None:
    """Who makes a claim that all saw to be wrong may know all the same where the cards are."""
    refuted = claim(verdict="refuted", outcome="split", provable_by=("Carl",))
    assert said(refuted)[0].endswith("Carl could prove where the cards were.")

"""The library's front: whatever a command answers in one call, and errors that are its own."""

from __future__ import annotations

import re
from typing import Any

import pytest

import tracker
from tests import SAMPLES
from tests.cli.running import run_json
from tracker.inference.deduction import Deduction
from tracker.knowledge.views import View
from tracker.sat import DealSolver, Placements

PAGAT = SAMPLES / "pagat-six.lit"
GAME = """\
seats: Ann Bob Carl Dora Eve Finn
dealer: Ann
hand Ann: 2C 3C 9D 10D 5D QH 4S KS
hand Carl: 2D 3D 4D 6D 7D 2H 3H 4H
Ann asks Bob KH: yes
"""


@pytest.fixture(scope="module")
def record() -> tracker.Record:
    return tracker.loads(GAME)


# -- views ----------------------------------------------------------------------------------------

ANN_AND_CARL = ["Ann+Carl", "carl+ANN", "c+an", ("Ann", "Carl"), ["Carl", "Ann"]]


@pytest.mark.parametrize("view", ANN_AND_CARL, ids=str)
def test_a_pooled_view_however_it_is_said(record: tracker.Record, view: Any) -> None:
    assert tracker.view_of(record, view) == View(record.hands)
    assert tracker.deduce(record, view=view).view == "Ann+Carl"


@pytest.mark.parametrize("view", ["public", "Public", None, (), View()], ids=str)
def test_the_public_view_however_it_is_said(record: tracker.Record, view: Any) -> None:
    assert tracker.deduce(record, view=view).view == "public"


def test_every_call_takes_every_kind_of_view(record: tracker.Record) -> None:
    for view in ("ann", ("Ann",), tracker.view_of(record, "Ann")):
        assert tracker.deduce(record, view=view).view == "Ann"
        assert tracker.odds(record, view=view).deduction.view == "Ann"
        assert tracker.claims(record, view=view) == tracker.claims(record, view="Ann")
        assert tracker.why(record, "2C", "Ann", view=view).view == "Ann"
        assert list(tracker.timeline(record, views=[view]).start) == ["Ann"]
        assert [*next(tracker.follow(record, views=[view])).deductions] == ["Ann"]


def test_a_single_name_is_one_view_to_follow(record: tracker.Record) -> None:
    assert [*next(tracker.follow(record, views="Ann")).deductions] == ["Ann"]
    assert [*next(tracker.follow(record)).deductions] == ["public"]


def test_the_command_line_takes_the_same_names() -> None:
    for name in ("Marta", "marta", "mar"):
        assert run_json("show", PAGAT, "--as", name, "--at", "20")["view"] == "Marta"
        assert run_json("claims", PAGAT, "--team", name, "--at", "20")["claims"]
        assert run_json("timeline", PAGAT, "--as", name)["events"][0]["bits"].keys() == {"Marta"}


def test_a_view_with_a_supposed_hand(record: tracker.Record) -> None:
    supposed = View((tracker.Hand("Bob", ("KH", "AH"), whole=False),))
    with tracker.deduce(record, view=supposed) as deduction:
        assert deduction.holders("AH") == ("Bob",)
        assert deduction.view == "Bob"


# -- teams ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("team", ["Ann", "ann", "Ann+Carl+Eve", ("Eve", "Ann", "Carl"), ["Ann"]])
def test_a_team_however_it_is_said(record: tracker.Record, team: Any) -> None:
    with tracker.deduce(record) as deduction:
        assert deduction.claim("low hearts", team).team == ("Ann", "Carl", "Eve")
        assert deduction.claim("LH", team).verdict == "open"


@pytest.mark.parametrize("team", ["Ann+Carl", "Ann+Bob", "", "Zoe", ()])
def test_what_is_no_team(record: tracker.Record, team: Any) -> None:
    with tracker.deduce(record) as deduction, pytest.raises(tracker.RecordError):
        deduction.claim("low hearts", team)


# -- errors ---------------------------------------------------------------------------------------


def test_wrong_kinds_raise_errors_of_the_package(record: tracker.Record) -> None:
    wrong: list[Any] = [
        lambda: tracker.deduce("game.lit"),  # type: ignore[arg-type]
        lambda: tracker.deduce(record, view=7),  # type: ignore[arg-type]
        lambda: tracker.deduce(record, view=("Ann", 7)),  # type: ignore[arg-type]
        lambda: tracker.deduce(record, at="3"),  # type: ignore[arg-type]
        lambda: tracker.deduce(record).holders(5),  # type: ignore[arg-type]
        lambda: tracker.deduce(record).claim(3, "Ann"),  # type: ignore[arg-type]
        lambda: tracker.deduce(record).claim("LH", 3),  # type: ignore[arg-type]
        lambda: tracker.why(record, "2C"),
        lambda: tracker.why(record, "2C", "Ann", claim="LH: Ann rest"),
        lambda: tracker.check("game.lit"),  # type: ignore[arg-type]
        lambda: tracker.audit(None),  # type: ignore[arg-type]
        lambda: tracker.timeline(GAME),  # type: ignore[arg-type]
        lambda: tracker.report(GAME),  # type: ignore[arg-type]
        lambda: tracker.replay(GAME),  # type: ignore[arg-type]
        lambda: list(tracker.follow(GAME)),  # type: ignore[arg-type]
        lambda: tracker.loads(3),  # type: ignore[arg-type]
        lambda: tracker.dumps(GAME),  # type: ignore[arg-type]
    ]
    for call in wrong:
        with pytest.raises(tracker.WrongTypeError) as caught:
            call()
        assert isinstance(caught.value, TypeError)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda r: tracker.deduce(r, view="Anne"), "did you mean 'Ann'?"),
        (lambda r: tracker.deduce(r, view="Ann+Crl"), "did you mean 'Carl'?"),
        (lambda r: tracker.deduce(r).holders("9Z"), "'9Z' is not a card of this deck (no8"),
        (lambda r: tracker.deduce(r).holders("8C"), "'8C' is not a card of this deck (no8"),
        (lambda r: tracker.deduce(r).claim("low harts", "Ann"), "did you mean 'low hearts'?"),
        (lambda r: tracker.deduce(r, at=2), "there is no moment 2 (expected 0 to 1 events)"),
        (lambda r: tracker.why(r, "2C", "Fin2"), "did you mean 'Finn'?"),
        (lambda r: tracker.why(r, "2X", "Ann"), "'2X' is not a card"),
        (lambda r: tracker.deduce(r, view=View((tracker.Hand("Zoe", ()),))), "'Zoe' is not a seat"),
        (lambda r: tracker.rule(r, 1), "event 1 of the record is not a claim"),
        (lambda r: tracker.knows_chain(r, [], "low clubs"), "a chain has one seat at least"),
        (lambda r: tracker.dumps(r, form="xml"), "'xml' is no form to write"),
    ],
)
def test_names_that_mean_nothing_are_quoted(record: tracker.Record, call: Any, said: str) -> None:
    with pytest.raises(tracker.RecordError, match=re.escape(said)):
        call(record)


def test_two_seats_that_begin_alike() -> None:
    record = tracker.loads("seats: Max Mara Bob Dora\ndealer: Max\n")
    with pytest.raises(tracker.RecordError, match="'ma' could be Max or Mara"):
        tracker.deduce(record, view="ma")


def test_cards_in_any_form(record: tracker.Record) -> None:
    with tracker.deduce(record, view="Ann") as deduction:
        assert deduction.holders("k♥") == deduction.holders("KH") == ("Ann",)
        assert deduction.status("td") == "own"


# -- closing --------------------------------------------------------------------------------------


def test_a_closed_solver_says_so(record: tracker.Record) -> None:
    solver = DealSolver(Placements(record.table.cards, record.seats))
    solver.close()
    with pytest.raises(tracker.ClosedError, match="this DealSolver is closed"):
        solver.find()


# -- one call for a command -----------------------------------------------------------------------


def test_the_version_is_the_distributions() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+.*", tracker.__version__)


# -- looks ----------------------------------------------------------------------------------------


def test_what_a_prompt_shows(record: tracker.Record) -> None:
    with tracker.odds(record, view="Ann") as odds:
        assert repr(odds.deduction) == "<Deduction: Ann at 1, 9 of 48 cards certain>"
        assert repr(odds).startswith("<Odds: Ann at 1, ")


def test_what_a_notebook_shows() -> None:
    evil = tracker.loads(
        GAME.replace("dealer: Ann", "title: <script>alert(1)</script>\ndealer: Ann")
    )
    deduction: Any = tracker.deduce(evil, view="Ann")
    shown = deduction._repr_html_()
    for word in ("low clubs", "2C", "KH", "Ann asks Bob KH: yes", "✔", "■"):
        assert word in shown
    assert "<script" not in shown
    audit: Any = tracker.audit(tracker.load(SAMPLES / "skat-four.lit"))
    audited = audit._repr_html_()
    assert "Missed claims" in audited
    assert "Verdict" in audited


def test_a_kept_deduction_is_one_of_its_kind(record: tracker.Record) -> None:
    moment = next(tracker.follow(record))
    assert isinstance(moment.deductions["public"], Deduction)

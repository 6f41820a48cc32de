"""Where no honest number can be had, none is shown, and nothing that is certain is lost."""

from __future__ import annotations

import re

import pytest

import tracker
from tests import SAMPLES
from tests.cli.running import run, run_json
from tests.report.pages import read_data, unpacked
from tracker.counting import BEYOND
from tracker.counting.engine import NumpyEngine
from tracker.errors import UndecidedError
from tracker.render.page import page

PAGAT = SAMPLES / "pagat-six.lit"


@pytest.fixture(autouse=True)
def beyond(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every position is beyond the budget of counting."""

    def refuse(_: NumpyEngine) -> int:
        raise UndecidedError(BEYOND)

    monkeypatch.setattr(NumpyEngine, "total", property(refuse))


def test_verdicts_are_there_without_odds() -> None:
    document = run_json("claims", PAGAT, "--at", "60", "--as", "Marta")
    assert document["exact"] is False
    for claim in document["claims"]:
        sure = {"proven": 1, "impossible": 0}.get(claim["verdict"])
        assert claim["probability"] == sure
        assert claim["owned"] == (1 if claim["verdict"] == "owned" else sure)
    assert any(claim["probability"] is None for claim in document["claims"])
    assert "?" in run("claims", PAGAT, "--at", "60").stdout


def test_deals_say_that_their_number_is_unknown() -> None:
    document = run_json("deals", PAGAT, "--at", "60")
    assert document["count"] is None
    assert document["bits"] is None
    assert document["exact"] is False
    chances = [p for seats in document["probability"].values() for p in seats.values()]
    assert {None, 1.0} == set(chances)
    assert "beyond the budget of exact counting" in run("deals", PAGAT, "--at", "60").stdout


def test_the_audit_judges_without_odds() -> None:
    with_odds = {26: "refuted", 55: "guess", 68: "guess", 96: "proven"}
    claims = {claim["event"]: claim for claim in run_json("audit", PAGAT)["claims"]}
    for event, verdict in with_odds.items():
        assert claims[event]["verdict"] == verdict
        sure = {"proven": 1, "refuted": 0}.get(verdict)
        assert claims[event]["probability"] == sure
    assert run("audit", PAGAT).exit_code == 0


@pytest.mark.parametrize(
    "command",
    [["timeline"], ["report"], ["report", "--json"], ["asks", "--at", "60"]],
    ids=" ".join,
)
def test_what_is_about_bits_says_why_it_has_none(command: list[str]) -> None:
    result = run(command[0], PAGAT, *command[1:])
    assert result.exit_code == 2
    assert "beyond the budget of exact counting" in result.stderr


def test_a_page_is_made_without_bits() -> None:
    record = tracker.load(PAGAT)
    made = page(record.with_events(record.events[:40]))
    views = read_data(made)["views"]
    assert {moment["bits"] for view in views for moment in view["moments"]} == {None}
    assert any(view["why"] for view in views)
    told = re.sub("<script>.*?</script>", "", unpacked(made), flags=re.DOTALL)
    assert not re.search(r"\bnan\b", told, re.IGNORECASE)


def test_odds_say_so_at_a_prompt() -> None:
    with tracker.odds(tracker.load(PAGAT), at=60) as odds:
        assert "unknown" in repr(odds)

"""Entering a half-remembered game: gaps are taken in, and closed by what follows."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

import tracker
from tests.entry.sessions import begun, enter, refused
from tests.inference.test_completions import games
from tests.marks import first
from tracker.analysis.check import CONTRADICTION
from tracker.entry.checked_record import check_record
from tracker.entry.session import Session
from tracker.game.events import Ask, Missing, Now
from tracker.inference.completions import CompletionWalk
from tracker.notation.text import format_event


def said(session: Session) -> list[str]:
    """The statements of the record."""
    return [format_event(event, session.record) for event in session.record.events]


GAPS: Final = ("...", "... asks", "... 2 asks", "Ann asks ? ?: ?", "Ann asks Bob KH: ?")
OUT_OF_PLACE: Final = {
    "out of turn": ("Carl asks Bob 2H: no", ()),
    "a teammate": ("Ann asks Carl 3H: no", ("teammate",)),
    "themselves": ("Ann asks Ann 3H: no", ("teammate",)),
    "settled": ("Ann asks Bob 2C: yes", ("closed-book",)),
    "a card that another got": ("Ann asks Dora 2H: yes", ("answer",)),
}
"""Statements after ``Bob asks Ann 2H: yes`` and ``Bob asks Ann 9S: no``, and rules they break."""


@pytest.mark.parametrize("rules", first(1, ["pagat", "pagat, forced-claims=yes"]))
@pytest.mark.parametrize("gap", GAPS)
def test_after_a_gap_it_is_checked_as_before(tmp_path: Path, gap: str, rules: str) -> None:
    header = f"rules: {rules}\nseats: Ann Bob Carl Dora\ndealer: Ann\n"
    with begun(tmp_path, header) as session:
        enter(session, "Ann claims low clubs: Ann 2C 3C 4C 5C 6C 7C: correct", gap)
        enter(session, "Bob asks Ann 2H: yes", "Bob asks Ann 9S: no")
        for slip, (line, codes) in OUT_OF_PLACE.items():
            if slip == "out of turn" and gap == "..." and "forced" in rules:
                continue  # claims may be forced by then: nobody knows whose turn it is
            refusal = refused(session, line)
            assert set(codes) <= {broken.violation.code for broken in refusal.broken}
        assert len(session.record.events) == 4
        assert session.problems == ()
        enter(session, "Ann asks Bob 9H: no")


@pytest.mark.parametrize("gap", first(2, ["...", "... asks", "... 2 asks"]))
def test_who_was_refused_nothing_goes_on_past_a_stretch(tmp_path: Path, gap: str) -> None:
    header = "rules: pagat\nseats: Ann Bob Carl Dora Eve Finn\ndealer: Ann\n"
    with begun(tmp_path, header) as session:
        enter(session, gap, "Bob asks Ann 5H: no")
        for line in ("Carl asks Bob 6H: no", "Bob asks Ann 6H: no", "Carl asks Bob 6H: yes"):
            refusal = refused(session, line)
            assert {broken.violation.code for broken in refusal.broken} == {"turn"}
        enter(session, "Ann asks Bob 6H: no")


def test_what_does_not_fit_past_a_stretch_is_a_problem_as_for_check(tmp_path: Path) -> None:
    header = "seats: Ann Tom Carl Dora Eve Finn\ndealer: Ann\n"
    events = "...\nTom asks Tom 2H: no\nTom asks Ann 2H: no\nFinn asks Ann 3H: no\n"
    with begun(tmp_path, header + events) as session:
        found, wanted = (
            [(each.event, each.code) for each in problems if each.code != CONTRADICTION]
            for problems in (session.problems, tracker.check(session.record).problems)
        )
        assert (2, "teammate") in found
        assert found == wanted


@pytest.mark.parametrize("name", first(1, ["pagat-six", "no2-twelve"]))
def test_a_real_game_with_a_stretch_that_is_missing_is_never_refused(name: str) -> None:
    record = tracker.load(Path("samples") / f"{name}.lit")
    for at, lost in ((3, 1), (17, 2), (30, 5)):
        is_asks = all(isinstance(event, Ask) for event in record.events[at : at + lost])
        asks = Missing(only_asks=True, asks=lost if at < 30 else None)
        for gap in [Missing(), *([asks] if is_asks else [])]:
            events = (*record.events[:at], gap, *record.events[at + lost : at + 25])
            assert check_record(record.with_events(events)).problems == ()


def test_where_there_are_too_many_ways_rules_that_all_can_see_are_still_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_many(*_: object) -> None:
        raise tracker.UndecidedError("too many ways")

    with begun(tmp_path, "seats: Ann Bob Carl Dora Eve Finn\ndealer: Ann\n") as session:
        enter(session, "Ann claims low clubs: Ann rest: correct")
        monkeypatch.setattr(CompletionWalk, "go_on", too_many)
        enter(session, "Ann asks Bob KH: ?")
        assert "only the rules that everyone can see are checked" in str(session.obstacle)
        enter(session, "Dora asks Ann 2H: no")
        assert refused(session, "Ann asks Carl 3H: no").broken
        assert refused(session, "Ann asks Bob 2C: no").broken
        enter(session, "Ann asks Bob ?: yes", "Dora asks Eve 2H: yes")


@pytest.mark.parametrize("seed", first(1, range(3)))
def test_what_is_wrong_with_tiny_games_with_gaps(seed: int) -> None:
    source = games(seed * 100_000 + 70_000)
    for _ in range(12):
        record, _, _ = next(source)
        checked = check_record(record.with_events(()))
        for number in range(1, len(record.events) + 1):
            checked = checked.to(record.with_events(record.events[:number]))
        wanted = [(problem.event, problem.code) for problem in tracker.check(record)]
        assert [(problem.event, problem.code) for problem in checked.problems] == wanted
        slip = Now(record.seats[0], (record.table.cards[0],))
        wrong = checked.to(record.with_events((*record.events, slip)))
        codes = {problem.code for problem in tracker.check(wrong.record)}
        assert (CONTRADICTION in codes) == bool(wrong.contradictions)

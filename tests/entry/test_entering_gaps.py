"""Entering a half-remembered game: gaps are taken in, and closed by what follows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import tracker
from tests.entry.sessions import begun, enter, refused
from tests.inference.test_completions import games
from tests.marks import first
from tests.strategies import seed_games
from tracker.analysis.check import CONTRADICTION
from tracker.entry.checked_record import check_record
from tracker.entry.session import Session
from tracker.game.events import Now
from tracker.game.replay import replay_of
from tracker.inference.completions import CompletionWalk
from tracker.notation.text import format_event
from tracker.play.game import dealt


def said(session: Session) -> list[str]:
    """The statements of the record."""
    return [format_event(event, session.record) for event in session.record.events]


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


@pytest.mark.parametrize("seed", first(1, range(3)))
def test_a_true_note_of_a_hand_contradicts_nothing_that_happened(seed: int) -> None:
    rng = Random(seed)
    for whole in seed_games(seed, 40, max_deals=500):
        at, seat = rng.randint(0, len(whole.events)), rng.choice(whole.seats)
        held = replay_of(whole).state(at).hands_of(dealt(whole))[seat]
        events = (*whole.events[:at], Now(seat, tuple(held)), *whole.events[at:])
        assert not check_record(replace(whole, hands=()).with_events(events)).contradictions

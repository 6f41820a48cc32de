"""The session: what each operation does, and what it refuses."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

import tracker
from tests.entry.sessions import HEADER, begun, enter, on_disk
from tracker.entry.record_file import remember_view, remembered_view
from tracker.entry.session import Change, Session
from tracker.notation.text import format_event
from tracker.render.document import written
from tracker.render.entry_words import (
    change_lines,
    change_report,
    events_report,
    problems_report,
)


def said(session: Session) -> list[str]:
    """The events of the session as they are written, which is as the file has them."""
    if not session.in_branch:
        assert on_disk(session) == session.record
    return [format_event(event, session.record) for event in session.record.events]


def test_what_is_proven_and_what_is_not_any_more_is_said(tmp_path: Path) -> None:
    header = "rules: pagat, deck=custom\nbook reds: 2H 3H\nbook blacks: 2S 3S\n"
    hands = "seats: Ann Bob Carl Dora\nhand Ann: 2H\ndealer: Ann\n"
    with begun(tmp_path, header + hands, view="Ann") as session:
        assert written(events_report(session.record, 1, 9), 80).strip() == "No event yet."
        change = enter(session, "Ann asks Bob 3H: yes")
        assert "proven now: reds (Ann+Carl): Ann rest" in change_lines(change, session)
        assert "not proven any more: reds (Ann+Carl)" in change_lines(session.undo(), session)


def test_a_record_that_contradicts_itself_can_be_mended(tmp_path: Path) -> None:
    with begun(tmp_path, "seats: Ann Bob Carl Dora Eve Finn\ndealer: Ann\n") as session:
        enter(session, "Ann asks Bob 6H: no", "Bob asks Ann 5H: yes")
        session.comment("said twice", 1)
        session.edit(1, "Ann asks Bob 5H: no")
        assert session.record.events[0].comment == "said twice", "the old one stays"
        assert [problem.event for problem in session.problems] == [2]
        first = session.remedies()[0]
        session.mend(first)
        assert session.problems == ()
        assert on_disk(session) == session.record
        with pytest.raises(tracker.RecordError, match="no statement was refused"):
            session.remedies()


def test_what_was_done_in_an_earlier_session_can_be_undone(tmp_path: Path) -> None:
    with begun(tmp_path) as session:
        before = session.record
        path = session.store.path
        enter(session, "Ann asks Bob KH: no")
    with Session.open(path) as later:
        assert later.is_unchanged
        later.remember(before)
        later.undo()
        assert said(later) == []
        later.redo()
        assert said(later) == ["Ann asks Bob KH: no"]


def test_undo_works_where_the_seat_looked_from_goes_with_it(tmp_path: Path) -> None:
    with begun(tmp_path, "seats: Ann Bob Carl Dora\n") as session:
        session.look_as("public")
        enter(session, "seats: Ann Bob Carl Zoe", "hand Zoe: 2H ...")
        session.look_as("Zoe")
        session.undo()
        assert session.view == "Zoe"
        session.undo()
        assert session.view == "public"
        assert session.record.seats[3] == "Dora"
        session.redo()
        assert session.record.seats[3] == "Zoe"


def test_a_record_with_problems_can_be_mended(tmp_path: Path) -> None:
    broken = HEADER + "Ann asks Bob KH: no\nBob asks Ann 2C: no\nAnn asks Bob 2C: no\n"
    with begun(tmp_path, broken, view="Ann") as session:
        assert {problem.event for problem in session.problems} == {2, 3}
        assert session.progress is None
        assert "event 2 (Bob asks Ann 2C: no); Ann’s own hand: Ann holds the 2C." in written(
            problems_report(session), 200
        )
        with pytest.raises(tracker.ContradictionError):
            session.deduction()
        session.look_at(1)
        with session.deduction() as deduction:
            assert deduction.at == 1
        session.edit(2, "Bob asks Ann 2C: yes")
        assert isinstance(session.edit(3, "Bob asks Ann 3C: yes"), Change)
        assert session.problems == ()
        assert session.progress is not None


def test_what_is_not_found_out_is_no_contradiction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_hard(*_: object, **__: object) -> None:
        raise tracker.UndecidedError

    with begun(tmp_path) as session:
        monkeypatch.setattr("tracker.entry.session.deduce", too_hard)
        change = session.enter("Ann asks Bob KH: yes")
        assert isinstance(change, Change)
        assert session.problems == ()
        console = Console(width=300, record=True, file=io.StringIO())
        console.print(change_report(change, session))
        said = console.export_text()
        assert "contradicts itself" not in said
        assert str(tracker.UndecidedError()) in said


def test_the_view_of_each_file_is_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    remember_view("game.lit", "Ann")
    remember_view("other.lit", "Bob")
    assert [remembered_view(name) for name in ("game.lit", "other.lit")] == ["Ann", "Bob"]


def test_no_home_folder_is_no_reason_to_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    monkeypatch.chdir(tmp_path)
    remember_view("game.lit", "Ann")
    assert remembered_view("game.lit") is None
    assert not list(tmp_path.iterdir())

"""The session: what each operation does, and what it refuses."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

import tracker
from tests.entry.sessions import HEADER, begun, enter, on_disk
from tracker.entry.record_file import ChangedError, Store, remember_view, remembered_view
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


def test_a_change_says_what_it_told_the_view(tmp_path: Path) -> None:
    with begun(tmp_path, view="Ann") as session:
        change = enter(session, "Ann asks Bob KH: yes")
        assert change.news is not None
        assert change.number == 1
        assert change.news.placed == {"KH": "Ann"}
        assert change.news.least > 1
        with tracker.deduce(session.record, view="Ann") as deduction:
            assert session.progress is not None
            assert dict(session.progress.holders) == deduction.all_holders()


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


def test_what_contradicts_a_hand_that_the_view_does_not_see_stops_it_where_nothing_is_open(
    tmp_path: Path,
) -> None:
    denied = HEADER + "hand Bob: KH ...\nAnn asks Bob KH: no\n"
    session = begun(tmp_path, denied, view="public")
    with session, pytest.raises(tracker.ContradictionError, match="event 1"):
        session.deduction()
    with begun(tmp_path, denied + "...\n", view="public") as session:
        assert [problem.event for problem in session.problems] == [1]
        with session.deduction() as deduction:
            assert deduction.at == 2


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


def test_a_second_session_is_noticed_and_nothing_lost(tmp_path: Path) -> None:
    with begun(tmp_path) as one, Session.open(one.store.path) as two:
        enter(one, "Ann asks Bob KH: yes")
        with pytest.raises(ChangedError, match="changed by somebody else"):
            two.enter("Ann asks Bob 2S: no")
        assert two.record.events == ()
        two.reload()
        enter(two, "Ann asks Bob 2S: no")
        assert len(on_disk(two).events) == 2
        two.undo()
        two.undo()
        assert on_disk(two).events == ()
        two.store.path.unlink()
        with pytest.raises(tracker.RecordError, match="is not there any more"):
            two.reload()
        two.store.path.mkdir()
        assert two.store.has_changed()


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


def test_a_view_that_needs_an_unknown_hand(tmp_path: Path) -> None:
    with begun(tmp_path) as session:
        with pytest.raises(tracker.MissingHandError, match="hand Bob"):
            session.look_as("Bob")
        assert session.view == "public"
        enter(session, "hand Bob: 2H ...")
        session.look_as("Bob")
        session.undo()
        assert session.progress is None
        assert session.obstacle is not None
        enter(session, "Ann asks Bob KH: yes")


def test_a_new_file_is_there_from_the_first_change_on(tmp_path: Path) -> None:
    store = Store(tmp_path / "new.lit")
    assert store.read() is None
    with Session(store, tracker.loads(HEADER)) as session:
        enter(session, "Ann asks Bob KH: yes")
        assert len(on_disk(session).events) == 1


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

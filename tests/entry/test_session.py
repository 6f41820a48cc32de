"""The session: what each operation does, and what it refuses."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

import tracker
from tests.entry.sessions import HEADER, begun, enter, on_disk, refused
from tracker.entry.record_file import ChangedError, Store, remember_view, remembered_view
from tracker.entry.refusal import Refusal
from tracker.entry.session import Change, Session
from tracker.inference.follow import Follower
from tracker.notation.text import dumps, format_event
from tracker.render.entry_words import change_report


def said(session: Session) -> list[str]:
    """The events of the session as they are written, which is as the file has them."""
    if not session.in_branch:
        assert on_disk(session) == session.record
    return [format_event(event, session.record) for event in session.record.events]


def test_statements_are_accepted_and_saved_at_once(tmp_path: Path) -> None:
    with begun(tmp_path) as session:
        for line in ("a > b kh y", "Ann asked Bob for the two of spades, no", "carl 6d n"):
            enter(session, line)
        assert said(session) == [
            "Ann asks Bob KH: yes",
            "Ann asks Bob 2S: no",
            "Bob asks Carl 6D: no",
        ]


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


def test_a_broken_rule_is_refused_with_the_event_that_made_it_so(tmp_path: Path) -> None:
    with begun(tmp_path) as session:
        enter(session, "Ann asks Bob KH: yes", "Ann asks Bob 2S: no")
        refusal = refused(session, "Ann asks Bob 3S: no")
        assert [(one.violation.code, one.since) for one in refusal.broken] == [("turn", 2)]
        assert len(said(session)) == 2


def test_an_impossible_statement_is_refused_with_what_it_contradicts(tmp_path: Path) -> None:
    with begun(tmp_path) as session:
        enter(session, "Ann asks Bob KH: no")
        refusal = refused(session, "Bob asks Ann 2C: no")
        assert refusal.impossible
        assert refusal.conflict is not None
        assert len(refusal.conflict.because) == 2
        assert said(session) == ["Ann asks Bob KH: no"]


def test_a_refused_statement_can_be_kept_as_irregular(tmp_path: Path) -> None:
    with begun(tmp_path) as session:
        refused(session, "Bob asks Ann KH: no")
        change = session.insist()
        assert isinstance(change, Change)
        assert said(session) == ["Bob asks Ann KH: no !"]
        assert session.problems == ()
        with pytest.raises(tracker.RecordError, match="no statement was refused"):
            session.insist()


def test_a_refused_statement_can_be_made_fit_by_mending_an_earlier_event(tmp_path: Path) -> None:
    with begun(tmp_path) as session:
        enter(session, "Ann asks Bob KH: no", "Bob asks Carl QD: no", "Carl asks Bob AH: yes")
        refusal = refused(session, "Carl asks Bob KH: yes")
        assert refusal.impossible
        remedies = session.remedies()
        assert remedies
        session.mend(remedies[0])
        assert session.problems == ()
        assert len(said(session)) >= 3


def test_a_change_in_the_middle_shows_what_fits_no_longer_and_loses_nothing(
    tmp_path: Path,
) -> None:
    with begun(tmp_path) as session:
        enter(session, "Ann asks Bob KH: no", "Bob asks Carl QD: no", "Carl asks Bob AH: yes")
        change = session.edit(1, "Ann asks Bob KH: yes")
        assert isinstance(change, Change)
        assert [(one.event, one.code) for one in change.fresh] == [(2, "turn")]
        assert len(said(session)) == 3
        assert on_disk(session) == session.record
        undone = session.undo()
        assert undone.gone
        assert session.problems == ()


def test_a_record_that_contradicts_itself_can_be_mended(tmp_path: Path) -> None:
    with begun(tmp_path, "seats: Ann Bob Carl Dora Eve Finn\ndealer: Ann\n") as session:
        enter(session, "Ann asks Bob 6H: no", "Bob asks Ann 5H: yes")
        session.edit(1, "Ann asks Bob 5H: no")
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


def test_an_edit_that_does_not_fit_what_came_before_is_refused(tmp_path: Path) -> None:
    with begun(tmp_path) as session:
        enter(session, "Ann asks Bob KH: no", "Bob asks Carl QD: no")
        refusal = session.edit(2, "Ann asks Bob 9H: no")
        assert isinstance(refusal, Refusal)
        assert said(session) == ["Ann asks Bob KH: no", "Bob asks Carl QD: no"]


def test_insert_and_delete(tmp_path: Path) -> None:
    with begun(tmp_path) as session:
        enter(session, "Ann asks Bob KH: yes", "Ann asks Bob 2S: no")
        session.insert(2, "Ann asks Bob AH: yes")
        assert said(session)[1] == "Ann asks Bob AH: yes"
        session.insert(4, "Bob asks Ann 2C: yes")
        session.delete(2)
        assert said(session) == [
            "Ann asks Bob KH: yes",
            "Ann asks Bob 2S: no",
            "Bob asks Ann 2C: yes",
        ]
        for number in (0, 4):
            with pytest.raises(tracker.RecordError, match=f"there is no event {number}"):
                session.delete(number)


def test_undo_and_redo(tmp_path: Path) -> None:
    with begun(tmp_path) as session:
        enter(session, "Ann asks Bob KH: yes", "Ann asks Bob 2S: no")
        undone = session.undo()
        assert undone.news is not None
        assert undone.news.least < 0
        assert len(said(session)) == 1
        session.redo()
        assert len(said(session)) == 2
        session.undo()
        enter(session, "Ann asks Bob 3S: no")
        with pytest.raises(tracker.RecordError, match="nothing to redo"):
            session.redo()
        session.undo()
        session.undo()
        with pytest.raises(tracker.RecordError, match="nothing to undo"):
            session.undo()
        assert said(session) == []


def test_a_branch_is_in_no_file_until_it_is_kept(tmp_path: Path) -> None:
    with begun(tmp_path) as session:
        enter(session, "Ann asks Bob KH: yes")
        session.branch()
        enter(session, "Ann asks Bob 2S: no", "Bob asks Ann 2C: yes")
        assert len(on_disk(session).events) == 1
        session.undo()
        session.discard()
        assert len(said(session)) == 1
        session.branch()
        enter(session, "Ann asks Bob 2S: no", "Bob asks Ann 2C: yes")
        session.keep()
        assert len(said(session)) == 3
        session.undo()
        assert len(said(session)) == 2, "the last statement, not the whole branch"
        session.undo()
        assert len(said(session)) == 1
        with pytest.raises(tracker.RecordError, match="there is no branch"):
            session.keep()


def test_a_branch_in_the_past_can_only_be_discarded(tmp_path: Path) -> None:
    with begun(tmp_path) as session:
        enter(session, "Ann asks Bob KH: yes", "Ann asks Bob 2S: no")
        session.look_at(1)
        with pytest.raises(tracker.RecordError, match="expected 'back' first"):
            session.enter("Ann asks Bob 3S: yes")
        session.branch()
        enter(session, "Ann asks Bob 2S: yes")
        with pytest.raises(tracker.RecordError, match="cannot be kept"):
            session.keep()
        session.discard()
        assert session.at == 1
        assert len(said(session)) == 2


def test_a_branch_has_no_branches(tmp_path: Path) -> None:
    with begun(tmp_path) as session:
        session.branch()
        with pytest.raises(tracker.RecordError, match="a branch is open already"):
            session.branch()
        assert session.in_branch
        session.discard()
        assert not session.in_branch


def test_a_row_of_events_is_deleted_and_comes_back(tmp_path: Path) -> None:
    text = (
        HEADER
        + "\n# one\nAnn asks Bob KH: yes\n# two\nAnn asks Bob 2S: no\nBob asks Ann 2C: no !\n"
    )
    with begun(tmp_path, text) as session:
        before = said(session)
        change = session.delete(1, 2)
        assert (change.number, change.last) == (1, 2)
        assert said(session) == before[2:]
        assert session.record.events[0].above == ("one", "two")
        session.undo()
        assert said(session) == before
        session.delete(2, 3)
        assert session.record.closing == ("two",)
        session.undo()
        for first, last in ((0, 1), (2, 4), (3, 2)):
            with pytest.raises(tracker.RecordError):
                session.delete(first, last)
        assert said(session) == before


def test_undo_works_wherever_one_has_looked(tmp_path: Path) -> None:
    with begun(tmp_path) as session:
        enter(session, "Ann asks Bob KH: yes", "Ann asks Bob 2S: no")
        session.look_at(1)
        session.look_as("Ann")
        session.undo()
        assert (session.moment, len(said(session))) == (None, 1)
        session.look_at(0)
        session.redo()
        assert len(said(session)) == 2


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


def test_lines_of_the_header(tmp_path: Path) -> None:
    with begun(tmp_path) as session:
        enter(session, "Ann asks Bob KH: yes", "hand bob: 2H ...  # seen", "title: Friday")
        assert "hand Bob: 2H ...  # seen\n" in dumps(on_disk(session))
        with pytest.raises(tracker.NotationError, match="line:1:1: '2H' stands in both the hands"):
            session.enter("hand Carl: 2H ...")
        with pytest.raises(tracker.RecordError, match="no deal would fit it and event 1"):
            session.enter("hand Ann: 2C 3C 9D 10D 5D QH 4S KH")
        with pytest.raises(tracker.NotationError, match="stands twice"):
            session.enter("seats: Ann Ann")
        with pytest.raises(tracker.NotationError, match="not a seat"):
            session.enter("seats: Zoe Bob Carl Dora Eve Finn")
        assert session.undo().record.tags == ()


def test_comments_stay_where_they_are(tmp_path: Path) -> None:
    text = HEADER + "\n# the first\nAnn asks Bob KH: yes  # beside\n\n# at the end\n"
    with begun(tmp_path, text) as session:
        enter(session, "# more", "Ann asks Bob 2S: no # two")
        assert session.enter("  ") is None
        assert session.record.events[1].above == ("", "at the end", "more")
        session.comment("changed", 1)
        session.edit(2, "Ann asks Bob 3S: no")
        assert [event.comment for event in session.record.events] == ["changed", "two"]
        session.delete(1)
        assert session.record.events[0].above[-3:] == ("", "at the end", "more")
        assert "the first" in session.record.events[0].above
        assert on_disk(session) == session.record


def test_save_as_goes_on_in_the_new_file(tmp_path: Path) -> None:
    with begun(tmp_path) as session:
        enter(session, "Ann asks Bob KH: yes")
        session.save_as(tmp_path / "other.json")
        enter(session, "Ann asks Bob 2S: no")
        assert (tmp_path / "other.json").read_text().startswith("{")
        assert len(tracker.load(tmp_path / "game.lit").events) == 1
        with pytest.raises(tracker.RecordError, match="is there already"):
            session.save_as(tmp_path / "game.lit")
        with Session.open(tmp_path / "other.json") as again:
            assert again.record == session.record


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


def test_a_record_with_problems_can_be_mended(tmp_path: Path) -> None:
    broken = HEADER + "Ann asks Bob KH: no\nBob asks Ann 2C: no\nAnn asks Bob 2C: no\n"
    with begun(tmp_path, broken, view="Ann") as session:
        assert {problem.event for problem in session.problems} == {2, 3}
        assert session.progress is None
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


def test_under_surrender_a_card_given_up_belongs_to_the_ask(tmp_path: Path) -> None:
    header = "rules: pagat, own-card-asks=surrender\n" + HEADER
    with begun(tmp_path, header) as session:
        enter(session, "Ann asks Bob 5D: surrender")
        session.undo()
        enter(session, "Ann asks Bob 5D: no")
        assert refused(session, "Bob asks Ann 9D: yes").impossible
        enter(session, "Ann gives Bob 5D", "Bob asks Ann 9D: yes")


def test_a_new_file_is_there_from_the_first_change_on(tmp_path: Path) -> None:
    store = Store(tmp_path / "new.lit")
    assert store.read() is None
    with Session(store, tracker.loads(HEADER)) as session:
        enter(session, "Ann asks Bob KH: yes")
        assert len(on_disk(session).events) == 1


def test_what_is_not_found_out_is_no_contradiction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_hard(*_: object) -> None:
        raise tracker.UndecidedError

    with begun(tmp_path) as session:
        monkeypatch.setattr(Follower, "at", too_hard)
        change = session.enter("Ann asks Bob KH: yes")
        assert isinstance(change, Change)
        assert session.problems == ()
        console = Console(width=300, record=True, file=io.StringIO())
        console.print(change_report(change, session))
        said = console.export_text()
        assert "contradicts itself" not in said
        assert str(tracker.UndecidedError()) in said


def test_no_home_folder_is_no_reason_to_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    monkeypatch.chdir(tmp_path)
    remember_view("game.lit", "Ann")
    assert remembered_view("game.lit") is None
    assert not list(tmp_path.iterdir())

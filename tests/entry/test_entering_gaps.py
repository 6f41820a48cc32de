"""Entering a half-remembered game: gaps are taken in, and closed by what follows."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

import tracker
from tests.cli.running import run, written
from tests.entry.sessions import begun, enter, on_disk, refused
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


def test_a_gap_is_told_with_what_it_can_be_and_closed_by_who_goes_on(tmp_path: Path) -> None:
    with begun(tmp_path) as session:
        change = enter(session, "Ann asked Bob for the king of hearts, I forget")
        assert change.left == {1: {"answer": ("yes", "no")}}
        assert session.state.to_move == ("Ann", "Bob")
        change = enter(session, "Ann asks Dora KD: no")
        assert change.left == {1: {"answer": ("yes",)}}
        assert session.progress is not None
        assert session.progress.forced()["KH"] == "Ann"
        assert said(session) == ["Ann asks Bob KH: ?", "Ann asks Dora KD: no"]
        assert on_disk(session).events == session.record.events


def test_whoever_cannot_go_on_either_way_is_refused(tmp_path: Path) -> None:
    with begun(tmp_path) as session:
        enter(session, "Ann asks Bob KH: ?")
        refusal = refused(session, "Eve asks Dora KH: no")
        (broken,) = refusal.broken
        assert broken.violation.code == "turn"
        assert "it is Ann's turn, not Eve's, or it is Bob's turn" in broken.violation.message


def test_a_gap_that_the_hands_of_the_header_leave_no_way_to_fill(tmp_path: Path) -> None:
    with begun(tmp_path) as session:
        assert refused(session, "? asks Ann KS: no").impossible


def test_a_wrong_hand_of_now_is_refused(tmp_path: Path) -> None:
    with begun(tmp_path) as session:
        enter(session, "Ann asks Bob KH: yes")
        assert refused(session, "now Ann: 2C 3C").broken
        assert refused(session, "now Bob: 2C ...").impossible
        enter(session, "now Bob: 4C ...")


GAPS: Final = ("...", "... asks", "... 2 asks", "Ann asks ? ?: ?", "Ann asks Bob KH: ?")
OUT_OF_PLACE: Final = {
    "out of turn": ("Eve asks Bob 2H: no", ()),
    "a teammate": ("Ann asks Carl 3H: no", ("teammate",)),
    "themselves": ("Ann asks Ann 3H: no", ("teammate",)),
    "settled": ("Ann asks Bob 2C: yes", ("closed-book",)),
    "a card that another got": ("Ann asks Dora 2H: yes", ("answer",)),
}
"""Statements after ``Bob asks Ann 2H: yes`` and ``Bob asks Ann 9S: no``, and rules they break."""


@pytest.mark.parametrize("rules", first(1, ["pagat", "pagat, forced-claims=yes"]))
@pytest.mark.parametrize("gap", GAPS)
def test_after_a_gap_it_is_checked_as_before(tmp_path: Path, gap: str, rules: str) -> None:
    header = f"rules: {rules}\nseats: Ann Bob Carl Dora Eve Finn\ndealer: Ann\n"
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


def test_past_a_stretch_anything_may_come_next(tmp_path: Path) -> None:
    with begun(tmp_path) as session:
        enter(session, "Ann asks Bob KH: ?", "I forget what happened then", "Eve asks Dora 2H: no")
        assert said(session)[1:] == ["...", "Eve asks Dora 2H: no"]
        assert session.undo().event is None
        enter(session, "Dora asks Eve 2H: yes")


def test_undoing_a_gap_goes_back_to_a_record_without(tmp_path: Path) -> None:
    with begun(tmp_path) as session:
        enter(session, "Ann asks Bob KH: yes", "Ann asks Dora KD: ?")
        session.undo()
        assert session.progress is not None
        assert session.progress.exact
        enter(session, "Ann asks Dora KD: no")
        assert tracker.check(session.record).problems == ()


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


OPEN_ANSWER: Final = """\
rules: pagat, deck=custom
book reds: 2H 3H 4H
book blacks: 2S 3S 4S
seats: Ann Bob Carl Dora
sizes: Ann 2 Bob 1 Carl 2 Dora 1
hand Ann: 2H 2S
turn: Ann

Ann asks Bob 3H: ?
"""


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("claims", ("claims", "--as", "Ann")),
        ("deals", ("deals", "--as", "Ann")),
        ("why 2H Ann", ("why", "2H", "Ann", "--as", "Ann")),
        ("why 3H Bob", ("why", "3H", "Bob", "--as", "Ann")),
    ],
)
def test_across_gaps_a_session_answers_as_the_command_does(
    tmp_path: Path, typed: str, command: tuple[str, ...]
) -> None:
    file = written(tmp_path, OPEN_ANSWER)
    name, *arguments = command
    answer = run(name, file, *arguments)
    session = run("enter", file, stdin=f"as Ann\n{typed}\nquit\n")
    assert answer.stdout
    assert answer.stdout.strip() in session.stdout


def test_who_holds_a_card_across_gaps(tmp_path: Path) -> None:
    session = run("enter", written(tmp_path, OPEN_ANSWER), stdin="as Ann\nwho 3H\nwho 2H\nquit\n")
    assert "3H: one of 3" in session.stdout
    assert "2H: Ann (own)" in session.stdout


def test_several_games_one_of_them_with_gaps(tmp_path: Path) -> None:
    first = written(tmp_path, OPEN_ANSWER)
    second = written(tmp_path, OPEN_ANSWER.replace("?", "no"), "other.lit")
    assert run("audit", first, second).exit_code == 0


def test_mistakes_are_not_looked_for_where_a_gap_is_open(tmp_path: Path) -> None:
    record = tracker.load(written(tmp_path, OPEN_ANSWER))
    with pytest.raises(tracker.GapError):
        tracker.mistakes(record, "Ann")


def test_hands_now_is_a_statement_for_each_hand(tmp_path: Path) -> None:
    file = written(tmp_path, "seats: Ann Bob Carl Dora\ndealer: Ann\n\nAnn asks Bob KH: yes\n")
    lines = "hands now Ann: KH ace of hearts ..., bob QH ...\nDora now has 2C ...\n"
    assert run("enter", file, stdin=lines).exit_code == 0
    assert file.read_text().splitlines()[-3:] == [
        "now Ann: KH AH ...",
        "now Bob: QH ...",
        "now Dora: 2C ...",
    ]
    for line in ("hands now", "hands now KH", "hands now Ann ZZ"):
        assert run("enter", file, stdin=line).exit_code == 1


def test_a_record_that_has_only_final_hands_and_a_few_events_works(tmp_path: Path) -> None:
    """What came before is missing: the hands are not as large as those dealt."""
    header = "seats: Ann Bob Carl Dora\ndealer: Ann\n"
    file = written(tmp_path, header)
    lines = "hands now Ann KH AH, Bob QH ..., Carl 9H 10H JH\nCarl asks Bob QH: yes\n"
    assert run("enter", file, stdin=lines).exit_code == 0
    assert file.read_text().splitlines()[-5:] == [
        "...",
        "now Ann: KH AH",
        "now Bob: QH ...",
        "now Carl: 9H 10H JH",
        "Carl asks Bob QH: yes",
    ]
    shown = run("show", file, "--as", "Ann+Carl")
    assert shown.exit_code == 0
    assert "Ann 2  Bob ?  Carl 4  Dora ?" in shown.stdout
    proven = run("claims", file, "--as", "Ann+Carl")
    assert any("high hearts" in line and "proven" in line for line in proven.stdout.splitlines())
    for command in ("claims", "audit", "check", "timeline", "knows"):
        assert run(command, file).exit_code == 0
    assert run("report", file, "-o", tmp_path / "page.html").exit_code == 0

"""What ``tracker enter`` answers: the same as the commands; and undo, branches, help, reopening."""

from __future__ import annotations

from pathlib import Path

import pytest

import tracker
from tests.cli.running import GAME, run, written
from tests.entry.terminal import ENTER, Terminal
from tracker.cli.shell import NAMES, help_lines
from tracker.notation.text import format_event

FIVE = Path(__file__).parents[2] / "samples" / "examples" / "1-the-five-of-hearts.lit"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return written(tmp_path, GAME)


def entered(path: Path, *lines: str, view: str = "Ann") -> str:
    """What ``tracker enter`` prints for some lines, all of them accepted."""
    result = run("enter", path, "--as", view, stdin="\n".join(lines))
    assert result.exit_code == 0, result.stderr
    return result.stdout


def events(path: Path) -> list[str]:
    record = tracker.load(path)
    return [format_event(event, record) for event in record.events]


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("audit", ("audit",)),
        ("timeline", ("timeline", "--as", "Ann")),
        ("claims", ("claims", "--as", "Ann")),
        ("deals", ("deals", "--as", "Ann")),
        ("show", ("show", "--as", "Ann")),
        ("show --book lh", ("show", "--as", "Ann", "--book", "lh")),
        ("show --as public --at 2", ("show", "--as", "public", "--at", "2")),
        ("turns", ("turns", "--as", "Ann")),
        ("knows", ("knows",)),
        ("report --md", ("report", "--md")),
        ("check --json", ("check", "--json")),
        ("convert", ("convert",)),
        ("rules", ("rules",)),
        ("why KH Ann", ("why", "KH", "Ann", "--as", "Ann")),
        ("why 7D Bob --lacks", ("why", "7D", "Bob", "--lacks", "--as", "Ann")),
        ("why KH Ann --since", ("why", "KH", "Ann", "--as", "Ann", "--since")),
    ],
)
def test_it_answers_as_the_command_does(game: Path, typed: str, command: tuple[str, ...]) -> None:
    name, *options = command
    assert entered(game, typed) == run(name, game, *options).stdout


def test_it_answers_as_the_command_does_at_a_moment_looked_at(game: Path) -> None:
    """A command without ``--at`` is given the record up to there; a branch is what is asked."""
    short = written(game.parent, "\n".join(GAME.splitlines()[:-2]), "short.lit")
    for command in ("show", "why 5D Bob", "deals", "timeline"):
        name, *rest = command.split()
        said = entered(game, "at 2", command)
        assert said == run(name, game, *rest, "--as", "Ann", "--at", "2").stdout
    for command in ("audit", "gaps", "check", "puzzles --as Ann --count 2 --json"):
        name, *rest = command.split()
        outside = run(name, short, *rest).stdout
        assert entered(game, "at 2", command) == outside.replace("short.lit", "game.lit")
    with_it = written(game.parent, GAME + "Carl asks Bob 7D: no\n", "with.lit")
    said = entered(game, "what if carl > bob 7d n", "show", "discard")
    assert run("show", with_it, "--as", "Ann").stdout in said


SMALL = """\
rules: pagat, deck=custom
book reds: 2H 3H 4H 5H
book blacks: 2S 3S 4S 5S
seats: Ann Bob Carl Dora
dealer: Ann
hand Ann: 2H 2S
Ann asks Bob 3H: no
"""


def test_asks_are_those_of_the_command(tmp_path: Path) -> None:
    path = written(tmp_path, SMALL)
    assert entered(path, "asks") == run("asks", path, "--as", "Ann").stdout
    assert entered(path, "asks --as Ann", view="public") == run("asks", path, "--as", "Ann").stdout
    assert entered(path, "asks --event 1") == run("asks", path, "--event", "1").stdout
    missing = run("enter", path, stdin="asks\n")
    assert "the view of Bob needs the line 'hand Bob" in missing.stderr


def test_audit_of_one_claim_and_at_a_moment() -> None:
    assert entered(FIVE, "audit --event 3") == run("audit", FIVE, "--event", "3").stdout
    assert entered(FIVE, "audit --missed") == run("audit", FIVE, "--missed").stdout
    assert "No claim was made." in entered(FIVE, "at 2", "audit")
    assert "Christina" in entered(FIVE, "timeline")
    assert "Christina asks" not in entered(FIVE, "at 1", "timeline")


def test_score_and_who(game: Path) -> None:
    said = entered(game, "score")
    assert "Turn       Carl" in said
    assert "Score      Ann+Carl+Eve 0" in said
    who = entered(game, "who 7d", "who kh", "who 5d", view="public")
    assert "7D: one of 4" in who
    assert "  Ann " in who
    assert "KH: Ann (public), certain since event 1: Ann asks Bob KH: yes" in who
    assert "5D: Bob (public), certain since event 3: Bob asks Ann 5D: yes" in who


def test_a_claim_is_judged_or_made_without_a_claimant() -> None:
    judged = entered(FIVE, "at 2", "why --claim 'lh: Doug 5H, Ann rest'")
    assert judged.partition("\n")[2] or "It is proven" in judged
    assert "It is proven" in judged


def test_a_claim_without_its_claimant_is_that_of_whoever_has_the_turn(tmp_path: Path) -> None:
    header, last = FIVE.read_text().rsplit("Ann claims", 1)
    path = written(tmp_path, header)
    said = entered(path, "claims low hearts: Ann rest, Doug 5H: correct")
    assert "Ann claims low hearts" in said
    assert len(events(path)) == 3
    assert last
    path.write_text(header)
    wrong = run("enter", path, stdin="claims low herts: Ann rest: correct\n")
    assert "column 8: 'low herts' is not a book" in wrong.stderr


def test_undo_says_what_it_undid_and_redo_what_it_did_again(game: Path) -> None:
    said = entered(
        game, "carl > bob 7d n", "undo", "redo", "edit 5 carl > bob 6d n", "undo", "redo",
        "delete 5", "undo", "title: Friday", "undo",
    )  # fmt: skip
    assert "  5. Carl asks Bob 7D: no  taken back; 4 events now" in said
    assert "  5. Carl asks Bob 7D: no  back again; 5 events now" in said
    assert "  5. Carl asks Bob 7D: no  again (was: Carl asks Bob 6D: no); 5 events now" in said
    assert "  5. Carl asks Bob 6D: no  again (was: Carl asks Bob 7D: no); 5 events now" in said
    assert "  5. Carl asks Bob 6D: no  back again; 5 events now" in said
    assert "     as it was; 5 events now" in said


def test_undo_never_takes_away_more_than_what_was_said_last(game: Path) -> None:
    before = events(game)
    for wrong in ("carl > bob zz n", "carl > ann 7d n", "what if carl > ann 7d n"):
        result = run("enter", game, stdin=f"carl > bob 7d n\n{wrong}\nundo\n")
        assert (
            "the last statement was not accepted: there is nothing of it to undo" in result.stderr
        )
        assert events(game) == [*before, "Carl asks Bob 7D: no"]
        assert run("enter", game, stdin="delete 5\n").exit_code == 0
    result = run("enter", game, stdin=f"carl > bob 7d n\n{wrong}\nundo\nundo\n")
    assert events(game) == before


def test_undo_after_a_branch_was_kept_takes_back_one_statement(game: Path) -> None:
    entered(game, "what if carl > bob 7d n", "bob > carl 6c n", "keep", "undo")
    assert events(game)[4:] == ["Carl asks Bob 7D: no"]


def test_a_branch_in_the_past_can_be_kept_as_a_file(game: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.lit"
    before = game.read_text()
    said = run("enter", game, stdin=f"at 1\nwhat if ann > bob 2s y\nkeep as {other}\nkeep\n")
    assert "saved as" in said.stderr
    assert "cannot be kept (expected 'keep as FILE', or 'discard')" in said.stderr
    assert events(other) == ["Ann asks Bob KH: yes", "Ann asks Bob 2S: yes"]
    assert game.read_text() == before
    again = run("enter", game, stdin=f"what if\nkeep as {other}\n")
    assert "is there already" in again.stderr
    assert "there is no branch" in run("enter", game, stdin="keep as x.lit\n").stderr


def test_list_takes_numbers_beyond_the_end(game: Path) -> None:
    said = entered(game, "list 3 36")
    assert [line[:4] for line in said.splitlines()] == ["  3.", "  4."]
    assert entered(game, "list 28 36").splitlines() == ["  4. Bob asks Carl 7D: no"]
    assert run("enter", game, stdin="list x\n").exit_code == 1


def test_a_slip_in_a_command_is_guessed_at(game: Path) -> None:
    result = run("enter", game, stdin="shwo\n")
    assert "is not a statement" in result.stderr
    assert "or did you mean the command 'show'?" in result.stderr


@pytest.mark.long
def test_help_fits_and_there_is_more_of_it(tmp_path: Path) -> None:
    path = written(tmp_path, GAME)
    with Terminal("enter", path.name, folder=tmp_path, columns=80, rows=24) as terminal:
        terminal.wait_for_prompt("5>")
        terminal.enter("help")
        assert "Statements" in terminal.text
        assert "what if, keep, discard" in terminal.text
        assert "'help all'" in terminal.text
        terminal.enter("help keep")
        assert "keep [as FILE]" in terminal.text
        terminal.enter("help all")
        assert "Print rules, key by key, in words." in terminal.text


def test_help_has_no_line_too_long_for_80_columns() -> None:
    assert [line for line in (*help_lines(), *help_lines("all")) if len(line) > 79] == []
    assert len(list(help_lines())) <= 17
    for lines in (help_lines(), help_lines("all")):
        text = " ".join(" ".join(lines).split())
        assert all(name in text for name in NAMES)


def test_help_of_a_command_is_its_own(game: Path) -> None:
    outside = run("why", "--help").stdout.replace("Usage: main", "Usage: tracker")
    assert entered(game, "help why") == entered(game, "why --help") == outside


@pytest.mark.long
def test_the_last_events_and_the_view_come_back(tmp_path: Path) -> None:
    path = written(tmp_path, GAME)
    with Terminal("enter", path.name, folder=tmp_path, columns=80, rows=24) as terminal:
        terminal.wait_for_prompt("5>")
        terminal.enter("as Ann")
        terminal.send("quit" + ENTER)
        assert terminal.ended() == 0
    with Terminal("enter", path.name, folder=tmp_path, columns=80, rows=24) as terminal:
        terminal.wait_for_prompt("5>")
        terminal.wait_for("view Ann")
        assert "  4. Bob asks Carl 7D: no" in terminal.text
        terminal.send("\x04")
        assert terminal.ended() == 0
    (tmp_path / "state" / "tracker" / "views.json").write_text("no JSON")
    with Terminal("enter", path.name, folder=tmp_path, columns=80, rows=24) as terminal:
        terminal.wait_for("view public")


def test_what_would_be_read_as_something_else_is_refused(tmp_path: Path) -> None:
    """A forgotten asker is not whoever has the turn; a first turn is not changed in mid game."""
    game = written(tmp_path, GAME)
    before = game.read_text(encoding="utf-8")
    result = run("enter", game, stdin="? asks Eve 4h n\nturn: Carl\n")
    assert "it is Carl's turn, not Bob's, and so however it is filled" in result.stderr
    assert "'turn: Carl' would change who began the game" in result.stderr
    assert game.read_text(encoding="utf-8") == before


def test_the_chain_its_first_step_and_who_could_prove_it(tmp_path: Path) -> None:
    game = written(tmp_path, GAME)
    said = run(
        "enter", game, "--as", "Ann", stdin="why --all\nwhy --hint\nknows\nwhy bo 2s --lacks\n"
    )
    assert said.stderr == ""
    assert "Of no card in play does it follow now where it is." in said.stdout
    assert "Nobody could prove any half-suit" in said.stdout
    assert "It is proven: Bob lacks the 2S." in said.stdout


@pytest.mark.parametrize("typed", ["nobody knows", "where is the six of clubs?"])
def test_what_is_no_statement_is_told_of_help(game: Path, typed: str) -> None:
    assert run("enter", game, stdin=typed).stderr.endswith("; 'help' lists the ways\n")

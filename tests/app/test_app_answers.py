"""What the app's worker answers: what the commands print with ``--json``, and nothing but JSON."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

import tracker
from tests import SAMPLES
from tests.app.conftest import shown_by_command
from tests.cli.running import run
from tests.gap_referee import EVENING
from tests.report.pages import read_data
from tracker.analysis.knows import asked_views
from tracker.counting.posterior import counting_at_most
from tracker.game.rules import PRESETS
from tracker.inference.hands import view_of
from tracker.notation.text import dumps
from tracker.render.app_answers import answer
from tracker.render.app_ready import rules_document, sample_document
from tracker.render.page import page
from tracker.render.phrases import per_cent
from tracker.teach.candidates import followings
from tracker.teach.pack import shipped

HEADER = "seats: Ann Bob Carl Dora Eve Finn\ndealer: Ann\nhand Ann: 2C 3C 9D 10D 5H QH 4S KS\n"
PAGAT = (SAMPLES / "pagat-six.lit").read_text(encoding="utf-8")


def ask(question: str, **parameters: Any) -> Any:
    """The answer to a question; an error fails the test."""
    reply = json.loads(answer(json.dumps({"ask": question, **parameters})))
    assert "error" not in reply, reply
    return reply["answer"]


def refused(question: str, **parameters: Any) -> Any:
    """The error that a question gets."""
    reply: dict[str, Any] = json.loads(answer(json.dumps({"ask": question, **parameters})))
    return reply["error"]


def test_the_report_is_made_a_chair_at_a_time() -> None:
    record = replace(tracker.loads(PAGAT), events=tracker.loads(PAGAT).events[:3])
    text, chairs = dumps(record), len(asked_views(record))
    for _ in range(2):  # once it is there, it can be made again
        steps = [ask("report", record=text) for _ in range(chairs)]
        assert steps == [{"share": done / (chairs + 1)} for done in range(1, chairs + 1)]
        made = ask("report", record=text)
        assert made["page"] == page(record)
        assert made["table"] == read_data(made["page"])


def test_the_report_of_another_game_begins_anew() -> None:
    first, other = HEADER, HEADER.replace("dealer: Ann", "dealer: Bob")
    beginning = ask("report", record=first)["share"]
    assert ask("report", record=other)["share"] == beginning
    assert ask("report", record=first)["share"] == beginning


@pytest.mark.parametrize(
    ("question", "parameters", "command"),
    [
        ("show", {"view": "Priya", "at": 60}, ["show", "--as", "Priya", "--at", "60"]),
        ("claims", {"at": 60}, ["claims", "--at", "60"]),
        ("deals", {"at": 60}, ["deals", "--at", "60"]),
        ("why", {"card": "6H", "seat": "Priya", "at": 112}, ["why", "6H", "Priya", "--at", "112"]),
        ("consequences", {"at": 112}, ["why", "--all", "--at", "112"]),
        ("ruling", {"event": 96}, ["audit", "--event", "96"]),
        ("knows", {"at": 60}, ["knows", "--at", "60"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_answers_are_the_commands(
    question: str, parameters: dict[str, Any], command: list[str]
) -> None:
    name, *options = command
    printed = run(name, str(SAMPLES / "pagat-six.lit"), *options, "--json").stdout
    assert ask(question, record=PAGAT, **parameters)["json"] == json.loads(printed)


def test_what_is_certain_comes_with_its_proof() -> None:
    asked = {"record": PAGAT, "card": "6H", "at": 112}
    reason = ask("why", **asked, seat="Priya")["reason"]
    assert (reason["card"], reason["seat"], reason["holds"], reason["at"]) == (
        "6H", "Priya", True, 112,
    )  # fmt: skip
    assert reason["steps"]
    assert ask("why", **asked, seat="Zoe")["reason"] is None
    reason = ask("why", record=EVENING, card="4S", at=4, seat="Carl")["reason"]
    assert (reason["holds"], reason["gist"], len(reason["steps"])) == (True, None, 1)


def test_what_counting_may_cost_where_nobody_waits_for_it() -> None:
    record = tracker.loads(PAGAT)
    with counting_at_most(1):
        assert not tracker.odds(record, at=20).exact
    assert tracker.odds(record, at=20).exact
    assert ask("deals", record=PAGAT, at=20)["json"] == ask("count", record=PAGAT, at=20)["json"]


def test_how_likely_a_place_is_is_said_as_the_report_says_it() -> None:
    """An eighth is 12 per cent, as halves are rounded everywhere; of a range nothing is said."""
    eight = "seats: Ann Bob Carl Dora Eve Finn Gus Hal\n"
    told = ask("deals", record=eight)
    assert {*told["odds"]["2C"].values()} == {"12"} == {per_cent(1 / 8)}
    assert told["odds"].keys() == told["json"]["probability"].keys()
    unknown = ask("deals", record=f"{eight}\nAnn asks Bob 2C: ?\n")
    assert unknown["odds"]["2C"] == {}


def test_answers_come_as_documents() -> None:
    told = ask("audit", record=PAGAT, document=True)
    assert told["json"] == tracker.audit(tracker.loads(PAGAT)).to_json()
    assert {tag for tag, *_ in told["document"]} == {"h2", "table", "p"}
    assert ask("claims", record=PAGAT, at=0).keys() == {"json"}
    assert "Claimant" in json.dumps(told["document"])


def test_a_ruling_is_a_page_in_parts() -> None:
    ruling = ask("ruling", record=PAGAT, event=68, document=True)
    printed = run("audit", str(SAMPLES / "pagat-six.lit"), "--event", "68", "--md").stdout
    assert ruling["markdown"] == printed
    *_, (_, kind, _), _, (*_, body), _ = ruling["document"]
    assert kind == "annex"
    assert len(body[2:]) == 67


@pytest.mark.parametrize("start", [0, 40])
def test_moments_in_a_row_are_boards(start: int) -> None:
    boards = ask("moments", record=PAGAT, view="Priya", start=start, count=3)
    assert [board["at"] for board in boards] == [start, start + 1, start + 2]
    path = str(SAMPLES / "pagat-six.lit")
    assert boards[1] == shown_by_command([path, "--as", "Priya", "--at", str(start + 1)])


def test_moments_before_those_just_given() -> None:
    ask("moments", record=PAGAT, view="public", start=100, count=50)
    assert ask("moments", record=PAGAT, view="public", start=124, count=9) == []
    assert ask("moments", record=PAGAT, view="public", start=0, count=1)[0]["at"] == 0


def test_a_game_is_entered_and_kept() -> None:
    begun = ask("begin", text=HEADER, view="Ann")
    assert (begun["turn"], begun["kept"]) == (["Ann"], HEADER)
    changed = ask("do", do="enter", line="bob 6h y")
    assert changed["news"][0] == "now certain: Ann holds the 6H"
    assert changed["kept"].endswith("Ann asks Bob 6H: yes\n")
    assert changed["text"] == changed["kept"]
    assert changed["board"] == ask("show", record=changed["text"], view="Ann")["json"]
    undone = ask("do", do="undo")
    assert not undone["game"]["events"]
    assert ask("do", do="redo")["kept"] == changed["kept"]


def test_whoever_comes_back_to_a_game_can_still_undo() -> None:
    ask("begin", text=HEADER, view="Ann")
    first = ask("do", do="enter", line="bob 6h y")
    last = ask("do", do="enter", line="bob 7h y")
    assert [one["past"] for one in (first, last)] == [[HEADER], [HEADER, first["kept"]]]
    again = ask("begin", text=last["kept"], view="public")
    assert (again["view"], len(again["game"]["events"])) == ("public", 2)
    assert ask("do", do="undo")["past"] == [HEADER]
    assert not ask("do", do="undo")["game"]["events"]


def test_what_was_done_before_a_reload_can_be_undone() -> None:
    asked = f"{HEADER}\nAnn asks Bob 6H: no\n"
    ask("begin", text=HEADER.replace("dealer: Ann", "dealer: Bob"))  # another game
    ask("begin", text=asked, view="Ann", past=[HEADER])
    assert not ask("do", do="undo")["game"]["events"]
    assert refused("do", do="undo")["lines"][0].startswith("there is nothing to undo")
    assert len(ask("do", do="redo")["game"]["events"]) == 1


def test_what_is_refused_says_why_and_the_ways_out() -> None:
    ask("begin", text=HEADER, view="Ann")
    refusal = ask("do", do="enter", line="Ann asks Bob 3D: no")["refused"]
    assert "no deal would be left" in refusal["reasons"][0]
    assert "own hand: Ann lacks 2D 4D 5D 6D 7D" in refusal["reasons"][1]
    other_card = refusal["remedies"].index("event 1 is: Ann asks Bob 3H: no")
    assert ask("do", do="mend", number=other_card + 1)["kept"].endswith("Ann asks Bob 3H: no\n")


def test_a_refusal_can_be_mended_or_insisted_on() -> None:
    ask("begin", text=HEADER, view="public")
    refusal = ask("do", do="enter", line="Carl asks Bob 3D: no")["refused"]
    assert refusal["reasons"][0].startswith("it is Ann's turn")
    assert refusal["irregular"]
    kept = ask("do", do="!")["kept"]
    assert kept.endswith("Carl asks Bob 3D: no !\n")


def test_what_may_have_been_left_out_before_a_statement_out_of_turn_is_offered() -> None:
    ask("begin", text=HEADER, view="public")
    ask("do", do="enter", line="Ann asks Bob 6H: no")
    refusal = ask("do", do="enter", line="Carl asks Bob 3D: no")["refused"]
    assert refusal["reasons"][0].startswith("it is Bob's turn")
    (remedy,) = refusal["remedies"]
    assert remedy == "before event 2, this is missing: Bob asks Carl ?: no"
    assert ask("do", do="mend", number=1)["kept"].endswith("Carl asks Bob 3D: no\n")


def test_edits_in_the_middle() -> None:
    ask("begin", text=HEADER, view="public")
    ask("do", do="enter", line="Ann asks Bob 6H: no")
    ask("do", do="enter", line="Bob asks Ann 7S: no")
    edited = ask("do", do="edit", number=1, line="Ann asks Bob 7H: no")
    assert "Ann asks Bob 7H: no\nBob asks Ann 7S: no\n" in edited["kept"]
    assert "6H" not in ask("do", do="comment", number=1, line="a slip")["kept"]
    assert len(ask("do", do="delete", number=2)["game"]["events"]) == 1


def test_a_record_that_contradicts_itself_has_no_board_and_can_be_left() -> None:
    asked = "Ann asks Bob 6H: no\nBob asks Ann 5H: yes\n"
    ask("begin", text=f"seats: Ann Bob Carl Dora Eve Finn\n{asked}", view="public")
    state = ask("do", do="edit", number=1, line="Ann asks Bob 5H: no")
    assert (state["board"], state["views"]) == (None, ["public"])
    assert [problem["event"] for problem in state["problems"]] == [2]
    assert ask("begin", text=state["kept"])["board"] is None
    assert ask("open", text=state["kept"])["views"] == ["public"]
    assert refused("show", record=state["kept"])["kind"] == "ContradictionError"
    assert ask("show", record=state["kept"], at=1)["json"]["at"] == 1
    mends = ask("mends")
    assert mends
    mended = ask("do", do="mend", number=1)
    assert (mended["problems"], mended["board"]["at"]) == ([], len(mended["game"]["events"]))
    assert ask("do", do="undo")["contradicts"]
    again = ask("do", do="edit", number=1, line="Ann asks Bob 6H: no")
    assert again["board"]["at"] == 2


def test_a_branch_is_not_kept() -> None:
    ask("begin", text=HEADER, view="public")
    ask("do", do="what if")
    branch = ask("do", do="enter", line="Ann asks Bob 6H: no")
    assert (branch["branches"], branch["kept"]) == (1, HEADER)
    assert ask("begin", text=HEADER, view="public")["branches"] == 0  # whoever comes back is out
    ask("do", do="what if")
    ask("do", do="enter", line="Ann asks Bob 6H: no")
    assert ask("do", do="keep")["kept"].endswith("6H: no\n")


def test_proposals_are_those_of_the_typed_line() -> None:
    ask("begin", text=HEADER, view="Ann")
    notes = {each["text"]: each["note"] for each in ask("proposals", typed="Ann asks Bob ")}
    assert {"6H", "JD"} <= set(notes)
    assert not {"2D", "5H"} & set(notes)  # no low diamond in her hand; the 5H is there


def test_records_of_any_form_are_opened_and_written() -> None:
    document = ask("write", record=PAGAT, form="json")
    game = ask("open", text=document)
    assert ask("write", record=game["text"]) == game["text"]
    link = ask("link", record=game["text"], at=40, view="Priya")
    followed = ask("followed", link=link)
    assert (followed["text"], followed["at"], followed["view"]) == (game["text"], 40, "Priya")


GAPS = HEADER + "\nAnn asks Bob 6H: ?\nBob asks Ann 7H: no\n...\n"


def test_a_record_with_gaps_is_opened_and_gone_through() -> None:
    game = ask("open", text=GAPS)
    assert game["views"] == ["public", "Ann"]
    assert [event["text"] for event in game["game"]["events"]][::2] == ["Ann asks Bob 6H: ?", "..."]
    boards = ask("moments", record=GAPS, view="Ann", start=0, count=9)
    assert [board["at"] for board in boards] == [0, 1, 2, 3]
    assert boards[2] == ask("show", record=GAPS, view="Ann", at=2)["json"]
    assert ask("followed", link=ask("link", record=GAPS))["text"] == game["text"]


def test_what_was_forgotten_is_entered() -> None:
    ask("begin", text=HEADER, view="public")
    changed = ask("do", do="enter", line="Ann asks Bob 6H: ?")
    assert changed["kept"].endswith("Ann asks Bob 6H: ?\n")
    assert changed["turn"] == ["Ann", "Bob"]
    assert ask("do", do="enter", line="...")["kept"].endswith("6H: ?\n...\n")


def test_puzzles_of_the_pack_are_posed_with_their_marks() -> None:
    listed = ask("pack")
    number = next(puzzle["number"] for puzzle in listed if puzzle["kind"] == "where")
    posed = ask("pose", number=number)
    (right,) = tracker.solve(shipped()[number - 1])
    wrong = next(seat for seat in posed["fields"]["one"] if seat not in (right, "unknown"))
    assert posed["marks"]["right"] == [[right]]
    assert f"{right} holds" not in " ".join(posed["marks"]["wrong"][wrong]["again"])
    assert posed["hints"][0][0] == "What matters:"
    assert posed["marks"]["said"] == f"The answer: {right}."


def test_what_follows_from_an_event_is_posed_with_its_marks() -> None:
    """The cards to tap are those that may be marked: neither seen nor placed before."""
    record = tracker.loads(PAGAT)
    puzzle = next(followings(record, view_of(record, "Yusuf")))
    posed = ask("pose", text=dumps(puzzle.record))
    (right,) = tracker.solve(puzzle)
    assert posed["kind"] == "follows"
    seat, *cards = right.split()
    assert {*cards} < {*posed["fields"]["cards"]}
    assert posed["marks"]["right"] == [[f"{card} {seat}" for card in cards]]


def test_a_game_gives_puzzles() -> None:
    mine = ask("puzzles", record=PAGAT, view="Priya")
    posed = ask("pose", text=mine[0]["text"])
    assert posed["table"][0].startswith("You are Priya")
    found = ask("puzzles", record=PAGAT)
    assert found
    assert ask("pose", text=found[0]["text"])["prompt"]


def test_a_review_is_made_in_parts_while_other_questions_are_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tracker.render.app_answers._AT_A_TIME", 0)
    record = replace(tracker.loads(PAGAT), events=tracker.loads(PAGAT).events[:9])
    text, steps = dumps(record), []
    while "json" not in (step := ask("review", record=text)):
        steps.append(step["share"])
        ask("show", record=text)
    assert steps == sorted({*steps})
    assert 0 < steps[0] < steps[-1] <= 1
    assert step["json"] == tracker.review(record).to_json()
    assert set(step["told"]) <= {moment["event"] for moment in step["json"]["moments"]}


def test_what_is_there_before_the_engine_is_what_it_would_answer() -> None:
    document = sample_document()
    text = document["game"]["text"]
    assert document["game"] == ask("open", text=text)
    assert document["boards"] == ask("moments", record=text, view="public", start=0, count=400)
    assert document["game"]["over"]
    assert document["review"]["headline"].startswith("Bob+Dora+Finn won")


def test_rules_are_told_preset_by_preset() -> None:
    document = rules_document()
    assert [book["name"] for book in document["decks"]["jokers54"]][-1] == "eights"
    for name, preset in document["presets"].items():
        assert preset["values"] == PRESETS[name].items()
        assert len(preset["primer"]) == 6


def test_errors_are_lines_for_people() -> None:
    assert refused("open", text="seats: Ann")["kind"] == "NotationError"
    assert "Zed" in refused("show", record=PAGAT, view="Zed")["lines"][0]
    ask("begin", text=HEADER, view="public")
    assert refused("do", do="redo")["lines"] == ["there is nothing to redo"]


def test_the_package_as_the_app_has_it_needs_neither_numpy_nor_click() -> None:
    import subprocess
    import sys

    code = (
        "import sys, json\n"
        "for name in ('numpy', 'click', 'jinja2'): sys.modules[name] = None\n"
        "from tracker.render.app_answers import answer\n"
        "text = open(sys.argv[1], encoding='utf-8').read()\n"
        "for ask in ('open', 'show', 'deals', 'claims', 'audit', 'knows', 'begin'):\n"
        "    key = 'text' if ask in ('open', 'begin') else 'record'\n"
        "    assert 'answer' in json.loads(answer(json.dumps({'ask': ask, key: text}))), ask\n"
    )
    path = str(SAMPLES / "examples" / "1-the-five-of-hearts.lit")
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_no_option_of_a_command_is_told_where_none_can_be_typed() -> None:
    told = ask("asks", record=PAGAT, at=60, document=True)
    assert "--all" in str(tracker.asks(tracker.loads(PAGAT), at=60))
    assert "--all" not in json.dumps(told["document"])

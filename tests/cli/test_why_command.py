"""``tracker why``, ``verify``, ``audit`` and ``timeline``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import GAME, run, run_json, written
from tests.marks import first

FIVE = """\
seats: Ann Christina Doug Laura Helen Ben
dealer: Doug
hand Ann: KC JD 2H 3H 4H 6H 7H 9S

Doug asks Christina 3H: no
Christina asks Ann QC: no
Ann claims low hearts: Ann rest, Doug 5H: correct
"""


@pytest.fixture
def five(tmp_path: Path) -> Path:
    return written(tmp_path, FIVE)


def test_a_proven_place_and_its_smallest_causes(five: Path) -> None:
    found = run_json("why", five, "5h", "doug", "--as", "Ann", "--at", "1")
    assert found["conclusion"] == {"card": "5H", "seat": "Doug", "holds": True}
    assert (found["view"], found["at"], found["verdict"]) == ("Ann", 1, "proven")
    assert found["smallest"] is True
    assert {"event": 1} in found["because"]
    own = [cause for cause in found["because"] if "own" in cause]
    assert {cause["own"] for cause in own} == {"2H", "4H", "6H", "7H"}
    assert found["counterexample"] is None
    assert found["steps"]
    assert all(step["because"] or step["uses"] for step in found["steps"])


def test_it_reads_as_a_person_would_say_it(five: Path) -> None:
    said = run("why", five, "5H", "Doug", "--as", "Ann", "--at", "1").stdout
    said = " ".join(said.split())
    assert (
        "At event 1 Doug asks Christina for the 3H and does not get it, so Doug holds one" in said
    )
    assert "So Doug holds the 5H" in said
    assert "5 facts: event 1 and your own hand (2H 4H 6H 7H)" in said


def test_an_open_place_has_a_counterexample_that_fits(five: Path) -> None:
    found = run_json("why", five, "9C", "Doug", "--as", "Ann", "--at", "1", status=1)
    assert found["verdict"] == "open"
    deal = found["counterexample"]
    assert "9C" not in deal["Doug"]
    assert "5H" in deal["Doug"]
    assert [len(hand) for hand in deal.values()] == [8] * 6


def test_a_refuted_place(five: Path) -> None:
    found = run_json("why", five, "5H", "Ben", "--as", "Ann", "--at", "1", status=1)
    assert found["verdict"] == "refuted"
    assert found["because"]
    lacks = run_json("why", five, "5H", "Ben", "--lacks", "--as", "Ann", "--at", "1")
    assert lacks["verdict"] == "proven"
    assert lacks["conclusion"]["holds"] is False


def test_a_whole_claim(five: Path) -> None:
    arguments = ("why", five, "--claim", "LH: Doug 5H, Ann rest", "--as", "Ann", "--at", "2")
    found = run_json(*arguments)
    assert found["verdict"] == "proven"
    assert found["conclusion"]["book"] == "low hearts"


def test_other_sets_as_small(tmp_path: Path) -> None:
    game = written(
        tmp_path,
        "seats: Ann Bob Carl Dora\ndealer: Ann\nAnn asks Bob 5H: no\nBob asks Ann 2C: no\n"
        "Ann asks Bob 5H: no\n",
    )
    found = run_json("why", game, "5H", "Bob", "--lacks", "--all", "3")
    assert [found["because"], *found["others"]] == [[{"event": 3}], [{"event": 1}]] or [
        found["because"],
        *found["others"],
    ] == [[{"event": 1}], [{"event": 3}]]


@pytest.mark.parametrize(
    "arguments",
    [(), ("5H",), ("Z9", "Doug"), ("5H", "Zoe"), ("5H", "Doug", "--claim", "LH: Ann rest"),
     ("--claim", "LH: Ann 2H"), ("--claim", "nonsense"), ("5H", "Doug", "--limit", "-1")],
)  # fmt: skip
def test_questions_that_are_none(five: Path, arguments: tuple[str, ...]) -> None:
    result = run("why", five, *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr


def test_a_certificate_holds_for_its_record_and_no_other(five: Path, tmp_path: Path) -> None:
    paper = tmp_path / "c.json"
    run("why", five, "5H", "Doug", "--as", "Ann", "--at", "1", "--certificate", paper)
    assert run("verify", paper, five).exit_code == 0
    other = written(tmp_path, FIVE.replace("QC: no", "QC: yes"), "other.lit")
    result = run("verify", paper, other)
    assert (result.exit_code, "another record" in result.stdout) == (1, True)


@pytest.mark.parametrize("change", ["less", "more", "false"])
def test_a_forged_certificate_fails(five: Path, tmp_path: Path, change: str) -> None:
    paper = tmp_path / "c.json"
    run("why", five, "5H", "Doug", "--as", "Ann", "--at", "1", "--certificate", paper)
    document = json.loads(paper.read_text())
    if change == "less":
        document["because"].pop()
    elif change == "more":
        document["because"].append({"size": "Ben"})
    else:
        document["conclusion"]["seat"] = "Laura"
    paper.write_text(json.dumps(document))
    assert run_json("verify", paper, five, status=1)["ok"] is False


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"format": "x"}', "\ud800"])
def test_what_is_no_certificate(five: Path, tmp_path: Path, content: str) -> None:
    paper = tmp_path / "c.json"
    paper.write_bytes(content.encode("utf-8", "surrogatepass"))
    result = run("verify", paper, five)
    assert result.exit_code == 2
    assert "not a certificate" in result.stderr


def test_the_audit(five: Path) -> None:
    (claim,) = run_json("audit", five)["claims"]
    assert claim == {
        "event": 3,
        "claimant": "Ann",
        "book": "low hearts",
        "outcome": "correct",
        "verdict": "proven",
        "probability": 1.0,
        "exact": True,
        "provable_since": 1,
        "also_proven_for": [],
        "provable_by": [],
    }


def test_a_ruling(five: Path) -> None:
    ruling = run_json("audit", five, "--event", "3")
    assert ruling["verdict"] == "proven"
    assert ruling["explanation"]["because"]
    assert ruling["rules"]["deck"] == "no8"
    assert ruling["record"].startswith("sha256:")
    said = run("audit", five, "--event", "3").stdout.split()
    assert "Doug asks Christina for the 3H" in " ".join(said)
    assert "you" not in said


@pytest.mark.parametrize(
    ("sample", "event", "words"),
    first(
        2,
        [
            ("pagat-six", 26, "All saw it: Marta has the QS since event 5."),
            ("skat-four", 17, "All saw it: Inge has the 8S since event 16."),
            (
                "skat-four",
                29,
                "Heidi holds one of 8D 9D 10D. So not all the low diamonds lie as asked",
            ),
            ("pagat-six", 91, "Marta asks Lars JC: yes). So not all the high clubs lie as asked"),
            ("skat-four", 42, "Inge could prove where the cards were, since event 40"),
        ],
    ),
)
def test_a_ruling_names_what_it_rests_on(sample: str, event: int, words: str) -> None:
    said = run("audit", f"samples/{sample}.lit", "--event", str(event)).stdout
    assert words in " ".join(said.split())


def test_a_ruling_from_the_public_chair_does_not_speak_for_the_claimant(tmp_path: Path) -> None:
    unknown = written(
        tmp_path,
        "seats: Ann Bob Carl Dora\ndealer: Ann\nAnn asks Bob 2C: no\nBob asks Ann 3C: yes\n"
        "Bob claims low clubs: Bob 3C 4C 5C 6C 7C, Dora 2C: correct\n",
    )
    said = run("audit", unknown, "--event", "3").stdout
    assert "as the hand of Bob is not known" in said
    assert "all that everyone had seen" in " ".join(said.split())
    assert "all the claimant" not in said


def test_a_ruling_against_a_claim_has_a_deal_in_which_it_is_wrong(tmp_path: Path) -> None:
    guess = FIVE.replace("Doug asks Christina 3H: no\n", "").replace(
        "dealer: Doug", "dealer: Christina"
    )
    ruling = run_json("audit", written(tmp_path, guess), "--event", "2", status=1)
    assert ruling["verdict"] == "guess"
    assert "5H" not in ruling["explanation"]["counterexample"]["Doug"]


def test_a_ruling_on_what_is_no_claim(five: Path) -> None:
    result = run("audit", five, "--event", "1")
    assert result.exit_code == 2
    assert "its claims are events 3" in result.stderr


def test_own_cards_of_a_hand_that_only_the_record_gives_are_told_right(tmp_path: Path) -> None:
    game = written(
        tmp_path,
        """\
        rules: deck=custom
        book low clubs: 2C 3C 4C 5C
        book low hearts: 2H 3H 4H 5H
        seats: Ann Bob Carl Dora
        dealer: Ann
        Ann asks Bob 2C: no
        Ann claims low clubs: Ann 3C 4C, Carl rest: correct
        """,
    )
    said = run("why", game, "2C", "Bob", "--lacks", "--as", "Carl", "--at", "0").stdout
    assert "The 2C has been in your own hand all along." in said


def test_the_timeline(five: Path) -> None:
    found = run_json("timeline", five)
    assert [event["event"] for event in found["events"]] == [1, 2, 3]
    assert found["events"][0]["forced"]["Ann"] == 1
    assert found["events"][0]["bits"]["Ann"] > 0
    assert found["events"][0]["placed"]["Ann"] == ["5H"]
    assert set(run_json("timeline", five, "--as", "public")["start"]) == {"public"}
    assert "Turning points" in run("timeline", five).stdout


@pytest.mark.parametrize("words", [("--all", "{}"), ("{}", "--all"), ("--hint", "{}")])
def test_the_file_may_stand_on_either_side_of_all(tmp_path: Path, words: tuple[str, ...]) -> None:
    game = written(tmp_path, GAME)
    result = run("why", *(word.format(game) for word in words))
    assert result.exit_code == 0, result.output
    assert "Of no card in play does it follow now where it is." in result.stdout


def test_a_number_behind_all_is_that_of_the_other_sets_of_causes(tmp_path: Path) -> None:
    game = written(tmp_path, GAME)
    of_card = run("why", "--all", "2", game, "KH", "Ann")
    assert of_card.exit_code == 0
    assert of_card.stdout == run("why", game, "KH", "Ann", "--all", "2").stdout

"""The report object, and what the terminal, Markdown and JSON make of it."""

from __future__ import annotations

import re
from math import factorial, log2
from pathlib import Path

import pytest

from tests.cli.running import GAME, run, run_json, written
from tests.marks import first
from tracker.analysis.report import Player, Report, report
from tracker.analysis.result import game_result
from tracker.notation import record_files, text
from tracker.render.document import markdown_text
from tracker.render.phrases import chart_line, fit
from tracker.render.registry import as_markdown
from tracker.render.review_text import headline, result_words

SAMPLES = Path(__file__).parents[2] / "samples"
PAGAT = SAMPLES / "pagat-six.lit"


@pytest.fixture(scope="module")
def pagat() -> Report:
    return report(record_files.load(PAGAT))


def check_recount(player: Player, record: str) -> None:
    """What a player did, counted in the lines of the record."""
    lines = record.split("\n")
    asks = [line for line in lines if line.startswith(f"{player.seat} asks ")]
    claims = [line for line in lines if line.startswith(f"{player.seat} claims ")]
    assert player.asks == len(asks)
    assert player.hits == sum(bool(re.search(r": yes\b", line)) for line in asks)
    assert player.claims.made == len(claims)
    assert player.claims.wrong == sum(not re.search(r": correct\b", line) for line in claims)


def test_asks_and_claims_are_those_that_the_record_has(pagat: Report) -> None:
    for player in pagat.players:
        check_recount(player, PAGAT.read_text(encoding="utf-8"))


def test_a_wrong_claim_is_counted_once_and_a_lucky_one_as_a_guess(pagat: Report) -> None:
    tallies = {player.seat: player.claims for player in pagat.players}
    assert (tallies["Marta"].wrong, tallies["Marta"].proven, tallies["Marta"].guessed) == (2, 1, 0)
    assert (tallies["Zoe"].wrong, tallies["Zoe"].proven, tallies["Zoe"].guessed) == (0, 1, 1)


FIRST_ASK = """\
rules: pagat, deck=custom
book reds: 2H 3H
book blacks: 2S 3S
seats: Ann Bob Carl Dora
dealer: Ann
hand Ann: 2H
hand Bob: 3H
hand Carl: 2S
hand Dora: 3S

Ann asks Bob 3H: yes
"""


def test_bits_worked_out_by_hand() -> None:
    """Ann must have the 2H. The public and Ann and Bob are left with two deals, of 24 and 6 and 6;
    Carl and Dora, who have a black card, with one, of 6."""
    found = report(text.loads(FIRST_ASK))
    ann, bob = found.players[:2]
    assert ann.bits_to_team == pytest.approx(log2(6))
    assert ann.bits_to_opponents == pytest.approx(log2(3) + log2(6))
    assert (bob.bits_to_team, bob.bits_to_opponents) == (0, 0)
    assert found.uncertainty["public"] == pytest.approx([log2(24), 1])
    assert found.uncertainty["Bob"] == pytest.approx([log2(6), 1])
    assert found.uncertainty["Carl"] == pytest.approx([log2(6), 0])


def test_at_the_deal_all_is_left_to_learn_and_at_the_end_nothing(pagat: Report) -> None:
    """48 cards for six players: 48! / 8!^6 deals, and 40! / 8!^5 for who has seen a hand."""
    for view, left in pagat.uncertainty.items():
        unseen, hands = (48, 6) if view == "public" else (40, 5)
        assert left[0] == pytest.approx(log2(factorial(unseen) // factorial(8) ** hands))
        assert len(left) == 1 + len(pagat.record.events)
        assert left[-1] == pytest.approx(0, abs=1e-9)


def test_the_result(pagat: Report) -> None:
    first, second = pagat.record.table.teams
    assert pagat.result.winner == first
    assert pagat.result.score == {first: 5, second: 2}
    status = {one.book: (one.status, one.team, one.event) for one in pagat.result.books}
    assert status["high spades"] == ("cancelled", None, 26)
    assert status["low clubs"] == ("won", second, 55)


@pytest.mark.parametrize(
    ("last", "winner"),
    [("blues to Ann", "Ann"), ("blues to Dora", "Bob"), ("blues to nobody", None), ("", None)],
)
def test_whoever_has_most_when_all_is_over_has_won(last: str, winner: str | None) -> None:
    """Of three half-suits; one to either team, and the third to nobody, is a draw."""
    record = text.loads(
        "rules: pagat, deck=custom\nbook reds: 2H 3H\nbook blacks: 2S 3S\nbook blues: 2C 3C\n"
        "seats: Ann Bob Carl Dora\nsizes: Ann 2 Bob 2 Carl 1 Dora 1\nturn: Ann\n\n"
        "award reds to Carl\naward blacks to Bob\n" + (f"award {last}\n" if last else "")
    )
    result = game_result(record)
    assert result.over == bool(last)
    assert result.winner == (record.table.team_of[winner] if winner else None)
    assert [one.event for one in result.books] == [1, 2, 3 if last else None]


MAJORITY = """\
rules: pagat, deck=custom{}
book reds: 2H 3H
book blacks: 2S 3S
book blues: 2C 3C
seats: Ann Bob Carl Dora
sizes: Ann 2 Bob 2 Carl 1 Dora 1
turn: Ann

award reds to Ann
award blacks to Carl
"""


def test_who_leads_by_more_than_is_left_has_won() -> None:
    """Two of three half-suits are enough, unless the leaders can lose points."""
    record = text.loads(MAJORITY.format(""))
    result = game_result(record)
    assert (result.over, result.decided, result.drawn) == (False, True, False)
    assert result.winner == record.table.team_of["Ann"]
    assert "Ann+Carl won." in result_words(result)
    assert not game_result(text.loads(MAJORITY.format(", opponent-holds=minus-one"))).decided
    assert not game_result(record.with_events(record.events[:1])).decided


def test_what_needs_a_hand_that_is_not_known_is_left_open() -> None:
    found = report(text.loads(GAME))
    ann, bob, carl = found.players[:3]
    assert (ann.dead, ann.sure, ann.missed) == (0, 0, 0)
    assert (bob.dead, bob.sure, bob.missed) == (None, None, None)
    assert ann.bits_to_team is None
    assert ann.bits_to_opponents is None
    assert bob.bits_to_opponents is not None
    assert (carl.asks, carl.hit_rate) == (0, None)
    assert found.result.winner is None
    assert not found.result.over


@pytest.mark.long
@pytest.mark.parametrize("name", first(1, sorted(path.name for path in SAMPLES.glob("*-four.lit"))))
def test_every_form_can_be_written(name: str) -> None:
    for options in ([], ["--md"], ["--json"], ["--ascii"]):
        result = run("report", SAMPLES / name, *options)
        assert result.exit_code == 0
        assert result.stderr == ""
        assert "--ascii" not in options or "█" not in result.stdout


def test_json_has_what_the_report_has(pagat: Report) -> None:
    document = run_json("report", PAGAT)
    assert document["result"]["score"] == {"Marta+Priya+Zoe": 5, "Tom+Lars+Yusuf": 2}
    assert [player["seat"] for player in document["players"]] == list(pagat.record.seats)
    assert document["uncertainty"] == {v: list(bits) for v, bits in pagat.uncertainty.items()}
    told = pagat.timeline.turning_points()
    assert document["timeline"]["turning_points"] == [one.number for one in told]


def test_markdown_has_tables_that_fit_their_heads(pagat: Report) -> None:
    lines = as_markdown(pagat).split("\n")
    tables = [line for line in lines if line.startswith("|")]
    assert any("Marta" in line for line in tables)
    heads = {line.count("|") for line in tables}
    assert heads == {10, 9, 5, 3}


def test_the_text_has_what_the_review_says_first(pagat: Report) -> None:
    assert pagat.review is not None
    worst = pagat.review.moments[0]
    for shown in (str(pagat), as_markdown(pagat)):
        said = re.sub(r"\s+", " ", shown)
        assert headline(pagat.review) in said
        assert f"{worst.event}. {worst.grade}, " in said.replace("\\", "")
        assert "Turning points" not in said
        assert "Bits left" not in said


def test_a_record_with_gaps_has_no_review() -> None:
    found = report(text.loads(f"{GAME}Bob asks Carl ?: no\n"))
    assert found.review is None
    assert "Review" not in str(found)
    assert "## Review" not in as_markdown(found)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("plain, with 1.5 and a-b", "plain, with 1.5 and a-b"),
        ("<script>", r"\<script\>"),
        ("a_b*c`d", r"a\_b\*c\`d"),
        ("[x](y)", r"\[x\](y)"),
        ("# head", r"\# head"),
        ("1. list", r"1\. list"),
        ("12. list", r"12\. list"),
        ("a | b", r"a \| b"),
        ("https://x", r"https\://x"),
        ("www.x.org", r"www\.x.org"),
        ("a\x1b[31mb", r"a\\x1b\[31mb"),
    ],
)
def test_markdown_says_the_text_and_nothing_more(said: str, expected: str) -> None:
    assert markdown_text(said) == expected


def test_options_that_exclude_each_other(tmp_path: Path) -> None:
    game = written(tmp_path, "seats: Ann Bob Carl Dora Eve Finn\ndealer: Ann\n")
    assert run("report", game, "--md", "--json").exit_code == 2
    assert run("report", game, "--md", "-o", tmp_path / "x.html").exit_code == 2


def test_charts() -> None:
    assert chart_line([1, 0.5, 0.01, 0], 10) == "█▄▁ "
    assert fit([1, 3, 5, 7], 2) == [2, 6]
    assert fit([], 5) == []

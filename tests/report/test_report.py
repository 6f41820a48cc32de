"""The report object, and what the terminal, Markdown and JSON make of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import GAME, run, run_json, written
from tracker.analysis.audit import audit
from tracker.analysis.report import Report, report
from tracker.analysis.timeline import timeline
from tracker.game.events import Ask, Claim
from tracker.notation import text
from tracker.render import chart
from tracker.render.markdown import escape, markdown_report

SAMPLES = Path(__file__).parents[2] / "samples"
PAGAT = SAMPLES / "pagat-six.lit"


@pytest.fixture(scope="module")
def pagat() -> Report:
    return report(text.load(PAGAT))


def test_the_table_of_players_counts_what_happened(pagat: Report) -> None:
    audited = audit(pagat.record)
    for player in pagat.players:
        asks = [
            event
            for event in pagat.record.events
            if isinstance(event, Ask) and event.asker == player.seat
        ]
        assert player.asks == len(asks)
        assert player.hits == sum(ask.answer == "yes" for ask in asks)
        kinds = [ask.kind for ask in audited.asks if ask.asker == player.seat]
        assert (player.dead, player.sure) == (kinds.count("dead"), kinds.count("sure"))
        assert player.missed == sum(one.seat == player.seat for one in audited.missed)
    claims = [event for event in pagat.record.events if isinstance(event, Claim)]
    assert sum(player.claims.made for player in pagat.players) == len(claims)


def test_a_wrong_claim_is_counted_once_and_a_lucky_one_as_a_guess(pagat: Report) -> None:
    tallies = {player.seat: player.claims for player in pagat.players}
    assert (tallies["Marta"].wrong, tallies["Marta"].proven, tallies["Marta"].guessed) == (2, 1, 0)
    assert (tallies["Zoe"].wrong, tallies["Zoe"].proven, tallies["Zoe"].guessed) == (0, 1, 1)


def test_bits_given_are_those_of_the_timeline(pagat: Report) -> None:
    times = timeline(pagat.record)
    for player in pagat.players:
        for seats, given in (
            ([seat for seat in player.team if seat != player.seat], player.bits_to_team),
            (pagat.record.table.opponents_of[player.seat], player.bits_to_opponents),
        ):
            told = [
                one.gains[seat].bits
                for one in times.events
                for seat in seats
                if isinstance(one.event, Ask) and one.event.asker == player.seat
            ]
            assert given == pytest.approx(sum(told))


def test_uncertainty_is_what_is_left_to_learn(pagat: Report) -> None:
    for view, left in pagat.uncertainty.items():
        assert len(left) == len(pagat.record.events) + 1
        assert left[0] == pagat.timeline.start[view]
        told = pagat.timeline.events[40].gains[view].bits
        assert left[40] - left[41] == pytest.approx(told)
        assert left[-1] == pytest.approx(0, abs=1e-9)


def test_the_result(pagat: Report) -> None:
    first, second = pagat.record.table.teams
    assert pagat.result.winner == first
    assert pagat.result.score == {first: 5, second: 2}
    status = {one.book: (one.status, one.team, one.event) for one in pagat.result.books}
    assert status["high spades"] == ("cancelled", None, 26)
    assert status["low clubs"] == ("won", second, 55)


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


@pytest.mark.parametrize("name", sorted(path.name for path in SAMPLES.glob("*-four.lit")))
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
    assert document["timeline"]["turning_points"] == [one.number for one in pagat.turning_points]


def test_markdown_has_tables_that_fit_their_heads(pagat: Report) -> None:
    lines = markdown_report(pagat).split("\n")
    tables = [line for line in lines if line.startswith("|")]
    assert any("Marta" in line for line in tables)
    heads = {line.count("|") for line in tables}
    assert heads == {12, 9}


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
    assert escape(said) == expected


def test_options_that_exclude_each_other(tmp_path: Path) -> None:
    game = written(tmp_path, "seats: Ann Bob Carl Dora Eve Finn\ndealer: Ann\n")
    assert run("report", game, "--md", "--json").exit_code == 2
    assert run("report", game, "--md", "-o", tmp_path / "x.html").exit_code == 2


def test_charts() -> None:
    assert chart.columns([4, 2, 0, 1], 20, 2) == ["4 ▏█", "0 ▏██ ▄"]
    assert chart.columns([4, 2, 0, 1], 20, 2, plain=True) == ["4 |#", "0 |## :"]
    assert chart.line([8, 4, 0.01, 0], 10, 8) == "█▄▁ "
    assert chart.fit([1, 3, 5, 7], 2) == [2, 6]
    assert chart.fit([], 5) == []
    assert chart.columns([], 10, 1) == ["0 ▏"]

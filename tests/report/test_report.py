"""Who has won, and how text becomes Markdown; what a report says is in ``tests/sessions``."""

from __future__ import annotations

import pytest

from tracker.analysis.report import report
from tracker.analysis.result import game_result
from tracker.answers import When
from tracker.notation import text
from tracker.render.document import markdown_text
from tracker.render.phrases import case_lines, chart_line, fit
from tracker.render.review_text import Chart, result_words


@pytest.mark.parametrize(
    ("last", "winner", "words"),
    [
        ("blues to Ann", "Ann", "Ann+Carl won. Score: Ann+Carl 2, Bob+Dora 1."),
        ("blues to Dora", "Bob", "Bob+Dora won. Score: Ann+Carl 1, Bob+Dora 2."),
        ("blues to nobody", None, "A draw. Score: Ann+Carl 1, Bob+Dora 1."),
        ("", None, "Not over. Score: Ann+Carl 1, Bob+Dora 1."),
    ],
)
def test_whoever_has_most_when_all_is_over_has_won(
    last: str, winner: str | None, words: str
) -> None:
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
    assert result_words(result) == words


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


def test_a_gap_may_decide_who_has_won() -> None:
    game = MAJORITY.format("").replace("to Carl", "to Bob") + "award blues to Ann/Bob\n"
    words = "How it ended depends on the gaps. Score: Ann+Carl 1–2, Bob+Dora 1–2."
    assert result_words(report(text.loads(game)).result) == words


def test_who_leads_by_more_than_is_left_has_won() -> None:
    """Two of three half-suits are enough, unless the leaders can lose points."""
    record = text.loads(MAJORITY.format(""))
    result = game_result(record)
    assert (result.over, result.decided, result.drawn) == (False, True, False)
    assert result.winner == record.table.team_of["Ann"]
    assert "Ann+Carl won." in result_words(result)
    assert not game_result(text.loads(MAJORITY.format(", opponent-holds=minus-one"))).decided
    assert not game_result(record.with_events(record.events[:1])).decided


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


def test_charts() -> None:
    assert chart_line([1, 0.5, 0.01, 0], 10) == "█▄▁ "
    for width, drawn in ((80, 50), (40, 31), (30, 21), (28, 20), (9, 20)):
        (whole,) = Chart("Chances: ", [1.0] * 50).lines(width)
        assert whole.plain == f"Chances: {'█' * drawn}"
    assert fit([1, 3, 5, 7], 2) == [2, 6]
    assert fit([], 5) == []


def test_of_many_cases_it_is_told_what_decides() -> None:
    cases: list[tuple[str, When]] = [
        (f"case {card}", ({"event": 3, "card": card},)) for card in ("2S", "3S", "4S", "5S")
    ]
    told = [*case_lines("Event 6", cases)]
    assert told[0] == "Event 6: case 2S, if event 3 has the card 2S."
    assert len(told) == 4
    cases.append(("case no", ({"event": 3, "card": "2S"}, {"event": 5, "answer": "no"})))
    assert [*case_lines("Event 6", cases)] == [
        "Event 6 depends on event 3 (the card) and event 5 (the answer): 5 cases, with --json."
    ]

"""The rules on one screen are those by which the puzzles are played."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import SAMPLES
from tests.cli.running import run
from tests.strategies import seed_games
from tracker.game.events import Ask
from tracker.game.legality import is_legal
from tracker.game.replay import replay_of
from tracker.inference.deduction import deduce
from tracker.notation.games import loads_all
from tracker.notation.record_files import load
from tracker.notation.text import loads
from tracker.render.page.sheet import sheet
from tracker.render.primer import ANSWERS, LEGEND, how_to_play, primer, primer_example, primers
from tracker.teach.lessons import Lesson
from tracker.teach.pack import shipped

RULES = """\
rules: pagat, own-card-asks={own}
seats: Ann Bob Carl Dora
dealer: Ann

{ask}
"""


@pytest.mark.parametrize("own", ["forbidden", "bluff", "surrender"])
def test_the_example_tells_what_follows_from_it(own: str) -> None:
    """It is a legal first ask, and deduction finds no more and no less in it than is said."""

    empty = loads(RULES.format(own=own, ask=""))
    words = primer_example(empty)
    ask = words[words.index("“") + 1 : words.index("”")]
    record = loads(RULES.format(own=own, ask=ask))
    (event,) = record.events
    assert isinstance(event, Ask)
    assert is_legal(replay_of(record).state(0), event)
    with deduce(record) as deduction:
        holders = deduction.holders(event.card)
    if own == "forbidden":
        assert f"neither Ann nor Bob holds the {event.card}" in words
        assert holders == ("Carl", "Dora")
    else:
        assert "Ann holds it now" in words
        assert holders == ("Ann",)


def test_there_are_six_lines_and_no_key_of_the_notation() -> None:
    for record in seed_games(seed=51, count=30, max_deals=200):
        lines = primer(record)
        assert len(lines) == 6
        assert not any("=" in line for line in lines)


def test_lines_that_are_not_for_all_say_for_which() -> None:
    pagat, hidden = (load(SAMPLES / f"{name}-six.lit") for name in ("pagat", "hidden"))
    lines = primers([pagat, hidden, pagat])
    asks = [line for line in lines if line.startswith("In your turn you ask")]
    assert asks == [primer(pagat)[2]]
    assert f"{primer(pagat)[4]} (puzzle 1, 3)" in lines
    assert f"{primer(hidden)[4]} (puzzle 2)" in lines


def test_a_lesson_for_beginners_has_its_rules_on_one_screen(tmp_path: Path) -> None:
    """They are those of the warm-ups: six lines, an example, and what signs mean."""
    for more in ((), ("--seed", "5"), ("--minutes", "30")):
        run("lesson", "--level", "1", *more, "-o", tmp_path)
        records = list(loads_all((tmp_path / "lesson.lit").read_bytes(), "lesson"))
        assert len(records) >= 15
        assert how_to_play(records) == [
            *primer(records[0]),
            primer_example(records[0]),
            ANSWERS,
            LEGEND,
        ]


def test_the_rules_stand_before_the_first_puzzle() -> None:
    puzzles = list(shipped())[:2]
    for part in ("all", "questions"):
        page = sheet(puzzles, lesson=Lesson("", tuple(puzzles)), part=part)
        assert page.index("How to play") < page.index("Puzzle 1<")
        assert ANSWERS[:20] in page
        assert "is short for: Ann asks Bob" in page
    assert "How to play" not in sheet(puzzles, part="answers")

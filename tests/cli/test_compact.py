"""The compact grid: all on one screen, and nothing in it that the deduction does not say."""

from __future__ import annotations

from pathlib import Path

import pytest

import tracker
from tests.cli.running import GAME, written
from tests.entry.terminal import ENTER, Terminal
from tracker.inference.deduction import Deduction, deduce
from tracker.render.document import fitting, for_terminal
from tracker.render.grid import IN_SIGHT, MARKS, ON_ONE_SCREEN, abbreviations, compact_boards

SAMPLES = sorted((Path(__file__).parents[2] / "samples").glob("*.lit"))
ENTER_80X24, WATCH_80X24, SIDE_80X24 = 17, 23, 14
"""Lines that a grid has at 80x24: above a prompt, in a window of its own, beside a prompt."""


def lines(deduction: Deduction, width: int, height: int | None, *, bare: bool = False) -> list[str]:
    boards = compact_boards(deduction, manners=IN_SIGHT if bare else ON_ONE_SCREEN)
    laid = for_terminal(fitting(boards, width, height), width)
    return [str(line) for line in laid]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_sample_fits_at_80x24(path: Path) -> None:
    record = tracker.load(path)
    with deduce(record, view=None, at=min(3, len(record.events))) as deduction:
        for height in (ENTER_80X24, WATCH_80X24, SIDE_80X24):
            found = lines(deduction, 80, height, bare=height == SIDE_80X24)
            assert len(found) <= height
            assert max(map(len, found)) <= 80
            if height > SIDE_80X24:
                assert not any("do not fit" in line for line in found)
                assert "turn " in found[0]


@pytest.mark.parametrize("width", [80, 120])
def test_each_mark_is_what_the_deduction_says(width: int) -> None:
    record = tracker.loads(GAME)
    with deduce(record, view="Ann") as deduction:
        for height in (None, ENTER_80X24, 16):
            text = "\n".join(lines(deduction, width, height))
            for card in record.deck.cards:
                holders, status = deduction.holders(card), deduction.status(card)
                kinds = [
                    "excluded" if seat not in holders else status.replace("open", "possible")
                    for seat in record.seats
                ]
                signs = [MARKS[kind].sign for kind in kinds]
                assert any(f"{card:<4}{mark.join(signs)}" in text for mark in (" ", "")), card


def test_what_does_not_fit_is_said_and_where_things_stand_stays() -> None:
    with deduce(tracker.loads(GAME)) as deduction:
        found = lines(deduction, 40, 10)
        assert len(found) <= 10
        assert found[0].startswith("public  after 4 of 4  turn Carl")
        assert found[-1] == "… 5 of 8 half-suits do not fit here"


def test_abbreviations_are_letters_where_they_can_be() -> None:
    assert abbreviations(["Marta", "Tom", "Marie", "Max"]) == {
        "Marta": "Ma", "Tom": "T", "Marie": "Mr", "Max": "Mx",
    }  # fmt: skip
    assert set(abbreviations(["S1", "S2", "S3"]).values()) == {"S1", "S2", "S3"}
    assert list(abbreviations(["AA", "aa2", "Aaa"]).values()) == ["1", "2", "3"]


@pytest.mark.long
def test_show_and_a_grid_in_sight_while_entering(tmp_path: Path) -> None:
    path = written(tmp_path, GAME)
    with Terminal("enter", path.name, folder=tmp_path, columns=80, rows=24) as terminal:
        terminal.wait_for_prompt("5>")
        terminal.enter("show")
        assert "turn Carl" in terminal.lines[0]
        assert "LC  A B C D E F" in terminal.text
        terminal.enter("show --book hs")
        assert "high spades" in terminal.text
        terminal.enter("grid", "bob 4c y")
        terminal.wait_for("4C  · · ● · · ·")
        assert "told public" in terminal.text, "what was said stays in sight"
        terminal.resize(60, 30)
        terminal.wait_for("LC  ABCDEF  HC  ABCDEF")
        terminal.send("grid off" + ENTER)
        terminal.wait(lambda: "4C  · · ● · · ·" not in terminal.text, "no grid")

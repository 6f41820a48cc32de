"""A game of 40 events typed at 80x24 from what was said, with slips: as a new user would."""

from __future__ import annotations

from pathlib import Path

import pytest

import tracker
from tests.doc_pages import ROOT
from tests.entry.terminal import ENTER, Terminal
from tracker.game.events import Ask, Event
from tracker.game.record import Record
from tracker.notation.text import dumps, format_event

EVENTS = 40
SLIPS = {
    4: ("q 4h y", "'q' is not a seat"),
    9: ("{} 8h n", "'8h' is not a card of this deck"),
    13: ("{} qs", "the answer is missing"),
    18: ("{}4hye", "'ye' is not an answer"),
    31: ("{} 4x y", "'4x' is not a card of this deck"),
}
"""What is typed by mistake before an event, and what is said of it."""


def beginning_of(name: str, record: Record) -> str:
    """As much of a seat's name as it takes."""
    seats = [seat.lower() for seat in record.seats]
    return next(
        name[:size].lower()
        for size in range(1, len(name) + 1)
        if sum(seat.startswith(name[:size].lower()) for seat in seats) == 1
    )


def typed(event: Event, record: Record) -> str:
    """An event in the fewest keys."""
    if isinstance(event, Ask):
        return f"{beginning_of(event.target, record)}{event.card}{event.answer[0]}".lower()
    return format_event(event, record)


def statements(record: Record) -> list[str]:
    return [format_event(event, record) for event in record.events]


@pytest.mark.soak
def test_a_game_typed_by_a_new_user(tmp_path: Path) -> None:
    game = tracker.load(ROOT / "samples" / "pagat-six.lit")
    path = tmp_path / "game.lit"
    path.write_text(dumps(game.with_events(())))
    with Terminal("enter", path.name, folder=tmp_path, columns=80, rows=24) as terminal:
        terminal.wait_for_prompt("1>")
        keys = []
        for number, event in enumerate(game.events[:EVENTS], start=1):
            if number in SLIPS and isinstance(event, Ask):
                line, said = SLIPS[number]
                terminal.send(line.format(beginning_of(event.target, game)) + ENTER)
                terminal.wait_for(said)
                terminal.wait_for_prompt(f"{number}>")
            line = typed(event, game)
            terminal.send(line + ENTER)
            terminal.wait_for_prompt(f"{number + 1}>")
            terminal.wait(lambda: "turn " in terminal.lines[-1], "the status line")
            if isinstance(event, Ask):
                keys.append(len(line) + 1)
        terminal.enter("show")
        assert "LC  M T P L Z Y" in terminal.text
        assert terminal.lines[0].startswith("public  after 40 of 40")
        for line, said in (("undo", "taken back; 39 events"), ("redo", "back again; 40 events")):
            terminal.enter(line)
            assert said in terminal.text.replace("\n", " ")
    assert statements(tracker.load(path)) == statements(game)[:EVENTS]
    print(f"\n{len(keys)} asks, {sum(keys) / len(keys):.2f} keys each, {max(keys)} at most")
    assert sum(keys) / len(keys) < 5.5

"""Games typed at 80x24 as a new user would: one from what was said, with slips, one from memory."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

import tracker
from tests.doc_pages import ROOT
from tests.entry.terminal import ENTER, TIMEOUT, Terminal
from tracker.game.events import Ask, Event, Gap, Missing
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


TOLD: Final = """
Ann asked Finn for the 6 of spades, no
Finn asked Eve for the seven of spades: no
then Eve asked Dora for the king of spades and got it
Eve asked Bob for the 6 of diamonds, he didn't have it
Bob has 8 cards
Bob took the king of spades back from Eve
Bob asked Carl for the ace of hearts - yes
Bob asked Eve for the jack of hearts, no
Eve asked Bob for some low club, no
Bob asked Ann for the three of spades, nope
Ann asked Bob for a high heart, don't remember which, no
Bob asked Eve for the 6 of spades, no
Eve asks Finn for the 5 of spades, yes
Eve asked Bob for the king of spades and he had it
Eve asked Bob for the ace of spades, no
Bob asked Eve for the 3 of spades, yes
Bob asked Ann JH no
Ann asked Bob AH yes
Finn said he had 7 cards
Ann asked Bob for the 2 of spades and I forget what he said
Bob asked someone for the 10 of spades, no
someone asked Bob for the queen of spades, no
Bob asked Carl for the nine of hearts, no
Carl asked Dora for the two of hearts. No.
Dora asked Ann 10H, no
Ann asked Bob for the 9 of spades: no
Bob asked Ann for the ace of spades: yes
Bob asked Ann for 6S: no
Ann asked Dora for the 7 or the 6 of clubs: no
Dora asked Ann 10C: no
Ann asked Bob for the three of spades, yes
Ann asked Bob ten of hearts yes
Ann asked Dora for the nine of hearts, got it
Ann asked Bob 4S yes
Ann asked Dora 7D no
Dora asked Ann for 4S, yes
Dora asked Eve 5S, yes
Dora asked Ann QH yes
Dora asked Ann for the ace of hearts, yes
Dora asked Ann for something, yes
Dora asked Carl for the ace of diamonds, no
two asks are missing here
Carl asked Dora for 5S, yes
Carl got the king of hearts from Dora
Carl asked Finn for 6H, yes
Carl asked Finn 7D, yes
Carl asked Dora for the ace of hearts, yes
Carl asked Dora 3C, yes
Carl asked Dora for 4S: yes
Carl asked Bob for the ace of spades: ??
Carl asked Bob for 3D: yes
Carl asked Dora for the queen of hearts: yes
Carl claimed the high hearts, Ann had the 9 and the 10, correct
Carl asked Bob for some low heart, no
Bob asked Carl 10S no
Carl asked Dora for 2H, no
Dora asked Ann for a high diamond, no
Ann asked somebody for 2D, no
Bob asked Eve KS yes
"""
"""The beginning of a game as somebody tells it who has forgotten some of it."""


@pytest.mark.soak
def test_a_game_told_from_memory(tmp_path: Path) -> None:
    path = tmp_path / "game.lit"
    path.write_text("seats: Ann Bob Carl Dora Eve Finn\ndealer: Ann\n")
    told = TOLD.split("\n")[1:-1]
    with Terminal("enter", path.name, folder=tmp_path, columns=80, rows=24) as terminal:
        for number, line in enumerate(told, start=1):
            terminal.wait_for_prompt(f"{number}>")
            terminal.send(line + ENTER)
        terminal.wait_for_prompt(f"{len(told) + 1}>")
        terminal.send("gaps" + ENTER)
        terminal.wait_for("Ask the players", 3 * TIMEOUT)
    game = tracker.load(path)
    assert len(game.events) == len(told) == 59
    assert sum(isinstance(event, Gap | Missing) for event in game.events) == 12
    assert not tracker.check(game)

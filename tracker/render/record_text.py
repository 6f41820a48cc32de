"""Records, and the puzzles that are records: their notation and their JSON form."""

from __future__ import annotations

from typing import Final

from tracker.game.record import Record
from tracker.messages import counted, printable_lines
from tracker.notation import record_json, text
from tracker.render.registry import Forms
from tracker.teach.puzzle import Puzzle


def _record_line(record: Record) -> str:
    title = dict(record.tags).get("title")
    about = f"{counted(len(record.seats), 'seat')}, {counted(len(record.events), 'event')}"
    return f"{about}, {record.preset}" + (f", {title}" if title else "")


def _record_text(record: Record) -> str:
    return printable_lines(text.dumps(record).rstrip("\n"))


RECORD: Final = Forms[Record](
    line=_record_line, text=lambda record, _: _record_text(record), json=record_json.to_data
)
PUZZLE: Final = Forms[Puzzle](
    line=lambda puzzle: f"{puzzle.question} for {puzzle.view.name} at {puzzle.at}",
    text=lambda puzzle, _: _record_text(puzzle.record),
    json=lambda puzzle: record_json.to_data(puzzle.record),
)

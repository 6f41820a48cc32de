"""What gaps cost: the time of commands on records with gaps, beside the same records without.

``python -m tests.benchmarks.gap_times`` takes random games of 120 events, all hands known, and
forgets ten answers, five cards of known half-suits and two players asked; then forty gaps of all
these kinds. It prints the processor time of ``show``, ``audit`` and ``knows`` (public view, one
process, without the start of Python), the ratio of ``show`` to that of the whole record, and how
many verdicts are decided. ``--commands`` prints instead what ``tracker show`` takes as a command.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from os import times
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic, process_time
from typing import Final

from tests.benchmarks.forgetting import KINDS
from tests.strategies import SEATS
from tracker.analysis.audit import audit
from tracker.analysis.board import board
from tracker.analysis.check import check
from tracker.analysis.knows import knows
from tracker.game.events import Ask, Event, Gap, Open, own_fields
from tracker.game.record import Record
from tracker.game.rules import Rules
from tracker.notation.text import dumps
from tracker.play.simulator import random_game

EVENTS: Final = 120
FORGOTTEN: Final = {"answer": 10, "card of a half-suit": 5, "player asked": 2}
MANY: Final = {"answer": 15, "card of a half-suit": 15, "player asked": 10}


def game(seed: int) -> Record:
    """A game of so many events, all hands known."""
    while True:
        record = random_game(Random(seed), SEATS[:6], Rules(), limit=EVENTS)
        if len(record.events) >= EVENTS and len(record.hands) == len(record.seats):
            return record.with_events(record.events[:EVENTS])
        seed += 1_000


def forgetful(record: Record, numbers: dict[str, int], rng: Random) -> Record:
    """The record with so many gaps of each kind, each in an ask of its own."""
    events: list[Event] = list(record.events)
    places = [place for place, event in enumerate(events) if isinstance(event, Ask)]
    rng.shuffle(places)
    for kind, number in numbers.items():
        of, name = KINDS[kind]
        for _ in range(number):
            place = places.pop()
            event = events[place]
            part = Open()
            if name == "card" and isinstance(event, Ask):
                part = Open(record.deck.book_of[event.card].cards)
            fields = own_fields(of)
            events[place] = Gap(
                of, tuple(part if own == name else getattr(event, own) for own in fields)
            )
    return record.with_events(tuple(events))


def shown(record: Record) -> None:
    """What the command ``show`` works out, its warnings included."""
    check(record)
    board(record).to_json()


def timed(work: Callable[[Record], object], record: Record) -> tuple[float, float]:
    """Processor time and time on the clock of some work on a record that was just read."""
    fresh = replace(record)
    start, clock = process_time(), monotonic()
    work(fresh)
    return process_time() - start, monotonic() - clock


def command_time(record: Record) -> float:
    """Processor time of ``tracker show`` of a record, the start of the program included."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "game.lit"
        file.write_text(dumps(record), encoding="utf-8")
        before = sum(times()[2:4])
        subprocess.run(
            [sys.executable, "-m", "tracker", "show", file], check=True, stdout=subprocess.DEVNULL
        )
        return sum(times()[2:4]) - before


def print_commands(number: int) -> None:
    """Print what the command takes, beside what it takes for the whole record."""
    print("| gaps | `tracker show` | of the whole record | ratio |")
    print("|" + " --- |" * 4)
    for gaps in (FORGOTTEN, MANY):
        rows = []
        for seed in range(number):
            whole = game(seed)
            plain, show = map(command_time, (whole, forgetful(whole, gaps, Random(seed))))
            rows.append((show, plain, show / plain))
        cells = medians(rows, 3)
        print(f"| {sum(gaps.values())} | {' | '.join(cells)} |", flush=True)


def medians(rows: Sequence[Sequence[float]], columns: int) -> list[str]:
    """The first columns of some rows: the median of each, and the worst."""
    each = list(zip(*rows, strict=True))[:columns]
    return [f"{median(column):.2f} ({max(column):.2f})" for column in each]


def main() -> None:
    """Print the times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--commands", action="store_true")
    wanted = parser.parse_args()
    number = wanted.games
    if wanted.commands:
        print_commands(number)
        return
    print("| gaps | show | of the whole record | ratio | audit | knows | verdicts decided |")
    print("|" + " --- |" * 7)
    for gaps in (FORGOTTEN, MANY):
        rows = []
        for seed in range(number):
            whole = game(seed)
            record = forgetful(whole, gaps, Random(seed))
            (plain, _), (show, _) = timed(shown, whole), timed(shown, record)
            audited, _ = timed(lambda of: audit(of, chances=False), record)
            known, _ = timed(knows, record)
            claims = audit(record, chances=False).claims
            decided = sum(claim.verdict != "undecided" for claim in claims)
            rows.append((show, plain, show / plain, audited, known, decided, len(claims)))
        times = medians(rows, 5)
        verdicts = f"{sum(row[5] for row in rows)} of {sum(row[6] for row in rows)}"
        print(f"| {sum(gaps.values())} | {' | '.join(times)} | {verdicts} |", flush=True)
    print("Seconds of processor time (ratio: times); the median and, in brackets, the most.")


if __name__ == "__main__":
    main()

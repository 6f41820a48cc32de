"""What forgetting costs: games with gaps put in at random, and what is still known of them.

``python -m tests.benchmarks.forgetting --games 20`` prints a table. For each kind of gap, and each
number of gaps in a game: how many of them the rest of the record closes; how many verdicts on
claims are those of the whole record, depend on a gap, or are undecided; and the time for a game
(processor time of the audit and of telling which gaps are closed, median and longest). A verdict
that is another one, yet certain, would be a fault, and ends the program.

The games are those of attentive simulated players, six at the table, with all dealt hands known.
With ``--samples`` the samples that can be read without hands of their own are counted, too. With
``--stretches`` asks that follow each other are missing, in one stretch a game.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import median
from time import process_time
from typing import Final

from tests.explain.positions import samples
from tracker.analysis.audit import audit
from tracker.analysis.open_gaps import what_is_left
from tracker.errors import GapError, UndecidedError
from tracker.game.events import Ask, Claim, Event, Gap, Missing, Open, own_fields
from tracker.game.record import Record
from tracker.notation.text import loads
from tracker.play.players import simulated_game

NUMBERS: Final = (1, 2, 5, 10, 20)
"""How many gaps are put into a game."""
STRETCHES: Final = (1, 2, 5, 10)
KINDS: Final = {
    "answer": (Ask, "answer"),
    "card of a half-suit": (Ask, "card"),
    "player asked": (Ask, "target"),
    "asker": (Ask, "asker"),
    "naming": (Claim, "holdings"),
}
"""The kinds of gaps: the field that is forgotten, of which kind of event."""
UNDEALT: Final = "seats: Ann Bob Carl Dora Eve Finn\ndealer: Ann\n"


@dataclass
class Tally:
    """What came of the games of one line of the table."""

    gaps: int = 0
    closed: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)

    def row(self) -> str:
        """The line."""
        total = self.verdicts.total() or 1
        stay, depend, undecided = (
            f"{100 * self.verdicts[what] / total:.0f} %"
            for what in ("stays", "depends", "undecided")
        )
        closed = f"{100 * self.closed / (self.gaps or 1):.0f} %"
        times = f"{median(self.seconds):.2f} s | {max(self.seconds):.2f} s"
        return f"{len(self.seconds)} | {closed} | {stay} | {depend} | {undecided} | {times}"


def forgetful(record: Record, kind: str, number: int, rng: Random) -> Record | None:
    """The record with so many gaps of a kind; None where it has not so many events for them."""
    of, name = KINDS[kind]
    fitting = [place for place, event in enumerate(record.events) if type(event) is of]
    if len(fitting) < number:
        return None
    events: list[Event] = list(record.events)
    for place in rng.sample(fitting, number):
        event = events[place]
        part = Open()
        if name == "card" and isinstance(event, Ask):
            part = Open(record.deck.book_of[event.card].cards)
        values = [part if own == name else getattr(event, own) for own in own_fields(of)]
        events[place] = Gap(of, tuple(values))
    return record.with_events(tuple(events))


def without_stretch(record: Record, asks: int, rng: Random) -> Record | None:
    """The record without some asks that follow each other; None where no so many do."""
    starts = [
        place
        for place in range(len(record.events) - asks)
        if all(isinstance(event, Ask) for event in record.events[place : place + asks])
    ]
    if not starts:
        return None
    start = rng.choice(starts)
    missing = Missing(asks, only_asks=True)
    return record.with_events((*record.events[:start], missing, *record.events[start + asks :]))


def judge(whole: Record, forgotten: Record, tally: Tally) -> None:
    """Add what is left of one game."""
    start = process_time()
    known = {claim.event: claim.verdict for claim in audit(whole, chances=False).claims}
    known_seconds = process_time() - start
    shift = len(whole.events) - len(forgotten.events)
    numbers = [n for n, event in enumerate(forgotten.events, 1) if isinstance(event, Gap | Missing)]
    left = what_is_left(forgotten, numbers)
    tally.gaps += len(numbers)
    tally.closed += sum(not gap.is_open for gap in left.values())
    try:
        claims = audit(forgotten, chances=False).claims
    except (GapError, UndecidedError):
        tally.verdicts["undecided"] += len(known)
    else:
        for claim in claims:
            at = claim.event + (shift if claim.event > numbers[0] else 0)
            if claim.verdict in ("depends", "undecided"):
                tally.verdicts[claim.verdict] += 1
            elif claim.verdict == known[at]:
                tally.verdicts["stays"] += 1
            else:
                raise SystemExit(f"event {at}: {claim.verdict}, not {known[at]}\n{forgotten}")
    tally.seconds.append(process_time() - start - known_seconds)


def games(number: int, *, with_samples: bool) -> Iterator[Record]:
    """The games."""
    undealt = loads(UNDEALT)
    for seed in range(number):
        yield simulated_game(undealt, ["attentive"], f"forgetting {seed}")
    if with_samples:
        yield from (
            record for record in samples().values() if len(record.hands) == len(record.seats)
        )


def lines(each: Sequence[Record], *, stretches: bool, most: int) -> Iterator[str]:
    """The table, line by line."""
    heads = (
        "forgotten",
        "gaps",
        "games",
        "closed",
        "stay",
        "depend",
        "undecided",
        "time",
        "longest",
    )
    yield f"| {' | '.join(heads)} |"
    yield f"|{' --- |' * len(heads)}"
    for kind in () if stretches else KINDS:
        for number in NUMBERS:
            if number > most:
                continue
            tally = Tally()
            for place, record in enumerate(each):
                forgotten = forgetful(record, kind, number, Random(f"{kind} {number} {place}"))
                if forgotten is not None:
                    judge(record, forgotten, tally)
            if tally.seconds:
                yield f"| {kind} | {number} | {tally.row()} |"
    for number in STRETCHES if stretches else ():
        if number > most:
            continue
        tally = Tally()
        for place, record in enumerate(each):
            forgotten = without_stretch(record, number, Random(f"stretch {number} {place}"))
            if forgotten is not None:
                judge(record, forgotten, tally)
        yield f"| stretch of asks | {number} | {tally.row()} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="how many simulated games")
    parser.add_argument("--samples", action="store_true", help="the samples, too")
    parser.add_argument("--most", type=int, default=NUMBERS[-1], help="how many gaps at most")
    parser.add_argument("--stretches", action="store_true", help="missing stretches instead")
    options = parser.parse_args()
    each = list(games(options.games, with_samples=options.samples))
    for line in lines(each, stretches=options.stretches, most=options.most):
        print(line, flush=True)


if __name__ == "__main__":
    main()

"""How each player asked, over a game: ranks, chances, what the asks told whom, cards a turn.

Chances, and with them ranks and bits, are those of a player who takes all deals that are still
possible for equally likely. Nobody plays so at random; they say how an ask compares with the others
that were legal, not how good it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from statistics import fmean

from tracker.analysis.audit import AskAudit, Audit
from tracker.analysis.audit import audit as judge
from tracker.counting import Counter
from tracker.game.events import Ask, Seat
from tracker.game.record import Record
from tracker.inference.hands import known_hands
from tracker.knowledge.views import knowledge


@dataclass(frozen=True)
class Asker:
    """What one player's asks came to. What needs a hand that is not known is none."""

    seat: Seat
    asks: int
    turns: int
    """Runs of asks, each but the last answered with yes."""
    cards: int
    """Those handed over."""
    cards_per_turn: float | None
    """None without a turn."""
    mean_rank: float | None
    """Of an ask: how many legal ones had a better chance, plus one; the mean."""
    mean_chance: float | None
    """That it would be answered with yes, in the mean."""
    mean_best: float | None
    """The best chance of any legal ask then, in the mean."""
    bits_per_ask: BitsTold
    """What an ask told each of them by themselves, added up; the mean."""


@dataclass(frozen=True)
class BitsTold:
    """Bits that some players learnt; None where none of their hands is known."""

    team: float | None
    opponents: float | None


def askers(record: Record, *, audit: Audit | None = None) -> tuple[Asker, ...]:
    """How each player asked, in seat order.

    Args:
        record: the game.
        audit: its audit with chances, where it is worked out already.

    Raises:
        ContradictionError: where no deal fits the record.
    """
    judged = judge(record).asks if audit is None else audit.asks
    listeners = _Listeners(record)
    return tuple(_asker(record, judged, listeners, seat) for seat in record.seats)


def _asker(record: Record, judged: Iterable[AskAudit], listeners: _Listeners, seat: Seat) -> Asker:
    """One player's asks."""
    table = record.table
    asks = [event for event in record.events if isinstance(event, Ask) and event.asker == seat]
    own = [one for one in judged if one.asker == seat]
    mates = [other for other in table.team_of[seat] if other != seat]
    turns = sum(ask.asker == seat for ask in first_asks(record))
    cards = sum(ask.answer == "yes" for ask in asks)
    return Asker(
        seat=seat,
        asks=len(asks),
        turns=turns,
        cards=cards,
        cards_per_turn=cards / turns if turns else None,
        mean_rank=_mean(one.rank for one in own),
        mean_chance=_mean(one.chance for one in own),
        mean_best=_mean(one.best for one in own),
        bits_per_ask=BitsTold(
            listeners.told(seat, mates), listeners.told(seat, table.opponents_of[seat])
        ),
    )


def first_asks(record: Record) -> Iterator[Ask]:
    """The first ask of each turn: whoever gets a card asks on."""
    before: Ask | None = None
    for event in record.events:
        if isinstance(event, Ask):
            if before is None or before.answer != "yes" or before.asker != event.asker:
                yield event
            before = event


class _Listeners:
    """What asks told the players whose hands are known; what is between them is left out."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._hands = known_hands(record)
        self._runs = tuple(_runs(record))
        self._bits: dict[Seat, Mapping[int, float | None]] = {}

    def told(self, asker: Seat, seats: Iterable[Seat]) -> float | None:
        """The bits that an ask told some seats, added up, in the mean; none where not known."""
        runs = [run for by, run in self._runs if by == asker]
        listeners = [self._left(seat) for seat in seats if seat in self._hands]
        told = []
        for left in listeners:
            for run in runs:
                before, after = left[run.start], left[run.stop]
                if before is None or after is None:
                    return None
                told.append(before - after)
        return sum(told) / sum(map(len, runs)) if told else None

    def _left(self, seat: Seat) -> Mapping[int, float | None]:
        """The bits that a seat still had to learn, before and after each run of asks."""
        if seat not in self._bits:
            counter, found = Counter(), {}
            for at in sorted({at for _, run in self._runs for at in (run.start, run.stop)}):
                left = counter.update(knowledge(self._record, (self._hands[seat],), at))
                found[at] = None if left.status == "unknown" else left.bits
            self._bits[seat] = found
        return self._bits[seat]


def _runs(record: Record) -> Iterator[tuple[Seat, range]]:
    """The asks that one player made without anything between, as events before and after them."""
    asked = ((event.asker if isinstance(event, Ask) else None) for event in record.events)
    for seat, events in groupby(enumerate(asked), key=itemgetter(1)):
        if seat is not None:
            numbers = [number for number, _ in events]
            yield seat, range(numbers[0], numbers[-1] + 1)


def _mean(values: Iterable[float | None]) -> float | None:
    """The mean of what is known; none where nothing is."""
    known = [value for value in values if value is not None]
    return fmean(known) if known else None

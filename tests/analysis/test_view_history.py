"""Why each thing became certain to a view of a tiny game, against all the deals that are left.

The rest of its history is compared in ``tests/play`` (``report``).
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.marks import some
from tests.play.possibilities import Possibilities
from tests.strategies import seed_games
from tracker.analysis.view_history import view_history
from tracker.game.replay import states
from tracker.knowledge.facts import Literal


def test_each_thing_has_a_reason_when_it_becomes_certain() -> None:
    """That a seat was dealt a card, or was not, of a card that has not publicly moved."""
    for number, record in enumerate(seed_games(seed=94, count=some(12), max_deals=60)):
        possible = Possibilities(record)
        for view in (None, record.hands[number % len(record.hands)].seat):
            history = view_history(record, view)
            told = [(one.at, part) for one in history.reasons for part in one.conclusion.parts]
            assert told == sorted(told, key=lambda one: one[0])
            assert len(told) == len(history.reasons) == len(set(told))
            assert set(told) == set(newly_certain(possible, () if view is None else (view,)))
            assert {one.verdict for one in history.reasons} <= {"proven"}


def newly_certain(possible: Possibilities, seats: tuple[str, ...]) -> Iterator[tuple[int, Literal]]:
    """What is certain at a moment and was not, with the moment."""
    record = possible.record
    before = {card: set(record.seats) for card in record.table.cards}
    for at, state in enumerate(states(record)):
        deals = possible.cell(at, seats)
        for card, left in before.items():
            now = {one.deal[card] for one in deals}
            if state.is_open(card) and card not in state.located and now != left:
                yield from ((at, Literal(card, seat, False)) for seat in left - now)
                yield from ((at, Literal(card, seat, True)) for seat in now if len(now) == 1)
            before[card] = now

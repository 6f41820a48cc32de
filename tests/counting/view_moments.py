"""A game as a view sees it, moment after moment."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.inference.hands import view_of
from tracker.knowledge.facts import Knowledge
from tracker.knowledge.gather import facts_of
from tracker.knowledge.views import knowledge


def moments(record: Record, *seats: str) -> Iterator[Knowledge]:
    """What the view of some seats knows at the start and after each event."""
    known = knowledge(record, view_of(record, seats).hands, 0)
    yield known
    for played in replay_of(record).played():
        known = known.with_facts(facts_of(played))
        yield known


def views(record: Record) -> list[tuple[str, ...]]:
    """The public view and each seat's."""
    return [(), *((seat,) for seat in record.seats)]

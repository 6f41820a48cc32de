"""One's own mistakes as puzzles: what a player missed in a game."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.analysis.audit import Audit, audit
from tracker.errors import RecordError
from tracker.game.events import Ask
from tracker.game.record import Record
from tracker.inference.hands import view_of
from tracker.knowledge.views import View, ViewLike
from tracker.teach.puzzle import AskedFor, Puzzle, pose


def mistakes(record: Record, seat: ViewLike) -> tuple[Puzzle, ...]:
    """What a player could have known and did not use, in the order of the game.

    Claims that could have been proven and were not made, claims that were guesses, and asks whose
    answer was known to be no.

    Args:
        record: the game.
        seat: the player.

    Raises:
        RecordError: where that is not one seat.
        MissingHandError: where the seat's dealt hand is not known.
        ContradictionError: where no deal fits the record.
    """
    view = view_of(record, seat)
    if len(view.seats) != 1:
        raise RecordError(f"mistakes are those of one seat, not of {view.name} (--as SEAT)")
    found = audit(record, chances=False)
    puzzles = (*_missed(found, view), *_guesses(found, view), *_dead(found, view))
    unique = {(puzzle.at, puzzle.question): puzzle for puzzle in puzzles}
    return tuple(sorted(unique.values(), key=lambda puzzle: puzzle.at))


def _missed(found: Audit, view: View) -> Iterator[Puzzle]:
    for one in found.missed:
        if one.seat in view.seats:
            title = f"A claim of {one.seat}’s that nobody made"
            yield pose(found.record, view, AskedFor("claim", book=one.book), one.start, title)


def _guesses(found: Audit, view: View) -> Iterator[Puzzle]:
    for one in found.claims:
        if one.claimant in view.seats and one.verdict in ("guess", "refuted"):
            title = f"Before {one.claimant} claimed, event {one.event}"
            yield pose(found.record, view, AskedFor("claim", book=one.book), one.event - 1, title)


def _dead(found: Audit, view: View) -> Iterator[Puzzle]:
    """The asks whose answer was known to be no."""
    for one in found.asks:
        event = found.record.events[one.event - 1]
        if one.asker in view.seats and one.kind == "dead" and isinstance(event, Ask):
            question = AskedFor("can", card=event.card, seat=event.target)
            title = f"Before {one.asker} asked, event {one.event}"
            yield pose(found.record, view, question, one.event - 1, title)

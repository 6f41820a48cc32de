"""Going through a game in several views at once: the one way, forwards and back.

A ``Follower`` learns what each event says in every view. The moments it gives are values: they stay
true when it has moved on, and it can go on from any of them. So going back, taking a statement
back, or going on with another one costs no more than what differs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from tracker.answers import Brief
from tracker.errors import ContradictionError, RecordError
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.record import Record
from tracker.game.replay import MomentCache, Replay, replay_of
from tracker.game.state import State
from tracker.inference.contradictions import contradiction_error
from tracker.inference.deal_search import search_budget
from tracker.inference.deduction import Deduction
from tracker.inference.hands import view_of
from tracker.inference.possible_holders import possible_holders_of
from tracker.inference.way import Way
from tracker.knowledge.facts import Fact
from tracker.knowledge.gather import facts_of
from tracker.knowledge.views import View, ViewLike, knowledge, said_to
from tracker.messages import require_word
from tracker.sat.solver import SolverHolder


@dataclass(frozen=True, eq=False, repr=False)
class Moment(Brief):
    """What follows at one moment, in each view followed."""

    state: State
    """The public state."""
    deductions: Mapping[str, Deduction]
    """What follows for each view, by its name."""
    facts: tuple[Fact, ...] = ()
    """What the last event says to everyone."""

    def holders(self, view: str, card: Card) -> tuple[Seat, ...]:
        """The seats that can hold a card in play now, in seat order."""
        require_word(view, self.deductions, "view that is followed")
        return self.deductions[view].holders(card)

    def all_holders(self, view: str) -> dict[Card, tuple[Seat, ...]]:
        """``holders`` of every card in play, in deck order."""
        require_word(view, self.deductions, "view that is followed")
        return self.deductions[view].all_holders()


class Follower(SolverHolder):
    """Follows a game, or several that begin alike, in some views.

    It holds solvers: use it as a context manager, or ``close`` it. The moments that it has given
    stay as they are.

    Args:
        views: the views, each with the hands it knows.

    Raises:
        RecordError: where two of them are of the same seats.
    """

    def __init__(self, views: Iterable[View]) -> None:
        self.views = tuple(sorted(dict.fromkeys(views), key=lambda view: len(view.seats)))
        if len({view.name for view in self.views}) < len(self.views):
            raise RecordError("two views of the same seats, with different hands")
        self.budget = search_budget()
        """What hard searches may cost, in all views together."""
        self._kept: MomentCache[Moment] = MomentCache()

    def at(self, replay: Replay, at: int | None = None) -> Moment:
        """A moment of a game; None: its end.

        Raises:
            ContradictionError: where no deal is left for a view.
            ClosedError: once it is closed.
        """
        number = replay.record.moment(at)
        before = self._kept.latest(replay, number)
        if before is not None and before.state.section != replay.state(number).section:
            before = None  # nothing of what was known goes on
        if before is not None and before.state.at == number:
            return before
        return self._kept.keep(self._moment(replay, number, before))

    def _moment(self, replay: Replay, at: int, before: Moment | None) -> Moment:
        """A moment of a game, by one before it, if there is any."""
        record, state, played = replay.record, replay.state(at), replay.played(at)
        deductions: dict[str, Deduction] = {}
        for view in self.views:
            try:
                if before is None:
                    known = knowledge(record, view.hands, at)
                    holders = possible_holders_of(known, self.budget)
                else:
                    new = played[before.state.at :]
                    said = [fact for each in new for fact in said_to(each, view.seats)]
                    holders = before.deductions[view.name].possible_holders.after(said)
            except ContradictionError as error:
                raise contradiction_error(record, view.hands, at) from error
            deductions[view.name] = Deduction(Way(record, view, holders, state))
        return Moment(state, deductions, facts_of(played[-1]) if at else ())


def follow(record: Record, *, views: Iterable[ViewLike] = (None,)) -> Iterator[Moment]:
    """The moments of a record: at the deal, then after each event.

    Args:
        record: the game.
        views: whose; each as ``deduce`` takes it. Without any, the public's.

    Raises:
        RecordError: for a view that the record does not have.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: at the moment when no deal is left for a view.
    """
    with Follower(view_of(record, view) for view in _several(views)) as follower:
        for at in range(len(record.events) + 1):
            yield follower.at(replay_of(record), at)


def _several(views: Iterable[ViewLike]) -> Iterable[ViewLike]:
    """Views; a single name given where several are taken is one view."""
    return (views,) if isinstance(views, str | View) else views

"""Going through a game in several views at once: what follows at each moment.

A moment is a value: it stays true when the game has gone on. The next one is made from it by what
the next event says in each view.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from tracker.answers import Brief
from tracker.errors import ContradictionError, RecordError
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.game.state import State
from tracker.inference.contradictions import contradiction_error
from tracker.inference.deal_search import search_budget
from tracker.inference.deduction import Deduction, deduction_of
from tracker.inference.hands import view_of
from tracker.inference.possible_holders import possible_holders_of
from tracker.knowledge.facts import Fact
from tracker.knowledge.gather import facts_of
from tracker.knowledge.views import PUBLIC, View, ViewLike, knowledge, said_to
from tracker.messages import require_word


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


def moment_of(
    record: Record, views: Iterable[View], at: int, before: Moment | None = None
) -> Moment:
    """What follows at one moment of a record, in some views.

    Args:
        record: the game.
        views: the views, each with the hands it knows, as ``views_followed`` orders them.
        at: the moment.
        before: an earlier moment of the game in these views; None: there is none.

    Raises:
        ContradictionError: where no deal is left for a view.
    """
    replay = replay_of(record)
    state, played = replay.state(at), replay.played(at)
    budget = search_budget()
    deductions: dict[str, Deduction] = {}
    for view in views:
        try:
            if before is None or before.state.section != state.section:
                known = knowledge(record, view.hands, at)
                holders = possible_holders_of(known, budget)
            else:
                new = played[before.state.at :]
                said = [fact for each in new for fact in said_to(each, view.seats)]
                public = deductions[PUBLIC].possible_holders if PUBLIC in deductions else None
                holders = before.deductions[view.name].possible_holders.after(said, public)
        except ContradictionError as error:
            raise contradiction_error(record, view.hands, at) from error
        deductions[view.name] = deduction_of(record, view, holders, state)
    return Moment(state, deductions, facts_of(played[-1]) if at else ())


def follow(record: Record, *, views: Iterable[ViewLike] = (None,)) -> Iterator[Moment]:
    """The moments of a record: at the deal, then after each event.

    Args:
        record: the game.
        views: whose; each as ``deduce`` takes it. Without any, the public's.

    Raises:
        RecordError: for a view that the record does not have, and for two of the same seats.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: at the moment when no deal is left for a view.
    """
    each = views_followed(record, _several(views))
    moment: Moment | None = None
    for at in range(len(record.events) + 1):
        moment = moment_of(record, each, at, moment)
        yield moment


def views_followed(record: Record, views: Iterable[ViewLike]) -> list[View]:
    """Different views in the order in which they are followed: those of fewer seats first.

    Raises:
        RecordError: for a view that the record does not have, and for two of the same seats.
        MissingHandError: where a seat's dealt hand is not known.
    """
    different = dict.fromkeys(view_of(record, view) for view in views)
    if len({view.name for view in different}) < len(different):
        raise RecordError("two views of the same seats, with different hands")
    return sorted(different, key=lambda view: len(view.seats))


def _several(views: Iterable[ViewLike]) -> Iterable[ViewLike]:
    """Views; a single name given where several are taken is one view."""
    return (views,) if isinstance(views, str | View) else views

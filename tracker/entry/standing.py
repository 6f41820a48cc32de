"""How things stand for a view: bits left, places that are certain, claims that are proven.

A ``Follower`` keeps the engines of one view alive while the game goes on, so that an event costs no
more than what it changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tracker.counting import Counter
from tracker.entry.course import Course
from tracker.game.cards import Card
from tracker.game.events import Holdings, Seat
from tracker.game.record import Hand
from tracker.game.table import Team
from tracker.inference.follow import Moment
from tracker.inference.hands import view_hands
from tracker.inference.prospects import Prospects
from tracker.knowledge.views import knowledge, view_name, view_teams


@dataclass(frozen=True)
class Standing:
    """What a view knows at a moment."""

    bits: float
    """log2 of the number of deals left."""
    exact: bool
    """Whether that is exact, and no estimate."""
    holders: Mapping[Card, tuple[Seat, ...]]
    """Who can hold each card in play, in deck order."""
    proven: Mapping[tuple[str, Team], Holdings]
    """The naming of each claim (book, team) that is proven."""

    def forced(self) -> dict[Card, Seat]:
        """The cards in play whose holder is certain."""
        return {card: seats[0] for card, seats in self.holders.items() if len(seats) == 1}


@dataclass(frozen=True)
class News:
    """What is known now and was not before, or the other way round."""

    bits: float
    """By how much the number of deals fell, in log2; negative where it rose."""
    left: float
    """log2 of the number of deals left."""
    exact: bool
    """Whether these are exact, and no estimates."""
    placed: Mapping[Card, Seat]
    """Cards in play whose place is certain now and was not before."""
    unplaced: tuple[Card, ...]
    """Cards in play whose place was certain and is not now."""
    proven: Mapping[tuple[str, Team], Holdings]
    """Claims that are proven now and were not before, in the same way."""
    unproven: tuple[tuple[str, Team], ...]
    """Claims of books in play that were proven and are not now."""


def news(before: Standing, after: Standing) -> News:
    """What is new at one moment, seen from another."""
    old, new = before.forced(), after.forced()
    return News(
        bits=before.bits - after.bits,
        left=after.bits,
        exact=before.exact and after.exact,
        placed={card: seat for card, seat in new.items() if card not in old},
        unplaced=tuple(card for card in old if card in after.holders and card not in new),
        proven={
            claim: naming for claim, naming in after.proven.items() if claim not in before.proven
        },
        unproven=tuple(
            claim
            for claim, naming in before.proven.items()
            if claim not in after.proven and all(card in after.holders for card, _ in naming)
        ),
    )


class Follower:
    """Follows the course of a game in one view.

    Args:
        seats: the seats whose dealt hands the view knows; none: the public view.
    """

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        self.seats = seats
        self._engines: _Engines | None = None

    @property
    def view(self) -> str:
        """The view's name."""
        return view_name(self.seats)

    def close(self) -> None:
        """Free the solver."""
        if self._engines is not None:
            self._engines.prospects.close()
        self._engines = None

    def standing(self, course: Course) -> Standing:
        """How things stand at the end of a course that leaves a deal.

        Raises:
            MissingHandError: where a hand that the view needs is not known.
            ContradictionError: where no deal is left.
        """
        hands = view_hands(course.record, self.seats)
        engines = self._engines
        if engines is None or not engines.can_go_on(course, hands):
            self.close()
            engines = _Engines(course, hands)
        self._engines = None  # lost where learning fails
        engines.take_in(course)
        self._engines = engines
        return self._standing(course, engines)

    def _standing(self, course: Course, engines: _Engines) -> Standing:
        moment = Moment(course.state, {self.view: engines.prospects})
        teams = view_teams(course.record.table, self.seats)
        proven = {
            (book, team): moment.proven(self.view, book, team)
            for book in course.state.open_books()
            for team in teams
        }
        posterior = engines.counter.update(engines.known)
        return Standing(
            bits=posterior.bits,
            exact=posterior.exact,
            holders=moment.all_holders(self.view),
            proven={claim: naming for claim, naming in proven.items() if naming is not None},
        )


class _Engines:
    """What a view has learnt so far, in both engines."""

    def __init__(self, course: Course, hands: tuple[Hand, ...]) -> None:
        self._hands = hands
        self._learnt = list(course.facts)
        known = knowledge(course.record.with_events(()), hands)
        self.known = known.with_facts(fact for facts in course.facts for fact in facts)
        self.prospects = Prospects(self.known)
        self.counter = Counter()

    def can_go_on(self, course: Course, hands: tuple[Hand, ...]) -> bool:
        """Whether all that was learnt stands at the beginning of the course."""
        if hands != self._hands or len(self._learnt) > len(course.facts):
            return False
        return all(old is new for old, new in zip(self._learnt, course.facts, strict=False))

    def take_in(self, course: Course) -> None:
        """Learn what is new."""
        fresh = course.facts[len(self._learnt) :]
        facts = [fact for said in fresh for fact in said]
        self._learnt += fresh
        if facts:
            self.known = self.known.with_facts(facts)
            self.prospects.learn(facts)
            self.prospects.refresh()

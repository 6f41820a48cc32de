"""Following a whole game in several views at once, event by event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from tracker.errors import ContradictionError
from tracker.game.cards import Card
from tracker.game.events import Holdings, Seat
from tracker.game.record import Hand, Record
from tracker.game.replay import states
from tracker.game.state import State
from tracker.game.table import Team
from tracker.inference.claims import Judgement, judge_naming, proven_naming
from tracker.inference.hands import contradiction_error, view_hands
from tracker.inference.prospects import Prospects
from tracker.knowledge.facts import Fact
from tracker.knowledge.gather import public_facts
from tracker.knowledge.views import knowledge, view_name


@dataclass(frozen=True)
class Moment:
    """What is possible at one moment, in each view followed."""

    state: State
    prospects: Mapping[str, Prospects]
    """By the name of the view. They move on with the game: read them before the next moment."""
    facts: tuple[Fact, ...] = ()
    """What the last event says to everyone."""

    def holders(self, view: str, card: Card) -> tuple[Seat, ...]:
        """The seats that can hold a card in play now, in seat order."""
        located = self.state.located.get(card)
        if located is not None:
            return (located,)
        prospects = self.prospects[view]
        return prospects.placements.seats_of(prospects.possible, card)

    def all_holders(self, view: str) -> dict[Card, tuple[Seat, ...]]:
        """``holders`` of every card in play, in deck order."""
        cards = (card for card in self.state.table.cards if self.state.is_open(card))
        return {card: self.holders(view, card) for card in cards}

    def proven(self, view: str, book: str, team: Team) -> Holdings | None:
        """How a team holds an open half-suit, where the view proves it."""
        cards = self.state.table.deck.by_name[book].cards
        return proven_naming({card: self.holders(view, card) for card in cards}, team)

    def judge(self, view: str, holdings: Holdings) -> Judgement:
        """Whether a naming of cards in play is right in every deal, in some, or in none."""
        return judge_naming(self.prospects[view], self.state.located, holdings)


def follow(record: Record, views: Sequence[tuple[Seat, ...]]) -> Iterator[Moment]:
    """The moments of a record: at the deal, then after each event.

    Args:
        record: the game.
        views: each as the seats whose dealt hands it knows; ``()`` is the public view.

    Raises:
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: at the moment when no deal is left for a view.
    """
    hands = {seats: view_hands(record, seats) for seats in sorted(set(views), key=len)}
    game = states(record)
    with ExitStack() as stack:
        followed: dict[tuple[Seat, ...], Prospects] = {}
        for seats in hands:
            with _naming_the_event(record, hands[seats], 0):
                known = knowledge(record, hands[seats], 0)
                prospects = Prospects(known, _less_informed(seats, followed))
            followed[seats] = stack.enter_context(prospects)
        named = {view_name(seats): followed[seats] for seats in views}
        yield Moment(game[0], named)
        for state, facts in zip(game[1:], public_facts(record), strict=True):
            with _naming_the_event(record, max(hands.values(), key=len), state.at):
                _learn(followed, facts)
            yield Moment(state, named, facts)


@contextmanager
def _naming_the_event(record: Record, hands: tuple[Hand, ...], at: int) -> Iterator[None]:
    """Where no deal is left, say at which event."""
    try:
        yield
    except ContradictionError as error:
        raise contradiction_error(record, hands, at) from error


def _learn(followed: Mapping[tuple[Seat, ...], Prospects], facts: tuple[Fact, ...]) -> None:
    """Take in an event in every view, those that know less first."""
    if not facts:
        return
    for prospects in followed.values():
        prospects.learn(facts)
    for seats, prospects in followed.items():
        witnesses = [
            witness
            for other, better in followed.items()
            if set(seats) < set(other)
            for witness in better.witnesses
        ]
        prospects.refresh(witnesses, _less_informed(seats, followed))


def _less_informed(
    seats: tuple[Seat, ...], followed: Mapping[tuple[Seat, ...], Prospects]
) -> Prospects | None:
    """The best informed of the views that know less than ``seats``."""
    best = None
    for other, prospects in followed.items():  # ordered: those that know more come later
        if set(other) < set(seats):
            best = prospects
    return best

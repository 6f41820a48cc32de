"""The gatherer: what each event says of the deal.

Every transfer is public, so where a card is *now* is its last public move, else the deal. A
sentence about present places ("the asker holds another card of the half-suit") becomes a clause
about the deal by writing *true* or *false* for the cards that have publicly moved, and a placement
for the others. No other module knows how a present place is named by a placement.

What each event says, when it is regular (the rules of the game; ``!`` takes away the first part):

* an ask: the asker lacks the card and holds another of its half-suit, or whatever ``own-card-asks``
  makes of that; under ``must-claim`` the asker holds no whole half-suit; the target holds a card;
* the answer: the target holds the card, or lacks it;
* a claim: where its cards were, if shown or ``correct``; else its outcome;
* whatever needs a turn, or that somebody is out of cards: who can have gone on, and why. Where a
  pass may have been left out this is one thing *or* another (``tracker.game.turns``);
* whatever comes right after a plain ``no`` under ``own-card-asks=surrender``, but for the gift of
  the card asked for: the asker lacked it (rulings, 7). So no event says more than its own past.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from tracker.game.cards import Card
from tracker.game.conditions import Bound, Ways, any_of, implies
from tracker.game.events import (
    Ask,
    Award,
    Claim,
    Event,
    Give,
    HandSize,
    Holdings,
    Seat,
    Show,
)
from tracker.game.legality import may_hold_asked_card
from tracker.game.record import Record
from tracker.game.replay import Played, replay_of
from tracker.game.state import State
from tracker.game.table import Team
from tracker.game.transition import claimed_team, is_gift_after
from tracker.game.turns import ways
from tracker.knowledge.facts import Cause, Clause, Count, Either, EventCause, Fact, Literal

_SAID: WeakKeyDictionary[Played, tuple[Fact, ...]] = WeakKeyDictionary()
"""What has been gathered, for as long as the replay is kept."""


def public_facts(record: Record, at: int | None = None) -> tuple[tuple[Fact, ...], ...]:
    """What each event says to everyone.

    Args:
        record: the game.
        at: only the first so many events; none: all.

    Returns:
        One tuple of facts for each event, in order.
    """
    return tuple(said_by(played) for played in replay_of(record).played(at))


def said_by(played: Played) -> tuple[Fact, ...]:
    """What an event says in its place in a game: gathered once."""
    said = _SAID.get(played)
    if said is None:
        said = _SAID[played] = event_facts(played.before, played.event)
    return said


def event_facts(state: State, event: Event) -> tuple[Fact, ...]:
    """What one event says of the deal.

    Args:
        state: the public state before it.
        event: the event.

    Returns:
        Its facts; a clause without literals where the event contradicts the public state.
    """
    say = _Sentences(state, EventCause(state.at + 1))
    return (*_of_the_ask_before(say, event), *_of_itself(say, event), *_of_turns(say, event))


def _of_turns(say: _Sentences, event: Event) -> Iterator[Fact]:
    """What it takes that the event can have happened then, where that is news.

    Where there is no way, a rule was broken and nothing follows.
    """
    if event.irregular or say.state.over:
        return
    found = ways(say.state, event)
    known = any_of((situation.given,) for situation in say.state.situations)
    if not all(any(implies(one, other) for other in found) for one in known):
        yield from say.one_of(found)


def _of_itself(say: _Sentences, event: Event) -> Iterable[Fact]:
    """What an event says, but for the ask that it may be the end of."""
    match event:
        case Ask():
            return _ask(say, event)
        case Claim():
            return _claim(say, event)
        case HandSize():
            return say.size_is(event.seat, event.size)
        case Show():
            return say.places((card, event.seat) for card in event.cards)
        case Award():
            return say.places(event.shown or ())
        case Give():
            return say.places([(event.card, event.giver)])
        case _:
            return ()


@dataclass(frozen=True)
class _Sentences:
    """Sentences about the present, in a public state, as facts about the deal."""

    state: State
    cause: Cause

    def _now(self, card: Card, seat: Seat) -> bool | Literal:
        """``seat`` holds ``card`` now: true, false, or a placement."""
        if not self.state.is_open(card):
            return False
        holder = self.state.located.get(card)
        return Literal(card, seat, True) if holder is None else holder == seat

    def any_of(self, parts: Iterable[tuple[Card, Seat, bool]]) -> Iterator[Clause]:
        """At least one of the parts (seat holds, or lacks, card now) is true."""
        literals = []
        for card, seat, holds in parts:
            now = self._now(card, seat)
            if isinstance(now, Literal):
                literals.append(Literal(card, seat, holds))
            elif now == holds:
                return
        yield Clause(tuple(literals), self.cause)

    def holds(self, seat: Seat, card: Card) -> Iterator[Clause]:
        return self.any_of([(card, seat, True)])

    def lacks(self, seat: Seat, card: Card) -> Iterator[Clause]:
        return self.any_of([(card, seat, False)])

    def holds_one_of(self, seat: Seat, cards: Iterable[Card]) -> Iterator[Clause]:
        return self.any_of([(card, seat, True) for card in cards])

    def places(self, holdings: Iterable[tuple[Card, Seat]]) -> Iterator[Clause]:
        for card, seat in holdings:
            yield from self.holds(seat, card)

    def size_is(self, seat: Seat, size: int) -> Iterator[Fact]:
        """The seat's hand is ``size`` cards now."""
        lost = self.state.balance[seat] - size
        return self._lost_unseen(seat, lost, lost)

    def has_cards(self, seat: Seat) -> Iterator[Fact]:
        """The seat's hand is not empty, where that is not publicly known anyway."""
        if self.state.sizes[seat] is None:
            yield from self._lost_unseen(seat, 0, self.state.balance[seat] - 1)

    def one_of(self, found: Ways) -> Iterator[Fact]:
        """One of some conditions on hands is true; none of them: nothing follows."""
        alternatives = tuple(tuple(map(self._count, condition)) for condition in found)
        if len(alternatives) == 1:
            yield from alternatives[0]
        elif alternatives:
            yield Either(alternatives, self.cause)

    def _count(self, bound: Bound) -> Count:
        cards = self.state.table.deck.in_order(self.state.hidden[: bound.hidden])
        return Count(bound.seat, cards, bound.least, bound.most, self.cause)

    def _lost_unseen(self, seat: Seat, least: int, most: int) -> Iterator[Fact]:
        """How many of the cards that left play unseen the seat had been dealt."""
        hidden = self.state.hidden
        least, most = max(least, 0), min(most, len(hidden))
        if least > most:
            yield Clause((), self.cause)
        elif least > 0 or most < len(hidden):
            cards = self.state.table.deck.in_order(hidden)
            yield Count(seat, cards, least, most, self.cause)


# -- asks -----------------------------------------------------------------------------------------


def _ask(say: _Sentences, ask: Ask) -> Iterator[Fact]:
    """What an ask says: by being legal, and by its answer."""
    # An ask for a card out of play breaks a rule for all to see: it says nothing of any hand.
    if not ask.irregular and say.state.is_open(ask.card):
        yield from _legal_ask(say, ask)
    if ask.answer == "yes":
        yield from say.holds(ask.target, ask.card)
    elif ask.answer == "no":
        yield from say.lacks(ask.target, ask.card)
    else:
        yield from say.holds(ask.asker, ask.card)


def _legal_ask(say: _Sentences, ask: Ask) -> Iterator[Fact]:
    """What an ask says by being legal."""
    if may_hold_asked_card(say.state.table.rules, ask.answer):
        book = say.state.table.deck.book_of[ask.card]
        yield from say.holds_one_of(ask.asker, book.cards)
    else:
        yield from _lacks_but_holds_another(say, ask)
    if say.state.table.rules.must_claim == "yes":
        for name in say.state.open_books():
            cards = say.state.table.deck.by_name[name].cards
            yield from say.any_of([(card, ask.asker, False) for card in cards])
    yield from say.has_cards(ask.target)


def _lacks_but_holds_another(say: _Sentences, ask: Ask) -> Iterator[Fact]:
    """What every ask says where nobody may ask for a card of their own."""
    book = say.state.table.deck.book_of[ask.card]
    yield from say.lacks(ask.asker, ask.card)
    yield from say.holds_one_of(ask.asker, [card for card in book.cards if card != ask.card])


def _of_the_ask_before(say: _Sentences, event: Event) -> Iterator[Fact]:
    """What an event says of an ask whose asker may have held the card: it was no gift, so no."""
    ask = say.state.awaited
    if ask is not None and not is_gift_after(ask, event):
        yield from _lacks_but_holds_another(say, ask)


# -- claims ---------------------------------------------------------------------------------------


def _claim(say: _Sentences, claim: Claim) -> Iterator[Fact]:
    """What the outcome and the cards shown say; what was *said* counts only as far as they do."""
    if say.state.books[claim.book].status != "open":
        return  # breaks a rule for all to see, like an ask for a card out of play
    team = claimed_team(say.state, claim)
    if claim.shown is not None:
        yield from say.places(claim.shown)
    if claim.outcome == "correct":
        yield from say.places(claim.holdings)
    elif claim.outcome == "opponents":
        others = say.state.table.other_team(team)
        yield from say.any_of([(card, seat, True) for card, _ in claim.holdings for seat in others])
    else:
        yield from _team_holds_all(say, claim.holdings, team)
    if claim.outcome == "split":
        yield from say.any_of([(card, seat, False) for card, seat in claim.holdings])


def _team_holds_all(say: _Sentences, holdings: Holdings, team: Team) -> Iterator[Fact]:
    for card, _ in holdings:
        for seat in say.state.table.other_team(team):
            yield from say.lacks(seat, card)

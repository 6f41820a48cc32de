"""What each event says of the deal, as facts.

Every transfer is public: a card is *now* where it publicly moved last, or else where it was dealt.
So a sentence about the present ("the asker holds another card of the half-suit") becomes a clause
about the deal: a card that has publicly moved makes its part of the sentence true or false, and any
other card gives a placement. Only ``Present`` knows how that is done; the functions below it
say in terms of the present what an event means.

A regular event says three things. One marked irregular (``!``) says only the second.

1. *That it is legal* by the hands. An ask: the asker lacks the card and holds another of its
   half-suit, or whatever ``own-card-asks`` makes of that; under ``must-claim`` the asker holds no
   whole half-suit; the target holds a card.
2. *What was seen*. An answer: the target holds the card, or lacks it. A claim: where its cards
   were, if shown or ``correct``; else its outcome. Cards shown, hand sizes and gifts likewise.
3. *Who has cards*, where it says so outright: the player asked has one, and so has who gets the
   turn in a pass; who passes it because only an empty hand lets them has none; nor has the other
   team where only a forced end lets somebody claim or decline. Why a turn came to somebody is not
   concluded from (rulings, 1).

Under ``own-card-asks=surrender`` the event right after a plain ``no`` also says, unless it is the
gift of the card asked for, that the asker lacked the card (rulings, 7). So no event says more than
its own past.

Example: ``Ann asks Bob 5H: no`` gives three clauses: Ann was not dealt the 5H; Ann was dealt the
2H, 3H, 4H, 6H or 7H; Bob was not dealt the 5H.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, starmap
from typing import Final, assert_never
from weakref import WeakKeyDictionary

from tracker.game.ask_rules import may_hold_asked_card
from tracker.game.cards import Card
from tracker.game.events import (
    Ask,
    Award,
    Challenge,
    Claim,
    Decline,
    Event,
    Gap,
    Give,
    HandSize,
    HandSizes,
    Missing,
    Now,
    Pass,
    PlainEvent,
    Seat,
    Show,
    UnsureAsk,
)
from tracker.game.replay import Played
from tracker.game.state import State
from tracker.game.transition import NOTES, claimed_team, is_gift_after
from tracker.game.turns import is_lax, steps
from tracker.knowledge.facts import (
    Cause,
    Clause,
    Count,
    EventCause,
    Fact,
    GapCause,
    Literal,
    OwnCause,
)

_CACHE: WeakKeyDictionary[Played, tuple[Fact, ...]] = WeakKeyDictionary()
"""The facts that have been worked out, for as long as the replay is kept."""


def facts_of(played: Played) -> tuple[Fact, ...]:
    """What an event says in its place in a game; worked out once."""
    facts = _CACHE.get(played)
    if facts is None:
        facts = _CACHE[played] = event_facts(played.before, played.event)
    return facts


def event_facts(state: State, event: Event) -> tuple[Fact, ...]:
    """What one event says of the deal.

    Args:
        state: the public state before it.
        event: the event.

    Returns:
        Its facts; a clause without literals where the event contradicts the public state. A gap by
        itself says nothing.
    """
    if isinstance(event, Gap | Missing):
        return ()
    now = Present(state, EventCause(state.at + 1))
    if is_lax(state):  # a half-suit may even have gone with the last chance of forced claims
        is_size = isinstance(event, HandSize | HandSizes)
        return () if is_size else (*_of_ask_before(now, event), *_of_cards(now, event))
    return (*_of_ask_before(now, event), *_of_cards(now, event), *_of_hands(now, event))


OUT: Final = ""
"""In facts about cards after a missing stretch: the seat of those that are no longer in play."""


def section_facts(state: State) -> Iterator[Fact]:
    """What is true of the cards after a missing stretch: a half-suit is out of play as a whole.

    Args:
        state: the public state after it.
    """
    for book in state.perhaps_settled:
        cards = state.table.deck.by_name[book].cards
        if state.is_open(cards[0]):
            for card, other in zip(cards, (*cards[1:], cards[0]), strict=True):
                parts = (Literal(card, OUT, False), Literal(other, OUT, True))
                yield Clause(parts, GapCause(state.section))


def size_parts(state: State, seat: Seat) -> tuple[tuple[Card, ...], int, int]:
    """What decides how many cards a seat holds now, where nobody said it.

    Returns:
        Cards; and two numbers: of the first, take the second times as many of these cards as were
        dealt to the seat. The cards are those that left play unseen, each of which is one less; in
        a section that began with unknown hands those that have not moved, each of which is one
        more than was seen of the hand.
    """
    if not state.section:
        return state.table.deck.in_order(state.hidden), state.balance[seat], -1
    located = state.located
    unmoved = tuple(card for card in state.cards if card not in located)
    return unmoved, sum(holder == seat for holder in located.values()), 1


@dataclass(frozen=True)
class Present:
    """Sentences about the present, in a public state, as facts about the deal."""

    state: State
    cause: Cause

    def in_play(self, book: str) -> Iterator[Clause]:
        """A half-suit was not settled in a missing stretch."""
        if book in self.state.perhaps_settled:
            card = self.state.table.deck.by_name[book].cards[0]
            if card not in self.state.located:
                yield Clause((Literal(card, OUT, False),), self.cause)

    def any_of(self, parts: Iterable[tuple[Card, Seat, bool]]) -> Iterator[Clause]:
        """At least one of some parts is true: that a seat holds, or lacks, a card now."""
        literals = []
        for part in starmap(Literal, parts):
            so = publicly_so(self.state, part)
            if so:
                return
            if so is None:
                literals.append(part)
        yield Clause(tuple(literals), self.cause)

    def holds(self, seat: Seat, *cards: Card) -> Iterator[Clause]:
        """A seat holds a card, or one of several."""
        return self.any_of([(card, seat, True) for card in cards])

    def lacks(self, seat: Seat, *cards: Card) -> Iterator[Clause]:
        """A seat lacks a card, or one of several."""
        return self.any_of([(card, seat, False) for card in cards])

    def need_not_claim(self, seat: Seat) -> Iterator[Clause]:
        """Whoever asks holds no whole half-suit, where that would have to be claimed first."""
        table = self.state.table
        if table.rules.must_claim == "yes":
            for name in self.state.open_books():
                yield from self.lacks(seat, *table.deck.by_name[name].cards)

    def places(self, holdings: Iterable[tuple[Card, Seat]]) -> Iterator[Clause]:
        """Every card is with the seat that is named for it."""
        for card, seat in holdings:
            yield from self.holds(seat, card)

    def hand_is_between(self, seat: Seat, least: int, most: int) -> Iterator[Fact]:
        """The seat holds so many cards now: so many of those that decide it were dealt to it."""
        cards, others, sign = size_parts(self.state, seat)
        ends = (least, most) if sign > 0 else (most, least)
        fewest, largest = (sign * (end - others) for end in ends)
        fewest, largest = max(fewest, 0), min(largest, len(cards))
        if fewest > largest:
            yield Clause((), self.cause)
        elif fewest or largest < len(cards):
            yield Count(seat, cards, fewest, largest, self.cause)

    def is_able(self, seat: Seat) -> Iterator[Fact]:
        """The seat has a card now, where not everyone knows how many it has."""
        if self.state.sizes[seat] is None:
            yield from self.hand_is_between(seat, 1, self.state.balance[seat])

    def is_out(self, seat: Seat) -> Iterator[Fact]:
        """The seat has no card now, where not everyone knows how many it has."""
        if self.state.sizes[seat] is None:
            yield from self.hand_is_between(seat, 0, 0)


# -- what events say of the cards -----------------------------------------------------------------


def _of_cards(now: Present, event: PlainEvent) -> Iterable[Fact]:
    """What an event says of the cards and the sizes of hands."""
    match event:
        case Ask():
            return _ask(now, event)
        case Claim():
            return _claim(now, event)
        case HandSize():
            return now.hand_is_between(event.seat, event.size, event.size)
        case HandSizes():
            return chain.from_iterable(
                now.hand_is_between(seat, size, size) for seat, size in event.sizes
            )
        case Show():
            return now.places((card, event.seat) for card in event.cards)
        case Award():
            in_play = () if event.irregular else now.in_play(event.book)
            return chain(in_play, now.places(event.shown or ()))
        case Give():
            return now.holds(event.giver, event.card)
        case Challenge():
            return () if event.irregular else now.in_play(event.book)
        case Pass() | Decline() | Now():
            return ()
        case _:
            assert_never(event)


def now_facts(state: State, now: Now) -> tuple[Fact, ...]:
    """What somebody remembers of a hand after a missing stretch says to those who know it.

    Before any stretch it is a part of the dealt hand (``tracker.knowledge.views.told_hands``).
    """
    facts: list[Fact] = []
    for card in state.cards:
        present = Present(state, OwnCause(card, now.seat))
        if card in now.cards:
            facts += present.holds(now.seat, card)
        elif now.whole:
            facts += present.lacks(now.seat, card)
    return tuple(facts)


def _ask(now: Present, ask: Ask) -> Iterator[Fact]:
    """What an ask says: by being legal, and by its answer."""
    if isinstance(ask, UnsureAsk):
        yield from _unsure_ask(now, ask)
        return
    # An ask for a card out of play breaks a rule for all to see: it says nothing of any hand.
    if not ask.irregular and now.state.is_open(ask.card):
        yield from _legal_ask(now, ask)
    if ask.answer == "yes":
        yield from now.holds(ask.target, ask.card)
    elif ask.answer == "no":
        yield from now.lacks(ask.target, ask.card)
    else:
        yield from now.holds(ask.asker, ask.card)


def _unsure_ask(now: Present, unsure: UnsureAsk) -> Iterator[Fact]:
    """What asks for one of some cards, all answered no, have in common.

    Each of them says some clauses. One of these sets of clauses is true: in clauses again, that is
    every way to take one clause from each of them.
    """
    facts_of_each = [
        tuple(_ask(now, Ask(unsure.asker, unsure.target, card, "no", irregular=unsure.irregular)))
        for card in unsure.cards
    ]
    shared = [fact for fact in facts_of_each[0] if all(fact in facts for facts in facts_of_each)]
    yield from shared
    chosen: list[frozenset[Literal]] = [frozenset()]
    for facts in facts_of_each:
        clauses = [fact for fact in facts if isinstance(fact, Clause) and fact not in shared]
        if not clauses:
            return  # such an ask says nothing more
        wider = {before.union(clause.literals) for before in chosen for clause in clauses}
        chosen = _strongest(literals for literals in wider if not _is_always_true(literals))
    for literals in chosen:
        yield Clause(tuple(sorted(literals)), now.cause)


def _is_always_true(literals: frozenset[Literal]) -> bool:
    """Whether one of the literals is the opposite of another."""
    return any(Literal(card, seat, not holds) in literals for card, seat, holds in literals)


def _strongest(clauses: Iterable[frozenset[Literal]]) -> list[frozenset[Literal]]:
    """The clauses that do not follow from another of them."""
    strongest: list[frozenset[Literal]] = []
    for clause in sorted(clauses, key=lambda literals: (len(literals), sorted(literals))):
        if not any(shorter <= clause for shorter in strongest):
            strongest.append(clause)
    return strongest


def _legal_ask(now: Present, ask: Ask) -> Iterator[Fact]:
    """What an ask says by being legal."""
    table = now.state.table
    if may_hold_asked_card(table.rules, ask.answer):
        yield from now.holds(ask.asker, *table.deck.book_of[ask.card].cards)
    else:
        yield from _lacks_but_holds_another(now, ask)
    yield from now.need_not_claim(ask.asker)
    yield from now.is_able(ask.target)


def _lacks_but_holds_another(now: Present, ask: Ask) -> Iterator[Fact]:
    """What every ask says where nobody may ask for a card of their own."""
    book = now.state.table.deck.book_of[ask.card]
    yield from now.lacks(ask.asker, ask.card)
    yield from now.holds(ask.asker, *(card for card in book.cards if card != ask.card))


def facts_of_no_gift(state: State) -> tuple[Fact, ...]:
    """What any event but a gift will say of a ``no`` just before it: the asker lacked the card.

    Args:
        state: the public state after the ask.
    """
    ask = state.awaited
    if ask is None:
        return ()
    return tuple(_lacks_but_holds_another(Present(state, EventCause(state.at + 1)), ask))


def _of_ask_before(now: Present, event: PlainEvent) -> Iterable[Fact]:
    """What an event says of a ``no`` before it, unless it is the gift of the card."""
    ask = now.state.awaited
    if ask is None or isinstance(event, NOTES) or is_gift_after(ask, event):
        return ()
    return facts_of_no_gift(now.state)


def _claim(now: Present, claim: Claim) -> Iterator[Fact]:
    """What the outcome and the cards shown say; the naming counts only as far as they do."""
    if now.state.books[claim.book].status != "open":
        return  # breaks a rule for all to see, like an ask for a card out of play
    if not claim.irregular:
        yield from now.in_play(claim.book)
    team = claimed_team(now.state, claim)
    others = now.state.table.other_team(team)
    yield from now.places(claim.shown or ())
    cards = now.state.table.deck.by_name[claim.book].cards
    if claim.outcome == "correct" and claim.holdings:
        yield from now.places(claim.holdings)
    elif claim.outcome == "opponents":
        yield from now.any_of([(card, seat, True) for card in cards for seat in others])
    else:
        for card in cards:
            for seat in others:
                yield from now.lacks(seat, card)
    if claim.outcome == "split" and claim.holdings:
        yield from now.any_of([(card, seat, False) for card, seat in claim.holdings])


# -- what events say of who has cards -------------------------------------------------------------


def _of_hands(now: Present, event: PlainEvent) -> Iterator[Fact]:
    """Who has cards, and who has none, where an event says so outright.

    Where it cannot have come in turn, a rule was broken and nothing follows.
    """
    ways = () if event.irregular or now.state.over else steps(now.state, event)
    if not ways:
        return
    if isinstance(event, Pass):
        yield from now.is_able(event.receiver)
        if all(step.acting.to_move == (event.passer,) for step in ways):
            yield from now.is_out(event.passer)
    elif isinstance(event, Claim | Decline) and all(step.is_end for step in ways):
        actor = event.claimant if isinstance(event, Claim) else event.seat
        for seat in now.state.table.opponents_of[actor]:
            yield from now.is_out(seat)


def hidden_parts(state: State, parts: Iterable[Literal]) -> tuple[list[Literal], bool]:
    """The parts of a conclusion that the deal decides, and whether another is publicly false."""
    public = {part: publicly_so(state, part) for part in parts}
    return [part for part, so in public.items() if so is None], False in public.values()


def publicly_so(state: State, part: Literal) -> bool | None:
    """Whether a part of a conclusion is so for all to see; None: the deal decides.

    A card that is out of play is held by nobody.
    """
    if not state.is_open(part.card):
        return not part.holds
    holder = state.located.get(part.card)
    return None if holder is None else (holder == part.seat) == part.holds

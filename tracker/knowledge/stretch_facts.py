"""What a missing stretch leaves: how the cards after it hang together with those before.

After a stretch every card in play has a new *version*: "Ann holds the 5H" is then a placement of
another card than before. Facts tie the versions together, half-suit by half-suit:

* ``...``: anything may have happened, gifts and awards by the table included. So any card may be
  anywhere, and nothing is said but that a half-suit is in play or out as a whole.
* ``... asks``: a seat that holds a card of a half-suit held one before, because only then can it
  ask; and where one team held all of it, no card of it has moved.
* ``... 2 asks``: two single asks one after the other, each with a version of its own. Who asks, who
  is asked, for what, and whether it was a yes are *marks*: cards that are no cards, dealt to the
  seat that asks or is asked; or, where a mark says only yes or no, to the first or second seat.

Example: where Ann and Carl, partners, held all the reds before ``... asks``, they hold them still,
each the same cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from tracker.game.ask_rules import may_ask_for_own, may_surrender
from tracker.game.cards import Book, Card
from tracker.game.events import Ask, Gap, Open, Seat
from tracker.game.record import Record
from tracker.game.state import State
from tracker.game.turns import may_force_claims
from tracker.knowledge.facts import (
    Cause,
    Clause,
    Count,
    Fact,
    GapCause,
    Knowledge,
    Literal,
    size_facts,
)
from tracker.knowledge.gather import OUT, Present, event_facts, now_named

MOST_STEPS: Final = 8
"""So many asks are followed one by one; of more, only what any number of them leaves is said."""
TRIED_STEPS: Final = 6
"""Where nobody knows how many asks are missing, so many at most are tried to show what can be."""


@dataclass(frozen=True)
class StretchLink:
    """A missing stretch, with the public states before and after it."""

    before: State
    after: State
    asks: int | None
    """How many asks it has; None: any number."""
    only_asks: bool

    @property
    def is_stepwise(self) -> bool:
        """Whether the facts follow each of its asks, and so say all there is to say."""
        return (
            self.only_asks
            and self.asks is not None
            and self.asks <= MOST_STEPS
            and not _surrenders(self.before)
        )

    @property
    def is_exact(self) -> bool:
        """Whether each distribution of cards that its facts allow can have come about.

        In a stretch in which anything may have happened the table can give every card to anyone,
        and let anyone have the turn, given three cards of a half-suit for an ask answered no. Where
        claims are forced, what may come next is not known so well.
        """
        if self.only_asks:
            return self.is_stepwise
        deck = self.before.table.deck
        return (
            not self.is_lax
            and not _surrenders(self.before)
            and not self.before.perhaps_settled
            and any(len(deck.by_name[name].cards) > 2 for name in self.before.open_books())
        )

    @property
    def is_lax(self) -> bool:
        """Whether little is known of whose turn it is after it: claims may be forced by then."""
        return not self.only_asks and may_force_claims(self.before.table.rules)

    @property
    def cause(self) -> Cause:
        """The gap that it is."""
        return GapCause(self.after.at)


def _surrenders(state: State) -> bool:
    """Whether asking for one's own card costs it: then cards also go to those who are asked."""
    return may_surrender(state.table.rules)


def turn_mark(version: int) -> Card:
    """The mark of who has the turn as soon as cards have this version."""
    return f"asks~{version}"


def first_mark(version: int) -> Card:
    """The mark of who asks first in a stretch before which cards have this version.

    It is another one: events can come between two stretches, or a pass that nobody wrote down.
    """
    return f"first~{version}"


def has_turn(version: int, seat: Seat, cause: Cause) -> Clause:
    """That a seat has the turn as soon as cards have a version."""
    return Clause((Literal(turn_mark(version), seat, True),), cause)


def asks_first(link: StretchLink, seat: Seat) -> Clause:
    """That a seat asks first in a stretch of asks."""
    return Clause((Literal(first_mark(link.before.version), seat, True),), link.cause)


def link_facts(link: StretchLink) -> Iterator[Fact]:
    """What is true of the cards before and after a stretch, however it went."""
    if not link.only_asks:
        yield from _still_whole(link)
    elif link.is_stepwise:
        yield from _asks(link)
    else:
        yield from _moved_by_asks(link)
        if link.asks is not None:
            yield from _moved_at_most(link, link.asks)


def gap_facts(link: StretchLink, gap: Gap) -> Iterator[Fact]:
    """What is true of the cards before and after an ask of which something is forgotten.

    Args:
        link: a stretch of one ask.
        gap: the ask.
    """
    yield from one_ask(link, is_first=True)
    yield from _OneAsk(link, is_first=True, perhaps=False).remembered(gap)


def move_facts(link: StretchLink, asks: Sequence[Ask]) -> Iterator[Fact]:
    """What is true of some cards before and after an ask for one of them, answered yes.

    Args:
        link: a stretch of one ask, after which only these cards have a new version.
        asks: what the ask can have been. They differ in the card alone.
    """
    each = {ask.card: event_facts(link.before, ask) for ask in asks}
    shared = [fact for fact in each[asks[0].card] if all(fact in facts for facts in each.values())]
    yield from shared
    before, after = _present(link)
    first, *_ = link.before.table.seats
    marks = {card: Literal(f"got {after.named(card)}", first, True) for card in each}
    yield Count(first, tuple(mark.card for mark in marks.values()), 1, 1, link.cause)
    for ask in asks:
        got = marks[ask.card]
        lost = got._replace(holds=False)
        for fact in each[ask.card]:
            if isinstance(fact, Clause) and fact not in shared:
                yield replace(_with(fact, lost), cause=link.cause)
        yield Clause((lost, Literal(after.named(ask.card), ask.asker, True)), link.cause)
        for seat in link.before.table.seats:
            stays = (got, Literal(after.named(ask.card), seat, True))
            for clause in before.lacks(seat, ask.card):
                yield _with(clause, *stays)


def tried_facts(link: StretchLink) -> Iterator[Fact] | None:
    """Facts that describe some of the ways a stretch can have gone, where its own are too weak.

    Returns:
        Facts about at most ``TRIED_STEPS`` asks one by one. None: nothing is known to be possible.
    """
    if not link.only_asks or link.asks is not None:
        return None
    if _surrenders(link.before):
        return None
    return _perhaps_asks(link)


def _present(link: StretchLink) -> tuple[Present, Present]:
    """The present before the stretch, and after it."""
    return Present(link.before, link.cause), Present(link.after, link.cause)


# -- anything may have happened -------------------------------------------------------------------


def _still_whole(link: StretchLink) -> Iterator[Fact]:
    """A half-suit is out of play as a whole, and for good."""
    for cards in _in_play(link.before):
        names = [now_named(card, link.after) for card in cards]
        for name, other in zip(names, (*names[1:], names[0]), strict=True):
            parts = (Literal(name, OUT, False), Literal(other, OUT, True))
            yield Clause(parts, link.cause)
    yield from _out_for_good(link)


def _out_for_good(link: StretchLink) -> Iterator[Fact]:
    """What was settled in an earlier stretch is still so; what was not is not after mere asks."""
    perhaps = link.before.perhaps_settled
    for cards in _in_play(link.before):
        for card in cards:
            if link.before.table.deck.book_of[card].name not in perhaps:
                continue
            new = Literal(now_named(card, link.after), OUT, True)
            if card in link.before.located:  # it was in play
                if link.only_asks:
                    yield Clause((new._replace(holds=False),), link.cause)
                continue
            old = Literal(now_named(card, link.before), OUT, True)
            yield Clause((old._replace(holds=False), new), link.cause)
            if link.only_asks:
                yield Clause((old, new._replace(holds=False)), link.cause)


def _in_play(state: State) -> Iterator[tuple[Card, ...]]:
    """The cards of each half-suit in play."""
    for name in state.open_books():
        yield state.table.deck.by_name[name].cards


# -- asks, any number of them ---------------------------------------------------------------------


def _moved_by_asks(link: StretchLink) -> Iterator[Fact]:
    """Only who has a card of a half-suit can get one, and only from the other team."""
    if _surrenders(link.before):
        yield from _out_for_good(link)  # a card asked for goes to whom it was asked of
        return
    table = link.before.table
    before, after = _present(link)
    for cards in _in_play(link.before):
        for seat in table.seats:
            held = [(other, seat, True) for other in cards]
            others = [(c, s, True) for c in cards for s in table.opponents_of[seat]]
            for card in cards:
                new = Literal(after.named(card), seat, True)
                for clause in before.any_of(held):
                    yield _with(clause, new._replace(holds=False))
                for holds in (True, False):
                    for clause in before.any_of([*others, (card, seat, not holds)]):
                        yield _with(clause, new._replace(holds=holds))
    yield from _out_for_good(link)


def _with(clause: Clause, *literals: Literal) -> Clause:
    """A clause with more literals."""
    return Clause((*literals, *clause.literals), clause.cause)


def _moved_at_most(link: StretchLink, most: int) -> Iterator[Fact]:
    """Only so many cards are not where they were. A mark says of each that it is not."""
    before, after = _present(link)
    first, _, *others = link.before.table.seats
    marks = []
    for card in link.before.cards:
        mark = f"moved {after.named(card)}"
        marks.append(mark)
        for seat in others:
            yield Clause((Literal(mark, seat, False),), link.cause)
        for seat in link.before.table.seats:
            new = Literal(after.named(card), seat, True)
            for clause in before.lacks(seat, card):
                yield _with(clause, new, Literal(mark, first, True))
    yield Count(first, tuple(marks), 0, most, link.cause)


# -- so many asks ---------------------------------------------------------------------------------


def _asks(link: StretchLink) -> Iterator[Fact]:
    """So many asks, each from one version of the cards to the next."""
    before = link.before
    for after in steps_between(link):
        yield from one_ask(StretchLink(before, after, 1, True), is_first=before is link.before)
        before = after


def _perhaps_asks(link: StretchLink) -> Iterator[Fact]:
    """At least one ask, and at most so many as are tried."""
    before = link.before
    for step in range(1, TRIED_STEPS + 1):
        is_last = step == TRIED_STEPS
        version = link.after.version * 1_000 + step  # no other version has this number
        after = link.after if is_last else replace(link.after, version=version)
        one = StretchLink(before, after, 1, True)
        yield from one_ask(one, is_first=step == 1, perhaps=step > 1)
        before = after


def steps_between(link: StretchLink) -> Iterator[State]:
    """The public states after each of the asks of a stretch."""
    for version in range(link.before.version + 1, link.after.version + 1):
        yield replace(link.after, version=version)


def one_ask(link: StretchLink, *, is_first: bool, perhaps: bool = False) -> Iterator[Fact]:
    """What ties the cards before one ask to those after it.

    Args:
        link: the ask.
        is_first: whether it is the first of its stretch.
        perhaps: whether there may have been none; then nothing has changed.
    """
    ask = _OneAsk(link, is_first=is_first, perhaps=perhaps)
    yield from ask.marks()
    yield from ask.legal()
    yield from ask.moved()
    yield from ask.turn()
    yield from _out_for_good(link)


def _can_be(part: Any, value: object) -> bool:
    """Whether a part of a statement, perhaps an open one, can have been a value."""
    if isinstance(part, Open):
        return part.values is None or value in part.values
    return bool(part == value)


class _OneAsk:
    """The facts of one ask of which nothing is known.

    Args:
        link: the ask.
        is_first: whether it is the first of its stretch.
        perhaps: whether there may have been none.
    """

    def __init__(self, link: StretchLink, *, is_first: bool, perhaps: bool) -> None:
        self._link = link
        self._perhaps = perhaps
        self._before, self._after = _present(link)
        self._table = link.before.table
        self._version = link.before.version
        self._asks = (first_mark if is_first else turn_mark)(self._version)
        self._yes = self._table.seats[0]

    def _mark(self, name: str) -> Card:
        return f"{name}~{self._version}"

    def _is(self, name: str, holds: bool = True) -> Literal:
        """A mark that says yes or no."""
        return Literal(self._mark(name), self._yes, holds)

    def _asker(self, seat: Seat, holds: bool = True) -> Literal:
        return Literal(self._asks, seat, holds)

    def _target(self, seat: Seat, holds: bool = True) -> Literal:
        return Literal(self._mark("asked"), seat, holds)

    def _asked(self, card: Card, holds: bool = True) -> Literal:
        return self._is(f"for {card}", holds)

    def _clause(self, *literals: Literal) -> Clause:
        return Clause(literals, self._link.cause)

    def marks(self) -> Iterator[Fact]:
        """One card is asked for, of one of the other team; or none, where there was no ask."""
        cards = self._link.before.cards
        answers = [self._mark("yes"), *(self._mark(f"for {card}") for card in cards)]
        for name in answers:
            for seat in self._table.seats[2:]:
                yield self._clause(Literal(name, seat, False))
        made = self._none()
        yield Count(self._yes, tuple(answers[1:]), 0, 1, self._link.cause)
        yield self._clause(*made, *map(self._asked, cards))
        for seat in self._table.seats:
            others = self._table.opponents_of[seat]
            yield self._clause(self._asker(seat, False), *map(self._target, others))
        for none in made:
            yield self._clause(none._replace(holds=False), self._is("yes", False))
            for card in cards:
                yield self._clause(none._replace(holds=False), self._asked(card, False))
            for seat in self._table.seats[2:]:
                yield self._clause(none._replace(seat=seat, holds=False))

    def remembered(self, gap: Gap) -> Iterator[Fact]:
        """What is not forgotten of the ask."""
        for seat in self._table.seats:
            if not _can_be(gap.value("asker"), seat):
                yield self._clause(self._asker(seat, False))
            if not _can_be(gap.value("target"), seat):
                yield self._clause(self._target(seat, False))
        for card in self._link.before.cards:
            if not _can_be(gap.value("card"), card):
                yield self._clause(self._asked(card, False))
        for answer, holds in (("yes", False), ("no", True)):
            if not _can_be(gap.value("answer"), answer):
                yield self._clause(self._is("yes", holds))

    def legal(self) -> Iterator[Fact]:
        """The asker may ask for the card, and the player asked has cards."""
        rules = self._table.rules
        for cards in _in_play(self._link.before):
            for card in cards:
                for seat in self._table.seats:
                    asks = (self._asked(card, False), self._asker(seat, False))
                    own = may_ask_for_own(rules)
                    entitling = [(c, seat, True) for c in cards if own or c != card]
                    yield from self._if(asks, self._before.any_of(entitling))
                    if not own:
                        yield from self._if(asks, self._before.lacks(seat, card))
        for seat in self._table.seats:
            every = [(card, seat, True) for card in self._link.before.cards]
            given = (self._target(seat, False), *self._none())
            yield from self._if(given, self._before.any_of(every))
            ask_made = (self._asker(seat, False), *self._none())
            yield from self._if(ask_made, self._before.need_not_claim(seat))

    def _none(self) -> tuple[Literal, ...]:
        """That there was no ask, where that may be."""
        return (self._is("none"),) if self._perhaps else ()

    def moved(self) -> Iterator[Fact]:
        """A yes moves the card asked for from the one asked to the asker, and no other moves."""
        yes, no = self._is("yes"), self._is("yes", False)
        for card in self._link.before.cards:
            asked = self._asked(card, False)
            for seat in self._table.seats:
                target, asker = self._target(seat, False), self._asker(seat, False)
                yield from self._if((asked, target, no), self._before.holds(seat, card))
                yield from self._if((asked, target, yes), self._before.lacks(seat, card))
                yield from self._if((asked, asker, no), self._after.holds(seat, card))
                for holds in (True, False):
                    new = Literal(self._after.named(card), seat, holds)
                    for clause in self._before.any_of([(card, seat, not holds)]):
                        yield _with(clause, self._asked(card), new)
                        yield _with(clause, yes, new)

    def turn(self) -> Iterator[Fact]:
        """Who asked goes on after a yes, who was asked after a no."""
        for seat in self._table.seats:
            after = Literal(turn_mark(self._link.after.version), seat, True)
            goes_on = (self._asker(seat, False), after)
            yield self._clause(self._is("yes", False), *goes_on)
            yield self._clause(self._is("yes"), *self._none(), self._target(seat, False), after)
            for none in self._none():
                yield self._clause(none._replace(holds=False), *goes_on)

    @staticmethod
    def _if(given: Iterable[Literal], clauses: Iterable[Clause]) -> Iterator[Clause]:
        """Clauses that hold where no literal of some is true."""
        for clause in clauses:
            yield _with(clause, *given)


# -- all that is known of all versions ------------------------------------------------------------


def known_with_versions(record: Record, facts: Iterable[Fact], state: State) -> Knowledge:
    """What is known of the cards in all their versions, with the marks.

    Args:
        record: the game.
        facts: what is known of them.
        state: the public state of the moment, after a missing stretch.

    Returns:
        Knowledge with one more seat, ``OUT``. The sizes of dealt hands are facts in it.
    """
    table = record.table
    dealt = Knowledge(table.seats, table.books, table.sizes, ())
    facts = (*size_facts(dealt), *facts)
    names = dict.fromkeys(name for fact in facts for name in _spoken_of(fact))
    names |= dict.fromkeys(now_named(card, state) for card in state.cards)
    later = Book("later", tuple(name for name in names if name not in dealt.cards))
    return Knowledge((*table.seats, OUT), (*table.books, later), {}, facts)


def can_be_out(known: Knowledge) -> frozenset[Card]:
    """The cards that may have gone out of play in a missing stretch: only of these facts say so."""
    return frozenset(
        literal.card
        for fact in known.facts
        if isinstance(fact, Clause)
        for literal in fact.literals
        if literal.seat == OUT
    )


def _spoken_of(fact: Fact) -> Iterator[Card]:
    """The cards that a fact is about."""
    if isinstance(fact, Clause):
        yield from (literal.card for literal in fact.literals)
    else:
        yield from fact.cards

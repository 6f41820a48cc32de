"""Reduction: the plain consequences of facts, drawn before anything is counted.

Most facts place or exclude one card. So every card has the set of seats it may have been dealt to,
and these sets shrink until nothing changes:

* a clause on one card is a set of seats; a literal that cannot be true any more is struck out, and
  a clause that is true anyway goes;
* a card with one seat left is *known*, and its seat has room for one card fewer;
* a full seat is struck out everywhere; a seat whose possible cards just fill its room gets them;
* a count loses its known cards; a count that then bounds nothing goes, and one that forces its
  cards, or none of them, does so; so does the difference of two nested exact counts;
* of several alternatives those go that cannot be true; a last one is true.

What is left is an ``OpenDeal``, which has exactly as many deals as the knowledge it came from.

Example: of three seats with two cards each, A is known to hold one card of {1, 2, 3}, and to lack
1 and 2. Then 3 is known to be with A, and A has room for one more card.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from functools import reduce

from tracker.counting.open_deal import (
    Alternatives,
    Entries,
    OpenBook,
    OpenDeal,
    Tally,
    less,
    without,
)
from tracker.game.cards import Book, Card
from tracker.game.events import Seat
from tracker.knowledge.facts import Clause, Count, Fact


class _NoDealError(Exception):
    """The facts leave no deal."""


class Reduction:
    """The working state from which positions are taken; facts can be added to it.

    After a contradiction ``position`` is None, for good.
    """

    def __init__(
        self, seats: tuple[Seat, ...], books: tuple[Book, ...], sizes: Mapping[Seat, int]
    ) -> None:
        self._seats = seats
        self._bit = {seat: 1 << i for i, seat in enumerate(seats)}
        everywhere = sum(self._bit.values())
        self._where = ({seat: everywhere ^ bit for seat, bit in self._bit.items()}, self._bit)
        """The seats of a card that a seat lacks, and of one that it holds."""
        self._cards = {book.name: book.cards for book in books}
        self._book_of = {card: book.name for book in books for card in book.cards}
        everyone = sum(self._bit[seat] for seat in seats if sizes[seat] > 0)
        self._masks = dict.fromkeys(self._book_of, everyone)
        self._known: dict[Card, int] = {}
        self._room = {self._bit[seat]: sizes[seat] for seat in seats}
        self._clauses: dict[str, set[Entries]] = {book.name: set() for book in books}
        self._tallies: tuple[Tally, ...] = ()
        self._choices: tuple[Alternatives, ...] = ()
        self._changed = set(self._cards)
        self._open_books: dict[str, OpenBook] = {}
        """Those that have not changed since they were last asked for."""
        self._settled = False
        """Whether all consequences are drawn but for those of half-suits that have changed; never
        where there are tallies."""
        self._position: OpenDeal | None = None
        """What is open, where nothing has changed since it was last asked for."""
        self._contradiction = sum(sizes.values()) != len(self._book_of)

    def copy(self) -> Reduction:
        """A copy, to which facts can be added without changing this one."""
        other = copy(self)
        other._masks, other._known = dict(self._masks), dict(self._known)
        other._room, other._changed = dict(self._room), set(self._changed)
        other._open_books = dict(self._open_books)
        other._clauses = {name: set(clauses) for name, clauses in self._clauses.items()}
        return other

    def add(self, facts: Iterable[Fact]) -> None:
        """Takes in more facts and draws the consequences."""
        masks, where = self._masks, self._where
        longer: list[Clause] = []
        for fact in facts:
            if isinstance(fact, Clause):
                if len(fact.literals) == 1:  # most facts, so without a function for each
                    card, seat, holds = fact.literals[0]
                    mask = masks[card]
                    seats = mask & where[holds][seat]
                    if seats != mask:  # most of what a hand says is known already
                        masks[card] = seats
                        self._changed.add(self._book_of[card])
                else:
                    longer.append(fact)
            else:
                self.add_alternatives(((fact,),))
        for clause in longer:  # by then most of them are true anyway
            self._add_clause(clause)
        if self._settled and not self._changed:  # the new facts say nothing new
            return
        self._settled = not self._tallies and not self._choices
        self._position = None
        if not self._contradiction:
            try:
                self._settle()
            except _NoDealError:
                self._contradiction = True

    @property
    def position(self) -> OpenDeal | None:
        """What is open now; None where no deal is left."""
        if self._contradiction:
            return None
        if self._position is None:
            self._position = self._open_deal()
        return self._position

    def _open_deal(self) -> OpenDeal:
        """What is open now."""
        books = [self._open_book(name) for name in self._cards]
        names = {bit: seat for seat, bit in self._bit.items()}
        return OpenDeal(
            self._seats,
            {card: names[bit] for card, bit in self._known.items()},
            tuple(self._room[self._bit[seat]] for seat in self._seats),
            tuple(book for book in books if book.cards),
            (*(((tally,),) for tally in self._tallies), *self._choices),
        )

    def _open_book(self, name: str) -> OpenBook:
        if name not in self._open_books:
            cards = tuple(card for card in self._cards[name] if card not in self._known)
            choices = tuple(self._masks[card] for card in cards)
            clauses = tuple(sorted(self._clauses[name]))
            self._open_books[name] = OpenBook(name, cards, choices, clauses)
        return self._open_books[name]

    def _add_clause(self, clause: Clause) -> None:
        """Take in a clause of several literals, or of none."""
        masks: dict[Card, int] = {}
        for card, seat, holds in clause.literals:
            seats = self._where[holds][seat]
            if not self._masks[card] & ~seats:
                return
            masks[card] = masks.get(card, 0) | seats
        if len(masks) > 1:
            name = self._book_of[card]
            self._clauses[name].add(tuple(sorted(masks.items())))
            self._changed.add(name)
        elif masks:
            self._limit(card, masks[card])
        else:
            self._contradiction = True

    def _limit(self, card: Card, seats: int) -> None:
        """Take in that a card was dealt to one of some seats; what follows is drawn later."""
        mask = self._masks[card]
        if mask & seats != mask:
            self._masks[card] = mask & seats
            self._changed.add(self._book_of[card])

    def add_alternatives(self, alternatives: Iterable[Iterable[Count]]) -> None:
        """Takes in that all the counts of at least one of the alternatives are true.

        What follows is drawn when facts are added.
        """
        self._settled = False
        condition = tuple(tuple(map(self._tally, counts)) for counts in alternatives)
        if len(condition) == 1:
            self._tallies += condition[0]
        else:
            self._choices += (condition,)

    def _tally(self, count: Count) -> Tally:
        """The count, as far as its cards are open."""
        seat = self._bit[count.seat]
        known = sum(self._known.get(card) == seat for card in count.cards)
        cards = frozenset(count.cards).difference(self._known)
        return Tally(seat, cards, count.least - known, count.most - known)

    def _settle(self) -> None:
        """Draws consequences until nothing changes."""
        while True:
            while self._changed:
                self._settle_book(self._changed.pop())
            self._fill_seats()
            if not self._changed:
                self._settle_choices()
                self._settle_tallies()
            if not self._changed:
                return

    def _settle_book(self, name: str) -> None:
        """Draw what follows from the clauses of one half-suit."""
        self._open_books.pop(name, None)
        for card in self._cards[name]:
            self._look_at(card)
        simplified = {self._simplified(entries) for entries in self._clauses[name]}
        clauses = [entries for entries in simplified if entries is not None]
        self._clauses[name] = {
            a for a in clauses if not any(b != a and _implies(b, a) for b in clauses)
        }

    def _simplified(self, entries: Entries) -> Entries | None:
        """The clause without what cannot be true; None where it is true anyway."""
        left = []
        for card, seats in entries:
            mask = self._masks[card]
            if mask & ~seats == 0:
                return None
            if mask & seats:
                left.append((card, mask & seats))
        if not left:
            raise _NoDealError
        if len(left) == 1:
            self._narrow(*left[0])
            return None
        return tuple(left)

    def _narrow(self, card: Card, seats: int) -> None:
        """The card was dealt to one of these seats."""
        mask = self._masks[card] & seats
        if mask != self._masks[card]:
            self._masks[card] = mask
            self._changed.add(self._book_of[card])
            self._look_at(card)

    def _look_at(self, card: Card) -> None:
        """Notes a card that has one seat left."""
        mask = self._masks[card]
        if mask == 0:
            raise _NoDealError
        if mask & (mask - 1) or card in self._known:
            return
        self._known[card] = mask
        self._room[mask] -= 1
        self._tallies = tuple(without(tally, card, mask) for tally in self._tallies)
        self._choices = tuple(less(choice, (card, mask)) for choice in self._choices)
        if self._room[mask] == 0:
            for other in self._masks:
                if other not in self._known:
                    self._narrow(other, ~mask)
        elif self._room[mask] < 0:
            raise _NoDealError

    def _fill_seats(self) -> None:
        """Gives a seat its possible cards where they just fill its room."""
        still_open = [(c, mask) for c, mask in self._masks.items() if c not in self._known]
        for seat, room in self._room.items():
            if room == 0:
                continue
            cards = [card for card, mask in still_open if mask & seat]
            if len(cards) < room:
                raise _NoDealError
            if len(cards) == room:
                for card in cards:
                    self._narrow(card, seat)
                return

    def _open_for(self, seat: int) -> list[Card]:
        return [c for c, mask in self._masks.items() if mask & seat and c not in self._known]

    def _settle_choices(self) -> None:
        """Strikes out alternatives that cannot be true, and choices that are true anyway."""
        kept = []
        for choice in self._choices:
            left = [self._possible(tallies) for tallies in choice]
            alternatives = tuple(tallies for tallies in left if tallies is not None)
            if not alternatives:
                raise _NoDealError
            if len(alternatives) == 1:
                self._tallies += alternatives[0]
            elif () not in alternatives:
                kept.append(alternatives)
        self._choices = tuple(kept)

    def _possible(self, tallies: tuple[Tally, ...]) -> tuple[Tally, ...] | None:
        """Of an alternative what is not true anyway; None where it cannot be true."""
        kept = []
        for tally in tallies:
            _, floor, ceiling = self._range(tally.seat, tally.cards)
            least, most = max(floor, tally.least), min(ceiling, tally.most)
            if least > most:
                return None
            if (least, most) != (floor, ceiling):
                kept.append(Tally(tally.seat, tally.cards, least, most))
        return tuple(kept)

    def _settle_tallies(self) -> None:
        """Draws what follows from tallies, from differences of exact ones, and from these."""
        kept: list[Tally] = []
        parts: list[Tally] = []
        forced: list[tuple[Card, int]] = []
        for tally in sorted(dict.fromkeys(self._tallies), key=lambda tally: len(tally.cards)):
            part = reduce(_difference, parts, tally)
            consequence = self._consequence(part)
            if isinstance(consequence, Tally):
                parts.append(consequence)
                least = tally.least + consequence.least - part.least
                most = tally.most + consequence.most - part.most
                kept.append(Tally(tally.seat, tally.cards, least, most))
            else:
                forced += consequence
        self._tallies = tuple(kept)
        for tally in self._implied(parts):
            consequence = self._consequence(tally)
            forced += [] if isinstance(consequence, Tally) else consequence
        for card, seats in forced:
            self._narrow(card, seats)

    def _consequence(self, tally: Tally) -> Tally | list[tuple[Card, int]]:
        """The tally with the tightest bounds; where they say no more, the cards it places."""
        cards, floor, ceiling = self._range(tally.seat, tally.cards)
        least, most = max(floor, tally.least), min(ceiling, tally.most)
        if least > most:
            raise _NoDealError
        if most == 0 or least == len(cards):
            return [(card, tally.seat if most else ~tally.seat) for card in cards]
        if (least, most) == (floor, ceiling):
            return []
        return Tally(tally.seat, tally.cards, least, most)

    def _range(self, seat: int, cards: frozenset[Card]) -> tuple[list[Card], int, int]:
        """Which of the cards a seat may have, and how many of them at least and at most."""
        of_seat = self._open_for(seat)
        own = [card for card in of_seat if card in cards]
        room = self._room[seat]
        floor = max(0, room - len(of_seat) + len(own)) if room else 0
        return own, floor, min(room, len(own))

    def _implied(self, tallies: Iterable[Tally]) -> list[Tally]:
        """Where all seats but one have an exact number of some cards, that of the last."""
        implied = []
        exact = {(t.cards, t.seat): t.least for t in tallies if t.least == t.most}
        for cards in sorted({cards for cards, _ in exact}, key=sorted):
            left, unknown = len(cards), []
            for seat in self._room:
                _, floor, ceiling = self._range(seat, cards)
                if (cards, seat) in exact or floor == ceiling:
                    left -= exact.get((cards, seat), floor)
                else:
                    unknown.append(seat)
            if len(unknown) == 1:
                implied.append(Tally(unknown[0], cards, left, left))
        return implied


def _implies(first: Entries, second: Entries) -> bool:
    """Whether each entry of the first clause makes the second true."""
    seats = dict(second)
    return all(mask & ~seats.get(card, 0) == 0 for card, mask in first)


def _difference(tally: Tally, exact: Tally) -> Tally:
    """The tally less another one, if that is exact and on some of its cards."""
    if exact.seat != tally.seat or exact.least != exact.most or not exact.cards <= tally.cards:
        return tally
    cards = tally.cards - exact.cards
    return Tally(tally.seat, cards, tally.least - exact.least, tally.most - exact.least)

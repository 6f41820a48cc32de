"""From facts to the open deal: the plain consequences of what is known.

A ``Reduction`` is a value. One of more facts is made from that of fewer, and only half-suits that
the new facts touch are looked at again. An event that tells the view nothing, as more than half of
them do, leaves the position as it is: the same object.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy

from tracker.counting.open_deal import (
    Entries,
    OpenBook,
    OpenDeal,
    Tally,
)
from tracker.errors import NoDealError
from tracker.game.cards import Card
from tracker.knowledge.facts import Clause, Count, Fact, Knowledge


class Reduction:
    """The facts of some knowledge with their plain consequences.

    Args:
        knowledge: the facts.

    Attributes:
        position: what is open; None where it is plain that no deal is left.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self._bit = {seat: 1 << i for i, seat in enumerate(knowledge.seats)}
        everywhere = sum(self._bit.values())
        self._where = ({seat: everywhere ^ bit for seat, bit in self._bit.items()}, self._bit)
        """The seats of a card that a seat lacks, and of one that it holds."""
        self._book_of = {card: book.name for book in knowledge.books for card in book.cards}
        self._cards = {book.name: book.cards for book in knowledge.books}
        everyone = sum(self._bit[seat] for seat, size in knowledge.sizes.items() if size > 0)
        self._masks = dict.fromkeys(self._book_of, everyone)
        self._known: dict[Card, int] = {}
        self._room = {self._bit[seat]: size for seat, size in knowledge.sizes.items()}
        self._clauses = dict.fromkeys(self._cards, frozenset[Entries]())
        self._conditions: tuple[Count, ...] = ()
        self._books: dict[str, OpenBook] = {}
        """Half-suits that have not changed since they were last taken."""
        self._changed = set(self._cards)
        self.position: OpenDeal | None = None
        if sum(knowledge.sizes.values()) == len(self._book_of):
            self._take(knowledge.facts)

    def extended(self, knowledge: Knowledge) -> Reduction | None:
        """The reduction of more knowledge; None where some facts of this one are not in it."""
        mine = self.knowledge
        start = len(mine.facts)
        if (knowledge.facts[:start], knowledge.books, knowledge.seats, knowledge.sizes) != (
            mine.facts,
            mine.books,
            mine.seats,
            mine.sizes,
        ):
            return None
        more = copy(self)
        more.knowledge = knowledge
        if self.position is not None:
            more._masks, more._known, more._room = {**self._masks}, {**self._known}, {**self._room}
            more._clauses, more._books = {**self._clauses}, {**self._books}
            more._take(knowledge.facts[start:])
        return more

    # -- taking in facts ---------------------------------------------------------------------------

    def _take(self, facts: Iterable[Fact]) -> None:
        """Take in more facts, with what follows from them."""
        self._changed = self._changed.copy()
        known = len(self._conditions)
        try:
            self._add(facts)
            if self.position is None or self._changed or len(self._conditions) > known:
                self.position = self._settled()
        except NoDealError:
            self.position = None

    def _add(self, facts: Iterable[Fact]) -> None:
        """Take in more facts."""
        longer: list[Clause] = []
        for fact in facts:
            if isinstance(fact, Clause):
                if len(fact.literals) == 1:  # most facts, so without a function for each
                    card, seat, holds = fact.literals[0]
                    mask = self._masks[card]
                    seats = mask & self._where[holds][seat]
                    if seats != mask:  # most of what a hand says is known already
                        self._masks[card] = seats
                        self._changed.add(self._book_of[card])
                else:
                    longer.append(fact)
            else:
                self._conditions += (fact,)
        for clause in longer:  # by then most of them are true anyway
            self._add_clause(clause)

    def _add_clause(self, clause: Clause) -> None:
        """Take in a clause of several literals, or of none."""
        masks: dict[Card, int] = {}
        for card, seat, holds in clause.literals:
            seats = self._where[holds][seat]
            if not self._masks[card] & ~seats:
                return
            masks[card] = masks.get(card, 0) | seats
        if not masks:
            raise NoDealError
        name = self._book_of[next(iter(masks))]
        entries = tuple(sorted(masks.items()))
        if entries not in self._clauses[name]:
            self._clauses[name] |= {entries}
            self._changed.add(name)

    def _limit(self, card: Card, seats: int) -> None:
        """Take in that a card was dealt to one of some seats."""
        mask = self._masks[card]
        if mask & seats != mask:
            self._masks[card] = mask & seats
            self._changed.add(self._book_of[card])

    # -- drawing consequences ----------------------------------------------------------------------

    def _settled(self) -> OpenDeal:
        """What is open once all plain consequences are drawn."""
        while True:
            while self._changed:
                self._settle(self._changed.pop())
            self._fill_seats()
            told = () if self._changed else self._conditions
            conditions = tuple(filter(None, map(self._open_condition, told)))
            if not self._changed:
                break
        names = {bit: seat for seat, bit in self._bit.items()}
        return OpenDeal(
            self.knowledge.seats,
            {card: names[bit] for card, bit in self._known.items()},
            tuple(self._room.values()),
            tuple(book for book in map(self._open_book, self._cards) if book.cards),
            conditions,
        )

    def _settle(self, name: str) -> None:
        """Draw what follows from the facts of one half-suit."""
        self._books.pop(name, None)
        for card in self._cards[name]:
            self._look_at(card)
        clauses = {each for each in map(self._simplified, self._clauses[name]) if each}
        self._clauses[name] = frozenset(
            clause for clause in clauses if not any(_implies(other, clause) for other in clauses)
        )

    def _look_at(self, card: Card) -> None:
        """Note a card that has one seat left."""
        mask = self._masks[card]
        if mask == 0:
            raise NoDealError
        if mask & (mask - 1) or card in self._known:
            return
        self._known[card] = mask
        self._room[mask] -= 1
        if self._room[mask] < 0:
            raise NoDealError
        if self._room[mask] == 0:
            for other in self._open_for(mask):
                self._limit(other, ~mask)

    def _open_for(self, seat: int) -> list[Card]:
        """The open cards that may have been dealt to a seat."""
        return [c for c, mask in self._masks.items() if mask & seat and c not in self._known]

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
            raise NoDealError
        if len(left) == 1:
            self._limit(*left[0])
            return None
        return tuple(left)

    def _fill_seats(self) -> None:
        """Give a seat its possible cards where they just fill its room."""
        for seat, room in self._room.items():
            cards = self._open_for(seat) if room else []
            if len(cards) < room:
                raise NoDealError
            if len(cards) == room:
                for card in cards:
                    self._limit(card, seat)

    def _open_condition(self, count: Count) -> Tally | None:
        """What is open of a count; None where it is true anyway. Cards that it decides are placed.

        Raises:
            NoDealError: where it is false.
        """
        seat = self._bit[count.seat]
        known = sum(self._known.get(card) == seat for card in count.cards)
        possible = self._open_for(seat)
        own = [card for card in count.cards if card in possible]
        floor = max(0, self._room[seat] - len(possible) + len(own))
        ceiling = min(self._room[seat], len(own))
        least, most = max(floor, count.least - known), min(ceiling, count.most - known)
        if least > most:
            raise NoDealError
        if (least, most) == (floor, ceiling):
            return None
        if most == 0 or least == len(own):
            for card in own:
                self._limit(card, seat if most else ~seat)
        return Tally(seat, frozenset(count.cards).difference(self._known), least, most)

    def _open_book(self, name: str) -> OpenBook:
        """What is open of a half-suit."""
        if name not in self._books:
            cards = tuple([card for card in self._cards[name] if card not in self._known])
            known = [self._known[card] for card in self._cards[name] if card in self._known]
            self._books[name] = OpenBook(
                name,
                cards,
                tuple([self._masks[card] for card in cards]),
                tuple(sorted(self._clauses[name])),
                tuple((seat, known.count(seat)) for seat in sorted(set(known))),
            )
        return self._books[name]


def _implies(first: Entries, second: Entries) -> bool:
    """Whether each entry of the first clause, another one, makes the second true."""
    seats = dict(second)
    return first != second and all(mask & ~seats.get(card, 0) == 0 for card, mask in first)

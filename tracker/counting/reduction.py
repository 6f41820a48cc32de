"""From facts to the open deal: the plain consequences of what is known.

A ``Reduction`` is a value. One of more facts is made from that of fewer, and only half-suits that
the new facts touch are looked at again. An event that tells the view nothing, as more than half of
them do, leaves the position as it is: the same object.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import replace

from tracker.counting.open_deal import Entries, OpenBook, OpenDeal
from tracker.errors import NoDealError
from tracker.game.cards import Card
from tracker.game.events import Seat
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
        self._clauses = dict.fromkeys(self._cards, frozenset[Entries]())
        self._conditions: tuple[Count, ...] = ()
        self._changed = set(self._cards)
        self.position: OpenDeal | None = None
        if sum(knowledge.sizes.values()) == len(self._book_of):
            self._take(knowledge.facts)

    def extended(self, knowledge: Knowledge) -> Reduction | None:
        """The reduction of more knowledge; None where some facts of this one are not in it."""
        start = len(self.knowledge.facts)
        if replace(knowledge, facts=knowledge.facts[:start]) != self.knowledge:
            return None
        more = copy(self)
        more.knowledge = knowledge
        if self.position is not None:
            more._masks, more._clauses = {**self._masks}, {**self._clauses}
            more._changed = set()
            more._take(knowledge.facts[start:])
        return more

    # -- taking in facts ---------------------------------------------------------------------------

    def _take(self, facts: Iterable[Fact]) -> None:
        """Take in more facts, with what follows from them.

        Most are of one card; after these most choices are true anyway.
        """
        known, choices = len(self._conditions), []
        try:
            for fact in facts:
                if isinstance(fact, Count):
                    self._conditions += (fact,)
                elif len(fact.literals) == 1:
                    card, seat, holds = fact.literals[0]
                    self._limit(card, self._where[holds][seat])
                else:
                    choices.append(fact)
            for choice in choices:
                self._choose(choice)
            if self.position is None or self._changed or len(self._conditions) > known:
                self.position = self._settled()
        except NoDealError:
            self.position = None

    def _choose(self, clause: Clause) -> None:
        """Take in that one of several things is true, or none: then no deal is left."""
        masks: dict[Card, int] = {}
        for card, seat, holds in clause.literals:
            seats = self._where[holds][seat]
            if not self._masks[card] & ~seats:
                return
            masks[card] = masks.get(card, 0) | seats
        entries = self._simplified(sorted(masks.items()))
        if entries:
            name = self._book_of[entries[0][0]]
            if entries not in self._clauses[name]:
                self._clauses[name] |= {entries}
                self._changed.add(name)

    def _limit(self, card: Card, seats: int) -> None:
        """Take in that a card was dealt to one of some seats."""
        mask = self._masks[card]
        if mask & seats != mask:
            self._masks[card] = mask & seats
            self._changed.add(self._book_of[card])
            if not mask & seats:
                raise NoDealError

    # -- drawing consequences ----------------------------------------------------------------------

    def _settled(self) -> OpenDeal:
        """What is open once all plain consequences are drawn."""
        while True:
            while self._changed:
                self._settle(self._changed.pop())
            room = [self._filled(seat, size) for seat, size in self.knowledge.sizes.items()]
            conditions = tuple(filter(None, map(self._open_condition, self._conditions)))
            if not self._changed:
                break
        names = {bit: seat for seat, bit in self._bit.items()}
        known = {card: names[mask] for card, mask in self._masks.items() if mask in names}
        books = tuple(map(self._open_book, self._cards))
        return OpenDeal(self.knowledge.seats, known, tuple(room), books, conditions)

    def _settle(self, name: str) -> None:
        """Draw what follows from the facts of one half-suit."""
        clauses = {each: dict(each) for each in map(self._simplified, self._clauses[name]) if each}
        self._clauses[name] = frozenset(
            clause
            for clause, seats in clauses.items()
            if not any(_implies(other, seats) for other in clauses if other != clause)
        )

    def _filled(self, seat: Seat, size: int) -> int:
        """The room of a seat; a full hand takes no more cards, and what just fills it is there."""
        bit = self._bit[seat]
        possible = [card for card, mask in self._masks.items() if mask & bit]
        known = [card for card in possible if self._masks[card] == bit]
        if not len(known) <= size <= len(possible):
            raise NoDealError
        if len(known) < len(possible) and size in (len(known), len(possible)):
            for card in set(possible).difference(known):
                self._limit(card, bit if size > len(known) else ~bit)
        return size - len(known)

    def _simplified(self, entries: Iterable[tuple[Card, int]]) -> Entries | None:
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

    def _open_condition(self, count: Count) -> Count | None:
        """What is open of a count; None where it is true anyway. Cards that it decides are placed.

        Raises:
            NoDealError: where it is false.
        """
        seat, size = self._bit[count.seat], self.knowledge.sizes[count.seat]
        known = [card for card, mask in self._masks.items() if mask == seat]
        possible = [card for card, mask in self._masks.items() if mask & seat and mask != seat]
        own, room = set(possible).intersection(count.cards), size - len(known)
        sure = len(set(known).intersection(count.cards))
        floor, ceiling = max(0, room - len(possible) + len(own)), min(room, len(own))
        least, most = max(floor, count.least - sure), min(ceiling, count.most - sure)
        if least > most:
            raise NoDealError
        if (least, most) == (floor, ceiling):
            return None
        if most == 0 or least == len(own):
            for card in own:
                self._limit(card, seat if most else ~seat)
        left = tuple(card for card in count.cards if self._masks[card].bit_count() > 1)
        return Count(count.seat, left, least, most, count.cause)

    def _open_book(self, name: str) -> OpenBook:
        """What is open of a half-suit."""
        masks = [(card, self._masks[card]) for card in self._cards[name]]
        left = [(card, mask) for card, mask in masks if mask.bit_count() > 1]
        cards, choices = zip(*left, strict=True) if left else ((), ())
        known = tuple(each for each in masks if each not in left)
        return OpenBook(name, cards, choices, tuple(sorted(self._clauses[name])), known)


def _implies(first: Entries, second: Mapping[Card, int]) -> bool:
    """Whether each entry of the first clause makes the second true, which has such seats."""
    return all(mask & ~second.get(card, 0) == 0 for card, mask in first)

"""What is found by crossing off one impossible place after the other: the plain twin of a beginner.

Three inferences, until nothing changes: of the literals of a clause, the only one that is not known
to be false is true; a hand that has as many cards as it may has no others; a hand that can have
only as many cards as it must has all of these. A card that is with one seat is with no other.
Where it is known how many a hand has of a part of its cards, it has the others of the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations

from tracker.explain.evidence import evidence_of_now
from tracker.inference.deduction import Deduction
from tracker.knowledge.facts import Clause, Count, Literal


def rests(counts: Iterable[Count]) -> Iterator[Count]:
    """How many a hand has of some cards without a part of them of which it is known, too."""
    for whole, part in permutations(counts, 2):
        if whole.seat == part.seat and {*part.cards} < {*whole.cards}:
            cards = tuple(card for card in whole.cards if card not in part.cards)
            least, most = max(whole.least - part.most, 0), whole.most - part.least
            yield Count(whole.seat, cards, least, most, whole.cause)


class CrossingOff:
    """The places that are left for each card of a position."""

    def __init__(self, deduction: Deduction) -> None:
        known = deduction.knowledge
        self._places = {card: set(known.seats) for card in known.cards}
        facts = [*evidence_of_now(known, deduction.state).facts]
        facts += rests([fact for fact in facts if isinstance(fact, Count)])
        before = -1
        while (left := sum(map(len, self._places.values()))) != before:
            before = left
            for fact in facts:
                if isinstance(fact, Clause):
                    self._one_of(fact)
                elif isinstance(fact, Count):
                    self._hand(fact)

    def knows(self, literal: Literal) -> bool:
        card, seat, holds = literal
        return self._places[card] == {seat} if holds else seat not in self._places[card]

    def settles(self, literals: Iterable[Literal]) -> bool:
        return all(map(self.knows, literals))

    def refutes(self, literals: Iterable[Literal]) -> bool:
        return any(self.knows(Literal(card, seat, not holds)) for card, seat, holds in literals)

    def _one_of(self, clause: Clause) -> None:
        left = [one for one in clause.literals if not self.refutes([one])]
        if len(left) == 1:
            self._note(left[0])

    def _hand(self, count: Count) -> None:
        possible = [card for card in count.cards if count.seat in self._places[card]]
        certain = [card for card in possible if len(self._places[card]) == 1]
        if len(certain) == count.most:
            for card in possible:
                if card not in certain:
                    self._note(Literal(card, count.seat, False))
        elif len(possible) == count.least:
            for card in possible:
                self._note(Literal(card, count.seat, True))

    def _note(self, literal: Literal) -> None:
        card, seat, holds = literal
        if holds:
            self._places[card] = {seat}
        else:
            self._places[card].discard(seat)

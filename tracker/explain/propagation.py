"""What a player sees at once: simple inferences from causes, each with its reasons.

Four rules, in order of effort; after each inference the easiest is tried again:

* *says*: a cause says that a card is, or is not, with a seat;
* *one-of*: a cause says that one of some things is true, and all but one are known to be false;
* *only-seat*: all other seats are known to lack a card;
* *hand*: with a hand's size, all its cards are known, so it has no others; or only so many cards
  are left for it that it has them all. A cause that says "one of these" stands for a card that is
  not known yet: half-suit by half-suit, they fill a hand, too.

That a card lies at one seat, and so at no other, is no inference: everyone has that in mind.

Example: event 12 says that Doug has one of 2 4 5 6 7; the viewer's own hand says where 2 4 6 7 are;
one-of: Doug has the 5.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal as OneOf
from typing import TypeAlias

from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.knowledge.facts import Cause, Clause, Count, Fact, Literal

Rule: TypeAlias = OneOf["says", "one-of", "only-seat", "hand", "together"]


@dataclass(frozen=True)
class Inference:
    """Literals that follow from causes and from literals known before."""

    rule: Rule
    literals: tuple[Literal, ...]
    causes: tuple[Cause, ...]
    premises: tuple[Literal, ...] = ()
    fact: Fact | None = None
    """What the cause says: the clause of one-of, the hand size of hand."""


class Known:
    """What has been inferred so far.

    Args:
        seats: all the seats.
        facts: what may be used.
    """

    def __init__(self, seats: Sequence[Seat], facts: Iterable[Fact]) -> None:
        self.inferences: list[Inference] = []
        """In order."""
        self._seats = seats
        self._source: dict[Literal, int] = {}
        self._place: dict[Card, Seat] = {}
        self._clauses: list[Clause] = []
        self._counts: list[Count] = []
        for fact in facts:
            if isinstance(fact, Clause):
                self._clauses.append(fact)
            else:
                self._counts.append(fact)

    def spread(self, goal: Literal | None = None) -> None:
        """Infer until the goal is reached, or nothing more follows by the rules."""
        for clause in self._clauses:
            if len(clause.literals) == 1:
                self.note(Inference("says", clause.literals, (clause.cause,), fact=clause))
        self._clauses = [clause for clause in self._clauses if len(clause.literals) > 1]
        while goal is None or self.why(goal) is None:
            rules = chain(self._one_of(), self._only_seat(), self._hands())
            inference = next(rules, None)
            if inference is None:
                return
            self.note(inference)

    def note(self, inference: Inference) -> None:
        """Take in an inference."""
        for literal in inference.literals:
            if literal not in self._source:
                self._source[literal] = len(self.inferences)
                if literal.holds:
                    self._place[literal.card] = literal.seat
        self.inferences.append(inference)

    def why(self, literal: Literal) -> Literal | None:
        """What is known that makes a literal true: itself, or that the card lies elsewhere."""
        if literal in self._source:
            return literal
        card, seat, holds = literal
        place = self._place.get(card)
        if not holds and place is not None and place != seat:
            return Literal(card, place, True)
        return None

    def source(self, literal: Literal) -> int:
        """The place, in ``inferences``, of the one that gave a literal that ``why`` returned."""
        return self._source[literal]

    def worked_out(self) -> list[Literal]:
        """The literals that no cause simply says, in order; not those that others include."""
        found = [
            literal
            for literal, source in self._source.items()
            if self.inferences[source].rule != "says"
        ]
        return [literal for literal in found if literal.holds or literal.card not in self._place]

    def _one_of(self) -> Iterator[Inference]:
        for clause in self._clauses:
            if any(self.why(literal) for literal in clause.literals):
                continue
            against = [self.why(opposite(literal)) for literal in clause.literals]
            if against.count(None) == 1:
                rest = clause.literals[against.index(None)]
                premises = tuple(dict.fromkeys(literal for literal in against if literal))
                yield Inference("one-of", (rest,), (clause.cause,), premises, clause)

    def _only_seat(self) -> Iterator[Inference]:
        for card in dict.fromkeys(literal.card for literal in self._source):
            if card in self._place:
                continue
            lacks = [Literal(card, seat, False) for seat in self._seats]
            known = [literal for literal in lacks if literal in self._source]
            if len(known) == len(self._seats) - 1:
                seat = next(other.seat for other in lacks if other not in self._source)
                yield Inference("only-seat", (Literal(card, seat, True),), (), tuple(known))

    def _hands(self) -> Iterator[Inference]:
        for count in self._counts:
            if self._is_open(count):
                yield from self._full(count)
                yield from self._all_needed(count)

    def _is_open(self, count: Count) -> bool:
        return any(self._is_unknown(card, count.seat) for card in count.cards)

    def _is_unknown(self, card: Card, seat: Seat) -> bool:
        return not (self.why(Literal(card, seat, True)) or self.why(Literal(card, seat, False)))

    def _full(self, count: Count) -> Iterator[Inference]:
        """As many as there can be are known, or stand for known ones: there are no others."""
        seat = count.seat
        have = [card for card in count.cards if self._place.get(card) == seat]
        stand_ins: list[Clause] = []
        taken = set(have)
        for clause in sorted(self._unmet(count), key=lambda one: len(self._left(one))):
            left = {literal.card for literal in self._left(clause)}
            if not left & taken:
                stand_ins.append(clause)
                taken |= left
        if len(have) + len(stand_ins) < count.most:
            return
        others = [card for card in count.cards if card not in taken]
        rest = tuple(Literal(card, seat, False) for card in others if self._is_unknown(card, seat))
        if rest:
            causes = tuple(dict.fromkeys([count.cause, *(one.cause for one in stand_ins)]))
            premises = [Literal(card, seat, True) for card in have]
            premises += [known for one in stand_ins for known in self._against(one)]
            yield Inference("hand", rest, causes, tuple(dict.fromkeys(premises)), count)

    def _unmet(self, count: Count) -> list[Clause]:
        """The causes that say: the seat has one of these cards; none of them known to be there."""
        return [
            clause
            for clause in self._clauses
            if not any(self.why(literal) for literal in clause.literals)
            and all(
                literal.holds and literal.seat == count.seat and literal.card in count.cards
                for literal in self._left(clause)
            )
        ]

    def _left(self, clause: Clause) -> list[Literal]:
        return [literal for literal in clause.literals if not self.why(opposite(literal))]

    def _against(self, clause: Clause) -> list[Literal]:
        known = [self.why(opposite(literal)) for literal in clause.literals]
        return [literal for literal in known if literal]

    def _all_needed(self, count: Count) -> Iterator[Inference]:
        """Only as many cards are left as there must be."""
        seat = count.seat
        against = {card: self.why(Literal(card, seat, False)) for card in count.cards}
        possible = [card for card, known in against.items() if known is None]
        if len(possible) != count.least:
            return
        rest = tuple(Literal(card, seat, True) for card in possible if self._is_unknown(card, seat))
        if rest:
            premises = tuple(dict.fromkeys(known for known in against.values() if known))
            yield Inference("hand", rest, (count.cause,), premises, count)


def opposite(literal: Literal) -> Literal:
    """The literal that is true exactly when this one is not."""
    return Literal(literal.card, literal.seat, not literal.holds)

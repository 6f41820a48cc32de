"""Propagation: what a player sees at once, each inference with its reasons.

There are six rules. After each inference the easiest is tried again:

* *says*: a cause states that a card is, or is not, with a seat (a unit clause);
* *one-of*: a cause states that one of some literals is true, and all but one are known to be false
  (unit propagation);
* *only-seat*: all other seats are known to lack a card;
* *one-each*: n seats must each hold one of the same n cards, so nobody else holds any of them (a
  Hall set);
* *hand*: a hand has no room for more cards than are known to be in it; or it needs all the cards
  that may still be in it (bounds propagation on the hand's size);
* *hands*: the same count for several hands together.

A cause that states "one of these" takes up the room of one card in a hand, although nobody knows
which card: such clauses on disjoint cards are *stand-ins* for known cards.

Two things are not used: causes that leave alternatives ("either Bob had run out, or Ann and Carl
had"); and as an inference of its own, that a card which lies at one seat lies at no other, for
everyone has that in mind.

Example: event 12 says that Doug holds one of 2H 4H 5H 6H 7H; the viewer's own hand has the 2H 4H 6H
7H. By one-of, Doug holds the 5H.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Final, NamedTuple, TypeAlias

from tracker.budget import MOST_HANDS, MOST_SHARED
from tracker.explain.explanation import Rule, opposite
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.knowledge.facts import Cause, Clause, Count, Fact, Literal

EASY_RULES: Final[tuple[Rule, ...]] = ("one-of", "only-seat", "one-each", "hand", "hands")
"""The rules besides ``says``, the easiest first."""

_Counts: TypeAlias = tuple[Count, ...]


@dataclass(frozen=True)
class Inference:
    """Literals that follow from causes and from literals known before."""

    rule: Rule
    literals: tuple[Literal, ...]
    causes: tuple[Cause, ...]
    premises: tuple[Literal, ...] = ()
    fact: Fact | None = None
    """The fact that the inference is about: with one-of the clause, with hand the hand size."""
    used: tuple[Fact, ...] = ()
    """With one-each, hand and hands the clauses; with a harder inference what it needs of the
    events."""


class Propagation:
    """The literals that are known, each with the inference that gave it.

    Args:
        seats: all the seats.
        facts: the facts that may be used.
        rules: the rules that may be used, besides ``says``.
        stand_ins: whether "one of these" may stand for a card in a hand.
    """

    def __init__(
        self,
        seats: Sequence[Seat],
        facts: Iterable[Fact],
        rules: Collection[Rule] = EASY_RULES,
        *,
        stand_ins: bool = True,
    ) -> None:
        self.inferences: list[Inference] = []
        """In order."""
        self._seats = seats
        self._rules = rules
        self._uses_stand_ins = stand_ins
        self._source: dict[Literal, int] = {}
        """By literal: the place of its inference."""
        self._seat_of: dict[Card, Seat] = {}
        facts = tuple(facts)
        self._clauses = [fact for fact in facts if isinstance(fact, Clause)]
        self._hands = self._taken_together([fact for fact in facts if isinstance(fact, Count)])

    def _taken_together(self, counts: Sequence[Count]) -> list[_Counts]:
        """Each count alone, then two and more of the same cards together."""
        return [
            chosen
            for number in range(1, MOST_HANDS + 1)
            if ("hand" if number == 1 else "hands") in self._rules
            for chosen in combinations(counts, number)
            if len({count.cards for count in chosen}) == 1
        ]

    def spread(self, goal: Literal | None = None) -> None:
        """Infer until a goal is known, or until nothing more follows by the rules."""
        for clause in self._clauses:
            if len(clause.literals) == 1:
                self.note(Inference("says", clause.literals, (clause.cause,), fact=clause))
        self._clauses = [clause for clause in self._clauses if len(clause.literals) > 1]
        while goal is None or self.why(goal) is None:
            inference = next(self._new_inferences(), None)
            if inference is None:
                return
            self.note(inference)

    def note(self, inference: Inference) -> None:
        """Add an inference; what was known before keeps its reasons."""
        for literal in inference.literals:
            if literal not in self._source:
                self._source[literal] = len(self.inferences)
                if literal.holds:
                    self._seat_of[literal.card] = literal.seat
        self.inferences.append(inference)

    # -- what is known ----------------------------------------------------------------------------

    def why(self, literal: Literal) -> Literal | None:
        """The known literal that makes a literal true; None where it is not known to be true.

        That is the literal itself, or one that says that the card lies elsewhere. Where both are
        known, a literal that a cause simply states is preferred.
        """
        card, seat, holds = literal
        place = self._seat_of.get(card)
        elsewhere = None
        if not holds and place is not None and place != seat:
            elsewhere = Literal(card, place, True)
        if literal not in self._source:
            return elsewhere
        return elsewhere if elsewhere is not None and self._is_stated(elsewhere) else literal

    def source(self, literal: Literal) -> int:
        """The place, in ``inferences``, of the one that gave a literal that ``why`` returned."""
        return self._source[literal]

    def worked_out(self) -> list[Literal]:
        """The literals that no cause simply states, in order; of a placed card only its place."""
        literals = [literal for literal in self._source if not self._is_stated(literal)]
        return [
            literal for literal in literals if literal.holds or literal.card not in self._seat_of
        ]

    def _is_stated(self, literal: Literal) -> bool:
        """Whether a cause simply states a known literal."""
        return self.inferences[self._source[literal]].rule == "says"

    def _left(self, clause: Clause) -> list[Literal]:
        """The literals of a clause that are not known to be false."""
        return [literal for literal in clause.literals if not self.why(opposite(literal))]

    def _against(self, clause: Clause) -> list[Literal]:
        """The known literals that make literals of a clause false."""
        reasons = [self.why(opposite(literal)) for literal in clause.literals]
        return [literal for literal in reasons if literal]

    def _is_met(self, clause: Clause) -> bool:
        """Whether a literal of a clause is known to be true."""
        return any(map(self.why, clause.literals))

    def _news(self, literals: Iterable[Literal]) -> tuple[Literal, ...]:
        """The literals that are not known to be true or false."""
        return tuple(
            literal
            for literal in literals
            if not self.why(literal) and not self.why(opposite(literal))
        )

    # -- the rules --------------------------------------------------------------------------------

    def _new_inferences(self) -> Iterator[Inference]:
        """What follows by the rules, by the easiest first."""
        rules: Mapping[Rule, Iterator[Inference]] = {
            "one-of": self._by_one_of(),
            "only-seat": self._by_only_seat(),
            "one-each": self._by_one_each(),
        }
        return chain(*(rules[rule] for rule in rules if rule in self._rules), self._by_hands())

    def _by_one_of(self) -> Iterator[Inference]:
        """What a clause leaves, once all of its literals but one are known to be false."""
        for clause in self._clauses:
            if self._is_met(clause):
                continue
            against = [self.why(opposite(literal)) for literal in clause.literals]
            if against.count(None) == 1:
                rest = clause.literals[against.index(None)]
                premises = tuple(dict.fromkeys(literal for literal in against if literal))
                yield Inference("one-of", (rest,), (clause.cause,), premises, clause)

    def _by_only_seat(self) -> Iterator[Inference]:
        """A card is with the only seat that it has not been ruled out for."""
        for card in dict.fromkeys(literal.card for literal in self._source):
            if card in self._seat_of:
                continue
            lacks = [Literal(card, seat, False) for seat in self._seats]
            known = [literal for literal in lacks if literal in self._source]
            if len(known) == len(self._seats) - 1:
                seat = next(other.seat for other in lacks if other not in self._source)
                yield Inference("only-seat", (Literal(card, seat, True),), (), tuple(known))

    def _by_one_each(self) -> Iterator[Inference]:
        """The cards of a Hall set are with nobody else."""
        for shared in hall_sets(self._demands()):
            holders = {demand.seat for demand in shared}
            clauses = tuple(demand.clause for demand in shared)
            left = (literal for clause in clauses for literal in self._left(clause))
            cards = dict.fromkeys(literal.card for literal in left)
            others = [seat for seat in self._seats if seat not in holders]
            new = self._news(Literal(card, seat, False) for card in cards for seat in others)
            if new:
                causes = tuple(dict.fromkeys(clause.cause for clause in clauses))
                against = (literal for clause in clauses for literal in self._against(clause))
                yield Inference(
                    "one-each", new, causes, tuple(dict.fromkeys(against)), used=clauses
                )

    def _demands(self) -> list[Demand]:
        """The clauses that say "a seat holds one of these", where it is not known yet which."""
        demands = []
        for clause in self._clauses:
            left = self._left(clause)
            seats = {literal.seat for literal in left}
            plain = len(seats) == 1 and all(literal.holds for literal in left)
            if plain and not self._is_met(clause):
                cards = frozenset(literal.card for literal in left)
                demands.append(Demand(clause, left[0].seat, cards))
        return demands

    # -- the rules on hands -----------------------------------------------------------------------

    def _by_hands(self) -> Iterator[Inference]:
        """What the sizes of some hands say: the hands are full, or they need all that is left.

        The second is the first for all other hands: of the cards counted, these have room only for
        those that the hands need not have.
        """
        for counts in self._hands:
            cards, seats = counts[0].cards, [count.seat for count in counts]
            others = [seat for seat in self._seats if seat not in seats]
            inside = {card: self._why_inside(card, seats, others) for card in cards}
            most = sum(count.most for count in counts)
            yield from self._by_full_hands(counts, seats, most, inside)
            outside = {card: self._why_with_none(card, seats) for card in cards}
            room = len(cards) - sum(count.least for count in counts)
            yield from self._by_full_hands(counts, others, room, outside)

    def _by_full_hands(
        self,
        counts: _Counts,
        seats: Sequence[Seat],
        room: int,
        known: Mapping[Card, Sequence[Literal]],
    ) -> Iterator[Inference]:
        """The inference that some seats have no other cards, if they are full and it is new.

        Args:
            counts: the hand sizes that say so.
            seats: the seats: those of the counts, or all the others.
            room: the most of the cards counted that can be with them.
            known: why each card is with them; nothing where that is not known.
        """
        premises = [literal for reasons in known.values() for literal in reasons]
        taken = {card for card, reasons in known.items() if reasons}
        stand_ins = self._stand_ins(known.keys() - taken, seats)
        if len(taken) + len(stand_ins) < room:
            return
        for clause in stand_ins:
            taken |= {literal.card for literal in self._left(clause)}
            premises += self._against(clause)
        rest = [card for card in known if card not in taken]
        literals = [Literal(card, seat, False) for card in rest for seat in seats]
        if len(counts) == 1 and counts[0].seat not in seats:
            literals = [Literal(card, counts[0].seat, True) for card in rest]
        new = self._news(literals)
        if new:
            causes = [*(count.cause for count in counts), *(clause.cause for clause in stand_ins)]
            yield Inference(
                rule="hand" if len(counts) == 1 else "hands",
                literals=new,
                causes=tuple(dict.fromkeys(causes)),
                premises=tuple(dict.fromkeys(premises)),
                fact=counts[0] if len(counts) == 1 else None,
                used=tuple(stand_ins),
            )

    def _why_inside(
        self, card: Card, seats: Sequence[Seat], others: Sequence[Seat]
    ) -> Sequence[Literal]:
        """Why a card is with one of some seats; nothing where that is not known."""
        place = self._seat_of.get(card)
        if place is None:
            return self._why_with_none(card, others)
        return [Literal(card, place, True)] if place in seats else []

    def _why_with_none(self, card: Card, seats: Iterable[Seat]) -> Sequence[Literal]:
        """Why a card is with none of some seats; nothing where that is not known."""
        reasons = [self.why(Literal(card, seat, False)) for seat in seats]
        known = [literal for literal in reasons if literal]
        return list(dict.fromkeys(known)) if len(known) == len(reasons) else []

    def _stand_ins(self, cards: Collection[Card], seats: Collection[Seat]) -> list[Clause]:
        """Clauses that say "one of these seats holds one of these cards", on disjoint cards."""
        if not self._uses_stand_ins:
            return []
        chosen: list[Clause] = []
        taken: set[Card] = set()
        unmet = [
            clause
            for clause in self._clauses
            if not self._is_met(clause)
            and all(
                literal.holds and literal.seat in seats and literal.card in cards
                for literal in self._left(clause)
            )
        ]
        for clause in sorted(unmet, key=lambda clause: len(self._left(clause))):
            left = {literal.card for literal in self._left(clause)}
            if taken.isdisjoint(left):
                chosen.append(clause)
                taken |= left
        return chosen


# -- Hall sets ------------------------------------------------------------------------------------
#
# Hall sets: n seats that must each hold one of the same n cards.
#
# Each of the seats then holds exactly one of the cards, and no other seat holds any of them. This
# is the tight case of Hall's condition (P. Hall, "On Representatives of Subsets", 1935), as in
# the propagation of all-different constraints (Régin, "A filtering algorithm for constraints of
# difference in CSPs", AAAI 1994), and as the naked subsets of sudoku.
#
# Example: Ann holds one of 3D 4D, and so does Bob: the two cards are theirs. With "Carl holds one
# of 3D 4D 5D" all three cards are.


class Demand(NamedTuple):
    """A clause that says that a seat holds one of some cards."""

    clause: Clause
    seat: Seat
    cards: frozenset[Card]


def hall_sets(demands: Sequence[Demand]) -> Iterator[list[Demand]]:
    """The demands of as many seats as there are cards in them, each seat once.

    Only sets of up to ``MOST_SHARED`` cards are looked for, and only connected ones: those that
    are not are unions of smaller sets.
    """
    few = [demand for demand in demands if len(demand.cards) <= MOST_SHARED]
    yield from _extended([], frozenset(), sorted(few, key=lambda demand: len(demand.cards)))


def _extended(
    chosen: list[Demand], cards: frozenset[Card], rest: Sequence[Demand]
) -> Iterator[list[Demand]]:
    """The Hall sets that begin with some demands and go on with one that shares a card with them.

    Args:
        chosen: the demands.
        cards: all the cards in them.
        rest: the demands that may be added.
    """
    if chosen and len(chosen) == len(cards):
        yield chosen
        return
    seats = {demand.seat for demand in chosen}
    left = [demand for demand in rest if demand.seat not in seats]
    for demand in tuple(left):
        if not chosen or not cards.isdisjoint(demand.cards):
            left.remove(demand)  # the sets with it come first, then those without
            union = cards | demand.cards
            if len(union) <= MOST_SHARED:
                yield from _extended([*chosen, demand], union, left)

"""What a player sees at once: simple inferences from causes, each with its reasons.

Six rules, in order of effort; after each inference the easiest is tried again:

* *says*: a cause says that a card is, or is not, with a seat;
* *one-of*: a cause says that one of some things is true, and all but one are known to be false;
* *only-seat*: all other seats are known to lack a card;
* *one-each*: so many seats hold one of so many cards each: nobody else has any of these;
* *hand*: with a hand's size, all its cards are known, so it has no others; or only so many cards
  are left for it that it has them all. A cause that says "one of these" stands for a card that is
  not known yet: half-suit by half-suit, they fill a hand, too;
* *hands*: the same of several hands taken together: so many cards are with one of these seats.

Of a cause that leaves alternatives ("either Bob had run out, or Ann and Carl had") none makes use.
That a card lies at one seat, and so at no other, is no inference: everyone has that in mind.

Example: event 12 says that Doug has one of 2 4 5 6 7; the viewer's own hand says where 2 4 6 7 are;
one-of: Doug has the 5.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Final, NamedTuple, TypeAlias
from typing import Literal as OneOf

from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.knowledge.facts import Cause, Clause, Count, Fact, Literal

MOST_HANDS: Final = 4
"""At most so many hands are taken together."""

Rule: TypeAlias = OneOf[
    "says",
    "one-of",
    "only-seat",
    "one-each",
    "hand",
    "hands",
    "together",
    "all",
    "not-all",
    "sum",
    "bound",
    "added",
    "counting",
    "within",
]
"""The rules above; ``together``: by a harder inference; ``all``: what has been shown, put together;
``not-all``: a harder inference that one of some literals is true."""

_Counts: TypeAlias = tuple[Count, ...]


@dataclass(frozen=True)
class Inference:
    """Literals that follow from causes and from literals known before."""

    rule: Rule
    literals: tuple[Literal, ...]
    causes: tuple[Cause, ...]
    premises: tuple[Literal, ...] = ()
    fact: Fact | None = None
    """What the cause says: the clause of one-of, the hand size of hand."""
    used: tuple[Fact, ...] = ()
    """With one-each the clauses; what a harder inference needs of the causes that are events."""


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
        counts: list[Count] = []
        for fact in facts:
            if isinstance(fact, Clause):
                self._clauses.append(fact)
            elif isinstance(fact, Count):
                counts.append(fact)
        self._taken_together = _together(counts)

    def spread(self, goal: Literal | None = None) -> None:
        """Infer until the goal is reached, or nothing more follows by the rules."""
        for clause in self._clauses:
            if len(clause.literals) == 1:
                self.note(Inference("says", clause.literals, (clause.cause,), fact=clause))
        self._clauses = [clause for clause in self._clauses if len(clause.literals) > 1]
        while goal is None or self.why(goal) is None:
            rules = chain(self._one_of(), self._only_seat(), self._one_each(), self._hands())
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
        card, seat, holds = literal
        place = self._place.get(card)
        elsewhere = None
        if not holds and place is not None and place != seat:
            elsewhere = Literal(card, place, True)
        if literal not in self._source:
            return elsewhere
        simple = elsewhere is not None and self._is_said(elsewhere)
        return elsewhere if simple else literal

    def _is_said(self, literal: Literal) -> bool:
        """Whether a cause simply says so."""
        return self.inferences[self._source[literal]].rule == "says"

    def source(self, literal: Literal) -> int:
        """The place, in ``inferences``, of the one that gave a literal that ``why`` returned."""
        return self._source[literal]

    def worked_out(self) -> list[Literal]:
        """The literals that no cause simply says, in order; not those that others include."""
        found = [literal for literal in self._source if not self._is_said(literal)]
        return [literal for literal in found if literal.holds or literal.card not in self._place]

    def _one_of(self) -> Iterator[Inference]:
        """What a clause leaves, once all of its literals but one are known to be false."""
        for clause in self._clauses:
            if any(self.why(literal) for literal in clause.literals):
                continue
            against = [self.why(opposite(literal)) for literal in clause.literals]
            if against.count(None) == 1:
                rest = clause.literals[against.index(None)]
                premises = tuple(dict.fromkeys(literal for literal in against if literal))
                yield Inference("one-of", (rest,), (clause.cause,), premises, clause)

    def _only_seat(self) -> Iterator[Inference]:
        """A card is with the only seat that it has not been ruled out for."""
        for card in dict.fromkeys(literal.card for literal in self._source):
            if card in self._place:
                continue
            lacks = [Literal(card, seat, False) for seat in self._seats]
            known = [literal for literal in lacks if literal in self._source]
            if len(known) == len(self._seats) - 1:
                seat = next(other.seat for other in lacks if other not in self._source)
                yield Inference("only-seat", (Literal(card, seat, True),), (), tuple(known))

    def _one_each(self) -> Iterator[Inference]:
        """So many seats want so many cards, one each: nobody else has any."""
        for shared in shared_out(self._wants()):
            holders = {want.seat for want in shared}
            cards = dict.fromkeys(one.card for want in shared for one in self._left(want.clause))
            others = [seat for seat in self._seats if seat not in holders]
            new = self._news(Literal(card, seat, False) for card in cards for seat in others)
            if new:
                clauses = tuple(want.clause for want in shared)
                causes = tuple(dict.fromkeys(clause.cause for clause in clauses))
                premises = (one for clause in clauses for one in self._against(clause))
                known = tuple(dict.fromkeys(premises))
                yield Inference("one-each", new, causes, known, used=clauses)

    def _wants(self) -> list[Want]:
        """Causes that say "a seat has one of these", and do not say yet which."""
        found = []
        for clause in self._clauses:
            left = self._left(clause)
            seats = {literal.seat for literal in left if literal.holds}
            plain = len(seats) == 1 and all(literal.holds for literal in left)
            if plain and not any(map(self.why, clause.literals)):
                cards = frozenset(literal.card for literal in left)
                found.append(Want(clause, left[0].seat, cards))
        return found

    def _news(self, literals: Iterable[Literal]) -> tuple[Literal, ...]:
        """Those that are not known yet, one way or the other."""
        return tuple(one for one in literals if not self.why(one) and not self.why(opposite(one)))

    def _hands(self) -> Iterator[Inference]:
        for counts in self._taken_together:
            yield from self._full(counts)
            yield from self._all_needed(counts)

    def _full(self, counts: _Counts) -> Iterator[Inference]:
        """As many as there can be are known, or stand for known ones: there are no others."""
        seats = [count.seat for count in counts]
        inside = {card: self._inside(card, seats) for card in counts[0].cards}
        premises = [literal for known in inside.values() for literal in known]
        taken = {card for card, known in inside.items() if known}
        room = sum(count.most for count in counts) - len(taken)
        stand_ins = self._stand_ins(set(counts[0].cards), seats, taken)
        if len(stand_ins) < room:
            return
        for clause in stand_ins:
            taken |= {literal.card for literal in self._left(clause)}
            premises += self._against(clause)
        others = (card for card in counts[0].cards if card not in taken)
        rest = [Literal(card, seat, False) for card in others for seat in seats]
        causes = [*(count.cause for count in counts), *(clause.cause for clause in stand_ins)]
        yield from self._inference_on_hands(counts, rest, causes, premises)

    def _all_needed(self, counts: _Counts) -> Iterator[Inference]:
        """Only as many cards are left as there must be."""
        seats = [count.seat for count in counts]
        others = [seat for seat in self._seats if seat not in seats]
        against = {card: self._outside(card, seats) for card in counts[0].cards}
        premises = [literal for known in against.values() for literal in known]
        possible = {card: None for card, known in against.items() if not known}
        spare = len(possible) - sum(count.least for count in counts)
        stand_ins = self._stand_ins(set(possible), others, set())
        if len(stand_ins) < spare:
            return
        for clause in stand_ins:
            premises += self._against(clause)
            for literal in self._left(clause):  # the same card may be named for several seats
                possible.pop(literal.card, None)
        rest = [Literal(card, seat, False) for card in possible for seat in others]
        if len(seats) == 1:
            rest = [Literal(card, seats[0], True) for card in possible]
        causes = [*(count.cause for count in counts), *(clause.cause for clause in stand_ins)]
        yield from self._inference_on_hands(counts, rest, causes, premises)

    def _inference_on_hands(
        self,
        counts: _Counts,
        literals: list[Literal],
        causes: list[Cause],
        premises: list[Literal],
    ) -> Iterator[Inference]:
        """One inference on hands, if it says anything new."""
        new = self._news(literals)
        if new:
            rule: Rule = "hand" if len(counts) == 1 else "hands"
            fact = counts[0] if len(counts) == 1 else None
            unique = tuple(dict.fromkeys(causes)), tuple(dict.fromkeys(premises))
            yield Inference(rule, new, *unique, fact)

    def _inside(self, card: Card, seats: list[Seat]) -> list[Literal]:
        """Why a card is with one of some seats; nothing where that is not known."""
        place = self._place.get(card)
        if place is not None:
            return [Literal(card, place, True)] if place in seats else []
        return self._outside(card, [seat for seat in self._seats if seat not in seats])

    def _outside(self, card: Card, seats: list[Seat]) -> list[Literal]:
        """Why a card is with none of some seats; nothing where that is not known."""
        known = [self.why(Literal(card, seat, False)) for seat in seats]
        found = [literal for literal in known if literal]
        return list(dict.fromkeys(found)) if len(found) == len(known) else []

    def _stand_ins(self, cards: set[Card], seats: list[Seat], taken: set[Card]) -> list[Clause]:
        """Causes that say "a seat has one of these", on different cards that are not known yet."""
        found = []
        taken = set(taken)
        for clause in sorted(self._unmet(cards, seats), key=lambda one: len(self._left(one))):
            left = {literal.card for literal in self._left(clause)}
            if not left & taken:
                found.append(clause)
                taken |= left
        return found

    def _unmet(self, cards: set[Card], seats: list[Seat]) -> list[Clause]:
        """The clauses about these cards and seats that nothing known makes true."""
        return [
            clause
            for clause in self._clauses
            if not any(self.why(literal) for literal in clause.literals)
            and all(
                literal.holds and literal.seat in seats and literal.card in cards
                for literal in self._left(clause)
            )
        ]

    def _left(self, clause: Clause) -> list[Literal]:
        return [literal for literal in clause.literals if not self.why(opposite(literal))]

    def _against(self, clause: Clause) -> list[Literal]:
        known = [self.why(opposite(literal)) for literal in clause.literals]
        return [literal for literal in known if literal]


def _together(counts: list[Count]) -> list[_Counts]:
    """Each count alone, then two and more of the same cards together."""
    return [
        chosen
        for number in range(1, MOST_HANDS + 1)
        for chosen in combinations(counts, number)
        if len({count.cards for count in chosen}) == 1
    ]


def opposite(literal: Literal) -> Literal:
    """The literal that is true exactly when this one is not."""
    return Literal(literal.card, literal.seat, not literal.holds)


# -- so many seats, so many cards, each seat has one of them: one each, and -----------------------
#
# So many seats, so many cards, each seat has one of them: one each, and nobody else has any.
#
# Example: Ann has one of 3D 4D, Bob has one of 3D 4D: the two cards are theirs. With Carl's "one
# of 3D 4D 5D" all three are.

MOST_SHARED: Final = 5
"""At most so many cards are looked at."""


class Want(NamedTuple):
    """A clause that says that a seat has one of some cards."""

    clause: Clause
    seat: Seat
    cards: frozenset[Card]


def shared_out(wants: Sequence[Want]) -> Iterator[list[Want]]:
    """The ways to choose as many seats as cards that they want, each seat once."""
    few = [want for want in wants if len(want.cards) <= MOST_SHARED]
    yield from _added([], frozenset(), sorted(few, key=lambda want: len(want.cards)))


def _added(
    chosen: list[Want], cards: frozenset[Card], rest: Sequence[Want]
) -> Iterator[list[Want]]:
    """The same that begin with some, and go on with one that wants a card of theirs."""
    if chosen and len(chosen) == len(cards):
        yield chosen
        return
    seats = {want.seat for want in chosen}
    left = [want for want in rest if want.seat not in seats]
    for want in tuple(left):
        if not chosen or not cards.isdisjoint(want.cards):
            left.remove(want)  # with it, and then without
            union = cards | want.cards
            if len(union) <= MOST_SHARED:
                yield from _added([*chosen, want], union, left)

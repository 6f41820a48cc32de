"""What is known of one half-suit, and its table: all the ways to lay its cards.

A place is a card at a seat, and its bit: seats of the first card, then of the second, and so on. A
clause is the set of the places that make it true. A statement that is about one card only narrows
down where that card may be; of the others those that are open are listed with the ways.

Example: of 2C and 3C with the seats Ann and Bob the bits are 1 (2C, Ann), 2 (2C, Bob), 4 and 8.
"Ann holds one of them" is 5. If the 2C is not with Ann, the table leaves 2 and 4.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import reduce
from operator import and_, eq, or_
from typing import NamedTuple

from tracker.explain.explanation import Given, HowMany
from tracker.explain.limits import HALF_SUIT_STATES
from tracker.game.cards import Book, Card
from tracker.game.events import Seat
from tracker.inference.half_suits import Ways, ways_of
from tracker.knowledge.facts import Literal


class Laid(NamedTuple):
    """A statement about a half-suit, and what it says in places."""

    given: Given
    left: int
    """The places that it leaves, where it is a literal; else all of them."""
    places: int = 0
    """Where it is a choice: the places that make it true; where it is a number: those it counts."""
    bound: HowMany | None = None
    """Where it is a number: that."""

    @property
    def is_plain(self) -> bool:
        """Whether it is a literal."""
        return not self.places


class LaidBook:
    """The statements about one half-suit, and what follows from some of them.

    Args:
        seats: all the seats.
        book: the half-suit.
        nowhere: whether a card may be with nobody: for a learner who does not look for the last
            seat that is left for a card.
    """

    def __init__(self, seats: Sequence[Seat], book: Book, *, nowhere: bool = False) -> None:
        self.book = book
        self.given: list[Laid] = []
        self.open = self._all = (1 << len(book.cards) * (len(seats) + nowhere)) - 1
        """The places that have not been ruled out."""
        self.stated: dict[Literal, Given] = {}
        """By literal: what first stated it."""
        self.wanted: Collection[Card] = book.cards
        """The cards of which it is to be said that only one seat is left for them."""
        self.exhausted: set[object] = set()
        """The numbers of choices, and the counts of hands, by which nothing more follows."""
        self._ranges: dict[object, tuple[int, int]] = {}
        self._of_seats: dict[object, tuple[int, ...]] = {}
        self._seats = {seat: number for number, seat in enumerate(seats)}
        self._width = len(seats) + nowhere
        every = (1 << self._width) - 1
        self._rows = {card: every << self._width * i for i, card in enumerate(book.cards)}
        """By card: all its places."""
        self._left: dict[object, int] = {}
        """By what statements come to: the places that they leave."""

    def want(self, cards: Collection[Card]) -> None:
        """Say of which cards it is to be said that only one seat is left for them."""
        if cards != self.wanted:
            self.exhausted.clear()
        self.wanted = cards

    def learn(self, given: Given) -> None:
        """Add a statement about the half-suit; a literal that is known is not needed again."""
        literal = given.literal
        if literal in self.stated:
            return
        laid = self.laid(given)
        if literal:
            self.stated[literal] = given
            self.open &= laid.left
        self.given.append(laid)
        self.exhausted.clear()
        self._ranges.clear()

    def laid(self, given: Given) -> Laid:
        """A statement with what it says in places."""
        says, literal = given.says, given.literal
        if isinstance(says, HowMany):
            return Laid(given, -1, sum(self._counted(says.cards, says.seats)), says)
        if literal:
            return Laid(given, ~self.denied(literal))
        places = (self._rows[x.card] & ~self.denied(x) for x in says.literals)
        return Laid(given, -1, reduce(or_, places, 0))

    def sorted_out(self) -> tuple[list[Laid], list[Laid]]:
        """The literals that are known, and the other statements."""
        plain = [each for each in self.given if each.is_plain]
        return plain, [each for each in self.given if not each.is_plain]

    def known_numbers(
        self, seats: tuple[Seat, ...], cards: tuple[Card, ...], choices: bool
    ) -> tuple[int, int]:
        """``numbers`` by all that is known, or by the literals alone."""
        key = seats, cards, choices
        if key not in self._ranges:
            given = self.sorted_out()[1] if choices else ()
            self._ranges[key] = self.numbers(given, seats, cards, self.open)
        return self._ranges[key]

    def news(self, left: int, said: int = -1) -> list[Literal]:
        """What it says that only some places are left: first where cards are, then where not.

        What is known already is not said again.

        Args:
            left: the places.
            said: those that were spoken of. Where a card is left is concluded of these only; of
                others it is the next conclusion, from where the card is not.
        """
        placed = {
            each.card: each
            for each in self.sure(left)
            for row in [self._rows[each.card]]
            if said & left & row and (row & self.open & ~left or each.card in self.wanted)
        }
        gone = self.open & ~left
        lost = [
            Literal(card, seat, False)
            for card, row in self._rows.items()
            if row & gone and card not in placed
            for seat in self._seats
            if self.place(card, seat) & gone
        ]
        return [each for each in (*placed.values(), *lost) if each not in self.stated]

    def sure(self, left: int) -> list[Literal]:
        """Where cards are of which some places are the only ones left."""
        alone = [card for card, row in self._rows.items() if (left & row).bit_count() == 1]
        return [
            Literal(card, seat, True)
            for card in alone
            for seat in self._seats
            if left & self.place(card, seat)
        ]

    # -- places -----------------------------------------------------------------------------------

    def place(self, card: Card, seat: Seat) -> int:
        """The bit of a card at a seat."""
        row = self._rows[card]
        return (row & -row) << self._seats[seat]

    def _counted(self, cards: tuple[Card, ...], seats: tuple[Seat, ...]) -> tuple[int, ...]:
        """Of each card, the places at some seats."""
        if (cards, seats) not in self._of_seats:
            every = sum(1 << self._seats[seat] for seat in seats)
            lowest = (self._rows[card] & -self._rows[card] for card in cards)
            self._of_seats[cards, seats] = tuple(place * every for place in lowest)
        return self._of_seats[cards, seats]

    def denied(self, literal: Literal) -> int:
        """The places that are ruled out where a literal is true."""
        place = self.place(literal.card, literal.seat)
        return self._rows[literal.card] & ~place if literal.holds else place

    # -- what follows -----------------------------------------------------------------------------

    def possible(self, given: Iterable[Laid], within: int = -1) -> int:
        """The places that some statements leave.

        Args:
            given: the statements.
            within: places; none else are open.
        """
        left, choices, bounds = self._sorted(given, within)
        if len(choices) < 2 and not bounds:
            return self._with_one(left, *choices)
        key = left, tuple(choices), tuple(bounds)
        if key not in self._left:
            self._left[key] = reduce(or_, self._ways(left, choices, bounds).marks.values(), 0)
        return self._left[key]

    def _with_one(self, left: int, choice: int = -1) -> int:
        """The places that are left where one choice at most narrows them down.

        It does so only where it has places of a single card.
        """
        rows = [left & row for row in self._rows.values()]
        met = [row for row in rows if row & choice]
        if not met or not all(rows):
            return 0
        return left if len(met) > 1 else left & (choice | ~met[0])

    def refutes(self, given: Iterable[Laid], literals: Iterable[Literal]) -> bool:
        """Whether some statements leave no way in which literals are all true."""
        within = reduce(and_, (~self.denied(literal) for literal in literals), -1)
        return not self.possible(given, within)

    def numbers(
        self,
        given: Iterable[Laid],
        seats: tuple[Seat, ...],
        cards: tuple[Card, ...],
        within: int = -1,
    ) -> tuple[int, int]:
        """How many of some cards some seats have at least and at most, as far as statements say.

        Where they leave no way at all, the first number is the larger one.
        """
        left, choices, bounds = self._sorted(given, within)
        if not choices and not bounds:
            rows = [left & self._rows[card] for card in cards]
            theirs = [left & own for own in self._counted(cards, seats)]
            return sum(map(eq, rows, theirs)), len(cards) - theirs.count(0)
        counted = HowMany(seats, cards, 0, len(cards))
        ways = self._ways(left, choices, [*bounds, counted])
        return (ways.least[-1], ways.most[-1]) if ways.marks else (len(cards) + 1, -1)

    def _sorted(self, given: Iterable[Laid], within: int) -> tuple[int, list[int], list[HowMany]]:
        """The places that the literals among some statements leave, the choices and the numbers."""
        left, choices, bounds = within & self._all, [], []
        for each in given:
            left &= each.left
            if each.bound:
                bounds.append(each.bound)
            elif each.places:
                choices.append(each.places)
        return left, choices, bounds

    def _ways(self, left: int, choices: Iterable[int], bounds: Sequence[HowMany]) -> Ways:
        """The ways to lay the half-suit in some places, by choices and numbers."""
        rows = tuple(left & row for row in self._rows.values())
        counted = tuple(sum(self._counted(each.cards, each.seats)) for each in bounds)
        ways = ways_of(rows, tuple(sorted({*choices})), counted, HALF_SUIT_STATES)
        return ways.within([each.least for each in bounds], [each.most for each in bounds])

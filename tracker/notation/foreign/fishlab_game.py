"""What happens in a game of FishLab, in either of its formats.

After every event a log gives the hand sizes of all. They are a checksum; and after a wrong
declaration, which shows no card, they tell which team held the cards, and how many everyone has
now: the record says so with ``A has N``, since no claim would tell it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tracker.game.cards import ALL_CARDS, DECKS, Book, Card, Deck
from tracker.game.events import Outcome, Seat
from tracker.notation.foreign.log_events import Course
from tracker.notation.foreign.values import SEATS, TEN_AS_T, array, card, fail, number, seat
from tracker.notation.json_nodes import Node


class FishLabCourse:
    """The events of one game.

    Args:
        names: the seats.
        sets: the cards in FishLab's order.
    """

    def __init__(self, names: tuple[Seat, ...], sets: Sets) -> None:
        self.sets = sets
        self.course = Course(names, sets.deck)
        self.first: int | None = None
        """Who begins: the first to ask or to pass, since a declaration leaves the turn alone."""

    def ask(self, asker: int, target: int, card: Card, hit: bool, counts: Node) -> None:
        """An ask and its answer, and the hand sizes after it."""
        self._note_turn(asker)
        self.course.ask(asker, target, card, hit=hit)
        self._check(counts)

    def pass_turn(self, passer: int, receiver: int, counts: Node) -> None:
        """A pass, and the hand sizes after it."""
        self._note_turn(passer)
        self.course.pass_turn(passer, receiver)
        self._check(counts)

    def declare(self, claimant: int, set_at: Node, right: bool, owner: Node, counts: Node) -> int:
        """A declaration, and the hand sizes after it.

        Args:
            claimant: who declares.
            set_at: the number of the half-suit.
            right: whether every card was where it was said.
            owner: who was said to hold each card.
            counts: the hand sizes.

        Returns:
            The team that scores.
        """
        which = number(set_at, len(self.sets.deck.books) - 1)
        book = self.sets.book(which)
        owners = [seat(node) for node in array(owner, SIX)]
        said = self.sets.in_order(which, owners)
        if right:
            self.course.claim(claimant, book, said, said)
            self._check(counts)
            return claimant % 2
        self._declare_wrongly(claimant, book, said, counts)
        return 1 - claimant % 2

    def _declare_wrongly(self, claimant: int, book: Book, said: list[int], counts: Node) -> None:
        """A wrong declaration: the hand sizes after it tell which team held the cards."""
        course = self.course
        after = self._read(counts)
        lost = [before - now for before, now in zip(course.sizes, after, strict=True)]
        self._judge_loss(lost, book, counts)
        losers = [i for i, cards in enumerate(lost) if cards]
        outcome: Outcome = "split"
        if any(course.are_opponents(claimant, loser) for loser in losers):
            outcome = "opponents"
        unseen = any(card not in course.located for card in book.cards)
        course.hidden_claim(claimant, book, said, outcome)
        had_cards = [i for i, size in enumerate(course.sizes) if size]
        course.sizes = after
        if unseen and any(after):
            for i in had_cards:
                if outcome == "opponents" or not course.are_opponents(claimant, i):
                    course.announce(i)

    def _judge_loss(self, lost: list[int], book: Book, counts: Node) -> None:
        """Notes hand sizes that no declaration leaves behind."""
        if min(lost) < 0 or sum(lost) != len(book.cards):
            changes = ", ".join(f"{-cards:+d}" for cards in lost)
            fail(counts, f"the hand sizes change by {changes}, but {book.name} took six cards")
        shown = [self.course.located[card] for card in book.cards if card in self.course.located]
        for i, cards in enumerate(lost):
            if shown.count(i) > cards:
                name = self.course.names[i]
                fail(counts, f"{name} held {shown.count(i)} of {book.name} and lost only {cards}")

    def _note_turn(self, actor: int) -> None:
        if self.first is None:
            self.first = actor

    def _check(self, counts: Node) -> None:
        """Notes where the log has other hand sizes, and goes on with those of the log."""
        ours, self.course.sizes = self.course.sizes, self._read(counts)
        for i, (expected, found) in enumerate(zip(ours, self.course.sizes, strict=True)):
            if expected != found:
                name = self.course.names[i]
                fail(counts, f"{name} has {found} cards here, but by the events so far {expected}")

    def _read(self, counts: Node) -> list[int]:
        most = len(self.sets.deck.cards)
        return [number(node, most) for node in array(counts, SEATS)]


# -- fishlab's order of the cards: six by six, its half-suits by number ---------------------------
#
# FishLab's order of the cards: six by six, its half-suits by number.

SIX: Final = 6
CODES: Final = {**TEN_AS_T, **{card: card for card in ALL_CARDS}}
"""The cards as its protocol and its record files write them."""
_SUITS: Final = ("spades", "hearts", "diamonds", "clubs")


@dataclass(frozen=True)
class Sets:
    """The cards of a game in FishLab's order."""

    cards: tuple[Card, ...]
    deck: Deck

    def book(self, number: int) -> Book:
        """The half-suit of that number."""
        return self.deck.book_of[self.cards[number * SIX]]

    def in_order(self, number: int, owners: Sequence[int]) -> list[int]:
        """The owners of a half-suit's cards, from FishLab's order to that of the deck."""
        cards = self.cards[number * SIX : (number + 1) * SIX]
        owner_of = dict(zip(cards, owners, strict=True))
        return [owner_of[card] for card in self.book(number).cards]

    def dealt_from(self, count: int) -> Sets:
        """The sets of a game that is played with only the first of them."""
        deck = DECKS["no8" if count == len(DECKS["no8"].books) else "jokers54"]
        return Sets(self.cards[: count * SIX], deck)


def standard_sets() -> Sets:
    """The order of a log that does not say its own."""
    deck = DECKS["jokers54"]
    names = [f"{half} {suit}" for suit in _SUITS for half in ("low", "high")]
    cards = [card for name in names for card in deck.by_name[name].cards]
    eights = [f"8{suit[0].upper()}" for suit in _SUITS]
    return Sets((*cards, *eights, "RJ", "BJ"), deck)


def read_sets(node: Node) -> Sets:
    """The order that a log says: an array of cards, of which each six are a half-suit."""
    deck = DECKS["jokers54"]
    cards = tuple(card(item, CODES) for item in node.items())
    if sorted(cards) != sorted(deck.cards):
        fail(node, f"these are not the {len(deck.cards)} cards of FishLab, each once")
    for start in range(0, len(cards), SIX):
        if len({deck.book_of[card].name for card in cards[start : start + SIX]}) > 1:
            fail(node, f"the cards from {cards[start]} on are of several half-suits")
    return Sets(cards, deck)

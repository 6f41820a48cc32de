"""What happens in a game of FishLab, in either of its formats.

After every event a log gives the hand sizes of all. They are a checksum; and after a wrong
declaration, which shows no card, they tell which team held the cards, and how many everyone has
now: the record says so with ``A has N``, since no claim would tell it.

The cards stand in an order of FishLab's own, six by six, so that a half-suit is a number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tracker.game.cards import ALL_CARDS, DECKS, Book, Card
from tracker.game.events import Outcome, Seat
from tracker.notation.foreign.log_game import LogGame
from tracker.notation.foreign.log_values import (
    SEATS,
    TEN_AS_T,
    array,
    card,
    fail,
    number,
    seats,
)
from tracker.notation.json_document import Node

CODES: Final = {**TEN_AS_T, **{card: card for card in ALL_CARDS}}
"""The cards as its protocol and its record files write them."""
_DECK: Final = DECKS["jokers54"]
_SUITS: Final = ("spades", "hearts", "diamonds", "clubs")
_SIX: Final = 6
"""How many cards a half-suit has."""


@dataclass(frozen=True)
class Sets:
    """The cards of a game in FishLab's order."""

    cards: tuple[Card, ...]

    def dealt_from(self, count: int) -> Sets:
        """The sets of a game that is played with only the first half-suits.

        Args:
            count: how many half-suits.
        """
        return Sets(self.cards[: count * _SIX])

    def of_book(self, number: int) -> tuple[Card, ...]:
        """The cards of the half-suit of that number, in FishLab's order."""
        return self.cards[number * _SIX : (number + 1) * _SIX]


def standard_sets() -> Sets:
    """The order of a log that does not say its own."""
    names = [f"{half} {suit}" for suit in _SUITS for half in ("low", "high")]
    cards = [card for name in names for card in _DECK.by_name[name].cards]
    eights = [f"8{suit[0].upper()}" for suit in _SUITS]
    return Sets((*cards, *eights, "RJ", "BJ"))


def read_sets(node: Node) -> Sets:
    """The order that a log says: an array of cards, of which each six are a half-suit."""
    cards = tuple(card(item, CODES) for item in node.items())
    if sorted(cards) != sorted(_DECK.cards):
        fail(node, f"these are not the {len(_DECK.cards)} cards of FishLab, each once")
    for start in range(0, len(cards), _SIX):
        if len({_DECK.book_of[card].name for card in cards[start : start + _SIX]}) > 1:
            fail(node, f"the cards from {cards[start]} on are of several half-suits")
    return Sets(cards)


class FishLabGame(LogGame):
    """A game of FishLab so far.

    Args:
        names: the seats.
        sets: the cards in FishLab's order.
        preset: the preset of the rules.
        changes: the values in which the rules differ from the preset.
    """

    def __init__(
        self, names: tuple[Seat, ...], sets: Sets, preset: str, changes: Mapping[str, str]
    ) -> None:
        super().__init__(names, preset, changes)
        self.sets = sets

    def asks(self, asker: int, target: int, card: Card, hit: bool, counts: Node) -> None:
        """An ask and its answer, and the hand sizes after it."""
        self._note_turn(asker)
        self.ask(asker, target, card, hit=hit)
        self._check_sizes(counts)

    def passes(self, passer: int, receiver: int, counts: Node) -> None:
        """A pass, and the hand sizes after it."""
        self._note_turn(passer)
        self.pass_turn(passer, receiver)
        self._check_sizes(counts)

    def _note_turn(self, actor: int) -> None:
        """Who asks or passes first is who begins; a declaration leaves the turn alone."""
        if self.first is None:
            self.first = actor

    def declares(self, claimant: int, set_at: Node, right: bool, owner: Node, counts: Node) -> int:
        """A declaration, and the hand sizes after it.

        Args:
            claimant: who declares.
            set_at: the number of the half-suit.
            right: whether every card was where it was named.
            owner: who was named for each card.
            counts: the hand sizes.

        Returns:
            The team that scores.
        """
        cards = self.sets.of_book(number(set_at, len(self.deck.books) - 1))
        book = self.deck.book_of[cards[0]]
        owner_of = dict(zip(cards, seats(owner, _SIX), strict=True))
        named = [owner_of[card] for card in book.cards]
        if right:
            self.claim(claimant, book, named, named)
            self._check_sizes(counts)
            return claimant % 2
        self._declare_wrongly(claimant, book, named, counts)
        return 1 - claimant % 2

    def _declare_wrongly(
        self, claimant: int, book: Book, named: Sequence[int], counts: Node
    ) -> None:
        """A wrong declaration: the hand sizes after it tell which team held the cards."""
        before, after = self.sizes, self._sizes(counts)
        lost = [size - now for size, now in zip(before, after, strict=True)]
        self._judge_loss(lost, book, counts)
        losers = [i for i, cards in enumerate(lost) if cards]
        is_team = not any(self.are_opponents(claimant, loser) for loser in losers)
        outcome: Outcome = "split" if is_team else "opponents"
        is_unseen = any(card not in self.located for card in book.cards)
        self.hidden_claim(claimant, book, named, outcome)
        self.sizes = after
        if is_unseen and any(after):
            for i, size in enumerate(before):
                if size and (not is_team or not self.are_opponents(claimant, i)):
                    self.announce(i)

    def _judge_loss(self, lost: Sequence[int], book: Book, counts: Node) -> None:
        """Notes hand sizes that no declaration leaves behind."""
        if min(lost) < 0 or sum(lost) != len(book.cards):
            changes = ", ".join(f"{-cards:+d}" for cards in lost)
            fail(counts, f"the hand sizes change by {changes}, but {book.name} took six cards")
        public = [self.located[card] for card in book.cards if card in self.located]
        for i, cards in enumerate(lost):
            if public.count(i) > cards:
                held = f"{self.names[i]} held {public.count(i)} of {book.name}"
                fail(counts, f"{held} and lost only {cards}")

    def _check_sizes(self, counts: Node) -> None:
        """Notes where the log has other hand sizes, and goes on with those of the log."""
        ours, self.sizes = self.sizes, self._sizes(counts)
        for name, expected, size in zip(self.names, ours, self.sizes, strict=True):
            if expected != size:
                fail(counts, f"{name} has {size} cards here, but by the events so far {expected}")

    def _sizes(self, counts: Node) -> list[int]:
        return [number(node, len(self.deck.cards)) for node in array(counts, SEATS)]

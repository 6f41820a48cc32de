"""What happens in a game of FishLab, in either of its formats.

After every event a log gives the hand sizes of all. They are a checksum; and after a wrong
declaration, which shows no card, they tell which team held the cards, and how many everyone has
now: the record says so with ``A has N``, since no claim would tell it.

The cards stand in an order of FishLab's own, six by six, so that a half-suit is a number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import BinaryIO, Final

from tracker.errors import NotationError
from tracker.game.cards import ALL_CARDS, DECKS, Book, Card
from tracker.game.events import Outcome, Seat
from tracker.game.record import Hand, Record
from tracker.notation.foreign.log_game import LogGame
from tracker.notation.foreign.log_header import (
    NUMBERED_SEATS,
    finished,
    log_document,
    numbered,
    required,
)
from tracker.notation.foreign.log_values import (
    SEATS,
    TEN_AS_T,
    array,
    card,
    fail,
    number,
    read_events,
    seat,
    seats,
)
from tracker.notation.games import Reading, attempt
from tracker.notation.json_document import Node, documents

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

    def asks(self, asker: int, target: int, card: Card, answer: Node, counts: Node) -> None:
        """An ask and its answer (true or 1 for yes), and the hand sizes after it."""
        self._note_turn(asker)
        self.ask(asker, target, card, hit=answer.value in (True, 1), at=answer)
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
            self.judge_holders(book, named, set_at)
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


# -- the record -----------------------------------------------------------------------------------
#
# FishLab's record files: JSON lines, a header with the order of the cards, then a game a line.
#
# An event is an array: kind, actor, target, card, set, success, owner, counts. What an event of its
# kind has no use for is in it all the same, and means nothing.

VERSION: Final = "record files of header 1, 54 cards"

_ASK, _DECLARE, _PASS, _FORCED, _END = range(5)
"""The kinds of events."""
_RULES: Final = {"reveal": "nothing", "endgame": "any-player"}
"""In what the rules differ from ``canadian-54``."""


def read_each(file: BinaryIO, source: str) -> Iterator[Reading]:
    """The games of a record file.

    Args:
        file: the file.
        source: the name that problems give it.
    """
    return numbered(_readings(file, source))


def _readings(file: BinaryIO, source: str) -> Iterator[Reading]:
    """The games, still without their numbers."""
    sets: Sets | None = None
    for line, data in documents(file):
        try:
            node = log_document(data, source, line)
            if sets is None or (isinstance(node.value, dict) and "header" in node.value):
                sets = finished(_header, node)
                continue
        except NotationError as error:
            yield Reading(0, line, None, error.problems)
            if sets is None:  # without the order of the cards no game can be read
                return
        else:
            yield attempt(0, line, partial(finished, partial(_record, sets), node))


def _header(node: Node) -> Sets:
    """The cards in their order, from a header of a known version."""
    entries = node.entries()
    for key in ("header", "cards"):
        if key not in entries:
            fail(node, f"a record file begins with a header, which has the key {key!r}")
    version = entries["header"].value
    if not version or (isinstance(version, int | float) and version != 1):
        fail(entries["header"], f"this header is of no known version ({VERSION})")
    return read_sets(entries["cards"])


def _record(sets: Sets, node: Node) -> Record:
    """The game of a line."""
    entries = node.entries()
    dealt, events = (required(entries, key, node) for key in ("dealt", "events"))
    log = _Log(FishLabGame(NUMBERED_SEATS, sets, "canadian-54", _RULES), entries.get("setWinner"))
    hands = _hands(dealt, log.game)
    log.game.deal(hands)
    read_events(events, log.game.events, log.read)
    return log.game.record(hands)


def _hands(node: Node, game: FishLabGame) -> tuple[Hand, ...]:
    """The dealt hands, from the numbers of their cards."""
    taken: set[int] = set()
    hands = []
    for name, hand in zip(game.names, array(node, SEATS), strict=True):
        cards = []
        for item in array(hand, game.dealt_size):
            index = number(item, len(game.sets.cards) - 1)
            if index in taken:
                fail(item, f"{game.sets.cards[index]} is dealt twice")
            taken.add(index)
            cards.append(game.sets.cards[index])
        hands.append(Hand(name, game.deck.in_order(cards)))
    return tuple(hands)


class _Log:
    """Reads the events of one game.

    Args:
        game: the game, in which nothing has happened yet.
        winners: who won each half-suit, by the log; None where it does not say that.
    """

    def __init__(self, game: FishLabGame, winners: Node | None) -> None:
        self.game = game
        self._winners = winners
        self._is_over = False

    def read(self, event: Node) -> None:
        """Reads one event."""
        kind_at, actor_at, target, card, which, success, owner, counts = array(event, 8)
        kind = number(kind_at, _END)
        if self._is_over:
            fail(event, "this stands behind the end of the game")
        if kind == _END:
            self._is_over = True
            return
        actor = seat(actor_at)
        if kind == _PASS:
            self.game.passes(actor, seat(target), counts)
        elif kind == _ASK:
            cards = self.game.sets.cards
            asked = cards[number(card, len(cards) - 1)]
            _truth(success)
            self.game.asks(actor, seat(target), asked, success, counts)
        else:
            winner = self.game.declares(actor, which, _truth(success), owner, counts)
            self._judge_winner(which, winner)

    def _judge_winner(self, which: Node, winner: int) -> None:
        """Notes a half-suit that the log gives to another team at its end."""
        books = len(self.game.deck.books)
        if self._winners is None:
            return
        logged = array(self._winners, books)[number(which, books - 1)]
        if logged.value != winner:
            fail(which, f"this half-suit goes to team {winner} here, but not by 'setWinner'")


def _truth(node: Node) -> bool:
    """A truth value, which is a number in these files."""
    return node.value if isinstance(node.value, bool) else number(node, 1) == 1

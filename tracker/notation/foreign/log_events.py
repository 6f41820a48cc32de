"""The events of a log, as they are read, and what everyone can see by them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tracker.game.cards import Book, Card, Deck
from tracker.game.events import Ask, Claim, Event, HandSize, Outcome, Pass, Seat
from tracker.game.rules import Rules
from tracker.game.transition import claim_result
from tracker.notation.foreign.values import fail
from tracker.notation.json_nodes import Node


@dataclass
class Course:
    """The events so far; seats go by their numbers, and teams sit alternately."""

    names: tuple[Seat, ...]
    deck: Deck
    events: list[Event] = field(default_factory=list)
    sizes: list[int] = field(init=False)
    """How many cards each seat holds by the events so far."""
    located: dict[Card, int] = field(default_factory=dict)
    """Where the cards are that moved in public."""
    showed_cards: bool = False
    """Whether holders were shown after a wrong claim."""
    hid_cards: bool = False
    """Whether they were not."""

    def __post_init__(self) -> None:
        self.sizes = [len(self.deck.cards) // len(self.names)] * len(self.names)

    def ask(self, asker: int, target: int, card: Card, *, hit: bool) -> None:
        """An ask and its answer."""
        answer = Ask(self.names[asker], self.names[target], card, "yes" if hit else "no")
        self.events.append(answer)
        if hit:
            self.sizes[target] -= 1
            self.sizes[asker] += 1
            self.located[card] = asker

    def claim(self, claimant: int, book: Book, said: Sequence[int], held: Sequence[int]) -> Outcome:
        """A claim after which its cards were shown.

        Args:
            claimant: who claimed.
            book: the half-suit.
            said: who holds each of its cards, as it was said.
            held: who held them.

        Returns:
            What the claim came to.
        """
        if list(said) == list(held):
            outcome: Outcome = "correct"
        else:
            opponents = any(self.are_opponents(claimant, holder) for holder in held)
            outcome = "opponents" if opponents else "split"
        shown = None if outcome == "correct" else held
        self.showed_cards = self.showed_cards or shown is not None
        self._add_claim(claimant, book, said, outcome, shown)
        for holder in held:
            self.sizes[holder] -= 1
        return outcome

    def hidden_claim(
        self, claimant: int, book: Book, said: Sequence[int], outcome: Outcome
    ) -> None:
        """A wrong claim after which nobody showed a card; ``sizes`` are the caller's to mend."""
        self._add_claim(claimant, book, said, outcome, None)
        self.hid_cards = True

    def claim_by_winner(
        self, claimant: int, book: Book, said: Sequence[int], winner: int | None, wrong_split: str
    ) -> Outcome | None:
        """A claim of which only the winner is known.

        Args:
            claimant: who claimed.
            book: the half-suit.
            said: who holds each of its cards, as it was said.
            winner: the team that scored; none: nobody.
            wrong_split: the value of that rule.

        Returns:
            What the claim came to; none where that cannot be told, and no claim is added.
        """
        if winner == claimant % 2:
            return self.claim(claimant, book, said, said)
        outcome = self._wrong_outcome(claimant, book, winner, wrong_split)
        if outcome is not None:
            self.hidden_claim(claimant, book, said, outcome)
        return outcome

    def _wrong_outcome(
        self, claimant: int, book: Book, winner: int | None, wrong_split: str
    ) -> Outcome | None:
        """What a wrong claim came to, by its winner and by where its cards publicly were."""
        if winner is None:
            return "split"
        places = [self.located.get(card, claimant) for card in book.cards]
        if wrong_split == "cancelled" or any(self.are_opponents(claimant, s) for s in places):
            return "opponents"
        return "split" if all(card in self.located for card in book.cards) else None

    def pass_turn(self, passer: int, receiver: int, *, irregular: bool = False) -> None:
        """The turn goes from one to another."""
        self.events.append(Pass(self.names[passer], self.names[receiver], irregular=irregular))

    def announce(self, seat: int) -> None:
        """Everyone is told how many cards a seat holds."""
        self.events.append(HandSize(self.names[seat], self.sizes[seat]))

    @property
    def reveal(self) -> str:
        """The value of the rule ``reveal`` that the claims have shown."""
        return "nothing" if self.hid_cards and not self.showed_cards else "all"

    def are_opponents(self, seat: int, other: int) -> bool:
        """Whether two seats are of different teams."""
        return (seat - other) % 2 == 1

    def _add_claim(
        self,
        claimant: int,
        book: Book,
        said: Sequence[int],
        outcome: Outcome,
        shown: Sequence[int] | None,
    ) -> None:
        """Adds a claim; the places of its cards are forgotten."""

        def holdings(seats: Sequence[int]) -> tuple[tuple[Card, Seat], ...]:
            return tuple((c, self.names[s]) for c, s in zip(book.cards, seats, strict=True))

        named = holdings(said)
        seen = None if shown is None else holdings(shown)
        self.events.append(Claim(self.names[claimant], book.name, named, outcome, seen))
        for card in book.cards:
            self.located.pop(card, None)


# -- whether a claim in a log gave its half-suit to whom its outcome gives  -----------------------
#
# Whether a claim in a log gave its half-suit to whom its outcome gives it.


def judge_winner(
    node: Node, claimant: int, outcome: Outcome | None, winner: int | None, rules: Rules
) -> None:
    """Notes where the winner that a log names is another than by the claim's outcome.

    Args:
        node: where the log names the winner.
        claimant: the number of the claimant's seat.
        outcome: what the claim came to; none where that cannot be told.
        winner: the team that the log names: 0, that of the even seats, or 1; none: nobody.
        rules: the rules of the game.
    """
    if outcome is None:
        fail(node, "without the holders nothing tells whether the team held all the cards")
    team = claimant % 2
    scorer = {"claimant": team, "others": 1 - team}.get(claim_result(rules, outcome))
    if winner != scorer:
        fail(node, f"the claim came to {outcome!r}, which does not give this winner")

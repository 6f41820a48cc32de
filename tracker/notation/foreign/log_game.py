"""A game of a log while its events are read: what happened, and what everyone can see by it.

Seats go by their numbers, and teams sit alternately. At the end, ``record`` makes a record of the
events and of the header that the log has for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tracker.game.cards import DECKS, Book, Card
from tracker.game.events import Ask, Claim, Event, HandSize, Holdings, Outcome, Pass, Seat
from tracker.game.record import Hand, Record
from tracker.game.rules import PRESETS
from tracker.game.transition import claim_result
from tracker.notation.foreign.log_values import fail
from tracker.notation.json_document import Node
from tracker.notation.text import canonical


class LogGame:
    """The events so far.

    Args:
        names: the seats.
        preset: the preset of the rules.
        changes: the values in which the rules differ from the preset.
    """

    def __init__(
        self, names: tuple[Seat, ...], preset: str, changes: Mapping[str, str] | None = None
    ) -> None:
        self.names = names
        self.preset = preset
        self.rules = PRESETS[preset].with_values(changes or {})
        self.deck = DECKS[self.rules.deck]
        self.dealt_size = len(self.deck.cards) // len(names)
        """How many cards each seat was dealt."""
        self.first: int | None = None
        """Who begins; None while the log does not tell."""
        self.events: list[Event] = []
        self.sizes = [self.dealt_size] * len(names)
        """How many cards each seat holds by the events so far; see ``has_hidden_cards``."""
        self.located: dict[Card, int] = {}
        """Where the cards are that moved in public."""
        self._holders: dict[Card, int] = {}
        """Where the cards are of which the log tells who was dealt them, or that moved."""
        self._known: frozenset[int] = frozenset()
        """The seats whose dealt hands the log tells."""
        self.has_hidden_cards = False
        """Whether nobody showed the cards after some wrong claim."""
        self._has_shown_cards = False

    def are_opponents(self, seat: int, other: int) -> bool:
        """Whether two seats are of different teams."""
        return (seat - other) % 2 == 1

    def deal(self, hands: Iterable[Hand]) -> None:
        """Take in the dealt hands that the log tells: answers and claims must agree with them."""
        whole = [hand for hand in hands if hand.whole]
        self._known = frozenset(self.names.index(hand.seat) for hand in whole)
        for hand in whole:
            self._holders |= dict.fromkeys(hand.cards, self.names.index(hand.seat))

    # -- events -----------------------------------------------------------------------------------

    def ask(
        self, asker: int, target: int, card: Card, *, hit: bool, at: Node | None = None
    ) -> None:
        """An ask and its answer.

        Args:
            asker: who asked.
            target: who was asked.
            card: the card.
            hit: whether the answer was yes.
            at: the answer in the log; reported where it is not so by the dealt hands, which then
                count.
        """
        if at is not None and (card in self._holders or target in self._known):
            holds = self._holders.get(card) == target
            if holds != hit:
                has = "has" if holds else "does not have"
                answer = "yes" if hit else "no"
                message = f"by the dealt hands {self.names[target]} {has} the {card} here"
                at.problems.add(at.span, f"{message}, but the answer is {answer!r}")
                hit = holds
        ask = Ask(self.names[asker], self.names[target], card, "yes" if hit else "no")
        self.events.append(ask)
        if hit:
            self.sizes[target] -= 1
            self.sizes[asker] += 1
            self.located[card] = self._holders[card] = asker

    def pass_turn(self, passer: int, receiver: int, *, irregular: bool = False) -> None:
        """The turn goes from one seat to another."""
        self.events.append(Pass(self.names[passer], self.names[receiver], irregular=irregular))

    def announce(self, seat: int) -> None:
        """Everyone is told how many cards a seat holds."""
        self.events.append(HandSize(self.names[seat], self.sizes[seat]))

    def claim(
        self, claimant: int, book: Book, named: Sequence[int], held: Sequence[int]
    ) -> Outcome:
        """A claim after which its cards were shown.

        Args:
            claimant: who claimed.
            book: the half-suit.
            named: who was named for each of its cards.
            held: who held each of them.

        Returns:
            The outcome of the claim.
        """
        outcome: Outcome = "correct"
        if list(named) != list(held):
            is_team = not any(self.are_opponents(claimant, holder) for holder in held)
            outcome = "split" if is_team else "opponents"
            self._has_shown_cards = True
        self._add_claim(claimant, book, named, outcome, None if outcome == "correct" else held)
        for holder in held:
            self.sizes[holder] -= 1
        return outcome

    def hidden_claim(
        self, claimant: int, book: Book, named: Sequence[int], outcome: Outcome
    ) -> None:
        """A wrong claim after which nobody showed a card; it leaves ``sizes`` as they were."""
        self._add_claim(claimant, book, named, outcome, None)
        self.has_hidden_cards = True

    def won_claim(
        self,
        claimant: int,
        book: Book,
        named: Sequence[int],
        held: Sequence[int] | None,
        winner: int | None,
        at: Node,
    ) -> None:
        """A claim of which the log names the winner, and perhaps the holders of the cards.

        Args:
            claimant: who claimed.
            book: the half-suit.
            named: who was named for each of its cards.
            held: who held each of them; None where the log does not tell.
            winner: the team that the log names: 0, that of the even seats, or 1; None for nobody.
            at: where the log names the winner; reported where it does not go with the claim.
        """
        outcome: Outcome | None
        self.judge_holders(book, named if held is None and winner == claimant % 2 else held, at)
        if held is not None:
            outcome = self.claim(claimant, book, named, held)
        elif winner == claimant % 2:
            outcome = self.claim(claimant, book, named, named)
        else:
            outcome = self._hidden_outcome(claimant, book, winner)
            if outcome is None:
                fail(at, "without the holders nothing tells whether the team held all the cards")
            self.hidden_claim(claimant, book, named, outcome)
        team = claimant % 2
        scorer = {"claimant": team, "others": 1 - team}.get(claim_result(self.rules, outcome))
        if winner != scorer:
            fail(at, f"the claim came to {outcome!r}, which does not give this winner")

    def judge_holders(self, book: Book, held: Sequence[int] | None, at: Node) -> None:
        """Notes where a claim's cards were not with those who held them by the dealt hands.

        Args:
            book: the half-suit.
            held: who held each of its cards by the log; None where it does not tell.
            at: where the log tells what came of the claim.
        """
        for card, holder in zip(book.cards, held or (), strict=False):
            known = self._holders.get(card)
            is_wrong = holder in self._known if known is None else known != holder
            if is_wrong:
                wrong = f"{self.names[holder]} does not have the {card} here"
                at.problems.add(at.span, f"by the dealt hands {wrong}, but the claim says so")

    def _hidden_outcome(self, claimant: int, book: Book, winner: int | None) -> Outcome | None:
        """The outcome of a wrong claim, by its winner and by where its cards publicly were.

        Returns:
            None where that does not tell it.
        """
        if winner is None:
            return "split"
        places = [self.located.get(card, claimant) for card in book.cards]
        is_cancelled = self.rules.wrong_split == "cancelled"
        if is_cancelled or any(self.are_opponents(claimant, place) for place in places):
            return "opponents"
        return "split" if all(card in self.located for card in book.cards) else None

    def _add_claim(
        self,
        claimant: int,
        book: Book,
        named: Sequence[int],
        outcome: Outcome,
        held: Sequence[int] | None,
    ) -> None:
        """Adds a claim; the places of its cards are forgotten."""

        def holdings(seats: Sequence[int]) -> Holdings:
            return tuple((c, self.names[s]) for c, s in zip(book.cards, seats, strict=True))

        shown = None if held is None else holdings(held)
        claim = Claim(self.names[claimant], book.name, holdings(named), outcome, shown)
        self.events.append(claim)
        for card in book.cards:
            self.located.pop(card, None)

    # -- the record -------------------------------------------------------------------------------

    def dealt_hand(self, seat: int, now: Iterable[Card]) -> set[Card]:
        """What a seat was dealt, but for cards that left play unseen.

        Args:
            seat: the seat.
            now: its hand after the events so far.
        """
        name, hand = self.names[seat], set(now)
        for event in reversed(self.events):
            if isinstance(event, Ask) and event.answer == "yes":
                if event.asker == name:
                    hand.discard(event.card)
                elif event.target == name:
                    hand.add(event.card)
            elif isinstance(event, Claim):
                shown = event.holdings if event.outcome == "correct" else event.shown
                hand |= {card for card, holder in shown or () if holder == name}
        return hand

    def record(self, hands: tuple[Hand, ...], tags: tuple[tuple[str, str], ...] = ()) -> Record:
        """The game as a record.

        Args:
            hands: the dealt hands that the log tells.
            tags: its title and source.
        """
        rules = self.rules
        if self.has_hidden_cards and not self._has_shown_cards:
            rules = rules.with_values({"reveal": "nothing"})
        return canonical(
            Record(
                seats=self.names,
                rules=rules,
                preset=self.preset,
                tags=tags,
                dealer=None if self.first is None else self.names[self.first],
                hands=hands,
                events=tuple(self.events),
            )
        )
